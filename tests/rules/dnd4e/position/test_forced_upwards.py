"""Forced movement and height: fliers up and down, nobody else, nobody out of a pit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle
from tests.rules.dnd4e.position.test_forced import at, ends
from tests.rules.dnd4e.table import NEW, OLD, on_map

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


@pytest.mark.rule("D4-FALL-6", "D4-FLY-1")
def test_who_flies_half_over_a_drop_need_not_move() -> None:
    pit = on_map("A.O..", "..O..", b={"size": "large", "at": [3, 0, 1], "modes": {"fly": 4}})
    pit.do("slide", unit="A", target="b", to=[2, 0])
    assert not pit.of("b").has("half over a drop")
    pit.ends("A", "b")
    found = {f.id: f.verdict for f in pit.battle.ruleset.look(pit.state, "b", "A")}
    assert "edge" not in found
    low = on_map("A.O..", "..O..", b={"size": "large", "at": [2, 0]})
    assert "edge" in {f.id for f in low.battle.ruleset.look(low.state, "b", "A")}
    # It stood there when the battle began, so that no move of it was noted.
    low.ends("A")
    assert low.refused("end", unit="b").rules == ("D4-FALL-6",)


@BOTH
@pytest.mark.rule("D4-FM-5")
def test_only_a_flier_is_forced_up_or_down(edition: str) -> None:
    table = on_map("Ab...", edition=edition)
    assert table.refused("slide", unit="A", target="b", limit=3, to=[2, 0, 2]).rules == ("D4-FM-5",)
    flying = {"at": [1, 0, 2], "modes": {"fly": 6}}
    table = on_map("A....", edition=edition, b=flying)
    table.do("slide", unit="A", target="b", limit=3, to=[3, 0, 4])
    assert (table.at("b"), table.of("b").counter("altitude")) == ((3, 0, 4), 20)
    assert table.refused("slide", unit="A", target="b", limit=1, to=[3, 0, 0]).rules == ("D4-FM-4",)


@pytest.mark.rule("D4-FM-5", "D4-FALL-5")
def test_a_flier_is_pushed_over_a_pit_without_a_save() -> None:
    table = on_map("A.O..", b={"at": [1, 0, 1], "modes": {"fly": 6}})
    table.do("slide", unit="A", target="b", to=[2, 0])
    assert (table.at("b"), table.hp("b")) == ((2, 0, 1), 40)


FAR_UP = {"at": [2, 1, 4], "modes": {"fly": 6}}


@BOTH
@pytest.mark.rule("D4-PUSH-1", "D4-PULL-1", "D4-FM-1", "D4-FM-5", "D4-FLY-2")
def test_of_a_flier_the_height_counts_in_what_is_nearer_and_farther(edition: str) -> None:
    """b is 4 squares away, all of them up: a push leads up, a pull down, and level steps are neither."""
    rows = ("......", ".A....", "......")
    table = on_map(*rows, edition=edition, b=FAR_UP)
    for to in ([3, 1], [3, 1, 4], [2, 1, 3], [2, 1, 2], [3, 1, 3]):
        refused = table.refused("push", unit="A", target="b", limit=2, to=to)
        assert refused.rules[0] == "D4-PUSH-1"
    for to in ([1, 1], [2, 1, 6], [1, 1, 4], [1, 1, 5]):
        assert table.refused("pull", unit="A", target="b", limit=2, to=to).rules[0] == "D4-PULL-1"
    entry = table.do("push", unit="A", target="b", limit=2, to=[3, 1, 6])
    assert (table.at("b"), table.of("b").counter("altitude")) == ((3, 1, 6), 30)
    assert "pushes b 2 squares" in entry.text
    assert {"D4-PUSH-1", "D4-FM-5"} <= set(entry.rules)
    table.do("pull", unit="A", target="b", limit=3, to=[2, 1, 3])
    assert table.at("b") == (2, 1, 3)


@BOTH
@pytest.mark.rule("D4-FM-4", "D4-FM-5")
def test_each_square_up_or_down_is_one_of_the_distance(edition: str) -> None:
    table = on_map(".A....", "......", edition=edition, b={"at": [2, 0, 2], "modes": {"fly": 6}})
    assert table.refused("slide", unit="A", target="b", limit=2, to=[2, 0, 5]).rules == ("D4-FM-4",)
    assert table.refused("slide", unit="A", target="b", limit=2, to=[5, 0, 3]).rules == ("D4-FM-4",)
    way = [[3, 0, 3], [4, 0, 2], [4, 0, 1]]
    assert table.refused("slide", unit="A", target="b", limit=2, path=way).rules == ("D4-FM-4",)
    jump = table.refused("slide", unit="A", target="b", limit=2, path=[[3, 0, 4]])
    assert "a square up or down at a time" in jump.why
    entry = table.do("slide", unit="A", target="b", limit=3, path=way)
    assert (table.at("b"), table.of("b").trail[1:]) == ((4, 0, 1), ((3, 0), (4, 0)))
    assert "slides b 3 squares" in entry.text
    table.do("slide", unit="A", target="b", limit=3, path=[[3, 0]], to=[3, 0, 4])
    assert (table.at("b"), "slides b 3 squares" in table.battle.entries[-1].text) == ((3, 0, 4), True)


@BOTH
@pytest.mark.rule("D4-FM-9", "D4-OCC-2", "D4-FM-5")
def test_a_flier_is_forced_onto_nobody_at_the_height_of_its_end(edition: str) -> None:
    flier = {"at": [1, 0, 2], "modes": {"fly": 6}}
    table = on_map("A.d...", "######", edition=edition, b=flier)
    assert "d is there" in table.refused("slide", unit="A", target="b", limit=2, to=[2, 0, 0]).why
    table.do("slide", unit="A", target="b", limit=2, to=[2, 0, 1])
    assert table.at("b") == (2, 0, 1)
    barred = on_map("A.C...", "######", edition=edition, b=flier)
    assert barred.refused("slide", unit="A", target="b", limit=2, to=[2, 0, 0]).rules == (
        "D4-SLIDE-1",
        "D4-FM-5",
    )
    up = on_map("A.....", "######", edition=edition, b={"at": [1, 0, 1], "modes": {"fly": 6}},
                C={"at": [1, 0, 2], "modes": {"fly": 6}})  # fmt: skip
    assert up.refused("slide", unit="A", target="b", to=[1, 0, 2]).rules == ("D4-FM-9",)


@pytest.mark.rule("D4-FM-5")
def test_only_a_flying_target_is_moved_up_or_down() -> None:
    assert ask(at((3, 3), (4, 3)), "push", target="b")["vertical"] is False
    flying = {"modes": {"fly": 6}, "conditions": ["flying"]}
    assert ask(at((3, 3), (4, 3), b=flying), "push", target="b")["vertical"]


@pytest.mark.rule("D4-FM-5", "D4-FM-8")
@pytest.mark.parametrize("kind", ["push", "pull", "slide"])
def test_nobody_is_forced_up_out_of_a_pit(kind: str) -> None:
    """It is moved about at the bottom, and no square of the rim is in its way's reach."""
    state = battle("A.....", "..bO..", "......", b={"on": "O"}, A={"at": (0, 0)})
    for one in ask(state, kind, target="b", squares=2)["next"]:
        if one["to"] != [3, 1]:
            assert (one["legal"], "out of the pit" in one["why"]) == (False, True)
            assert {"D4-FM-5", "D4-FM-8"} <= set(one["rules"])
    assert ends(state, "slide", squares=2) == {(3, 1)}
    aloft = {"on": "O", "conditions": ["flying"], "counters": {"altitude": 5}, "modes": {"fly": 6}}
    assert len(ends(battle("A.....", "..bO..", "......", b=aloft), "slide")) == 8


