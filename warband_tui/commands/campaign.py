"""`campaign new|list|show|history`: campaigns as wholes."""

from __future__ import annotations

from typing import Annotated

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Edition, Json, games, group
from warband_tui.commands.output import emit, say, say_table

app = group("Found, list and show campaigns.")

Campaign = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="A campaign's number, public id or name.")]


@app.command()
def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    ruleset: Annotated[
        str,
        typer.Option("--ruleset", help="The game; may be left out if there is one.", autocompletion=games),
    ] = "",
    edition: Edition = "",
    as_json: Json = False,
) -> None:
    """Found a campaign."""
    from warband_tui.campaign.shelf import found_campaign
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
        say("No campaigns yet; `warband-tui campaign new NAME` founds one.")


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
    """Print the ledger: who did what, when and why; --json prints one line each."""
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
