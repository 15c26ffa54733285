"""Putting campaigns and battles away, and taking them out again; nothing of them is lost."""

from __future__ import annotations

from warband_tui.store.battles import Battles
from warband_tui.store.command import Command
from warband_tui.store.library import Library


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
