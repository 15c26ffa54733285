"""Putting a finished report into a folder, under a safe name, whole or not at all."""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from pathlib import Path

from warband_tui.errors import WarbandError
from warband_tui.reports.literal import clean

_MODE = 0o644
# File systems stop at 255 bytes; this leaves room for the extension and for copies that sync programs rename.
_MOST_BYTES = 120
_FALLBACK = "report"
_EXTENSION = re.compile(r"[a-z0-9]+(?:\.[a-z0-9]+)*")
_DEVICES = re.compile(r"(?i)(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])")


def file_stem(text: str) -> str:
    """Return a file name, without extension, made from the name of a battle or a player.

    It holds letters, digits, `-`, `_` and inner dots only, is at most 120 bytes of UTF-8, names no Windows device,
    and is never empty.
    """
    # The compatibility form turns superscript digits, which Windows reads as part of a device name, into digits.
    normal = unicodedata.normalize("NFKC", clean(text))
    kept = (
        char if char.isalnum() or char in "-_." or unicodedata.category(char)[0] == "M" else "-"
        for char in normal
    )
    stem = re.sub(r"\.{2,}", ".", re.sub("-{2,}", "-", "".join(kept))).strip("-._")
    stem = stem.encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore").rstrip("-._") or _FALLBACK
    return f"{_FALLBACK}-{stem}" if _DEVICES.fullmatch(stem.split(".")[0]) else stem


def write_new(text: str, folder: Path, stem: str, extension: str) -> Path:
    """Write the text into the folder under a name that is free, a number being put behind it, and return its path.

    Raises:
        WarbandError: the folder cannot be written to, or has very many files of that name.
        ValueError: the extension is no extension.
    """
    wanted = file_stem(stem)
    short = wanted.encode("utf-8")[: _MOST_BYTES - 4].decode("utf-8", "ignore")
    free = next(
        (
            name
            for name in (wanted, *(f"{short}-{number}" for number in range(2, 1000)))
            if not os.path.lexists(folder / f"{file_stem(name)}.{extension}")
        ),
        wanted,
    )
    return write_report(text, folder, free, extension)


def _folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return folder.resolve(strict=True)
    except OSError as error:
        raise WarbandError(
            f"cannot use {folder} for reports ({error.strerror}); choose another folder"
        ) from error


def _exists(target: Path) -> WarbandError:
    return WarbandError(f"{target} exists already; choose another name, or ask for it to be overwritten")


def _publish(temporary: Path, target: Path, *, overwrite: bool) -> None:
    """Give the finished file its name.

    Without leave to overwrite, a hard link does it: it fails when the name was taken in the meantime, where a
    rename would replace the other file.
    """
    if overwrite:
        temporary.replace(target)
        return
    try:
        os.link(temporary, target, follow_symlinks=False)
    except FileExistsError:
        raise _exists(target) from None
    except (OSError, NotImplementedError):
        # Some file systems, such as those of memory sticks, have no hard links.
        if os.path.lexists(target):
            raise _exists(target) from None
        temporary.replace(target)


def write_report(text: str, folder: Path, stem: str, extension: str, overwrite: bool = False) -> Path:
    """Write the text into the folder and return the file's path.

    The folder is made when it is missing. The name is made safe by `file_stem`, so that the file is always directly
    inside the folder; a link of that name is replaced or refused, never followed. The file appears whole or not at
    all, with mode 0644 and the line ends of the text.

    Args:
        text: the finished report.
        folder: where to put it.
        stem: the file name without extension, as the player or the battle gives it.
        extension: without the leading dot, such as `md` or `discord.txt`.
        overwrite: whether a file of that name may be replaced.

    Raises:
        WarbandError: the file exists and `overwrite` is false, or the folder cannot be written to.
        ValueError: the extension is no extension.
    """
    if not _EXTENSION.fullmatch(extension):
        raise ValueError(f"{extension!r} is no file extension")
    home = _folder(folder)
    target = home / f"{file_stem(stem)}.{extension}"
    if not overwrite and os.path.lexists(target):
        raise _exists(target)
    try:
        handle, name = tempfile.mkstemp(dir=home, prefix=".warband-", suffix=".part")
    except OSError as error:
        raise WarbandError(f"cannot write into {home} ({error.strerror}); choose another folder") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_MODE)
        _publish(temporary, target, overwrite=overwrite)
    except OSError as error:
        raise WarbandError(f"cannot write {target} ({error.strerror}); choose another folder") from error
    finally:
        temporary.unlink(missing_ok=True)
    return target
