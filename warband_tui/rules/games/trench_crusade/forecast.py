"""The chance that each side flees by the end of this turn and of the next (TC-MOR-1), if nothing changes.

Both morale phases are gone through with all their outcomes: who tests, in which order, who becomes Shaken,
and that a battle which has ended asks for no more tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from warband_tui.rules.games.trench_crusade.chances import morale_limit
from warband_tui.rules.games.trench_crusade.editions import EditionRules, edition
from warband_tui.rules.games.trench_crusade.turn import hold_chance, leader_up, losses
from warband_tui.rules.guide import Forecast
from warband_tui.rules.ruleset import Chance
from warband_tui.rules.state import BattleState

RULE = "TC-MOR-1"

Shaken = tuple[tuple[str, int], ...]
"""Sides that are Shaken, by id, each with the turn since when."""


class Known(Struct, frozen=True):
    """What holds of a side through both turns."""

    id: str
    at_limit: bool
    hold: Fraction
    models: int
    counts: int
    """Models that count for the initiative."""


class World(Struct, frozen=True):
    """How a turn may begin: who is Shaken since when, and who has fled, which ends the battle."""

    shaken: Shaken = ()
    fled: str = ""


def forecast(state: BattleState) -> tuple[Forecast, ...]:
    """Return what becomes of each side; nothing before the first turn, nor after the battle."""
    if state.ended or not state.turn:
        return ()
    rules = edition(state.edition)
    sides = [_known(state, side) for side in state.sides]
    now = {World(_shaken_now(state)): Fraction(1)}
    tested = frozenset(s.id for s in state.sides.values() if s.has("tested"))
    holders = [(s.id, Fraction(1)) for s in state.sides.values() if s.has("initiative")]
    soon = _played(state, rules, sides, now, state.turn, tested, holders or _holders(sides))
    last = state.turns is not None and state.turn >= state.turns
    later = soon if last else _played(state, rules, sides, soon, state.turn + 1, frozenset(), _holders(sides))
    told = _assumptions(state, rules, last=last)
    return tuple(_told(state, side, soon, later, told, last=last) for side in sides)


def _told(
    state: BattleState,
    side: Known,
    soon: dict[World, Fraction],
    later: dict[World, Fraction],
    assumptions: tuple[str, ...],
    *,
    last: bool,
) -> Forecast:
    chances = [Chance("flees-this", "flees by the end of this turn", _fled(soon, side.id))]
    if not last:
        chances.append(Chance("flees-next", "flees by the end of the next", _fled(later, side.id)))
        shaken = sum((c for w, c in soon.items() if not w.fled and side.id in dict(w.shaken)), Fraction(0))
        if shaken:
            chances.append(Chance("shaken", "Shaken after this turn", shaken))
    leader = "Leader up, +1 die" if leader_up(state, side.id) else "no Leader up"
    lost, fielded = losses(state, side.id)
    due = "a test is due" if side.at_limit else "no test is due for losses"
    own = f"{lost} losses, limit {morale_limit(fielded)}: {due}; {leader}"
    return Forecast(side.id, tuple(chances), assumptions=(own, *assumptions), rules=(RULE,))


def _fled(worlds: dict[World, Fraction], side: str) -> Fraction:
    return sum((chance for world, chance in worlds.items() if world.fled == side), Fraction(0))


def _assumptions(state: BattleState, rules: EditionRules, *, last: bool) -> tuple[str, ...]:
    told = ["losses, who is Down and the Leaders stay as they are now"]
    if len(state.sides) > 1:
        if rules.morale_order == "chosen":
            told.append("where both test, the holder of the initiative has the other side test first")
        else:
            told.append("where both test, the smaller warband does so first; equal ones by a D6")
    if not state.options.get("shaken_instead", False) and rules.failed_morale == "flees":
        told.append("a failed test is flight")
    elif rules.shaken_lasts == "until tested":
        told.append("a first failure is Shaken, a second flight; nobody flees of his own will")
    else:
        told.append("a failure is Shaken for a turn; nobody flees of his own will")
    if last:
        told.append("this is the last turn")
    return tuple(told)


def _known(state: BattleState, side: str) -> Known:
    rules = edition(state.edition)
    lost, fielded = losses(state, side)
    units = list(state.of_side(side))
    return Known(
        side,
        lost >= morale_limit(fielded),
        hold_chance(state, side),
        sum(u.models for u in units),
        sum(u.models for u in units if rules.initiative_counts_down or not u.has("down")),
    )


def _shaken_now(state: BattleState) -> Shaken:
    found = ((s.id, s.conditions["shaken"].since) for s in state.sides.values() if s.has("shaken"))
    return tuple(sorted(found))


def _holders(sides: list[Known]) -> list[tuple[str, Fraction]]:
    """Return who may have the initiative of a new turn: the side with fewer models, on a tie by D6."""
    fewest = min(side.counts for side in sides)
    holders = [side.id for side in sides if side.counts == fewest]
    return [(holder, Fraction(1, len(holders))) for holder in holders]


def _played(
    state: BattleState,
    rules: EditionRules,
    sides: list[Known],
    worlds: dict[World, Fraction],
    turn: int,
    tested: frozenset[str],
    holders: list[tuple[str, Fraction]],
) -> dict[World, Fraction]:
    """Return how things may stand after the morale phase of a turn, and how likely each is."""
    after: dict[World, Fraction] = {}
    for world, chance in worlds.items():
        if world.fled:
            after[world] = after.get(world, Fraction(0)) + chance
            continue
        begun = _worn_off(rules, world, turn)
        due = [s for s in sides if s.id not in tested and (s.at_limit or _must(rules, begun, s.id, turn))]
        for order, share in _orders(rules, due, holders):
            for end, part in _tests(state, rules, begun, order, turn):
                after[end] = after.get(end, Fraction(0)) + chance * share * part
    return after


def _worn_off(rules: EditionRules, world: World, turn: int) -> World:
    """Return the world without what ends by itself at the beginning of a morale phase."""
    if rules.shaken_lasts != "a turn":
        return world
    return World(tuple((side, since) for side, since in world.shaken if since >= turn))


def _must(rules: EditionRules, world: World, side: str, turn: int) -> bool:
    """Whether a side has been Shaken since an earlier turn and must test for it."""
    return rules.shaken_lasts == "until tested" and dict(world.shaken).get(side, turn) < turn


def _orders(
    rules: EditionRules, due: list[Known], holders: list[tuple[str, Fraction]]
) -> Iterator[tuple[list[Known], Fraction]]:
    """Yield in which order sides test, and how likely each order is."""
    if len(due) < 2:
        yield due, Fraction(1)
    elif rules.morale_order == "chosen":
        for holder, chance in holders:
            yield sorted(due, key=lambda s: s.id == holder), chance
    else:
        smallest = min(side.models for side in due)
        firsts = [side for side in due if side.models == smallest]
        for first in firsts:
            yield sorted(due, key=lambda s: (s is not first, s.models)), Fraction(1, len(firsts))


def _tests(
    state: BattleState, rules: EditionRules, world: World, order: list[Known], turn: int
) -> Iterator[tuple[World, Fraction]]:
    """Yield how a morale phase may end."""
    if world.fled or not order:
        yield world, Fraction(1)
        return
    side, rest = order[0], order[1:]
    others = tuple(pair for pair in world.shaken if pair[0] != side.id)
    for end, chance in _tests(state, rules, World(others), rest, turn):
        yield end, side.hold * chance
    flees = rules.failed_morale == "flees" and not state.options.get("shaken_instead", False)
    if flees or _must(rules, world, side.id, turn):
        yield World(world.shaken, side.id), 1 - side.hold
        return
    failed = World(tuple(sorted((*others, (side.id, turn)))))
    for end, chance in _tests(state, rules, failed, rest, turn):
        yield end, (1 - side.hold) * chance
