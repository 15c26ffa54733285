"""A campaign or a warband read from a library into the document that it travels in."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from warband_tui.campaign import transfer_form as form
from warband_tui.errors import WarbandError
from warband_tui.rules.entries import decode
from warband_tui.rules.state import Setup
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import BattleView, FighterView, ItemView, WarbandView

_LEDGER = """
SELECT seq, at, who, what, subject, why, warband_id, battle_id, undoes, before, after
FROM ledger WHERE campaign_id = ? ORDER BY seq
"""
_ROW, _IMAGES = 9, ("before", "after")

LETTERS = {"campaign": "c", "player": "p", "warband": "w", "fighter": "f", "item": "i", "battle": "b"}
"""How the ids of a document begin, by table."""


def campaign_document(library: Library, campaign_id: int) -> form.CampaignDocument:
    """Read a whole campaign: players, warbands, ledger, battles with all their entries.

    Raises:
        WarbandError: there is no such campaign, or the library cannot be read.
    """
    queries = Queries(library)
    with library.one_moment():
        campaign = queries.campaign(campaign_id)
        players = sorted(queries.players(campaign_id), key=lambda one: one.id)
        warbands = sorted(queries.warbands(campaign_id), key=lambda one: one.id)
        rosters = [(one, queries.fighters(one.id), queries.stash(one.id)) for one in warbands]
        battles = sorted(queries.battles(campaign_id, archived=True), key=lambda one: one.id)
        ledger = [_read_line(row, campaign.name) for row in library.rows(_LEDGER, (campaign_id,))]
        ids = _Ids(_mentioned(rosters, ledger))
        ids.know("campaign", [campaign_id])
        ids.know("player", [one.id for one in players])
        ids.know("battle", [one.id for one in battles])
        parts = {
            "format": form.CAMPAIGN,
            "version": form.VERSION,
            "campaign": _facts(msgspec.to_builtins(campaign), form.CampaignFacts, ids),
            "players": [{"id": ids.of("player", p.id), "name": p.name, "notes": p.notes} for p in players],
            "warbands": [_warband(*roster, ids) for roster in rosters],
            "ledger": [_line(line, ids) for line in ledger],
            "battles": [_battle(library, battle, ids) for battle in battles],
        }
    return cast(form.CampaignDocument, form.checked(parts, form.CampaignDocument, campaign.name))


def warband_document(library: Library, warband_id: int) -> form.WarbandDocument:
    """Read one warband as it stands.

    Raises:
        WarbandError: there is no such warband, or the library cannot be read.
    """
    queries = Queries(library)
    with library.one_moment():
        warband = queries.warband(warband_id)
        campaign = queries.campaign(warband.campaign_id)
        roster = (warband, queries.fighters(warband_id), queries.stash(warband_id))
    ids = _Ids(_mentioned([roster], []))
    parts = {
        "format": form.WARBAND,
        "version": form.VERSION,
        "ruleset": campaign.ruleset,
        "edition": campaign.edition,
        "player": warband.player,
        "warband": _warband(*roster, ids) | {"player": None},
    }
    return cast(form.WarbandDocument, form.checked(parts, form.WarbandDocument, warband.name))


def write_document(text: str, path: Path, *, overwrite: bool) -> Path:
    """Write a text to exactly this file, whole or not at all, and return its full path.

    Raises:
        WarbandError: the file exists and may not be replaced, or cannot be written.
    """
    place = str(path)
    taken = WarbandError("exists already; name another file, or add --overwrite", place=place)
    try:
        target = path.absolute()
        if not overwrite and os.path.lexists(target):
            raise taken
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".warband-", suffix=".part")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(0o644)
            if overwrite or not _linked(temporary, target):
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except FileExistsError:
        raise taken from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "no file can have this name"
        raise WarbandError(f"cannot be written ({reason}); name another file", place=place) from error
    return target


def _linked(temporary: Path, target: Path) -> bool:
    """Give a finished file its name, which fails where a rename would replace another's; False: it cannot.

    Raises:
        FileExistsError: the name was taken in the meantime.
    """
    try:
        os.link(temporary, target, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        # Some file systems, such as those of memory sticks, have no hard links.
        return False
    return True


class _Ids:
    """What the rows of a library are called in a document: numbered by their row ids, from 1."""

    def __init__(self, rows: Mapping[str, Iterable[int]]) -> None:
        self._names: dict[str, dict[int, str]] = {table: {} for table in LETTERS}
        for table, found in rows.items():
            self.know(table, found)

    def know(self, table: str, rows: Iterable[int]) -> None:
        """Give names to these rows besides those that have one."""
        every = sorted({*self._names[table], *rows})
        self._names[table] = {row: f"{LETTERS[table]}{i}" for i, row in enumerate(every, 1)}

    def of(self, table: str, row: int | None) -> str | None:
        """Return what a row is called, None for one that is not of this campaign."""
        return None if row is None else self._names[table].get(row)

    def of_text(self, table: str, row: object) -> str | None:
        """Return what the row is called whose id is given as text."""
        text = str(row)
        return self.of(table, int(text)) if text.isascii() and text.isdigit() and len(text) < 19 else None


Roster = tuple[WarbandView, tuple[FighterView, ...], tuple[ItemView, ...]]


def _mentioned(rosters: Iterable[Roster], ledger: Iterable[dict[str, Any]]) -> dict[str, set[int]]:
    """Return the rows that a campaign has, and those that its ledger remembers."""
    found: dict[str, set[int]] = {table: set() for table in LETTERS}
    for warband, fighters, stash in rosters:
        found["warband"].add(warband.id)
        found["fighter"].update(one.id for one in fighters)
        found["item"].update(one.id for one in stash)
        found["item"].update(item.id for one in fighters for item in one.items)
    for line in ledger:
        if line["warband_id"] is not None:
            found["warband"].add(line["warband_id"])
        for rows in (line[side] for side in _IMAGES):
            for table, images in rows.items():
                found[table].update(map(int, images))
                for image in filter(None, images.values()):
                    for other in ("player", "warband", "fighter"):
                        if image.get(f"{other}_id") is not None:
                            found[other].add(image[f"{other}_id"])
    return found


def _read_line(row: tuple[Any, ...], place: str) -> dict[str, Any]:
    names = ("seq", "at", "who", "what", "subject", "why", "warband_id", "battle_id", "undoes")
    line = dict(zip(names, row[:_ROW], strict=True))
    try:
        images = [json.loads(text) for text in row[_ROW:]]
    except ValueError:
        raise WarbandError(f"line {row[0]} of the ledger is damaged; restore a backup", place=place) from None
    return line | dict(zip(_IMAGES, images, strict=True))


def _line(line: dict[str, Any], ids: _Ids) -> dict[str, Any]:
    told = {key: line[key] for key in ("seq", "at", "who", "what", "subject", "why", "undoes")}
    told["warband"] = ids.of("warband", line["warband_id"])
    told["battle"] = ids.of("battle", line["battle_id"])
    return told | {side: _images(line[side], ids) for side in _IMAGES}


_IMAGE_SHAPES: dict[str, type[msgspec.Struct]] = {
    "campaign": form.CampaignFacts,
    "player": form.PlayerFacts,
    "warband": form.WarbandFacts,
    "fighter": form.FighterImage,
    "item": form.ItemImage,
}


def _images(tables: dict[str, dict[str, Any]], ids: _Ids) -> dict[str, Any]:
    return {
        table: {
            ids.of(table, int(row)): None if image is None else _facts(image, _IMAGE_SHAPES[table], ids)
            for row, image in rows.items()
        }
        for table, rows in tables.items()
    }


def _facts(row: dict[str, Any], shape: type[msgspec.Struct], ids: _Ids) -> dict[str, Any]:
    """Return a row as a part of the document, other rows named as they are called there."""
    found: dict[str, Any] = {}
    for name in shape.__struct_fields__:
        if name in ("player", "warband", "fighter"):
            found[name] = ids.of(name, row.get(f"{name}_id"))
        elif name in row:
            found[name] = row[name]
    if isinstance(found.get("details", {}).get("allowed"), dict):
        found["details"] = {**found["details"], "allowed": _allowed(found["details"]["allowed"], ids)}
    return found


def _allowed(breaches: dict[str, str], ids: _Ids) -> dict[str, str]:
    """Return the breaches that a player allowed, keyed by what their fighter is called in the document."""
    found = {}
    for key, why in breaches.items():
        code, _, rest = key.partition(":")
        subject, _, excess = rest.partition(":")
        name = ids.of_text("fighter", subject) if subject.isdigit() else subject
        if name is not None:
            found[f"{code}:{name}:{excess}"] = why
    return found


def _warband(
    warband: WarbandView, fighters: Iterable[FighterView], stash: Iterable[ItemView], ids: _Ids
) -> dict[str, Any]:
    found = {"id": ids.of("warband", warband.id)}
    return {
        **found,
        **_facts(msgspec.to_builtins(warband), form.WarbandFacts, ids),
        "fighters": [_fighter(one, ids) for one in fighters],
        "stash": [_item(one, ids) for one in stash],
    }


def _fighter(fighter: FighterView, ids: _Ids) -> dict[str, Any]:
    return {
        "id": ids.of("fighter", fighter.id),
        **_facts(msgspec.to_builtins(fighter), form.FighterFacts, ids),
        "items": [_item(one, ids) for one in fighter.items],
    }


def _item(item: ItemView, ids: _Ids) -> dict[str, Any]:
    return {"id": ids.of("item", item.id), **_facts(msgspec.to_builtins(item), form.ItemFacts, ids)}


def _battle(library: Library, battle: BattleView, ids: _Ids) -> dict[str, Any]:
    heading = {
        key: getattr(battle, key)
        for key in ("name", "ruleset", "edition", "status", "created", "updated", "archived")
    }
    sides = [
        {"key": s.key, "name": s.name, "player": s.player, "warband": ids.of("warband", s.warband_id)}
        for s in battle.sides
    ]
    setup = _setup(Queries(library).setup(battle.id), battle.name)
    for side in setup.get("sides", ()):
        _rename(side, "warband", ids)
        for unit in side.get("units", ()):
            _rename(unit, "fighter", ids)
    entries = []
    for row in Journal(library).read(battle.id):
        decode(row.body, f"{battle.name}, entry {row.seq}")
        # What was written goes out, not what this program makes of it.
        entry = msgspec.json.decode(row.body, type=dict[str, Any])
        for part in form.joining(entry):
            _rename(part["unit"], "fighter", ids)
        entries.append({"at": row.at, "entry": entry})
    return {
        "id": ids.of("battle", battle.id),
        **heading,
        "setup": setup,
        "sides": sides,
        "entries": entries,
    }


def _rename(holder: dict[str, Any], table: str, ids: _Ids) -> None:
    """Call the row that is named in a battle as the document does; one of another campaign is left out."""
    row = holder.pop(table, None)
    name = ids.of_text(table, row) if row else None
    if name is not None:
        holder[table] = name


def _setup(body: bytes, name: str) -> dict[str, Any]:
    try:
        msgspec.json.decode(body, type=Setup)
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise WarbandError("the set-up is damaged; restore a backup", place=name) from None
