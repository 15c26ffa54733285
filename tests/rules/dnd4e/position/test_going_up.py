"""Moves of fliers to heights that are named: asked and gone alike, over walls, onto nobody."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import NEW, OLD, on_map
from warband_tui.rules.events import Moved

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


@pytest.mark.rule("D4-FLY-1", "D4-FLY-2")
def test_a_flier_goes_up_with_the_third_number_of_where_it_goes() -> None:
    table = on_map("A....b", A={"modes": {"fly": 6}})
    table.do("walk", unit="A", mode="fly", to=[3, 0, 4])
    assert table.of("A").counter("altitude") == 20
    answer = table.battle.ruleset.ask(table.state, {"ask": "distance", "unit": "A", "target": "b"})
    assert answer["distance"] == 4
    table.ends("A")
    assert table.refused("walk", unit="b", to=[4, 0, 2]).rules == ("D4-FLY-1",)
    table.ends("b")
    assert "up or down" in table.refused("walk", unit="A", mode="fly", to=[3, 0, 12]).why


@pytest.mark.rule("D4-FLY-1")
def test_walls_lower_than_the_altitude_do_not_stop_a_flier() -> None:
    legend = {"W": {"blocking": True, "height": 10}, "T": {"blocking": True, "height": 60}}
    low, tall = ("A.W..", "..W.."), ("A.T..", "..T..")
    fly = {"modes": {"fly": 8}}
    over = on_map(*low, legend=legend, A=fly)
    over.do("walk", unit="A", mode="fly", to=[4, 0])
    assert (over.at("A"), max(spot[2] for spot in over.of("A").trail[1:])) == ((4, 0), 2)
    table = on_map(*low, legend=legend, A={**fly, "at": [0, 0, 3]})
    table.do("walk", unit="A", mode="fly", to=[4, 0])
    assert table.at("A") == (4, 0, 3)
    assert on_map(*tall, legend=legend, A={**fly, "at": [0, 0, 3]}).refused(
        "walk", unit="A", mode="fly", to=[4, 0]
    )
    # From the ground it rises as it goes, which costs no more; what is straight up is paid for.
    risen = on_map(*low, legend=legend, A=fly)
    risen.do("walk", unit="A", mode="fly", to=[4, 0, 3])
    assert risen.battle.entries[-1].events[-2].distance == 4  # type: ignore[union-attr]
    foot = on_map("AV...", "#V###", legend={"V": {"blocking": True, "height": 15}}, A=fly)
    foot.do("walk", unit="A", mode="fly", to=[2, 0, 3])
    assert foot.battle.entries[-1].events[-2].distance == 4  # type: ignore[union-attr]


@pytest.mark.rule("D4-FLY-1", "D4-FALL-8")
def test_a_flier_that_falls_stands_on_the_ground() -> None:
    table = on_map("A...b", b={"hp": 60, "modes": {"fly": 2}, "at": [4, 0, 6]})
    assert table.of("b").has("flying")
    table.do("afflict", unit="b", condition="stunned", dice=[6, 6])
    assert (table.at("b"), table.of("b").counter("altitude"), table.hp("b")) == ((4, 0), 0, 48)


FLIER = {"modes": {"fly": 6}}


@BOTH
@pytest.mark.rule("D4-OCC-1", "D4-OCC-2", "D4-FLY-1")
@pytest.mark.parametrize(
    ("start", "to", "there"),
    [
        ((0, 0, 4), [1, 0, 0], (1, 0)),
        ((0, 0), [1, 0, 3], (1, 0, 3)),
        ((1, 0, 4), [1, 0, 0], (1, 0)),
        ((1, 0), [1, 0, 2], (1, 0, 2)),
    ],
    ids=["down onto", "up into", "straight down onto", "straight up into"],
)
def test_a_flier_ends_on_nobody_at_the_height_of_its_end(
    edition: str, start: tuple[int, ...], to: list[int], there: tuple[int, ...]
) -> None:
    for letter, rule in (("b", "D4-OCC-2"), ("C", "D4-OCC-1")):
        other = {"at": list(there), **FLIER}
        creatures: dict[str, Any] = {"A": {"at": list(start), **FLIER}, letter: other}
        table = on_map("....", "####", edition=edition, **creatures)
        refused = table.refused("walk", unit="A", mode="fly", to=to)
        assert refused.rules[0] == rule
        assert table.of("A").at == (start,)


@BOTH
@pytest.mark.rule("D4-FLY-1", "D4-FLY-2")
@pytest.mark.parametrize(
    ("to", "price"), [([3, 0, 2], 3), ([2, 0, 4], 4), ([0, 0, 6], 6), ([0, 0, 7], None), ([2, 1, 0], None),
                      ([2, 1, 1], 2), ([2, 1, 5], 5)]
)  # fmt: skip
def test_a_path_upwards_is_asked_and_gone_at_the_same_price(
    edition: str, to: list[int], price: int | None
) -> None:
    table = on_map("A.....", "..b...", edition=edition, A=FLIER)
    asked = table.battle.ruleset.ask(table.state, {"ask": "path", "unit": "A", "mode": "fly", "to": to})
    assert (asked["legal"], list(asked["to"])) == (price is not None, to)
    if price is None:
        refused = table.refused("walk", unit="A", mode="fly", to=to)
        assert (refused.why, refused.rules) == (asked["why"], tuple(asked["rules"]))
        return
    entry = table.do("walk", unit="A", mode="fly", to=to)
    assert asked["price"] == price == sum(e.distance or 0 for e in entry.events if isinstance(e, Moved))
    walking = table.battle.ruleset.ask(table.state, {"ask": "path", "unit": "b", "to": [3, 1, 2]})
    assert (walking["legal"], walking["rules"]) == (False, ("D4-FLY-1",))


@BOTH
@pytest.mark.rule("D4-FLY-1", "D4-OCC-2")
def test_a_flier_ends_above_and_below_others(edition: str) -> None:
    """What is at its own height as it sets out does not keep it from a free place below, nor above."""
    hanging = {"at": [1, 0, 4], **FLIER}
    table = on_map("....", "####", edition=edition, A={"at": [0, 0, 4], **FLIER}, b=hanging)
    assert table.refused("walk", unit="A", mode="fly", to=[1, 0]).why == "b holds 1,0"
    table.do("walk", unit="A", mode="fly", to=[1, 0, 2])
    assert table.at("A") == (1, 0, 2)
    above = on_map("Ab..", "####", edition=edition, A=FLIER)
    above.do("walk", unit="A", mode="fly", to=[1, 0, 1])
    assert above.at("A") == (1, 0, 1)
    landing = on_map("....", "####", edition=edition, A={"at": [0, 0, 2], **FLIER},
                     b={"at": [1, 0], "conditions": ["helpless"]})  # fmt: skip
    landing.do("walk", unit="A", mode="fly", to=[1, 0, 0])
    assert landing.at("A") == landing.at("b")


# Sizes
