"""Reading the files and streams that commands are given."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import BinaryIO

from warband_tui.errors import WarbandError

STDIN = "-"

MOST_LINE = 20_000_000
"""The bytes of a line: a device that never ends one must not fill the memory."""


@contextmanager
def lines_of(name: str) -> Iterator[Iterator[str]]:
    """Open a text file, or standard input for `-`, and give its lines as they come.

    Raises:
        WarbandError: the file cannot be read, or is not UTF-8.
    """
    if name == STDIN:
        yield _decoded(_standard_input(), "standard input")
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 (closed below; errors of use are others)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "no file can have this name"
        raise WarbandError(f"cannot be read ({reason}); check the path", place=name) from error
    with file:
        yield _decoded(file, name)


def _standard_input() -> BinaryIO:
    """Return the bytes of standard input: what the terminal's locale makes of them is no concern of a script."""
    if sys.stdin is None:
        return BytesIO()
    held = getattr(sys.stdin, "buffer", None)
    return held if held is not None else BytesIO(sys.stdin.read().encode())


def _decoded(file: BinaryIO, name: str) -> Iterator[str]:
    try:
        for number in count(1):
            line = file.readline(MOST_LINE + 1)
            if not line:
                return
            if len(line) > MOST_LINE:
                raise WarbandError(f"is longer than {MOST_LINE} bytes", place=f"{name}, line {number}")
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
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
