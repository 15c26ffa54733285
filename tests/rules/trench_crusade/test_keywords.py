"""The list of keywords: tags do nothing, unknown ones are kept and shown as not automated."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.rules.trench_crusade.strikes import shot
from tests.rules.trench_crusade.table import (
    GAME,
    NEW,
    blade,
    duel,
    gun,
    pools,
    results,
)
from warband_tui.rules.base import BadSetup
from warband_tui.rules.games.trench_crusade.keywords import (
    AUTOMATED,
    BY_HAND,
    NEGATABLE,
    TAGS,
    is_known,
    normal,
    number,
)

key = pytest.mark.rule("TC-KEY-1")


# ---- the list of keywords


@key
@pytest.mark.parametrize("keyword", sorted(TAGS | BY_HAND))
def test_a_tag_does_nothing_and_is_known(keyword: str) -> None:
    entry, table = shot(NEW, [4, 4, 1, 2], orm={"keywords": [keyword]})
    plain, _ = shot(NEW, [4, 4, 1, 2])
    assert (pools(entry), results(entry)) == (pools(plain), results(plain))
    assert GAME.line(table.unit("Orm")).unknown == ()


@key
def test_a_keyword_that_nothing_knows_is_kept_shown_and_named_as_not_automated() -> None:
    weapons = [gun("gun", "WAILING", "FIRE"), blade("sword", "NEGATE WAILING", "FUMBLE")]
    table = duel(NEW, weyl={"keywords": ["HAUNTED 2", "TOUGH"], "weapons": weapons})
    line = GAME.line(table.unit("Weyl"))
    assert line.keywords == ("HAUNTED 2", "TOUGH")
    assert line.unknown == ("HAUNTED 2", "WAILING", "NEGATE WAILING", "FUMBLE")
    table.do("shoot", "Weyl", target="Orm", dice=[4, 4, 1, 2])


@key
@pytest.mark.parametrize("keyword", sorted(AUTOMATED | TAGS | BY_HAND | {f"NEGATE {k}" for k in NEGATABLE}))
def test_every_keyword_of_the_engine_is_known_in_any_case(keyword: str) -> None:
    assert is_known(keyword)
    assert is_known(f" {keyword.lower()} ")


@key
@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ("CLEAVE 2", "CLEAVE", 2),
        ("Cleave (2)", "CLEAVE", 2),
        ('BLAST 3"', "BLAST", 3),
        ('blast (3")', "BLAST", 3),
        ("TOUGH", "TOUGH", 1),
        ("Ignores  Armour", "IGNORE ARMOUR", 1),
        ("Armor Piercing", "ARMOUR PIERCING", 1),
    ],
)
def test_spellings_of_one_keyword_are_one(written: str, name: str, value: int) -> None:
    assert (normal(written), number(written)) == (name, value)


@key
@pytest.mark.parametrize("keyword", ["CLEAVE 999999999", "+999999999 DICE", "AUTOMATIC 100000"])
def test_a_number_beyond_any_sense_is_no_keyword(keyword: str) -> None:
    table = duel(NEW, contact=True, weyl={"weapons": [blade("axe", keyword)]})
    assert GAME.line(table.unit("Weyl")).unknown == (keyword,)
    table.do("fight", "Weyl", dice=[1, 1])


@key
@pytest.mark.parametrize(
    "profile",
    [
        {"ranged": 10**30},
        {"melee": "+999 Dice", "keywords": 5},
        {"movement": 1e9},
        {"movement": -1},
        {"weapons": 7},
        {"weapons": ["no such weapon"]},
        {"weapons": [blade("axe", "+15 DICE", "+15 DICE")]},
        {"keywords": [5], "movement": "6 flying"},
    ],
)
def test_a_profile_that_makes_no_sense_is_refused_when_the_battle_is_set_up(profile: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="Weyl"):
        _ = duel(NEW, weyl=profile).battle


RULEBOOK = tomllib.loads(
    files("warband_tui.rules.games").joinpath("trench_crusade", "rulebook.toml").read_text("utf-8")
)


@key
@pytest.mark.parametrize("entry", RULEBOOK["keyword"], ids=lambda entry: str(entry["id"]))
def test_the_rulebook_says_of_each_keyword_whether_the_engine_applies_it(entry: dict[str, Any]) -> None:
    """A tag has nothing to apply, so that nothing is left to the player either."""
    family = {"IGNORE": any(k.startswith("IGNORE ") for k in AUTOMATED)}.get(entry["id"])
    applied = family if family is not None else entry["id"] in AUTOMATED | TAGS
    assert entry["automated"] is applied


@key
def test_every_keyword_of_the_engine_is_in_the_rulebook() -> None:
    told = {entry["id"] for entry in RULEBOOK["keyword"]}
    missing = {k for k in AUTOMATED | TAGS | BY_HAND if k not in told and not k.startswith("IGNORE ")}
    assert missing == set()
