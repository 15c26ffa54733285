"""`odds RULESET QUERY`: exact chances, one answer a query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from warband_tui.commands.options import Json, Ruleset, single
from warband_tui.commands.output import complain, emit_line, say
from warband_tui.commands.reading import STDIN, lines_of
from warband_tui.commands.tree import tree
from warband_tui.errors import WarbandError

app = single()

Query = Annotated[
    str,
    typer.Argument(
        metavar="QUERY", help="A JSON object, or - for standard input, or @FILE; one object a line is fine."
    ),
]


class Asked(NamedTuple):
    """One query: where it begins, its object, or what is wrong with it."""

    line: int
    question: dict[str, Any] | None
    fault: str = ""


@app.command()
def odds(ruleset: Ruleset, query: Query, as_json: Json = False) -> None:
    """Tell the exact chances of a roll or an attack; `actions RULESET` lists what may be asked."""
    from warband_tui.rules.ruleset import load

    game = load(ruleset)
    if query == STDIN or query.startswith("@"):
        with lines_of(query.removeprefix("@")) as lines:
            faults = _answer(game.query, lines, as_json=as_json, stream=True)
    else:
        given = query.splitlines()
        faults = _answer(game.query, given, as_json=as_json, stream=len(given) > 1)
    if faults:
        raise typer.Exit(1)


def _answer(query: Any, lines: Iterable[str], *, as_json: bool, stream: bool) -> int:
    """Answer each query, print the answers, and return how many there were none for."""
    faults = count = 0
    for asked in queries(lines):
        if count and not as_json:
            say()
        count += 1
        fault, answer = asked.fault, None
        if asked.question is not None:
            try:
                answer = query(asked.question)
            except WarbandError as error:
                fault = str(error)
        if answer is None:
            faults += 1
            complain(f"warband-tui: {f'line {asked.line}: ' if stream else ''}{fault}")
            if stream and as_json:
                emit_line({"error": fault})
        elif as_json:
            emit_line(answer)
        else:
            for line in tree(answer):
                say(line)
    if not count:
        raise WarbandError('there is no query; give a JSON object such as {"roll": ...}')
    return faults


def queries(lines: Iterable[str]) -> Iterator[Asked]:
    """Take JSON objects from lines: one a line, or one over several lines."""
    held, begun = "", 0
    for number, line in enumerate(lines, start=1):
        if not held and not line.strip():
            continue
        begun = begun if held else number
        question, fault, is_cut = _read(held + line)
        if question is None and held:
            alone = _read(line)
            if alone[0] is not None:
                yield Asked(begun, None, "not JSON: the object is not closed")
                question, fault, begun, held = alone[0], "", number, ""
        if question is None and is_cut:
            held += line if line.endswith("\n") else f"{line}\n"
            continue
        yield Asked(begun, question, fault)
        held = ""
    if held:
        yield Asked(begun, None, "not JSON: the object is not closed")


def _read(text: str) -> tuple[dict[str, Any] | None, str, bool]:
    """Return the object that a text is, or what is wrong, and whether more text could mend it."""
    import msgspec

    try:
        data = msgspec.json.decode(text)
    except UnicodeEncodeError:
        return None, "not JSON: a letter in it is not UTF-8", False
    except msgspec.DecodeError as error:
        return None, f"not JSON: {error}", "truncated" in str(error)
    except RecursionError:
        return None, "not JSON: nested too deeply", False
    if not isinstance(data, dict):
        return None, 'a query is one JSON object, such as {"roll": ...}', False
    return data, "", False
