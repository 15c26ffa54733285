"""The rules for reading: every permanent id is there, says something, and can be found."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.errors import WarbandError
from warband_tui.rules.rulebook import RulebookError, parse_rulebook, search
from warband_tui.rules.ruleset import Rule

SOURCE = files("warband_tui.rules.games").joinpath("trench_crusade", "rulebook.toml").read_text("utf-8")
RULES = parse_rulebook(SOURCE, "rulebook.toml")
BY_ID = {rule.id: rule for rule in RULES}

IDS = [
    "TC-SET-1", "TC-SET-2", "TC-TRN-1", "TC-TRN-2", "TC-TRN-3", "TC-ACT-1", "TC-ACT-2", "TC-ACT-3", "TC-ACT-4", "TC-ACT-5",
    "TC-DIC-1", "TC-DIC-2", "TC-DIC-3",
    "TC-MOV-1", "TC-MOV-2", "TC-MOV-3", "TC-MOV-4",
    "TC-CHG-1", "TC-CHG-2", "TC-CHG-3", "TC-CHG-4", "TC-CHG-5", "TC-CHG-6", "TC-CHG-7", "TC-CHG-8",
    "TC-DIV-1", "TC-DIV-2", "TC-DIV-3", "TC-DIV-4", "TC-DIV-5",
    "TC-RET-1", "TC-DSH-1", "TC-CLB-1", "TC-CLB-2", "TC-CLB-3", "TC-CLB-4",
    "TC-JMP-1", "TC-JMP-2", "TC-JMP-3", "TC-JMP-4", "TC-JMP-5",
    "TC-FAL-1", "TC-FAL-2", "TC-FAL-3",
    "TC-RNG-1", "TC-RNG-2", "TC-MEL-1", "TC-OTH-1",
    "TC-TER-1", "TC-TER-2", "TC-TER-3", "TC-TER-4", "TC-TER-5", "TC-TYP-1", "TC-TYP-2",
    "TC-BLD-1", "TC-BLD-2", "TC-BLD-3", "TC-BTH-1", "TC-BLS-1", "TC-BLS-2",
    "TC-INJ-1", "TC-INJ-2", "TC-INJ-3", "TC-DWN-1", "TC-MOR-1", "TC-KEY-1", "TC-INF-1",
]  # fmt: skip

KEYWORDS = [
    "DICE", "INJURY DICE", "INJURY MODIFIER", "AMMUNITION", "ARMOUR PIERCING", "ASSAULT", "AUTOMATIC",
    "BLAST", "BLESSED", "BLOCK", "CLEAVE", "CONSUMABLE", "COVER", "CRITICAL", "CUMBERSOME",
    "DANGEROUS TERRAIN", "DIFFICULT TERRAIN", "IMPASSABLE TERRAIN", "DEADLY", "DEMONIC", "DEPLOYABLE",
    "ELITE", "FEAR", "FIRE", "GAS", "SHRAPNEL", "FIRETEAM", "FLAMETHROWER", "FLYING", "GOLEM", "HEAVY",
    "HELD", "IGNORE ARMOUR", "IGNORE", "IMPERVIOUS", "INFILTRATOR", "LEADER", "MINED", "NEGATE", "PISTOL",
    "RELOAD", "REGENERATE", "RISKY", "SCATTER", "SHIELD COMBO", "SHOTGUN", "SKIRMISHER", "STRONG",
    "TOUGH", "STANDFAST", "UNARMED", "ALL RISKY", "NOT COUNTED", "INFANTRY", "ARTIFICIAL", "BLACK GRAIL", "HERETIC", "NEW ANTIOCH", "PILGRIM", "SULTANATE",
    "THE COURT", "MERCENARY", "HEADGEAR", "FUMBLE",
]  # fmt: skip

SMALL = """
[keywords]
rule = "G-2"
group = "Words"
source = "the word list"

[[rule]]
id = "G-1"
group = "Moving"
title = "Marching"
text = 'Up to 6" in a straight line.'
source = "page 1"

[[rule]]
id = "G-2"
group = "Words"
title = "Words"
text = "Each word has a meaning."
source = "page 2"
example = "A loud word is heard."
[rule.editions]
"2" = "Some words have two meanings."

