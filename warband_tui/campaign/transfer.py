"""Bringing a campaign or a warband in from a document: checked whole, then kept whole or not at all.

A campaign comes in beside what is there, under new ids. Its ledger comes along, so that each warband's acts
can be undone as before; the import is one line more, and what the campaign as a whole did before it stays done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from warband_tui.campaign import transfer_form as form
from warband_tui.campaign.founding import enter_campaign, enter_player
from warband_tui.campaign.kept import FighterDetails, ItemDetails, WarbandDetails
from warband_tui.campaign.transfer_rows import NewIds, keep_campaign, names_of, renamed_details
from warband_tui.campaign.typed import checked_name
from warband_tui.errors import WarbandError
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode
from warband_tui.rules.ruleset import UnknownRuleset, edition_of, load
from warband_tui.rules.state import Setup
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

if TYPE_CHECKING:
    from warband_tui.store.unit_of_work import UnitOfWork

_LIES = (WarbandError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code that trusts its own log may raise when it is given a stranger's."""


class BroughtIn(Struct, frozen=True, kw_only=True):
    """What came in. `called` is the name that it had in the document, where that was taken here."""

    campaign: int
    name: str
    called: str = ""
    warband: int | None = None
    warbands: int = 0
    fighters: int = 0
    battles: int = 0
    entries: int = 0
    lines: int = 0


def bring_in(
    library: Library,
    data: bytes,
    place: str,
    *,
    who: str,
    at: str,
    name: str = "",
    into: int | None = None,
) -> BroughtIn:
    """Read a document and keep what is in it.

    Args:
        library: an open library.
        data: the whole document.
        place: its file's name, for messages and for the ledger.
        who: who does it.
        at: the time now, ISO-8601 in UTC.
        name: what to call the campaign or the warband; empty for its own name.
        into: for a warband, the campaign that it joins; None founds one for it.

    Raises:
        WarbandError: the document cannot be read, a battle cannot be replayed, its game is not installed, or
            the library cannot be written; nothing has been kept then.
    """
    document = form.read_document(data, place)
    if isinstance(document, form.WarbandDocument):
        return _warband_in(library, document, place, who=who, at=at, name=name, into=into)
    if into is not None:
        raise WarbandError(
            "this is a whole campaign, which comes in beside others; leave --into out", place=place
        )
    check_campaign(document, place)
    wanted = checked_name(name or document.campaign.name, "a name for the campaign")
    kept = keep_campaign(library, document, wanted, who=who, at=at, source=place)
    return BroughtIn(
        campaign=kept.id,
        name=kept.name,
        called="" if kept.name == document.campaign.name else document.campaign.name,
        warbands=len(document.warbands),
        fighters=sum(len(one.fighters) for one in document.warbands),
        battles=len(document.battles),
        entries=sum(len(one.entries) for one in document.battles),
        lines=len(document.ledger),
    )


def check_campaign(document: form.CampaignDocument, place: str) -> None:
    """See that a campaign's parts fit together and that each of its battles can be replayed.

    Raises:
        WarbandError: something does not; the message names it.
    """
    campaign = document.campaign
    _check_game(campaign.ruleset, campaign.edition, place)
    players = _once("player", [one.id for one in document.players], place)
    warbands = _once("warband", [one.id for one in document.warbands], place)
    _once("fighter", [f.id for w in document.warbands for f in w.fighters], place)
    _once("thing", [item.id for w in document.warbands for item in _items(w)], place)
    battles = _once("battle", [one.id for one in document.battles], place)
    for warband in document.warbands:
        _known("player", warband.player, players, f"{place}: {warband.name}")
        _check_details(warband, place)
    _check_ledger(document, battles, place)
    named = names_of(document)
    for battle in document.battles:
        where = f"{place}: battle {battle.id} ({battle.name})"
        _once("side", [side.key for side in battle.sides], where)
        for side in battle.sides:
            _known("warband", side.warband, warbands, where)
        _replay(battle, where)
        for warband_id, members in _links(battle):
            _known("warband", warband_id, named["warband"], where)
            for fighter in members:
                _known("fighter", fighter, named["fighter"], where)


def _check_game(ruleset: str, edition: str, place: str) -> None:
    try:
        edition_of(load(ruleset), edition)
    except UnknownRuleset as error:
        raise WarbandError(str(error), place=place) from None


def _check_details(warband: form.Warband, place: str) -> None:
    """See that a roster holds what a roster is read from; what is not known here may be beside it."""
    parts: list[tuple[str, dict[str, Any], type[Struct]]] = [(warband.name, warband.details, WarbandDetails)]
    parts += [(one.name, one.details, FighterDetails) for one in warband.fighters]
    parts += [(item.name, item.details, ItemDetails) for item in _items(warband)]
    for name, details, kind in parts:
        try:
            msgspec.convert(details, kind)
        except msgspec.ValidationError as error:
            raise WarbandError(f"its details cannot be read ({error})", place=f"{place}: {name}") from None


