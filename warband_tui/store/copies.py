"""Copies of a whole library, made while it may be in use, each a single file that stands by itself."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from warband_tui.errors import WarbandError
from warband_tui.store.connection import bare_connection, refusals, shown


def copy_name(path: Path, label: str, at: str) -> Path:
    """Return an unused name beside a library for a copy of it, such as `club.v1-20260102T030405Z.backup.db`."""
    moment = re.sub(r"[^0-9TZ]", "", at.split(".")[0])
    stem = f"{path.stem}.{label}-{moment}"
    candidate = path.with_name(f"{stem}.backup.db")
    number = 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{stem}-{number}.backup.db")
    return candidate


def copy_database(source: Path, target: Path) -> None:
    """Copy a database with all that is committed to a file that must not exist yet.

    Until the copy is whole and on the disk, an empty file keeps its name free for it.

    Raises:
        WarbandError: the target exists or cannot be written, or the source cannot be read.
    """
    try:
        target.open("xb").close()
    except FileExistsError as error:
        raise WarbandError("there is a file already; choose another name", place=shown(target)) from error
    except OSError as error:
        raise WarbandError(f"the copy cannot be written ({error.strerror})", place=shown(target)) from error
    part = target.with_name(f"{target.name}.part")
    try:
        _copy_pages(source, part)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _copy_pages(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    with (
        refusals(source),
        contextlib.closing(bare_connection(source, "ro")) as origin,
        contextlib.closing(bare_connection(part, "rwc")) as copy,
    ):
        copy.execute("PRAGMA synchronous=FULL")
        origin.backup(copy)
        # Without this the copy would need files beside it, which nobody carries along.
        copy.execute("PRAGMA journal_mode=DELETE")


def _sync_folder(folder: Path) -> None:
    """Make a renamed file's new name durable, where the system lets a folder be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
