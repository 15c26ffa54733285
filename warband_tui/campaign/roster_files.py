"""Finding a roster file: paths as people type and paste them, and what lies in a folder."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

from msgspec import Struct

from warband_tui.errors import WarbandError

ENDINGS = (".ros", ".rosz", ".json", ".zip", ".xml")
"""How the names of files end that may hold a roster; which ones do, only reading tells."""

MOST = 500
"""So many lines of a folder are listed."""


class FileLine(Struct, frozen=True):
    """A folder or a roster-like file; `size` in bytes, `at` when it was changed, ISO-8601 in UTC."""

    path: Path
    is_folder: bool
    size: int = 0
    at: str = ""


class Listing(Struct, frozen=True):
    """What lies in a folder; `why` says in one line why nothing can be listed."""

    folder: Path
    lines: tuple[FileLine, ...] = ()
    more: int = 0
    why: str = ""


def path_of(text: str) -> Path:
    r"""Return the path that a person typed, pasted or dropped: quotes, `~`, `file://`, `\ ` are seen through.

    Raises:
        WarbandError: nothing was typed.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif text.startswith("file://"):
        text = unquote(text.removeprefix("file://"))
    elif "\\ " in text:
        text = text.replace("\\ ", " ")
    if not text.strip():
        raise WarbandError("type or paste the path of a roster file, or choose one below")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def browse(text: str, here: Path) -> Listing:
    """Return what the list below the typed path shows.

    Args:
        text: what is typed so far: a folder, or the beginning of a name in one.
        here: where relative paths begin.
    """
    if not text.strip():
        return listing(here)
    path = here / path_of(text)
    if is_folder(path):
        return listing(path)
    found = listing(path.parent)
    word = path.name.casefold()
    if found.why or not word:
        return found
    kept = tuple(line for line in found.lines if line.path.name.casefold().startswith(word))
    return Listing(found.folder, kept)


def listing(folder: Path) -> Listing:
    """Return the folders and roster-like files of a folder, the file changed last first."""
    try:
        with os.scandir(folder) as entries:
            lines = [line for entry in entries if (line := _line(entry)) is not None]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not valid"
        return Listing(folder, why=f"this folder cannot be listed ({reason})")
    folders = sorted((line for line in lines if line.is_folder), key=lambda line: line.path.name.casefold())
    files = sorted((line for line in lines if not line.is_folder), key=lambda line: line.path.name.casefold())
    files.sort(key=lambda line: line.at, reverse=True)
    found = (*files, *folders)
    return Listing(folder, found[:MOST], more=max(0, len(found) - MOST))


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name; a name that no file could have is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _line(entry: os.DirEntry[str]) -> FileLine | None:
    if entry.name.startswith("."):
        return None
    try:
        if entry.is_dir():
            return FileLine(Path(entry.path), True)
        if not entry.name.casefold().endswith(ENDINGS) or not entry.is_file():
            return None
        status = entry.stat()
    except OSError:
        return None
    at = datetime.fromtimestamp(status.st_mtime, UTC).isoformat(timespec="seconds")
    return FileLine(Path(entry.path), False, status.st_size, at)


def size_text(size: int) -> str:
    """Return a size in words: `940 B`, `12 kB`, `1.5 MB`."""
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
