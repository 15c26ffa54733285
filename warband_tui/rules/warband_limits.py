"""Limits of a whole warband: models, costs, profiles, items and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from warband_tui.rules.catalogue import Catalogue, Profile, Raise, Upgrade
from warband_tui.rules.costs import added, cost_of, total
from warband_tui.rules.kit import Bearer
from warband_tui.rules.limits import ByGame, CostLimit, ModelsLimit, Severity
from warband_tui.rules.roster_view import RosterView, Verdict


class Audit(Struct, frozen=True, kw_only=True):
    """A roster with its catalogue and every fighter looked up."""

    roster: RosterView
    catalogue: Catalogue
    bearers: tuple[Bearer, ...]

    def raised(self, name: str) -> int:
        """By how much the roster's modifiers raise (or lower) a limit."""
        return sum(one.amount for one in self.roster.modifiers if one.what == "limit" and name in one.ids)

    def severity(self, limit: ModelsLimit | CostLimit) -> Severity:
        """How bad a breach of this limit is at the stage that the roster is looked at."""
        return limit.severity.get(self.roster.stage, "error")

    def number(self, bearers: Iterable[Bearer]) -> int:
        """How many models these fighters are."""
        return sum(one.fighter.models for one in bearers)

    def models(self, limit: ModelsLimit) -> int:
        """How many models count to a limit."""
        wanted = set(limit.keywords)
        return self.number(
            one
            for one in self.bearers
            if wanted <= one.keywords
            and (limit.counts == "all" or one.fighter.fielded)
            and limit.id not in one.fighter.uncounted
        )

    def most_models(self, limit: ModelsLimit) -> int | None:
        """How many may count to it in the roster's game, modifiers included; None: any number."""
        return self._most(limit, _of_game(limit.by_game, self.roster.game, limit.max))

    def spent(self, limit: CostLimit) -> int:
        """How much the fielded fighters cost in the limit's currency."""
        return total(self.roster, self.catalogue, fielded_only=True).get(limit.currency, 0)

    def most_cost(self, limit: CostLimit) -> int | None:
        """How much they may cost in the roster's game, modifiers included; None: any amount."""
        return self._most(limit, _of_game(limit.by_game, self.roster.game, None))

    def _most(self, limit: ModelsLimit | CostLimit, listed: int | None) -> int | None:
        return None if listed is None else listed + self.raised(limit.id)


def _of_game(table: ByGame, game: int | None, otherwise: int | None) -> int | None:
    """The row of a table by game number; a game past its end uses the last row."""
    if game is None or not table:
        return otherwise
    return table.get(str(game), table[max(table, key=int)] if game > max(map(int, table)) else otherwise)


def _models(limit: ModelsLimit, audit: Audit) -> Iterator[Verdict]:
    game = audit.roster.game
    counted, most = audit.models(limit), audit.most_models(limit)
    when = f" (game {game})" if limit.by_game and game is not None and most is not None else ""
    severity = audit.severity(limit)
    if most is not None and counted > most:
        way = limit.over.replace("{n}", str(counted - most))
        yield Verdict(
            severity=severity,
            code=limit.id,
            rule=limit.rule,
            excess=counted - most,
            reason=f"{counted} of at most {most} {limit.noun}{when}: {way}",
        )
    if counted < limit.min:
        lenient = limit.lenient_from is not None and game is not None and game >= limit.lenient_from
        way = limit.under.replace("{n}", str(limit.min - counted))
        yield Verdict(
            severity="warning" if lenient else severity,
            code=f"{limit.id}-min",
            rule=limit.rule,
            excess=limit.min - counted,
            reason=f"{counted} of at least {limit.min} {limit.noun}: {way}",
        )


def _cost(limit: CostLimit, audit: Audit) -> Iterator[Verdict]:
    spent, most = audit.spent(limit), audit.most_cost(limit)
    if most is not None and spent > most:
        name = audit.catalogue.currency_name(limit.currency)
        way = limit.over.replace("{n}", str(spent - most))
        yield Verdict(
            severity=audit.severity(limit),
            code=limit.id,
            rule=limit.rule,
            excess=spent - most,
            reason=f"{spent} of at most {most} {name} {limit.noun} (game {audit.roster.game}): {way}",
        )


_LIMITS: dict[type, Callable[[Any, Audit], Iterator[Verdict]]] = {ModelsLimit: _models, CostLimit: _cost}


def _unmet(raised: Raise, extra: list[Bearer], audit: Audit) -> str:
    """What the rest of the warband lacks for a raised maximum, in words; empty if it holds."""
    spare = {one.fighter.id for one in extra}
    modifiers = audit.roster.modifiers
    rest = added(
        cost_of(one.fighter, audit.catalogue, modifiers)
        for one in audit.bearers
        if one.fighter.id not in spare
    )
    for currency, needed in raised.others_cost.items():
        has = rest.get(currency, 0)
        if has < needed:
            name = audit.catalogue.currency_name(currency)
            return f"; {raised.max} once the rest costs {needed} {name}, it costs {has}"
    return ""


