"""The rows of the campaign screen, and what it tells about the one under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row
from warband_tui.widgets.plain import paragraphs, plain

if TYPE_CHECKING:
    from warband_tui.campaign.campaigns import CampaignSheet, WarbandLine
    from warband_tui.store.views import BattleView

COLUMNS = (
    Column(least=16, grows=True),
    Column(least=10, most=30, drop=3, style="dim"),
    Column(least=6, most=16, drop=2),
    Column(least=6, most=16, drop=1, right=True),
)

_STATUS = {"preparing": "○ being set up", "running": "● running", "ended": "✓ over"}


def campaign_lines(sheet: CampaignSheet, now: str) -> list[Line]:
    """Return warbands and battles under their headings."""
    found: list[Line] = [Heading("Warbands")] if sheet.warbands else []
    for warband in sheet.warbands:
        sign = "✗" if warband.errors else " "
        cost = "put away" if warband.archived else warband.cost_text
        found.append(
            Row(
                f"w{warband.id}",
                (f"{sign} {warband.name}", warband.faction, warband.player, cost),
                search="warband",
                dim=warband.archived,
            )
        )
    if sheet.battles:
        found.append(Heading("Battles", gap=bool(found)))
    found += [_battle(battle, now) for battle in sheet.battles]
    return found


def _battle(battle: BattleView, now: str) -> Row:
    from warband_tui.campaign.home_view import ago

    sides = " against ".join(side.name for side in battle.sides)
    state = "put away" if battle.archived else _STATUS.get(battle.status, battle.status)
    when = ago(battle.last_at or battle.updated, now)
    return Row(
        f"b{battle.id}", (f"  {battle.name}", sides, state, when), search="battle", dim=battle.archived
    )


def about_warband(warband: WarbandLine) -> Content:
    """Return what is told about a warband."""
    lines = [
        plain(warband.name).stylize("bold"),
        plain(" · ".join(part for part in (warband.faction, warband.player) if part)),
        Content(""),
        plain(f"{warband.active} of {warband.fighters} fighters can fight"),
        plain(", ".join(part for part in (warband.cost_text, warband.money_text) if part)),
        plain(f"roster: {warband.verdict}"),
        plain(f"battles: {warband.battles}"),
    ]
    if warband.notes:
        lines += [Content(""), paragraphs(warband.notes)]
    return Content("\n").join(lines)


def about_battle(battle: BattleView) -> Content:
    """Return what is told about a battle."""
    lines = [
        plain(battle.name).stylize("bold"),
        plain(_STATUS.get(battle.status, battle.status)),
        Content(""),
    ]
    lines += [plain(f"{side.name}  {side.player}".rstrip()) for side in battle.sides]
    lines += [Content(""), plain(f"{battle.entries} entries in the log")]
    return Content("\n").join(lines)


def about_campaign(sheet: CampaignSheet) -> Content:
    """Return what is told about the campaign itself."""
    players = ", ".join(one.name for one in sheet.players) or "nobody yet"
    lines = [
        plain(sheet.campaign.name).stylize("bold"),
        plain(f"{sheet.game_title} {sheet.campaign.edition}"),
        plain(f"players: {players}"),
    ]
    if sheet.campaign.notes:
        lines += [Content(""), paragraphs(sheet.campaign.notes)]
    return Content("\n").join(lines)


def history_text(sheet: CampaignSheet, now: str, most: int) -> Content:
    """Return the last acts, the latest first; what was taken back is dim and says so."""
    from warband_tui.campaign.home_view import ago

    lines = [plain("Last acts").stylize("bold $primary")]
    for one in sheet.history[:most]:
        text = plain(f"{ago(one.at, now):>10}  {one.who} {one.text}")
        lines.append(
            text
            if one.in_effect
            else (text + Content(", taken back" if "undo:" not in text.plain else "")).stylize("dim")
        )
    return Content("\n").join(lines)
