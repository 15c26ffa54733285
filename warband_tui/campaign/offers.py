"""What a warband may hire and buy now: every entry of its list with its price and why not."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.campaign.desk import told
from warband_tui.campaign.hiring import against_upgrade
from warband_tui.campaign.kept import Money
from warband_tui.campaign.roster_sheet import short_money
from warband_tui.campaign.rosters import Roster
from warband_tui.rules.catalogue import Catalogue, Item, Profile
from warband_tui.rules.costs import price_of, upgrade_cost
from warband_tui.rules.legality import NEW_FIGHTER, check, price, why_not
from warband_tui.rules.roster_view import Buy, Hire, Verdict


class Offer(Struct, frozen=True, kw_only=True):
    """One thing to be had. `kind` is "profile", "upgrade" or "item"; `group` the heading it stands under.

    `why_not` is empty when nothing speaks against it; `owned` tells how many there are already.
    """

    kind: str
    id: str
    name: str
    group: str
    cost: Money
    cost_text: str
    why_not: tuple[str, ...]
    warnings: tuple[str, ...]
    owned: int
    most: int | None
    stats: tuple[tuple[str, str], ...] = ()
    keywords: tuple[str, ...] = ()
    note: str = ""
    search: str = ""

    @property
    def allowed(self) -> bool:
        """Whether the rules have nothing against it."""
        return not self.why_not


_KINDS = {
    "ranged": "Ranged weapons",
    "melee": "Melee weapons",
    "grenade": "Grenades",
    "armour": "Armour",
    "shield": "Shields",
    "headgear": "Headgear",
    "equipment": "Equipment",
}


def offers(roster: Roster, fighter_id: int | None = None) -> tuple[Offer, ...]:
    """Return fighters to hire, then upgrades and kit for one fighter, or kit for the stash when None.

    Entries that are for another variant, alignment or profile are left out where they can never be had.
    """
    catalogue = roster.catalogue
    if catalogue is None:
        return ()
    before = check(roster.buyer, catalogue)
    found = [_profile(one, roster, catalogue, before) for one in catalogue.profiles if _fits(one, catalogue)]
    if fighter_id is not None:
        found += _upgrades(roster, catalogue, fighter_id)
    kinds = list(_KINDS)
    entries = []
    for entry in catalogue.armoury:
        item = catalogue.item(entry.item)
        if item is not None and not entry.variant_only:
            entries.append(_item(item, roster, catalogue, fighter_id, before))
    entries.sort(key=lambda one: kinds.index(one[0]))
    return (*found, *(offer for _, offer in entries))


def _reasons(verdicts: list[Verdict], severity: str, buyer: int | None) -> tuple[str, ...]:
    """Return what speaks against an offer; whom it is about only where it is not the buyer."""
    found = (one for one in verdicts if one.severity == severity)
    about = {str(buyer), NEW_FIGHTER}
    return tuple(one.reason if one.subject in about else told(one) for one in found)


def _fits(profile: Profile, catalogue: Catalogue) -> bool:
    serves = not profile.alignments or not catalogue.alignment or catalogue.alignment in profile.alignments
    return serves and not profile.variant_only


def _profile(profile: Profile, roster: Roster, catalogue: Catalogue, before: list[Verdict]) -> Offer:
    wanted = Hire(profile=profile.id)
    cost = price(roster.buyer, catalogue, wanted)
    against = why_not(roster.buyer, catalogue, wanted, before=before)
    number = sum(one.models for one in roster.view.fighters if one.profile == profile.id)
    labels = {one.id: one.short for one in roster.lists.ruleset.stats} if roster.lists.ruleset else {}
    return Offer(
        kind="profile",
        id=profile.id,
        name=profile.name,
        group="Hire",
        cost=cost,
        cost_text=short_money(cost, roster),
        why_not=_reasons(against, "error", None),
        warnings=_reasons(against, "warning", None),
        owned=number,
        most=profile.max,
        stats=tuple((labels.get(name, name), str(value)) for name, value in profile.stats.items()),
        keywords=profile.keywords,
        note=profile.note,
        # Not its upgrades: who looks for a rifle means the rifle.
        search=" ".join((profile.id, *profile.keywords)),
    )


def _upgrades(roster: Roster, catalogue: Catalogue, fighter_id: int) -> list[Offer]:
    view = roster.fighter_view(fighter_id)
    profile = catalogue.profile(view.profile)
    found = []
    for upgrade in profile.upgrades if profile else ():
        has = upgrade.id in view.upgrades
        against = [] if has else against_upgrade(roster, fighter_id, upgrade.id)
        cost = upgrade_cost(upgrade, roster.details.modifiers)
        found.append(
            Offer(
                kind="upgrade",
                id=upgrade.id,
                name=upgrade.name,
                group=f"Upgrades of {view.name}",
                cost=cost,
                cost_text=short_money(cost, roster),
                why_not=_reasons(against, "error", fighter_id),
                warnings=_reasons(against, "warning", fighter_id),
                owned=int(has),
                most=1,
                keywords=upgrade.keywords,
                note=upgrade.note,
            )
        )
    return found


def _item(
    item: Item, roster: Roster, catalogue: Catalogue, fighter_id: int | None, before: list[Verdict]
) -> tuple[str, Offer]:
    listed = price_of(item.id, catalogue, roster.details.modifiers)
    wanted = Buy(item=item.id, fighter=str(fighter_id) if fighter_id is not None else "")
    against = why_not(roster.buyer, catalogue, wanted, before=before)
    entry = catalogue.entry(item.id)
    attack = item.attack
    stats: list[tuple[str, str]] = []
    if attack is not None:
        stats.append(("range", f'{item.range:g}"' if item.range else "melee"))
    if item.hands:
        stats.append(("hands", str(item.hands)))
    for label, value in (
        ("dice", item.dice),
        ("injury dice", item.injury_dice),
        ("injury", item.injury_modifier),
    ):
        if value:
            stats.append((label, f"{value:+d}"))
    if item.armour_modifier:
        stats.append(("armour", str(item.armour_modifier)))
    things = [owned.id for fighter in roster.view.fighters for owned in fighter.items]
    things += [owned.id for owned in roster.view.stash]
    return item.kind, Offer(
        kind="item",
        id=item.id,
        name=item.name,
        group=_KINDS[item.kind],
        cost=listed or {},
        cost_text="?" if listed is None else short_money(listed, roster),
        why_not=_reasons(against, "error", fighter_id),
        warnings=_reasons(against, "warning", fighter_id),
        owned=things.count(item.id),
        most=entry.limit if entry else None,
        stats=tuple(stats),
        keywords=item.keywords,
        note=" ".join(part for part in (item.note, entry.note if entry else "") if part),
        search=item.search_text,
    )
