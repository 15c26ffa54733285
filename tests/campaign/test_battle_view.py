"""The view of a battle, kept up act by act."""

from __future__ import annotations

from msgspec.structs import replace

from warband_tui.campaign.battle_log import LogBook
from warband_tui.campaign.battle_view import Seen, battle_view
from warband_tui.campaign.play import Heading
from warband_tui.rules.engine import Battle
from warband_tui.rules.ruleset import load
from warband_tui.rules.sample import play_sample, sample_setup
from warband_tui.rules.state import Setup, SideSetup, UnitSetup

HEADING = Heading(1, "p", "The Pumping Station", "", None, "running")


def played() -> Battle:
    """The first battle of a sample, with melees, casualties and several turns."""
    ruleset = load("trench-crusade")
    sample = ruleset.sample()
    assert sample is not None
    return play_sample(sample_setup(ruleset, sample, sample.battles[0]), ruleset, sample, sample.battles[0])


def test_a_view_made_from_the_one_before_is_the_view_made_anew() -> None:
    whole = played()
    battle = Battle(whole.setup, whole.ruleset)
    book = LogBook(battle)
    before: Seen | None = None
    lines = melees = losses = kept = 0
    for entry in whole.entries:
        battle.accept(entry)
        book.catch_up()
        view = battle_view(HEADING, battle.ruleset, battle.state, book.losses, before)
        assert view == battle_view(HEADING, battle.ruleset, battle.state, book.losses)
        rows = [row for side in view.rows for row in side]
        if before is not None:
            kept += sum(row is before.view.row(row.id) for row in rows)
        lines += len(rows)
        melees += any(row.engaged for row in rows)
        losses += any(row.loss for row in rows)
        before = Seen(battle.state, view)
    assert melees
    assert losses
    assert kept > lines * 0.8


def test_undoing_brings_back_the_lines_as_they_were() -> None:
    battle = played()
    book = LogBook(battle)
    first = battle_view(HEADING, battle.ruleset, battle.state, book.losses)
    before = Seen(battle.state, first)
    battle.undo(20)
    book.catch_up()
    undone = battle_view(HEADING, battle.ruleset, battle.state, book.losses, before)
    assert undone == battle_view(HEADING, battle.ruleset, battle.state, book.losses)
    assert undone != first


def test_pips_go_as_far_as_a_unit_s_own_limit() -> None:
    """A hero of 3 Might shows three pips, a warrior without Might none."""
    ruleset = load("middle-earth")
    hero = {
        "type": "Captain",
        "fight": 5,
        "wounds": 2,
        "might": 3,
        "will": 1,
        "fate": 1,
        "keywords": ["HERO"],
    }
    sides = (
        SideSetup("A", "Rohan", units=(UnitSetup("a1", "Gamling", hero), UnitSetup("a2", "Osric"))),
        SideSetup("B", "Gate-watch", units=(UnitSetup("b1", "Biter"),)),
    )
    state = Battle(Setup("middle-earth", sides), ruleset).state
    view = battle_view(HEADING, ruleset, state, {})
    pips = {row.id: {c.id: c.high for c in row.counters if c.pips} for rows in view.rows for row in rows}
    assert pips["a1"] == {"wounds": 2, "might": 3, "will": 1, "fate": 1}
    assert pips["a2"] == {"wounds": 1}


def test_who_acts_in_which_order_is_told_where_the_game_fixes_it() -> None:
    assert battle_view(HEADING, load("trench-crusade"), played().state, {}).order == ()
    ruleset = load("dnd4e")
    sample = ruleset.sample()
    assert sample is not None
    battle = Battle(sample_setup(ruleset, sample, sample.battles[0]), ruleset)
    assert battle_view(HEADING, ruleset, battle.state, {}).order == (), "nobody has rolled for it yet"
    battle = play_sample(battle.setup, ruleset, sample, sample.battles[0])
    state = replace(battle.state, ended="")
    view = battle_view(HEADING, ruleset, state, {})
    assert set(view.order) == {unit.id for unit in state.units.values() if unit.in_play}
    places = [state.unit(unit).counter("place") for unit in view.order]
    assert places == sorted(places)
