"""A map as one SVG picture that reads in light and dark, in grey and aloud."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from warband_tui.reports.document import BoardMap, MapArea, MapToken
from warband_tui.reports.literal import clean

_WIDTH = 640
_MARGIN = 22
_TONES = ("green", "brown", "grey", "blue", "red", "yellow", "magenta")
# Sides differ by the shape of their ring (full, dashed) and by capital and small letters; colour comes on top.
MAP_STYLE = """
.wb-map{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#3d3530}
.wb-map .table{fill:#f4efe6;stroke:#6b625a;stroke-width:1.5}
.wb-map .grid{stroke:#ddd4c8;stroke-width:.6}
.wb-map .measure{fill:#6b625a;font-size:11px}
.wb-map .area{stroke:#6b625a;stroke-width:1}
.wb-map .zone{fill:none;stroke:#8a7f74;stroke-dasharray:6 5}
.wb-map .green{fill:#b9cfa8}.wb-map .brown{fill:#cdb79a}.wb-map .grey{fill:#c3beb7}.wb-map .blue{fill:#aac6de}
.wb-map .red{fill:#dfb0a2}.wb-map .yellow{fill:#e6d79f}.wb-map .magenta{fill:#d3b6dc}
.wb-map .name{font-size:10px;fill:#4d453e;text-anchor:middle}
.wb-map .way{fill:none;stroke-width:1.6;stroke-dasharray:3 3}
.wb-map .base{fill:#fffdf9;stroke-width:2.2}
.wb-map .sign{font-weight:700;text-anchor:middle}
.wb-map .s0{stroke:#9a3412}.wb-map .s1{stroke:#1d4e89;stroke-dasharray:5 2}.wb-map .s2{stroke:#2f6b3a}
.wb-map .f0{fill:#9a3412}.wb-map .f1{fill:#1d4e89}.wb-map .f2{fill:#2f6b3a}
@media (prefers-color-scheme:dark){
.wb-map{fill:#e6ddd2}
.wb-map .table{fill:#241f1b;stroke:#a89c90}
.wb-map .grid{stroke:#3a332e}
.wb-map .measure{fill:#b9ada0}
.wb-map .area{stroke:#a89c90}
.wb-map .green{fill:#3d5233}.wb-map .brown{fill:#54432d}.wb-map .grey{fill:#47423d}.wb-map .blue{fill:#2c4a63}
.wb-map .red{fill:#64362a}.wb-map .yellow{fill:#5c5126}.wb-map .magenta{fill:#523859}
.wb-map .name{fill:#d9cfc3}
.wb-map .base{fill:#181411}
.wb-map .s0{stroke:#f0986c}.wb-map .s1{stroke:#8fbcf0}.wb-map .s2{stroke:#93d19c}
.wb-map .f0{fill:#f0986c}.wb-map .f1{fill:#8fbcf0}.wb-map .f2{fill:#93d19c}
}
"""


def _words(text: str) -> str:
    return escape(clean(text))


def map_svg(board: BoardMap, ident: str) -> str:
    """Return the map as an SVG element with title and description; `MAP_STYLE` belongs on its page, once.

    Args:
        board: what to draw.
        ident: the beginning of the element ids, unique within the page; letters, digits and hyphens.
    """
    scale = _WIDTH / max(board.width, board.height)
    width, height = board.width * scale, board.height * scale
    opening = (
        f'<svg class="wb-map" xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {width + 2 * _MARGIN:g} {height + 2 * _MARGIN:g}" '
        f'aria-labelledby="{ident}-title {ident}-desc">'
    )
    parts = [
        opening,
        f'<title id="{ident}-title">{_words(board.title)}</title>',
        f'<desc id="{ident}-desc">{_words(_told(board))}</desc>',
        f'<rect class="table" width="{width:g}" height="{height:g}"/>',
        *_measure(board, scale),
        *(_area(area, scale) for area in board.areas),
        *(_name(area, scale) for area in board.areas if not board.squares and area.tone != "zone"),
        *(_way(token, scale) for token in board.tokens if len(token.trail) > 1),
        *(part for token in board.tokens for part in _token(token, scale)),
        "</svg>",
    ]
    return "\n".join(parts)


def _told(board: BoardMap) -> str:
    """Return the map in words, for those who hear it."""
    length = " squares" if board.squares else '"'
    stands = "; ".join(
        f"{clean(t.name)} of {clean(board.sides[t.side])} at {t.at[0]:g}, {t.at[1]:g}" for t in board.tokens
    )
    return f"{board.width:g} by {board.height:g}{length}. {stands}"


def _measure(board: BoardMap, scale: float) -> Iterator[str]:
    step = 1 if board.squares else 6
    width, height = board.width * scale, board.height * scale
    labels = 5 if board.squares else 6
    for n in range(step, int(board.width) + 1, step):
        yield f'<line class="grid" x1="{n * scale:g}" x2="{n * scale:g}" y1="0" y2="{height:g}"/>'
        if n % labels == 0:
            yield f'<text class="measure" x="{n * scale:g}" y="-6" text-anchor="middle">{n}</text>'
    for n in range(step, int(board.height) + 1, step):
        yield f'<line class="grid" x1="0" x2="{width:g}" y1="{n * scale:g}" y2="{n * scale:g}"/>'
        if n % labels == 0:
            yield f'<text class="measure" x="-5" y="{n * scale + 4:g}" text-anchor="end">{n}</text>'


def _area(area: MapArea, scale: float) -> str:
    points = " ".join(f"{x * scale:g},{y * scale:g}" for x, y in area.outline)
    tone = area.tone if area.tone in _TONES else "grey"
    looks = "zone" if area.tone == "zone" else f"area {tone}"
    return f'<polygon class="{looks}" points="{points}"><title>{_words(area.label)}</title></polygon>'


def _name(area: MapArea, scale: float) -> str:
    x = sum(x for x, _ in area.outline) / len(area.outline)
    y = sum(y for _, y in area.outline) / len(area.outline)
    return f'<text class="name" x="{x * scale:g}" y="{y * scale + 3:g}">{_words(area.label)}</text>'


def _way(token: MapToken, scale: float) -> str:
    points = " ".join(f"{x * scale:g},{y * scale:g}" for x, y in token.trail)
    return f'<polyline class="way s{token.side % 3}" points="{points}"/>'


def _token(token: MapToken, scale: float) -> Iterator[str]:
    x, y = token.at[0] * scale, token.at[1] * scale
    wide, deep = max(9.0, token.width * scale / 2), max(9.0, token.depth * scale / 2)
    kind, title = token.side % 3, f"<title>{_words(token.name)}</title>"
    turn = f' transform="rotate({token.turned:g} {x:g} {y:g})"' if token.turned else ""
    if token.round:
        yield (
            f'<ellipse class="base s{kind}" cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{deep:g}"{turn}>'
            f"{title}</ellipse>"
        )
    else:
        yield (
            f'<rect class="base s{kind}" x="{x - wide:g}" y="{y - deep:g}" width="{2 * wide:g}" '
            f'height="{2 * deep:g}" rx="3"{turn}>{title}</rect>'
        )
    yield f'<text class="sign f{kind}" x="{x:g}" y="{y + 4:g}">{_words(token.sign)}</text>'
