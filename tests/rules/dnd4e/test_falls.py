"""Falls: their damage by each of the three rules, softening, fliers, and falls longer than a turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.dnd4e.table import GAME, NEW, OLD, Table, every_edition, on_map
from warband_tui.rules.games.dnd4e.chances import fall_dice, flown_down


def drop(edition: str = OLD, *, settings: dict[str, Any] | None = None, **hero: Any) -> Table:
    table = Table(edition, settings=settings)
    table.unit("A", "Ash", **{"hp": 200, **hero}).unit("B", "Bone", hp=200)
    return table.begin("Ash", "Bone")


@pytest.mark.rule("D4-FALL-1")
@every_edition
@pytest.mark.parametrize(
    ("feet", "dice"), [(9, []), (10, [3]), (19, [3]), (20, [3, 10]), (50, [1, 2, 3, 4, 5])]
)
def test_a_die_for_each_full_ten_feet(edition: str, feet: int, dice: list[int]) -> None:
    table = drop(edition)
    entry = table.do("fall", unit="Ash", feet=feet, dice=dice)
    assert table.hp("Ash") == 200 - sum(dice)
    assert all(roll.sides == 10 for roll in entry.rolls)


@pytest.mark.rule("D4-FALL-1")
def test_the_text_of_2010_stops_at_fifty_dice_the_older_one_does_not() -> None:
    assert [str(fall_dice(feet, "dice", 50)) for feet in (490, 500, 600)] == ["49d10", "50d10", "50d10"]
    assert str(fall_dice(600, "dice", None)) == "60d10"
    for edition, expected in ((OLD, "60d10"), (NEW, "50d10")):
        assert GAME.query({"roll": "fall", "feet": 600, "edition": edition})["dice"] == expected
        assert (
            drop(edition, settings={"text": "rc2010"})
            .odds("fall", unit="Ash", feet=600)
            .pool.startswith("50d10")
        )
        assert (
            drop(edition, settings={"text": "phb2008"})
            .odds("fall", unit="Ash", feet=600)
            .pool.startswith("60d10")
        )


@pytest.mark.rule("D4-FALL-2")
@pytest.mark.parametrize(
    ("feet", "dice", "fast", "add"),
    [
        (40, "4d10", "4d10", "4d10"),
        (50, "5d10", "5d10", "5d10+25"),
        (59, "5d10", "25", "5d10+25"),
        (60, "6d10", "1d10+25", "6d10+25"),
        (100, "10d10", "50", "10d10+50"),
        (130, "13d10", "3d10+50", "13d10+50"),
    ],
)
def test_the_fast_way_is_instead_of_the_dice_and_the_literal_one_on_top(
    feet: int, dice: str, fast: str, add: str
) -> None:
    assert [str(fall_dice(feet, rule)) for rule in ("dice", "fast", "add")] == [dice, fast, add]


@pytest.mark.rule("D4-FALL-2")
@every_edition
@pytest.mark.parametrize(
    ("rule", "rolled", "lost"), [("dice", [2] * 6, 12), ("fast", [7], 32), ("add", [2] * 6, 37)]
)
def test_a_battle_chooses_among_the_three(edition: str, rule: str, rolled: list[int], lost: int) -> None:
    table = drop(edition, settings={"fall": rule})
    table.do("fall", unit="Ash", feet=60, dice=rolled)
    assert table.hp("Ash") == 200 - lost


@pytest.mark.rule("D4-FALL-3")
@every_edition
@pytest.mark.parametrize(("feet", "dice", "prone"), [(20, [1, 1], True), (9, [], False)])
def test_who_is_hurt_lands_prone(edition: str, feet: int, dice: list[int], prone: bool) -> None:
    table = drop(edition)
    table.do("fall", unit="Ash", feet=feet, dice=dice)
    assert table.of("Ash").has("prone") == prone


@pytest.mark.rule("D4-FALL-4")
@every_edition
def test_the_trained_take_half_of_their_check_off(edition: str) -> None:
    table = drop(edition, skills={"acrobatics": 8}, trained=["acrobatics"])
    # 6 and 7 on the dice; 9 and 8 make 17, half of it 8.
    table.do("fall", unit="Ash", feet=20, dice=[6, 7, 9])
    assert (table.hp("Ash"), table.of("Ash").has("prone")) == (195, True)


@pytest.mark.rule("D4-FALL-4")
@every_edition
def test_with_nothing_left_they_land_on_their_feet(edition: str) -> None:
    table = drop(edition, skills={"acrobatics": 8}, trained=["acrobatics"])
    table.do("fall", unit="Ash", feet=20, dice=[6, 3, 10])
    assert (table.hp("Ash"), table.of("Ash").has("prone")) == (200, False)


@pytest.mark.rule("D4-FALL-4")
def test_the_untrained_have_no_check_however_good_they_are() -> None:
    table = drop(skills={"acrobatics": 20})
    table.do("fall", unit="Ash", feet=10, dice=[5])
    assert table.hp("Ash") == 195


@pytest.mark.rule("D4-FALL-8")
@every_edition
def test_of_a_fliers_fall_five_feet_a_square_of_speed_do_not_count(edition: str) -> None:
    table = drop(edition, modes={"fly": 6})
    table.do("fall", unit="Ash", feet=50, flying=True, dice=[4, 4])
    assert table.hp("Ash") == 192
    table.do("fall", unit="Ash", feet=30, flying=True)
    assert (table.hp("Ash"), flown_down(30, 6)) == (192, 0)
    assert drop(edition).refused("fall", unit="Ash", feet=30, flying=True).rules == ("D4-FALL-8",)


@pytest.mark.rule("D4-FALL-8")
def test_a_flier_within_its_speed_lands_unhurt_and_not_prone() -> None:
    table = drop(modes={"fly": 6})
    table.do("fall", unit="Ash", feet=39, flying=True)
    assert (table.hp("Ash"), table.of("Ash").has("prone")) == (200, False)


@pytest.mark.rule("D4-FALL-9")
@every_edition
def test_a_long_fall_goes_on_at_the_end_of_the_turn(edition: str) -> None:
    table = drop(edition, hp=600)
    table.do("fall", unit="Ash", feet=1200)
    assert (table.of("Ash").counter("fallen"), table.of("Ash").counter("to fall")) == (500, 700)
    assert table.hp("Ash") == 600
    # It may act on its turn, and falls on at the end of it.
    table.do("attack", unit="Ash", target="Bone", dice=[2])
    table.ends("Ash")
    assert (table.of("Ash").counter("fallen"), table.of("Ash").counter("to fall")) == (1000, 200)
    table.ends("Bone")
    many = 120 if edition == OLD else 50
    table.do("end", unit="Ash", dice=[2] * many)
    assert table.hp("Ash") == 600 - 2 * many
    assert not table.of("Ash").has("falling")
    assert table.of("Ash").has("prone")


@pytest.mark.rule("D4-FALL-9")
def test_five_hundred_feet_are_fallen_at_once() -> None:
    table = drop(hp=600)
    table.do("fall", unit="Ash", feet=500, dice=[3] * 50)
    assert table.hp("Ash") == 450


@pytest.mark.rule("D4-FALL-9")
@every_edition
@pytest.mark.parametrize(("die", "stops"), [(16, False), (17, True)])
def test_a_flier_may_stop_with_athletics_of_thirty(edition: str, die: int, stops: bool) -> None:
    table = drop(edition, modes={"fly": 8}, skills={"athletics": 5})
    table.do("fall", unit="Ash", feet=700)
    table.do("catch", unit="Ash", dice=[die])
    assert table.of("Ash").has("falling") != stops
    assert table.of("Ash").counter("altitude") == (200 if stops else 0)
    if not stops:
        assert "immediate action" in table.refused("catch", unit="Ash").why
    assert drop(edition).refused("catch", unit="Ash").rules == ("D4-FALL-9",)


@pytest.mark.rule("D4-FALL-10")
@every_edition
def test_landing_on_somebody_hurts_the_faller_only_and_leaves_it_prone(edition: str) -> None:
    table = drop(edition)
    entry = table.do("fall", unit="Ash", feet=20, onto="Bone", dice=[3, 4])
    assert (table.hp("Ash"), table.hp("Bone"), table.of("Ash").has("prone")) == (193, 200, True)
    assert "game master" in entry.text
    assert "D4-FALL-10" in entry.rules


def test_the_damage_of_real_dice_may_be_typed_in() -> None:
    table = drop()
    table.do("fall", unit="Ash", feet=40, damage=17)
    assert table.hp("Ash") == 183


def test_the_odds_of_a_fall_know_who_is_trained() -> None:
    table = drop(hp=20, skills={"acrobatics": 1}, trained=["acrobatics"])
    chances = {c.id: c.chance for c in table.odds("fall", unit="Ash", feet=10).chances}
    # d10 less half of (d20 and 1): of 200 cases so many leave something.
    hurt = sum(max(0, d - (a + 1) // 2) > 0 for d in range(1, 11) for a in range(1, 21))
    assert chances["prone"] == Fraction(hurt, 200)
    assert chances["unhurt"] == 1 - chances["prone"]


@pytest.mark.rule("D4-FALL-8", "D4-FALL-9", "D4-FALL-2")
def test_a_long_fall_out_of_the_air_is_shortened_by_the_fly_speed_where_it_ends() -> None:
    """Of 600 feet 40 do not count: 275 for 550, and a die for the rest."""
    table = Table(NEW, settings={"fall": "fast"}).unit("A", "Ash", hp=5000, modes={"fly": 8}, counters={"altitude": 600},
                                                        conditions=["flying"]).unit("B", "Bone")  # fmt: skip
    table.begin("Ash", "Bone")
    assert "500 feet now" in table.do("afflict", unit="Ash", condition="prone").text
    table.do("end", unit="Ash", dice=[7])
    assert (table.hp("Ash"), table.of("Ash").has("fell flying")) == (5000 - 282, False)


@pytest.mark.rule("D4-FALL-4", "D4-FALL-9", "D4-FALL-10")
@every_edition
def test_how_a_long_fall_was_to_end_is_not_forgotten(edition: str) -> None:
    table = drop(edition, hp=600, skills={"acrobatics": 9}, trained=["acrobatics"])
    table.do("fall", unit="Ash", feet=510, acrobatics=False, onto="Bone")
    entry = table.do("end", unit="Ash", dice=[1] * (51 if edition == OLD else 50))
    assert "lands on Bone" in entry.text
    assert "Acrobatics" not in entry.text
    assert not table.of("Ash").has("falls hard")


@pytest.mark.rule("D4-FALL-10", "D4-OCC-2")
@pytest.mark.parametrize(("fly", "hurt"), [(8, False), (2, True)])
def test_who_falls_out_of_the_air_onto_somebody_is_told_of_it(fly: int, hurt: bool) -> None:
    table = on_map("A..b", A={"at": [3, 0, 4], "modes": {"fly": fly}})
    entry = table.do("afflict", unit="A", condition="prone", dice=[5] if hurt else [])
    assert "lands on b" in entry.text
    assert ("needs a square of its own" in entry.text, "D4-OCC-2" in entry.rules) == (not hurt, not hurt)
    assert (
        "lands on"
        not in on_map("A..b", A={"at": [2, 0, 4], "modes": {"fly": 8}})
        .do("afflict", unit="A", condition="prone")
        .text
    )
