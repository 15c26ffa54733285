"""The open questions of the rules: what each answer does, the default first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rules.age_of_sigmar.table import CORE, GAME, HANDBOOK, Table, box, duel, ground, melee, ranged
from warband_tui.errors import WarbandError
from warband_tui.rules.dice import GivenDice
from warband_tui.rules.events import Rolled
from warband_tui.rules.games.age_of_sigmar.damage import damage_sequence
from warband_tui.rules.games.age_of_sigmar.settings import SETTINGS
from warband_tui.rules.resolution import Refused, Resolution

Settings = dict[str, str]


def save_modifier(settings: Settings) -> int:
    weapon = melee(hit=2, wound=2, rend=2)
    return (
        duel([weapon], save=4, settings=settings).fight("Ash", "Bone", save=3, dice=[4, 4, 3]).rolls[2].capped
    )


def sixes_that_wound(settings: Settings) -> int:
    entry = duel([melee(hit=2, wound=6)], settings=settings).fight("Ash", "Bone", wound=-1, dice=[4, 6])
    return len(entry.rolls[1].kept)


def sixes_that_hit(settings: Settings) -> int:
    table = duel([melee(hit=6)], settings=settings)
    dice = [6] if settings.get("hit-6") == "misses" else [6, 1]
    return len(table.fight("Ash", "Bone", hit=-1, dice=dice).rolls[0].kept)


def rolled_again(settings: Settings) -> int:
    """Return how many of six dice are rolled again as failed, with 1 off a roll of 4+."""
    table = duel([melee(attacks=6, hit=4, wound=6)], settings=settings)
    again = 4 if settings.get("reroll-fails") == "modified" else 3
    entry = table.fight("Ash", "Bone", reroll="fails", hit=-1, dice=[1, 2, 3, 4, 5, 6, *[1] * again, 1, 1])
    return len(entry.rolls[1].dice)


def attacks_of_three(settings: Settings) -> int:
    table = duel([melee(attacks="D6")], models=3, settings=settings)
    rolled = [4] if settings.get("rand-attacks") == "once" else [4, 1, 2]
    hits = 12 if settings.get("rand-attacks") == "once" else 7
    return len(table.fight("Ash", "Bone", dice=[*rolled, *[1] * hits]).rolls[0].dice)


def asked_of_two_crits(settings: Settings) -> tuple[int, int]:
    """Return how many choices there are, and the damage of a critical hit if nothing is chosen."""
    table = duel([melee("Blade", "Crit (2 Hits)", "Crit (Mortal)")], settings=settings)
    asked = len(GAME.choices(table.state, table.action("fight", unit="Ash", target="Bone")))
    wounds = [4] if settings.get("multi-crit") == "all" else [4, 1]
    table.fight("Ash", "Bone", dice=[6, *wounds])
    return asked, table.damage("Bone")


def rerolls_of_companions(settings: Settings) -> tuple[bool, bool]:
    """Return whether re-rolls reach Companion weapons, in the first edition and in the handbook."""
    found = []
    for edition in (CORE, HANDBOOK):
        table = duel([melee("Hooves", "Companion")], edition=edition, settings=settings)
        reached = settings.get("companion-text", "edition") == "2026" or (
            settings.get("companion-text", "edition") == "edition" and edition == HANDBOOK
        )
        entry = table.fight("Ash", "Bone", reroll="ones", dice=[1, 1] if reached else [1])
        found.append(len(entry.rolls) == 2)
    return found[0], found[1]


def first_to_allocate(settings: Settings) -> str:
    """Return whose wards are rolled first in the second turn of a round that A began, if both are hurt at once."""
    table = Table(settings=settings).unit("A", "Ash", health=9, ward=5).unit("B", "Bone", health=9, ward=5)
    table.do("turn", first="A")
    table.do("turn")
    res = Resolution(table.state, GivenDice((1, 1)))
    damage_sequence(res, {"Ash": 1, "Bone": 1})
    rolls = [event.roll for event in res.events if isinstance(event, Rolled)]
    return rolls[0].unit


def least_damage(settings: Settings) -> int:
    table = duel([melee(hit=2, wound=2, damage=1)], settings=settings)
    table.fight("Ash", "Bone", damage=-1, dice=[4, 4])
    return table.damage("Bone")


def hits_behind_a_narrow_wall(settings: Settings) -> int:
    """Return the modifier of a shot past a wall that only the line of the nearest points crosses."""
    table = _on_board(box("wall", 15, 9.9, 16, 10.1, "cover"), settings=settings)
    return table.shoot("Ash", "Bone", dice=[1]).rolls[0].flat


def hidden_next_to_a_wood(settings: Settings) -> tuple[bool, bool]:
    """Return whether a target behind a wood, and one within 1" of its side, can be shot at."""
    wood = box("wood", 15, 8, 18, 12, name="Wyldwood", height=6)
    behind = _on_board(wood, settings=settings)
    beside = _on_board(wood, settings=settings, at=(16, 7.2))
    found = [bool(t.ask("cover", unit="Ash", target="Bone")["obscured"]) for t in (behind, beside)]
    return found[0], found[1]


