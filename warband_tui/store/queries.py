"""Reading lists from a library with plain `sqlite3`: no path that only reads imports SQLModel."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import msgspec

from warband_tui.errors import WarbandError
from warband_tui.store.connection import shown
from warband_tui.store.library import Library
from warband_tui.store.undo_stacks import Stacks, fold, subjects
from warband_tui.store.views import (
    BattleView,
    CampaignView,
    ChangeView,
    FighterView,
    ItemView,
    LineView,
    PlayerView,
    SideView,
    UndoView,
    WarbandView,
)

CAMPAIGNS = """
SELECT id, public, name, ruleset, edition, created, notes, archived,
  (SELECT count(*) FROM player WHERE campaign_id = campaign.id) AS players,
  (SELECT count(*) FROM warband WHERE campaign_id = campaign.id) AS warbands,
  (SELECT count(*) FROM battle WHERE campaign_id = campaign.id) AS battles,
  (SELECT at FROM ledger WHERE campaign_id = campaign.id ORDER BY seq DESC LIMIT 1) AS last_at
FROM campaign WHERE (:id IS NULL OR id = :id) ORDER BY archived, name, id
"""

PLAYERS = """
SELECT id, name, notes, (SELECT count(*) FROM warband WHERE player_id = player.id) AS warbands
FROM player WHERE campaign_id = :campaign ORDER BY name, id
"""

_WARBAND = """
SELECT warband.id, warband.campaign_id, player_id, coalesce(player.name, '') AS player, warband.name, faction,
  variant, warband.notes, details, archived,
  (SELECT count(*) FROM fighter WHERE warband_id = warband.id) AS fighters,
  (SELECT count(*) FROM fighter WHERE warband_id = warband.id AND status = 'active') AS active
FROM warband LEFT JOIN player ON player.id = warband.player_id
"""
WARBANDS = _WARBAND + "WHERE warband.campaign_id = :campaign ORDER BY archived, warband.name, warband.id"
WARBAND = _WARBAND + "WHERE warband.id = :id"

FIGHTERS = """
SELECT id, warband_id, position, name, profile, profile_name, models, status, stats, keywords, upgrades, notes,
  xp, details
FROM fighter WHERE warband_id = :warband ORDER BY position, id
"""

ITEMS = """
SELECT id, warband_id, fighter_id, position, name, kind, price, currency, details
FROM item WHERE warband_id = :warband ORDER BY position, id
"""

_BATTLE = """
SELECT battle.id, battle.public, campaign_id, coalesce(campaign.name, '') AS campaign, battle.name,
  battle.ruleset, battle.edition, status, battle.created, updated, battle.archived,
  coalesce(last.seq, 0) AS entries, last.at AS last_at
FROM battle
LEFT JOIN campaign ON campaign.id = battle.campaign_id
LEFT JOIN entry AS last
  ON last.battle_id = battle.id AND last.seq = (SELECT max(seq) FROM entry WHERE battle_id = battle.id)
"""
_LATEST_FIRST = " ORDER BY max(coalesce(last.at, ''), updated) DESC, battle.id DESC LIMIT :limit"
BATTLES = _BATTLE + "WHERE battle.archived <= :archived" + _LATEST_FIRST
CAMPAIGN_BATTLES = _BATTLE + "WHERE battle.archived <= :archived AND campaign_id = :campaign" + _LATEST_FIRST
BATTLE = _BATTLE + "WHERE battle.id = :id"

SIDES = """
SELECT battle_id, key, name, player, warband_id
FROM side WHERE battle_id IN (SELECT value FROM json_each(:battles)) ORDER BY battle_id, key
"""

_LINE = """
SELECT seq, at, who, what, subject, why, warband_id, battle_id, undoes FROM ledger WHERE campaign_id = :campaign
"""
LINES = _LINE + "ORDER BY seq"
WARBAND_LINES = _LINE + "AND warband_id = :warband ORDER BY seq"

_JSON = frozenset({"details", "stats", "keywords", "upgrades"})

NO_LIMIT = -1


class _Folded(NamedTuple):
    """A ledger's lines with what undoing has left of them."""

    rows: list[dict[str, Any]]
    stacks: Stacks
    about: dict[int, int]
    in_effect: frozenset[int]

    def view(self, row: dict[str, Any]) -> LineView:
        return LineView(**row, about=self.about[row["seq"]], in_effect=row["seq"] in self.in_effect)

    def last(self, stack: tuple[int, ...]) -> LineView | None:
        if not stack:
            return None
        return self.view(next(row for row in self.rows if row["seq"] == self.about[stack[-1]]))


