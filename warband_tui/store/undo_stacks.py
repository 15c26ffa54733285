"""What can be undone and redone, folded from a ledger in which undoing only ever appends."""

from __future__ import annotations

from collections.abc import Iterable
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
    # Dicts keep their order and, unlike lists, find and drop a number at once in a long ledger.
    done: dict[int, None] = {}
    undone: dict[int, None] = {}
    for seq, undoes in lines:
        if undoes is not None and undoes in done:
            del done[undoes]
            undone[seq] = None
        elif undoes is not None and undoes in undone:
            del undone[undoes]
            done[seq] = None
        else:
            done[seq] = None
            undone.clear()
    return Stacks(tuple(done), tuple(undone))


def subjects(lines: Iterable[tuple[int, int | None]]) -> dict[int, int]:
    """Map each line to the act that it is about: an undo or redo to the act that it turns, others to themselves."""
    about: dict[int, int] = {}
    for seq, undoes in lines:
        about[seq] = seq if undoes is None else about.get(undoes, seq)
    return about
