"""The ten switches: each changes something in play, by default and the other way, whatever the edition."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.dnd4e.table import NEW, OLD, Table, duel, on_map
from warband_tui.rules.games.dnd4e.settings import SWITCHES

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])
DEFAULTS = {
    OLD: {"text": "phb2008", "teleport-hindering": "none", "forced-edge": "carried"},
    NEW: {},
}


def answers(edition: str, switch: str, value: str | None) -> dict[str, str]:
    """Return the settings of a battle: the value, or none to let the edition answer."""
    del edition
    return {} if value is None else {switch: value}


def both_ways(switch: str) -> pytest.MarkDecorator:
    """Try a switch with each of its answers in each edition, and with the edition's own."""
    cases: list[tuple[str, str | None, str]] = [(e, v, v) for e in (OLD, NEW) for v in _answers(switch)]
    cases += [(e, None, DEFAULTS[e].get(switch, _answers(switch)[0])) for e in (OLD, NEW)]
    return pytest.mark.parametrize(("edition", "value", "expected"), cases)


def _answers(switch: str) -> tuple[str, ...]:
    return next(s.answers for s in SWITCHES if s.id == switch)


def test_there_are_ten() -> None:
    assert len(SWITCHES) == 10


@both_ways("text")
@pytest.mark.rule("D4-FALL-1")
def test_the_text_caps_the_dice_of_a_fall_or_not(edition: str, value: str | None, expected: str) -> None:
    table = Table(edition, settings=answers(edition, "text", value)).unit("A", "Ash").unit("B", "Bone")
    table.begin("Ash", "Bone")
    many = {"rc2010": "50d10", "phb2008": "60d10"}[expected]
    assert table.odds("fall", unit="Ash", feet=600).pool.startswith(many)


@both_ways("fall")
@pytest.mark.rule("D4-FALL-2")
def test_falls_are_dice_or_flat_or_both(edition: str, value: str | None, expected: str) -> None:
    table = on_map(
        "AbO", edition=edition, settings=answers(edition, "fall", value), drop_feet=60, b={"hp": 90}
    )
    dice = {"dice": [2] * 6, "fast": [7], "add": [2] * 6}[expected]
    table.do("push", unit="A", target="b", to=[2, 0], dice=[2, *dice])
    assert table.hp("b") == 90 - {"dice": 12, "fast": 32, "add": 37}[expected]


@both_ways("teleport-hindering")
@pytest.mark.rule("D4-TEL-4")
def test_a_teleport_over_a_drop_has_a_save_or_none(edition: str, value: str | None, expected: str) -> None:
    table = on_map(
        "Ab.O", edition=edition, settings=answers(edition, "teleport-hindering", value), b={"hp": 60}
    )
    dice = {"save": [10], "none": [4, 4]}[expected]
    table.do("teleport", unit="b", by="A", distance=5, to=[3, 0], dice=dice)
    assert table.at("b") == {"save": (1, 0), "none": (3, 0)}[expected]


@both_ways("forced-through-allies")
@pytest.mark.rule("D4-FM-9")
def test_the_target_passes_its_own_allies_or_does_not(edition: str, value: str | None, expected: str) -> None:
    table = on_map(
        "Abd..", "#####", edition=edition, settings=answers(edition, "forced-through-allies", value)
    )
    push: dict[str, Any] = {"unit": "A", "target": "b", "limit": 2, "path": [[2, 0], [3, 0]]}
    if expected == "yes":
        table.do("push", **push)
        assert table.at("b") == (3, 0)
    else:
        assert "not through allies" in table.refused("push", **push).why


@both_ways("forced-edge")
@pytest.mark.rule("D4-FM-10")
def test_the_edge_ends_it_or_it_is_carried_over(edition: str, value: str | None, expected: str) -> None:
    table = on_map("AbO..", "#####", edition=edition, settings=answers(edition, "forced-edge", value))
    push: dict[str, Any] = {"unit": "A", "target": "b", "limit": 3, "path": [[2, 0], [3, 0], [4, 0]]}
    if expected == "carried":
        table.do("push", **push)
        assert table.at("b") == (4, 0)
    else:
        assert table.refused("push", **push).rules == ("D4-FM-10",)


