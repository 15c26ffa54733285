"""`campaign new|list|show|standings|history|export|import`: campaigns as wholes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Edition, Json, games, group
from warband_tui.commands.output import emit, say, say_table
from warband_tui.commands.writing import Overwrite

if TYPE_CHECKING:
    from collections.abc import Iterable

    from warband_tui.campaign.standings import FighterStanding, Standings

app = group("Found and show campaigns, their standings and history; carry them to other libraries.")

_BEST = 5

Campaign = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="A campaign's number, public id or name.")]


@app.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    ruleset: Annotated[
        str,
        typer.Option(
            "--ruleset",
            metavar="RULESET",
            help="The game, such as `rules list` shows; may be left out if there is only one.",
            autocompletion=games,
        ),
    ] = "",
    edition: Edition = "",
    as_json: Json = False,
) -> None:
    """Found a campaign."""
    from warband_tui.campaign.founding import found_campaign
    from warband_tui.errors import WarbandError
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        games = parts.ruleset_ids()
        if not ruleset and len(games) != 1:
            raise WarbandError(f"name the game with --ruleset; there are {', '.join(games) or 'none'}")
        campaign_id = found_campaign(
            parts.library, name, ruleset or games[0], edition, who=parts.who, at=parts.now()
        )
        made = Queries(parts.library).campaign(campaign_id)
    if as_json:
        emit(made)
    else:
        say(f"Founded {made.name} (number {made.id}), {made.ruleset} {made.edition}")


@app.command("list")
def list_campaigns(ctx: typer.Context, as_json: Json = False) -> None:
    """List all campaigns."""
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        found = Queries(parts.library).campaigns()
    if as_json:
        emit(found)
        return
    rows = [
        (
            c.id,
            c.name + (" (put away)" if c.archived else ""),
            f"{c.ruleset} {c.edition}",
            c.warbands,
            c.battles,
            c.last_at or c.created,
        )
        for c in found
    ]
    if rows:
        heads = ("no.", "campaign", "game", "warbands", "battles", "last change")
        say_table(heads, rows, right=(0, 3, 4))
    else:
        say("No campaigns yet; `warband-tui campaign new NAME --ruleset RULESET` founds one.")


@app.command()
def show(ctx: typer.Context, campaign: Campaign, as_json: Json = False) -> None:
    """Show a campaign with its players, warbands and battles."""
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        queries = Queries(parts.library)
        found = queries.campaign(queries.find_campaign(campaign))
        players, warbands = queries.players(found.id), queries.warbands(found.id)
        battles = queries.battles(found.id)
    if as_json:
        emit({"campaign": found, "players": players, "warbands": warbands, "battles": battles})
        return
    say(f"{found.name}  {found.ruleset} {found.edition}")
    if found.notes:
        say(found.notes)
    if warbands:
        say()
        rows = [(w.id, w.name, w.faction, w.player, f"{w.active} of {w.fighters}") for w in warbands]
        say_table(("no.", "warband", "faction", "player", "fit"), rows, right=(0,))
    if battles:
        say()
        rows = [(b.id, b.name, b.status, " – ".join(s.name for s in b.sides), b.updated) for b in battles]
        say_table(("no.", "battle", "is", "sides", "last change"), rows, right=(0,))


@app.command()
def history(
    ctx: typer.Context,
    campaign: Campaign,
    last: Annotated[int, typer.Option("--last", min=1, help="Only the last so many acts.")] = 1_000_000,
    as_json: Json = False,
) -> None:
    """Print the ledger: who did what, when and why.

    --json prints one line each.
    """
    from warband_tui.campaign.ledger_words import history_lines
    from warband_tui.commands.output import emit_line
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        queries = Queries(parts.library)
        lines = queries.history(queries.find_campaign(campaign), limit=last)
    if as_json:
        for line in lines:
            emit_line(line)
        return
    rows = [
        (line.seq, line.at, line.who, line.text, line.why, "" if line.in_effect else "taken back")
        for line in reversed(history_lines(lines))
    ]
    say_table(("no.", "when", "who", "what", "why", ""), rows, right=(0,))


@app.command()
def standings(
    ctx: typer.Context,
    campaign: Campaign,
    every: Annotated[bool, typer.Option("--all", help="Count what was put away as well.")] = False,
    as_json: Json = False,
) -> None:
    """Show the table: battles won, points, losses.

    And the fighters who did and suffered most. Battles that have not ended count for the deeds of fighters only. Battles that were put away count with --all.
    """
    from warband_tui.campaign.catalogues import shelf_beside
    from warband_tui.campaign.standings import standings as worked_out
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        library = parts.library
        campaign_id = Queries(library).find_campaign(campaign)
        found = worked_out(library, shelf_beside(Path(library.path)), campaign_id, archived=every)
    if as_json:
        emit(found)
        return
    say(found.name)
    say()
    if found.warbands:
        _tell_table(found)
    else:
        say("No warbands yet.")
    _tell_fighters("most feared", ((one, one.taken_out) for one in found.most_feared[:_BEST]))
    _tell_fighters("unluckiest", ((one, one.times_out) for one in found.unluckiest[:_BEST]))
    if found.left_out:
        say()
    for one in found.left_out:
        say(f"warning: {one.name} (number {one.battle}) is not counted: {one.why}")


@app.command()
def export(
    ctx: typer.Context,
    campaign: Campaign,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to; standard output when left out."),
    ] = None,
    overwrite: Overwrite = False,
    as_json: Json = False,
) -> None:
    """Write a whole campaign as one document.

    JSON: rosters, ledger, battles with every entry. `campaign import` reads it, in this library or another. With --out, --json prints where it was written.
    """
    from warband_tui.campaign.transfer_form import document_text
    from warband_tui.campaign.transfer_out import campaign_document, write_document
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        queries = Queries(parts.library)
        document = campaign_document(parts.library, queries.find_campaign(campaign))
    text = document_text(document)
    if out is None:
        print(text, end="")
        return
    path = write_document(text, out, overwrite=overwrite)
    if as_json:
        emit({"format": document.format, "version": document.version, "path": str(path)})
    else:
        say(f"Written to {path}")


@app.command("import")
def import_campaign(
    ctx: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="What `campaign export` or `roster export --to json` has written."
        ),
    ],
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call it.")] = "",
    into: Annotated[
        str, typer.Option("--into", metavar="CAMPAIGN", help="For a single warband: the campaign it joins.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Bring in a campaign or a warband from a file.

    All of it, or nothing. A campaign comes in beside what is there; one whose name is taken gets a number. Every battle is played through
    before anything is kept.
    """
    from warband_tui.campaign.transfer import bring_in
    from warband_tui.campaign.transfer_form import MOST_BYTES
    from warband_tui.commands.reading import bytes_of
    from warband_tui.store.queries import Queries

    data = bytes_of(file, MOST_BYTES)
    with wired(ctx.obj) as parts:
        campaign_id = Queries(parts.library).find_campaign(into) if into else None
        came = bring_in(
            parts.library,
            data,
            Path(file).name,
            who=parts.who,
            at=parts.now(),
            name=name,
            into=campaign_id,
        )
    if as_json:
        emit(came)
        return
    if came.warband is not None:
        say(f"Brought a warband of {came.fighters} fighters (number {came.warband}) into {came.name}")
        return
    say(f"Brought in {came.name} (number {came.campaign})")
    if came.called and not name:
        say(f"There is a campaign {came.called} already, so this one is called {came.name}.")
    say(
        f"{came.warbands} warbands, {came.fighters} fighters, {came.battles} battles with {came.entries} entries, "
        f"{came.lines} lines of history"
    )
    say("Acts of each warband can be undone as before; what the campaign as a whole did before stays done.")


def _tell_table(found: Standings) -> None:
    scores = list(dict.fromkeys(points.short for line in found.warbands for points in line.points))
    results = ("played", "won", "drawn", "lost", "open")
    heads = ("", "warband", "player", *results, *scores, "models lost", "taken out", "cost")
    rows = []
    for place, line in enumerate(found.warbands, 1):
        sums = {points.short: f"{points.scored} : {points.conceded}" for points in line.points}
        row = (place, line.name, line.player, line.played, line.won, line.drawn, line.lost, line.unfinished)
        shown = (sums.get(score, "") for score in scores)
        rows.append((*row, *shown, line.lost_models, line.taken_out, line.cost_text))
    say_table(heads, rows, right=(0, *range(3, len(heads))))


def _tell_fighters(title: str, lines: Iterable[tuple[FighterStanding, int]]) -> None:
    rows = [(number, one.name, one.warband_name, one.battles) for one, number in lines]
    if rows:
        say()
        say_table((title, "fighter", "warband", "battles"), rows, right=(0, 3))