@BOTH
@pytest.mark.rule("D4-FM-1", "D4-FM-5", "D4-PUSH-1", "D4-PULL-1")
def test_the_squares_to_which_a_flier_is_pushed_level_count_its_height(edition: str) -> None:
    """As long as it is farther up than away, no level step makes it nearer or farther."""
    high = {"at": (2, 0), "modes": {"fly": 6}, "conditions": ["flying"], "counters": {"altitude": 15}}
    state = battle("A.......", "########", edition=edition, b=high)
    assert ends(state, "push", squares=3) == ends(state, "pull", squares=3) == set()
    away = battle("A.......", "########", edition=edition, b={**high, "at": (4, 0)})
    assert ends(away, "push", squares=2) == {(5, 0), (6, 0)}
    assert ends(away, "pull", squares=3) == {(3, 0)}


@BOTH
@pytest.mark.rule("D4-FM-9", "D4-OCC-5", "D4-GEO-4")
def test_a_large_creature_is_as_high_as_it_is_wide(edition: str) -> None:
    table = on_map(
        "A.d...", "......", edition=edition, d={"size": "large"}, b={"at": [1, 0, 3], "modes": {"fly": 6}}
    )
    slide: dict[str, Any] = {"unit": "A", "target": "b", "limit": 3}
    assert table.refused("slide", **slide, to=[2, 0, 1]).rules[0] == "D4-OCC-1"
    table.do("slide", **slide, to=[2, 0, 2])
    assert table.at("b") == (2, 0, 2)