def _most_of(rule: Profile | Upgrade, having: list[Bearer], audit: Audit) -> tuple[int | None, str]:
    """The maximum that holds now, and what would raise it.

    Those over the plain maximum do not count to "the rest"; they are taken to be the cheapest ones,
    which favours the player.
    """
    if rule.max is None:
        return None, ""
    modifiers, catalogue = audit.roster.modifiers, audit.catalogue
    cheapest = sorted(having, key=lambda one: sum(cost_of(one.fighter, catalogue, modifiers).values()))
    most, hint, number = rule.max + audit.raised(rule.id), "", len(having)
    for step in sorted(rule.raised, key=lambda one: one.max):
        unmet = _unmet(step, cheapest[: max(0, min(number, step.max) - rule.max)], audit)
        if unmet:
            hint = hint or unmet
        else:
            most = max(most, step.max + audit.raised(rule.id))
    return most, hint


def _counted(rule: Profile | Upgrade, label: str, having: list[Bearer], audit: Audit) -> Iterator[Verdict]:
    number = audit.number(having)
    most, hint = _most_of(rule, having, audit)
    if most is not None and number > most:
        yield Verdict(
            severity="error",
            code=f"max-{rule.id}",
            excess=number - most,
            reason=f"{number} of at most {most} {label}: retire {number - most}{hint}",
        )
    if rule.at_most is None or not number:
        return
    without = rule.at_most.without
    others = [
        one
        for one in audit.bearers
        if one.fighter.profile == rule.at_most.profile
        and (not without or without not in one.fighter.upgrades)
    ]
    bound = audit.number(others) + audit.raised(rule.id)
    if number > bound:
        profile = audit.catalogue.profile(rule.at_most.profile)
        other = profile.name if profile else rule.at_most.profile
        plain = "plain " if without else ""
        yield Verdict(
            severity="error",
            code=f"relative-{rule.id}",
            excess=number - bound,
            reason=f"{number} {label} but {bound} {plain}{other}: retire {number - bound} or hire more of the others",
        )


def _profile_limits(audit: Audit) -> Iterator[Verdict]:
    floors = [set(one.keywords) for one in audit.catalogue.limits if isinstance(one, ModelsLimit) and one.min]
    for profile in audit.catalogue.profiles:
        having = [one for one in audit.bearers if one.fighter.profile == profile.id]
        covered = any(words and words <= set(profile.keywords) for words in floors)
        number = audit.number(having)
        if number < profile.min and not covered:
            yield Verdict(
                severity="error",
                code=f"min-{profile.id}",
                excess=profile.min - number,
                reason=f"{number} of at least {profile.min} {profile.name}: hire {profile.min - number} more",
            )
        if not having:
            continue
        yield from _counted(profile, profile.name, having, audit)
        for upgrade in profile.upgrades:
            chosen = [one for one in having if upgrade in one.upgrades]
            if chosen:
                yield from _counted(upgrade, f"{profile.name} with {upgrade.name}", chosen, audit)


def _item_limits(audit: Audit) -> Iterator[Verdict]:
    carried: Counter[str] = Counter()
    for one in audit.bearers:
        for owned in one.fighter.items:
            carried[owned.id] += 1
    stored = Counter(owned.id for owned in audit.roster.stash)
    for entry in audit.catalogue.armoury:
        number = carried[entry.item] + stored[entry.item]
        if entry.limit is None or not number:
            continue
        most = entry.limit + audit.raised(entry.item)
        if number > most:
            item = audit.catalogue.item(entry.item)
            label = item.name if item else entry.item
            where = f"{carried[entry.item]} carried, {stored[entry.item]} in the stash"
            yield Verdict(
                severity="error",
                code=f"limit-{entry.item}",
                excess=number - most,
                reason=f"{number} of at most {most} {label} ({where}): sell {number - most}",
            )


def _money(audit: Audit) -> Iterator[Verdict]:
    roster, catalogue = audit.roster, audit.catalogue
    if roster.budget is not None:
        spent = total(roster, catalogue, stash=True)
        for currency, amount in spent.items():
            allowed = roster.budget.get(currency, 0)
            if amount > allowed:
                name = catalogue.currency_name(currency)
                yield Verdict(
                    severity="error",
                    code=f"budget-{currency}",
                    excess=amount - allowed,
                    reason=f"{amount} of at most {allowed} {name} spent: save {amount - allowed}",
                )
    for currency, left in (roster.money or {}).items():
        if left < 0:
            name = catalogue.currency_name(currency)
            yield Verdict(
                severity="error",
                code=f"money-{currency}",
                excess=-left,
                reason=f"the strongbox is {-left} {name} short: sell something",
            )


def check_limits(audit: Audit) -> list[Verdict]:
    """Everything there is to say about the warband as a whole."""
    verdicts: list[Verdict] = []
    for limit in audit.catalogue.limits:
        verdicts += _LIMITS[type(limit)](limit, audit)
    verdicts += _profile_limits(audit)
    verdicts += _item_limits(audit)
    verdicts += _money(audit)
    return verdicts
