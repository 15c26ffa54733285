"""Terrain on tables drawn by hand: wholly on, behind, cover, obscuring, places of power.

Bases are 25.4 mm, a radius of half an inch, so that figures can be told by hand.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import (
    CORE,
    HANDBOOK,
    SPEARHEAD,
    Table,
    box,
    every_edition,
    ground,
    ranged,
)

INCH = 25.4
OBSTACLE = ("cover", "unstable")


def stand_off(
    *features: dict[str, Any],
    edition: str = CORE,
    target: Any = (20, 10),
    keywords: tuple[str, ...] = (),
    settings: dict[str, Any] | None = None,
    **shooters: Any,
) -> Table:
    """Return a table on which Ash shoots at Bone: from 10,10 to 20,10 unless it is said otherwise."""
    table = Table(edition, board=ground(*features), settings=settings)
    shooters = {"at": [10, 10], **shooters}
    table.unit("A", "Ash", base=INCH, weapons=[ranged(hit=3)], **shooters)
    return table.unit("B", "Bone", base=INCH, at=list(target), health=9, keywords=list(keywords))


def hit_modifier(table: Table, unit: str = "Ash", target: str = "Bone", **fields: Any) -> int:
    """Return what a unit's shots have to hit, from their hit roll: all miss."""
    models = table.of(unit).models
    entry = table.shoot(unit, target, dice=[1] * models, **fields)
    (roll,) = [r for r in entry.rolls if r.purpose.startswith("hit")]
    return roll.flat


# ---- Wholly on and behind


@pytest.mark.rule("AOST-1.1-1")
@pytest.mark.parametrize(("x", "yes"), [(20.5, True), (21, True), (20.4, False), (19, False)])
def test_a_model_is_wholly_on_a_feature_if_no_part_of_its_base_is_outside(x: float, yes: bool) -> None:
    table = stand_off(box("hill", 20, 8, 26, 14, "cover"), target=(x, 11))
    found = table.ask("on", unit="Bone")
    assert found["on"] == (["hill"] if yes else [])
    assert found["rules"] == ["AOST-1.1-1"]


@pytest.mark.rule("AOST-1.1-1")
def test_a_unit_is_wholly_on_a_feature_if_all_its_models_are() -> None:
    table = Table(board=ground(box("hill", 20, 8, 26, 14, "cover")))
    table.unit("A", "Ash", models=2, base=INCH, at=[[21, 10], [22.3, 10]])
    table.unit("B", "Bone", models=2, base=INCH, at=[[25.4, 10], [26.7, 10]])
    assert table.ask("on", unit="Ash")["on"] == ["hill"]
    assert table.ask("on", unit="Bone")["on"] == []


@pytest.mark.rule("AOST-1.7-1", "AOST-1.1-1")
def test_the_pieces_of_a_feature_are_one_feature() -> None:
    halves = [
        box("p1", 20, 8, 23, 14, "cover", piece_of="ruin"),
        box("p2", 23, 8, 26, 14, "cover", piece_of="ruin"),
    ]
    table = stand_off(*halves, target=(23, 11))
    assert table.ask("on", unit="Bone")["on"] == ["ruin"]
    apart = [halves[0], {**halves[1], "piece_of": "other"}]
    assert stand_off(*apart, target=(23, 11)).ask("on", unit="Bone")["on"] == []


@pytest.mark.rule("AOST-1.1-2", "AOST-1.2-1")
@pytest.mark.parametrize(
    ("upper", "lower", "behind"),
    [
        # All lines between two bases 1" across at y 10 run between y 9.5 and 10.5.
        (9, 11, True),
        (9.4, 10.6, True),
        (9.6, 10.6, False),
        (10, 11, False),
    ],
)
def test_behind_means_that_no_line_avoids_the_feature(upper: float, lower: float, behind: bool) -> None:
    table = stand_off(box("wall", 15, upper, 16, lower, *OBSTACLE))
    found = table.ask("cover", unit="Ash", target="Bone")
    assert found["cover"] == (-1 if behind else 0)
    assert ("AOST-1.1-2" in found["rules"]) == behind
    assert hit_modifier(table) == (-1 if behind else 0)


@pytest.mark.rule("AOST-1.1-2")
@pytest.mark.parametrize("edition", [HANDBOOK, SPEARHEAD])
def test_later_texts_take_the_line_of_the_nearest_points(edition: str) -> None:
    # The line of the nearest points runs at y 10 exactly: a wall from 9.9 to 10.1 is enough.
    narrow = box("wall", 15, 9.9, 16, 10.1, *OBSTACLE)
    assert hit_modifier(stand_off(narrow, edition=edition)) == -1
    assert hit_modifier(stand_off(narrow)) == 0
    beside = box("wall", 15, 10.1, 16, 14, *OBSTACLE)
    assert hit_modifier(stand_off(beside, edition=edition)) == 0


