"""Rosters as they are written: stat lines, weapon lines, placeholders and loadouts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import CORE, GAME, Table, duel, ground, melee
from warband_tui.errors import WarbandError
from warband_tui.rules.fielding import RosterWords, WordWeapon
from warband_tui.rules.games.age_of_sigmar import lab
from warband_tui.rules.games.age_of_sigmar.reading import unit_figures
from warband_tui.rules.resolution import Refused

NEW = {"Move": '5"', "Health": "2", "Save": "3+", "Control": "1"}
OLD = {"Move": '5"', "Wounds": "2", "Bravery": "7", "Save": "4+"}
HAMMER = {"Atk": "2", "Hit": "3+", "Wnd": "3+", "Rnd": "1", "Dmg": "1", "Ability": "Crit (Mortal)"}


def understood(**words: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    fielded = GAME.understand(RosterWords(**{"kind": "Somebody", "stats": NEW, **words}), CORE)
    return fielded.profile, fielded.not_understood


def test_the_columns_of_new_rosters_are_read() -> None:
    profile, strange = understood(weapons=(WordWeapon("Warhammer", HAMMER),), heading="INFANTRY")
    assert (profile["health"], profile["save"], profile["move"], profile["control"]) == (2, 3, '5"', "1")
    assert profile["keywords"] == ["INFANTRY"]
    (weapon,) = profile["weapons"]
    assert weapon == {
        "id": "warhammer",
        "name": "Warhammer",
        "attacks": "2",
        "damage": "1",
        "hit": 3,
        "wound": 3,
        "rend": 1,
        "abilities": ["Crit (Mortal)"],
    }
    assert strange == ()


def test_the_columns_of_the_edition_before_are_read() -> None:
    values = {
        "Type": "Melee",
        "Range": '1"',
        "Attacks": "3",
        "To Hit": "3+",
        "To Wound": "4+",
        "Rend": "-1",
        "Damage": "D3",
    }
    bow = {
        "Type": "Missile",
        "Range": '12"',
        "Attacks": "2D6",
        "To Hit": "3+",
        "To Wound": "3+",
        "Rend": "-",
        "Damage": "1",
    }
    profile, _ = understood(stats=OLD, weapons=(WordWeapon("Blade", values), WordWeapon("Pistol", bow)))
    blade, pistol = profile["weapons"]
    assert (profile["health"], blade["rend"], blade["damage"], "range" in blade) == (2, 1, "D3", False)
    assert (pistol["range"], pistol["attacks"], pistol.get("rend", 0)) == (12.0, "2D6", 0)


@pytest.mark.parametrize(
    ("written", "kept"), [("12", 12.0), ('18"', 18.0), ('13"', 13.0), ("-", None), ("Melee", None)]
)
def test_ranges(written: str, kept: float | None) -> None:
    profile, _ = understood(weapons=(WordWeapon("Bow", {**HAMMER, "Rng": written}),))
    assert profile["weapons"][0].get("range") == kept


@pytest.mark.parametrize("written", ['13\\"', "13''", "13 in", "13\u201d"])
def test_ranges_are_read_however_inches_are_written(written: str) -> None:
    profile, strange = understood(weapons=(WordWeapon("Bow", {**HAMMER, "Rng": written}),))
    assert (profile["weapons"][0]["range"], strange) == (13.0, ())


@pytest.mark.rule("AOS-16-4", "AOS-16-3")
@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ({"Range": "see ability"}, "see ability"),
        ({"Range": "\u2731"}, "\u2731"),
        ({"Range": "see ability", "Type": "Ranged Weapons"}, "see ability"),
        ({"Range": "-", "Type": "Ranged Weapons"}, "-"),
        ({"type": "Missile"}, "-"),
    ],
)
def test_a_ranged_weapon_whose_range_cannot_be_read_stays_one(words: dict[str, str], kept: str) -> None:
    profile, strange = understood(weapons=(WordWeapon("Maw", {**HAMMER, **words}),))
    assert strange == (f"Maw: range {kept}",)
    for board in (None, ground()):
        table = Table(board=board).unit("A", "Ash", at=[10, 10] if board else None, **profile)
        table.unit("B", "Bone", health=9, at=[40, 10] if board else None)
        assert "no melee weapon" in table.refused("fight", unit="Ash", target="Bone").why
        # How far it reaches the players judge, and the log says so.
        entry = table.shoot("Ash", "Bone", dice=[1, 1])
        assert f"its range is {kept}, judged by hand" in entry.text
        assert table.shoot("Ash", "Bone", distance=30, dice=[1, 1], override="again").rolls
    look = {one.id: one for one in GAME.look(table.state, "Ash", "Bone")}
    assert (look["weapon.maw"].verdict, look["weapon.maw"].rules) == ("1 of 1", ("AOS-16-4",))
    assert kept in look["weapon.maw"].why


@pytest.mark.rule("AOS-16-3")
def test_a_melee_weapon_stays_one_whatever_stands_under_its_range() -> None:
    values = {**HAMMER, "Range": "see ability", "Type": "Melee Weapons"}
    profile, strange = understood(weapons=(WordWeapon("Maw", values),))
    assert (profile["weapons"][0].get("range"), strange) == (None, ())
    table = Table().unit("A", "Ash", **profile).unit("B", "Bone").in_combat("Ash", "Bone")
    assert table.fight("Ash", "Bone", dice=[1, 1]).rolls


@pytest.mark.parametrize(
    "attacks", ["1", "20", "D3", "D6", "2D6", "3D6", "6D6", "D3+3", "D6+6", "3D6+3", "2D3"]
)
def test_attacks(attacks: str) -> None:
    profile, strange = understood(weapons=(WordWeapon("Bow", {**HAMMER, "Atk": attacks}),))
    assert profile["weapons"][0]["attacks"] == attacks
    assert strange == ()


def test_dice_plus_nothing_are_those_dice() -> None:
    profile, _ = understood(weapons=(WordWeapon("Bow", {**HAMMER, "Dmg": "D3+0"}),))
    assert profile["weapons"][0]["damage"] == "D3"


@pytest.mark.parametrize(
    ("column", "figure"),
    [("Atk", "attacks"), ("Hit", "hit"), ("Wnd", "wound"), ("Rnd", "rend"), ("Dmg", "damage")],
)
@pytest.mark.parametrize("placeholder", ["*", "✱", "see ability", "X"])
def test_a_placeholder_is_kept_marked_and_stops_the_dice(column: str, figure: str, placeholder: str) -> None:
    profile, strange = understood(weapons=(WordWeapon("Maw", {**HAMMER, column: placeholder}),))
    assert profile["weapons"][0]["unknown"] == {figure: placeholder}
    assert strange == (f"Maw: {figure} {placeholder}",)
    table = Table().unit("A", "Ash", **profile).unit("B", "Bone").in_combat("Ash", "Bone")
    with pytest.raises(Refused, match=figure):
        table.fight("Ash", "Bone")
    odds = table.odds("fight", unit="Ash", target="Bone")
    assert odds.chances == ()
    assert odds.advice == f"not counted: Maw: {figure} is {placeholder}"
    assert f"Maw: {figure} {placeholder}" in GAME.line(table.of("Ash")).unknown


@pytest.mark.parametrize("figure", ["save", "ward", "health"])
def test_a_placeholder_of_the_target_is_named_as_well(figure: str) -> None:
    profile: dict[str, Any] = {figure: "*"}
    table = Table().unit("A", "Ash").unit("B", "Bone", **profile).in_combat("Ash", "Bone")
    assert table.odds("fight", unit="Ash", target="Bone").advice == f"not counted: Bone: {figure} is *"
    assert f"{figure} is *" in table.refused("fight", unit="Ash", target="Bone").why


def test_the_odds_of_the_other_weapons_are_still_counted() -> None:
    weapons = [melee("Blade", hit=3), {**melee("Maw"), "damage": "*"}]
    table = Table().unit("A", "Ash", weapons=weapons).unit("B", "Bone", health=1).in_combat("Ash", "Bone")
    odds = table.odds("fight", unit="Ash", target="Bone")
    assert sum(c.chance for c in odds.chances) == 1
    assert "Maw: damage is *" in odds.advice


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"hit": "*"}, "hit"),
        ({"damage": "see ability"}, "damage"),
        ({"attacks": "✱"}, "attacks"),
        ({"rend": "*"}, "rend"),
    ],
)
def test_a_query_says_which_figure_is_missing(change: dict[str, str], named: str) -> None:
    group = {"attacks": 2, "hit": 3, "wound": 3, **change}
    with pytest.raises(WarbandError, match=f"group 1: {named} is"):
        GAME.query({"groups": [group], "target": {"save": 4, "health": 2}})


def test_wards_and_misspelt_words_among_the_keywords() -> None:
    profile, strange = understood(keywords=("Ward (6+)", "WARD (5+)", "Reinforcments"))
    assert profile["ward"] == 5
    assert "REINFORCEMENTS" in profile["keywords"]
    assert strange == ()


def test_loadouts_are_counted_from_the_upgrades() -> None:
    grand = WordWeapon("Grandhammer", {**HAMMER, "Dmg": "2"})
    profile, _ = understood(
        weapons=(WordWeapon("Warhammer", HAMMER), grand),
        upgrades=("Champion", "4x Warhammer", "Grandhammer"),
    )
    assert [(one["id"], one["models"], one["weapons"]) for one in profile["loadouts"]] == [
        ("champion", 1, ["warhammer"]),
        ("grandhammer", 1, ["grandhammer"]),
        ("rest", None, ["warhammer"]),
    ]


def test_a_weapon_that_all_have_makes_no_loadouts() -> None:
    profile, _ = understood(
        weapons=(WordWeapon("Hellblade", HAMMER),), upgrades=("Hellblade", "17x Hellblade")
    )
    assert profile["loadouts"] == []


def test_what_is_not_a_weapon_is_kept_and_named() -> None:
    profile, strange = understood(
        weapons=(WordWeapon("Warhammer", HAMMER),), upgrades=("Warhammer", "Collar of Contempt")
    )
    assert profile["items"] == ["Collar of Contempt"]
    assert strange == ("Collar of Contempt",)


def test_a_name_alone_is_looked_up_in_the_catalogues() -> None:
    profile, _ = understood(kind="Clanrats", stats={})
    assert (profile["health"], profile["save"]) == (1, 5)
    assert profile["weapons"][0]["name"] == "Rusty Blade"


def test_a_health_that_is_no_number_is_named() -> None:
    _, strange = understood(stats={**NEW, "Health": "*"})
    assert strange == ("health *",)


def test_profiles_of_scripts_may_use_words_or_numbers() -> None:
    table = Table().unit(
        "A",
        "Ash",
        health="3",
        save="4+",
        weapons=[{"name": "Axe", "Atk": "D6", "Hit": "3+", "Wnd": "4+", "Rnd": "-", "Dmg": "D3"}],
    )
    table.unit("B", "Bone")
    profile = table.of("Ash").profile
    assert (profile["health"], profile["save"], profile["weapons"][0]["attacks"]) == (3, 4, "D6")
    assert table.of("Ash").profile["weapons"][0]["hit"] == 3


def test_a_control_or_move_that_is_a_placeholder_is_marked_and_counts_in_no_odds() -> None:
    figures = unit_figures({"Move": "\u2731", "Control": "see ability", "Health": "3", "Save": "-"})
    assert figures["unknown"] == {"move": "\u2731", "control": "see ability"}
    assert unit_figures({"Move": 'D6+8"', "Control": "-"}).get("unknown") is None
    table = duel([melee()], save=4, move="\u2731", control="*")
    odds = table.odds("fight", unit="Ash", target="Bone")
    assert sum(line.chance for line in odds.chances) == 1
    assert table.of("Bone").profile["unknown"] == {"move": "\u2731", "control": "*"}


@pytest.mark.rule("AOS-18.2-1")
@pytest.mark.parametrize("allocate", [False, True])
def test_points_on_a_unit_whose_health_is_a_placeholder_are_kept_and_slay_nobody(allocate: bool) -> None:
    table = Table().unit("A", "Ash").unit("B", "Bone", models=3, health="\u2731")
    entry = table.do("mortal", unit="Bone", amount="2", allocate=allocate)
    assert (table.of("Bone").models, table.damage("Bone")) == (3, 2)
    assert "its Health is \u2731: take models off by hand" in entry.text
    table.do("mark", on="Bone", counter="damage", by=4)
    assert (table.of("Bone").models, table.damage("Bone")) == (3, 6)
    table.do("heal", unit="Bone", amount="5")
    assert table.damage("Bone") == 1
    odds = table.odds("mortal", unit="Bone", amount="2", allocate=allocate)
    assert (odds.chances, odds.advice) == ((), "not counted: Bone: health is \u2731")


@pytest.mark.rule("AOS-18.1-1", "AOS-17.2-1")
def test_mortal_damage_on_a_unit_whose_ward_is_a_placeholder_is_allocated_by_hand() -> None:
    table = Table().unit("A", "Ash").unit("B", "Bone", health=5, ward="*")
    refused = table.refused("mortal", unit="Bone", amount="2")
    assert ("ward is *" in refused.why, refused.rules) == (True, ("AOS-18.1-1",))
    assert table.odds("mortal", unit="Bone", amount="2").chances == ()
    assert table.odds("mortal", unit="Bone", amount="2", allocate=True).chances
    table.do("mortal", unit="Bone", amount="2", allocate=True)
    assert table.damage("Bone") == 2


def test_a_retreat_of_a_unit_with_placeholders_is_made_and_told() -> None:
    table = Table().unit("A", "Ash", health="*", ward="*").unit("B", "Bone").in_combat("Ash", "Bone")
    entry = table.do("move", unit="Ash", how="retreat", dice=[6])
    assert table.damage("Ash") == 3
    assert "its ward is *: not rolled" in entry.text


@pytest.mark.rule("AOS-18.2-1")
@pytest.mark.parametrize(
    ("damage", "health", "fits"), [(1, 2, True), (2, 2, False), (5, 2, False), (0, 1, True), (1, 1, False)]
)
def test_a_unit_is_not_set_up_with_damage_that_would_have_slain_a_model(
    damage: int, health: int, fits: bool
) -> None:
    table = Table().unit("A", "Ash").unit("B", "Bone", models=3, health=health, damage=damage)
    if fits:
        assert table.damage("Bone") == damage
        return
    with pytest.raises(WarbandError, match=f"{damage} damage with Health {health}"):
        _ = table.battle


def test_a_unit_whose_health_is_a_placeholder_may_be_set_up_with_any_damage() -> None:
    assert Table().unit("A", "Ash").unit("B", "Bone", health="*", damage=5).damage("Bone") == 5


def test_the_lab_offers_a_weapon_with_a_placeholder_and_says_what_is_missing() -> None:
    scroll = {
        "health": 3,
        "unknown": {"save": "*"},
        "weapons": [{"id": "maw", "name": "Maw", "hit": 3, "unknown": {"damage": "see ability"}}],
    }
    weapon, target = lab.picks_of("beast", "Beast", 1, scroll, None)
    assert weapon.values["damage"] == "see ability"
    group = {"hit": 3, "wound": 3, "damage": weapon.values["damage"]}
    with pytest.raises(WarbandError, match="damage is 'see ability'"):
        GAME.query({"groups": [group], "target": {"save": 4}})
    with pytest.raises(WarbandError, match=r"target: save is '\*'"):
        GAME.query({"groups": [{"hit": 3, "wound": 3}], "target": {"save": target.values["target.save"]}})


@pytest.mark.parametrize(("cost", "price"), [({"points": 110}, 110), ({}, None), ({"points": 0}, None)])
def test_a_price_goes_into_the_lab_where_a_list_has_one(cost: dict[str, int], price: int | None) -> None:
    scroll = {"weapons": [{"id": "maw", "name": "Maw"}]}
    weapon = next(lab.picks_of("beast", "Beast", 1, scroll, lab.price_of(cost)))
    assert weapon.price == price
    assert ("type in its points" in weapon.note) is (price is None)


def test_a_battle_without_an_edition_is_of_the_first() -> None:
    table = Table("").unit("A", "Ash").unit("B", "Bone")
    assert table.state.edition == CORE