def _check_ledger(document: form.CampaignDocument, battles: set[str], place: str) -> None:
    for number, line in enumerate(document.ledger, 1):
        if line.seq != number:
            raise WarbandError(f"line {number} of the ledger has the number {line.seq}", place=place)
        if line.undoes is not None and line.undoes >= line.seq:
            raise WarbandError(f"line {line.seq} of the ledger undoes one that is not before it", place=place)
        _known("battle", line.battle, battles, f"{place}: line {line.seq} of the ledger")
        for table in form.Images.__struct_fields__:
            if getattr(line.before, table).keys() != getattr(line.after, table).keys():
                raise WarbandError(
                    f"line {line.seq} of the ledger tells of other rows ({table}) before than after",
                    place=place,
                )


def _replay(battle: form.Battle, where: str) -> None:
    """Play a battle from its log as everybody will who opens it.

    Raises:
        WarbandError: it cannot be; the message names the battle and the entry.
    """
    try:
        setup = msgspec.convert(battle.setup, Setup)
        if setup.ruleset != battle.ruleset:
            raise WarbandError(f"the battle's game is {battle.ruleset}, its set-up's {setup.ruleset}")
        played = Battle(setup, load(setup.ruleset))
    except _LIES as error:
        raise _unplayable(error, f"{where}, the set-up") from None
    for number, line in enumerate(battle.entries, 1):
        try:
            entry = decode(msgspec.json.encode(line.entry))
            played.accept(entry)
        except (*_LIES, RecursionError) as error:
            raise _unplayable(error, f"{where}, entry {number}") from None


def _unplayable(error: BaseException, where: str) -> WarbandError:
    return WarbandError(f"cannot be replayed ({error or type(error).__name__}); nothing came in", place=where)


def _links(battle: form.Battle) -> Iterator[tuple[str | None, list[str]]]:
    """Yield the warband of each side of the set-up, and the fighters of its units; then those who joined."""
    for side in battle.setup.get("sides", ()):
        members = [unit["fighter"] for unit in side.get("units", ()) if unit.get("fighter")]
        yield side.get("warband") or None, members
    for line in battle.entries:
        joined = [part["unit"] for part in form.joining(line.entry)]
        yield None, [str(unit["fighter"]) for unit in joined if unit.get("fighter")]


def _items(warband: form.Warband) -> Iterator[form.Item]:
    for fighter in warband.fighters:
        yield from fighter.items
    yield from warband.stash


def _once(what: str, names: Iterable[str], place: str) -> set[str]:
    found: set[str] = set()
    for name in names:
        if name in found:
            raise WarbandError(f"two {what}s are called {name}", place=place)
        found.add(name)
    return found


def _known(what: str, name: str | None, names: set[str], place: str) -> None:
    if name is not None and name not in names:
        raise WarbandError(f"there is no {what} {name[:40]} in the document", place=place)


def _warband_in(
    library: Library,
    document: form.WarbandDocument,
    place: str,
    *,
    who: str,
    at: str,
    name: str,
    into: int | None,
) -> BroughtIn:
    warband = document.warband
    _once("fighter", [one.id for one in warband.fighters], place)
    _once("thing", [one.id for one in _items(warband)], place)
    _check_details(warband, place)
    name = checked_name(name or warband.name, "a name for the warband")
    _check_game(document.ruleset, document.edition, place)
    target = None if into is None else Queries(library).campaign(into)
    if target is not None and target.ruleset != document.ruleset:
        raise WarbandError(
            f"the warband plays {document.ruleset}, {target.name} plays {target.ruleset}; choose another campaign",
            place=place,
        )
    command = Command("warband.import", who, at, into, subject=name, why=f"from {place}")
    with library.work(command) as work:
        campaign_id = (
            into
            if into is not None
            else enter_campaign(work, f"{name}: campaign", document.ruleset, document.edition, at=at)
        )
        warband_id = _hired(work, document, campaign_id, name)
        work.command = command._replace(warband_id=warband_id)
    return BroughtIn(
        campaign=campaign_id,
        name=Queries(library).campaign(campaign_id).name,
        called="" if name == warband.name else warband.name,
        warband=warband_id,
        warbands=1,
        fighters=len(warband.fighters),
    )


def _hired(work: UnitOfWork, document: form.WarbandDocument, campaign_id: int, name: str) -> int:
    """Enter the warband with its player, its fighters and what they carry, and return its id."""
    from warband_tui.store.tables import Fighter, Item, Warband

    facts = document.warband
    row = work.add(
        Warband(
            campaign_id=campaign_id,
            player_id=enter_player(work, campaign_id, document.player),
            name=name,
            faction=facts.faction,
            variant=facts.variant,
            notes=facts.notes,
            archived=facts.archived,
        )
    )
    warband_id = int(row.id or 0)
    fighters: dict[str, int] = {}
    for fighter in facts.fighters:
        hired = work.add(Fighter(warband_id=warband_id, **_columns(fighter, form.FighterFacts)))
        fighters[fighter.id] = int(hired.id or 0)
        for item in fighter.items:
            work.add(Item(warband_id=warband_id, fighter_id=hired.id, **_columns(item, form.ItemFacts)))
    for item in facts.stash:
        work.add(Item(warband_id=warband_id, **_columns(item, form.ItemFacts)))
    row.details = renamed_details(facts.details, NewIds({"fighter": fighters}))
    return warband_id


def _columns(part: Struct, shape: type[Struct]) -> dict[str, Any]:
    return {name: getattr(part, name) for name in shape.__struct_fields__}
