"""A game whose package is damaged: told in one line, and the others go on."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from warband_tui.campaign.catalogues import CatalogueShelf
from warband_tui.rules import ruleset
from warband_tui.rules.ruleset import ENTRY_POINTS, BrokenRuleset, load


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Install a game whose module is not even Python."""
    (tmp_path / "halfwritten.py").write_text("def (", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = (EntryPoint("halfwritten", "halfwritten:RULESET", ENTRY_POINTS),)
    monkeypatch.setattr(ruleset, "entry_points", lambda group: found if group == ENTRY_POINTS else ())
    return "halfwritten"


def test_it_is_named_with_the_cause_and_the_way_out(broken: str) -> None:
    with pytest.raises(BrokenRuleset) as refused:
        load(broken)
    (line,) = str(refused.value).splitlines()
    assert line.startswith("the game 'halfwritten' cannot be loaded (SyntaxError: invalid syntax")
    assert line.endswith("; install its package again, or uninstall it")


def test_its_lists_are_those_of_a_game_that_is_not_there(broken: str) -> None:
    assert not CatalogueShelf().game(broken).factions()
