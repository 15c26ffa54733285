"""Attacks on a map: what flanking and cover add, what is out of reach, who strikes at whoever shoots beside them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import NEW, OLD, Table, on_map, power

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])
BOW = power("Bow", kind="ranged", range=10, basic=False)
BURST = power("Burst", kind="area", range=10, basic=False)
BLAST = power("Blast", kind="close", range=3, basic=False)


def added(table: Table, target: str = "b", **fields: Any) -> int:
    entry = table.do("attack", unit="A", target=target, dice=[2], **fields)
    return entry.rolls[0].flat - 5


@BOTH
@pytest.mark.rule("D4-FLANK-1")
def test_flankers_have_combat_advantage_and_the_line_that_proves_it(edition: str) -> None:
    table = on_map("AbC", edition=edition)
    entry = table.do("attack", unit="A", target="b", dice=[2])
    assert entry.rolls[0].flat == 7
    assert "D4-FLANK-1" in entry.rules
    assert any("flanking with C" in m.source for m in entry.rolls[0].modifiers)
    assert added(on_map("Ab.", "..C")) == 0


def test_players_may_say_otherwise() -> None:
    assert added(on_map("AbC"), advantage=False) == 0
    assert added(on_map("Ab."), advantage=True) == 2
    assert added(on_map("A....", "..#b.", A={"attacks": [BOW]}), cover="none") == 0


@pytest.mark.rule("D4-FLANK-1")
def test_the_odds_know_the_flank() -> None:
    odds = on_map("AbC").odds("attack", unit="A", target="b")
    assert "flanking with C" in odds.pool
    assert odds.ways == ()


@BOTH
@pytest.mark.rule("D4-COV-1", "D4-COV-2", "D4-COV-3")
@pytest.mark.parametrize(
    ("rows", "attack", "expected", "rule"),
    [
        (("A....", "..#b."), BOW, -2, "D4-COV-1"),
        (("A....", "..#..", "...#.", "....b"), BOW, -5, "D4-COV-1"),
        (("A.d.b", "#####", "#####"), BOW, -2, "D4-COV-1"),
        (("A.C.b", "#####", "#####"), BOW, 0, ""),
        (("A#", ".b"), power(), -2, "D4-COV-3"),
        (("A..b",), BOW, 0, ""),
    ],
)
def test_cover_is_measured(
    edition: str, rows: tuple[str, ...], attack: Any, expected: int, rule: str
) -> None:
    table = on_map(*rows, edition=edition, A={"attacks": [attack]})
    entry = table.do("attack", unit="A", target="b", dice=[2])
    assert entry.rolls[0].flat - 5 == expected
    assert not rule or rule in entry.rules


@pytest.mark.rule("D4-COV-1", "D4-COV-4")
def test_an_area_is_judged_from_its_origin() -> None:
    table = on_map("A....", "..#b.", A={"attacks": [BURST]})
    assert added(table, origin=[4, 0]) == 0
    table = on_map("A....", "..#b.", A={"attacks": [BLAST]})
    assert added(table) == -2


@BOTH
@pytest.mark.rule("D4-SIZE-4", "D4-SIZE-2")
def test_melee_attacks_reach_as_far_as_the_creature(edition: str) -> None:
    far = on_map("A.b", edition=edition).refused("attack", unit="A", target="b")
    assert far.rules == ("D4-SIZE-4",)
    assert "2 squares away" in far.why
    on_map("A.b", edition=edition, A={"reach": 2}).do("attack", unit="A", target="b", dice=[2])
    tiny = on_map("Ab", edition=edition, A={"size": "tiny"})
    assert tiny.refused("attack", unit="A", target="b").rules == ("D4-SIZE-2",)
    inside = on_map("A.", edition=edition, A={"size": "tiny"}, b={"at": [0, 0]})
    inside.do("attack", unit="A", target="b", dice=[2])


def test_ranged_powers_go_as_far_as_their_range_twice_that_at_long_range() -> None:
    table = on_map("A.......b", A={"attacks": [{**BOW, "range": 5}]})
    assert "reaches 5" in table.refused("attack", unit="A", target="b").why
    assert added(table, long=True) == -2
    burst = on_map("A.......b", A={"attacks": [{**BURST, "range": 5}]})
    assert "its origin is 8 squares away" in burst.refused("attack", unit="A", target="b").why
    assert added(burst, origin=[5, 0]) == 0


@pytest.mark.rule("D4-LOE-1")
def test_without_line_of_effect_there_is_no_attack() -> None:
    table = on_map("A#b", A={"attacks": [BOW]})
    assert table.refused("attack", unit="A", target="b").rules == ("D4-LOE-1",)


@pytest.mark.rule("D4-PRONE-1")
@pytest.mark.parametrize(("rows", "expected"), [(("A..b",), -2), (("A.b",), -2), (("Ab",), 0)])
def test_the_prone_are_hard_to_shoot_unless_one_stands_beside_them(
    rows: tuple[str, ...], expected: int
) -> None:
    table = on_map(*rows, A={"attacks": [BOW]}, b={"conditions": ["prone"]})
    assert added(table) == expected


# Shooting beside an enemy


@BOTH
@pytest.mark.rule("D4-OA-2")
@pytest.mark.parametrize(
    ("attack", "provokes"), [(BOW, True), (BURST, True), (BLAST, False), (power(), False)]
)
def test_ranged_and_area_powers_provoke_those_beside(edition: str, attack: Any, provokes: bool) -> None:
    table = on_map("Ab.d", edition=edition, A={"attacks": [attack]})
    action = table.action("attack", unit="A", target="b")
    asked = table.battle.ruleset.choices(table.state, action)
    assert [c.unit for c in asked] == (["b"] if provokes else [])


@pytest.mark.rule("D4-OA-2", "D4-OA-5")
def test_the_strike_comes_first_and_who_is_dropped_does_not_shoot() -> None:
    table = on_map("Ab.d", A={"attacks": [BOW], "hp": 20, "counters": {"hp": 5}, "hero": True})
    entry = table.do("attack", unit="A", target="d", choices={"b:strike": "1"}, dice=[15, 4])
    assert (table.of("A").has("dying"), table.hp("d"), len(entry.rolls)) == (True, 40, 2)
    assert "is lost" in entry.text
    table.battle.undo()
    entry = table.do("attack", unit="A", target="d", choices={"b:strike": "1"}, dice=[2, 15, 3])
    assert table.hp("d") == 34
    assert "D4-OA-2" in entry.rules


@pytest.mark.rule("D4-OA-6", "D4-OA-2")
def test_threatening_reach_notices_a_shot_two_squares_off() -> None:
    table = on_map("A.b", A={"attacks": [BOW]}, b={"reach": 2, "threatening": 2})
    action = table.action("attack", unit="A", target="b")
    assert [c.unit for c in table.battle.ruleset.choices(table.state, action)] == ["b"]
    plain = on_map("A.b", A={"attacks": [BOW]}, b={"reach": 2})
    assert plain.battle.ruleset.choices(plain.state, action) == []


def test_who_is_not_on_the_board_is_attacked_as_the_players_state_it() -> None:
    table = on_map("A..", b={"at": None})
    assert table.of("b").at == ()
    assert added(table, cover="cover") == -2
