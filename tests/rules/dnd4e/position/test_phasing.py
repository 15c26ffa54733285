"""Phasing: what it passes, where it ends, and that it helps nobody who is forced."""

from __future__ import annotations

import pytest

from tests.rules.dnd4e.position.drawn import ask, battle, drawn, prices
from tests.rules.dnd4e.position.test_forced import ends

PHASING = {"keywords": ["phasing"]}
KINDS = pytest.mark.parametrize("kind", ["wall", "window", "low"])


@KINDS
@pytest.mark.rule("D4-PHASE-1")
def test_phasing_passes_walls_on_edges_and_pays_nothing_for_low_ones(kind: str) -> None:
    edges = [((0, 0), (1, 0), kind)]
    plain = {"wall": drawn("@··", "###"), "window": drawn("@··", "###"), "low": drawn("@23", "###")}
    assert prices(battle("A..", "###", edges=edges)) == plain[kind]
    assert prices(battle("A..", "###", edges=edges, A=PHASING)) == drawn("@12", "+++")


@pytest.mark.rule("D4-PHASE-1")
def test_a_large_phasing_creature_stands_astride_no_matter_what_wall_is_on_an_edge() -> None:
    edges = [((1, 0), (2, 0), "wall"), ((1, 1), (2, 1), "wall")]
    rows = ("A...", "....", "####")
    assert not ask(battle(*rows, edges=edges, A={"size": "large"}), "step", to=[1, 0])["legal"]
    assert ask(battle(*rows, edges=edges, A={"size": "large", **PHASING}), "path", to=[2, 0])["price"] == 2


@pytest.mark.rule("D4-FM-8", "D4-FM-9")
def test_who_is_forced_does_not_phase() -> None:
    """Its own power takes it through walls, other creatures' hands do not: no filled square, no edge, no enemy."""
    for letter in (".", "#", "C"):
        edges = [((2, 0), (3, 0), "wall")] if letter == "." else []
        state = battle(f"A.b{letter}..", "######", edges=edges, b=PHASING)
        assert ends(state, "push", squares=2) == set()
        assert ask(state, "path", "b", to=[5, 0])["legal"]
    assert ends(battle("A.b...", "######", b=PHASING), "push", squares=2) == {(3, 0), (4, 0)}
    # Where the mover sees both sides: past the end of a wall on an edge, and round a filled corner.
    aside = battle("A.b..", ".....", edges=[((2, 0), (2, 1), "wall")], b=PHASING)
    assert not ask(aside, "slide", target="b", path=[[2, 1]])["way"]["legal"]
    assert (2, 1) not in ends(aside, "slide")
    corner = battle("..b#.", "A....", b=PHASING)
    assert not ask(corner, "slide", target="b", path=[[3, 1]])["way"]["legal"]
    assert (3, 1) not in ends(corner, "slide")
