"""Mustering a battle: who takes the field on which side, made into the set-up that a battle begins with.

`force_of` reads a warband, `side_of` picks its fighters, `set_up` makes a `Setup` of two sides, `create`
keeps the battle. The screen, the command line and the sample campaign all go this way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.bases import base_of
from warband_tui.campaign.catalogues import CatalogueShelf, shelf_beside
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import words_of
from warband_tui.campaign.layouts import playable
from warband_tui.campaign.roster_sheet import sheet_of
from warband_tui.campaign.rosters import ON_ROSTER, Roster, key_of, read_roster
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Board
from warband_tui.rules.legality import check
from warband_tui.rules.roster_view import Verdict
from warband_tui.rules.ruleset import Ruleset, edition_of, load
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import CampaignView, WarbandView

MOST_UNNAMED = 99
COSTS = "costs"
"""The option of a side that holds what its units cost, by their ids."""

_UNCHECKED = "unknown-profile"


class Recruit(Struct, frozen=True):
    """Somebody who may take the field, ready for battle.

    Attributes:
        key: tells it from the others of its force; a fighter's id as text.
        name: its own name.
        kind: what it is, empty when that is its name.
        models: figures on the table.
        profile: the game's own numbers for it.
        fighter: the id of the kept fighter, None for an unnamed model.
        at_home: whether it stays at home unless somebody says otherwise.
        cost: what it costs, in words.
        price: what it costs in the currency that the warband mostly costs; 0 when nothing says.
        kit: what it carries, in words.
        not_understood: what the game has no use for.
        base: its base in words, such as "32 mm"; empty when nothing says.
        size: its size class, where the game has such.
    """

    key: str
    name: str
    kind: str = ""
    models: int = 1
    profile: dict[str, object] = {}
    fighter: int | None = None
    at_home: bool = False
    cost: str = ""
    price: int = 0
    kit: str = ""
    not_understood: tuple[str, ...] = ()
    base: str = ""
    size: str = ""


class Force(Struct, frozen=True, kw_only=True):
    """What a side may be picked from: a warband's fighters, or unnamed models (`roster` None)."""

    name: str
    ruleset: str
    player: str = ""
    warband: int | None = None
    recruits: tuple[Recruit, ...] = ()
    roster: Roster | None = None

    @property
    def usual(self) -> tuple[str, ...]:
        """The keys of those who go unless somebody says otherwise."""
        return tuple(recruit.key for recruit in self.recruits if not recruit.at_home)


class SidePlan(Struct, frozen=True, kw_only=True):
    """One side as it goes into battle: who, in this order, and what it means to do."""

    name: str
    player: str = ""
    warband: int | None = None
    recruits: tuple[Recruit, ...] = ()
    plan: str = ""


class Available(Struct, frozen=True):
    """What a battle may be mustered from: a campaign's game and warbands, or those of all campaigns."""

    campaign: CampaignView | None
    ruleset: str
    edition: str
    warbands: tuple[tuple[WarbandView, CampaignView], ...]

    def of_game(self, ruleset: str) -> list[tuple[WarbandView, CampaignView]]:
        """Return the warbands that play a game."""
        return [pair for pair in self.warbands if pair[1].ruleset == ruleset]


def available(library: Library, campaign_id: int | None, installed: Collection[str]) -> Available:
    """Read what a battle may be mustered from; outside any campaign the game of the busiest one comes first.

    Raises:
        WarbandError: there is no such campaign, or the file cannot be read.
    """
    queries = Queries(library)
    if campaign_id is not None:
        campaign = queries.campaign(campaign_id)
        found, ruleset, edition = [campaign], campaign.ruleset, campaign.edition
    else:
        campaign = None
        found = sorted(
            (c for c in queries.campaigns() if not c.archived and c.ruleset in installed),
            key=lambda c: c.last_at or c.created,
            reverse=True,
        )
        ruleset = found[0].ruleset if found else next(iter(installed), "")
        edition = found[0].edition if found else ""
    warbands = tuple((w, c) for c in found for w in queries.warbands(c.id) if not w.archived)
    return Available(campaign, ruleset, edition, warbands)


