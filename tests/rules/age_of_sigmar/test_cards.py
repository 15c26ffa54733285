"""Spearhead by its numbers: rounds, battle tactics in hand and deck, twists, the underdog, replacements."""

from __future__ import annotations

import pytest

from tests.rules.age_of_sigmar.table import CORE, GAME, SPEARHEAD, Table, melee
from warband_tui.rules.games.age_of_sigmar.settings import all_editions


def game(edition: str = SPEARHEAD) -> Table:
    return Table(edition).unit("A", "Ash", health=9).unit("B", "Bone", health=9)


def held(table: Table, side: str) -> tuple[int, int]:
    return table.state.side(side).counter("hand"), table.state.side(side).counter("deck")


def test_a_spearhead_battle_has_four_rounds_unless_it_says_otherwise() -> None:
    assert game().state.turns == 4
    assert Table(SPEARHEAD, turns=2).unit("A", "Ash").unit("B", "Bone").state.turns == 2
    assert game(CORE).state.turns is None


def test_three_of_twelve_cards_are_held_and_completed_ones_are_replaced() -> None:
    table = game()
    table.do("turn", first="A")
    table.do("tactics", side="A", names="Slay the Sentinel, Seize")
    assert held(table, "A") == (3, 9)
    assert "drawn this round" in table.refused("tactics", side="A").why
    table.do("score", side="A", one=True, tactics=2)
    assert held(table, "A") == (1, 9)
    table.do("turn")
    table.do("turn", first="B")
    table.do("tactics", side="A", discard=1)
    assert held(table, "A") == (3, 6)
    assert {m.id: m.value for m in GAME.monitors(table.state) if m.side == "A"}["hand"] == 3


def test_a_double_turn_draws_nothing_unless_five_points_behind() -> None:
    table = game()
    table.do("turn", first="A")
    table.do("score", side="A", one=True, two=True, more=True, tactics=1)
    table.do("turn")
    table.do("turn", first="B")
    assert table.state.side("B").has("double turn")
    assert "double turn" in table.refused("tactics", side="B").why
    table.do("score", side="A", one=True)
    table.do("tactics", side="B")
    assert held(table, "B") == (3, 9)
    table.do("turn")
    assert table.state.side("B").has("double turn")
    table.do("turn", first="B")
    assert not table.state.side("B").has("double turn")


def test_a_card_is_used_as_a_command_and_gone() -> None:
    table = game()
    table.do("turn", first="A")
    table.do("tactics", side="A")
    entry = table.do("card", side="A", name="Swift Strike", unit="Ash")
    assert "Swift Strike as a command on Ash: 2 in hand" in entry.text
    table.do("card", side="A")
    table.do("card", side="A")
    assert "0 cards in hand" in table.refused("card", side="A").why
    assert "not 1 to lay off" in game().refused("tactics", side="B", discard=1).why


def test_each_round_has_one_twist() -> None:
    table = game()
    assert "no round" in table.refused("twist").why
    table.do("turn", first="A")
    assert "Rising Tide" in table.do("twist", name="Rising Tide").text
    table.do("turn")
    assert "already" in table.refused("twist").why
    table.do("turn", first="B")
    table.do("twist")


def test_who_has_fewer_points_when_a_round_begins_is_the_underdog() -> None:
    table = game()
    table.do("turn", first="A")
    table.do("score", side="A", one=True)
    table.do("turn")
    assert "Side B is the underdog" in table.do("turn", first="A").text


@pytest.mark.parametrize("do", ["tactics", "card", "twist"])
def test_other_editions_have_no_cards(do: str) -> None:
    fields = {} if do == "twist" else {"side": "A"}
    assert "no cards" in game(CORE).refused(do, **fields).why


@pytest.mark.rule("AOS-18.4-1")
def test_a_replacement_comes_once_new_and_at_full_strength() -> None:
    table = Table(SPEARHEAD).unit("A", "Ash", models=3, health=2, keywords=["REINFORCEMENTS"], damage=1)
    table.unit("B", "Bone")
    assert "not destroyed" in table.refused("reinforce", unit="Ash").why
    table.do("condition", on="Ash", condition="all-out defence")
    table.do("destroy", unit="Ash")
    table.do("reinforce", unit="Ash")
    new = table.of("Ash-r")
    assert (new.models, new.counter("damage"), dict(new.conditions)) == (3, 0, {})
    table.do("destroy", unit="Ash-r")
    assert "a replacement itself" in table.refused("reinforce", unit="Ash-r").why
    assert "replaced already" in table.refused("reinforce", unit="Ash").why


@pytest.mark.rule("AOS-16-5")
@pytest.mark.parametrize("edition", [e.id for e in all_editions()])
def test_champions_have_one_more_attack_except_in_spearhead(edition: str) -> None:
    table = Table(edition).unit("B", "Bone", health=9)
    champion = {"id": "c", "name": "champion", "models": 1, "champion": True}
    table.unit("A", "Ash", models=3, weapons=[melee(attacks=2)], loadouts=[champion])
    table.in_combat("Ash", "Bone")
    made = 6 if edition == SPEARHEAD else 7
    assert len(table.fight("Ash", "Bone", dice=[1] * made).rolls[0].dice) == made
