"""A force as it stands: casualties, break point, Broken for tests and for scoring, quartered."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.rules.base import BadSetup
from warband_tui.rules.games.middle_earth.chances import HALF, break_point, broken_at, quartered_left
from warband_tui.rules.games.middle_earth.profile import profile_of, speaks_of, specials_in
from warband_tui.rules.games.middle_earth.settings import answer
from warband_tui.rules.games.middle_earth.settings import share as share_of
from warband_tui.rules.games.middle_earth.specials import Special, fraction, read_specials, special
from warband_tui.rules.state import BattleState, Side, Unit

SIZES = "models_at_start"
"""The side's option that muster writes: models at the start, by part of the force ("" for one without parts)."""


class SideOptions(Struct, frozen=True, omit_defaults=True):
    """What a side of this game may say of itself in its options; other keys are the campaign's own.

    `rules` name special rules of the whole force, `own` are records of the same kind. `break_fraction`,
    `break_at`, `tests_fraction` and `tests_at` go before what those rules say.
    """

    rules: tuple[str, ...] = ()
    own: tuple[Special, ...] = ()
    break_fraction: str | float = ""
    break_at: str = ""
    tests_fraction: str | float = ""
    tests_at: str = ""
    sub_forces: bool = False
    models_at_start: dict[str, int] = {}


class Breaking(Struct, frozen=True):
    """How a force breaks: its share and whether that has to be exceeded, for scoring and for tests."""

    fraction: Fraction = HALF
    at: str = "exceeds"
    tests_fraction: Fraction = HALF
    tests_at: str = "exceeds"


class Part(Struct, frozen=True):
    """A force, or a part of one with a break point of its own."""

    side: str
    name: str
    start: int
    lost: int
    left: int
    breaking: Breaking
    kept: str = ""
    """Who keeps it from being broken, empty if nobody does."""
    fallen: str = ""
    """Whose death broke it at once, empty if nobody's did."""

    @property
    def point(self) -> Fraction:
        """The break point with its fraction (ME-BRK-1)."""
        return break_point(self.start, self.breaking.fraction)

    @property
    def broken_at(self) -> int:
        """The casualties that break it for scoring."""
        return broken_at(self.start, self.breaking.fraction, self.breaking.at)

    @property
    def tests_at(self) -> int:
        """The casualties that make it test."""
        return broken_at(self.start, self.breaking.tests_fraction, self.breaking.tests_at)

    def broken_with(self, lost: int) -> bool:
        """Whether it counts as broken for scoring with so many casualties (ME-BRK-2)."""
        return bool(self.fallen) or (not self.kept and self.start > 0 and lost >= self.broken_at)

    def tests_with(self, lost: int) -> bool:
        """Whether a turn that begins with so many casualties finds it broken (ME-BRK-2)."""
        return bool(self.fallen) or (not self.kept and self.start > 0 and lost >= self.tests_at)

    @property
    def broken(self) -> bool:
        """Broken for scoring: the live figure."""
        return self.broken_with(self.lost)

    @property
    def quarter(self) -> int:
        """How many models left are a quarter (ME-QTR-1)."""
        return quartered_left(self.start)

    @property
    def quartered(self) -> bool:
        """Whether it is down to a quarter."""
        return self.start > 0 and self.left <= self.quarter


def options_of(side: Side) -> SideOptions:
    """Return what a side says of itself."""
    return msgspec.convert(side.options, SideOptions)


@lru_cache(maxsize=1024)
def _special(name: str, edition: str) -> Special | None:
    return special(name, edition)


def side_specials(state: BattleState, side_id: str) -> tuple[Special, ...]:
    """Return the special rules of a whole force."""
    options = options_of(state.side(side_id))
    named = (_special(name, state.edition) for name in options.rules)
    return (*(rule for rule in named if rule), *options.own)


def models_of(state: BattleState, unit: Unit, count: int) -> int:
    """Return as how many models so many of a unit count (`counts_as`)."""
    return count * profile_of(unit).models_each(state.edition)


def lost(state: BattleState, unit: Unit) -> int:
    """Return the casualties of a unit: all gone but those that left for a goal of the scenario."""
    spared = unit.counter("escaped") if answer(state, "escaped") == "spared" else 0
    return models_of(state, unit, max(0, unit.start - unit.models - spared))


def breaking(state: BattleState, side_id: str) -> Breaking:
    """Return how a force breaks: house setting, then special rules, then the side's own options."""
    options, house = options_of(state.side(side_id)), answer(state, "break_at")
    share, at, tests, tests_at = HALF, house, None, ""
    for rule in side_specials(state, side_id):
        share = share_of(state, rule.break_fraction) if rule.break_fraction else share
        at = rule.break_at or at
        tests = share_of(state, rule.tests_fraction) if rule.tests_fraction else tests
        tests_at = rule.tests_at or tests_at
    if options.break_fraction:
        share = share_of(state, str(options.break_fraction))
    if options.tests_fraction:
        tests = share_of(state, str(options.tests_fraction))
    at = options.break_at or at
    return Breaking(share, at, tests or share, options.tests_at or tests_at or at)


