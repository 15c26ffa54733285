"""How the dice fell for each side, against what dice do on average; all exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from warband_tui.reports.chronicle import Line
from warband_tui.rules.dice import Roll
from warband_tui.rules.odds import Distribution, Extreme, die, keep
from warband_tui.rules.state import BattleState


class DieFigures(Struct, frozen=True):
    """All dice of one size that a side rolled, those not kept included, before any modifier."""

    sides: int
    count: int
    mean: Fraction
    expected: Fraction


class NotedRoll(Struct, frozen=True):
    """A roll out of the ordinary. `chance` is that of as high a total (the luckiest) or as low a one (the unluckiest).

    `unit` is the name of the unit that rolled, empty for a roll of the whole side.
    """

    mark: str
    unit: str
    purpose: str
    dice: tuple[int, ...]
    total: int
    outcome: str
    chance: Fraction


class Luck(Struct, frozen=True):
    """The dice of one side. `outcomes` are the words of the log with how often each came, commonest first."""

    side: str
    rolls: int = 0
    dice: tuple[DieFigures, ...] = ()
    outcomes: tuple[tuple[str, int], ...] = ()
    luckiest: NotedRoll | None = None
    unluckiest: NotedRoll | None = None


def luck(lines: Iterable[Line], state: BattleState) -> tuple[Luck, ...]:
    """Return the luck of each side, in the order of the sides.

    A roll is the side's whose unit it names; one that names no unit is the acting side's. Rolls of neither are left out.
    """
    rolls: dict[str, list[tuple[str, Roll]]] = {side: [] for side in state.sides}
    for line in lines:
        for roll in line.entry.rolls:
            unit = state.units.get(roll.unit)
            side = unit.side if unit else line.entry.side
            if side in rolls:
                rolls[side].append((line.mark, roll))
    names = {unit.id: unit.name for unit in state.units.values()}
    return tuple(_luck(side, made, names) for side, made in rolls.items())


def chances(roll: Roll) -> tuple[Fraction, Fraction] | None:
    """Return the chances of a total at least, and at most, as high as this roll's, with its dice and modifiers.

    None for a roll whose total is no sum of its highest or lowest dice, such as one that counts hits.
    """
    which = _kept_end(roll)
    if which is None or sum(roll.kept) + roll.capped != roll.total:
        return None
    pool = _pool(len(roll.dice), roll.sides, len(roll.kept), which)
    natural = sum(roll.kept)
    return pool.at_least(natural), pool.at_most(natural)


def _luck(side: str, made: Sequence[tuple[str, Roll]], names: Mapping[str, str]) -> Luck:
    counted = Counter(roll.outcome for _, roll in made if roll.outcome)
    found = [(mark, roll, both) for mark, roll in made if (both := chances(roll)) is not None]
    high = min(found, key=lambda item: item[2][0], default=None)
    low = min(found, key=lambda item: item[2][1], default=None)
    return Luck(
        side,
        rolls=len(made),
        dice=tuple(_die_figures(roll for _, roll in made)),
        outcomes=tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0]))),
        luckiest=_noted(high[0], high[1], high[2][0], names) if high else None,
        unluckiest=_noted(low[0], low[1], low[2][1], names) if low else None,
    )


def _die_figures(rolls: Iterable[Roll]) -> Iterator[DieFigures]:
    faces: dict[int, list[int]] = {}
    for roll in rolls:
        faces.setdefault(roll.sides, []).extend(roll.dice)
    for sides, dice in sorted(faces.items()):
        if dice:
            yield DieFigures(sides, len(dice), Fraction(sum(dice), len(dice)), Fraction(sides + 1, 2))


def _noted(mark: str, roll: Roll, chance: Fraction, names: Mapping[str, str]) -> NotedRoll:
    return NotedRoll(
        mark, names.get(roll.unit, ""), roll.purpose, roll.dice, roll.total, roll.outcome, chance
    )


def _kept_end(roll: Roll) -> Extreme | None:
    """Return which end of the dice was kept.

    Equal dice look the same from both ends; there the sign of the dice modifiers decides.
    """
    ordered, kept, count = sorted(roll.dice), sorted(roll.kept), len(roll.kept)
    if not 0 < count <= len(ordered):
        return None
    fitting: list[Extreme] = []
    if ordered[len(ordered) - count :] == kept:
        fitting.append("highest")
    if ordered[:count] == kept:
        fitting.append("lowest")
    if len(fitting) == 2:
        return "lowest" if sum(m.dice for m in roll.modifiers) < 0 else "highest"
    return fitting[0] if fitting else None


@lru_cache(maxsize=256)
def _pool(dice: int, sides: int, kept: int, which: Extreme) -> Distribution[int]:
    # Where every die counts, repeated squaring is far quicker than counting what is kept.
    return die(sides).power(dice) if kept == dice else keep(dice, sides, kept, which)
