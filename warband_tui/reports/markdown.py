"""Markdown that GitHub, Reddit and CommonMark readers show alike."""

from __future__ import annotations

import re
import unicodedata
from functools import singledispatch
from string import punctuation

from warband_tui.reports.cells import cell_width, pad
from warband_tui.reports.document import (
    Align,
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
    Span,
    Spans,
    Table,
    runs,
)
from warband_tui.reports.literal import clean
from warband_tui.reports.map_text import map_lines
from warband_tui.reports.tabular import chart_table, roster_table

# The dollar sign starts mathematics on GitHub, the caret a superscript on Reddit; an ampersand may start an entity.
_ACTIVE = re.compile(r"([\\`*_\[\]{}<>#|~@&$^!])")
_LINE_START = re.compile(r"^([-+=])")
_NUMBER_START = re.compile(r"^(\d+)([.)])")
# Addresses that GitHub turns into links without any mark-up around them.
_ADDRESS = re.compile(r"(?i)(?<=\w)(:)(?=//)|(?<=www)(\.)")
_COLUMNS = 72
_MARKS = {"emphasis": "*", "strong": "**"}
_RULERS: dict[Align, tuple[str, str]] = {"left": ("-", "-"), "right": ("-", ":"), "center": (":", ":")}


def escape(text: str) -> str:
    """Return the text so that no character of it is mark-up in the middle of a line."""
    return _ADDRESS.sub(lambda found: "\\" + found[0], _ACTIVE.sub(r"\\\1", clean(text)))


def at_line_start(line: str) -> str:
    """Return an escaped line so that its beginning is no list, heading or ruler, and has no indent."""
    line = line.strip(" ")
    return _NUMBER_START.sub(r"\1\\\2", _LINE_START.sub(r"\\\1", line))


def _is_word(char: str) -> bool:
    return not char.isspace() and unicodedata.category(char)[0] not in "PS"


def _is_boundary(char: str) -> bool:
    """Say whether every reader takes the character, or the line's end, for the edge of a word.

    Readers differ over symbols beyond ASCII, such as a currency sign: those are neither word nor boundary.
    """
    return not char or char.isspace() or char in punctuation or unicodedata.category(char)[0] == "P"


def _code(text: str) -> str:
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    # A reader takes one space off either side, which also keeps a back-tick of the text away from the fence.
    bare = text == text.strip(" ") and not text.startswith("`") and not text.endswith("`")
    return f"{fence}{text}{fence}" if bare else f"{fence} {text} {fence}"


def _marked(core: str, mark: str, before: str, after: str) -> str:
    """Put the marks around the text where a reader would honour them; elsewhere leave the text plain."""
    opens = _is_word(core[0]) or _is_boundary(before)
    closes = _is_word(core[-1]) or _is_boundary(after)
    if not opens or not closes or before == "*" or after == "*":
        return escape(core)
    return f"{mark}{escape(core)}{mark}"


def _inline(spans: Spans) -> str:
    texts = [clean(span.text) for span in spans]
    written = ""
    for index, (span, text) in enumerate(zip(spans, texts, strict=True)):
        core = text.strip(" \u00a0")
        if span.style == "plain" or not core:
            written += escape(text)
        elif span.style == "code":
            # Right behind a back-tick the fence would join with it.
            written += escape(text) if written.endswith("`") else _code(text)
        else:
            lead, tail = text.split(core, 1)
            # The neighbours decide whether a reader takes the asterisks for emphasis; a neighbour in
            # emphasis begins with an asterisk of its own.
            following = _first_written(spans[index + 1 :])
            written += (
                lead + _marked(core, _MARKS[span.style], lead[-1:] or written[-1:], tail or following) + tail
            )
    return written


def _first_written(spans: Spans) -> str:
    for span in spans:
        text = clean(span.text)
        if text:
            return {"plain": text[0], "code": "`"}.get(span.style, "*")
    return ""


def _line(*spans: Span) -> str:
    return at_line_start(_inline(spans))


