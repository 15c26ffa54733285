"""What a warband may hire and buy: profiles, items, prices and limits as frozen data.

A catalogue is read from a file by `warband_tui.rules.catalogue_file`. Everything here is data and
look-ups; which roster is legal is said by `warband_tui.rules.legality`.

Costs are `{currency id: whole number}`, distances inches. Keywords are kept as they were written,
a number after the word included (`"BLAST 3"`), whether the engine knows them or not.
"""

from __future__ import annotations

import difflib
from functools import cached_property
from typing import Annotated, Literal, Protocol, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from warband_tui.errors import WarbandError
from warband_tui.rules.limits import KitRule, WarbandLimit

ItemKind = Literal["ranged", "melee", "grenade", "armour", "shield", "headgear", "equipment"]
Use = Literal["ranged", "melee"]
Number = int | float | str
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9.-]*$", max_length=80)]
Name = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]*$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Small = Annotated[int, Meta(ge=-100, le=100)]
Cost = dict[str, Count]

_DEFAULT_USES: dict[str, tuple[Use, ...]] = {
    "ranged": ("ranged",),
    "grenade": ("ranged",),
    "melee": ("melee",),
}


class WeaponProfile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers that an attack needs.

    `range` is in inches, None for a weapon without one; `melee` and `ranged` say where it may be used
    (a pistol: both); `dice` are extra dice of the attack roll, `injury_dice` and `injury_modifier`
    extra dice and a flat number on the injury roll.
    """

    id: str
    name: str
    range: float | None = None
    melee: bool = False
    ranged: bool = False
    hands: int = 1
    dice: int = 0
    injury_dice: int = 0
    injury_modifier: int = 0
    keywords: tuple[str, ...] = ()


class Raise(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A higher maximum that holds when the rest of the warband costs at least `others_cost`."""

    max: Count
    others_cost: Cost