def force_of(library: Library, warband_id: int, shelf: CatalogueShelf | None = None) -> Force:
    """Read who of a warband may take the field: active ones, and those in reserve, who stay at home.

    Raises:
        WarbandError: there is no such warband, or the file cannot be read.
    """
    roster = read_roster(library, shelf or shelf_beside(library.path), warband_id)
    sheet = sheet_of(roster)
    currency = max(sheet.cost, key=lambda name: sheet.cost[name], default="")
    recruits = []
    for kept in roster.kept:
        line = sheet.fighter(kept.id)
        if kept.status not in ON_ROSTER or line is None:
            continue
        fielded = roster.fielded(kept.id)
        recruits.append(
            Recruit(
                key=str(kept.id),
                name=kept.name or line.kind,
                kind=line.kind if line.kind != kept.name else "",
                models=kept.models,
                profile=fielded.profile,
                fighter=kept.id,
                at_home=kept.status != "active",
                cost=line.cost_text,
                price=int(line.cost.get(currency, 0)),
                kit=line.kit_text,
                not_understood=fielded.not_understood,
                base=base_of(kept, fielded.profile),
                size=str(fielded.profile.get("size", "")),
            )
        )
    return Force(
        name=roster.warband.name,
        ruleset=roster.campaign.ruleset,
        player=roster.warband.player,
        warband=warband_id,
        recruits=tuple(recruits),
        roster=roster,
    )


def unnamed_force(ruleset: Ruleset, name: str, models: int) -> Force:
    """Return a force of so many models without names, for a side that keeps no warband.

    Raises:
        WarbandError: fewer than 1 or more than 99.
    """
    if not 0 < models <= MOST_UNNAMED:
        raise WarbandError(f"a side has from 1 to {MOST_UNNAMED} models; {models} will not do")
    word = ruleset.nouns.unit
    word = word[:1].upper() + word[1:]
    recruits = tuple(Recruit(str(i), f"{word} {i}") for i in range(1, models + 1))
    return Force(name=name, ruleset=ruleset.id, recruits=recruits)


def side_of(
    force: Force, chosen: Collection[str] | None = None, *, plan: str = "", name: str = ""
) -> SidePlan:
    """Return a side of a force.

    Args:
        force: who there is.
        chosen: the keys of those who go; None for the usual ones.
        plan: what the side means to do.
        name: the side's name, else the force's.
    """
    keys = force.usual if chosen is None else chosen
    recruits = tuple(recruit for recruit in force.recruits if recruit.key in keys)
    return SidePlan(
        name=name or force.name, player=force.player, warband=force.warband, recruits=recruits, plan=plan
    )


def warnings_of(force: Force, chosen: Collection[str]) -> tuple[str, ...]:
    """Return what the rules of mustering say against a side, one line each; nobody is stopped by it."""
    roster = force.roster
    if roster is None or roster.catalogue is None:
        return ()
    fighters = tuple(replace(one, fielded=one.id in chosen) for one in roster.view.fighters)
    found = [
        verdict
        for verdict in check(replace(roster.view, stage="force", fighters=fighters), roster.catalogue)
        if verdict.severity != "info" and key_of(verdict) not in roster.details.allowed
    ]
    unchecked = sum(one.code == _UNCHECKED for one in found)
    told = [_told(one) for one in found if one.code != _UNCHECKED]
    if unchecked:
        told.append(f"{unchecked} not in the list of {roster.catalogue.title}: not checked")
    return tuple(dict.fromkeys(told))


def _told(verdict: Verdict) -> str:
    named = verdict.name and not verdict.reason.startswith(verdict.name)
    return f"{verdict.name}: {verdict.reason}" if named else verdict.reason


