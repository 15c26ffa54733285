"""What tests of screens share: a library in a folder of its own, a clock that stands still, no blinking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from warband_tui.services import Services

NOW = "2026-11-30T12:00:00+00:00"

HOSTILE = (
    "[red]Bob[/] \x1b[2J <b>=1+1",
    "Grim [/the] Bold",
    "[@click=app.quit]x[/]",
    "\u202eעברית عربي",
    "family \U0001f468\u200d\U0001f469\u200d\U0001f467 巨大",
    "a name " * 28,
    "two\nlines\tand a tab",
)
"""Names that a player, or a file from somebody, could bring."""


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Take away everything that differs between two machines or two moments."""
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    for name in ("NO_COLOR", "WARBAND_DB", "WARBAND_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The wired parts on an empty library; screens show its place as `club.db` on every machine."""
    wired = Services(
        "club.db",
        now=lambda: NOW,
        seed=lambda: 7,
        state_dir=tmp_path / "state",
        config_path=tmp_path / "config.toml",
    )
    yield wired
    wired.close()
