"""Lists as frozen views, and that none of them walks through a whole journal."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.store import acts, big_library
from tests.store.acts import AT, WHO
from warband_tui.errors import WarbandError
from warband_tui.store import queries as module
from warband_tui.store import views
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import SideView

LATER = "2026-03-09T10:00:00Z"

STATEMENTS = {
    name: sql
    for name, sql in vars(module).items()
    if name.isupper() and isinstance(sql, str) and name[0] != "_"
}


@pytest.fixture
def campaign(library: Library) -> int:
    return acts.found_campaign(library)


@pytest.fixture
def warband(library: Library, campaign: int) -> int:
    return acts.found_warband(library, campaign, player=acts.enter_player(library, campaign, "Jonas"))


def test_a_campaign_comes_with_its_counts(library: Library, campaign: int, warband: int) -> None:
    Battles(library).begin("b", "some-game", "1", b"{}", [], at=AT, campaign_id=campaign)
    (view,) = Queries(library).campaigns()
    assert (view.name, view.public, view.ruleset, view.archived) == (
        "Ashen Ridge",
        "kfq2mz",
        "some-game",
        False,
    )
    assert (view.players, view.warbands, view.battles, view.last_at) == (1, 1, 1, AT)
    assert Queries(library).campaign(campaign) == view


def test_a_warband_comes_with_its_player_and_strength(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband)
    acts.hire(library, campaign, warband, status="dead")
    (view,) = Queries(library).warbands(campaign)
    assert (view.name, view.player, view.fighters, view.active) == ("Iron Choir", "Jonas", 2, 1)
    assert [(player.name, player.warbands) for player in Queries(library).players(campaign)] == [("Jonas", 1)]


def test_fighters_stand_in_their_order_with_what_they_carry(
    library: Library, campaign: int, warband: int
) -> None:
    second = acts.hire(
        library, campaign, warband, "Brakh", position=2, upgrades=[{"name": "scar", "price": 0}]
    )
    acts.hire(library, campaign, warband, "Agathe", position=1)
    acts.equip(library, campaign, warband, second, "Rifle")
    acts.equip(library, campaign, warband, None, "Spare sword")
    first, brakh = Queries(library).fighters(warband)
    assert (first.name, first.items) == ("Agathe", ())
    assert (brakh.name, brakh.upgrades, [item.name for item in brakh.items]) == (
        "Brakh",
        ({"name": "scar", "price": 0},),
        ["Rifle"],
    )
    assert [item.name for item in Queries(library).stash(warband)] == ["Spare sword"]


def test_a_battle_comes_with_its_last_entry_and_sides(library: Library, campaign: int, warband: int) -> None:
    sides = [NewSide("B", "Heretics", "Jonas"), NewSide("A", "Iron Choir", "Mira", warband)]
    battle = Battles(library).begin("b", "some-game", "1", b"{}", sides, at=AT, campaign_id=campaign)
    empty = Queries(library).battle(battle.id)
    assert (empty.entries, empty.last_at, empty.campaign) == (0, None, "Ashen Ridge")
    Journal(library).append(battle.id, 1, "action", 1, b"", AT)
    Journal(library).append(battle.id, 2, "action", 1, b"", LATER)
    view = Queries(library).battle(battle.id)
    assert (view.entries, view.last_at, view.updated) == (2, LATER, AT)
    assert view.sides == (
        SideView(key="A", name="Iron Choir", player="Mira", warband_id=warband),
        SideView(key="B", name="Heretics", player="Jonas", warband_id=None),
    )


def test_the_battle_played_last_comes_first_and_those_put_away_not_at_all(library: Library) -> None:
    battles = Battles(library)
    first, second, third = (battles.begin(name, "some-game", "1", b"", [], at=AT).id for name in "abc")
    Journal(library).append(first, 1, "action", 1, b"", LATER)
    battles.set_archived(second, True, at=AT)
    assert [view.id for view in Queries(library).battles()] == [first, third]
    assert [view.id for view in Queries(library).battles(limit=1)] == [first]
    assert {view.id for view in Queries(library).battles(archived=True)} == {first, second, third}


def test_a_quick_battle_belongs_to_no_campaign(library: Library, campaign: int, battle_id: int) -> None:
    assert Queries(library).battle(battle_id).campaign_id is None
    assert Queries(library).battles(campaign) == ()


def test_a_setup_comes_back_byte_for_byte(library: Library) -> None:
    battle = Battles(library).begin("b", "some-game", "1", b"\x00{\xff", [], at=AT).id
    assert Queries(library).setup(battle) == b"\x00{\xff"


def test_people_find_things_by_public_id_number_or_whole_name(library: Library, campaign: int) -> None:
    queries = Queries(library)
    battle = Battles(library).begin("Ashen [Ridge]", "some-game", "1", b"", [], at=AT)
    assert queries.find_battle(battle.public) == queries.find_battle(str(battle.id)) == battle.id
    assert queries.find_battle("Ashen [Ridge]") == battle.id
    assert queries.find_campaign("kfq2mz") == queries.find_campaign("Ashen Ridge") == campaign


def test_a_name_that_two_things_bear_asks_for_the_number(library: Library) -> None:
    ids = [Battles(library).begin("Rematch", "some-game", "1", b"", [], at=AT).id for _ in range(2)]
    with pytest.raises(WarbandError, match=f"give a number: {ids[0]}, {ids[1]}"):
        Queries(library).find_battle("Rematch")


@pytest.mark.parametrize("method", ["find_battle", "find_campaign"])
def test_a_name_that_nothing_bears_is_refused_in_one_line(library: Library, method: str) -> None:
    with pytest.raises(WarbandError, match="there is no") as refused:
        getattr(Queries(library), method)("a\x1b[31m\nb")
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("method", ["campaign", "warband", "battle", "setup"])
def test_what_does_not_exist_is_refused(library: Library, method: str) -> None:
    with pytest.raises(WarbandError, match="there is no"):
        getattr(Queries(library), method)(99)


def test_a_line_that_does_not_exist_is_refused(library: Library, campaign: int) -> None:
    with pytest.raises(WarbandError, match="no line 99"):
        Queries(library).change(campaign, 99)


def test_a_warbands_history_holds_its_own_lines_only(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband)
    assert [line.what for line in Queries(library).history(campaign, warband)] == ["fighter.hire"]
    whole = Queries(library).history(campaign)
    assert len(whole) == 4
    assert Queries(library).history(campaign, limit=3) == whole[1:]
    assert Queries(library).history(campaign, limit=9) == whole
    assert {line.who for line in Queries(library).history(campaign)} == {WHO}


def test_reading_at_one_moment_is_not_disturbed_by_a_writer(library: Library, battle_id: int) -> None:
    with Library.open(library.path, at=AT) as other:
        with library.one_moment():
            assert Journal(library).latest_seq(battle_id) == 0
            Journal(other).append(battle_id, 1, "action", 1, b"", AT)
            assert Journal(library).latest_seq(battle_id) == 0
            assert Queries(library).battles()[0].entries == 0
        assert Journal(library).latest_seq(battle_id) == 1


def test_views_are_frozen() -> None:
    found = [
        view for view in vars(views).values() if isinstance(view, type) and issubclass(view, msgspec.Struct)
    ]
    kinds = [view for view in found if view is not msgspec.Struct]
    assert len(kinds) >= 8
    assert all(view.__struct_config__.frozen for view in kinds)


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_no_query_walks_through_journals_or_ledgers(library: Library, name: str) -> None:
    big_library.fill(library, battles=30, entries=20, lines=20)
    sql = STATEMENTS[name]
    values: dict[str, Any] = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
    values["battles"] = "[1, 2]"
    plan = [row[3] for row in library.rows(f"EXPLAIN QUERY PLAN {sql}", values)]
    assert plan
    scans = [step for step in plan if step.startswith("SCAN")]
    assert all(re.match(r"SCAN (campaign|battle|json_each)\b", step) for step in scans), scans


def test_there_are_statements_to_look_at() -> None:
    assert len(STATEMENTS) >= 10
