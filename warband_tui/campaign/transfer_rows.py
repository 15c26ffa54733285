"""A campaign's document written into a library: all of its rows in one transaction, under new ids.

This goes beside the unit of work, which writes no battles and no ledger but its own line. It writes plain SQL
in the one transaction that the store offers for it, and adds the line that says who brought the campaign in.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from warband_tui.campaign import transfer_form as form
from warband_tui.errors import WarbandError
from warband_tui.rules.state import Setup
from warband_tui.store.library import Library
from warband_tui.store.public_ids import new_public_id

NUMBERED = ("campaign", "player", "warband", "fighter", "item", "battle")
"""Tables whose ids name a row for ever; a document calls their rows by a letter and a number."""


class Kept(NamedTuple):
    """A campaign that came in: its id, and the name that was free for it."""

    id: int
    name: str


class NewIds:
    """Which row each name of a document has become."""

    def __init__(self, rows: Mapping[str, Mapping[str, int]]) -> None:
        self._rows = rows

    def of(self, table: str, name: str | None) -> int | None:
        """Return a row's id; a document that has been checked has no name that is not here."""
        return None if name is None else self._rows[table][name]

    def fighter_text(self, name: str) -> str | None:
        """Return the id of a fighter as text, None if nobody is called so."""
        row = self._rows["fighter"].get(name)
        return None if row is None else str(row)


def keep_campaign(
    library: Library, document: form.CampaignDocument, name: str, *, who: str, at: str, source: str
) -> Kept:
    """Write a checked campaign, everything or nothing; its name gets a number if there is one of that name.

    Raises:
        WarbandError: the library cannot be written, or a row breaks one of its rules.
    """
    try:
        with library.transaction() as connection:
            return _Writer(connection, document).write(name, who, at, source)
    except sqlite3.IntegrityError as error:
        raise WarbandError(
            f"the campaign cannot be kept so ({error}); nothing came in", place=source
        ) from error


def renamed_details(details: dict[str, Any], ids: NewIds) -> dict[str, Any]:
    """Return a warband's details with the breaches that were allowed laid to the fighters of this library."""
    allowed = details.get("allowed")
    if not isinstance(allowed, dict):
        return details
    found = {}
    for key, why in allowed.items():
        code, _, rest = key.partition(":")
        subject, _, excess = rest.partition(":")
        found[f"{code}:{ids.fighter_text(subject) or subject}:{excess}"] = why
    return {**details, "allowed": found}


