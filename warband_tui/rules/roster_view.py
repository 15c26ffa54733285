"""What legality looks at: a roster as frozen values that a campaign layer builds, and what comes back."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warband_tui.rules.limits import Severity, Stage


class OwnedItem(Struct, frozen=True, kw_only=True):
    """One thing that a warband owns, carried or stored.

    `cost` replaces the list price (a price that the player was asked for, a thing paid otherwise);
    `found` marks what did not come from the faction's price list. `name` is shown if the catalogue
    does not know the id.
    """

    id: str
    name: str = ""
    cost: dict[str, int] | None = None
    found: bool = False


class FighterView(Struct, frozen=True, kw_only=True):
    """One fighter of a roster.

    `items` are bought or found things; the fixed kit of its profile and upgrades need not be listed.
    `keywords` are those gained since recruiting; `hands` is 1 for one that lost an arm; `uncounted` names
    limits in which it does not count; `cost` replaces the price of a profile outside the catalogue.
    """

    id: str
    name: str
    profile: str
    models: int = 1
    items: tuple[OwnedItem, ...] = ()
    upgrades: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    promoted: bool = False
    fielded: bool = True
    hands: int = 2
    uncounted: tuple[str, ...] = ()
    cost: dict[str, int] | None = None


class Modifier(Struct, frozen=True, kw_only=True):
    """What a skill, patron, place or variant changes: a limit by `amount`, or prices by `amount`.

    `ids` name limits, profiles, upgrades or items. A price modifier holds for items of `kinds` and
    for `ids` alike, if the price in `currency` is at least `at_least`; no price falls below 0.
    """

    what: Literal["limit", "price"]
    amount: int
    reason: str
    ids: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    currency: str = ""
    at_least: int = 0


class RosterView(Struct, frozen=True, kw_only=True):
    """A warband as legality sees it.

    `game` is the number of the game to be played, None outside a campaign; `budget` what fighters and
    stash may cost in all, None when that is not asked; `money` what is left to spend, None if unknown.
    `stage` is "roster" for a list, "force" for what is taken to one game, "play" once it has begun.
    """

    faction: str = ""
    edition: str = ""
    variant: str = ""
    game: int | None = None
    stage: Stage = "roster"
    fighters: tuple[FighterView, ...] = ()
    stash: tuple[OwnedItem, ...] = ()
    budget: dict[str, int] | None = None
    money: dict[str, int] | None = None
    modifiers: tuple[Modifier, ...] = ()


class Verdict(Struct, frozen=True, kw_only=True):
    """One thing to say about a roster.

    `subject` is a fighter's id, empty for the warband; `code` is the stable name of what was checked,
    `rule` the permanent rule id if there is one; `excess` tells how far over or under it is.
    """

    severity: Severity
    code: str
    reason: str
    subject: str = ""
    name: str = ""
    rule: str = ""
    excess: int = 1


class Hire(Struct, frozen=True, kw_only=True):
    """Recruit a fighter, with its upgrades and first kit; or copy one."""

    profile: str
    upgrades: tuple[str, ...] = ()
    items: tuple[OwnedItem, ...] = ()


class Buy(Struct, frozen=True, kw_only=True):
    """Buy an item for one fighter, or for the stash when no fighter is named."""

    item: str
    fighter: str = ""
    cost: dict[str, int] | None = None


Purchase = Hire | Buy