@BOTH
@pytest.mark.rule("D4-FM-5", "D4-PUSH-1", "D4-PULL-1", "D4-SLIDE-1")
@pytest.mark.parametrize("kind", ["push", "pull", "slide"])
def test_forced_movement_upwards_is_asked_as_it_is_done(edition: str, kind: str) -> None:
    rows = ("......", ".A....", "......")
    table = on_map(*rows, edition=edition, b=FAR_UP)
    for to in ([x, y, z] for x in (1, 2, 3) for y in (0, 1) for z in (2, 3, 4, 5, 6)):
        way = table.battle.ruleset.ask(
            table.state, {"ask": kind, "unit": "A", "target": "b", "squares": 2, "to": to}
        )["way"]
        if way["legal"]:
            table.do(kind, unit="A", target="b", limit=2, to=to)
            assert table.at("b") == tuple(to)
            table.battle.undo()
        elif to != [2, 1, 4]:
            refused = table.refused(kind, unit="A", target="b", limit=2, to=to)
            assert (refused.why, tuple(refused.rules)) == (way["why"], tuple(way["rules"]))
        else:
            assert way["why"] == "there is no such way"


@BOTH
@pytest.mark.rule("D4-OCC-1", "D4-OCC-5", "D4-GEO-4")
@pytest.mark.parametrize(("up", "fits"), [(1, False), (2, True)])
def test_a_large_creature_ends_only_below_what_is_higher_than_it(edition: str, up: int, fits: bool) -> None:
    table = on_map(
        "A...", "....", edition=edition, A={"size": "large"}, C={"at": [2, 0, up], "modes": {"fly": 4}}
    )
    if fits:
        table.do("walk", unit="A", to=[2, 0])
        assert table.at("A") == (2, 0)
    else:
        assert table.refused("walk", unit="A", to=[2, 0]).rules[0] == "D4-OCC-1"


@BOTH
@pytest.mark.rule("D4-FLY-1", "D4-OCC-2")
def test_nobody_flies_straight_up_through_an_enemy(edition: str) -> None:
    flier = {"modes": {"fly": 6}}
    shaft = on_map("A#.", "###", edition=edition, A=flier, b={"at": [0, 0, 2], **flier})
    assert shaft.refused("walk", unit="A", mode="fly", to=[0, 0, 4]).why == "no way up or down leads there"
    table = on_map("A..", "###", edition=edition, A=flier, b={"at": [0, 0, 2], **flier})
    entry = table.do("walk", unit="A", mode="fly", to=[0, 0, 4], choices={"b:strike": ""})
    assert (table.at("A"), "flies 4 squares" in entry.text) == ((0, 0, 4), True)
    assert all(spot != (0, 0, 2) for spot in table.of("A").trail)
