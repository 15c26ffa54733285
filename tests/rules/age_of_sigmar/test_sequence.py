"""The attack sequence: each roll, the caps on its modifiers, and fast dice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import CORE, HANDBOOK, duel, every_edition, melee, outcomes, steps
from warband_tui.rules.dice import DiceWanted

FACES = [1, 2, 3, 4, 5, 6]


def hits(needed: int, **fields: Any) -> int:
    """Return how many of the six faces hit."""
    table = duel([melee(attacks=6, hit=needed, wound=6)])
    with pytest.raises(DiceWanted) as wanted:
        table.fight("Ash", "Bone", dice=FACES, **fields)
    entry = table.fight("Ash", "Bone", dice=FACES + [1] * wanted.value.count, **fields)
    return len(entry.rolls[0].kept)


@every_edition
@pytest.mark.rule("AOS-17-2")
@pytest.mark.parametrize(("needed", "count"), [(2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_a_hit_roll_hits_from_the_weapons_hit_on(edition: str, needed: int, count: int) -> None:
    table = duel([melee(attacks=6, hit=needed)], edition=edition)
    entry = table.fight("Ash", "Bone", dice=FACES + [1] * count)
    assert entry.rolls[0].kept == tuple(FACES[-count:])
    assert entry.rolls[0].outcome == f"{count} hit{'s' if count > 1 else ''}, 1 critical"


@pytest.mark.rule("AOS-17-2")
def test_an_unmodified_1_misses_whatever_is_added() -> None:
    assert hits(2, hit=5) == 5


@pytest.mark.rule("AOS-17-2")
def test_a_critical_hit_does_nothing_by_itself() -> None:
    table = duel([melee(hit=4, wound=4)])
    entry = table.fight("Ash", "Bone", dice=[6, 3])
    assert outcomes(entry) == ["1 hit, 1 critical", "0 wounds"]
    assert table.damage("Bone") == 0


@pytest.mark.rule("AOS-17-2")
def test_whether_a_critical_hit_can_miss_is_a_setting() -> None:
    table = duel([melee(hit=6)])
    assert table.fight("Ash", "Bone", dice=[6, 1], hit=-1).rolls[0].kept == (6,)
    table = duel([melee(hit=6)], settings={"hit-6": "misses"})
    assert table.fight("Ash", "Bone", dice=[6], hit=-1).rolls[0].kept == ()


@every_edition
@pytest.mark.rule("AOS-17-3")
@pytest.mark.parametrize(("needed", "count"), [(2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_a_wound_roll_wounds_from_the_weapons_wound_on(edition: str, needed: int, count: int) -> None:
    table = duel([melee(attacks=6, hit=2, wound=needed)], edition=edition, save=None)
    entry = table.fight("Ash", "Bone", dice=[5] * 6 + FACES)
    assert entry.rolls[1].kept == tuple(FACES[-count:])
    assert table.damage("Bone") == count


@pytest.mark.rule("AOS-17-3")
def test_an_unmodified_1_never_wounds_and_a_6_only_if_it_is_enough() -> None:
    table = duel([melee(attacks=2, hit=2, wound=2)])
    assert table.fight("Ash", "Bone", dice=[5, 5, 1, 2], wound=3).rolls[1].kept == (2,)
    table = duel([melee(hit=2, wound=6)])
    assert table.fight("Ash", "Bone", dice=[5, 6], wound=-1).rolls[1].kept == ()
    table = duel([melee(hit=2, wound=6)], settings={"wound-6": "wounds"})
    assert table.fight("Ash", "Bone", dice=[5, 6], wound=-1).rolls[1].kept == (6,)


@every_edition
@pytest.mark.rule("AOS-17-4")
@pytest.mark.parametrize(
    ("save", "rend", "count"), [(3, 0, 4), (4, 1, 2), (2, 0, 5), (2, 3, 2), (4, 3, 0), (6, 1, 0)]
)
def test_rend_comes_off_the_save_roll(edition: str, save: int, rend: int, count: int) -> None:
    table = duel([melee(attacks=6, hit=2, wound=2, rend=rend)], edition=edition, save=save)
    entry = table.fight("Ash", "Bone", dice=[5] * 12 + FACES)
    assert len(entry.rolls[2].kept) == count
    assert table.damage("Bone") == 6 - count


@pytest.mark.rule("AOS-17-4")
def test_an_unmodified_1_never_saves_and_no_save_means_no_roll() -> None:
    table = duel([melee(attacks=2, hit=2, wound=2)], save=2)
    entry = table.fight("Ash", "Bone", dice=[5, 5, 5, 5, 1, 2], save=1)
    assert entry.rolls[2].kept == (2,)
    table = duel([melee(hit=2, wound=2)])
    assert steps(table.fight("Ash", "Bone", dice=[5, 5])) == ["hit rolls of Blade", "wound rolls of Blade"]


@pytest.mark.rule("AOS-17-5")
def test_each_attack_that_comes_through_adds_its_damage() -> None:
    table = duel([melee(attacks=3, hit=2, wound=2, damage=2)], health=20)
    table.fight("Ash", "Bone", dice=[5, 5, 1, 5, 5])
    assert table.damage("Bone") == 4


@pytest.mark.rule("AOS-17-5")
def test_random_damage_is_rolled_for_each_attack() -> None:
    table = duel([melee(attacks=3, hit=2, wound=2, damage="D3+1")], health=20)
    entry = table.fight("Ash", "Bone", dice=[5] * 6 + [1, 4, 6])
    assert entry.rolls[-1].outcome == "2 + 3 + 4"
    assert table.damage("Bone") == 9


@pytest.mark.rule("AOS-17.1-1")
@pytest.mark.parametrize(("modifier", "count"), [(-3, 2), (-1, 2), (0, 3), (1, 4), (3, 4)])
def test_hit_modifiers_are_capped_at_one_either_way(modifier: int, count: int) -> None:
    assert hits(4, hit=modifier) == count


@pytest.mark.rule("AOS-17.1-1")
def test_hit_modifiers_are_summed_before_the_cap() -> None:
    table = duel([melee(attacks=6, hit=4, wound=6)])
    entry = table.fight("Ash", "Bone", dice=FACES + [1] * 4, hit=3, cover=True)
    roll = entry.rolls[0]
    assert [(m.source, m.flat) for m in roll.modifiers] == [("abilities", 3), ("cover", -1)]
    assert (roll.flat, roll.capped, len(roll.kept)) == (2, 1, 4)


@pytest.mark.rule("AOS-17.1-1")
@pytest.mark.parametrize(("modifier", "count"), [(-3, 2), (-1, 2), (1, 4), (3, 4)])
def test_wound_modifiers_are_capped_at_one_either_way(modifier: int, count: int) -> None:
    table = duel([melee(attacks=6, hit=2, wound=4)])
    entry = table.fight("Ash", "Bone", dice=[5] * 6 + FACES, wound=modifier)
    assert len(entry.rolls[1].kept) == count


@pytest.mark.rule("AOS-17.1-2")
@pytest.mark.parametrize(
    ("setting", "save", "rend", "modifier", "count"),
    [
        ("net", 4, 0, 3, 4),  # no more than +1
        ("net", 4, 1, 2, 4),  # +2 less Rend 1 is +1
        ("net", 4, 3, 3, 3),  # nothing left of either
        ("net", 4, 0, -4, 0),  # no lower limit
        ("separate", 4, 1, 2, 3),  # +1, then Rend 1
        ("separate", 4, 3, 3, 1),
    ],
)
def test_save_modifiers_have_an_upper_cap_only(
    setting: str, save: int, rend: int, modifier: int, count: int
) -> None:
    weapon = melee(attacks=6, hit=2, wound=2, rend=rend)
    table = duel([weapon], save=save, settings={"save-cap": setting})
    entry = table.fight("Ash", "Bone", dice=[5] * 12 + FACES, save=modifier)
    assert len(entry.rolls[2].kept) == count


@every_edition
@pytest.mark.rule("AOS-17.2-1")
def test_mortal_damage_goes_straight_to_the_pool_and_meets_wards_alone(edition: str) -> None:
    table = duel(edition=edition, save=2, ward=5)
    entry = table.do("mortal", unit="Bone", amount="D3", dice=[5, 6, 1, 2])
    assert steps(entry) == ["mortal damage to Bone", "ward rolls of Bone"]
    assert table.damage("Bone") == 2


@pytest.mark.rule("AOS-17.3-1")
def test_weapons_of_the_same_numbers_are_rolled_together() -> None:
    table = duel([melee("Axe", attacks=2), melee("Sword", attacks=1), melee("Hooves", hit=5)])
    entry = table.fight("Ash", "Bone", dice=[1, 1, 1, 1])
    assert steps(entry) == ["hit rolls of Axe, Sword", "hit rolls of Hooves"]
    assert len(entry.rolls[0].dice) == 3


@pytest.mark.rule("AOS-17.3-1")
@pytest.mark.parametrize(
    "other",
    [
        {"hit": 3},
        {"wound": 3},
        {"rend": 1},
        {"damage": 2},
        {"abilities": ["Crit (Mortal)"]},
        {"abilities": ["Companion"]},
        {"abilities": ["Shoot in Combat"]},
        {"abilities": ["Anti-Hero (+1 Rend)"]},
        {"abilities": ["Blood-hungry"]},
    ],
)
def test_a_different_number_or_ability_is_rolled_apart(other: dict[str, Any]) -> None:
    table = duel([melee("Axe"), {**melee("Sword"), **other}])
    entry = table.fight("Ash", "Bone", dice=[1, 1])
    assert len(entry.rolls) == 2


@pytest.mark.rule("AOS-17.3-1")
def test_an_attack_that_ends_does_not_end_the_others() -> None:
    table = duel([melee(attacks=4, hit=4, wound=4)], save=4)
    entry = table.fight("Ash", "Bone", dice=[1, 4, 4, 4, 1, 4, 4, 4, 1])
    assert [len(r.dice) for r in entry.rolls] == [4, 3, 2]
    assert table.damage("Bone") == 1


@pytest.mark.rule("AOS-17-2")
def test_rerolls_come_before_modifiers_and_no_die_is_rolled_three_times() -> None:
    table = duel([melee(attacks=4, hit=4, wound=6)])
    entry = table.fight("Ash", "Bone", reroll="ones", dice=[1, 3, 4, 1, 1, 6, 1, 1])
    assert [list(r.dice) for r in entry.rolls[:2]] == [[1, 3, 4, 1], [1, 6]]
    assert entry.rolls[1].outcome == "2 hits, 1 critical"
    table = duel([melee(attacks=3, hit=4, wound=6)])
    entry = table.fight("Ash", "Bone", reroll="fails", dice=[1, 3, 4, 2, 5, 1, 1])
    assert [list(r.dice) for r in entry.rolls[:2]] == [[1, 3, 4], [2, 5]]


@pytest.mark.rule("AOS-17-2")
@pytest.mark.parametrize(
    ("reroll", "modifier", "again"),
    [
        # Hit 4+: what the modifiers make of a die does not make it one that failed.
        ("fails", 0, [1, 2, 3]),
        ("fails", -1, [1, 2, 3]),
        # Nor is a die rolled again that they make a hit.
        ("fails", 1, [1, 2]),
        ("ones", -1, [1]),
        ("ones", 1, [1]),
    ],
)
def test_which_hits_are_rolled_again_is_judged_before_modifiers(
    reroll: str, modifier: int, again: list[int]
) -> None:
    table = duel([melee(attacks=6, hit=4, wound=6)])
    stay = [face for face in FACES if face not in again]
    hits = sum(face + modifier >= 4 for face in stay)
    entry = table.fight(
        "Ash", "Bone", reroll=reroll, hit=modifier, dice=[*FACES, *[1] * len(again), *[1] * hits]
    )
    assert (entry.rolls[0].outcome, len(entry.rolls[1].dice)) == (f"{len(again)} rolled again", len(again))
    assert entry.rolls[1].outcome.startswith(f"{hits} hit")
    odds = table.odds("fight", unit="Ash", target="Bone", reroll=reroll, hit=modifier)
    assert sum(line.chance for line in odds.chances) == 1


@pytest.mark.rule("AOS-17.1-2")
@pytest.mark.parametrize(("edition", "exposed"), [(CORE, False), (HANDBOOK, True)])
def test_all_out_attack_exposes_the_unit_in_the_handbook(edition: str, exposed: bool) -> None:
    table = duel([melee(hit=4, wound=6)], edition=edition)
    table.do("mark", on="A", counter="cp", to=4)
    table.do("command", unit="Ash", command="all-out attack")
    entry = table.fight("Ash", "Bone", dice=[3, 1])
    assert entry.rolls[0].modifiers[0].source == "All-out Attack"
    assert len(entry.rolls[0].kept) == 1
    assert table.of("Ash").has("exposed") is exposed
    assert table.state.side("A").counter("cp") == 3


@pytest.mark.rule("AOS-17-5")
@pytest.mark.parametrize(("floor", "damage"), [("1", 1), ("0", 0)])
def test_how_far_damage_can_be_reduced_is_a_setting(floor: str, damage: int) -> None:
    table = duel([melee(hit=2, wound=2, damage=1)], settings={"dmg-floor": floor})
    table.fight("Ash", "Bone", damage=-2, dice=[5, 5])
    assert table.damage("Bone") == damage
