"""The way from battles to their tables: whatever needs geometry is loaded here, when a unit stands on a board."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from warband_tui.rules.board.layout import HAIR, InchBoard, Spot
from warband_tui.rules.board.reading import read_spots
from warband_tui.rules.events import Disengaged, Engaged, Moved
from warband_tui.rules.games.age_of_sigmar.actions import Attack, Charge, Fight
from warband_tui.rules.games.age_of_sigmar.checks import weapons_for
from warband_tui.rules.games.age_of_sigmar.formation import base_of, is_terrain, ranks
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

if TYPE_CHECKING:
    from warband_tui.rules.games.age_of_sigmar.aiming import Aim, NoShot


REACH = 0.5
"""Inches: a charge ends within half an inch of its target."""


class Step(Struct, frozen=True):
    """A move as it was measured: inches that its longest model takes, where the models end, the way of the first."""

    distance: float
    spots: tuple[Spot, ...]
    path: tuple[Spot, ...]
    foes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def event(self, unit_id: str, mode: str) -> Moved:
        """Return the event of the move."""
        spots, path = (tuple(_rounded(spot) for spot in way) for way in (self.spots, self.path))
        return Moved(unit_id, mode, round(self.distance, 2), to=spots, path=path)


def _rounded(spot: Spot) -> Spot:
    """Return a spot without the noise of sums, closer than anything that is measured by."""
    return tuple(round(n, 7) for n in spot)


def on_board(state: BattleState, *units: Unit) -> bool:
    """Whether a battle has a table in inches and some units stand on it, or in terrain on it."""
    board = state.board
    if not isinstance(board, InchBoard):
        return False
    return all(unit.in_play and (bool(unit.at) or _in_terrain(board, unit)) for unit in units)


def _in_terrain(board: InchBoard, unit: Unit) -> bool:
    held = next((n.partition(":")[2] for n in unit.conditions if n.startswith("garrison:")), "")
    wanted = {held} if held else ({unit.id} if is_terrain(unit) else set())
    return any((f.piece_of or f.id) in wanted for f in board.features)


def aims_at(state: BattleState, unit_id: str, target_id: str) -> tuple[Aim, ...] | None:
    """Return what each model of a unit finds of a target; None where one of them is not on the board."""
    units = [state.units[name] for name in (unit_id, target_id) if name in state.units]
    if len(units) < 2 or not on_board(state, *units):
        return None
    from warband_tui.rules.games.age_of_sigmar.aiming import aims
    from warband_tui.rules.games.age_of_sigmar.positions import Scene

    scene = Scene(state)
    return aims(scene, scene.group(unit_id), scene.group(target_id))


def no_aim(state: BattleState, action: Attack, target: str) -> NoShot | None:
    """Return why no model can attack a target as both stand on the board; None if one can, or nobody knows."""
    unit = state.unit(action.unit)
    found = aims_at(state, unit.id, target)
    if found is None:
        return None
    from warband_tui.rules.games.age_of_sigmar.aiming import why_none

    melee = isinstance(action, Fight)
    stated = isinstance(action, Fight) and action.models is not None
    if stated or (melee and target not in state.in_contact(unit.id)):
        return None
    named = warscroll(unit).weapon(action.weapon) if action.weapon else None
    usable = tuple(w for w in weapons_for(unit, melee=melee) if named is None or w.id == named.id)
    if not melee and state.in_contact(unit.id):
        # Out of combat a rifle might have reached it: in combat only what shoots there counts.
        usable = tuple(w for w in usable if w.shoots_in_combat) or usable
    return why_none(found, usable, action, state.unit(target).name)


def step(
    res: Resolution,
    unit: Unit,
    mode: str,
    to: Any,
    via: Any = (),
    *,
    budget: float | None = None,
    target: str = "",
) -> Step | None:
    """Measure a move of an action; None where the players say nothing of places.

    Raises:
        Refused: there is no board, or the rules forbid the move and nobody overrides.
    """
    if not to:
        return None
    board = res.state.board
    if not isinstance(board, InchBoard):
        raise Refused("this battle has no board; choose one when you set a battle up")
    spots = read_spots(to, unit.models, board, unit.id)
    if not unit.at:
        # Nobody knows where it was: it is put down where it is now.
        return Step(0.0, formed(board, unit, spots), ())
    from warband_tui.rules.games.age_of_sigmar.tracing import measured

    points = read_spots(via, 1000, board, unit.id) if via else ()
    made = measured(res.state, unit.id, mode, spots, points, budget, target)
    res.need(made.legal, made.why, *made.rules)
    res.cite(*made.rules)
    if made.spots:
        return Step(made.longest, made.spots, made.way.points[1:], made.foes, made.rules, made.notes)
    there = formed(board, unit, spots)
    return Step(math.dist(unit.at[0][:2], there[0][:2]), there, there[:1])


def charge_needs(state: BattleState, action: Charge) -> float | None:
    """Return the roll that a charge takes: measured with `to`, else the distance stated less 1/2"; None if neither."""
    unit = state.unit(action.unit)
    if action.to and on_board(state, unit) and unit.at:
        from warband_tui.rules.games.age_of_sigmar.tracing import measured

        spots = read_spots(action.to, unit.models, state.board, unit.id)
        via = read_spots(action.via, 1000, state.board, unit.id)
        made = measured(state, unit.id, "charge", spots, via, None)
        return made.longest if math.isfinite(made.longest) else None
    return None if action.distance is None else action.distance - REACH


