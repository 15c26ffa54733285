"""`doctor`: what to paste into a bug report."""

from __future__ import annotations

import shutil

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit, say

app = single()


@app.command()
def doctor(ctx: typer.Context, as_json: Json = False) -> None:
    """Print versions, terminal, paths and what the library holds; it names no campaign and no player."""
    from warband_tui.doctor import doctor as examine

    columns, rows = shutil.get_terminal_size()
    with wired(ctx.obj) as parts:
        text = examine(parts, size=(columns, rows))
    if not as_json:
        for line in text.splitlines():
            say(line)
        return
    told: dict[str, str | list[str]] = {}
    for line in text.splitlines():
        name, _, value = line.partition(": ")
        before = told.get(name)
        told[name] = value if before is None else [*([before] if isinstance(before, str) else before), value]
    emit(told)
