"""Plain text of 78 columns, for e-mail, terminals and reading aloud."""

from __future__ import annotations

from functools import singledispatch

from warband_tui.reports.boxes import bar_chart, box_table
from warband_tui.reports.cells import cell_width, clip, pad, wrap
from warband_tui.reports.document import (
    Appendix,
    Block,
    BoardMap,
    BulletList,
    Chart,
    Divider,
    Document,
    EventLine,
    Heading,
    Paragraph,
    Quote,
    Roster,
    Sketch,
    Spans,
    Table,
    runs,
    text_of,
)
from warband_tui.reports.literal import clean
from warband_tui.reports.map_text import map_lines
from warband_tui.reports.tabular import roster_table

WIDTH = 78
_STAR = "★"
_UNDERLINES = {1: "═", 2: "─", 3: ""}


def _plain(spans: Spans) -> str:
    return clean(text_of(spans))


def _hanging(prefix: str, text: str, width: int = WIDTH) -> list[str]:
    """Wrap the text after the prefix, with later lines under the first one."""
    indent = cell_width(prefix)
    first, *rest = wrap(text, width - indent)
    return [(prefix + first).rstrip(" "), *(" " * indent + line for line in rest)]


def _captioned(caption: str, lines: list[str]) -> list[str]:
    return [*wrap(clean(caption), WIDTH), *lines] if clean(caption).strip() else lines


def _event(line: EventLine, mark_width: int) -> list[str]:
    mark = pad(clip(clean(line.mark), mark_width), mark_width, "right")
    prefix = f"{mark} {_STAR if line.star else ' '} "
    lines = _hanging(prefix, _plain(line.spans))
    tag = " ".join(clean(rule) for rule in line.rules)
    if not tag.strip():
        return lines
    if cell_width(lines[-1]) + 2 + cell_width(tag) <= WIDTH:
        lines[-1] += " " * (WIDTH - cell_width(lines[-1]) - cell_width(tag)) + tag
        return lines
    return [*lines, *(pad(part, WIDTH, "right") for part in wrap(tag, WIDTH - cell_width(prefix)))]


def _events(lines: tuple[EventLine, ...]) -> list[str]:
    mark_width = min(8, max(cell_width(clean(line.mark)) for line in lines))
    return [part for line in lines for part in _event(line, mark_width)]


@singledispatch
def _block(block: Block) -> list[str]:
    raise TypeError(f"the text target cannot draw {type(block).__name__}")


@_block.register
def _(block: Heading) -> list[str]:
    lines = wrap(clean(block.text), WIDTH)
    rule = _UNDERLINES[block.level] * max(cell_width(line) for line in lines)
    return [*lines, rule] if rule else lines


@_block.register
def _(block: Paragraph) -> list[str]:
    return wrap(_plain(block.spans), WIDTH)


@_block.register
def _(block: BulletList) -> list[str]:
    return [line for item in block.items for line in _hanging("• ", _plain(item))]


@_block.register
def _(block: Table) -> list[str]:
    return _captioned(block.caption, box_table(block, WIDTH))


@_block.register
def _(block: Quote) -> list[str]:
    said = _hanging("  │ ", _plain(block.spans))
    lines = [said[0], *("  │ " + line[4:] for line in said[1:])]
    source = clean(block.source).strip()
    return [*lines, *_hanging("    — ", source)] if source else lines


@_block.register
def _(block: Chart) -> list[str]:
    return _captioned(block.title, bar_chart(block, WIDTH))


@_block.register
def _(block: Roster) -> list[str]:
    body = box_table(roster_table(block), WIDTH)
    return _captioned(block.title, _captioned(block.summary, body))


@_block.register
def _(block: BoardMap) -> list[str]:
    return _captioned(block.title, map_lines(block, WIDTH))


@_block.register
def _(block: Sketch) -> list[str]:
    drawing = [clip(clean(line).rstrip(" "), WIDTH) for line in block.lines]
    return [*drawing, *_captioned(block.caption, [])]


@_block.register
def _(_line: Divider) -> list[str]:
    return [pad("* * *", WIDTH, "center").rstrip(" ")]


@_block.register
def _(block: Appendix) -> list[str]:
    return ["═" * WIDTH, *wrap(clean(block.title), WIDTH), "═" * WIDTH]


def _head(document: Document) -> list[str]:
    subtitle = clean(document.subtitle)
    title = [
        *wrap(clean(document.title), WIDTH - 4),
        *(wrap(subtitle, WIDTH - 4) if subtitle.strip() else []),
    ]
    centred = [pad(line, WIDTH, "center").rstrip(" ") for line in title]
    label_width = min(20, max((cell_width(clean(fact.label)) for fact in document.facts), default=0))
    facts = [
        line
        for fact in document.facts
        for line in _hanging(pad(clip(clean(fact.label), label_width), label_width) + "  ", clean(fact.value))
    ]
    return ["═" * WIDTH, *centred, "═" * WIDTH, *facts]


def render(document: Document) -> str:
    """Return the document as plain text: no line wider than 78 cells, no control character but the line feed."""
    parts = [_head(document)]
    for run in runs(document.blocks):
        events = tuple(block for block in run if isinstance(block, EventLine))
        parts += [_events(events)] if events else [_block(block) for block in run]
    lines = "\n\n".join("\n".join(part) for part in parts if part)
    return "\n".join(line.rstrip(" ") for line in lines.split("\n")) + "\n"
