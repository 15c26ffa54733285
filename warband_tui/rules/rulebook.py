"""A game's rules for reading: from TOML text to `Rule`s, and the search over them.

The file holds `[[rule]]` records with a permanent id, and `[[keyword]]` records that belong to the rule which its
`[keywords]` table names. The loader opens no file: whoever calls it has the text. Everything in it is literal, one
printable line a field; line breaks come in here alone, where an edition's difference or an example is added.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import near
from warband_tui.rules.catalogue_lines import key_line, record_line
from warband_tui.rules.ruleset import Rule

LEAST_TEXT = 20
"""A rule with fewer characters than this says too little to be shown."""

BY_HAND = "Not automated: apply it by hand."

Line = Annotated[str, Meta(min_length=1, max_length=1000)]
Text = Annotated[str, Meta(min_length=LEAST_TEXT, max_length=1000)]


class RulebookError(WarbandError):
    """A rules reference that cannot be used as it stands."""


class _Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Line
    group: Line
    title: Line
    text: Text
    source: Line
    editions: dict[Line, Line] = field(default_factory=dict)
    example: str = ""


class _Keyword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Line
    title: str = ""
    text: Text
    automated: bool
    editions: dict[Line, Line] = field(default_factory=dict)
    example: str = ""


class _Keywords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rule: Line
    group: Line
    source: Line


class _Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rule: tuple[_Rule, ...]
    keyword: tuple[_Keyword, ...] = ()
    keywords: _Keywords | None = None


_TABLES: dict[str, type[Struct]] = {
    "rule": _Rule,
    "keyword": _Keyword,
    "keywords": _Keywords,
}


@cache
def rules_of(package: str) -> tuple[Rule, ...]:
    """Return the rules of a game's `rulebook.toml`, which lies in its package; parsed when first asked for.

    Raises:
        RulebookError: see `parse_rulebook`.
    """
    return parse_rulebook(
        files(package).joinpath("rulebook.toml").read_text(encoding="utf-8"), "rulebook.toml"
    )


def parse_rulebook(text: str, source_name: str) -> tuple[Rule, ...]:
    """Read a rules reference.

    Each keyword follows the rule that it belongs to, with the id `"<rule id> <keyword>"`. `Rule.text` ends with a
    line for each edition that differs (`"1.0.2: ..."`) and one for the example (`"Example: ..."`).

    Args:
        text: the TOML text.
        source_name: what to call it in complaints, a file name usually.

    Returns:
        The rules in the order of the file.

    Raises:
        RulebookError: the first thing wrong with it, in one line: place, record, key, way out.
    """
    raw = _toml(text, source_name)
    try:
        book = msgspec.convert(raw, _Book)
    except msgspec.ValidationError as error:
        raise _invalid(str(error), raw, text, source_name) from error
    _check_printable(book, text, source_name)
    _check_ids(book, text, source_name)
    return tuple(_shown(book))


def _shown(book: _Book) -> Iterator[Rule]:
    for one in book.rule:
        yield Rule(
            id=one.id,
            title=one.title,
            text=_with_additions(one),
            source=one.source,
            group=one.group,
        )
        if book.keywords is not None and book.keywords.rule == one.id:
            for word in book.keyword:
                yield Rule(
                    id=f"{one.id} {word.id}",
                    title=word.title or word.id,
                    text=_with_additions(word),
                    source=book.keywords.source,
                    group=book.keywords.group,
                )


def _with_additions(record: _Rule | _Keyword) -> str:
    lines = [record.text, *(f"{edition}: {words}" for edition, words in record.editions.items())]
    if record.example:
        lines.append(f"Example: {record.example}")
    if isinstance(record, _Keyword) and not record.automated:
        lines.append(BY_HAND)
    return "\n".join(lines)


# ---- complaints


def _error(message: str, source_name: str, line: int | None) -> RulebookError:
    """An error of one printable line, whatever the file or its name holds."""
    place = source_name if line is None else f"{source_name}:{line}"
    return RulebookError(_plain(message), place=_plain(place))


def _plain(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:300]


def _toml(text: str, source_name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or int() refusing a number of thousands of digits
        what, _, where = str(error).partition(" (at ")
        at = re.match(r"line (\d+)", where)
        last = text.count("\n") + 1 if where else None
        line = int(at.group(1)) if at else last
        raise _error(f"not valid TOML: {what.lower()}; mend this line", source_name, line) from error
    except RecursionError as error:
        raise _error("not readable: nested far too deep; flatten it", source_name, None) from error


def _label(table: str, index: int, record: object) -> str:
    own = record.get("id") if isinstance(record, dict) else None
    return f'{table} "{own}"' if isinstance(own, str) and own else f"{table} number {index + 1}"


def _invalid(complaint: str, raw: dict[str, Any], text: str, source_name: str) -> RulebookError:
    """Turn msgspec's complaint into one that names the record, the key and what would do."""
    what, _, path = complaint.replace(" - at `key` in ", " - at ").partition(" - at `")
    where = re.match(r"\$(?:\.(\w+))?(?:\[(\d+)\])?(?:\.(\w+))?", path)
    table, position, key = where.groups(default="") if where else ("", "", "")
    unknown = re.search(r"unknown field `(.*)`", what)
    missing = re.search(r"missing required field `(.*)`", what)
    if unknown:
        key = unknown.group(1)
        message = f'unknown key "{key}"{near(key, list(_TABLES.get(table, _Book).__struct_fields__))}'
    elif missing:
        message = f'the key "{missing.group(1)}" is missing; add it'
    else:
        message = (f'"{key}": ' if key else "") + what.replace("`", "").replace("Expected", "expected")
    if position:
        index = int(position)
        message = f"{_label(table, index, raw[table][index])}: {message}"
        return _error(message, source_name, record_line(text, table, index, key))
    if table:
        message = f"{table}: {message}"
    return _error(message, source_name, key_line(text, key or table) if key or table else None)


