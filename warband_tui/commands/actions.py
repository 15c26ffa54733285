"""`actions RULESET`: every action, ask and profile of a game."""

from __future__ import annotations

from warband_tui.commands.options import Json, Ruleset, single
from warband_tui.commands.output import emit, say

app = single()


@app.command()
def actions(ruleset: Ruleset, as_json: Json = False) -> None:
    """List what a battle script may do and ask in a game; --json prints the JSON Schema of all of it."""
    from warband_tui.reports.cells import wrap
    from warband_tui.rules.actions import Field, fields_of, tag_of
    from warband_tui.rules.ruleset import load

    game = load(ruleset)
    schema = game.schema()
    if as_json:
        emit(schema)
        return

    def shown(field: Field) -> str:
        kind = "|".join(field.options) or field.kind
        return field.name + (f":{kind}" if kind != field.name else "") + ("" if field.required else "?")

    say(f"{game.title} {', '.join(edition.id for edition in game.editions)}")
    say()
    width = max(len(tag_of(d.action)) for d in game.actions)
    for d in game.actions:
        rules = f"  [{', '.join(d.rules)}]" if d.rules else ""
        say(f"{tag_of(d.action):<{width}}  {d.help}{rules}")
        for line in wrap(" ".join(map(shown, fields_of(d.action))), 76 - width):
            say(f"{'':<{width}}    {line}")
    say()
    say("A field with ? may be left out.")
    asks = ", ".join(schema.get("asks", ())) or "nothing"
    for number, line in enumerate(wrap(asks, 74)):
        say(("ask: " if not number else "     ") + line)
    say(f"choices: {', '.join(schema.get('choices', ())) or 'none'}")
    say(f"The exact form of each, of profiles and of odds queries: warband-tui actions {game.id} --json")
