"""The documents that campaigns and warbands travel in: their shape, and how strictly they are read.

A document never holds a row id of a library: things are called `p1`, `w1`, `f1`, `i1`, `b1` in it, and the
campaign `c1`. `CampaignDocument` is a whole campaign with its ledger and its battles; `WarbandDocument` is one
roster without either.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from warband_tui.errors import WarbandError
from warband_tui.reports.literal import clean

VERSION = 1
"""The version of both documents that this program writes, and the newest that it reads."""

CAMPAIGN, WARBAND = "warband-campaign", "warband-roster"

MOST_BYTES = 64_000_000
MOST_LEVELS = 64
_LARGEST = 2**63 - 1
_NAMES = frozenset({"name", "player", "profile_name", "subject", "who", "kind", "faction", "variant", "key"})
"""Keys whose texts have one line; other texts may have more."""

Name = Annotated[str, Meta(max_length=1000)]
Text = Annotated[str, Meta(max_length=100_000)]
CampaignId = Literal["c1"]
PlayerId = Annotated[str, Meta(pattern=r"\Ap[1-9][0-9]{0,6}\Z")]
WarbandId = Annotated[str, Meta(pattern=r"\Aw[1-9][0-9]{0,6}\Z")]
FighterId = Annotated[str, Meta(pattern=r"\Af[1-9][0-9]{0,6}\Z")]
ItemId = Annotated[str, Meta(pattern=r"\Ai[1-9][0-9]{0,6}\Z")]
BattleId = Annotated[str, Meta(pattern=r"\Ab[1-9][0-9]{0,6}\Z")]
Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class CampaignFacts(_Part, frozen=True):
    """A campaign's own row; the public id is given anew wherever it comes in."""

    name: Annotated[str, Meta(min_length=1, max_length=1000)]
    ruleset: Name
    edition: Name
    created: Name
    notes: Text
    archived: bool

    def __post_init__(self) -> None:
        """Check the time."""
        _check_time(self.created)


class PlayerFacts(_Part, frozen=True):
    """A player's row."""

    name: Name
    notes: Text


class Player(PlayerFacts, frozen=True):
    """A player of the campaign."""

    id: PlayerId


class ItemFacts(_Part, frozen=True):
    """What the row of a thing holds besides whose it is."""

    position: int
    name: Name
    kind: Name
    price: int
    currency: Name
    details: dict[str, Any]


class Item(ItemFacts, frozen=True):
    """A thing; whose it is, is told by where it stands."""

    id: ItemId


class ItemImage(ItemFacts, frozen=True):
    """A thing as it was at some time."""

    warband: WarbandId
    fighter: FighterId | None


class FighterFacts(_Part, frozen=True):
    """What a fighter's row holds besides whose it is."""

    position: int
    name: Name
    profile: Name
    profile_name: Name
    models: Number
    status: Literal["active", "dead", "retired", "reserve"]
    stats: dict[str, Any]
    keywords: list[Any]
    upgrades: list[Any]
    notes: Text
    xp: int
    details: dict[str, Any]


class Fighter(FighterFacts, frozen=True):
    """A fighter with what it carries."""

    id: FighterId
    items: tuple[Item, ...]


class FighterImage(FighterFacts, frozen=True):
    """A fighter as it was at some time."""

    warband: WarbandId


class WarbandFacts(_Part, frozen=True):
    """A warband's row."""

    player: PlayerId | None
    name: Name
    faction: Name
    variant: Name
    notes: Text
    details: dict[str, Any]
    archived: bool


class Warband(WarbandFacts, frozen=True):
    """A warband with its roster and its stash, each in its order."""

    id: WarbandId
    fighters: tuple[Fighter, ...]
    stash: tuple[Item, ...]


class Images(_Part, frozen=True, omit_defaults=True):
    """Rows that a line of the ledger changed, as they were; null: there was none."""

    campaign: dict[CampaignId, CampaignFacts | None] = {}
    player: dict[PlayerId, PlayerFacts | None] = {}
    warband: dict[WarbandId, WarbandFacts | None] = {}
    fighter: dict[FighterId, FighterImage | None] = {}
    item: dict[ItemId, ItemImage | None] = {}


class Line(_Part, frozen=True):
    """A line of the ledger; what it is about may be gone since."""

    seq: Number
    at: Name
    who: Name
    what: Name
    subject: Text
    why: Text
    warband: WarbandId | None
    battle: BattleId | None
    undoes: Number | None
    before: Images
    after: Images

    def __post_init__(self) -> None:
        """Check the time."""
        _check_time(self.at)


class Side(_Part, frozen=True):
    """A side of a battle, with its names as they were."""

    key: Name
    name: Name
    player: Name
    warband: WarbandId | None


class Entry(_Part, frozen=True):
    """An entry of a battle's log and when it was written; `rules.entries` says what is in it."""

    at: Name
    entry: dict[str, Any]

    def __post_init__(self) -> None:
        """Check the time."""
        _check_time(self.at)


class Battle(_Part, frozen=True):
    """A battle; fighters and warbands in its set-up are called as in this document."""

    id: BattleId
    name: Name
    ruleset: Name
    edition: Name
    status: Literal["preparing", "running", "ended"]
    created: Name
    updated: Name
    archived: bool
    setup: dict[str, Any]
    sides: tuple[Side, ...]
    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        """Check the times."""
        _check_time(self.created)
        _check_time(self.updated)


