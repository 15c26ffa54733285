"""Squeezes: which smaller space is taken, what is left as it is, how it ends."""

from __future__ import annotations

import pytest

from tests.rules.dnd4e.position.drawn import ask
from tests.rules.dnd4e.table import NEW, OLD, on_map

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


@BOTH
@pytest.mark.rule("D4-SQZ-2", "D4-OBS-1")
def test_the_full_space_is_not_taken_astride_a_wall_on_an_edge(edition: str) -> None:
    squeezing = {"at": [1, 1], "size": "large", "conditions": ["squeezing"]}
    for kind in ("wall", "window"):
        table = on_map(*["...."] * 4, edition=edition, edges=(((1, 1), (2, 1), kind),), A=squeezing)
        assert ask(table.state, "unsqueeze")["ends"] == [[0, 0], [0, 1]]
        assert table.refused("end-squeeze", unit="A", to=[1, 1]).rules == ("D4-SQZ-2",)
        table.do("end-squeeze", unit="A")
        assert table.at("A") == (0, 0)
    low = on_map(*["...."] * 4, edition=edition, edges=(((1, 1), (2, 1), "low"),), A=squeezing)
    assert [1, 1] in ask(low.state, "unsqueeze")["ends"]
    phasing = {**squeezing, "conditions": ["squeezing", "phasing"]}
    free = on_map(*["...."] * 4, edition=edition, edges=(((1, 1), (2, 1), "wall"),), A=phasing)
    assert [1, 1] in ask(free.state, "unsqueeze")["ends"]


# Squares given up


BITE = {"id": "bite", "name": "bite", "kind": "melee", "basic": True, "attack": 30, "damage": "1"}
HELD = {**BITE, "effects": [{"condition": "immobilized", "until": "encounter"}]}
LARGE = {"at": [1, 1], "size": "large", "hp": 99}
OPEN = ["......"] * 5


@BOTH
@pytest.mark.rule("D4-SQZ-1", "D4-OA-3")
def test_squares_given_up_are_left_though_the_squeeze_goes_nowhere(edition: str) -> None:
    table = on_map(*OPEN, edition=edition, A=LARGE, b={"at": [3, 2]})
    told = ask(table.state, "path", mode="squeeze", to=[1, 1])
    assert (told["price"], [(s["to"], s["price"], s["strikers"]) for s in told["steps"]]) == (
        0, [([1, 1], 0, ["b"])]
    )  # fmt: skip
    assert "D4-SQZ-1" in told["rules"]
    (choice,) = table.battle.ruleset.choices(table.state, table.action("squeeze", unit="A", to=[1, 1]))
    assert choice.options[1] == ("1", "as it gives up squares to squeeze")
    entry = table.do("squeeze", unit="A", to=[1, 1], choices={"b:strike": "1"}, dice=[2])
    assert "Opportunity attack" in entry.text
    assert (table.at("A"), table.of("A").has("squeezing"), len(table.of("A").trail) > 1) == (
        (1, 1),
        True,
        True,
    )
    # Whoever is beside what it keeps is given no cause.
    kept = on_map(*OPEN, A=LARGE, b={"at": [0, 0]})
    assert ask(kept.state, "path", mode="squeeze", to=[1, 1])["steps"][0]["strikers"] == []


@pytest.mark.rule("D4-SQZ-1", "D4-OA-1", "D4-OA-5")
def test_a_stated_strike_at_a_squeeze_is_judged_by_what_was_given_up() -> None:
    near = on_map(*OPEN, A=LARGE, b={"at": [3, 2]})
    near.do("squeeze", unit="A", to=[1, 1], choices={"b:strike": ""})
    near.do("opportunity", unit="b", target="A", trigger="squeeze", dice=[2])
    far = on_map(*OPEN, A=LARGE, b={"at": [4, 1]})
    far.do("squeeze", unit="A", to=[1, 1])
    assert far.refused("opportunity", unit="b", target="A", trigger="squeeze").rules == ("D4-OA-1",)


@BOTH
@pytest.mark.rule("D4-OA-5", "D4-OCC-4", "D4-SQZ-1")
def test_who_is_struck_as_it_gives_squares_up_has_not_given_them_up(edition: str) -> None:
    """The strike comes before: it is not easier to hit, and whoever then cannot move keeps its full space."""
    table = on_map(*OPEN, edition=edition, A=LARGE, b={"at": [0, 1], "attacks": [HELD]})
    entry = table.do("squeeze", unit="A", to=[3, 2], choices={"b:strike": "1"}, dice=[12])
    assert (table.at("A"), table.of("A").has("squeezing")) == ((1, 1), False)
    assert table.of("A").has("immobilized")
    assert "combat advantage" not in entry.text
    assert "put back" not in entry.text
    assert table.of("A").used


