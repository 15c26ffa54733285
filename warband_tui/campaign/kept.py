"""What the JSON columns of a roster hold, as frozen structs.

Fields that are not known here (written by a newer version or another part of the program) stay in the
columns untouched: commands change single keys and never write a whole column anew.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.fielding import RosterWords
from warband_tui.rules.roster_view import Modifier

Money = dict[str, int]
Kept = TypeVar("Kept", bound=Struct)


class Payment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Money that came to a warband or left it other than by the price of what it has; `money` may be negative."""

    money: dict[str, Any]
    why: str
    at: str = ""


class WarbandDetails(Struct, frozen=True, kw_only=True):
    """`Warband.details`.

    `budget` is what the warband was hired with (None: what its list gives), `game` the number of the game
    to be played next, `allowed` the breaches that a player allowed by their key, with the reason.
    """

    budget: dict[str, Any] | None = None
    game: int | None = None
    treasury: tuple[Payment, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    allowed: dict[str, str] = {}


class FighterDetails(Struct, frozen=True, kw_only=True):
    """`Fighter.details`.

    `words` is how an imported roster tells the fighter, `cost` what replaces its price, `hands` and
    `uncounted` as in `rules.roster_view.FighterView`. `injuries` and `advances` are names, or records
    with a `name`.
    """

    promoted: bool = False
    hands: int = 2
    uncounted: tuple[str, ...] = ()
    cost: dict[str, Any] | None = None
    words: RosterWords | None = None
    injuries: tuple[Any, ...] = ()
    advances: tuple[Any, ...] = ()
    fireteam: str = ""
    kills: int | None = None


class ItemDetails(Struct, frozen=True, kw_only=True):
    """`Item.details`.

    `id` is the catalogue's; without it the thing is only a name. `cost` is what it counts for instead of
    its list price; `found` as in `rules.roster_view.OwnedItem`.
    """

    id: str = ""
    cost: dict[str, Any] | None = None
    found: bool = False


def kept(details: dict[str, Any], kind: type[Kept], name: str) -> Kept:
    """Read a JSON column.

    Raises:
        WarbandError: it holds something else than this program writes.
    """
    try:
        return msgspec.convert(details, kind)
    except msgspec.ValidationError as error:
        raise WarbandError(
            f"its details cannot be read ({error}); undo the act that wrote them", place=name
        ) from None


def amounts(cost: dict[str, Any] | None) -> Money | None:
    """Return a cost with whole numbers as such; a half point of a foreign roster stays what it is."""
    if cost is None:
        return None
    return {str(currency): _amount(value) for currency, value in cost.items()}


def _amount(value: Any) -> int:
    try:
        exact = Decimal(str(value))
    except InvalidOperation:
        return 0
    # Sums and texts work for a Decimal as they do for an int; catalogues only have whole numbers.
    return int(exact) if exact == exact.to_integral_value() else cast(int, exact)


def names_in(records: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the names in a list of names, or of records that have one."""
    found = (one.get("name", "") if isinstance(one, dict) else one for one in records)
    return tuple(str(name) for name in found if name)
