"""Injury rolls: markers spent, the table, what replaces a result, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from msgspec import Struct

from warband_tui.rules.dice import Modifier, Pool, Roll
from warband_tui.rules.events import ConditionSet, ModelsLost
from warband_tui.rules.games.trench_crusade.attack_plan import saving_words
from warband_tui.rules.games.trench_crusade.chances import (
    BLOOD_KEYWORDS,
    BLOODBATH_COST,
    BLOODBATH_COST_WHEN_DOWN,
    MARKER_CAP,
    armour_left,
    negated,
)
from warband_tui.rules.games.trench_crusade.editions import EditionRules, edition
from warband_tui.rules.games.trench_crusade.ground_rules import placed
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.games.trench_crusade.success import pay, told
from warband_tui.rules.resolution import Choice, Resolution

RESULT_WORDS = {"none": "no effect", "minor": "minor hit", "down": "Down", "out": "out of action"}


class Blow(Struct, frozen=True):
    """What is about to hurt a model: its modifiers, whose attack it is and of what kind.

    `keywords` are those of the weapon or the ground, in normal spelling.
    """

    cause: str
    modifiers: tuple[Modifier, ...] = ()
    keywords: frozenset[str] = frozenset()
    by: str = ""
    melee: bool = False
    deadly: bool = False


def table(total: int) -> str:
    """Return the row of the injury table for a total (TC-INJ-1)."""
    if total >= 9:
        return "out"
    if total >= 7:
        return "down"
    return "minor" if total >= 2 else "none"


def injure(res: Resolution, target_id: str, blow: Blow) -> str:
    """Make an injury roll against a model and carry out the result, which is returned."""
    rules = edition(res.state.edition)
    target = res.state.unit(target_id)
    keywords = blow.keywords - negated(profile_of(target).words)
    modifiers = [*blow.modifiers, *_standing_modifiers(res, target_id, blow, keywords, rules)]
    bloodbath, spent = _spend(res, target_id, blow.cause)
    modifiers += spent
    kept = 2 + bloodbath + ("DEADLY" in keywords or blow.deadly)
    pool = Pool(
        f"injury of {target.name}",
        base=kept,
        keep=kept,
        modifiers=tuple(modifiers),
        unit=target_id,
        flat_floor=rules.odds.modifier_floor,
    )
    roll = res.roll(pool, lambda made: table(made.total))
    res.cite("TC-INJ-1", *(("TC-BTH-1",) if bloodbath else ()))
    result = _replaced(res, target_id, roll.outcome, rules, bloodbath=bloodbath)
    res.say(f"injury {told(roll)}, {_words(roll, result)}{' (bloodbath)' if bloodbath else ''}")
    _apply(res, target_id, result, blow, keywords)
    return result


def take_down(res: Resolution, unit_id: str, why: str) -> None:
    """Take a model Down as the table's row says: one blood marker, two if it was Down already.

    On a board one that stands within 1" of an edge may fall (TC-FAL-3), in 1.0.2 before it is Down.
    """
    early = edition(res.state.edition).down_in_own_activation == "ends"
    slips = placed(res.state, res.state.unit(unit_id))
    if slips and early:
        _by_ledge(res, unit_id)
        if not res.state.unit(unit_id).in_play:
            return
    _lay_down(res, unit_id, why)
    if slips and not early:
        _by_ledge(res, unit_id)


def _by_ledge(res: Resolution, unit_id: str) -> None:
    """See on the board whether a model that goes Down slips off an edge; its geometry is loaded here."""
    import_module("warband_tui.rules.games.trench_crusade.edges").slip(res, unit_id)


def _lay_down(res: Resolution, unit_id: str, why: str) -> None:
    already = res.state.unit(unit_id).has("down")
    res.change(unit_id, "blood", 2 if already else 1, high=MARKER_CAP, why=why)
    if not already:
        res.emit(ConditionSet(unit_id, "down", "battle", why))
    res.cite("TC-INJ-1", "TC-DWN-1")


def _standing_modifiers(
    res: Resolution, target_id: str, blow: Blow, keywords: frozenset[str], rules: EditionRules
) -> list[Modifier]:
    target = res.state.unit(target_id)
    found = []
    if target.has("down") and (blow.melee or not rules.odds.down_die_only_in_melee):
        found.append(Modifier("target Down", dice=1, rule="TC-DWN-1"))
    armour = armour_left(profile_of(target).armour, keywords)
    if armour:
        found.append(Modifier("armour", flat=armour, rule="TC-INJ-1"))
    return found


def _spend(res: Resolution, target_id: str, cause: str) -> tuple[bool, list[Modifier]]:
    """Ask the opponent for a bloodbath and blood, and the owner for blessing, before the dice."""
    target = res.state.unit(target_id)
    opponent = res.state.other_side(target.side)
    bloodbath = _bloodbath(res, target_id, opponent, cause)
    spent: list[Modifier] = []
    for counter, side, sign, rule in (
        ("blood", opponent, 1, "TC-BLD-3"),
        ("infection", opponent, 1, "TC-INF-1"),
        ("blessing", target.side, -1, "TC-BLS-2"),
    ):
        count = res.ask(
            Choice(
                id=f"injury.{counter}",
                side=side,
                label=f"{counter} of {target.name} on the injury roll",
                high=res.state.unit(target_id).counter(counter),
                effect=f"{sign:+d} injury dice each",
                rules=(rule,),
                unit=target_id,
                counter=counter,
            )
        )
        if count:
            pay(res, target_id, counter, int(count), "the injury roll")
            spent.append(Modifier(f"{counter} spent", dice=sign * int(count), rule=rule))
    return bloodbath, spent


def _bloodbath(res: Resolution, target_id: str, opponent: str, cause: str) -> bool:
    target = res.state.unit(target_id)
    price = BLOODBATH_COST_WHEN_DOWN if target.has("down") else BLOODBATH_COST
    blood, infection = target.counter("blood"), target.counter("infection")
    chosen = res.ask(
        Choice(
            id="injury.bloodbath",
            side=opponent,
            label=f"bloodbath on {target.name} for {price} blood",
            high=1 if blood + infection >= price else 0,
            effect="one more die is added",
            rules=("TC-BTH-1",),
            unit=target_id,
            counter="blood",
        )
    )
    if not chosen:
        return False
    # Blood first: infection grows, and who spends both would keep what grows.
    from_blood = min(blood, price)
    for counter, count in (("blood", from_blood), ("infection", price - from_blood)):
        if count:
            pay(res, target_id, counter, count, f"a bloodbath ({cause})")
    return True


def _replaced(
    res: Resolution,
    target_id: str,
    result: str,
    rules: EditionRules,
    *,
    bloodbath: bool,
) -> str:
    """Return the result after TOUGH, GOLEM and Standfast, in the edition's order (TC-KEY-1)."""
    keywords = saving_words(res.state.unit(target_id))

    def saved(now: str) -> str:
        if now != "out":
            return now
        if "GOLEM" in keywords:
            return "out" if bloodbath else _by("GOLEM", "down")
        if "TOUGH" in keywords:
            res.emit(ConditionSet(target_id, "tough used", "battle", "TOUGH"))
            return _by("TOUGH", "down")
        return now

    def softened(now: str) -> str:
        return _by("machine armour", "minor") if now == "down" and "STANDFAST" in keywords else now

    def _by(name: str, becomes: str) -> str:
        res.say(f"{name}: {RESULT_WORDS[becomes]} instead")
        res.cite("TC-KEY-1")
        return becomes

    steps: tuple[Callable[[str], str], ...] = (saved, softened)
    for step in steps if rules.odds.tough_before_armour else reversed(steps):
        result = step(result)
    return result


