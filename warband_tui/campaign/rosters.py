"""A warband as it is kept, made into what the rules look at."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.catalogues import CatalogueShelf, GameLists
from warband_tui.campaign.kept import (
    FighterDetails,
    ItemDetails,
    Money,
    WarbandDetails,
    amounts,
    kept,
)
from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.costs import added, cost_of, item_line, total
from warband_tui.rules.fielding import Fielded
from warband_tui.rules.legality import check
from warband_tui.rules.loadout import loadout_of
from warband_tui.rules.roster_view import FighterView, OwnedItem, RosterView, Verdict
from warband_tui.rules.wording import simple
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import CampaignView, ItemView, WarbandView
from warband_tui.store.views import FighterView as KeptFighter

ON_ROSTER = frozenset({"active", "reserve"})
"""Statuses of fighters that belong to the warband; only active ones are fielded."""


class Roster(Struct, frozen=True, kw_only=True, dict=True):
    """A warband with everything looked up.

    `catalogue` is None when no list is known for its faction; `no_catalogue` then says why.
    """

    campaign: CampaignView
    warband: WarbandView
    kept: tuple[KeptFighter, ...]
    stored: tuple[ItemView, ...]
    lists: GameLists
    catalogue: Catalogue | None
    no_catalogue: str
    details: WarbandDetails

    @property
    def prices(self) -> Catalogue:
        """The list that costs are worked out by; an empty one when there is none."""
        return self.catalogue or Catalogue(id="", ruleset=self.campaign.ruleset, title="no list")

    @cached_property
    def view(self) -> RosterView:
        """The warband as legality sees it: a plain list has a budget, one that has earned has money."""
        budget = self.budget if self.is_plain_list else None
        return replace(self._bare, budget=budget, money=None if self.is_plain_list else self.money_left)

    @cached_property
    def buyer(self) -> RosterView:
        """The warband as a shop sees it: always with the money that is left."""
        return replace(self._bare, money=self.money_left)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """Everything there is to say about the roster; one note when it cannot be checked."""
        if self.catalogue is None:
            return [
                Verdict(severity="info", code="unchecked", reason=f"{self.no_catalogue}: nothing is checked")
            ]
        knows = self.lists.ruleset.knows_keyword if self.lists.ruleset else None
        found = check(self.view, self.catalogue, automated=knows)
        for one in self.kept:
            if "words" in one.details and one.status in ON_ROSTER:
                reason = "its kit is kept in the words of the roster it came from: not checked"
                found.append(
                    Verdict(severity="info", code="words", reason=reason, subject=str(one.id), name=one.name)
                )
        if self.warband.variant != self.catalogue.variant:
            reason = f'{self.catalogue.title} has no variant "{self.warband.variant}": the base list is used'
            found.insert(0, Verdict(severity="warning", code="unknown-variant", reason=reason))
        return found

    # Money

    @property
    def budget(self) -> Money | None:
        """What the warband may cost, None when nothing says."""
        if self.details.budget is not None:
            return amounts(self.details.budget)
        return dict(self.catalogue.budget) or None if self.catalogue else None

    @property
    def is_plain_list(self) -> bool:
        """Whether nothing was ever earned, lost or sold: what it costs is all that is spent."""
        return not self.details.treasury and len(self._fighters) == len(self.kept)

    @cached_property
    def cost(self) -> Money:
        """What fighters and stash cost."""
        return total(self._bare, self.prices, stash=True)

    @cached_property
    def rating(self) -> Money:
        """What the fighters cost, without the stash."""
        return total(self._bare, self.prices)

    @cached_property
    def sunk(self) -> Money:
        """What those who are dead or retired had cost."""
        gone = (one for one in self.kept if one.status not in ON_ROSTER)
        return added(cost_of(self._fighter(one), self.prices, self.details.modifiers) for one in gone)

    @cached_property
    def money_left(self) -> Money | None:
        """Budget and payments less all costs, by currency; None when there is no budget and no payment."""
        if self.budget is None and not self.details.treasury:
            return None
        currencies = [one.id for one in self.prices.currencies]
        came = [self.budget or {}, *(amounts(one.money) or {} for one in self.details.treasury)]
        went = [self.cost, self.sunk]
        names = dict.fromkeys([*currencies, *(name for money in (*came, *went) for name in money)])
        return {
            name: sum(money.get(name, 0) for money in came) - sum(money.get(name, 0) for money in went)
            for name in names
        }

    def words(self, money: Money) -> str:
        """Return money in words: "45 ducats + 1 Glory"."""
        return self.prices.money(money)

    # Fighters

    @cached_property
    def _fighters(self) -> tuple[FighterView, ...]:
        return tuple(self._fighter(one) for one in self.kept if one.status in ON_ROSTER)

    @cached_property
    def _bare(self) -> RosterView:
        return RosterView(
            faction=self.warband.faction,
            edition=self.catalogue.edition if self.catalogue else self.campaign.edition,
            variant=self.catalogue.variant if self.catalogue else "",
            game=self.details.game,
            fighters=self._fighters,
            stash=tuple(owned(item) for item in self.stored),
            modifiers=self.details.modifiers,
        )

    def _fighter(self, fighter: KeptFighter) -> FighterView:
        details = kept(fighter.details, FighterDetails, fighter.name)
        return FighterView(
            id=str(fighter.id),
            name=fighter.name,
            profile=fighter.profile or self._profile_called(fighter.profile_name),
            models=fighter.models,
            items=tuple(owned(item) for item in fighter.items),
            upgrades=tuple(map(str, fighter.upgrades)) if fighter.profile else (),
            keywords=details.words.keywords if details.words else tuple(map(str, fighter.keywords)),
            promoted=details.promoted,
            fielded=fighter.status == "active",
            hands=details.hands,
            uncounted=details.uncounted,
            cost=amounts(details.cost),
        )

    def _profile_called(self, name: str) -> str:
        """Return the id of the profile that an imported fighter's kind means, else the kind as it is."""
        return self._by_name.get(simple(name), name)

    @cached_property
    def _by_name(self) -> dict[str, str]:
        return {simple(one.name): one.id for one in self.prices.profiles}

    def fighter(self, fighter_id: int) -> KeptFighter:
        """Return one fighter as it is kept.

        Raises:
            WarbandError: the warband has no such fighter.
        """
        found = next((one for one in self.kept if one.id == fighter_id), None)
        if found is None:
            raise WarbandError(f"there is no fighter {fighter_id}", place=self.warband.name)
        return found

    def fighter_view(self, fighter_id: int) -> FighterView:
        """Return one fighter as legality sees it, one that is gone too."""
        return self._fighter(self.fighter(fighter_id))

    def item(self, item_id: int) -> ItemView:
        """Return a thing that the warband owns.

        Raises:
            WarbandError: it does not own it.
        """
        things = (*self.stored, *(item for one in self.kept for item in one.items))
        found = next((one for one in things if one.id == item_id), None)
        if found is None:
            raise WarbandError(f"there is no thing {item_id}", place=self.warband.name)
        return found

    def worth(self, item: ItemView) -> Money:
        """Return what a thing counts for."""
        return item_line(owned(item), self.prices, self.details.modifiers).cost

    def fielded(self, fighter_id: int) -> Fielded:
        """Return a fighter ready for battle: from the words of an imported roster, else from the list."""
        fighter = self.fighter(fighter_id)
        ruleset = self.lists.ruleset
        if ruleset is None:
            return Fielded({})
        details = kept(fighter.details, FighterDetails, fighter.name)
        if details.words is not None:
            return ruleset.understand(details.words, self.campaign.edition)
        loadout = loadout_of(self._fighter(fighter), self.prices)
        return ruleset.field(loadout, fighter.profile_name or fighter.profile, self.campaign.edition)


