"""What the screens are given: the library, the games, the clock, the config.

The library opens at its first use, so that the first frame does not wait for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from warband_tui.config import Config, Problem

if TYPE_CHECKING:
    from warband_tui.rules.ruleset import Ruleset
    from warband_tui.store.library import Library


class Services:
    """The parts that a composition root wires, and that screens reach by `self.shell.services`.

    Args:
        place: the library's path or URL.
        now: the time as ISO-8601 in UTC.
        seed: a fresh seed for a new battle.
        config: the player's settings.
        config_path: where the settings are kept.
        problems: what was wrong in the config file; shown once the program runs.
        state_dir: where logs of crashes go.
    """

    def __init__(
        self,
        place: str | Path,
        *,
        now: Callable[[], str],
        seed: Callable[[], int],
        state_dir: Path,
        config: Config | None = None,
        config_path: Path | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        self.place = place
        self.now = now
        self.seed = seed
        self.config = config or Config()
        self.config_path = config_path
        self.problems = problems
        self.state_dir = state_dir
        self._library: Library | None = None
        self._lock = threading.Lock()

    @property
    def library(self) -> Library:
        """The library, opened at the first use; any thread may ask.

        Raises:
            WarbandError: it cannot be opened.
        """
        with self._lock:
            if self._library is None:
                from warband_tui.store.library import Library

                self._library = Library.open(self.place, at=self.now())
            return self._library

    @property
    def who(self) -> str:
        """The name under which acts go into ledgers."""
        return self.config.name or "player"

    @property
    def is_open(self) -> bool:
        """Whether the library has been opened."""
        return self._library is not None

    def ruleset(self, ruleset_id: str) -> Ruleset:
        """Return a game by its id.

        Raises:
            WarbandError: it is not installed, or what is installed cannot be loaded.
        """
        from warband_tui.rules.ruleset import load

        return load(ruleset_id)

    def ruleset_ids(self) -> tuple[str, ...]:
        """Return the ids of the games that are installed."""
        from warband_tui.rules.ruleset import installed

        return tuple(installed())

    def close(self) -> None:
        """Close the library if it is open."""
        with self._lock:
            if self._library is not None:
                self._library.close()
                self._library = None
