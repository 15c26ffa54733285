"""Any sequence of acts, allowed or not: nothing breaks, what is undone is gone, and the log folds to the state."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.dnd4e.table import GAME, KINDS, NEW, OLD, Table, power
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import fields_of, read_action, tag_of
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode
from warband_tui.rules.state import BattleState, to_json

NAMES = ("Ash", "Elm", "Bone", "Rib", "Nobody")
WORDS: dict[str, tuple[Any, ...]] = {
    "unit": NAMES,
    "foe": NAMES,
    "foes": ((), ("Bone",), ("Ash", "Rib")),
    "units": ((), ("Bone",), ("Ash", "Elm")),
    "side": ("A", "B"),
    "anyone": ("Ash", "Bone", "A"),
    "counter": ("hp", "temporary", "surges", "altitude", "death"),
    "condition": tuple(d.id for d in GAME.conditions),
    "weapon": ("", "sword", "venom", "breath", "bow", "unarmed"),
    "flag": (False, True),
    "number": (1, 2, 3, 5),
    "entry": (1, 2),
}
SPECIAL: dict[str, tuple[Any, ...]] = {
    "feet": (5, 10, 30, 700, 1300),
    "amount": (0, 3, "1d6", "2d6+20", "lots"),
    "against": ("", "death", "slowed", "dazed", "nothing"),
    "mode": ("walk", "fly", "climb"),
    "result": (None,),
    "damage": (None, 0, 7),
    "drop": (None, 0, 20),
    "condition": ("slowed", "prone", "dazed", "restrained", "unconscious", "grabbed", "marked", "stunned"),
    "lasts": ("save", "end", "start", "own-end", "encounter"),
    "trigger": ("walk", "shift", "ranged", "dance"),
    "to": ((),),
    "path": ((),),
    "push_to": ((),),
}
LEFT_OUT = ("join", "finish", "place", "star", "remark")


def table(edition: str) -> Table:
    venom = power("Venom", usage="encounter", effects=[{"condition": "slowed", "until": "save"}, {"ongoing": 5, "type": "poison", "until": "save"}])  # fmt: skip
    breath = power("Breath", kind="close", usage="recharge", half=True, basic=False, action="minor")
    bow = power("Bow", kind="ranged")
    made = Table(edition)
    made.unit(
        "A",
        "Ash",
        hero=True,
        hp=25,
        surges=2,
        action_points=1,
        attacks=[power(), venom, bow],
        trained=["acrobatics"],
    )
    made.unit("A", "Elm", hero=True, hp=20, surges=1, modes={"fly": 6, "climb": 3}, regeneration=2)
    made.unit("B", "Bone", hp=30, attacks=[power(), breath], reduction=1, size="large", save=2)
    return made.unit("B", "Rib", hp=1, minion=True, models=3, keywords=["swarm", "hover"])


def an_action(dice: random.Random) -> dict[str, Any]:
    kind = dice.choice([k for k in KINDS if tag_of(k) not in LEFT_OUT])
    found: dict[str, Any] = {"do": tag_of(kind)}
    for field in fields_of(kind):
        if not field.required and dice.random() < 0.5:
            continue
        pool = SPECIAL.get(field.name) or WORDS.get(field.kind) or field.options or ("words",)
        value = dice.choice(pool)
        if value is not None:
            found[field.name] = list(value) if isinstance(value, tuple) else value
    return found


def sound(state: BattleState) -> None:
    for unit in state.units.values():
        assert unit.counter("temporary") >= 0
        assert unit.counter("surges") >= 0
        assert 0 <= unit.counter("death") <= 3
        if unit.in_play and not unit.has("dying") and not unit.has("knocked out"):
            assert unit.counter("hp") > 0
    assert sum(u.acting for u in state.units.values()) <= 1


@pytest.mark.parametrize("edition", [OLD, NEW])
@given(seed=st.integers(0, 10_000))
def test_any_play_is_sound_and_folds_to_itself(edition: str, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - the same play each time, nothing secret
    battle = table(edition).battle
    for _ in range(40):
        data = an_action(dice)
        if dice.random() < 0.6 and battle.state.turn:
            active = battle.state.active or GAME.next_up(battle.state)
            data = {**data, "unit": active} if "unit" in data and active else data
        override = "because" if dice.random() < 0.1 else ""
        before = battle.state
        try:
            action = read_action(data, KINDS)
            GAME.odds(battle.state, action, {})
            battle.do(action, override=override)
        except WarbandError:
            assert battle.state is before
        sound(battle.state)
        for unit_id in battle.state.units:
            GAME.options(battle.state, unit_id)
        GAME.monitors(battle.state)
        GAME.guide(battle.state)
    again = Battle.replay(battle.setup, GAME, [decode(encode(e)) for e in battle.entries])
    assert to_json(again.state) == to_json(battle.state)
    if battle.can_undo:
        battle.undo(battle.can_undo)
    assert to_json(battle.state) == to_json(battle.start)
