"""What is told beside the board while it is drawn: the piece, the pencil, the sorts of terrain, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_faults import Flaw
from warband_tui.campaign.layout_legend import ground_text
from warband_tui.campaign.layout_pencil import STEPWISE
from warband_tui.campaign.layout_pieces import measures_of
from warband_tui.campaign.layout_words import pair_text
from warband_tui.rules.board.layout import COMMON, Board, Feature, Ground, InchBoard, Point, SquareBoard
from warband_tui.widgets.lines import Line, Span, cut, fit, paragraph, trimmed, width_of

_MOST_KINDS = 9
_NEXT = {
    "wall": "next corner; again ends it",
    "outline": "next corner; again ends it",
    "block": "now the other corner",
    "edge": "now the square beside it",
}
"""What Enter does next in a form that takes several corners."""
_CARRYING: Line = (Span(" ▸ ", "key"),)
_NAME = 16
"""Cells of the names of terrain; longer ones take from their notes."""


def long_lines(desk: Desk, place: Point, width: int) -> list[Line]:
    """Return the panel beside the board."""
    where = (
        paragraph(_carried(desk, place), width, lead=_CARRYING)
        if desk.load is not None
        else [_place_line(place)]
    )
    lines = [*where, *_piece_lines(desk, place, width), ()]
    lines += [_pencil_line(desk, width), *_pencil_note(desk, width), ()]
    lines += [_kind_line(desk, i, width) for i in range(len(desk.kinds))]
    lines += [_letter_line(desk, letter, width) for letter in _letters(desk.board)]
    lines += [(), *_flaw_lines(desk.flaws(), width, 99)]
    return lines


def short_lines(desk: Desk, place: Point, width: int, height: int) -> list[Line]:
    """Return the panel below the board."""
    if desk.load is not None:
        where = (*_CARRYING, Span(_carried(desk, place), "strong"))
    else:
        where = (*_place_line(place), Span("  "), *_piece_lines(desk, place, width)[0])
    lines = [trimmed(where, width), _pencil_line(desk, width)]
    return [*lines, *_flaw_lines(desk.flaws(), width, height - len(lines))]


def _place_line(place: Point) -> Line:
    return (Span(f" {place[0]:g},{place[1]:g}", "key"),)


def _carried(desk: Desk, place: Point) -> str:
    """Return what is carried and where it is now, in words."""
    what = desk.load.what if desk.load is not None else ""
    return f"{what} to {place[0]:g},{place[1]:g}: Enter puts it down, Esc gives it up"


def _piece_lines(desk: Desk, place: Point, width: int) -> list[Line]:
    board = desk.board
    if isinstance(board, SquareBoard):
        return [trimmed((Span(f" {_ground(board, place)}", "strong"),), width)]
    one = desk.feature()
    if one is None:
        return [(Span(" open table", "dim"),)]
    return [
        trimmed((Span(f" {one.label}", "strong"), Span(f"  {_figures(one)}", "dim")), width),
        _tag_line(one, width),
    ]


def _figures(one: Feature) -> str:
    across, down = measures_of(one)
    high = f', {one.height:g}" high' if one.height else ", flat"
    above = f' from {one.base:g}"' if one.base else ""
    return f'{pair_text((across, down))}"{high}{above}'


def _tag_line(one: Feature, width: int) -> Line:
    return trimmed((Span(f" {', '.join(one.tags) or 'no tags'}", "dim"),), width)


def _ground(board: SquareBoard, place: Point) -> str:
    x, y = int(place[0]), int(place[1])
    if not (0 <= y < len(board.map) and 0 <= x < len(board.map[y])):
        return "no square"
    letter = board.map[y][x]
    ground = board.legend.get(letter, COMMON.get(letter))
    if ground is None:
        return f"letter {letter}, not in the legend"
    told = ground_text(ground, board.drop_feet)
    return f"{letter}  {ground.name} · {told}" if ground.name else f"{letter}  {told}"


def _letters(board: Board) -> tuple[str, ...]:
    return tuple(board.legend) if isinstance(board, SquareBoard) else ()


def _letter_line(desk: Desk, letter: str, width: int) -> Line:
    """Return the line of one of the map's own letters."""
    board = desk.board
    ground = board.legend[letter] if isinstance(board, SquareBoard) else Ground()
    chosen = "cursor" if letter == desk.pencil.letter else ""
    link = f"letter:{letter}"
    return trimmed(
        (
            Span("   ", chosen, link),
            Span(f"{letter} ", f"mark {chosen}", link),
            Span(fit(ground.name or "unnamed", 16), chosen, link),
            Span(fit(f" {ground_text(ground)}", max(0, width - 21)), f"dim {chosen}", link),
        ),
        width,
    )


