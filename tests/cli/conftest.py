"""The program, called on a library of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Caller


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Caller:
    return Caller(capsys, monkeypatch, tmp_path)
