"""What one fighter may carry, by the kit rules of a catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from warband_tui.rules.catalogue import ArmouryEntry, Catalogue, Item, Profile, Upgrade, keyword_name
from warband_tui.rules.costs import added, item_line
from warband_tui.rules.limits import (
    BesideRule,
    CountRule,
    HandsRule,
    LightenRule,
    NeedsRule,
    Severity,
    UniqueRule,
)
from warband_tui.rules.roster_view import FighterView, Modifier, OwnedItem, Verdict


class Piece(Struct, frozen=True, kw_only=True):
    """One carried item: what it is, how it is sold here, and whether it came with the profile."""

    item: Item
    entry: ArmouryEntry | None
    owned: OwnedItem | None
    hands: int

    @property
    def marks(self) -> set[str]:
        """Its keywords and stipulations, those of the price list included, without numbers."""
        extra = self.entry.stipulations if self.entry and not (self.owned and self.owned.found) else ()
        return {keyword_name(word) for word in (*self.item.keywords, *self.item.stipulations, *extra)}


class Bearer(Struct, frozen=True, kw_only=True):
    """A fighter with everything looked up."""

    fighter: FighterView
    profile: Profile | None
    upgrades: tuple[Upgrade, ...]
    keywords: frozenset[str]
    pieces: tuple[Piece, ...]

    def verdict(
        self, code: str, reason: str, *, rule: str = "", severity: Severity = "error", excess: int = 1
    ) -> Verdict:
        """A verdict about this fighter."""
        return Verdict(
            severity=severity,
            code=code,
            reason=reason,
            subject=self.fighter.id,
            name=self.fighter.name,
            rule=rule,
            excess=excess,
        )


def bearer_of(fighter: FighterView, catalogue: Catalogue) -> Bearer:
    """Look up a fighter's profile, upgrades, keywords and kit; what is unknown is left out."""
    profile = catalogue.profile(fighter.profile)
    upgrades: tuple[Upgrade, ...] = ()
    if profile is not None:
        found = (profile.upgrade(upgrade_id) for upgrade_id in fighter.upgrades)
        upgrades = tuple(one for one in found if one is not None)
    fixed = (*(profile.kit if profile else ()), *(item for one in upgrades for item in one.items))
    carried: list[tuple[str, OwnedItem | None]] = [(item_id, None) for item_id in fixed]
    carried += [(owned.id, owned) for owned in fighter.items]
    pieces: list[Piece] = []
    for item_id, owned in carried:
        item = catalogue.item(item_id)
        if item is not None:
            entry = catalogue.entry(item_id)
            pieces.append(Piece(item=item, entry=entry, owned=owned, hands=item.hands))
    words = [*(profile.keywords if profile else ()), *fighter.keywords]
    words += [word for one in upgrades for word in one.keywords]
    words += [word for one in pieces for word in one.item.grants]
    if fighter.promoted and catalogue.promoted_keyword:
        words.append(catalogue.promoted_keyword)
    bearer = Bearer(
        fighter=fighter, profile=profile, upgrades=upgrades, keywords=frozenset(words), pieces=tuple(pieces)
    )
    return _lightened(bearer, catalogue)


def _lightened(bearer: Bearer, catalogue: Catalogue) -> Bearer:
    pieces = list(bearer.pieces)
    for rule in catalogue.kit:
        if not isinstance(rule, LightenRule) or rule.keyword not in bearer.keywords:
            continue
        left = rule.count
        for index, piece in enumerate(pieces):
            heavy = piece.item.kind in rule.tables and piece.hands == 2
            if left and heavy and not piece.marks & set(rule.unless_item):
                pieces[index] = Piece(item=piece.item, entry=piece.entry, owned=piece.owned, hands=1)
                left -= 1
    return Bearer(
        fighter=bearer.fighter,
        profile=bearer.profile,
        upgrades=bearer.upgrades,
        keywords=bearer.keywords,
        pieces=tuple(pieces),
    )


