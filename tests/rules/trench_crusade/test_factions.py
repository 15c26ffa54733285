"""The numbers of the built-in lists, pinned by literal tables."""

from __future__ import annotations

from typing import Any

import pytest

from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import Catalogue, WeaponProfile
from warband_tui.rules.catalogue_file import check_catalogue
from warband_tui.rules.games.trench_crusade import catalogues

# profile: ducats, min, max, movement, ranged, melee, armour, base
PROFILES: dict[str, dict[str, tuple[Any, ...]]] = {
    "new-antioch": {
        "lieutenant": (70, 1, 1, 6, 2, 2, 0, 32),
        "trench-cleric": (60, 0, 1, 6, 1, 1, 0, 32),
        "sniper-priest": (50, 0, 2, 6, 2, -1, 0, 25),
        "yeoman": (30, 0, None, 6, 0, 0, 0, 25),
        "shock-trooper": (45, 0, 5, 6, 0, 1, 0, 25),
        "combat-engineer": (80, 0, 2, 6, 0, 1, -2, 25),
        "combat-medic": (65, 0, 1, 6, 0, 0, -1, 25),
        "mechanized-heavy-infantry": (85, 0, 3, 6, 1, 0, -2, 40),
    },
    "heretic-legion": {
        "heretic-priest": (80, 1, 1, 6, 2, 2, 0, 32),
        "death-commando": (90, 0, 1, 6, 1, 2, 0, 32),
        "chorister": (65, 0, 1, 6, -2, 2, 0, 32),
        "heretic-trooper": (30, 0, None, 6, 0, 0, 0, 25),
        "anointed-heavy-infantry": (95, 0, 5, 6, 1, 1, -2, 32),
        "war-wolf": (145, 0, 1, 8, "-", 2, -3, 50),
        "artillery-witch": (100, 0, 1, 6, 0, -1, 0, 32),
        "heretic-wretched": (25, 0, None, 6, -1, -1, 0, 25),
    },
    "trench-pilgrims": {
        "war-prophet": (80, 1, 1, 6, 2, 2, 0, 32),
        "castigator": (50, 0, 1, 6, 1, 1, 0, 32),
        "communicant": (100, 0, 1, 6, -3, 2, 0, 40),
        "trench-pilgrim": (30, 0, None, 6, 0, 0, 0, 25),
        "ecclesiastic-prisoner": (20, 0, None, 6, "-", -1, 0, 25),
        "stigmatic-nun": (50, 0, 4, 8, 1, 1, 0, 25),
        "anchorite-shrine": (140, 0, 1, 6, "-", 2, -3, 60),
    },
    "iron-sultanate": {
        "yuzbasi-captain": (70, 1, 1, 6, 2, 2, 0, 32),
        "jabirean-alchemist": (55, 0, 1, 6, 2, 1, 0, 32),
        "sultanate-assassin": (85, 0, 1, 6, 1, 2, 0, 32),
        "azeb": (25, 0, None, 6, 0, -1, 0, 25),
        "sapper": (50, 0, 2, 6, 1, 0, 0, 25),
        "janissary": (55, 0, 6, 6, 1, 1, 0, 32),
        "lion-of-jabir": (60, 0, 2, 8, "-", 1, 0, 50),
        "brazen-bull": (100, 0, 1, 6, 0, 2, 0, 60),
        "takwin-homunculus": (40, 0, None, 6, 0, 0, 0, 25),
    },
    "black-grail": {
        "lord-of-tumours": (130, 0, 1, 6, 1, 4, 0, 50),
        "plague-knight": (60, 0, 2, 6, 0, 2, 0, 32),
        "corpse-guard": (55, 0, 3, 6, 0, 1, 0, 32),
        "grail-thrall": (25, 0, None, 5, "-", -1, 0, 25),
        "fly-thrall": (25, 0, None, 6, "-", -1, 0, 25),
        "herald-of-beelzebub": (50, 0, 4, 10, 0, 0, 0, 40),
        "grail-hound": (55, 0, 3, 8, "-", 1, 0, "30x60"),
        "amalgam": (140, 0, 1, 6, 0, 0, 0, 60),
    },
    "court": {
        "praetor": (115, 0, 1, 8, 3, 3, 0, 50),
        "sorcerer": (75, 0, 1, 6, 1, 1, 0, 50),
        "hunter-of-the-left-hand-path": (110, 0, 1, 6, 2, 1, 0, 32),
        "hell-knight": (100, 0, 3, 6, 0, 2, -2, 40),
        "yoke-fiend": (30, 0, None, 6, 0, 1, 0, 32),
        "court-wretched": (20, 0, None, 6, -1, -1, 0, 25),
        "pit-locust": (90, 0, 3, 8, 0, 2, -2, "30x60"),
        "desecrated-saint": (140, 0, 1, 6, "-", 3, -3, 60),
    },
}