class CampaignDocument(_Part, frozen=True):
    """A whole campaign."""

    format: Literal["warband-campaign"]
    version: Literal[1]
    campaign: CampaignFacts
    players: tuple[Player, ...]
    warbands: tuple[Warband, ...]
    ledger: tuple[Line, ...]
    battles: tuple[Battle, ...]


class WarbandDocument(_Part, frozen=True):
    """One warband as it stands; `player` is the name of whose it is."""

    format: Literal["warband-roster"]
    version: Literal[1]
    ruleset: Name
    edition: Name
    player: Name
    warband: Warband


AnyDocument = CampaignDocument | WarbandDocument
_SHAPES: dict[str, type[AnyDocument]] = {CAMPAIGN: CampaignDocument, WARBAND: WarbandDocument}


def joining(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parts of an entry (its action, its events) that bring a unit into the battle, under `unit`."""
    parts = [entry.get("action", {}), *entry.get("events", ())]
    return [part for part in parts if isinstance(part.get("unit"), dict)]


def checked(parts: dict[str, Any], kind: type[AnyDocument], place: str) -> AnyDocument:
    """Return parts read from a library as a document.

    Raises:
        WarbandError: the library holds what no document may.
    """
    try:
        return msgspec.convert(parts, kind)
    except msgspec.ValidationError as error:
        raise WarbandError(
            f"cannot be written as a document ({_told(error)}); copy the library with `warband-tui db backup`",
            place=place,
        ) from None


def document_text(document: AnyDocument) -> str:
    """Return a document as JSON: the same text for the same document, ASCII, and nothing moves a cursor.

    Raises:
        WarbandError: it is larger than what is read again.
    """
    # Indented by msgspec, as the standard library's indenting is many times slower than its encoding.
    text = msgspec.json.format(json.dumps(msgspec.to_builtins(document), allow_nan=False), indent=1) + "\n"
    if len(text) > MOST_BYTES:
        raise WarbandError(
            f"the document would have {len(text) // 1_000_000} MB, more than can be read again; "
            "copy the library with `warband-tui db backup`"
        )
    return text


def read_document(data: bytes, place: str) -> AnyDocument:
    """Read a document; every text in it is cleaned and literal.

    Args:
        data: the whole file.
        place: the file's name, for messages.

    Raises:
        WarbandError: it is too large, no such document, of a newer program, or something in it has the wrong
            shape: the message has the path of the fault.
    """
    if len(data) > MOST_BYTES:
        raise WarbandError(
            f"has more than {MOST_BYTES // 1_000_000} MB; no campaign is that big", place=place
        )
    try:
        found = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except RecursionError:
        raise _too_deep(place) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise WarbandError(
            f"is no whole JSON document ({_told(error)}); export it again", place=place
        ) from None
    shape = _SHAPES.get(str(found.get("format"))) if isinstance(found, dict) else None
    if shape is None:
        raise WarbandError(
            "this is no document of `warband-tui campaign export` or `roster export --to json`; "
            "rosters of other programs come in with `warband-tui import`",
            place=place,
        )
    version = found.get("version")
    if isinstance(version, int) and version > VERSION:
        raise WarbandError(
            f"written by a newer program (version {version}, this one knows up to {VERSION}); "
            "install a newer warband-tui",
            place=place,
        )
    try:
        return msgspec.convert(_cleaned(found, "", 1), shape)
    except _Fault as fault:
        raise WarbandError(f"{fault.why} - at `${fault.path[:200]}`", place=place) from None
    except msgspec.ValidationError as error:
        raise WarbandError(_told(error), place=place) from None


class _Fault(Exception):
    """Something that no document may hold; the path grows on the way out."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why, self.path = why, ""


def _cleaned(value: Any, key: str, level: int) -> Any:
    """Return a value with all its texts cleaned.

    Raises:
        _Fault: it is nested too deep, or has a number that no library can keep.
    """
    kind = type(value)
    if kind is str:
        # Most texts are clean, and a long campaign has a million of them.
        return value if value.isprintable() else _text(value, key)
    if kind is int and not -_LARGEST <= value <= _LARGEST:
        raise _Fault("a number is out of range")
    if kind is not dict and kind is not list:
        return value
    if level > MOST_LEVELS:
        raise _Fault(f"nested deeper than {MOST_LEVELS} levels")
    place, name = 0, ""
    try:
        if kind is list:
            made = []
            for place, one in enumerate(value):  # noqa: B007 (told when it is at fault)
                made.append(_cleaned(one, key, level + 1))
            return made
        found = {}
        for name, one in value.items():
            found[name if name.isprintable() else clean(name)] = _cleaned(one, name, level + 1)
    except _Fault as fault:
        fault.path = (f"[{place}]" if kind is list else f".{clean(name)}") + fault.path
        raise
    return found


def _text(value: str, key: str) -> str:
    if key in _NAMES:
        return clean(value)
    return "\n".join(clean(line) for line in value.replace("\r\n", "\n").split("\n"))


def _check_time(text: str) -> None:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is no time") from None
    if time.tzinfo is None:
        raise ValueError(f"{text[:40]!r} is a time without a zone")


def _too_deep(place: str) -> WarbandError:
    return WarbandError(f"nested deeper than {MOST_LEVELS} levels; no campaign is", place=place)


def _told(error: Exception) -> str:
    """Return what is wrong in one line of bearable length, whatever the document put into it."""
    return " ".join(clean(str(error)).split())[:300]
