"""Fights with all that changes them: charges, lances, shields, heroic actions, challenges; shots at cavalry; magic."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.middle_earth.field import GAME, NEW, OLD, Field, both_editions
from warband_tui.rules.games.middle_earth import chances, duels
from warband_tui.rules.games.middle_earth.duels import Duellist
from warband_tui.rules.games.middle_earth.fighting import melee
from warband_tui.rules.lab import answer
from warband_tui.rules.wording import percent

FACES = range(1, 7)
HORSE = {"name": "horse", "attacks": 0, "courage_target": 7, "defence": 4}


def joust(
    edition: str = NEW, *, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None
) -> Field:
    field = Field(edition)
    field.side("A").hero("Eomer", **{"fight": 4, "shoot": 4, **(mine or {})})
    field.side("B").hero("Orc", **{"fight": 3, "defence": 5, "keywords": ["EVIL"], **(theirs or {})})
    field.turn()
    return field


def rider(**more: Any) -> dict[str, Any]:
    return {"mount": HORSE, "keywords": ["CAVALRY"], **more}


def dice_of(field: Field, **duel: Any) -> tuple[int, int]:
    fight = melee(field.state, field.action("duel", "Eomer", **duel))  # type: ignore[arg-type]
    return fight.ours.all_dice, fight.theirs.all_dice


# ---- charges


@both_editions
@pytest.mark.parametrize(
    ("theirs", "dice", "prone"),
    [({}, 2, True), (rider(), 1, False), ({"keywords": ["MONSTER"]}, 1, False), ({"strength": 6}, 2, False)],
)
def test_a_cavalry_charge_adds_an_attack_against_infantry_and_knocks_the_weak_prone(
    edition: str, theirs: dict[str, Any], dice: int, prone: bool
) -> None:
    field = joust(edition, mine=rider(), theirs=theirs)
    field.do("charge", "Eomer", targets=["Orc"])
    assert dice_of(field) == (dice, 1)
    assert dice_of(field, no_charge=True) == (1, 1)
    field.do("duel", "Eomer", won=True)
    assert field.unit("Orc").has("prone") is prone
    strike = field.odds("strike", "Eomer", target="Orc")
    assert strike.pool.startswith(f"{2 if prone else 1} to wound")


@both_editions
def test_a_rider_that_loses_its_fight_knocks_nobody_down(edition: str) -> None:
    field = joust(edition, mine=rider())
    field.do("charge", "Eomer", targets=["Orc"])
    field.do("duel", "Eomer", won=False)
    assert not field.unit("Orc").has("prone")


@both_editions
def test_on_foot_there_is_no_cavalry_charge_and_next_turn_none_either(edition: str) -> None:
    field = joust(edition, mine=rider())
    field.do("charge", "Eomer", targets=["Orc"])
    field.do("condition", on="Eomer", condition="on foot")
    assert dice_of(field) == (1, 1)
    field.do("condition", on="Eomer", condition="on foot", clear=True)
    field.turn()
    assert dice_of(field) == (1, 1)
    assert dice_of(field, charged=True) == (2, 1)


@both_editions
def test_a_monster_charges_like_cavalry_against_the_weaker(edition: str) -> None:
    for strength, prone in ((3, True), (6, False)):
        mine = {"strength": 6, "rules": ["Monstrous Charge"], "keywords": ["MONSTER"]}
        field = joust(edition, mine=mine, theirs={"strength": strength})
        field.do("charge", "Eomer", targets=["Orc"])
        assert dice_of(field) == (2 if prone else 1, 1)
        field.do("duel", "Eomer", won=True)
        assert field.unit("Orc").has("prone") is prone


@both_editions
def test_a_lance_adds_one_to_wound_when_charging_and_is_lost_on_foot(edition: str) -> None:
    lance = [{"id": "lance", "name": "lance", "keywords": ["LANCE"]}]
    field = joust(edition, mine=rider(weapons=lance), theirs={"keywords": ["MONSTER"], "defence": 5})
    field.do("engage", "Eomer", target="Orc")
    assert "to wound on 5+" in field.odds("strike", "Eomer").pool
    field.do("charge", "Eomer", targets=["Orc"])
    assert "to wound on 4+" in field.odds("strike", "Eomer").pool
    assert "to wound on 5+" in field.odds("strike", "Eomer", no_charge=True).pool
    field.do("condition", on="Eomer", condition="on foot")
    assert "to wound on 5+" in field.odds("strike", "Eomer").pool


# ---- who may strike


@both_editions
def test_shielding_doubles_the_dice_and_gives_up_the_strikes(edition: str) -> None:
    field = joust(edition, mine={"attacks": 2})
    field.do("engage", "Eomer", target="Orc")
    assert dice_of(field, shielding=True) == (4, 1)
    assert dice_of(field, foe_shielding=True) == (2, 2)
    field.do("duel", "Eomer", shielding=True, won=True)
    assert "no state to strike" in field.refused("strike", "Eomer").why


@both_editions
def test_a_prone_winner_stands_up_and_does_not_strike(edition: str) -> None:
    field = joust(edition)
    field.do("engage", "Eomer", target="Orc")
    field.do("condition", on="Eomer", condition="prone")
    field.do("duel", "Eomer", won=True)
    assert not field.unit("Eomer").has("prone")
    assert "no state to strike" in field.refused("strike", "Eomer").why
    field.turn()
    field.do("engage", "Eomer", target="Orc", apart=True)
    field.do("engage", "Eomer", target="Orc")
    field.do("duel", "Eomer", won=True)
    field.do("strike", "Eomer", dice=[1])


@both_editions
def test_trapped_and_prone_double_the_strikes_once(edition: str) -> None:
    field = joust(edition)
    field.do("engage", "Eomer", target="Orc")
    field.do("condition", on="Orc", condition="prone")
    field.do("duel", "Eomer", won=True, trapped=True)
    assert field.unit("Orc").has("trapped")
    assert field.odds("strike", "Eomer").pool.startswith("2 to wound")


@both_editions
def test_the_odds_of_a_duel_say_how_often_it_kills(edition: str) -> None:
    field = joust(edition, mine=rider(strength=4), theirs={"defence": 5})
    field.do("charge", "Eomer", targets=["Orc"])
    advice = field.odds("duel", "Eomer").advice
    # Two dice against one with the higher Fight; prone, so two strikes at 5+: 1 - (2/3)**2.
    wins, slain = Fraction(161, 216), 1 - Fraction(2, 3) ** 2
    assert f"if it wins, Orc, prone, is slain {100 * float(slain):.1f} %" in advice
    assert f"{100 * float(wins * slain):.1f} % in all" in advice
    assert "if it loses, Eomer is slain" in advice
    assert "if it wins" not in field.odds("duel", "Eomer", shielding=True).advice
    plain = field.odds("duel", "Eomer", no_charge=True, trapped=True).advice
    assert "Orc, trapped, is slain" in plain


# ---- weapons and special rules


@both_editions
def test_burly_models_are_not_hindered_by_two_hands(edition: str) -> None:
    for rules, added in (([], -1), (["Burly"], 0)):
        field = joust(edition, mine={"rules": rules})
        fight = melee(field.state, field.action("duel", "Eomer", target="Orc", two_handed=True))  # type: ignore[arg-type]
        assert fight.ours.modifier == added


@both_editions
def test_a_banner_bearer_has_worse_dice_than_those_beside_it(edition: str) -> None:
    field = Field(edition)
    field.side("A").warriors("Man").warriors("Bearer", keywords=["BANNER"])
    field.side("B").warriors("Orc")
    field.turn()
    field.do("engage", "Man", target="Orc")
    action = field.action("duel", "Man", friends=["Bearer"])
    assert melee(field.state, action).ours == Duellist(1, 3, 0, more=((1, -1),))  # type: ignore[arg-type]
    wins = Fraction(0)
    for plain, low, other in itertools.product(FACES, repeat=3):
        best = max(plain, low - 1)
        wins += Fraction(int(best > other)) if best != other else Fraction(1, 2)
    assert field.odds("duel", "Man", friends=["Bearer"]).chances[0].chance == wins / 216


@both_editions
@pytest.mark.parametrize(
    ("rules", "chance"),
    [([], "1/3"), (["Poison"], "7/18"), (["Venom"], "5/9"), (["Bane of Kings"], "5/9"), (["Unarmed"], "1/6")],
)
def test_special_rules_roll_wounds_again_or_change_them(edition: str, rules: list[str], chance: str) -> None:
    field = joust(edition, mine={"rules": rules, "strength": 4}, theirs={"defence": 5})
    field.do("engage", "Eomer", target="Orc")
    assert str(field.odds("strike", "Eomer").chances[-1].chance) == chance


@both_editions
def test_blades_of_the_dead_wound_against_courage(edition: str) -> None:
    field = joust(edition, mine={"rules": ["Blades of the Dead"]}, theirs={"defence": 9, "courage": 2})
    field.do("engage", "Eomer", target="Orc")
    # Strength 3 against 2, the Courage of 2018 or 10 less the 8+ of 2024.
    assert "to wound on 4+" in field.odds("strike", "Eomer").pool


@both_editions
def test_a_mighty_blow_takes_two_wounds(edition: str) -> None:
    field = joust(edition, mine={"rules": ["Mighty Blow"]}, theirs={"wounds": 2})
    field.do("engage", "Eomer", target="Orc")
    field.do("duel", "Eomer", won=True)
    field.do("strike", "Eomer", dice=[6])
    assert not field.unit("Orc").in_play


def test_bonuses_of_an_army_count_once_it_is_broken() -> None:
    field = Field(NEW)
    field.side("A").options["rules"] = ["Reclamation of Moria", "Faramir"]
    field.side("A").hero("Balin", strength=4).warriors("Fallen", 3)
    field.side("B").warriors("Orc", defence=5)
    field.turn()
    field.do("engage", "Balin", target="Orc")
    assert str(field.odds("strike", "Balin").chances[-1].chance) == "1/3"
    assert field.refused("heroic", "Balin", action="resolve").rules == ("ME-MWF-1",)
    field.lose("Fallen", 3)
    field.turn()
    assert str(field.odds("strike", "Balin").chances[-1].chance) == "3/4"
    assert "for nothing" in field.do("heroic", "Balin", action="resolve").text


@both_editions
def test_withered_strength_strikes_weaker(edition: str) -> None:
    field = joust(edition, mine={"strength": 4})
    field.do("engage", "Eomer", target="Orc")
    field.do("mark", on="Eomer", counter="withered", by=2)
    assert "to wound on 6+" in field.odds("strike", "Eomer").pool


# ---- heroic actions


@pytest.mark.rule("ME-MWF-1")
@pytest.mark.parametrize(("edition", "sides"), [(NEW, 3), (OLD, 6)])
def test_a_heroic_strike_adds_a_die_to_fight_and_the_odds_know(edition: str, sides: int) -> None:
    field = joust(edition, mine={"fight": 4, "might": 1}, theirs={"fight": 6})
    field.do("engage", "Eomer", target="Orc")
    field.do("heroic", "Eomer", action="strike")
    wins = Fraction(0)
    for added, mine, other in itertools.product(range(1, sides + 1), FACES, FACES):
        fight = min(10, 4 + added)
        equal = Fraction(1, 2) if fight == 6 else Fraction(int(fight > 6))
        wins += Fraction(int(mine > other)) if mine != other else equal
    odds = field.odds("duel", "Eomer")
    assert odds.chances[0].chance == wins / (sides * 36)
    assert f"Fight 4 +D{sides} against 1 dice, Fight 6" in odds.pool
    entry = field.do("duel", "Eomer", dice=[3, 5, 5])
    assert (entry.rolls[0].sides, "Fight 7" in entry.text, "Eomer wins" in entry.text) == (sides, True, True)


def test_a_heroic_strike_lifts_fight_to_ten_at_most() -> None:
    assert duels.struck_fight(9, 6).outcomes == (10,)
    assert duels.struck_fight(9, 0).outcomes == (9,)


@pytest.mark.rule("ME-MWF-1")
def test_a_heroic_strength_doubles_in_2024_and_rolls_in_2018() -> None:
    for edition, dice in ((NEW, [5]), (OLD, [2, 5])):
        field = joust(edition, mine={"strength": 3, "might": 1}, theirs={"defence": 7})
        field.do("engage", "Eomer", target="Orc")
        field.do("heroic", "Eomer", action="strength")
        odds = field.odds("strike", "Eomer")
        if edition == NEW:
            assert "on 5+" in odds.pool
        else:
            each = [chances.wound(chances.wound_needs(3 + n, 7)) for n in (1, 2, 3)]
            assert odds.chances[-1].chance == sum(each) / 3
        field.do("duel", "Eomer", won=True)
        field.do("strike", "Eomer", dice=dice)
        assert not field.unit("Orc").in_play


def defended(edition: str, strength: int, defence: int, **mine: Any) -> Field:
    """Return a fight that Eomer has won against an Orc in a Heroic Defence."""
    field = joust(edition, mine={"strength": strength, **mine}, theirs={"might": 1, "defence": defence})
    field.do("engage", "Eomer", target="Orc")
    field.do("heroic", "Orc", action="defence")
    field.do("duel", "Eomer", won=True)
    return field


@both_editions
@pytest.mark.rule("ME-MWF-1")
@pytest.mark.parametrize(
    ("strength", "defence", "chance"),
    [(10, 5, "1/6"), (3, 7, "1/6"), (3, 8, "1/36"), (3, 9, "1/36"), (2, 9, "1/36"), (2, 10, "0")],
)
def test_a_heroic_defence_is_wounded_by_natural_sixes_alone(
    edition: str, strength: int, defence: int, chance: str
) -> None:
    field = defended(edition, strength, defence, rules=["Venom"])
    # Neither what is added nor what is rolled again counts; what cannot be wounded never is.
    assert str(field.odds("strike", "Eomer", modifier=2).chances[-1].chance) == chance
    query = {"strength": strength, "defence": defence, "modifier": 2, "reroll": "fails", "sixes": True}
    assert GAME.query({"roll": "strikes", **query})["wound"] == chance


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_might_does_not_help_against_a_heroic_defence(edition: str) -> None:
    field = defended(edition, 3, 5, might=1)
    field.do("strike", "Eomer", dice=[5], choices={"wound.might": 1})
    assert (field.unit("Orc").in_play, field.unit("Eomer").counter("might")) == (True, 1)
    field.battle.undo()
    field.do("strike", "Eomer", dice=[6])
    assert not field.unit("Orc").in_play


@both_editions
@pytest.mark.rule("ME-MWF-1")
@pytest.mark.parametrize(("dice", "slain"), [([6, 6], True), ([6, 5], False), ([5], False)])
def test_a_heroic_defence_against_two_dice_takes_two_sixes(
    edition: str, dice: list[int], slain: bool
) -> None:
    field = defended(edition, 3, 8, might=3)
    field.do("strike", "Eomer", modifier=1, dice=dice, choices={"wound.might": 3, "second:wound.might": 3})
    assert field.unit("Orc").in_play is not slain


@pytest.mark.rule("ME-MWF-1")
def test_a_heroic_strength_of_2018_against_a_heroic_defence_may_spare_the_second_die() -> None:
    field = joust(OLD, mine={"strength": 3, "might": 1}, theirs={"might": 1, "defence": 9})
    field.do("engage", "Eomer", target="Orc")
    field.do("heroic", "Orc", action="defence")
    field.do("heroic", "Eomer", action="strength")
    # Defence 9 takes two dice of Strength 4, and one of 5 and 6.
    assert field.odds("strike", "Eomer").chances[-1].chance == (Fraction(1, 36) + 2 * Fraction(1, 6)) / 3


@pytest.mark.rule("ME-MWF-1")
def test_a_challenge_of_2024_gives_an_attack_and_one_to_wound_and_pays_one_might() -> None:
    field = joust(NEW, mine={"might": 2, "strength": 4})
    field.do("engage", "Eomer", target="Orc")
    field.do("heroic", "Eomer", action="challenge", target="Orc")
    assert dice_of(field) == (2, 1)
    assert "to wound on 4+" in field.odds("strike", "Eomer").pool
    field.do("duel", "Eomer", won=True)
    assert field.unit("Eomer").counter("might") == 1
    field.do("strike", "Eomer", dice=[4])
    assert field.unit("Eomer").counter("might") == 2


@pytest.mark.rule("ME-MWF-1")
def test_a_challenge_of_2018_pays_d3_might_beyond_the_start_to_either_hero() -> None:
    field = joust(OLD, mine={"might": 1}, theirs={"might": 1})
    field.do("engage", "Eomer", target="Orc")
    field.do("heroic", "Eomer", action="challenge", target="Orc")
    assert dice_of(field) == (1, 1)
    field.do("duel", "Orc", won=True)
    entry = field.do("strike", "Orc", dice=[6, 3])
    assert entry.rolls[-1].sides == 3
    assert field.unit("Orc").counter("might") == 4


@pytest.mark.rule("ME-SFT-1", "ME-MWF-1")
def test_who_declines_a_challenge_gives_no_stand_fast_any_more() -> None:
    field = joust(OLD, mine={"might": 1})
    field.do("heroic", "Eomer", action="challenge", target="Orc", declined=True)
    assert field.unit("Orc").has("challenge declined")
    field.turn()
    assert field.unit("Orc").has("challenge declined")


# ---- shots


@both_editions
@pytest.mark.parametrize(
    ("dice", "on_foot", "slain"),
    [([4, 4, 6], False, True), ([4, 3, 5, 4], True, False), ([4, 3, 3], False, False)],
)
def test_a_shot_at_cavalry_strikes_rider_or_mount(
    edition: str, dice: list[int], on_foot: bool, slain: bool
) -> None:
    field = joust(edition, theirs=rider(defence=6))
    field.do("shoot", "Eomer", target="Orc", dice=dice)
    assert (field.unit("Orc").has("on foot"), not field.unit("Orc").in_play) == (on_foot, slain)
    assert field.monitor("break", "B").value == int(slain)


@both_editions
def test_the_rider_of_a_monster_is_harder_to_hit_and_its_mount_has_wounds(edition: str) -> None:
    beast = {"name": "fell beast", "defence": 5, "wounds": 3, "attacks": 2, "monster": True}
    field = joust(edition, theirs={"mount": beast, "keywords": ["CAVALRY"]})
    assert "the rider 5+" in field.odds("shoot", "Eomer", target="Orc").pool
    assert "the mount 4+" in field.odds("shoot", "Eomer", target="Orc", aim="mount").pool
    field.do("shoot", "Eomer", target="Orc", aim="mount", dice=[4, 4, 6])
    assert field.unit("Orc").counter("mount wounds") == 1
    assert field.odds("shoot", "Eomer", target="Orc", aim="mount").chances[-1].chance == 0


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_the_odds_of_a_shot_name_the_best_use_of_might(edition: str) -> None:
    field = joust(edition, mine={"might": 2}, theirs={"defence": 4})
    odds = field.odds("shoot", "Eomer", target="Orc", in_the_way=1)
    best = next(way for way in odds.ways if way.best)
    assert best.label == "up to 2 Might"
    gain = f"wounds {percent(best.chance)} instead of {percent(odds.ways[0].chance)}"
    assert odds.advice == f"best: up to 2 Might, on whichever die falls short, from the first on: {gain}"
    taken = field.odds("shoot", "Eomer", target="Orc", in_the_way=1, choices=best.choices)
    assert taken.chances[-1].chance == best.chance
    entry = field.do("shoot", "Eomer", target="Orc", in_the_way=1, dice=[3, 3, 6], choices=best.choices)
    assert "is slain" in entry.text
    assert field.unit("Eomer").counter("might") == 0


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_a_way_to_spend_up_to_so_many_points_spends_what_the_dice_want(edition: str) -> None:
    field = joust(edition, mine={"might": 3, "will": 2})
    field.do("engage", "Eomer", target="Orc")
    best = field.odds("duel", "Eomer").ways[-1]
    assert best.choices == {"duel.might": 3}
    field.do("duel", "Eomer", dice=[5, 6], choices=best.choices)
    assert field.unit("Eomer").counter("might") == 2
    best = field.odds("courage", "Eomer", cause="x").ways[-1]
    field.do("courage", "Eomer", cause="x", dice=[2, 3], choices=best.choices)
    assert (field.unit("Eomer").counter("will"), field.unit("Eomer").counter("might")) == (1, 2)


@both_editions
def test_good_does_not_risk_a_friend_and_evil_may(edition: str) -> None:
    for word in ("GOOD", "EVIL"):
        field = Field(edition)
        field.side("A").warriors("Archer", keywords=[word]).warriors("Friend")
        field.side("B").warriors("Foe")
        field.turn()
        field.do("engage", "Friend", target="Foe")
        if word == "GOOD":
            assert "would risk" in field.refused("shoot", "Archer", target="Foe").why
        else:
            assert "into combat 4+" in field.odds("shoot", "Archer", target="Foe").pool
            field.do("shoot", "Archer", target="Foe", dice=[4, 3, 6])
            assert (field.unit("Friend").in_play, field.unit("Foe").in_play) == (False, True)


@both_editions
def test_a_poisoned_dart_rolls_ones_again(edition: str) -> None:
    pipe = [{"id": "pipe", "name": "blowpipe", "range": 12, "strength": 2, "keywords": ["POISON"]}]
    field = joust(edition, mine={"weapons": pipe}, theirs={"defence": 4})
    # To hit 4+, to wound 5+ with ones again.
    assert field.odds("shoot", "Eomer", target="Orc").chances[-1].chance == Fraction(1, 2) * Fraction(7, 18)
    field.do("shoot", "Eomer", target="Orc", dice=[4, 1, 5])
    assert not field.unit("Orc").in_play


# ---- magic


@pytest.mark.rule("ME-MWF-1")
def test_a_six_among_dice_that_resist_gives_the_will_back_in_2024() -> None:
    for edition, left in ((NEW, 2), (OLD, 1)):
        field = joust(edition, mine={"will": 3})
        entry = field.battle.do(field.action("resist", "Eomer", dice=2, against=5), dice=[6, 2])
        assert "resists: 6 against 5" in entry.text
        assert field.unit("Eomer").counter("will") == left


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_a_heroic_resolve_resists_with_a_free_die_and_might_lifts_it(edition: str) -> None:
    field = joust(edition, mine={"might": 2})
    assert field.refused("resist", "Eomer").rules == ("ME-MWF-1",)
    field.do("heroic", "Eomer", action="resolve")
    action = field.action("resist", "Eomer", dice=0, against=5)
    entry = field.battle.do(action, dice=[4], choices={"magic.might": 1})
    assert "resists: 5 against 5" in entry.text


@both_editions
@pytest.mark.rule("ME-MWF-1")
def test_casting_spends_will_and_free_will_first(edition: str) -> None:
    field = joust(edition, mine={"will": 2, "free": {"will": 1}})
    entry = field.battle.do(field.action("cast", "Eomer", power="Transfix", dice=2, needs=4), dice=[2, 4])
    assert "casts Transfix: 4 against 4+" in entry.text
    assert field.unit("Eomer").counter("will") == 1


# ---- the odds lab, from an action


@both_editions
def test_the_lab_takes_over_the_action_that_is_prepared(edition: str) -> None:
    field = joust(
        edition,
        mine=rider(might=1, fate=1, weapons=[{"id": "bow", "name": "bow", "range": 24, "strength": 3}]),
        theirs={"fate": 1, "wounds": 2, "keywords": ["Terror"]},
    )
    actions = {
        "courage": field.action("charge", "Eomer", targets=["Orc"]),
        "shot": field.action("shoot", "Eomer", target="Orc", in_the_way=1),
    }
    _same_odds(field, actions)
    field.do("charge", "Eomer", targets=["Orc"], passed=True)
    field.do("heroic", "Eomer", action="strike")
    _same_odds(field, {"duel": field.action("duel", "Eomer")})
    field.do("duel", "Eomer", won=True)
    _same_odds(field, {"strikes": field.action("strike", "Eomer")})


def _same_odds(field: Field, actions: dict[str, Any]) -> None:
    """See that the lab's first figure of a chance is what the odds of the action say."""
    forms = {form.id: form for form in GAME.lab()}
    for name, action in actions.items():
        query = forms[name].of_action(field.state, action)
        assert query is not None
        assert not any(form.of_action(field.state, action) for other, form in forms.items() if other != name)
        found = answer(GAME, forms[name], query)  # type: ignore[arg-type]
        assert not found.fault
        odds = GAME.odds(field.state, action, {})
        assert odds is not None
        wanted = odds.chances[-1 if name in ("strikes", "shot") else 0].chance
        if query.get("fate"):
            wanted = next(way.chance for way in odds.ways if way.best and "Fate" in way.label)
        labels = [figure.label for figure in forms[name].figures]
        assert found.figures[labels.index({"courage": "passes", "duel": "wins"}.get(name, "slain"))] == wanted


@both_editions
def test_the_lab_prints_courage_as_the_edition_does_and_leaves_automatic_passes_alone(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", courage=4).warriors("Guard", rules=["Fearless"])
    field.turn()
    courage = next(form for form in GAME.lab() if form.id == "courage")
    query = courage.of_action(field.state, field.action("courage", "Hama", cause="x", modifier=1))
    assert query == {"roll": "courage", "courage": "4" if edition == OLD else "6+", "modifier": 1}
    assert courage.of_action(field.state, field.action("courage", "Guard", cause="x")) is None
    assert GAME.query(query) == {"pass": "5/6"}


@both_editions
def test_a_roster_line_prints_courage_as_the_edition_does(edition: str) -> None:
    field = Field(edition)
    field.side("A").hero("Hama", courage=4, might=3, free={"might": 1})
    line = GAME.line(field.unit("Hama"))
    assert dict(line.stats)["C"] == ("4" if edition == OLD else "6+")
    assert "Might 3*" in line.keywords
