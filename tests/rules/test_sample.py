"""The sample campaigns of the games: legal warbands, and scripts of which every line stands."""

from __future__ import annotations

import pytest

from warband_tui.rules.costs import total
from warband_tui.rules.legality import check, errors
from warband_tui.rules.roster_view import RosterView
from warband_tui.rules.ruleset import Ruleset, load
from warband_tui.rules.sample import Sample, fighter_view, play_sample, sample_setup, script_lines

GAMES_WITH_A_SAMPLE = ("age-of-sigmar", "dnd4e", "middle-earth", "trench-crusade")


@pytest.fixture(params=GAMES_WITH_A_SAMPLE)
def game(request: pytest.FixtureRequest) -> tuple[Ruleset, Sample]:
    ruleset = load(request.param)
    sample = ruleset.sample()
    assert sample is not None
    return ruleset, sample


def test_the_warbands_are_legal_and_within_their_budget(game: tuple[Ruleset, Sample]) -> None:
    ruleset, sample = game
    for warband in sample.warbands:
        catalogue = ruleset.catalogue(warband.faction, sample.edition)
        assert catalogue is not None
        fighters = tuple(fighter_view(f, str(i)) for i, f in enumerate(warband.fighters))
        roster = RosterView(
            faction=warband.faction,
            edition=sample.edition,
            game=warband.game,
            fighters=fighters,
            budget=warband.budget,
        )
        assert errors(check(roster, catalogue, automated=ruleset.knows_keyword)) == []
        assert warband.budget
        for currency, amount in warband.budget.items():
            assert total(roster, catalogue).get(currency, 0) <= amount


def test_every_line_of_every_script_stands(game: tuple[Ruleset, Sample]) -> None:
    ruleset, sample = game
    for spec in sample.battles:
        battle = play_sample(sample_setup(ruleset, sample, spec), ruleset, sample, spec)
        assert len(battle.entries) == len(script_lines(sample, spec)) > 50


def test_the_first_battle_is_over_and_the_last_is_under_way(game: tuple[Ruleset, Sample]) -> None:
    ruleset, sample = game
    first, *_, last = (
        play_sample(sample_setup(ruleset, sample, b), ruleset, sample, b) for b in sample.battles
    )
    assert first.state.ended
    assert first.state.winner
    assert first.state.stars
    assert first.state.remarks
    assert not last.state.ended
    assert last.state.turn == 3
