"""Does everything that a catalogue names exist: items, profiles, upgrades, currencies, stats, editions."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from warband_tui.rules.catalogue import (
    ArmouryEntry,
    Catalogue,
    HasId,
    Item,
    Profile,
    Upgrade,
    Variant,
    keyword_name,
    near,
)
from warband_tui.rules.limits import CostLimit, ModelsLimit

Automated = Collection[str] | Callable[[str], bool]


class Complaint(Struct, frozen=True, kw_only=True):
    """What is wrong with a record: the `index`-th of its table, None for the file's head."""

    message: str
    table: str = ""
    index: int | None = None
    key: str = ""


class _Known(Struct, frozen=True, kw_only=True):
    profiles: frozenset[str]
    items: frozenset[str]
    currencies: frozenset[str]
    editions: frozenset[str]
    stats: frozenset[str]
    failed: frozenset[str]

    def missing(self, names: Iterable[str], kind: str, among: frozenset[str]) -> Iterator[str]:
        """A line for each name that nothing has; records that failed to read are not complained of twice."""
        for name in names:
            if name not in among and name not in self.failed:
                yield f'no {kind} "{name}"{near(name, sorted(among))}'


Lines = Iterator[tuple[str, str]]


def _cost(cost: Iterable[str], key: str, known: _Known) -> Lines:
    for line in known.missing(cost, "currency", known.currencies):
        yield key, line


def _limited(record: Profile | Upgrade, profile: Profile, known: _Known, upgrades: frozenset[str]) -> Lines:
    yield from _cost(record.cost, "cost", known)
    for step in record.raised:
        yield from _cost(step.others_cost, "others_cost", known)
        if record.max is None or step.max <= record.max:
            yield "raised", f"a raised maximum of {step.max} is not above {record.max}"
    if record.at_most is not None:
        for line in known.missing((record.at_most.profile,), "profile", known.profiles):
            yield "at_most", line
        own = record.at_most.profile == profile.id
        if own and record.at_most.without and record.at_most.without not in upgrades:
            yield (
                "at_most",
                f'no upgrade "{record.at_most.without}"{near(record.at_most.without, sorted(upgrades))}',
            )


def _stats(names: Iterable[str], key: str, known: _Known) -> Lines:
    if known.stats:
        for line in known.missing(names, "stat", known.stats):
            yield key, line


def _profile(profile: Profile, known: _Known) -> Lines:
    ids = [one.id for one in profile.upgrades]
    upgrades = frozenset(ids)
    yield from _limited(profile, profile, known, upgrades)
    yield from _stats(profile.stats, "stats", known)
    for line in known.missing(profile.kit, "item", known.items):
        yield "kit", line
    if profile.max is not None and profile.min > profile.max:
        yield "min", f"a minimum of {profile.min} is above the maximum of {profile.max}"
    if profile.kit_limit is not None:
        yield from _cost(profile.kit_limit.max_cost, "max_cost", known)
    for name in sorted({one for one in ids if ids.count(one) > 1}):
        yield "upgrades", f'two upgrades "{name}"; give one another id'
    for upgrade in profile.upgrades:
        yield from _limited(upgrade, profile, known, upgrades)
        yield from _stats(upgrade.sets, "sets", known)
        for line in known.missing(upgrade.items, "item", known.items):
            yield "items", line


def _entry(entry: ArmouryEntry, known: _Known) -> Lines:
    for line in known.missing((entry.item,), "item", known.items):
        yield "item", line
    yield from _cost(entry.cost, "cost", known)
    if not entry.cost and not entry.price_unknown:
        yield "cost", "no cost: give one, or price_unknown = true to have the player asked"
    if entry.cost and entry.price_unknown:
        yield "price_unknown", "a cost and price_unknown: keep one of them"
    for line in known.missing((*entry.only_profiles, *entry.not_profiles), "profile", known.profiles):
        yield "only_profiles", line
    for line in known.missing(entry.with_items, "item", known.items):
        yield "with_items", line


