"""Unit coherency: what it takes, whether models hold it, and how few more must go if they do not (AOS-18.3-1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Place = tuple[float, float, float]
"""The centre of a base in inches and the radius of the base: x, y, r."""

LARGE = 7
"""From so many models on, each needs two others."""


def neighbours_needed(models: int) -> int:
    """Return within range of how many others each model of a unit must be."""
    if models < 2:
        return 0
    return 2 if models >= LARGE else 1


def needed(models: int, reach: float) -> str:
    """Return what coherency asks of so many models, in words; empty for a single one."""
    others = neighbours_needed(models)
    if not others:
        return ""
    inches = '1/2"' if reach == 0.5 else f'{reach:g}"'
    return f"each within {inches} of {others} other{'s' if others > 1 else ''}, all in one group"


def coherent(places: Sequence[Place], reach: float = 0.5) -> bool:
    """Whether models hold coherency: each near enough others, and all of them one group."""
    near = _near(places, reach)
    others = neighbours_needed(len(places))
    return all(len(n) >= others for n in near) and _one_group(near)


def must_go(places: Sequence[Place], reach: float = 0.5) -> tuple[int, ...]:
    """Return the models that must be removed so that the others are coherent, as few as possible.

    Of several ways the first in the order of the models is returned; empty if none must go.
    """
    everyone = range(len(places))
    for count in everyone:
        for gone in combinations(everyone, count):
            if coherent([place for i, place in enumerate(places) if i not in gone], reach):
                return gone
    return tuple(everyone)


def _near(places: Sequence[Place], reach: float) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in places]
    for (i, (x, y, r)), (j, (a, b, q)) in combinations(enumerate(places), 2):
        # A hair's breadth of slack: 0.1 + 0.4 must not be more than 1/2".
        if ((x - a) ** 2 + (y - b) ** 2) ** 0.5 - r - q <= reach + 1e-9:
            near[i].add(j)
            near[j].add(i)
    return near


def _one_group(near: Sequence[set[int]]) -> bool:
    if not near:
        return True
    seen, edge = {0}, [0]
    while edge:
        for other in near[edge.pop()] - seen:
            seen.add(other)
            edge.append(other)
    return len(seen) == len(near)
