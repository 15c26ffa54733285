"""Kit changing hands: between fighters and the stash, back to the shop, sold."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.campaign.desk import Done, Pen, changing, objections
from warband_tui.campaign.kept import Money
from warband_tui.campaign.rosters import ON_ROSTER, Roster, owned
from warband_tui.errors import WarbandError
from warband_tui.rules.roster_view import RosterView, Verdict
from warband_tui.store.views import ItemView


def move_item(pen: Pen, warband_id: int, item_id: int, fighter_id: int | None, *, override: str = "") -> Done:
    """Give a thing to a fighter, or put it into the stash when `fighter_id` is None.

    Raises:
        Illegal: the fighter may not carry it and there is no `override`.
        WarbandError: there is no such thing or fighter, or it is there already.
    """
    with changing(pen, warband_id, "item.give" if fighter_id is not None else "item.stash") as desk:
        roster = desk.roster
        item = roster.item(item_id)
        target = roster.fighter(fighter_id) if fighter_id is not None else None
        if item.fighter_id == fighter_id:
            raise WarbandError(
                f"{item.name} is {f'with {target.name}' if target else 'in the stash'} already"
            )
        desk.title(f"{item.name} to {target.name}" if target else item.name)
        against = against_move(roster, item, fighter_id)
        warnings = desk.allow(desk.work.command.subject, against, override)
        row = desk.item(item_id)
        row.fighter_id = fighter_id
        row.position = (
            max((one.position for one in (target.items if target else roster.stored)), default=-1) + 1
        )
        desk.remember(against, override)
    text = f"Gave {item.name} to {target.name}" if target else f"Put {item.name} into the stash"
    return Done(text, fighter_id, item_id, warnings)


def against_move(roster: Roster, item: ItemView, fighter_id: int | None) -> list[Verdict]:
    """Return what giving a thing to a fighter, or to the stash, would break."""
    return objections(roster, _moved(roster, item, fighter_id), {})


def return_item(pen: Pen, warband_id: int, item_id: int) -> Done:
    """Give a thing back as if it had never been bought: all that it cost is there again.

    Raises:
        WarbandError: there is no such thing.
    """
    with changing(pen, warband_id, "item.return") as desk:
        item = desk.roster.item(item_id)
        desk.title(item.name)
        desk.work.remove(desk.item(item_id))
    return Done(f"Gave {item.name} back, {desk.roster.words(desk.roster.worth(item))}", item.fighter_id)


def sell_item(pen: Pen, warband_id: int, item_id: int, money: Money) -> Done:
    """Sell a thing for what a player says it brings; the difference to its price is lost.

    Raises:
        WarbandError: there is no such thing, or the price is no price.
    """
    if any(amount < 0 for amount in money.values()):
        raise WarbandError("nobody sells for less than nothing; type a number from 0")
    with changing(pen, warband_id, "item.sell") as desk:
        roster = desk.roster
        item = roster.item(item_id)
        desk.title(f"{item.name} for {roster.words(money)}")
        worth = roster.worth(item)
        names = dict.fromkeys([*worth, *money])
        difference = {name: money.get(name, 0) - worth.get(name, 0) for name in names}
        desk.work.remove(desk.item(item_id))
        add_payment(desk.warband().details, difference, f"sold {item.name}", pen.at)
    return Done(f"Sold {item.name} for {roster.words(money)}", item.fighter_id)


def half_price(cost: Money) -> Money:
    """Return half of a price, rounded up: what a sale is offered for at first."""
    return {currency: -(-amount // 2) for currency, amount in cost.items()}


def add_payment(details: dict[str, object], money: Money, why: str, at: str) -> None:
    """Write a payment into a warband's details; what is nothing is not written."""
    kept = {currency: amount for currency, amount in money.items() if amount}
    if kept:
        treasury = details.get("treasury")
        before = treasury if isinstance(treasury, list) else []
        details["treasury"] = [*before, {"money": kept, "why": why, "at": at}]


def _moved(roster: Roster, item: ItemView, fighter_id: int | None) -> RosterView:
    view, thing = roster.buyer, owned(item)
    gone_from = [one for one in roster.kept if one.status in ON_ROSTER]
    fighters = []
    for kept, fighter in zip(gone_from, view.fighters, strict=True):
        items = tuple(owned(one) for one in kept.items if one.id != item.id)
        fighters.append(replace(fighter, items=(*items, thing) if kept.id == fighter_id else items))
    stash = tuple(owned(one) for one in roster.stored if one.id != item.id)
    return replace(view, fighters=tuple(fighters), stash=stash if fighter_id is not None else (*stash, thing))
