"""The chances of every roll, against figures worked by hand and against counting every possible roll."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband_tui.rules.games.trench_crusade import chances, spending
from warband_tui.rules.games.trench_crusade.chances import (
    ATTACK_RESULTS,
    INJURY_RESULTS,
    ODDS_RULES,
    SUCCESS_RESULTS,
    Attack,
    AttackResult,
    InjuryResult,
    OddsRules,
)
from warband_tui.rules.odds import Distribution

# How long one example takes depends on who else uses the machine, and is no part of what is claimed here.
unhurried = settings(deadline=None)

NOW, BEFORE = ODDS_RULES["1.0.2"], ODDS_RULES["1.6.3"]
SURE_HIT = frozenset({"FLAMETHROWER"})


@cache
def counted(dice: int, kept: int) -> dict[int, Fraction]:
    """Totals by going through every roll one by one: the slow way that the module must agree with."""
    rolled = kept + abs(dice)
    totals = Counter(
        sum(sorted(roll, reverse=dice > 0)[:kept]) for roll in itertools.product(range(1, 7), repeat=rolled)
    )
    return {total: Fraction(ways, 6**rolled) for total, ways in totals.items()}


def counted_between(dice: int, kept: int, low: int, high: int) -> Fraction:
    return sum((chance for total, chance in counted(dice, kept).items() if low <= total <= high), Fraction(0))


def attacks(**fixed: object) -> st.SearchStrategy[Attack]:
    parts: dict[str, st.SearchStrategy[object]] = {
        "dice": st.integers(-3, 4),
        "injury_dice": st.integers(-3, 4),
        "modifier": st.integers(-4, 2),
        "armour": st.integers(-4, 0),
        "blood": st.integers(0, 6),
        "infection": st.integers(0, 2),
        "blessing": st.integers(0, 4),
        "down": st.booleans(),
        "melee": st.booleans(),
        "keywords": st.frozensets(st.sampled_from(sorted(chances.COUNTED_KEYWORDS))),
        "bloodbath_cost": st.none() | st.integers(1, 6),
    }
    return st.builds(Attack, **{**parts, **{name: st.just(value) for name, value in fixed.items()}})


editions = st.sampled_from([NOW, BEFORE])


def at_least_as_bad(result: Distribution[AttackResult], worst: int) -> Fraction:
    """The chance of one of the `worst` gravest results."""
    return sum((result.chance(each) for each in ATTACK_RESULTS[-worst:]), Fraction(0))


# --- Success rolls


@pytest.mark.rule("TC-DIC-1", "TC-DIC-2")
@pytest.mark.parametrize(
    ("dice", "failure", "success", "critical"),
    [
        (0, "15/36", "20/36", "1/36"),
        (1, "7/36", "79/108", "2/27"),
        (-1, "49/72", "17/54", "1/216"),
    ],
)
def test_success_rolls_have_the_chances_worked_by_hand(
    dice: int, failure: str, success: str, critical: str
) -> None:
    rolled = chances.success(dice)
    assert [rolled.chance(each) for each in SUCCESS_RESULTS] == [
        Fraction(failure),
        Fraction(success),
        Fraction(critical),
    ]


@pytest.mark.rule("TC-DIC-1", "TC-DIC-2")
@pytest.mark.parametrize("dice", range(-4, 5))
def test_success_rolls_agree_with_counting_every_roll(dice: int) -> None:
    rolled = chances.success(dice)
    assert rolled.chance("failure") == counted_between(dice, 2, 2, 6)
    assert rolled.chance("success") == counted_between(dice, 2, 7, 11)
    assert rolled.chance("critical") == counted_between(dice, 2, 12, 12)


@pytest.mark.rule("TC-DIC-2")
@pytest.mark.parametrize("dice", [0, 1, 5, 20])
def test_a_critical_is_two_sixes_among_the_dice_rolled(dice: int) -> None:
    rolled = 2 + dice
    no_six, one_six = Fraction(5, 6) ** rolled, rolled * Fraction(1, 6) * Fraction(5, 6) ** (rolled - 1)
    assert chances.success(dice).chance("critical") == 1 - no_six - one_six
    assert chances.success(-dice).chance("critical") == Fraction(1, 6) ** rolled


@pytest.mark.rule("TC-DIC-2")
@unhurried
@given(dice=st.integers(-20, 19))
def test_one_more_die_always_helps_a_success_roll(dice: int) -> None:
    fewer, more = chances.success(dice), chances.success(dice + 1)
    assert more.chance("failure") < fewer.chance("failure")
    assert more.chance("critical") > fewer.chance("critical")


@pytest.mark.rule("TC-DIC-3")
@pytest.mark.parametrize(("plus", "minus", "net"), [(1, 1, 0), (2, 1, 1), (1, 2, -1), (0, 0, 0), (0, 3, -3)])
def test_plus_and_minus_dice_cancel_one_for_one(plus: int, minus: int, net: int) -> None:
    assert chances.cancel(plus, minus) == net


def test_negative_counts_of_dice_do_not_cancel() -> None:
    with pytest.raises(ValueError, match="counted from 0"):
        chances.cancel(1, -1)


# --- Injury rolls


@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(
    ("modifier", "of_36"),
    [(0, (0, 15, 11, 10)), (-1, (1, 20, 9, 6)), (-3, (6, 24, 5, 1)), (2, (0, 6, 9, 21))],
)
def test_injury_rolls_have_the_chances_worked_by_hand(modifier: int, of_36: tuple[int, ...]) -> None:
    rolled = chances.injury(0, modifier)
    assert tuple(rolled.chance(each) * 36 for each in INJURY_RESULTS) == of_36


@pytest.mark.rule("TC-BTH-1")
@pytest.mark.parametrize(("bloodbath", "deadly"), [(True, False), (False, True)])
def test_a_bloodbath_adds_three_dice_and_deadly_does_the_same(bloodbath: bool, deadly: bool) -> None:
    rolled = chances.injury(0, bloodbath=bloodbath, deadly=deadly)
    assert [rolled.chance(each) * 216 for each in INJURY_RESULTS] == [0, 20, 36, 160]


@pytest.mark.rule("TC-INJ-1", "TC-DIC-2", "TC-BTH-1")
@pytest.mark.parametrize("deadly", [False, True])
@pytest.mark.parametrize("bloodbath", [False, True])
@pytest.mark.parametrize("modifier", [-5, -3, -1, 0, 2])
@pytest.mark.parametrize("dice", [-2, -1, 0, 1, 2])
def test_injury_rolls_agree_with_counting_every_roll(
    dice: int, modifier: int, bloodbath: bool, deadly: bool
) -> None:
    kept = 2 + bloodbath + deadly
    for floor, flat in ((-3, max(modifier, -3)), (None, modifier)):
        rolled = chances.injury(dice, modifier, bloodbath=bloodbath, deadly=deadly, floor=floor)
        assert rolled.chance("none") == counted_between(dice, kept, 0, 1 - flat)
        assert rolled.chance("minor") == counted_between(dice, kept, 2 - flat, 6 - flat)
        assert rolled.chance("down") == counted_between(dice, kept, 7 - flat, 8 - flat)
        assert rolled.chance("out") == counted_between(dice, kept, 9 - flat, 99)


@pytest.mark.rule("TC-INJ-1")
def test_negative_modifiers_stop_at_minus_three_in_the_current_edition_only() -> None:
    assert chances.injury(0, -5, floor=NOW.modifier_floor) == chances.injury(0, -3, floor=None)
    assert chances.injury(0, -5, floor=BEFORE.modifier_floor).chance("out") == 0
    assert chances.capped(4, NOW.modifier_floor) == 4


@pytest.mark.rule("TC-INJ-1")
def test_the_limit_holds_the_negative_modifiers_and_what_is_positive_adds_afterwards() -> None:
    # Armour -4 is held at -3 and the weapon's +1 makes -2; before the limit came in it was -3 in all.
    hit = Attack(armour=-4, bonus=1, keywords=SURE_HIT)
    assert chances.whole_attack(hit, NOW) == chances.whole_attack(Attack(modifier=-2, keywords=SURE_HIT), NOW)
    old = chances.whole_attack(hit, BEFORE)
    assert old == chances.whole_attack(Attack(modifier=-3, keywords=SURE_HIT), BEFORE)
    assert chances.whole_attack(
        Attack(armour=-4, modifier=1, keywords=SURE_HIT), NOW
    ) == chances.whole_attack(hit, NOW)


@pytest.mark.rule("TC-INJ-1")
@unhurried
@given(dice=st.integers(-10, 10), modifier=st.integers(-6, 6), bloodbath=st.booleans(), deadly=st.booleans())
def test_dice_and_modifiers_never_make_an_injury_less_grave(
    dice: int, modifier: int, bloodbath: bool, deadly: bool
) -> None:
    rolled = chances.injury(dice, modifier, bloodbath=bloodbath, deadly=deadly)
    for graver in (
        chances.injury(dice + 1, modifier, bloodbath=bloodbath, deadly=deadly),
        chances.injury(dice, modifier + 1, bloodbath=bloodbath, deadly=deadly),
        chances.injury(dice, modifier, bloodbath=True, deadly=deadly),
        chances.injury(dice, modifier, bloodbath=bloodbath, deadly=True),
    ):
        for worst in (1, 2, 3):
            grave = INJURY_RESULTS[-worst:]
            assert sum(map(graver.chance, grave)) >= sum(map(rolled.chance, grave))


@pytest.mark.rule("TC-INJ-1")
@pytest.mark.parametrize(
    ("result", "up", "down"),
    [("failure", 0, 0), ("none", 0, 0), ("minor", 1, 1), ("down", 1, 2), ("out", 0, 0)],
)
def test_blood_is_placed_by_the_result_and_by_whether_the_target_was_down(
    result: AttackResult, up: int, down: int
) -> None:
    assert chances.blood_from(result) == up
    assert chances.blood_from(result, already_down=True) == down


@pytest.mark.rule("TC-INJ-2")
def test_expected_blood_counts_no_marker_beyond_the_sixth() -> None:
    hit = Distribution[AttackResult].of([("minor", 1), ("down", 1)])
    assert chances.expected_blood(hit, already_down=True) == Fraction(3, 2)
    assert chances.expected_blood(hit, already_down=True, blood=5) == 1
    assert chances.expected_blood(hit, already_down=True, blood=6) == 0


# --- Whole attacks


def test_an_attack_is_a_success_roll_and_then_an_injury_roll_with_one_die_more_on_a_critical() -> None:
    attack = Attack(dice=1, injury_dice=0, armour=-1)
    expected = Fraction(79, 108) * chances.injury(0, -1).chance("out")
    expected += Fraction(2, 27) * chances.injury(1, -1).chance("out")
    result = chances.whole_attack(attack, NOW)
    assert result.chance("out") == expected == Fraction(79, 108) / 6 + Fraction(2, 27) * Fraction(77, 216)
    assert result.chance("failure") == Fraction(7, 36)


@settings(max_examples=60, deadline=None)
@given(attack=attacks(keywords=frozenset()), rules=editions)
def test_an_attack_without_keywords_agrees_with_its_two_rolls_counted(
    attack: Attack, rules: OddsRules
) -> None:
    attack = msgspec.structs.replace(attack, injury_dice=max(-2, min(attack.injury_dice, 1)))
    negative = min(attack.modifier, 0) + attack.armour
    flat = max(attack.modifier, 0) + (max(negative, -3) if rules is NOW else negative)
    net = attack.injury_dice + (attack.down and (attack.melee or rules is BEFORE))
    hit, critical = counted_between(attack.dice, 2, 7, 11), counted_between(attack.dice, 2, 12, 12)
    out = hit * counted_between(net, 2, 9 - flat, 99) + critical * counted_between(net + 1, 2, 9 - flat, 99)
    assert chances.whole_attack(attack, rules).chance("out") == out


@unhurried
@given(attack=attacks(), rules=editions)
def test_the_five_outcomes_of_any_attack_cover_every_case(attack: Attack, rules: OddsRules) -> None:
    result = chances.whole_attack(attack, rules)
    assert sum(map(result.chance, ATTACK_RESULTS)) == 1


@unhurried
@given(attack=attacks(), rules=editions, worst=st.integers(1, 4))
def test_no_more_dice_of_either_kind_ever_help_the_target(
    attack: Attack, rules: OddsRules, worst: int
) -> None:
    chance = at_least_as_bad(chances.whole_attack(attack, rules), worst)
    for name in ("dice", "injury_dice", "modifier"):
        more = msgspec.structs.replace(attack, **{name: getattr(attack, name) + 1})
        assert at_least_as_bad(chances.whole_attack(more, rules), worst) >= chance


@pytest.mark.rule("TC-DWN-1")
@pytest.mark.parametrize(("rules", "melee", "dice"), [(NOW, True, 1), (NOW, False, 0), (BEFORE, False, 1)])
def test_a_down_target_gives_its_die_to_melee_now_and_to_every_attack_before(
    rules: OddsRules, melee: bool, dice: int
) -> None:
    attack = Attack(down=True, melee=melee)
    assert chances.injury_roll(attack, rules, critical=False).chance("out") == chances.injury(dice).chance(
        "out"
    )


@pytest.mark.rule("TC-KEY-1")
@pytest.mark.parametrize(
    ("keywords", "same_as"),
    [
        ({"DEADLY"}, chances.injury(0, -2, deadly=True)),
        ({"ARMOUR PIERCING"}, chances.injury(0, -1)),
        ({"IGNORE ARMOUR"}, chances.injury(0, 0)),
        ({"ARMOUR PIERCING", "IMPERVIOUS"}, chances.injury(0, -2)),
        ({"DEADLY", "NEGATE DEADLY"}, chances.injury(0, -2)),
    ],
)
def test_keywords_change_the_injury_roll_as_they_say(
    keywords: set[str], same_as: Distribution[InjuryResult]
) -> None:
    attack = Attack(armour=-2, keywords=frozenset(keywords))
    rolled = chances.injury_roll(attack, NOW, critical=False)
    assert [rolled.chance(each) for each in INJURY_RESULTS] == [
        same_as.chance(each) for each in INJURY_RESULTS
    ]


@pytest.mark.rule("TC-KEY-1")
def test_armour_piercing_never_turns_armour_into_a_bonus() -> None:
    piercing = Attack(keywords=frozenset({"ARMOUR PIERCING"}))
    assert chances.whole_attack(piercing, NOW) == chances.whole_attack(Attack(), NOW)


@pytest.mark.rule("TC-KEY-1")
@pytest.mark.parametrize(("keywords", "dice"), [(set(), 1), ({"CRITICAL"}, 2)])
def test_a_critical_success_adds_one_injury_die_and_two_with_critical(keywords: set[str], dice: int) -> None:
    attack = Attack(keywords=frozenset(keywords))
    assert chances.injury_roll(attack, NOW, critical=True).chance("out") == chances.injury(dice).chance("out")


@pytest.mark.rule("TC-KEY-1")
def test_a_flamethrower_neither_misses_nor_hits_critically() -> None:
    burning = chances.whole_attack(Attack(dice=-5, keywords=SURE_HIT | {"CRITICAL"}), NOW)
    assert burning.chance("failure") == 0
    assert burning.chance("out") == chances.injury(0).chance("out")


@pytest.mark.rule("TC-KEY-1")
@pytest.mark.parametrize(
    ("keywords", "extra"),
    [
        (set(), 0),
        ({"FIRE"}, 1),
        ({"GAS", "SHRAPNEL"}, 2),
        ({"FIRE", "DEMONIC"}, 0),
        ({"GAS", "FIRE", "GOLEM"}, 1),
        ({"SHRAPNEL", "NEGATE SHRAPNEL"}, 0),
    ],
)
def test_fire_gas_and_shrapnel_place_more_blood_but_change_no_outcome(keywords: set[str], extra: int) -> None:
    attack = Attack(armour=-2, keywords=frozenset(keywords - {"GOLEM"}))
    assert chances.extra_blood(Attack(keywords=frozenset(keywords))) == extra
    result = chances.whole_attack(attack, NOW)
    assert result == chances.whole_attack(Attack(armour=-2), NOW)
    hurt = 1 - result.chance("failure") - result.chance("out")
    more = chances.expected_blood(result, extra=extra) - chances.expected_blood(result)
    assert more == extra * hurt


@pytest.mark.rule("TC-KEY-1")
@pytest.mark.parametrize(
    ("keywords", "rules", "becomes"),
    [
        ({"TOUGH"}, NOW, ("down", "down")),
        ({"STANDFAST"}, NOW, ("minor", "out")),
        ({"TOUGH", "STANDFAST"}, NOW, ("minor", "minor")),
        ({"TOUGH", "STANDFAST"}, BEFORE, ("minor", "down")),
        ({"GOLEM", "STANDFAST"}, BEFORE, ("minor", "down")),
        ({"GOLEM"}, NOW, ("down", "down")),
    ],
)
def test_saving_effects_replace_results_in_the_edition_s_order(
    keywords: set[str], rules: OddsRules, becomes: tuple[AttackResult, AttackResult]
) -> None:
    plain = chances.injury_roll(Attack(armour=-1), rules, critical=False)
    moved: dict[AttackResult, AttackResult] = {"down": becomes[0], "out": becomes[1]}
    saved = chances.injury_roll(Attack(armour=-1, keywords=frozenset(keywords)), rules, critical=False)
    assert saved == plain.map(lambda result: moved.get(result, result))


@pytest.mark.rule("TC-KEY-1", "TC-BTH-1")
def test_only_a_bloodbath_takes_a_golem_out_and_tough_does_not_save_it() -> None:
    golem = Attack(keywords=frozenset({"GOLEM", "TOUGH"}))
    assert chances.injury_roll(golem, NOW, critical=False, dice=6).chance("out") == 0
    bathed = chances.injury_roll(golem, NOW, critical=False, bloodbath=True)
    assert bathed.chance("out") == chances.injury(0, bloodbath=True).chance("out") == Fraction(160, 216)


# --- Markers


@pytest.mark.rule("TC-BLD-3", "TC-BTH-1")
def test_blood_can_be_spent_as_dice_or_for_a_bloodbath_with_the_rest_as_dice() -> None:
    def spent(attack: Attack) -> set[tuple[int, int, bool]]:
        return {(way.spend, way.dice, way.bloodbath) for way in spending.ways(attack, NOW)}

    assert spent(Attack(blood=2)) == {(0, 0, False), (1, 1, False), (2, 2, False)}
    assert spent(Attack(blood=6)) == {(n, n, False) for n in range(7)} | {(6, 0, True)}
    on_the_ground = spent(Attack(blood=5, down=True))
    assert on_the_ground == {(n, n, False) for n in range(6)} | {(3, 0, True), (4, 1, True), (5, 2, True)}
    assert (5, 0, True) in spent(Attack(blood=5, bloodbath_cost=5))
    assert (7, 1, True) in spent(Attack(blood=4, infection=3))


@pytest.mark.rule("TC-BTH-1", "TC-BLD-3")
def test_three_blood_on_a_down_target_in_machine_armour_are_best_spent_on_a_bloodbath() -> None:
    attack = Attack(blood=3, down=True, armour=-3, keywords=SURE_HIT)
    by_way = {(way.dice, way.bloodbath): way.out for way in spending.ways(attack, NOW)}
    assert by_way[0, True] == Fraction(81, 216)
    assert by_way[3, False] == 1 - 2 * Fraction(5, 6) ** 5
    best = spending.best(spending.ways(attack, NOW))
    assert (best.spend, best.dice, best.bloodbath, best.out) == (3, 0, True, Fraction(3, 8))


@pytest.mark.rule("TC-BLD-3", "TC-BTH-1")
@unhurried
@given(attack=attacks(), rules=editions)
def test_no_way_beats_the_best_and_each_way_is_worth_its_own_roll(attack: Attack, rules: OddsRules) -> None:
    ways = spending.ways(attack, rules)
    best = spending.best(ways)
    for way in ways:
        assert way.out <= best.out
        assert way.spend == way.dice + attack.price * way.bloodbath <= attack.blood + attack.infection
        assert way.result == chances.whole_attack(attack, rules, dice=way.dice, bloodbath=way.bloodbath)
        if way.result == best.result:
            assert best.spend <= way.spend


@pytest.mark.rule("TC-BLD-3")
@unhurried
@given(attack=attacks(), rules=editions)
def test_choosing_after_the_success_roll_is_never_worse_than_before(attack: Attack, rules: OddsRules) -> None:
    rolled = chances.success_roll(attack)
    later = rolled.chance("success") * spending.best(spending.ways_after(attack, rules, critical=False)).out
    later += rolled.chance("critical") * spending.best(spending.ways_after(attack, rules, critical=True)).out
    assert later >= spending.best(spending.ways(attack, rules)).out


def test_where_no_way_takes_the_target_out_the_best_is_most_likely_down() -> None:
    best = spending.best(spending.ways(Attack(blood=4, keywords=frozenset({"TOUGH"})), NOW))
    assert best.out == 0
    assert best.spend == 4


def test_blood_is_kept_where_it_changes_nothing() -> None:
    cannot_fail = Attack(blood=6, modifier=20, keywords=SURE_HIT)
    assert spending.best(spending.ways(cannot_fail, NOW)).spend == 0


@pytest.mark.rule("TC-BLS-2")
def test_each_blessing_of_the_target_takes_an_injury_die_away() -> None:
    offered = spending.defences(Attack(injury_dice=1, blessing=2, keywords=SURE_HIT), NOW)
    assert [each.result.chance("out") for each in offered] == [
        chances.injury(dice).chance("out") for dice in (1, 0, -1)
    ]
    assert spending.best_defence(offered).spend == 2


def test_blessings_are_kept_where_they_change_nothing() -> None:
    cannot_fail = Attack(blessing=3, modifier=20, keywords=SURE_HIT)
    assert spending.best_defence(spending.defences(cannot_fail, NOW)).spend == 0


@pytest.mark.rule("TC-BLS-2", "TC-BLD-3")
@settings(max_examples=40, deadline=None)
@given(attack=attacks(), rules=editions)
def test_against_the_best_defence_the_order_of_declaring_does_not_matter(
    attack: Attack, rules: OddsRules
) -> None:
    defences = range(attack.blessing + 1)
    ways = spending.ways(attack, rules)
    table = [
        [
            chances.whole_attack(attack, rules, dice=way.dice - spend, bloodbath=way.bloodbath).chance("out")
            for spend in defences
        ]
        for way in ways
    ]
    attacker_first = max(min(row) for row in table)
    defender_first = min(max(row[spend] for row in table) for spend in defences)
    assert spending.contested(attack, rules).out == attacker_first == defender_first


@pytest.mark.rule("TC-BLS-1", "TC-BLD-2")
def test_the_attacker_s_own_markers_move_its_success_roll_by_a_die_each() -> None:
    attack = Attack(dice=1)
    helped = spending.own_blessing(attack, NOW, 3)
    hindered = spending.own_blood(attack, NOW, 2)
    assert [each.success for each in helped] == [chances.success(dice) for dice in (1, 2, 3, 4)]
    assert [each.success for each in hindered] == [chances.success(dice) for dice in (1, 0, -1)]
    assert [each.spend for each in helped] == [0, 1, 2, 3]
    outs = [each.result.chance("out") for each in (*reversed(hindered), *helped[1:])]
    assert outs == sorted(set(outs))


# --- Morale


@pytest.mark.rule("TC-MOR-1")
@pytest.mark.parametrize(
    ("fielded", "limit"), [(1, 1), (5, 3), (6, 3), (7, 4), (10, 5), (13, 7), (19, 10), (20, 10), (22, 11)]
)
def test_morale_is_due_from_half_of_the_fielded_models_rounded_up(fielded: int, limit: int) -> None:
    assert chances.morale_limit(fielded) == limit
    assert not chances.morale_due(fielded, limit - 1)
    assert chances.morale_due(fielded, limit)


@pytest.mark.rule("TC-MOR-1")
@pytest.mark.parametrize(("dice", "hold"), [(0, "7/12"), (1, "29/36"), (-1, "23/72")])
def test_morale_holds_on_any_success(dice: int, hold: str) -> None:
    assert chances.morale(dice) == Fraction(hold)
