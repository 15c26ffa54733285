"""Acting on the battle screen: targets, dice, choices, odds, refusals, forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.campaign import bog
from tests.screens.battle_table import Table, act, table
from tests.screens.driving import drawn
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.resolution import Refused
from warband_tui.widgets.action_panel import ActionPanel
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.roster import Rosters


def bloody(session: PlaySession) -> None:
    act(session, do="mark", on="b1", counter="blood", by=2)


async def test_an_attack_is_two_keys_and_the_dice(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("s", "s", "6", "6")
        assert t.last.action == {"do": "shoot", "unit": "a1", "target": "b2", "weapon": "sling"}
        assert t.last.rolls[0].dice == (6, 6)
        assert t.last.rolls[0].given
        assert not t.unit("b2").in_play


async def test_enter_takes_the_target_that_is_offered(tmp_path: Path) -> None:
    async with table(tmp_path, before=lambda s: act(s, do="shoot", unit="a1", target="b3", dice=[1, 1])) as t:
        await t.press("s")
        assert "Enter Brakh" in t.panel
        await t.press("enter", "1", "2")
        assert t.last.action["target"] == "b3"


async def test_one_at_whom_it_would_be_refused_is_not_offered_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    propose = Battle.propose

    def hidden(battle: Battle, action: Any, **how: Any) -> Entry:
        if getattr(action, "target", "") == "b1":
            raise Refused("out of sight")
        return propose(battle, action, **how)

    monkeypatch.setattr(Battle, "propose", hidden)
    async with table(tmp_path) as t:
        await t.press("s")
        assert "Enter Voss" in t.panel
        assert t.roster.count("▌") == 2
        await t.press("a")
        assert "out of sight" in t.panel


async def test_the_only_target_is_not_asked_for(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1)) as t:
        await t.press("s", "1", "2")
        assert t.last.text == "Weyl strikes Orm, sling: 1 2 = 3, miss"


async def test_tab_changes_the_weapon_and_it_is_remembered(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1)) as t:
        await t.press("s", "tab", "1", "1")
        assert t.last.action["weapon"] == "eel spear"
        await t.press("s")
        assert "eel spear" in t.panel


async def test_a_die_typed_wrong_is_taken_back(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1)) as t:
        await t.press("s", "1", "backspace", "6", "5")
        assert t.last.rolls[0].dice == (6, 5)


async def test_a_face_that_no_die_has_is_refused_on_the_spot(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1)) as t:
        await t.press("s", "7")
        assert "there is no 7 on a D6" in t.toasts
        assert t.session.battle.entries == []


async def test_the_program_rolls_and_the_same_again_after_undo(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1)) as t:
        await t.press("s", "r")
        first = t.last
        assert not first.rolls[0].given
        await t.press("u", "s", "r")
        assert t.last.rolls == first.rolls


async def test_odds_are_shown_before_the_dice(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1), before=bloody) as t:
        await t.press("s")
        assert "41.7 %" in t.panel
        assert "27.8 %" in t.panel
        assert "2 blood 69.4 % +41.7 best" in t.panel


async def test_the_first_die_accepts_the_choices_as_they_stand(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1), before=bloody) as t:
        await t.press("s")
        assert "Mira (Reed Wardens): spend Orm's blood" in t.panel
        assert "0 of 2" in t.panel
        await t.press("1", "2")
        assert [c.value for c in t.last.choices] == [0]
        assert t.unit("b1").counter("blood") == 2


async def test_plus_changes_a_choice_and_the_number_of_dice(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1), before=bloody) as t:
        await t.press("s", "plus")
        assert "3D6" in t.panel
        await t.press("1", "2", "3")
        assert [c.value for c in t.last.choices] == [1]
        assert t.last.rolls[0].dice == (1, 2, 3)


async def test_the_best_way_is_one_key(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1), before=bloody) as t:
        await t.press("s", "w", "w", "r")
        assert [c.value for c in t.last.choices] == [2]


async def test_a_refused_action_says_why_and_by_which_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, before=lambda s: act(s, do="condition", on="a1", condition="down")) as t:
        opened: list[str] = []
        monkeypatch.setattr(t.app, "open_rules", opened.append)
        await t.press("s")
        assert "✗ Weyl is down  BOG-HIT" in t.panel
        await t.click("rule:BOG-HIT")
        assert opened == ["BOG-HIT"]
        await t.press("q")
        assert len(t.session.battle.entries) == 1


async def test_a_refusal_is_overridden_with_a_note_that_the_log_keeps(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(1), before=lambda s: act(s, do="wade", unit="a1")) as t:
        await t.press("w")
        assert "has waded already" in t.panel
        await t.press("exclamation_mark", *"raft", "enter")
        assert t.last.override == "raft"
        assert "OVERRIDE Weyl wades" in t.log


async def test_an_override_without_a_reason_is_none(tmp_path: Path) -> None:
    async with table(tmp_path, before=lambda s: act(s, do="wade", unit="a1")) as t:
        await t.press("w", "exclamation_mark", "enter")
        assert len(t.session.battle.entries) == 1
        assert "takes a reason" in t.toasts


async def test_after_a_refusal_the_next_key_simply_goes_on(tmp_path: Path) -> None:
    async with table(tmp_path, before=lambda s: act(s, do="wade", unit="a1")) as t:
        await t.press("w", "b")
        assert t.unit("a1").counter("blood") == 1


async def test_what_a_field_may_put_right_is_offered_with_the_refusal(tmp_path: Path) -> None:
    async with table(tmp_path, before=lambda s: act(s, do="wade", unit="a1")) as t:
        await t.press("w")
        assert "d distance 5" in t.panel
        await t.press("d", "backspace", "3", "enter")
        assert "has waded already" in t.panel
        assert "d distance 3" in t.panel
        assert len(t.session.battle.entries) == 1


async def test_the_form_of_an_action_is_made_from_its_fields(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("a", "w")
        assert "distance 5" in t.panel
        await t.press("3", "plus", "enter")
        assert t.last.action == {"do": "wade", "unit": "a1", "distance": 4.0}


async def test_a_number_out_of_range_is_refused_in_the_form(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("a", "w", "9", "9", "9")
        assert "✗" in t.panel
        await t.press("q")
        assert t.session.battle.entries == []


def footer(t: Table) -> list[tuple[str, str]]:
    return [(key.key, key.label) for key in t.screen.query_one(KeyBar).keys]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_what_is_typed_into_a_field_is_seen_with_its_caret(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, size=size) as t:
        await t.press("a", "w", "d")
        assert "distance: 5▏   Enter done  Esc back" in t.panel
        assert footer(t) == [("Enter", "done"), ("Esc", "back")]
        await t.press("backspace", "1", "2")
        await t.pilot.pause()
        assert "distance: 12▏" in t.panel
        assert "Enter does it" not in t.panel
        *_, line, keys = drawn(t.app).splitlines()
        assert line.startswith(" wade: distance 12"), "the line itself stands above the keys"
        assert keys.split() == ["Enter", "done", "Esc", "back"]
        await t.press("left")
        await t.pilot.pause()
        assert "distance: 1▏2" in t.panel
        await t.press("escape")
        await t.pilot.pause()
        assert "▏" not in t.panel
        assert ("Enter", "do it") in footer(t)
        assert "distance 5" in t.panel


async def test_a_note_is_seen_while_it_is_typed(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("N", *"mist")
        await t.pilot.pause()
        assert "note mist" in drawn(t.app)
        assert footer(t) == [("Enter", "done"), ("Esc", "back")]
        await t.pilot.click(KeyBar, offset=(2, 0))
        await t.pilot.pause()
        assert "mist" in t.log
        assert ("a", "act") in footer(t)


async def test_help_tells_the_keys_of_the_panel_that_is_open(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("s", "enter")
        assert ("r/Enter", "roll") in footer(t)
        await t.press("question_mark")
        await t.pilot.pause()
        about = " ".join(drawn(t.app).replace("│", " ").split())
        assert "r or Enter rolls" in about
        assert "Esc or q cancels" in about
        await t.press("escape", "q", "a", "w", "question_mark")
        await t.pilot.pause()
        about = " ".join(drawn(t.app).replace("│", " ").split())
        assert "d distance" in about
        assert "+ and - change it" in about


async def test_the_menu_lists_everything_with_reasons(tmp_path: Path) -> None:
    async with table(
        tmp_path, size=(120, 40), before=lambda s: act(s, do="condition", on="a1", condition="down")
    ) as t:
        await t.press("a")
        assert "shoot" in t.panel
        assert "✗ Weyl is down" in t.panel
        for label in ("change a counter", "reinforcement", "in melee", "roll dice", "finish"):
            assert label in t.panel


async def test_dice_for_anything_are_typed_or_rolled(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("d", "3", "4")
        assert t.last.text == "Dice: 3 4 = 7"
        await t.press("d", "plus", "r")
        assert len(t.last.rolls[0].dice) == 3


async def test_reinforcements_need_only_a_name(tmp_path: Path) -> None:
    async with table(tmp_path, size=(120, 40)) as t:
        t.screen.start("join", {"side": "A"}, at_once=True)
        await t.pilot.pause()
        await t.press(*"Zed", "enter")
        assert any(unit.name == "Zed" for unit in t.session.state.of_side("A"))


async def test_everything_works_with_the_mouse(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(2)) as t:
        await t.click("unit:a2")
        assert t.screen.cursor == "a2"
        await t.click("offer:1")
        assert "at whom?" in t.panel
        await t.click("unit:b2")
        await t.click("roll")
        assert t.last.action == {"do": "shoot", "unit": "a2", "target": "b2", "weapon": "sling"}
        await t.click("counter:blood:1")
        assert t.unit("a2").counter("blood") == 1
        await t.click("counter:blood:-1")
        assert t.unit("a2").counter("blood") == 0


async def test_names_are_text_and_nothing_else(tmp_path: Path) -> None:
    names = ("Grim [/the] Bold", "[red]Kell", "[@click=app.quit]go[/]")
    async with table(tmp_path, setup=bog.setup(3, names=names), size=(120, 40)) as t:
        for name in names:
            assert name in t.roster
        await t.press("b", "u", "s", "a", "1", "1", "tab", "enter", "q")
        assert "Grim [/the] Bold" in t.log


async def test_where_room_is_short_the_dice_are_still_seen(tmp_path: Path) -> None:
    def much_blood(session: PlaySession) -> None:
        act(session, do="mark", on="b1", counter="blood", by=6)

    async with table(tmp_path, size=(60, 20), setup=bog.setup(10), before=much_blood) as t:
        rosters = t.screen.query_one(Rosters)
        before = rosters.size.height
        await t.press("s", "a")
        panel = t.screen.query_one(ActionPanel)
        bottom = panel.scroll_offset.y + panel.size.height
        assert bottom == len(panel.lines)
        assert "type them" in panel.text().splitlines()[-1]
        assert 4 <= rosters.size.height < before
        await t.press("q")
        assert rosters.size.height == before


async def test_the_menu_tells_all_that_is_known_of_the_unit(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("enter")
        assert "Reeve · sling, eel spear" in t.panel


async def test_a_click_on_a_key_of_the_footer_counts_once(tmp_path: Path) -> None:
    async with table(tmp_path) as t:
        await t.press("b", "b", "b")
        key = next(k for k in t.screen.query_one(KeyBar).keys if k.key == "u")
        keys = t.screen.query_one(KeyBar).keys
        x = sum(k.width for k in keys[: keys.index(key)]) + 1
        await t.pilot.click(KeyBar, offset=(x, 0))
        await t.pilot.pause()
        assert t.unit("a1").counter("blood") == 2