# item: cost, limit
PRICES: dict[str, dict[str, tuple[dict[str, int], int | None]]] = {
    "new-antioch": {
        "bolt-action-rifle": ({"ducats": 10}, None),
        "automatic-pistol": ({"ducats": 20}, 3),
        "submachine-gun": ({"ducats": 30}, 2),
        "sniper-rifle": ({"ducats": 35}, 3),
        "machine-gun": ({"ducats": 50}, 2),
        "heavy-flamethrower": ({"ducats": 55}, 1),
        "incendiary-grenades": ({"ducats": 15}, 2),
        "mountaineer-kit": ({"ducats": 3}, 4),
        "troop-flag": ({"glory": 1}, None),
        "martyrdom-pills": ({"glory": 1}, 2),
    },
    "heretic-legion": {
        "silenced-pistol": ({"ducats": 15}, None),
        "automatic-rifle": ({"glory": 2}, 2),
        "anti-materiel-rifle": ({"glory": 3}, 1),
        "machine-gun": ({"ducats": 50}, 1),
        "gas-grenades": ({"ducats": 10}, None),
        "satchel-charge": ({"ducats": 15}, None),
        "hellblade": ({"glory": 1}, 2),
        "unholy-relic": ({"ducats": 15}, None),
    },
    "trench-pilgrims": {
        "musket": ({"ducats": 5}, None),
        "automatic-pistol": ({"ducats": 20}, 2),
        "sniper-rifle": ({"glory": 2}, None),
        "flamethrower": ({"ducats": 30}, 2),
        "punt-gun": ({"ducats": 20}, 2),
        "martyrdom-pills": ({"ducats": 20}, 3),
        "iron-capirote": ({"ducats": 7}, None),
        "blessed-icon": ({"ducats": 15}, None),
    },
    "iron-sultanate": {
        "jezzail": ({"ducats": 7}, None),
        "siege-jezzail": ({"ducats": 30}, None),
        "alaybozan": ({"ducats": 9}, None),
        "halberd-gun": ({"ducats": 20}, None),
        "machine-gun": ({"ducats": 50}, 1),
        "submachine-gun": ({"glory": 2}, 1),
        "mountaineer-kit": ({"ducats": 3}, 2),
        "field-shrine": ({"glory": 2}, 1),
    },
}

WEAPONS = (
    WeaponProfile(id="bolt-action-rifle", name="Bolt-Action Rifle", range=24, ranged=True, hands=2),
    WeaponProfile(
        id="automatic-pistol", name="Automatic Pistol", range=12, ranged=True, melee=True, hands=1,
        keywords=("ASSAULT", "AUTOMATIC 2", "PISTOL"),
    ),
    WeaponProfile(
        id="sniper-rifle", name="Sniper Rifle", range=48, ranged=True, hands=2, dice=1,
        keywords=("CRITICAL", "RISKY"),
    ),
    WeaponProfile(
        id="gas-grenade-launcher", name="Gas Grenade Launcher", range=36, ranged=True, hands=2, injury_dice=-1,
        keywords=("BLAST 3", "GAS", "HEAVY", "IGNORE ARMOUR", "IGNORE COVER"),
    ),
    WeaponProfile(
        id="heavy-flamethrower", name="Heavy Flamethrower", range=10, ranged=True, hands=2, injury_dice=-1,
        keywords=("AUTOMATIC 2", "FIRE", "FLAMETHROWER", "HEAVY", "IGNORE ARMOUR"),
    ),
    WeaponProfile(
        id="molotov-cocktail", name="Molotov Cocktail", range=6, ranged=True, hands=0, injury_dice=-1,
        keywords=("ASSAULT", "FIRE", "IGNORE COVER", "IGNORE LONG RANGE"),
    ),
    WeaponProfile(id="trench-knife", name="Trench Knife", melee=True, hands=1, dice=-1),
    WeaponProfile(
        id="great-hammer-maul", name="Great Hammer/Maul", melee=True, hands=2, injury_modifier=1,
        keywords=("HEAVY",),
    ),
    WeaponProfile(
        id="titan-zulfiqar", name="Titan Zulfiqar", melee=True, hands=1, injury_modifier=2,
        keywords=("CRITICAL", "HEAVY"),
    ),
    WeaponProfile(
        id="halberd-gun", name="Halberd-Gun", range=24, ranged=True, melee=True, hands=2,
        keywords=("ASSAULT", "BLOCK", "CUMBERSOME"),
    ),
)  # fmt: skip


