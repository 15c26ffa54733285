"""How a campaign stands: worked out afresh from the logs of its battles each time, and kept nowhere.

A battle in which nothing has happened yet counts for nothing. One that has not ended counts for its fighters'
deeds and losses, and for nothing else: it has no result and no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from warband_tui.campaign.catalogues import CatalogueShelf
from warband_tui.campaign.kept import Money
from warband_tui.campaign.roster_sheet import sheet_of
from warband_tui.campaign.rosters import read_roster
from warband_tui.errors import WarbandError
from warband_tui.reports.chronicle import chronicle
from warband_tui.reports.statistics import BattleFigures, figures_of
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import decode
from warband_tui.rules.ruleset import Ruleset, load
from warband_tui.rules.state import BattleState, Setup
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import BattleView, CampaignView, FighterView, WarbandView

_read_setup = msgspec.json.Decoder(Setup).decode


class Points(Struct, frozen=True, kw_only=True):
    """A score that the game keeps for sides, over all battles that have ended."""

    counter: str
    label: str
    short: str
    scored: int
    conceded: int

    @property
    def difference(self) -> int:
        """Scored less conceded."""
        return self.scored - self.conceded


class WarbandStanding(Struct, frozen=True, kw_only=True):
    """A warband's line of the table.

    `played` are the battles that have ended, `unfinished` those that are under way; `lost_models` are models
    of its own that were off the table at the end, `taken_out` models of others that it took out. `cost` is of
    its roster as it is now, None when nothing says what that costs.
    """

    id: int
    name: str
    player: str
    faction: str
    archived: bool
    played: int
    won: int
    drawn: int
    lost: int
    unfinished: int
    points: tuple[Points, ...]
    lost_models: int
    taken_out: int
    cost: Money | None
    cost_text: str

    @property
    def difference(self) -> int:
        """Points scored less points conceded, of every kind."""
        return sum(one.difference for one in self.points)


class FighterStanding(Struct, frozen=True, kw_only=True):
    """What a fighter did: battles, models of others that it took out, times that it (or one of it) went out."""

    id: int
    name: str
    warband: int
    warband_name: str
    status: str
    battles: int
    taken_out: int
    times_out: int


class LeftOut(Struct, frozen=True):
    """A battle that could not be counted, and why."""

    battle: int
    name: str
    why: str


class Standings(Struct, frozen=True, kw_only=True):
    """The table, the best first, and the fighters who fought, in the order of their warbands and rosters."""

    campaign: int
    name: str
    warbands: tuple[WarbandStanding, ...]
    fighters: tuple[FighterStanding, ...]
    most_feared: tuple[FighterStanding, ...]
    unluckiest: tuple[FighterStanding, ...]
    left_out: tuple[LeftOut, ...]


class _Tally:
    """What has been counted of one warband so far."""

    def __init__(self) -> None:
        self.won = self.drawn = self.lost = self.unfinished = 0
        self.lost_models = self.taken_out = 0
        self.points: dict[tuple[str, str, str], list[int]] = {}


class _Deeds:
    """What has been counted of one fighter so far."""

    def __init__(self, warband: int, name: str) -> None:
        self.warband, self.name = warband, name
        self.battles = self.taken_out = self.times_out = 0


class _Count:
    """All that is counted over the battles of a campaign."""

    def __init__(self) -> None:
        self.warbands: dict[int, _Tally] = {}
        self.fighters: dict[int, _Deeds] = {}

    def take(self, battle: Battle, warbands: Mapping[str, int]) -> None:
        """Count a battle.

        Args:
            battle: replayed.
            warbands: the warband of each side that has one.
        """
        course = chronicle(battle)
        counted = figures_of(course, battle.ruleset)
        for warband in dict.fromkeys(warbands.values()):
            tally = self.warbands.setdefault(warband, _Tally())
            mine = [side for side, whose in warbands.items() if whose == warband]
            _result(tally, counted, mine)
            if counted.outcome.kind != "unfinished":
                _points(tally, battle.ruleset, course.end, mine)
            tally.lost_models += sum(side.lost for side in counted.sides if side.id in mine)
            tally.taken_out += sum(deed.casualties for deed in counted.deeds if deed.side in mine)
        self._deeds(counted, course.end, warbands)

    def _deeds(self, counted: BattleFigures, end: BattleState, warbands: Mapping[str, int]) -> None:
        taken = {deed.unit: deed.casualties for deed in counted.deeds}
        out: dict[str, int] = {}
        for casualty in counted.casualties:
            out[casualty.unit] = out.get(casualty.unit, 0) + casualty.count
        fought: set[int] = set()
        for unit in end.units.values():
            if unit.side not in warbands or not unit.fighter.isdecimal():
                continue
            fighter = int(unit.fighter)
            deeds = self.fighters.setdefault(fighter, _Deeds(warbands[unit.side], unit.name))
            deeds.battles += fighter not in fought
            deeds.taken_out += taken.get(unit.id, 0)
            deeds.times_out += out.get(unit.id, 0)
            fought.add(fighter)


def standings(
    library: Library, shelf: CatalogueShelf, campaign_id: int, *, archived: bool = False
) -> Standings:
    """Work out how a campaign stands.

    Warbands are ordered by battles won, then by the difference of points, then by name. A battle that cannot
    be replayed is left out and told; the others count.

    Args:
        library: an open library.
        shelf: the lists that rosters are priced by.
        campaign_id: which campaign.
        archived: count battles that were put away as well, and list every warband that was.

    Raises:
        WarbandError: there is no such campaign, or the library cannot be read.
    """
    queries = Queries(library)
    with library.one_moment():
        campaign = queries.campaign(campaign_id)
        every = queries.warbands(campaign_id)
        count, left_out = _counted(library, queries.battles(campaign_id, archived=archived))
        shown = [one for one in every if archived or not one.archived or one.id in count.warbands]
        lines = [_line(library, shelf, one, count.warbands.get(one.id, _Tally())) for one in shown]
        rosters = {one.id: queries.fighters(one.id) for one in every}
    lines.sort(key=lambda line: (-line.won, -line.difference, line.name.casefold(), line.id))
    return _standings(campaign, lines, _fighters(every, rosters, count), left_out)


def _counted(library: Library, battles: Iterable[BattleView]) -> tuple[_Count, list[LeftOut]]:
    count = _Count()
    left_out = []
    for battle in sorted(battles, key=lambda one: one.id):
        if not battle.entries:
            continue
        warbands = {side.key: side.warband_id for side in battle.sides if side.warband_id is not None}
        try:
            count.take(_replayed(library, battle), warbands)
        except WarbandError as error:
            left_out.append(LeftOut(battle.id, battle.name, str(error)))
    return count, left_out


def _replayed(library: Library, battle: BattleView) -> Battle:
    try:
        setup = _read_setup(Queries(library).setup(battle.id))
    except msgspec.MsgspecError as error:
        raise WarbandError(f"the set-up cannot be read ({error}); restore a backup") from None
    rows = Journal(library).read(battle.id)
    return Battle.replay(setup, load(setup.ruleset), [decode(row.body, f"entry {row.seq}") for row in rows])


def _result(tally: _Tally, counted: BattleFigures, mine: list[str]) -> None:
    outcome = counted.outcome
    if outcome.kind == "unfinished":
        tally.unfinished += 1
    elif outcome.kind == "drawn":
        tally.drawn += 1
    elif outcome.winner in mine:
        tally.won += 1
    else:
        tally.lost += 1


def _points(tally: _Tally, ruleset: Ruleset, end: BattleState, mine: list[str]) -> None:
    for counter in ruleset.counters:
        if counter.on != "side" or counter.harm:
            continue
        sums = tally.points.setdefault((counter.id, counter.label, counter.short), [0, 0])
        for side in end.sides.values():
            sums[side.id not in mine] += side.counter(counter.id)


def _line(library: Library, shelf: CatalogueShelf, warband: WarbandView, tally: _Tally) -> WarbandStanding:
    cost, words, faction = None, "", warband.faction
    try:
        sheet = sheet_of(read_roster(library, shelf, warband.id))
    except WarbandError:
        # A roster that cannot be read does not take its warband's victories away.
        pass
    else:
        cost, faction = sheet.cost or None, sheet.faction
        words = sheet.cost_text if cost else ""
    return WarbandStanding(
        id=warband.id,
        name=warband.name,
        player=warband.player,
        faction=faction,
        archived=warband.archived,
        played=tally.won + tally.drawn + tally.lost,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        unfinished=tally.unfinished,
        points=tuple(
            Points(counter=counter, label=label, short=short, scored=sums[0], conceded=sums[1])
            for (counter, label, short), sums in tally.points.items()
        ),
        lost_models=tally.lost_models,
        taken_out=tally.taken_out,
        cost=cost,
        cost_text=words,
    )


def _fighters(
    warbands: Iterable[WarbandView], rosters: Mapping[int, tuple[FighterView, ...]], count: _Count
) -> list[FighterStanding]:
    names = {one.id: one.name for one in warbands}
    on_roster = {fighter.id: fighter for roster in rosters.values() for fighter in roster}
    # Those who have been taken off their roster since come last, under the name that they fought by.
    order = [*on_roster, *(fighter for fighter in count.fighters if fighter not in on_roster)]
    found = []
    for fighter in order:
        deeds, kept = count.fighters.get(fighter), on_roster.get(fighter)
        if deeds is None:
            continue
        found.append(
            FighterStanding(
                id=fighter,
                name=(kept.name or kept.profile_name) if kept else deeds.name,
                warband=deeds.warband,
                warband_name=names.get(deeds.warband, ""),
                status=kept.status if kept else "gone",
                battles=deeds.battles,
                taken_out=deeds.taken_out,
                times_out=deeds.times_out,
            )
        )
    return found


def _standings(
    campaign: CampaignView,
    lines: list[WarbandStanding],
    fighters: list[FighterStanding],
    left_out: list[LeftOut],
) -> Standings:
    feared = [one for one in fighters if one.taken_out]
    unlucky = [one for one in fighters if one.times_out]
    return Standings(
        campaign=campaign.id,
        name=campaign.name,
        warbands=tuple(lines),
        fighters=tuple(fighters),
        most_feared=tuple(sorted(feared, key=lambda one: (-one.taken_out, one.battles, one.times_out))),
        unluckiest=tuple(sorted(unlucky, key=lambda one: (-one.times_out, one.battles, one.taken_out))),
        left_out=tuple(left_out),
    )