[[keyword]]
id = "LOUD"
title = "LOUD (X)"
text = 'Heard by all within X".'
automated = false
"""


def found(text: str, rules: tuple[Rule, ...] = RULES) -> list[str]:
    return [rule.id for rule in search(rules, text)]


# ---- the book of the first game


@pytest.mark.parametrize("rule_id", IDS)
def test_every_permanent_id_has_an_entry_that_says_something_and_where_it_is_from(rule_id: str) -> None:
    rule = BY_ID[rule_id]
    assert len(rule.text) >= 20
    assert rule.source
    assert rule.group
    assert 1 <= len(rule.title.split()) <= 4


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_every_keyword_has_an_entry_under_the_rule_of_keywords(keyword: str) -> None:
    rule = BY_ID[f"TC-KEY-1 {keyword}"]
    assert len(rule.text) >= 20
    assert rule.source
    assert rule.title.startswith(keyword.split()[0]) or keyword in rule.title


def test_the_book_holds_nothing_else_and_keeps_the_order_of_the_catalogue() -> None:
    assert [rule.id for rule in RULES if " " not in rule.id] == IDS
    assert len(RULES) == len(IDS) + len(KEYWORDS)
    assert len(BY_ID) == len(RULES)


def test_entries_of_a_group_stand_together() -> None:
    groups = [rule.group for rule in RULES if " " not in rule.id]
    changes = sum(one != other for one, other in itertools.pairwise(groups))
    assert changes == len(set(groups)) - 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_entry_has_control_characters_or_overlong_lines_of_reading(rule: Rule) -> None:
    assert all(line.isprintable() and line == line.strip() for line in rule.text.split("\n"))
    assert all(value.isprintable() for value in (rule.id, rule.title, rule.source, rule.group))
    assert all(len(line) <= 400 for line in rule.text.split("\n"))


def test_ids_mentioned_in_a_text_exist() -> None:
    mentioned = {one for rule in RULES for one in re.findall(r"TC-[A-Z]{3}-\d+", rule.text)}
    assert mentioned
    assert mentioned <= set(BY_ID)


def at_least(total: int, dice: int = 0, kept: int = 2) -> Fraction:
    """The chance of a total, by counting every roll."""
    rolls = [
        sorted(roll, reverse=dice > 0) for roll in itertools.product(range(1, 7), repeat=kept + abs(dice))
    ]
    return Fraction(sum(sum(roll[:kept]) >= total for roll in rolls), len(rolls))


@pytest.mark.parametrize(
    ("rule_id", "figures"),
    [
        ("TC-DIC-1", [1 - at_least(7), at_least(7) - at_least(12), at_least(12)]),
        ("TC-DIC-2", [at_least(7, dice) for dice in (1, 0, -1)]),
        ("TC-RNG-1", [at_least(7, dice) for dice in (0, 1)]),
        ("TC-MEL-1", [at_least(7, dice) for dice in (0, -1)]),
        ("TC-BLD-2", [at_least(7, dice) for dice in (-1, 1)]),
        ("TC-BLD-3", [at_least(9, dice) for dice in (0, 1, 2)]),
        ("TC-BTH-1", [at_least(9, kept=3), at_least(9)]),
        ("TC-MOR-1", [at_least(7, dice) for dice in (0, 1)]),
    ],
)
def test_chances_quoted_in_a_text_are_the_exact_ones(rule_id: str, figures: list[Fraction]) -> None:
    assert re.findall(r"[\d.]+ %", BY_ID[rule_id].text) == [f"{float(one * 100):.1f} %" for one in figures]


def test_what_is_different_in_the_current_edition_is_said_in_a_line_of_its_own() -> None:
    lines = BY_ID["TC-DWN-1"].text.split("\n")
    assert [line.partition(":")[0] for line in lines[1:]] == ["1.6.3", "1.0.2", "Example"]


# ---- search


def test_a_word_finds_the_rule_of_that_name_first() -> None:
    assert found("bloodbath")[0] == "TC-BTH-1"
    assert found("Bloodb")[0] == "TC-BTH-1"
    assert found("cleave")[0] == "TC-KEY-1 CLEAVE"


def test_all_words_of_a_query_must_occur() -> None:
    assert set(found("charge 12")) >= {"TC-CHG-1", "TC-CHG-2", "TC-CHG-6"}
    assert found("charge 12")[0].startswith("TC-CHG-")
    assert "TC-RET-1" not in found("charge 12")


def test_an_id_finds_its_rule_and_the_beginning_of_an_id_its_family() -> None:
    assert found("TC-INJ-1")[0] == "TC-INJ-1"
    assert found("tc-inj-1")[0] == "TC-INJ-1"
    assert found("tc-inj") == ["TC-INJ-1", "TC-INJ-2", "TC-INJ-3"]
    assert found("TC-KEY-1")[0] == "TC-KEY-1"


def test_an_exact_title_comes_before_an_earlier_rule_with_the_word_in_its_title() -> None:
    assert found("Flying")[:2] == ["TC-TYP-2", "TC-KEY-1 FLYING"]
    assert found("Dash")[0] == "TC-DSH-1"


def test_a_number_is_not_found_in_a_longer_number_nor_a_word_in_the_middle_of_another() -> None:
    rules = (
        Rule("A", "March", "112 paces, 6.5 long", "s"),
        Rule("B", "Unmarched", "12 paces, 6 long", "s"),
    )
    assert found("12", rules) == ["B"]
    assert found("6", rules) == ["B"]
    assert found("march", rules) == ["A"]


def test_typographic_inch_signs_are_the_plain_ones() -> None:
    assert found("12″ charge") == found('12" charge') != []


@pytest.mark.parametrize("query", ["", "  ", "\n"])
def test_an_empty_query_gives_every_rule_in_order(query: str) -> None:
    assert search(RULES, query) == list(RULES)


def test_what_is_nowhere_is_not_found() -> None:
    assert search(RULES, "xylophone") == []


@given(st.text(max_size=12))
def test_any_text_can_be_searched_for_literally(query: str) -> None:
    haystack = {rule.id: f"{rule.id} {rule.title} {rule.text}".casefold() for rule in RULES}
    quotes = str.maketrans("“”″’′", '"""\'\'')
    for rule in search(RULES, query):
        assert all(word in haystack[rule.id] for word in query.translate(quotes).casefold().split())


