"""The tests of a broken force, and Stand Fast! (ME-BRK-3 to 7, ME-SFT-1 to 6)."""

from __future__ import annotations

from warband_tui.rules.events import ActivationEnded, ConditionCleared, ConditionSet, ModelsLost
from warband_tui.rules.games.middle_earth import distances
from warband_tui.rules.games.middle_earth.actions import BreakTest, PassBanner, StandFast
from warband_tui.rules.games.middle_earth.activation import FLOW
from warband_tui.rules.games.middle_earth.courage import BROKEN, Stated, plan, take_test
from warband_tui.rules.games.middle_earth.declarations import EXEMPT
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.force import unit_broken
from warband_tui.rules.games.middle_earth.holding import holds
from warband_tui.rules.games.middle_earth.profile import BANNER, has_word, profile_of, specials_of
from warband_tui.rules.games.middle_earth.settings import answer, chains
from warband_tui.rules.games.middle_earth.specials import Special
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

HORN = 3
"""Inches that the call of a war horn adds to one hero's Stand Fast!."""
REACH = 6
"""Inches that Stand Fast! reaches, unless a special rule says otherwise (ME-SFT-1)."""
_WORDS = {"stampedes": "in a stampede", "immobilised": "immobilised", "paralysed": "paralysed", "reserve": "in reserve",
          "resurrection": "waiting for its resurrection", "held": "held by fear", "thrown": "thrown"}  # fmt: skip


def exempt(state: BattleState, unit: Unit) -> Refusal | None:
    """Return why a unit takes no test for its broken force, None when it does (ME-BRK-4, ME-BRK-7)."""
    if profile_of(unit).loose_mount:
        return Refusal(f"{unit.name} is a mount without a rider", ("ME-BRK-7", "ME-CRG-2"))
    foes = [state.unit(other).name for other in state.in_contact(unit.id)]
    resolved = unit.has("heroic resolve") and edition(state.edition).resolve_passes_broken
    if (foes or unit.has("engaged")) and not resolved and answer(state, "engaged-tests") == "exempt":
        return Refusal(f"{unit.name} is engaged" + (f" with {foes[0]}" if foes else ""), ("ME-BRK-4",))
    for name in EXEMPT:
        if unit.has(name):
            return Refusal(f"{unit.name} is {_WORDS[name]} and cannot move", ("ME-BRK-4",))
    return None


def untested(unit: Unit) -> int:
    """Return how many models of a unit have not passed their test this turn."""
    if unit.has("passed broken") or unit.has("stand fast"):
        return 0
    return max(0, unit.models - unit.counter("tested"))


def due(state: BattleState, unit: Unit) -> int:
    """Return how many models of a unit must test before they move (ME-BRK-3)."""
    if not unit.in_play or state.ended or not unit_broken(state, unit) or exempt(state, unit):
        return 0
    return untested(unit)


def must_test(state: BattleState, unit: Unit) -> Refusal | None:
    """Return why a unit cannot move yet: its force is broken and it has not tested (ME-BRK-3)."""
    left = due(state, unit)
    if not left:
        return None
    who = f"{left} of {unit.name}" if unit.models > 1 else unit.name
    return Refusal(f"{who} must take the courage test of a broken force first", ("ME-BRK-3",))


def break_test(res: Resolution, action: BreakTest) -> None:
    """Test models of a broken force, or cover them by a hero's Stand Fast!."""
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    if not unit.in_play:
        raise Refused(f"{unit.name} is off the table")
    res.need(unit_broken(res.state, unit), f"{res.name(unit.side)} is not broken", "ME-BRK-2", "ME-SFT-5")
    free = exempt(res.state, unit)
    if free:
        rules = ("ME-SFT-6", *free.rules) if action.covered_by else free.rules
        res.need(False, f"{free.why}: it takes no test", *rules)
    left = untested(unit)
    if not left:
        raise Refused(f"{unit.name} has passed its test this turn", "ME-CRG-4")
    count = min(action.models, left)
    res.cite("ME-BRK-3")
    if action.covered_by:
        if answer(res.state, "stand-fast-sight") == "needed":
            hero = res.name(action.covered_by)
            res.need(not action.unseen, f"{unit.name} does not see {hero}", "ME-SFT-1")
        _reached(res, action.covered_by, unit.id, count, action.distance)
        _cover(res, action.covered_by, unit.id, count)
        return
    _take_up(res, unit)
    for _ in range(count):
        _one_test(res, unit.id, action, alone=count == 1)


