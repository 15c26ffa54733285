"""The order in which units act, where their game fixes one: who has acted, who is up, who follows."""

from __future__ import annotations

from warband_tui.campaign.battle_view import BattleView
from warband_tui.widgets.lines import Line, Span, width_of
from warband_tui.widgets.odds_panel import flowed

HEAD = Span(" order ", "head")


def order_lines(view: BattleView, width: int, most: int) -> list[Line]:
    """Return the order of a battle, first to last, who is up marked; nothing where there is none.

    Where not everybody has room, whoever has acted goes first, then the last of those that follow.

    Args:
        view: the battle.
        width: cells there are.
        most: lines there are.
    """
    pieces = [_piece(view, unit) for unit in view.order]
    up = next((i for i, unit in enumerate(view.order) if unit == view.up), 0)
    first, last = 0, len(pieces)
    while pieces:
        shown = (
            [[Span("…", "dim")]] * (first > 0)
            + pieces[first:last]
            + [[Span("…", "dim")]] * (last < len(pieces))
        )
        lines = flowed(shown, width - width_of([HEAD]), lead="", gap="  ")
        if len(lines) <= most or last - first == 1:
            return [
                ((HEAD if i == 0 else Span(" " * HEAD.width)), *line) for i, line in enumerate(lines[:most])
            ]
        if first < up:
            first += 1
        else:
            last -= 1
    return []


def _piece(view: BattleView, unit: str) -> list[Span]:
    row, link = view.row(unit), f"unit:{unit}"
    name = row.name if row is not None else unit
    stage = row.stage if row is not None else "ready"
    if unit == view.up:
        return [Span(f"▸ {name} ", "acting" if stage == "acting" else "key", link)]
    if stage == "done":
        return [Span("✓ ", "good", link), Span(name, "rest", link)]
    return [Span(name, "", link)]
