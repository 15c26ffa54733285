"""Saving an imported roster as a warband: one transaction, one line of the ledger, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.founding import enter_campaign, enter_player
from warband_tui.campaign.import_preview import (
    ImportPreview,
    LineChoice,
    PreviewLine,
    SeenBefore,
    currency_of,
    game_of,
    preview,
    seen_before,
)
from warband_tui.campaign.typed import checked_name
from warband_tui.errors import WarbandError
from warband_tui.imports.roster import Cost, ImportedEntry, ImportedRoster, ImportedUpgrade
from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.ruleset import installed, load
from warband_tui.rules.wording import simple
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

if TYPE_CHECKING:
    from warband_tui.store.tables import Fighter, Item
    from warband_tui.store.unit_of_work import UnitOfWork

_MOST_COPIES = 99

Money = dict[str, int | float]


def save(
    library: Library,
    shown: ImportPreview,
    *,
    campaign: int | str,
    name: str = "",
    choices: Mapping[int, LineChoice] | None = None,
    player: str = "",
    who: str,
    at: str,
) -> int:
    """Save a previewed roster as a new warband and return its id.

    Args:
        library: an open library.
        shown: what the player has seen.
        campaign: the id of a campaign, or the name of one to found.
        name: the warband's name; empty for the roster's.
        choices: what the player makes of lines, by their place in `shown.lines`; others as previewed.
        player: whose warband it is, if anybody's; a player of the campaign by that name, or a new one.
        who: who does it.
        at: the time now, ISO-8601 in UTC.

    Raises:
        WarbandError: the name is no name, no line is a fighter, there is no such campaign, or the file cannot be written;
            nothing has been saved then.
    """
    from warband_tui.store.tables import Campaign, Warband

    name = called_as(shown, name)
    lines = [(line, choice_of(line, (choices or {}).get(i))) for i, line in enumerate(shown.lines)]
    if not any(choice.use == "fighter" for _, choice in lines):
        raise WarbandError(f"{name} has no fighter to save: take a line for one (Space)")
    founding = None if isinstance(campaign, str) else campaign
    with library.work(Command("warband.import", who, at, founding, subject=name)) as work:
        if isinstance(campaign, str):
            campaign_id = enter_campaign(work, campaign, shown.ruleset, shown.edition, at=at)
        else:
            campaign_id = _id(work.get(Campaign, campaign))
        warband = Warband(
            campaign_id=campaign_id,
            player_id=enter_player(work, campaign_id, player),
            name=name,
            faction=shown.faction,
            notes=shown.roster.notes,
            details=_warband_details(shown, lines),
        )
        warband_id = _id(work.add(warband))
        work.command = work.command._replace(warband_id=warband_id)
        total = _add_lines(work, warband_id, lines, shown.catalogue)
        if budget := _budget(shown, total):
            warband.details = {**warband.details, "budget": budget}
    return warband_id


def called_as(shown: ImportPreview, name: str) -> str:
    """Return what the warband is called: the name that was given, or else the roster's.

    Raises:
        WarbandError: what was given is no name.
    """
    return checked_name(name, "a name for the warband") if name.strip() else shown.name


def choice_of(line: PreviewLine, choice: LineChoice | None) -> LineChoice:
    """Return what becomes of a line: the player's choice, what it leaves open filled in."""
    choice = choice or LineChoice(line.use)
    return LineChoice(choice.use, choice.models or line.models)


def _id(row: Any) -> int:
    return int(row.id or 0)


def _add_lines(
    work: UnitOfWork,
    warband_id: int,
    lines: list[tuple[PreviewLine, LineChoice]],
    catalogue: Catalogue | None,
) -> Money:
    """Add the fighters and the stash, and return what they cost."""
    spent: list[Money] = []
    position = 0
    for place, (line, choice) in enumerate(lines):
        if choice.use == "fighter":
            fighter = work.add(_fighter(warband_id, place, line, choice, catalogue))
            spent.append(fighter.details["cost"])
        elif choice.use == "stash":
            for item in _stash(warband_id, position, line.entry, catalogue):
                spent.append(work.add(item).details["cost"])
                position += 1
    names = dict.fromkeys(name for cost in spent for name in cost)
    return {name: sum(cost.get(name, 0) for cost in spent) for name in names}


def _budget(shown: ImportPreview, total: Money) -> Money:
    """Return what the warband was hired with, so that what the roster has left to spend is left here too.

    Empty where the list's own budget does: the roster names neither a limit nor money left, and costs no more.
    """
    if shown.catalogue is None:
        return {}
    limits = amounts(shown.roster.limits, shown.catalogue)
    unspent = {
        currency_of(name, shown.catalogue): number(value)
        for name, value in shown.roster.state.unspent.items()
    }
    listed = shown.catalogue.budget
    if not limits and not unspent and all(total.get(name, 0) <= most for name, most in listed.items()):
        return {}
    return {
        currency.id: max(limits.get(currency.id, 0), total.get(currency.id, 0) + unspent.get(currency.id, 0))
        for currency in shown.catalogue.currencies
    }


def _fighter(
    warband_id: int, position: int, line: PreviewLine, choice: LineChoice, catalogue: Catalogue | None
) -> Fighter:
    from warband_tui.store.tables import Fighter

    entry = line.entry
    return Fighter(
        warband_id=warband_id,
        position=position,
        name=line.name,
        profile_name=entry.name,
        models=choice.models or 1,
        status=line.status,
        stats=dict(entry.stats),
        keywords=list(entry.categories),
        upgrades=list(line.gear),
        notes=entry.notes,
        xp=entry.state.experience or 0,
        details=_fighter_details(line, catalogue),
    )


