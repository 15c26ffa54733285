"""A program in a real terminal of its own: when its text comes, and how much memory it took."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

_CONTROL = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x1f\x7f]", re.DOTALL
)
"""Control sequences and control characters: what a terminal does not show."""

_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07]*|[ -/]*)$", re.DOTALL)
"""A control sequence whose end has not come yet."""


class Terminal:
    """A Python program in a terminal of its own, from its start on.

    Args:
        args: what follows `python`.
        env: its environment.
        size: columns and lines.
    """

    def __init__(self, args: Sequence[str], env: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(env),
            start_new_session=True,
        )
        os.close(slave)
        self.raw = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """All that was written so far, without control sequences."""
        return _CONTROL.sub(b"", _UNFINISHED.sub(b"", self.raw)).decode("utf-8", "replace")

    def wait_for(self, marker: str = "", *, within: float = 60) -> float:
        """Read until a text is there, any text when none is named; return the milliseconds since the start.

        Raises:
            TimeoutError: it did not come.
        """
        asked = time.perf_counter()
        while not (marker in self.text if marker else self.text.strip()):
            if time.perf_counter() - asked > within or not self._read(0.5):
                raise TimeoutError(f"{marker!r} did not come; there was: {self.text[-400:]!r}")
        return (time.perf_counter() - self.begun) * 1000

    def settle(self, quiet: float = 0.5, *, within: float = 60) -> None:
        """Read until nothing has come for so many seconds."""
        asked = last = time.perf_counter()
        while time.perf_counter() - last < quiet and time.perf_counter() - asked < within:
            before = len(self.raw)
            self._read(quiet / 5)
            if len(self.raw) > before:
                last = time.perf_counter()

    def press(self, keys: str) -> None:
        """Type something; what was written before is forgotten."""
        self.raw = b""
        os.write(self._master, keys.encode())

    @property
    def peak(self) -> float:
        """The most memory that the program has had in use, in megabytes of 10**6 bytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) * 1024 / 1e6 if found else 0.0

    def _read(self, wait: float) -> bool:
        """Take in what there is; False once the program has ended."""
        if not select.select([self._master], [], [], wait)[0]:
            return self._process.poll() is None
        try:
            self.raw += os.read(self._master, 65536)
        except OSError:
            return False
        return True
