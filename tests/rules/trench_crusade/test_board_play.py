"""Whole turns on random tables: what the board proposes stands, and nobody ends where nobody may."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.trench_crusade.table import GAME, KINDS, NEW, OLD, Table
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import read_action
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.board.reading import board_json
from warband_tui.rules.games.trench_crusade.positions import Scene

PROFILES = (
    {"base": "32"},
    {"base": "40", "keywords": ["FLYING"], "movement": 8},
    {"base": "25", "keywords": ["SKIRMISHER"]},
    {"base": "30x60", "movement": 7},
)


def battle(edition: str, seed: int) -> Table:
    random = Random(seed)  # noqa: S311 - no secret
    board = GAME.random_board(36, 36, random.randrange)
    assert isinstance(board, InchBoard)
    table = Table(edition, board=board_json(board), seed=seed)
    for side, names in (("A", ("Weyl", "Kett", "Pell")), ("B", ("Orm", "Ilk", "Gor"))):
        for number, name in enumerate(names):
            table.side(side).model(name, **PROFILES[(seed + number) % len(PROFILES)])
    for name in table.state.units:
        for _ in range(200):
            spot = (random.uniform(2, 34), random.uniform(2, 34))
            table.do("place", name, at=list(spot), override="tried on")
            scene = Scene(table.state)
            unit = table.unit(name)
            if not scene.may_end(unit, scene.body(name).at) and not scene.in_melee_at(unit, scene.body(name)):
                break
    return table


@pytest.mark.parametrize("edition", [OLD, NEW])
@pytest.mark.parametrize("seed", range(4))
def test_what_the_board_proposes_can_be_done(edition: str, seed: int) -> None:
    table = battle(edition, seed)
    random = Random(seed + 100)  # noqa: S311 - no secret
    done = 0
    for _ in range(14):
        side = table.state.to_act or "A"
        ready = [u for u in table.state.ready(side) if u.in_play]
        if not ready or table.state.ended:
            break
        name = random.choice(ready).id
        modes = [m.id for m in GAME.modes(table.state, name) if m.allowed]
        for mode in random.sample(modes, len(modes)):
            foe = random.choice([u for u in table.state.foes(side) if u.in_play])
            here = table.unit(name).at[0]
            to = foe.at[0] if mode in ("charge", "dive") else (here[0] + random.uniform(-4, 4), here[1] + 3)
            trace = GAME.trace(table.state, name, mode, to)
            assert trace.rules
            assert trace.legal or trace.why
            if trace.action:
                assert table.battle.do(read_action(trace.action, KINDS)) is not None
                done += 1
                break
        check_everybody(table)
        try:
            table.end(name)
        except WarbandError:
            continue
    assert done


def check_everybody(table: Table) -> None:
    """See that everybody stands on the board, on ground, in melee with exactly those within 1 inch."""
    scene = Scene(table.state)
    for unit in table.state.units.values():
        if not scene.stands(unit):
            continue
        body = scene.body(unit.id)
        assert 0 <= body.x <= 36
        assert 0 <= body.y <= 36
        near = set(scene.in_melee_at(unit, body))
        assert near == {foe for foe in table.state.in_contact(unit.id) if scene.stands(table.unit(foe))}
