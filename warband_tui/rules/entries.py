"""Entries: one action with its choices, rolls, events and rules. The log is the list of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from warband_tui.errors import WarbandError
from warband_tui.rules.dice import Roll
from warband_tui.rules.events import Event, Rolled

VERSION = 1
"""The version of the entries that this program writes. Every entry states its own."""

Kind = Literal["action", "undo", "redo"]


class Chosen(Struct, frozen=True, omit_defaults=True):
    """A choice that somebody made before a roll: who, what was asked, what they said."""

    id: str
    side: str
    label: str
    value: int | str | bool


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of the log.

    An undo or redo entry has a `count` and no events: the fold skips what it takes back.
    `text` is the line as it was told at the time; later edits of names cannot change it.
    """

    seq: int
    kind: Kind = "action"
    count: int = 0
    action: dict[str, Any] = {}
    unit: str = ""
    side: str = ""
    turn: int = 0
    text: str = ""
    rules: tuple[str, ...] = ()
    choices: tuple[Chosen, ...] = ()
    events: tuple[Event, ...] = ()
    override: str = ""
    """The player's reason for going against a rule."""
    overruled: tuple[str, ...] = ()
    """What the rules said against it."""
    v: int = field(default_factory=lambda: VERSION)

    @property
    def do(self) -> str:
        """The name of the action."""
        return str(self.action.get("do", self.kind))

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls made, in order."""
        return tuple(e.roll for e in self.events if isinstance(e, Rolled))


class BadEntry(WarbandError):
    """An entry of a library that cannot be read."""


UPCASTS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each old version, what lifts an entry of it to the next."""


class _Head(Struct, frozen=True):
    v: int = 1


_head = msgspec.json.Decoder(_Head).decode
_decode = msgspec.json.Decoder(Entry).decode
_encode = msgspec.json.Encoder(order="deterministic").encode


def encode(entry: Entry) -> bytes:
    """Return an entry as JSON bytes, the same bytes for the same entry."""
    return _encode(entry)


def decode(body: bytes, place: str = "") -> Entry:
    """Read an entry, lifting one of an older version.

    Raises:
        BadEntry: the bytes are no entry, or one of a newer program.
    """
    try:
        version = _head(body).v
        if version == VERSION:
            return _decode(body)
        if version > VERSION:
            raise BadEntry(
                f"written by a newer program (entry version {version}); update warband-tui", place=place
            )
        return msgspec.convert(_lifted(body, version, place), Entry)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadEntry(f"the entry cannot be read ({error}); restore a backup", place=place) from None


def _lifted(body: bytes, version: int, place: str) -> dict[str, Any]:
    data = msgspec.json.decode(body, type=dict[str, Any])
    while version != VERSION:
        if version not in UPCASTS:
            raise BadEntry(
                f"the entry cannot be read (nothing lifts version {version}); restore a backup", place=place
            )
        data = UPCASTS[version](data)
        version += 1
        data["v"] = version
    return data
