"""Turns, phases, shooting, fights, groups, and what a script or an undo makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.middle_earth.field import GAME, NEW, OLD, PLAYED, Field, both_editions
from warband_tui.errors import WarbandError
from warband_tui.rules.base import BadSetup
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode
from warband_tui.rules.games.middle_earth.specials import all_specials
from warband_tui.rules.rulebook import BY_HAND
from warband_tui.rules.settings import BadSetting
from warband_tui.rules.state import to_json


def fight(
    edition: str = NEW, *, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None
) -> Field:
    field = Field(edition)
    field.side("A").hero("Eomer", **{"fight": "4/4+", **(mine or {})})
    field.side("B").hero("Captain", **{"fight": "4/5+", "defence": 5, "keywords": ["EVIL"], **(theirs or {})})
    field.turn()
    field.do("engage", "Eomer", target="Captain")
    return field


# ---- turns


@both_editions
def test_priority_goes_to_the_higher_die_and_changes_over_on_equal_ones(edition: str) -> None:
    field = Field(edition)
    assert field.do("turn", dice=[3, 3, 2, 5]).text == "Turn 1. Mordor has priority, 5 to 2"
    assert field.state.to_act == "B"
    assert "changes over" in field.do("turn", dice=[4, 4]).text
    assert field.state.first == "A"


@both_editions
def test_the_side_with_priority_moves_first_and_going_back_takes_a_reason(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Ma").warriors("Mb").hero("H", might=1)
    field.side("B").warriors("Oa")
    field.turn()
    field.do("move", "Ma")
    field.do("move", "Oa")
    assert "has had its half" in field.refused("move", "Mb").why
    entry = field.do("move", "Mb", override="forgot it")
    assert entry.overruled
    field.do("heroic", "H", action="move")
    field.do("move", "H")


@both_editions
def test_acting_in_a_later_phase_opens_it_and_going_back_takes_a_reason(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Ma").warriors("Mb")
    field.side("B").warriors("Oa")
    field.turn()
    field.do("shoot", "Ma", target="Oa", dice=[1])
    assert field.state.phase == "shoot"
    assert "move phase of this turn is over" in field.refused("move", "Mb").why
    field.do("phase", to="fight")
    assert "over" in field.refused("phase", to="shoot").why


@both_editions
def test_the_game_ends_after_its_last_turn_by_victory_points(edition: str) -> None:
    field = Field(edition, turns=1)
    field.turn()
    field.do("mark", on="A", counter="vp", by=3)
    field.turn()
    assert field.state.ended
    assert field.state.winner == "A"


@pytest.mark.parametrize("options", [{"end": {"when": "bored"}}, {"end": 3}, {"break_at": "never"}])
def test_settings_that_make_no_sense_are_refused_at_the_set_up(options: dict[str, Any]) -> None:
    with pytest.raises((BadSetup, BadSetting)):
        Field(NEW, options=options).turn()


# ---- shooting


@both_editions
@pytest.mark.parametrize(
    ("dice", "slain"), [([4, 5], True), ([3], False), ([4, 4], False)], ids=["kills", "misses", "no wound"]
)
def test_a_shot_hits_on_shoot_and_wounds_by_strength_and_defence(
    edition: str, dice: list[int], slain: bool
) -> None:
    field = Field(edition)
    field.side("A").warriors("Archer")
    field.side("B").warriors("Orc", defence=4)
    field.turn()
    field.do("shoot", "Archer", target="Orc", dice=dice)
    assert field.unit("Orc").in_play is not slain


@both_editions
def test_what_stands_in_the_way_is_passed_on_four(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Archers", 2)
    field.side("B").warriors("Orc", 3)
    field.turn()
    entry = field.do("shoot", "Archers", target="Orc", in_the_way=1, shots=2, dice=[6, 3, 6, 4, 6])
    assert [r.outcome for r in entry.rolls[:2]] == ["passes", "fails"]
    assert field.unit("Orc").models == 2


@both_editions
def test_moving_makes_the_shot_harder_and_out_of_range_takes_a_reason(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Archer", weapons=[{"id": "bow", "name": "bow", "range": 18, "strength": 2}])
    field.side("B").warriors("Orc")
    field.turn()
    assert "reaches 18" in field.refused("shoot", "Archer", target="Orc", distance=20).why
    assert "4 against 5+" in field.do("shoot", "Archer", target="Orc", moved=True, distance=18, dice=[4]).text


# ---- fights


@both_editions
@pytest.mark.parametrize(
    ("dice", "winner"), [([5, 3], "Eomer"), ([3, 5], "Captain"), ([4, 4, 4], "Eomer"), ([4, 4, 3], "Captain")]
)
def test_the_best_die_wins_and_good_wins_equal_fights_on_four(
    edition: str, dice: list[int], winner: str
) -> None:
    field = fight(edition)
    assert f"{winner} wins the fight" in field.do("duel", "Eomer", dice=dice).text
    assert field.unit(winner).has("won")


@both_editions
def test_the_higher_fight_wins_equal_dice_and_an_elven_blade_on_three(edition: str) -> None:
    assert "Eomer wins" in fight(edition, mine={"fight": 5}).do("duel", "Eomer", dice=[4, 4]).text
    assert "Eomer wins" in fight(edition).do("duel", "Eomer", elven=True, dice=[4, 4, 3]).text


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_might_on_a_duel_is_bid_by_the_losing_side_first(edition: str) -> None:
    field = fight(edition, mine={"might": 3}, theirs={"might": 1})
    choices = {"duel.might": 2, "B1:duel.might": 1, "A2:duel.might": 1}
    entry = field.do("duel", "Eomer", dice=[2, 3], choices=choices)
    assert "Eomer wins" in entry.text
    assert (field.unit("Eomer").counter("might"), field.unit("Captain").counter("might")) == (0, 0)


def test_a_two_handed_weapon_lowers_the_dice_and_2024_spares_a_six() -> None:
    for edition, winner in ((NEW, "Eomer"), (OLD, "Captain")):
        field = fight(edition)
        dice = [6, 5, 4] if edition == NEW else [6, 5, 1]
        entry = field.do("duel", "Eomer", two_handed=True, dice=dice[: 2 if edition == NEW else 3])
        assert f"{winner} wins" in entry.text


@both_editions
def test_the_winner_strikes_and_a_trapped_foe_is_rolled_for_twice(edition: str) -> None:
    field = fight(edition, theirs={"defence": 4, "wounds": 2})
    field.do("duel", "Eomer", won=True)
    field.do("strike", "Eomer", trapped=True, dice=[3, 5])
    assert field.unit("Captain").counter("wounds") == 1
    assert "not won" in field.refused("strike", "Captain").why


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_might_on_the_first_of_two_dice_lifts_the_second_too(edition: str) -> None:
    field = fight(edition, mine={"might": 1}, theirs={"defence": 8})
    field.do("duel", "Eomer", won=True)
    # Strength 3 against Defence 8 is 6/4+: 5 and 3 with one Might are 6 and 4.
    field.do("strike", "Eomer", dice=[5, 3], choices={"wound.might": 1})
    assert not field.unit("Captain").in_play


@both_editions
def test_a_group_loses_models_and_a_monster_wounds(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 3).warriors("Trolls", 2, wounds=3)
    field.turn()
    field.do("wound", "Men")
    field.do("wound", "Trolls", wounds=2)
    assert (field.unit("Men").models, field.unit("Trolls").counter("wounds")) == (2, 1)
    field.do("mark", on="Trolls", counter="wounds", by=-1)
    assert (field.unit("Trolls").models, field.unit("Trolls").counter("wounds")) == (1, 3)


# ---- groups


@both_editions
def test_groups_are_split_and_merged_without_losses(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 6).warriors("Other", 2, strength=4)
    field.turn()
    field.do("split", "Men", models=2, name="Left")
    assert (field.unit("Men").models, field.unit("Men.2").start) == (4, 2)
    field.lose("Men.2")
    assert field.monitor("break").value == 1
    assert "not alike" in field.refused("merge", "Other", into="Men").why
    field.do("merge", "Men.2", into="Men")
    assert (field.unit("Men").models, field.unit("Men").start, field.monitor("break").value) == (5, 6, 1)
    assert "fewer" in field.refused("split", "Men", models=5).why
    field.battle.undo(2)
    assert field.unit("Men.2").models == 2


@both_editions
def test_a_part_of_a_group_stays_in_its_combat_and_takes_it_back_when_it_joins(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Men", 6)
    field.side("B").warriors("Orc", 3)
    field.turn()
    field.do("engage", "Men", target="Orc")
    field.do("split", "Men", models=2)
    assert field.state.in_contact("Men.2") == ("Orc",)
    field.do("engage", "Men.2", target="Orc", apart=True)
    field.do("merge", "Men", into="Men.2")
    assert field.state.in_contact("Men.2") == ("Orc",)


# ---- declarations


def test_every_rule_of_the_refusals_and_entries_is_in_the_rulebook() -> None:
    known = {r.id for r in GAME.rules}
    declared = {d.rule for d in GAME.counters} | {d.rule for d in GAME.conditions}
    declared |= {rule for d in GAME.actions for rule in d.rules}
    assert {r for r in declared if r} <= known
    assert sum(r.text.endswith(BY_HAND) for r in GAME.rules) == 1


def test_special_rules_of_the_rulebook_are_those_that_the_engine_knows() -> None:
    names = [r.title for r in GAME.rules if r.group == "Special rules" and not r.text.endswith(BY_HAND)]
    assert [n for n in names if not GAME.knows_keyword(n)] == []
    assert {rule.name for rule in all_specials()} <= set(names)


def test_a_unit_says_how_high_its_points_go() -> None:
    field = Field(NEW)
    field.side("A").hero("Eomer", might=3, wounds=2)
    unit = field.unit("Eomer")
    assert [GAME.most(unit, GAME.counter(name)) for name in ("wounds", "might", "will")] == [2, 3, 0]


# ---- any sequence of acts


UNITS = ["Eomer", "Men", "Riders", "Captain", "Orcs", "Troll"]
names = st.sampled_from(UNITS)
flags = st.booleans()


def act(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


acts = st.one_of(
    act("turn"),
    act("phase"),
    act("move", unit=names),
    act("charge", unit=names, target=names),
    act(
        "shoot",
        unit=names,
        target=names,
        in_the_way=st.integers(0, 2),
        aim=st.sampled_from(["rider", "mount"]),
    ),
    act("duel", unit=names),
    act("strike", unit=names, trapped=flags),
    act("wound", unit=names, wounds=st.integers(1, 4)),
    act("courage", unit=names, cause=st.sampled_from(["terror", "dread"])),
    act("break-test", unit=names, models=st.integers(1, 4)),
    act("break-test", unit=names, covered_by=names),
    act("break-test", unit=names, passed=flags),
    act("stand-fast", unit=names, targets=st.lists(names, max_size=2)),
    act("lose", unit=names, models=st.integers(1, 4)),
    act("split", unit=names, models=st.integers(1, 3)),
    act("merge", unit=st.sampled_from(["Men.2", "Orcs.2"]), into=names),
    act("dismount", unit=names),
    act("thrown", unit=names),
    act(
        "heroic",
        unit=names,
        target=names,
        action=st.sampled_from(["move", "resolve", "strike", "strength", "challenge", "defence"]),
    ),
    act("heroic", unit=names, followers=st.lists(names, max_size=2)),
    act("ability", unit=names, targets=st.lists(names, max_size=2)),
    act("cast", unit=names, dice=st.integers(1, 2)),
    act("resist", unit=names, dice=st.integers(0, 2)),
    act("resurrect", unit=names),
    act("pass-banner", unit=names, to=names),
    act("duel", unit=names, target=names, shielding=flags, trapped=flags, two_handed=flags),
    act("leave", unit=names),
    act("end", unit=names),
)


def horde(edition: str) -> Battle:
    field = Field(edition, seed=11)
    warg = {"name": "warg", "attacks": 1}
    field.side("A").hero("Eomer", might=2, will=1, fate=1, wounds=2, rules=["War horn"])
    field.side("A").warriors("Men", 5, keywords=["BANNER"])
    field.side("A").warriors("Riders", 2, mount=warg, rules=["Last Stand"], keywords=["CAVALRY", "EVIL"])
    evil = ["Will of Evil", "Harbinger of Evil", "Resurrection", "The Golden King", "Instill Fear"]
    field.side("B").hero("Captain", will=2, might=1, rules=evil).warriors(
        "Orcs", 5, rules=["Survival Instinct"]
    )
    field.side("B").warriors("Troll", wounds=3, attacks=3, strength=6, keywords=["Terror"], commander="Captain",
                             rules=["War Beast", "Monstrous Charge", "Mighty Blow"])  # fmt: skip
    return field.battle


@pytest.mark.parametrize("edition", [OLD, NEW])
@given(steps=st.lists(st.tuples(acts, st.integers(0, 3), st.sampled_from(["", "so it was"])), max_size=30))
def test_undo_and_replay_give_the_same_state_and_every_figure_can_be_drawn(
    edition: str, steps: list[tuple[dict[str, Any], int, str]]
) -> None:
    battle = horde(edition)
    for line, undo, override in steps:
        before = battle.state
        try:
            action = GAME.read(line)
            odds = GAME.odds(before, action, {})
            shown = [*(c.chance for c in odds.chances), *(w.chance for w in odds.ways)] if odds else []
            assert all(0 <= one <= 1 for one in shown)
            for form in GAME.lab():
                query = form.of_action(before, action)
                assert query is None or GAME.query(query)
            battle.do(action, override=override)
        except WarbandError:
            assert battle.state is before
            continue
        if undo == 1:
            after = to_json(battle.state)
            battle.undo()
            assert to_json(battle.state) == to_json(before)
            battle.redo()
            assert to_json(battle.state) == after
        assert all(unit.models >= 0 and unit.start >= unit.models for unit in battle.state.units.values())
        GAME.monitors(battle.state)
        GAME.guide(battle.state)
        for option in GAME.options(battle.state, "Eomer"):
            assert option.allowed or option.why
        for forecast in GAME.forecast(battle.state):
            assert all(0 <= chance.chance <= 1 for chance in forecast.chances)
    entries = [decode(encode(entry)) for entry in battle.entries]
    again = Battle.replay(battle.setup, PLAYED, entries)
    assert to_json(again.state) == to_json(battle.state)
