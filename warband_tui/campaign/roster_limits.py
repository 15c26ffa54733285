"""How much of each limit a warband has used: `ELITE 4 of 6`, `690 of 700 ducats`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.rosters import Roster, key_of
from warband_tui.rules.kit import bearer_of
from warband_tui.rules.limits import CostLimit, ModelsLimit
from warband_tui.rules.warband_limits import Audit


class LimitLine(Struct, frozen=True, kw_only=True):
    """One figure with its bounds; `most` None: no upper one. `allowed`: the player has allowed the breach.

    `spends` marks money, of which it is told what is left.
    """

    id: str
    noun: str
    used: int
    least: int = 0
    most: int | None = None
    rule: str = ""
    allowed: bool = False
    spends: bool = False

    @property
    def broken(self) -> bool:
        """Whether the figure is out of its bounds."""
        return self.used < self.least or (self.most is not None and self.used > self.most)

    @property
    def text(self) -> str:
        """The figure in words: `ELITE 4/6`, `models 3, at least 6`."""
        if self.used < self.least:
            return f"{self.noun} {self.used} of at least {self.least}"
        if self.most is None:
            return f"{self.noun} {self.used}"
        left = f", {self.most - self.used} left" if self.spends else ""
        return f"{self.noun} {self.used}/{self.most}{left}"


def limit_lines(roster: Roster) -> tuple[LimitLine, ...]:
    """Return money first, then what the catalogue limits; an id is told once, by its narrowest limit."""
    if roster.catalogue is None:
        return tuple(_money(roster))
    audit = _audit(roster)
    found = [*_money(roster), *_costs(roster, audit), *_models(roster, audit)]
    told: dict[str, LimitLine] = {}
    for one in found:
        other = told.setdefault(one.noun, one)
        if one is not other:
            told[one.noun] = _narrower(other, one)
    allowed = {one.code for one in roster.verdicts if key_of(one) in roster.details.allowed}
    allowed |= {code.replace("budget-", "money-", 1) for code in allowed}
    return tuple(replace(one, allowed=bool({one.id, f"{one.id}-min"} & allowed)) for one in told.values())


def _narrower(one: LimitLine, other: LimitLine) -> LimitLine:
    mosts = [line.most for line in (one, other) if line.most is not None]
    return LimitLine(
        id=one.id,
        noun=one.noun,
        used=one.used,
        least=max(one.least, other.least),
        most=min(mosts, default=None),
        rule=one.rule or other.rule,
    )


def _money(roster: Roster) -> Iterator[LimitLine]:
    left = roster.money_left
    if left is None:
        return
    for currency in left:
        used = roster.cost.get(currency, 0)
        most = used + left[currency]
        if used or most:
            yield LimitLine(
                id=f"money-{currency}",
                noun=roster.prices.currency_name(currency),
                used=used,
                most=most,
                spends=True,
            )


def _costs(roster: Roster, audit: Audit) -> Iterator[LimitLine]:
    for limit in roster.prices.limits:
        if isinstance(limit, CostLimit) and (most := audit.most_cost(limit)) is not None:
            noun = f"{roster.prices.currency_name(limit.currency)} {limit.noun}"
            yield LimitLine(id=limit.id, noun=noun, used=audit.spent(limit), most=most, rule=limit.rule)


def _models(roster: Roster, audit: Audit) -> Iterator[LimitLine]:
    for limit in roster.prices.limits:
        if not isinstance(limit, ModelsLimit):
            continue
        most = audit.most_models(limit)
        if most is not None or limit.min:
            bare = limit.keywords and limit.noun == "models"
            yield LimitLine(
                id=limit.id,
                noun=" ".join(limit.keywords) if bare else limit.noun,
                used=audit.models(limit),
                least=limit.min,
                most=most,
                rule=limit.rule,
            )


def _audit(roster: Roster) -> Audit:
    bearers = tuple(bearer_of(fighter, roster.prices) for fighter in roster.view.fighters)
    return Audit(roster=roster.view, catalogue=roster.prices, bearers=bearers)
