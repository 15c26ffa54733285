"""Queries for odds: the fixed JSON forms, the answers, and what is said about a faulty query."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband_tui.errors import WarbandError
from warband_tui.rules.games.trench_crusade import chances
from warband_tui.rules.games.trench_crusade.chances import ATTACK_RESULTS, ODDS_RULES, Attack
from warband_tui.rules.games.trench_crusade.odds_query import answer, query_schema

# How long one example takes depends on who else uses the machine, and is no part of what is claimed here.
unhurried = settings(deadline=None)

KEYS = {
    "success": {"dice", "plus", "minus", "edition"},
    "injury": {"dice", "modifier", "bloodbath", "deadly", "down", "edition"},
    "attack": {
        "dice",
        "injury_dice",
        "modifier",
        "armour",
        "blood",
        "infection",
        "blessing",
        "down",
        "melee",
        "critical",
        "keywords",
        "bloodbath_cost",
        "attacker_blessing",
        "attacker_blood",
        "edition",
    },
    "morale": {"fielded", "losses", "leader", "dice", "shaken", "edition"},
}


def ask(**query: object) -> dict[str, Any]:
    return dict(answer(query))


def outcomes(told: dict[str, Any]) -> dict[str, str]:
    return {each: told[each] for each in ATTACK_RESULTS}


def complaint(**query: object) -> str:
    with pytest.raises(WarbandError) as refused:
        answer(query)
    assert "\n" not in str(refused.value)
    return str(refused.value)


# --- The forms


@pytest.mark.rule("TC-DIC-1", "TC-DIC-2")
def test_a_success_roll_is_told_as_three_exact_fractions() -> None:
    assert ask(roll="success", dice=1) == {"failure": "7/36", "success": "79/108", "critical": "2/27"}
    assert ask(roll="success") == {"failure": "5/12", "success": "5/9", "critical": "1/36"}


@pytest.mark.rule("TC-DIC-3")
def test_plus_and_minus_dice_cancel_before_the_roll() -> None:
    assert ask(roll="success", plus=2, minus=1) == ask(roll="success", dice=1)
    assert ask(roll="success", plus=1, minus=2) == ask(roll="success", dice=-1)
    assert ask(roll="success", minus=1) == ask(roll="success", dice=-1)
    assert ask(roll="success", plus=1, minus=1) == ask(roll="success", dice=0)


@pytest.mark.rule("TC-INJ-1")
def test_an_injury_roll_is_told_in_four_bands() -> None:
    assert ask(roll="injury") == {"none": "0", "minor": "5/12", "down": "11/36", "out": "5/18"}
    told = ask(roll="injury", dice=1, modifier=-1, bloodbath=False, deadly=False)
    assert told == {"none": "1/216", "minor": "17/54", "down": "35/108", "out": "77/216"}


@pytest.mark.rule("TC-BTH-1")
def test_a_bloodbath_and_deadly_each_keep_one_more_die() -> None:
    three = {"none": "0", "minor": "5/54", "down": "1/6", "out": "20/27"}
    assert ask(roll="injury", bloodbath=True) == ask(roll="injury", deadly=True) == three
    assert ask(roll="injury", bloodbath=True, deadly=True)["out"] == str(Fraction(1296 - 70, 1296))


@pytest.mark.rule("TC-INJ-1")
def test_the_limit_on_modifiers_belongs_to_the_edition_and_the_current_one_is_the_default() -> None:
    assert ask(roll="injury", modifier=-6) == ask(roll="injury", modifier=-3, edition="1.6.3")
    assert ask(roll="injury", modifier=-6, edition="1.6.3")["out"] == "0"


@pytest.mark.rule("TC-INJ-1")
def test_asked_whether_the_model_is_down_an_injury_roll_also_tells_the_mean_blood() -> None:
    up, down = ask(roll="injury", down=False), ask(roll="injury", down=True)
    assert Fraction(up["blood"]) == Fraction(15 + 11, 36)
    assert Fraction(down["blood"]) == Fraction(15 + 2 * 11, 36)
    assert up["out"] == down["out"]


@pytest.mark.rule("TC-MOR-1")
def test_morale_tells_whether_it_is_due_and_the_chance_to_hold() -> None:
    assert ask(roll="morale", fielded=10, losses=5, leader=True) == {
        "due": True,
        "hold": "29/36",
        "limit": 5,
        "to_go": 0,
        "on_failure": "shaken",
    }
    spared = ask(roll="morale", fielded=13, losses=5)
    assert (spared["due"], spared["hold"], spared["to_go"]) == (False, "1", 2)


@pytest.mark.rule("TC-MOR-1")
def test_a_shaken_warband_rolls_whatever_its_losses_and_flees_on_a_failure() -> None:
    told = ask(roll="morale", fielded=10, losses=0, shaken=True, dice=-1)
    assert (told["due"], told["hold"], told["on_failure"]) == (True, "23/72", "flees")
    assert ask(roll="morale", fielded=10, losses=5, edition="1.6.3")["on_failure"] == "flees"


# --- Attacks


def test_an_attack_tells_five_outcomes_that_sum_to_one() -> None:
    told = ask(
        roll="attack",
        dice=0,
        injury_dice=0,
        modifier=-1,
        blood=3,
        blessing=0,
        down=False,
        melee=False,
        critical=False,
        keywords=[],
    )
    chance = {each: Fraction(text) for each, text in outcomes(told).items()}
    assert sum(chance.values()) == 1
    assert chance["failure"] == Fraction(5, 12)
    assert chance["out"] == Fraction(20, 36) * Fraction(6, 36) + Fraction(1, 36) * Fraction(77, 216)
    assert told["success_roll"] == ask(roll="success", dice=0)


@pytest.mark.rule("TC-BLD-3", "TC-BTH-1")
def test_the_best_use_of_the_target_s_blood_is_one_of_the_ways_listed() -> None:
    told = ask(roll="attack", modifier=-3, blood=3, down=True, keywords=["flamethrower"])
    assert [(way["spend"], way["dice"], way["bloodbath"]) for way in told["ways"]] == [
        (0, 0, False),
        (1, 1, False),
        (2, 2, False),
        (3, 3, False),
        (3, 0, True),
    ]
    assert told["best"] == told["ways"][4]
    assert told["best"]["out"] == "3/8"
    assert outcomes(told["ways"][0]) == outcomes(told)


def test_with_no_blood_the_only_way_is_to_spend_none() -> None:
    told = ask(roll="attack")
    assert told["ways"] == [told["best"]]
    assert told["best"]["spend"] == 0


@pytest.mark.rule("TC-BLD-3")
def test_after_the_success_roll_the_best_way_is_told_for_either_kind_of_hit() -> None:
    told = ask(roll="attack", blood=2, dice=1)
    after = told["after_roll"]
    assert after["critical"]["out"] == ask(roll="injury", dice=3)["out"]
    assert after["success"]["out"] == ask(roll="injury", dice=2)["out"]
    assert after["out"] == told["best"]["out"]
    assert "critical" not in ask(roll="attack", keywords=["FLAMETHROWER"])["after_roll"]


@pytest.mark.rule("TC-BLS-2")
def test_the_target_s_blessing_is_told_as_its_owner_s_best_defence() -> None:
    told = ask(roll="attack", blood=1, blessing=2)
    assert [each["spend"] for each in told["defences"]] == [0, 1, 2]
    assert told["defence"] == told["defences"][2]
    assert told["defence"]["out"] == ask(roll="attack", injury_dice=-2)["out"]
    assert told["contested"]["out"] == ask(roll="attack", injury_dice=-1)["out"]


@pytest.mark.rule("TC-BLS-1", "TC-BLD-2")
def test_the_attacker_s_markers_are_told_one_number_at_a_time() -> None:
    told = ask(roll="attack", attacker_blessing=1, attacker_blood=2)
    assert [each["success_roll"] for each in told["attacker_blessing"]] == [
        ask(roll="success", dice=0),
        ask(roll="success", dice=1),
    ]
    assert told["attacker_blood"][2]["success_roll"] == ask(roll="success", dice=-2)
    assert outcomes(told["attacker_blood"][2]) == outcomes(ask(roll="attack", dice=-2))
    assert "attacker_blood" not in ask(roll="attack")


@pytest.mark.rule("TC-DWN-1")
def test_a_down_target_is_easier_for_melee_now_and_for_every_attack_before() -> None:
    one_die = outcomes(ask(roll="attack", injury_dice=1))
    assert outcomes(ask(roll="attack", down=True, melee=True)) == one_die
    assert outcomes(ask(roll="attack", down=True, edition="1.6.3")) == one_die
    assert outcomes(ask(roll="attack", down=True)) == outcomes(ask(roll="attack"))


@pytest.mark.rule("TC-KEY-1")
@pytest.mark.parametrize(
    ("keywords", "same_as"),
    [
        (["critical"], {"critical": True}),
        (["+1 DICE", " +1  dice"], {"dice": 2}),
        (["-2 Injury Dice"], {"injury_dice": -2}),
        (["\N{MINUS SIGN}1 INJURY MODIFIER"], {"armour": -2, "modifier": -1}),
        (["ARMOUR PIERCING"], {"modifier": -1}),
        (["IGNORE ARMOUR"], {"modifier": 0}),
        (["ASSAULT", "FEAR"], {}),
    ],
)
def test_keywords_do_what_they_say_in_any_case_and_spacing(
    keywords: list[str], same_as: dict[str, object]
) -> None:
    told = ask(roll="attack", modifier=-2, keywords=keywords)
    assert outcomes(told) == outcomes(ask(**{"roll": "attack", "modifier": -2, **same_as}))


@pytest.mark.rule("TC-KEY-1")
def test_armour_piercing_leaves_other_modifiers_alone_where_armour_is_given_apart() -> None:
    told = ask(roll="attack", modifier=-1, armour=0, keywords=["ARMOUR PIERCING"])
    assert outcomes(told) == outcomes(ask(roll="attack", modifier=-1))


@pytest.mark.rule("TC-KEY-1")
def test_keywords_without_a_part_in_the_odds_are_named() -> None:
    told = ask(
        roll="attack", keywords=["Deadly", "assault", 'BLAST (3")', "[red]", "NEGATE FIRE", "NEGATE FEAR"]
    )
    assert told["not_counted"] == ["ASSAULT", 'BLAST (3")', "NEGATE FEAR", "[RED]"]


@pytest.mark.rule("TC-KEY-1", "TC-INJ-1")
def test_fire_adds_a_marker_to_every_hit_that_leaves_the_target_in_play() -> None:
    plain, fire = ask(roll="attack"), ask(roll="attack", keywords=["FIRE"])
    assert outcomes(plain) == outcomes(fire)
    hurt = 1 - Fraction(plain["failure"]) - Fraction(plain["out"])
    assert Fraction(fire["blood"]) - Fraction(plain["blood"]) == hurt


@pytest.mark.rule("TC-INJ-1", "TC-INJ-2")
@pytest.mark.parametrize(
    ("target", "of_36"),
    [({}, 15 + 11), ({"down": True}, 15 + 2 * 11), ({"down": True, "blood": 5}, 15 + 11), ({"blood": 6}, 0)],
)
def test_the_mean_blood_of_an_attack_counts_what_the_target_can_still_take(
    target: dict[str, object], of_36: int
) -> None:
    told = ask(**{"roll": "attack", "keywords": ["FLAMETHROWER"], **target})
    assert Fraction(told["blood"]) == Fraction(of_36, 36)


@unhurried
@given(
    numbers=st.fixed_dictionaries(
        {
            "dice": st.integers(-20, 20),
            "injury_dice": st.integers(-20, 20),
            "modifier": st.integers(-20, 20),
            "blood": st.integers(0, 6),
            "blessing": st.integers(0, 6),
            "down": st.booleans(),
            "melee": st.booleans(),
            "critical": st.booleans(),
            "edition": st.sampled_from(sorted(ODDS_RULES)),
        }
    )
)
def test_every_attack_within_the_limits_has_an_answer_in_plain_json(numbers: dict[str, Any]) -> None:
    told = ask(roll="attack", **numbers)
    assert json.loads(json.dumps(told)) == told
    for listed in (told, told["best"], told["defence"], told["contested"], *told["ways"], *told["defences"]):
        assert sum(Fraction(text) for text in outcomes(listed).values()) == 1
    assert Fraction(told["best"]["out"]) == max(Fraction(way["out"]) for way in told["ways"])
    attack = Attack(
        dice=numbers["dice"],
        injury_dice=numbers["injury_dice"],
        modifier=numbers["modifier"],
        down=numbers["down"],
        melee=numbers["melee"],
        keywords=frozenset({"CRITICAL"} if numbers["critical"] else ()),
    )
    rules = ODDS_RULES[numbers["edition"]]
    assert outcomes(told) == chances.whole_attack(attack, rules).to_json(ATTACK_RESULTS)


# --- Faulty queries


@pytest.mark.parametrize("roll", sorted(KEYS))
def test_an_unknown_key_is_named_beside_those_that_are_known(roll: str) -> None:
    said = complaint(roll=roll, blod=3, **{"di\nce": 1})
    assert "unknown keys 'blod', 'di\\nce'" in said
    for key in KEYS[roll]:
        assert key in said


@pytest.mark.parametrize("roll", [None, 3, "sucess", ["attack"], {}])
def test_an_unknown_roll_is_answered_with_those_there_are(roll: object) -> None:
    said = complaint(roll=roll)
    assert f"roll cannot be {roll!r}" in said
    assert "success, injury, attack, morale" in said


def test_a_query_without_a_roll_or_that_is_no_object_is_refused() -> None:
    assert "the key roll is missing" in complaint(dice=1)
    for text in ("[]", "1", '"attack"', "null"):
        with pytest.raises(WarbandError, match="a query is a JSON object"):
            answer(json.loads(text))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"roll": "success", "dice": "two"}, "dice must be a whole number from -20 to 20, not 'two'"),
        ({"roll": "success", "dice": True}, "dice must be a whole number from -20 to 20, not True"),
        ({"roll": "success", "dice": 1.5}, "dice must be a whole number from -20 to 20, not 1.5"),
        ({"roll": "success", "dice": None}, "dice must be a whole number from -20 to 20, not None"),
        ({"roll": "success", "dice": 21}, "dice must be a whole number from -20 to 20, not 21"),
        ({"roll": "success", "minus": -1}, "minus must be a whole number from 0 to 20, not -1"),
        ({"roll": "success", "edition": "2"}, "edition must be one of 1.0.2, 1.6.3, not '2'"),
        ({"roll": "injury", "bloodbath": 1}, "bloodbath must be true or false, not 1"),
        ({"roll": "injury", "down": None}, "down must be true or false, not None"),
        ({"roll": "attack", "blood": 7}, "blood must be a whole number from 0 to 6, not 7"),
        ({"roll": "attack", "blessing": -1}, "blessing must be a whole number from 0 to 6, not -1"),
        ({"roll": "attack", "armour": 1}, "armour must be a whole number from -20 to 0, not 1"),
        (
            {"roll": "attack", "bloodbath_cost": 0},
            "bloodbath_cost must be a whole number from 1 to 12, not 0",
        ),
        ({"roll": "attack", "keywords": "FIRE"}, "keywords must be a list of up to 40 texts"),
        ({"roll": "attack", "keywords": ["x" * 61]}, "keywords must be a list of up to 40 texts of up to 60"),
        ({"roll": "attack", "keywords": ["x"] * 41}, "keywords must be a list of up to 40 texts"),
        ({"roll": "attack", "keywords": [1]}, "keywords must be a list of up to 40 texts"),
        (
            {"roll": "morale", "losses": 1},
            "the key fielded is missing; it must be a whole number from 1 to 200",
        ),
        (
            {"roll": "morale", "fielded": 0, "losses": 0},
            "fielded must be a whole number from 1 to 200, not 0",
        ),
        (
            {"roll": "morale", "fielded": 5, "losses": 6},
            "losses (6) cannot be more than the models fielded (5)",
        ),
        ({"roll": "success", "dice": 1, "plus": 1}, "give either dice, or plus and minus, not both"),
        ({"roll": "success", "dice": 0, "minus": 1}, "give either dice, or plus and minus, not both"),
    ],
)
def test_a_value_of_the_wrong_kind_or_size_is_named_with_what_it_must_be(
    query: dict[str, object], said: str
) -> None:
    refusal = complaint(**query)
    assert said in refusal
    assert refusal.startswith(f"odds trench-crusade, {query['roll']}: ")


def test_a_very_long_wrong_value_does_not_flood_the_message() -> None:
    assert len(complaint(roll="success", dice="x" * 10_000)) < 200
    assert len(complaint(roll="x" * 10_000)) < 200


# --- The schema


def test_the_schema_names_every_key_of_every_roll_with_its_meaning() -> None:
    schema = query_schema()
    rolls = {form["properties"]["roll"]["enum"][0]: form for form in schema["$defs"].values()}
    assert {roll: set(form["properties"]) - {"roll"} for roll, form in rolls.items()} == KEYS
    for form in rolls.values():
        assert form["additionalProperties"] is False
        assert form["description"]
        for key, part in form["properties"].items():
            assert key == "roll" or len(part["description"]) > 10
    assert rolls["morale"]["required"] == ["roll", "fielded", "losses"]


def test_the_schema_is_plain_json() -> None:
    assert json.loads(json.dumps(query_schema())) == query_schema()
