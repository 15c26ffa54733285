"""Entries: one action with its choices, rolls, events and rules. The log is the list of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.dice import Roll
from warband_tui.rules.events import Event, Rolled

VERSION = 1

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
    v: int = VERSION

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
        entry = _decode(body)
    except msgspec.MsgspecError as error:
        lifted = _lift(body, place)
        if lifted is None:
            raise BadEntry(f"the entry cannot be read ({error}); restore a backup", place=place) from None
        return lifted
    if entry.v == VERSION:
        return entry
    return _lift(body, place) or entry


def _lift(body: bytes, place: str) -> Entry | None:
    try:
        data = msgspec.json.decode(body, type=dict[str, Any])
        version = data.get("v", VERSION)
        if version > VERSION:
            raise BadEntry(
                f"written by a newer program (entry version {version}); update warband-tui", place=place
            )
        while version in UPCASTS:
            data = UPCASTS[version](data)
            version = data["v"]
        return msgspec.convert(data, Entry) if version == VERSION else None
    except msgspec.MsgspecError:
        return None
