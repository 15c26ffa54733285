"""Going anywhere by name: every campaign, warband and battle in one list."""

from __future__ import annotations

from warband_tui.dialogs.pick import Pick
from warband_tui.screens.base import Shell
from warband_tui.services import Services
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Row

_COLUMNS = (Column(least=16, grows=True), Column(least=8, style="dim"), Column(least=8, most=30, drop=1))


def jump_dialog(services: Services) -> Pick:
    """Return the list of places.

    Raises:
        WarbandError: the library cannot be read.
    """
    from warband_tui.store.queries import Queries

    queries = Queries(services.library)
    rows = []
    for campaign in queries.campaigns():
        rows.append(Row(f"campaign:{campaign.id}", (campaign.name, "campaign", ""), dim=campaign.archived))
        rows += [
            Row(f"warband:{w.id}", (w.name, "warband", campaign.name), search=w.player, dim=w.archived)
            for w in queries.warbands(campaign.id)
        ]
    for battle in queries.battles(archived=True):
        sides = " ".join(side.name for side in battle.sides)
        rows.append(
            Row(f"battle:{battle.id}", (battle.name, "battle", battle.campaign), sides, dim=battle.archived)
        )
    return Pick("Go where?", rows, columns=_COLUMNS, verb="Go")


def jump_to(shell: Shell, place: str | None) -> None:
    """Open a place that was picked."""
    if place is None:
        return
    kind, _, row_id = place.partition(":")
    ways = {"campaign": shell.open_campaign, "warband": shell.open_warband, "battle": shell.open_battle}
    ways[kind](int(row_id))
