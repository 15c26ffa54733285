"""What the report of a battle says, and what it leaves out."""

from __future__ import annotations

import re
from html import escape

import pytest
from msgspec.structs import replace

from tests.reports.ditch import LOOSE, MOLES, RATS, RULESET, begun, fighter, setup, shot
from warband_tui.reports.battle_report import Saying, Texts, battle_report
from warband_tui.reports.document import (
    Appendix,
    Block,
    BulletList,
    Chart,
    Document,
    EventLine,
    Heading,
    Paragraph,
    Quote,
    Roster,
    Table,
    text_of,
)
from warband_tui.reports.targets import TARGETS
from warband_tui.rules.actions import (
    EndBattle,
    Lose,
    Mark,
    NextTurn,
    Note,
    Remark,
    Restore,
    RollDice,
    SetCondition,
    Star,
)
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode

HOSTILE = '*Oda* "the [/Heron]" <b>Brandt</b> @everyone | =1+1'


def fought() -> Battle:
    """Two rounds with a bit of everything, won by the Moles."""
    battle = begun(setup(plans={"A": "Dig in.\nThen wait.", "B": "Swarm them."}))
    battle.do(NextTurn("A"))
    shot(battle, "a2", "b2", 6, 6)
    battle.do(Star(2))
    battle.do(Remark(2, "Through the periscope!"))
    shot(battle, "b3", "a3", 4, 4)
    battle.do(Note("Rain sets in."))
    battle.do(NextTurn("B"))
    shot(battle, "a1", "b1", 5, 4, 2, aim=1)
    shot(battle, "b1", "a1", 6, 6, override="he only stumbled")
    battle.do(Mark("A", "points", 2))
    shot(battle, "a2", "b1", 5, 5, 5, blood=1)
    battle.do(EndBattle("A", "the Rats gave up"))
    return battle


def story(document: Document) -> list[Block]:
    """The report without its appendix."""
    end = next(place for place, block in enumerate(document.blocks) if isinstance(block, Appendix))
    return list(document.blocks[:end])


def log(document: Document) -> list[EventLine]:
    told = document.blocks[len(story(document)) :]
    return [block for block in told if isinstance(block, EventLine)]


def under(document: Document, heading: str) -> list[Block]:
    """What stands below a heading, up to the next one of its level or above."""
    blocks = story(document)
    start = next(
        place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.text == heading
    )
    level = blocks[start].level  # type: ignore[union-attr]
    found: list[Block] = []
    for block in blocks[start + 1 :]:
        if isinstance(block, Heading) and block.level <= level:
            break
        found.append(block)
    return found


def headings(document: Document) -> list[str]:
    return [block.text for block in story(document) if isinstance(block, Heading)]


def said(blocks: list[Block]) -> list[str]:
    return [text_of(block.spans) for block in blocks if isinstance(block, (Paragraph, EventLine, Quote))]


def fact(document: Document, label: str) -> str:
    return next((fact.value for fact in document.facts if fact.label == label), "")


def tables(blocks: list[Block]) -> list[Table]:
    return [block for block in blocks if isinstance(block, Table)]


# Title and facts


def test_the_title_is_the_battles_own_with_the_sides_below() -> None:
    document = battle_report(begun())
    assert (document.title, document.subtitle) == ("The Long Ditch", "Moles against Rats")


def test_a_title_given_goes_before_the_battles_own() -> None:
    document = battle_report(begun(), Texts(title="Mud", subtitle="Ditch League, round 3"))
    assert (document.title, document.subtitle) == ("Mud", "Ditch League, round 3")


def test_a_battle_without_a_name_is_called_by_its_sides() -> None:
    document = battle_report(begun(replace(setup(), name="")))
    assert (document.title, document.subtitle) == ("Moles against Rats", "")


def test_the_facts_say_what_was_played_where_and_with_which_dice() -> None:
    document = battle_report(fought(), Texts(date="1 March 2026"))
    assert [(fact.label, fact.value) for fact in document.facts] == [
        ("Result", "Moles won in round 2: the Rats gave up"),
        ("Scenario", "Hold the ditch"),
        ("Date", "1 March 2026"),
        ("Place", "The club, table 2"),
        ("Length", "2 rounds of at most 4"),
        ("Score", "victory points: Moles 2, Rats 0"),
        ("Game", "Ditch War, second spade"),
        ("Dice", "5 rolls typed in from real dice"),
        ("Seed", "7"),
    ]


def test_a_place_given_goes_before_the_battles_own() -> None:
    assert fact(battle_report(begun(), Texts(place="The shed")), "Place") == "The shed"