@pytest.mark.rule("AOST-1.1-2")
def test_which_text_of_behind_holds_is_a_setting() -> None:
    narrow = box("wall", 15, 9.9, 16, 10.1, *OBSTACLE)
    assert hit_modifier(stand_off(narrow, settings={"behind": "closest"})) == -1
    assert hit_modifier(stand_off(narrow, edition=HANDBOOK, settings={"behind": "any-line"})) == 0


@pytest.mark.rule("AOST-1.1-2")
@pytest.mark.parametrize(
    # The base ends at 10.5, combat range at 13.5.
    ("left", "right", "behind"),
    [(12, 13.4, False), (13.6, 14.5, True), (12, 14.5, True)],
)
def test_parts_within_the_attackers_combat_range_do_not_count(
    left: float, right: float, behind: bool
) -> None:
    table = stand_off(box("wall", left, 5, right, 15, *OBSTACLE))
    assert table.ask("cover", unit="Ash", target="Bone")["cover"] == (-1 if behind else 0)


@pytest.mark.rule("AOST-1.1-2", "AOST-1.2-1", "AOS-17.3-1")
def test_models_that_find_cover_in_the_way_roll_apart_from_those_that_do_not() -> None:
    # From y 10 the wall hides the target; from y 2 every line passes above it.
    table = stand_off(box("wall", 15, 8, 16, 12, *OBSTACLE), models=2, at=[[10, 10], [18, 2]])
    found = table.ask("cover", unit="Ash", target="Bone")
    assert [one["cover"] for one in found["models"]] == ["wall", None]
    entry = table.shoot("Ash", "Bone", dice=[1, 1])
    assert sorted((roll.flat, len(roll.dice)) for roll in entry.rolls) == [(-1, 1), (0, 1)]


# ---- Cover


@pytest.mark.rule("AOST-1.2-1")
@every_edition
def test_cover_takes_1_off_hit_rolls_against_who_is_wholly_on_it(edition: str) -> None:
    hill = box("hill", 18, 8, 24, 12, "cover")
    table = stand_off(hill, edition=edition)
    assert hit_modifier(table) == -1
    assert "AOST-1.2-1" in table.battle.entries[-1].rules
    assert hit_modifier(stand_off(hill, edition=edition, target=(26, 10))) == -1
    assert hit_modifier(stand_off(hill, edition=edition, target=(26, 2))) == 0


@pytest.mark.rule("AOST-1.2-1")
def test_cover_helps_against_combat_attacks_too() -> None:
    fence = box("fence", 20.6, 5, 20.8, 15, "cover")
    table = stand_off(fence, at=[18, 10])
    table.unit("A", "Axe", base=INCH, at=[21.7, 10])
    table.do("phase", phase="combat") if table.state.turn else table.do("turn", first="A")
    table.do("place", unit="Axe", at=[22, 10])
    assert table.state.in_contact("Axe") == ("Bone",)
    # The fence lies within 3" of the attacker: it does not count.
    assert table.ask("cover", unit="Axe", target="Bone")["cover"] == 0
    hill = stand_off(box("hill", 18, 8, 24, 12, "cover"), at=[15, 10])
    hill.unit("A", "Axe", base=INCH, at=[2, 2])
    hill.do("turn", first="A")
    hill.do("place", unit="Axe", at=[22.5, 10])
    entry = hill.fight("Axe", "Bone", dice=[1])
    assert entry.rolls[0].flat == -1


@pytest.mark.rule("AOST-1.2-1")
@pytest.mark.parametrize(("charged", "keywords"), [(True, ()), (False, ("FLY",))])
def test_cover_does_not_help_who_charged_or_flies(charged: bool, keywords: tuple[str, ...]) -> None:
    table = stand_off(box("hill", 18, 8, 24, 12, "cover"), keywords=keywords)
    if charged:
        table.charged("Bone")
    found = table.ask("cover", unit="Ash", target="Bone")
    assert found["cover"] == 0
    assert "FLY" in found["why"] or "charged" in found["why"]
    assert hit_modifier(table) == 0


@pytest.mark.rule("AOST-1.2-1")
def test_what_a_player_states_goes_before_what_is_measured() -> None:
    hill = box("hill", 18, 8, 24, 12, "cover")
    assert hit_modifier(stand_off(hill), cover=False) == 0
    assert hit_modifier(stand_off(), cover=True) == -1


