"""Swapping places: by which way, over which squares, who cannot."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle
from tests.rules.dnd4e.table import NEW, OLD, on_map

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


@pytest.mark.rule("D4-FM-13")
def test_swapping_places_needs_the_space_of_the_other() -> None:
    answer = ask(battle("Ab."), "swap", target="b")
    assert answer["ways"] == [{"target": [0, 0], "unit": [[1, 0]]}]
    large = ask(battle("A.b..", "....."), "swap", target="b")
    assert large["legal"]
    big = battle("Ab..", "....", b={"size": "large"})
    places = {tuple(w["target"]): w["unit"] for w in ask(big, "swap", target="b")["ways"]}
    assert places == {(0, 0): [[2, 0], [2, 1]]}


@pytest.mark.rule("D4-FM-13", "D4-FM-3", "D4-FM-8")
def test_a_swap_goes_by_a_way_that_the_target_could_be_slid() -> None:
    assert ask(battle("A.b", "..."), "swap", target="b")["legal"]
    for rows, edges in (
        (("A#b", ".#."), ()),
        (("A.b", "..."), [((0, y), (1, y), "wall") for y in range(2)]),
        (("A.b", "..."), [((0, y), (1, y), "window") for y in range(2)]),
        (("A#", "#b"), ()),
    ):
        answer = ask(battle(*rows, edges=edges), "swap", target="b")
        assert (answer["legal"], answer["ways"]) == (False, [])
    # There is a way round the wall, and one square of it is out of the user's line of effect.
    round_it = battle("A#b", ".#.", "...")
    assert ask(round_it, "path", "b", to=[0, 1])["legal"]
    assert not ask(round_it, "swap", target="b")["legal"]
    # Each goes past its own friends and not past the other's, so that both have to get through.
    assert not ask(battle("ADb", "###"), "swap", target="b")["legal"]
    assert not ask(battle("Acb", "###"), "swap", target="b")["legal"]
    # Past a pit that holds all of it, or through somebody who bars the way, nothing is slid either.
    assert not ask(battle("AOb", "#O#"), "swap", target="b")["legal"]
    assert not ask(battle("AcDb", "####"), "swap", target="b")["legal"]


@pytest.mark.rule("D4-FM-13", "D4-PRONE-2", "D4-SPD-5")
def test_who_cannot_shift_swaps_with_nobody() -> None:
    for name, rule in (("prone", "D4-PRONE-2"), ("immobilized", "D4-SPD-5")):
        answer = ask(battle("Ab."), "swap", target="b")
        assert answer["legal"]
        answer = ask(battle("Ab.", A={"conditions": [name]}), "swap", target="b")
        assert answer["legal"] is False
        assert name in answer["why"]
        assert rule in answer["rules"]
    assert ask(battle("Ab.", b={"conditions": ["prone"]}), "swap", target="b")["legal"]


@pytest.mark.rule("D4-FM-13")
def test_the_target_of_a_swap_covers_the_users_space_and_shares_no_square_with_it() -> None:
    """A Large user over a Medium target holds it within its own space; beside a Large one it keeps off what that takes."""
    inside = battle("A..b.", ".....", ".....", A={"size": "large"})
    ways = {
        tuple(w["target"]): {tuple(s) for s in w["unit"]} for w in ask(inside, "swap", target="b")["ways"]
    }
    assert set(ways) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert ways[0, 0] == {(2, 0), (3, 0)}
    both = battle("A.b..", ".....", A={"size": "large"}, b={"size": "large"})
    assert ask(both, "swap", target="b")["ways"] == [{"target": [0, 0], "unit": [[2, 0], [3, 0]]}]
    near = battle("....", ".Ab.", "....", "....", b={"size": "large", "at": (2, 1)})
    for way in ask(near, "swap", target="b")["ways"]:
        x, y = way["target"]
        covered = {(x + i, y + j) for i in range(2) for j in range(2)}
        left = {(2, 1), (3, 1), (2, 2), (3, 2)} - covered
        assert (1, 1) in covered
        assert {tuple(s) for s in way["unit"]} == left


@pytest.mark.rule("D4-FM-13", "D4-FALL-5")
@pytest.mark.parametrize(("die", "swapped"), [(9, True), (10, False)])
def test_a_swap_into_hurtful_ground_is_saved_against(die: int, swapped: bool) -> None:
    table = on_map("Ab.", "###", legend={"f": {"hindering": "fire"}}, A={"under": "f"})
    table.do("slide", unit="A", target="b", to=[0, 0], swap=True, dice=[die])
    there = ((1, 0), (0, 0)) if swapped else ((0, 0), (1, 0))
    prone = table.of("b").has("prone")
    assert (table.at("A"), table.at("b"), prone) == (*there, not swapped)


@pytest.mark.rule("D4-FM-13", "D4-PRONE-2", "D4-FM-3")
def test_a_swap_is_refused_to_the_prone_and_through_a_wall() -> None:
    swap: dict[str, Any] = {"unit": "A", "target": "b", "to": [0, 0], "swap": True}
    assert "D4-PRONE-2" in on_map("Ab.", A={"conditions": ["prone"]}).refused("slide", **swap).rules
    assert "D4-FM-3" in on_map("A#b", ".#.").refused("slide", **swap).rules


@BOTH
@pytest.mark.rule("D4-FM-13", "D4-FM-6")
def test_two_swap_places_by_a_slide_and_a_shift(edition: str) -> None:
    table = on_map("Ab.d", "####", edition=edition)
    assert table.refused("slide", unit="A", target="b", to=[0, 0]).rules[0] == "D4-FM-9"
    entry = table.do("slide", unit="A", target="b", to=[0, 0], swap=True)
    assert (table.at("A"), table.at("b")) == ((1, 0), (0, 0))
    assert "D4-FM-13" in entry.rules
    far = on_map("A.b.", "####", edition=edition)
    assert "goes to 0,0" in far.refused("slide", unit="A", target="b", to=[1, 0], swap=True).why
    large = on_map("Ab..", "....", edition=edition, b={"size": "large"})
    assert (
        "then shifts to 2,0; 2,1"
        in large.refused("slide", unit="A", target="b", to=[0, 0], then=[3, 0], swap=True).why
    )
    large.do("slide", unit="A", target="b", to=[0, 0], then=[2, 1], swap=True)
    assert (large.at("A"), large.at("b")) == ((2, 1), (0, 0))


FIRE = {"!": {"hindering": "fire"}}


@pytest.mark.rule("D4-FALL-5", "D4-FM-10", "D4-FM-13")
def test_a_swap_leads_through_no_hurtful_ground() -> None:
    """Fire on the way ends a slide, so that the target never comes to the user's space; round it there is a way."""
    table = on_map("A!.b", "####", legend=FIRE)
    for question in ("swap", "slide"):
        answer = ask(table.state, question, target="b", squares=3, to=[0, 0])
        assert not answer.get("ways")
        assert [0, 0] not in [end["at"] for end in answer.get("ends", ())]
    assert "D4-FM-13" in table.refused("slide", unit="A", target="b", to=[0, 0], swap=True).rules
    around = on_map("A!.b", "....", legend=FIRE)
    around.do("slide", unit="A", target="b", to=[0, 0], swap=True)
    assert (around.at("A"), around.at("b"), around.of("b").has("prone")) == ((3, 0), (0, 0), False)
    # From one fire into the same one nothing new is met.
    within = on_map("A!b", "###", legend=FIRE, A={"under": "!"}, b={"under": "!"})
    within.do("slide", unit="A", target="b", to=[0, 0], swap=True)
    assert (within.at("A"), within.at("b")) == ((2, 0), (0, 0))


