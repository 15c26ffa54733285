"""`rules list [RULESET]` and `rules show ID`: the implemented rules, in the project's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from warband_tui.commands.options import AnyRuleset, Json, group
from warband_tui.commands.output import emit, nearest, say, say_table
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.rules.ruleset import Rule, Ruleset

app = group("List and search the rules that are implemented.")


@app.command("list")
def list_rules(
    ruleset: AnyRuleset = "",
    find: Annotated[
        str, typer.Option("--find", metavar="WORDS", help="Only rules that hold these words.")
    ] = "",
    as_json: Json = False,
) -> None:
    """List rules with their ids, under the name of their game."""
    from warband_tui.rules.rulebook import search
    from warband_tui.rules.wording import counted

    games = [(game, search(game.rules, find) if find else list(game.rules)) for game in _games(ruleset)]
    if as_json:
        emit([_shown(game, rule) for game, rules in games for rule in rules])
        return
    for number, (game, rules) in enumerate(games):
        if number:
            say()
        editions = ", ".join(edition.id for edition in game.editions)
        say(f"{game.id}  {game.title} {editions}  ({counted(len(rules), 'rule')})")
        say_table(("id", "rule", "group"), [(rule.id, rule.title, rule.group) for rule in rules])


@app.command("show")
def show_rule(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="A rule's permanent id, such as TC-INJ-1.")],
    as_json: Json = False,
) -> None:
    """Show one rule."""
    every = [(game, rule) for game in _games("") for rule in game.rules]
    found = [(g, r) for g, r in every if r.id.casefold() == rule_id.casefold()]
    if not found:
        known = [rule.id for _, rule in every]
        hint = nearest(rule_id, known) if len(known) < 12 else _nearest_only(rule_id, known)
        raise WarbandError(f"there is no rule {rule_id!r}{hint}")
    game, rule = found[0]
    if as_json:
        emit(_shown(game, rule))
        return
    say(f"{rule.id}  {rule.title}")
    say(f"{game.title}{f' · {rule.group}' if rule.group else ''}")
    say()
    for line in rule.text.splitlines():
        _paragraph(line)
    say()
    say(f"Source: {rule.source}")


def _games(ruleset: str) -> list[Ruleset]:
    from warband_tui.rules.ruleset import installed, load

    return [load(one) for one in ([ruleset] if ruleset else installed())]


def _nearest_only(word: str, known: list[str]) -> str:
    import difflib

    close = difflib.get_close_matches(word.upper(), known, n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else "; see `warband-tui rules list`"


def _paragraph(text: str) -> None:
    from warband_tui.reports.cells import wrap

    for line in wrap(text, 78):
        say(line)


def _shown(game: Ruleset, rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "ruleset": game.id,
        "title": rule.title,
        "group": rule.group,
        "text": rule.text,
        "source": rule.source,
        "editions": list(rule.editions),
    }