def owned(item: ItemView) -> OwnedItem:
    """Return a kept thing as legality sees it."""
    details = kept(item.details, ItemDetails, item.name)
    cost = amounts(details.cost)
    if cost is None and not details.id:
        # A thing that is only a name counts for what its row says.
        cost = {item.currency: item.price} if item.currency and item.price else None
    return OwnedItem(id=details.id or item.name, name=item.name, cost=cost, found=details.found)


def key_of(verdict: Verdict) -> str:
    """Return what a breach of this extent is known by: one that was allowed is told again when it grows."""
    return f"{verdict.code}:{verdict.subject}:{verdict.excess}"


def read_roster(library: Library, shelf: CatalogueShelf, warband_id: int) -> Roster:
    """Read a warband.

    Raises:
        WarbandError: there is no such warband, or the file cannot be read.
    """
    queries = Queries(library)
    with library.one_moment():
        warband = queries.warband(warband_id)
        campaign = queries.campaign(warband.campaign_id)
        fighters, stash = queries.fighters(warband_id), queries.stash(warband_id)
    lists = shelf.game(campaign.ruleset)
    catalogue, why = _catalogue(lists, campaign, warband)
    return Roster(
        campaign=campaign,
        warband=warband,
        kept=fighters,
        stored=stash,
        lists=lists,
        catalogue=catalogue,
        no_catalogue=why,
        details=kept(warband.details, WarbandDetails, warband.name),
    )


def _catalogue(
    lists: GameLists, campaign: CampaignView, warband: WarbandView
) -> tuple[Catalogue | None, str]:
    if lists.ruleset is None:
        return None, f"{campaign.ruleset} is not installed"
    if not warband.faction:
        return (
            None,
            "this warband has no faction with a list" if lists.factions() else f"{lists.title} has no lists",
        )
    try:
        found = lists.catalogue(warband.faction, campaign.edition)
    except WarbandError as error:
        return None, str(error)
    if found is None:
        return None, f'there is no list for the faction "{warband.faction}"'
    try:
        return found.for_variant(warband.variant), ""
    except WarbandError:
        return found, ""
