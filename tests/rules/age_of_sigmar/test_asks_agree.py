"""What a question about a move says is what the action then does, whatever the table."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rules.age_of_sigmar.table import Table, box, ground
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.resolution import Refused

SIDE = 24
TAGS: tuple[list[str], ...] = (["area"], ["obstacle"], ["impassable"], ["obscuring"], [])
inches = st.floats(2, SIDE - 2).map(lambda n: round(n, 2))
PIECES = st.lists(
    st.tuples(inches, inches, st.floats(1, 5), st.floats(1, 5), st.sampled_from(TAGS), st.floats(0.5, 4)),
    max_size=3,
)
UNITS = st.lists(
    st.tuples(inches, inches, st.sampled_from([1, 1, 3]), st.sampled_from([25, 32]), st.booleans()),
    min_size=2,
    max_size=4,
)
PHASES = ("", "movement", "charge", "combat")


def laid(pieces: list[Any], units: list[Any]) -> Table:
    """Return a table on which every other unit is an enemy; those of three models stand in a row."""
    features = [
        box(f"f{n}", x, y, min(SIDE, x + wide), min(SIDE, y + deep), *tags, height=round(high, 2))
        for n, (x, y, wide, deep, tags, high) in enumerate(pieces)
    ]
    table = Table(board=ground(*features, width=SIDE, height=SIDE))
    for n, (x, y, models, base, flies) in enumerate(units):
        spots = [[x, y + 1.35 * i - (1.35 if models > 1 else 0)] for i in range(models)]
        assume(all(0 <= spot[1] <= SIDE for spot in spots))
        words = ["FLY"] if flies else []
        table.unit("AB"[n % 2], f"u{n}", models=models, at=spots, base=base, move=6, keywords=words)
    return table


def done(table: Table, action: dict[str, Any]) -> bool:
    """Return whether an action is accepted when all dice show sixes, and a charge gets to its target."""
    dice: list[int] = []
    fields = {key: value for key, value in action.items() if key != "do"}
    while True:
        try:
            table.do(action["do"], dice=dice, **fields)
        except DiceWanted:
            dice.append(6)
        except Refused:
            return False
        else:
            return action["do"] != "charge" or table.of(action["unit"]).has("charged")


@given(PIECES, UNITS, st.sampled_from(PHASES), st.sampled_from("AB"), st.data())
def test_a_move_that_is_called_legal_is_accepted_and_no_other(
    pieces: list[Any], units: list[Any], phase: str, first: str, data: st.DataObject
) -> None:
    table = laid(pieces, units)
    table.do("turn", first=first)
    if phase:
        table.do("phase", phase=phase)
    n = data.draw(st.integers(0, len(units) - 1))
    mode = data.draw(st.sampled_from(["normal", "run", "retreat", "charge", "pile-in"]))
    far, turn = data.draw(st.floats(0, 9)), data.draw(st.floats(0, 2 * math.pi))
    x, y = (round(units[n][0] + far * math.cos(turn), 2), round(units[n][1] + far * math.sin(turn), 2))
    assume(0 <= x <= SIDE and 0 <= y <= SIDE)
    found = table.ask("path", unit=f"u{n}", mode=mode, to=[x, y])
    assert found["legal"] == (bool(found["action"]) and done(table, found["action"])), found


@given(PIECES, UNITS, st.sampled_from(PHASES), st.sampled_from("AB"))
def test_a_charge_that_is_called_legal_gets_there_with_the_best_dice_and_no_other(
    pieces: list[Any], units: list[Any], phase: str, first: str
) -> None:
    table = laid(pieces, units)
    table.do("turn", first=first)
    if phase:
        table.do("phase", phase=phase)
    found = table.ask("charge", unit="u0", targets=["u1"])
    action: dict[str, Any] = found.get("action") or {}
    assert found["legal"] == (bool(action) and done(table, action)), found


TOWER = box("tower", 20, 8, 24, 12, "area", height=3)


@pytest.mark.rule("AOST-1.6-1")
def test_asked_for_a_charge_at_who_cannot_be_reached_the_answer_leads_to_the_terrain() -> None:
    table = Table(board=ground(TOWER, width=60, height=44))
    table.unit("A", "Ash", at=[13, 10], base=32, move=6)
    table.unit("B", "Bone", at=[22, 10], base=99)
    found = table.ask("charge", unit="Ash", targets=["Bone"])
    # 7" to the tower less the radius of the base and half an inch.
    assert (found["legal"], found["needs"]) == (True, 6)
    assert found["rules"] == ["AOST-1.6-1"]
    entry = table.do("charge", dice=[3, 3], **{k: v for k, v in found["action"].items() if k != "do"})
    assert "AOST-1.6-1" in entry.rules
    assert table.pairs() == [("Ash", "Bone")]


@pytest.mark.rule("AOST-1.6-1")
def test_terrain_too_far_from_the_enemy_on_it_does_not_help_a_charge() -> None:
    # Bone stands in the middle of a tower 12" across: more than 3" from any place beside it.
    table = Table(board=ground(box("tower", 20, 4, 32, 16, "area", height=3), width=60, height=44))
    table.unit("A", "Ash", at=[13, 10], base=32, move=6)
    table.unit("B", "Bone", at=[26, 10], base=300)
    table.unit("B", "Cairn", at=[26, 10.1], base=25)
    found = table.ask("charge", unit="Ash", targets=["Cairn"])
    assert not found["legal"]


def test_a_charge_out_of_turn_or_after_its_phase_is_called_illegal_with_the_reason() -> None:
    table = Table(board=ground(width=24, height=24))
    table.unit("A", "Ash", at=[5, 5], base=32, move=6)
    table.unit("B", "Bone", at=[11, 5], base=32, move=6)
    table.do("turn", first="A")
    assert table.ask("charge", unit="Ash", targets=["Bone"])["legal"]
    assert table.ask("charge", unit="Bone", targets=["Ash"])["why"] == "it is Side A's turn"
    table.do("phase", phase="combat")
    why = table.ask("charge", unit="Ash", targets=["Bone"])["why"]
    assert why == "the charge phase of this turn is over: it is the combat phase"


def test_nobody_is_asked_about_a_charge_at_a_friend() -> None:
    table = Table(board=ground(width=24, height=24))
    table.unit("A", "Ash", at=[5, 5]).unit("A", "Alder", at=[9, 5]).unit("B", "Bone", at=[15, 5])
    with pytest.raises(Refused, match="Alder is no enemy of Ash"):
        table.ask("charge", unit="Ash", targets=["Alder"])


@pytest.mark.rule("AOS-16-2")
def test_a_charge_at_two_of_one_name_has_to_reach_both() -> None:
    table = Table(board=ground(width=24, height=24))
    table.unit("A", "Ash", at=[5, 5], base=32, move=6)
    table.unit("B", "near", called="Rats", at=[11, 5], base=32)
    table.unit("B", "far", called="Rats", at=[11, 18], base=32)
    assert table.ask("charge", unit="Ash", targets=["near"])["legal"]
    for place in ({}, {"to": [9.4, 5]}):
        found = table.ask("charge", unit="Ash", targets=["near", "far"], **place)
        assert (found["legal"], found["why"]) == (False, "it reaches only some of them")
