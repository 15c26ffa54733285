"""Moves that end on the way: struck prone, held, put back among others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import NEW, OLD, Table, on_map

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


def struck(rows: tuple[str, ...], condition: str, edition: str = NEW, **mover: Any) -> Table:
    """Return a table at which the strike of b gives a condition."""
    blow = {"id": "blow", "name": "blow", "attack": 20, "basic": True, "effects": [{"condition": condition}]}
    return on_map(*rows, edition=edition, A=mover, b={"attacks": [blow]})


@BOTH
@pytest.mark.parametrize("condition", ["prone", "immobilized", "restrained", "stunned", "unconscious"])
@pytest.mark.rule("D4-OA-5", "D4-OCC-4", "D4-PRONE-1", "D4-SPD-5")
def test_who_is_struck_down_or_held_goes_no_further(edition: str, condition: str) -> None:
    table = struck(("A.....", "..b...", "######"), condition, edition)
    entry = table.do("walk", unit="A", to=[5, 0], choices={"b:strike": "3"}, dice=[15])
    assert (table.at("A"), table.of("A").has(condition)) == ((2, 0), True)
    assert "ends at 2,0" in entry.text
    assert "D4-OCC-4" in entry.rules


@BOTH
@pytest.mark.rule("D4-OA-5", "D4-PRONE-1")
def test_who_is_struck_by_what_does_not_hold_it_goes_on(edition: str) -> None:
    table = struck(("A.....", "..b...", "######"), "marked", edition)
    table.do("walk", unit="A", to=[5, 0], choices={"b:strike": "3"}, dice=[15])
    assert table.at("A") == (5, 0)
    crawling = struck(("A.....", ".b....", "######"), "prone", edition, speed=8, conditions=["prone"])
    crawling.do("crawl", unit="A", to=[4, 0], choices={"b:strike": "2"}, dice=[15])
    assert crawling.at("A") == (4, 0)


@BOTH
@pytest.mark.parametrize(
    ("condition", "end"), [("prone", (1, 0)), ("immobilized", (1, 0)), ("marked", (4, 0))]
)
@pytest.mark.rule("D4-OCC-4")
def test_who_is_held_in_a_friends_square_is_put_back(
    edition: str, condition: str, end: tuple[int, int]
) -> None:
    blow = {"id": "blow", "name": "blow", "attack": 20, "basic": True, "effects": [{"condition": condition}]}
    table = on_map("A.C...", "#.b###", edition=edition, b={"attacks": [blow]})
    table.do("walk", unit="A", to=[4, 0], choices={"b:strike": "3"}, dice=[15])
    assert table.at("A") == end


@BOTH
@pytest.mark.rule("D4-FLY-1", "D4-OA-5")
def test_a_flier_that_rose_over_a_wall_is_stopped_up_there(edition: str) -> None:
    """d strikes as it leaves the top of the wall: it hangs there, neither in the wall nor at its foot."""
    hold = {
        "id": "hold",
        "name": "hold",
        "attack": 20,
        "basic": True,
        "effects": [{"condition": "immobilized"}],
    }
    table = on_map("..W...", "..W...", edition=edition, legend={"W": {"blocking": True, "height": 10}},
                   A={"at": [0, 0], "modes": {"fly": 9}},
                   d={"at": [1, 1, 3], "modes": {"fly": 6}, "attacks": [hold]})  # fmt: skip
    table.do("walk", unit="A", mode="fly", to=[5, 0, 4], choices={"d:strike": "3"}, dice=[15])
    assert (table.at("A"), table.of("A").counter("altitude")) == ((2, 0, 2), 10)
