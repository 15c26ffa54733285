"""No part of the program outside the games knows a counter or a condition of one by its id."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import warband_tui
from warband_tui.rules.ruleset import load

ROOT = Path(warband_tui.__file__).parent
GAMES = ("trench-crusade", "middle-earth", "age-of-sigmar", "dnd4e")
ORDINARY = frozenset(
    [
        "down",
        "place",
        "moved",
        "charged",
        "initiative",
        "points",
        "damage",
        "wounds",
        "running",
        "reserve",
        "won",
        "lost",
        "xp",
        "general",
        "engaged",
        "replaced",
        "fate",
    ]
)
"""Ids that are words of the program as well: directions, fields, events, the fate of a fighter after a battle."""


def own_words() -> frozenset[str]:
    games = [load(game) for game in GAMES]
    counters = {one.id for game in games for one in game.counters}
    return frozenset(counters | {one.id for game in games for one in game.conditions}) - ORDINARY


def program() -> Iterator[tuple[Path, str]]:
    """Yield every module outside the games, with its text."""
    for path in sorted(ROOT.rglob("*.py")):
        if ROOT / "rules" / "games" not in path.parents:
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def literals(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_outside_the_games_nothing_is_done_by_the_name_of_one_games_counter_or_condition() -> None:
    words = own_words()
    assert {"blood", "blessing", "might", "will"} <= words
    found = [
        f"{path}:{line}: {word}"
        for path, text in program()
        if any(f'"{word}"' in text for word in words)
        for line, word in literals(text)
        if word in words
    ]
    assert not found


def test_no_counter_or_condition_is_looked_up_by_a_name_outside_the_games() -> None:
    words = own_words() | ORDINARY
    found = [
        f"{path}:{node.lineno}: {node.args[0].value}"
        for path, text in program()
        if '.counter("' in text or '.has("' in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("counter", "has")
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value in words
    ]
    assert not found
