"""The course of a battle, read once: what counts of its log, and how it stood at the end of each turn.

What has been undone is in none of it. Statistics and sentences are drawn from here and never fold a battle themselves.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from warband_tui.rules.actions import Note, Remark, Star, tag_of
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import Event, TurnBegan, apply
from warband_tui.rules.state import BattleState

_ANNOTATIONS = frozenset({tag_of(Remark), tag_of(Star)})
_NOTE = tag_of(Note)


class Line(Struct, frozen=True):
    """One entry that counts. `mark` is turn and number, as in `3.5`; `remarks` are the players' notes on it."""

    entry: Entry
    mark: str
    star: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def is_note(self) -> bool:
        """Whether a player wrote it."""
        return self.entry.do == _NOTE

    @property
    def worth_telling(self) -> bool:
        """Whether the story tells it: a player starred it, wrote it, or wrote a remark on it."""
        return self.star or self.is_note or bool(self.remarks)


class Moment(Struct, frozen=True):
    """One event, the turn in which it took place, and the line that it belongs to."""

    turn: int
    line: Line
    event: Event


class Stand(Struct, frozen=True):
    """How the battle stood at the end of a turn (turn 0: before the first), and who had the first go in it."""

    turn: int
    first: str
    state: BattleState


class Chronicle(Struct, frozen=True):
    """A battle from beginning to end. `stands` begins with turn 0 and ends with the battle as it is."""

    start: BattleState
    lines: tuple[Line, ...]
    moments: tuple[Moment, ...]
    stands: tuple[Stand, ...]

    @property
    def end(self) -> BattleState:
        """How the battle stands, or ended."""
        return self.stands[-1].state


def chronicle(battle: Battle) -> Chronicle:
    """Read a battle.

    Stars and remarks are told with the entry that they are about, so they have no lines and no numbers of their own.
    """
    stars, remarks = set(battle.state.stars), battle.state.remarks
    numbers: Counter[int] = Counter()
    lines: list[Line] = []
    moments: list[Moment] = []
    stands: list[Stand] = []
    state = battle.start
    for entry in battle.standing():
        mark = ""
        if entry.do not in _ANNOTATIONS:
            numbers[entry.turn] += 1
            mark = f"{entry.turn}.{numbers[entry.turn]}"
        notes = tuple(note for note in remarks.get(str(entry.seq), ()) if note.strip())
        line = Line(entry, mark, entry.seq in stars, notes)
        if mark:
            lines.append(line)
        for event in entry.events:
            if isinstance(event, TurnBegan):
                stands.append(Stand(state.turn, state.first, state))
            state = apply(state, event)
            moments.append(Moment(state.turn, line, event))
    stands.append(Stand(state.turn, state.first, state))
    return Chronicle(battle.start, tuple(lines), tuple(moments), tuple(stands))
