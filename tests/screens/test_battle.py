"""The battle screen: the commonest things are one key from the roster."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from tests.campaign import bog
from tests.screens.battle_table import act, table
from warband_tui.campaign.play import PlaySession
from warband_tui.dialogs.entry_detail import EntryDetail
from warband_tui.rules.state import to_json
from warband_tui.screens import battle as battle_module
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.widgets import log_view
from warband_tui.widgets.action_panel import ActionPanel
from warband_tui.widgets.lines import LinesView
from warband_tui.widgets.log_view import LogView


def skirmish(session: PlaySession) -> None:
    """One down with blood, one out, one acting."""
    act(session, do="turn")
    act(session, do="shoot", unit="a1", target="b2", dice=[4, 3])
    act(session, do="shoot", unit="b1", target="a2", dice=[5, 5])
    act(session, do="wade", unit="a3", distance=4)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_everything_is_on_screen_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table(tmp_path, size=size, before=skirmish) as t:
        for name in (*bog.NAMES[:3], *bog.FOES[:3]):
            assert name in t.roster
        assert "●○○○○○" in t.roster
        assert "DOWN" in t.roster
        assert "out of action" in t.roster
        assert "▸ Kett" in t.roster
        assert "✓ Weyl" in t.roster
        assert "2/3 up" in t.heads
        assert "losses █░ 1 of 2 · 1 more!" in t.heads
        assert "1.4" in t.log
        assert "shoot" in t.panel
        assert t.widest() <= size[0]


async def test_a_break_point_that_is_reached_says_so_in_words(tmp_path: Path) -> None:
    def broken(session: PlaySession) -> None:
        act(session, do="lose", unit="a1")
        act(session, do="lose", unit="a2")

    async with table(tmp_path, before=broken) as t:
        assert "losses ██  ! 2 of 2 REACHED" in t.heads


async def test_blood_is_one_key_and_a_capital_takes_it_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("b", "b", "B")
        assert t.unit("a1").counter("blood") == 1
        assert "blood 2 → 1" in t.log
        assert Journal(t.app.services.library).latest_seq(t.screen.battle_id) == 3


async def test_a_counter_of_the_side_is_one_key_too(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("v", "v")
        assert t.session.state.side("A").counter("points") == 2
        assert "VP 2" in t.heads


async def test_a_casualty_is_one_key_and_can_be_put_back(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("j", "x")
        assert not t.unit("a2").in_play
        assert "✗ Agathe" in t.roster
        await t.press("X")
        assert t.unit("a2").in_play


async def test_next_ends_the_activation_and_goes_to_the_other_sides_ready_unit(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("t", "w")
        assert t.session.state.active == "a1"
        await t.press("n")
        assert t.session.state.active == ""
        assert t.screen.cursor == "b1"
        await t.press("n")
        assert t.screen.cursor == "b1"
        assert "n again passes Orm without acting" in t.toasts
        await t.press("n")
        assert t.screen.cursor == "a2"


async def test_passing_is_asked_anew_after_a_look_at_another_unit(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("t", "n", "down", "n")
        assert [e.do for e in t.session.battle.entries] == ["turn"]
        await t.press("b", "n")
        assert [e.do for e in t.session.battle.entries] == ["turn", "mark", "end"]


async def test_an_empty_log_names_the_key_that_begins(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        assert "t begins turn 1" in t.log
        assert "deploys" not in t.log
        await t.press("t")
        assert "begins turn 1" not in t.log


async def test_when_everybody_has_acted_the_key_of_the_next_turn_is_named(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1)) as t:
        await t.press("t", "n", "n", "n", "n")
        assert "everybody has acted: t begins the next turn" in t.toasts


async def test_undo_and_redo_say_what_changed_and_which_key_turns_it_back(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("b")
        before = to_json(t.session.state)
        await t.press("u")
        assert "Undone: Weyl: blood 0 → 1 · ^r does it again" in t.toasts
        assert t.unit("a1").counter("blood") == 0
        assert "undone: Weyl" in t.log
        await t.press("ctrl+r")
        assert to_json(t.session.state) == before
        assert "u takes it back" in t.toasts


async def test_undo_with_nothing_done_says_so(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("u")
        assert "nothing has been done yet" in t.toasts
        assert t.session.battle.entries == []


async def test_the_log_can_show_what_was_undone_for_good(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("b", "u", "e")
        assert "blood" not in t.log
        await t.press("H")
        assert "Weyl: blood 0 → 1" in t.log
        assert "Undone:" in t.log


async def test_a_note_is_typed_on_the_spot(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("N", *"fog", "enter")
        assert t.last.text == "fog"
        await t.press("b")
        assert t.unit("a1").counter("blood") == 1


async def test_a_note_that_is_left_writes_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("N", *"fog", "escape")
        assert t.session.battle.entries == []
        await t.press("b")
        assert t.last.do == "mark"


async def test_an_entry_of_the_log_gets_a_star_and_a_note(tmp_path: Path) -> None:
    async with table(tmp_path, before=skirmish) as t:
        await t.press("tab", "k", "asterisk", "N", *"hot", "enter")
        assert t.session.state.stars == (3,)
        assert t.session.state.remarks == {"3": ("hot",)}
        assert "★" in t.log
        assert "↳ hot" in t.log


async def test_an_entry_opens_with_every_die_and_its_rules_lead_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, before=skirmish) as t:
        opened: list[str] = []
        monkeypatch.setattr(t.app, "open_rules", opened.append)
        await t.press("tab", "k", "enter")
        assert isinstance(t.app.screen, EntryDetail)
        told = t.app.screen.query_one(LinesView).text()
        assert "D6: 5 5  (typed in)" in told
        assert "5 + 5 = 10  → out" in told
        await t.press("1")
        assert opened == ["BOG-HIT"]


async def test_what_another_window_writes_appears_by_itself(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        with Library.open(tmp_path / "club.db", at=bog.AT) as second:
            act(bog.opened(second, t.screen.battle_id), do="mark", on="b1", counter="blood", by=3)
        t.screen.keep_up()
        await t.pilot.pause()
        assert "●●●○○○" in t.roster
        assert "another window" in t.toasts


async def test_of_two_windows_at_once_the_second_is_told_and_loses_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        with Library.open(tmp_path / "club.db", at=bog.AT) as second:
            act(bog.opened(second, t.screen.battle_id), do="mark", on="b1", counter="blood", by=3)
        await t.press("b")
        assert "another window" in t.toasts
        assert (t.unit("b1").counter("blood"), t.unit("a1").counter("blood")) == (3, 0)
        await t.press("b")
        assert t.unit("a1").counter("blood") == 1


async def test_a_long_battle_is_read_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_module, "FEW_ENTRIES", 0)
    async with table(tmp_path, before=skirmish) as t:
        assert "Weyl" in t.roster
        assert "1.4" in t.log


async def test_states_and_counters_are_set_from_a_menu(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("z", "enter")
        assert t.unit("a1").has("down")
        await t.press("z", "enter")
        assert not t.unit("a1").has("down")
        await t.press("z", "down", "enter", "4", "enter")
        assert t.unit("a1").counter("blood") == 4


async def test_finishing_names_the_winner_and_opens_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as t:
        reports: list[int] = []
        monkeypatch.setattr(t.app, "open_report", reports.append)
        await t.press("F", "down", "enter")
        assert (t.session.state.ended, t.session.state.winner) == ("agreed", "B")
        assert reports == [t.screen.battle_id]
        assert "over" in t.panel
        aftermaths: list[int] = []
        monkeypatch.setattr(t.app, "open_aftermath", aftermaths.append)
        await t.press("A")
        assert aftermaths == reports
        await t.press("u")
        assert t.session.state.ended == ""


async def test_any_unit_is_two_keys_away(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("slash", "f")
        assert t.screen.cursor == "b1"


async def test_arrows_and_letters_move_between_units_and_sides(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("down", "j", "l")
        assert t.screen.cursor == "b3"
        await t.press("k", "left", "g")
        assert t.screen.cursor == "a1"


async def test_crossing_over_from_the_acting_unit_lands_on_its_target(tmp_path: Path) -> None:
    async with table(tmp_path, before=lambda s: act(s, do="shoot", unit="a1", target="b3", dice=[1, 1])) as t:
        await t.press("l")
        assert t.screen.cursor == "b3"
        await t.press("h")
        assert t.screen.cursor == "a1"


async def test_the_terminal_may_be_resized_while_playing(tmp_path: Path) -> None:
    async with table(tmp_path, before=skirmish) as t:
        await t.press("j")
        cursor = t.screen.cursor
        for size in ((120, 40), (60, 20), (80, 24)):
            await t.pilot.resize_terminal(*size)
            await t.pilot.pause()
            assert t.screen.cursor == cursor
            assert t.widest() <= size[0]
        assert "Orm" in t.roster


async def test_in_a_narrow_terminal_the_side_of_the_cursor_is_shown(tmp_path: Path) -> None:
    async with table(tmp_path, size=(60, 20)) as t:
        assert "Weyl" in t.roster
        await t.press("l")
        assert "Orm" in t.roster
        assert "EEL COURT" in t.heads


async def test_a_long_log_draws_its_end_and_all_of_it_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_view, "WINDOW", 15)

    def many(session: PlaySession) -> None:
        for i in range(1, 41):
            act(session, do="note", text=f"note {i}")

    async with table(tmp_path, before=many) as t:
        assert "note 16" in t.log
        assert "note 15" not in t.log
        await t.click("entry:35")
        assert "note 1\n" in t.log
        assert t.screen.query_one(LogView).chosen == t.screen.book.line(35)  # type: ignore[union-attr]
        await t.press("g", "enter", "q", "tab", "b")
        assert "note 15" not in t.log
        assert "blood 0 → 1" in t.log


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_what_is_said_covers_but_the_oldest_lines_of_the_log_in_sight(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, size=size) as t:
        for n in range(size[1]):
            act(t.session, do="note", text=f"note {n}")
        t.screen.redraw()
        t.app.notify("u takes it back", markup=False)
        await t.pilot.pause()
        (toast,) = t.screen.query(Toast)
        assert toast.region.height == 1
        assert not toast.region.overlaps(t.screen.query_one(ActionPanel).region)
        assert toast.region.y == t.screen.query_one(LogView).region.y
        assert f"note {size[1] - 1}" in t.log
