"""The rows of the campaign screen, and what it tells about the one under the cursor."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from textual.content import Content

from warband_tui.rules.wording import counted
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row
from warband_tui.widgets.plain import paragraphs, plain

if TYPE_CHECKING:
    from warband_tui.campaign.campaigns import CampaignSheet, WarbandLine
    from warband_tui.campaign.standings import Standings
    from warband_tui.store.views import BattleView

BEST = 5
"""So many fighters are named of each kind."""

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
    """Return the last acts, the latest first; what was taken back is dim and says so.

    When it was and who did it stand once above all that was done then, and the same act once with how often.
    """
    from warband_tui.campaign.home_view import ago

    lines = [plain("Last acts").stylize("bold $primary")]
    told = [(f"{ago(one.at, now)} {one.who}", one.text, one.in_effect) for one in sheet.history[:most]]
    above = ""
    for (when, what, in_effect), same in groupby(told):
        count = len(list(same))
        if when != above:
            lines.append(plain(when).stylize("dim"))
            above = when
        text = plain(f"  {what}" + (f" ×{count}" if count > 1 else ""))
        lines.append(
            text
            if in_effect
            else (text + Content(", taken back" if "undo:" not in text.plain else "")).stylize("dim")
        )
    return Content("\n").join(lines)


STANDINGS_COLUMNS = (
    Column(least=16, grows=True),
    Column(least=6, most=16, drop=2, style="dim"),
    Column(least=9, most=12),
    Column(least=6, most=24, right=True),
    Column(least=6, most=16, right=True, drop=1, style="dim"),
)
STANDINGS_ABOUT = "won-drawn-lost, points with their difference, what the roster costs"


def standings_lines(found: Standings) -> list[Line]:
    """Return the table, the best first; then whom the others fear and who has no luck."""
    lines: list[Line] = [
        Row(
            str(one.id),
            (
                one.name,
                one.player,
                f"{one.won}-{one.drawn}-{one.lost}" + (f" +{one.unfinished}" if one.unfinished else ""),
                ", ".join(f"{p.short} {p.scored} ({p.difference:+d})" for p in one.points),
                one.cost_text,
            ),
            dim=one.archived,
        )
        for one in found.warbands
    ]
    groups = (
        ("Most feared", [(one, f"{one.taken_out} taken out") for one in found.most_feared if one.taken_out]),
        ("Unluckiest", [(one, f"{one.times_out} times out") for one in found.unluckiest if one.times_out]),
    )
    for title, fighters in groups:
        if fighters:
            lines.append(Heading(title, gap=True))
            lines += [Row(f"{title}:{one.id}", (one.name, "", "", told, "")) for one, told in fighters[:BEST]]
    return lines


def about_standing(found: Standings, row: str) -> str:
    """Return what is told about a line of the table."""
    fighters = {str(one.id): one for one in found.fighters}
    fighter = fighters.get(row.partition(":")[2])
    if fighter is not None:
        return f"{fighter.name} of {fighter.warband_name}: {counted(fighter.battles, 'battle')}, {fighter.status}"
    one = next((one for one in found.warbands if str(one.id) == row), None)
    if one is None:
        return ""
    told = f"{one.name}: {counted(one.taken_out, 'model')} taken out, {one.lost_models} of its own lost"
    left = "; not counted: " + ", ".join(left.name for left in found.left_out) if found.left_out else ""
    return told + left
