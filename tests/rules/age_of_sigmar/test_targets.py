"""Picking targets: who may be attacked, with what, and how attacks are shared out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import (
    CORE,
    HANDBOOK,
    SPEARHEAD,
    Table,
    duel,
    every_edition,
    melee,
    ranged,
    steps,
)
from warband_tui.rules.games.age_of_sigmar.actions import Shoot
from warband_tui.rules.games.age_of_sigmar.attack_plan import batches
from warband_tui.rules.resolution import Refused


def shooters(edition: str = CORE, *weapons: dict[str, Any], **how: Any) -> Table:
    table = Table(edition).unit("A", "Ash", models=2, weapons=list(weapons) or [ranged(attacks=2)], **how)
    return table.unit("B", "Bone", health=10).unit("B", "Cairn", health=10)


@pytest.mark.rule("AOS-16-1")
def test_an_attack_without_a_target_is_refused_before_any_die() -> None:
    assert "AOS-16-1" in shooters().refused("shoot", unit="Ash").rules


@pytest.mark.rule("AOS-16-1")
def test_all_targets_are_in_the_one_action_and_nothing_is_aimed_at_later() -> None:
    entry = shooters().shoot("Ash", "Bone", split=["Cairn 1"], dice=[1, 1, 1, 1])
    assert entry.action["target"] == "Bone"
    assert entry.action["split"] == ["Cairn 1"]
    assert [len(r.dice) for r in entry.rolls] == [1, 3]


@pytest.mark.rule("AOS-16-1")
def test_friends_and_destroyed_units_are_no_targets() -> None:
    table = shooters().unit("A", "Elder")
    assert table.refused("shoot", unit="Ash", target="Elder").rules == ("AOS-16-1",)
    table.do("destroy", unit="Bone")
    assert table.refused("shoot", unit="Ash", target="Bone").rules == ("AOS-16-1",)


@pytest.mark.rule("AOS-16-2")
def test_a_unit_in_combat_attacks_only_those_it_is_in_combat_with() -> None:
    table = Table().unit("A", "Ash").unit("B", "Bone").unit("B", "Cairn").in_combat("Ash", "Bone")
    refused = table.refused("fight", unit="Ash", target="Cairn", dice=[1])
    assert refused.rules == ("AOS-16-2",)
    assert [(t.value, t.allowed) for t in table.option("Ash", "fight").targets] == [
        ("Bone", True),
        ("Cairn", False),
    ]


@pytest.mark.rule("AOS-16-2")
def test_an_enemy_in_combat_behind_a_wall_cannot_be_attacked() -> None:
    assert duel().refused("fight", unit="Ash", target="Bone", sight=False).rules == ("AOS-16-2",)


@pytest.mark.rule("AOS-16-3")
def test_a_combat_attack_needs_the_combat_range() -> None:
    assert duel().refused("fight", unit="Ash", target="Bone", reach=False).rules == ("AOS-16-3",)


@pytest.mark.rule("AOS-16-3")
def test_a_model_attacks_with_all_its_melee_weapons_and_no_ranged_one() -> None:
    table = duel([melee("Blade"), ranged("Bow"), melee("Hooves", hit=5)])
    entry = table.fight("Ash", "Bone", dice=[1, 1])
    assert steps(entry) == ["hit rolls of Blade", "hit rolls of Hooves"]


@pytest.mark.rule("AOS-16-3")
def test_models_that_cannot_reach_do_not_attack() -> None:
    table = duel([melee(attacks=2)], models=10, edition=SPEARHEAD)
    entry = table.fight("Ash", "Bone", models=6, dice=[1] * 12)
    assert len(entry.rolls[0].dice) == 12


@pytest.mark.rule("AOS-16-3")
def test_a_unit_fights_once_a_phase() -> None:
    table = duel()
    table.fight("Ash", "Bone", dice=[1])
    assert "has fought" in table.refused("fight", unit="Ash", target="Bone", dice=[1]).why
    table.do("turn")
    table.fight("Ash", "Bone", dice=[1])


@pytest.mark.rule("AOS-16-4")
def test_a_shot_needs_sight_and_range() -> None:
    table = shooters()
    assert table.refused("shoot", unit="Ash", target="Bone", sight=False).rules == ("AOS-16-4",)
    refused = table.refused("shoot", unit="Ash", target="Bone", distance=18.5)
    assert refused.why == '18.5" away; Bow reaches 18"'
    table.shoot("Ash", "Bone", distance=18, dice=[1] * 4)


@pytest.mark.rule("AOS-16-4", "AOS-20-1")
def test_a_unit_in_combat_shoots_only_with_shoot_in_combat() -> None:
    table = shooters(CORE, ranged("Bow")).in_combat("Ash", "Bone")
    assert table.refused("shoot", unit="Ash", target="Bone").rules == ("AOS-16-4",)
    table = shooters(CORE, ranged("Bow"), ranged("Pistol", "Shoot in Combat")).in_combat("Ash", "Bone")
    assert table.refused("shoot", unit="Ash", target="Cairn").rules == ("AOS-16-2",)
    assert steps(table.shoot("Ash", "Bone", dice=[1, 1])) == ["hit rolls of Pistol"]


@pytest.mark.rule("AOS-16-4", "AOS-20-1")
@pytest.mark.parametrize(
    "named",
    [
        {"weapon": "Rifle", "target": "Bone"},
        {"split": ["Bone 1 rifle"]},
        {"split": ["Bone 1 Rifle", "Bone 1 pistol"]},
    ],
)
def test_a_weapon_without_shoot_in_combat_does_not_shoot_there_even_if_it_is_named(
    named: dict[str, Any],
) -> None:
    rifle, pistol = ranged("Rifle"), ranged("Pistol", "Shoot in Combat")
    table = shooters(CORE, rifle, pistol).in_combat("Ash", "Bone")
    refused = table.refused("shoot", unit="Ash", dice=[3, 3, 3, 3], **named)
    assert refused.rules == ("AOS-16-4",)
    assert refused.why == "Ash is in combat, and Rifle has no Shoot in Combat"
    with pytest.raises(Refused, match="Rifle has no Shoot in Combat"):
        table.odds("shoot", unit="Ash", **named)
    assert table.odds("shoot", unit="Ash", target="Bone", weapon="pistol").chances
    # A player may override, and the log says so.
    entry = table.do("shoot", unit="Ash", target="Bone", weapon="rifle", override="agreed", dice=[1, 1])
    assert steps(entry) == ["hit rolls of Rifle"]
    assert "AOS-16-4" in entry.rules
    free = shooters(CORE, rifle, pistol)
    assert steps(free.shoot("Ash", "Bone", weapon="rifle", dice=[1, 1])) == ["hit rolls of Rifle"]


@pytest.mark.rule("AOS-16-4", "AOS-20-1")
def test_a_unit_in_combat_without_such_a_weapon_has_no_odds_of_shooting() -> None:
    table = shooters(CORE, ranged("Bow")).in_combat("Ash", "Bone")
    with pytest.raises(Refused) as caught:
        table.odds("shoot", unit="Ash", target="Bone")
    assert caught.value.rules == ("AOS-16-4",)


@pytest.mark.rule("AOS-16-4")
@pytest.mark.parametrize(
    ("distance", "keywords", "refused"),
    [
        (12, ["HERO", "INFANTRY"], False),
        (12.5, ["HERO", "INFANTRY"], True),
        (12.5, ["HERO", "CAVALRY"], False),
    ],
)
def test_a_guarded_hero_on_foot_is_not_shot_from_afar(
    distance: float, keywords: list[str], refused: bool
) -> None:
    table = Table().unit("A", "Ash", weapons=[ranged()]).unit("B", "Bone", keywords=keywords)
    shot: dict[str, Any] = {"unit": "Ash", "target": "Bone", "guarded": True, "distance": distance}
    if refused:
        assert table.refused("shoot", **shot).rules == ("AOS-16-4",)
    else:
        assert [m.flat for m in table.do("shoot", dice=[1], **shot).rolls[0].modifiers] == [-1]


@pytest.mark.rule("AOS-16-4")
@pytest.mark.parametrize(("how", "dice"), [("run", [3]), ("retreat", [1])])
def test_who_ran_or_retreated_does_not_shoot(how: str, dice: list[int]) -> None:
    table = shooters(CORE, health=5)
    if how == "retreat":
        table.in_combat("Ash", "Bone")
    table.do("move", unit="Ash", how=how, dice=dice)
    assert table.refused("shoot", unit="Ash", target="Bone").rules == ("AOS-16-4",)


@every_edition
@pytest.mark.rule("AOS-16-5")
def test_each_model_makes_as_many_attacks_as_the_weapon_has(edition: str) -> None:
    table = duel([melee(attacks=3)], models=4, edition=edition)
    assert len(table.fight("Ash", "Bone", dice=[1] * 12).rolls[0].dice) == 12


@pytest.mark.rule("AOS-16-5")
def test_attacks_can_be_split_among_targets_but_no_more_than_there_are() -> None:
    table = shooters()
    refused = table.refused("shoot", unit="Ash", target="Bone", split=["Cairn 5"])
    assert refused.rules == ("AOS-16-5",)
    entry = table.shoot("Ash", split=["Bone 1 bow", "Cairn 3"], dice=[1, 1, 1, 1])
    assert [len(r.dice) for r in entry.rolls] == [1, 3]


NAMED = {"b1": "Clanrats", "b2": "Rat Ogors", "b3": "Warlock 2", "a2": "Elder"}


def sharers(**more: str) -> Table:
    """Return a table whose units have names that are not their ids: Ash has 6 attacks with each of two weapons."""
    table = Table().unit(
        "A", "Ash", models=3, weapons=[ranged("Bow", attacks=2), ranged("Long Rifle", attacks=2)]
    )
    for unit, name in {**NAMED, **more}.items():
        table.unit(unit[0].upper(), unit, called=name, health=9)
    return table


@pytest.mark.rule("AOS-16-5")
@pytest.mark.parametrize(
    ("entry", "target", "number"),
    [
        ("b1 3 bow", "b1", 3),
        ("Clanrats 3 Bow", "b1", 3),
        ("clanrats: 3x Long Rifle", "b1", 3),
        ("Rat Ogors 2 long-rifle", "b2", 2),
        ("Warlock 2 1 bow", "b3", 1),
        ("warlock 2 4 long rifle", "b3", 4),
        ("Warlock 2 bow", "b6", 2),
    ],
)
def test_a_share_is_written_with_the_names_that_players_see(entry: str, target: str, number: int) -> None:
    table = sharers(b6="Warlock")
    weapon = "bow" if "bow" in entry.casefold() else "long-rifle"
    action = table.action("shoot", unit="Ash", split=[entry])
    assert isinstance(action, Shoot)
    made = batches(table.state, action)
    assert [(b.target, b.name.casefold().replace(" ", "-"), b.parts[0].attacks.plus) for b in made] == [
        (target, weapon, number)
    ]


@pytest.mark.rule("AOS-16-5")
@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("Clanrats", "is not of the form `Clanrats 3 Bow`"),
        ("Skinks 3 bow", "'Skinks' is no unit here; there are: Clanrats, Rat Ogors, Warlock 2, Clanguard"),
        ("Clanrats 3", "does not say which of Bow, Long Rifle"),
        ("Clanrats 3 axe", "does not say which of Bow, Long Rifle"),
        ("Clanguard 3 bow", "several units are called 'Clanguard': say b4 or b5"),
    ],
)
def test_a_share_that_cannot_be_read_says_what_there_is(entry: str, why: str) -> None:
    table = sharers(b4="Clanguard", b5="Clanguard")
    refused = table.refused("shoot", unit="Ash", split=[entry])
    assert refused.rules == ("AOS-16-5",)
    assert why in refused.why


@pytest.mark.rule("AOS-16-1")
def test_a_share_with_the_name_of_a_friend_is_refused_as_such() -> None:
    assert sharers().refused("shoot", unit="Ash", split=["Elder 3 bow"]).rules == ("AOS-16-1",)


@pytest.mark.rule("AOS-16-5")
def test_rolled_attacks_are_rolled_by_each_model() -> None:
    table = duel([melee(attacks="D6")], models=3)
    entry = table.fight("Ash", "Bone", dice=[2, 1, 4, *[1] * 7])
    assert [len(r.dice) for r in entry.rolls] == [3, 7]
    table = duel([melee(attacks="D6")], models=3, settings={"rand-attacks": "once"})
    entry = table.fight("Ash", "Bone", dice=[2, *[1] * 6])
    assert [len(r.dice) for r in entry.rolls] == [1, 6]


@pytest.mark.rule("AOS-16-5")
@pytest.mark.parametrize(("edition", "attacks"), [(CORE, 7), (HANDBOOK, 7), (SPEARHEAD, 6)])
def test_a_champion_has_one_more_attack_where_there_are_command_models(edition: str, attacks: int) -> None:
    table = Table(edition).unit(
        "A",
        "Ash",
        models=3,
        weapons=[melee(attacks=2)],
        loadouts=[{"id": "champion", "name": "champion", "models": 1, "champion": True}],
    )
    table.unit("B", "Bone").in_combat("Ash", "Bone")
    assert len(table.fight("Ash", "Bone", dice=[1] * attacks).rolls[0].dice) == attacks


@pytest.mark.rule("AOS-17-1", "AOS-18-1")
def test_all_attacks_on_one_target_are_made_before_those_on_the_next_and_damage_is_last() -> None:
    table = shooters(CORE, ranged("Bow", hit=2, wound=2), ranged("Gun", hit=3, wound=2))
    entry = table.shoot(
        "Ash", split=["Bone 1 bow", "Cairn 1 bow", "Bone 1 gun", "Cairn 1 gun"], dice=[6, 6] * 4
    )
    assert [r.purpose.split()[3] for r in entry.rolls] == [
        "Bow",
        "Bow",
        "Gun",
        "Gun",
        "Bow",
        "Bow",
        "Gun",
        "Gun",
    ]
    assert (table.damage("Bone"), table.damage("Cairn")) == (2, 2)
    events = [type(e).__name__ for e in entry.events]
    assert events.index("CounterChanged") > max(i for i, name in enumerate(events) if name == "Rolled")