def test_dice_of_the_app_and_of_the_table_are_both_named() -> None:
    battle = begun()
    assert fact(battle_report(battle), "Dice") == "none rolled"
    shot(battle, "a1", "b1")
    shot(battle, "a2", "b1", 1, 1)
    assert fact(battle_report(battle), "Dice") == "1 roll made by the app and 1 roll typed in from real dice"


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        (None, "Not finished; it stands in round 1"),
        (EndBattle(why="the pub closed"), "A draw in round 1: the pub closed"),
        (EndBattle("B", "no ammunition"), "Rats won in round 1: no ammunition"),
    ],
)
def test_the_result_tells_a_draw_from_a_battle_that_goes_on(ending: EndBattle | None, result: str) -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    if ending:
        battle.do(ending)
    document = battle_report(battle)
    assert fact(document, "Result") == result
    assert said(story(document))[0].startswith(f"{result}. ")


def test_a_battle_that_has_not_begun_can_be_reported() -> None:
    document = battle_report(begun())
    assert fact(document, "Result") == "Not finished; it stands before round 1"
    assert fact(document, "Length") == ""
    assert headings(document) == ["Forces", "Losses"]


def test_the_first_sentence_says_what_the_battle_cost_and_who_was_best() -> None:
    assert said(story(battle_report(fought())))[0] == (
        "Moles won in round 2: the Rats gave up. Moles lost 1 of 3 and Rats lost 2 of 4 diggers. "
        "Most valuable: Agathe of Moles."
    )


# Forces and plans


def test_each_force_lists_its_fighters_with_kit_cost_and_fate() -> None:
    costs = {"a1": 30, "a2": 20, "a3": 15}
    moles, rats = [
        block
        for block in under(battle_report(fought(), Texts(costs=costs)), "Forces")
        if isinstance(block, Roster)
    ]
    assert (moles.title, moles.summary) == ("Moles", "Mira, 3 diggers, cost 65")
    assert [(line.name, line.detail, line.cost, line.fate) for line in moles.lines] == [
        ("Weyl", "Captain · musket · brave", "30", "shot, round 2, by Orm (musket)"),
        ("Agathe", "musket", "20", "survived"),
        ("Kett", "musket", "15", "survived, blood 1, down"),
    ]
    assert rats.summary == "Jonas, 4 diggers"
    assert {line.cost for line in rats.lines} == {""}


def test_in_a_battle_that_goes_on_fighters_are_in_play() -> None:
    battle = fought()
    battle.undo()
    rosters = [block for block in story(battle_report(battle)) if isinstance(block, Roster)]
    assert rosters[0].lines[1].fate == "in play"


def test_who_came_back_and_who_is_reduced_say_so() -> None:
    battle = begun(setup(rats=[fighter("b1", "Pack", models=5)]))
    battle.do(Lose("b1", models=2))
    battle.do(Lose("a2"))
    battle.do(Restore("a2"))
    moles, rats = [block for block in story(battle_report(battle)) if isinstance(block, Roster)]
    assert moles.lines[1].fate == "came back"
    assert (rats.lines[0].name, rats.lines[0].fate) == ("Pack (×5)", "3 of 5 left")
    assert rats.summary == "Jonas, 5 models"


def test_plans_are_told_by_side_paragraph_by_paragraph() -> None:
    plans = said(under(battle_report(fought()), "Plans"))
    assert plans == ["Moles: Dig in.", "Then wait.", "Rats: Swarm them."]


def test_without_plans_there_is_no_heading_for_them() -> None:
    assert "Plans" not in headings(battle_report(begun(setup(plans={"A": "  \n "}))))


# Turn by turn


def test_each_turn_has_a_heading_in_the_games_own_word() -> None:
    assert [h for h in headings(battle_report(fought())) if h.startswith("Round")] == ["Round 1", "Round 2"]


def test_a_turn_begins_with_a_line_that_sums_it_up() -> None:
    document = battle_report(fought())
    assert said(under(document, "Round 1"))[0] == "Moles went first. Rats lost Voss."
    assert said(under(document, "Round 2"))[0] == (
        "Rats went first. Moles lost Weyl; Rats lost Orm. "
        "Rats reached its break point: its losses count 2, and 2 are enough. "
        "Victory points: Moles 2, Rats 0. Moles won in round 2: the Rats gave up."
    )


def test_a_turn_without_losses_says_so() -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    assert said(under(battle_report(battle), "Round 1")) == ["Moles went first. Nobody was lost."]


