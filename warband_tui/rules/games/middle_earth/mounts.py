"""Riders and mounts: thrown riders, and what a mount does without its rider (ME-CRG-2, ME-BRK-7)."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.rules.dice import Pool
from warband_tui.rules.events import ConditionSet, UnitAdded
from warband_tui.rules.games.middle_earth import checks, points
from warband_tui.rules.games.middle_earth.actions import Dismount, Thrown
from warband_tui.rules.games.middle_earth.chances import wound_needs
from warband_tui.rules.games.middle_earth.courage import MOUNT as CAUSE
from warband_tui.rules.games.middle_earth.courage import RULE, CourageTest, take_test
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.groups import one_of
from warband_tui.rules.games.middle_earth.profile import MOUNT, Mount, SbgProfile, profile_of, specials_of
from warband_tui.rules.games.middle_earth.specials import special
from warband_tui.rules.games.middle_earth.striking import roll_to_wound
from warband_tui.rules.games.middle_earth.wounds import suffer
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.state import BattleState, Unit

UNHURT, KNOCKED = 6, 1
FALL_STRENGTH = 3


def thrown(res: Resolution, action: Thrown) -> None:
    """The mount is slain: 1 is a hit of Strength 3 and prone, 2 to 5 up on foot, 6 unhurt and free to act."""
    throw(res, res.affected(action.unit).id, knocked=action.knocked)


def hurt_mount(res: Resolution, unit_id: str, wounds: int) -> None:
    """Take Wounds off what a unit rides; with the last one its rider is thrown."""
    unit = res.state.unit(unit_id)
    mount = profile_of(unit).mount or Mount()
    lost = res.change(unit_id, "mount wounds", wounds, why="its mount is wounded") + unit.counter(
        "mount wounds"
    )
    if lost >= max(1, mount.wounds):
        res.say(f"the {mount.name} is slain")
        throw(res, unit_id)
    else:
        res.say(f"the {mount.name} has {mount.wounds - lost} of {mount.wounds} Wounds left")


def throw(res: Resolution, unit_id: str, *, knocked: bool = False) -> None:
    """Throw a rider from a mount that is slain, of a group one; `knocked`: knocked flying at once."""
    group = res.state.unit(unit_id)
    res.permit(checks.is_mounted(res.state, group))
    res.cite("ME-CRG-2")
    unit = one_of(res, group.id)
    res.emit(ConditionSet(unit.id, "on foot"))
    mount = profile_of(unit).mount or Mount()
    for name in dict.fromkeys((group.id, unit.id)):
        res.change(name, "mount wounds", -group.counter("mount wounds"), why="its mount is slain")
    res.say(f"{unit.name} loses its {mount.name}")
    if knocked:
        _knocked(res, unit)
        return
    shown = _roll(res, unit)
    if shown <= KNOCKED:
        _knocked(res, unit)
    elif shown < UNHURT:
        res.emit(ConditionSet(unit.id, "thrown", "turn"))
        res.say(f"{shown}: on its feet, but it does no more this turn")
    else:
        res.say(f"{shown}: unhurt and free to act")


def dismount(res: Resolution, action: Dismount) -> None:
    """Rider and mount part, of a group one: the mount tests on its own Courage at once, and stays loose or flees."""
    group = res.affected(action.unit)
    res.permit(checks.is_mounted(res.state, group))
    unit = one_of(res, group.id)
    if unit.id != group.id:
        res.change(unit.id, "mount wounds", -group.counter("mount wounds"), why="another mount's Wounds")
    mount = profile_of(unit).mount or Mount()
    res.cite("ME-CRG-2", "ME-BRK-7")
    if action.slain:
        if suffer(res, unit.id, 99, using=action.why, fate=False):
            res.say("the rider is slain")
    else:
        res.emit(ConditionSet(unit.id, "on foot", why=action.why))
        res.say(f"{unit.name} is parted from its {mount.name}" + (f" ({action.why})" if action.why else ""))
    passed, told = _stays(res, unit, mount, action.passed)
    if not passed:
        res.say(f"the {mount.name} flees ({told}); it is no casualty")
        return
    loose = _loose(res, unit, mount)
    res.emit(UnitAdded(loose))
    res.say(f"the {mount.name} stays ({told})")


def decided(state: BattleState, mount: Mount) -> tuple[bool, str] | None:
    """Return whether a mount stays without a test, and why; None where it tests."""
    if mount.attacks == 0 and edition(state.edition).attackless_mounts_flee:
        return False, "it cannot fight and always flees"
    if mount.stays is not None:
        return mount.stays, "it never leaves" if mount.stays else "it always flees"
    names = (special(name, state.edition) for name in mount.rules)
    brave = next((rule for rule in names if rule is not None and rule.lets_pass(CAUSE)), None)
    return (True, brave.name) if brave else None


def mount_test(mount: Mount) -> CourageTest:
    """Return the test of a mount without its rider, on its own Courage (ME-CRG-2)."""
    return CourageTest(CAUSE, mount.courage_target)


def _stays(res: Resolution, unit: Unit, mount: Mount, passed: bool | None) -> tuple[bool, str]:
    settled = decided(res.state, mount)
    if settled is not None:
        return settled
    res.cite(RULE)
    # The rider's points are its own: nothing lifts the roll of a mount.
    test = mount_test(mount)
    return take_test(res, unit.id, test, passed, lifted=False)


def _loose(res: Resolution, unit: Unit, mount: Mount) -> Unit:
    """Return the mount as a model of its own that counts for nothing."""
    profile = {
        "type": mount.name,
        "move": mount.move,
        "fight": 0,
        "defence": mount.defence,
        "attacks": mount.attacks,
        "wounds": max(1, mount.wounds),
        "courage_target": mount.courage_target,
        "keywords": [MOUNT],
        "counts_as": 0,
        "rules": list(mount.rules),
        "edition": profile_of(unit).edition,
    }
    number = 1
    while f"{unit.id}.mount{number}" in res.state.units:
        number += 1
    return replace(
        unit,
        id=f"{unit.id}.mount{number}",
        name=f"{mount.name} of {unit.name}",
        profile=profile,
        models=1,
        start=1,
        counters={"wounds": mount.wounds} if mount.wounds > 1 else {},
        conditions={},
        acting=False,
        used=(),
        fighter="",
        base=None,
        at=(),
        trail=(),
    )


def _roll(res: Resolution, unit: Unit) -> int:
    pool = Pool(f"thrown rider, {unit.name}", base=1, keep=1, unit=unit.id)
    shown = res.roll(pool).total
    if shown < UNHURT and any("thrown" in s.rerolls for s in specials_of(res.state, unit)):
        choice = Choice(
            "thrown.reroll", unit.side, f"{unit.name} (Expert Rider): roll again?", high=1, unit=unit.id
        )
        if res.ask(choice):
            shown = res.roll(pool).total
    # Off the lowest result, or up to the best one: nothing between them is any different.
    worth = tuple(n - shown for n in (KNOCKED + 1, UNHURT))
    return shown + points.ask(res, unit.id, "thrown.might", "might", worth, "on being thrown")


def _knocked(res: Resolution, unit: Unit) -> None:
    res.emit(ConditionSet(unit.id, "prone"), ConditionSet(unit.id, "thrown", "turn"))
    res.say("knocked flying, prone")
    profile: SbgProfile = profile_of(unit)
    if roll_to_wound(res, unit.id, wound_needs(FALL_STRENGTH, profile.defence), own=False):
        suffer(res, unit.id, 1, using="the fall")
