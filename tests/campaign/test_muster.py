"""Mustering: who takes the field becomes the set-up of a battle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign import bog
from warband_tui.campaign.muster import (
    Force,
    Recruit,
    SidePlan,
    create,
    force_of,
    set_up,
    side_of,
    unnamed_force,
    warnings_of,
)
from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Base, Feature, InchBoard
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import Setup
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

AT = bog.AT
BOG = load("bogwater")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "club.db", at=AT) as opened:
        yield opened


def warband(
    library: Library, name: str, fighters: list[tuple[str, str]], *, game: str = "bogwater", faction: str = ""
) -> int:
    """Keep a warband in a campaign of its own; fighters are (name, status)."""
    from warband_tui.store.tables import Campaign, Fighter, Player, Warband

    edition = load(game).editions[0].id
    with library.work(Command("campaign.found", "Mira", AT, None)) as work:
        campaign = work.add(Campaign(name="Bog War", ruleset=game, edition=edition, created=AT))
        player = work.add(Player(campaign_id=campaign.id or 0, name="Mira"))
        kept = work.add(
            Warband(campaign_id=campaign.id or 0, player_id=player.id, name=name, faction=faction)
        )
        for i, (fighter, status) in enumerate(fighters):
            row = Fighter(
                warband_id=kept.id or 0,
                position=i,
                name=fighter,
                profile_name="Reeve",
                models=i + 1,
                status=status,
            )
            work.add(row)
    return kept.id or 0


WARDENS = [("Weyl", "active"), ("Agathe", "reserve"), ("Kett", "dead"), ("Pell", "active")]


def test_a_force_is_who_is_on_the_roster_the_reserve_at_home(library: Library) -> None:
    force = force_of(library, warband(library, "Reed Wardens", WARDENS))
    assert [(r.name, r.kind, r.models, r.at_home) for r in force.recruits] == [
        ("Weyl", "Reeve", 1, False),
        ("Agathe", "Reeve", 2, True),
        ("Pell", "Reeve", 4, False),
    ]
    assert (force.name, force.player) == ("Reed Wardens", "Mira")
    assert [r.name for r in side_of(force).recruits] == ["Weyl", "Pell"]


def test_a_side_is_picked_by_key_in_the_order_of_the_roster(library: Library) -> None:
    force = force_of(library, warband(library, "Reed Wardens", WARDENS))
    keys = [r.key for r in force.recruits]
    side = side_of(force, {keys[2], keys[1]}, plan="hold the ford", name="Left flank")
    assert [r.name for r in side.recruits] == ["Agathe", "Pell"]
    assert (side.name, side.plan) == ("Left flank", "hold the ford")


def two_sides(library: Library) -> list[SidePlan]:
    force = force_of(library, warband(library, "Reed Wardens", WARDENS))
    return [side_of(force, plan="hold"), side_of(unnamed_force(BOG, "Eel Court", 3))]


def test_a_set_up_says_who_what_where_and_how_long(library: Library) -> None:
    setup = set_up(
        BOG, two_sides(library), scenario="The Ford", turns=5, seed=9, table=(48, 36), place="at Mira's"
    )
    assert setup.name == "Reed Wardens against Eel Court"
    assert (setup.ruleset, setup.edition) == ("bogwater", "1")
    assert (setup.scenario, setup.turns, setup.seed, setup.place) == ("The Ford", 5, 9, "at Mira's")
    assert setup.board == {"kind": "inches", "width": 48, "height": 36}
    assert setup.plans == {"A": "hold"}
    a, b = setup.sides
    assert [(u.id, u.name, u.models) for u in a.units] == [("a1", "Weyl", 1), ("a2", "Pell", 4)]
    assert [(u.id, u.name, u.fighter) for u in b.units] == [
        ("b1", "Bogman 1", ""),
        ("b2", "Bogman 2", ""),
        ("b3", "Bogman 3", ""),
    ]
    assert all(u.fighter.isdigit() for u in a.units)
    assert (a.player, a.warband.isdigit(), b.warband) == ("Mira", True, "")


def test_on_a_board_units_have_the_bases_of_their_rosters(library: Library) -> None:
    kept = warband(library, "Reed Wardens", [("Weyl", "active"), ("Pell", "active"), ("Kett", "active")])
    from warband_tui.store.tables import Fighter

    said: dict[str, dict[str, object]] = {
        "Weyl": {"Base": "32mm"},
        "Pell": {"base": "-"},
        "Kett": {"Base": "9999 mm"},
    }
    with library.work(Command("fighter.edit", "Mira", AT, 1)) as work:
        for fighter in Queries(library).fighters(kept):
            work.get(Fighter, fighter.id).stats = said[fighter.name]
    sides = [side_of(force_of(library, kept)), side_of(unnamed_force(BOG, "Eel Court", 3))]
    with_board = set_up(BOG, sides, board=InchBoard(48, 36))
    assert [unit.base for side in with_board.sides for unit in side.units] == ["32mm", *[None] * 5]
    assert BOG.muster(with_board).unit("a1").base == Base(32, 32)
    without = set_up(BOG, sides)
    assert [unit.base for side in without.sides for unit in side.units] == [None] * 6


def test_on_a_map_of_squares_units_have_their_size_class(library: Library) -> None:
    game = load("dnd4e")
    who = [("duchess", "active"), ("gutterling", "active")]
    kept = warband(library, "Delvers", who, game="dnd4e", faction="brine-court")
    from warband_tui.store.tables import Fighter

    with library.work(Command("fighter.edit", "Mira", AT, 1)) as work:
        for fighter in Queries(library).fighters(kept):
            work.get(Fighter, fighter.id).profile = fighter.name
    force = force_of(library, kept)
    assert [recruit.size for recruit in force.recruits] == ["large", "small"]
    sides = [side_of(force), side_of(unnamed_force(game, "Foes", 1))]
    setup = set_up(game, sides, table=(20, 15))
    assert [unit.size for unit in setup.sides[0].units] == ["large", "small"]
    state = game.muster(setup)
    assert [game.footprint(state, state.unit(unit)).side for unit in ("a1", "a2", "b1")] == [2, 1, 1]
    assert [unit.size for unit in set_up(game, sides).sides[0].units] == ["", ""]


def test_a_board_with_a_fault_begins_no_battle(library: Library) -> None:
    twisted = Feature("ruin-1", ((0, 0), (4, 4), (4, 0), (0, 4)), name="Old Mill")
    with pytest.raises(WarbandError, match="board: feature 'Old Mill': its outline crosses itself"):
        set_up(BOG, two_sides(library), board=InchBoard(48, 36, (twisted,)))


def test_a_battle_opens_with_the_set_up_it_was_kept_with(library: Library) -> None:
    setup = set_up(BOG, two_sides(library), seed=9)
    battle_id = create(library, setup, at=AT, campaign_id=1)
    kept = Queries(library).battle(battle_id)
    assert (kept.name, kept.status, kept.campaign) == (setup.name, "preparing", "Bog War")
    assert [(s.key, s.name, s.player, s.warband_id) for s in kept.sides] == [
        ("A", "Reed Wardens", "Mira", 1),
        ("B", "Eel Court", "", None),
    ]
    session = PlaySession.open(library, battle_id, now=bog.now)
    assert session.battle.setup == setup
    assert [u.name for u in session.state.of_side("A")] == ["Weyl", "Pell"]


def test_one_warband_can_be_split_into_two_sides(library: Library) -> None:
    force = force_of(library, warband(library, "Reed Wardens", WARDENS))
    keys = [r.key for r in force.recruits]
    setup = set_up(BOG, [side_of(force, keys[:1]), side_of(force, keys[1:], name="The rest")])
    assert [[u.name for u in side.units] for side in setup.sides] == [["Weyl"], ["Agathe", "Pell"]]


def test_a_fighter_on_both_sides_is_refused_by_name(library: Library) -> None:
    force = force_of(library, warband(library, "Reed Wardens", WARDENS))
    with pytest.raises(WarbandError, match="Weyl: a fighter takes the field once"):
        set_up(BOG, [side_of(force), side_of(force)])


def test_a_side_without_fighters_and_a_battle_without_sides_are_refused() -> None:
    bogmen = side_of(unnamed_force(BOG, "Eel Court", 1))
    with pytest.raises(WarbandError, match="Nobodies: nobody takes the field"):
        set_up(BOG, [bogmen, SidePlan(name="Nobodies")])
    with pytest.raises(WarbandError, match="two sides"):
        set_up(BOG, [bogmen])
    with pytest.raises(WarbandError, match="no edition"):
        set_up(BOG, [bogmen, bogmen], edition="99")


@pytest.mark.parametrize("models", [0, -1, 100])
def test_a_quick_side_has_one_to_ninety_nine_models(models: int) -> None:
    with pytest.raises(WarbandError, match="from 1 to 99"):
        unnamed_force(BOG, "Eel Court", models)


def test_fighters_of_the_same_name_get_a_number(library: Library) -> None:
    same = [Recruit("1", "Pell"), Recruit("2", "Pell"), Recruit("3", "Pell 2")]
    setup = set_up(BOG, [SidePlan(name="A", recruits=tuple(same)), SidePlan(name="B", recruits=(same[0],))])
    assert [u.name for side in setup.sides for u in side.units] == ["Pell", "Pell 3", "Pell 2", "Pell 4"]


@given(st.lists(st.text(max_size=6), min_size=2, max_size=24))
def test_units_always_have_names_and_ids_of_their_own(names: list[str]) -> None:
    half = len(names) // 2
    recruits = [Recruit(str(i), name) for i, name in enumerate(names)]
    sides = [
        SidePlan(name="A", recruits=tuple(recruits[:half])),
        SidePlan(name="B", recruits=tuple(recruits[half:])),
    ]
    setup = set_up(BOG, sides)
    units = [u for side in setup.sides for u in side.units]
    assert len({u.name for u in units}) == len({u.id for u in units}) == len(names)
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup


def test_a_set_up_that_the_game_refuses_is_not_kept(library: Library) -> None:
    odd = SidePlan(name="Odd", recruits=(Recruit("1", "Weyl", profile={"grit": "much"}),))
    setup = set_up(BOG, [odd, odd])
    with pytest.raises(WarbandError, match="profile"):
        create(library, setup, at=AT)
    assert Queries(library).battles() == ()


def test_the_rules_of_mustering_warn_and_stop_nobody(library: Library) -> None:
    kept = warband(
        library,
        "Lances",
        [("Weyl", "active"), ("Agathe", "active")],
        game="trench-crusade",
        faction="new-antioch",
    )
    force = force_of(library, kept)
    told = warnings_of(force, force.usual)
    assert any("not in the list of" in line for line in told)
    game = load("trench-crusade")
    set_up(game, [side_of(force), side_of(unnamed_force(game, "Foes", 2))])


def test_a_force_without_a_list_has_nothing_said_against_it() -> None:
    assert warnings_of(Force(name="Eels", ruleset="bogwater"), ()) == ()
