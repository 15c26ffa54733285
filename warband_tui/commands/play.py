"""`play SCRIPT.jsonl`: a battle from a file, answered line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer

from warband_tui.commands.options import Json, single
from warband_tui.commands.output import complain, emit_line, say
from warband_tui.commands.reading import lines_of
from warband_tui.commands.tree import tree

app = single()


@app.command()
def play(
    script: Annotated[
        str, typer.Argument(metavar="SCRIPT", help="A file with one JSON object a line, or - for stdin.")
    ],
    as_json: Json = False,
) -> None:
    """Run a battle script: each line is answered by one line, the last answer is the state.

    Exit code 1 when a line was refused or is at fault; the others are carried out all the same.
    """
    from warband_tui.rules.script import run

    faults = count = 0
    telling = Telling()
    with lines_of(script) as lines:
        for answer in run(lines):
            count += 1
            faults += "refused" in answer or "error" in answer
            if as_json:
                emit_line(answer)
            else:
                for line in telling.told(answer):
                    say(line)
    if faults:
        complain(f"warband-tui play: {faults} of {count - 1} lines were refused or at fault")
        raise typer.Exit(1)


class Telling:
    """Puts the answers of a script into words, numbering the entries of each turn."""

    def __init__(self) -> None:
        self._numbers: Counter[int] = Counter()
        self._kinds: dict[str, Callable[[Any], Iterator[str]]] = {
            "battle": self._battle,
            "entry": self._entry,
            "answer": self._answer,
            "odds": self._odds,
            "refused": self._refused,
            "error": self._error,
            "state": self._state,
        }

    def told(self, answer: dict[str, Any]) -> Iterator[str]:
        """Yield the lines of one answer."""
        for kind, value in answer.items():
            yield from self._kinds[kind](value)

    def _battle(self, battle: dict[str, Any]) -> Iterator[str]:
        from warband_tui.rules.ruleset import load

        yield f"{load(battle['ruleset']).title} {battle['edition']}"

    def _entry(self, entry: dict[str, Any]) -> Iterator[str]:
        turn = entry.get("turn", 0)
        self._numbers[turn] += 1
        mark = f"{turn}.{self._numbers[turn]}"
        rules = f"  [{', '.join(entry['rules'])}]" if entry.get("rules") else ""
        yield f"{mark:>5}  {entry.get('text') or entry.get('action', {}).get('do', '')}{rules}"
        if entry.get("override"):
            yield f"       override: {entry['override']}"

    def _answer(self, answer: dict[str, Any]) -> Iterator[str]:
        yield "    ?  answer"
        yield from (f"       {line}" for line in tree(answer))

    def _odds(self, odds: dict[str, Any]) -> Iterator[str]:
        yield "    %  odds"
        yield from (f"       {line}" for line in tree(odds))

    def _refused(self, refused: dict[str, Any]) -> Iterator[str]:
        rules = f"  [{', '.join(refused['rules'])}]" if refused.get("rules") else ""
        yield f"    ✗  refused: {refused['why']}{rules}"

    def _error(self, error: str) -> Iterator[str]:
        yield f"    ✗  {error}"

    def _state(self, state: dict[str, Any]) -> Iterator[str]:
        yield ""
        yield f"Turn {state.get('turn', 0)}" + (f", ended: {state['ended']}" if state.get("ended") else "")
        for side_id, side in state["sides"].items():
            units = [unit for unit in state["units"].values() if unit["side"] == side_id]
            up = sum(unit.get("models", 1) > 0 for unit in units)
            yield f"  {side.get('name', side_id)}: {up} of {len(units)} in play"