class Queries:
    """What screens and commands read from one library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def campaigns(self) -> tuple[CampaignView, ...]:
        """Return all campaigns, those put away last."""
        return tuple(
            msgspec.convert(row, CampaignView, strict=False) for row in self._dicts(CAMPAIGNS, id=None)
        )

    def campaign(self, campaign_id: int) -> CampaignView:
        """Return one campaign, or raise `WarbandError` if there is none."""
        return msgspec.convert(self._one(CAMPAIGNS, "campaign", campaign_id), CampaignView, strict=False)

    def players(self, campaign_id: int) -> tuple[PlayerView, ...]:
        """Return the players of a campaign by name."""
        return tuple(msgspec.convert(row, PlayerView) for row in self._dicts(PLAYERS, campaign=campaign_id))

    def warbands(self, campaign_id: int) -> tuple[WarbandView, ...]:
        """Return the warbands of a campaign by name, those put away last."""
        rows = self._dicts(WARBANDS, campaign=campaign_id)
        return tuple(msgspec.convert(row, WarbandView, strict=False) for row in rows)

    def warband(self, warband_id: int) -> WarbandView:
        """Return one warband, or raise `WarbandError` if there is none."""
        return msgspec.convert(self._one(WARBAND, "warband", warband_id), WarbandView, strict=False)

    def fighters(self, warband_id: int) -> tuple[FighterView, ...]:
        """Return a roster in its order, each fighter with its items."""
        with self._library.one_moment():
            rows = self._dicts(FIGHTERS, warband=warband_id)
            items = self._items(warband_id)
        carried: dict[int | None, list[ItemView]] = defaultdict(list)
        for item in items:
            carried[item.fighter_id].append(item)
        return tuple(
            msgspec.convert({**row, "items": tuple(carried[row["id"]])}, FighterView) for row in rows
        )

    def stash(self, warband_id: int) -> tuple[ItemView, ...]:
        """Return what a warband owns that nobody carries."""
        return tuple(item for item in self._items(warband_id) if item.fighter_id is None)

    def battles(
        self, campaign_id: int | None = None, *, archived: bool = False, limit: int = NO_LIMIT
    ) -> tuple[BattleView, ...]:
        """Return battles, the one played last first.

        Args:
            campaign_id: only those of one campaign.
            archived: those put away as well.
            limit: at most so many.
        """
        sql = BATTLES if campaign_id is None else CAMPAIGN_BATTLES
        values = {"campaign": campaign_id, "archived": int(archived), "limit": limit}
        return self._with_sides(self._dicts(sql, **values))

    def battle(self, battle_id: int) -> BattleView:
        """Return one battle's heading, or raise `WarbandError` if there is none."""
        return self._with_sides([self._one(BATTLE, "battle", battle_id)])[0]

    def setup(self, battle_id: int) -> bytes:
        """Return a battle's set-up as it was given."""
        setup: bytes = self._one("SELECT setup FROM battle WHERE id = :id", "battle", battle_id)["setup"]
        return setup

    def history(
        self, campaign_id: int, warband_id: int | None = None, *, limit: int | None = None
    ) -> tuple[LineView, ...]:
        """Return the ledger of a campaign or of one of its warbands, the first line first.

        Args:
            campaign_id: whose ledger.
            warband_id: only the lines of this warband.
            limit: only the last so many lines.
        """
        ledger = self._ledger(campaign_id, warband_id)
        first = 0 if limit is None else max(0, len(ledger.rows) - limit)
        return tuple(ledger.view(row) for row in ledger.rows[first:])

    def undoable(self, campaign_id: int, warband_id: int | None = None) -> UndoView:
        """Return what undo and redo would do, for the words beside their keys."""
        ledger = self._ledger(campaign_id, warband_id)
        return UndoView(undo=ledger.last(ledger.stacks.done), redo=ledger.last(ledger.stacks.undone))

    def change(self, campaign_id: int, seq: int) -> ChangeView:
        """Return the rows before and after a line of the ledger."""
        rows = self._library.rows(
            "SELECT before, after FROM ledger WHERE campaign_id = ? AND seq = ?", (campaign_id, seq)
        )
        if not rows:
            raise WarbandError(f"the ledger has no line {seq}", place=shown(self._library.path))
        before, after = (msgspec.json.decode(text) for text in rows[0])
        return ChangeView(before=before, after=after)

    def find_campaign(self, text: str) -> int:
        """Return the row id of the campaign that a person means by a public id, a number or a whole name."""
        return self._find("campaign", text)

    def find_battle(self, text: str) -> int:
        """Return the row id of the battle that a person means by a public id, a number or a whole name."""
        return self._find("battle", text)

    def _find(self, table: str, text: str) -> int:
        rows = self._library.rows(f"SELECT id, public, name FROM {table} ORDER BY id")  # noqa: S608 (ours)
        for part in (1, 0, 2):
            found = [row[0] for row in rows if str(row[part]) == text]
            if found:
                return self._only(table, text, found)
        return self._only(table, text, [])

    def _only(self, table: str, text: str, found: list[int]) -> int:
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(map(str, found))
            raise WarbandError(f"{len(found)} {table}s are called {shown(text)!r}; give a number: {listed}")
        raise WarbandError(
            f"there is no {table} {shown(text)!r}; see `warband-tui {table} list`"
            if table != "warband"
            else f"this campaign has no warband {shown(text)!r}",
            place=shown(self._library.path),
        )

    def _items(self, warband_id: int) -> list[ItemView]:
        return [msgspec.convert(row, ItemView) for row in self._dicts(ITEMS, warband=warband_id)]

    def _with_sides(self, rows: list[dict[str, Any]]) -> tuple[BattleView, ...]:
        sides: dict[int, list[SideView]] = defaultdict(list)
        battles = msgspec.json.encode([row["id"] for row in rows]).decode()
        for side in self._dicts(SIDES, battles=battles):
            sides[side.pop("battle_id")].append(msgspec.convert(side, SideView))
        return tuple(
            msgspec.convert({**row, "sides": tuple(sides[row["id"]])}, BattleView, strict=False)
            for row in rows
        )

    def _ledger(self, campaign_id: int, warband_id: int | None) -> _Folded:
        sql = LINES if warband_id is None else WARBAND_LINES
        rows = self._dicts(sql, campaign=campaign_id, warband=warband_id)
        links = [(row["seq"], row["undoes"]) for row in rows]
        stacks, about = fold(links), subjects(links)
        return _Folded(rows, stacks, about, frozenset(about[seq] for seq in stacks.done))

    def _one(self, sql: str, kind: str, row_id: int) -> dict[str, Any]:
        rows = self._dicts(sql, id=row_id)
        if not rows:
            raise WarbandError(f"there is no {kind} {row_id}", place=shown(self._library.path))
        return rows[0]

    def _dicts(self, sql: str, **values: Any) -> list[dict[str, Any]]:
        names, rows = self._library.named_rows(sql, values)
        return [
            {
                name: msgspec.json.decode(value) if name in _JSON else value
                for name, value in zip(names, row, strict=True)
            }
            for row in rows
        ]
