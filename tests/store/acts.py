"""What people do to a campaign, as verbs: tests speak of hiring and equipping, not of rows."""

from __future__ import annotations

from typing import Any

from sqlmodel import select

from warband_tui.store.command import Command
from warband_tui.store.images import TABLES
from warband_tui.store.library import Library
from warband_tui.store.tables import Campaign, Fighter, Item, Player, Warband

AT = "2026-03-01T19:30:00Z"
WHO = "Mira"

Rows = dict[str, list[tuple[Any, ...]]]


def found_campaign(library: Library, name: str = "Ashen Ridge", public: str = "kfq2mz") -> int:
    with library.work(Command("campaign.found", WHO, AT, None, subject=name)) as work:
        row = work.add(Campaign(public=public, name=name, ruleset="some-game", edition="1", created=AT))
    assert row.id is not None
    return row.id


def enter_player(library: Library, campaign: int, name: str = "Jonas") -> int:
    with library.work(Command("player.enter", WHO, AT, campaign, subject=name)) as work:
        row = work.add(Player(campaign_id=campaign, name=name))
    assert row.id is not None
    return row.id


def found_warband(
    library: Library, campaign: int, name: str = "Iron Choir", player: int | None = None
) -> int:
    with library.work(Command("warband.found", WHO, AT, campaign, subject=name)) as work:
        row = work.add(Warband(campaign_id=campaign, name=name, player_id=player))
    assert row.id is not None
    return row.id


def hire(library: Library, campaign: int, warband: int, name: str = "Agathe", **columns: Any) -> int:
    with library.work(Command("fighter.hire", WHO, AT, campaign, warband, name)) as work:
        row = work.add(Fighter(warband_id=warband, name=name, **columns))
    assert row.id is not None
    return row.id


def edit_fighter(library: Library, campaign: int, warband: int, fighter: int, **columns: Any) -> None:
    with library.work(Command("fighter.edit", WHO, AT, campaign, warband)) as work:
        row = work.get(Fighter, fighter)
        for column, value in columns.items():
            setattr(row, column, value)


def equip(library: Library, campaign: int, warband: int, fighter: int | None, name: str = "Rifle") -> int:
    with library.work(Command("item.buy", WHO, AT, campaign, warband, name)) as work:
        row = work.add(Item(warband_id=warband, fighter_id=fighter, name=name, price=10, currency="crowns"))
    assert row.id is not None
    return row.id


def move_to_stash(library: Library, campaign: int, warband: int, item: int) -> None:
    with library.work(Command("item.stash", WHO, AT, campaign, warband)) as work:
        work.get(Item, item).fighter_id = None


def note(library: Library, campaign: int, warband: int, key: str, value: Any) -> None:
    """Write deep into a JSON column, in place."""
    with library.work(Command("warband.note", WHO, AT, campaign, warband)) as work:
        work.get(Warband, warband).details.setdefault("notes", {})[key] = value


def dismiss(library: Library, campaign: int, warband: int, fighter: int) -> None:
    """Remove a fighter; what it carried goes to the stash, except the last thing, which goes with it."""
    with library.work(Command("fighter.dismiss", WHO, AT, campaign, warband)) as work:
        carried = list(work.all(select(Item).where(Item.fighter_id == fighter).order_by("id")))
        for item in carried[:-1]:
            item.fighter_id = None
        for item in carried[-1:]:
            work.remove(item)
        work.remove(work.get(Fighter, fighter))


def duplicate(library: Library, campaign: int, warband: int, fighter: int) -> int:
    with library.work(Command("fighter.duplicate", WHO, AT, campaign, warband)) as work:
        original = work.get(Fighter, fighter)
        columns = original.model_dump(exclude={"id"})
        twin = work.add(Fighter(**{**columns, "name": f"{original.name} (2)"}))
        assert twin.id is not None
        for item in work.all(select(Item).where(Item.fighter_id == fighter)):
            work.add(Item(**{**item.model_dump(exclude={"id"}), "fighter_id": twin.id}))
    return twin.id


def dump(library: Library) -> Rows:
    """Return every row that a unit of work may change, exactly as SQLite keeps it."""
    return {table: library.rows(f"SELECT * FROM {table} ORDER BY id") for table in TABLES}  # noqa: S608 (ours)


def dump_warband(library: Library, warband: int) -> Rows:
    """Return the rows of one warband, exactly as SQLite keeps them."""
    columns = {"warband": "id", "fighter": "warband_id", "item": "warband_id"}
    return {
        table: library.rows(f"SELECT * FROM {table} WHERE {column} = ? ORDER BY id", (warband,))  # noqa: S608 (ours)
        for table, column in columns.items()
    }


def undo(library: Library, campaign: int, warband: int | None = None) -> str:
    return library.undo_last(campaign, warband, who=WHO, at=AT).what


def redo(library: Library, campaign: int, warband: int | None = None) -> str:
    return library.redo_last(campaign, warband, who=WHO, at=AT).what
