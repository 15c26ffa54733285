"""Playing a battle: each act is on the disk before the screen shows it.

A session is one battle in memory and the journal that it stands in. An act is proposed to the engine,
appended to the journal in one transaction, and only then taken in. Entries that another window or
program wrote come in by `refresh`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Self

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Action
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry, decode, encode
from warband_tui.rules.events import FOLD
from warband_tui.rules.resolution import Value
from warband_tui.rules.ruleset import Ruleset, load
from warband_tui.rules.state import BattleState, Setup
from warband_tui.store.battles import Battles
from warband_tui.store.journal import Clash, Journal
from warband_tui.store.library import Library

SNAPSHOT_EVERY = 500
"""After so many entries the folded state is kept, so that opening need not fold from the start."""

Rulesets = Callable[[str], Ruleset]


class Heading(NamedTuple):
    """What the library says about a battle beside its entries; `campaign` is empty for a quick battle."""

    id: int
    public: str
    name: str
    campaign: str
    campaign_id: int | None
    status: str


class _Kept(Struct, frozen=True):
    """A snapshot's body: a program whose fold makes another state of the same entries folds anew."""

    fold: str
    state: BattleState


_read_kept = msgspec.json.Decoder(_Kept).decode
_read_setup = msgspec.json.Decoder(Setup).decode

_HEADING = """
SELECT battle.id, battle.public, battle.name, coalesce(campaign.name, ''), battle.campaign_id, battle.status,
       battle.setup
FROM battle LEFT JOIN campaign ON campaign.id = battle.campaign_id
WHERE battle.id = ?
"""


class PlaySession:
    """One battle that is being played, and its journal."""

    def __init__(self, library: Library, heading: Heading, battle: Battle, now: Callable[[], str]) -> None:
        self.heading = heading
        self.battle = battle
        self._library = library
        self._journal = Journal(library)
        self._now = now
        self._seen: int | None = None
        self._kept = 0

    @classmethod
    def open(
        cls, library: Library, battle_id: int, *, now: Callable[[], str], rulesets: Rulesets = load
    ) -> Self:
        """Read a battle from the library; any thread may do so.

        Raises:
            WarbandError: there is no such battle, its game is not installed, or an entry cannot be read.
        """
        heading, setup = _heading(library, battle_id)
        journal = Journal(library)
        entries = [decode(row.body, f"{heading.name}, entry {row.seq}") for row in journal.read(battle_id)]
        snapshot = _snapshot(journal, battle_id, len(entries))
        ruleset = rulesets(setup.ruleset)
        battle = Battle.replay(setup, ruleset, entries, snapshot)
        session = cls(library, heading, battle, now)
        if snapshot and battle.is_undone(snapshot[0]):
            # An undone entry's state serves nobody, and the store never replaces it by an earlier one.
            with contextlib.suppress(WarbandError):
                journal.drop_snapshot(battle_id)
        elif snapshot:
            session._kept = snapshot[0]
        session._keep()
        session._settle_status()
        return session

    # Acting

    def act(
        self,
        action: Action,
        *,
        dice: Sequence[int] | None = None,
        choices: Mapping[str, Value] | None = None,
        override: str = "",
        ask: bool = True,
    ) -> Entry:
        """Carry out an action and write it down.

        Raises:
            Refused, DiceWanted, BadDice, ChoiceWanted, BadChoice: the engine wants more, or will not.
            Clash: another window was faster; its entries are in now, and nothing of this act is.
            WarbandError: it cannot be written; nothing has changed.
        """
        return self.keep(self.battle.propose(action, dice=dice, choices=choices, override=override, ask=ask))

    def undo(self, count: int = 1) -> Entry:
        """Take back the last actions, and write that down.

        Raises:
            Refused: there are not so many.
            Clash, WarbandError: see `act`.
        """
        return self.keep(self.battle.propose_undo(count))

    def redo(self, count: int = 1) -> Entry:
        """Do again what was undone last, and write that down.

        Raises:
            Refused: there is not so much.
            Clash, WarbandError: see `act`.
        """
        return self.keep(self.battle.propose_redo(count))

    def keep(self, entry: Entry) -> Entry:
        """Write a proposed entry down and then take it in.

        Raises:
            Clash, WarbandError: see `act`.
        """
        count = max(1, entry.count)
        try:
            self._journal.append(self.heading.id, entry.seq, entry.kind, count, encode(entry), self._now())
        except Clash:
            self.read_on()
            raise
        self.battle.accept(entry)
        self._keep()
        self._settle_status()
        return entry

    # Keeping up with others

    def refresh(self) -> list[Entry]:
        """Take in what other windows and programs have written, and return it; cheap when it is nothing.

        Raises:
            WarbandError: the library cannot be read.
        """
        version = self._journal.data_version()
        if version == self._seen:
            return []
        found = self.read_on()
        self._seen = version
        return found

    def read_on(self) -> list[Entry]:
        """Read the entries after the last one known.

        Raises:
            WarbandError: the library or an entry cannot be read.
        """
        rows = self._journal.read(self.heading.id, len(self.battle.entries))
        found = [decode(row.body, f"{self.heading.name}, entry {row.seq}") for row in rows]
        for entry in found:
            self.battle.accept(entry)
        return found

    # Reading

    @property
    def state(self) -> BattleState:
        """The battle as it stands."""
        return self.battle.state

    @property
    def ruleset(self) -> Ruleset:
        """The battle's game."""
        return self.battle.ruleset

    # Inside

    def _keep(self) -> None:
        """Keep the folded state now and then. It is a cache: a failure to write it harms nothing."""
        last = self.battle.last_done()
        if last is None or last.seq - self._kept < SNAPSHOT_EVERY:
            return
        body = msgspec.json.encode(_Kept(FOLD, self.battle.state))
        with contextlib.suppress(WarbandError):
            self._journal.save_snapshot(self.heading.id, last.seq, body)
        self._kept = last.seq

    def _settle_status(self) -> None:
        """See that lists show the battle as what its entries make it."""
        status = "ended" if self.state.ended else "running" if self.battle.entries else self.heading.status
        if status == self.heading.status:
            return
        with contextlib.suppress(WarbandError):
            Battles(self._library).set_status(self.heading.id, status, at=self._now())
            self.heading = self.heading._replace(status=status)


def _heading(library: Library, battle_id: int) -> tuple[Heading, Setup]:
    rows = library.rows(_HEADING, (battle_id,))
    if not rows:
        raise WarbandError(f"there is no battle {battle_id} in this library")
    *told, setup = rows[0]
    heading = Heading(*told)
    try:
        return heading, _read_setup(setup)
    except msgspec.MsgspecError as error:
        raise WarbandError(
            f"the set-up cannot be read ({error}); restore a backup", place=heading.name
        ) from None


def _snapshot(journal: Journal, battle_id: int, latest: int) -> tuple[int, BattleState] | None:
    """Return a kept state that this program can use, if there is one."""
    found = journal.load_snapshot(battle_id)
    if found is None or found.seq > latest:
        return None
    try:
        kept = _read_kept(found.body)
    except msgspec.MsgspecError:
        return None
    return (found.seq, kept.state) if kept.fold == FOLD else None
