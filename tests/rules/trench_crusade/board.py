"""A table in inches drawn by hand for tests: models with the usual 32 mm base at given places.

    table = on_board(OLD, [wall(20, 10, 21, 30, 3)], weyl=(10, 20), orm=(17, 20))

Weyl and Kett are of Ash, the others of Bone; names are written small as arguments. A base of 25.4 mm is
an inch across, so that figures can be worked out by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.trench_crusade.table import Table
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import Moved

INCH_BASE = "25.4"
ASH = ("Weyl", "Kett")
Place = tuple[float, ...]


def box(
    name: str,
    left: float,
    upper: float,
    right: float,
    lower: float,
    height: float,
    *tags: str,
    base: float = 0,
) -> dict[str, Any]:
    shape = [[left, upper], [right, upper], [right, lower], [left, lower]]
    return {"id": name, "shape": shape, "height": height, "tags": list(tags), "base": base}


def on_board(
    edition: str,
    features: Sequence[dict[str, Any]] = (),
    *,
    size: tuple[float, float] = (48, 48),
    profiles: dict[str, dict[str, Any]] | None = None,
    **places: Place,
) -> Table:
    """Return a battle in which everybody stands on an inch-wide base where the arguments say."""
    board = {"width": size[0], "height": size[1], "features": list(features)}
    table = Table(edition, board=board)
    table.side("A")
    table.side("B")
    named = {name.title(): place for name, place in places.items()}
    for name in named:
        profile = {"base": INCH_BASE, **(profiles or {}).get(name, {})}
        table.side("A" if name in ASH else "B").model(name, **profile)
    for name, place in named.items():
        table.do("place", name, at=list(place))
    return table


def at(table: Table, name: str) -> tuple[float, ...]:
    """Return where a model stands, to a hundredth of an inch."""
    return tuple(round(n, 2) + 0.0 for n in table.unit(name).at[0])


def moves(entry: Entry) -> list[tuple[str, float | None]]:
    """Return the way and the length of each move of an entry, to a hundredth of an inch."""
    return [
        (e.mode, None if e.distance is None else round(e.distance, 2))
        for e in entry.events
        if isinstance(e, Moved)
    ]


def path(table: Table, name: str, to: Place, **more: Any) -> dict[str, Any]:
    return table.ask("path", unit=name, to=list(to), **more)


def charge(table: Table, name: str, target: str) -> dict[str, Any]:
    found: dict[str, Any] = table.ask("charge", unit=name, targets=[target])["targets"][0]
    return found
