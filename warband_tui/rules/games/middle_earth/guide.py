"""The broken round as a guide: who tests, in which order, who is exempt, whom a hero would cover."""

from __future__ import annotations

from warband_tui.rules.games.middle_earth import distances, points
from warband_tui.rules.games.middle_earth.broken import (
    covers,
    exempt,
    gives,
    may_gain,
    out_of_reach,
    reach_of,
    untested,
)
from warband_tui.rules.games.middle_earth.courage import BROKEN, CourageTest, Stated, offered, plan
from warband_tui.rules.games.middle_earth.force import any_broken, unit_broken
from warband_tui.rules.games.middle_earth.odds_ways import takes_text
from warband_tui.rules.games.middle_earth.profile import bearers, profile_of
from warband_tui.rules.guide import Guide, GuideStep, StepState
from warband_tui.rules.ruleset import Candidate, Way
from warband_tui.rules.state import BattleState, Unit
from warband_tui.rules.wording import listed


def guide(state: BattleState) -> Guide | None:
    """Return the broken round of a move phase, None when the side whose half it is has nobody who must test.

    Each model tests at the start of its own move (ME-BRK-3), so a side is walked through in its own half.
    Heroes come first, then who may be covered by them (ME-SFT-2).
    """
    moving = [state.to_act] if state.to_act else list(state.sides)
    broken = [side for side in moving if any_broken(state, side)]
    if state.ended or not state.turn or state.phase not in ("move", "setup") or not broken:
        return None
    steps: list[GuideStep] = []
    for side in broken:
        units = [
            u for u in state.of_side(side) if unit_broken(state, u) and (u.in_play or _fled_now(state, u))
        ]
        units.sort(key=lambda u: not profile_of(u).hero)
        heroes = [u for u in units if u.in_play and profile_of(u).hero]
        steps += [_step(state, unit, units, heroes) for unit in units]
    names = " and ".join(state.side(side).name for side in broken)
    verb = "are" if len(broken) > 1 else "is"
    why = f"{names} {verb} broken: each model tests its courage at the start of its move, even if it stays"
    return Guide("broken", "Broken round", why, tuple(steps), ("ME-BRK-2", "ME-BRK-3", "ME-BRK-5"))


def _fled_now(state: BattleState, unit: Unit) -> bool:
    return unit.counter("fled") > 0 and unit.acted == state.turn


def _step(state: BattleState, unit: Unit, units: list[Unit], heroes: list[Unit]) -> GuideStep:
    left = untested(unit)
    label = f"{unit.name} ×{unit.models}" if unit.models > 1 else unit.name
    settled = _settled(state, unit, label, left)
    if settled is not None:
        return settled
    now = plan(state, unit, BROKEN)
    givers = [u for u in heroes if u.id != unit.id]
    able = [u for u in givers if covers(state, u, unit) is None and out_of_reach(state, u, unit) is None]
    hoped = [u for u in givers if _may_come(state, u, unit) and u not in able]
    which: StepState = "waiting" if hoped and not able and not now.auto else "due"
    if now.auto:
        why = f"passes without dice: {now.auto}"
    elif able:
        why = f"within reach of {_names(able)} it need not test{_measured(state, able, unit)}"
    elif hoped:
        first = "passing and moving" if any(untested(hero) for hero in hoped) else "moving"
        why = f"{_names(hoped)} may cover it after {first}{_measured(state, hoped, unit)}"
    else:
        why = f"needs {takes_text(state, now)}{_beyond(state, givers, unit)}"
    return GuideStep(
        unit=unit.id,
        side=unit.side,
        label=label,
        state=which,
        why=why,
        rules=("ME-SFT-1",) if able or hoped else ("ME-BRK-3",),
        models=left,
        chance=now.chance(),
        expected=left * (1 - now.chance()),
        offers=_offers(state, unit, now),
        would_cover=_would_cover(state, unit, units),
        covers=tuple(Candidate(u.id, f"{u.name} {_reach(state, u)}") for u in able),
        action={"do": "break-test", "unit": unit.id},
    )


def _may_come(state: BattleState, hero: Unit, unit: Unit) -> bool:
    """Whether a hero may yet cover a unit: it has still to test, or on a board to move."""
    if gives(state, hero) is not None or may_gain(state, hero, unit) is not None:
        return False
    moving = hero.acting and not hero.has("moved") and distances.measurable(state, hero, unit)
    return untested(hero) > 0 or moving