def test_what_befell_a_whole_side_is_part_of_its_turn() -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    battle.do(SetCondition("B", "shaken"))
    assert said(under(battle_report(battle), "Round 1"))[0].endswith("Rats: Shaken.")


def test_a_long_list_of_the_lost_is_cut_short() -> None:
    battle = begun(setup(moles=[fighter(f"a{n}", f"Mole {n}") for n in range(8)]))
    battle.do(NextTurn("A"))
    for n in range(8):
        battle.do(Lose(f"a{n}"))
    line = said(under(battle_report(battle), "Round 1"))[0]
    assert "Moles lost Mole 0, Mole 1, Mole 2, Mole 3 and 4 more." in line


def test_losses_of_a_group_are_told_by_number() -> None:
    battle = begun(setup(rats=[fighter("b1", "Pack", models=5)]))
    battle.do(NextTurn("A"))
    battle.do(Lose("b1", models=2))
    assert "Rats lost 2 of Pack." in said(under(battle_report(battle), "Round 1"))[0]


def test_the_story_tells_what_was_starred_noted_or_remarked_on_and_nothing_else() -> None:
    lines = [block for block in under(battle_report(fought()), "The battle") if isinstance(block, EventLine)]
    assert [(line.mark, line.star, text_of(line.spans)) for line in lines] == [
        ("1.2", True, "Agathe shoots Voss: 12, out"),
        ("1.4", False, "Note: Rain sets in."),
    ]
    assert lines[0].rules == ("DW-SHOOT",)


def test_a_remark_stands_below_its_entry_starred_or_not() -> None:
    battle = fought()
    battle.do(Remark(5, "Kett never saw it coming."))
    document = battle_report(battle)
    assert said(under(document, "Round 1"))[1:] == [
        "Agathe shoots Voss: 12, out",
        "Through the periscope!",
        "Brakh shoots Kett: 8, hit",
        "Kett never saw it coming.",
        "Note: Rain sets in.",
    ]


def test_a_note_of_several_lines_keeps_its_paragraphs() -> None:
    battle = begun()
    battle.do(Note("The rain.\n\nThe mud."))
    assert said(under(battle_report(battle), "Before round 1")) == ["Note: The rain.", "The mud."]


def test_a_star_taken_off_takes_the_entry_out_of_the_story() -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    shot(battle, "a1", "b1", 1, 1)
    battle.do(Star(2))
    battle.do(Star(2, on=False))
    assert len(said(under(battle_report(battle), "Round 1"))) == 1


# What must never be told


def test_what_was_undone_appears_nowhere() -> None:
    battle = fought()
    before = battle_report(battle)
    battle.do(Note("A slip of the pen"))
    battle.do(Star(6))
    battle.undo(2)
    assert battle_report(battle) == before
    assert all("slip" not in target.render(battle_report(battle)) for target in TARGETS.values())


def test_what_was_done_again_is_told_again() -> None:
    battle = fought()
    before = battle_report(battle)
    battle.undo(3)
    assert battle_report(battle) != before
    battle.redo(3)
    assert battle_report(battle) == before


def test_an_override_is_marked_with_its_reason_and_what_it_overruled() -> None:
    document = battle_report(fought())
    line = next(line for line in log(document) if line.mark == "2.3")
    assert text_of(line.spans).endswith(" [override: he only stumbled — against: Orm is down]")
    assert sum("override" in text_of(line.spans) for line in log(document)) == 1


def test_a_starred_override_is_marked_in_the_story_too() -> None:
    battle = fought()
    battle.do(Star(9))
    assert any(
        "[override: he only stumbled" in line for line in said(under(battle_report(battle), "Round 2"))
    )


# Losses, deeds, dice


def test_the_chart_has_losses_by_turn_and_the_break_points() -> None:
    chart = next(block for block in story(battle_report(fought())) if isinstance(block, Chart))
    assert (chart.title, chart.unit) == ("Losses by round", "round")
    assert [(s.name, s.points, s.limit) for s in chart.series] == [
        ("Moles", ((0, 0), (1, 0), (2, 1)), 2),
        ("Rats", ((0, 0), (1, 1), (2, 2)), 2),
    ]


def test_a_game_without_a_break_point_has_no_limit_in_its_chart() -> None:
    battle = begun(ruleset=LOOSE)
    battle.do(NextTurn("A"))
    chart = next(block for block in story(battle_report(battle)) if isinstance(block, Chart))
    assert {series.limit for series in chart.series} == {None}


