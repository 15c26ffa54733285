"""Reads a roster file of any known format; what it is, is told by its content and never by its name."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from warband_tui.imports import battlescribe, mesbg_list_builder, trench_companion, yaktribe
from warband_tui.imports.archive import ZIP_STARTS, unpack
from warband_tui.imports.json_document import elements_of, mapping, read_json
from warband_tui.imports.limits import MAX_BYTES, MAX_JSON_BYTES
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import ImportedRoster
from warband_tui.imports.text import clean_text
from warband_tui.imports.xml_document import read_xml

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_WEB_PAGE = (b"<!doctype html", b"<html")
_MEGABYTES = MAX_BYTES // 1_000_000
_NOT_A_ROSTER = (
    "this is not a roster; files that can be read: .rosz and .ros, New Recruit's JSON, Trench Companion's JSON, "
    "the JSON of the MESBG list builder and of YakTribe"
)
_CATALOGUE = "this is a game catalogue, not a roster; export the roster itself"
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"%PDF")


def read_roster(path: Path) -> ImportedRoster:
    """Reads a roster file.

    Raises:
        ImportRefused: when there is no such file, or it is no roster that can be read.
    """
    place = clean_text(path.name)
    try:
        if not path.is_file():
            what = "this is a folder, not a file" if path.is_dir() else "there is no such file"
            raise ImportRefused(what, place=place)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its name is not valid"
        raise ImportRefused(f"the file cannot be opened ({reason})", place=place) from error
    return read_roster_bytes(data, place)


def read_roster_bytes(data: bytes, name: str) -> ImportedRoster:
    """Reads a roster from memory.

    Args:
        data: the whole file: XML, JSON, or a zip archive of one of them.
        name: the file's name; used in messages only.

    Raises:
        ImportRefused: when it is no roster that can be read; the message says why and what to do.
    """
    place = clean_text(name)
    if len(data) > MAX_BYTES:
        raise ImportRefused(f"the file has more than {_MEGABYTES} MB; no roster is that big", place=place)
    if data.startswith(ZIP_STARTS):
        data = unpack(data, place)
        if data.startswith(ZIP_STARTS):
            raise ImportRefused("the archive holds another archive; unpack it first", place=place)
    if not data.strip(b"\0\t\r\n \xef\xbb\xbf\xff\xfe"):
        raise ImportRefused("the file is empty; export the roster again", place=place)
    encoding, data = _as_utf8(data, place)
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        return _read_markup(data, encoding, place)
    if start.startswith((b"{", b"[")):
        return _read_json(data, place)
    raise ImportRefused(_unknown(start), place=place)


def _as_utf8(data: bytes, place: str) -> tuple[str | None, bytes]:
    """Gives UTF-16 as UTF-8, with the encoding to insist on where the file's own statement no longer holds."""
    if data.startswith(_UTF16):
        codec = "utf-16"
    elif data[:2] in {b"<\0", b"{\0", b"[\0"}:
        codec = "utf-16-le"
    elif data[:2] in {b"\0<", b"\0{", b"\0["}:
        codec = "utf-16-be"
    else:
        return ("utf-8" if data.startswith(codecs.BOM_UTF8) else None), data
    try:
        return "utf-8", data.decode(codec).encode()
    except UnicodeError as error:
        raise ImportRefused(
            "the file is UTF-16 that is cut short or damaged; export it again", place=place
        ) from error


def _read_markup(data: bytes, encoding: str | None, place: str) -> ImportedRoster:
    head = data[:4096].lower()
    if any(sign in head for sign in _WEB_PAGE) and b"<roster" not in head:
        raise ImportRefused(
            "this is a web page saved instead of a file; use the site's download button", place=place
        )
    # White space before the XML declaration is an error in XML, but harmless.
    root = read_xml(data.removeprefix(codecs.BOM_UTF8).lstrip(b" \t\r\n"), place, encoding=encoding)
    new_recruit = "newrecruit" in root.get("generatedBy").casefold()
    return battlescribe.roster_from(root, "New Recruit" if new_recruit else "BattleScribe", place)


