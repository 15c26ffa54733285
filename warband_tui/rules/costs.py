"""What things cost: always computed from the catalogue, never stored.

Every sum is made of lines, so that a player can ask where a number comes from.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from warband_tui.rules.catalogue import Catalogue, Upgrade
from warband_tui.rules.roster_view import FighterView, Modifier, OwnedItem, RosterView


class CostLine(Struct, frozen=True, kw_only=True):
    """One part of a cost; `unknown` if the catalogue has no price for it and nobody gave one."""

    label: str
    cost: dict[str, int]
    unknown: bool = False


def added(costs: Iterable[dict[str, int]]) -> dict[str, int]:
    """The sum of costs, currency by currency; currencies with nothing are left out."""
    total: dict[str, int] = {}
    for cost in costs:
        for currency, amount in cost.items():
            total[currency] = total.get(currency, 0) + amount
    return {currency: amount for currency, amount in total.items() if amount}


def _changed(
    cost: dict[str, int], ids: set[str], kind: str, modifiers: tuple[Modifier, ...]
) -> dict[str, int]:
    result = dict(cost)
    for one in modifiers:
        if one.what != "price" or not (ids & set(one.ids) or (kind and kind in one.kinds)):
            continue
        for currency, listed in cost.items():
            if (not one.currency or one.currency == currency) and listed >= one.at_least:
                result[currency] = max(0, result[currency] + one.amount)
    return result


def price_of(
    item_id: str, catalogue: Catalogue, modifiers: tuple[Modifier, ...] = ()
) -> dict[str, int] | None:
    """The price of an item on this faction's list, discounts included; None if the list does not say."""
    entry, item = catalogue.entry(item_id), catalogue.item(item_id)
    if entry is None or entry.price_unknown or item is None:
        return None
    return _changed(entry.cost, {item_id}, item.kind, modifiers)


def item_line(owned: OwnedItem, catalogue: Catalogue, modifiers: tuple[Modifier, ...] = ()) -> CostLine:
    """What an owned thing counts for: what was given for it, else its list price, else nothing."""
    item = catalogue.item(owned.id)
    label = item.name if item else owned.name or owned.id
    if owned.cost is not None:
        return CostLine(label=label, cost=dict(owned.cost))
    price = price_of(owned.id, catalogue, modifiers)
    if price is None:
        return CostLine(label=label, cost={}, unknown=not owned.found)
    return CostLine(label=label, cost=price)


def upgrade_cost(upgrade: Upgrade, modifiers: tuple[Modifier, ...] = ()) -> dict[str, int]:
    """The price of an upgrade, discounts included."""
    return _changed(upgrade.cost, {upgrade.id}, "", modifiers)


def cost_lines(
    fighter: FighterView, catalogue: Catalogue, modifiers: tuple[Modifier, ...] = ()
) -> tuple[CostLine, ...]:
    """The parts of a fighter's cost: its profile (once a model), its upgrades, its kit."""
    profile = catalogue.profile(fighter.profile)
    lines: list[CostLine] = []
    if fighter.cost is not None:
        lines.append(CostLine(label=profile.name if profile else fighter.profile, cost=dict(fighter.cost)))
    elif profile is None:
        lines.append(CostLine(label=fighter.profile or fighter.name, cost={}, unknown=True))
    else:
        each = _changed(profile.cost, {profile.id}, "", modifiers)
        times = {currency: amount * fighter.models for currency, amount in each.items()}
        lines.append(CostLine(label=profile.name, cost=times))
    if profile is not None:
        for upgrade_id in fighter.upgrades:
            upgrade = profile.upgrade(upgrade_id)
            if upgrade is not None:
                lines.append(CostLine(label=upgrade.name, cost=upgrade_cost(upgrade, modifiers)))
    lines += [item_line(owned, catalogue, modifiers) for owned in fighter.items]
    return tuple(lines)


def cost_of(
    fighter: FighterView, catalogue: Catalogue, modifiers: tuple[Modifier, ...] = ()
) -> dict[str, int]:
    """What a fighter costs with everything it has, by currency."""
    return added(line.cost for line in cost_lines(fighter, catalogue, modifiers))


def total(
    roster: RosterView, catalogue: Catalogue, *, fielded_only: bool = False, stash: bool = False
) -> dict[str, int]:
    """What a warband costs: all its fighters or the fielded ones, with the stash if asked."""
    parts = [
        cost_of(fighter, catalogue, roster.modifiers)
        for fighter in roster.fighters
        if fighter.fielded or not fielded_only
    ]
    if stash:
        parts += [item_line(owned, catalogue, roster.modifiers).cost for owned in roster.stash]
    return added(parts)