@BOTH
@pytest.mark.rule("D4-OA-5", "D4-OCC-4")
def test_who_is_stopped_on_its_way_keeps_the_smaller_space(edition: str) -> None:
    table = on_map(*OPEN, edition=edition, A=LARGE, b={"at": [3, 3], "attacks": [HELD]})
    told = ask(table.state, "path", mode="squeeze", path=[[2, 2], [3, 1], [4, 0]])
    assert [step["strikers"] for step in told["steps"]] == [[], ["b"], []]
    entry = table.do(
        "squeeze", unit="A", to=[4, 0], path=[[2, 2], [3, 1], [4, 0]], choices={"b:strike": "2"}, dice=[12]
    )
    assert (table.at("A"), table.of("A").has("squeezing")) == ((2, 2), True)
    assert "combat advantage" in entry.text


@pytest.mark.rule("D4-OCC-4", "D4-SQZ-1")
@pytest.mark.parametrize(
    ("path", "at"), [([[3, 2]], [3, 2]), ([[2, 2], [3, 2]], [3, 2]), ([[1, 1]], [1, 1]), ([], [1, 1]),
                     ([[3, 1], [4, 1]], [4, 1])],
)  # fmt: skip
def test_an_interrupted_squeeze_walks_from_the_space_in_which_it_begins(
    path: list[list[int]], at: list[int]
) -> None:
    table = on_map(*OPEN, A=LARGE)
    answer = ask(table.state, "interrupt", mode="squeeze", path=path)
    assert answer["at"] == at
    # A friend on the way is passed; the interrupt puts back to the smaller space that was chosen.
    friend = on_map(*OPEN, A=LARGE, C={"at": [3, 2]})
    assert ask(friend.state, "interrupt", mode="squeeze", path=[[3, 2]])["at"] == [2, 1]


@BOTH
@pytest.mark.rule("D4-FALL-6", "D4-SQZ-1")
def test_nobody_squeezes_onto_the_half_of_its_space_that_is_over_a_drop(edition: str) -> None:
    half = {"at": [2, 0], "size": "large"}
    table = on_map("...O...", "...O...", edition=edition, A=half)
    for to in ([3, 0], [3, 1], [4, 0]):
        assert not ask(table.state, "path", mode="squeeze", to=to)["legal"]
        assert not ask(table.state, "path", mode="squeeze", path=[to])["legal"]
        table.refused("squeeze", unit="A", to=to)
    assert [4, 0] not in [end["at"] for end in ask(table.state, "reach", mode="squeeze")["ends"]]
    table.do("squeeze", unit="A", to=[2, 0])
    assert (table.at("A"), table.of("A").has("squeezing")) == ((2, 0), True)
    table.ends("A")
    # In the pit there is no drop to fall down, and who flies falls nowhere.
    deep = on_map(".OOO...", ".OOO...", edition=edition, A=half)
    deep.do("squeeze", unit="A", to=[3, 0])
    flier = on_map("...O...", "...O...", edition=edition, A={**half, "at": [2, 0, 1], "modes": {"fly": 6}})
    flier.do("squeeze", unit="A", to=[3, 0])
    assert flier.at("A")[:2] == (3, 0)


@pytest.mark.rule("D4-SQZ-1", "D4-OBS-1")
def test_a_squeeze_begins_in_no_space_that_a_wall_divides() -> None:
    """A Huge creature that a wall divides has four spaces to choose from, of which two are whole."""
    table = on_map(*["....."] * 4, A={"at": [0, 0], "size": "huge"}, edges=(((0, 0), (1, 0), "wall"),))
    assert not ask(table.state, "path", mode="squeeze", to=[0, 0])["legal"]
    assert ask(table.state, "path", mode="squeeze", to=[1, 0])["legal"]


@pytest.mark.rule("D4-SQZ-1", "D4-FLY-1")
def test_a_flier_squeezes_as_it_rises() -> None:
    table = on_map(*OPEN, A={**LARGE, "at": [1, 1, 1], "modes": {"fly": 6}}, b={"at": [0, 1]})
    entry = table.do("squeeze", unit="A", to=[3, 2, 2], choices={"b:strike": ""})
    assert (table.at("A"), table.of("A").has("squeezing")) == ((3, 2, 2), True)
    assert "squeezes 1 square" in entry.text


@pytest.mark.rule("D4-SQZ-1")
def test_the_trace_of_a_squeeze_begins_with_the_space_that_it_takes() -> None:
    table = on_map(*OPEN, A=LARGE, b={"at": [0, 1]})
    trace = table.battle.ruleset.trace(table.state, "A", "squeeze", (4, 2))
    assert [(p.at, p.price, p.strikers) for p in trace.way] == [
        ((2, 2), 0, ("b",)), ((3, 2), 1, ()), ((4, 2), 2, ()),
    ]  # fmt: skip
    table.do(trace.action.pop("do"), **trace.action, choices={"b:strike": ""})
    assert table.at("A") == (4, 2)
