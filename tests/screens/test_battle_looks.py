"""How the battle screen looks: both rosters, the acting unit, the break point, and an attack being prepared."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.campaign import bog
from tests.screens.battle_table import act
from tests.screens.conftest import HOSTILE
from warband_tui.app import WarbandApp
from warband_tui.campaign.play import PlaySession
from warband_tui.screens.battle import BattleScreen
from warband_tui.services import Services
from warband_tui.widgets.lines import LinesView

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


def middle_of_turn_one(session: PlaySession) -> None:
    """Losses on both sides, one of them at its break point; Ilk's side has the go."""
    act(session, do="turn")
    act(session, do="shoot", unit="a1", target="b2", dice=[4, 3])
    act(session, do="shoot", unit="b1", target="a2", dice=[5, 5])
    act(session, do="mark", on="b2", counter="blood", by=2)
    act(session, do="stab", unit="a3", target="b3", weapon="eel spear", dice=[1, 2])
    act(session, do="note", text="Mist comes up from the river, and nobody sees the far bank.")
    act(session, do="star", entry=3)
    act(session, do="remark", entry=3, text="right through the reeds")
    act(session, do="shoot", unit="b4", target="a4", dice=[6, 6])
    for unit in ("a5", "a6", "a7"):
        act(session, do="lose", unit=unit)


def app_with(services: Services) -> WarbandApp:
    battle_id = bog.begun(services.library, bog.setup(10))
    middle_of_turn_one(bog.opened(services.library, battle_id))
    return WarbandApp(services, start=lambda app: app.open_battle(battle_id))


@pytest.mark.parametrize("size", SIZES)
def test_a_battle_under_way(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """The acting unit stands out; the side that has reached its break point says so in a bar across its head."""
    assert snap_compare(app_with(services), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_an_attack_being_prepared(
    snap_compare: SnapCompare, services: Services, size: tuple[int, int]
) -> None:
    """At whom and with what, the odds, the ways to spend blood, whose choice it is, and the dice tray."""
    press = ["h", "g", *"jjjjjjj", "s", "s", "plus"]
    assert snap_compare(app_with(services), terminal_size=size, press=press)


@pytest.mark.parametrize("size", [(60, 20), *SIZES, (200, 60)])
async def test_names_from_anywhere_break_nothing(services: Services, size: tuple[int, int]) -> None:
    setup = bog.setup(len(HOSTILE), names=HOSTILE)
    battle_id = bog.begun(services.library, setup)
    app = WarbandApp(services, start=lambda app: app.open_battle(battle_id))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await pilot.press("b", "s", "enter", "1", "1", "a", "q", "z", "q", "tab", "enter")
        await pilot.pause()
        for view in [*screen.query(LinesView), *app.screen.query(LinesView)]:
            for line in view.lines:
                assert sum(span.width for span in line) <= size[0]
            assert "\x1b" not in view.text()
            assert "\u202e" not in view.text()
