"""Warbands as wholes: founding, editing, undoing; `roster_acts` has what is done to one fighter."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from warband_tui.campaign.desk import Done, Pen, changing
from warband_tui.campaign.founding import enter_player
from warband_tui.campaign.kept import Money
from warband_tui.campaign.kit_moves import add_payment
from warband_tui.campaign.ledger_words import sentence
from warband_tui.campaign.typed import checked_name, checked_note
from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import near
from warband_tui.store.command import Command
from warband_tui.store.queries import Queries


class WarbandEdit(Struct, frozen=True, kw_only=True):
    """What to change of a warband; what is not given stays. An empty player takes the player away."""

    name: str | UnsetType = UNSET
    faction: str | UnsetType = UNSET
    variant: str | UnsetType = UNSET
    player: str | UnsetType = UNSET
    notes: str | UnsetType = UNSET
    budget: Money | UnsetType | None = UNSET
    game: int | UnsetType | None = UNSET


class Turn(NamedTuple):
    """What undo or redo did, in a sentence."""

    text: str


def found_warband(
    pen: Pen,
    campaign_id: int,
    name: str,
    *,
    faction: str = "",
    variant: str = "",
    player: str = "",
    budget: Money | None = None,
    game: int | None = None,
) -> int:
    """Found a warband in a campaign and return its id.

    Args:
        pen: who writes, and where.
        campaign_id: in which campaign.
        name: what it is called.
        faction: the id of a list of the campaign's game, or a free word where the game has no list for it.
        variant: the id of a variant of that list.
        player: whose it is; a player of that name is entered if the campaign has none.
        budget: what it may be hired with, if that is not what the list says.
        game: the number of the game to be played next, None outside a numbered campaign.

    Raises:
        WarbandError: no name, an unknown variant, no such campaign, or the file cannot be written.
    """
    from warband_tui.store.tables import Warband

    name = checked_name(name, "a name for the warband")
    campaign = Queries(pen.library).campaign(campaign_id)
    _check_variant(pen, campaign.ruleset, campaign.edition, faction, variant)
    details: dict[str, object] = {}
    if budget is not None:
        details["budget"] = dict(budget)
    if game is not None:
        details["game"] = _checked_game(game)
    with pen.library.work(Command("warband.found", pen.who, pen.at, campaign_id, subject=name)) as work:
        row = work.add(
            Warband(
                campaign_id=campaign_id,
                player_id=enter_player(work, campaign_id, player),
                name=name,
                faction=faction,
                variant=variant,
                details=details,
            )
        )
    return int(row.id or 0)


def edit_warband(pen: Pen, warband_id: int, edit: WarbandEdit) -> Done:
    """Change a warband's faction, variant, name, player, notes, budget or game number, as one act.

    Fighters stay as they are; what no longer fits the list is told by the roster's findings.

    Raises:
        WarbandError: a name is empty, the variant unknown, or there is no such warband.
    """
    changed = [name for name in edit.__struct_fields__ if getattr(edit, name) is not UNSET]
    with changing(pen, warband_id, "warband.edit") as desk:
        roster, row = desk.roster, desk.warband()
        if edit.name is not UNSET:
            row.name = checked_name(edit.name, "a name for the warband")
        desk.title(row.name)
        if edit.faction is not UNSET and edit.faction != row.faction:
            row.faction, row.variant = edit.faction, ""
        if edit.variant is not UNSET:
            row.variant = edit.variant
        if edit.faction is not UNSET or edit.variant is not UNSET:
            campaign = roster.campaign
            _check_variant(pen, campaign.ruleset, campaign.edition, row.faction, row.variant)
        if edit.player is not UNSET:
            row.player_id = enter_player(desk.work, roster.campaign.id, edit.player)
        if edit.notes is not UNSET:
            row.notes = checked_note(edit.notes)
        if edit.budget is not UNSET:
            _set(row.details, "budget", dict(edit.budget) if edit.budget is not None else None)
        if edit.game is not UNSET:
            _set(row.details, "game", _checked_game(edit.game) if edit.game is not None else None)
        name = row.name
    return Done(f"{name}: changed {', '.join(changed) or 'nothing'}")


def record_payment(pen: Pen, warband_id: int, money: Money, why: str) -> Done:
    """Write income (or, below zero, an expense) into a warband's treasury.

    Raises:
        WarbandError: no reason is given, or there is no such warband.
    """
    why = checked_name(why, "a reason")
    with changing(pen, warband_id, "warband.pay", why) as desk:
        add_payment(desk.warband().details, money, why, pen.at)
        words = desk.roster.words(money)
        desk.title(f"{words}, {why}")
    return Done(f"{words}: {why}")


def archive_warband(pen: Pen, warband_id: int, archived: bool) -> Done:
    """Put a warband away, or take it out again; nothing of it is lost.

    Raises:
        WarbandError: there is no such warband.
    """
    with changing(pen, warband_id, "warband.archive" if archived else "warband.restore") as desk:
        row = desk.warband()
        row.archived = archived
        desk.title(row.name)
        name = row.name
    return Done(f"{'Put away' if archived else 'Took out'} {name}")


def undo(pen: Pen, campaign_id: int, warband_id: int | None = None) -> Turn:
    """Take the last act back, of one warband or of the whole campaign.

    Raises:
        WarbandError: there is nothing to undo, or something else has changed the same things since.
    """
    turned = pen.library.undo_last(campaign_id, warband_id, who=pen.who, at=pen.at)
    return Turn(f"Undone: {sentence(turned.what, turned.subject)}")


def redo(pen: Pen, campaign_id: int, warband_id: int | None = None) -> Turn:
    """Do again what was undone last.

    Raises:
        WarbandError: there is nothing to redo.
    """
    turned = pen.library.redo_last(campaign_id, warband_id, who=pen.who, at=pen.at)
    return Turn(f"Done again: {sentence(turned.what, turned.subject)}")


def _check_variant(pen: Pen, ruleset: str, edition: str, faction: str, variant: str) -> None:
    if not variant:
        return
    catalogue = pen.shelf.game(ruleset).catalogue(faction, edition)
    known = [one.id for one in catalogue.variants] if catalogue else []
    if variant not in known:
        raise WarbandError(f'the list has no variant "{variant}"{near(variant, known)}', place=faction)


def _checked_game(game: int) -> int:
    if not 1 <= game <= 999:
        raise WarbandError(f"a game's number is 1 to 999, not {game}")
    return game


def _set(details: dict[str, object], key: str, value: object) -> None:
    if value is None:
        details.pop(key, None)
    else:
        details[key] = value
