"""A roster as a document: what is printed, saved as text or Markdown, and shown by the command line."""

from __future__ import annotations

from collections.abc import Iterator

from warband_tui.campaign.roster_sheet import FighterLine, RosterSheet
from warband_tui.reports.document import (
    Block,
    Document,
    Fact,
    Heading,
    bullets,
    number,
    paragraph,
    paragraphs,
    strong,
    table,
)


def roster_document(sheet: RosterSheet) -> Document:
    """Return a roster sheet: summary, a table of fighters, a paragraph for each, stash, findings, the fallen."""
    return Document(
        title=sheet.name,
        subtitle=" · ".join(part for part in (sheet.faction, sheet.variant) if part),
        facts=tuple(_facts(sheet)),
        blocks=tuple(_blocks(sheet)),
    )


def _facts(sheet: RosterSheet) -> Iterator[Fact]:
    yield Fact("Campaign", sheet.campaign_name)
    yield Fact("Game", f"{sheet.game_title} {sheet.edition}")
    if sheet.player:
        yield Fact("Player", sheet.player)
    if sheet.game is not None:
        yield Fact("Next game", str(sheet.game))
    yield Fact("Cost", " · ".join(part for part in (sheet.cost_text, sheet.money_text) if part))
    if sheet.limits:
        yield Fact("Limits", ", ".join(one.text for one in sheet.limits))
    yield Fact("Roster", sheet.verdict)


def _blocks(sheet: RosterSheet) -> Iterator[Block]:
    if sheet.notes:
        yield from paragraphs(sheet.notes)
    yield Heading(1, "Fighters")
    if sheet.fighters:
        heads = ("fighter", "what", number("models"), number("cost"), number("XP"))
        rows = [(one.name, one.kind, one.models, one.cost_text, one.xp or "") for one in sheet.fighters]
        yield table(heads, rows)
    else:
        yield paragraph("Nobody has been hired yet.")
    for fighter in sheet.fighters:
        yield from _fighter(fighter)
    if sheet.stash:
        yield Heading(1, "Stash")
        yield bullets(f"{one.name}, {one.cost_text}" for one in sheet.stash)
    told = [one for one in sheet.findings if one.severity != "info"]
    if told:
        yield Heading(1, "Against the rules")
        yield bullets(one.text + (f" (allowed: {one.allowed})" if one.allowed else "") for one in told)
    if sheet.gone:
        yield Heading(1, "Dead and retired")
        yield bullets(f"{one.name}, {one.kind}: {', '.join(one.states)}" for one in sheet.gone)


def _fighter(fighter: FighterLine) -> Iterator[Block]:
    yield Heading(2, fighter.name)
    head = [fighter.kind, *fighter.states, fighter.cost_text]
    yield paragraph(" · ".join(part for part in head if part))
    if fighter.stats:
        yield table([label for label, _ in fighter.stats], [[value for _, value in fighter.stats]])
    if fighter.keywords:
        yield paragraph(strong("Keywords: "), ", ".join(fighter.keywords))
    if fighter.kit_text:
        yield paragraph(strong("Kit: "), fighter.kit_text)
    if fighter.notes:
        yield from paragraphs(fighter.notes)
