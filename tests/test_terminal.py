"""The program in a real terminal, and what such a one may send."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="Windows has no terminals of this kind")


def _until(master: int, wanted: bytes, seconds: float) -> bytes:
    """Read what a program draws until a text comes, or it ends, or time is up."""
    drawn = b""
    end = time.monotonic() + seconds
    while wanted not in drawn and time.monotonic() < end:
        try:
            drawn += os.read(master, 65_536)
        except OSError:
            break
    return drawn


def test_bytes_that_are_no_text_do_not_end_the_program(tmp_path: Path) -> None:
    environ = {**os.environ, "TERM": "xterm-256color", "WARBAND_CONFIG": str(tmp_path / "config.toml")}
    args = [sys.executable, "-m", "warband_tui", "--db", str(tmp_path / "club.db")]
    child, master = pty.fork()
    if child == 0:
        os.execve(sys.executable, args, environ)  # noqa: S606 (the child of a fork; no shell)
    try:
        assert b"Import" in _until(master, b"Import", 60)
        os.write(master, b"\xff\xc3(\xe1")
        os.write(master, b"\x11")
        rest = _until(master, b"Traceback", 60)
        assert b"Traceback" not in rest
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        os.close(master)
