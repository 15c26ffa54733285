"""Founding campaigns and entering players: alone, or as a part of a write that brings more with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband_tui.campaign.typed import checked_name
from warband_tui.rules.ruleset import edition_of, load
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.public_ids import new_public_id

if TYPE_CHECKING:
    from warband_tui.store.unit_of_work import UnitOfWork

_A_CAMPAIGN = "a name for the campaign"


def found_campaign(library: Library, name: str, ruleset: str, edition: str, *, who: str, at: str) -> int:
    """Found a campaign and return its id.

    Raises:
        WarbandError: no name, an unknown game or edition, or the file cannot be written.
    """
    name = checked_name(name, _A_CAMPAIGN)
    edition = edition_of(load(ruleset), edition)
    with library.work(Command("campaign.found", who, at, None, subject=name)) as work:
        return enter_campaign(work, name, ruleset, edition, at=at)


def enter_campaign(work: UnitOfWork, name: str, ruleset: str, edition: str, *, at: str) -> int:
    """Enter a campaign into a write that is under way, and return its id; the game need not be installed.

    Raises:
        WarbandError: the name is empty or too long.
    """
    from warband_tui.store.tables import Campaign

    row = Campaign(
        public=new_public_id(),
        name=checked_name(name, _A_CAMPAIGN),
        ruleset=ruleset,
        edition=edition,
        created=at,
    )
    return int(work.add(row).id or 0)


def enter_player(work: UnitOfWork, campaign_id: int, name: str) -> int | None:
    """Return the id of a campaign's player of that name, whatever its case; entered if there is none.

    None stands for nobody: an empty name.

    Raises:
        WarbandError: the name is too long.
    """
    from sqlmodel import select

    from warband_tui.store.tables import Player

    if not name.strip():
        return None
    name = checked_name(name, "a player's name")
    there = work.all(select(Player).where(Player.campaign_id == campaign_id))
    found = next((one for one in there if one.name.casefold() == name.casefold()), None)
    return (found or work.add(Player(campaign_id=campaign_id, name=name))).id
