"""The rulebook of the game: each rule that the code cites can be read there."""

from __future__ import annotations

import re
from importlib.resources import files

from tests.rules.age_of_sigmar.table import GAME

RULE = re.compile(r"\"(AOST?-[0-9L][\w.-]*)\"")


def test_each_rule_that_the_code_cites_is_in_the_rulebook() -> None:
    known = {rule.id for rule in GAME.rules}
    package = files("warband_tui.rules.games.age_of_sigmar")
    texts = [part.read_text("utf-8") for part in package.iterdir() if part.name.endswith((".py", ".jsonl"))]
    cited = {rule for text in texts for rule in RULE.findall(text)}
    assert len(cited) > 25
    assert cited <= known, sorted(cited - known)


def test_terrain_and_weapon_abilities_are_groups_of_their_own() -> None:
    groups = {rule.group for rule in GAME.rules}
    assert {"Terrain", "Weapon abilities", "Picking targets"} <= groups
