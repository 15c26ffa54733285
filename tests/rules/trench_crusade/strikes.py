"""One shot or one blow between Weyl and Orm, for the tests of keywords."""

from __future__ import annotations

from typing import Any

from tests.rules.trench_crusade.table import (
    Weapon,
    duel,
    gun,
)


def shot(edition: str, dice: list[int], *keywords: str, orm: dict[str, Any] | None = None, **how: Any) -> Any:
    """Return the entry of one shot with a weapon of these keywords, and the table after it."""
    table = duel(edition, weyl={"weapons": [gun("gun", *keywords)]}, orm=orm or {})
    entry = table.do("shoot", "Weyl", target="Orm", dice=dice, **how)
    return entry, table


def blow(edition: str, dice: list[int], weapon: Weapon, **how: Any) -> Any:
    """Return the entry of one melee attack, and the table after it."""
    weyl, orm = how.pop("weyl", {}), how.pop("orm", {})
    table = duel(edition, contact=True, weyl={"weapons": [weapon], **weyl}, orm=orm)
    return table.do("fight", "Weyl", dice=dice, **how), table
