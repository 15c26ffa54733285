"""Writing documents in a format, to standard output or to exactly the file that was named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from warband_tui.commands.output import emit, nearest, say
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.reports.targets import Target


def formats(incomplete: str) -> list[str]:
    """Return the names of formats, for shells to complete."""
    from warband_tui.reports.targets import TARGETS

    return [one for one in TARGETS if one.startswith(incomplete)]


Format = Annotated[
    str,
    typer.Option(
        "--to",
        metavar="FORMAT",
        help="text, markdown, html, discord, bbcode or json.",
        autocompletion=formats,
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Where to; standard output when left out.")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the file if there is one.")]


def target(name: str) -> Target:
    """Return a format by its name.

    Raises:
        WarbandError: there is none of that name.
    """
    from warband_tui.reports.targets import TARGETS

    if name not in TARGETS:
        raise WarbandError(f"there is no format {name!r}{nearest(name, TARGETS)}")
    return TARGETS[name]


def deliver(text: str, form: str, out: Path | None, *, overwrite: bool, as_json: bool) -> None:
    """Print a finished text, or write it to a file and tell its path.

    Raises:
        WarbandError: the file exists and may not be replaced, or cannot be written.
    """
    if out is None:
        if as_json:
            emit({"format": form, "text": text})
        else:
            print(text, end="" if text.endswith("\n") else "\n")
        return
    if out.is_dir():
        raise WarbandError("is a folder; name a file in it", place=str(out))
    try:
        with out.open("w" if overwrite else "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError as error:
        raise WarbandError("exists already; name another file, or add --overwrite", place=str(out)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "no file can have this name"
        raise WarbandError(f"cannot be written ({reason}); name another file", place=str(out)) from error
    path = out.absolute()
    if as_json:
        emit({"format": form, "path": str(path)})
    else:
        say(f"Written to {path}")
