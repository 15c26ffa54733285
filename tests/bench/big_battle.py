"""Battles of the size that the budgets name: twenty fighters of the sample's warbands on each side, a long log."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import encode
from warband_tui.rules.ruleset import load
from warband_tui.rules.sample import sample_setup
from warband_tui.rules.script import step
from warband_tui.rules.state import Setup, SideSetup
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.journal import Journal, Row
from warband_tui.store.library import Library

AT = "2026-03-01T19:30:00+00:00"
GAME = "trench-crusade"
SIZE = 20
MOST_BLOOD = 6


def setup(size: int = SIZE) -> Setup:
    """Return the sample's first battle with so many fighters on each side, each of them several times."""
    ruleset = load(GAME)
    sample = ruleset.sample()
    assert sample is not None
    plan = sample_setup(ruleset, sample, sample.battles[0])
    return replace(plan, turns=None, sides=tuple(_side(side, size) for side in plan.sides))


def _side(side: SideSetup, size: int) -> SideSetup:
    known = side.units
    units = tuple(
        replace(
            known[i % len(known)],
            id=f"{side.id.lower()}{i + 1}",
            name=f"{known[i % len(known)].name}{f' {i // len(known) + 1}' if i >= len(known) else ''}",
        )
        for i in range(size)
    )
    return replace(side, units=units)


def played(entries: int, size: int = SIZE) -> Battle:
    """Return a battle of so many entries: moves, dashes, shots with all their dice, markers, turns.

    Whoever is taken out comes back, so that the log can be as long as one likes and both sides stay whole.
    """
    plan = setup(size)
    battle = Battle(plan, load(GAME))
    while len(battle.entries) < entries:
        _next(battle)
    return battle


def _next(battle: Battle) -> None:
    state = battle.state
    lost = next((u for u in state.units.values() if not u.in_play), None)
    bloody = next((u for u in state.units.values() if u.counters.get("blood", 0) == MOST_BLOOD), None)
    side = state.to_act or next(iter(state.sides))
    ready = state.ready(side) if state.turn else []
    if lost is not None:
        _do(battle, {"do": "restore", "unit": lost.id, "why": "the bench needs it"})
    elif bloody is not None:
        _do(battle, {"do": "mark", "on": bloody.id, "counter": "blood", "to": 0})
    elif state.active:
        _act(battle, state.active)
    elif ready:
        may_move = any(o.do == "move" and o.allowed for o in battle.ruleset.options(state, ready[0].id))
        _do(battle, {"do": "move" if may_move else "end", "unit": ready[0].id})
    else:
        _do(battle, {"do": "turn", "rest": True})


def _act(battle: Battle, unit_id: str) -> None:
    state = battle.state
    options = {o.do: o for o in battle.ruleset.options(state, unit_id) if o.allowed}
    shoot = options.get("shoot")
    weapon = next((w for w in shoot.weapons if w.allowed), None) if shoot else None
    target = next((t for t in shoot.targets if t.allowed), None) if shoot else None
    if "dash" in options and len(battle.entries) % 3 == 0:
        _do(battle, {"do": "dash", "unit": unit_id})
    elif weapon is not None and target is not None:
        far = {
            "do": "shoot",
            "unit": unit_id,
            "target": target.value,
            "weapon": weapon.value,
            "distance": 8.0,
        }
        _do(battle, far)
    if battle.state.active == unit_id:
        _do(battle, {"do": "end"})


def _do(battle: Battle, line: dict[str, Any]) -> None:
    step(battle, line)


def rows_of(battle: Battle, count: int) -> list[Row]:
    """Return the first entries of a battle as they are kept."""
    return [Row(e.seq, e.kind, max(1, e.count), AT, encode(e)) for e in battle.entries[:count]]


def kept(
    library: Library, battle: Battle, rows: list[Row], *, name: str = "", campaign: int | None = None
) -> int:
    """Keep a battle with its rows in a library and return its id."""
    plan = battle.setup
    sides = [NewSide(s.id, s.name, s.player) for s in plan.sides]
    body = msgspec.json.encode(plan)
    begun = Battles(library).begin(
        name or plan.name,
        plan.ruleset,
        plan.edition,
        body,
        sides,
        at=AT,
        campaign_id=campaign,
        status="running",
    )
    Journal(library).append_all(begun.id, rows)
    return begun.id
