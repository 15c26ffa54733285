"""Nobody is its own enemy: an action at oneself is refused in every game, and no override helps."""

from __future__ import annotations

import pytest

from warband_tui.rules.actions import Action, fields_of, read_action, tag_of
from warband_tui.rules.engine import Battle
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import load
from warband_tui.rules.script import setup_from

GAMES = ("trench-crusade", "middle-earth", "age-of-sigmar", "dnd4e")


def battle(game: str) -> Battle:
    sides = [{"id": s, "name": s, "units": [{"id": f"{s}1", "name": f"{s}1"}]} for s in "ab"]
    return Battle(setup_from({"ruleset": game, "sides": sides}), load(game))


def aimed(game: str) -> list[tuple[str, str]]:
    """Return each action of a unit with each of its fields that names an enemy."""
    kinds: list[type[Action]] = [d.action for d in load(game).actions]
    fields = [(kind, fields_of(kind)) for kind in kinds]
    return [
        (tag_of(kind), field.name)
        for kind, all_fields in fields
        if any(f.name == "unit" for f in all_fields)
        and not any(f.required and f.name not in ("unit", "target") for f in all_fields)
        for field in all_fields
        if field.kind == "foe"
    ]


EVERY = [(game, do, field) for game in GAMES for do, field in aimed(game)]


@pytest.mark.parametrize(("game", "do", "field"), EVERY)
def test_a_unit_is_never_its_own_target(game: str, do: str, field: str) -> None:
    played = battle(game)
    kinds = tuple(d.action for d in load(game).actions)
    action = read_action({"do": do, "target": "b1", "unit": "a1", field: "a1"}, kinds)
    for override in ("", "house rule"):
        with pytest.raises(Refused, match="its own target"):
            played.do(action, override=override)


@pytest.mark.parametrize("game", ["trench-crusade", "middle-earth", "age-of-sigmar"])
def test_nor_one_of_several_targets_of_its_charge(game: str) -> None:
    played = battle(game)
    kinds = tuple(d.action for d in load(game).actions)
    action = read_action({"do": "charge", "unit": "a1", "target": "b1", "targets": ["b1", "a1"]}, kinds)
    with pytest.raises(Refused, match=r"target|no enemy"):
        played.do(action, override="house rule")
    assert not played.state.engaged
