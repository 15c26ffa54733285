"""A battle in which units act in a fixed order, whatever their sides: cursor and heading follow it."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import msgspec
import pytest

from tests.fifth_game.bogwater import Bogwater
from tests.screens.battle_table import act, table
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.flow import OrderedFlow
from warband_tui.rules.ruleset import Ruleset
from warband_tui.services import Services
from warband_tui.widgets.lines import width_of
from warband_tui.widgets.order_line import order_lines


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


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_order_is_listed_with_a_mark_at_who_is_up(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table(tmp_path, before=begun, size=size) as t:
        b2, a3, b1 = (t.unit(unit).name for unit in ("b2", "a3", "b1"))

        def order() -> str:
            return next(line for line in t.panel.splitlines() if line.startswith(" order"))

        assert order().split("  ")[0] == f" order ▸ {b2}"
        assert order().index(b2) < order().index(a3) < order().index(b1)
        await t.press("n", "n")
        assert f"✓ {b2}" in order()
        assert f"▸ {a3}" in order()
        assert t.widest() <= size[0]
        await t.click("unit:b1")
        assert t.screen.cursor == "b1"


async def test_a_long_order_shows_who_is_up_and_who_follows(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        assert t.screen.view is not None
        for width in range(20, 81):
            for up in t.screen.view.order:
                (line,) = order_lines(msgspec.structs.replace(t.screen.view, up=up), width, 1)
                assert width_of(line) <= max(width, 24)
                assert any(span.text.startswith("▸") for span in line)
