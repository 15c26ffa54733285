"""The rulebook of every game that is installed loads, and holds each rule that its actions name."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from warband_tui.rules.ruleset import ENTRY_POINTS, load

every_game = pytest.mark.parametrize("game", sorted(point.name for point in entry_points(group=ENTRY_POINTS)))


@every_game
def test_the_rulebook_of_a_game_loads_and_each_rule_says_something(game: str) -> None:
    rules = load(game).rules
    assert len({rule.id for rule in rules}) == len(rules) > 0
    assert all(rule.id and rule.title and rule.text for rule in rules)


@every_game
def test_each_rule_that_an_action_or_a_setting_names_is_in_the_rulebook(game: str) -> None:
    ruleset = load(game)
    known = {rule.id for rule in ruleset.rules}
    named = {rule for definition in ruleset.actions for rule in definition.rules}
    named |= {setting.rule for setting in ruleset.settings if setting.rule}
    assert named <= known, sorted(named - known)
