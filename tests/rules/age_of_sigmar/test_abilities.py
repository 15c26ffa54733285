"""Weapon abilities, what they do and how they may be spelt."""

from __future__ import annotations

import pytest

from tests.rules.age_of_sigmar.table import (
    CORE,
    GAME,
    HANDBOOK,
    SPEARHEAD,
    Table,
    duel,
    every_edition,
    melee,
    outcomes,
    steps,
)
from warband_tui.rules.games.age_of_sigmar.abilities import is_known, normal, split

pytestmark = pytest.mark.rule("AOS-20-1")


@every_edition
def test_crit_mortal_puts_the_damage_in_the_pool_and_ends_that_attack(edition: str) -> None:
    table = duel([melee("Hammer", "Crit (Mortal)", attacks=2, damage=2)], save=2, edition=edition)
    entry = table.fight("Ash", "Bone", dice=[6, 4, 4, 6])
    assert outcomes(entry) == ["2 hits, 1 critical", "1 wound", "1 saved"]
    assert table.damage("Bone") == 2


def test_crit_mortal_meets_the_ward_and_has_charge_in_its_damage() -> None:
    weapon = melee("Lance", "Crit (Mortal)", "Charge (+1 Damage)")
    table = duel([weapon], save=2, ward=6).charged("Ash")
    entry = table.fight("Ash", "Bone", dice=[6, 6, 1])
    assert steps(entry) == ["hit rolls of Lance", "ward rolls of Bone"]
    assert table.damage("Bone") == 1


def test_random_damage_of_a_critical_hit_is_rolled() -> None:
    table = duel([melee("Maw", "Crit (Mortal)", damage="D6")])
    table.fight("Ash", "Bone", dice=[6, 4])
    assert table.damage("Bone") == 4


@every_edition
def test_crit_2_hits_makes_two_wound_rolls_of_one_critical_hit(edition: str) -> None:
    table = duel([melee("Fangs", "Crit (2 Hits)", attacks=2)], edition=edition)
    entry = table.fight("Ash", "Bone", dice=[6, 4, 4, 4, 4])
    assert [len(r.dice) for r in entry.rolls] == [2, 3]
    assert table.damage("Bone") == 3


@pytest.mark.parametrize(("hits", "wound_rolls"), [([6, 6, 6, 1], 6), ([6, 6, 4, 1], 5)])
def test_crit_2_hits_gives_two_for_each_of_several_critical_hits(hits: list[int], wound_rolls: int) -> None:
    table = duel([melee("Fangs", "Crit (2 Hits)", attacks=4)])
    entry = table.fight("Ash", "Bone", dice=[*hits, *[4] * wound_rolls])
    assert len(entry.rolls[1].dice) == table.damage("Bone") == wound_rolls


@every_edition
def test_crit_auto_wound_needs_no_wound_roll_but_can_be_saved(edition: str) -> None:
    table = duel([melee("Gun", "Crit (Auto-wound)", attacks=2)], save=4, edition=edition)
    entry = table.fight("Ash", "Bone", dice=[6, 4, 1, 3])
    assert [len(r.dice) for r in entry.rolls] == [2, 1, 1]
    assert table.damage("Bone") == 1
    # The trap of a calculator: it must not be wounded by rolls as well.
    assert (
        GAME.query({"groups": [{"hit": 2, "wound": 6, "crit": "auto-wound"}], "target": {}})["pool"]["mean"]
        == "5/18"
    )


@pytest.mark.parametrize(("keywords", "damage"), [(["HERO"], 1), (["INFANTRY"], 0)])
def test_anti_x_has_one_more_rend_against_x(keywords: list[str], damage: int) -> None:
    table = Table().unit("A", "Ash", weapons=[melee("Blade", "Anti-Hero (+1 Rend)")])
    table.unit("B", "Bone", health=5, save=4, keywords=keywords).in_combat("Ash", "Bone")
    table.fight("Ash", "Bone", dice=[4, 4, 4])
    assert table.damage("Bone") == damage


