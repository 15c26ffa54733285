"""`demo`: the sample campaign in the app, or its battle's report as text."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

import typer

from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit
from warband_tui.errors import WarbandError

app = single()


@app.command()
def demo(
    report: Annotated[
        bool, typer.Option("--report", help="No terminal needed: play the sample battle, print its report.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Open the sample campaign, in a copy that is thrown away; your own library is never touched."""
    if report or as_json:
        from warband_tui.reports.battle_report import battle_report
        from warband_tui.reports.targets import TARGETS
        from warband_tui.rules.script import play

        document = battle_report(play(sample_script().splitlines()))
        if as_json:
            emit(document)
        else:
            print(TARGETS["text"].render(document), end="")
        return
    raise typer.Exit(_open())


def sample_script() -> str:
    """Return the script of the sample battle.

    Raises:
        WarbandError: the installation lacks it.
    """
    folder = files("warband_tui.campaign") / "sample"
    scripts = (
        sorted(one.name for one in folder.iterdir() if one.name.endswith(".jsonl")) if folder.is_dir() else []
    )
    if not scripts:
        raise WarbandError("this installation lacks the sample battle; install warband-tui again")
    return (folder / scripts[0]).read_text(encoding="utf-8")


def _open() -> int:
    import tempfile
    from pathlib import Path

    from warband_tui.commands.opening import open_app

    with tempfile.TemporaryDirectory(prefix="warband-demo-", ignore_cleanup_errors=True) as folder:
        return open_app(str(Path(folder) / "sample.db"), lambda app: app.open_sample())
