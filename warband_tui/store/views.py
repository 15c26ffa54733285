"""What the lists on screen show, as frozen structs: read from a library, never written back."""

from __future__ import annotations

from typing import Any

import msgspec


class CampaignView(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign with what there is in it; `last_at` is when its ledger was last written, if ever."""

    id: int
    public: str
    name: str
    ruleset: str
    edition: str
    created: str
    notes: str
    archived: bool
    players: int
    warbands: int
    battles: int
    last_at: str | None


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a campaign."""

    id: int
    name: str
    notes: str
    warbands: int


class WarbandView(msgspec.Struct, frozen=True, kw_only=True):
    """A warband with how many fighters stand on its roster, and how many of them can fight."""

    id: int
    campaign_id: int
    player_id: int | None
    player: str
    name: str
    faction: str
    variant: str
    notes: str
    details: dict[str, Any]
    archived: bool
    fighters: int
    active: int


class ItemView(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that a fighter carries, or that lies in the stash (`fighter_id` None)."""

    id: int
    warband_id: int
    fighter_id: int | None
    position: int
    name: str
    kind: str
    price: int
    currency: str
    details: dict[str, Any]


class FighterView(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a roster with the items it carries."""

    id: int
    warband_id: int
    position: int
    name: str
    profile: str
    profile_name: str
    models: int
    status: str
    stats: dict[str, Any]
    keywords: tuple[Any, ...]
    upgrades: tuple[Any, ...]
    notes: str
    xp: int
    details: dict[str, Any]
    items: tuple[ItemView, ...]


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a battle, with the names it had when the battle began."""

    key: str
    name: str
    player: str
    warband_id: int | None


class BattleView(msgspec.Struct, frozen=True, kw_only=True):
    """A battle's heading with the number of its entries and the time of the last one."""

    id: int
    public: str
    campaign_id: int | None
    campaign: str
    name: str
    ruleset: str
    edition: str
    status: str
    created: str
    updated: str
    archived: bool
    entries: int
    last_at: str | None
    sides: tuple[SideView, ...]


class LineView(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a ledger; `in_effect` is false for an act taken back and for the undo itself.

    `about` is the number of the act that an undo or redo is about, else the line's own.
    """

    seq: int
    at: str
    who: str
    what: str
    subject: str
    why: str
    warband_id: int | None
    battle_id: int | None
    undoes: int | None
    about: int
    in_effect: bool


class ChangeView(msgspec.Struct, frozen=True, kw_only=True):
    """The rows that a line changed: table -> row id -> the row, None where there was or is none."""

    before: dict[str, dict[str, dict[str, Any] | None]]
    after: dict[str, dict[str, dict[str, Any] | None]]


class UndoView(msgspec.Struct, frozen=True, kw_only=True):
    """The act that undo would take back, and the one that redo would bring back."""

    undo: LineView | None
    redo: LineView | None