def test_the_table_of_casualties_has_a_row_for_each() -> None:
    (casualties,) = tables(under(battle_report(fought()), "Losses"))
    assert [column.title for column in casualties.columns] == ["Who", "Side", "Round", "How", "By", "With"]
    assert casualties.rows == (
        ("Voss", "Rats", "1.2", "shot", "Agathe", "musket"),
        ("Weyl", "Moles", "2.3", "shot", "Orm", "musket"),
        ("Orm", "Rats", "2.5", "shot", "Agathe", "musket"),
    )


def test_groups_add_a_column_of_models_to_the_casualties() -> None:
    battle = begun(setup(rats=[fighter("b1", "Pack", models=5)]))
    battle.do(Lose("b1", models=2, by="b1"))
    (casualties,) = tables(under(battle_report(battle), "Losses"))
    assert casualties.columns[2].title == "Models"
    assert casualties.rows == (("Pack", "Rats", "2", "0.1", "dug in for good", "Pack (own side)", ""),)


def test_a_battle_without_casualties_says_so_and_names_no_best_fighter() -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    battle.do(EndBattle(why="rain"))
    document = battle_report(battle)
    assert said(under(document, "Losses")) == ["Nobody was lost."]
    assert tables(under(document, "Losses")) == []
    assert "Most valuable fighter" not in headings(document)
    assert "Moles lost none of 3 and Rats lost none of 4 diggers." in said(story(document))[0]


def test_the_most_valuable_fighter_is_told_with_the_sum_behind_it() -> None:
    part = under(battle_report(fought()), "Most valuable fighter")
    first, rules = said(part)
    assert first == "Agathe of Moles, for 2 enemies taken out and 1 starred deed: a score of 12."
    assert rules == (
        "The score counts 5 for each enemy taken out, 1 for each marker (blood) that its actions put on an enemy "
        "and 2 for each starred deed."
    )
    assert tables(part)[0].rows == (
        ("Agathe", "Moles", "2", "0", "1", "12"),
        ("Orm", "Rats", "1", "0", "0", "5"),
        ("Weyl", "Moles", "0", "1", "0", "1"),
        ("Brakh", "Rats", "0", "1", "0", "1"),
    )


def test_costs_are_said_to_weigh_where_they_do() -> None:
    costs = dict.fromkeys(fought().state.units, 10)
    rules = said(under(battle_report(fought(), Texts(costs=costs)), "Most valuable fighter"))[-1]
    assert "weighed by its cost against the average" in rules


def test_the_dice_of_each_side_stand_against_the_expectation() -> None:
    part = under(battle_report(fought()), "Dice")
    assert tables(part)[0].rows == (
        ("Moles", "D6", "8", "4.75", "3.50"),
        ("Rats", "D6", "4", "5.00", "3.50"),
    )
    assert said(part) == ["Moles: 3 rolls; out 2, hit 1.", "Rats: 2 rolls; hit 1, out 1."]


def test_only_rolls_out_of_the_ordinary_are_told_with_their_chances() -> None:
    lists = [block for block in under(battle_report(fought()), "Dice") if isinstance(block, BulletList)]
    assert [[text_of(item) for item in told.items] for told in lists] == [
        ["Luckiest: Agathe at Voss (1.2), 6 6 for 12, out; so high a total has a chance of 2.8 % (1/36)"],
        ["Luckiest: Orm at Weyl (2.3), 6 6 for 12, out; so high a total has a chance of 2.8 % (1/36)"],
    ]


def test_an_extraordinary_roll_names_who_made_it_where_its_purpose_does_not() -> None:
    battle = begun()
    battle.do(RollDice(3, why="fording the stream", unit="a2"), dice=[6, 6, 6])
    (told,) = [block for block in under(battle_report(battle), "Dice") if isinstance(block, BulletList)]
    assert text_of(told.items[0]).startswith("Luckiest: Agathe, fording the stream (0.1), 6 6 6 for 18;")


def test_a_battle_without_dice_says_nothing_of_them() -> None:
    battle = begun()
    battle.do(Lose("a1"))
    assert "Dice" not in headings(battle_report(battle))


def test_words_from_the_table_are_quoted_with_their_source() -> None:
    words = (Saying("You brought a spade to a gunfight.", "Jonas"), Saying("  "))
    part = under(battle_report(fought(), Texts(words=words)), "Words from the table")
    assert [(text_of(q.spans), q.source) for q in part if isinstance(q, Quote)] == [
        ("You brought a spade to a gunfight.", "Jonas")
    ]


# The whole log


def test_the_log_has_every_entry_that_counts_with_its_mark_in_order() -> None:
    marks = [line.mark for line in log(battle_report(fought())) if line.mark]
    assert marks == ["1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6"]


