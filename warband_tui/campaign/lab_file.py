"""What the odds lab held when it was left: one small file beside the program's other states."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from warband_tui.campaign.odds_lab import MOST_COLUMNS, Column
from warband_tui.rules.lab import LabForm, sound

NAME = "odds-lab.json"
_LARGEST = 1_000_000


class Kept(Struct, frozen=True):
    """The columns of each form that was used, by `game/form`, and which one was open."""

    at: str = ""
    tables: dict[str, tuple[Column, ...]] = {}


def load(folder: Path) -> Kept:
    """Return what was kept; nothing when there is no file or it cannot be read."""
    path = folder / NAME
    try:
        if path.stat().st_size > _LARGEST:
            return Kept()
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return Kept()


def save(folder: Path, kept: Kept) -> bool:
    """Keep it, replacing the file as a whole, and return whether the disk took it."""
    path = folder / NAME
    fresh = path.with_suffix(f".{os.getpid()}.new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(msgspec.json.encode(kept))
        fresh.replace(path)
    except OSError:
        return False
    return True


def columns_for(kept: Kept, key: str, form: LabForm) -> tuple[Column, ...]:
    """Return the columns kept for a form, those that still fit it."""
    held = kept.tables.get(key, ())
    return tuple(column for column in held if sound(form, column.query))[:MOST_COLUMNS]
