"""The fields of an action in a form: what is filled or needed first, the rest where there is room for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from warband_tui.rules.actions import Field
from warband_tui.rules.ruleset import Odds
from warband_tui.widgets.lines import Line, width_of
from warband_tui.widgets.prepare_panel import field_lines

NAMES = [f"rarely wanted {n}" for n in range(14)]
FIELDS = (
    *(Field(name, "text", name, required=False, default="") for name in NAMES),
    Field("advantage", "flag", "combat advantage", required=False, default=False),
    Field("where", "text", "where to", required=True),
    Field("modifier", "number", "modifier", required=False, default=0),
)
LETTERS = {field.name: letter for field, letter in zip(FIELDS, "abcdefghijklmnopqrs", strict=False)}


def form(board: object = None, **values: Any) -> Any:
    """All that the lines ask of a form."""
    state = SimpleNamespace(units={}, board=board)
    return SimpleNamespace(
        fields=FIELDS, values=values, candidates=lambda _: (), session=SimpleNamespace(state=state)
    )


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize(("width", "most"), [(80, 2), (120, 4), (200, 4)])
def test_what_is_filled_or_needed_comes_first_and_every_key_is_told(width: int, most: int) -> None:
    lines = field_lines(form(modifier=2), LETTERS, width, selected="")
    assert len(lines) <= most
    assert max(width_of(line) for line in lines) <= width
    assert text(lines).lstrip().startswith("p where to –   q modifier 2   a rarely wanted 0")
    assert {span.link for line in lines for span in line if span.link} == {f"field:{f.name}" for f in FIELDS}


def test_an_empty_field_that_nobody_needs_has_no_value() -> None:
    assert "rarely wanted 0 –" not in text(field_lines(form(), LETTERS, 80, selected=""))


def test_what_the_board_has_answered_is_not_told_as_no() -> None:
    odds = Odds((), pool="d20 +9: combat advantage (flanking with Pip) +2")
    assert "combat advantage by the board" in text(field_lines(form(1), LETTERS, 80, selected="", odds=odds))
    assert "by the board" not in text(field_lines(form(1), LETTERS, 80, selected="", odds=Odds(())))
    assert "by the board" not in text(field_lines(form(None), LETTERS, 80, selected="", odds=odds))
    told = text(field_lines(form(1, advantage=True), LETTERS, 80, selected="", odds=odds))
    assert "combat advantage yes" in told