@pytest.mark.rule("D4-FALL-5", "D4-FM-13")
@pytest.mark.parametrize("saved", [True, False])
def test_the_save_of_a_swap_may_be_stated(saved: bool) -> None:
    table = on_map("Ab.", "###", legend=FIRE, A={"under": "!"})
    table.do("slide", unit="A", target="b", to=[0, 0], swap=True, result=saved, dice=[])
    there = ((0, 0), (1, 0)) if saved else ((1, 0), (0, 0))
    assert (table.at("A"), table.at("b"), table.of("b").has("prone")) == (*there, saved)


@BOTH
@pytest.mark.rule("D4-FM-13", "D4-FLY-2")
def test_who_swaps_places_covers_the_other_up_and_down_as_well(edition: str) -> None:
    flying = {"modes": {"fly": 6}}
    for level in (1, 6):
        table = on_map("......", ".A....", "......", edition=edition, b={"at": [2, 1, level], **flying})
        assert ask(table.state, "swap", target="b")["ways"] == []
        assert "D4-FM-13" in table.refused("slide", unit="A", target="b", to=[1, 1], swap=True).rules
    air = on_map("......", edition=edition, A={"at": [1, 0, 3], **flying}, b={"at": [2, 0, 3], **flying})
    air.do("slide", unit="A", target="b", to=[1, 0], swap=True)
    assert (air.at("A"), air.at("b")) == ((2, 0, 3), (1, 0, 3))
    # A Large one on the ground is two squares high: it covers who hovers one square up, and does not who is higher.
    for up, covers in ((1, True), (2, False)):
        large = on_map(
            ".....",
            ".....",
            edition=edition,
            A={"at": [0, 0, up], **flying},
            b={"at": [1, 0], "size": "large"},
        )
        assert ask(large.state, "swap", target="b")["legal"] == covers
    # Who is far above is in nobody's way.
    above = on_map("AbC", "###", edition=edition, C={"at": [0, 0, 5], **flying})
    above.do("slide", unit="A", target="b", to=[0, 0], swap=True)
    assert (above.at("A"), above.at("b")) == ((1, 0), (0, 0))
