"""The log of a battle as a screen lists it: marks, stars, notes, and what has been undone."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from warband_tui.campaign.battle_view import Loss
from warband_tui.rules.actions import Remark, Star, tag_of
from warband_tui.rules.dice import Modifier, Roll
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import ModelsLost, Remarked, Starred, TurnBegan

_ANNOTATIONS = frozenset({tag_of(Remark), tag_of(Star)})
"""Actions that say something about another entry; they show there, not as lines of their own."""


class LogLine(Struct, frozen=True):
    """One entry as the log shows it. `mark` is turn and number; `waiting`: redo would bring it back."""

    seq: int
    mark: str
    text: str
    rules: tuple[str, ...] = ()
    side: str = ""
    kind: str = "action"
    starred: bool = False
    notes: tuple[str, ...] = ()
    override: str = ""
    undone: bool = False
    waiting: bool = False
    turn: bool = False
    """A turn begins with it."""


class Detail(Struct, frozen=True):
    """Everything about one entry."""

    line: LogLine
    choices: tuple[str, ...]
    rolls: tuple[tuple[str, ...], ...]
    overruled: tuple[str, ...]


class LogBook:
    """The lines of a battle's log, kept up as entries come in."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._lines: dict[int, LogLine] = {}
        self._numbers: Counter[int] = Counter()
        self._read = 0
        self._waiting: list[int] = []
        self.losses: dict[str, Loss] = {}
        self._rebuild()

    def catch_up(self) -> None:
        """Take in the entries that the battle has gained."""
        new = self._battle.entries[self._read :]
        if self._waiting or any(entry.kind != "action" for entry in new):
            self._rebuild()
            return
        for entry in new:
            self._enter(entry)
        self._read = len(self._battle.entries)

    def lines(self, *, everything: bool = False) -> list[LogLine]:
        """Return the lines that stand, and those that redo would bring back.

        Args:
            everything: also what was undone for good, the marks of undoing, stars and notes.
        """
        shown = [line for line in self._lines.values() if not line.undone or line.waiting]
        if not everything:
            return shown
        rest = {e.seq: self._bare(e) for e in self._battle.entries if e.seq not in self._lines}
        return sorted([*self._lines.values(), *rest.values()], key=lambda line: line.seq)

    def line(self, seq: int) -> LogLine:
        """Return one line."""
        return self._lines.get(seq) or self._bare(self._battle.entries[seq - 1])

    def detail(self, seq: int) -> Detail:
        """Return everything about an entry."""
        entry = self._battle.entries[seq - 1]
        sides = self._battle.state.sides
        return Detail(
            line=self.line(seq),
            choices=tuple(
                f"{sides[c.side].name if c.side in sides else c.side}: {c.label} → {self._chosen(c.value)}"
                for c in entry.choices
            ),
            rolls=tuple(roll_lines(roll) for roll in entry.rolls),
            overruled=entry.overruled,
        )

    # Inside

    def _chosen(self, value: int | str | bool) -> str:
        units = self._battle.state.units
        return units[value].name if isinstance(value, str) and value in units else _value(value)

    def _rebuild(self) -> None:
        self._lines.clear()
        self._numbers.clear()
        self.losses.clear()
        entries = self._battle.entries
        done, self._waiting = _stacks(entries)
        for seq in done:
            self._enter(entries[seq - 1])
        for seq in reversed(self._waiting):
            self._enter(entries[seq - 1], waiting=True)
        self._read = len(entries)

    def _enter(self, entry: Entry, *, waiting: bool = False) -> None:
        if not waiting:
            self._note_events(entry)
        if entry.do in _ANNOTATIONS:
            return
        self._numbers[entry.turn] += 1
        mark = f"{entry.turn}.{self._numbers[entry.turn]}"
        self._lines[entry.seq] = self._told(entry, mark, undone=waiting, waiting=waiting)

    def _note_events(self, entry: Entry) -> None:
        units = self._battle.state.units
        for event in entry.events:
            if isinstance(event, ModelsLost):
                by = units[event.by].name if event.by in units else ""
                self.losses[event.unit] = Loss(entry.turn, event.how, by)
            elif isinstance(event, Remarked | Starred) and event.seq in self._lines:
                old = self._lines[event.seq]
                self._lines[event.seq] = self._told(
                    self._battle.entries[event.seq - 1], old.mark, undone=old.undone, waiting=old.waiting
                )

    def _told(self, entry: Entry, mark: str, *, undone: bool = False, waiting: bool = False) -> LogLine:
        state = self._battle.state
        return LogLine(
            seq=entry.seq,
            mark=mark,
            text=entry.text,
            rules=entry.rules,
            side=entry.side,
            kind=entry.kind,
            starred=entry.seq in state.stars,
            notes=state.remarks.get(str(entry.seq), ()),
            override=entry.override,
            undone=undone,
            waiting=waiting,
            turn=any(isinstance(event, TurnBegan) for event in entry.events),
        )

    def _bare(self, entry: Entry) -> LogLine:
        undone = entry.kind == "action" and entry.do not in _ANNOTATIONS
        return self._told(entry, "undone" if undone else "", undone=undone)


def _stacks(entries: list[Entry]) -> tuple[list[int], list[int]]:
    """Return what stands and what redo would bring back, the next one last."""
    done: list[int] = []
    undone: list[int] = []
    for entry in entries:
        if entry.kind == "action":
            done.append(entry.seq)
            undone.clear()
            continue
        source, sink = (done, undone) if entry.kind == "undo" else (undone, done)
        for _ in range(entry.count):
            sink.append(source.pop())
    return done, undone


def roll_lines(roll: Roll) -> tuple[str, ...]:
    """Return a roll in words: what for, every modifier with its source, every die, what counted."""
    lines = [roll.purpose or "dice"]
    lines += [f"{modifier_text(m)}{f'  [{m.rule}]' if m.rule else ''}" for m in roll.modifiers]
    if roll.cancelled:
        lines.append(f"{roll.cancelled} plus and minus dice cancelled each other")
    dice = " ".join(str(die) for die in roll.dice)
    how = "typed in" if roll.given else "rolled by the battle's seed"
    lines.append(f"D{roll.sides}: {dice}  ({how})")
    kept = " + ".join(str(die) for die in roll.kept)
    flat = f" {roll.capped:+d}" if roll.capped else ""
    capped = f" ({roll.flat:+d} before the cap)" if roll.flat != roll.capped else ""
    outcome = f"  → {roll.outcome}" if roll.outcome else ""
    lines.append(f"{kept}{flat}{capped} = {roll.total}{outcome}")
    return tuple(lines)


def modifier_text(modifier: Modifier) -> str:
    """Return one reason with what it does to the roll."""
    parts = []
    if modifier.dice:
        parts.append(f"{modifier.dice:+d} {'die' if abs(modifier.dice) == 1 else 'dice'}")
    if modifier.flat:
        parts.append(f"{modifier.flat:+d}")
    return f"{modifier.source}: {', '.join(parts) or 'no change'}"


def _value(value: int | str | bool) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
