"""What can be undone and redone, folded from a ledger in which undoing only ever appends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Stacks(NamedTuple):
    """Numbers of the lines in effect and of the lines that took something back, the latest last."""

    done: tuple[int, ...]
    undone: tuple[int, ...]


def fold(lines: Iterable[tuple[int, int | None]]) -> Stacks:
    """Fold lines, given as (seq, undoes) in order, into the two stacks.

    A line that undoes a line in effect is an undo; one that undoes an undo is a redo and in effect again.
    A new act makes what was undone before it final. A line may point at one outside the given lines (of
    another warband); it then stands as an act of its own.
    """
    done: list[int] = []
    undone: list[int] = []
    for seq, undoes in lines:
        if undoes in done:
            done.remove(undoes)
            undone.append(seq)
        elif undoes in undone:
            undone.remove(undoes)
            done.append(seq)
        else:
            done.append(seq)
            undone.clear()
    return Stacks(tuple(done), tuple(undone))


def origin(seq: int, undoes: Mapping[int, int | None]) -> int:
    """Follow a chain of undos and redos back to the act that it is about."""
    target = undoes.get(seq)
    while target is not None:
        seq = target
        target = undoes.get(seq)
    return seq
