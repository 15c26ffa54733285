"""A campaign with a warband to work on, in words that tests read like sentences."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from warband_tui.campaign.catalogues import CatalogueShelf, shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.offers import Offer, offers
from warband_tui.campaign.roster_sheet import FighterLine, RosterSheet, sheet_of
from warband_tui.campaign.rosters import Roster, read_roster
from warband_tui.campaign.warbands import found_warband
from warband_tui.store.library import Library

AT = "2026-03-01T19:30:00+00:00"
WHO = "Mira"

GAME = "trench-crusade"
EDITION = "1.0.2"
FACTION = "new-antioch"


@dataclass
class Table:
    """One warband of one campaign, and what is known of it."""

    pen: Pen
    campaign: int
    warband: int

    @property
    def roster(self) -> Roster:
        return read_roster(self.pen.library, self.pen.shelf, self.warband)

    @property
    def sheet(self) -> RosterSheet:
        return sheet_of(self.roster)

    def fighter(self, name: str) -> FighterLine:
        return next(one for one in (*self.sheet.fighters, *self.sheet.gone) if one.name == name)

    def names(self) -> list[str]:
        return [one.name for one in self.sheet.fighters]

    def offer(self, offer_id: str, fighter: int | None = None) -> Offer:
        return next(one for one in offers(self.roster, fighter) if one.id == offer_id)

    def last_line(self) -> tuple[str, str, str]:
        row = self.pen.library.rows("SELECT what, subject, why FROM ledger ORDER BY seq DESC LIMIT 1")[0]
        return (row[0], row[1], row[2])

    def dump(self) -> dict[str, list[tuple[object, ...]]]:
        """Every row of the warband exactly as SQLite keeps it."""
        columns = {"warband": "id", "fighter": "warband_id", "item": "warband_id"}
        return {
            table: self.pen.library.rows(
                f"SELECT * FROM {table} WHERE {column} = ? ORDER BY id",  # noqa: S608 (ours)
                (self.warband,),
            )
            for table, column in columns.items()
        }


def lay_table(
    library: Library, *, faction: str = FACTION, edition: str = EDITION, name: str = "Iron Choir"
) -> Table:
    """Found a campaign with one warband."""
    pen = Pen(library, shelf_beside(library.path), WHO, AT)
    campaign = found_campaign(library, "Ashen Ridge", GAME, edition, who=WHO, at=AT)
    warband = found_warband(pen, campaign, name, faction=faction, player="Jonas")
    return Table(pen, campaign, warband)


def lists_in(folder: Path) -> CatalogueShelf:
    """The lists with the player's own files of a folder."""
    return CatalogueShelf(folder)
