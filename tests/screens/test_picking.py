"""A field that takes several units is filled by their names, and the odds follow what is ticked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign import bog
from tests.screens.battle_table import table
from tests.screens.gathering import GATHERING
from warband_tui.rules.ruleset import Ruleset
from warband_tui.services import Services


@pytest.fixture(autouse=True)
def gathering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle of these tests is of the game whose action names several units."""

    def game(services: Services, ruleset_id: str) -> Ruleset:
        del services, ruleset_id
        return GATHERING

    monkeypatch.setattr(Services, "ruleset", game)


async def test_it_opens_by_itself_when_the_field_is_wanted_and_shows_names_only(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("y")
        assert "friends ›" in t.panel
        assert "Agathe" in t.panel
        assert "a2" not in t.panel
        # Friends before others, and never the one who does it.
        assert t.panel.index("Kett") < t.panel.index("Orm")
        assert "· Weyl" not in t.panel


async def test_with_two_ticks_and_enter_it_is_done(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("y", *"aga", "space", *"ket", "enter")
        assert t.last.text == "Weyl gathers Agathe, Kett"
        assert t.last.action["friends"] == ["a2", "a3"]


async def test_the_odds_follow_each_tick(tmp_path: Path) -> None:
    async with table(tmp_path, size=(120, 40)) as t:
        await t.press("y", "space")
        assert "33.3 %" in t.panel
        await t.press("down", "space")
        assert "66.7 %" in t.panel


async def test_letters_that_mean_something_elsewhere_are_letters_here(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        before = len(t.session.battle.entries)
        await t.press("y", "q", "u", "question_mark")
        assert "nothing is called qu?" in t.panel
        await t.press("escape", "escape")
        assert "friends ›" not in t.panel
        assert len(t.session.battle.entries) == before


async def test_a_field_that_may_be_left_out_keeps_what_it_had_on_escape(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("a", "y", *"aga", "enter")
        assert "friends Agathe" in t.panel
        await t.press("o")
        assert "Orm" in t.panel
        assert "Kett" not in t.panel
        await t.press("space", "escape")
        assert "o foes" in t.panel
        assert "foes Orm" not in t.panel


async def test_a_refusal_can_be_mended_by_other_units(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("a", "y", *"aga", "enter")
        assert "friends Agathe" in t.panel
        await t.press("f", "enter", "enter")
        assert t.unit("a2").has("down")


async def test_one_unit_of_many_is_picked_from_the_same_list(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(6)) as t:
        await t.press("a", "y", *"aga", "enter", "l")
        assert "leader ›" in t.panel
        await t.press(*"dorn", "enter")
        assert "leader Dorn" in t.panel


async def test_the_mouse_ticks_in_the_list_and_in_the_rosters(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("y")
        await t.click("pick:a3")
        await t.click("unit:a2")
        assert "2 taken" in t.panel
        await t.click("leave")
        assert "friends ›" not in t.panel
