"""Reading the files and streams that commands are given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from warband_tui.errors import WarbandError

STDIN = "-"


@contextmanager
def lines_of(name: str) -> Iterator[Iterator[str]]:
    """Open a text file, or standard input for `-`, and give its lines as they come.

    Raises:
        WarbandError: the file cannot be read, or is not UTF-8.
    """
    if name == STDIN:
        yield _decoded(iter(sys.stdin), "standard input")
        return
    try:
        file = Path(name).open(encoding="utf-8-sig")  # noqa: SIM115 (closed below; errors of use are others)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "no file can have this name"
        raise WarbandError(f"cannot be read ({reason}); check the path", place=name) from error
    with file:
        yield _decoded(file, name)


def _decoded(lines: Iterator[str], name: str) -> Iterator[str]:
    try:
        yield from lines
    except UnicodeDecodeError as error:
        raise WarbandError("is not UTF-8 text; save it as such", place=name) from error
    except OSError as error:
        raise WarbandError(f"cannot be read ({error.strerror}); check the path", place=name) from error


def bytes_of(name: str, most: int) -> bytes:
    """Read a whole file.

    Raises:
        WarbandError: it cannot be read, or has more than `most` bytes.
    """
    try:
        with Path(name).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "no file can have this name"
        raise WarbandError(f"cannot be read ({reason}); check the path", place=name) from error
    if len(data) > most:
        raise WarbandError(f"is larger than {most} bytes; name another file", place=name)
    return data
