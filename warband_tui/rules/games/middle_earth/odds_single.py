"""The odds of single rolls: thrown riders, mounts without a rider, casting and resisting, markers."""

from __future__ import annotations

from fractions import Fraction

from warband_tui.rules.games.middle_earth import actions as act
from warband_tui.rules.games.middle_earth import chances, duels, points
from warband_tui.rules.games.middle_earth.editions import edition
from warband_tui.rules.games.middle_earth.mounts import KNOCKED, UNHURT, decided, mount_test
from warband_tui.rules.games.middle_earth.profile import profile_of, specials_of
from warband_tui.rules.resolution import Refused, Value
from warband_tui.rules.spending import Chance, Odds, Way
from warband_tui.rules.state import BattleState
from warband_tui.rules.wording import percent


def thrown(state: BattleState, action: act.Thrown) -> Odds | None:
    """Return what becomes of a thrown rider, with Might and a second roll of an Expert Rider."""
    if action.knocked:
        return None
    unit = state.unit(action.unit)
    might = min(points.have(state, unit, "might"), UNHURT - KNOCKED)
    expert = any("thrown" in rule.rerolls for rule in specials_of(state, unit))
    free = [Fraction(1 + n, 6) for n in range(might + 1)]
    if expert:
        free = [chances.again(chance) for chance in free]
    rows = (
        Chance("knocked", "knocked flying", Fraction(1, 6)),
        Chance("up", "up on foot", Fraction(4, 6)),
        Chance("free", "unhurt and free to act", Fraction(1, 6)),
    )
    ways = _might_ways(free, "thrown.might", {"thrown.reroll": 1} if expert else {})
    best = free[-1]
    again = ", rolled again where it is not free" if expert else ""
    advice = f"best: up to {might} Might{again}, free to act {percent(best)}" if might or expert else ""
    return Odds(rows, "one die: 1, 2 to 5, 6", ways if might or expert else (), advice)


def dismount(state: BattleState, action: act.Dismount) -> Odds | None:
    """Return whether a mount stays without its rider."""
    mount = profile_of(state.unit(action.unit)).mount
    if mount is None:
        return None
    settled = decided(state, mount)
    stays = Fraction(int(settled[0])) if settled else mount_test(mount).chance()
    rows = (Chance("stays", "it stays", stays), Chance("flees", "it flees", 1 - stays))
    printed = edition(state.edition).courage(mount.courage_target)
    return Odds(rows, settled[1] if settled else f"Courage {printed} of the {mount.name}")


def cast(state: BattleState, action: act.Cast) -> Odds:
    """Return whether a power is cast."""
    unit = state.unit(action.unit)
    if unit.has("heroic channelling") and edition(state.edition).channelling == "six":
        rows = (Chance("done", "casts it", Fraction(1)), Chance("fails", "fails", Fraction(0)))
        return Odds(rows, "channelled, it counts as a 6")
    return _magic(state, action.unit, action.dice, action.needs, "casts it")


def resist(state: BattleState, action: act.Resist) -> Odds:
    """Return whether a power is resisted.

    Raises:
        Refused: there is no die to resist with.
    """
    free = int(state.unit(action.unit).has("heroic resolve"))
    if not action.dice + free:
        raise Refused(f"{state.unit(action.unit).name} has no die to resist with", points.RULE)
    return _magic(state, action.unit, action.dice + free, action.against, "resists it")


def _magic(state: BattleState, unit_id: str, dice: int, needs: int, done: str) -> Odds:
    might = min(points.have(state, state.unit(unit_id), "might"), needs - 1)
    best = duels.best_die(dice)
    reached = [best.at_least(needs - n) for n in range(might + 1)]
    rows = (Chance("done", done, reached[0]), Chance("fails", "fails", 1 - reached[0]))
    ways = _might_ways(reached, "magic.might", {})
    told = f"best: up to {might} Might, {percent(reached[-1])} instead of {percent(reached[0])}"
    return Odds(rows, f"{dice} dice, one of {needs}+", ways if might else (), told if might else "")


def resurrect(state: BattleState, action: act.Resurrect) -> Odds:
    """Return whether a model that left a marker comes back."""
    del state
    back = Fraction(7 - action.needs, 6)
    return Odds((Chance("back", "comes back", back), Chance("gone", "is gone", 1 - back)), f"{action.needs}+")


def _might_ways(reached: list[Fraction], choice: str, besides: dict[str, Value]) -> tuple[Way, ...]:
    return tuple(
        Way(
            f"up to {n} Might" if n else "no Might",
            chance,
            {choice: n, **besides},
            n == len(reached) - 1 and chance > reached[0],
        )
        for n, chance in enumerate(reached)
    )
