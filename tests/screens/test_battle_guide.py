"""The guided round: the panel becomes the guide, one key takes a result, undo steps back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from tests.campaign import bog
from tests.screens.battle_table import Table, act, table
from tests.screens.conftest import HOSTILE
from tests.screens.rallying import RALLYING, Rallying
from warband_tui.app import WarbandApp
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.guide import Forecast
from warband_tui.rules.ruleset import Chance, Ruleset
from warband_tui.rules.state import BattleState, Setup
from warband_tui.screens.battle_guide import ForecastMode, GuideMode
from warband_tui.screens.odds_lab import OddsLabScreen
from warband_tui.services import Services
from warband_tui.widgets.lines import LinesView

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def rallying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle of these tests is of the game with the guided round."""

    def game(services: Services, ruleset_id: str) -> Ruleset:
        del services, ruleset_id
        return RALLYING

    monkeypatch.setattr(Services, "ruleset", game)


def rout(session: PlaySession) -> None:
    """The reeve, two others and one who is down bleed."""
    act(session, do="turn")
    for unit in ("a1", "a2", "a3"):
        act(session, do="mark", on=unit, counter="blood")
    act(session, do="mark", on="b1", counter="blood")
    act(session, do="condition", on="b1", condition="down")


def step(t: Table) -> str:
    """Return the unit of the present step."""
    assert isinstance(t.screen.mode, GuideMode)
    assert t.screen.mode.step is not None
    return t.screen.mode.step.unit


