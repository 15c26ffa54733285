"""Asks and acts agree: what a question about squares calls legal the action takes, and what it does not it refuses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dnd4e.position.drawn import ask
from tests.rules.dnd4e.table import NEW, OLD, Table, on_map, power
from warband_tui.rules.resolution import Refused

LETTERS = "........~~#OF!"
LEGEND = {"F": {"obscured": True}, "!": {"hindering": "fire"}}
STATES = (
    "prone",
    "slowed",
    "immobilized",
    "restrained",
    "blinded",
    "dazed",
    "stunned",
    "unconscious",
    "squeezing",
)
WIDE, HIGH = 6, 5
SIDES = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3}


def battlefield(dice: random.Random, edition: str) -> Table:
    """Return a small random map with four creatures of any size, in many states, on the ground or in the air."""
    ground = [[dice.choice(LETTERS) for _ in range(WIDE)] for _ in range(HIGH)]
    units: dict[str, dict[str, Any]] = {}
    taken: set[tuple[int, int]] = set()
    for name in ("Ash", "Bone", "Elm", "Rib"):
        size = dice.choice(("medium", "medium", "small", "tiny", "large", "huge"))
        states = dice.sample(STATES, dice.choice((1, 1, 2))) if dice.random() < 0.4 else []
        side = max(1, SIDES[size] - ("squeezing" in states))
        room = [
            (x, y) for x in range(WIDE - side + 1) for y in range(HIGH - side + 1)
            if not taken & {(x + i, y + j) for i in range(side) for j in range(side)}
        ]  # fmt: skip
        if not room:
            size, side, room = "medium", 1, sorted({(x, y) for x, y in squares()} - taken)
        x, y = dice.choice(room)
        held = {(x + i, y + j) for i in range(side) for j in range(side)}
        taken |= held
        for i, j in held:
            ground[j][i] = ground[j][i].replace("#", ".")
        up = [dice.choice((1, 2, 3))] if dice.random() < 0.2 else []
        units[name] = {"at": [x, y, *up], "size": size, "conditions": states, "reach": dice.choice((1, 1, 2)),
                       "speed": dice.choice((2, 4)), "reduction": dice.choice((0, 0, 1))}  # fmt: skip
    edges = [[[x, y], [x + 1, y], dice.choice(("wall", "low", "window"))]
             for x in range(WIDE - 1) for y in range(HIGH) if dice.random() < 0.1]  # fmt: skip
    board = {"kind": "squares", "map": ["".join(row) for row in ground], "edges": edges, "legend": LEGEND}
    table = Table(edition, board=board)
    for name, more in units.items():
        side_of = "A" if name in ("Ash", "Elm") else "B"
        table.unit(side_of, name, modes={"fly": 4, "teleport": 3}, attacks=[power()], **more)
    return table.begin("Ash", "Elm", "Bone", "Rib")


def squares() -> Iterator[tuple[int, int]]:
    return ((x, y) for x in range(WIDE) for y in range(HIGH))


def acts(dice: random.Random, table: Table) -> Iterator[tuple[dict[str, Any], str, bool]]:
    """Yield actions, what was asked of each, and whether the answer lets it happen."""
    state, here = table.state, table.at("Ash")
    near = [s for s in squares() if max(abs(s[0] - here[0]), abs(s[1] - here[1])) <= 2]
    to = list(dice.choice(near if dice.random() < 0.7 else list(squares())))
    for mode in ("walk", "shift", "run", "crawl", "squeeze"):
        told = ask(state, "path", "Ash", mode=mode, to=to)
        if told["price"] != 0 or told["steps"]:
            yield {"do": mode, "unit": "Ash", "to": to}, mode, told["legal"] and told["allowed"]
    told = ask(state, "teleport", "Ash", to=to)
    yield (
        {"do": "teleport", "unit": "Ash", "to": to, "action": "move"},
        "teleport",
        told["legal"] and told["allowed"],
    )
    told = ask(state, "teleport", "Bone", by="Ash", to=to, squares=3)
    yield (
        {"do": "teleport", "unit": "Bone", "by": "Ash", "to": to, "distance": 3},
        "teleport by",
        told["legal"],
    )
    told = ask(state, "charge", "Ash", target="Bone")
    ends = [end["at"] for end in told["ends"]]
    for end in (to, *ends):
        yield (
            {"do": "charge", "unit": "Ash", "target": "Bone", "to": end},
            "charge",
            # A square without a height is one with that at which the charge may end there.
            end in [*ends, *(known[:2] for known in ends)] and told["allowed"],
        )
    for kind in ("push", "pull", "slide"):
        told = ask(state, kind, "Ash", target="Bone", squares=2, to=to)
        ends = [end["at"] for end in told["ends"]]
        for end in (to, *ends[:2]) if to != list(table.at("Bone")[:2]) else ends[:2]:
            may = told["legal"] and end in ends
            yield {"do": kind, "unit": "Ash", "target": "Bone", "to": end, "limit": 2}, kind, may
    told = ask(state, "swap", "Ash", target="Bone")
    ways = [way["target"] for way in told["ways"]]
    for end in (to, *ways):
        yield (
            {"do": "slide", "unit": "Ash", "target": "Bone", "to": end, "swap": True},
            "swap",
            told["legal"] and end in ways,
        )
    told = ask(state, "stand", "Ash")
    end = [] if told["in_place"] or not told["ends"] else told["ends"][0]
    yield {"do": "stand", "unit": "Ash", "to": end}, "stand", told["legal"] and told["allowed"]
    told = ask(state, "unsqueeze", "Ash")
    yield (
        {"do": "end-squeeze", "unit": "Ash", "to": told["ends"][0] if told["ends"] else []},
        "unsqueeze",
        told["legal"] and told["allowed"],
    )


def refusal(table: Table, action: dict[str, Any]) -> str:
    """Return why an action is refused, empty where it would happen; nothing changes."""
    try:
        table.battle.propose(table.action(**action))
    except Refused as no:
        return no.why
    return ""


@pytest.mark.rule(
    "D4-CHG-1", "D4-TEL-1", "D4-FM-8", "D4-FM-13", "D4-SPD-5", "D4-PRONE-2", "D4-PRONE-3", "D4-SQZ-2"
)
@given(seed=st.integers(0, 10**9), edition=st.sampled_from([OLD, NEW]))
def test_asks_and_acts_agree(edition: str, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
    table = battlefield(dice, edition)
    for action, asked, may in acts(dice, table):
        no = refusal(table, action)
        assert (not no) == may, (asked, action, no)


def test_much_of_what_is_asked_there_is_legal_and_much_is_not() -> None:
    found: set[tuple[str, bool]] = set()
    for seed in range(18):
        dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
        found |= {(asked, may) for _, asked, may in acts(dice, battlefield(dice, NEW))}
    assert {asked for asked, may in found if not may} == {asked for asked, _ in found}
    assert {asked for asked, may in found if may} >= {asked for asked, _ in found} - {
        "crawl",
        "stand",
        "unsqueeze",
    }


@pytest.mark.rule("D4-FLY-1")
@pytest.mark.parametrize(("do", "far"), [("walk", 6), ("run", 8)])
def test_who_is_in_the_air_walks_and_runs_as_far_as_it_flies(do: str, far: int) -> None:
    table = on_map("A.........", A={"at": [0, 0, 2], "speed": 2, "modes": {"fly": 6}})
    assert ask(table.state, "path", mode=do, to=[far, 0])["legal"]
    assert f"A has {far}" in table.refused(do, unit="A", to=[far + 1, 0]).why
    table.do(do, unit="A", to=[far, 0])
    assert table.at("A") == (far, 0, 2)


@pytest.mark.rule("D4-FM-13", "D4-FM-16", "D4-PRONE-2", "D4-SPD-5", "D4-SIZE-5")
@pytest.mark.parametrize(
    ("more", "rule"),
    [({"b": {"conditions": ["restrained"]}}, "D4-FM-16"), ({"b": {"keywords": ["swarm"]}}, "D4-SIZE-5"),
     ({"A": {"conditions": ["prone"]}}, "D4-PRONE-2"), ({"A": {"conditions": ["immobilized"]}}, "D4-SPD-5"),
     ({}, "")],
)  # fmt: skip
def test_nobody_swaps_who_cannot_be_slid_or_cannot_shift(more: dict[str, Any], rule: str) -> None:
    table = on_map(".....", ".Ab..", ".....", **more)
    answer = ask(table.state, "swap", target="b")
    assert (answer["legal"], bool(answer["ways"])) == (not rule, not rule)
    if rule:
        assert rule in answer["rules"]
        assert rule in table.refused("slide", unit="A", target="b", swap=True, to=[1, 1]).rules
    else:
        table.do("slide", unit="A", target="b", swap=True, to=[1, 1])
        assert (table.at("A"), table.at("b")) == ((2, 1), (1, 1))


@pytest.mark.rule("D4-FALL-10", "D4-FM-10")
@pytest.mark.parametrize("edition", [OLD, NEW])
def test_who_lies_below_an_edge_keeps_nobody_from_being_forced_over_it(edition: str) -> None:
    table = on_map("AbO.", "####", edition=edition, C={"at": [2, 0]})
    answer = ask(table.state, "push", target="b", squares=1, to=[2, 0])
    assert ([end["at"] for end in answer["ends"]], answer["way"]["legal"]) == ([[2, 0]], True)
    assert [(n["legal"], n["end"]) for n in answer["next"] if n["to"] == [2, 0]] == [(True, True)]
    entry = table.do("push", unit="A", target="b", to=[2, 0], result=False, dice=[6, 6])
    assert (table.at("b"), "D4-FALL-10" in entry.rules) == ((2, 0), True)


@pytest.mark.rule("D4-OCC-2", "D4-FM-9", "D4-FM-10")
@pytest.mark.parametrize("edition", [OLD, NEW])
def test_who_stands_over_a_pit_keeps_others_from_being_forced_into_it_under_itself(edition: str) -> None:
    table = on_map("A...", "....", "....", "b...", edition=edition, A={"size": "huge"})
    pit = on_map("....", "....", "O...", "b...", edition=edition, A={"at": [0, 0], "size": "huge"})
    for where in (table, pit):
        assert ask(where.state, "slide", target="b", squares=1, to=[0, 2])["way"]["legal"] is False
        no = where.refused("slide", unit="A", target="b", to=[0, 2], limit=1)
        assert no.why == "A is there: it may pass, and not end there"