def test_without_places_nothing_is_measured() -> None:
    table = stand_off(box("hill", 18, 8, 24, 12, "cover"), at=None)
    assert hit_modifier(table) == 0
    assert hit_modifier(stand_off(box("hill", 18, 8, 24, 12, "cover"), at=None), cover=True) == -1


@pytest.mark.rule("AOST-1.2-1", "AOST-1.2-3")
@pytest.mark.parametrize(("height", "cover", "obscured"), [(1, -1, False), (1.5, 0, True)])
def test_in_spearhead_low_terrain_covers_and_tall_terrain_obscures(
    height: float, cover: int, obscured: bool
) -> None:
    plain = box("ruin", 18, 8, 24, 12, height=height)
    found = stand_off(plain, edition=SPEARHEAD, target=(26, 10)).ask("cover", unit="Ash", target="Bone")
    assert (found["cover"], found["obscured"]) == (cover, obscured)
    plain_core = stand_off(plain, target=(26, 10)).ask("cover", unit="Ash", target="Bone")
    assert (plain_core["cover"], plain_core["obscured"]) == (0, False)


# ---- Seen, in range


@pytest.mark.rule("AOS-16-4")
def test_a_wall_higher_than_both_hides_and_a_low_one_does_not() -> None:
    # Models without a height of their own are 1.5" tall.
    high = stand_off(box("wall", 15, 5, 16, 15, height=4))
    refused = high.refused("shoot", unit="Ash", target="Bone", dice=[1])
    assert refused.rules == ("AOS-16-4",)
    assert "out of sight: wall is in the way" in refused.why
    assert high.ask("sight", unit="Ash", target="Bone")["blocked_by"] == ["wall"]
    low = stand_off(box("wall", 15, 5, 16, 15, height=1))
    assert low.ask("sight", unit="Ash", target="Bone")["seen"]
    tall = stand_off(box("wall", 15, 5, 16, 15, height=4), height=12)
    assert tall.ask("sight", unit="Ash", target="Bone")["seen"]
    assert high.shoot("Ash", "Bone", dice=[1], sight=True).rolls


@pytest.mark.rule("AOS-16-4")
@pytest.mark.parametrize(("reach", "reached"), [(9, True), (8.9, False)])
def test_range_is_measured_from_base_edge_to_base_edge(reach: float, reached: bool) -> None:
    # Middles 10" apart, bases 1" across.
    table = Table(board=ground())
    table.unit("A", "Ash", base=INCH, at=[10, 10], weapons=[ranged(reach=reach)])
    table.unit("B", "Bone", base=INCH, at=[20, 10])
    assert table.ask("range", unit="Ash", target="Bone")["range"] == pytest.approx(9)
    if reached:
        assert table.shoot("Ash", "Bone", dice=[1]).rolls
    else:
        refused = table.refused("shoot", unit="Ash", target="Bone", dice=[1])
        assert refused.why == 'Bone is 9.0" away; Bow reaches 8.9"'
        assert table.shoot("Ash", "Bone", dice=[1], distance=8).rolls


@pytest.mark.rule("AOS-16-4", "AOS-16-5")
def test_only_models_within_range_shoot() -> None:
    table = Table(board=ground())
    spots = [[10, 10], [8.6, 10], [7.2, 10]]
    table.unit("A", "Ash", models=3, base=INCH, at=spots, weapons=[ranged(attacks=2, reach=11)])
    table.unit("B", "Bone", base=INCH, at=[20, 10])
    # Gaps of 9", 10.4" and 11.8".
    assert len(table.shoot("Ash", "Bone", dice=[1] * 4).rolls[0].dice) == 4


@pytest.mark.rule("AOS-16-3")
def test_only_models_with_the_target_in_combat_range_fight() -> None:
    table = Table(board=ground())
    spots = [[10, 10], [8.6, 10], [7.2, 10]]
    table.unit("A", "Ash", models=3, base=INCH, at=spots)
    table.unit("B", "Bone", base=INCH, at=[20, 10])
    table.do("turn", first="A")
    # 3" from the first, 4.4" from the second.
    table.do("place", unit="Bone", at=[14, 10])
    assert table.state.in_contact("Ash") == ("Bone",)
    assert len(table.fight("Ash", "Bone", dice=[1]).rolls[0].dice) == 1


# ---- Obscuring