def _fighter_details(line: PreviewLine, catalogue: Catalogue | None) -> dict[str, Any]:
    entry, state = line.entry, line.entry.state
    details: dict[str, Any] = {
        "words": msgspec.to_builtins(line.words),
        "cost": amounts(entry.costs, catalogue),
        "source_id": entry.source_id,
        "category": entry.category,
        "promoted": bool(state.promotion),
        "promotion": state.promotion,
        "injuries": [{"name": i.name, "roll": i.roll} for i in state.injuries],
        "advances": list(state.advances),
        "kills": state.kills,
        "fireteam": state.fireteam,
        "bodies": [{"name": b.name, "number": b.number} for b in entry.bodies],
    }
    return {key: value for key, value in details.items() if value or key in ("words", "cost")}


def _stash(
    warband_id: int, position: int, entry: ImportedEntry, catalogue: Catalogue | None
) -> Iterator[Item]:
    for thing in entry.upgrades or (ImportedUpgrade(entry.name, entry.number, entry.costs),):
        for _ in range(min(_MOST_COPIES, max(1, thing.number))):
            yield _item(warband_id, position, thing, catalogue)
            position += 1


def _item(warband_id: int, position: int, thing: ImportedUpgrade, catalogue: Catalogue | None) -> Item:
    from warband_tui.store.tables import Item

    cost = amounts(thing.costs, catalogue, share=max(1, thing.number))
    currency = next(iter(cost), "")
    listed = (
        next((i for i in catalogue.items if simple(i.name) == simple(thing.name)), None)
        if catalogue
        else None
    )
    kind = thing.profiles[0].type_name if thing.profiles else ""
    return Item(
        warband_id=warband_id,
        position=position,
        name=thing.custom_name or thing.name,
        kind=listed.kind if listed else kind,
        price=round(cost.get(currency, 0)),
        currency=currency,
        details={
            "cost": cost,
            **({"id": listed.id} if listed else {}),
            **({"source_id": thing.source_id} if thing.source_id else {}),
        },
    )


def _warband_details(shown: ImportPreview, lines: list[tuple[PreviewLine, LineChoice]]) -> dict[str, Any]:
    roster = shown.roster
    return {
        "imported": {
            "format": roster.format,
            "game": roster.game_system,
            "revision": roster.revision,
            "name": roster.name,
            "source_id": roster.source_id,
            "faction": shown.faction_title,
            "declared": amounts(roster.declared, shown.catalogue),
            "computed": amounts(roster.computed, shown.catalogue),
            "limits": amounts(roster.limits, shown.catalogue),
            "left_out": [line.name for line, choice in lines if choice.use == "out"],
        },
        "settings": [
            {"top": s.top, "group": s.group, "name": s.name, "number": s.number} for s in roster.settings
        ],
        "unspent": {name: number(value) for name, value in roster.state.unspent.items()},
        "figures": dict(roster.state.figures),
        "places": list(roster.state.places),
    }


def amounts(costs: Iterable[Cost], catalogue: Catalogue | None = None, *, share: int = 1) -> Money:
    """Return costs as JSON holds them: amounts by the list's id of the currency, else by its name."""
    sums: dict[str, Decimal] = {}
    for cost in costs:
        name = currency_of(cost.name, catalogue)
        sums[name] = sums.get(name, Decimal(0)) + cost.value / share
    return {name: number(round(value, 2)) for name, value in sums.items()}


def number(value: Decimal) -> int | float:
    """Return a decimal as JSON holds it: whole where it is whole."""
    return int(value) if value == value.to_integral_value() else float(value)


def preview_for(library: Library, roster: ImportedRoster, campaign_id: int | None) -> ImportPreview:
    """Return what a roster would become in a campaign, or in one of its own.

    Raises:
        WarbandError: there is no such campaign, or its game has no such edition.
    """
    if campaign_id is None:
        return preview(roster)
    campaign = Queries(library).campaign(campaign_id)
    if campaign.ruleset not in installed():
        shown = preview(roster)
        if shown.ruleset == campaign.ruleset:
            return shown
        whose = roster.game_system or "a game that it does not name"
        return replace(shown, caution=f"the roster is of {whose}, the campaign plays {campaign.ruleset}")
    return preview(roster, load(campaign.ruleset), campaign.edition)


class Target(Struct, frozen=True):
    """Where an imported warband goes: a campaign that there is, or one to found (`campaign_id` None)."""

    campaign_id: int | None
    name: str


def likely_target(library: Library, shown: ImportPreview) -> Target:
    """Return the campaign of the same game that was busy last, else a new one named after the warband.

    Raises:
        WarbandError: the library cannot be read.
    """
    campaigns = [c for c in Queries(library).campaigns() if c.ruleset == shown.ruleset and not c.archived]
    if not campaigns:
        return Target(None, f"{shown.name}: campaign")
    last = max(campaigns, key=lambda c: (c.last_at or c.created, c.id))
    return Target(last.id, last.name)


def names_taken(library: Library, target: Target) -> frozenset[str]:
    """Return what the warbands of a campaign are called, those put away too; nothing for one to be founded.

    Raises:
        WarbandError: the library cannot be read.
    """
    if target.campaign_id is None:
        return frozenset()
    return frozenset(one.name for one in Queries(library).warbands(target.campaign_id))


def taken_words(name: str, target: Target) -> str:
    """Return what is said of a name that a warband of the campaign has already."""
    return f"{target.name} has a warband {name} already: there will be two of that name"


__all__ = [
    "ImportPreview",
    "LineChoice",
    "PreviewLine",
    "SeenBefore",
    "Target",
    "amounts",
    "called_as",
    "choice_of",
    "game_of",
    "likely_target",
    "names_taken",
    "preview",
    "preview_for",
    "save",
    "seen_before",
    "taken_words",
]