@both_ways("zones-hinder")
@pytest.mark.rule("D4-FM-11")
def test_zones_of_powers_hinder_or_do_not(edition: str, value: str | None, expected: str) -> None:
    """A letter of the map whose hindrance is called a zone, and a zone that the players state."""
    settings = answers(edition, "zones-hinder", value)
    zone = {"Z": {"hindering": "zone of fire"}}
    table = on_map("AbZ..", "#####", edition=edition, settings=settings, legend=zone)
    dice = [10] if expected == "yes" else []
    table.do("push", unit="A", target="b", to=[2, 0], dice=dice)
    assert (table.at("b"), table.of("b").has("prone")) == (
        ((1, 0), True) if expected == "yes" else ((2, 0), False)
    )
    stated = Table(edition, settings=settings).unit("A", "Ash").unit("B", "Bone").begin("Ash", "Bone")
    stated.do("push", unit="Ash", target="Bone", zone=True, dice=dice)
    assert stated.of("Bone").has("prone") == (expected == "yes")


@BOTH
@pytest.mark.rule("D4-FM-11", "D4-FALL-5")
def test_fire_that_is_no_zone_hinders_at_every_table(edition: str) -> None:
    table = on_map("AbF", "###", edition=edition, legend={"F": {"hindering": "fire"}})
    table.do("push", unit="A", target="b", to=[2, 0], dice=[10])
    assert table.at("b") == (1, 0)


@both_ways("difficult-stacks")
@pytest.mark.rule("D4-DT-7")
def test_two_sources_of_difficulty_cost_one_or_two(edition: str, value: str | None, expected: str) -> None:
    low = [[[0, 0], [1, 0], "low"]]
    settings = answers(edition, "difficult-stacks", value)
    table = on_map("A~.", "###", edition=edition, settings=settings, edges=low, A={"speed": 3})
    if expected == "yes":
        assert "costs 4" in table.refused("walk", unit="A", to=[2, 0]).why
    else:
        table.do("walk", unit="A", to=[2, 0])


@both_ways("flank-bar")
@pytest.mark.rule("D4-FLANK-5")
def test_who_takes_no_opportunity_actions_flanks_or_not(
    edition: str, value: str | None, expected: str
) -> None:
    table = on_map("AbC", edition=edition, settings=answers(edition, "flank-bar", value))
    table.do("condition", on="C", condition="no opportunity actions")
    entry = table.do("attack", unit="A", target="b", dice=[2])
    assert entry.rolls[0].flat == (5 if expected == "opportunity" else 7)


@BOTH
@pytest.mark.rule("D4-OA-5", "D4-FLANK-5")
def test_a_dazed_ally_flanks_at_no_table(edition: str) -> None:
    for bar in ("actions", "opportunity"):
        table = on_map("AbC", edition=edition, settings={"flank-bar": bar}, C={"conditions": ["dazed"]})
        assert table.do("attack", unit="A", target="b", dice=[2]).rolls[0].flat == 5


@BOTH
@pytest.mark.rule("D4-OA-5")
def test_who_takes_no_opportunity_actions_strikes_nobody(edition: str) -> None:
    table = duel(edition, foe={"conditions": ["no opportunity actions"]})
    table.do("walk", unit="Ash", distance=1)
    assert table.refused("opportunity", unit="Bone", target="Ash").rules == ("D4-OA-5",)


@both_ways("push-geometry")
@pytest.mark.rule("D4-PUSH-1")
def test_a_push_lengthens_the_nearest_gap_or_shortens_none(
    edition: str, value: str | None, expected: str
) -> None:
    """From a corner the square straight ahead and back is farther, though one of its gaps shrinks."""
    settings = answers(edition, "push-geometry", value)
    table = on_map(".....", ".A...", "..b..", ".....", edition=edition, settings=settings)
    if expected == "axes":
        assert table.refused("push", unit="A", target="b", to=[3, 1]).rules[0] == "D4-PUSH-1"
    else:
        table.do("push", unit="A", target="b", to=[3, 1])


@both_ways("surplus-push")
@pytest.mark.rule("D4-FALL-5")
def test_each_surplus_square_takes_one_off_the_save_or_none(
    edition: str, value: str | None, expected: str
) -> None:
    """Of three squares one leads to the edge: two are left, and 11 is no save any more."""
    settings = answers(edition, "surplus-push", value)
    table = on_map("AbO", "###", edition=edition, settings=settings, b={"hp": 60})
    falls = expected == "on"
    entry = table.do("push", unit="A", target="b", limit=3, to=[2, 0], dice=[11, *([2, 2] if falls else [])])
    assert entry.rolls[0].flat == (-2 if falls else 0)
    assert table.at("b") == ((2, 0) if falls else (1, 0))
