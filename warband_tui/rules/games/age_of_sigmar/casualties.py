"""Which models of a unit on the table fall, and where returned ones stand, so that it stays coherent (AOS-18.3-1)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, islice

from msgspec import Struct

from warband_tui.rules.board.inches import Body, coherency, moved, overlapping
from warband_tui.rules.board.layout import HAIR, Spot
from warband_tui.rules.board.walks import Walks
from warband_tui.rules.games.age_of_sigmar.coherency import neighbours_needed
from warband_tui.rules.games.age_of_sigmar.formation import loadouts_of
from warband_tui.rules.games.age_of_sigmar.ground_rules import ground_for
from warband_tui.rules.games.age_of_sigmar.movers import mover_of
from warband_tui.rules.games.age_of_sigmar.positions import Group, Scene, apart
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.state import BattleState, Unit

_MOST_TRIED = 300
_MOST_MORE = 3
_WINDOW, _GRID = 4.0, 0.4


class Fallen(Struct, frozen=True):
    """The order of a unit's models, those that fall last, and how many more must go for coherency."""

    order: tuple[int, ...]
    more: int = 0


def fallen(state: BattleState, unit: Unit, picked: Mapping[str, int], count: int) -> Fallen:
    """Return which models fall: by loadout as picked, one after the other, so that the others are coherent.

    Where no choice keeps them coherent, those at the back fall, and so few more as it takes. A unit that was
    not coherent before only loses those at the back.
    """
    group = Scene(state).group(unit.id)
    models = tuple(range(unit.models))
    last = _last(unit, picked, count)
    if not _holds(group, models):
        return Fallen(_order(models, last))
    gone = _one_by_one(group, unit, picked, count)
    if gone is not None:
        return Fallen(_order(models, gone))
    left = [n for n in models if n not in last]
    for more in range(min(_MOST_MORE, len(left)) + 1):
        for others in islice(combinations(reversed(left), more), _MOST_TRIED):
            if _holds(group, tuple(n for n in left if n not in others)):
                return Fallen(_order(models, last, others), more)
    return Fallen(_order(models, last))


def _one_by_one(group: Group, unit: Unit, picked: Mapping[str, int], count: int) -> tuple[int, ...] | None:
    """Take models off from the back, each such that the others are coherent; None where that does not go on."""
    loadouts, wanted = loadouts_of(unit), dict(picked)
    left = list(range(unit.models))
    gone: list[int] = []
    for _ in range(count):
        for n in reversed(left):
            if picked and not wanted.get(loadouts[n]):
                continue
            if _holds(group, tuple(m for m in left if m != n)):
                left.remove(n)
                gone.append(n)
                wanted[loadouts[n]] = wanted.get(loadouts[n], 0) - 1
                break
        else:
            return None
    return tuple(gone)


def _last(unit: Unit, picked: Mapping[str, int], count: int) -> tuple[int, ...]:
    """Return the models at the back, by loadout as picked."""
    loadouts, wanted = loadouts_of(unit), dict(picked)
    gone = []
    for n in reversed(range(unit.models)):
        if picked and not wanted.get(loadouts[n]):
            continue
        wanted[loadouts[n]] = wanted.get(loadouts[n], 0) - 1
        gone.append(n)
    return tuple(gone[:count])


def _order(models: tuple[int, ...], gone: tuple[int, ...], more: tuple[int, ...] = ()) -> tuple[int, ...]:
    out = {*gone, *more}
    return (*(n for n in models if n not in out), *sorted(more), *sorted(gone))


def _holds(group: Group, models: tuple[int, ...]) -> bool:
    bodies = [group.bodies[n] for n in models]
    return coherency(bodies, warscroll(group.unit).coherency, neighbours_needed(len(bodies)), flat=True).holds


def beside(state: BattleState, before: Unit, after: Unit) -> tuple[Spot, ...] | None:
    """Return where all models of a unit stand once some have been set up next to the others; None without room."""
    scene = Scene(state)
    bodies = [scene.body(before, spot) for spot in before.at]
    group = Group(before, tuple(bodies))
    allowed = {*state.in_contact(before.id), *scene.foes_in_combat(group)}
    new: list[Body] = []
    walks = Walks(scene.board, mover_of(scene, bodies[0], before, ground_for(state, before)))
    reach = warscroll(before).coherency
    need = min(neighbours_needed(after.models), len(bodies))
    steps = int(_WINDOW / _GRID)
    offsets = sorted(
        ((x * _GRID, y * _GRID) for x in range(-steps, steps + 1) for y in range(-steps, steps + 1)),
        key=lambda o: (o[0] ** 2 + o[1] ** 2, o),
    )
    for _ in range(after.models - before.models):
        for x, y in offsets:
            spot = (bodies[0].x + x, bodies[0].y + y)
            there = moved(bodies[0], scene.terrain.settled(walks.rules, spot))
            near = sum(apart(there, body, flat=True) <= reach + HAIR for body in bodies)
            if near < need or any(overlapping(there, body) for body in (*bodies, *new)):
                continue
            if walks.may_end(there.at) or set(scene.foes_in_combat(Group(before, (there,)))) - allowed:
                continue
            new.append(there)
            break
        else:
            return None
    return _in_order(before, after, [body.at for body in new])


def _in_order(before: Unit, after: Unit, new: list[Spot]) -> tuple[Spot, ...]:
    """Return spots in the order of loadouts, models that were there where they were."""
    kept: dict[str, list[Spot]] = {}
    for loadout, spot in zip(loadouts_of(before), before.at, strict=False):
        kept.setdefault(loadout, []).append(spot)
    left = list(new)
    return tuple(
        kept[one].pop(0) if kept.get(one) else left.pop(0) for one in loadouts_of(after)[: after.models]
    )
