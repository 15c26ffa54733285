"""Where a warband is changed: one act is one command, legal or overridden, and it says what it did.

Everything is looked up and checked inside the write, so that two acts at once cannot both pass a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from warband_tui.campaign.catalogues import CatalogueShelf
from warband_tui.campaign.kept import Money
from warband_tui.campaign.rosters import Roster, key_of, read_roster
from warband_tui.errors import WarbandError
from warband_tui.rules.legality import NEW_FIGHTER, check, unaffordable, worsened
from warband_tui.rules.roster_view import RosterView, Verdict
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

if TYPE_CHECKING:
    from warband_tui.store.tables import Fighter, Item, Warband
    from warband_tui.store.unit_of_work import UnitOfWork

_SHORT, _OVER = "money-", "budget-"


class Pen(NamedTuple):
    """Who writes, when, into which library, by which lists."""

    library: Library
    shelf: CatalogueShelf
    who: str
    at: str


class Done(NamedTuple):
    """What an act did: a sentence, the new thing's id if there is one, and what speaks against it."""

    text: str
    fighter: int | None = None
    item: int | None = None
    warnings: tuple[str, ...] = ()


class Illegal(WarbandError):
    """A purchase that breaks the rules; a player may allow it with a reason (`override`)."""

    def __init__(self, what: str, verdicts: Iterable[Verdict]) -> None:
        self.verdicts = tuple(verdicts)
        super().__init__("; ".join(told(one) for one in self.verdicts), place=what)


class PriceWanted(WarbandError):
    """The list does not know the price: the player has to say what their book says."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__("the list has no price for it; enter what your book says", place=name)


class Desk:
    """One act on its way: the roster as it was before, and the write that changes it."""

    def __init__(self, work: UnitOfWork, roster: Roster) -> None:
        self.work = work
        self.roster = roster

    def title(self, subject: str, why: str = "") -> None:
        """Say what the act is about, as people know it then, and why it was done."""
        command = self.work.command
        self.work.command = command._replace(subject=subject, why=why or command.why)

    def warband(self) -> Warband:
        """Return the warband's row."""
        from warband_tui.store.tables import Warband

        return self.work.get(Warband, self.roster.warband.id)

    def fighter(self, fighter_id: int) -> Fighter:
        """Return a fighter's row.

        Raises:
            WarbandError: the warband has no such fighter.
        """
        from warband_tui.store.tables import Fighter

        self.roster.fighter(fighter_id)
        return self.work.get(Fighter, fighter_id)

    def item(self, item_id: int) -> Item:
        """Return a thing's row.

        Raises:
            WarbandError: the warband does not own it.
        """
        from warband_tui.store.tables import Item

        self.roster.item(item_id)
        return self.work.get(Item, item_id)

    def allow(self, what: str, verdicts: Iterable[Verdict], override: str) -> tuple[str, ...]:
        """Refuse what breaks the rules, unless the player has a reason; return what else is to be said.

        Raises:
            Illegal: something speaks against it and there is no reason to do it all the same.
        """
        verdicts = list(verdicts)
        broken = [one for one in verdicts if one.severity == "error"]
        if broken and not override.strip():
            raise Illegal(what, broken)
        if broken:
            reasons = "; ".join(told(one) for one in broken)
            command = self.work.command
            self.work.command = command._replace(why=f"{override.strip()} (against the rules: {reasons})")
        return tuple(told(one) for one in verdicts if one.severity == "warning" or one in broken)

    def remember(self, verdicts: Iterable[Verdict], override: str, subject: int | None = None) -> None:
        """Note for which reason breaches were allowed, so that the sheet can tell."""
        if not override.strip():
            return
        notes = dict(self.roster.details.allowed)
        for one in verdicts:
            if one.severity != "error":
                continue
            if one.subject == NEW_FIGHTER and subject is not None:
                one = replace(one, subject=str(subject))
            notes[key_of(one)] = override.strip()
            if one.code.startswith(_SHORT):
                # A plain list that costs too much is over its budget, by as much.
                notes[key_of(replace(one, code=_OVER + one.code.removeprefix(_SHORT)))] = override.strip()
        self.warband().details["allowed"] = notes


@contextmanager
def changing(pen: Pen, warband_id: int, what: str, subject: str = "", why: str = "") -> Iterator[Desk]:
    """Open one act on a warband: at the end all of it is kept, with one line of the ledger, or nothing.

    Args:
        pen: who writes, and where.
        warband_id: whose roster.
        what: the stable verb, as in `fighter.hire`.
        subject: what it is about; may be said later by `Desk.title`.
        why: the player's reason, if any.

    Raises:
        WarbandError: there is no such warband, or the file cannot be written.
    """
    campaign_id = Queries(pen.library).warband(warband_id).campaign_id
    command = Command(what, pen.who, pen.at, campaign_id, warband_id, subject, why)
    with pen.library.work(command) as work:
        yield Desk(work, read_roster(pen.library, pen.shelf, warband_id))


def objections(roster: Roster, after: RosterView, price: Money) -> list[Verdict]:
    """Return what a change would break, or break further, and whether the money is there.

    Args:
        roster: the warband as it is.
        after: the warband as it would be.
        price: what the change costs.
    """
    catalogue = roster.catalogue
    if catalogue is None:
        return []
    found = worsened(check(roster.buyer, catalogue), check(after, catalogue))
    return found + unaffordable(catalogue, price, roster.money_left)


def told(verdict: Verdict) -> str:
    """Return a verdict with whom it is about."""
    return f"{verdict.name}: {verdict.reason}" if verdict.name else verdict.reason