def of(name: str, edition: str = "1.0.2") -> Catalogue:
    return catalogues.LISTS.of(name).for_edition(edition)


@pytest.mark.parametrize(
    ("faction", "profile"), [(faction, one) for faction, rows in PROFILES.items() for one in rows]
)
def test_a_profile_has_the_numbers_of_the_book(faction: str, profile: str) -> None:
    found = of(faction).profile(profile)
    assert found is not None
    stats = tuple(found.stats[name] for name in ("movement", "ranged", "melee", "armour", "base"))
    assert (found.cost["ducats"], found.min, found.max, *stats) == PROFILES[faction][profile]


@pytest.mark.parametrize("faction", PROFILES)
def test_a_list_has_no_other_profiles_than_the_book(faction: str) -> None:
    own = {one.id for one in of(faction).profiles if "MERCENARY" not in one.keywords}
    assert own == set(PROFILES[faction])


@pytest.mark.parametrize(
    ("faction", "item"), [(faction, one) for faction, rows in PRICES.items() for one in rows]
)
def test_a_price_list_has_the_prices_and_limits_of_the_book(faction: str, item: str) -> None:
    entry = of(faction).entry(item)
    assert entry is not None
    assert (entry.cost, entry.limit) == PRICES[faction][item]


@pytest.mark.parametrize("weapon", WEAPONS, ids=lambda one: one.id)
def test_a_weapon_has_the_numbers_of_the_book(weapon: WeaponProfile) -> None:
    item = of("new-antioch").item(weapon.id)
    assert item is not None
    assert item.attack == weapon


def test_keywords_are_those_of_the_book() -> None:
    expected = {
        ("new-antioch", "lieutenant"): {"ELITE", "LEADER", "TOUGH", "NEW ANTIOCH"},
        ("heretic-legion", "war-wolf"): {"ARTIFICIAL", "FEAR", "TOUGH", "NEGATE DIFFICULT", "HERETIC"},
        ("trench-pilgrims", "stigmatic-nun"): {"REGENERATE 1", "PILGRIM"},
        ("iron-sultanate", "janissary"): {"STRONG", "SULTANATE"},
        ("black-grail", "herald-of-beelzebub"): {"FEAR", "SKIRMISHER", "FLYING", "BLACK GRAIL"},
        ("court", "yoke-fiend"): {"DEMONIC", "THE COURT"},
    }
    for (faction, name), keywords in expected.items():
        profile = of(faction).profile(name)
        assert profile is not None
        assert set(profile.keywords) == keywords


@pytest.mark.parametrize(
    ("name", "glory", "base"),
    [
        ("sister-of-saint-cosmas", 2, 25),
        ("mendelist-ammo-monk", 2, 25),
        ("observer", 3, 32),
        ("mamluk-faris", 4, 32),
        ("witchburner", 5, 32),
        ("sin-eater", 6, 50),
        ("pairika", 7, 40),
        ("trench-dog", 1, 25),
    ],
)
def test_a_mercenary_is_paid_with_glory(name: str, glory: int, base: int) -> None:
    profile = of("court").profile(name)
    assert profile is not None
    assert profile.cost == {"glory": glory}
    assert profile.stats["base"] == base


