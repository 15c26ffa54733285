"""Who did most: a score that a player can check with a pencil."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from warband_tui.reports.chronicle import Chronicle
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import CounterChanged, ModelsLost
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Unit

PER_MODEL, PER_MARKER, PER_STAR = 5, 1, 2


class Scoring(Struct, frozen=True):
    """How the score is made up.

    Each enemy model taken out counts `per_model`, times its cost over the average cost of a model of this battle where
    `by_cost`; each marker of `markers` placed on an enemy counts `per_marker`, each starred deed `per_star`.
    """

    markers: tuple[str, ...] = ()
    by_cost: bool = False
    per_model: int = PER_MODEL
    per_marker: int = PER_MARKER
    per_star: int = PER_STAR


class Deed(Struct, frozen=True):
    """What a unit did. `worth` is the number of enemy models that it took out, weighed by cost where costs are known."""

    unit: str
    name: str
    side: str
    casualties: int
    worth: Fraction
    markers: int
    stars: int
    score: Fraction


class Worth(Struct, frozen=True):
    """What one model of each unit is worth; the average over all models of the battle is 1."""

    models: dict[str, Fraction]
    by_cost: bool = False

    @classmethod
    def of(cls, state: BattleState, costs: Mapping[str, int]) -> Worth:
        """Weigh units by cost; where the cost of any one is not known, every model counts 1."""
        units = list(state.units.values())
        total = sum(costs.get(unit.id, 0) for unit in units)
        models = sum(unit.start for unit in units)
        if not total or any(unit.id not in costs for unit in units):
            return cls({unit.id: Fraction(1) for unit in units})
        return cls({u.id: Fraction(costs[u.id] * models, u.start * total) for u in units}, by_cost=True)


class _Tally:
    """What has been counted of one unit so far."""

    def __init__(self) -> None:
        self.casualties, self.worth, self.markers, self.stars = 0, Fraction(0), 0, 0

    def deed(self, unit: Unit) -> Deed:
        score = PER_MODEL * self.worth + PER_MARKER * self.markers + PER_STAR * self.stars
        return Deed(
            unit.id, unit.name, unit.side, self.casualties, self.worth, self.markers, self.stars, score
        )


def deeds(course: Chronicle, ruleset: Ruleset, worth: Worth) -> tuple[Scoring, tuple[Deed, ...]]:
    """Return how the score is made up, and every unit that has one, the best first.

    Between equal scores more models taken out decide, then more markers, then the order of the rosters. Harm done to
    the own side counts for nothing. A marker is counted for the unit whose action placed it.
    """
    end = course.end
    harm = {
        counter.id: counter.label for counter in ruleset.counters if counter.harm and counter.on == "unit"
    }
    tallies = {unit_id: _Tally() for unit_id in end.units}
    for moment in course.moments:
        event = moment.event
        if isinstance(event, ModelsLost) and _foes(end, event.by, event.unit):
            tallies[event.by].casualties += event.count
            tallies[event.by].worth += event.count * worth.models[event.unit]
        elif isinstance(event, CounterChanged) and event.counter in harm and event.after > event.before:
            actor = moment.line.entry.unit
            if _foes(end, actor, event.on):
                tallies[actor].markers += event.after - event.before
    for line in course.lines:
        for unit_id in _heroes(line.entry, end, harm) if line.star else ():
            tallies[unit_id].stars += 1
    found = [tallies[unit.id].deed(unit) for unit in end.units.values()]
    ranked = sorted(found, key=lambda deed: (-deed.score, -deed.casualties, -deed.markers))
    scoring = Scoring(tuple(harm.values()), worth.by_cost)
    return scoring, tuple(deed for deed in ranked if deed.score)


def _heroes(entry: Entry, state: BattleState, harm: Container[str]) -> Iterable[str]:
    """Return whose deed an entry was: who took enemies out in it, else the acting unit if it came to no harm.

    An entry kept by hand names the unit that it happened to, which is no deed of that unit.
    """
    lost = [event for event in entry.events if isinstance(event, ModelsLost)]
    takers = dict.fromkeys(event.by for event in lost if _foes(state, event.by, event.unit))
    if takers or entry.unit not in state.units:
        return takers
    hurt = {event.unit for event in lost} | {
        event.on
        for event in entry.events
        if isinstance(event, CounterChanged) and event.counter in harm and event.after > event.before
    }
    return () if entry.unit in hurt else (entry.unit,)


def _foes(state: BattleState, unit: str, other: str) -> bool:
    return unit in state.units and other in state.units and state.units[unit].side != state.units[other].side