def _pencil_line(desk: Desk, width: int) -> Line:
    pencil = desk.pencil
    size = (
        ""
        if pencil.form in STEPWISE or not isinstance(desk.board, InchBoard)
        else f" {pair_text((pencil.width, pencil.depth))}"
    )
    corners = f" · {_NEXT[pencil.form]}" if pencil.corners else ""
    spans = (
        Span(f" {pencil.letter or pencil.kind.glyph} ", "mark"),
        Span(desk.pencil_word, "strong", "do:kind"),
        Span(" as ", "dim"),
        Span(f"{pencil.form}{size}", "strong", "do:form"),
        Span(corners, "warn"),
    )
    return trimmed(spans, width)


def _pencil_note(desk: Desk, width: int) -> list[Line]:
    """Return what the terrain that is placed next does, in full."""
    pencil, board = desk.pencil, desk.board
    told = pencil.kind.note or ", ".join(pencil.kind.tags)
    if isinstance(board, SquareBoard) and pencil.letter in board.legend:
        told = ground_text(board.legend[pencil.letter], board.drop_feet)
    return paragraph(told, width, look="dim", lead=(Span("   "),))


def _kind_line(desk: Desk, i: int, width: int) -> Line:
    kind = desk.kinds[i]
    chosen = "cursor" if kind == desk.pencil.kind and not desk.pencil.letter else ""
    name = max(_NAME, width_of((Span(kind.label),)))
    digit = str(i + 1) if i < _MOST_KINDS else " "
    link = f"kind:{kind.id}"
    return trimmed(
        (
            Span(f" {digit} ", f"key {chosen}", link),
            Span(f"{kind.glyph} ", f"mark {chosen}", link),
            Span(fit(kind.label, name), chosen, link),
            Span(fit(f" {kind.note}", max(0, width - 5 - name)), f"dim {chosen}", link),
        ),
        width,
    )


def _flaw_lines(found: Sequence[Flaw], width: int, room: int) -> list[Line]:
    if not found:
        lines: list[Line] = [(Span(" ✓ ", "good"), Span("nothing is wrong with this board", "dim"))]
        return lines[: max(0, room)]
    bad = sum(flaw.severity == "error" for flaw in found)
    odd = len(found) - bad
    counted = " · ".join(
        part for part in (f"{bad} wrong" if bad else "", f"{odd} to look at" if odd else "") if part
    )
    if room == 1:
        first = found[0]
        return [trimmed((*_mark(first, "flaw:0"), Span(cut(first.text, width - 3), "", "flaw:0")), width)]
    lines = [(Span(f" {counted}", "harm" if bad else "warn", "do:faults"),)]
    for i, flaw in enumerate(found):
        lines += paragraph(flaw.text, width, lead=_mark(flaw, f"flaw:{i}"), link=f"flaw:{i}")
        if len(lines) >= room:
            break
    return lines[: max(0, room)]


def _mark(flaw: Flaw, link: str) -> Line:
    return (Span(" ✗ ", "harm", link),) if flaw.severity == "error" else (Span(" ! ", "warn", link),)