def set_up(
    ruleset: Ruleset,
    sides: Sequence[SidePlan],
    *,
    edition: str = "",
    name: str = "",
    scenario: str = "",
    turns: int | None = None,
    seed: int = 1,
    table: tuple[float, float] | None = None,
    board: Board | None = None,
    place: str = "",
    options: Mapping[str, Any] | None = None,
) -> Setup:
    """Return the set-up of a battle: sides A, B, ... with units a1, a2, ...; pure.

    Args:
        ruleset: the game.
        sides: two or more, in order.
        edition: of the rules; empty for the game's default.
        name: the battle's; empty for "X against Y".
        scenario: what is played.
        turns: the last turn; None for an open end.
        seed: of the dice.
        table: width and height in inches or squares, None when nobody said.
        board: what it is played on, with all its terrain; the battle keeps a copy of it. None: `table` alone.
        place: where it is played.
        options: answers to what the game's rules leave open, by the ids of its settings.

    Raises:
        WarbandError: fewer than two sides, one without fighters, a fighter on two sides, an unknown edition,
            a board with a fault.
    """
    if not 2 <= len(sides) <= len("ABCDEFGH"):
        raise WarbandError("a battle takes two sides; choose both")
    for side in sides:
        if not side.recruits:
            raise WarbandError("nobody takes the field; choose at least one", place=side.name)
    _refuse_twice(sides)
    played_on = _board(ruleset, table, board)
    names = iter(_unique(recruit.name for side in sides for recruit in side.recruits))
    setups = tuple(
        SideSetup(
            id=key,
            name=side.name,
            player=side.player,
            units=tuple(
                _unit(f"{key.lower()}{i}", next(names), recruit, placed=played_on is not None)
                for i, recruit in enumerate(side.recruits, 1)
            ),
            warband="" if side.warband is None else str(side.warband),
            options=_options(key.lower(), side),
        )
        for key, side in zip("ABCDEFGH", sides, strict=False)
    )
    return Setup(
        ruleset=ruleset.id,
        sides=setups,
        edition=edition_of(ruleset, edition),
        name=name.strip() or " against ".join(side.name for side in sides),
        scenario=scenario,
        seed=seed,
        turns=turns,
        options=dict(options or {}),
        board=played_on,
        place=place,
        plans={setup.id: side.plan for setup, side in zip(setups, sides, strict=True) if side.plan.strip()},
    )


def _options(prefix: str, side: SidePlan) -> dict[str, Any]:
    """Return what the report tells of a side and the rules do not ask: what each unit cost on the day."""
    costs = {f"{prefix}{i}": recruit.price for i, recruit in enumerate(side.recruits, 1) if recruit.price}
    return {COSTS: costs} if costs else {}


def _board(ruleset: Ruleset, table: tuple[float, float] | None, board: Board | None) -> dict[str, Any] | None:
    """Return the board as a set-up holds it: with terrain, or an empty one of a size, or none."""
    if board is not None:
        return playable(board)
    if table is None:
        return None
    if words_of(ruleset).kind == "squares":
        return playable(blank(int(table[0]), int(table[1])))
    return {"kind": "inches", "width": table[0], "height": table[1]}


def _unit(unit_id: str, name: str, recruit: Recruit, *, placed: bool) -> UnitSetup:
    """Return a unit; base and size are told only where they can be of use: on a board."""
    return UnitSetup(
        id=unit_id,
        name=name,
        profile=dict(recruit.profile),
        models=recruit.models,
        fighter="" if recruit.fighter is None else str(recruit.fighter),
        base=recruit.base or None if placed else None,
        size=recruit.size if placed else "",
    )


def _refuse_twice(sides: Sequence[SidePlan]) -> None:
    counted = Counter(r.fighter for side in sides for r in side.recruits if r.fighter is not None)
    twice = next((fighter for fighter, times in counted.items() if times > 1), None)
    if twice is not None:
        name = next(r.name for side in sides for r in side.recruits if r.fighter == twice)
        raise WarbandError("a fighter takes the field once; leave it out on one side", place=name)


def _unique(names: Iterable[str]) -> list[str]:
    """Return the names, a number behind each that has been there before: logs tell fighters by name."""
    wanted = list(names)
    taken = set(wanted)
    seen: set[str] = set()
    found = []
    for name in wanted:
        unique, number = name, 1
        while unique in seen or (number > 1 and unique in taken):
            number += 1
            unique = f"{name} {number}"
        seen.add(unique)
        found.append(unique)
    return found


def create(library: Library, setup: Setup, *, at: str, campaign_id: int | None = None) -> int:
    """Keep a battle that is about to begin and return its id.

    Raises:
        WarbandError: the game refuses the set-up, there is no such campaign or warband, or the file cannot be
            written; nothing has been kept then.
    """
    load(setup.ruleset).muster(setup)
    sides = [
        NewSide(side.id, side.name, side.player, int(side.warband) if side.warband.isdigit() else None)
        for side in setup.sides
    ]
    body = msgspec.json.encode(setup)
    return (
        Battles(library)
        .begin(setup.name, setup.ruleset, setup.edition, body, sides, at=at, campaign_id=campaign_id)
        .id
    )
