"""What goes into a bug report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.screens.driving import drawn, idle, running, toasts
from tests.screens.library import fill
from warband_tui.app import WarbandApp
from warband_tui.config import Problem
from warband_tui.doctor import doctor
from warband_tui.services import Services


def test_the_report_tells_versions_places_and_the_library(services: Services) -> None:
    fill(services)
    text = doctor(services, size=(80, 24), environ={"TERM": "xterm", "TMUX": "socket,1"})
    told = dict(line.split(": ", 1) for line in text.splitlines())
    assert told["textual"] == "8.2.8"
    assert told["size"] == "80x24"
    assert told["TERM"] == "xterm"
    assert told["TMUX"] == "set"
    assert told["quick check"] == "ok"
    assert (told["campaigns"], told["battles"]) == ("2", "3")


def test_the_report_names_no_campaign_and_no_player(services: Services) -> None:
    fill(services)
    text = doctor(services, environ={})
    assert "Ashen Ridge" not in text
    assert "Mira" not in text


def test_the_report_tells_what_is_wrong(services: Services, tmp_path: Path) -> None:
    services.place = tmp_path
    services.problems = (Problem(tmp_path / "c.toml", 3, "there is no setting 'them'"),)
    text = doctor(services, environ={})
    assert "library problem: " in text
    assert "c.toml, line 3: there is no setting 'them'" in text


async def test_the_report_goes_to_clipboard_and_file(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[str] = []
    monkeypatch.setattr(WarbandApp, "deliver", lambda _, __, filename: saved.append(filename))
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+o")
        await idle(app, pilot)
        assert "python: 3." in drawn(app)
        await pilot.press("y", "s")
        await pilot.pause()
        assert app.clipboard.startswith("warband-tui: ")
        assert toasts(app) == ["Sent to the clipboard; where that fails, s saves it as a file"]
    assert saved == ["warband-doctor.txt"]
