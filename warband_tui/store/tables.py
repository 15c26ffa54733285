"""Every table of a library: the one truth of its schema.

Reading never needs this module: lists and journals go through plain `sqlite3`, because importing
SQLModel takes a third of a second. Campaign writes (`unit_of_work`) and migrations do need it.

Times are ISO-8601 texts in UTC. Derived figures (cost, limits, rating, standings) have no column.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, CheckConstraint, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

from warband_tui.store.public_ids import new_public_id

FIGHTER_STATUSES = ("active", "dead", "retired", "reserve")
BATTLE_STATUSES = ("preparing", "running", "ended")
ENTRY_KINDS = ("action", "undo", "redo")
LAYOUT_KINDS = ("inches", "squares")

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

# An id given up by a removed row must never name another row: undo brings rows back under their own id.
_NEVER_REUSE_IDS = {"sqlite_autoincrement": True}


def _one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def _json(default: type[dict[str, Any]] | type[list[Any]]) -> Any:
    return Field(default_factory=default, sa_type=JSON(none_as_null=True), nullable=False)


class Row(SQLModel):
    """What all tables share: one collection of names, so that constraints are called alike everywhere."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=_NAMES)


class Campaign(Row, table=True):
    """A campaign: its ruleset and edition are properties of it, never of the program."""

    __table_args__ = (UniqueConstraint("public"), _NEVER_REUSE_IDS)

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(default_factory=new_public_id)
    name: str
    ruleset: str
    edition: str
    created: str
    notes: str = ""
    archived: bool = False


class Player(Row, table=True):
    """A person who plays in one campaign."""

    __table_args__ = (_NEVER_REUSE_IDS,)

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", index=True)
    name: str
    notes: str = ""


class Warband(Row, table=True):
    """A warband of a campaign; one that has fought is archived, not removed."""

    __table_args__ = (_NEVER_REUSE_IDS,)

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", index=True)
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    name: str
    faction: str = ""
    variant: str = ""
    notes: str = ""
    details: dict[str, Any] = _json(dict)
    archived: bool = False


class Fighter(Row, table=True):
    """One line of a roster; `profile` is the catalogue's id, `profile_name` what it was called then."""

    __table_args__ = (
        _one_of("status", FIGHTER_STATUSES),
        CheckConstraint("models >= 1", name="models"),
        _NEVER_REUSE_IDS,
    )

    id: int | None = Field(default=None, primary_key=True)
    warband_id: int = Field(foreign_key="warband.id", index=True)
    position: int = 0
    name: str
    profile: str = ""
    profile_name: str = ""
    models: int = 1
    status: str = "active"
    stats: dict[str, Any] = _json(dict)
    keywords: list[Any] = _json(list)
    upgrades: list[Any] = _json(list)
    notes: str = ""
    xp: int = 0
    details: dict[str, Any] = _json(dict)


class Item(Row, table=True):
    """A thing that a warband owns: carried by a fighter, or in the stash when `fighter_id` is empty."""

    __table_args__ = (_NEVER_REUSE_IDS,)

    id: int | None = Field(default=None, primary_key=True)
    warband_id: int = Field(foreign_key="warband.id", index=True)
    fighter_id: int | None = Field(default=None, foreign_key="fighter.id", index=True)
    position: int = 0
    name: str
    kind: str = ""
    price: int = 0
    currency: str = ""
    details: dict[str, Any] = _json(dict)


class Battle(Row, table=True):
    """A battle's heading and set-up; `updated` is when these last changed, not the last entry's time."""

    __table_args__ = (UniqueConstraint("public"), _one_of("status", BATTLE_STATUSES), _NEVER_REUSE_IDS)

    id: int | None = Field(default=None, primary_key=True)
    public: str
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", index=True)
    name: str
    ruleset: str
    edition: str
    status: str = "preparing"
    setup: bytes
    created: str
    updated: str
    archived: bool = False


class Side(Row, table=True):
    """One side of a battle, with its names as they were; a side need not come from a kept warband."""

    __table_args__ = (UniqueConstraint("battle_id", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    battle_id: int = Field(foreign_key="battle.id")
    warband_id: int | None = Field(default=None, foreign_key="warband.id", index=True)
    key: str
    name: str
    player: str = ""


class Entry(Row, table=True):
    """One entry of a battle's journal, appended and never changed; `seq` counts 1, 2, 3 without a gap."""

    __table_args__ = (
        _one_of("kind", ENTRY_KINDS),
        CheckConstraint("seq >= 1", name="seq"),
        CheckConstraint('"count" >= 1', name="count"),
    )

    battle_id: int = Field(foreign_key="battle.id", primary_key=True)
    seq: int = Field(primary_key=True)
    kind: str
    count: int = 1
    at: str
    body: bytes


class Snapshot(Row, table=True):
    """A battle's folded state after entry `seq`: a cache that may be thrown away at any time."""

    battle_id: int = Field(foreign_key="battle.id", primary_key=True)
    seq: int
    body: bytes


class Ledger(Row, table=True):
    """One change of a campaign outside battles: who, when, what, the rows before and after, and why.

    `before` and `after` map table -> row id -> row (null: no such row). `undoes` is the `seq` of the line
    whose effect this line takes back. The line keeps its warband's id even when that warband is gone.
    """

    __table_args__ = (UniqueConstraint("campaign_id", "seq"),)

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id")
    warband_id: int | None = Field(default=None, index=True)
    battle_id: int | None = Field(default=None, foreign_key="battle.id", index=True)
    seq: int
    at: str
    who: str
    what: str
    subject: str = ""
    before: dict[str, Any] = _json(dict)
    after: dict[str, Any] = _json(dict)
    why: str = ""
    undoes: int | None = None


class Layout(Row, table=True):
    """A board kept under a name for battles to come; `ruleset` is empty for one of any game.

    A battle keeps its own copy of the board it is played on, so nothing refers to a layout.
    """

    __table_args__ = (UniqueConstraint("ruleset", "name"), _one_of("kind", LAYOUT_KINDS), _NEVER_REUSE_IDS)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    ruleset: str = ""
    kind: str
    width: float
    height: float
    body: dict[str, Any] = _json(dict)
    note: str = ""
    created: str
    changed: str


class LayoutLine(Row, table=True):
    """One change of the kept layouts: who, when, what, the row before and after (empty: no such row).

    Layouts belong to no campaign, so they have a ledger of their own; `undoes` is the `seq` of the line whose
    effect this line takes back.
    """

    seq: int | None = Field(default=None, primary_key=True)
    layout_id: int = Field(index=True)
    at: str
    who: str
    what: str
    subject: str = ""
    before: dict[str, Any] = _json(dict)
    after: dict[str, Any] = _json(dict)
    undoes: int | None = None
