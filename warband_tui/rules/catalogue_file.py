"""Read a catalogue from TOML text, strictly: what is wrong is said in one line, with place and way out.

The reader opens no file: whoever calls it has the text, and hands in the catalogues that may be extended.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from warband_tui.rules.catalogue import Catalogue, overlay
from warband_tui.rules.catalogue_lines import key_line, record_line
from warband_tui.rules.catalogue_reader import TABLES, CatalogueError, Finding, Head, Reader, plain
from warband_tui.rules.catalogue_references import (
    Automated,
    Complaint,
    keyword_complaints,
    reference_complaints,
)
from warband_tui.rules.limits import Severity

__all__ = ["MAX_BYTES", "CatalogueError", "Finding", "check_catalogue", "parse_catalogue"]

MAX_BYTES = 2_000_000

_Found = TypeVar("_Found")


def _joined(values: Iterable[tuple[_Found, ...]]) -> tuple[_Found, ...]:
    return tuple(dict.fromkeys(one for each in values for one in each))


def _assembled(head: Head, own: Mapping[str, tuple[Any, ...]], bases: list[Catalogue]) -> Catalogue:
    gone = set(head.remove)

    def layered(table: str) -> tuple[Any, ...]:
        result: tuple[Any, ...] = ()
        for base in bases:
            result = overlay(result, getattr(base, table), set())
        mine = {one.id for one in own[table]}
        joined = overlay(result, own[table], gone)
        return tuple(sorted(joined, key=lambda one: one.id not in mine))

    def first(name: str) -> Any:
        return getattr(head, name) or next((getattr(b, name) for b in bases if getattr(b, name)), "")

    items = layered("items")
    known = {one.id for one in items}
    return Catalogue(
        id=head.id,
        title=head.title,
        ruleset=first("ruleset"),
        faction=first("faction"),
        alignment=first("alignment"),
        promoted_keyword=first("promoted_keyword"),
        budget=first("budget") or {},
        editions=head.editions or _joined(base.editions for base in bases),
        stats=_joined([*(base.stats for base in bases), head.stats]),
        currencies=tuple(
            {
                one.id: one for one in (*(c for base in bases for c in base.currencies), *head.currencies)
            }.values()
        ),
        profiles=layered("profiles"),
        items=items,
        armoury=tuple(one for one in layered("armoury") if one.item in known or one in own["armoury"]),
        limits=layered("limits"),
        kit=layered("kit"),
        variants=layered("variants"),
        notes=_joined([*(base.notes for base in bases), head.notes]),
    )


def _decoded(text: str | bytes, source: str) -> Reader:
    reader = Reader("", plain(source))
    if len(text) > MAX_BYTES:
        reader.say(f"larger than {MAX_BYTES} bytes; split it")
    elif isinstance(text, str):
        reader.text = text
    else:
        try:
            reader.text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            reader.say(f"not UTF-8 text at byte {error.start}; save it as UTF-8")
    return reader


Positions = dict[str, tuple[str, int]]


def _read(
    text: str | bytes, source: str, bases: Mapping[str, Catalogue]
) -> tuple[Reader, Catalogue | None, Positions]:
    reader = _decoded(text, source)
    raw = None if reader.findings else reader.toml()
    head = None if raw is None else reader.head(raw)
    if head is None:
        return reader, None, {}
    names = (head.extends,) if isinstance(head.extends, str) else head.extends
    extended = reader.bases(names, bases)
    if not head.ruleset and not any(base.ruleset for base in extended):
        reader.say('the key "ruleset" is missing: name a ruleset, or extend a catalogue that has one')
    read: dict[str, dict[int, Any]] = {}
    for table in TABLES:
        known: dict[str, tuple[Any, ...]] = {
            name: (*(one for base in extended for one in getattr(base, name)), *read[name].values())
            for name in read
        }
        read[table] = reader.records(table, getattr(head, table), known)
    own = {table: tuple(records.values()) for table, records in read.items()}
    catalogue = _assembled(head, own, extended)
    failed = {
        str(raw_record.get("id"))
        for table in TABLES
        for index, raw_record in enumerate(getattr(head, table))
        if index not in read[table]
    }
    for complaint in reference_complaints(catalogue, read, failed, extended, head.remove):
        _say(reader, complaint)
    positions = {
        record.id: (table, index) for table in ("profiles", "items") for index, record in read[table].items()
    }
    return reader, catalogue, positions


def _say(reader: Reader, complaint: Complaint, severity: Severity = "error") -> None:
    line = (
        key_line(reader.text, complaint.key)
        if complaint.index is None
        else record_line(reader.text, complaint.table, complaint.index, complaint.key)
    )
    reader.say(complaint.message, line=line, severity=severity)


def parse_catalogue(
    text: str | bytes, source_name: str, *, bases: Mapping[str, Catalogue] | None = None
) -> Catalogue:
    """Read a catalogue.

    Args:
        text: the TOML text, or its bytes in UTF-8.
        source_name: what to call it in complaints, a file name usually.
        bases: the catalogues that it may extend, by id.

    Raises:
        CatalogueError: the first thing wrong with it, in one line: place, record, key, way out.
    """
    reader, catalogue, _ = _read(text, source_name, bases or {})
    if catalogue is None or reader.findings:
        first = reader.findings[0]
        raise CatalogueError(first.message, place=first.place)
    return catalogue


def check_catalogue(
    text: str | bytes,
    name: str,
    *,
    bases: Mapping[str, Catalogue] | None = None,
    automated: Automated | None = None,
) -> list[Finding]:
    """Everything there is to say about a catalogue file, in the order of its lines.

    Args:
        text: the TOML text, or its bytes in UTF-8.
        name: what to call it, a file name usually.
        bases: the catalogues that it may extend, by id.
        automated: which keywords the ruleset carries out (its list or its own test); others are named as
            notes. None: not asked.
    """
    reader, catalogue, positions = _read(text, name, bases or {})
    if catalogue is not None and automated is not None:
        for complaint in keyword_complaints(catalogue, positions, automated):
            _say(reader, complaint, "info")
    return sorted(reader.findings, key=lambda one: (one.line or 0, one.message))
