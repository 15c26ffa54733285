"""What makes a roster illegal, each rule with a roster that passes and one that does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.costs import added, cost_lines, cost_of, price_of, total
from warband_tui.rules.games.trench_crusade import catalogues
from warband_tui.rules.legality import check, errors, price, why_not
from warband_tui.rules.roster_view import (
    Buy,
    FighterView,
    Hire,
    Modifier,
    OwnedItem,
    RosterView,
    Verdict,
)

ANTIOCH = catalogues.LISTS.of("new-antioch").for_edition("1.0.2")
HERETICS = catalogues.LISTS.of("heretic-legion").for_edition("1.0.2")
PILGRIMS = catalogues.LISTS.of("trench-pilgrims").for_edition("1.0.2")
SULTANATE = catalogues.LISTS.of("iron-sultanate").for_edition("1.0.2")


def owned(*ids: str) -> tuple[OwnedItem, ...]:
    return tuple(OwnedItem(id=one) for one in ids)


def fighter(name: str, profile: str, *items: str, **more: object) -> FighterView:
    return FighterView(id=name, name=name.title(), profile=profile, items=owned(*items), **more)  # type: ignore[arg-type]


def yeomen(number: int, *items: str, **more: object) -> tuple[FighterView, ...]:
    return tuple(fighter(f"yeoman-{index}", "yeoman", *items, **more) for index in range(number))


LIEUTENANT = fighter("weyl", "lieutenant", "pistol", "sword-axe")
LEGAL = RosterView(fighters=(LIEUTENANT, *yeomen(6, "bolt-action-rifle")), edition="1.0.2")


def with_fighters(*more: FighterView) -> RosterView:
    return replace(LEGAL, fighters=(*LEGAL.fighters, *more))


def found(roster: RosterView, code: str, catalogue: Catalogue = ANTIOCH) -> Verdict | None:
    return next((one for one in check(roster, catalogue) if one.code == code), None)


def the(roster: RosterView, code: str, catalogue: Catalogue = ANTIOCH) -> Verdict:
    verdict = found(roster, code, catalogue)
    assert verdict is not None, [one.code for one in check(roster, catalogue)]
    return verdict


def test_a_legal_roster_has_nothing_said_about_it() -> None:
    assert check(LEGAL, ANTIOCH) == []


# --- the warband ---------------------------------------------------------------------------------


@pytest.mark.rule("TC-SET-1")
@pytest.mark.parametrize(("number", "legal"), [(5, False), (6, True), (20, True), (21, False)])
def test_a_warband_fields_6_to_20_models(number: int, legal: bool) -> None:
    roster = replace(LEGAL, fighters=(LIEUTENANT, *yeomen(number - 1)))
    sizes = [one for one in check(roster, ANTIOCH) if one.code.startswith("size")]
    assert bool(sizes) is not legal
    assert all(one.rule == "TC-SET-1" and one.severity == "error" for one in sizes)


@pytest.mark.rule("TC-SET-1")
def test_once_play_has_begun_too_few_models_are_a_warning() -> None:
    roster = replace(LEGAL, fighters=LEGAL.fighters[:4], stage="play")
    verdict = the(roster, "size-min")
    assert verdict.severity == "warning"
    assert verdict.reason == "4 of at least 6 models: hire 2 more"


@pytest.mark.rule("TC-SET-1")
def test_models_that_stay_at_home_do_not_count_as_fielded() -> None:
    at_home = tuple(replace(one, fielded=index < 5) for index, one in enumerate(LEGAL.fighters))
    assert the(replace(LEGAL, fighters=at_home), "size-min").excess == 1


@pytest.mark.parametrize(("game", "most"), [(1, 10), (4, 13), (11, 20), (12, 22), (13, 22)])
def test_field_strength_goes_by_the_number_of_the_game(game: int, most: int) -> None:
    fits = replace(LEGAL, fighters=(LIEUTENANT, *yeomen(most - 1)), game=game, stage="force")
    assert found(fits, "field-strength") is None
    over = replace(fits, fighters=(*fits.fighters, fighter("last", "yeoman")))
    verdict = the(over, "field-strength")
    assert (verdict.severity, verdict.reason) == (
        "error", f"{most + 1} of at most {most} models fielded (game {game}): leave 1 at home",
    )  # fmt: skip


def test_a_roster_may_be_larger_than_the_force_of_a_game_with_a_warning() -> None:
    roster = replace(LEGAL, fighters=(LIEUTENANT, *yeomen(11)), game=1)
    assert the(roster, "field-strength").severity == "warning"


@pytest.mark.parametrize(("game", "legal"), [(1, False), (2, True)])
def test_the_threshold_goes_by_the_number_of_the_game(game: int, legal: bool) -> None:
    troopers = tuple(fighter(f"trooper-{index}", "shock-trooper", "machine-gun") for index in range(5))
    roster = replace(LEGAL, fighters=(*LEGAL.fighters[:6], *troopers[:3]), game=game, stage="force")
    assert total(roster, ANTIOCH) == {"ducats": 80 + 5 * 40 + 3 * 95}
    assert found(roster, "threshold") is None
    dearer = replace(roster, fighters=(*roster.fighters, *troopers[3:]))
    assert total(dearer, ANTIOCH) == {"ducats": 755}
    assert (found(dearer, "threshold") is None) is legal


def test_things_paid_with_glory_do_not_count_for_the_threshold() -> None:
    rich = with_fighters(fighter("eater", "sin-eater"), fighter("guardian", "scripture-guardian"))
    assert total(rich, ANTIOCH)["glory"] == 13
    assert found(replace(rich, game=1, stage="force"), "threshold") is None


def test_at_most_6_elite_promoted_ones_and_mercenaries_included() -> None:
    six = with_fighters(
        fighter("cleric", "trench-cleric"),
        fighter("burner", "witchburner"),
        *(fighter(f"up-{index}", "yeoman", promoted=True) for index in range(3)),
    )
    assert found(six, "elite") is None
    seven = replace(six, fighters=(*six.fighters, fighter("late", "yeoman", promoted=True)))
    assert the(seven, "elite").reason == "7 of at most 6 ELITE: promote 1 fewer or retire 1"


def test_a_fighter_that_does_not_count_as_elite_is_left_out() -> None:
    seven = with_fighters(*(fighter(f"up-{index}", "yeoman", promoted=True) for index in range(6)))
    assert the(seven, "elite").excess == 1
    bad_company = replace(seven.fighters[-1], uncounted=("elite",))
    assert found(replace(seven, fighters=(*seven.fighters[:-1], bad_company)), "elite") is None


def test_a_warband_has_exactly_one_leader() -> None:
    none = replace(LEGAL, fighters=yeomen(7))
    assert the(none, "leader-min").reason == "0 of at least 1 LEADER: hire the leader of this list"
    two = with_fighters(fighter("second", "lieutenant"))
    assert the(two, "leader").reason == "2 of at most 1 LEADER: retire 1"


def test_a_leader_that_fell_may_be_replaced_later() -> None:
    assert the(replace(LEGAL, fighters=yeomen(7), game=2), "leader-min").severity == "warning"


def test_a_profile_has_its_maximum() -> None:
    two = with_fighters(fighter("a", "sniper-priest"), fighter("b", "sniper-priest"))
    assert found(two, "max-sniper-priest") is None
    three = replace(two, fighters=(*two.fighters, fighter("c", "sniper-priest")))
    assert the(three, "max-sniper-priest").reason == "3 of at most 2 Sniper Priest: retire 1"


def test_a_group_counts_as_many_models_as_it_has() -> None:
    assert the(with_fighters(fighter("pair", "sniper-priest", models=3)), "max-sniper-priest").excess == 1


def test_a_copy_of_an_upgraded_fighter_does_not_pass_the_limit() -> None:
    moles = with_fighters(*(fighter(f"m{one}", "yeoman", upgrades=("trench-mole",)) for one in range(2)))
    assert found(moles, "max-trench-mole") is None
    verdicts = why_not(moles, ANTIOCH, Hire(profile="yeoman", upgrades=("trench-mole",)))
    assert [one.code for one in verdicts] == ["max-trench-mole"]
    assert why_not(moles, ANTIOCH, Hire(profile="yeoman")) == []


@pytest.mark.parametrize(("troopers", "legal"), [(16, False), (17, True)])
def test_a_third_trench_mole_needs_1000_ducats_in_the_rest(troopers: int, legal: bool) -> None:
    # lieutenant 70 + two moles 80 + shock troopers 45 each with a club (3) and a helmet (5)
    rest = tuple(
        fighter(f"t{one}", "shock-trooper", "trench-club", "combat-helmet") for one in range(troopers)
    )
    moles = tuple(fighter(f"m{one}", "yeoman", upgrades=("trench-mole",)) for one in range(3))
    bare = fighter("weyl", "lieutenant")
    roster = replace(LEGAL, fighters=(bare, *rest, *moles))
    worth = total(roster, ANTIOCH)["ducats"] - 40
    assert (worth >= 1000) is legal
    verdict = found(roster, "max-trench-mole")
    assert (verdict is None) is legal
    if verdict is not None:
        assert verdict.reason.endswith(f"retire 1; 3 once the rest costs 1000 ducats, it costs {worth}")


def test_a_fourth_trench_mole_is_too_many_however_rich_the_rest() -> None:
    rest = tuple(fighter(f"t{one}", "mechanized-heavy-infantry") for one in range(20))
    moles = tuple(fighter(f"m{one}", "yeoman", upgrades=("trench-mole",)) for one in range(4))
    assert the(replace(LEGAL, fighters=(*rest, *moles)), "max-trench-mole").excess == 1


def test_a_second_artillery_witch_needs_1000_ducats_in_the_rest() -> None:
    witches = (fighter("w1", "artillery-witch"), fighter("w2", "artillery-witch"))
    heavies = tuple(fighter(f"a{one}", "anointed-heavy-infantry") for one in range(9))
    poor = RosterView(fighters=(*witches, *heavies))
    assert total(poor, HERETICS) == {"ducats": 200 + 9 * 95}
    assert the(poor, "max-artillery-witch", HERETICS).excess == 1
    rich = RosterView(
        fighters=(*witches, *heavies, fighter("wretch", "heretic-wretched"), fighter("x", "heretic-wretched"))
    )
    assert total(rich, HERETICS) == {"ducats": 200 + 9 * 95 + 50}
    assert found(rich, "max-artillery-witch", HERETICS) is None


@pytest.mark.parametrize(("plain", "legal"), [(2, False), (3, True), (4, True)])
def test_not_more_legionnaires_than_plain_troopers(plain: int, legal: bool) -> None:
    legion = tuple(fighter(f"l{one}", "heretic-trooper", upgrades=("legionnaire",)) for one in range(3))
    roster = RosterView(fighters=(*legion, *(fighter(f"p{one}", "heretic-trooper") for one in range(plain))))
    verdict = found(roster, "relative-legionnaire", HERETICS)
    assert (verdict is None) is legal
    if verdict is not None:
        assert verdict.reason.startswith(
            "3 Heretic Trooper with Legionnaire but 2 plain Heretic Trooper: retire 1"
        )


def test_an_item_limit_counts_what_is_carried_and_what_is_stored() -> None:
    armed = replace(LEGAL, fighters=(LIEUTENANT, *yeomen(1, "machine-gun"), *yeomen(6)[1:]))
    stored = replace(armed, stash=owned("machine-gun"))
    assert found(stored, "limit-machine-gun") is None
    over = replace(armed, stash=owned("machine-gun", "machine-gun"))
    reason = "3 of at most 2 Machine Gun (1 carried, 2 in the stash): sell 1"
    assert the(over, "limit-machine-gun").reason == reason


def test_a_suit_that_comes_with_a_profile_does_not_use_up_the_armoury() -> None:
    heavies = tuple(
        fighter(f"h{one}", "mechanized-heavy-infantry", upgrades=("mechanized-machine-armour",))
        for one in range(3)
    )
    assert errors(check(with_fighters(*heavies), ANTIOCH)) == []


def test_the_budget_counts_fighters_and_stash() -> None:
    roster = replace(LEGAL, budget={"ducats": 320})
    assert total(LEGAL, ANTIOCH) == {"ducats": 320}
    assert found(roster, "budget-ducats") is None
    verdict = the(replace(roster, stash=owned("pistol")), "budget-ducats")
    assert verdict.reason == "326 of at most 320 ducats spent: save 6"


def test_a_strongbox_below_nothing_is_an_error() -> None:
    assert found(replace(LEGAL, money={"ducats": 0}), "money-ducats") is None
    assert the(replace(LEGAL, money={"ducats": -4}), "money-ducats").reason.startswith(
        "the strongbox is 4 ducats short"
    )


# --- one fighter's kit ---------------------------------------------------------------------------


def said_of_kit(
    *items: str, profile: str = "yeoman", catalogue: Catalogue = ANTIOCH, **more: object
) -> list[str]:
    one = fighter("kett", profile, *items, **more)
    return [
        verdict.code
        for verdict in check(RosterView(fighters=(one,), edition=catalogue.edition), catalogue)
        if verdict.subject == "kett" and verdict.severity != "info"
    ]


@pytest.mark.parametrize(
    ("items", "codes"),
    [
        (("bolt-action-rifle",), []),
        (("pistol", "pistol"), []),
        (("pistol", "bolt-action-rifle"), ["ranged-hands"]),
        (("pistol", "pistol", "pistol"), ["ranged-hands"]),
        (("sword-axe", "trench-club"), []),
        (("great-sword-axe", "trench-knife"), ["melee-hands"]),
        (("bolt-action-rifle", "sword-axe", "trench-club"), []),
        (("trench-shield", "pistol", "sword-axe"), []),
        (("trench-shield", "bolt-action-rifle"), ["shield"]),
        (("trench-shield", "polearm"), ["shield"]),
        (("trench-shield", "sword-axe", "trench-club"), ["shield"]),
        (("trench-shield", "trench-shield"), ["shields"]),
        (("frag-grenades",), []),
        (("frag-grenades", "frag-grenades"), []),
        (("frag-grenades", "incendiary-grenades"), ["grenade-types"]),
        (("standard-armour",), []),
        (("standard-armour", "standard-armour"), ["armour-suits"]),
        (("combat-helmet", "gas-mask", "shovel", "medi-kit"), []),
        (("shovel", "shovel"), ["same-name"]),
        (("machine-gun",), []),
        (("machine-gun", "great-sword-axe"), ["heavy-items"]),
        (("bolt-action-rifle", "bayonet"), []),
        (("shotgun", "bayonet"), ["needs"]),
    ],
)  # fmt: skip
def test_a_fighter_carries_what_its_hands_and_body_allow(items: tuple[str, ...], codes: list[str]) -> None:
    assert said_of_kit(*items) == codes


def test_a_strong_fighter_holds_one_two_handed_melee_weapon_in_one_hand() -> None:
    heavy: dict[str, Any] = {"profile": "mechanized-heavy-infantry"}
    assert said_of_kit("great-sword-axe", "sword-axe", **heavy) == []
    assert said_of_kit("great-sword-axe", "trench-shield", **heavy) == []
    assert said_of_kit("great-sword-axe", "great-hammer-maul", **heavy) == ["melee-hands"]
    assert said_of_kit("great-sword-axe", "machine-gun", **heavy) == []


def test_a_cumbersome_weapon_takes_two_hands_of_a_strong_fighter() -> None:
    assert said_of_kit("polearm", "sword-axe", profile="mechanized-heavy-infantry") == ["melee-hands"]


def test_a_weapon_with_shield_combo_goes_with_a_shield() -> None:
    sold = tuple(
        replace(one, stipulations=("SHIELD COMBO",)) if one.item == "polearm" else one
        for one in ANTIOCH.armoury
    )
    combo = replace(ANTIOCH, armoury=sold)
    assert said_of_kit("polearm", "trench-shield") == ["shield"]
    assert said_of_kit("polearm", "trench-shield", catalogue=combo) == []


def test_in_the_older_edition_a_shield_leaves_two_one_handed_weapons() -> None:
    older = catalogues.LISTS.of("new-antioch").for_edition("1.6.3")
    kit = ("trench-shield", "sword-axe", "trench-club")
    assert said_of_kit(*kit) == ["shield"]
    assert said_of_kit(*kit, catalogue=older) == []
    assert said_of_kit("trench-shield", "polearm", catalogue=older) == ["shield-163"]


def test_a_held_item_leaves_one_hand_for_one_weapon_or_a_shield() -> None:
    held = tuple(
        replace(one, stipulations=("HELD",)) if one.id == "troop-flag" else one for one in ANTIOCH.items
    )
    catalogue = replace(ANTIOCH, items=held)
    assert said_of_kit("troop-flag", "pistol", catalogue=catalogue) == []
    assert said_of_kit("troop-flag", "trench-shield", catalogue=catalogue) == []
    assert said_of_kit("troop-flag", "pistol", "sword-axe", catalogue=catalogue) == ["held"]
    assert said_of_kit("troop-flag", "bolt-action-rifle", catalogue=catalogue) == ["held"]


def test_a_fighter_that_lost_an_arm_has_one_hand() -> None:
    assert said_of_kit("pistol", "sword-axe", hands=1) == []
    assert said_of_kit("bolt-action-rifle", hands=1) == ["ranged-hands"]


def test_machine_armour_takes_no_shield() -> None:
    assert said_of_kit("machine-armour", "sword-axe", profile="lieutenant") == []
    assert said_of_kit("machine-armour", "trench-shield", profile="lieutenant") == ["forbids"]


def test_a_suit_that_comes_with_an_upgrade_takes_the_place_of_another_and_forbids_a_shield() -> None:
    upgraded: dict[str, Any] = {
        "profile": "mechanized-heavy-infantry",
        "upgrades": ("mechanized-machine-armour",),
    }
    assert said_of_kit("sword-axe", **upgraded) == []
    assert said_of_kit("standard-armour", **upgraded) == ["armour-suits"]
    assert said_of_kit("trench-shield", **upgraded) == ["forbids"]


def test_an_elite_item_is_for_elite_fighters_promoted_ones_too() -> None:
    assert said_of_kit("automatic-pistol") == ["who-may-take"]
    assert said_of_kit("automatic-pistol", promoted=True) == []
    assert said_of_kit("automatic-pistol", profile="lieutenant") == []


def test_an_item_for_named_profiles_is_for_them_only() -> None:
    assert said_of_kit("tartarus-claws", profile="death-commando", catalogue=HERETICS) == []
    assert said_of_kit("tartarus-claws", profile="chorister", catalogue=HERETICS) == ["who-may-take"]
    assert said_of_kit("reinforced-armour", profile="mechanized-heavy-infantry") == []


def test_an_item_of_another_list_must_have_been_found() -> None:
    assert said_of_kit("jezzail") == ["armoury"]
    lucky = FighterView(
        id="kett", name="Kett", profile="yeoman", items=(OwnedItem(id="jezzail", found=True),)
    )
    assert not [one for one in check(RosterView(fighters=(lucky,)), ANTIOCH) if one.subject]


def test_an_item_for_a_variant_only_is_an_error_in_the_base_list() -> None:
    assert said_of_kit("molotov-cocktail") == ["variant-only"]


def test_a_price_that_nobody_knows_is_asked_for() -> None:
    shrine = fighter("kett", "anchorite-shrine", "heavy-flamethrower")
    roster = RosterView(fighters=(shrine,))
    assert the(roster, "price-unknown", PILGRIMS).severity == "warning"
    told = replace(shrine, items=(OwnedItem(id="heavy-flamethrower", cost={"ducats": 55}),))
    assert found(replace(roster, fighters=(told,)), "price-unknown", PILGRIMS) is None
    assert cost_of(told, PILGRIMS) == {"ducats": 195}


def test_a_wretched_carries_little_and_must_be_armed() -> None:
    wretched: dict[str, Any] = {"profile": "heretic-wretched", "catalogue": HERETICS}
    assert said_of_kit("sword-axe", "combat-helmet", **wretched) == []
    assert said_of_kit("bolt-action-rifle", "trench-knife", **wretched) == ["kit-cost"]
    assert said_of_kit("combat-helmet", **wretched) == ["armed"]


def test_a_profile_that_can_never_be_promoted_is_not() -> None:
    assert said_of_kit("sword-axe", profile="heretic-wretched", catalogue=HERETICS, promoted=True) == [
        "promotable"
    ]
    assert said_of_kit(promoted=True) == []


def test_upgrades_belong_to_their_profile_and_are_taken_once() -> None:
    assert said_of_kit(upgrades=("trench-mole",)) == []
    assert said_of_kit(upgrades=("martyred",)) == ["unknown-upgrade"]
    assert "upgrade-twice" in said_of_kit(upgrades=("trench-mole", "trench-mole"))
    assert said_of_kit(profile="trench-dog", upgrades=("guard-dog", "mercy-dog")) == ["upgrade-group"]


def test_what_the_catalogue_does_not_know_is_kept_with_a_warning() -> None:
    stranger = FighterView(
        id="kett", name="Kett", profile="moon-knight", items=owned("moon-axe"), cost={"ducats": 90}
    )
    verdicts = check(RosterView(fighters=(stranger,)), ANTIOCH)
    mine = {one.code: one.severity for one in verdicts if one.subject == "kett"}
    assert mine == {"unknown-profile": "warning", "unknown-item": "warning"}
    assert cost_of(stranger, ANTIOCH) == {"ducats": 90}


@pytest.mark.rule("TC-KEY-1")
def test_a_keyword_that_is_not_automated_is_kept_and_named() -> None:
    haunted = fighter("kett", "yeoman", keywords=("HAUNTED 2",))
    roster = RosterView(fighters=(haunted,))
    noted = [one for one in check(roster, ANTIOCH, automated={"NEW ANTIOCH"}) if one.severity == "info"]
    assert [(one.code, one.subject) for one in noted] == [("keyword-HAUNTED", "kett")]
    assert "not automated" in noted[0].reason
    assert not [
        one for one in check(roster, ANTIOCH, automated={"NEW ANTIOCH", "HAUNTED"}) if one.severity == "info"
    ]


# --- money and modifiers -------------------------------------------------------------------------

DISCOUNT = Modifier(
    what="price", amount=-5, reason="Firearm Procurement", kinds=("ranged",), currency="ducats", at_least=20
)


def test_a_discount_holds_for_its_kind_from_its_price_on() -> None:
    assert price_of("machine-gun", ANTIOCH, (DISCOUNT,)) == {"ducats": 45}
    assert price_of("bolt-action-rifle", ANTIOCH, (DISCOUNT,)) == {"ducats": 10}
    assert price_of("reinforced-armour", ANTIOCH, (DISCOUNT,)) == {"ducats": 40}


def test_no_discount_makes_a_price_negative() -> None:
    generous = replace(DISCOUNT, amount=-99)
    assert price_of("machine-gun", ANTIOCH, (generous,)) == {"ducats": 0}


def test_a_discount_makes_the_roster_cheaper_and_goes_with_the_skill() -> None:
    armed = replace(
        LEGAL, fighters=(LIEUTENANT, *yeomen(1, "machine-gun"), *yeomen(6)[1:]), budget={"ducats": 305}
    )
    assert the(armed, "budget-ducats").excess == 5
    assert found(replace(armed, modifiers=(DISCOUNT,)), "budget-ducats") is None


def test_a_raised_limit_holds_for_what_it_names() -> None:
    three = with_fighters(*(fighter(f"e{one}", "combat-engineer") for one in range(3)))
    assert the(three, "max-combat-engineer").excess == 1
    skill = Modifier(what="limit", amount=1, reason="Logistical Skills", ids=("combat-engineer",))
    assert found(replace(three, modifiers=(skill,)), "max-combat-engineer") is None


def test_the_papal_force_has_a_lower_threshold() -> None:
    roster = replace(LEGAL, game=1, stage="force", variant="papal-states")
    richer = replace(
        roster,
        fighters=(*roster.fighters, *(fighter(f"h{one}", "mechanized-heavy-infantry") for one in range(3))),
    )
    assert total(richer, ANTIOCH) == {"ducats": 575}
    assert the(richer, "threshold").reason.startswith("575 of at most 500 ducats")
    assert found(replace(richer, variant=""), "threshold") is None


ITEMS = tuple(one.item for one in ANTIOCH.armoury if one.cost)
UPGRADES = ("yeoman-rifle", "trench-mole")


@given(
    kits=st.lists(
        st.tuples(st.lists(st.sampled_from(ITEMS), max_size=5), st.sets(st.sampled_from(UPGRADES))),
        max_size=6,
    ),
    stash=st.lists(st.sampled_from(ITEMS), max_size=5),
)
def test_a_cost_is_the_sum_of_its_parts(kits: list[tuple[list[str], set[str]]], stash: list[str]) -> None:
    prices = {one.item: one.cost for one in ANTIOCH.armoury}
    extra = {"yeoman-rifle": {"ducats": 5}, "trench-mole": {"ducats": 10}}
    fighters = tuple(
        fighter(f"y{index}", "yeoman", *items, upgrades=tuple(sorted(upgrades)))
        for index, (items, upgrades) in enumerate(kits)
    )
    roster = RosterView(fighters=fighters, stash=owned(*stash))
    parts = [{"ducats": 30} for _ in kits]
    parts += [prices[one] for items, _ in kits for one in items]
    parts += [extra[one] for _, upgrades in kits for one in upgrades]
    assert total(roster, ANTIOCH) == added(parts)
    assert total(roster, ANTIOCH, stash=True) == added([*parts, *(prices[one] for one in stash)])
    for one in fighters:
        assert cost_of(one, ANTIOCH) == added(line.cost for line in cost_lines(one, ANTIOCH))


# --- before buying -------------------------------------------------------------------------------


def test_nothing_speaks_against_a_purchase_that_fits() -> None:
    rich = replace(LEGAL, money={"ducats": 100, "glory": 2})
    assert why_not(rich, ANTIOCH, Hire(profile="shock-trooper")) == []
    assert why_not(rich, ANTIOCH, Buy(item="combat-helmet", fighter="weyl")) == []
    assert why_not(rich, ANTIOCH, Buy(item="combat-helmet")) == []


def test_a_purchase_is_refused_with_price_and_what_is_left() -> None:
    poor = replace(LEGAL, money={"ducats": 12})
    verdicts = why_not(poor, ANTIOCH, Hire(profile="shock-trooper", items=owned("trench-club")))
    assert [one.reason for one in verdicts] == ["costs 48 ducats, 12 left"]
    assert price(poor, ANTIOCH, Buy(item="troop-flag")) == {"glory": 1}
    assert [one.reason for one in why_not(poor, ANTIOCH, Buy(item="troop-flag"))] == ["costs 1 Glory, 0 left"]


def test_only_what_the_purchase_breaks_is_said_not_what_is_broken_already() -> None:
    small = replace(LEGAL, fighters=LEGAL.fighters[:3])
    assert found(small, "size-min") is not None
    assert why_not(small, ANTIOCH, Hire(profile="yeoman")) == []


def test_a_purchase_that_breaks_a_rule_further_is_refused_again() -> None:
    three = with_fighters(*(fighter(f"p{one}", "sniper-priest") for one in range(3)))
    verdicts = why_not(three, ANTIOCH, Hire(profile="sniper-priest"))
    assert [one.reason for one in verdicts] == ["4 of at most 2 Sniper Priest: retire 2"]


def test_an_item_for_the_stash_counts_against_its_limit() -> None:
    full = replace(LEGAL, stash=owned("submachine-gun", "submachine-gun"))
    assert [one.code for one in why_not(full, ANTIOCH, Buy(item="submachine-gun"))] == [
        "limit-submachine-gun"
    ]


def test_a_purchase_that_the_list_does_not_have_is_refused() -> None:
    assert [one.code for one in errors(why_not(LEGAL, ANTIOCH, Hire(profile="azeb")))] == ["unknown-profile"]
    assert [one.code for one in why_not(LEGAL, ANTIOCH, Buy(item="jezzail"))] == ["armoury"]
    assert [one.code for one in why_not(LEGAL, ANTIOCH, Buy(item="molotov-cocktail"))] == ["variant-only"]
    assert [one.code for one in why_not(LEGAL, SULTANATE, Hire(profile="takwin-homunculus"))] == [
        "variant-only"
    ]


def test_a_purchase_does_not_change_the_roster() -> None:
    before = LEGAL
    why_not(LEGAL, ANTIOCH, Buy(item="combat-helmet", fighter="weyl"))
    assert before == LEGAL
    assert len(LEGAL.fighters[0].items) == 2


def test_a_second_purchase_of_the_same_fault_is_said_as_well() -> None:
    bad = replace(LEGAL, fighters=(*LEGAL.fighters[:-1], fighter("kett", "yeoman", "automatic-pistol")))
    codes = [one.code for one in why_not(bad, ANTIOCH, Buy(item="machine-armour", fighter="kett"))]
    assert codes == ["who-may-take"]


def test_a_fighter_that_must_be_armed_can_be_hired_first_and_armed_afterwards() -> None:
    catalogue = catalogues.LISTS.of("heretic-legion").for_edition("1.0.2")
    bare = RosterView(faction="heretic-legion", edition="1.0.2")
    assert not [v for v in why_not(bare, catalogue, Hire(profile="heretic-wretched")) if v.code == "armed"]
    hired = replace(bare, fighters=(FighterView(id="1", name="Ilk", profile="heretic-wretched"),))
    assert [v.code for v in check(hired, catalogue) if v.code == "armed"] == ["armed"]
