"""`serve`: the same app in a browser."""

from __future__ import annotations

import shlex
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from typing import Annotated

import typer

from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit_line, say
from warband_tui.errors import WarbandError

app = single()


@app.command()
def serve(
    ctx: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="The address to listen at.")
    ] = "localhost",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to listen at.")] = 8000,
    as_json: Json = False,
) -> None:
    """Show the app in a browser until Ctrl+C. Whoever reaches the address can use your library."""
    if find_spec("textual_serve") is None:
        raise WarbandError("the browser needs one more package; install `warband-tui[web]`")
    from textual_serve.server import Server

    command = [sys.executable, "-m", "warband_tui", *(["--db", ctx.obj] if ctx.obj else [])]
    if as_json:
        emit_line({"url": f"http://{host}:{port}"})
    else:
        say(f"Serving at http://{host}:{port}; Ctrl+C stops.")
    # What the server has to say is no part of the answer.
    with redirect_stdout(sys.stderr):
        Server(shlex.join(command), host=host, port=port, title="Warband").serve()
