"""A campaign as its screen shows it, and what is changed of it as a whole."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.campaign.catalogues import CatalogueShelf
from warband_tui.campaign.desk import Done, Pen
from warband_tui.campaign.ledger_words import HistoryLine, history_lines
from warband_tui.campaign.roster_sheet import sheet_of
from warband_tui.campaign.rosters import read_roster
from warband_tui.campaign.typed import checked_name, checked_note
from warband_tui.errors import WarbandError
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import BattleView, CampaignView, PlayerView, WarbandView

RECENT = 200
"""So many lines of the ledger are shown."""


class WarbandLine(Struct, frozen=True, kw_only=True):
    """A warband of a campaign, with its cost, its state and how many battles it has been in."""

    id: int
    name: str
    faction: str
    player: str
    cost_text: str
    money_text: str
    verdict: str
    errors: int
    fighters: int
    active: int
    battles: int
    archived: bool
    notes: str


class CampaignSheet(Struct, frozen=True, kw_only=True):
    """A campaign: warbands, battles (the one played last first), players, the last acts."""

    campaign: CampaignView
    game_title: str
    warbands: tuple[WarbandLine, ...]
    battles: tuple[BattleView, ...]
    players: tuple[PlayerView, ...]
    history: tuple[HistoryLine, ...]
    hidden: int

    def warband(self, warband_id: int) -> WarbandLine | None:
        """Return one warband, None if it is not listed."""
        return next((one for one in self.warbands if one.id == warband_id), None)

    def battle(self, battle_id: int) -> BattleView | None:
        """Return one battle, None if it is not listed."""
        return next((one for one in self.battles if one.id == battle_id), None)


def campaign_sheet(
    library: Library, shelf: CatalogueShelf, campaign_id: int, *, archived: bool = False
) -> CampaignSheet:
    """Read a campaign; with `archived` what is put away as well.

    Raises:
        WarbandError: there is no such campaign, or the file cannot be read.
    """
    queries = Queries(library)
    campaign = queries.campaign(campaign_id)
    every = queries.warbands(campaign_id)
    battles = queries.battles(campaign_id, archived=True)
    fought: dict[int, int] = {}
    for battle in battles:
        for warband_id in {side.warband_id for side in battle.sides if side.warband_id is not None}:
            fought[warband_id] = fought.get(warband_id, 0) + 1
    warbands = [one for one in every if archived or not one.archived]
    shown = tuple(one for one in battles if archived or not one.archived)
    return CampaignSheet(
        campaign=campaign,
        game_title=shelf.game(campaign.ruleset).title,
        warbands=tuple(_line(library, shelf, one, fought.get(one.id, 0)) for one in warbands),
        battles=shown,
        players=queries.players(campaign_id),
        history=history_lines(queries.history(campaign_id))[:RECENT],
        hidden=len(every) + len(battles) - len(warbands) - len(shown),
    )


def _line(library: Library, shelf: CatalogueShelf, warband: WarbandView, battles: int) -> WarbandLine:
    try:
        sheet = sheet_of(read_roster(library, shelf, warband.id))
    except WarbandError as error:
        # One roster that cannot be read does not hide the campaign.
        faction, cost, money, verdict, errors = warband.faction, "", "", str(error), 0
    else:
        faction, cost, money = sheet.faction, sheet.cost_text, sheet.money_text
        verdict, errors = sheet.verdict, sheet.errors
    return WarbandLine(
        id=warband.id,
        name=warband.name,
        faction=faction,
        player=warband.player,
        cost_text=cost,
        money_text=money,
        verdict=verdict,
        errors=errors,
        fighters=warband.fighters,
        active=warband.active,
        battles=battles,
        archived=warband.archived,
        notes=warband.notes,
    )


def rename_campaign(pen: Pen, campaign_id: int, name: str) -> Done:
    """Give a campaign another name.

    Raises:
        WarbandError: the name is empty or too long, or there is no such campaign.
    """
    from warband_tui.store.tables import Campaign

    name = checked_name(name, "a name for the campaign")
    old = Queries(pen.library).campaign(campaign_id).name
    command = Command("campaign.rename", pen.who, pen.at, campaign_id, subject=f"{old} to {name}")
    with pen.library.work(command) as work:
        work.get(Campaign, campaign_id).name = name
    return Done(f"{old} is called {name} now")


def note_campaign(pen: Pen, campaign_id: int, notes: str) -> Done:
    """Write a campaign's notes.

    Raises:
        WarbandError: they are too long, or there is no such campaign.
    """
    from warband_tui.store.tables import Campaign

    notes = checked_note(notes)
    name = Queries(pen.library).campaign(campaign_id).name
    with pen.library.work(Command("campaign.note", pen.who, pen.at, campaign_id, subject=name)) as work:
        work.get(Campaign, campaign_id).notes = notes
    return Done(f"Wrote the notes of {name}")
