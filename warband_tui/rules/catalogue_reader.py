"""Read single records of a catalogue file and collect what is wrong with them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec
from msgspec import Struct, field

from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import (
    ArmouryEntry,
    Catalogue,
    Cost,
    Currency,
    Id,
    Item,
    ItemKind,
    KitLimit,
    Name,
    Profile,
    Raise,
    Relative,
    Upgrade,
    Variant,
    near,
)
from warband_tui.rules.catalogue_lines import key_line, record_line
from warband_tui.rules.limits import KitRule, Severity, WarbandLimit
from warband_tui.toml_text import read_toml


class CatalogueError(WarbandError):
    """A catalogue file that cannot be used as it stands."""


class Finding(Struct, frozen=True, kw_only=True):
    """One thing to say about a catalogue file; `line` counts from 1, None where it is not known."""

    severity: Severity
    source: str
    message: str
    line: int | None = None

    @property
    def place(self) -> str:
        """File and line, as editors understand them."""
        return self.source if self.line is None else f"{self.source}:{self.line}"

    @property
    def text(self) -> str:
        """The finding in one line."""
        return f"{self.place}: {self.message}"


Raw = dict[str, Any]


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys at the top of a file; its records are still raw."""

    id: Id
    title: Name
    ruleset: Id = ""
    faction: str = ""
    alignment: str = ""
    extends: str | tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()
    promoted_keyword: str = ""
    budget: Cost = field(default_factory=dict)
    currencies: tuple[Currency, ...] = ()
    profiles: tuple[Raw, ...] = ()
    items: tuple[Raw, ...] = ()
    armoury: tuple[Raw, ...] = ()
    limits: tuple[Raw, ...] = ()
    kit: tuple[Raw, ...] = ()
    variants: tuple[Raw, ...] = ()
    remove: tuple[Id, ...] = ()
    notes: tuple[str, ...] = ()


TABLES: dict[str, Any] = {
    "profiles": Profile,
    "items": Item,
    "armoury": ArmouryEntry,
    "limits": WarbandLimit,
    "kit": KitRule,
    "variants": Variant,
}
_NESTED: dict[str, tuple[Any, ...]] = {
    "profiles": (Profile, Upgrade, Raise, Relative, KitLimit),
    "items": (Item,),
    "armoury": (ArmouryEntry,),
    "variants": (Variant,),
    "limits": get_args(WarbandLimit),
    "kit": get_args(KitRule),
}
_KINDS: dict[str, list[str]] = {
    "items": list(get_args(ItemKind)),
    "limits": [each.__struct_config__.tag for each in get_args(WarbandLimit)],
    "kit": [each.__struct_config__.tag for each in get_args(KitRule)],
}
_PATCHED = ("profiles", "items", "armoury")


def _known_keys(table: str, path: str = "") -> list[str]:
    types = _NESTED.get(table, (Head,))
    if table == "profiles":
        owners = {
            "upgrades": (Upgrade,),
            "raised": (Raise,),
            "at_most": (Relative,),
            "kit_limit": (KitLimit,),
        }
        types = owners.get(re.sub(r"\[[^]]*\]", "", path).rpartition(".")[2], (Profile,))
    return sorted(
        {one.encode_name for each in types for one in msgspec.structs.fields(each)} - {"by_edition"}
    )


