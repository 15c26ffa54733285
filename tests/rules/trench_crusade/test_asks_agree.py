"""What a question about a move says is what the action then does: on any table, in and out of a model's go."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rules.trench_crusade.board import box, charge, on_board, path
from tests.rules.trench_crusade.table import NEW, OLD, Table, both_editions
from warband_tui.rules.dice import DiceWanted
from warband_tui.rules.resolution import Refused

inches = st.floats(1, 23).map(lambda n: round(n, 2))
PIECES = st.lists(
    st.tuples(inches, inches, st.sampled_from(["", "difficult", "dangerous", "impassable"]), st.sampled_from([1, 3, 5])),
    max_size=3,
)  # fmt: skip


def laid(edition: str, pieces: list[Any], spots: list[tuple[float, float]]) -> Table:
    features = [
        box(f"f{n}", x, y, min(24, x + 4), min(24, y + 3), high, *filter(None, [tag]))
        for n, (x, y, tag, high) in enumerate(pieces)
    ]
    places: dict[str, Any] = dict(zip(("weyl", "orm", "ilk"), spots, strict=True))
    try:
        return on_board(edition, features, size=(24, 24), **places)
    except Refused:
        assume(False)
        raise


def accepted(table: Table, do: str, **fields: Any) -> bool:
    dice: list[int] = []
    while True:
        try:
            table.do(do, "Weyl", dice=dice, **fields)
        except DiceWanted:
            dice.append(6)
        except Refused:
            return False
        else:
            return True


@given(
    st.sampled_from([OLD, NEW]),
    PIECES,
    st.tuples(inches, inches),
    st.lists(st.tuples(inches, inches), min_size=2, max_size=2),
    st.sampled_from(["move", "dash", "charge"]),
    st.floats(0, 9),
    st.floats(0, 2 * math.pi),
)
def test_what_is_called_legal_is_accepted_and_nothing_else(
    edition: str, pieces: list[Any], start: tuple[float, float], foes: list[Any], mode: str, far: float, turn: float
) -> None:  # fmt: skip
    table = laid(edition, pieces, [start, *foes])
    if mode == "charge":
        found = charge(table, "Weyl", "Orm")
        assert found["legal"] == accepted(table, "charge", target="Orm"), found
        return
    x, y = (round(start[0] + far * math.cos(turn), 2), round(start[1] + far * math.sin(turn), 2))
    assume(0 <= x <= 24 and 0 <= y <= 24)
    found = path(table, "Weyl", (x, y), mode=mode)
    assert found["legal"] == accepted(table, mode, to=[x, y]), found


@both_editions
@pytest.mark.rule("TC-TRN-1", "TC-TRN-2")
def test_out_of_its_go_nothing_is_called_legal(edition: str) -> None:
    table = on_board(edition, weyl=(10, 10), kett=(4, 4), orm=(16, 10), ilk=(20, 20))
    table.do("activate", "Weyl")
    table.do("end", "Weyl")
    assert path(table, "Kett", (5, 5))["why"] == f"it is {table.state.side('B').name}'s go"
    assert not charge(table, "Weyl", "Orm")["legal"]
    assert path(table, "Orm", (16, 12))["legal"]