@pytest.mark.parametrize("level", ["WIZARD (2)", "PRIEST (1)", "Wizard (1)", "PRIEST 2"])
def test_anti_x_counts_against_a_keyword_that_has_a_level(level: str) -> None:
    word = level.split()[0].title()
    table = Table().unit("A", "Ash", weapons=[melee("Blade", f"Anti-{word} (+1 Rend)", hit=2, wound=2)])
    table.unit("B", "Bone", health=5, save=5, keywords=["HERO", level]).in_combat("Ash", "Bone")
    entry = table.fight("Ash", "Bone", dice=[2, 2, 5])
    assert table.damage("Bone") == 1
    assert "AOS-20-1" in entry.rules


@pytest.mark.parametrize(
    "ability",
    [
        "Anti-Hero (+2 Rend)",
        "Anti-non-Hero (+1 Rend)",
        "Anti-Hero (+1 Damage)",
        "Anti-Hero within 6 (+1 Rend)",
    ],
)
def test_another_anti_ability_is_kept_and_shown_and_not_taken_for_this_one(ability: str) -> None:
    assert not is_known(ability)
    table = Table().unit("A", "Ash", weapons=[melee("Blade", ability)])
    table.unit("B", "Bone", health=5, save=4, keywords=["HERO"]).in_combat("Ash", "Bone")
    assert GAME.line(table.of("Ash")).unknown == (ability,)
    table.fight("Ash", "Bone", dice=[4, 4, 4])
    assert table.damage("Bone") == 0


def test_several_anti_abilities_add_up_and_anti_charge_looks_at_the_charge() -> None:
    weapon = melee("Pike", "Anti-Hero (+1 Rend)", "Anti-Wizard (+1 Rend)", "Anti-charge (+1 Rend)")
    table = Table().unit("A", "Ash", weapons=[weapon])
    table.unit("B", "Bone", health=5, save=3, keywords=["HERO", "WIZARD"]).in_combat("Ash", "Bone").charged(
        "Bone"
    )
    entry = table.fight("Ash", "Bone", dice=[4, 4, 5])
    assert entry.rolls[2].purpose == "save rolls of Bone (3+, -3)"
    assert table.damage("Bone") == 1


@pytest.mark.parametrize(("charged", "damage"), [(True, 2), (False, 1)])
def test_charge_has_one_more_damage_if_the_unit_charged(charged: bool, damage: int) -> None:
    table = duel([melee("Lance", "Charge (+1 Damage)")])
    if charged:
        table.charged("Ash")
    table.fight("Ash", "Bone", dice=[4, 4])
    assert table.damage("Bone") == damage


def test_the_charge_of_the_target_adds_nothing() -> None:
    table = duel([melee("Lance", "Charge (+1 Damage)")]).charged("Bone")
    table.fight("Ash", "Bone", dice=[4, 4])
    assert table.damage("Bone") == 1


def test_the_charge_is_over_with_the_turn() -> None:
    table = duel([melee("Lance", "Charge (+1 Damage)")]).charged("Ash")
    table.do("turn", first="A")
    assert not table.of("Ash").has("charged")
    table.charged("Ash")
    table.do("turn")
    assert not table.of("Ash").has("charged")


def test_friendly_changes_do_not_reach_companions_and_enemy_ones_do() -> None:
    table = duel([melee("Hooves", "Companion", attacks=2)])
    entry = table.fight(
        "Ash", "Bone", hit=1, wound=1, attacks=2, damage=1, rend=1, reroll="ones", dice=[3, 4, 4]
    )
    assert entry.rolls[0].modifiers == ()
    assert [len(r.dice) for r in entry.rolls] == [2, 1]
    assert table.damage("Bone") == 1
    table = duel([melee("Hooves", "Companion", attacks=2)])
    entry = table.fight("Ash", "Bone", hit=-1, cover=True, attacks=-1, dice=[4])
    assert (len(entry.rolls[0].dice), entry.rolls[0].capped, len(entry.rolls[0].kept)) == (1, -1, 0)


def test_all_out_attack_reaches_companions() -> None:
    table = duel([melee("Hooves", "Companion")])
    table.do("condition", on="Ash", condition="all-out attack")
    assert len(table.fight("Ash", "Bone", dice=[3, 1]).rolls[0].kept) == 1
    assert not table.of("Ash").has("all-out attack")