def stand_fast(res: Resolution, action: StandFast) -> None:
    """Let a hero cover warriors, all of each group."""
    hero = res.state.unit(action.unit)
    res.unit, res.side = hero.id, hero.side
    if not action.targets:
        raise Refused("name the warriors within reach", "ME-SFT-1")
    for target in action.targets:
        unit = res.state.unit(target)
        broken = unit_broken(res.state, unit)
        res.need(broken, f"{res.name(unit.side)} is not broken: Stand Fast! serves no other test", "ME-SFT-5")
        free = exempt(res.state, unit)
        if free:
            res.need(
                False, f"{free.why}: it takes no test and has no use of Stand Fast!", "ME-SFT-6", *free.rules
            )
        left = untested(unit)
        if not left:
            raise Refused(f"{unit.name} has passed its test this turn", "ME-CRG-4")
        near = distances.covered_models(res.state, hero, unit, _reach_for(res.state, hero, unit))
        count = min(left, near) if near else left
        _reached(res, hero.id, unit.id, count, None)
        _cover(res, hero.id, unit.id, count)


def reach_of(state: BattleState, hero: Unit) -> int | None:
    """Return how far a hero's Stand Fast! reaches in inches, None for the whole table; a horn call lengthens it."""
    found = REACH
    for rule in _giving(state, hero):
        if rule.stand_fast == "board":
            return None
        if isinstance(rule.stand_fast, int):
            found = max(found, rule.stand_fast)
    return found + (HORN if hero.has("horn call") else 0)


def _giving(state: BattleState, hero: Unit) -> list[Special]:
    """Return the special rules about a hero's own Stand Fast! that hold now."""
    return [
        rule
        for rule in specials_of(state, hero)
        if (rule.stand_fast is not None or rule.only) and holds(state, hero, rule)
    ]


def gives(state: BattleState, hero: Unit) -> Refusal | None:
    """Return why a hero gives no Stand Fast! at all this turn, None when it does or will once it has passed."""
    if not profile_of(hero).hero:
        return Refusal(f"{hero.name} is no hero", ("ME-SFT-1",))
    if any(rule.none for rule in specials_of(state, hero)):
        return Refusal(f"{hero.name} never gives Stand Fast!", ("ME-SFT-1",))
    for name in edition(state.edition).silences:
        if hero.has(name):
            return Refusal(f"{hero.name} gives no Stand Fast! ({name})", ("ME-SFT-1",))
    if hero.has("prone") and answer(state, "prone-stand-fast") == "no":
        return Refusal(f"{hero.name} is prone and gives no Stand Fast!", ("ME-SFT-1",))
    if hero.has("passed broken"):
        return None
    free = exempt(state, hero)
    if free:
        return Refusal(
            f"{free.why}, so that it takes no test and gives no Stand Fast!", ("ME-SFT-4", *free.rules)
        )
    return None


def covers(state: BattleState, hero: Unit, unit: Unit) -> Refusal | None:
    """Return why a hero cannot cover a unit now, distance aside (ME-SFT-1 to 4)."""
    if hero.side != unit.side or hero.id == unit.id or not hero.in_play:
        return Refusal(f"{hero.name} is no friend of {unit.name} on the table", ("ME-SFT-1",))
    refusal = gives(state, hero) or may_gain(state, hero, unit)
    if refusal:
        return refusal
    if not hero.has("passed broken"):
        return Refusal(f"{hero.name} has not passed its own test this turn", ("ME-SFT-1", "ME-SFT-2"))
    return None


def may_gain(state: BattleState, hero: Unit, unit: Unit) -> Refusal | None:
    """Return why a unit gains nothing from a hero's Stand Fast!, wherever it stands."""
    profile = profile_of(unit)
    if unit.has("unheeding"):
        return Refusal(f"{unit.name} gains from no Stand Fast! this turn", ("ME-SFT-1",))
    rules = _giving(state, hero)
    words = {word.upper() for rule in rules for word in (rule.words if rule.only else ()) or rule.only}
    if words and not profile.words & words:
        return Refusal(f"{hero.name} covers {', '.join(sorted(words))} only", ("ME-SFT-1",))
    if profile.hero and not any(r.heroes or profile.words.intersection(r.hero_words) for r in rules):
        return Refusal(f"{unit.name} is a hero and tests for itself", ("ME-SFT-3",))
    return None


def _reach_for(state: BattleState, hero: Unit, unit: Unit) -> int | None:
    """Return how far a hero's Stand Fast! reaches for one unit, None for the whole table."""
    anywhere = any(rule.receives == "any" for rule in specials_of(state, unit))
    return None if anywhere else reach_of(state, hero)


def out_of_reach(
    state: BattleState, hero: Unit, unit: Unit, *, stated: float | None = None, models: int = 1
) -> Refusal | None:
    """Return why so many models of a unit are not covered by a hero where they stand (ME-SFT-1, ME-SFT-2).

    A stated distance is the players' word. Where neither it nor a board tells, nothing is out of reach.
    """
    reach = _reach_for(state, hero, unit)
    if reach is not None:
        far = distances.too_far(state, hero, unit, stated, reach)
        if far:
            rules = ("ME-SFT-1",) if stated is not None else ("ME-SFT-1", "ME-SFT-2")
            return Refusal(f'{far}, whose Stand Fast! reaches {reach}"', rules)
    if answer(state, "stand-fast-sight") == "needed":
        hidden = distances.unseen(state, unit, hero)
        if hidden:
            return Refusal(hidden, ("ME-SFT-1",))
    near = distances.covered_models(state, hero, unit, reach) if stated is None else None
    if near is not None and near < models:
        return Refusal(f"{hero.name} covers {near} of {unit.name} where they stand", ("ME-SFT-1", "ME-SFT-2"))
    return None