def effects_of_power(settings: Settings) -> bool:
    """Return whether an effect of a place of power can be picked."""
    table = Table(settings=settings).unit("A", "Ash", keywords=["HERO"]).unit("B", "Bone")
    try:
        table.do("power", unit="Ash", effect="heal", dice=[2])
    except Refused:
        return False
    return True


def terrain_in_the_charge_phase(settings: Settings) -> bool:
    """Return whether faction terrain next to a unit is in combat with it in the charge phase."""
    table = Table(settings=settings, board=ground(box("Shrine", 20, 8, 24, 12, "faction")))
    table.unit("A", "Ash", at=[18, 10]).unit("B", "Shrine", keywords=["FACTION TERRAIN"], health=9)
    table.do("turn", first="A")
    table.do("phase", phase="charge")
    return bool(table.state.in_contact("Ash"))


def _on_board(*features: dict[str, Any], settings: Settings, at: tuple[float, float] = (20, 10)) -> Table:
    table = Table(settings=settings, board=ground(*features))
    table.unit("A", "Ash", base=25.4, at=[10, 10], weapons=[ranged()])
    return table.unit("B", "Bone", base=25.4, at=list(at))


CASES: dict[str, tuple[Callable[[Settings], object], dict[str, object]]] = {
    "save-cap": (save_modifier, {"net": 1, "separate": -1}),
    "wound-6": (sixes_that_wound, {"fails": 0, "wounds": 1}),
    "hit-6": (sixes_that_hit, {"hits": 1, "misses": 0}),
    "reroll-fails": (rolled_again, {"unmodified": 3, "modified": 4}),
    "rand-attacks": (attacks_of_three, {"model": 3, "once": 1}),
    "multi-crit": (asked_of_two_crits, {"choose": (1, 1), "first": (0, 1), "all": (0, 2)}),
    "companion-text": (
        rerolls_of_companions,
        {"edition": (False, True), "2024": (False, False), "2026": (True, True)},
    ),
    "alloc-order": (first_to_allocate, {"active": "Bone", "first": "Ash"}),
    "behind": (hits_behind_a_narrow_wall, {"edition": 0, "any-line": 0, "closest": -1}),
    "obscuring": (
        hidden_next_to_a_wood,
        {"edition": (True, False), "2024": (True, False), "2025": (False, True)},
    ),
    "place-of-power": (effects_of_power, {"edition": False, "2024": False, "2025": True}),
    "faction-terrain": (terrain_in_the_charge_phase, {"combat": False, "charge-too": True}),
    "dmg-floor": (least_damage, {"1": 1, "0": 0}),
}


def test_every_answer_to_every_question_is_played_here() -> None:
    assert {s.id: s.answers for s in SETTINGS} == {name: tuple(how) for name, (_, how) in CASES.items()}


@pytest.mark.rule("AOS-17.1-1", "AOS-17.1-2", "AOS-17-2", "AOS-17-3", "AOS-16-5", "AOS-20-1", "AOS-18-1")
@pytest.mark.parametrize(
    ("setting", "answer"), [(name, answer) for name, (_, how) in CASES.items() for answer in how]
)
def test_an_answer_does_what_it_says(setting: str, answer: str) -> None:
    play, wanted = CASES[setting]
    assert play({setting: answer}) == wanted[answer]


@pytest.mark.parametrize("setting", list(CASES))
def test_the_first_answer_is_the_default(setting: str) -> None:
    play, wanted = CASES[setting]
    assert play({}) == next(iter(wanted.values()))


@pytest.mark.parametrize("setting", list(CASES))
def test_other_answers_are_refused_and_the_ones_there_are_named(setting: str) -> None:
    with pytest.raises(WarbandError, match=f"{setting} is .+ or "):
        _ = duel(settings={setting: "perhaps"}).battle
