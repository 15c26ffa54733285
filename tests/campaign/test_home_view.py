"""Where one left off, and how long ago."""

from __future__ import annotations

from pathlib import Path

import pytest

from warband_tui.campaign.archiving import archive_battle, archive_campaign
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.home_view import ago, home_view
from warband_tui.errors import WarbandError
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

AT = "2026-11-20T10:00:00+00:00"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.open(tmp_path / "club.db", at=AT)


def begin(library: Library, name: str, status: str, day: int, campaign_id: int | None = None) -> int:
    sides = [NewSide("A", "One"), NewSide("B", "Two")]
    at = f"2026-11-{day}T10:00:00+00:00"
    begun = Battles(library).begin(
        name, "bogwater", "1", b"{}", sides, at=at, campaign_id=campaign_id, status=status
    )
    return begun.id


def found(library: Library, name: str) -> int:
    return found_campaign(library, name, "bogwater", "", who="Mira", at=AT)


def test_an_empty_library_is_empty(library: Library) -> None:
    assert home_view(library).is_empty


def test_the_battle_running_last_is_where_one_left_off(library: Library) -> None:
    begin(library, "old", "running", 20)
    new = begin(library, "new", "running", 21)
    begin(library, "being set up", "preparing", 22)
    begin(library, "over", "ended", 23)
    last = home_view(library).last
    assert last is not None
    assert last.id == new


def test_with_none_running_one_goes_on_setting_up(library: Library) -> None:
    begin(library, "over", "ended", 23)
    wanted = begin(library, "being set up", "preparing", 22)
    last = home_view(library).last
    assert last is not None
    assert last.id == wanted


def test_with_all_over_there_is_nothing_to_go_on_with(library: Library) -> None:
    begin(library, "over", "ended", 23)
    assert home_view(library).last is None


def test_what_is_put_away_is_counted_and_listed_on_request(library: Library) -> None:
    campaign = found(library, "Ashen Ridge")
    battle = begin(library, "a battle", "running", 20)
    archive_campaign(library, campaign, True, who="Mira", at=AT)
    archive_battle(library, battle, True, at=AT)
    view = home_view(library)
    assert (view.campaigns, view.battles, view.last, view.hidden) == ((), (), None, 2)
    assert not view.is_empty
    everything = home_view(library, archived=True)
    assert [c.id for c in everything.campaigns] == [campaign]
    assert [b.id for b in everything.battles] == [battle]
    assert everything.last is None


def test_putting_away_stands_in_the_ledger(library: Library) -> None:
    campaign = found(library, "Ashen Ridge")
    archive_campaign(library, campaign, True, who="Mira", at=AT)
    archive_campaign(library, campaign, False, who="Mira", at=AT)
    history = Queries(library).history(campaign)
    assert [line.what for line in history] == ["campaign.found", "campaign.archive", "campaign.restore"]


def test_the_campaign_played_last_comes_first(library: Library) -> None:
    first, second = found(library, "A"), found(library, "B")
    begin(library, "x", "ended", 25, campaign_id=second)
    assert [c.id for c in home_view(library).campaigns] == [second, first]
    begin(library, "y", "ended", 26, campaign_id=first)
    assert [c.id for c in home_view(library).campaigns] == [first, second]


def test_a_campaign_needs_a_name_and_a_game_that_is_there(library: Library) -> None:
    with pytest.raises(WarbandError, match="a name for the campaign is needed"):
        found(library, "  ")
    with pytest.raises(WarbandError, match="no ruleset 'chess'"):
        found_campaign(library, "x", "chess", "", who="Mira", at=AT)
    with pytest.raises(WarbandError, match="200 letters at most"):
        found(library, "x" * 201)
    assert home_view(library).is_empty


def test_spaces_around_a_campaigns_name_are_not_kept(library: Library) -> None:
    found(library, " Ashen Ridge ")
    assert home_view(library).campaigns[0].name == "Ashen Ridge"


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("2026-11-30T11:59:30+00:00", "just now"),
        ("2026-11-30T11:57:00+00:00", "3 min ago"),
        ("2026-11-30T09:00:00+00:00", "3 h ago"),
        ("2026-11-28T12:00:00+00:00", "2 d ago"),
        ("2026-11-20T10:00:00+00:00", "1 wk ago"),
        ("2026-01-02T10:00:00+00:00", "2026-01-02"),
        ("2026-12-30T10:00:00+00:00", "just now"),
        ("2026-11-30T13:00:00+02:00", "1 h ago"),
        ("2026-11-30T11:00:00", "1 h ago"),
        ("once upon a time", "once upon a time"),
        ("", ""),
        (None, ""),
    ],
)
def test_how_long_ago_is_told_in_few_letters(then: str | None, told: str) -> None:
    assert ago(then, "2026-11-30T12:00:00+00:00") == told