def _measured(state: BattleState, heroes: list[Unit], unit: Unit) -> str:
    """Return how far heroes are from a unit where they stand now, empty without a board."""
    found = [(hero, distances.apart(state, hero, unit, None)) for hero in heroes]
    told = [f"{hero.name} {distances.shown(gap)}" for hero, gap in found if gap is not None]
    return f" ({', '.join(told)})" if told else ""


def _beyond(state: BattleState, heroes: list[Unit], unit: Unit) -> str:
    """Return why the heroes who have passed do not cover a unit where they stand, empty without a board."""
    far = (out_of_reach(state, hero, unit) for hero in heroes if covers(state, hero, unit) is None)
    told = [refusal.why for refusal in far if refusal]
    return f"; {'; '.join(told)}" if told else ""


def _settled(state: BattleState, unit: Unit, label: str, left: int) -> GuideStep | None:
    """Return the step of a unit with which there is nothing left to do."""
    if not unit.in_play:
        return GuideStep(unit.id, unit.side, label, "failed", "has fled this turn", ("ME-BRK-6",), 0)
    if left:
        free = exempt(state, unit)
        return GuideStep(unit.id, unit.side, label, "exempt", free.why, free.rules) if free else None
    friends = list(state.of_side(unit.side))
    cover = _would_cover(state, unit, friends)
    if unit.has("stand fast"):
        return GuideStep(unit.id, unit.side, label, "covered", "covered by Stand Fast!", ("ME-SFT-1",), 0)
    why = f"holds, and covers {_whom(state, unit, cover, friends)}" if cover else "holds"
    if unit.acting and not unit.has("moved"):
        why += "; it moves now, before the next one is tested"
    return GuideStep(unit.id, unit.side, label, "passed", why, ("ME-BRK-5",), 0, would_cover=cover)


def _would_cover(state: BattleState, hero: Unit, units: list[Unit]) -> tuple[str, ...]:
    """Return who could use a hero's Stand Fast! where it stands within reach (ME-SFT-1)."""
    if not profile_of(hero).hero or gives(state, hero) is not None:
        return ()
    return tuple(
        u.id
        for u in units
        if u.id != hero.id
        and u.in_play
        and unit_broken(state, u)
        and untested(u)
        and exempt(state, u) is None
        and may_gain(state, hero, u) is None
        and out_of_reach(state, hero, u) is None
    )


def _whom(state: BattleState, hero: Unit, covered: tuple[str, ...], units: list[Unit]) -> str:
    """Return whom a hero covers: by name where the board has measured them all, else within how far."""
    names = [u.name for u in units if u.id in covered]
    if all(distances.measurable(state, hero, state.unit(name)) for name in covered):
        return f"{listed(names)} from where it stands"
    return f"warriors within {_reach(state, hero)}"


def _reach(state: BattleState, hero: Unit) -> str:
    reach = reach_of(state, hero)
    return "anywhere" if reach is None else f'{reach}"'


def _names(heroes: list[Unit]) -> str:
    return ", ".join(hero.name for hero in heroes)


def _offers(state: BattleState, unit: Unit, test: CourageTest) -> tuple[Way, ...]:
    """Return what points would save, and special rules that count if a bearer is near."""
    found: list[Way] = []
    if not test.auto:
        found += [
            Way(label, test.chance(will, might), {"courage.will": will, "courage.might": might})
            for label, will, might in _spendings(state, unit)
        ]
        if found:
            best = max(found, key=lambda way: (way.chance, -len(way.choices)))
            found = [Way(w.label, w.chance, w.choices, w is best) for w in found]
        for name in offered(state, unit, BROKEN):
            from_near = plan(state, unit, BROKEN, Stated(modifiers=(name,)))
            found.append(Way(f"{name} in range", from_near.chance()))
    friends = (rules for u, rules in bearers(state) if u.side == unit.side)
    near = dict.fromkeys(s.name for rules in friends for s in rules if s.when == "near")
    for name in near:
        helped = plan(state, unit, BROKEN, Stated(near=(name,))).chance()
        if helped > test.chance():
            found.append(Way(f"{name} in range", helped))
    return tuple(found)


def _spendings(state: BattleState, unit: Unit) -> list[tuple[str, int, int]]:
    """Return ways to spend up to so much Will and Might on one failed test, Will before Might."""
    will, might = points.have(state, unit, "will"), points.have(state, unit, "might")
    found: list[tuple[str, int, int]] = []
    for count in range(1, min(will + might, 6) + 1):
        first = min(will, count)
        parts = [f"{n} {word}" for n, word in ((first, "Will"), (count - first, "Might")) if n]
        found.append((f"up to {' and '.join(parts)}", first, count - first))
    return found
