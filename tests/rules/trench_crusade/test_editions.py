"""The two editions: which is the default, what differs (section 20 of the reference), whole battles in both.

Where a difference belongs to one subject its test stands with that subject; here are those of
no other, and the table as a whole.
"""

from __future__ import annotations

import pytest

from tests.rules.trench_crusade.table import GAME, NEW, OLD, Table, both_editions, duel, gun, results, totals
from warband_tui.errors import WarbandError
from warband_tui.rules.games.trench_crusade.chances import DEFAULT_EDITION, ODDS_RULES
from warband_tui.rules.games.trench_crusade.editions import all_editions, edition
from warband_tui.rules.ruleset import edition_of

# topic: (1.6.3, 1.0.2); the tests of each subject show that play goes by these switches.
DIFFERENCES = {
    "initiative_counts_down": (True, False),
    "initiative_chooses": (False, True),
    "shoot_excludes": (("charge",), ("charge", "fight")),
    "unseen_charge": ("risky", "refused"),
    "interposed": ("stops", "refused"),
    "down_in_own_activation": ("goes on", "ends"),
    "attacks_with_two_weapons": ("two actions", "one action"),
    "failed_morale": ("flees", "shaken"),
    "shaken_lasts": ("a turn", "until tested"),
    "morale_order": ("smaller first", "chosen"),
    "fall_from": (2.0, 3.0),
    "fall_at": (False, True),
    "jump_safe_at": (True, False),
    "dive_highest": (6.0, 0.0),
    "dive_injury_dice": (1, 0),
    "dive_ignores_obstacle": (True, False),
    "dangerous_start_risky": (False, True),
    "flying_ignores_dangerous": (True, False),
    "flying_falls": (True, False),
    "obstacle_needs_up": (True, False),
    "ledge_up": ("limited", "adds"),
    "elevated_from": (2.0, 3.0),
    "elevated_at": (False, True),
    "elevated_big": (4.0, 3.0),
    "cover_height": (0.05, 0.5),
    "cover_hides": (False, True),
    "dive_landing": (2.0, 1.0),
    "fire_step": (True, False),
    "trench_below": (0.0, 3.0),
    "charge_shuns_difficult": (True, False),
    "targets_slide": (False, True),
    "moves_in_melee": (False, True),
    "high_landing_free": (True, False),
    "points_under_bases": (True, False),
}


def test_new_campaigns_have_the_current_rules() -> None:
    assert [e.id for e in GAME.editions] == [NEW, OLD]
    assert edition_of(GAME, "") == DEFAULT_EDITION == NEW
    table = Table("")
    table.side("A").models(1)
    table.side("B").models(1)
    assert table.state.edition == NEW


def test_an_edition_that_does_not_exist_is_refused() -> None:
    with pytest.raises(WarbandError, match=r"1\.0\.2, 1\.6\.3"):
        _ = duel("1.7").battle


@pytest.mark.parametrize(("switch", "values"), DIFFERENCES.items(), ids=list(DIFFERENCES))
def test_what_differs_between_the_editions(switch: str, values: tuple[object, object]) -> None:
    assert (getattr(edition(OLD), switch), getattr(edition(NEW), switch)) == values


def test_no_switch_is_left_out_of_that_table() -> None:
    fields = {name for rules in all_editions() for name in rules.__struct_fields__} - {"id", "title"}
    assert fields == set(DIFFERENCES)


def test_play_and_odds_agree_on_what_a_failed_morale_does() -> None:
    assert all(e.failed_morale == ODDS_RULES[e.id].failed_morale for e in all_editions())


@both_editions
@pytest.mark.rule("TC-BTH-1", "TC-KEY-1")
def test_a_bloodbath_with_a_deadly_weapon_adds_four_dice_in_both(edition: str) -> None:
    table = duel(edition, weyl={"weapons": [gun("gun", "DEADLY")]}, orm={"blood": 6})
    entry = table.do("shoot", "Weyl", target="Orm", dice=[3, 4, 1, 2, 2, 1], choices={"injury.bloodbath": 1})
    assert (totals(entry)[1], results(entry)[1]) == (6, "minor")


@both_editions
@pytest.mark.rule("TC-KEY-1")
def test_a_machine_gun_shoots_three_times_and_then_its_user_is_done(edition: str) -> None:
    table = duel(edition, weyl={"weapons": ["Machine Gun"]})
    entry = table.do("shoot", "Weyl", target="Orm", dice=[1, 1, 1, 2, 1, 3])
    assert len(entry.rolls) == 3
    assert not table.unit("Weyl").acting


@both_editions
@pytest.mark.rule("TC-INJ-2", "TC-INF-1")
def test_six_markers_of_each_kind_in_both(edition: str) -> None:
    caps = {c.id: c.high for c in GAME.counters}
    assert [caps[c] for c in ("blood", "blessing", "infection")] == [6, 6, 6]


@both_editions
@pytest.mark.rule("TC-TRN-2", "TC-MOR-1", "TC-INJ-3")
def test_a_battle_is_played_to_its_end(edition: str) -> None:
    table = Table(edition, turns=2)
    table.side("A").models(2)
    table.side("B").models(3)
    table.do("turn")  # Ash has fewer
    table.do("shoot", "A1", target="B1", dice=[4, 4, 6, 6])
    table.end()
    for unit in ("B2", "A2", "B3"):
        table.end(unit)
    # One loss of three is under the limit of two; two against two roll for the initiative.
    table.do("turn", dice=[6, 1])
    table.do("shoot", "A1", target="B2", dice=[4, 4, 6, 6])
    table.end()
    for unit in ("B3", "A2"):
        table.end(unit)
    table.mark("A", "vp", 2)
    # Two losses: Bone fails with 6. It flees at once in 1.6.3; now it is Shaken, and the last turn is over.
    table.do("turn", dice=[3, 3])
    assert table.state.winner == "A"
    assert table.state.side("B").has("fled" if edition == OLD else "shaken")
    steps = GAME.aftermath(table.state, table.battle.entries)
    assert [(s.id, s.unit) for s in steps] == [("trauma", "B1"), ("trauma", "B2")]
