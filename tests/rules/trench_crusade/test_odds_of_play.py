"""The odds shown beside an action are those of playing it: every roll is counted through the engine itself."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import factorial, prod
from typing import Any

import pytest

from tests.rules.trench_crusade.table import GAME, NEW, OLD, Table, blade, both_editions, duel, gun
from warband_tui.rules.actions import Action
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.resolution import BadChoice

WORDS = {"no effect": "none", "minor hit": "minor", "Down": "down", "out of action": "out"}
RESULT = re.compile(
    r"injury [^,]*, (?:(?:no effect|minor hit|Down|out of action) becomes )?(no effect|minor hit|Down|out of action)"
)


def rolls(count: int, sides: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every roll of so many dice whatever their order, with its chance."""
    for dice in itertools.combinations_with_replacement(range(1, sides + 1), count):
        orders = factorial(count) // prod(factorial(n) for n in Counter(dice).values())
        yield dice, Fraction(orders, sides**count)


def played(
    battle: Battle, action: Action, choices: Mapping[str, Any], read: Callable[[Entry], str]
) -> dict[str, Fraction]:
    """Count every outcome of an action by playing it with every roll of its dice."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    open_: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        dice, chance = open_.pop()
        try:
            entry = battle.propose(action, dice=dice, choices=choices)
        except DiceWanted as wanted:
            open_ += [((*dice, *more), chance * part) for more, part in rolls(wanted.count, wanted.sides)]
        else:
            found[read(entry)] += chance
    assert sum(found.values()) == 1
    return dict(found)


def attack_result(entry: Entry) -> str:
    if "is hit" in entry.text or re.search(r"into the melee: \d, at ", entry.text):
        return "friend"
    told = RESULT.findall(entry.text)
    return WORDS[told[0]] if told else "failure"


def agree(table: Table, do: str, unit: str, choices: Mapping[str, int] | None = None, **fields: Any) -> None:
    action = table.action(do, unit, **fields)
    odds = GAME.odds(table.state, action, choices or {})
    assert odds is not None
    told = {c.id: c.chance for c in odds.chances if c.chance}
    assert told == played(table.battle, action, choices or {}, attack_result)


SHOTS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], dict[str, int]]] = [
    ("plain", {}, {}, {}, {}),
    ("armour and its limit", {"weapons": [gun(injury_modifier=1)]}, {"armour": -4}, {}, {}),
    ("skill, cover and range", {"ranged": 2}, {}, {"cover": True, "distance": 20}, {}),
    ("shotgun", {"weapons": [gun("gun", "SHOTGUN")]}, {}, {"distance": 20}, {}),
    ("critical", {"weapons": [gun("gun", "CRITICAL")]}, {}, {}, {}),
    ("critical negated", {"weapons": [gun("gun", "CRITICAL")]}, {"keywords": ["NEGATE CRITICAL"]}, {}, {}),
    ("piercing", {"weapons": [gun("gun", "ARMOUR PIERCING")]}, {"armour": -2}, {}, {}),
    (
        "piercing an impervious shield",
        {"weapons": [gun("gun", "ARMOUR PIERCING")]},
        {"armour": -2, "keywords": ["IMPERVIOUS"]},
        {},
        {},
    ),
    ("ignoring armour", {"weapons": [gun("gun", "IGNORE ARMOUR", "+1 INJURY DICE")]}, {"armour": -3}, {}, {}),
    ("deadly", {"weapons": [gun("gun", "DEADLY")]}, {"armour": -3}, {}, {}),
    ("flames", {"weapons": [gun("gun", "FLAMETHROWER", "FIRE")]}, {"armour": -1}, {}, {}),
    ("tough", {}, {"keywords": ["TOUGH"]}, {}, {}),
    ("tough in machine armour", {}, {"keywords": ["TOUGH", "STANDFAST"], "armour": -3}, {}, {}),
    ("golem", {}, {"keywords": ["GOLEM", "TOUGH"]}, {}, {}),
    (
        "golem in a bloodbath",
        {},
        {"keywords": ["GOLEM"], "blood": 6, "armour": -1},
        {},
        {"injury.bloodbath": 1},
    ),
    ("down target", {}, {"down": True}, {}, {}),
    ("blood on the hit", {"blood": 2}, {}, {}, {"success.blood": 1}),
    ("blessing on the hit", {"blessing": 2}, {}, {}, {"success.blessing": 1}),
    ("blood as injury die", {}, {"blood": 3}, {}, {"injury.blood": 1}),
    ("blessing against the injury", {}, {"blessing": 1}, {}, {"injury.blessing": 1}),
    (
        "infection spent on both",
        {"infection": 1},
        {"infection": 1},
        {},
        {"success.infection": 1, "injury.infection": 1},
    ),
    ("bloodbath", {}, {"blood": 6, "armour": -2}, {}, {"injury.bloodbath": 1}),
    (
        "mixed bloodbath on a Down model",
        {},
        {"blood": 2, "infection": 2, "down": True, "armour": -2},
        {},
        {"injury.bloodbath": 1},
    ),
    ("deadly bloodbath", {"weapons": [gun("gun", "DEADLY")]}, {"blood": 6}, {}, {"injury.bloodbath": 1}),
    ("a Down model stands up and shoots", {"down": True}, {}, {}, {}),
]


@both_editions
@pytest.mark.rule("TC-RNG-1", "TC-INJ-1", "TC-KEY-1")
@pytest.mark.parametrize(("weyl", "orm", "how", "choices"), [s[1:] for s in SHOTS], ids=[s[0] for s in SHOTS])
def test_the_odds_of_a_shot(
    edition: str, weyl: dict[str, Any], orm: dict[str, Any], how: dict[str, Any], choices: dict[str, int]
) -> None:
    agree(duel(edition, weyl=weyl, orm=orm), "shoot", "Weyl", choices, target="Orm", **how)


BLOWS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], dict[str, int]]] = [
    ("plain", {}, {}, {}, {}),
    ("fear", {"melee": 1}, {"keywords": ["FEAR"]}, {}, {}),
    ("down target behind a wall", {}, {"down": True}, {"obstacle": True}, {}),
    (
        "mercy",
        {"weapons": [blade("mercy", "IGNORE ARMOUR VS DOWN")]},
        {"down": True, "armour": -2},
        {},
        {},
    ),
    ("bloodbath on a Down model", {}, {"down": True, "blood": 3}, {}, {"injury.bloodbath": 1}),
    ("deadly negated", {"weapons": [blade("axe", "DEADLY")]}, {"keywords": ["NEGATE DEADLY"]}, {}, {}),
]


@both_editions
@pytest.mark.rule("TC-MEL-1", "TC-INJ-1", "TC-DWN-1")
@pytest.mark.parametrize(("weyl", "orm", "how", "choices"), [b[1:] for b in BLOWS], ids=[b[0] for b in BLOWS])
def test_the_odds_of_a_melee_attack(
    edition: str, weyl: dict[str, Any], orm: dict[str, Any], how: dict[str, Any], choices: dict[str, int]
) -> None:
    agree(duel(edition, contact=True, weyl=weyl, orm=orm), "fight", "Weyl", choices, target="Orm", **how)


@both_editions
@pytest.mark.rule("TC-DIV-4")
def test_the_odds_after_a_diving_charge(edition: str) -> None:
    table = duel(edition)
    table.do("dive", "Weyl", target="Orm", height=4, dice=[4, 4])
    agree(table, "fight", "Weyl", target="Orm", obstacle=True)


@both_editions
@pytest.mark.rule("TC-KEY-1")
def test_the_odds_after_block_tough_and_ammunition(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun(), blade()]}, orm={"keywords": ["TOUGH", "BLOCK"]})
    table.do("load", "Weyl", weapon="rifle", keyword="+1 DICE")
    agree(table, "shoot", "Weyl", target="Orm")
    table.do("injury", "Orm", dice=[6, 6])
    table.do("condition", on="Orm", condition="down", clear=True)
    table.do("charge", "Weyl", target="Orm", distance=5, dice=[3])
    agree(table, "fight", "Weyl", target="Orm")


@pytest.mark.rule("TC-MEL-1")
def test_the_odds_of_the_off_hand_in_1_6_3() -> None:
    table = duel(OLD, contact=True, weyl={"weapons": [blade("sword"), blade("knife")]})
    table.do("fight", "Weyl", weapon="sword", dice=[1, 1])
    agree(table, "fight", "Weyl", target="Orm", weapon="knife")


@both_editions
@pytest.mark.rule("TC-RNG-1")
def test_the_odds_of_a_shot_into_a_melee(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Weyl").model("Kett")
    table.side("B").model("Orm")
    table.in_melee("Kett", "Orm")
    agree(table, "shoot", "Weyl", target="Orm")


# ---- the ways to spend markers


@both_editions
@pytest.mark.rule("TC-BLD-3", "TC-BTH-1")
@pytest.mark.parametrize(
    "orm",
    [
        {"blood": 6},
        {"blood": 4, "infection": 3},
        {"blood": 2, "infection": 3, "down": True},
        {"infection": 2},
    ],
)
def test_every_way_that_is_offered_can_be_chosen_and_has_the_chance_it_says(
    edition: str, orm: dict[str, Any]
) -> None:
    # FLAMETHROWER, so that only the injury roll is counted.
    table = duel(edition, weyl={"weapons": [gun("flamer", "FLAMETHROWER")]}, orm={"armour": -2, **orm})
    action = table.action("shoot", "Weyl", target="Orm")
    odds = GAME.odds(table.state, action, {})
    assert odds is not None
    assert len(odds.ways) > 2
    assert sum(way.best for way in odds.ways) == 1
    for way in odds.ways:
        chosen = GAME.odds(table.state, action, way.choices)
        assert chosen is not None
        assert next(c.chance for c in chosen.chances if c.id == "out") == way.chance
        if len(way.choices) and way.chance and sum(int(v) for v in way.choices.values()) <= 2:
            counted = played(table.battle, action, way.choices, attack_result)
            assert counted["out"] == way.chance


@both_editions
@pytest.mark.rule("TC-BLS-1", "TC-BLD-2")
def test_what_ones_own_markers_do_is_told(edition: str) -> None:
    table = duel(edition, weyl={"blessing": 1, "blood": 1})
    action = table.action("shoot", "Weyl", target="Orm")
    odds = GAME.odds(table.state, action, {})
    assert odds is not None
    own = [way for way in odds.ways if any(c.startswith("success.") for c in way.choices)]
    assert [way.choices for way in own] == [{"success.blessing": 1}, {"success.blood": 1}]
    for way in own:
        assert played(table.battle, action, way.choices, attack_result)["out"] == way.chance


def test_odds_refuse_choices_that_cannot_be_made() -> None:
    table = duel(NEW, orm={"blood": 2})
    for choices in ({"injury.blood": 3}, {"success.blood": 1}, {"injury.bloodbath": 1}, {"luck": 1}):
        with pytest.raises(BadChoice):
            table.odds("shoot", "Weyl", target="Orm", choices=choices)
    with pytest.raises(BadChoice):
        GAME.odds(table.state, table.action("shoot", "Weyl", target="Orm"), {"injury.blood": "all"})


# ---- rolls of other kinds

ROLLS: list[tuple[str, str, dict[str, Any], dict[str, Any], dict[str, int]]] = [
    ("dash", "dash", {}, {}, {}),
    ("dash while blood is spent", "dash", {"blood": 2}, {}, {"success.blood": 1}),
    ("dash of a Down model, which stands first", "dash", {"down": True}, {}, {}),
    ("climb", "climb", {"blessing": 1}, {"height": 2}, {"success.blessing": 1}),
    ("jump", "jump", {}, {"gap": 2}, {}),
    ("dangerous ground", "dangerous", {}, {}, {}),
    ("dive", "dive", {}, {"target": "Orm", "height": 3}, {}),
    ("infection grows first", "dash", {"infection": 1}, {}, {"success.infection": 2}),
]


@both_editions
@pytest.mark.rule("TC-DIC-1", "TC-DIC-2")
@pytest.mark.parametrize(("do", "weyl", "how", "choices"), [r[1:] for r in ROLLS], ids=[r[0] for r in ROLLS])
def test_the_odds_of_other_success_rolls(
    edition: str, do: str, weyl: dict[str, Any], how: dict[str, Any], choices: dict[str, int]
) -> None:
    table = duel(edition, weyl=weyl)
    action = table.action(do, "Weyl", **how)
    odds = GAME.odds(table.state, action, choices)
    assert odds is not None

    def read(entry: Entry) -> str:
        return "failure" if entry.rolls[0].outcome == "failure" else "success"

    assert {c.id: c.chance for c in odds.chances} == played(table.battle, action, choices, read)


@both_editions
@pytest.mark.rule("TC-FAL-3")
def test_the_odds_by_a_ledge(edition: str) -> None:
    table = duel(edition, weyl={"down": True})
    action = table.action("ledge", "Weyl", height=1)
    odds = GAME.odds(table.state, action, {})
    assert odds is not None
    counted = played(table.battle, action, {}, lambda e: "success" if "stays" in e.text else "failure")
    assert {c.id: c.chance for c in odds.chances} == counted


CHARGES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, int]]] = [
    ("near", {}, {"distance": 7}, {}),
    ("far", {}, {"distance": 11}, {}),
    ("too far for any die", {"movement": 3}, {"distance": 12}, {}),
    ("having stood up", {"down": True}, {"distance": 6}, {}),
    ("heavy", {"weapons": [blade("maul", "HEAVY")]}, {"distance": 7}, {}),
    ("a skirmisher that steps back", {}, {"distance": 8}, {"charge.evade": 1}),
]


@both_editions
@pytest.mark.rule("TC-CHG-2", "TC-CHG-4", "TC-CHG-5")
@pytest.mark.parametrize(("weyl", "how", "choices"), [c[1:] for c in CHARGES], ids=[c[0] for c in CHARGES])
def test_the_odds_of_a_charge(
    edition: str, weyl: dict[str, Any], how: dict[str, Any], choices: dict[str, int]
) -> None:
    orm = {"keywords": ["SKIRMISHER"]} if choices else {}
    charge_odds_agree(duel(edition, weyl=weyl, orm=orm), how, choices)


@pytest.mark.rule("TC-CHG-1")
def test_the_odds_of_a_charge_at_an_unseen_enemy() -> None:
    charge_odds_agree(duel(OLD), {"distance": 9, "sight": False}, {})


def charge_odds_agree(table: Table, how: dict[str, Any], choices: dict[str, int]) -> None:
    action = table.action("charge", "Weyl", target="Orm", **how)
    odds = GAME.odds(table.state, action, choices)
    assert odds is not None
    told = {c.id: c.chance for c in odds.chances if c.chance}
    counted = played(
        table.battle, action, choices, lambda e: "reached" if "in contact" in e.text else "short"
    )
    assert told == counted


INJURIES: list[tuple[dict[str, Any], dict[str, Any], dict[str, int]]] = [
    ({"armour": -2}, {"injury_dice": 1, "modifier": 1}, {}),
    ({"armour": -4}, {"modifier": 2}, {}),
    ({"down": True}, {"deadly": True}, {}),
    ({"armour": -2}, {"keywords": ["ARMOUR PIERCING", "DEADLY"]}, {}),
    ({"blood": 2, "infection": 1}, {}, {"injury.blood": 1, "injury.infection": 1}),
    ({"blood": 5, "infection": 1}, {}, {"injury.bloodbath": 1}),
]


@both_editions
@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(("orm", "how", "choices"), INJURIES)
def test_the_odds_of_an_injury_roll(
    edition: str, orm: dict[str, Any], how: dict[str, Any], choices: dict[str, int]
) -> None:
    agree(duel(edition, orm=orm), "injury", "Orm", choices, **how)


@both_editions
@pytest.mark.rule("TC-MOR-1")
def test_the_odds_of_morale(edition: str) -> None:
    table = Table(edition)
    table.side("A").model("Mira", keywords=["LEADER"]).models(2)
    table.side("B").models(4)
    table.do("turn")
    table.do("lose", "A1")
    table.do("lose", "A2")
    action = table.action("morale", side="A")
    odds = GAME.odds(table.state, action, {})
    assert odds is not None
    counted = played(table.battle, action, {}, lambda e: "hold" if "holds" in e.text else "failure")
    assert {c.id: c.chance for c in odds.chances} == counted


def test_what_cannot_fail_has_no_odds() -> None:
    table = duel(NEW, weyl={"keywords": ["FLYING", "NEGATE DANGEROUS"]})
    for do, how in (("move", {}), ("climb", {"height": 2}), ("jump", {"gap": 2}), ("dangerous", {})):
        fields: dict[str, Any] = dict(how)
        assert GAME.odds(table.state, table.action(do, "Weyl", **fields), {}) is None


@pytest.mark.rule("TC-DIC-2")
def test_the_order_of_the_dice_in_a_roll_does_not_matter() -> None:
    table = duel(NEW, weyl={"blessing": 1})
    action = table.action("dash", "Weyl")
    for dice in itertools.product((1, 3, 6), repeat=3):
        texts = {
            tuple(
                r.total
                for r in table.battle.propose(action, dice=order, choices={"success.blessing": 1}).rolls
            )
            for order in itertools.permutations(dice)
        }
        assert len(texts) == 1


@both_editions
@pytest.mark.rule("TC-BLD-3", "TC-KEY-1")
def test_against_who_cannot_be_taken_out_the_ways_are_compared_by_down(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun(), blade()]}, orm={"keywords": ["TOUGH"], "blood": 2})
    action = table.action("shoot", "Weyl", target="Orm")
    odds = GAME.odds(table.state, action, {})
    assert odds is not None
    assert not any(chance.chance for chance in odds.chances if chance.id == "out")
    for way in odds.ways:
        chosen = GAME.odds(table.state, action, way.choices)
        assert chosen is not None
        assert next(c.chance for c in chosen.chances if c.id == "down") == way.chance > 0
        assert way.label.endswith(": Down")
    assert odds.advice.startswith("best: 2 blood as dice, Down ")
