"""`layout list|show|check|import|export|random|note|delete|undo`: boards kept under a name."""

from __future__ import annotations

import math
import os.path
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import AnyRuleset, Json, games, group
from warband_tui.commands.output import complain, emit, say, say_table
from warband_tui.commands.reading import bytes_of
from warband_tui.commands.writing import Out, Overwrite, deliver
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.campaign.layout_faults import Flaw
    from warband_tui.campaign.layouts import Hand
    from warband_tui.rules.board.layout import Board
    from warband_tui.rules.ruleset import Ruleset
    from warband_tui.services import Services
    from warband_tui.store.layouts import LayoutView

app = group("Boards kept under a name: terrain and deployment zones for battles to come.")

Which = Annotated[
    str, typer.Argument(metavar="LAYOUT", help="Its name or its number, as `layout list` shows.")
]
Game = Annotated[
    str,
    typer.Option(
        "--game", metavar="RULESET", help="A game's id; any game when left out.", autocompletion=games
    ),
]
Name = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Keep it under this name.")]
Replace = Annotated[bool, typer.Option("--replace", help="Let a layout of that name give way.")]


@app.command("list")
def list_kept(ctx: typer.Context, ruleset: AnyRuleset = "", as_json: Json = False) -> None:
    """List the kept layouts: those of a game and of any game, or all."""
    from warband_tui.campaign.layouts import list_layouts

    with wired(ctx.obj) as services:
        if ruleset:
            services.ruleset(ruleset)
        found = list_layouts(services.library, ruleset or None)
    if as_json:
        emit(found)
    elif found:
        heads = ("no.", "layout", "game", "size", "pieces", "changed", "note")
        rows = [(v.id, v.name, v.ruleset or "any", _size(v), v.pieces, v.changed[:10], v.note) for v in found]
        say_table(heads, rows, right=(0, 4))
    else:
        say("There is no layout yet; draw one in the app, or read one with `warband-tui layout import FILE`.")


@app.command("show")
def show_kept(ctx: typer.Context, layout: Which, as_json: Json = False) -> None:
    """Show a layout: its pieces and zones, and what is wrong with it."""
    from warband_tui.campaign.layout_faults import flaws
    from warband_tui.campaign.layouts import find_layout, open_layout
    from warband_tui.rules.board.reading import board_json

    with wired(ctx.obj) as services:
        kept = open_layout(services.library, find_layout(services.library, layout).id)
        found = flaws(kept.board, _game(services, kept.view.ruleset))
    if as_json:
        emit({"layout": kept.view, "board": board_json(kept.board), "findings": [_finding(f) for f in found]})
        return
    say(f"{kept.view.name}  {_size(kept.view)} · {kept.view.ruleset or 'any game'}")
    if kept.view.note:
        say(kept.view.note)
    say()
    for line in _pieces(kept.board):
        say(line)
    for one in found:
        say(f"{one.severity}: {one.text}")


@app.command("check")
def check_board(
    ctx: typer.Context,
    layout: Annotated[
        str, typer.Argument(metavar="FILE|LAYOUT", help="A file with a board, or a kept layout.")
    ],
    game: Game = "",
    as_json: Json = False,
) -> None:
    """Look for faults and name the piece of each.

    Exit code 1 when no battle could be played on it.
    """
    from warband_tui.campaign.layout_faults import flaws
    from warband_tui.campaign.layouts import MOST_BYTES, open_layout, read_layout

    with wired(ctx.obj) as services:
        view = None if os.path.isfile(layout) else _found(services, layout)  # noqa: PTH113 (any text may come)
        if view is None:
            board, judge = read_layout(bytes_of(layout, MOST_BYTES), layout), game
        else:
            board, judge = open_layout(services.library, view.id).board, game or view.ruleset
        found = flaws(board, _game(services, judge))
    faulty = any(one.severity == "error" for one in found)
    if as_json:
        emit({"file": layout, "ok": not faulty, "findings": [_finding(one) for one in found]})
    else:
        for one in found:
            say(f"{one.severity}: {one.text}")
        say(f"{layout}: {'faulty' if faulty else 'sound'}")
    if faulty:
        raise typer.Exit(1)


@app.command("import")
def import_board(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A board as JSON, or a battle script.")],
    name: Name = None,
    game: Game = "",
    replace: Replace = False,
    as_json: Json = False,
) -> None:
    """Keep the board of a file as a layout.

    One with a fault is refused, naming the piece.
    """
    from warband_tui.campaign.layouts import MOST_BYTES, read_playable, save_layout

    with wired(ctx.obj) as services:
        board = read_playable(bytes_of(file, MOST_BYTES), file, _game(services, game))
        called = name if name is not None else board.name or Path(file).stem
        kept = save_layout(services.library, board, called, game, _hand(services), replacing=replace)
        _told(services, kept, as_json=as_json)


@app.command("export")
def export_board(
    ctx: typer.Context,
    layout: Which,
    out: Out = None,
    overwrite: Overwrite = False,
    as_json: Json = False,
) -> None:
    """Write a layout as JSON, as battle scripts take it."""
    from warband_tui.campaign.layouts import find_layout, layout_text, open_layout

    with wired(ctx.obj) as services:
        kept = open_layout(services.library, find_layout(services.library, layout).id)
    if as_json and out is None:
        from warband_tui.rules.board.reading import board_json

        emit(board_json(kept.board))
        return
    deliver(layout_text(kept.board), "board", out, overwrite=overwrite, as_json=as_json)


