"""Finds which selections are lines of the roster: what a file calls a model or a unit says little about it.

The rule: take the innermost models, and units with neither below; climb from each to its outermost model or unit, and
on to an upgrade that has the stat line its child lacks. That node is the line, the innermost nodes are its bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from warband_tui.imports.profiles import known_stat_line
from warband_tui.imports.roster import Cost, add_costs
from warband_tui.imports.selections import Selection


class Line(Struct, frozen=True):
    """A node that becomes an entry.

    Attributes:
        node: the selection that names it.
        members: the node and what is below it, without other lines, in the order of the file.
        bodies: the innermost models and units; none for something that only has a price.
        adopted: priced things beside the node that belong to no other line.
    """

    node: Selection
    members: tuple[Selection, ...]
    bodies: tuple[Selection, ...] = ()
    adopted: tuple[Selection, ...] = ()

    @property
    def costs(self) -> tuple[Cost, ...]:
        """The price of the whole line."""
        return add_costs(cost for node in (*self.members, *self.adopted) for cost in node.costs)

    @property
    def models(self) -> int | None:
        """Figures, or None where no model is in the file."""
        counts = [body.number for body in self.bodies if body.type == "model"]
        return sum(counts) if counts else None


def lines_of(top: Selection) -> list[Line]:
    """Gives the lines of one top level selection in the order of the file; none for a mere setting."""
    nodes = list(top.walk())
    if (
        not top.is_figure
        and not any(child.type == "model" for child in top.children)
        and not _has_cost(nodes)
    ):
        return []
    grouped: dict[Selection, list[Selection]] = {}
    for leaf in _innermost(nodes):
        grouped.setdefault(_outermost(leaf), []).append(leaf)
    bodies: dict[Selection, list[Selection]] = {}
    for figure, leaves in grouped.items():
        bodies.setdefault(_with_stat_line(figure), []).extend(leaves)
    heads = frozenset(bodies)
    lines = [
        Line(node, tuple(node.walk(without=heads - {node})), tuple(bodies[node]))
        for node in nodes
        if node in heads
    ]
    if not top.is_figure:
        lines = _without_free_extras(lines)
    return _with_leftovers(top, nodes, lines)


def _has_cost(nodes: Sequence[Selection]) -> bool:
    return any(cost.value for node in nodes for cost in node.costs)


def _innermost(nodes: Sequence[Selection]) -> list[Selection]:
    """Gives models with no model below, and units with neither below."""
    over_model: set[Selection] = set()
    over_figure: set[Selection] = set()
    for node in reversed(nodes):
        if node.parent is None:
            continue
        if node.type == "model" or node in over_model:
            over_model.add(node.parent)
        if node.is_figure or node in over_figure:
            over_figure.add(node.parent)
    return [n for n in nodes if n.is_figure and n not in (over_model if n.type == "model" else over_figure)]


def _outermost(leaf: Selection) -> Selection:
    return next((node for node in reversed(list(leaf.ancestors())) if node.is_figure), leaf)


def _with_stat_line(figure: Selection) -> Selection:
    parent = figure.parent
    if parent is None or known_stat_line(parent.profiles) is None:
        return figure
    return figure if any(known_stat_line(node.profiles) for node in figure.walk()) else parent


def _without_free_extras(lines: list[Line]) -> list[Line]:
    """Drops what a bought list of spells can summon: it costs nothing and has no stat line of a fighter."""
    return [
        line
        for line in lines
        if line.costs
        or line.models is not None
        or any(known_stat_line(node.profiles) for node in line.members)
    ]


def _with_leftovers(top: Selection, nodes: Sequence[Selection], lines: list[Line]) -> list[Line]:
    """Sees to it that no points vanish: priced nodes outside all lines join one, or make a line of their own."""
    taken = {node for line in lines for node in line.members}
    left = tuple(node for node in nodes if node not in taken)
    sums: dict[str, Decimal] = {}
    for node in left:
        for cost in node.costs:
            sums[cost.type_id] = sums.get(cost.type_id, Decimal(0)) + cost.value
    if not any(sums.values()):
        return lines
    for index, line in enumerate(lines):
        if line.node.parent is top:
            priced = tuple(node for node in left if any(cost.value for cost in node.costs))
            lines[index] = Line(line.node, line.members, line.bodies, priced)
            return lines
    return [Line(top, left), *lines]