def _listed(pieces: Iterable[Piece]) -> str:
    return ", ".join(piece.item.name for piece in pieces)


def _hands(rule: HandsRule, bearer: Bearer) -> Iterator[Verdict]:
    pieces = [piece for piece in bearer.pieces if piece.item.kind in rule.tables and piece.hands]
    used, allowed = sum(piece.hands for piece in pieces), min(rule.hands, bearer.fighter.hands)
    if used > allowed:
        table = " and ".join(rule.tables)
        reason = f"{used} of at most {allowed} hands of {table} weapons ({_listed(pieces)}): put one away"
        yield bearer.verdict(rule.id, reason, rule=rule.rule, excess=used - allowed)


def _beside(rule: BesideRule, bearer: Bearer) -> Iterator[Verdict]:
    kept = [
        piece
        for piece in bearer.pieces
        if (rule.when_kind and piece.item.kind == rule.when_kind)
        or (rule.when_keyword and rule.when_keyword in piece.marks)
    ]
    if not kept:
        return
    others = [piece for piece in bearer.pieces if piece not in kept and piece.item.kind in rule.tables]
    groups = [others] if rule.together else [[p for p in others if p.item.kind == t] for t in rule.tables]
    exempt = set(rule.unless_item)
    for group in groups:
        two = [piece for piece in group if piece.hands >= 2 and not piece.marks & exempt]
        one = [piece for piece in group if piece.hands and piece not in two]
        if len(two) > rule.two_handed:
            reason = f"{_listed(two)} needs two hands beside {_listed(kept)}: carry one or the other"
            yield bearer.verdict(rule.id, reason, rule=rule.rule, excess=len(two) - rule.two_handed)
        if len(one) > rule.one_handed:
            reason = (
                f"{len(one)} of at most {rule.one_handed} one-handed beside {_listed(kept)} "
                f"({_listed(one)}): put one away"
            )
            yield bearer.verdict(rule.id, reason, rule=rule.rule, excess=len(one) - rule.one_handed)


def _count(rule: CountRule, bearer: Bearer) -> Iterator[Verdict]:
    if bearer.keywords & set(rule.unless_fighter):
        return
    wanted = set(rule.keywords)
    pieces = [piece for piece in bearer.pieces if piece.item.kind in rule.kinds or piece.marks & wanted]
    number = len({piece.item.id for piece in pieces}) if rule.sorts else len(pieces)
    if number > rule.max:
        reason = f"{number} of at most {rule.max} {rule.noun} ({_listed(pieces)}): put one away"
        yield bearer.verdict(rule.id, reason, rule=rule.rule, excess=number - rule.max)


def _unique(rule: UniqueRule, bearer: Bearer) -> Iterator[Verdict]:
    names = Counter(piece.item.name for piece in bearer.pieces if piece.item.kind in rule.kinds)
    for name, number in names.items():
        if number > 1:
            reason = f"{number} of at most 1 {name}: put one away"
            yield bearer.verdict(rule.id, reason, rule=rule.rule, excess=number - 1)


def _needs(rule: NeedsRule, bearer: Bearer) -> Iterator[Verdict]:
    for piece in bearer.pieces:
        carried = {word for other in bearer.pieces if other is not piece for word in other.marks}
        for need in piece.item.needs:
            if need not in carried:
                reason = f"{piece.item.name} needs a carried item with {need}: none is marked so"
                yield bearer.verdict(rule.id, reason, rule=rule.rule, severity=rule.severity)


_CHECKS: dict[type, Callable[[Any, Bearer], Iterator[Verdict]]] = {
    HandsRule: _hands,
    BesideRule: _beside,
    CountRule: _count,
    UniqueRule: _unique,
    NeedsRule: _needs,
}


def _names(ids: tuple[str, ...], catalogue: Catalogue) -> list[str]:
    found = [catalogue.profile(one) or catalogue.item(one) for one in ids]
    return [one.name if one else known for one, known in zip(found, ids, strict=True)]


