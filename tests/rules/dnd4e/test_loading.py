"""What the start of the program loads of this game: nothing on positions before there is a board."""

from __future__ import annotations

import json
import subprocess
import sys

CODE = """
import json, sys
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
game = load("dnd4e")
sides = tuple(SideSetup(s, s, units=(UnitSetup("u" + s, "u", {"hp": 9}),)) for s in ("A", "B"))
%s
game.options(state, "uA")
print(json.dumps([m for m in sys.modules if "squares" in m or m.endswith(("positions", ".asks", ".going", ".space"))]))
"""


def loaded(act: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", CODE % act], check=True, capture_output=True, text=True)
    return list(json.loads(done.stdout))


def test_a_battle_without_a_board_loads_nothing_on_positions() -> None:
    assert loaded("state = game.muster(Setup('dnd4e', sides))") == []


def test_a_battle_with_one_does() -> None:
    board = "state = game.muster(Setup('dnd4e', sides, board={'kind': 'squares', 'map': ['..']}))"
    assert "warband_tui.rules.board.squares" in loaded(board)
