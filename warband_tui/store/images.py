"""Row images: what rows of a campaign were before a change and after it, enough to go either way.

`Images` maps table -> row id (as text, for JSON) -> the row's columns, or None where there is no row.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from warband_tui.store.tables import Campaign, Fighter, Item, Player, Row, Warband

Image = dict[str, Any] | None
Images = dict[str, dict[str, Image]]

TRACKED: tuple[type[Row], ...] = (Campaign, Player, Warband, Fighter, Item)
"""The rows that a unit of work may change, parents first: the order in which rows can be brought back."""

TABLES: Mapping[str, Table] = {
    model.__name__.lower(): Row.metadata.tables[model.__name__.lower()] for model in TRACKED
}


def to_json(value: object) -> str:
    """Write a JSON column's value, always alike, so that rows put back are the same to the byte.

    Values are compared by this text: to Python 1, 1.0 and True are equal, to a reader they are not.

    Raises:
        ValueError: the value holds what JSON cannot: not a number, infinity.
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def fetch(connection: Connection, table: str, row_id: int) -> Image:
    """Read one row as it is now in the connection's transaction."""
    source = TABLES[table]
    row = connection.execute(select(source).where(source.c.id == row_id)).mappings().first()
    return dict(row) if row is not None else None


def fetch_like(connection: Connection, images: Mapping[str, Iterable[str]]) -> Images:
    """Read the rows that some images are about, as they are now: one query a table."""
    found: Images = {}
    for table, row_ids in images.items():
        source = TABLES[table]
        found[table] = dict.fromkeys(row_ids)
        # One value that SQLite takes apart, as it takes only so many values in one statement.
        wanted = func.json_each(json.dumps([int(row_id) for row_id in found[table]])).table_valued("value")
        for row in connection.execute(
            select(source).where(source.c.id.in_(select(wanted.c.value)))
        ).mappings():
            found[table][str(row["id"])] = dict(row)
    return found


def changed_since(images: Images, now: Images) -> str | None:
    """Return the name of a thing that is no longer as the images have it, or None.

    Only columns that the images know are compared: a later schema may have more.
    """
    for table, rows in images.items():
        for row_id, image in rows.items():
            present = now[table][row_id]
            if not _same(image, present):
                named = image or present or {}
                return str(named.get("name") or f"{table} {row_id}")
    return None


def put_back(connection: Connection, present: Images, wanted: Images) -> None:
    """Make the rows as the wanted images say: parents appear first and disappear last."""
    for table, source in TABLES.items():
        for row_id, image in wanted.get(table, {}).items():
            if image is None:
                continue
            known = {column: value for column, value in image.items() if column in source.c}
            if present[table][row_id] is None:
                connection.execute(insert(source).values(known))
            else:
                connection.execute(update(source).where(source.c.id == int(row_id)).values(known))
    for table, source in reversed(list(TABLES.items())):
        for row_id, image in wanted.get(table, {}).items():
            if image is None:
                connection.execute(delete(source).where(source.c.id == int(row_id)))


def _same(image: Image, present: Image) -> bool:
    if image is None or present is None:
        return image is present
    return all(
        to_json(present[column]) == to_json(value) for column, value in image.items() if column in present
    )