def table_lines(table: Table) -> list[str]:
    """Return the table in padded pipes, without its caption."""
    if not table.columns:
        return []
    heads = [escape(column.title).strip(" ") for column in table.columns]
    rows = [[escape(cell).strip(" ") for cell in row] for row in table.rows]
    widths = [max(3, *(cell_width(row[at]) for row in (heads, *rows))) for at in range(len(heads))]
    aligns = [column.align for column in table.columns]
    rulers = [
        left + "-" * (width - 2) + right
        for width, (left, right) in zip(widths, (_RULERS[align] for align in aligns), strict=True)
    ]
    padded = (
        [pad(cell, width, align) for cell, width, align in zip(row, widths, aligns, strict=True)]
        for row in (heads, *rows)
    )
    first, *rest = (f"| {' | '.join(cells)} |" for cells in padded)
    return [first, f"| {' | '.join(rulers)} |", *rest]


def _captioned(caption: str, body: str) -> str:
    head = _line(Span(caption, "strong"))
    return "\n\n".join(part for part in (head, body) if part)


def _event(line: EventLine) -> str:
    parts = [_inline((Span(clean(line.mark).strip(" "), "strong"),)), "★" if line.star else ""]
    parts.append(_inline(line.spans).strip(" "))
    parts += [_code(clean(rule)) for rule in line.rules if clean(rule).strip(" ")]
    return "- " + at_line_start(" ".join(part for part in parts if part))


@singledispatch
def _block(block: Block) -> str:
    raise TypeError(f"the Markdown target cannot write {type(block).__name__}")


@_block.register
def _(block: Heading) -> str:
    return f"{'#' * (block.level + 1)} {_heading(block.text)}"


@_block.register
def _(block: Paragraph) -> str:
    return _line(*block.spans)


@_block.register
def _(block: BulletList) -> str:
    return "\n".join(f"- {_line(*item)}".rstrip(" ") for item in block.items)


@_block.register
def _(block: Table) -> str:
    return _captioned(block.caption, "\n".join(table_lines(block)))


@_block.register
def _(block: EventLine) -> str:
    return _event(block)


@_block.register
def _(block: Quote) -> str:
    source = escape(block.source).strip(" ")
    said = f"> {_line(*block.spans)}".rstrip(" ")
    return f"{said}\n>\n> — {source}" if source else said


@_block.register
def _(block: Chart) -> str:
    return _captioned(block.title, "\n".join(table_lines(chart_table(block))))


@_block.register
def _(block: Roster) -> str:
    body = "\n".join(table_lines(roster_table(block)))
    return "\n\n".join(
        part for part in (_line(Span(block.title, "strong")), _line(Span(block.summary)), body) if part
    )


@_block.register
def _(block: Sketch) -> str:
    return _captioned(block.caption, _fenced([clean(line).rstrip(" ") for line in block.lines]))


@_block.register
def _(block: BoardMap) -> str:
    return _captioned(block.title, _fenced(map_lines(block, _COLUMNS)))


def _fenced(drawing: list[str]) -> str:
    longest = max((len(ticks) for ticks in re.findall("`+", "\n".join(drawing))), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((fence, *drawing, fence))


@_block.register
def _(_line_across: Divider) -> str:
    return "---"


@_block.register
def _(block: Appendix) -> str:
    return f"---\n\n## {_heading(block.title)}"


def _heading(text: str) -> str:
    return at_line_start(escape(text))


def render(document: Document) -> str:
    """Return the document as Markdown; every block stands apart by a blank line, each paragraph on one line."""
    parts = [f"# {_heading(document.title)}", _line(Span(document.subtitle, "emphasis"))]
    parts.append(
        "\n".join(
            f"- {_line(Span(fact.label, 'strong'), Span(': ' + fact.value))}" for fact in document.facts
        )
    )
    for run in runs(document.blocks):
        separator = "\n" if isinstance(run[0], EventLine) else "\n\n"
        parts.append(separator.join(_block(block) for block in run))
    return "\n\n".join(part for part in parts if part) + "\n"
