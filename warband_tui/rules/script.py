"""Battle scripts: one JSON object a line in, one answer a line out.

Tests, benchmarks, bug reports and replays use this form. The first line sets the battle up;
each further line acts, asks, wants odds, undoes or redoes. The last answer is the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from warband_tui.errors import WarbandError
from warband_tui.rules.actions import read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.resolution import Refused
from warband_tui.rules.ruleset import load, to_builtins
from warband_tui.rules.state import Setup

_MODIFIERS = ("choices", "dice", "override")


class BadScript(WarbandError):
    """A line that is not of the form of a script."""


def setup_from(data: Any) -> Setup:
    """Read the set-up of a battle from JSON builtins.

    Raises:
        BadScript: it is not of its form; the message says where.
    """
    try:
        return msgspec.convert(data, Setup)
    except msgspec.ValidationError as error:
        raise BadScript(f"battle: {error}") from None


def run(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield one answer for each line, and the state at the end.

    A refusal is an answer, `{"refused": ...}`, which tells its line; so is an error in a line after the first,
    `{"error": ...}`, and neither changes the battle.

    Raises:
        BadScript: the script holds no battle, or its first line is not one.
    """
    battle: Battle | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if battle is None:
            battle = _begin(line, number)
            yield {"battle": {"ruleset": battle.state.ruleset, "edition": battle.state.edition}}
        else:
            yield _answer(battle, line, number)
    if battle is None:
        raise BadScript("the script is empty; its first line sets up the battle")
    yield {"state": to_builtins(battle.state)}


def play(lines: Iterable[str]) -> Battle:
    """Return the battle that a script makes.

    Raises:
        WarbandError: a line is refused or at fault.
    """
    battle: Battle | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if battle is None:
            battle = _begin(line, number)
        else:
            step(battle, _parse(line, number))
    if battle is None:
        raise BadScript("the script is empty; its first line sets up the battle")
    return battle


def step(battle: Battle, data: dict[str, Any]) -> dict[str, Any]:
    """Carry out one line of a script.

    Raises:
        WarbandError: it is refused or at fault.
    """
    if "do" in data:
        action = read_action({k: v for k, v in data.items() if k not in _MODIFIERS}, _kinds(battle))
        entry = battle.do(action, **_how(data))
        return {"entry": entry_json(entry)}
    if "ask" in data:
        return {"answer": battle.ruleset.ask(battle.state, data)}
    if "odds" in data:
        return {"odds": _odds(battle, data["odds"])}
    for name, act in (("undo", battle.undo), ("redo", battle.redo)):
        if name in data:
            return {"entry": entry_json(act(_count(data[name], name)))}
    raise BadScript("a line has one of do, ask, odds, undo, redo")


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON builtins."""
    return dict(msgspec.to_builtins(entry))


def _begin(line: str, number: int) -> Battle:
    data = _parse(line, number)
    if "battle" not in data:
        raise BadScript('the first line sets up the battle: {"battle": {...}}', place=f"line {number}")
    try:
        setup = setup_from(data["battle"])
        return Battle(setup, load(setup.ruleset))
    except WarbandError as error:
        raise BadScript(str(error), place=f"line {number}") from None


def _answer(battle: Battle, line: str, number: int) -> dict[str, Any]:
    try:
        return step(battle, _parse(line, number))
    except Refused as refused:
        return {"refused": {"why": refused.why, "rules": [r for r in refused.rules if r], "line": number}}
    except WarbandError as error:
        place = "" if error.place else f"line {number}: "
        return {"error": f"{place}{error}"}


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise BadScript(f"not JSON: {error}", place=f"line {number}") from None
    except RecursionError:
        raise BadScript("nested too deeply", place=f"line {number}") from None
    if not isinstance(data, dict):
        raise BadScript("each line is one JSON object", place=f"line {number}")
    return data


def _kinds(battle: Battle) -> tuple[Any, ...]:
    return tuple(d.action for d in battle.ruleset.actions)


def _how(data: dict[str, Any]) -> dict[str, Any]:
    dice, choices, override = data.get("dice"), data.get("choices", {}), data.get("override", "")
    if dice is not None and not (isinstance(dice, list) and all(type(d) is int for d in dice)):
        raise BadScript("dice: a list of whole numbers")
    if not isinstance(choices, dict) or not all(isinstance(v, int | str | bool) for v in choices.values()):
        raise BadScript("choices: an object of numbers, words, true or false")
    if not isinstance(override, str):
        raise BadScript("override: the reason, as text")
    return {"dice": dice, "choices": choices, "override": override}


def _odds(battle: Battle, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadScript("odds: an action")
    action = read_action({k: v for k, v in data.items() if k not in _MODIFIERS}, _kinds(battle))
    odds = battle.ruleset.odds(battle.state, action, _how(data)["choices"])
    if odds is None:
        raise BadScript(f"{data.get('do')} has no odds")
    return odds.to_json()


def _count(value: Any, name: str) -> int:
    if type(value) is not int:
        raise BadScript(f"{name}: how many, as a whole number")
    return value
