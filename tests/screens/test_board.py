"""The board on screen: going about, planning and taking moves, looking, measuring, placing, undoing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread

import msgspec
import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets._toast import Toast

from tests.campaign import bog
from tests.screens.battle_table import act
from tests.screens.board_game import Squarewater
from tests.screens.board_table import Table, setup, table
from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, idle
from warband_tui.campaign.board_view_layers import (
    CHARGED,
    COVERED,
    HARMED,
    HIDDEN,
    PIN,
    SEEN,
    STEP,
    STRUCK,
    TRAIL,
    WAY,
)
from warband_tui.campaign.board_view_scene import BANDS, THREATS, ZONES
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.ruleset import installed, load
from warband_tui.screens import board_holding
from warband_tui.screens.battle import BattleScreen
from warband_tui.screens.board import BoardScreen
from warband_tui.widgets.board_panel import BoardPanel
from warband_tui.widgets.board_view import BoardView

SnapCompare = Callable[..., bool]
KINDS = ["squares", "inches"]


def begun(session: PlaySession) -> None:
    act(session, do="turn")


# Going about


@pytest.mark.parametrize("kind", KINDS)
async def test_the_cursor_begins_at_the_unit_and_keeps_to_the_board(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind) as t:
        projection = t.screen.projection
        assert projection is not None
        assert t.screen.spot()[:2] == tuple(t.unit("a1").at[0][:2])
        before = t.screen.cursor
        await t.press("right", "j")
        assert t.screen.cursor == (before[0] + 1, before[1] + 1)
        await t.press("L", "shift+down")
        assert t.screen.cursor == (before[0] + 6, before[1] + 6)
        await t.press("home", *["K"] * 6)
        assert t.screen.cursor == (0, 0)


async def test_tab_goes_through_the_units_and_f_back_to_the_one_selected(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("tab")
        assert (t.screen.unit, t.screen.cursor) == ("a2", (4, 9))
        await t.press("shift+tab", "shift+tab")
        assert t.screen.unit == "b3"
        await t.press("left", "left", "f")
        assert t.screen.cursor == (18, 4)


async def test_space_selects_whoever_is_under_the_cursor(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.to(16, 8)
        assert "Voss (Eel Court)" in t.panel, "a large one covers two squares a side"
        await t.press("space")
        assert t.screen.unit == "b2"
        await t.to(0, 0)
        await t.press("space")
        assert "nobody stands here" in t.toasts


@pytest.mark.parametrize("kind", KINDS)
async def test_zooming_keeps_the_cursor_where_it_is(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind) as t:
        await t.to(12, 9)
        for key in ("z", "plus", "z", "Z", "minus", "Z", "Z"):
            await t.press(key)
            x, y = t.screen.spot()[:2]
            assert abs(x - 12.5) <= 1
            assert abs(y - 9.5) <= 1
        assert t.screen.projection is not None
        assert t.screen.projection.zoom.across == 1


async def test_a_place_can_be_typed_to_the_fraction_of_an_inch(tmp_path: Path) -> None:
    async with table(tmp_path, "inches") as t:
        await t.press("c", *"10.2,7.75", "enter")
        assert t.screen.spot() == (10.2, 7.75, 0.0)
        await t.press("right")
        assert t.screen.spot()[0] == 11.5, "the cursor goes by whole tiles again"
        await t.press("c", "x", "enter")
        assert "is no place" in t.toasts


async def test_a_click_moves_the_cursor_selects_friends_and_leaves_the_unit_when_it_is_an_enemy(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as t:
        await click(t, 4, 9)
        assert t.screen.unit == "a2"
        await click(t, 9, 8)
        assert (t.screen.unit, t.screen.cursor) == ("a2", (9, 8))


async def click(t: Table, x: int, y: int) -> None:
    view = t.screen.query_one(BoardView)
    assert t.screen.projection is not None
    columns, rows = t.screen.projection.block((x, y))
    at = (columns[0] + view._inset.x - view.scroll_offset.x, rows[0] + view._inset.y - view.scroll_offset.y)
    assert await t.pilot.click(view, offset=at)
    await idle(t.app, t.pilot)


# Looking


@pytest.mark.parametrize("kind", ["squares", "inches"])
async def test_rulers_number_every_few_units_where_there_is_room(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind, size=(120, 40)) as t:
        lines = drawn(t.app).split("\n")
        numbers = ["0", "5", "10", "15", "20"] if kind == "squares" else ["0", "6", "12", "18", "24", "30"]
        top = next(i for i, line in enumerate(lines) if line[:78].split() == numbers)
        beside = [line[:78].split()[0] for line in lines[top + 1 :] if line[:78].split()[:1]]
        assert [word for word in beside if word.isdigit() and word in numbers][:3] == numbers[:3]
        view, projection = t.screen.query_one(BoardView), t.screen.projection
        assert projection is not None
        column = lines[top].index(f" {numbers[1]} ") + 1 - view.region.x - view._inset.x
        assert projection.tile_at(column, 0)[0] * projection.zoom.step == int(numbers[1])


async def test_messages_lie_over_the_top_of_the_map_for_a_short_time(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.press("c")
        t.app.say("a plain message " * 3)
        t.app.say("a refusal", severity="error")
        await t.pilot.pause()
        toasts = t.screen.query(Toast)
        assert len(toasts) == 2
        for toast in toasts:
            assert 1 <= toast.region.y <= 4
            for covered in ("#board-panel", "#board-prompt", "#board-heading"):
                assert not toast.region.overlaps(t.screen.query_one(covered).region)
        plain, refusal = sorted(t.app._notifications, key=lambda note: note.severity == "error")
        assert plain.timeout < refusal.timeout


# Moving


async def test_the_price_is_told_with_what_is_charged_and_who_may_strike(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.to(10, 7)
        assert "5 of 6 squares" in t.panel
        assert "Orm may strike" in t.panel
        strikes = next(i for i, w in enumerate(t.screen.here.trace.way, 1) if w.strikers)  # type: ignore[union-attr]
        assert f"step {strikes}" in t.panel
        await t.to(3, 10)
        assert "difficult +2" in t.panel
        assert t.glyph(4, 9.5) in "◆AG"


async def test_a_place_too_far_says_why_and_by_which_rule(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.to(13, 2)
        assert "✗" in t.panel
        assert "too far: 8 of 6" in t.panel
        assert "BOG-WADE" in t.panel


@pytest.mark.parametrize("kind", KINDS)
async def test_enter_takes_the_move_its_trail_stays_and_undo_refunds_both(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind, before=begun) as t:
        start = t.unit("a1").at
        await t.to(start[0][0] + 1, start[0][1] + 1)
        await t.press("enter")
        assert t.unit("a1").at != start
        assert t.unit("a1").used == ("march",)
        assert "◦" in t.canvas
        await t.press("u")
        assert t.unit("a1").at == start
        assert t.unit("a1").trail == ()
        assert "◦" not in t.canvas
        await t.press("ctrl+r")
        assert t.unit("a1").at != start
        act(t.session, do="turn")
        t.screen.keep_up()
        assert "◦" not in t.canvas, "a new turn begins with no trails"


async def test_a_move_that_is_not_allowed_asks_for_a_reason_to_override(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.to(13, 2)
        await t.press("enter")
        assert "too far" in t.panel
        assert t.unit("a1").at == ((5, 7),)
        await t.press("exclamation_mark", *"agreed", "enter")
        assert t.unit("a1").at == ((13, 2),)
        assert t.session.battle.entries[-1].override == "agreed"


async def test_a_way_of_moving_is_picked_by_digit_or_m_and_dice_and_choices_are_asked_for(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.press("m")
        assert t.screen.mode_id == "run"
        await t.press("4")
        assert t.screen.mode_id == "charge"
        await t.to(8, 8)
        await t.press("enter")
        assert "howl" in t.panel
        assert "type them or r rolls" in t.panel
        await t.press("3", "4")
        assert t.unit("a1").at == ((8, 8),)
        assert t.session.battle.entries[-1].choices


async def test_a_way_that_is_not_open_says_why(tmp_path: Path) -> None:
    def down(session: PlaySession) -> None:
        act(session, do="condition", on="a1", condition="down")

    async with table(tmp_path, before=down) as t:
        assert "run ✗" in t.panel
        await t.press("2")
        assert "run: it is down" in t.toasts


async def test_the_route_leads_through_points_and_leaves_them_again(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.to(5, 5)
        await t.press("v")
        await t.to(8, 8)
        assert "5 of 6 squares" in t.panel
        assert t.glyph(5.5, 5.5) == PIN
        await t.press("enter")
        assert t.session.battle.entries[-1].action["via"] == [[5, 5]]
        await t.press("u")
        await t.to(5, 5)
        await t.press("v", "v")
        assert t.screen.via == ()


async def test_bands_are_painted_with_a_sign_for_each_way(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        assert t.glyph(8.7, 10.5) == "·"
        assert t.glyph(14.7, 10.5) == "»"
        await t.press("2")
        assert t.glyph(8.7, 10.5) == "»", "the way that is picked lies on top"


# Looking


async def test_sight_tells_what_is_found_and_draws_the_line(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.press("s")
        assert "put the cursor on somebody" in t.panel
        await t.to(15, 7)
        assert "hidden" in t.panel
        assert "BOG-HIT" in t.panel
        assert t.glyph(10, 7.5) == HIDDEN
        await t.to(9, 8)
        assert "clear" in t.panel
        assert t.glyph(7.5, 8) == SEEN
        await t.press("escape")
        assert isinstance(t.app.screen, BoardScreen)
        assert "clear" not in t.panel


@pytest.mark.parametrize("kind", KINDS)
async def test_measuring_logs_nothing(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind) as t:
        before = len(t.session.battle.entries)
        await t.to(20, 10)
        await t.press("r")
        await t.to(20, 13)
        assert "ruler 3" in t.panel
        assert len(t.session.battle.entries) == before
        await t.press("r")
        assert "ruler" not in t.panel


async def test_threats_are_shown_on_demand(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        assert "†" not in t.canvas
        await t.press("t")
        assert t.glyph(8, 9.5) == "†"
        assert "threats of all enemies" in t.panel
        await t.press("t")
        assert "†" not in t.canvas
        assert "threats" not in t.panel


async def test_threats_of_the_one_under_the_cursor_are_shown_alone_and_told_where_they_reach(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, size=(120, 40)) as t:
        await t.to(9, 8)
        await t.press("t")
        assert "threats of Orm" in t.panel
        assert {threat.unit for threat in t.screen.bands.threats} == {"b1"}
        await t.to(8, 9)
        assert f"Orm: {t.screen.bands.threats[0].label}" in t.panel
        await t.press("t")
        assert "threats of all enemies" in t.panel, "a place where nobody stands means all of them"


async def test_templates_tell_whom_they_cover(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.to(9, 9)
        await t.press("p")
        assert "bomb" in t.panel
        assert "Orm: within 2" in t.panel
        assert COVERED in t.canvas
        await t.press("p", "p")
        assert COVERED not in t.canvas


async def test_heights_of_a_place_are_gone_through(tmp_path: Path) -> None:
    async with table(tmp_path, "inches") as t:
        await t.to(29, 26)
        await t.press("e")
        assert t.screen.spot()[2] == 2
        assert 'up 2"' in t.panel
        await t.to(1, 1)
        await t.press("e")
        assert "only the ground" in t.toasts


async def test_the_legend_is_there_where_there_is_room_and_on_a_key_elsewhere(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        assert not t.screen.has_class("-legend")
        await t.press("i")
        assert t.screen.has_class("-legend")
        assert "rubble" in t.legend
        assert "low wall" in t.legend
    async with table(tmp_path / "wide", size=(120, 40)) as t:
        assert t.screen.has_class("-legend")


# Placing


@pytest.mark.parametrize("kind", KINDS)
async def test_setting_up_goes_through_those_who_are_not_placed_and_logs_no_movement(
    tmp_path: Path, kind: str
) -> None:
    async with table(tmp_path, kind, plan=setup(kind, placed=False)) as t:
        assert "still to be placed: Agathe" in t.panel
        await t.to(3, 3)
        await t.press("enter")
        assert t.unit("a1").at[0][:2] == ((3, 3) if kind == "squares" else (3.5, 3.5))
        assert t.unit("a1").trail == ()
        assert t.screen.placing == "a2"
        await t.press("tab", "tab", "escape")
        assert t.screen.placing == ""
        await t.press("u")
        assert t.unit("a1").at == ()


async def test_d_mends_where_a_unit_stands_and_x_takes_it_off(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        await t.press("d")
        await t.to(20, 12)
        await t.press("enter")
        assert t.unit("a1").at == ((20, 12),)
        assert t.unit("a1").used == ()
        await t.press("X")
        assert t.unit("a1").at == ()
        assert "not on the board" in t.panel


# From and to the battle


async def test_the_board_is_opened_from_the_battle_and_what_is_done_there_is_seen(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        t.app.pop_screen()
        t.app.push_screen(BattleScreen(t.session.heading.id))
        await idle(t.app, t.pilot)
        await t.press("at")
        await t.to(6, 8)
        await t.press("enter", "q")
        screen: object = t.app.screen
        assert isinstance(screen, BattleScreen)
        assert screen.session is not None
        assert screen.session.state.unit("a1").at == ((6, 8),)
        assert "goes 1" in drawn(t.app)


async def test_a_game_without_boards_goes_on_without(tmp_path: Path) -> None:
    async with table(tmp_path, plan=bog.setup()) as t:
        assert "you say what is in reach, in sight" in t.panel
        await t.press("t", "m", "enter", "r", "tab", "b")
        assert "no board" in t.toasts
        await t.press("q")
        assert not isinstance(t.app.screen, BoardScreen)


# Everything literal, every size


async def test_names_are_literal(tmp_path: Path) -> None:
    for n, size in enumerate(((80, 24), (120, 40))):
        async with table(tmp_path / str(n), size=size, plan=setup(names=HOSTILE), before=begun) as t:
            assert t.app.is_running
            for key in ("tab", "tab", "s", "t", "i", "d", "r"):
                await t.press(key)
            shown = drawn(t.app)
            assert "\x1b[2J" not in shown
            assert "\u202e" not in shown


async def test_a_name_with_markup_is_shown_as_it_is(tmp_path: Path) -> None:
    plan = setup(names=("Grim [/the] Bold", "[@click=app.quit]x[/]", "[red]Bob[/]"))
    async with table(tmp_path, plan=plan) as t:
        assert "Grim [/the] Bold" in drawn(t.app)
        await t.press("tab")
        assert "[@click=app.quit]x[/]" in drawn(t.app)
        assert len(set(t.screen.picture.codes.values() if t.screen.picture else ())) == 6


@pytest.mark.parametrize("kind", KINDS)
async def test_resizing_keeps_the_cursor_and_the_footer_fits(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind) as t:
        await t.to(10, 10)
        before = t.screen.cursor
        for size in ((120, 40), (60, 20), (200, 60), (80, 24)):
            await t.pilot.resize_terminal(*size)
            await idle(t.app, t.pilot)
            assert t.screen.cursor == before
        assert "? help" in drawn(t.app).splitlines()[-1].lower()


async def test_a_place_of_an_action_is_picked_on_the_board(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        t.app.pop_screen()
        battle = BattleScreen(t.session.heading.id)
        t.app.push_screen(battle)
        await idle(t.app, t.pilot)
        battle.start("march", {"unit": "a1"}, at_once=False)
        await t.press("t")
        await t.to(6, 8)
        await t.press("enter")
        assert battle.is_current
        assert "6,8" in drawn(t.app)
        await t.press("enter")
        assert battle.session is not None
        assert battle.session.state.unit("a1").at == ((6, 8),)


async def test_without_a_board_no_form_asks_for_a_place(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(setup("inches", placed=False), board=None)
    async with table(tmp_path, plan=plan, before=begun) as t:
        t.app.pop_screen()
        battle = BattleScreen(t.session.heading.id)
        t.app.push_screen(battle)
        await idle(t.app, t.pilot)
        battle.start("march", {"unit": "a1"}, at_once=False)
        await idle(t.app, t.pilot)
        shown = drawn(t.app)
        assert "mode" in shown
        assert "via" not in shown
        await t.press("enter")
        assert "goes as far as it likes" in drawn(t.app)


async def test_the_wheel_scrolls_and_with_ctrl_it_zooms(tmp_path: Path) -> None:
    async with table(tmp_path, "inches") as t:
        view = t.screen.query_one(BoardView)
        before = t.screen.level
        for kind, level in ((MouseScrollUp, before + 1), (MouseScrollDown, before)):
            wheel = kind(view, 5, 5, 0, 0, 0, shift=False, meta=False, ctrl=True)
            view.post_message(wheel)
            await idle(t.app, t.pilot)
            assert t.screen.level == level


async def test_a_click_in_the_panel_picks_a_way_of_moving(tmp_path: Path) -> None:
    async with table(tmp_path, size=(120, 40), before=begun) as t:
        panel = t.screen.query_one("#board-panel", BoardPanel)
        y = next(i for i, line in enumerate(panel.lines) if any(s.link == "mode:1" for s in line))
        assert await t.pilot.click(panel, offset=(4, y))
        await idle(t.app, t.pilot)
        assert t.screen.mode_id == "run"


async def test_the_unit_that_acts_is_selected_when_none_is_named(tmp_path: Path) -> None:
    def acting(session: PlaySession) -> None:
        act(session, do="turn")
        act(session, do="activate", unit="a2")

    async with table(tmp_path, unit="", before=acting) as t:
        assert t.screen.unit == "a2"


async def test_another_windows_acts_are_seen(tmp_path: Path) -> None:
    async with table(tmp_path, before=begun) as t:
        services = t.screen.services
        other = PlaySession.open(
            services.library, t.session.heading.id, now=bog.now, rulesets=services.ruleset
        )
        act(other, do="place", unit="a2", at=[1, 1])
        t.screen.keep_up()
        await idle(t.app, t.pilot)
        assert t.unit("a2").at == ((1, 1),)
        assert t.glyph(1.2, 1.5) == "A"


# What goes wrong, and what is easily missed


@pytest.mark.parametrize("question", ["trace", "reach", "modes"])
async def test_a_slip_in_the_rules_is_told_and_logged_and_the_board_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    def slips(*_: object) -> None:
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr(Squarewater, question, slips, raising=False)
    async with table(tmp_path, before=begun) as t:
        await t.press("right", "down", "right")
        assert t.toasts.count("could not work it out; log: ") == 1
        (log,) = tmp_path.glob("crash-*.log")
        assert "ZeroDivisionError: a slip" in log.read_text(encoding="utf-8")
        if question == "trace":
            assert "✗ the rules of this game could not work it out" in t.panel
            await t.press("enter")
            assert not t.unit("a1").used
        monkeypatch.undo()
        await t.press("tab", "left")
        assert "Enter takes it" in t.panel


@pytest.mark.parametrize(
    ("where", "name", "keys"),
    [
        (Squarewater, "templates", ("p",)),
        (Squarewater, "measure", ("r", "right")),
        (board_holding, "formation", ("d", "right", "enter")),
    ],
)
async def test_a_slip_in_what_is_asked_at_once_is_told_and_the_board_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: object, name: str, keys: tuple[str, ...]
) -> None:
    def slips(*_: object) -> None:
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr(where, name, slips)
    async with table(tmp_path, before=begun) as t:
        await t.press(*keys)
        assert t.toasts.count("could not work it out; log: ") == 1
        assert len(list(tmp_path.glob("crash-*.log"))) == 1
        before = t.screen.spot()
        await t.press("left")
        assert t.screen.spot() != before


# Answers that take their time


class Held:
    """Holds back what a game answers to a question until it is let go."""

    def __init__(self, patch: pytest.MonkeyPatch, question: str) -> None:
        self.free = Event()
        self.free.set()
        self.threads: set[Thread] = set()
        asked = getattr(Squarewater, question)

        def answer(game: Squarewater, *args: object) -> object:
            self.threads.add(current_thread())
            assert self.free.wait(20)
            return asked(game, *args)

        patch.setattr(Squarewater, question, answer)

    async def release(self, t: Table) -> None:
        self.free.set()
        await idle(t.app, t.pilot)


async def test_an_answer_about_the_battle_as_it_was_before_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "trace")
    async with table(tmp_path, before=begun) as t:
        held.free.clear()
        t.screen.go_to((6, 9))
        await t.pilot.pause()
        t.screen.start({"do": "place", "unit": "a1", "at": [[2, 2]]})
        t.screen.go_to((8, 9))
        await t.pilot.pause()
        await held.release(t)
        await t.to(6, 9)
        assert t.screen.here is not None
        assert t.screen.here.trace == t.session.ruleset.trace(t.session.state, "a1", "walk", (6, 9))


async def test_enter_before_the_answer_takes_the_move_when_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "trace")
    async with table(tmp_path, before=begun) as t:
        held.free.clear()
        await t.pilot.press("right", "down", "enter")
        assert not t.unit("a1").used
        assert "taken when worked out" in t.panel
        await held.release(t)
        assert (t.unit("a1").at, t.unit("a1").used) == (((6, 8),), ("march",))
        assert "taken when worked out" not in t.panel
        assert main_thread() not in held.threads


@pytest.mark.parametrize("key", ["escape", "left", "tab", "2", "v", "c"])
async def test_enter_before_the_answer_counts_only_for_what_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    held = Held(monkeypatch, "trace")
    async with table(tmp_path, before=begun) as t:
        entries = len(t.session.battle.entries)
        held.free.clear()
        await t.pilot.press("right", "down", "enter", key)
        await held.release(t)
        assert len(t.session.battle.entries) == entries
        assert t.screen.is_current


async def test_a_way_of_moving_is_picked_before_it_is_known_which_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "modes")
    async with table(tmp_path, before=begun) as t:
        held.free.clear()
        await t.pilot.press("tab", "2", "right", "enter")
        assert (t.screen.unit, t.screen.mode_id, t.unit("a2").used) == ("a2", "", ())
        assert "nothing is known" not in t.panel
        held.threads.clear()
        await held.release(t)
        assert t.screen.mode_id == "run"
        assert t.unit("a2").at == ((5, 9),)
        assert main_thread() not in held.threads


@pytest.mark.parametrize("kind", KINDS)
async def test_enter_where_the_unit_stands_says_so_and_logs_nothing(tmp_path: Path, kind: str) -> None:
    async with table(tmp_path, kind, before=begun) as t:
        entries = len(t.session.battle.entries)
        await t.press("f", "enter")
        assert len(t.session.battle.entries) == entries
        assert "stands here; put the cursor elsewhere" in t.toasts
        await t.press("right", "v", "left", "enter")
        assert t.unit("a1").used == ("march",), "there and back again is a move"


async def test_a_larger_terminal_shows_the_board_larger_until_one_zooms(tmp_path: Path) -> None:
    async with table(tmp_path) as t:

        def across() -> float:
            assert t.screen.projection is not None
            return t.screen.projection.zoom.across

        small = across()
        await t.pilot.resize_terminal(200, 60)
        await idle(t.app, t.pilot)
        assert across() > small
        await t.pilot.resize_terminal(80, 24)
        await idle(t.app, t.pilot)
        assert across() == small
        await t.press("z")
        chosen = across()
        await t.pilot.resize_terminal(200, 60)
        await idle(t.app, t.pilot)
        assert across() == chosen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_cursors_line_tells_whose_zone_it_is_in(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table(tmp_path, "inches", size=size) as t:
        names = [side.name for side in t.session.state.sides.values()]
        await t.to(30, 3)
        assert f"deployment zone of {names[0]}" in t.panel
        await t.to(4, 33)
        assert f"deployment zone of {names[1]}" in t.panel
        await t.to(30, 18)
        assert "zone" not in t.panel


def test_every_sign_of_the_board_is_another_and_no_terrain_has_it() -> None:
    signs = [
        *BANDS.values(),
        *THREATS,
        *ZONES,
        TRAIL,
        WAY,
        STEP,
        CHARGED,
        STRUCK,
        HIDDEN,
        COVERED,
        PIN,
        HARMED,
    ]
    assert len(set(signs)) == len(signs)
    assert SEEN == WAY, "a line of sight and a way are both lines"
    # What a move covers is marked like open ground, which lies below it anyway.
    ground = {BANDS["move"]}
    for game in map(load, installed()):
        terrain = {kind.glyph for kind in game.board_words.terrain} if game.board_words else set()
        assert not (terrain - ground) & set(signs), game.title


async def test_the_legend_names_the_mark_of_the_hurt(tmp_path: Path) -> None:
    async with table(tmp_path, size=(120, 40)) as t:
        assert f"{HARMED}  hurt" in t.legend
        assert f"{STRUCK}  may be struck" in t.legend