async def test_the_panel_is_the_guide_as_soon_as_the_round_begins(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        assert "The rout" in t.panel
        assert "blood in the water" in t.panel
        assert "3 to go" in t.panel
        assert "▸ Weyl" in t.panel
        assert "58.3 %" in t.panel
        assert "1 blessing 83.3 % +25.0 best" in t.panel
        assert "covers in reach: Agathe, Kett" in t.panel
        assert "exempt: is down and cannot run" in t.panel
        assert t.screen.cursor == "a1"


async def test_one_key_takes_a_result_and_the_guide_moves_on(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("p")
        assert t.unit("a1").has("rallied")
        assert step(t) == t.screen.cursor == "a2"
        await t.press("x")
        assert not t.unit("a2").in_play
        assert step(t) == "a3"
        assert "failed: has run" in t.panel
        assert "passed: stands" in t.panel


async def test_the_end_of_the_round_is_told_and_the_cursor_goes_to_who_is_still_there(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("p", "x", "x")
        assert "The rout: over. 1 passed, 2 failed, 1 exempt" in t.toasts
        assert t.unit(t.screen.cursor).in_play


async def test_undo_steps_back(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("x", "u")
        assert t.unit("a1").in_play
        assert step(t) == "a1"
        await t.press("ctrl+r")
        assert not t.unit("a1").in_play
        assert step(t) == "a2"


async def test_dice_are_typed_or_rolled(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("6", "5")
        assert t.unit("a1").has("rallied")
        assert t.last.rolls[0].dice == (6, 5)
        await t.press("1", "2")
        assert not t.unit("a2").in_play
        await t.press("r")
        assert len(t.last.rolls[0].dice) == 2
        assert "The rout" not in t.panel


async def test_who_has_passed_covers_others(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("p")
        assert "covered, if in reach, by Weyl" in t.panel
        await t.press("c")
        assert t.unit("a2").has("steadied")
        assert "covered: steadied by the reeve" in t.panel


async def test_with_two_who_might_cover_it_is_asked_who(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("p", "p", "c")
        assert "Who covers Kett?" in t.panel
        await t.press("down", "enter")
        assert t.unit("a3").has("steadied")
        assert t.last.text == "Agathe steadies Kett"


async def test_another_step_can_be_taken_first(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("down", "x")
        assert not t.unit("a2").in_play
        assert step(t) == "a1"


def gang(models: int) -> Setup:
    """The second of the first side is a group."""
    setup = bog.setup()
    first = setup.sides[0]
    units = (first.units[0], replace(first.units[1], models=models), first.units[2])
    return replace(setup, sides=(replace(first, units=units), setup.sides[1]))


async def test_a_group_is_settled_one_by_one_or_with_a_capital_all_at_once(tmp_path: Path) -> None:
    async with table(tmp_path, setup=gang(5), before=rout) as t:
        await t.press("p")
        assert "5 left" in t.panel
        assert "2.1 of 5 are expected to fail" in t.panel
        assert "P X C for all 5 at once" in t.panel
        await t.press("x")
        assert t.unit("a2").models == 4
        await t.press("X")
        assert not t.unit("a2").in_play
        await t.press("u", "C")
        assert t.unit("a2").has("steadied")
        assert t.last.action["models"] == 4


async def test_of_a_single_one_the_capital_is_the_small_letter(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        # It must never put a model back, as it does outside the round.
        await t.press("X")
        assert not t.unit("a1").in_play
        assert t.last.action["do"] == "rally"


async def test_it_can_be_set_aside_and_taken_up(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("q")
        assert "The rout" not in t.panel
        assert "3 to go" in t.toasts
        await t.press("b")
        assert "The rout" not in t.panel
        await t.press("greater_than_sign")
        assert "The rout" in t.panel


async def test_enter_shows_the_action_before_it_is_done(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("enter")
        assert "rally" in t.panel
        assert not t.unit("a1").has("rallied")
        await t.press("q")
        assert "The rout" in t.panel


async def test_other_keys_work_as_ever(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.press("a")
        assert "Weyl: what?" in t.panel
        await t.press("q")
        assert "The rout" in t.panel


async def test_the_mouse_takes_steps_and_results(tmp_path: Path) -> None:
    async with table(tmp_path, before=rout) as t:
        await t.click("step:1")
        assert step(t) == "a2"
        await t.click("unit:a3")
        assert step(t) == "a3"
        await t.click("step:3")
        assert "is down and cannot run" in t.toasts
        await t.pilot.click("KeyBar", offset=(2, 0))
        assert t.unit("a3").has("rallied")


async def test_there_is_nothing_to_go_on_with_when_no_round_is_on(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("greater_than_sign")
        assert "no round" in t.toasts


# The forecast


async def test_the_forecast_is_one_key_and_its_reasons_are_another(tmp_path: Path) -> None:
    def bleeding(session: PlaySession) -> None:
        act(session, do="mark", on="a1", counter="blood")

    async with table(tmp_path, size=(80, 20), before=bleeding) as t:
        await t.press("percent_sign")
        assert "Reed Wardens" in t.panel
        assert "58.3 %" in t.panel
        assert "expected to run 0.4" in " ".join(t.panel.split())
        assert "must rally" not in t.panel
        await t.press("a")
        assert "58.3 %" not in t.panel
        assert "Reed Wardens: 1 must rally" in t.panel
        assert "nobody is steadied" in t.panel
        assert "BOG-HIT" in t.panel
        await t.press("a")
        assert "0 of 2" in t.panel
        assert "nobody is steadied" not in t.panel
        await t.press("percent_sign")
        assert t.screen.mode is None


async def test_where_there_is_room_all_of_the_forecast_is_there_at_once(tmp_path: Path) -> None:
    async with table(tmp_path, size=(120, 40)) as t:
        await t.press("percent_sign")
        assert "expected to run" in t.panel
        assert "nobody is steadied" in t.panel
        assert "0 of 2 · 2 more" in t.panel
        assert "more" not in " ".join(key.label for key in t.screen.footer_keys())


class Foreseeing(Rallying):
    """The same game, which foresees flight: the chance grows with each that bleeds."""

    def forecast(self, state: BattleState) -> tuple[Forecast, ...]:
        bleeding = sum(unit.counter("blood") > 0 for unit in state.of_side("A"))
        chances = (
            Chance("flees-this", "flees by the end of this turn", Fraction(bleeding, 4)),
            Chance("flees-next", "flees by the end of the next", Fraction(bleeding, 3)),
        )
        return (Forecast("A", chances),)


async def test_a_wide_screen_has_the_forecast_in_the_heads_and_it_follows_once_the_battle_is_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreseeing = cast(Ruleset, Foreseeing())
    monkeypatch.setattr(Services, "ruleset", lambda *_: foreseeing)
    async with table(tmp_path, size=(120, 40)) as t:
        assert "flees 0 % this turn, 0 % next · % why" in t.heads
        dividers = {line.index("│") for line in t.heads.splitlines()}
        split = t.roster.splitlines()[0].index("│")
        assert dividers == {split}, "every line of the heads is split where the rosters are"
        await t.press("b")
        for _ in range(100):
            await t.pilot.pause(0.05)
            if "25 %" in t.heads:
                break
        assert "flees 25 % this turn, 33.3 % next" in t.heads
        await t.click("do:forecast")
        assert "flees by the end of the next" in t.panel


async def test_a_small_screen_keeps_the_forecast_out_of_the_heads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreseeing = cast(Ruleset, Foreseeing())
    monkeypatch.setattr(Services, "ruleset", lambda *_: foreseeing)
    async with table(tmp_path) as t:
        assert "flees" not in t.heads
        assert len(t.heads.splitlines()) == 2


async def test_the_forecast_follows_the_battle(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("percent_sign")
        act(t.session, do="mark", on="b1", counter="blood")
        t.screen.redraw()
        assert isinstance(t.screen.mode, ForecastMode)
        assert "58.3 %" in t.panel


async def test_the_lab_is_one_key_from_the_battle(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("O")
        await t.pilot.pause()
        assert isinstance(t.app.screen, OddsLabScreen)


# Looks


def app_with(services: Services, names: tuple[str, ...] = bog.NAMES, size: int = 8) -> WarbandApp:
    battle_id = bog.begun(services.library, bog.setup(size, names=names))
    session = PlaySession.open(services.library, battle_id, now=bog.now, rulesets=lambda _: RALLYING)
    act(session, do="turn")
    for unit in ("a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"):
        act(session, do="mark", on=unit, counter="blood")
    act(session, do="condition", on="a2", condition="down")
    act(session, do="rally", unit="a1", stands=True)
    act(session, do="rally", unit="a3", stands=False)
    return WarbandApp(services, start=lambda app: app.open_battle(battle_id))


@pytest.mark.parametrize("size", SIZES)
def test_a_round_under_way(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """The present one stands out with its chance and who may cover it; those done and exempt say why."""
    assert snap_compare(app_with(services), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_forecast(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """Both sides side by side: chances with bars, then means."""
    assert snap_compare(app_with(services), terminal_size=size, press=["q", "percent_sign"])


def test_what_a_forecast_stands_on(snap_compare: SnapCompare, services: Services) -> None:
    """What holds of one side by its name, what holds of both once, the rules last."""
    assert snap_compare(app_with(services), terminal_size=(80, 20), press=["q", "percent_sign", "a"])


@pytest.mark.parametrize("size", [(60, 20), *SIZES, (200, 60)])
async def test_names_from_anywhere_break_nothing(services: Services, size: tuple[int, int]) -> None:
    app = app_with(services, HOSTILE, len(HOSTILE))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for keys in (("down", "down"), ("p", "c"), ("q", "percent_sign", "a")):
            await pilot.press(*keys)
            await pilot.pause()
            for view in app.screen.query(LinesView):
                for line in view.lines:
                    assert sum(span.width for span in line) <= size[0]
                assert "\x1b" not in view.text()
                assert "\u202e" not in view.text()
