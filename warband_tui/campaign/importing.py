"""Saving an imported roster as a warband: one transaction, one line of the ledger, or nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from warband_tui.campaign.import_preview import (
    ImportPreview,
    LineChoice,
    PreviewLine,
    SeenBefore,
    game_of,
    preview,
    seen_before,
)
from warband_tui.errors import WarbandError
from warband_tui.imports.roster import GONE, Cost, ImportedEntry, ImportedUpgrade
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.public_ids import new_public_id

if TYPE_CHECKING:
    from warband_tui.store.tables import Fighter, Item
    from warband_tui.store.unit_of_work import UnitOfWork

_STATUS = {**dict.fromkeys(GONE, "dead"), "retired": "retired", "reserve": "reserve", "reserved": "reserve"}
_MOST_COPIES = 99


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
        WarbandError: no line is a fighter, there is no such campaign, or the file cannot be written;
            nothing has been saved then.
    """
    from warband_tui.store.tables import Campaign, Warband

    name = name.strip() or shown.name
    lines = [(line, choice_of(line, (choices or {}).get(i))) for i, line in enumerate(shown.lines)]
    if not any(choice.use == "fighter" for _, choice in lines):
        raise WarbandError(f"{name} has no fighter to save: take a line for one (Space)")
    if isinstance(campaign, str) and not campaign.strip():
        raise WarbandError("the campaign needs a name; type one")
    founding = None if isinstance(campaign, str) else campaign
    with library.work(Command("warband.import", who, at, founding, subject=name)) as work:
        if isinstance(campaign, str):
            founded = Campaign(
                public=new_public_id(),
                name=campaign.strip(),
                ruleset=shown.ruleset,
                edition=shown.edition,
                created=at,
            )
            campaign_id = _id(work.add(founded))
        else:
            campaign_id = _id(work.get(Campaign, campaign))
        warband = Warband(
            campaign_id=campaign_id,
            player_id=_player(work, campaign_id, player),
            name=name,
            faction=shown.faction,
            notes=shown.roster.notes,
            details=_warband_details(shown, lines),
        )
        warband_id = _id(work.add(warband))
        work.command = work.command._replace(warband_id=warband_id)
        _add_lines(work, warband_id, lines)
    return warband_id


def choice_of(line: PreviewLine, choice: LineChoice | None) -> LineChoice:
    """Return what becomes of a line: the player's choice, what it leaves open filled in."""
    choice = choice or LineChoice(line.use)
    return LineChoice(choice.use, choice.models or line.models)


def _id(row: Any) -> int:
    return int(row.id or 0)


def _player(work: UnitOfWork, campaign_id: int, player: str) -> int | None:
    from sqlmodel import select

    from warband_tui.store.tables import Player

    player = player.strip()
    if not player:
        return None
    found = work.all(select(Player).where(Player.campaign_id == campaign_id, Player.name == player))
    return _id(found[0] if found else work.add(Player(campaign_id=campaign_id, name=player)))


def _add_lines(work: UnitOfWork, warband_id: int, lines: list[tuple[PreviewLine, LineChoice]]) -> None:
    position = 0
    for place, (line, choice) in enumerate(lines):
        if choice.use == "fighter":
            work.add(_fighter(warband_id, place, line, choice))
        elif choice.use == "stash":
            for item in _stash(warband_id, position, line.entry):
                work.add(item)
                position += 1


def _fighter(warband_id: int, position: int, line: PreviewLine, choice: LineChoice) -> Fighter:
    from warband_tui.store.tables import Fighter

    entry = line.entry
    return Fighter(
        warband_id=warband_id,
        position=position,
        name=line.name,
        profile_name=entry.name,
        models=choice.models or 1,
        status=_STATUS.get(entry.state.status, "active"),
        stats=dict(entry.stats),
        keywords=list(entry.categories),
        upgrades=list(line.gear),
        notes=entry.notes,
        xp=entry.state.experience or 0,
        details=_fighter_details(line),
    )


def _fighter_details(line: PreviewLine) -> dict[str, Any]:
    entry, state = line.entry, line.entry.state
    details: dict[str, Any] = {
        "words": msgspec.to_builtins(line.words),
        "cost": amounts(entry.costs),
        "source_id": entry.source_id,
        "category": entry.category,
        "injuries": [{"name": i.name, "roll": i.roll} for i in state.injuries],
        "advances": list(state.advances),
        "promotion": state.promotion,
        "kills": state.kills,
        "fireteam": state.fireteam,
        "bodies": [{"name": b.name, "number": b.number} for b in entry.bodies],
    }
    return {key: value for key, value in details.items() if value or key in ("words", "cost")}


def _stash(warband_id: int, position: int, entry: ImportedEntry) -> list[Item]:
    things = entry.upgrades or (ImportedUpgrade(entry.name, entry.number, entry.costs),)
    copies = [thing for thing in things for _ in range(min(_MOST_COPIES, max(1, thing.number)))]
    return [_item(warband_id, position + i, thing) for i, thing in enumerate(copies)]


def _item(warband_id: int, position: int, thing: ImportedUpgrade) -> Item:
    from warband_tui.store.tables import Item

    number = max(1, thing.number)
    cost = next(iter(thing.costs), None)
    return Item(
        warband_id=warband_id,
        position=position,
        name=thing.custom_name or thing.name,
        kind=thing.profiles[0].type_name if thing.profiles else "",
        price=round(cost.value / number) if cost else 0,
        currency=cost.name if cost else "",
        details={"source_id": thing.source_id, "cost": amounts(thing.costs, number)},
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
            "declared": amounts(roster.declared),
            "computed": amounts(roster.computed),
            "limits": amounts(roster.limits),
            "left_out": [line.name for line, choice in lines if choice.use == "out"],
        },
        "settings": [
            {"top": s.top, "group": s.group, "name": s.name, "number": s.number} for s in roster.settings
        ],
        "unspent": {name: number(value) for name, value in roster.state.unspent.items()},
        "figures": dict(roster.state.figures),
        "places": list(roster.state.places),
    }


def amounts(costs: tuple[Cost, ...], share: int = 1) -> dict[str, int | float]:
    """Return costs as JSON holds them: amounts by the name of the currency."""
    sums: dict[str, Decimal] = {}
    for cost in costs:
        sums[cost.name] = sums.get(cost.name, Decimal(0)) + cost.value / share
    return {name: number(round(value, 2)) for name, value in sums.items()}


def number(value: Decimal) -> int | float:
    """Return a decimal as JSON holds it: whole where it is whole."""
    return int(value) if value == value.to_integral_value() else float(value)


# What is typed or pasted as a path

ROSTER_ENDINGS = (".ros", ".rosz", ".json", ".zip", ".xml")


def path_of(text: str) -> Path:
    r"""Return the path that a person typed, pasted or dropped: quotes, `~`, `file://`, `\ ` are seen through.

    Raises:
        WarbandError: nothing was typed.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif text.startswith("file://"):
        from urllib.parse import unquote

        text = unquote(text.removeprefix("file://"))
    elif "\\ " in text:
        text = text.replace("\\ ", " ")
    if not text:
        raise WarbandError("type or paste the path of a roster file, or choose one below")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


__all__ = [
    "ROSTER_ENDINGS",
    "ImportPreview",
    "LineChoice",
    "PreviewLine",
    "SeenBefore",
    "choice_of",
    "game_of",
    "path_of",
    "preview",
    "save",
    "seen_before",
]