def _records(book: _Book) -> Iterator[tuple[str, int, _Rule | _Keyword]]:
    for index, rule in enumerate(book.rule):
        yield "rule", index, rule
    for index, keyword in enumerate(book.keyword):
        yield "keyword", index, keyword


def _strings(record: Struct) -> Iterator[tuple[str, str]]:
    for key in record.__struct_fields__:
        value = getattr(record, key)
        if isinstance(value, dict):
            yield from ((key, f"{name}: {words}") for name, words in value.items())
        elif isinstance(value, str):
            yield key, value


def _check_printable(book: _Book, text: str, source_name: str) -> None:
    way_out = "holds a line break or a control character; write it as one plain line"
    for key, value in _strings(book.keywords) if book.keywords is not None else ():
        if not value.isprintable():
            raise _error(f'keywords: "{key}" {way_out}', source_name, key_line(text, "keywords"))
    for table, index, record in _records(book):
        for key, value in _strings(record):
            if not value.isprintable():
                message = f'{table} "{record.id}": "{key}" {way_out}'
                raise _error(message, source_name, record_line(text, table, index, key))


def _check_ids(book: _Book, text: str, source_name: str) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for table, index, record in _records(book):
        if seen[table, record.id]:
            message = f'{table} "{record.id}": this id is taken; give it another, or remove one'
            raise _error(message, source_name, record_line(text, table, index, "id"))
        seen[table, record.id] += 1
    if book.keywords is None and book.keyword:
        message = 'the table "keywords" is missing: say there to which rule the keywords belong'
        raise _error(message, source_name, record_line(text, "keyword", 0))
    if book.keywords is not None and not seen["rule", book.keywords.rule]:
        message = (
            f'keywords: no rule "{book.keywords.rule}"{near(book.keywords.rule, [r.id for r in book.rule])}'
        )
        raise _error(message, source_name, key_line(text, "keywords"))


# ---- search

_QUOTES = str.maketrans({"”": '"', "“": '"', "″": '"', "’": "'", "′": "'"})


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    return text.translate(_QUOTES).casefold()


def _words(text: str) -> list[re.Pattern[str]]:
    """What each word of a query has to match: the beginning of a word, a number the whole of it."""
    return [
        re.compile(
            (r"(?<!\w)" if word[0].isalnum() else "")
            + re.escape(word)
            + (r"(?!\d|\.\d)" if word[-1].isdigit() else "")
        )
        for word in _folded(text).split()
    ]


def search(rules: Iterable[Rule], text: str) -> list[Rule]:
    """Return the rules in which every word of a query occurs, in id, title or text.

    Capitals do not matter; a word may be cut short (`bloodb`), a number may not (`1` is not `12`).

    Returns:
        The rule with exactly this id or title first, then those that have more of the words in id and title, and
        otherwise in the order given. An empty query returns every rule.
    """
    words = _words(text)
    whole = " ".join(_folded(text).split())
    found: list[tuple[bool, int, Rule]] = []
    for rule in rules:
        head, body = _folded(f"{rule.id} {rule.title}"), _folded(rule.text)
        in_head = sum(1 for word in words if word.search(head))
        if all(word.search(head) or word.search(body) for word in words):
            exact = whole in (_folded(rule.id), _folded(rule.title))
            found.append((not exact, -in_head, rule))
    return [rule for _, _, rule in sorted(found, key=lambda one: one[:2])]
