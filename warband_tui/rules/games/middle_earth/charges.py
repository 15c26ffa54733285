"""What special rules do in a fight, and what a charge adds: cavalry, monsters, lances."""

from __future__ import annotations

from collections.abc import Sequence

from warband_tui.rules.games.middle_earth.force import side_specials
from warband_tui.rules.games.middle_earth.holding import holds
from warband_tui.rules.games.middle_earth.profile import BANNER, has_word, mount_of, profile_of, specials_of
from warband_tui.rules.games.middle_earth.specials import Special, special
from warband_tui.rules.state import BattleState, Unit

_NO_INFANTRY = frozenset({"MONSTER", "WAR BEAST", "CHARIOT"})


def fight_rules(state: BattleState, unit: Unit) -> tuple[Special, ...]:
    """Return the special rules of a unit, and of its whole force, that count in a fight now, charges aside."""
    rules = list(specials_of(state, unit))
    banner = special(BANNER, state.edition)
    if banner is not None and unit.has("banner"):
        rules.append(banner)
    rules += (rule for rule in side_specials(state, unit.side) if rule.whom in ("self", "side"))
    return tuple(rule for rule in rules if not rule.charging and not rule.causes and holds(state, unit, rule))


def charge_rules(
    state: BattleState, unit: Unit, foes: Sequence[Unit], *, charged: bool
) -> tuple[Special, ...]:
    """Return the special rules that count because a unit has charged these enemies this turn.

    `charged` says so where no charge was logged.
    """
    if not (charged or unit.has("charged")) or unit.has("prone"):
        return ()
    rides = mount_of(unit) is not None
    return tuple(
        rule
        for rule in specials_of(state, unit)
        if rule.charging and (rides or not rule.mounted) and _suits(unit, foes, rule)
    )


def knocked_down(unit: Unit, foes: Sequence[Unit], rules: Sequence[Special]) -> tuple[Unit, ...]:
    """Return which of the losers of a fight a charge knocks prone."""
    down = []
    for foe in foes:
        strength = profile_of(foe).strength
        for rule in rules:
            limit = profile_of(unit).strength if rule.charging == "weaker" else rule.knocks_below
            if rule.knocks_below and infantry(foe) and strength < limit:
                down.append(foe)
                break
    return tuple(down)


def infantry(unit: Unit) -> bool:
    """Whether a unit fights on foot and is no monster, beast or engine."""
    return mount_of(unit) is None and not any(has_word(unit, word) for word in _NO_INFANTRY)


def _suits(unit: Unit, foes: Sequence[Unit], rule: Special) -> bool:
    match rule.charging:
        case "infantry":
            return all(infantry(foe) for foe in foes)
        case "weaker":
            return all(profile_of(foe).strength < profile_of(unit).strength for foe in foes)
        case _:
            return True
