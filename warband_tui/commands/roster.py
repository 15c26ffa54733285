"""`roster list|show|check|print|export`: warbands and their fighters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Json, group
from warband_tui.commands.output import emit, say, say_table
from warband_tui.commands.writing import Format, Out, Overwrite, deliver, target
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.campaign.roster_sheet import RosterSheet
    from warband_tui.store.queries import Queries
    from warband_tui.store.views import WarbandView

app = group("List, show, check and print warbands.")

_CARRIED = "json"
"""The format that can be read again."""

Within = Annotated[str, typer.Option("--in", metavar="CAMPAIGN", help="Look in this campaign only.")]
Warband = Annotated[str, typer.Argument(metavar="WARBAND", help="A warband's number or name.")]


@app.command("list")
def list_rosters(ctx: typer.Context, within: Within = "", as_json: Json = False) -> None:
    """List warbands."""
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        queries = Queries(parts.library)
        names = {c.id: c.name for c in queries.campaigns()}
        found = _warbands(queries, within)
    if as_json:
        emit(found)
    elif found:
        rows = [
            (w.id, w.name, w.faction, w.player, f"{w.active} of {w.fighters}", names[w.campaign_id])
            for w in found
        ]
        say_table(("no.", "warband", "faction", "player", "fit", "campaign"), rows, right=(0,))
    else:
        say("No warbands yet.")


@app.command()
def show(ctx: typer.Context, warband: Warband, within: Within = "", as_json: Json = False) -> None:
    """Show a warband: fighters, kit, costs, money.

    With its stash, and what every fighter carries.
    """
    sheet = _sheet(ctx.obj, warband, within)
    if as_json:
        emit(sheet)
        return
    say(sheet.name)
    say(" · ".join(text for _, text in _facts(sheet)))
    say()
    rows = [
        (f.id, f.name, f.kind, f.cost_text, ", ".join(f.states), f.kit_text)
        for f in (*sheet.fighters, *sheet.gone)
    ]
    say_table(("no.", "fighter", "what", "cost", "is", "carries"), rows, right=(0,))
    if sheet.stash:
        say()
        say(f"Stash: {', '.join(item.name for item in sheet.stash)}")
    _tell_findings(sheet)


@app.command()
def check(ctx: typer.Context, warband: Warband, within: Within = "", as_json: Json = False) -> None:
    """Say whether a warband is legal and why not.

    Exit code 1 for a breach that nobody has allowed.
    """
    sheet = _sheet(ctx.obj, warband, within)
    if as_json:
        told = {"warband": sheet.name, "ok": not sheet.errors, "checked": sheet.has_list}
        emit({**told, "verdict": sheet.verdict, "findings": sheet.findings, "limits": sheet.limits})
    else:
        say(f"{sheet.name}: {sheet.verdict}")
        _tell_findings(sheet)
    if sheet.errors:
        raise typer.Exit(1)


@app.command("print")
def print_roster(ctx: typer.Context, warband: Warband, within: Within = "", as_json: Json = False) -> None:
    """Print a roster sheet for the table, as plain text of 78 columns."""
    from warband_tui.campaign.roster_report import roster_document

    document = roster_document(_sheet(ctx.obj, warband, within))
    if as_json:
        emit(document)
    else:
        print(target("text").render(document), end="")


@app.command()
def export(
    ctx: typer.Context,
    warband: Warband,
    to: Format = "text",
    out: Out = None,
    overwrite: Overwrite = False,
    within: Within = "",
    as_json: Json = False,
) -> None:
    """Write a roster sheet in any format.

    A web page, a forum post, Markdown and so on; json is the warband itself, which `campaign import` reads in this library or another.
    """
    from warband_tui.campaign.roster_report import roster_document

    chosen = target(to)
    if to == _CARRIED:
        text = _carried(ctx.obj, warband, within)
    else:
        text = chosen.render(roster_document(_sheet(ctx.obj, warband, within)))
    deliver(text, to, out, overwrite=overwrite, as_json=as_json)


def _carried(db: str, warband: str, within: str) -> str:
    """Return the document that a warband is carried to another library in."""
    from warband_tui.campaign.transfer_form import document_text
    from warband_tui.campaign.transfer_out import warband_document
    from warband_tui.store.queries import Queries

    with wired(db) as parts:
        found = _the_warband(Queries(parts.library), warband, within)
        return document_text(warband_document(parts.library, found.id))


def _sheet(db: str, warband: str, within: str) -> RosterSheet:
    from warband_tui.campaign.catalogues import shelf_beside
    from warband_tui.campaign.roster_sheet import sheet_of
    from warband_tui.campaign.rosters import read_roster
    from warband_tui.store.queries import Queries

    with wired(db) as parts:
        found = _the_warband(Queries(parts.library), warband, within)
        shelf = shelf_beside(Path(parts.library.path))
        return sheet_of(read_roster(parts.library, shelf, found.id))


def _facts(sheet: RosterSheet) -> list[tuple[str, str]]:
    facts = [
        ("Game", f"{sheet.game_title} {sheet.edition}".strip()),
        ("Campaign", sheet.campaign_name),
        ("List", " · ".join(part for part in (sheet.faction, sheet.variant) if part)),
        ("Player", sheet.player),
        ("Cost", sheet.cost_text),
        ("Money", sheet.money_text),
        ("Roster", sheet.verdict),
    ]
    return [(label, text) for label, text in facts if text]


def _tell_findings(sheet: RosterSheet) -> None:
    for one in sheet.findings:
        allowed = f" (allowed: {one.allowed})" if one.allowed else ""
        say(f"  {one.severity}: {one.text}{f' [{one.rule}]' if one.rule else ''}{allowed}")


def _warbands(queries: Queries, within: str) -> list[WarbandView]:
    ids = [queries.find_campaign(within)] if within else [c.id for c in queries.campaigns()]
    return [warband for campaign in ids for warband in queries.warbands(campaign)]


def _the_warband(queries: Queries, text: str, within: str) -> WarbandView:
    every = _warbands(queries, within)
    by_number = [w for w in every if str(w.id) == text]
    found = by_number or [w for w in every if w.name == text]
    if len(found) > 1:
        numbers = ", ".join(str(w.id) for w in found)
        raise WarbandError(f"{len(found)} warbands are called {text!r}; give a number: {numbers}")
    if not found:
        raise WarbandError(f"there is no warband {text!r}; see `warband-tui roster list`")
    return found[0]
