"""Is this roster legal, and if not, why: verdicts with numbers, computed afresh each time.

`check` looks at a whole roster. `why_not` says what a purchase would break that is not broken yet.
Nothing here stops anybody: a player may always override a verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from warband_tui.rules.catalogue import Catalogue, Profile, keyword_name
from warband_tui.rules.catalogue_references import Automated, known_keyword
from warband_tui.rules.costs import cost_of, price_of
from warband_tui.rules.kit import Bearer, bearer_of, check_kit
from warband_tui.rules.roster_view import Buy, FighterView, Hire, OwnedItem, Purchase, RosterView, Verdict
from warband_tui.rules.warband_limits import Audit, check_limits

NEW_FIGHTER = "new-fighter"


def _unknown(bearer: Bearer, catalogue: Catalogue) -> Iterator[Verdict]:
    fighter = bearer.fighter
    if bearer.profile is None:
        reason = f'"{fighter.profile}" is not in the catalogue: kept as it is, not checked'
        yield bearer.verdict("unknown-profile", reason, severity="warning")
    for owned in fighter.items:
        if catalogue.item(owned.id) is None:
            reason = f'"{owned.name or owned.id}" is not in the catalogue: kept as it is, not checked'
            yield bearer.verdict("unknown-item", reason, severity="warning")


def _recruiting(bearer: Bearer, catalogue: Catalogue) -> Iterator[Verdict]:
    profile, fighter = bearer.profile, bearer.fighter
    if profile is None:
        return
    if profile.variant_only:
        reason = f"{profile.name} is for a variant of {catalogue.title} only: choose the variant"
        yield bearer.verdict("variant-only", reason)
    if profile.alignments and catalogue.alignment and catalogue.alignment not in profile.alignments:
        reason = f"{profile.name} serves {' or '.join(profile.alignments)}, not {catalogue.alignment}: hire another"
        yield bearer.verdict("alignment", reason)
    if fighter.promoted and not profile.promotable:
        yield bearer.verdict("promotable", f"{profile.name} can never be promoted: take the promotion back")
    for upgrade_id in fighter.upgrades:
        if profile.upgrade(upgrade_id) is None:
            reason = f'{profile.name} has no upgrade "{upgrade_id}": take it off'
            yield bearer.verdict("unknown-upgrade", reason)
    groups = Counter(one.group for one in bearer.upgrades if one.group)
    for group, number in groups.items():
        if number > 1:
            names = ", ".join(one.name for one in bearer.upgrades if one.group == group)
            yield bearer.verdict(
                "upgrade-group", f"{number} of at most 1 of {names}: keep one", excess=number - 1
            )
    for upgrade_id, number in Counter(fighter.upgrades).items():
        if number > 1:
            yield bearer.verdict(
                "upgrade-twice", f"{number} of at most 1 {upgrade_id}: keep one", excess=number - 1
            )


def _not_automated(bearer: Bearer, automated: Automated) -> Iterator[Verdict]:
    words = set(bearer.keywords) | {word for piece in bearer.pieces for word in piece.item.keywords}
    for word in sorted(words):
        if not known_keyword(word, automated):
            reason = f"{word} is kept and shown, not automated: apply it by hand"
            yield bearer.verdict(f"keyword-{keyword_name(word)}", reason, severity="info")


def check(roster: RosterView, catalogue: Catalogue, *, automated: Automated | None = None) -> list[Verdict]:
    """Everything there is to say about a roster, errors first.

    Args:
        roster: the warband; its edition and variant choose the numbers.
        catalogue: the faction's list.
        automated: which keywords the ruleset carries out (its list or its own test); others are named as
            notes. None: not asked.

    Raises:
        WarbandError: the catalogue does not have the roster's edition or variant.
    """
    view = catalogue.for_edition(roster.edition or catalogue.edition)
    view = view.for_variant(roster.variant or view.variant)
    bearers = tuple(bearer_of(fighter, view) for fighter in roster.fighters)
    verdicts = check_limits(Audit(roster=roster, catalogue=view, bearers=bearers))
    for bearer in bearers:
        verdicts += _unknown(bearer, view)
        verdicts += _recruiting(bearer, view)
        verdicts += check_kit(bearer, view, roster.modifiers)
        if automated is not None:
            verdicts += _not_automated(bearer, automated)
    order = {"error": 0, "warning": 1, "info": 2}
    return sorted(verdicts, key=lambda one: order[one.severity])


def _after(roster: RosterView, purchase: Purchase, profile: Profile | None) -> RosterView:
    if isinstance(purchase, Hire):
        fighter = FighterView(
            id=NEW_FIGHTER,
            name=profile.name if profile else purchase.profile,
            profile=purchase.profile,
            models=profile.models if profile else 1,
            upgrades=purchase.upgrades,
            items=purchase.items,
        )
        return replace(roster, fighters=(*roster.fighters, fighter))
    bought = OwnedItem(id=purchase.item, cost=purchase.cost)
    if not purchase.fighter:
        return replace(roster, stash=(*roster.stash, bought))
    fighters = tuple(
        replace(one, items=(*one.items, bought)) if one.id == purchase.fighter else one
        for one in roster.fighters
    )
    return replace(roster, fighters=fighters)


def _for_sale(purchase: Purchase, catalogue: Catalogue) -> Iterator[Verdict]:
    """Things that cannot be had here at all, or not into the stash either."""
    if isinstance(purchase, Hire):
        if catalogue.profile(purchase.profile) is None:
            reason = f'{catalogue.title} has no "{purchase.profile}"'
            yield Verdict(severity="error", code="unknown-profile", reason=reason)
        return
    item, entry = catalogue.item(purchase.item), catalogue.entry(purchase.item)
    label = item.name if item else purchase.item
    if entry is None:
        reason = f"{label} is not on the price list of {catalogue.title}"
        yield Verdict(severity="error", code="armoury", reason=reason)
        return
    if not purchase.fighter and entry.variant_only:
        reason = f"{label} is for a variant of {catalogue.title} only"
        yield Verdict(severity="error", code="variant-only", reason=reason)
    if not purchase.fighter and entry.price_unknown and purchase.cost is None:
        reason = f"the catalogue has no price for {label}: enter what your book says"
        yield Verdict(severity="warning", code="price-unknown", reason=reason)


def price(roster: RosterView, catalogue: Catalogue, purchase: Purchase) -> dict[str, int]:
    """What a purchase would cost this warband now; an unknown price counts nothing."""
    view = catalogue.for_edition(roster.edition or catalogue.edition)
    view = view.for_variant(roster.variant or view.variant)
    if isinstance(purchase, Buy):
        return purchase.cost or price_of(purchase.item, view, roster.modifiers) or {}
    hired = _after(roster, purchase, view.profile(purchase.profile)).fighters[-1]
    return cost_of(hired, view, roster.modifiers)


def worsened(before: Iterable[Verdict], after: Iterable[Verdict]) -> list[Verdict]:
    """What a change breaks, or breaks further; notes aside.

    Args:
        before: what `check` says of the roster as it is.
        after: what it says of the roster as it would be.
    """
    known, found = list(before), list(after)
    old, new = _sums(known), _sums(found)
    said = {(one.code, one.subject, one.reason) for one in known}
    return [
        one
        for one in found
        if one.severity != "info"
        and new[one.code, one.subject] > old.get((one.code, one.subject), 0)
        and (one.code, one.subject, one.reason) not in said
    ]


def unaffordable(catalogue: Catalogue, cost: dict[str, int], left: dict[str, int] | None) -> list[Verdict]:
    """Where money is short for a cost, by currency; `left` None: nobody counts it."""
    found = []
    for currency, amount in cost.items() if left is not None else ():
        has = (left or {}).get(currency, 0)
        if amount > max(has, 0):
            reason = f"costs {catalogue.money({currency: amount})}, {max(has, 0)} left"
            found.append(
                Verdict(severity="error", code=f"money-{currency}", reason=reason, excess=amount - has)
            )
    return found


def _sums(verdicts: Iterable[Verdict]) -> dict[tuple[str, str], int]:
    sums: dict[tuple[str, str], int] = {}
    for one in verdicts:
        sums[one.code, one.subject] = sums.get((one.code, one.subject), 0) + one.excess
    return sums


_KIT_TO_COME = frozenset({"armed"})
"""What speaks against a finished fighter only: it is hired first and given its kit afterwards."""


def why_not(
    roster: RosterView, catalogue: Catalogue, purchase: Purchase, *, before: list[Verdict] | None = None
) -> list[Verdict]:
    """What a purchase would break, or break further; empty if nothing speaks against it.

    Args:
        roster: the warband as it is.
        catalogue: the faction's list.
        purchase: a fighter to hire or an item to buy.
        before: what `check` says of the roster as it is, if the caller has it (asked for many purchases).

    Raises:
        WarbandError: the catalogue does not have the roster's edition or variant.
    """
    view = catalogue.for_edition(roster.edition or catalogue.edition)
    view = view.for_variant(roster.variant or view.variant)
    known = check(roster, view) if before is None else before
    profile = view.profile(purchase.profile) if isinstance(purchase, Hire) else None
    after = check(_after(roster, purchase, profile), view)
    found = list(_for_sale(purchase, view))
    seen = {one.code for one in found}
    for one in worsened(known, after):
        to_come = isinstance(purchase, Hire) and one.code in _KIT_TO_COME and one.subject == NEW_FIGHTER
        if one.code not in seen and not to_come:
            found.append(one)
    return found + unaffordable(view, price(roster, view, purchase), roster.money)


def errors(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The verdicts that make a roster illegal."""
    return [one for one in verdicts if one.severity == "error"]
