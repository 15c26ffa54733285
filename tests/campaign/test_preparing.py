"""Preparing an action: what is still wanted, and in which order it may be given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign import bog
from warband_tui.campaign.action_form import definition_of
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.preparing import Preparation
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Engage, Mark, SetCondition
from warband_tui.rules.dice import BadDice
from warband_tui.store.library import Library
from warband_tui.widgets.prepare_panel import title_line


@pytest.fixture
def session(tmp_path: Path) -> Iterator[PlaySession]:
    with Library.open(tmp_path / "club.db", at=bog.AT) as library:
        session = bog.opened(library, bog.begun(library))
        session.act(Mark(on="b1", counter="blood", by=2))
        yield session


def shot(session: PlaySession, target: str = "b1") -> Preparation:
    option = next(o for o in session.ruleset.options(session.state, "a1") if o.do == "shoot")
    prep = Preparation(session, definition_of(session, "shoot"), unit="a1", option=option)
    if target:
        prep.set("target", target)
    return prep


def test_a_target_is_missing_until_it_is_named(session: PlaySession) -> None:
    aimless, aimed = shot(session, ""), shot(session, "b2")
    assert aimless.missing is not None
    assert aimless.missing.kind == "foe"
    assert aimless.want is None
    assert aimed.missing is None
    assert aimed.want is not None
    assert aimed.want.count == 2


def test_a_choice_is_open_until_the_first_die(session: PlaySession) -> None:
    prep = shot(session)
    assert [(c.who, c.value, c.choice.high) for c in prep.choices] == [("Mira (Reed Wardens)", 0, 2)]
    prep.step_choice(0, 5)
    assert prep.choices[0].value == 2
    prep.add_die(4)
    assert prep.choices == []
    assert prep.want is not None
    assert (prep.want.count, prep.want.have) == (4, 1)


def test_taking_the_first_die_back_opens_the_choice_again(session: PlaySession) -> None:
    prep = shot(session)
    prep.step_choice(0, 1)
    prep.add_die(4)
    prep.drop_die()
    assert [c.value for c in prep.choices] == [1]


def test_all_dice_typed_make_the_entry(session: PlaySession) -> None:
    prep = shot(session)
    wanted = []
    for die in (5, 5):
        wanted.append(prep.ready)
        prep.add_die(die)
    assert [*wanted, prep.ready] == [False, False, True]
    assert prep.final().rolls[0].dice == (5, 5)
    assert len(session.battle.entries) == 1, "nothing is written before the session keeps it"


def test_dice_of_the_seed_are_the_seeds_in_the_log(session: PlaySession) -> None:
    prep = shot(session)
    prep.roll()
    entry = session.keep(prep.final())
    assert not entry.rolls[0].given
    assert session.state.dice_position == 2


def test_typed_and_rolled_dice_do_not_mix(session: PlaySession) -> None:
    prep = shot(session)
    prep.add_die(5)
    with pytest.raises(BadDice, match="typed in"):
        prep.roll()


def test_no_such_face(session: PlaySession) -> None:
    with pytest.raises(BadDice, match="no 7 on a D6"):
        shot(session).add_die(7)


def test_a_way_to_spend_markers_is_taken_whole(session: PlaySession) -> None:
    prep = shot(session)
    odds = prep.odds()
    assert odds is not None
    assert prep.way_taken(odds) == 0
    prep.take_way(odds.ways[2].choices)
    again = prep.odds()
    assert again is not None
    assert prep.way_taken(again) == 2
    assert next(c.chance for c in again.chances if c.id == "out") > next(
        c.chance for c in odds.chances if c.id == "out"
    )


def test_a_value_that_does_not_fit_is_refused_and_the_old_one_stays(session: PlaySession) -> None:
    prep = Preparation(session, definition_of(session, "wade"), values={"unit": "a1", "distance": 4})
    prep.set("distance", "far")
    assert "distance" in prep.fault
    assert prep.values["distance"] == 4
    prep.set("distance", "3.5")
    assert prep.ready
    assert prep.final().action["distance"] == 3.5


def test_an_option_that_is_not_allowed_is_refused_at_once_and_may_be_overruled(session: PlaySession) -> None:
    session.act(SetCondition(on="a1", condition="down"))
    prep = shot(session, "")
    assert prep.refused is not None
    assert prep.refused.why == "Weyl is down"
    prep.overrule("he shoots lying down")
    prep.set("target", "b2")
    prep.add_die(1)
    prep.add_die(1)
    assert prep.final().override == "he shoots lying down"
    assert prep.final().overruled == ("Weyl is down",)


def test_the_likeliest_target_is_in_contact_else_the_last_one(session: PlaySession) -> None:
    assert shot(session, "").likely_target() == "b1"
    prep = shot(session, "b3")
    prep.add_die(1)
    prep.add_die(1)
    session.keep(prep.final())
    assert shot(session, "").likely_target() == "b3"


def test_an_action_that_the_game_has_not_is_refused_by_name(session: PlaySession) -> None:
    with pytest.raises(WarbandError, match="Bogwater has no action 'fly'"):
        definition_of(session, "fly")


def test_a_target_that_fights_a_friend_is_offered_last(session: PlaySession) -> None:
    session.act(Engage(unit="a2", target="b1"))
    assert shot(session, "").likely_target() == "b2"
    session.act(Engage(unit="a1", target="b1"))
    assert shot(session, "").likely_target() == "b1"


def test_who_acts_is_not_offered_as_the_other_one(session: PlaySession) -> None:
    prep = Preparation(session, definition_of(session, "merge"), values={"unit": "a1"})
    unit, into = (next(f for f in prep.fields if f.name == name) for name in ("unit", "into"))
    assert prep.missing == into
    assert {c.value for c in prep.candidates(into)} == set(session.state.units) - {"a1"}
    assert {c.value for c in prep.candidates(unit)} == set(session.state.units)
    lose = Preparation(session, definition_of(session, "lose"), values={"unit": "a1"})
    by = next(f for f in lose.fields if f.name == "by")
    assert "a1" in {c.value for c in lose.candidates(by)}, "it may be its own doing"


def test_a_form_without_an_option_names_who_acts(session: PlaySession) -> None:
    prep = Preparation(session, definition_of(session, "merge"), values={"unit": "a1"})
    told = "".join(span.text for span in title_line(prep, 80))
    assert told.startswith(f" {session.state.unit('a1').name} ")
