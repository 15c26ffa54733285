"""A table with models on it. Bases are of 25.4 mm, an inch across, so that figures can be checked by hand.

The middles of two such models whose edges are 6" apart are 7" apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.middle_earth.field import NEW, Field

INCH = 25.4
"""A base an inch across, in millimetres."""


def piece(which: str, left: float, up: float, right: float, low: float, **more: Any) -> dict[str, Any]:
    return {"id": which, "shape": [[left, up], [right, up], [right, low], [left, low]], **more}


def table(*pieces: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "inches", "width": 48, "height": 48, "features": list(pieces)}


def field_with(
    edition: str = NEW,
    *,
    pieces: Sequence[dict[str, Any]] = (),
    options: dict[str, Any] | None = None,
    rohan: dict[str, tuple[float, ...]] | None = None,
    orcs: dict[str, tuple[float, ...]] | None = None,
    **profile: Any,
) -> Field:
    """Return a field on which warriors of both sides stand at places; Eomer is a hero."""
    field = Field(edition, options=options, board=table(*pieces))
    for side, placed in (("A", rohan or {}), ("B", orcs or {})):
        for name, at in placed.items():
            army = field.side(side)
            add = army.hero if name in ("Eomer", "Gamling") else army.warriors
            add(name, at=list(at), base=INCH, **profile)
    return field


def broken_on(
    edition: str = NEW,
    *,
    pieces: Sequence[dict[str, Any]] = (),
    options: dict[str, Any] | None = None,
    **at: tuple[float, ...],
) -> Field:
    """Return a field on which Rohan is broken as turn 2 begins: Eomer and the warriors named, where they stand."""
    field = field_with(edition, pieces=pieces, options=options, rohan=at, orcs={"Orcs": (24, 47)})
    field.side("A").warriors("Fallen", 2 * len(at))
    field.turn()
    field.lose("Fallen", 2 * len(at))
    field.turn()
    assert field.is_broken()
    return field