def formed(board: InchBoard, unit: Unit, spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return a spot for each model: as given, in ranks about the first where only one is given."""
    if len(spots) == 1 and unit.models > 1:
        return ranks(spots[0], unit.models, base_of(unit), board)
    return tuple(spots)


def check_set_up(res: Resolution, unit_id: str) -> None:
    """See that a unit that has been set up may stand there (AOST-1.2-2, AOST-1.2-5).

    Raises:
        Refused: it may not, and nobody overrides.
    """
    from warband_tui.rules.games.age_of_sigmar.marches import set_up
    from warband_tui.rules.games.age_of_sigmar.positions import Scene

    scene = Scene(res.state)
    found = set_up(scene, scene.group(unit_id))
    res.need(not found.why, found.why, *found.rules)


def keep_in_step(res: Resolution) -> None:
    """Keep who is in combat with whom in step with where units stand, after something has moved (AOS-16-2).

    What players have stated holds until one of the two moves.
    """
    state, start = res.state, res.start
    if not isinstance(state.board, InchBoard):
        return
    moved, thinned = _changed(start, state)
    if not moved and not thinned:
        return
    from warband_tui.rules.games.age_of_sigmar.positions import Scene

    now, before = Scene(state), Scene(start)
    for unit_id in (*moved, *thinned):
        unit = state.unit(unit_id)
        engaged = state.in_contact(unit_id)
        if not now.stands(unit):
            res.emit(*(Disengaged(unit_id, foe) for foe in engaged if unit.in_play))
            continue
        group = now.group(unit_id)
        for foe in now.foes(unit):
            close = now.in_combat(group, foe)
            was = foe.unit.id in engaged
            if close and not was:
                res.emit(Engaged(unit_id, foe.unit.id))
            elif was and not close and (unit_id in moved or _were(before, unit_id, foe.unit.id)):
                res.emit(Disengaged(unit_id, foe.unit.id))
        state = res.state


def _changed(start: BattleState, state: BattleState) -> tuple[list[str], list[str]]:
    """Return the units that stand elsewhere now, and those that have only fewer models."""
    moved: list[str] = []
    thinned: list[str] = []
    for unit in state.units.values():
        old = start.units.get(unit.id)
        terrain = is_terrain(unit) and start.phase != state.phase
        if old is None or terrain or (old.has("garrison") != unit.has("garrison")):
            moved.append(unit.id)
        elif unit.at != old.at:
            (thinned if set(unit.at) < set(old.at) and unit.models < old.models else moved).append(unit.id)
    return moved, thinned


def _were(before: Any, unit_id: str, foe_id: str) -> bool:
    state = before.state
    if unit_id not in state.units or foe_id not in state.units:
        return False
    if not on_board(state, state.unit(unit_id), state.unit(foe_id)):
        return False
    return bool(before.in_combat(before.group(unit_id), before.group(foe_id)))


def fall(res: Resolution, unit: Unit, picked: Mapping[str, int], count: int) -> int:
    """Put the models to be slain last, those without whom the unit is still coherent (AOS-18.3-1).

    Returns:
        How many more must go, as few as possible, where no choice keeps the unit coherent.
    """
    if not on_board(res.state, unit) or len(unit.at) != unit.models or count >= unit.models:
        return 0
    from warband_tui.rules.games.age_of_sigmar.casualties import fallen

    found = fallen(res.state, unit, picked, count)
    if found.order != tuple(range(unit.models)):
        res.emit(Moved(unit.id, "closes up", to=tuple(unit.at[n] for n in found.order)))
    return found.more


def rejoin(res: Resolution, before: Unit) -> None:
    """Set returned models up next to those that are there, coherent and in no new combat."""
    unit = res.state.unit(before.id)
    if not on_board(res.state, before) or len(before.at) != before.models:
        return
    from warband_tui.rules.games.age_of_sigmar.casualties import beside

    spots = beside(res.state, before, unit)
    if spots is None:
        res.say(f"no room for all of them next to {unit.name}: place them by hand")
        return
    res.emit(Moved(unit.id, "returned", to=spots))


def power_near(state: BattleState, unit_id: str) -> tuple[str, float] | None:
    """Return the place of power nearest to a unit on the board, and how far it is."""
    from warband_tui.rules.games.age_of_sigmar.positions import Scene
    from warband_tui.rules.games.age_of_sigmar.terrain_rules import place_of_power

    scene = Scene(state)
    return place_of_power(scene, scene.group(unit_id))


def units_within(state: BattleState, unit_id: str, inches: float) -> tuple[str, ...]:
    """Return the other units within so many inches of one on the board."""
    from warband_tui.rules.games.age_of_sigmar.positions import Scene

    scene = Scene(state)
    group = scene.group(unit_id)
    others = (other for other in scene.all() if other.unit.id != unit_id and not is_terrain(other.unit))
    return tuple(other.unit.id for other in others if scene.link(group, other).gap <= inches + HAIR)


def feature_away(state: BattleState, unit_id: str, feature: str) -> float:
    """Return how far a feature is from a unit on the board.

    Raises:
        Refused: there is no such feature.
    """
    from warband_tui.rules.games.age_of_sigmar.positions import Scene

    scene = Scene(state)
    if feature not in scene.terrain.groups:
        raise Refused(
            f"no feature {feature!r} on the board; there are {', '.join(scene.terrain.groups) or 'none'}"
        )
    pieces = scene.terrain.groups[feature]
    return min(scene.terrain.gap_to(body, pieces) for body in scene.group(unit_id).bodies)
