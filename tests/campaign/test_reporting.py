"""From a kept battle to a file with its report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign import bog
from warband_tui.campaign.muster import COSTS, Recruit, SidePlan, create, set_up
from warband_tui.campaign.reporting import (
    ORDER,
    SHORT,
    costs_of,
    export,
    is_there,
    path_in,
    previewed,
    report_of,
    told,
)
from warband_tui.errors import WarbandError
from warband_tui.reports.battle_report import Texts
from warband_tui.reports.targets import TARGETS
from warband_tui.rules.actions import Lose, NextTurn, Note
from warband_tui.rules.ruleset import load
from warband_tui.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "club.db", at=bog.AT) as opened:
        yield opened


@pytest.fixture
def battle(library: Library) -> int:
    battle_id = bog.begun(library)
    session = bog.opened(library, battle_id)
    for action in (NextTurn(), Note(text="Fog over the ford"), Lose(unit="b1", how="drowned")):
        session.act(action)
    return battle_id


def test_every_target_can_be_chosen() -> None:
    assert set(ORDER) == set(SHORT) == set(TARGETS)


@pytest.mark.parametrize("target", ORDER)
def test_the_report_tells_the_battle_for_every_target(library: Library, battle: int, target: str) -> None:
    report = report_of(library, battle, now=bog.now)
    assert (report.name, report.campaign, report.entries) == ("The Ford", "", 3)
    assert "Fog over the ford" in told(report, target)
    assert "drowned" in told(report, target)


def test_a_web_page_is_previewed_by_its_words(library: Library, battle: int) -> None:
    report = report_of(library, battle, now=bog.now)
    assert previewed(report, "html") == told(report, "text")
    assert previewed(report, "markdown") == told(report, "markdown")


def test_what_is_undone_is_not_told(library: Library, battle: int) -> None:
    bog.opened(library, battle).undo()
    assert "drowned" not in told(report_of(library, battle, now=bog.now), "text")


def test_the_day_and_what_units_cost_then_are_told(library: Library) -> None:
    weyl = Recruit("1", "Weyl", price=70, fighter=None)
    sides = [SidePlan(name=name, recruits=(weyl, Recruit("2", "Kett"))) for name in ("Wardens", "Eels")]
    setup = set_up(load("bogwater"), sides)
    assert setup.sides[0].options == {COSTS: {"a1": 70}}
    assert costs_of(setup) == {"a1": 70, "b1": 70}
    text = told(report_of(library, create(library, setup, at=bog.AT), now=bog.now), "text")
    assert "2026-03-01" in text
    assert "70" in text


def test_players_can_say_more_than_the_log_knows(library: Library, battle: int) -> None:
    report = report_of(library, battle, now=bog.now, texts=Texts(title="Drowned at dawn"))
    assert report.document.title == "Drowned at dawn"


def test_a_report_goes_into_a_folder_and_replaces_nothing_unasked(
    library: Library, battle: int, tmp_path: Path
) -> None:
    report = report_of(library, battle, now=bog.now)
    folder = tmp_path / "reports"
    path = path_in(folder, report, "markdown")
    assert not is_there(path)
    assert export(report, "markdown", folder) == path
    assert path.read_text(encoding="utf-8") == told(report, "markdown")
    assert is_there(path)
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(WarbandError, match="exists already"):
        export(report, "markdown", folder)
    assert path.read_text(encoding="utf-8") == "mine"
    export(report, "markdown", folder, overwrite=True)
    assert path.read_text(encoding="utf-8") == told(report, "markdown")


def test_a_battle_that_is_not_there_is_refused(library: Library) -> None:
    with pytest.raises(WarbandError, match="no battle 9"):
        report_of(library, 9, now=bog.now)