@pytest.mark.parametrize(
    ("edition", "setting", "reached"),
    [(CORE, "edition", False), (HANDBOOK, "edition", True), (CORE, "2026", True)],
)
def test_what_else_reaches_companions_is_a_matter_of_the_wording(
    edition: str, setting: str, reached: bool
) -> None:
    table = duel([melee("Hooves", "Companion")], edition=edition, settings={"companion-text": setting})
    entry = table.fight("Ash", "Bone", reroll="ones", dice=[1, 1] if reached else [1])
    assert len(entry.rolls) == (2 if reached else 1)


@pytest.mark.parametrize(("edition", "attacks"), [(CORE, 2), (HANDBOOK, 3), (SPEARHEAD, 2)])
def test_a_beast_champions_companion_weapon(edition: str, attacks: int) -> None:
    table = Table(edition).unit(
        "A",
        "Ash",
        models=2,
        keywords=["BEAST"],
        weapons=[melee("Claws", "Companion")],
        loadouts=[{"id": "champion", "name": "champion", "models": 1, "champion": True}],
    )
    table.unit("B", "Bone").in_combat("Ash", "Bone")
    assert len(table.fight("Ash", "Bone", dice=[1] * attacks).rolls[0].dice) == attacks


def test_two_crit_abilities_are_a_choice_or_a_setting() -> None:
    weapon = melee("Blade", "Crit (2 Hits)", "Crit (Mortal)")
    table = duel([weapon])
    choice = GAME.choices(table.state, table.action("fight", unit="Ash", target="Bone"))[0]
    assert [value for value, _ in choice.options] == ["two-hits", "mortal", "each"]
    entry = table.fight("Ash", "Bone", dice=[6], choices={"attack.crit": "mortal"})
    assert outcomes(entry) == ["1 hit, 1 critical"]
    table = duel([weapon], settings={"multi-crit": "first"})
    assert len(table.fight("Ash", "Bone", dice=[6, 4, 4]).rolls[1].dice) == 2
    table = duel([weapon], settings={"multi-crit": "all"})
    entry = table.fight("Ash", "Bone", dice=[6, 4])
    assert table.damage("Bone") == 2


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("**^^Crit (Mortal)^^**", "Crit (Mortal)"),
        ("crit (mortal)", "Crit (Mortal)"),
        ("Crit\u00a0(2 Hits)", "Crit (2 Hits)"),
        ("Crit (Auto\u2011wound)", "Crit (Auto-wound)"),
        ("Anti\u2011Monster (+1 Rend)", "Anti-Monster (+1 Rend)"),
        ("Anti-Hero(+1 Rend)", "Anti-Hero (+1 Rend)"),
        ("Anti-Cavalry +1 Rend)", "Anti-Cavalry (+1 Rend)"),
        ("Anit-Infantry (+1 Rend)", "Anti-Infantry (+1 Rend)"),
        ("ANTI-WAR MACHINE (+1 REND)", "Anti-War Machine (+1 Rend)"),
        ("Anti-charge (+1 Rend)", "Anti-charge (+1 Rend)"),
        ("Charge (+1 Damage", "Charge (+1 Damage)"),
        ("Shoot In Combat", "Shoot in Combat"),
        ("Companion", "Companion"),
    ],
)
def test_odd_spellings_are_read(written: str, meant: str) -> None:
    assert normal(written) == meant
    assert is_known(written)


def test_a_cell_holds_several_and_what_is_unknown_is_kept() -> None:
    assert split("Crit (Mortal), Blood-hungry, Anti-Hero(+1 Rend)") == (
        "Crit (Mortal)",
        "Blood-hungry",
        "Anti-Hero (+1 Rend)",
    )
    assert split("-") == ()


def test_a_cell_may_set_no_commas_between_abilities() -> None:
    cell = "**^^Crit (Mortal)^^** **^^Anti\u2011Hero (+1 Rend)^^** Companion Blood-hungry"
    assert split(cell) == ("Crit (Mortal)", "Anti-Hero (+1 Rend)", "Companion", "Blood-hungry")
    assert split("Anti-War Machine (+1 Rend)") == ("Anti-War Machine (+1 Rend)",)


def test_an_unknown_ability_is_kept() -> None:
    assert not is_known("Blood-hungry")
