"""Calling the program, in this process or in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from warband_tui.__main__ import main


class Done(NamedTuple):
    """What a call left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON document that was printed."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON values that were printed, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


class Caller:
    """Calls the program in this process, on a library and a config of the test's own."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
    ) -> None:
        self._capsys = capsys
        self._patch = monkeypatch
        self.library = folder / "library.db"
        self.config = folder / "config.toml"
        monkeypatch.setenv("WARBAND_DB", str(self.library))
        monkeypatch.setenv("WARBAND_CONFIG", str(self.config))

    def __call__(self, *args: str, stdin: str = "") -> Done:
        self._patch.setattr("sys.stdin", io.StringIO(stdin))
        self._capsys.readouterr()
        code = main(args)
        out, err = self._capsys.readouterr()
        return Done(code, out, err)


def call_process(*args: str, env: dict[str, str] | None = None, stdin: str = "") -> Done:
    """Call the program in a process of its own, without a terminal."""
    command = [sys.executable, "-m", "warband_tui", *args]
    done = subprocess.run(command, capture_output=True, text=True, input=stdin, env=env, timeout=120)
    return Done(done.returncode, done.stdout, done.stderr)