def has_parts(state: BattleState, side_id: str) -> bool:
    """Whether each part of a force has its own break point (Impossible allies)."""
    return options_of(state.side(side_id)).sub_forces or any(
        rule.sub_forces for rule in side_specials(state, side_id)
    )


def part_of(state: BattleState, unit: Unit) -> str:
    """Return the part of its force that a unit belongs to, empty where the force is one."""
    return profile_of(unit).force if has_parts(state, unit.side) else ""


def parts(state: BattleState, side_id: str) -> tuple[Part, ...]:
    """Return a force in the parts that break apart; one, as a rule."""
    divided = has_parts(state, side_id)
    sizes = options_of(state.side(side_id)).models_at_start
    by_name: dict[str, list[Unit]] = {}
    for unit in state.of_side(side_id):
        by_name.setdefault(profile_of(unit).force if divided else "", []).append(unit)
    how = breaking(state, side_id)
    found = []
    for name, units in by_name.items():
        kept, fallen = _keeper(state, side_id, units)
        found.append(
            Part(
                side=side_id,
                name=name,
                start=sizes.get(name, 0),
                lost=sum(lost(state, unit) for unit in units),
                left=sum(models_of(state, unit, unit.models) for unit in units),
                breaking=how,
                kept=kept,
                fallen=fallen,
            )
        )
    return tuple(found)


def part(state: BattleState, unit: Unit) -> Part:
    """Return the part of its force that a unit belongs to."""
    name = part_of(state, unit)
    return next(p for p in parts(state, unit.side) if p.name == name)


def broken_word(name: str) -> str:
    """Return the condition of a side, or of a part of it, that is broken for tests."""
    return f"broken:{name}" if name else "broken"


def is_broken(state: BattleState, side_id: str, name: str = "") -> bool:
    """Whether a force is broken for tests: set at the start of a turn, for good (ME-BRK-2)."""
    return state.side(side_id).has(broken_word(name))


def unit_broken(state: BattleState, unit: Unit) -> bool:
    """Whether a unit belongs to a force that is broken for tests."""
    return is_broken(state, unit.side, part_of(state, unit))


def any_broken(state: BattleState, side_id: str) -> bool:
    """Whether a force or any part of it is broken for tests."""
    return any(name.partition(":")[0] == "broken" for name in state.side(side_id).conditions)


def sizes(units: list[Unit], edition: str, *, divided: bool) -> dict[str, int]:
    """Return how many models a force starts with, by part (ME-BRK-1)."""
    found: dict[str, int] = {}
    for unit in units:
        profile = profile_of(unit)
        name = profile.force if divided else ""
        found[name] = found.get(name, 0) + unit.start * profile.models_each(edition)
    return found


def _keeper(state: BattleState, side_id: str, units: list[Unit]) -> tuple[str, str]:
    """Return who keeps a force from being broken now, and whose death has broken it at once."""
    rules = [*side_specials(state, side_id)]
    rules += [s for u in units for s in specials_in(profile_of(u), state.edition) if s.never_broken]
    for rule in rules:
        if not rule.never_broken:
            continue
        named = [u for u in units if speaks_of(u, rule.never_broken)]
        gone = any(u.counter("escaped") for u in named) and rule.or_escaped
        if gone or any(u.in_play and wounds_left(u) >= rule.wounds for u in named):
            return next(u.name for u in named), ""
        if rule.broken_if_slain and named and not any(u.in_play for u in named):
            return "", named[0].name
    return "", ""


def wounds_left(unit: Unit) -> int:
    """Return the Wounds that the model in front has left."""
    return unit.counters.get("wounds", profile_of(unit).wounds) if unit.in_play else 0


def check_options(side_id: str, options: dict[str, Any]) -> None:
    """Refuse options of a side that the rules could not read in the middle of a battle.

    Raises:
        BadSetup: one is not of its form.
    """
    try:
        read = msgspec.convert(options, SideOptions)
        read_specials(options.get("own", ()))
        for rule in read.own:
            for text in filter(None, (rule.break_fraction, rule.tests_fraction)):
                fraction(text)
        for share in filter(None, (read.break_fraction, read.tests_fraction)):
            fraction(str(share))
    except (msgspec.ValidationError, ValueError, ZeroDivisionError) as error:
        raise BadSetup(f"side {side_id}: {error}") from None
    for at in filter(None, (read.break_at, read.tests_at)):
        if at not in ("exceeds", "reaches"):
            raise BadSetup(f'side {side_id}: break_at is "exceeds" or "reaches"')
