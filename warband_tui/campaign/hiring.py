"""Hiring fighters and buying kit: what costs money."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from warband_tui.campaign.desk import Desk, Done, Pen, PriceWanted, changing, objections
from warband_tui.campaign.kept import FighterDetails, Money, kept
from warband_tui.campaign.rosters import Roster
from warband_tui.campaign.typed import checked_name
from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.costs import added, cost_of, price_of, upgrade_cost
from warband_tui.rules.legality import NEW_FIGHTER, price, why_not
from warband_tui.rules.roster_view import Buy, FighterView, Hire, RosterView, Verdict
from warband_tui.store.views import FighterView as KeptFighter

_NUMBERED = re.compile(r"^(.*?)(?: (\d+))?$", re.DOTALL)


def hire(
    pen: Pen,
    warband_id: int,
    profile: str,
    *,
    name: str = "",
    upgrades: Iterable[str] = (),
    override: str = "",
) -> Done:
    """Hire a fighter from the warband's list.

    Args:
        pen: who writes, and where.
        warband_id: for whom.
        profile: the id of a profile of the list.
        name: what it is called; the profile's name, numbered, when empty.
        upgrades: ids of upgrades of the profile.
        override: why it is hired though the rules speak against it.

    Raises:
        Illegal: the rules speak against it and there is no `override`.
        WarbandError: there is no list, or no such profile in it.
    """
    with changing(pen, warband_id, "fighter.hire") as desk:
        catalogue = _list_of(desk.roster)
        found = catalogue.profile(profile)
        if found is None:
            raise WarbandError(f'{catalogue.title} has no "{profile}"; see its list')
        wanted = Hire(profile=profile, upgrades=tuple(upgrades))
        name = checked_name(name) if name.strip() else free_name(found.name, desk.roster)
        desk.title(name)
        against = why_not(desk.roster.buyer, catalogue, wanted)
        warnings = desk.allow(name, against, override)
        cost = price(desk.roster.buyer, catalogue, wanted)
        row = _new_fighter(desk, name, found.id, found.name, list(wanted.upgrades), models=found.models)
        desk.remember(against, override, row)
    return Done(f"Hired {name} for {catalogue.money(cost)}", fighter=row, warnings=warnings)


def duplicate(pen: Pen, warband_id: int, fighter_id: int, *, name: str = "", override: str = "") -> Done:
    """Hire another fighter like one that there is, with the same upgrades and bought kit.

    What was earned or found (experience, promotions, injuries, loot) is not copied.

    Raises:
        Illegal: the rules speak against a second one and there is no `override`.
        WarbandError: there is no such fighter.
    """
    from warband_tui.store.tables import Item

    with changing(pen, warband_id, "fighter.duplicate") as desk:
        roster = desk.roster
        first = roster.fighter(fighter_id)
        name = checked_name(name) if name.strip() else free_name(first.name, roster)
        desk.title(name)
        bought = tuple(item for item in first.items if not item.details.get("found"))
        original = roster.fighter_view(fighter_id)
        twin = FighterView(
            id=NEW_FIGHTER,
            name=name,
            profile=original.profile,
            models=original.models,
            items=tuple(one for one in original.items if not one.found),
            upgrades=original.upgrades,
            cost=original.cost,
        )
        cost = cost_of(twin, roster.prices, roster.details.modifiers)
        after = replace(roster.buyer, fighters=(*roster.buyer.fighters, twin))
        against = objections(roster, after, cost)
        warnings = desk.allow(name, against, override)
        row = _new_fighter(
            desk,
            name,
            first.profile,
            first.profile_name,
            list(first.upgrades),
            models=first.models,
            like=first,
        )
        for item in bought:
            desk.work.add(
                Item(
                    warband_id=warband_id,
                    fighter_id=row,
                    position=item.position,
                    name=item.name,
                    kind=item.kind,
                    price=item.price,
                    currency=item.currency,
                    details=dict(item.details),
                )
            )
        desk.remember(against, override, row)
    return Done(f"Hired {name}, like {first.name}, for {roster.words(cost)}", fighter=row, warnings=warnings)


def buy(
    pen: Pen,
    warband_id: int,
    item: str,
    *,
    fighter_id: int | None = None,
    cost: Money | None = None,
    override: str = "",
) -> Done:
    """Buy a thing of the warband's list for a fighter, or for the stash.

    Args:
        pen: who writes, and where.
        warband_id: for whom.
        item: the id of an item on the price list.
        fighter_id: who carries it; the stash when None.
        cost: what was given for it, when that is not what the list says.
        override: why it is bought though the rules speak against it.

    Raises:
        PriceWanted: the list has no price and no `cost` is given.
        Illegal: the rules speak against it and there is no `override`.
        WarbandError: there is no list, or no such item or fighter.
    """
    from warband_tui.store.tables import Item

    with changing(pen, warband_id, "item.buy") as desk:
        catalogue, roster = _list_of(desk.roster), desk.roster
        found = catalogue.item(item)
        if found is None:
            raise WarbandError(f'{catalogue.title} has no "{item}"; see its list')
        listed = price_of(item, catalogue, roster.details.modifiers)
        if listed is None and cost is None and catalogue.entry(item) is not None:
            raise PriceWanted(found.name)
        bearer = roster.fighter(fighter_id) if fighter_id is not None else None
        desk.title(f"{found.name} for {bearer.name}" if bearer else found.name)
        wanted = Buy(item=item, fighter=str(fighter_id) if bearer else "", cost=cost)
        against = why_not(roster.buyer, catalogue, wanted)
        warnings = desk.allow(desk.work.command.subject, against, override)
        paid = cost if cost is not None else listed or {}
        things = bearer.items if bearer else roster.stored
        details: dict[str, object] = {"id": item}
        if cost is not None:
            details["cost"] = dict(cost)
        currency, amount = next(iter(paid.items()), ("", 0))
        row = desk.work.add(
            Item(
                warband_id=warband_id,
                fighter_id=fighter_id,
                position=_next(one.position for one in things),
                name=found.name,
                kind=found.kind,
                price=amount,
                currency=currency,
                details=details,
            )
        )
        desk.remember(against, override)
    where = f"for {bearer.name}" if bearer else "for the stash"
    return Done(
        f"Bought {found.name} {where}, {catalogue.money(paid)}", fighter_id, int(row.id or 0), warnings
    )


def set_upgrade(
    pen: Pen, warband_id: int, fighter_id: int, upgrade: str, wanted: bool, *, override: str = ""
) -> Done:
    """Give a fighter an upgrade of its profile, or take it away.

    Raises:
        Illegal: the rules speak against it and there is no `override`.
        WarbandError: there is no such fighter, or its profile has no such upgrade.
    """
    with changing(pen, warband_id, "fighter.upgrade" if wanted else "fighter.downgrade") as desk:
        roster, catalogue = desk.roster, _list_of(desk.roster)
        fighter = roster.fighter(fighter_id)
        profile = catalogue.profile(fighter.profile)
        found = profile.upgrade(upgrade) if profile else None
        if found is None:
            raise WarbandError(f'{fighter.profile_name or fighter.name} has no upgrade "{upgrade}"')
        desk.title(f"{found.name} of {fighter.name}")
        present = [str(one) for one in fighter.upgrades]
        later = [*present, upgrade] if wanted else [one for one in present if one != upgrade]
        against = against_upgrade(roster, fighter_id, upgrade) if wanted else []
        warnings = desk.allow(desk.work.command.subject, against, override)
        desk.fighter(fighter_id).upgrades = list(later)
        desk.remember(against, override)
    way = "now has" if wanted else "no longer has"
    return Done(f"{fighter.name} {way} {found.name}", fighter_id, warnings=warnings)


def against_upgrade(roster: Roster, fighter_id: int, upgrade: str) -> list[Verdict]:
    """Return what giving a fighter an upgrade would break."""
    view = roster.fighter_view(fighter_id)
    profile = roster.prices.profile(view.profile)
    found = profile.upgrade(upgrade) if profile else None
    cost = upgrade_cost(found, roster.details.modifiers) if found else {}
    return objections(roster, _with(roster, replace(view, upgrades=(*view.upgrades, upgrade))), cost)


def promote(pen: Pen, warband_id: int, fighter_id: int, *, override: str = "") -> Done:
    """Promote a fighter, or take its promotion back.

    Raises:
        Illegal: the rules speak against it and there is no `override`.
        WarbandError: there is no such fighter, or the list knows no promotions.
    """
    with changing(pen, warband_id, "fighter.promote") as desk:
        roster = desk.roster
        fighter = roster.fighter(fighter_id)
        word = roster.prices.promoted_keyword
        if not word:
            raise WarbandError(f"{roster.lists.title} has no promotions", place=fighter.name)
        desk.title(fighter.name)
        promoted = kept(fighter.details, FighterDetails, fighter.name).promoted
        row = desk.fighter(fighter_id)
        warnings: tuple[str, ...] = ()
        if promoted:
            desk.work.command = desk.work.command._replace(what="fighter.demote")
            row.details.pop("promoted")
        else:
            view = replace(roster.fighter_view(fighter_id), promoted=True)
            against = objections(roster, _with(roster, view), {})
            warnings = desk.allow(fighter.name, against, override)
            row.details["promoted"] = True
            desk.remember(against, override)
    way = f"is no longer {word}" if promoted else f"is {word} now"
    return Done(f"{fighter.name} {way}", fighter_id, warnings=warnings)


def free_name(name: str, roster: Roster) -> str:
    """Return a name that nobody of the warband has yet, by a number behind it."""
    taken = {one.name for one in roster.kept}
    if name not in taken:
        return name
    match = _NUMBERED.match(name)
    stem, number = (match[1], int(match[2] or 1)) if match and len(match[2] or "") < 6 else (name, 1)
    while f"{stem} {number}" in taken or number == 1:
        number += 1
    return f"{stem} {number}"


def parse_payment(text: str, catalogue: Catalogue) -> Money:
    """Read what a player types for money that came in, or after a minus for what went out.

    Raises:
        WarbandError: it is no sum of money.
    """
    sign = -1 if text.startswith("-") else 1
    return {name: sign * amount for name, amount in parse_money(text.lstrip("+-"), catalogue).items()}


def parse_money(text: str, catalogue: Catalogue) -> Money:
    """Read what a player types for a price: `12`, `12 ducats`, `12 d + 1 Glory`.

    Raises:
        WarbandError: it is no price.
    """
    words: dict[str, str] = {}
    for currency in catalogue.currencies:
        words |= dict.fromkeys(
            (w.casefold() for w in (currency.id, currency.name, currency.short)), currency.id
        )
    first = catalogue.currencies[0].id if catalogue.currencies else "points"
    parts: list[Money] = []
    for part in re.split(r"[+,]", text):
        match = re.match(r"^(\d{1,6})\s*(.*)$", part.strip(), re.ASCII)
        known = match and (not match[2] or match[2].casefold() in words)
        if match is None or not known:
            names = " or ".join(one.name for one in catalogue.currencies) or "points"
            raise WarbandError(f"a price is a number of {names}, as in 12 or 12 {first}")
        parts.append({words.get(match[2].casefold(), first): int(match[1])})
    return added(parts)


def _list_of(roster: Roster) -> Catalogue:
    if roster.catalogue is None:
        raise WarbandError(
            f"{roster.no_catalogue}; choose another faction to hire from", place=roster.warband.name
        )
    return roster.catalogue


def _with(roster: Roster, fighter: FighterView) -> RosterView:
    fighters = tuple(fighter if one.id == fighter.id else one for one in roster.buyer.fighters)
    return replace(roster.buyer, fighters=fighters)


def _new_fighter(
    desk: Desk,
    name: str,
    profile: str,
    profile_name: str,
    upgrades: list[object],
    *,
    models: int,
    like: KeptFighter | None = None,
) -> int:
    from warband_tui.store.tables import Fighter

    details = {key: value for key, value in like.details.items() if key in ("words", "cost")} if like else {}
    row = desk.work.add(
        Fighter(
            warband_id=desk.roster.warband.id,
            position=_next(one.position for one in desk.roster.kept),
            name=name,
            profile=profile,
            profile_name=profile_name,
            models=models,
            stats=dict(like.stats) if like else {},
            upgrades=upgrades,
            keywords=list(like.keywords) if like and "words" in details else [],
            details=details,
        )
    )
    return int(row.id or 0)


def _next(positions: Iterable[int]) -> int:
    return max(positions, default=-1) + 1