@app.command("random")
def random_layout(
    ctx: typer.Context,
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET]",
            help="A game's id; left out, a plain table for any game.",
            autocompletion=games,
        ),
    ] = "",
    size: Annotated[
        str, typer.Option("--size", metavar="WxH", help="Such as 48x48; the game's usual when left out.")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="The same seed makes the same board; a new one when left out."
        ),
    ] = None,
    name: Name = None,
    replace: Replace = False,
    as_json: Json = False,
) -> None:
    """Make a random board within a game's rules.

    Printed, or kept with --as; the seed that was drawn for it is told beside it.
    """
    from warband_tui.campaign.layout_random import drawing, random_board
    from warband_tui.campaign.layout_words import words_of
    from warband_tui.campaign.layouts import layout_text, save_layout
    from warband_tui.rules.board.reading import board_json

    with wired(ctx.obj) as services:
        game = _game(services, ruleset)
        width, height = _read_size(size) if size else words_of(game).sizes[0]
        drawn = services.seed() if seed is None else seed
        board = random_board(game, width, height, drawing(drawn))
        if seed is None and not as_json:
            complain(f"seed {drawn}")
        if name is not None:
            kept = save_layout(services.library, board, name, ruleset, _hand(services), replacing=replace)
            _told(services, kept, as_json=as_json)
        elif as_json:
            emit(board_json(board))
        else:
            print(layout_text(board), end="")


@app.command("delete")
def delete_kept(ctx: typer.Context, layout: Which, as_json: Json = False) -> None:
    """Delete a layout; `layout undo` brings it back.

    Battles keep the boards that they were begun with.
    """
    from warband_tui.campaign.layouts import delete_layout, find_layout

    with wired(ctx.obj) as services:
        view = find_layout(services.library, layout)
        delete_layout(services.library, view.id, _hand(services))
    if as_json:
        emit({"deleted": view.id, "name": view.name})
    else:
        say(f"Deleted {view.name}")


@app.command("note")
def note_kept(
    ctx: typer.Context,
    layout: Which,
    note: Annotated[str, typer.Argument(metavar="TEXT", help="What is worth knowing; empty takes it away.")],
    as_json: Json = False,
) -> None:
    """Write down something about a layout; `layout list` shows it."""
    from warband_tui.campaign.layouts import find_layout, note_layout

    with wired(ctx.obj) as services:
        view = find_layout(services.library, layout)
        note_layout(services.library, view.id, note, _hand(services))
        _told(services, view.id, as_json=as_json)


@app.command("undo")
def undo_last(ctx: typer.Context, as_json: Json = False) -> None:
    """Take back the latest saving, renaming or deleting of a layout."""
    from warband_tui.campaign.layouts import turned_text, undo_layout

    with wired(ctx.obj) as services:
        done = undo_layout(services.library, _hand(services))
    if as_json:
        emit({"undone": done.what, "name": done.subject, "layout": done.layout_id})
    else:
        say(f"Undone: {turned_text(done)}")


def _told(services: Services, layout_id: int, *, as_json: bool) -> None:
    from warband_tui.campaign.layouts import open_layout

    view = open_layout(services.library, layout_id).view
    if as_json:
        emit(view)
    else:
        say(f"Kept as {view.name} ({_size(view)}, number {view.id})")


def _found(services: Services, wanted: str) -> LayoutView | None:
    """Return the layout that is meant; None where there is none and the text can only be a path.

    Raises:
        WarbandError: there is no such layout.
    """
    from warband_tui.campaign.layouts import find_layout

    try:
        return find_layout(services.library, wanted)
    except WarbandError:
        if os.sep in wanted or "/" in wanted or wanted.casefold().endswith((".json", ".jsonl")):
            return None
        raise


def _hand(services: Services) -> Hand:
    from warband_tui.campaign.layouts import Hand

    return Hand(services.who, services.now())


def _game(services: Services, ruleset: str) -> Ruleset | None:
    return services.ruleset(ruleset) if ruleset else None


def _read_size(text: str) -> tuple[float, float]:
    width, _, height = text.casefold().replace(" ", "").partition("x")
    try:
        size = float(width), float(height)
    except ValueError:
        size = (math.nan, math.nan)
    if not all(map(math.isfinite, size)):
        raise WarbandError(f"{text[:40]!r} is no size; give it as 48x36")
    return size


def _size(view: LayoutView) -> str:
    from warband_tui.campaign.layout_words import size_text

    return size_text((view.width, view.height), view.kind)


def _finding(flaw: Flaw) -> dict[str, Any]:
    return {"severity": flaw.severity, "piece": flaw.piece, "message": flaw.what, "at": flaw.at}


def _pieces(board: Board) -> Iterator[str]:
    from warband_tui.campaign.layout_shapes import box_of
    from warband_tui.rules.board.layout import InchBoard

    if isinstance(board, InchBoard):
        for feature in board.features:
            left, upper, right, lower = box_of(feature.shape) if feature.shape else (0, 0, 0, 0)
            height = f', {feature.height:g}" high' if feature.height else ""
            tags = f" · {', '.join(feature.tags)}" if feature.tags else ""
            yield (
                f"{feature.label}  {right - left:g} x {lower - upper:g} at {left:g},{upper:g}{height}{tags}"
            )
    else:
        yield from board.map
        for letter, ground in board.legend.items():
            yield f"{letter}  {ground.name or 'unnamed'}"
    for zone in board.zones:
        yield f"zone {zone.side}{f' ({zone.name})' if zone.name else ''}"