def test_the_log_shows_each_roll_with_dice_reasons_total_and_outcome() -> None:
    texts = [text_of(line.spans) for line in log(battle_report(fought()))]
    assert "↳ Weyl at Orm: D6 5 4 2, kept 5 4; aim +1 die [DW-AIM] = 9, hit (typed in)" in texts
    assert "↳ Agathe at Voss: D6 6 6 = 12, out (typed in)" in texts


def test_the_log_shows_who_chose_what() -> None:
    texts = [text_of(line.spans) for line in log(battle_report(fought()))]
    assert "↳ Moles chose, spend Orm's blood: 1" in texts


def test_the_log_names_the_rules() -> None:
    line = next(line for line in log(battle_report(fought())) if line.mark == "2.2")
    assert line.rules == ("DW-AIM", "DW-SHOOT")


def test_the_log_keeps_notes_and_remarks() -> None:
    texts = [text_of(line.spans) for line in log(battle_report(fought()))]
    assert "Note: Rain sets in." in texts
    assert "↳ Remark: Through the periscope!" in texts


# As a whole


@pytest.mark.parametrize("name", TARGETS)
def test_the_same_battle_gives_the_same_bytes(name: str) -> None:
    battle = fought()
    again = Battle.replay(battle.setup, RULESET, [decode(encode(entry)) for entry in battle.entries])
    render = TARGETS[name].render
    assert render(battle_report(battle)) == render(battle_report(again))


def hostile() -> Document:
    moles = [fighter("a1", HOSTILE, role=HOSTILE, weapons=[HOSTILE], keywords=[HOSTILE]), *MOLES[1:]]
    battle = begun(setup(moles, sides=(HOSTILE, "Rats"), plans={"A": HOSTILE}))
    battle.do(NextTurn("A"))
    shot(battle, "a1", "b1", 6, 6, weapon=HOSTILE)
    battle.do(Star(2))
    battle.do(Remark(2, HOSTILE))
    battle.do(Note(HOSTILE))
    battle.do(RollDice(1, 6, why=HOSTILE, unit="a1"), dice=[6])
    battle.do(Lose("a1", how=HOSTILE))
    battle.do(EndBattle("A", HOSTILE))
    return battle_report(battle, Texts(HOSTILE, HOSTILE, HOSTILE, HOSTILE, (Saying(HOSTILE, HOSTILE),)))


def test_hostile_names_are_literal_text_in_the_document() -> None:
    document = hostile()
    rosters = [block for block in story(document) if isinstance(block, Roster)]
    assert rosters[0].lines[0].name == HOSTILE
    assert said(under(document, "Round 1"))[1] == f"{HOSTILE} shoots Orm: 12, out"
    assert document.title == HOSTILE


def test_hostile_names_are_escaped_in_a_page() -> None:
    page = TARGETS["html"].render(hostile())
    assert "<b>" not in page
    assert page.count(escape(HOSTILE)) > 20


def test_hostile_names_call_nobody_in_chat() -> None:
    assert "@everyone" not in TARGETS["discord"].render(hostile())


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("document", [battle_report(fought()), hostile(), battle_report(begun())])
def test_every_target_writes_every_report(name: str, document: Document) -> None:
    written = TARGETS[name].render(document)
    assert written.endswith("\n")
    assert re.search(r"[^\x00-\x1f]", written)


def test_a_battle_of_a_thousand_entries_has_them_all_in_its_log() -> None:
    battle = begun()
    battle.do(NextTurn("A"))
    for n in range(999):
        shot(battle, f"a{n % 3 + 1}", f"b{n % 4 + 1}", 1, 2)
    marks = [line.mark for line in log(battle_report(battle)) if line.mark]
    assert marks == [f"1.{n}" for n in range(1, 1001)]


def test_a_battle_called_after_its_sides_says_so_once() -> None:
    for name in ("", "Moles against Rats"):
        document = battle_report(begun(replace(setup(), name=name)))
        assert (document.title, document.subtitle) == ("Moles against Rats", "")
    named = battle_report(begun(replace(setup(), name="The Ford")))
    assert (named.title, named.subtitle) == ("The Ford", "Moles against Rats")


def test_one_is_told_in_the_word_for_one() -> None:
    document = battle_report(begun(setup(moles=MOLES[:1], rats=RATS[:1])))
    first = next(block for block in document.blocks if isinstance(block, Roster))
    assert first.summary == "Mira, 1 digger"
    (lead,) = [b for b in document.blocks[:1] if isinstance(b, Paragraph)]
    assert "Rats lost none of 1 digger." in text_of(lead.spans)
