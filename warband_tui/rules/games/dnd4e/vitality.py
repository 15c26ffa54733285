"""Hit points: damage, healing, temporary hit points, and what becomes of a creature at 0 of them."""

from __future__ import annotations

from warband_tui.rules.events import ConditionSet, CounterChanged, ModelsLost
from warband_tui.rules.games.dnd4e.declarations import ACTION_POINTS, BATTLE, DEATH, HP, SURGES, TEMPORARY
from warband_tui.rules.games.dnd4e.durations import end_all_of
from warband_tui.rules.games.dnd4e.profile import Creature, creature
from warband_tui.rules.games.dnd4e.states import cure
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

DEAD, SPARED = "dead", "knocked out"
PETRIFIED_RESISTS = 20


# Damage


def suffered(unit: Unit, points: int, kind: str = "") -> int:
    """Return what a creature suffers of so many points: immunity, resistance, vulnerability counted in."""
    profile = creature(unit)
    name = kind.casefold()
    if points <= 0 or name in (word.casefold() for word in profile.immune):
        return 0
    resist = max(_of(profile.resist, name), PETRIFIED_RESISTS if unit.has("petrified") else 0)
    return max(0, points + _of(profile.vulnerable, name) - resist)


def hurt(
    res: Resolution,
    unit_id: str,
    points: int,
    kind: str = "",
    *,
    by: str = "",
    using: str = "",
    spare: bool = False,
) -> int:
    """Deal damage: temporary hit points go first.

    Returns:
        What the creature suffered, resistance and the like taken off.
    """
    unit = res.state.unit(unit_id)
    taken = suffered(unit, points, kind)
    if taken:
        shield = -res.change(unit_id, TEMPORARY, -taken, why="damage")
        if taken > shield:
            res.change(unit_id, HP, shield - taken, low=-10_000, why=using or "damage")
    res.say(_told(res.state.unit(unit_id), points, taken, kind))
    reckon(res, unit_id, by=by, using=using, spare=spare)
    return taken


def reckon(res: Resolution, unit_id: str, *, by: str = "", using: str = "", spare: bool = False) -> None:
    """Make a creature's state that of its hit points: bloodied, dying, unconscious, dead."""
    unit = res.state.unit(unit_id)
    if not unit.in_play:
        return
    profile, points = creature(unit), unit.counter(HP)
    lives = points > 0 or profile.hero or spare
    if lives and points <= profile.bloodied and not unit.has("bloodied"):
        res.emit(ConditionSet(unit_id, "bloodied"))
        res.say(f"{unit.name} is bloodied")
    elif points > profile.bloodied:
        cure(res, unit_id, "bloodied")
    if points > 0:
        if unit.has("dying"):
            cure(res, unit_id, "dying")
            cure(res, unit_id, "unconscious", "dying no more")
        return
    if spare and not unit.has("dying"):
        res.emit(CounterChanged(unit_id, HP, points, 0, "spared"))
        _knock_out(res, unit_id, dying=False)
    elif profile.hero and points > -profile.bloodied:
        if not unit.has("dying") and not (_spared(unit) and points == 0):
            _knock_out(res, unit_id, dying=True)
    elif not _spared(unit) or points < 0:
        kill(res, unit_id, by=by, using=using)


def kill(res: Resolution, unit_id: str, *, by: str = "", using: str = "", how: str = DEAD) -> None:
    """Take a creature off the table; of several models of one unit, the one that was fought."""
    unit = res.state.unit(unit_id)
    res.emit(ModelsLost(unit_id, 1, how, by, using))
    res.say(f"{unit.name} is {how}")
    if unit.models > 1:
        res.emit(CounterChanged(unit_id, HP, unit.counter(HP), creature(unit).hp, "the next one"))
        cure(res, unit_id, "bloodied")
    else:
        end_all_of(res, unit_id, "grabbed")


def _knock_out(res: Resolution, unit_id: str, *, dying: bool) -> None:
    unit = res.state.unit(unit_id)
    if dying:
        res.emit(ConditionSet(unit_id, "dying"))
    else:
        res.emit(ConditionSet(unit_id, SPARED))
    res.emit(ConditionSet(unit_id, "unconscious", BATTLE))
    if not unit.has("prone"):
        res.emit(ConditionSet(unit_id, "prone", BATTLE, "unconscious"))
    end_all_of(res, unit_id, "grabbed")
    res.say(f"{unit.name} is {'dying' if dying else 'knocked out'}")


def _spared(unit: Unit) -> bool:
    return unit.has(SPARED) and not unit.has("dying")


def _of(table: dict[str, int], kind: str) -> int:
    by_name = {name.casefold(): number for name, number in table.items()}
    return max(by_name.get(kind, 0) if kind else 0, by_name.get("all", 0))


def _told(unit: Unit, points: int, taken: int, kind: str) -> str:
    word, why = f" {kind}" if kind else "", ""
    if taken != points:
        why = f" ({taken} after resistance)" if taken < points else f" ({taken} with vulnerability)"
    profile = creature(unit)
    left = unit.counter(HP) if profile.hero else max(0, unit.counter(HP))
    return f"{unit.name} takes {points}{word} damage{why}: {left} of {profile.hp}"


# Healing


def heal(res: Resolution, unit_id: str, points: int, why: str = "") -> int:
    """Give hit points back, from 0 up for whoever has fewer, never beyond the full number.

    Returns:
        How many hit points the creature gained.
    """
    unit = res.state.unit(unit_id)
    before = unit.counter(HP)
    after = min(creature(unit).hp, max(0, before) + points) if points > 0 else before
    if after > before:
        res.emit(CounterChanged(unit_id, HP, before, after, why or "healing"))
        if _spared(unit):
            cure(res, unit_id, SPARED, "healed")
            cure(res, unit_id, "unconscious", "healed")
    res.say(f"{unit.name} regains {after - before}: {after} of {creature(unit).hp}")
    reckon(res, unit_id)
    return after - before


def spend_surge(res: Resolution, unit_id: str) -> int:
    """Spend a healing surge and return what it is worth.

    Raises:
        Refused: there is none left.
    """
    unit = res.state.unit(unit_id)
    res.permit(no_surge(res.state, unit))
    res.change(unit_id, SURGES, -1, why="healing surge")
    return creature(unit).surge_value


def no_surge(state: BattleState, unit: Unit) -> Refusal | None:
    """Return why a creature cannot spend a healing surge."""
    del state
    return None if unit.counter(SURGES) else Refusal(f"{unit.name} has no healing surge left")


# Where it begins and ends


def full(profile: Creature) -> dict[str, int]:
    """Return the counters with which a creature begins an encounter."""
    found = {HP: profile.hp, SURGES: profile.surges, ACTION_POINTS: profile.action_points}
    return {name: number for name, number in found.items() if number}


def fail_death_save(res: Resolution, unit_id: str) -> None:
    """Note a failed death save; the third one kills."""
    unit = res.state.unit(unit_id)
    res.change(unit_id, DEATH, 1, high=3, why="death save")
    count = res.state.unit(unit_id).counter(DEATH)
    res.say(f"{unit.name} has failed {count} of 3")
    if count >= 3:
        kill(res, unit_id, using="the third failed death save")
