"""Asking for what a new campaign needs: a name, a game, an edition."""

from __future__ import annotations

from typing import NamedTuple

from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Row

_COLUMNS = (Column(least=12), Column(grows=True))


class NewCampaign(NamedTuple):
    """What was asked for."""

    name: str
    ruleset: str
    edition: str


async def ask_new_campaign(screen: WarbandScreen) -> NewCampaign | None:
    """Ask for name, game and edition, leaving out what has only one answer; None when it was left.

    Has to run in a worker of the screen.
    """
    name = await screen.app.push_screen_wait(
        AskText("What is the campaign called?", hint="a name, as your group says it")
    )
    if not name:
        return None
    services = screen.services
    games = [services.ruleset(ruleset_id) for ruleset_id in services.ruleset_ids()]
    ruleset_id = await _pick_one(screen, f"Which game is {name}?", [(g.id, g.title, "") for g in games])
    game = next((g for g in games if g.id == ruleset_id), None)
    if game is None:
        return None
    edition = await _pick_one(
        screen, f"Which edition of {game.title}?", [(e.id, e.title, e.note) for e in game.editions]
    )
    return NewCampaign(name, game.id, edition) if edition else None


async def _pick_one(screen: WarbandScreen, title: str, ways: list[tuple[str, str, str]]) -> str | None:
    if len(ways) == 1:
        return ways[0][0]
    rows = [Row(way, (label, note)) for way, label, note in ways]
    return await screen.app.push_screen_wait(Pick(title, rows, columns=_COLUMNS))