def _read_json(data: bytes, place: str) -> ImportedRoster:
    if len(data) > MAX_JSON_BYTES:
        raise ImportRefused(
            f"the JSON has more than {MAX_JSON_BYTES // 1_000_000} MB; no roster is that big", place=place
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ImportRefused("the JSON is not UTF-8; export it again", place=place) from error
    document = read_json(text, place)
    if isinstance(document, list) and len(document) == 1:
        document = document[0]
    if not isinstance(document, dict):
        raise ImportRefused(_NOT_A_ROSTER, place=place)
    for fits, read in _SHAPES:
        if fits(document):
            return read(document, place)
    raise ImportRefused(_NOT_A_ROSTER, place=place)


def _new_recruit(document: dict[str, Any], place: str) -> ImportedRoster:
    roster = mapping(document, "roster") or document
    return battlescribe.roster_from(elements_of(roster, place), "New Recruit JSON", place)


def _envelope(document: dict[str, Any], place: str) -> ImportedRoster:
    """Reads a shared record, whose warband is JSON within a JSON string."""
    inner = document.get("warband_data") or mapping(document, "meta").get("warband_data")
    save = read_json(inner, place) if isinstance(inner, str) else inner
    if not isinstance(save, dict):
        raise ImportRefused("the shared record holds no warband; use the download button", place=place)
    return trench_companion.from_save(save, place)


def _refuser(message: str) -> Callable[[dict[str, Any], str], ImportedRoster]:
    def refuse(_document: dict[str, Any], place: str) -> ImportedRoster:
        raise ImportRefused(message, place=place)

    return refuse


_SHARE_PAYLOAD = (
    "this is a New Recruit share link payload, without stats and prices; use the JSON or ROSZ button"
)
_ROSTERIZER = "this is a Rosterizer file, which is not supported; use a .rosz or New Recruit's JSON"
_OLD_COMPENDIUM = "this is an old Compendium save; open it in Trench Companion and download it from there"
_CAMPAIGN_EXPORT = "this is a campaign's export, not a gang's; rosters cannot be read from it"

_OURS = "this is Warband's own export; bring it in with: warband-tui campaign import FILE"

_SHAPES: tuple[
    tuple[Callable[[dict[str, Any]], bool], Callable[[dict[str, Any], str], ImportedRoster]], ...
] = (
    (lambda d: d.get("format") in ("warband-campaign", "warband-roster"), _refuser(_OURS)),
    (lambda d: isinstance(mapping(d, "roster").get("forces"), list), _new_recruit),
    (lambda d: "army" in d or {"option_id", "options"} <= d.keys(), _refuser(_SHARE_PAYLOAD)),
    (lambda d: "catalogue" in d or "gameSystem" in d, _refuser(_CATALOGUE)),
    (lambda d: isinstance(d.get("forces"), list), _new_recruit),
    (lambda d: "roster" in d, _new_recruit),
    (lambda d: "warband_data" in d or "warband_data" in mapping(d, "meta"), _envelope),
    (trench_companion.is_tabletop_export, trench_companion.from_tabletop_export),
    (trench_companion.is_save, trench_companion.from_save),
    (mesbg_list_builder.is_list, mesbg_list_builder.from_list),
    (yaktribe.is_gang, yaktribe.from_gang),
    (lambda d: {"Members", "Armoury"} <= d.keys(), _refuser(_OLD_COMPENDIUM)),
    (lambda d: {"rulebook"} <= d.keys() or "manifest" in d, _refuser(_ROSTERIZER)),
    (lambda d: {"gangs", "territories"} <= d.keys(), _refuser(_CAMPAIGN_EXPORT)),
)
"""How each JSON format is told from the others, and its reader; the first that fits is taken."""


def _unknown(start: bytes) -> str:
    """Gives why a file that is neither archive, XML nor JSON is refused."""
    text = start.decode("utf-8", "replace")
    if start.startswith(_PICTURES):
        return "this is a picture or a PDF, not a roster"
    if start.startswith(b"SQLite format 3"):
        return "this is a database, not a roster"
    if (
        "++ " in text
        or "FACTION KEYWORD" in text
        or re.search(r"\[\d+ ?pts\]|\(\d+ ?pts\)|^## .+ ##", text, re.MULTILINE)
    ):
        return "this is a list as text, without stats; use the program's ROSZ or JSON button"
    return _NOT_A_ROSTER
