"""How the board looks: squares and inches, narrow and wide, on light ground and without colour."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.campaign import bog
from tests.screens.battle_table import act
from tests.screens.board_table import Boarded, setup
from tests.screens.conftest import NOW
from tests.screens.driving import idle
from warband_tui.app import WarbandApp
from warband_tui.campaign.play import PlaySession
from warband_tui.screens.board import BoardScreen

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]
KINDS = ["squares", "inches"]


@pytest.fixture
def services(tmp_path_factory: pytest.TempPathFactory) -> Boarded:
    """The wired parts with the invented game, on a library that no snapshot shows."""
    folder = tmp_path_factory.mktemp("board")
    return Boarded(folder / "club.db", now=lambda: NOW, seed=lambda: 7, state_dir=folder)


def app_with(services: Boarded, kind: str, *, placed: bool = True, theme: str = "") -> WarbandApp:
    """A battle in its first turn, one unit moved and another selected."""
    battle_id = bog.begun(services.library, setup(kind, placed=placed))
    session = PlaySession.open(services.library, battle_id, now=bog.now, rulesets=services.ruleset)
    if placed:
        act(session, do="turn")
        x, y = session.state.unit("a3").at[0][:2]
        act(session, do="march", unit="a3", to=[x + 2, y + 1])
        act(session, do="condition", on="b1", condition="down")

    def start(app: WarbandApp) -> None:
        if theme:
            app.theme = theme
        app.push_screen(BoardScreen(session, "a1"))

    return WarbandApp(services, start=start)


def pressing(*keys: str) -> Callable[[Pilot[None]], object]:
    """Press keys, waiting for the answers after each."""

    async def run(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, WarbandApp)
        await idle(app, pilot)
        for key in keys:
            await pilot.press(key)
            await idle(app, pilot)

    return run


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_move_being_planned(
    snap_compare: SnapCompare, services: Boarded, kind: str, size: tuple[int, int]
) -> None:
    """Bands, the route with its marks, the price, this turn's trail, footprints, the legend where there is room."""
    way = ["right"] * 3 + ["down"] if kind == "squares" else ["left"] * 3 + ["up"]
    assert snap_compare(app_with(services, kind), terminal_size=size, run_before=pressing(*way))


@pytest.mark.parametrize("kind", KINDS)
def test_looking_at_an_enemy_on_light_ground(snap_compare: SnapCompare, services: Boarded, kind: str) -> None:
    """Sight with its line, the threats of the enemies."""
    app = app_with(services, kind, theme="warband-light")
    way = ["right"] * 4 + ["down"] if kind == "squares" else ["right"] * 2 + ["down"] * 4
    assert snap_compare(app, terminal_size=(120, 40), run_before=pressing("t", "s", *way))


def test_setting_up(snap_compare: SnapCompare, services: Boarded) -> None:
    """The zones, and who is still to be placed."""
    app = app_with(services, "inches", placed=False)
    assert snap_compare(app, terminal_size=(80, 24), run_before=pressing("enter"))


def test_a_move_without_colour(
    snap_compare: SnapCompare, services: Boarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sign is told apart by its character."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(
        app_with(services, "inches"), terminal_size=(80, 24), run_before=pressing("t", "left", "left")
    )
