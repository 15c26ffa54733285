"""A warband on the screen: a library with a roster worth looking at, and the ways tests take through it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from tests.campaign.desk import Table, lay_table
from tests.screens.driving import idle, running
from warband_tui.app import WarbandApp
from warband_tui.campaign.hiring import buy, hire, promote, set_upgrade
from warband_tui.campaign.roster_acts import note_fighter, set_status
from warband_tui.campaign.roster_sheet import RosterSheet
from warband_tui.campaign.warbands import WarbandEdit, edit_warband
from warband_tui.screens.warband import WarbandRosterScreen
from warband_tui.services import Services
from warband_tui.widgets.filter_list import FilterList


def hired(table: Table, profile: str, name: str = "", override: str = "") -> int:
    done = hire(table.pen, table.warband, profile, name=name, override=override)
    assert done.fighter is not None
    return done.fighter


def lay_roster(services: Services) -> Table:
    """Eight fighters with kit, one dead, one breach allowed, a stash."""
    table = lay_table(services.library)
    pen, warband = table.pen, table.warband
    edit_warband(pen, warband, WarbandEdit(game=1))
    weyl = hired(table, "lieutenant", "Lt. Weyl")
    note_fighter(pen, warband, weyl, "Never turns his back.")
    buy(pen, warband, "automatic-pistol", fighter_id=weyl)
    hired(table, "sniper-priest", "Sr. Agathe")
    orm = hired(table, "combat-medic", "Orm")
    for name in ("Kett", "Pell", "Sorel"):
        yeoman = hired(table, "yeoman", f"Yeoman {name}")
        buy(pen, warband, "bolt-action-rifle", fighter_id=yeoman)
    set_upgrade(pen, warband, yeoman, "trench-mole", True)
    promote(pen, warband, yeoman)
    hired(table, "mechanized-heavy-infantry", "Old Iron")
    hired(table, "lieutenant", "Twin Weyl", override="house rule: twins")
    set_status(pen, warband, orm, "dead")
    buy(pen, warband, "submachine-gun")
    return table


def lay_yeomen(services: Services, number: int = 2) -> Table:
    """A lieutenant and some yeomen without kit."""
    table = lay_table(services.library)
    hired(table, "lieutenant", "Weyl")
    for _ in range(number):
        hired(table, "yeoman")
    return table


@asynccontextmanager
async def at_the_roster(
    services: Services, table: Table, *, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[WarbandApp, Pilot[None]]]:
    """Run the app with the roster open and read."""
    async with running(services, size=size, start=lambda app: app.open_warband(table.warband)) as (
        app,
        pilot,
    ):
        await settled(app, pilot)
        yield app, pilot


async def settled(app: WarbandApp, pilot: Pilot[None]) -> None:
    """Wait for reading, writing and the look for kit."""
    await idle(app, pilot)
    await pilot.pause(0.12)
    await idle(app, pilot)


async def press(app: WarbandApp, pilot: Pilot[None], *keys: str) -> None:
    """Press keys and wait for what they do."""
    await pilot.press(*keys)
    await settled(app, pilot)


def roster_screen(app: WarbandApp) -> WarbandRosterScreen:
    assert isinstance(app.screen, WarbandRosterScreen)
    return app.screen


def sheet(app: WarbandApp) -> RosterSheet:
    """What the screen shows."""
    found = roster_screen(app).sheet
    assert found is not None
    return found


def roster_list(app: WarbandApp) -> FilterList:
    return roster_screen(app).query_one("#warband-roster", FilterList)


def shop(app: WarbandApp) -> FilterList:
    return roster_screen(app).query_one("#warband-shop", FilterList)


def put_on(app: WarbandApp, name: str) -> None:
    """Put the cursor on a fighter."""
    fighter = next(one for one in (*sheet(app).fighters, *sheet(app).gone) if one.name == name)
    roster_list(app).select(f"f{fighter.id}")


def names(app: WarbandApp) -> list[str]:
    return [one.name for one in sheet(app).fighters]
