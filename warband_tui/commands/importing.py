"""`import FILE`: rosters that other programs wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from warband_tui.commands.opening import wired
from warband_tui.commands.options import Json, single
from warband_tui.commands.output import emit, say, say_table

if TYPE_CHECKING:
    from warband_tui.imports.roster import Cost, ImportedRoster

app = single()


@app.command()
def import_roster(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A roster: .rosz, .ros or JSON.")],
    into: Annotated[
        str, typer.Option("--into", metavar="CAMPAIGN", help="Save it in this campaign: number, id or name.")
    ] = "",
    name: Annotated[str, typer.Option("--as", metavar="WARBAND", help="What to call the warband.")] = "",
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Whose warband it is.")] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would come in; save nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a roster made by another program, and save it as a warband.

    Known are BattleScribe and New Recruit (.ros, .rosz, JSON), Trench Companion, the MESBG list builder
    and YakTribe. What a file is, is told by its content and not by its name. Without --into nothing is
    saved. --json prints the roster as it was read, and with --into what was saved, or would be.
    """
    from warband_tui.imports.reading import read_roster

    roster = read_roster(file)
    outcome = _bring_in(ctx.obj, roster, into, name, player, dry_run=dry_run) if into else None
    if as_json:
        from warband_tui.imports.roster_json import to_json

        kept = {"would_save" if dry_run else "saved": outcome._asdict()} if outcome else {}
        emit(to_json(roster) | {"mapping": _mapping(roster)} | kept)
        return
    _tell(roster)
    _tell_mapping(roster)
    say()
    if outcome and outcome.warband is not None:
        say(f"Saved in {outcome.campaign} as {outcome.name} (number {outcome.warband})")
    elif outcome:
        say(f"Nothing was saved. It would come into {outcome.campaign} as {outcome.name}")
    else:
        say("Nothing was saved." if dry_run else "Nothing was saved; --into CAMPAIGN saves it.")
    for again in outcome.seen_before if outcome else ():
        say(f"warning: it looks like {again}, which is there already")
    for warning in outcome.warnings if outcome else ():
        say(f"warning: {warning}")


class Outcome(NamedTuple):
    """What comes of a roster: numbers and names, which warbands it looks like, what does not fit the campaign.

    `warband` is None where nothing was saved.
    """

    campaign_id: int
    campaign: str
    warband: int | None
    name: str
    seen_before: tuple[str, ...]
    warnings: tuple[str, ...]


def _bring_in(
    db: str, roster: ImportedRoster, into: str, name: str, player: str, *, dry_run: bool
) -> Outcome:
    """Save a roster in a campaign, or say what would come of that."""
    from warband_tui.campaign.importing import (
        Target,
        called_as,
        names_taken,
        preview_for,
        save,
        seen_before,
        taken_words,
    )
    from warband_tui.store.queries import Queries

    with wired(db) as parts:
        library = parts.library
        queries = Queries(library)
        campaign = queries.campaign(queries.find_campaign(into))
        alike = tuple(f"{one.name} ({one.campaign})" for one in seen_before(library, roster))
        shown = preview_for(library, roster, campaign.id)
        target = Target(campaign.id, campaign.name)
        taken = names_taken(library, target)
        called = called_as(shown, name)
        warnings = [shown.caution] if shown.caution else []
        warnings += [taken_words(called, target)] if called in taken else []
        warband_id = None
        if not dry_run:
            warband_id = save(
                library, shown, campaign=campaign.id, name=name, player=player, who=parts.who, at=parts.now()
            )
        return Outcome(campaign.id, campaign.name, warband_id, called, alike, tuple(warnings))


def _tell(roster: ImportedRoster) -> None:
    from warband_tui.rules.wording import counted

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
    say(f"{counted(len(roster.fighters), 'line')} to fight, {counted(roster.figures, 'figure')}")
    for finding in roster.findings:
        say(f"{finding.severity}: {f'{finding.where}: ' if finding.where else ''}{finding.message}")


def _mapping(roster: ImportedRoster) -> dict[str, object]:
    """Return which game and list the roster is of, and what of it is not automated."""
    from warband_tui.campaign.import_preview import preview

    shown = preview(roster)
    return {
        "ruleset": shown.ruleset if shown.installed else None,
        "edition": shown.edition,
        "faction": shown.faction,
        "not_mapped": [{"what": m.what, "who": list(m.who)} for m in shown.not_mapped],
        "caution": shown.caution,
    }


def _tell_mapping(roster: ImportedRoster) -> None:
    """Say which game it is of, and what the game has no use for."""
    from warband_tui.campaign.import_preview import preview

    shown = preview(roster)
    if shown.caution:
        say(f"warning: {shown.caution}")
        return
    say(f"understood by {shown.game} {shown.edition}, list {shown.faction_title or 'unknown'}")
    for missed in shown.not_mapped:
        say(f"not automated: {missed.what} ({', '.join(missed.who)})")


def _amount(cost: Cost) -> str:
    rounded = f"{cost.value:.2f}".rstrip("0").rstrip(".")
    return f"{rounded} {cost.name}"