@pytest.mark.rule("AOST-1.2-3")
@pytest.mark.parametrize("target", [(20, 10), (26, 10)])
def test_who_is_behind_or_wholly_on_obscuring_terrain_cannot_be_shot(target: tuple[float, float]) -> None:
    wood = box("wood", 18, 8, 24, 12, name="Wyldwood", height=6)
    table = stand_off(wood, target=target)
    refused = table.refused("shoot", unit="Ash", target="Bone", dice=[1])
    assert refused.rules == ("AOST-1.2-3", "AOST-1.1-2")
    assert "Wyldwood, which is obscuring" in refused.why
    # It is seen all the same: obscuring stops shooting, not visibility.
    assert table.ask("sight", unit="Ash", target="Bone")["seen"]
    assert stand_off(wood, target=(20, 3)).shoot("Ash", "Bone", dice=[1]).rolls


@pytest.mark.rule("AOST-1.2-3")
def test_obscuring_terrain_does_not_hide_fliers_and_can_be_overruled() -> None:
    wood = box("wood", 18, 8, 24, 12, name="Wyldwood", height=6)
    assert stand_off(wood, keywords=("FLY",)).shoot("Ash", "Bone", dice=[1]).rolls
    entry = stand_off(wood).shoot("Ash", "Bone", dice=[1], override="agreed")
    assert entry.override == "agreed"


@pytest.mark.rule("AOST-1.2-3")
@pytest.mark.parametrize(
    ("keywords", "target", "hidden"),
    [
        ((), (25.4, 10), True),
        ((), (25.6, 10), False),
        (("MONSTER",), (20, 10), False),
        (("FLY",), (20, 10), False),
    ],
)
def test_in_the_handbook_who_is_within_an_inch_is_seen_in_combat_range_only(
    keywords: tuple[str, ...], target: tuple[float, float], hidden: bool
) -> None:
    # The wood ends at x 24: a base of radius 1/2" at 25.4 is 0.9" away.
    wood = box("wood", 18, 8, 24, 12, name="Wyldwood", height=6)
    table = stand_off(wood, edition=HANDBOOK, target=target, keywords=keywords, at=[32, 10])
    found = table.ask("cover", unit="Ash", target="Bone")
    assert found["obscured"] == hidden
    near = stand_off(wood, edition=HANDBOOK, target=target, keywords=keywords, at=[target[0] + 4, 10])
    assert not near.ask("cover", unit="Ash", target="Bone")["obscured"]


@pytest.mark.rule("AOST-1.2-3")
@pytest.mark.parametrize(("edition", "reached"), [(HANDBOOK, False), (CORE, True)])
def test_in_the_handbook_ranges_out_of_obscuring_terrain_are_halved(edition: str, reached: bool) -> None:
    # 19" halved and rounded down is 9"; the target is 9.5" away.
    wood = box("wood", 18, 8, 24, 12, name="Wyldwood", height=6)
    table = Table(edition, board=ground(wood))
    table.unit("A", "Ash", base=INCH, at=[23, 10], weapons=[ranged(reach=19)])
    table.unit("B", "Bone", base=INCH, at=[33.5, 10])
    if reached:
        assert table.shoot("Ash", "Bone", dice=[1]).rolls
    else:
        assert (
            'reaches 9" (halved within 1" of Wyldwood)'
            in table.refused("shoot", unit="Ash", target="Bone").why
        )


# ---- Places of power


def shrine(
    *, keywords: tuple[str, ...] = ("HERO",), x: float = 16, edition: str = CORE, **settings: Any
) -> Table:
    """Return a hero of radius 1/2" before a place of power that begins at x 20, in the hero phase of side A."""
    table = Table(
        edition, board=ground(box("gate", 20, 8, 24, 12, name="Baleful Realmgate")), settings=settings
    )
    table.unit("A", "Ash", base=INCH, at=[x, 10], health=5, keywords=list(keywords))
    table.unit("A", "Axe", base=INCH, at=[16, 20], health=5, keywords=list(keywords))
    table.unit("B", "Bone", base=INCH, at=[x - 5, 10], health=5)
    table.do("turn", first="A")
    return table


@pytest.mark.rule("AOST-1.2-4", "AOS-17.2-1")
def test_a_one_is_d3_mortal_damage_to_the_hero() -> None:
    table = shrine(x=17)
    table.do("power", unit="Ash", dice=[1, 5])
    assert table.damage("Ash") == 3
    assert not table.of("Ash").has("wizard (1)")


@pytest.mark.rule("AOST-1.2-4")
@pytest.mark.parametrize(
    ("keyword", "condition"), [("WIZARD", "channels"), ("PRIEST", "channels"), ("CAVALRY", "wizard (1)")]
)
def test_two_and_more_gives_power_for_this_turn(keyword: str, condition: str) -> None:
    table = shrine(keywords=("HERO", keyword), x=17)
    table.do("power", unit="Ash", dice=[2])
    assert table.of("Ash").has(condition)
    assert table.damage("Ash") == 0
    table.do("turn")
    assert not table.of("Ash").has(condition)


