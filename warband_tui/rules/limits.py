"""The vocabulary in which a catalogue says what a warband and a fighter may have, as data.

Warband limits count models or sum costs; kit rules say what one fighter may carry. Each has an id,
the permanent rule id if there is one, the editions it holds in (none named: all), and a severity by
the stage at which a roster is looked at.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Severity = Literal["error", "warning", "info"]
Stage = Literal["roster", "force", "play"]
_Count = Annotated[int, Meta(ge=0, le=1_000_000)]
_Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9.-]*$", max_length=80)]
ByGame = dict[Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,2}$")], _Count]


class _Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    id: _Id
    rule: str = ""
    editions: tuple[str, ...] = ()


class _Limit(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """`severity` by stage, an error where none is given; from game `lenient_from` on a lack is a warning."""

    severity: dict[Stage, Severity] = field(default_factory=dict)


class ModelsLimit(_Limit, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="models"):
    """How many models with all of `keywords` there are: fielded ones, or all on the roster.

    `by_game` replaces `max` for a game number; a later game than the table has uses its last row.
    `over` and `under` say the way out, `{n}` standing for how many.
    """

    noun: str = "models"
    keywords: tuple[str, ...] = ()
    counts: Literal["fielded", "all"] = "all"
    min: _Count = 0
    max: _Count | None = None
    by_game: ByGame = field(default_factory=dict)
    lenient_from: _Count | None = None
    over: str = "{n} must go"
    under: str = "{n} more needed"


class CostLimit(_Limit, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="cost"):
    """How much the fielded fighters may cost in one currency, by game number."""

    currency: str
    noun: str = "fielded"
    by_game: ByGame = field(default_factory=dict)
    over: str = "{n} too much"


class HandsRule(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="hands"):
    """Items of the kinds in `tables` may need this many hands together."""

    tables: tuple[str, ...]
    hands: _Count = 2


class LightenRule(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="lighten"):
    """A fighter with `keyword` counts `count` two-handed items of these tables as one-handed."""

    keyword: str
    tables: tuple[str, ...]
    count: _Count = 1
    unless_item: tuple[str, ...] = ()


class BesideRule(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="beside"):
    """What may be carried beside an item of `when_kind` or with `when_keyword`.

    The numbers hold for each table apart, or for all of them if `together`; a two-handed item with a
    keyword of `unless_item` counts as one-handed here.
    """

    when_kind: str = ""
    when_keyword: str = ""
    tables: tuple[str, ...]
    together: bool = False
    one_handed: _Count = 2
    two_handed: _Count = 0
    unless_item: tuple[str, ...] = ()


class CountRule(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="count"):
    """At most `max` items of these kinds or with these keywords; of different sorts only, if `sorts`.

    A fighter with a keyword of `unless_fighter` is not bound by it.
    """

    noun: str
    kinds: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    max: _Count = 1
    sorts: bool = False
    unless_fighter: tuple[str, ...] = ()


class UniqueRule(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="unique"):
    """No two items of the same name among these kinds."""

    kinds: tuple[str, ...]


class NeedsRule(_Rule, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="needs"):
    """What an item needs (`Item.needs`) must be on another carried item."""

    severity: Severity = "error"


WarbandLimit = ModelsLimit | CostLimit
KitRule = HandsRule | LightenRule | BesideRule | CountRule | UniqueRule | NeedsRule