def _any_record(record: Any, known: _Known) -> Lines:
    if isinstance(record, Profile):
        yield from _profile(record, known)
    elif isinstance(record, ArmouryEntry):
        yield from _entry(record, known)
    elif isinstance(record, Item):
        yield from _stats(record.sets, "sets", known)
    elif isinstance(record, CostLimit):
        yield from _cost((record.currency,), "currency", known)
    elif isinstance(record, ModelsLimit) and record.max is not None and record.min > record.max:
        yield "min", f"a minimum of {record.min} is above the maximum of {record.max}"
    if isinstance(record, Profile | ArmouryEntry | Item):
        for line in known.missing(record.by_edition, "edition", known.editions):
            yield "edition", line
        for patched in record.by_edition.values():
            yield from _any_record(patched, known)
    elif isinstance(record, Variant):
        yield from _cost(record.budget, "budget", known)
        parts: tuple[HasId, ...] = (*record.profiles, *record.items, *record.armoury, *record.limits)
        for part in parts:
            yield from ((key, f'"{part.id}": {line}') for key, line in _any_record(part, known))
    else:
        for line in known.missing(record.editions, "edition", known.editions):
            yield "editions", line


def reference_complaints(
    catalogue: Catalogue,
    read: Mapping[str, Mapping[int, Any]],
    failed: Collection[str],
    bases: Iterable[Catalogue],
    removed: Iterable[str],
) -> Iterator[Complaint]:
    """Everything that a file's own records name and nothing has.

    Args:
        catalogue: the file joined with what it extends.
        read: the file's own records by table and position.
        failed: ids of records that could not be read.
        bases: what the file extends.
        removed: ids that it takes out of them.
    """
    layers: tuple[Catalogue | Variant, ...] = (catalogue, *catalogue.variants)
    known = _Known(
        profiles=frozenset(one.id for each in layers for one in each.profiles),
        items=frozenset(one.id for each in layers for one in each.items),
        currencies=frozenset(one.id for one in catalogue.currencies),
        editions=frozenset(catalogue.editions),
        stats=frozenset(catalogue.stats),
        failed=frozenset(failed),
    )
    for table, records in read.items():
        for index, record in records.items():
            said: set[str] = set()
            for key, line in _any_record(record, known):
                if line not in said:
                    said.add(line)
                    message = f'{table} "{record.id}": {line}'
                    yield Complaint(message=message, table=table, index=index, key=key)
    extended = tuple(bases)
    there = {
        one.id
        for base in extended
        for one in (*base.profiles, *base.items, *base.armoury, *base.limits, *base.kit, *base.variants)
    }
    for name in removed:
        if name not in there:
            yield Complaint(
                message=f'remove: nothing has the id "{name}"{near(name, sorted(there))}', key="remove"
            )
    yield from _budget(catalogue, known)


def _budget(catalogue: Catalogue, known: _Known) -> Iterator[Complaint]:
    for key, line in _cost(catalogue.budget, "budget", known):
        yield Complaint(message=f"budget: {line}", key=key)


def unknown_keywords(catalogue: Catalogue, automated: Automated) -> dict[str, tuple[str, ...]]:
    """Keywords that the ruleset does not carry out, each with the ids of the records that have it."""
    found: dict[str, list[str]] = {}
    for profile in catalogue.profiles:
        words = (*profile.keywords, *(word for one in profile.upgrades for word in one.keywords))
        for word in words:
            found.setdefault(word, []).append(profile.id)
    for item in catalogue.items:
        for word in (*item.keywords, *item.grants):
            found.setdefault(word, []).append(item.id)
    return {
        word: tuple(dict.fromkeys(ids)) for word, ids in found.items() if not known_keyword(word, automated)
    }


def known_keyword(keyword: str, automated: Automated) -> bool:
    """Whether the ruleset carries out a keyword.

    Args:
        keyword: as it is written on the record.
        automated: the ruleset's own test, or its list: each word as written, without its number, or with a
            star for any second word ("NEGATE *").
    """
    if callable(automated):
        return automated(keyword)
    name = keyword_name(keyword)
    return keyword in automated or name in automated or f"{name.split(' ')[0]} *" in automated


def keyword_complaints(
    catalogue: Catalogue, positions: Mapping[str, tuple[str, int]], automated: Automated
) -> Iterator[Complaint]:
    """A note for each keyword of the file's own records that the ruleset does not carry out.

    Args:
        catalogue: the file joined with what it extends.
        positions: table and position of the file's own records by id.
        automated: the keywords that the ruleset carries out.
    """
    for word, ids in unknown_keywords(catalogue, automated).items():
        mine = [one for one in ids if one in positions]
        if mine:
            table, index = positions[mine[0]]
            words = [] if callable(automated) else sorted(automated)
            close = difflib.get_close_matches(keyword_name(word), words, n=1, cutoff=0.75)
            hint = f'; did you mean "{close[0]}"?' if close else ""
            message = f'{table} "{mine[0]}": {word} is kept and shown, not automated{hint}'
            yield Complaint(message=message, table=table, index=index, key="keywords")
