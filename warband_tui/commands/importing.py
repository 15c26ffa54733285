"""`import FILE`: rosters that other programs wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit, say, say_table

if TYPE_CHECKING:
    from warband_tui.imports.roster import Cost, ImportedRoster

app = single()


@app.command()
def import_roster(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A roster: .rosz, .ros or JSON.")],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would come in; save nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a roster made by another program and show what is in it.

    Known are BattleScribe and New Recruit (.ros, .rosz, JSON), Trench Companion, the MESBG list builder
    and YakTribe. What a file is, is told by its content and not by its name.
    """
    from warband_tui.imports.reading import read_roster

    roster = read_roster(file)
    if as_json:
        from warband_tui.imports.roster_json import to_json

        emit(to_json(roster))
        return
    _tell(roster)
    if dry_run:
        say()
        say("Nothing was saved.")


def _tell(roster: ImportedRoster) -> None:
    say(roster.display_name or roster.name)
    costs = ", ".join(map(_amount, roster.declared))
    facts = (roster.format, roster.game_system, *(force.catalogue for force in roster.forces), costs)
    say(" · ".join(dict.fromkeys(fact for fact in facts if fact)))
    say()
    rows = [
        (
            entry.number if entry.models is None else entry.models,
            entry.custom_name or entry.name,
            entry.name if entry.custom_name else entry.category,
            " + ".join(map(_amount, entry.costs)),
            ", ".join(f"{u.number}x {u.name}" if u.number > 1 else u.name for u in entry.upgrades),
        )
        for entry in roster.entries
    ]
    say_table(("no.", "name", "what", "cost", "with"), rows, right=(0,))
    say()
    say(f"{len(roster.fighters)} lines that fight, {roster.figures} figures")
    for finding in roster.findings:
        say(f"{finding.severity}: {f'{finding.where}: ' if finding.where else ''}{finding.message}")


def _amount(cost: Cost) -> str:
    rounded = f"{cost.value:.2f}".rstrip("0").rstrip(".")
    return f"{rounded} {cost.name}"
