"""One HTML page that stands alone: its own style, no script, nothing loaded from anywhere."""

from __future__ import annotations

from functools import cache, singledispatch
from html import escape

from warband_tui.reports.chart import svg
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
from warband_tui.reports.map_svg import MAP_STYLE, map_svg
from warband_tui.reports.tabular import roster_table
from warband_tui.resources import resource_dir

_ELEMENTS = {"emphasis": "em", "strong": "strong", "code": "code"}
_CLASSES: dict[Align, str] = {"left": "", "right": ' class="right"', "center": ' class="center"'}
# The browser itself then refuses scripts, pictures and fonts, whatever else might be in the page.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@cache
def _style() -> str:
    return (resource_dir("exports") / "html" / "report.css").read_text(encoding="utf-8").strip()


def _map_style(document: Document) -> str:
    """Return the look of maps, where there is one: once, however many maps there are."""
    has_map = any(isinstance(block, BoardMap) for block in document.blocks)
    return f"\n{MAP_STYLE.strip()}" if has_map else ""


def _text(text: str) -> str:
    return escape(clean(text))


def _span(span: Span) -> str:
    element = _ELEMENTS.get(span.style)
    return f"<{element}>{_text(span.text)}</{element}>" if element else _text(span.text)


def _inline(spans: Spans) -> str:
    return "".join(_span(span) for span in spans)


def _optional(template: str, text: str) -> str:
    """Return the template filled with the text, or nothing for a text without a visible character."""
    shown = _text(text)
    return template.format(shown) if shown.strip() else ""


def _table(table: Table, caption: str = "") -> str:
    classes = [_CLASSES[column.align] for column in table.columns]
    heads = "".join(
        f'<th scope="col"{style}>{_text(column.title)}</th>'
        for column, style in zip(table.columns, classes, strict=True)
    )
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td{style}>{_text(cell)}</td>" for cell, style in zip(row, classes, strict=True))
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="scroll"><table>{caption}\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n'
        "</table></div>"
    )


def _event(line: EventLine) -> str:
    star = '<span class="star" role="img" aria-label="starred">★</span>' if line.star else "<span></span>"
    rules = f'<span class="rules">{_text(" ".join(line.rules))}</span>' if line.rules else ""
    return (
        f"<li{' class=' + chr(34) + 'starred' + chr(34) if line.star else ''}>"
        f'<span class="mark">{_text(line.mark)}</span>{star}'
        f'<span class="what">{_inline(line.spans)}</span>{rules}</li>'
    )


@singledispatch
def _block(block: Block, _ident: str) -> str:
    raise TypeError(f"the HTML target cannot write {type(block).__name__}")


@_block.register
def _(block: Heading, _ident: str) -> str:
    return f"<h{block.level + 1}>{_text(block.text)}</h{block.level + 1}>"


@_block.register
def _(block: Paragraph, _ident: str) -> str:
    return f"<p>{_inline(block.spans)}</p>"


@_block.register
def _(block: BulletList, _ident: str) -> str:
    items = "\n".join(f"<li>{_inline(item)}</li>" for item in block.items)
    return f"<ul>\n{items}\n</ul>"


@_block.register
def _(block: Table, _ident: str) -> str:
    body = _table(block, _optional("<caption>{}</caption>", block.caption))
    return f'<div class="table">{body}</div>'


@_block.register
def _(block: EventLine, _ident: str) -> str:
    return _event(block)


@_block.register
def _(block: Quote, _ident: str) -> str:
    source = _optional('\n<p class="source">— {}</p>', block.source)
    return f"<blockquote>\n<p>{_inline(block.spans)}</p>{source}\n</blockquote>"


@_block.register
def _(block: Chart, ident: str) -> str:
    title = _optional('<figcaption class="caption">{}</figcaption>\n', block.title)
    return f"<figure>\n{title}{svg(block, ident)}\n</figure>"


@_block.register
def _(block: Roster, _ident: str) -> str:
    title, summary = _optional("<h3>{}</h3>\n", block.title), _optional("<p>{}</p>\n", block.summary)
    return f'<section class="force">\n{title}{summary}{_table(roster_table(block))}\n</section>'


@_block.register
def _(block: BoardMap, ident: str) -> str:
    title = _optional('<figcaption class="caption">{}</figcaption>\n', block.title)
    caption = _optional("\n<p>{}</p>", block.caption)
    return f"<figure>\n{title}{map_svg(block, ident)}{caption}\n</figure>"


@_block.register
def _(block: Sketch, _ident: str) -> str:
    drawing = "\n".join(_text(line) for line in block.lines)
    caption = _optional("\n<figcaption>{}</figcaption>", block.caption)
    # A parser drops one line feed after <pre>, so that a drawing may begin with an empty line.
    return f"<figure>\n<pre>\n{drawing}</pre>{caption}\n</figure>"


@_block.register
def _(_line: Divider, _ident: str) -> str:
    return "<hr>"


@_block.register
def _(block: Appendix, _ident: str) -> str:
    return f"<h2>{_text(block.title)}</h2>"


def _run(run: tuple[Block, ...], ident: str) -> str:
    body = "\n".join(_block(block, ident) for block in run)
    if isinstance(run[0], EventLine):
        return f'<ol class="log">\n{body}\n</ol>'
    if isinstance(run[0], Roster):
        return f'<div class="forces">\n{body}\n</div>'
    return body


def _head(document: Document) -> str:
    facts = "\n".join(f"<dt>{_text(fact.label)}</dt><dd>{_text(fact.value)}</dd>" for fact in document.facts)
    subtitle = _optional('\n<p class="subtitle">{}</p>', document.subtitle)
    listed = f'\n<dl class="facts">\n{facts}\n</dl>' if facts else ""
    return f'<header class="masthead">\n<h1>{_text(document.title)}</h1>{subtitle}{listed}\n</header>'


def render(document: Document) -> str:
    """Return the document as one HTML page.

    Raises:
        FileNotFoundError: the installation lacks the style sheet.
    """
    parts = [_head(document)]
    sections = 0
    for number, run in enumerate(runs(document.blocks), start=1):
        if isinstance(run[0], Appendix):
            parts.append('<section class="appendix">')
            sections += 1
        parts.append(_run(run, f"block-{number}"))
    parts += ["</section>"] * sections
    body = "\n".join(parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="generator" content="warband-tui">
<title>{_text(document.title)}</title>
<style>
{_style()}{_map_style(document)}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""