@pytest.mark.rule("AOST-1.2-4")
@pytest.mark.parametrize(("x", "near"), [(16.5, True), (16.4, False)])
def test_the_hero_is_within_three_inches(x: float, near: bool) -> None:
    # The base ends at x + 0.5; the feature begins at 20.
    table = shrine(x=x)
    if near:
        assert table.do("power", unit="Ash", dice=[3]).rules == ("AOST-1.2-4",)
    else:
        refused = table.refused("power", unit="Ash", dice=[3])
        assert refused.rules == ("AOST-1.2-4",)
        assert '3.1" from a place of power' in refused.why


@pytest.mark.rule("AOST-1.2-4")
def test_only_heroes_use_it_at_the_start_of_a_turn_and_once() -> None:
    assert "no HERO" in shrine(keywords=("INFANTRY",), x=17).refused("power", unit="Ash", dice=[3]).why
    late = shrine(x=17)
    late.do("phase", phase="movement")
    assert "start of a turn" in late.refused("power", unit="Ash", dice=[3]).why
    twice = shrine(x=17)
    twice.do("power", unit="Ash", dice=[3])
    assert "used one this turn" in twice.refused("power", unit="Ash", dice=[3]).why


@pytest.mark.rule("AOST-1.2-4")
def test_the_odds_of_a_place_of_power() -> None:
    table = shrine(x=17)
    assert {c.id: str(c.chance) for c in table.odds("power", unit="Ash").chances} == {
        "power": "5/6",
        "hurt": "1/6",
    }
    frail = Table(board=ground(box("gate", 20, 8, 24, 12, name="Baleful Realmgate")))
    frail.unit("A", "Ash", health=2, keywords=["HERO"]).unit("B", "Bone")
    # Two thirds of D3 are 2 or more.
    assert {c.id: str(c.chance) for c in frail.odds("power", unit="Ash").chances} == {
        "power": "5/6",
        "hurt": "1/18",
        "destroyed": "1/9",
    }


@pytest.mark.rule("AOST-1.2-4")
def test_in_the_handbook_an_army_uses_one_a_turn_and_picks_an_effect() -> None:
    table = shrine(x=17, edition=HANDBOOK)
    table.do("mark", on="Ash", counter="damage", by=3)
    table.do("power", unit="Ash", effect="heal", dice=[3])
    assert table.damage("Ash") == 1
    table.do("place", unit="Axe", at=[22, 14])
    assert "has used a place of power" in table.refused("power", unit="Axe", dice=[3]).why
    core = shrine(x=17)
    core.do("power", unit="Ash", dice=[3])
    core.do("place", unit="Axe", at=[22, 14])
    assert core.do("power", unit="Axe", dice=[3])
    assert "text of 2025" in shrine(x=17).refused("power", unit="Ash", effect="heal", dice=[3]).why


@pytest.mark.rule("AOST-1.2-4")
def test_in_the_handbook_a_one_hurts_all_within_six_inches() -> None:
    table = shrine(x=17, edition=HANDBOOK)
    table.do("power", unit="Ash", effect="heal", dice=[1])
    # Bone is 4" away, Axe more than 9".
    assert [table.damage(name) for name in ("Ash", "Bone", "Axe")] == [1, 1, 0]


@pytest.mark.rule("AOST-1.2-4", "AOST-1.2-3")
def test_in_the_handbook_a_feature_can_be_made_obscuring_for_the_turn() -> None:
    wall = box("wall", 26, 16, 27, 24, "cover", "unstable")
    table = Table(HANDBOOK, board=ground(box("gate", 20, 8, 24, 12, name="Baleful Realmgate"), wall))
    table.unit("A", "Ash", base=INCH, at=[17, 10], health=5, keywords=["HERO"])
    table.unit("B", "Bone", base=INCH, at=[28, 20], weapons=[ranged()])
    table.unit("A", "Axe", base=INCH, at=[36, 20], weapons=[ranged()])
    table.do("turn", first="A")
    assert not table.ask("cover", unit="Axe", target="Bone")["obscured"]
    table.do("power", unit="Ash", effect="obscure", feature="wall", dice=[3])
    assert table.ask("cover", unit="Axe", target="Bone")["obscured"]
    table.do("turn")
    assert not table.ask("cover", unit="Axe", target="Bone")["obscured"]