@pytest.mark.parametrize(
    ("faction", "profile", "edition", "cost", "stats"),
    [
        ("new-antioch", "yeoman", "1.6.3", 35, {}),
        ("new-antioch", "combat-engineer", "1.6.3", 80, {"ranged": 1, "melee": 0, "armour": -2}),
        ("new-antioch", "combat-engineer", "beta", 80, {"ranged": 1, "melee": 0}),
        ("new-antioch", "mechanized-heavy-infantry", "1.6.3", 85, {"base": 32}),
        ("heretic-legion", "war-wolf", "1.6.3", 140, {"base": 50}),
        ("heretic-legion", "artillery-witch", "1.6.3", 90, {"base": 25}),
    ],
)
def test_another_edition_changes_only_the_numbers_known_to_differ(
    faction: str, profile: str, edition: str, cost: int, stats: dict[str, int]
) -> None:
    found = of(faction, edition).profile(profile)
    plain = of(faction).profile(profile)
    assert found is not None
    assert plain is not None
    assert found.cost["ducats"] == cost
    assert found.stats == {**plain.stats, **stats}
    assert (found.max, found.keywords, found.upgrades) == (plain.max, plain.keywords, plain.upgrades)


def test_the_beta_changes_sultanate_prices() -> None:
    now, beta = of("iron-sultanate"), of("iron-sultanate", "beta")
    for item, price in {"halberd-gun": 30, "alaybozan": 10, "incendiary-grenades": 10}.items():
        changed, plain = beta.entry(item), now.entry(item)
        assert changed is not None
        assert plain is not None
        assert changed.cost == {"ducats": price} != plain.cost


def test_an_edition_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(WarbandError, match=r'no edition "1\.6\.4"; did you mean "1\.6\.3"\?'):
        of("court", "1.6.4")


def test_a_price_that_is_not_known_is_said_to_be_unknown() -> None:
    entry = of("court").entry("infernal-iron-armour")
    assert entry is not None
    assert entry.price_unknown
    assert not entry.cost
    assert any("Infernal Iron Armour" in note for note in of("court").notes)


def test_upgrades_are_those_of_the_book() -> None:
    yeoman = of("new-antioch").profile("yeoman")
    assert yeoman is not None
    mole = yeoman.upgrade("trench-mole")
    assert mole is not None
    assert (mole.cost, mole.max, mole.keywords) == ({"ducats": 10}, 2, ("INFILTRATOR",))
    assert [(one.max, one.others_cost) for one in mole.raised] == [(3, {"ducats": 1000})]


def test_the_papal_force_has_its_own_budget_and_a_threshold_200_lower() -> None:
    papal = of("new-antioch").for_variant("papal-states")
    assert papal.budget == {"ducats": 500, "glory": 11}
    limits = {one.id: one for one in papal.limits}
    plain = {one.id: one for one in of("new-antioch").limits}
    assert limits["threshold"].by_game == {
        game: worth - 200 for game, worth in plain["threshold"].by_game.items()
    }


def test_every_built_in_file_is_free_of_findings() -> None:
    known = catalogues.LISTS.bases()
    assert len(catalogues.LISTS.shared) + len(catalogues.LISTS.factions) == len(known)
    for name in (*catalogues.LISTS.shared, *catalogues.LISTS.factions):
        assert check_catalogue(catalogues.LISTS.source(name), name, bases=known) == []


def test_a_faction_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(WarbandError, match='did you mean "new-antioch"'):
        catalogues.LISTS.of("new-antoch")


def test_a_list_can_be_searched_by_name_and_keyword() -> None:
    catalogue = of("court")
    flyers = {one.id for one in catalogue.profiles if "flying" in one.search_text}
    assert flyers == {"praetor", "sorcerer", "pit-locust", "pairika"}
    assert [one.id for one in catalogue.items if "blast" in one.search_text and one.kind == "grenade"] == [
        "frag-grenades", "gas-grenades", "satchel-charge",
    ]  # fmt: skip


def test_a_trench_dog_does_not_count_for_morale() -> None:
    dog = of("new-antioch").profile("trench-dog")
    assert dog is not None
    assert "NOT COUNTED" in dog.keywords
