"""Any sequence of acts on a map, allowed or not: nothing breaks, spaces stay legal, the log folds to the state."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dnd4e.table import GAME, KINDS, NEW, OLD, Table, power
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode
from warband_tui.rules.games.dnd4e.space import Scene, may_pass, may_share, occupancy
from warband_tui.rules.state import BattleState, to_json

ROWS = ("..#....~", "..#.O...", "........", "~~..#..O", "...OO...", "........")
UNITS = {"Ash": (3, 1), "Elm": (3, 2), "Bone": (5, 2), "Rib": (6, 5), "Gull": (4, 1)}
MOVES = ("walk", "shift", "run", "crawl", "squeeze", "stand", "end-squeeze", "teleport", "charge")
SHOVES = ("push", "pull", "slide")


def table(edition: str) -> Table:
    bow = power("Bow", kind="ranged", range=10)
    board = {
        "kind": "squares",
        "map": list(ROWS),
        "edges": [[[3, 2], [3, 3], "low"], [[5, 5], [6, 5], "wall"]],
    }
    made = Table(edition, board=board)
    made.unit("A", "Ash", hero=True, hp=30, attacks=[power(), bow], at=list(UNITS["Ash"]))
    made.unit("A", "Elm", hero=True, hp=20, modes={"teleport": 4}, size="small", at=list(UNITS["Elm"]))
    made.unit("B", "Bone", hp=60, size="large", at=list(UNITS["Bone"]), reduction=1)
    made.unit("B", "Rib", hp=9, size="tiny", at=list(UNITS["Rib"]))
    return made.unit("B", "Gull", hp=25, modes={"fly": 6}, at=[*UNITS["Gull"], 1])


def an_action(dice: random.Random, state: BattleState) -> dict[str, Any]:
    unit = dice.choice(list(UNITS))
    if dice.random() < 0.9 and state.turn:
        unit = state.active or GAME.next_up(state) or unit
    here = state.unit(unit).at[0] if state.unit(unit).at else (0, 0)
    near = [int(here[0]) + dice.randint(-3, 3), int(here[1]) + dice.randint(-3, 3)]
    target = dice.choice([name for name in UNITS if name != unit])
    do = dice.choice(
        (
            *MOVES,
            "walk",
            "walk",
            *SHOVES,
            "attack",
            "attack",
            "opportunity",
            "bull-rush",
            "place",
            "end",
            "end",
            "fall",
        )
        + (("afflict",) if dice.random() < 0.3 else ())
    )
    found: dict[str, Any] = {"do": do, "unit": unit}
    if do in MOVES or do == "place":
        found["at" if do == "place" else "to"] = near if dice.random() < 0.8 else [*near, dice.randint(0, 4)]
    if do == "walk":
        found["mode"] = "fly" if unit == "Gull" else dice.choice(("walk", "walk", "climb"))
    if do in ("walk", "run", "shift") and dice.random() < 0.6 and state.unit(unit).at:
        cells = list(GAME.reach(state, unit, found.get("mode", do)).cells)
        found["to"] = list(dice.choice(cells)) if cells else near
    if do in ("walk", "run", "shift"):
        found["double"] = dice.random() < 0.3
    if do in (*SHOVES, "attack", "opportunity", "bull-rush", "charge"):
        found["target"] = target
    if do in SHOVES:
        found |= {"limit": 3, "to": _end(dice, state, found) or near}
    if do == "afflict":
        found["condition"] = dice.choice(("prone", "slowed", "immobilized", "stunned", "dazed"))
    return found


def _end(dice: random.Random, state: BattleState, shove: dict[str, Any]) -> list[int]:
    """Return where somebody may be forced, an edge if there is one."""
    if not all(state.unit(shove[who]).at and state.unit(shove[who]).in_play for who in ("unit", "target")):
        return []
    asked: dict[str, Any] = {name: shove[name] for name in ("unit", "target", "to") if name in shove}
    told = GAME.ask(state, {**asked, "ask": shove["do"], "squares": 3})
    ends = told["edges"] or [end["at"] for end in told["ends"]]
    return list(dice.choice(ends)) if ends else []


def sound(state: BattleState) -> None:
    scene = Scene(state)
    for unit in scene.units.values():
        if len(unit.at[0]) > 2:
            assert unit.counter("altitude") // 5 == unit.at[0][2]
        for space in scene.spaces[unit.id]:
            assert all(scene.grid.holds(square) for square in space.squares())


def play(edition: str, seed: int, count: int) -> Battle:
    dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
    battle = table(edition).battle
    for _ in range(count):
        before = battle.state
        try:
            action = read_action(an_action(dice, before), KINDS)
            GAME.odds(before, action, {})
            choices: dict[str, Any] = {}
            for choice in GAME.choices(before, action):
                choices[choice.id] = dice.choice(choice.options)[0]
            battle.do(action, choices=choices, override="because" if dice.random() < 0.05 else "")
        except WarbandError:
            assert battle.state is before
        sound(battle.state)
    return battle


@pytest.mark.parametrize("edition", [OLD, NEW])
@given(seed=st.integers(0, 10_000))
def test_any_play_on_a_map_is_sound_and_folds_to_itself(edition: str, seed: int) -> None:
    battle = play(edition, seed, 30)
    again = Battle.replay(battle.setup, GAME, [decode(encode(e)) for e in battle.entries])
    assert to_json(again.state) == to_json(battle.state)
    if battle.can_undo:
        battle.undo(battle.can_undo)
    assert to_json(battle.state) == to_json(battle.start)


def test_much_of_that_play_moves_and_strikes() -> None:
    """The random acts reach what they are for."""
    texts = [e.text for seed in range(20) for e in play(NEW, seed, 30).entries]
    for word in ("walks", "teleports", "Opportunity attack", "save at the edge", "flies", "shifts", "pushes"):
        assert any(word in text for text in texts), word


@given(seed=st.integers(0, 10_000))
def test_what_a_mover_may_not_enter_or_end_in_is_what_is_said_of_each(seed: int) -> None:
    """The sets of a whole board agree with the rule about two creatures; the fifth Tiny one is left aside here."""
    scene = Scene(play(NEW, seed, 12).state)
    for unit in scene.units.values():
        space = scene.space(unit.id)
        barred, shut = occupancy(scene, unit, space)
        for other in scene.others(unit):
            there = scene.held[other.id]
            alone = [o for o in scene.others(unit) if o.id != other.id and scene.held[o.id] & there]
            if alone or not scene.level_with(space, other.id):
                continue
            assert bool(barred & there) != may_pass(unit, other)
            assert bool((barred | shut) & there) != may_share(unit, other)
