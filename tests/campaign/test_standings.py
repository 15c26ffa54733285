"""Standings: worked out from the logs, so that undoing in a battle changes them too."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tests.campaign import bog
from tests.campaign.desk import AT, FACTION, Table
from warband_tui.campaign.archiving import archive_battle
from warband_tui.campaign.hiring import hire
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.roster_acts import dismiss, rename_fighter
from warband_tui.campaign.standings import FighterStanding, Standings, WarbandStanding, standings
from warband_tui.campaign.warbands import archive_warband, found_warband
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import EndBattle, Lose, Mark, Restore
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.library import Library

CHOIR, WARDENS = "Iron Choir", "Reed Wardens"


class League:
    """Two warbands of two fighters each, and the battles that they fight."""

    def __init__(self, table: Table) -> None:
        self.table = table
        pen = table.pen
        other = found_warband(pen, table.campaign, WARDENS, faction=FACTION)
        self.warbands = (table.warband, other)
        self.fighters = {
            name: hire(pen, warband, "yeoman", name=name).fighter or 0
            for warband, names in zip(self.warbands, (("Weyl", "Kett"), ("Orm", "Voss")), strict=True)
            for name in names
        }

    def begin(self, name: str = "The Ford", *, models: int = 1) -> PlaySession:
        """Begin a battle: a1 is Weyl, a2 Kett, b1 Orm, b2 Voss."""
        ids = list(map(str, self.fighters.values()))
        plan = bog.setup(2)
        sides = []
        for side, warband, own in zip(plan.sides, self.warbands, (ids[:2], ids[2:]), strict=True):
            units = tuple(replace(u, fighter=f, models=models) for u, f in zip(side.units, own, strict=True))
            sides.append(replace(side, warband=str(warband), units=units))
        plan = replace(plan, name=name, sides=tuple(sides))
        kept = [NewSide(s.id, s.name, s.player, int(s.warband)) for s in plan.sides]
        library, body = self.table.pen.library, msgspec.json.encode(plan)
        battle = Battles(library).begin(
            name, plan.ruleset, "1", body, kept, at=AT, campaign_id=self.table.campaign
        )
        return PlaySession.open(library, battle.id, now=bog.now)

    def ended(self, winner: str, *, points: tuple[int, int] = (0, 0)) -> None:
        """Fight a battle to its end."""
        session = self.begin()
        for side, score in zip("AB", points, strict=True):
            if score:
                session.act(Mark(on=side, counter="points", by=score))
        session.act(EndBattle(winner=winner))

    def standings(self, *, archived: bool = False) -> Standings:
        pen = self.table.pen
        return standings(pen.library, pen.shelf, self.table.campaign, archived=archived)

    def line(self, name: str) -> WarbandStanding:
        return next(one for one in self.standings().warbands if one.name == name)

    def fighter(self, name: str) -> FighterStanding:
        return next(one for one in self.standings().fighters if one.name == name)


@pytest.fixture
def league(table: Table) -> League:
    return League(table)


def results(line: WarbandStanding) -> tuple[int, int, int, int, int]:
    return (line.played, line.won, line.drawn, line.lost, line.unfinished)


def test_before_the_first_battle_everybody_stands_at_nothing(league: League) -> None:
    found = league.standings()
    assert [results(line) for line in found.warbands] == [(0, 0, 0, 0, 0)] * 2
    assert (found.fighters, found.most_feared, found.unluckiest, found.left_out) == ((), (), (), ())


def test_battles_are_won_lost_and_drawn(league: League) -> None:
    for winner in ("A", "A", "B", ""):
        league.ended(winner)
    assert results(league.line(CHOIR)) == (4, 2, 1, 1, 0)
    assert results(league.line(WARDENS)) == (4, 1, 1, 2, 0)


def test_a_battle_that_was_only_prepared_counts_for_nothing(league: League) -> None:
    league.begin()
    assert results(league.line(CHOIR)) == (0, 0, 0, 0, 0)


def test_one_under_way_counts_deeds_and_losses_but_no_result_and_no_score(league: League) -> None:
    session = league.begin()
    session.act(Mark(on="A", counter="points", by=5))
    session.act(Lose(unit="b1", by="a1"))
    line = league.line(CHOIR)
    assert results(line) == (0, 0, 0, 0, 1)
    assert line.points == ()
    assert line.taken_out == 1
    assert league.line(WARDENS).lost_models == 1


def test_points_are_those_that_the_game_keeps_for_sides(league: League) -> None:
    league.ended("A", points=(5, 2))
    league.ended("B", points=(1, 3))
    (points,) = league.line(CHOIR).points
    assert (points.counter, points.label, points.short) == ("points", "points", "VP")
    assert (points.scored, points.conceded, points.difference) == (6, 5, 1)
    assert league.line(WARDENS).difference == -1


def test_wins_come_first_then_the_difference_of_points(league: League) -> None:
    league.ended("", points=(1, 4))
    assert [line.name for line in league.standings().warbands] == [WARDENS, CHOIR]
    league.ended("A", points=(1, 0))
    assert [line.name for line in league.standings().warbands] == [CHOIR, WARDENS]


def test_equals_are_ordered_by_name(league: League) -> None:
    league.ended("")
    assert [line.name for line in league.standings().warbands] == [CHOIR, WARDENS]


def test_fighters_are_known_by_what_they_did_and_suffered(league: League) -> None:
    for _ in range(2):
        session = league.begin()
        session.act(Lose(unit="b1", by="a1"))
        session.act(Lose(unit="a2", by="b2"))
        session.act(Lose(unit="b2", by="a1"))
        session.act(EndBattle(winner="A"))
    weyl = league.fighter("Weyl")
    assert (weyl.battles, weyl.taken_out, weyl.times_out) == (2, 4, 0)
    found = league.standings()
    assert [one.name for one in found.most_feared] == ["Weyl", "Voss"]
    assert [(one.name, one.times_out) for one in found.unluckiest] == [("Kett", 2), ("Orm", 2), ("Voss", 2)]
    assert (league.line(CHOIR).lost_models, league.line(CHOIR).taken_out) == (2, 4)


def test_harm_to_ones_own_side_makes_nobody_feared(league: League) -> None:
    league.begin().act(Lose(unit="a2", by="a1"))
    assert league.standings().most_feared == ()
    assert league.line(CHOIR).lost_models == 1


def test_a_model_that_came_back_is_not_lost_but_was_out(league: League) -> None:
    session = league.begin(models=3)
    session.act(Lose(unit="a1", models=2, by="b1"))
    session.act(Restore(unit="a1"))
    assert league.line(CHOIR).lost_models == 1
    assert league.fighter("Weyl").times_out == 2


def test_what_is_undone_in_a_battle_never_happened(league: League) -> None:
    session = league.begin()
    session.act(Lose(unit="b1", by="a1"))
    session.act(EndBattle(winner="A"))
    session.undo(2)
    assert results(league.line(CHOIR)) == (0, 0, 0, 0, 1)
    assert league.fighter("Weyl").taken_out == 0


def test_a_fighter_is_told_by_the_name_that_it_has_now(league: League) -> None:
    league.ended("A")
    rename_fighter(league.table.pen, league.warbands[0], league.fighters["Weyl"], "Old Weyl")
    assert league.fighter("Old Weyl").battles == 1


def test_one_who_was_dismissed_is_told_by_the_name_of_that_day(league: League) -> None:
    league.begin().act(Lose(unit="b1", by="a2"))
    dismiss(league.table.pen, league.warbands[0], league.fighters["Kett"])
    agathe = league.standings().fighters[-1]
    assert (agathe.name, agathe.status, agathe.taken_out) == (bog.NAMES[1], "gone", 1)


def test_the_cost_is_that_of_the_roster_as_it_is(league: League) -> None:
    line = league.line(CHOIR)
    assert (line.cost, line.cost_text) == ({"ducats": 60}, "60 ducats")
    nobody = found_warband(league.table.pen, league.table.campaign, "Nobody's")
    line = next(one for one in league.standings().warbands if one.id == nobody)
    assert (line.cost, line.cost_text) == (None, "")


def test_a_battle_put_away_counts_when_it_is_asked_for(league: League) -> None:
    league.ended("A")
    archive_battle(league.table.pen.library, 1, True, at=AT)
    assert league.line(CHOIR).won == 0
    assert league.standings(archived=True).warbands[0].won == 1


def test_a_warband_put_away_is_listed_as_long_as_its_battles_count(league: League) -> None:
    league.ended("A")
    for warband in (league.warbands[1], found_warband(league.table.pen, league.table.campaign, "Idle")):
        archive_warband(league.table.pen, warband, True)
    assert [line.name for line in league.standings().warbands] == [CHOIR, WARDENS]
    assert "Idle" in [line.name for line in league.standings(archived=True).warbands]


def test_a_battle_that_cannot_be_read_is_told_and_hides_no_other(league: League) -> None:
    league.ended("A")
    league.ended("A")
    league.table.pen.library.rows("UPDATE entry SET body = 'x' WHERE battle_id = 1")
    found = league.standings()
    assert found.warbands[0].won == 1
    assert [(one.battle, one.name) for one in found.left_out] == [(1, "The Ford")]
    assert "entry 1" in found.left_out[0].why


def test_working_them_out_writes_nothing(league: League, library: Library) -> None:
    league.ended("A")
    before = library.rows("SELECT total_changes()")
    league.standings()
    assert library.rows("SELECT total_changes()") == before


def test_no_campaign_no_standings(league: League) -> None:
    pen = league.table.pen
    with pytest.raises(WarbandError, match="there is no campaign 9"):
        standings(pen.library, pen.shelf, 9)