class _Writer:
    """One document on its way into one open transaction."""

    def __init__(self, connection: sqlite3.Connection, document: form.CampaignDocument) -> None:
        self._connection = connection
        self._document = document
        self._public = new_public_id()
        names = names_of(document)
        rows: dict[str, dict[str, int]] = {}
        for table in NUMBERED:
            base = self._last_id(table)
            rows[table] = {name: base + int(name[1:]) for name in names[table]}
        self._ids = NewIds(rows)
        self._rows = rows
        self._campaign = rows["campaign"]["c1"]

    def write(self, name: str, who: str, at: str, source: str) -> Kept:
        document = self._document
        name = self._free(name)
        campaign = self._row("campaign", "c1", msgspec.structs.replace(document.campaign, name=name))
        self._insert("campaign", campaign)
        for player in document.players:
            self._insert("player", self._row("player", player.id, player))
        for warband in document.warbands:
            self._warband(warband)
        for battle in document.battles:
            self._battle(battle)
        for line in document.ledger:
            self._line(line)
        why = f"from {source}"
        if name != document.campaign.name:
            why += f", where it is called {document.campaign.name}"
        told = {"at": at, "who": who, "what": "campaign.import", "subject": name, "why": why}
        key = str(self._campaign)
        # Told as a founding, so that undo stops here: what others did before is not taken back unawares.
        images = {"before": {"campaign": {key: None}}, "after": {"campaign": {key: campaign}}}
        self._ledger({"seq": len(document.ledger) + 1, **told, **images})
        self._reserve()
        return Kept(self._campaign, name)

    def _warband(self, warband: form.Warband) -> None:
        self._insert("warband", self._row("warband", warband.id, warband))
        for fighter in warband.fighters:
            row = self._row("fighter", fighter.id, fighter, warband=warband.id)
            self._insert("fighter", row)
            self._items(fighter.items, warband.id, fighter.id)
        self._items(warband.stash, warband.id, None)

    def _items(self, items: Iterable[form.Item], warband: str, fighter: str | None) -> None:
        for item in items:
            self._insert("item", self._row("item", item.id, item, warband=warband, fighter=fighter))

    def _battle(self, battle: form.Battle) -> None:
        row_id = self._ids.of("battle", battle.id)
        kept = ("name", "ruleset", "edition", "status", "created", "updated", "archived")
        heading = {key: getattr(battle, key) for key in kept}
        own = {"id": row_id, "public": new_public_id(), "campaign_id": self._campaign}
        self._insert("battle", {**own, **heading, "setup": self._setup(battle.setup)})
        for side in battle.sides:
            warband = self._ids.of("warband", side.warband)
            names = {"key": side.key, "name": side.name, "player": side.player}
            self._insert("side", {"battle_id": row_id, "warband_id": warband, **names})
        for seq, line in enumerate(battle.entries, 1):
            entry = self._linked(line.entry)
            kind, count = entry.get("kind", "action"), max(1, entry.get("count", 0))
            told: dict[str, Any] = {
                "kind": kind,
                "count": count,
                "at": line.at,
                "body": msgspec.json.encode(entry),
            }
            self._insert("entry", {"battle_id": row_id, "seq": seq, **told})

    def _setup(self, setup: dict[str, Any]) -> bytes:
        sides = []
        for side in setup["sides"]:
            units = [self._renamed(unit, "fighter") for unit in side.get("units", ())]
            sides.append({**self._renamed(side, "warband"), "units": units})
        return msgspec.json.encode(msgspec.convert({**setup, "sides": sides}, Setup))

    def _linked(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Return an entry in which a unit that joins is tied to its fighter of this library."""
        if not form.joining(entry):
            return entry
        events = [self._joined(event) for event in entry.get("events", ())]
        return {**entry, "action": self._joined(entry.get("action", {})), "events": events}

    def _joined(self, part: dict[str, Any]) -> dict[str, Any]:
        unit = part.get("unit")
        return {**part, "unit": self._renamed(unit, "fighter")} if isinstance(unit, dict) else part

    def _renamed(self, holder: dict[str, Any], table: str) -> dict[str, Any]:
        name = holder.get(table)
        return {**holder, table: str(self._ids.of(table, name))} if name else holder

    def _line(self, line: form.Line) -> None:
        told = {key: getattr(line, key) for key in ("seq", "at", "who", "what", "subject", "why", "undoes")}
        told["warband_id"] = self._ids.of("warband", line.warband)
        told["battle_id"] = self._ids.of("battle", line.battle)
        self._ledger({**told, "before": self._images(line.before), "after": self._images(line.after)})

    def _ledger(self, line: dict[str, Any]) -> None:
        self._insert("ledger", {"campaign_id": self._campaign, **line})

    def _images(self, images: form.Images) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for table in images.__struct_fields__:
            rows = getattr(images, table)
            if rows:
                found[table] = {
                    str(self._ids.of(table, name)): None if image is None else self._row(table, name, image)
                    for name, image in rows.items()
                }
        return found

    def _row(
        self, table: str, name: str, part: Struct, *, warband: str | None = None, fighter: str | None = None
    ) -> dict[str, Any]:
        """Return a part of the document as a row: as it is inserted, and as the ledger remembers it."""
        row: dict[str, Any] = {"id": self._ids.of(table, name)}
        own = getattr(part, "warband", warband)
        if table == "campaign":
            row["public"] = self._public
        elif table in ("player", "warband"):
            row["campaign_id"] = self._campaign
        else:
            row["warband_id"] = self._ids.of("warband", own)
        if table == "warband":
            row["player_id"] = self._ids.of("player", getattr(part, "player", None))
        if table == "item":
            row["fighter_id"] = self._ids.of("fighter", getattr(part, "fighter", fighter))
        left_out = ("id", "player", "warband", "fighter", "fighters", "stash", "items")
        row |= {key: getattr(part, key) for key in part.__struct_fields__ if key not in left_out}
        if table == "warband":
            row["details"] = renamed_details(row["details"], self._ids)
        return row

    def _insert(self, table: str, row: dict[str, Any]) -> None:
        values = [_json(value) if isinstance(value, dict | list) else value for value in row.values()]
        columns, marks = ", ".join(f'"{key}"' for key in row), ", ".join("?" * len(row))
        self._connection.execute(f'INSERT INTO "{table}" ({columns}) VALUES ({marks})', values)  # noqa: S608 (ours)

    def _free(self, name: str) -> str:
        """Return the name, with the first free number behind it if there is a campaign of that name."""
        taken = {row[0] for row in self._connection.execute("SELECT name FROM campaign")}
        free, number = name, 1
        while free in taken:
            number += 1
            free = f"{name} ({number})"
        return free

    def _last_id(self, table: str) -> int:
        found = self._connection.execute(
            "SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)
        ).fetchone()
        return int(found[0]) if found else 0

    def _reserve(self) -> None:
        """Keep the ids of rows that are gone from being given to others: undo brings those rows back."""
        for table in NUMBERED:
            last = max(self._rows[table].values(), default=0)
            if last <= self._last_id(table):
                continue
            self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))


def names_of(document: form.CampaignDocument) -> dict[str, set[str]]:
    """Return every name of a row that the document has or remembers."""
    found: dict[str, set[str]] = {table: set() for table in NUMBERED}
    found["campaign"].add("c1")
    found["player"].update(one.id for one in document.players)
    found["battle"].update(one.id for one in document.battles)
    for warband in document.warbands:
        found["warband"].add(warband.id)
        found["fighter"].update(one.id for one in warband.fighters)
        found["item"].update(item.id for item in warband.stash)
        found["item"].update(item.id for one in warband.fighters for item in one.items)
    for line in document.ledger:
        if line.warband is not None:
            found["warband"].add(line.warband)
        for images in (line.before, line.after):
            for table, name, image in _remembered(images):
                found[table].add(name)
                for other in ("player", "warband", "fighter"):
                    if getattr(image, other, None) is not None:
                        found[other].add(getattr(image, other))
    return found


def _remembered(images: form.Images) -> Iterator[tuple[str, str, Struct | None]]:
    for table in images.__struct_fields__:
        for name, image in getattr(images, table).items():
            yield table, name, image


def _json(value: object) -> str:
    """Write JSON exactly as the unit of work does: undo compares rows by this text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
