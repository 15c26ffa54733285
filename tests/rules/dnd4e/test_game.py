"""The game as a whole: odds queries, switches, rules to read, catalogues, sample, and set-ups."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.dnd4e.table import GAME, NEW, OLD, Table, duel, power
from warband_tui.errors import WarbandError
from warband_tui.rules.costs import total
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode, encode
from warband_tui.rules.fielding import RosterWords, WordWeapon
from warband_tui.rules.games.dnd4e.amounts import NotAnAmount, dice_of
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.settings import SWITCHES, answer_of
from warband_tui.rules.lab import answer as lab_answer
from warband_tui.rules.legality import check, errors
from warband_tui.rules.roster_view import RosterView
from warband_tui.rules.ruleset import load
from warband_tui.rules.sample import fighter_view, play_sample, sample_setup, script_lines
from warband_tui.rules.state import to_json


def test_the_game_is_found_by_its_entry_point() -> None:
    assert load("dnd4e") is GAME


# Odds


@pytest.mark.rule("D4-SAVE-1")
@pytest.mark.parametrize(
    ("modifier", "chance"),
    [(0, "11/20"), (5, "4/5"), (-5, "3/10"), (9, "1"), (20, "1"), (-10, "1/20"), (-11, "0")],
)
def test_a_query_of_a_save(modifier: int, chance: str) -> None:
    assert GAME.query({"roll": "save", "modifier": modifier}) == {"pass": chance}


@pytest.mark.rule("D4-FALL-2")
@pytest.mark.parametrize(
    ("rule", "dice", "mean"), [("dice", "6d10", "33"), ("fast", "1d10+25", "61/2"), ("add", "6d10+25", "58")]
)
def test_a_query_of_a_fall(rule: str, dice: str, mean: str) -> None:
    found = GAME.query({"roll": "fall", "feet": 60, "fall": rule})
    assert (found["dice"], found["mean"]) == (dice, mean)
    chances = {int(k): Fraction(v) for k, v in found["distribution"].items()}
    assert sum(chances.values()) == 1
    assert sum(k * v for k, v in chances.items()) == Fraction(mean)


def test_a_query_of_a_fall_that_deals_nothing() -> None:
    found = GAME.query({"roll": "fall", "feet": 9})
    assert (found["dice"], found["mean"], found["distribution"]) == ("0", "0", {"0": "1"})


def test_a_query_of_an_attack() -> None:
    found = GAME.query({"roll": "attack", "bonus": 5, "defence": 15, "damage": "1d8+3", "hp": 9})
    assert (found["miss"], found["hit"], found["critical"]) == ("9/20", "1/2", "1/20")
    # 7.5 on a hit, 11 on a critical one.
    assert Fraction(found["damage"]["mean"]) == Fraction(15, 2) / 2 + Fraction(11, 20)
    assert Fraction(found["drops"]) == Fraction(1, 2) * Fraction(3, 8) + Fraction(1, 20)


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"roll": "save", "bonus": 2}, '"bonus"'),
        ({"roll": "fall"}, "feet"),
        ({"roll": "fall", "feet": 60, "fall": "soft"}, "soft"),
        ({"roll": "dance"}, "dance"),
        ({"roll": "attack", "bonus": 1, "defence": 10, "damage": "lots"}, "lots"),
        ({}, "roll"),
    ],
)
def test_a_query_that_is_none_is_refused_by_the_key(query: dict[str, Any], named: str) -> None:
    with pytest.raises(WarbandError, match=named):
        GAME.query(query)


def test_what_the_lab_takes_from_a_battle_has_the_odds_of_the_battle() -> None:
    table = duel(
        attacks=[power(damage="2d6+4", half=True)], foe={"hp": 30, "ac": 17, "conditions": ["prone"]}
    )
    form = next(form for form in GAME.lab() if form.id == "attack")
    action = table.action("attack", unit="Ash", target="Bone", cover="cover")
    query = form.of_action(table.state, action)
    assert query is not None
    odds = GAME.odds(table.state, action, {})
    assert odds is not None
    by_id = {c.id: c.chance for c in odds.chances}
    found = lab_answer(GAME, form, query)
    assert found.figures[:3] == (by_id["drops"], by_id["hit"] + by_id["critical"], by_id["critical"])


# Amounts


@pytest.mark.parametrize(
    ("text", "shown", "most"),
    [("2d6+1d8+4", "2d6+1d8+4", 24), ("d10", "1d10", 10), (7, "7", 7), ("2d4-1", "2d4-1", 7), ("", "0", 0)],
)
def test_amounts_are_read(text: str, shown: str, most: int) -> None:
    assert (str(dice_of(text)), dice_of(text).most) == (shown, most)


@pytest.mark.parametrize("text", ["some", "2d", "d0", "3x6", "1d6 1d6", "-1d6", "999d6"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(NotAnAmount):
        dice_of(text)


# Editions and switches


def test_the_older_edition_differs_in_what_its_text_lacks() -> None:
    defaults = {switch.id: switch.answers[0] for switch in SWITCHES}
    new = {switch.id: answer_of(NEW, {}, switch.id) for switch in SWITCHES}
    old = {switch.id: answer_of(OLD, {}, switch.id) for switch in SWITCHES}
    assert len(SWITCHES) == 10
    assert new == defaults
    assert old == {**defaults, "text": "phb2008", "teleport-hindering": "none", "forced-edge": "carried"}


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda s: s.id)
@pytest.mark.parametrize("edition", [OLD, NEW])
def test_each_switch_can_be_set_on_its_own(edition: str, switch: Any) -> None:
    for answer in switch.answers:
        made = Table(edition, settings={switch.id: answer}).unit("A", "Ash").unit("B", "Bone")
        assert made.state.options[switch.id] == answer
    with pytest.raises(WarbandError, match=switch.id):
        Battle(
            Table(edition, settings={switch.id: "perhaps"}).unit("A", "Ash").unit("B", "Bone").setup(), GAME
        )


# Rules to read


def test_every_rule_is_told_once_with_its_source() -> None:
    counts = {"GEO": 6, "SIZE": 5, "SPD": 6, "DIAG": 4, "OBS": 3, "OCC": 7, "DT": 8, "FALL": 10, "SAVE": 1, "FLANK": 8,
              "PULL": 1, "PUSH": 1, "SLIDE": 1, "FM": 16, "TEL": 6, "PHASE": 2, "OA": 8, "SQZ": 3, "PRONE": 3, "CHG": 1,
              "FLY": 2, "LOS": 1, "LOE": 1, "COV": 4}  # fmt: skip
    wanted = {f"D4-{group}-{n}" for group, many in counts.items() for n in range(1, many + 1)}
    found = [rule.id for rule in GAME.rules]
    assert len(found) == len(set(found)) == 108
    assert set(found) == wanted
    assert all(rule.source and rule.text and rule.group for rule in GAME.rules)


def test_every_rule_that_is_cited_can_be_read() -> None:
    known = {rule.id for rule in GAME.rules}
    sample = GAME.sample()
    assert sample is not None
    cited = {rule for definition in GAME.actions for rule in definition.rules}
    for spec in sample.battles:
        battle = play_sample(sample_setup(GAME, sample, spec), GAME, sample, spec)
        cited |= {rule for entry in battle.entries for rule in entry.rules}
    assert cited <= known
    assert len(cited) > 15


# Catalogues and the sample


def test_the_sample_warbands_are_legal_and_within_their_budget() -> None:
    sample = GAME.sample()
    assert sample is not None
    for warband in sample.warbands:
        catalogue = GAME.catalogue(warband.faction, sample.edition)
        assert catalogue is not None
        fighters = tuple(fighter_view(f, str(i)) for i, f in enumerate(warband.fighters))
        roster = RosterView(
            faction=warband.faction, edition=sample.edition, game=1, fighters=fighters, budget=warband.budget
        )
        assert errors(check(roster, catalogue, automated=GAME.knows_keyword)) == []
        assert total(roster, catalogue).get("xp", 0) <= 1000


def test_every_line_of_the_sample_stands_and_replays_to_the_same_state() -> None:
    sample = GAME.sample()
    assert sample is not None
    played = [play_sample(sample_setup(GAME, sample, b), GAME, sample, b) for b in sample.battles]
    for battle, spec in zip(played, sample.battles, strict=True):
        assert len(battle.entries) == len(script_lines(sample, spec)) > 50
        again = Battle.replay(battle.setup, GAME, [decode(encode(e)) for e in battle.entries])
        assert to_json(again.state) == to_json(battle.state)
        battle.undo(battle.can_undo)
        assert to_json(battle.state) == to_json(battle.start)
    first, last = played
    first.redo(first.can_redo)
    last.redo(last.can_redo)
    assert first.state.winner == "A"
    assert first.state.stars
    assert first.state.remarks
    assert (last.state.ended, last.state.turn) == ("", 3)


def test_every_creature_of_the_lists_is_understood_in_full() -> None:
    seen = 0
    for faction in GAME.factions():
        for edition in (OLD, NEW):
            catalogue = GAME.catalogue(faction.id, edition)
            assert catalogue is not None
            for profile in catalogue.profiles:
                found = GAME.understand(RosterWords(kind=profile.name), edition)
                assert found.not_understood == ()
                assert found.profile["attacks"]
                seen += 1
    assert seen >= 18


def test_a_roster_of_words_becomes_a_creature_and_what_is_strange_is_named() -> None:
    words = RosterWords(
        kind="Cellar Shade",
        stats={"Hit Points": "26", "AC": "16", "Fort": "13", "Ref": "15", "Will": "14", "Speed": "6", "Initiative": "+4", "Size": "Small"},
        keywords=("RESIST COLD 5", "phasing", "Sings badly"),
        weapons=(WordWeapon("Chill", {"Attack": "+6 vs Reflex", "Damage": "1d8+3 cold damage", "Effect": "slowed (save ends), weeps"}),),
    )  # fmt: skip
    found = GAME.understand(words, OLD)
    made = Table().unit("A", "Shade", **found.profile).unit("B", "Bone").of("Shade")
    shade = creature(made)
    assert (shade.hp, shade.ac, shade.reflex, shade.initiative, shade.size) == (26, 16, 15, 4, "small")
    assert shade.resist == {"cold": 5}
    chill = shade.attacks[0]
    assert (chill.attack, chill.versus, chill.damage, chill.type) == (6, "reflex", "1d8+3", "cold")
    assert [(e.condition, e.until) for e in chill.effects] == [("slowed", "save")]
    assert found.not_understood == ("Sings badly", "weeps")


# Set-ups


def test_a_creature_enters_with_what_it_has() -> None:
    table = duel(hp=33, surges=8, action_points=1)
    assert {n: table.of("Ash").counter(n) for n in ("hp", "surges", "action points")} == {
        "hp": 33,
        "surges": 8,
        "action points": 1,
    }
    hurt = Table().unit("A", "Ash", hp=30, counters={"hp": 12}).unit("B", "Bone")
    assert hurt.hp("Ash") == 12


@pytest.mark.rule("D4-SIZE-1")
@pytest.mark.parametrize(
    ("size", "reach"), [("tiny", 0), ("small", 1), ("medium", 1), ("large", 1), ("huge", 1)]
)
def test_reach_is_a_number_of_the_creature_whatever_its_size(size: str, reach: int) -> None:
    table = Table().unit("A", "Ash", size=size).unit("A", "Elm", size=size, reach=3).unit("B", "Bone")
    assert creature(table.of("Ash")).usual_reach == reach
    assert creature(table.of("Elm")).usual_reach == 3
    assert table.of("Ash").size == size


def test_a_profile_that_is_none_is_refused_with_the_unit() -> None:
    with pytest.raises(WarbandError, match="Ash"):
        Battle(Table().unit("A", "Ash", speed="fast").unit("B", "Bone").setup(), GAME)


def test_the_schema_tells_every_action_and_query() -> None:
    schema = GAME.schema()
    assert {"attack", "walk", "save", "fall", "end", "turn", "initiative"} <= set(schema["actions"])
    assert "split" not in schema["actions"]
    assert {"order", "speeds", "budget"} <= set(schema["asks"])
    assert "save" in str(schema["odds"])
