"""Asking which game's sample campaign to open."""

from __future__ import annotations

from warband_tui.dialogs.pick import Pick
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Row

_COLUMNS = (Column(least=12), Column(grows=True))


async def ask_sample(screen: WarbandScreen) -> str | None:
    """Return the id of a game with a sample, empty when there is at most one; None when it was left.

    Has to run in a worker of the screen.
    """
    from warband_tui.campaign.sample import games_with_samples

    found = games_with_samples()
    if len(found) < 2:
        return ""
    rows = [Row(ruleset.id, (ruleset.title, sample.name)) for ruleset, sample in found]
    return await screen.app.push_screen_wait(Pick("Which sample campaign?", rows, columns=_COLUMNS))
