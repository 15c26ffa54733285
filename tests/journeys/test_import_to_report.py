"""A whole evening from the keyboard: two rosters come in, fight, something is undone, the report goes out."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from textual.widgets import Input

from tests.imports.builders import as_new_recruit_json, cost, force, roster, sel, stats
from tests.screens.driving import drawn, idle, running, toasts
from warband_tui.app import WarbandApp
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.battle import BattleScreen
from warband_tui.screens.import_preview import ImportPreviewScreen
from warband_tui.screens.muster import MusterScreen
from warband_tui.screens.report import ReportScreen
from warband_tui.screens.warband import WarbandRosterScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries

NOW = "2026-11-30T12:00:00+00:00"


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Input, "cursor_blink", False)
    return Services("club.db", now=lambda: NOW, seed=lambda: 7, state_dir=tmp_path / "state")


def write_roster(path: Path) -> None:
    """Six fighters of a list that is known, one with a name that a screen must not read."""
    line = {"Movement": '6"/Infantry', "Ranged": "+1 Dice", "Melee": "+1 Dice", "Armour": "-1"}
    fighters = [
        sel(
            kind,
            "model",
            sel("Polearm"),
            customName=name,
            costs=cost(35, "Ducats"),
            profiles=(stats(kind, **line),),
            category=heading,
        )
        for kind, name, heading in (
            ("Yüzbaşı Captain", "Nadir", "Elite"),
            ("Azeb", "Grim [/the] Bold", "Troop"),
            ("Azeb", "Salim", "Troop"),
            ("Azeb", "Salim", "Troop"),
            ("Janissary", "Timur", "Troop"),
            ("Janissary", "Orhan", "Troop"),
        )
    ]
    tree = roster(
        force(*fighters, catalogueName="Iron Sultanate", customName="Sons of Cain"),
        gameSystemName="Trench Crusade",
    )
    path.write_bytes(as_new_recruit_json(tree))


def on(app: WarbandApp, screen: type[WarbandScreen]) -> bool:
    return isinstance(app.screen, screen)


async def test_from_a_roster_file_to_a_report_in_a_folder(services: Services, tmp_path: Path) -> None:
    write_roster(tmp_path / "cain.json")
    async with running(services, size=(80, 24)) as (app, pilot):

        async def press(*keys: str) -> None:
            for key in keys:
                await pilot.press(key)
                await idle(app, pilot)
                await idle(app, pilot)

        async def fill(text: str) -> None:
            app.screen.query_one(Input).value = text
            await press("enter")

        # The same file twice: the second time it says that it is here already.
        for name in ("Sons of Cain", "Daughters of Cain"):
            app.open_import()
            await idle(app, pilot)
            await press("down", "enter")
            assert on(app, ImportPreviewScreen)
            assert ("here already" in drawn(app)) == (name != "Sons of Cain")
            await press("n")
            await fill(name)
            await press("enter")
            assert on(app, WarbandRosterScreen)
            await press("escape")
        campaign = Queries(services.library).campaigns()[0]
        assert [w.name for w in Queries(services.library).warbands(campaign.id)] == [
            "Daughters of Cain",
            "Sons of Cain",
        ]

        # They meet.
        app.open_muster(campaign.id)
        await idle(app, pilot)
        assert on(app, MusterScreen)
        await press("1", "down", "down", "enter")
        await fill("Relic Hunt")
        await press("2", "p")
        await fill("Hold the [b]ridge[/b]")
        await press("s")
        assert on(app, BattleScreen)
        session = cast(BattleScreen, app.screen).session
        assert session is not None

        # Three acts, and one of them is taken back.
        await press("b", "b", "x")
        before = len(session.battle.entries)
        assert before == 3
        lost = [u.name for u in session.state.units.values() if not u.in_play]
        assert len(lost) == 1
        await press("u")
        assert all(u.in_play for u in session.state.units.values())
        unit = session.state.unit("a1")
        assert unit.counter("blood") == 2

        # The report goes into a folder.
        await press("P")
        assert on(app, ReportScreen)
        await press("2", "e")
        await fill(str(tmp_path / "reports"))
        (written,) = (tmp_path / "reports").iterdir()
        assert any(written.name in text for text in toasts(app))
        text = written.read_text(encoding="utf-8")
        assert "Relic Hunt" in text
        assert "Grim" in text
        assert "Salim 2" in text
        battle = Queries(services.library).battles()[0]
        assert (battle.campaign_id, battle.status, battle.entries) == (campaign.id, "running", 4)
    services.close()
