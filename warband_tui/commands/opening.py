"""Opening the app, and wiring the parts for a command."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from warband_tui.commands.output import complain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from warband_tui.app import Start
    from warband_tui.services import Services

WRONG_USE = 2

HINT = (
    "warband-tui: the app needs a terminal; without one use `warband-tui demo --report`, or the commands "
    "play, odds, rules, actions, catalogue, import, campaign, roster, battle, layout and db (see `warband-tui --help`)"
)


def has_terminal() -> bool:
    """Whether there is a terminal that the app can draw on."""
    streams = (sys.stdin, sys.stdout)
    # A stream that was closed before the program began is None.
    return all(s is not None and s.isatty() for s in streams) and os.environ.get("TERM") != "dumb"


def open_app(db: str, start: Start | None = None) -> int:
    """Open the app on a library and return the exit code; without a terminal say what there is instead.

    Args:
        db: the library's path or URL, empty for the player's own.
        start: what to open on top of the first screen.
    """
    # The variable is how textual-serve draws in a browser, through a pipe.
    if not has_terminal() and "TEXTUAL_DRIVER" not in os.environ:
        complain(HINT)
        return WRONG_USE
    from warband_tui.app import run_app
    from warband_tui.bootstrap import services

    return run_app(services(db or None), start)


def wired(db: str) -> AbstractContextManager[Services]:
    """Return the wired parts for one command; they are closed at the end of the `with` block."""
    from contextlib import contextmanager

    from warband_tui.bootstrap import services

    @contextmanager
    def parts() -> Iterator[Services]:
        made = services(db or None)
        try:
            yield made
        finally:
            made.close()

    return parts()
