"""Ways that go round what is risky as long as that gets there: the one order in which risks are taken on."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from warband_tui.rules.board.ground import RISKS, Risk
from warband_tui.rules.board.layout import HAIR


class Priced(Protocol):
    """A way, whatever a game knows of it beyond its route."""

    @property
    def found(self) -> bool:
        """Whether there is one."""
        ...

    @property
    def price(self) -> float:
        """What it costs, in inches of movement."""
        ...


AnyWay = TypeVar("AnyWay", bound=Priced)


def careful(
    find: Callable[[Collection[Risk]], AnyWay], *, budget: float = math.inf, shun: Sequence[Risk] = RISKS
) -> AnyWay:
    """Return the cheapest way without risks; if none leads there within the budget, with one kind, then with any.

    Args:
        find: returns the cheapest way that avoids what it is given.
        budget: the most that a way round may cost.
        shun: the kinds of risk that are gone round where that is possible.
    """
    clear = find(tuple(shun))
    if fits(clear, budget):
        return clear
    ways = [find([other for other in shun if other != kind]) for kind in shun]
    best = min((way for way in ways if fits(way, budget)), key=lambda way: way.price, default=None)
    return find(()) if best is None else best


def fits(way: Priced, budget: float) -> bool:
    """Whether there is a way, for no more than a budget."""
    return way.found and way.price <= budget + HAIR
