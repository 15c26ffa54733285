"""Where the board proposes to put a unit, every installed game lets it stand."""

from __future__ import annotations

import pytest

from warband_tui.campaign.board_view import picture_of
from warband_tui.campaign.board_view_formation import formation
from warband_tui.rules.actions import Place
from warband_tui.rules.board.layout import InchBoard
from warband_tui.rules.engine import Battle
from warband_tui.rules.ruleset import installed, load
from warband_tui.rules.script import setup_from

FOES = {"inches": [[20.0, 20.0], [21.3, 20.0], [22.6, 20.0]], "squares": [[20, 20], [21, 20], [22, 20]]}


def battle_of(game: str, models: int, base: object) -> Battle:
    """Return a battle of a unit off the table against one of three models in the middle of it."""
    words = load(game).board_words
    kind = words.kind if words is not None else "inches"
    empty = {"width": 40, "height": 40} if kind == "inches" else {"map": ["." * 40] * 40}
    units = {
        "a": {"id": "a1", "name": "A1", "models": models, "base": base},
        "b": {"id": "b1", "name": "B1", "models": 3, "base": 32, "at": FOES[kind]},
    }
    sides = [{"id": side, "name": f"Side {side}", "units": [unit]} for side, unit in units.items()]
    board = {"kind": kind, **empty}
    return Battle(setup_from({"ruleset": game, "sides": sides, "board": board}), load(game))


@pytest.mark.parametrize("game", installed())
@pytest.mark.parametrize("base", [25, 32, 40, [60, 35]], ids=str)
@pytest.mark.parametrize("models", [1, 2, 6, 10, 11, 20])
def test_the_game_lets_models_stand_where_the_board_puts_them(game: str, base: object, models: int) -> None:
    battle = battle_of(game, models, base)
    picture = picture_of(battle.state, battle.ruleset)
    assert picture is not None
    foot = battle.ruleset.footprint(battle.state, battle.state.unit("a1"))
    for x, y in ((0, 0), (39.5, 12.5), (18, 17.5), (30, 39.9)):
        spot = (x, y, 0.0) if isinstance(picture.board, InchBoard) else (int(x), int(y))
        put = formation(picture.board, spot, models, foot, picture.others("a1"))
        assert len(put.spots) == models
        battle.propose(Place("a1", put.spots))
