"""`keys`: every key of the app, from the action registry."""

from __future__ import annotations

from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit, say, say_table

app = single()


@app.command()
def keys(as_json: Json = False) -> None:
    """List every action with its keys, and the id by which a config file can rebind it."""
    from warband_tui import config
    from warband_tui.registry import ActionSpec, collect, shown_key

    mine = config.load(config.config_path()).config.keys
    specs = collect()

    def held(spec: ActionSpec) -> tuple[str, ...]:
        return tuple(mine.get(spec.id, spec.keys))

    if as_json:
        emit(
            [
                {"id": s.id, "keys": held(s), "label": s.label, "tooltip": s.tooltip, "undo": s.undo}
                for s in specs
            ]
        )
        return
    for scope in sorted({s.scope for s in specs}, key=lambda name: (name != "app", name)):
        say("Everywhere" if scope == "app" else scope.replace("_", " ").capitalize())
        here = [s for s in specs if s.scope == scope]
        say_table(
            ("keys", "action", "what it does", "id"),
            [(" ".join(map(shown_key, held(s))) or "palette", s.label, s.tooltip, s.id) for s in here],
        )
        say()