@given(st.sampled_from(RULES), st.data())
def test_the_words_of_a_rule_find_it(rule: Rule, data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(rule.text.split()), min_size=1, max_size=3))
    assert rule.id in found(" ".join(words))


# ---- the loader


def test_keywords_follow_their_rule_and_additions_are_lines_of_the_text() -> None:
    rules = parse_rulebook(SMALL, "small.toml")
    assert [rule.id for rule in rules] == ["G-1", "G-2", "G-2 LOUD"]
    assert rules[1].text.split("\n") == [
        "Each word has a meaning.",
        "2: Some words have two meanings.",
        "Example: A loud word is heard.",
    ]
    assert rules[2] == Rule(
        id="G-2 LOUD",
        title="LOUD (X)",
        text='Heard by all within X".\nNot automated: apply it by hand.',
        source="the word list",
        group="Words",
    )


def test_an_automated_keyword_needs_no_remark() -> None:
    rules = parse_rulebook(SMALL.replace("automated = false", "automated = true"), "small.toml")
    assert rules[2].text == 'Heard by all within X".'


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('id = "G-1"', 'id = "G-1', "small.toml:8: not valid TOML"),
        ('source = "page 2"', "source = ", "small.toml:19: not valid TOML"),
        ('source = "page 1"', "", 'small.toml:7: rule "G-1": the key "source" is missing'),
        ('title = "Marching"', 'titel = "Marching"', 'small.toml:10: rule "G-1": unknown key "titel"; did you mean "title"?'),
        ('source = "page 1"', "source = 1", 'small.toml:12: rule "G-1": "source": expected str'),
        ('"Each word has a meaning."', '"Words."', 'small.toml:18: rule "G-2": "text": expected str of length >= 20'),
        ('id = "G-2"', 'id = "G-1"', 'small.toml:15: rule "G-1": this id is taken'),
        ('rule = "G-2"', 'rule = "G-3"', 'small.toml:2: keywords: no rule "G-3"; did you mean "G-2"?'),
        ("word has", r"word\nhas", 'small.toml:18: rule "G-2": "text" holds a line break'),
        ("word is heard", r"word\u202eis heard", 'small.toml:20: rule "G-2": "example" holds a line break'),
        ("the word list", r"the \u001b[31m list", 'small.toml:2: keywords: "source" holds a line break'),
        ("automated = false", 'automated = "no"', 'small.toml:28: keyword "LOUD": "automated": expected bool'),
        ("[keywords]", "[kewords]", 'small.toml:2: unknown key "kewords"; did you mean "keywords"?'),
    ],
)  # fmt: skip
def test_a_faulty_book_is_refused_in_one_line_with_its_place(old: str, new: str, complaint: str) -> None:
    assert old in SMALL
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(SMALL.replace(old, new, 1), "small.toml")
    message = str(caught.value)
    assert message.startswith(complaint)
    assert message.isprintable()


def test_keywords_without_a_rule_to_belong_to_are_refused() -> None:
    headless = SMALL.partition("[[rule]]")[1] + SMALL.partition("[[rule]]")[2]
    with pytest.raises(RulebookError, match=r'the table "keywords" is missing'):
        parse_rulebook(headless, "small.toml")


@pytest.mark.parametrize("text", ["", "rule = 3", "rule = [3]", "a = " + "[" * 5000, "a = " + "9" * 5000])
def test_a_text_that_is_no_book_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(WarbandError) as caught:
        parse_rulebook(text, "odd\n\x1bname.toml")
    assert str(caught.value).isprintable()
    assert str(caught.value).startswith("odd name.toml")
