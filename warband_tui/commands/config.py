"""`config path|show|validate`: the player's settings."""

from __future__ import annotations

import dataclasses

import typer

from warband_tui.commands.options import Json, group
from warband_tui.commands.output import emit, say

app = group("Where the settings are, what they say, what is wrong in them.")


@app.command()
def path(as_json: Json = False) -> None:
    """Print where the config file is, or would be."""
    from warband_tui.config import config_path

    found = config_path()
    if as_json:
        emit({"path": str(found), "exists": found.exists()})
    else:
        say(str(found))


@app.command()
def show(as_json: Json = False) -> None:
    """Print the settings in force, as TOML."""
    from warband_tui.config import config_path, load, shown

    loaded = load(config_path())
    if as_json:
        emit(dataclasses.asdict(loaded.config) | {"path": str(loaded.path)})
    else:
        for line in shown(loaded.config).splitlines():
            say(line)


@app.command()
def validate(as_json: Json = False) -> None:
    """Check the config file.

    Names of keys, actions and themes included; exit code 1 when it is faulty.
    """
    from textual.theme import BUILTIN_THEMES

    from warband_tui.config import config_path
    from warband_tui.config import validate as check
    from warband_tui.registry import APP_SPECS, collect
    from warband_tui.theme import OWN

    file = config_path()
    if not file.exists():
        if as_json:
            emit({"path": str(file), "ok": True, "problems": []})
        else:
            say(f"{file}: there is none, so defaults are in force")
        return
    themes = [*(theme.name for theme in OWN), *BUILTIN_THEMES]
    problems = check(file, collect(), themes, APP_SPECS)
    if as_json:
        found = [{"line": one.line, "what": one.what} for one in problems]
        emit({"path": str(file), "ok": not problems, "problems": found})
    else:
        for one in problems:
            say(one.text)
        if not problems:
            say(f"{file}: sound")
    if problems:
        raise typer.Exit(1)
