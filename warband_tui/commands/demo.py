"""`demo`: the sample campaign in the app, or its battle's report as text."""

from __future__ import annotations

from typing import Annotated

import typer

from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit

app = single()


@app.command()
def demo(
    report: Annotated[
        bool, typer.Option("--report", help="No terminal needed: play the sample battle, print its report.")
    ] = False,
    game: Annotated[
        str, typer.Option("--game", metavar="RULESET", help="Whose sample, where several games have one.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Open the sample campaign, in a copy that is thrown away; your own library is never touched.

    --json prints the report's document, as --report does for people.
    """
    if not (report or as_json):
        raise typer.Exit(_open(game))
    from warband_tui.campaign.sample import sample_battle
    from warband_tui.reports.battle_report import battle_report
    from warband_tui.reports.targets import TARGETS

    document = battle_report(sample_battle(game))
    if as_json:
        emit(document)
    else:
        print(TARGETS["text"].render(document), end="")


def _open(game: str) -> int:
    import tempfile
    from pathlib import Path

    from warband_tui.commands.opening import open_app

    with tempfile.TemporaryDirectory(prefix="warband-demo-", ignore_cleanup_errors=True) as folder:
        return open_app(str(Path(folder) / "sample.db"), lambda app: app.open_sample(game))