def _reached(res: Resolution, hero_id: str, unit_id: str, count: int, distance: float | None) -> None:
    hero, unit = res.state.unit(hero_id), res.state.unit(unit_id)
    res.permit(covers(res.state, hero, unit))
    res.permit(out_of_reach(res.state, hero, unit, stated=distance, models=count))


def _cover(res: Resolution, hero_id: str, unit_id: str, count: int) -> None:
    hero, unit = res.state.unit(hero_id), res.state.unit(unit_id)
    if hero.acting:
        # The players have moved on: the hero's own move is over before the warrior's begins (ME-SFT-2).
        res.emit(ActivationEnded(hero.id))
    if not hero.has("called stand fast"):
        res.emit(ConditionSet(hero.id, "called stand fast", "turn"))
    _passed(res, unit_id, count, covered=True)
    res.cite("ME-SFT-1", "ME-SFT-2")
    passes = edition(res.state.edition).stand_fast == "passes"
    many = f"{count} of {unit.name}" if unit.models > 1 else unit.name
    how = "passes" if passes else "takes no test"
    res.say(f"Stand Fast! of {hero.name}: {many} {how}")


def call_off(res: Resolution, hero_id: str) -> None:
    """Who was to act with a hero that flees does not: its call is cancelled."""
    for unit in res.state.units.values():
        if unit.has(f"with {hero_id}"):
            cleared = (ConditionCleared(unit.id, word) for word in (f"with {hero_id}", "called along"))
            res.emit(*cleared)
            res.say(f"{unit.name} is not called along any more")


def pass_banner(res: Resolution, action: PassBanner) -> None:
    """Hand a banner on: from a bearer that is off the table to a warrior beside it, standing and not engaged."""
    bearer, other = res.state.unit(action.unit), res.state.unit(action.to)
    res.unit, res.side = other.id, other.side
    has = has_word(bearer, BANNER) and not bearer.has("banner gone")
    if not has or bearer.side != other.side or not other.in_play:
        raise Refused(f"{bearer.name} has no banner to hand to {other.name}")
    res.need(not bearer.in_play, f"{bearer.name} still carries its banner")
    profile = profile_of(other)
    fit = not profile.hero and not other.has("prone") and not other.has("engaged")
    res.need(
        fit and not res.state.in_contact(other.id),
        f"{other.name} cannot take a banner: a warrior does, standing",
    )
    if bearer.has("banner"):
        res.emit(ConditionCleared(bearer.id, "banner"))
    res.emit(ConditionSet(bearer.id, "banner gone"), ConditionSet(other.id, "banner"))
    res.say(f"{other.name} takes up the banner of {bearer.name}")


def _take_up(res: Resolution, unit: Unit) -> None:
    """Begin the unit's move with its test; in combat there is no move to begin."""
    if not (res.state.in_contact(unit.id) or unit.has("engaged")) and not unit.acting:
        FLOW.begin_move(res, unit.id)


def _one_test(res: Resolution, unit_id: str, action: BreakTest, *, alone: bool) -> None:
    unit = res.state.unit(unit_id)
    stated = Stated(action.modifiers, action.near, action.modifier, action.reroll)
    passed, told = take_test(res, unit_id, plan(res.state, unit, BROKEN, stated), action.passed)
    who = unit.name if alone and unit.models == 1 else f"one of {unit.name}"
    if passed:
        _passed(res, unit_id, 1, covered=False)
        res.cite("ME-BRK-5")
        res.say(f"{who} holds: {told}")
        return
    res.emit(ModelsLost(unit_id, 1, "fled"))
    res.change(unit_id, "fled", 1, why="failed its courage")
    res.cite("ME-BRK-6")
    call_off(res, unit_id)
    rider = ", its mount with it" if profile_of(unit).mount and not unit.has("on foot") else ""
    if rider:
        res.cite("ME-BRK-7")
    res.say(f"{who} flees{rider}: {told}")


def _passed(res: Resolution, unit_id: str, count: int, *, covered: bool) -> None:
    unit = res.state.unit(unit_id)
    if unit.models > 1 or unit.start > 1:
        res.change(unit_id, "tested", count, why="Stand Fast!" if covered else "courage")
        if untested(res.state.unit(unit_id)):
            return
    if covered:
        res.emit(ConditionSet(unit_id, "stand fast", "turn"))
        if not chains(res.state):
            return
    res.emit(ConditionSet(unit_id, "passed broken", "turn"))
