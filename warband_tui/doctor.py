"""What to paste into a bug report: versions, terminal, paths, the library. Names no campaign and no player."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version

from warband_tui import __version__
from warband_tui.errors import WarbandError
from warband_tui.services import Services

PACKAGES = ("textual", "rich", "sqlmodel", "sqlalchemy", "alembic", "msgspec", "typer")
TERMINAL = ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "NO_COLOR", "LANG", "LC_ALL")


def doctor(
    services: Services, *, size: tuple[int, int] | None = None, environ: Mapping[str, str] = os.environ
) -> str:
    """Return the report as text, one `name: value` a line.

    Args:
        services: the wired parts; the library is opened to look at it.
        size: columns and rows of the terminal, as far as known.
        environ: the environment.
    """
    lines = [f"warband-tui: {__version__}", f"python: {platform.python_version()} ({sys.executable})"]
    lines.append(f"system: {platform.platform()}")
    lines += [f"{name}: {_version(name)}" for name in PACKAGES]
    lines += [f"{name}: {'set' if name == 'TMUX' else environ[name]}" for name in TERMINAL if name in environ]
    if size is not None:
        lines.append(f"size: {size[0]}x{size[1]}")
    lines.append(f"config: {services.config_path or 'none'}")
    lines += [f"config problem: {problem.text}" for problem in services.problems]
    lines.append(f"rebound keys: {len(services.config.keys)}")
    lines.append(f"logs: {services.state_dir}")
    lines += [f"games: {', '.join(services.ruleset_ids()) or 'none'}", f"library: {services.place}"]
    lines += _library(services)
    return "\n".join(lines) + "\n"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _library(services: Services) -> Iterable[str]:
    try:
        library = services.library
        rows = {
            "sqlite": "SELECT sqlite_version()",
            "library version": "PRAGMA user_version",
            "journal mode": "PRAGMA journal_mode",
            "quick check": "PRAGMA quick_check(1)",
            "campaigns": "SELECT count(*) FROM campaign",
            "battles": "SELECT count(*) FROM battle",
            "entries": "SELECT count(*) FROM entry",
            "ledger lines": "SELECT count(*) FROM ledger",
        }
        return [f"{name}: {library.rows(sql)[0][0]}" for name, sql in rows.items()]
    except WarbandError as error:
        return [f"library problem: {error}"]