def _may_take(bearer: Bearer, piece: Piece, catalogue: Catalogue) -> str:
    """Why the price list does not give this item to this fighter; empty if it does."""
    entry = piece.entry
    if entry is None or (piece.owned is not None and piece.owned.found):
        return ""
    profile_id = bearer.fighter.profile
    wanted = set(entry.only_keywords)
    named = bearer.keywords & wanted or profile_id in entry.only_profiles
    if (wanted or entry.only_profiles) and not named:
        return f"only for {', '.join((*entry.only_keywords, *_names(entry.only_profiles, catalogue)))}"
    barred = sorted(bearer.keywords & set(entry.not_keywords))
    if barred or profile_id in entry.not_profiles:
        return f"not for {barred[0] if barred else _names((profile_id,), catalogue)[0]}"
    if entry.with_items and not any(other.item.id in entry.with_items for other in bearer.pieces):
        return f"only beside one of {', '.join(_names(entry.with_items, catalogue))}"
    return ""


def _piece_verdicts(bearer: Bearer, piece: Piece, catalogue: Catalogue) -> Iterator[Verdict]:
    owned, entry, name = piece.owned, piece.entry, piece.item.name
    forbidden = sorted({other.item.name for other in bearer.pieces if other.item.kind in piece.item.forbids})
    if forbidden:
        reason = f"{', '.join(forbidden)} cannot be carried with {name}: put one away"
        yield bearer.verdict("forbids", reason)
    if owned is None or owned.found:
        return
    if entry is None:
        reason = f"{name} is not on the price list of {catalogue.title}: mark it as found, or sell it"
        yield bearer.verdict("armoury", reason)
        return
    if entry.variant_only:
        yield bearer.verdict("variant-only", f"{name} is for a variant of {catalogue.title} only: sell it")
    why = _may_take(bearer, piece, catalogue)
    if why:
        yield bearer.verdict("who-may-take", f"{name} is {why}: give it to somebody else")
    if entry.price_unknown and owned.cost is None:
        reason = f"the catalogue has no price for {name}: enter what your book says"
        yield bearer.verdict("price-unknown", reason, severity="warning")


def _kit_limit(bearer: Bearer, catalogue: Catalogue, modifiers: tuple[Modifier, ...]) -> Iterator[Verdict]:
    limit = bearer.profile.kit_limit if bearer.profile else None
    if limit is None:
        return
    bought = [piece.owned for piece in bearer.pieces if piece.owned is not None]
    spent = added(item_line(owned, catalogue, modifiers).cost for owned in bought)
    for currency, allowed in limit.max_cost.items():
        over = spent.get(currency, 0) - allowed
        if over > 0:
            reason = f"{allowed + over} of at most {allowed} {catalogue.currency_name(currency)} of kit: put some away"
            yield bearer.verdict("kit-cost", reason, excess=over)
    for piece in bearer.pieces:
        if piece.owned is not None and piece.item.kind in limit.no_kinds:
            yield bearer.verdict("kit-kind", f"may carry no {piece.item.kind}: put {piece.item.name} away")
    if limit.armed and not any(piece.item.attack for piece in bearer.pieces):
        yield bearer.verdict("armed", "must carry a weapon: give it one")


def check_kit(bearer: Bearer, catalogue: Catalogue, modifiers: tuple[Modifier, ...] = ()) -> list[Verdict]:
    """Everything there is to say about one fighter's kit."""
    verdicts: list[Verdict] = []
    for rule in catalogue.kit:
        if not isinstance(rule, LightenRule):  # its work is done when the fighter is looked up
            verdicts += _CHECKS[type(rule)](rule, bearer)
    for piece in bearer.pieces:
        verdicts += _piece_verdicts(bearer, piece, catalogue)
    verdicts += _kit_limit(bearer, catalogue, modifiers)
    return verdicts
