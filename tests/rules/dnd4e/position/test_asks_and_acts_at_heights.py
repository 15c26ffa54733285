"""Asks and acts agree up and down: flights, climbs, charges and teleports over low walls, others and pits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dnd4e.position.drawn import BOARD, ask
from tests.rules.dnd4e.position.test_asks_and_acts import refusal
from tests.rules.dnd4e.table import NEW, OLD, Table, power
from warband_tui.rules.actions import read_action
from warband_tui.rules.games.dnd4e.ruleset import RULESET
from warband_tui.rules.games.dnd4e.space import Scene

WIDE, HIGH = 6, 4
LEGEND = {"W": {"blocking": True, "height": 10}, "T": {"difficult": "trees", "height": 10}}
KINDS = tuple(d.action for d in RULESET.actions)


def battlefield(dice: random.Random, edition: str) -> Table:
    """Return a small map with a pit, low walls and trees, and four creatures on the ground, in the air and in the pit."""
    ground = [[dice.choice(".......~#WT") for _ in range(WIDE)] for _ in range(HIGH)]
    left, top = dice.randrange(WIDE - 2), dice.randrange(HIGH - 1)
    for x, y in product(range(left, left + 3), range(top, top + 2)):
        ground[y][x] = "O"
    places = list(product(range(WIDE - 1), range(HIGH - 1)))
    units: dict[str, dict[str, Any]] = {}
    for name in ("Ash", "Bone", "Elm", "Rib"):
        x, y = dice.choice(places)
        size = dice.choice(("medium", "medium", "small", "large"))
        side = 1 + (size == "large")
        places = [p for p in places if not (x - 1 <= p[0] < x + side and y - 1 <= p[1] < y + side)] or places[
            :1
        ]
        for i, j in product(range(side), range(side)):
            ground[y + j][x + i] = ground[y + j][x + i].translate(str.maketrans("#W", ".."))
        up = [dice.choice((1, 2, 3))] if dice.random() < 0.4 else []
        states = ["flying"] if dice.random() < 0.3 else []
        units[name] = {"at": [x, y, *up], "size": size, "conditions": states, "reach": dice.choice((1, 2))}
    board = {"kind": "squares", "map": ["".join(row) for row in ground], "legend": LEGEND,
             "drop_feet": dice.choice((10, 20))}  # fmt: skip
    table = Table(edition, board=board)
    for name, more in units.items():
        modes = {"fly": 5, "teleport": 4, "climb": 4} if dice.random() < 0.7 else {"fly": 5, "teleport": 4}
        table.unit("A" if name in ("Ash", "Elm") else "B", name, modes=modes, attacks=[power()], **more)
    return table.begin("Ash", "Elm", "Bone", "Rib")


def goals(dice: random.Random) -> Iterator[list[int]]:
    """Yield squares, some with a height."""
    for _ in range(3):
        to = [dice.randrange(WIDE), dice.randrange(HIGH)]
        yield to
        yield [*to, dice.choice((-4, -2, -1, 0, 1, 2, 3))]


def acts(dice: random.Random, table: Table) -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Yield actions, what was asked of each, and the answer."""
    state = table.state
    for to in goals(dice):
        for mode in ("walk", "fly", "climb"):
            told = ask(state, "path", "Ash", mode=mode, to=to)
            if told["price"] != 0:
                yield {"do": "walk", "unit": "Ash", "mode": mode, "to": to}, mode, told
        told = ask(state, "teleport", "Ash", to=to)
        yield {"do": "teleport", "unit": "Ash", "to": to, "action": "move"}, "teleport", told
    told = ask(state, "charge", "Ash", target="Bone")
    for end in told["ends"]:
        yield {"do": "charge", "unit": "Ash", "target": "Bone", "to": end["at"]}, "charge", told


@pytest.mark.rule("D4-FLY-1", "D4-SPD-6", "D4-CHG-1", "D4-TEL-1", "D4-OCC-2")
@given(seed=st.integers(0, 10**9), edition=st.sampled_from([OLD, NEW]))
def test_asks_and_acts_agree_up_and_down(edition: str, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
    table = battlefield(dice, edition)
    for action, asked, told in acts(dice, table):
        no = refusal(table, action)
        assert (not no) == (told["legal"] and told["allowed"]), (asked, action, no)


@pytest.mark.rule("D4-FLY-1", "D4-OCC-7", "D4-SPD-6")
@given(seed=st.integers(0, 10**9))
def test_reach_lists_what_a_path_leads_to_at_its_price_and_goes_there(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
    table = battlefield(dice, NEW)
    mode = dice.choice(("walk", "fly", "climb", "shift"))
    ends = {tuple(end["at"]): end["price"] for end in ask(table.state, "reach", "Ash", mode=mode)["ends"]}
    here = Scene(table.state).space("Ash")
    for cell in dice.sample(list(product(range(WIDE), range(HIGH))), 6):
        told = ask(table.state, "path", "Ash", mode=mode, to=list(cell))
        if cell != here.anchor:
            assert (told["price"] if told["legal"] else None) == ends.get(cell), (mode, cell)
        trace = BOARD.trace(table.state, "Ash", mode, cell)
        if trace.legal and trace.action and not trace.way[-1].strikers:
            table.battle.do(read_action(trace.action, KINDS))
            there = Scene(table.state).space("Ash")
            assert there.anchor == cell
            last = told["steps"][-1]["to"]
            assert len(last) == 2 or there.level == last[2]
            table.battle.undo()


def test_much_of_it_is_legal_and_much_is_not() -> None:
    found: set[tuple[str, bool]] = set()
    for seed in range(12):
        dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
        found |= {(a, told["legal"]) for _, a, told in acts(dice, battlefield(dice, NEW))}
    assert found >= set(product(("walk", "fly", "climb", "teleport"), (True, False))) | {("charge", True)}
