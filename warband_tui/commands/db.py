"""`db info|check|backup|restore|upgrade`: looking after the library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from warband_tui.commands.options import Json, group
from warband_tui.commands.output import emit, say, say_table

app = group("Look after the library: check, back up, restore, upgrade.")


def _place(ctx: typer.Context) -> str:
    from warband_tui import config

    return ctx.obj or config.library_place(config.load(config.config_path()).config)


def _now() -> str:
    from warband_tui.bootstrap import now

    return now()


@app.command()
def info(ctx: typer.Context, as_json: Json = False) -> None:
    """Tell where the library is and what is in it.

    Its version and how much of everything; nothing is changed.
    """
    from warband_tui.store.backup import info as look

    found = look(_place(ctx))
    if as_json:
        emit(found)
        return
    state = "current" if found.version == found.program_version else f"this program: {found.program_version}"
    rows = [("library", found.path), ("version", f"{found.version} ({state})"), ("sqlite", found.sqlite)]
    rows += [("size", f"{found.bytes / 1024:.0f} KiB"), *((k, str(n)) for k, n in found.counts.items())]
    say_table(("what", "is"), rows)


@app.command()
def check(ctx: typer.Context, as_json: Json = False) -> None:
    """Look for damage; exit code 1 when there is some."""
    from warband_tui.rules.wording import counted
    from warband_tui.store.backup import check as look

    place = _place(ctx)
    faults = look(place)
    if as_json:
        emit({"path": place, "ok": not faults, "faults": faults})
    else:
        for fault in faults:
            say(f"fault: {fault}")
        say(f"{place}: {counted(len(faults), 'fault') if faults else 'sound'}")
    if faults:
        raise typer.Exit(1)


@app.command()
def backup(
    ctx: typer.Context,
    target: Annotated[
        Path | None,
        typer.Argument(
            metavar="[TARGET]", help="A file that does not exist yet; beside the library if left out."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Copy the library, which may be in use, to a file."""
    from warband_tui.store.backup import backup as copy
    from warband_tui.store.backup import backup_name

    place = _place(ctx)
    made = copy(place, target or backup_name(place, _now()))
    if as_json:
        emit({"path": str(made)})
    else:
        say(f"Copied to {made}")


@app.command()
def restore(
    ctx: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="BACKUP", help="The copy to take.")],
    as_json: Json = False,
) -> None:
    """Put a backup in the library's place.

    What was there is kept beside it.
    """
    from warband_tui.store.backup import restore as put

    done = put(source, _place(ctx), at=_now())
    if as_json:
        emit(done)
        return
    say(f"Restored to {done.path}")
    if done.kept:
        say(f"What was there is kept as {done.kept}")


@app.command()
def upgrade(ctx: typer.Context, as_json: Json = False) -> None:
    """Make the library, or bring it to this version.

    A copy is kept of one that is there.
    """
    from warband_tui.store.library import Library

    with Library.open(_place(ctx), at=_now()) as library:
        path, done = library.path, library.upgraded
    if as_json:
        told = {"before": done.before, "after": done.after, "copy": str(done.copy)} if done else None
        emit({"path": str(path), "upgraded": told})
    elif done:
        say(f"{path}: brought from version {done.before} to {done.after}; the copy is {done.copy}")
    else:
        say(f"{path}: current")
