"""Battles drawn as maps: a capital letter is a creature of the heroes by its upper left square, a small one a monster."""

from __future__ import annotations

import json
from typing import Any

from warband_tui.rules.board.layout import COMMON, SquareBoard
from warband_tui.rules.games.dnd4e.asks import ASKS
from warband_tui.rules.games.dnd4e.boarding import DndBoarding
from warband_tui.rules.games.dnd4e.ruleset import RULESET
from warband_tui.rules.ruleset import to_builtins
from warband_tui.rules.state import BattleState, Setup, SideSetup, UnitSetup

BOARD = DndBoarding()


def battle(*rows: str, edition: str = "2010", legend: dict[str, Any] | None = None, edges: Any = (),
           options: dict[str, Any] | None = None, drop_feet: int = 20, **units: dict[str, Any]) -> BattleState:  # fmt: skip
    """Return the battle of a map. A keyword such as `a={"size": "large"}` says what the creature `a` is.

    Whatever is no field of a set-up goes to the profile; `on` is the ground under a creature, `.` unless said.
    """
    grid = [list(row) for row in rows]
    known = {*COMMON, *(legend or {})}
    found: dict[str, tuple[int, int]] = {}
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            if letter.isalpha() and letter not in known:
                found[letter] = (x, y)
                row[x] = units.get(letter, {}).get("on", ".")
    for letter, more in units.items():
        if "at" in more:
            found[letter] = tuple(more["at"])
    sides: dict[str, list[UnitSetup]] = {"heroes": [], "monsters": []}
    for letter, at in sorted(found.items()):
        sides["heroes" if letter.isupper() else "monsters"].append(_unit(letter, at, units.get(letter, {})))
    for side, made in sides.items():
        if not made:
            made.append(UnitSetup(id=f"{side} away", name="away", profile={"hp": 20}))
    board = {"kind": "squares", "map": ["".join(row) for row in grid], "edges": [list(e) for e in edges],
             "legend": legend or {}, "drop_feet": drop_feet}  # fmt: skip
    setup = Setup(
        "dnd4e",
        tuple(SideSetup(side, side, units=tuple(made)) for side, made in sides.items()),
        edition,
        board=board,
        options=options or {},
    )
    return RULESET.muster(setup)


def _unit(letter: str, at: tuple[int, int], more: dict[str, Any]) -> UnitSetup:
    profile = {
        "hp": 20,
        **{k: v for k, v in more.items() if k not in ("at", "on", "conditions", "counters", "size")},
    }
    return UnitSetup(
        id=letter,
        name=letter,
        profile=profile,
        counters=more.get("counters", {}),
        conditions=tuple(more.get("conditions", ())),
        at=list(at),
        size=more.get("size", "medium"),
    )


def ask(state: BattleState, question: str, unit: str = "A", **more: Any) -> dict[str, Any]:
    """Return the answer to a question."""
    answer = to_builtins(ASKS[question](state, {"ask": question, "unit": unit, **more}))
    return dict(json.loads(json.dumps(answer)))


def prices(state: BattleState, unit: str = "A", **more: Any) -> str:
    """Return a map of what a creature pays for each square in which it may end; `+` for those it only passes."""
    answer = ask(state, "reach", unit, **more)
    board = state.board
    assert isinstance(board, SquareBoard)
    rows = [[letter if letter == "#" else "·" for letter in row] for row in board.map]
    for mark, cells in (("", answer["ends"]), ("+", answer["through"])):
        for cell in cells:
            rows[cell["at"][1]][cell["at"][0]] = mark or str(cell["price"])
    x, y = state.unit(unit).at[0][:2]
    rows[int(y)][int(x)] = "@"
    return "\n".join("".join(row) for row in rows)


def drawn(*rows: str) -> str:
    """Return a map as `prices` gives it."""
    return "\n".join(rows)


__all__ = ["BOARD", "ask", "battle", "drawn", "prices"]
