"""`battle list|show|export`: battles, their logs and their reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Json, group
from warband_tui.commands.output import emit, say, say_table
from warband_tui.commands.writing import Format, Out, Overwrite, deliver, target

if TYPE_CHECKING:
    from warband_tui.campaign.play import PlaySession
    from warband_tui.services import Services

app = group("List and show battles, write their reports.")

Battle = Annotated[str, typer.Argument(metavar="BATTLE", help="A battle's number, public id or name.")]


@app.command("list")
def list_battles(
    ctx: typer.Context,
    within: Annotated[str, typer.Option("--in", metavar="CAMPAIGN", help="Only of this campaign.")] = "",
    as_json: Json = False,
) -> None:
    """List battles, the one played last first."""
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        queries = Queries(parts.library)
        found = queries.battles(queries.find_campaign(within) if within else None)
    if as_json:
        emit(found)
    elif found:
        rows = [
            (
                b.id,
                b.name,
                b.campaign,
                f"{b.ruleset} {b.edition}",
                b.status,
                b.entries,
                b.last_at or b.updated,
            )
            for b in found
        ]
        heads = ("no.", "battle", "campaign", "game", "is", "entries", "last change")
        say_table(heads, rows, right=(0, 5))
    else:
        say("No battles yet.")


@app.command()
def show(ctx: typer.Context, battle: Battle, as_json: Json = False) -> None:
    """Show how a battle stands and tell its log."""
    from warband_tui.campaign.battle_log import LogBook

    with wired(ctx.obj) as parts:
        session = _session(parts, battle)
        lines = LogBook(session.battle).lines()
        monitors = session.ruleset.monitors(session.state)
    if as_json:
        heading = session.heading._asdict()
        emit({"battle": heading, "monitors": monitors, "log": lines, "state": session.state})
        return
    state = session.state
    say(" · ".join(part for part in (session.heading.name, session.heading.campaign) if part))
    say(f"{session.ruleset.title} {state.edition} · turn {state.turn} · {session.heading.status}")
    say()
    for side in state.sides.values():
        units = list(state.of_side(side.id))
        say(f"{side.name}: {sum(unit.in_play for unit in units)} of {len(units)} in play")
    say()
    for line in lines:
        rules = f"  [{', '.join(line.rules)}]" if line.rules else ""
        sign = "↶" if line.undone else "★" if line.starred else " "
        undone = "undone: " if line.undone else ""
        why = f"  (against the rules: {line.override})" if line.override else ""
        say(f"{line.mark:>5} {sign} {undone}{line.text}{rules}{why}")


@app.command()
def export(
    ctx: typer.Context,
    battle: Battle,
    to: Format = "text",
    out: Out = None,
    overwrite: Overwrite = False,
    as_json: Json = False,
) -> None:
    """Write the report of a battle."""
    from warband_tui.campaign.reporting import report_of
    from warband_tui.store.queries import Queries

    chosen = target(to)
    with wired(ctx.obj) as parts:
        battle_id = Queries(parts.library).find_battle(battle)
        report = report_of(parts.library, battle_id, now=parts.now)
    deliver(chosen.render(report.document), to, out, overwrite=overwrite, as_json=as_json)


def _session(parts: Services, battle: str) -> PlaySession:
    from warband_tui.campaign.play import PlaySession
    from warband_tui.store.queries import Queries

    battle_id = Queries(parts.library).find_battle(battle)
    return PlaySession.open(parts.library, battle_id, now=parts.now)
