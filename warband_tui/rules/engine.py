"""A battle: its set-up and its entries, and the state that they fold to.

`propose` makes an entry without changing anything, `accept` takes it in. Between the two a
store writes it down: what the screen shows as logged is on disk. Undo and redo are entries
too, which the fold skips over; nothing is ever deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Action, Remark, Star
from warband_tui.rules.dice import Dice, GivenDice, SeededDice
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import fold
from warband_tui.rules.resolution import Refused, Resolution, Value
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState, Setup

_CHECKPOINT = 200
"""A state is kept for every so many entries, so that undo need not fold from the start."""


class BrokenLog(WarbandError):
    """Entries that do not follow one another."""


class Battle:
    """One battle in memory. All of its state derives from `setup` and `entries`."""

    def __init__(self, setup: Setup, ruleset: Ruleset) -> None:
        self.setup = setup
        self.ruleset = ruleset
        self.start = ruleset.muster(setup)
        self.state = self.start
        self.entries: list[Entry] = []
        self._done: list[int] = []
        self._undone: list[int] = []
        self._kept: dict[int, BattleState] = {}

    @classmethod
    def replay(
        cls,
        setup: Setup,
        ruleset: Ruleset,
        entries: Iterable[Entry],
        snapshot: tuple[int, BattleState] | None = None,
    ) -> Battle:
        """Return the battle that the entries make.

        `snapshot` is a state as of the entry of that number. It saves folding what came
        before, and is ignored where that entry has been undone.

        Raises:
            BrokenLog: a number is missing or an undo goes back too far.
        """
        battle = cls(setup, ruleset)
        for entry in entries:
            battle._enlist(entry)
        seq, state = snapshot or (0, battle.start)
        if seq in battle._done:
            battle._kept[seq] = state
        battle.state = battle._folded()
        return battle

    # Acting

    def propose(
        self,
        action: Action,
        *,
        dice: Sequence[int] | None = None,
        choices: Mapping[str, Value] | None = None,
        override: str = "",
        ask: bool = False,
    ) -> Entry:
        """Return the entry that an action would make, changing nothing.

        Given dice are used in the order rolled and must be just enough; without, the
        battle's seed rolls. With `ask`, choices that have not been made are asked for.

        Raises:
            Refused, DiceWanted, BadDice, ChoiceWanted, BadChoice: see there.
        """
        if isinstance(action, Star | Remark) and action.entry > len(self.entries):
            raise Refused(f"there is no entry {action.entry}; the last one is {len(self.entries)}")
        source: Dice
        source = SeededDice(self.state.seed, self.state.dice_position) if dice is None else GivenDice(dice)
        res = Resolution(self.state, source, choices, ask=ask, override=override)
        entry = self.ruleset.resolve(self.state, action, res, self.next_seq)
        if isinstance(source, GivenDice):
            source.finish()
        return entry

    def propose_undo(self, count: int = 1) -> Entry:
        """Return the entry that takes back the last `count` actions.

        Raises:
            Refused: there are not so many.
        """
        if not 0 < count <= len(self._done):
            raise Refused(_too_many("undo", count, len(self._done)))
        told = "; ".join(self.entries[s - 1].text for s in reversed(self._done[-count:]))
        return Entry(self.next_seq, "undo", count, turn=self.state.turn, text=f"Undone: {told}")

    def propose_redo(self, count: int = 1) -> Entry:
        """Return the entry that does again what was undone last.

        Raises:
            Refused: there is not so much.
        """
        if not 0 < count <= len(self._undone):
            raise Refused(_too_many("redo", count, len(self._undone)))
        told = "; ".join(self.entries[s - 1].text for s in reversed(self._undone[-count:]))
        return Entry(self.next_seq, "redo", count, turn=self.state.turn, text=f"Done again: {told}")

    def accept(self, entry: Entry) -> None:
        """Take an entry in.

        Raises:
            BrokenLog: it does not follow the last one.
        """
        self._enlist(entry)
        if entry.kind == "action":
            self.state = fold(self.state, entry.events)
            if len(self._done) % _CHECKPOINT == 0:
                self._kept[entry.seq] = self.state
        else:
            self.state = self._folded()

    def do(self, action: Action, **how: Any) -> Entry:
        """Propose and accept in one go, for battles that live in memory only."""
        entry = self.propose(action, **how)
        self.accept(entry)
        return entry

    def undo(self, count: int = 1) -> Entry:
        """Take back the last actions."""
        entry = self.propose_undo(count)
        self.accept(entry)
        return entry

    def redo(self, count: int = 1) -> Entry:
        """Do again what was undone last."""
        entry = self.propose_redo(count)
        self.accept(entry)
        return entry

    # Reading

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return len(self.entries) + 1

    @property
    def can_undo(self) -> int:
        """How many entries can be undone."""
        return len(self._done)

    @property
    def can_redo(self) -> int:
        """How many entries can be done again."""
        return len(self._undone)

    def standing(self) -> list[Entry]:
        """Return the entries that count: all but those undone and the marks themselves."""
        return [self.entries[seq - 1] for seq in self._done]

    def last_done(self) -> Entry | None:
        """Return the entry that undo would take back."""
        return self.entries[self._done[-1] - 1] if self._done else None

    def last_undone(self) -> Entry | None:
        """Return the entry that redo would do again."""
        return self.entries[self._undone[-1] - 1] if self._undone else None

    def is_undone(self, seq: int) -> bool:
        """Whether an action has been taken back."""
        return self.entries[seq - 1].kind == "action" and seq not in set(self._done)

    # Inside

    def _enlist(self, entry: Entry) -> None:
        if entry.seq != self.next_seq:
            raise BrokenLog(f"entry {entry.seq} follows entry {self.next_seq - 1}; restore a backup")
        if entry.kind == "action":
            self._done.append(entry.seq)
            self._undone.clear()
        else:
            source, sink = (self._done, self._undone) if entry.kind == "undo" else (self._undone, self._done)
            if not 0 < entry.count <= len(source):
                raise BrokenLog(
                    f"entry {entry.seq} takes back {entry.count} of {len(source)}; restore a backup"
                )
            for _ in range(entry.count):
                sink.append(source.pop())
        self.entries.append(entry)

    def _folded(self) -> BattleState:
        """Fold what counts, from the last kept state that still stands.

        A state kept after an entry holds whenever that entry counts: what lies below it in
        the stack cannot have changed without taking the entry off first.
        """
        place, state = 0, self.start
        for index in range(len(self._done) - 1, -1, -1):
            kept = self._kept.get(self._done[index])
            if kept is not None:
                place, state = index + 1, kept
                break
        for count, seq in enumerate(self._done[place:], start=place + 1):
            state = fold(state, self.entries[seq - 1].events)
            if count % _CHECKPOINT == 0:
                self._kept[seq] = state
        return state


def _too_many(what: str, wanted: int, there: int) -> str:
    if wanted < 1:
        return f"{what} at least one"
    if not there:
        return f"nothing to {what}"
    return f"{what} {there} at most; there are no more"
