"""BBCode with the tags that nearly every forum knows; tables stand in code boxes, for few forums draw them."""

from __future__ import annotations

from functools import singledispatch

from warband_tui.reports.boxes import bar_chart, box_table
from warband_tui.reports.chat import SEAM, unlinked
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
    Span,
    Spans,
    Table,
    runs,
)
from warband_tui.reports.literal import clean
from warband_tui.reports.map_text import map_lines
from warband_tui.reports.tabular import roster_table

_COLUMNS = 72
_TAGS = {"emphasis": "i", "strong": "b"}


def escape(text: str) -> str:
    """Return the text with a seam behind each opening bracket, so that no forum takes it for a tag."""
    return unlinked(text).replace("[", "[" + SEAM)


def _tag(name: str, body: str) -> str:
    return f"[{name}]{body}[/{name}]"


def _span(span: Span) -> str:
    name = _TAGS.get(span.style)
    return _tag(name, escape(span.text)) if name and clean(span.text).strip(" ") else escape(span.text)


def _inline(spans: Spans) -> str:
    return "".join(_span(span) for span in spans)


def _code(lines: list[str]) -> str:
    return _tag("code", "\n" + "\n".join(escape(line) for line in lines) + "\n") if lines else ""


def _stack(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _strong(text: str) -> str:
    return _inline((Span(text, "strong"),)).strip(" ")


@singledispatch
def _block(block: Block) -> str:
    raise TypeError(f"the BBCode target cannot write {type(block).__name__}")


@_block.register
def _(block: Heading) -> str:
    title = _strong(block.text)
    return _tag("u", title) if block.level == 1 else title


@_block.register
def _(block: Paragraph) -> str:
    return _inline(block.spans)


@_block.register
def _(block: BulletList) -> str:
    return _tag("list", "\n" + "\n".join(f"[*]{_inline(item)}" for item in block.items) + "\n")


@_block.register
def _(block: Table) -> str:
    return _stack(_strong(block.caption), _code(box_table(block, _COLUMNS)))


@_block.register
def _(block: EventLine) -> str:
    star = "★ " if block.star else ""
    rules = f" [i]({escape(' '.join(block.rules))})[/i]" if block.rules else ""
    return f"{_strong(block.mark)} {star}{_inline(block.spans)}{rules}".strip(" ")


@_block.register
def _(block: Quote) -> str:
    source = escape(block.source).strip(" ")
    return _tag("quote", _stack(_inline(block.spans), f"— {source}" if source else ""))


@_block.register
def _(block: Chart) -> str:
    return _stack(_strong(block.title), _code(bar_chart(block, _COLUMNS)))


@_block.register
def _(block: Roster) -> str:
    return _stack(
        _strong(block.title), escape(block.summary), _code(box_table(roster_table(block), _COLUMNS))
    )


@_block.register
def _(block: BoardMap) -> str:
    return _stack(_strong(block.title), _code(map_lines(block, _COLUMNS)))


@_block.register
def _(block: Sketch) -> str:
    return _stack(_strong(block.caption), _code([clean(line).rstrip(" ") for line in block.lines]))


@_block.register
def _(_divider: Divider) -> str:
    return "* * *"


@_block.register
def _(block: Appendix) -> str:
    return _stack("* * *", _tag("u", _strong(block.title)))


def render(document: Document) -> str:
    """Return the document as one forum post."""
    facts = "\n".join(f"{_strong(fact.label)}: {escape(fact.value)}" for fact in document.facts)
    parts = [_tag("u", _strong(document.title)), _inline((Span(document.subtitle, "emphasis"),)), facts]
    parts += ["\n".join(_block(block) for block in run) for run in runs(document.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"
