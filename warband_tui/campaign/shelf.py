"""Campaigns and battles as wholes: founding, putting away, taking out again."""

from __future__ import annotations

from warband_tui.errors import WarbandError
from warband_tui.rules.ruleset import edition_of, load
from warband_tui.store.battles import Battles
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.public_ids import new_public_id


def found_campaign(library: Library, name: str, ruleset: str, edition: str, *, who: str, at: str) -> int:
    """Found a campaign and return its id.

    Raises:
        WarbandError: no name, an unknown game or edition, or the file cannot be written.
    """
    from warband_tui.store.tables import Campaign

    if not name.strip():
        raise WarbandError("a campaign needs a name; type one")
    edition = edition_of(load(ruleset), edition)
    with library.work(Command("campaign.found", who, at, None, subject=name)) as work:
        campaign = work.add(
            Campaign(public=new_public_id(), name=name, ruleset=ruleset, edition=edition, created=at)
        )
    return int(campaign.id or 0)


def archive_campaign(library: Library, campaign_id: int, archived: bool, *, who: str, at: str) -> None:
    """Put a campaign away, or take it out again.

    Raises:
        WarbandError: there is no such campaign, or the file cannot be written.
    """
    from warband_tui.store.queries import Queries
    from warband_tui.store.tables import Campaign

    name = Queries(library).campaign(campaign_id).name
    what = "campaign.archive" if archived else "campaign.restore"
    with library.work(Command(what, who, at, campaign_id, subject=name)) as work:
        work.get(Campaign, campaign_id).archived = archived


def archive_battle(library: Library, battle_id: int, archived: bool, *, at: str) -> None:
    """Put a battle away, or take it out again.

    Raises:
        WarbandError: there is no such battle, or the file cannot be written.
    """
    Battles(library).set_archived(battle_id, archived, at=at)
