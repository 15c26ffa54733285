"""The legend of a board: what its letters and signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warband_tui.campaign.board_view_layers import CHARGED, HARMED, STRUCK, TRAIL
from warband_tui.campaign.board_view_scene import BANDS, THREATS, ZONES
from warband_tui.campaign.board_view_terrain import EDGE_WORDS, EDGES
from warband_tui.rules.board.planning import TerrainKind
from warband_tui.widgets.lines import Line, Span, fit, in_pairs, paragraph, trimmed, width_of


def legend_lines(
    kinds: Sequence[TerrainKind],
    roles: Sequence[tuple[str, str]],
    sides: Sequence[str],
    edges: Iterable[str],
    width: int,
    *,
    zones: Sequence[tuple[int, str]] = (),
    priced: bool = False,
    whole: bool = False,
) -> list[Line]:
    """Return what the signs mean.

    Args:
        kinds: the terrain on the board.
        roles: role and label of each band.
        sides: the sides' names, in order.
        edges: kinds of edges between squares.
        width: cells there are.
        zones: the deployment zones that are drawn: which side's, and what to call them.
        priced: whether prices are written into the places that can be reached.
        whole: whether what is noted of a terrain goes on in further lines; else it is cut short.
    """
    lines: list[Line] = [(Span(" legend", "head"),)]
    codes = ("AB", "ab", "Ab", "aB")
    lines += [trimmed([Span(f" {fit(codes[i % 4], 3)}"), Span(name)], width) for i, name in enumerate(sides)]
    for kind in kinds:
        head = (Span(f" {kind.glyph}  ", "strong"), Span(kind.label), Span("  " if kind.note else ""))
        if not whole or width_of(head) + width_of((Span(kind.note),)) <= width:
            lines.append(trimmed([*head, Span(kind.note, "dim")], width))
        else:
            lines.append(trimmed(head[:2], width))
            lines += paragraph(kind.note, width, look="dim", lead=(Span("    "),))
    short = [(EDGES[e][0], EDGE_WORDS[e]) for e in edges]
    short += [(BANDS[role], label) for role, label in roles]
    short += [(TRAIL, "way this turn"), (CHARGED, "costs more"), (STRUCK, "may be struck")]
    short += [(THREATS[0], "threatened (t)"), (HARMED, "hurt")]
    short += [("2", "price of going there")] if priced else []
    short += [(ZONES[side], name) for side, name in dict.fromkeys(zones)]
    told = [(Span(f" {sign}  ", "strong"), Span(words)) for sign, words in short]
    wide = [trimmed(line, width) for line in told if width_of(line) >= width // 2]
    return lines + wide + in_pairs([line for line in told if width_of(line) < width // 2], width)