def _merged(base: Raw, patch: Raw) -> Raw:
    result = dict(base)
    for key, value in patch.items():
        old = result.get(key)
        result[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def _with_editions(raw: Raw) -> Raw:
    """Complete the partial records under `edition`: a patch needs to say only what differs."""
    patches = raw.get("edition")
    if not isinstance(patches, dict):
        return raw
    plain = {key: value for key, value in raw.items() if key != "edition"}
    whole = {
        name: _merged(plain, patch) if isinstance(patch, dict) else patch for name, patch in patches.items()
    }
    return {**plain, "edition": whole}


def plain(text: str) -> str:
    """One printable line of bounded length."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:300]


class Reader:
    """Collects what is wrong with one file while its parts are read."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.findings: list[Finding] = []

    def say(self, message: str, *, line: int | None = None, severity: Severity = "error") -> None:
        """Note a finding."""
        self.findings.append(
            Finding(severity=severity, source=self.source, line=line, message=plain(message))
        )

    def toml(self) -> Raw | None:
        """The text as TOML tables, None after a finding."""
        try:
            return read_toml(self.text)
        except tomllib.TOMLDecodeError as error:
            match = re.search(r"at line (\d+)", str(error))
            line = int(match.group(1)) if match else None
            self.say(f"not valid TOML: {str(error).split(' (at ')[0].lower()}; mend this line", line=line)
        return None

    def head(self, raw: Raw) -> Head | None:
        """The keys at the top, None after a finding."""
        try:
            return msgspec.convert(raw, Head)
        except msgspec.ValidationError as error:
            self.invalid(error, "", None, "")
        return None

    def invalid(self, error: msgspec.ValidationError, table: str, index: int | None, label: str) -> None:
        """Turn msgspec's complaint into one that names the record, the key and what would do."""
        what, _, path = str(error).partition(" - at `")
        path = path.rstrip("`").removeprefix("$").removeprefix(".")
        key = re.sub(r"\[[^]]*\]", "", path).split(".")[0] if path else ""
        unknown = re.search(r"unknown field `(.*)`", what)
        wrong = re.search(r"Invalid (?:enum )?value '(.*)'", what)
        missing = re.search(r"missing required field `(.*)`", what)
        if unknown:
            name = key = unknown.group(1)
            message = f'unknown key "{name}"{near(name, _known_keys(table, path))}'
        elif missing:
            message = f'the key "{missing.group(1)}" is missing' + (f' in "{path}"' if path else "")
            key = key or ""
        elif wrong and key == "kind":
            message = f'"kind": no kind "{wrong.group(1)}"{near(wrong.group(1), _KINDS.get(table, []))}'
        else:
            message = (f'"{path}": ' if path else "") + self._expected(what)
        where = f"{label}: " if label else ""
        line = (
            key_line(self.text, key)
            if index is None and key
            else record_line(self.text, table, index, key)
            if index is not None
            else None
        )
        self.say(f"{where}{message}", line=line)

    @staticmethod
    def _expected(what: str) -> str:
        if "matching regex" in what:
            if "a-z0-9" in what:
                return "an id is lower-case letters, digits, dots and hyphens"
            return "a name is 1 to 120 printable characters" if "x00" in what else "not of the right form"
        return what.replace("`", "").replace("Expected", "expected")

    def records(self, table: str, raws: Iterable[Raw], base: Mapping[str, Any]) -> dict[int, Any]:
        """Read the records of one table; those that fail are left out, with a finding each."""
        read: dict[int, Any] = {}
        seen: dict[str, int] = {}
        for index, raw in enumerate(raws):
            own = raw.get("item" if table == "armoury" else "id")
            label = f'{table} "{own}"' if isinstance(own, str) else f"{table} number {index + 1}"
            try:
                record = self._record(table, self._variant(raw, base) if table == "variants" else raw)
            except msgspec.ValidationError as error:
                self.invalid(error, table, index, label)
                continue
            if record.id in seen:
                first = record_line(self.text, table, seen[record.id])
                message = f"{label}: this id is taken (line {first}); give it another"
                self.say(message, line=record_line(self.text, table, index))
                continue
            seen[record.id] = index
            read[index] = record
        return read

    @staticmethod
    def _record(table: str, raw: Raw) -> Any:
        if table not in _PATCHED:
            return msgspec.convert(raw, TABLES[table])
        # The plain record first: a fault of its own must not be laid on its editions.
        plain_record = msgspec.convert(
            {key: value for key, value in raw.items() if key != "edition"}, TABLES[table]
        )
        return msgspec.convert(_with_editions(raw), TABLES[table]) if "edition" in raw else plain_record

    @staticmethod
    def _variant(raw: Raw, base: Mapping[str, Any]) -> Raw:
        """Complete the partial records of a variant from those of the base list."""
        result = dict(raw)
        for table in (*_PATCHED, "limits"):
            patches = raw.get(table)
            if not isinstance(patches, list | tuple):
                continue
            known = {one.id: one for one in base.get(table, ())}
            whole = []
            for patch in patches:
                own = patch.get("item" if table == "armoury" else "id") if isinstance(patch, dict) else None
                plain = msgspec.to_builtins(known[own]) if own in known else {}
                joined = _merged(plain, patch) if isinstance(patch, dict) else patch
                whole.append(_with_editions(joined) if isinstance(joined, dict) else joined)
            result[table] = whole
        return result

    def bases(self, names: tuple[str, ...], bases: Mapping[str, Catalogue]) -> list[Catalogue]:
        """The catalogues that a file extends; a finding for each that is not there."""
        found = []
        for name in names:
            if name in bases:
                found.append(bases[name])
            else:
                message = f'extends: no catalogue "{name}"{near(name, list(bases))}'
                self.say(message, line=key_line(self.text, "extends"))
        return found
