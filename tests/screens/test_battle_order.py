"""A battle in which units act in a fixed order, whatever their sides: cursor and heading follow it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from tests.fifth_game.bogwater import Bogwater
from tests.screens.battle_table import act, table
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.flow import OrderedFlow
from warband_tui.rules.ruleset import Ruleset
from warband_tui.services import Services


class Ordered(Bogwater):
    flow = OrderedFlow("blood")


ORDERED = cast(Ruleset, Ordered())


@pytest.fixture(autouse=True)
def ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle of these tests is of the game with an order."""

    def game(services: Services, ruleset_id: str) -> Ruleset:
        del services, ruleset_id
        return ORDERED

    monkeypatch.setattr(Services, "ruleset", game)


def begun(session: PlaySession) -> None:
    """b2, then a3, then b1; the rest behind them."""
    for place, unit in enumerate(("b2", "a3", "b1"), start=1):
        act(session, do="mark", on=unit, counter="blood", to=place)
    act(session, do="turn")


async def test_the_cursor_begins_on_the_unit_that_is_first_and_goes_on_in_the_order(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        assert t.screen.cursor == "b2"
        for following in ("a3", "b1"):
            await t.press("n", "n")
            assert t.screen.cursor == following


async def test_the_heading_names_who_is_next(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun, size=(120, 40)) as t:
        name = t.unit("b2").name
        assert t.screen.view is not None
        assert f"{name} is next" in t.screen.view.standing