def _apply(res: Resolution, target_id: str, result: str, blow: Blow, keywords: frozenset[str]) -> None:
    if result == "out":
        res.emit(ModelsLost(target_id, 1, "out of action", blow.by, blow.cause))
        res.cite("TC-INJ-3")
        return
    if result == "down":
        take_down(res, target_id, blow.cause)
    elif result == "minor":
        res.change(target_id, "blood", 1, high=MARKER_CAP, why=blow.cause)
    extra = sorted(keywords & BLOOD_KEYWORDS)
    for word in extra:
        res.change(target_id, "blood", 1, high=MARKER_CAP, why=word)
    if extra:
        res.cite("TC-KEY-1")
        res.say(f"{', '.join(extra)}: blood")
    res.cite("TC-BLD-1", *(("TC-INJ-2",) if res.state.unit(target_id).counter("blood") == MARKER_CAP else ()))


def _words(roll: Roll, result: str) -> str:
    if roll.outcome == result:
        return RESULT_WORDS[result]
    return f"{RESULT_WORDS[roll.outcome]} becomes {RESULT_WORDS[result]}"


def sources(modifiers: Iterable[Modifier]) -> str:
    """Return modifiers as the odds panel tells them: `rifle +1 · cover -1`."""
    return " · ".join(f"{m.source} {m.dice or m.flat:+d}" for m in modifiers)
