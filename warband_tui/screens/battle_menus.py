"""What the menus of the battle screen list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warband_tui.campaign.play import PlaySession
from warband_tui.rules.actions import tag_of
from warband_tui.rules.ruleset import Option, Ruleset
from warband_tui.rules.state import BattleState, Side, Unit
from warband_tui.widgets.action_panel import MenuItem

_GROUPS = {"book": "by hand", "turn": "turn", "log": "log", "other": ""}


BY_KEY = {
    "lose": "battle.lose",
    "restore": "battle.restore",
    "condition": "battle.states",
    "end": "battle.next",
    "turn": "battle.turn",
    "note": "battle.note",
    "star": "battle.star",
    "roll": "battle.dice",
    "finish": "battle.finish",
}
"""Shared actions that the screen has a key for; the menu lists them under the same key."""


def action_items(
    options: Sequence[Option], keys: Sequence[str], ruleset: Ruleset, screen_keys: Mapping[str, str]
) -> list[MenuItem]:
    """Return every action: those of the unit, then those that keep the books.

    Args:
        options: the unit's actions.
        keys: the key of each.
        ruleset: the game.
        screen_keys: the screen's own keys by action id.
    """
    found = [
        MenuItem(
            f"option:{i}",
            option.label,
            option.help,
            key,
            "" if option.allowed else option.why,
            _GROUPS.get(option.group, option.group),
        )
        for i, (option, key) in enumerate(zip(options, keys, strict=True))
    ]
    seen: set[str] = set()
    for definition in ruleset.actions:
        do = tag_of(definition.action)
        if not definition.by_unit and do not in seen:
            seen.add(do)
            found.append(
                MenuItem(
                    f"do:{do}",
                    definition.label,
                    definition.help,
                    screen_keys.get(BY_KEY.get(do, ""), ""),
                    "",
                    _GROUPS.get(definition.group, ""),
                )
            )
    return found


def state_items(session: PlaySession, unit: Unit) -> list[MenuItem]:
    """Return the conditions and counters of a unit and of its side, with what picking one does."""
    state, ruleset = session.state, session.ruleset
    side = state.side(unit.side)
    return [
        *_conditions(ruleset, unit, "unit"),
        *_conditions(ruleset, side, "side"),
        *_counters(session, unit, state),
    ]


def _conditions(ruleset: Ruleset, holder: Unit | Side, on: str) -> list[MenuItem]:
    return [
        MenuItem(
            f"condition:{holder.id}:{d.id}:{'clear' if holder.has(d.id) else 'set'}",
            d.label,
            f"{holder.name} is no longer {d.label}"
            if holder.has(d.id)
            else f"{holder.name} is {d.label} from now on",
            group="on" if holder.has(d.id) else "off",
        )
        for d in ruleset.conditions
        if d.on == on
    ]


def _counters(session: PlaySession, unit: Unit, state: BattleState) -> list[MenuItem]:
    holders: dict[str, Unit | Side] = {"unit": unit, "side": state.side(unit.side)}
    found = []
    for d in session.ruleset.counters:
        holder = holders[d.on]
        value = holder.counter(d.id)
        limit = f" of {d.high}" if d.high is not None else ""
        found.append(
            MenuItem(
                f"counter:{holder.id}:{d.id}",
                d.label,
                f"{holder.name}: {value}{limit}; type what it is now",
                group="counter",
            )
        )
    return found
