"""The composition root: the only place where library, games, clock and config are wired together."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from warband_tui import config as settings
from warband_tui.services import Services


def now() -> str:
    """Return the time as ISO-8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def seed() -> int:
    """Return a seed for a new battle that nobody can guess."""
    return secrets.randbits(32)


def services(
    place: str | Path | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    clock: Callable[[], str] = now,
    seeds: Callable[[], int] = seed,
    state_dir: Path | None = None,
) -> Services:
    """Wire the parts together; nothing is opened yet.

    Args:
        place: the library's path or URL; `WARBAND_DB`, the config or the data folder when None.
        environ: the environment, for `WARBAND_CONFIG` and `WARBAND_DB`.
        clock: the time now.
        seeds: seeds of new battles.
        state_dir: where logs of crashes go; the platform's folder when None.
    """
    loaded = settings.load(settings.config_path(environ))
    return Services(
        place if place is not None else settings.library_place(loaded.config, environ),
        now=clock,
        seed=seeds,
        config=loaded.config,
        config_path=loaded.path,
        problems=loaded.problems,
        state_dir=state_dir or settings.state_dir(),
    )
