"""`roster list|show`: warbands and their fighters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Json, group
from warband_tui.commands.output import emit, say, say_table
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.store.queries import Queries
    from warband_tui.store.views import WarbandView

app = group("List, show and check warbands.")

Within = Annotated[str, typer.Option("--in", metavar="CAMPAIGN", help="Look in this campaign only.")]


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
def show(
    ctx: typer.Context,
    warband: Annotated[str, typer.Argument(metavar="WARBAND", help="A warband's number or name.")],
    within: Within = "",
    as_json: Json = False,
) -> None:
    """Show a warband: its fighters, what they carry, its stash."""
    from warband_tui.store.queries import Queries

    with wired(ctx.obj) as parts:
        queries = Queries(parts.library)
        found = the_warband(queries, warband, within)
        fighters, stash = queries.fighters(found.id), queries.stash(found.id)
    if as_json:
        emit({"warband": found, "fighters": fighters, "stash": stash})
        return
    say(found.name)
    say(" · ".join(part for part in (found.faction, found.variant, found.player) if part))
    say()
    rows = [
        (f.models, f.name, f.profile_name or f.profile, f.status, f.xp, ", ".join(i.name for i in f.items))
        for f in fighters
    ]
    say_table(("no.", "fighter", "what", "is", "xp", "carries"), rows, right=(0, 4))
    if stash:
        say()
        say(f"Stash: {', '.join(item.name for item in stash)}")


def _warbands(queries: Queries, within: str) -> list[WarbandView]:
    ids = [queries.find_campaign(within)] if within else [c.id for c in queries.campaigns()]
    return [warband for campaign in ids for warband in queries.warbands(campaign)]


def the_warband(queries: Queries, text: str, within: str) -> WarbandView:
    """Return the warband that a person means by a number or a whole name.

    Raises:
        WarbandError: there is none, or more than one of that name.
    """
    every = _warbands(queries, within)
    by_number = [w for w in every if str(w.id) == text]
    found = by_number or [w for w in every if w.name == text]
    if len(found) > 1:
        numbers = ", ".join(str(w.id) for w in found)
        raise WarbandError(f"{len(found)} warbands are called {text!r}; give a number: {numbers}")
    if not found:
        raise WarbandError(f"there is no warband {text!r}; see `warband-tui roster list`")
    return found[0]