class Relative(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A maximum counted from others: at most as many as there are of `profile` without upgrade `without`."""

    profile: Id
    without: Id | None = None


class Upgrade(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something bought with the profile, when it is recruited only.

    `max` counts fighters with this upgrade; `sets` overwrites stats; `items` comes with it and is paid by
    `cost`; `group` names a set of upgrades of which a fighter may have one.
    """

    id: Id
    name: Name
    cost: Cost = field(default_factory=dict)
    max: Count | None = None
    raised: tuple[Raise, ...] = ()
    at_most: Relative | None = None
    keywords: tuple[Name, ...] = ()
    sets: dict[str, Number] = field(default_factory=dict)
    items: tuple[Id, ...] = ()
    group: str = ""
    note: str = ""


class KitLimit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one profile may carry: at most `max_cost` of kit, a weapon if `armed`, none of `no_kinds`."""

    max_cost: Cost = field(default_factory=dict)
    armed: bool = False
    no_kinds: tuple[ItemKind, ...] = ()


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of fighter that can be recruited.

    `min` and `max` count fighters of a warband (`max` None: any number). `stats` holds what the ruleset
    declares, "-" for a stat that the profile does not have. `kit` is carried always and paid by `cost`.
    `models` is how many models one of it is, for units that are hired whole; `cost` is for each.
    """

    id: Id
    name: Name
    cost: Cost
    models: Annotated[int, Meta(ge=1, le=1000)] = 1
    min: Count = 0
    max: Count | None = None
    raised: tuple[Raise, ...] = ()
    at_most: Relative | None = None
    stats: dict[str, Number] = field(default_factory=dict)
    keywords: tuple[Name, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    kit: tuple[Id, ...] = ()
    kit_limit: KitLimit | None = None
    promotable: bool = True
    experience_cap: Count | None = None
    advance_cap: Count | None = None
    alignments: tuple[str, ...] = ()
    variant_only: bool = False
    note: str = ""
    by_edition: dict[str, Profile] = field(default_factory=dict, name="edition")

    def upgrade(self, upgrade_id: str) -> Upgrade | None:
        """The upgrade of that id, None if this profile has no such upgrade."""
        return next((one for one in self.upgrades if one.id == upgrade_id), None)

    @property
    def search_text(self) -> str:
        """Case-folded words by which a player may look for this profile."""
        words = (self.name, self.id, *self.keywords, *(upgrade.name for upgrade in self.upgrades))
        return " ".join(words).casefold()


class Item(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing that a fighter carries.

    `kind` is the table it is bought from, which decides the slot it takes; `uses` says where a weapon
    attacks, if that is more than its kind says. `armour_modifier` is 0 or negative. `grants` are keywords
    of the bearer; `stipulations` are rules of carrying it; `needs` keywords or stipulations of another
    carried item; `forbids` kinds that cannot be carried beside it; `sets` overwrites stats of the bearer.
    """

    id: Id
    name: Name
    kind: ItemKind
    hands: Annotated[int, Meta(ge=0, le=2)] = 0
    range: Annotated[float, Meta(gt=0, le=1000)] | None = None
    uses: tuple[Use, ...] = ()
    dice: Small = 0
    injury_dice: Small = 0
    injury_modifier: Small = 0
    keywords: tuple[Name, ...] = ()
    armour_modifier: Annotated[int, Meta(ge=-10, le=0)] = 0
    grants: tuple[Name, ...] = ()
    stipulations: tuple[Name, ...] = ()
    needs: tuple[Name, ...] = ()
    forbids: tuple[ItemKind, ...] = ()
    sets: dict[str, Number] = field(default_factory=dict)
    note: str = ""
    by_edition: dict[str, Item] = field(default_factory=dict, name="edition")

    @property
    def attack(self) -> WeaponProfile | None:
        """The weapon's numbers, None for things that do not attack."""
        uses = self.uses or _DEFAULT_USES.get(self.kind, ())
        if not uses:
            return None
        return WeaponProfile(
            id=self.id,
            name=self.name,
            range=self.range,
            melee="melee" in uses,
            ranged="ranged" in uses,
            hands=self.hands,
            dice=self.dice,
            injury_dice=self.injury_dice,
            injury_modifier=self.injury_modifier,
            keywords=self.keywords,
        )

    @property
    def search_text(self) -> str:
        """Case-folded words by which a player may look for this item."""
        return " ".join((self.name, self.id, self.kind, *self.keywords, *self.grants)).casefold()


class ArmouryEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item on a faction's price list.

    `limit` counts what is carried and what is stored. A fighter may take it if it has one of
    `only_keywords` or is one of `only_profiles` (both empty: anybody) and none of `not_keywords` or
    `not_profiles`. `with_items`: carried beside one of these. `stipulations` add to the item's own.
    """

    item: Id
    cost: Cost = field(default_factory=dict)
    price_unknown: bool = False
    limit: Count | None = None
    only_keywords: tuple[Name, ...] = ()
    only_profiles: tuple[Id, ...] = ()
    not_keywords: tuple[Name, ...] = ()
    not_profiles: tuple[Id, ...] = ()
    with_items: tuple[Id, ...] = ()
    stipulations: tuple[Name, ...] = ()
    variant_only: bool = False
    note: str = ""
    by_edition: dict[str, ArmouryEntry] = field(default_factory=dict, name="edition")

    @property
    def id(self) -> str:
        """An entry is known by its item."""
        return self.item


class Variant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A variant of a faction: records that replace or join those of the base list, and ids that go."""

    id: Id
    name: Name
    budget: Cost = field(default_factory=dict)
    profiles: tuple[Profile, ...] = ()
    items: tuple[Item, ...] = ()
    armoury: tuple[ArmouryEntry, ...] = ()
    limits: tuple[WarbandLimit, ...] = ()
    remove: tuple[Id, ...] = ()
    note: str = ""


class Currency(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What things are paid with; `short` is used where a cost is one word."""

    id: Id
    name: Name
    short: Name


class Catalogue(Struct, frozen=True, kw_only=True, dict=True):
    """One faction's list, or shared records that other lists extend.

    `edition` and `variant` are empty until `for_edition` and `for_variant` have chosen; `editions` has
    the default edition first. `promoted_keyword` is what a promotion gives a fighter.
    """

    id: str
    ruleset: str
    title: str
    faction: str = ""
    alignment: str = ""
    editions: tuple[str, ...] = ()
    edition: str = ""
    variant: str = ""
    currencies: tuple[Currency, ...] = ()
    stats: tuple[str, ...] = ()
    promoted_keyword: str = ""
    budget: dict[str, int] = {}
    profiles: tuple[Profile, ...] = ()
    items: tuple[Item, ...] = ()
    armoury: tuple[ArmouryEntry, ...] = ()
    limits: tuple[WarbandLimit, ...] = ()
    kit: tuple[KitRule, ...] = ()
    variants: tuple[Variant, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def _profiles(self) -> dict[str, Profile]:
        return {one.id: one for one in self.profiles}

    @cached_property
    def _items(self) -> dict[str, Item]:
        return {one.id: one for one in self.items}

    @cached_property
    def _armoury(self) -> dict[str, ArmouryEntry]:
        return {one.item: one for one in self.armoury}

    def profile(self, profile_id: str) -> Profile | None:
        """The profile of that id, None if the list has none."""
        return self._profiles.get(profile_id)

    def item(self, item_id: str) -> Item | None:
        """The item of that id, on the price list or not; None if unknown."""
        return self._items.get(item_id)

    def entry(self, item_id: str) -> ArmouryEntry | None:
        """The price-list entry of an item, None if this faction does not sell it."""
        return self._armoury.get(item_id)

    def currency_name(self, currency_id: str) -> str:
        """What the currency is called, its id if it was never declared."""
        return next((one.name for one in self.currencies if one.id == currency_id), currency_id)

    def money(self, cost: dict[str, int]) -> str:
        """A cost in words: "45 ducats", "2 Glory", "30 ducats + 1 Glory", "free"."""
        parts = [f"{amount} {self.currency_name(currency)}" for currency, amount in cost.items() if amount]
        return " + ".join(parts) or "free"

    def for_edition(self, edition: str = "") -> Catalogue:
        """This catalogue with the numbers of one edition (empty: the default one).

        Raises:
            WarbandError: the catalogue has no such edition.
        """
        chosen = edition or (self.editions[0] if self.editions else "")
        if self.edition and self.edition == chosen:
            return self
        if chosen and self.editions and chosen not in self.editions:
            raise WarbandError(f'no edition "{chosen}"{near(chosen, self.editions)}', place=self.title)
        return replace(
            self,
            edition=chosen,
            profiles=tuple(one.by_edition.get(chosen, one) for one in self.profiles),
            items=tuple(one.by_edition.get(chosen, one) for one in self.items),
            armoury=tuple(one.by_edition.get(chosen, one) for one in self.armoury),
            limits=tuple(one for one in self.limits if not one.editions or chosen in one.editions),
            kit=tuple(one for one in self.kit if not one.editions or chosen in one.editions),
            variants=tuple(
                replace(
                    one,
                    profiles=tuple(each.by_edition.get(chosen, each) for each in one.profiles),
                    items=tuple(each.by_edition.get(chosen, each) for each in one.items),
                    armoury=tuple(each.by_edition.get(chosen, each) for each in one.armoury),
                )
                for one in self.variants
            ),
        )

    def for_variant(self, variant: str = "") -> Catalogue:
        """This catalogue as one variant of the faction sees it (empty: the base list).

        Raises:
            WarbandError: the catalogue has no such variant, or another one has been chosen already.
        """
        if self.variant == variant:
            return self
        if self.variant:
            raise WarbandError(
                f'"{self.variant}" is chosen already; start from the base list', place=self.title
            )
        found = next((one for one in self.variants if one.id == variant), None)
        if found is None:
            known = [one.id for one in self.variants]
            raise WarbandError(f'no variant "{variant}"{near(variant, known)}', place=self.title)
        gone = set(found.remove)
        return replace(
            self,
            variant=variant,
            budget=dict(found.budget) or self.budget,
            profiles=overlay(self.profiles, found.profiles, gone),
            items=overlay(self.items, found.items, gone),
            armoury=overlay(self.armoury, found.armoury, gone),
            limits=overlay(self.limits, found.limits, gone),
        )


class HasId(Protocol):
    """Any record of a catalogue."""

    @property
    def id(self) -> str:
        """What the record is known by."""
        ...


Record = TypeVar("Record", bound=HasId)


def overlay(base: tuple[Record, ...], own: tuple[Record, ...], gone: set[str]) -> tuple[Record, ...]:
    """Join two sets of records: own ones replace those of the same id in place, others follow."""
    mine = {one.id: one for one in own}
    kept = [mine.pop(one.id, one) for one in base if one.id not in gone or one.id in mine]
    return (*kept, *mine.values())


def near(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The end of a complaint about an unknown word: the nearest known one, or what there is."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    if close:
        return f'; did you mean "{close[0]}"?'
    if known and len(known) <= 12:
        return f"; known: {', '.join(sorted(known))}"
    return ""


def keyword_name(keyword: str) -> str:
    """A keyword without the number that follows it: "BLAST 3" and "BLAST (3)" are both BLAST."""
    head, _, tail = keyword.strip().rpartition(" ")
    return head if head and tail.strip("(\"')").isdigit() else keyword.strip()
