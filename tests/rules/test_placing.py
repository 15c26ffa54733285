"""A unit is put down where there is room for it, in every game; outside its deployment zone it is told so."""

from __future__ import annotations

from typing import Any

import pytest

from warband_tui.rules.actions import NextTurn, Place
from warband_tui.rules.engine import Battle
from warband_tui.rules.games.age_of_sigmar.actions import Turn
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import load
from warband_tui.rules.script import setup_from

INCH_GAMES = ("trench-crusade", "middle-earth", "age-of-sigmar")
in_inches = pytest.mark.parametrize("game", INCH_GAMES)


def piece(name: str, left: float, upper: float, right: float, lower: float, *tags: str, **more: Any) -> Any:
    shape = [[left, upper], [right, upper], [right, lower], [left, lower]]
    return {"id": name, "shape": shape, "height": 4, "tags": list(tags), **more}


def table(game: str, *features: Any, zones: Any = (), **places: Any) -> Battle:
    """Return a battle on a table in inches of a1 and a2 against b1; who has no place is off the table."""
    units = {
        side: [
            {"id": name, "name": name.title(), "base": 32, "at": places.get(name)}
            for name in ("a1", "a2", "b1")
            if name[0] == side
        ]
        for side in "ab"
    }
    sides = [{"id": side, "name": f"Side {side}", "units": found} for side, found in units.items()]
    board = {"kind": "inches", "width": 30, "height": 22, "features": list(features), "zones": list(zones)}
    return Battle(setup_from({"ruleset": game, "sides": sides, "board": board}), load(game))


def refused(battle: Battle, unit: str, *spot: float) -> Refused:
    """Return why a unit cannot be put somewhere; overridden it can, and the entry keeps the reason."""
    before = battle.state
    with pytest.raises(Refused) as caught:
        battle.do(Place(unit, spot))
    assert battle.state is before
    entry = battle.do(Place(unit, spot), override="agreed")
    assert (entry.override, entry.overruled) == ("agreed", (caught.value.why,))
    assert battle.state.unit(unit).at[0][:2] == spot[:2]
    return caught.value


@in_inches
@pytest.mark.parametrize("other", ["a2", "b1"])
def test_nobody_is_put_where_another_model_stands(game: str, other: str) -> None:
    battle = table(game, **{other: [10, 10]})
    assert other.title() in refused(battle, "a1", 10.5, 10).why
    battle = table(game, **{other: [10, 10]})
    battle.do(Place("a1", (11.5, 10)))


@in_inches
def test_at_another_height_there_is_room(game: str) -> None:
    # Under a bridge 6" up that is 0.5" thick; nobody is taller than that.
    bridge = piece("bridge", 8, 8, 12, 12, base=6, height=0.5)
    battle = table(game, bridge, b1=[10, 10, 6.5])
    assert battle.do(Place("a1", (10, 10, 0))).text.startswith("A1 stands at")
    battle.do(Place("a2", (14, 10)))


@in_inches
def test_nobody_is_put_half_inside_a_solid_piece_or_into_an_impassable_one(game: str) -> None:
    house = piece("house", 10, 5, 14, 15)
    assert "house is in the way" in refused(table(game, house), "a1", 9.8, 10).why
    rock = piece("rock", 10, 5, 14, 15, "impassable")
    assert "rock" in refused(table(game, rock), "a1", 12, 10).why
    # On the roof of what can be stood on there is room.
    table(game, house).do(Place("a1", (12, 10)))


@in_inches
def test_nobody_is_put_half_off_the_table(game: str) -> None:
    assert "off the board" in refused(table(game), "a1", 0.3, 10).why


@pytest.mark.rule("TC-MOV-3", "TC-MOV-4", "TC-TER-4")
def test_a_place_that_is_refused_names_its_rule() -> None:
    game = "trench-crusade"
    assert refused(table(game), "a1", 0.62, 10).rules == ("TC-MOV-3",)
    assert refused(table(game, a2=[10, 10]), "a1", 10.5, 10).rules == ("TC-MOV-4",)
    rock = piece("rock", 10, 5, 14, 15, "impassable")
    assert refused(table(game, rock), "a1", 12, 10).rules == ("TC-TER-4",)


ZONES = (
    {"side": "a", "shape": [[0, 0], [30, 0], [30, 4], [0, 4]]},
    {"side": "a", "shape": [[0, 4], [6, 4], [6, 10], [0, 10]]},
    {"side": "b", "shape": [[0, 18], [30, 18], [30, 22], [0, 22]]},
)


@in_inches
def test_outside_its_deployment_zone_a_unit_is_put_down_with_a_warning(game: str) -> None:
    battle = table(game, zones=ZONES)
    assert "zone" not in battle.do(Place("a1", (3, 4))).text
    for spot in ((8, 3.8), (20, 20)):
        entry = battle.do(Place("a1", spot))
        assert "outside the deployment zone of Side a" in entry.text
        assert not entry.overruled


@in_inches
def test_after_the_first_turn_has_begun_zones_are_forgotten(game: str) -> None:
    battle = table(game, zones=ZONES, a1=[3, 3], b1=[3, 20])
    battle.do(Turn("a") if game == "age-of-sigmar" else NextTurn("a"))
    assert "zone" not in battle.do(Place("a1", (20, 15))).text


@in_inches
def test_a_side_without_a_zone_deploys_anywhere(game: str) -> None:
    assert "zone" not in table(game, zones=ZONES[2:]).do(Place("a1", (20, 15))).text


def squares(*rows: str, zones: Any = (), size: str = "medium", **places: Any) -> Battle:
    sides = [
        {"id": side, "name": side, "units": [{"id": f"{side}1", "name": f"{side}1".title(), "size": size, "at": places.get(f"{side}1")}]}
        for side in "ab"
    ]  # fmt: skip
    board = {"kind": "squares", "map": list(rows), "zones": list(zones)}
    return Battle(setup_from({"ruleset": "dnd4e", "sides": sides, "board": board}), load("dnd4e"))


@pytest.mark.rule("D4-OCC-2")
def test_nobody_is_put_on_a_filled_square_or_in_the_space_of_another() -> None:
    assert "filled" in refused(squares("..#", "..."), "a1", 2, 0).why
    assert refused(squares("...", "...", b1=[1, 1]), "a1", 1, 1).why == "B1 is there"
    # Four squares up there is room over it.
    squares("...", "...", b1=[1, 1]).do(Place("a1", (1, 1, 4)))


CORNER = ({"side": "a", "shape": [[0, 0], [3, 0], [0, 3]]}, {"side": "b", "shape": [[5, 5]]})


@pytest.mark.parametrize(
    ("size", "spot", "outside"),
    [
        ("medium", (3, 0), False),
        ("medium", (1, 2), False),
        ("medium", (2, 2), True),
        ("large", (0, 1), False),
        ("large", (1, 1), True),
        ("large", (2, 0), True),
    ],
)
def test_on_squares_a_creature_is_warned_when_one_of_its_squares_is_outside_the_zone(
    size: str, spot: tuple[int, int], outside: bool
) -> None:
    entry = squares(*["......"] * 6, zones=CORNER, size=size).do(Place("a1", spot))
    assert ("outside the deployment zone of a" in entry.text) is outside
