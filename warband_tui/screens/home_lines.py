"""The rows of the first screen, and what it tells about the one under the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.content import Content

from warband_tui.rules.wording import counted
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row
from warband_tui.widgets.plain import plain

if TYPE_CHECKING:
    from warband_tui.campaign.home_view import HomeView
    from warband_tui.store.views import BattleView, CampaignView

COLUMNS = (
    Column(least=24, most=56, grows=True),
    Column(least=20, most=30, drop=3),
    Column(least=10, most=20, drop=1),
    Column(least=10, most=10, drop=2, right=True),
)

_STATUS = {"preparing": "○ preparing", "running": "● running", "ended": "✓ over"}


def lines(view: HomeView, titles: Mapping[str, str], now: str) -> list[Line]:
    """Return the rows: the battle to go on with, campaigns, the other battles."""
    found: list[Line] = []
    if view.last is not None:
        found += [Heading("Where you left off"), _battle(view.last, titles, now)]
    campaigns = [_campaign(campaign, titles, now) for campaign in view.campaigns]
    battles = [_battle(battle, titles, now) for battle in view.battles if battle != view.last]
    if campaigns:
        found += [Heading("Campaigns", gap=bool(found)), *campaigns]
    if battles:
        found += [Heading("Battles", gap=bool(found)), *battles]
    return found


def _campaign(campaign: CampaignView, titles: Mapping[str, str], now: str) -> Row:
    from warband_tui.campaign.home_view import ago

    counts = "put away" if campaign.archived else counted(campaign.warbands, "warband")
    when = ago(campaign.last_at or campaign.created, now)
    return Row(
        f"c{campaign.id}",
        (campaign.name, _game(campaign, titles), counts, when),
        search="campaign",
        dim=campaign.archived,
    )


def _battle(battle: BattleView, titles: Mapping[str, str], now: str) -> Row:
    from warband_tui.campaign.home_view import ago

    state = "put away" if battle.archived else _STATUS.get(battle.status, battle.status)
    sides = " ".join(f"{side.name} {side.player}" for side in battle.sides)
    return Row(
        f"b{battle.id}",
        (battle.name, _game(battle, titles), state, ago(battle.last_at or battle.updated, now)),
        search=f"battle {battle.campaign} {sides}",
        dim=battle.archived,
    )


def describe(view: HomeView, row: str, titles: Mapping[str, str]) -> Content:
    """Return what is told about a row: sides or counts, game, notes."""
    campaign = next((c for c in view.campaigns if f"c{c.id}" == row), None)
    if campaign is not None:
        told = [
            _titled(campaign.name),
            plain(_game(campaign, titles)),
            Content(""),
            plain(counted(campaign.players, "player")),
            plain(counted(campaign.warbands, "warband")),
            plain(counted(campaign.battles, "battle")),
            plain(f"founded {campaign.created[:10]}"),
        ]
        if campaign.notes:
            told += [Content(""), plain(campaign.notes)]
        return Content("\n").join(told)
    battle = next((b for b in view.battles if f"b{b.id}" == row), None)
    if battle is None:
        return Content("")
    told = [
        _titled(battle.name),
        plain(_game(battle, titles)),
        plain(f"campaign {battle.campaign}" if battle.campaign else "outside any campaign"),
        Content(""),
    ]
    for side in battle.sides:
        told.append(plain(f"{side.name}  {side.player}" if side.player else side.name))
    told += [
        Content(""),
        plain(_STATUS.get(battle.status, battle.status)),
        plain(counted(battle.entries, "entry", "entries")),
    ]
    return Content("\n").join(told)


def _titled(text: str) -> Content:
    return plain(text).stylize("bold")


def _game(thing: CampaignView | BattleView, titles: Mapping[str, str]) -> str:
    return f"{titles.get(thing.ruleset, thing.ruleset)} {thing.edition}"
