"""Discord: messages below the limit of 2,000 characters, each to be pasted by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import singledispatch

from msgspec import Struct

from warband_tui.reports.boxes import bar_chart, box_table
from warband_tui.reports.cells import clip
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
)
from warband_tui.reports.literal import clean
from warband_tui.reports.map_text import map_lines
from warband_tui.reports.tabular import roster_table

LIMIT = 1_900
_COLUMNS = 56
SCISSORS = "✂" + "─" * 40
_FENCE = "```"
# Room that a message keeps for its fences and its "2 of 3".
_RESERVE = 60
_ACTIVE = re.compile(r"([\\`*_~|<>\[\]()#])")
_EMOJI = re.compile(r":(?=\w+:)")
_LINE_START = re.compile(r"^([-+])|^(\d+)([.)])")
_MARKS = {"emphasis": "*", "strong": "**"}


class _Part(Struct, frozen=True):
    """Lines that belong together. `fenced` lines stand in a code block; `head` parts begin a section."""

    lines: tuple[str, ...]
    fenced: bool = False
    head: bool = False


def length(text: str) -> int:
    """Return the length as the client counts it: in UTF-16 units, so that most emoji are two."""
    return len(text.encode("utf-16-le")) // 2


def escape(text: str) -> str:
    """Return the text so that the client shows it as it stands and calls nobody."""
    return _ACTIVE.sub(r"\\\1", _EMOJI.sub(":" + SEAM, unlinked(text)))


def _at_line_start(line: str) -> str:
    return _LINE_START.sub(
        lambda found: "\\" + found[1] if found[1] else f"{found[2]}\\{found[3]}", line.strip(" ")
    )


def _span(span: Span) -> str:
    text = clean(span.text)
    core = text.strip(" ")
    if not core or span.style == "plain":
        return escape(text)
    lead, tail = text.split(core, 1)
    if span.style == "code":
        # The client has no way to write a back-tick inside code.
        return f"{lead}{escape(core) if '`' in core else f'`{unlinked(core)}`'}{tail}"
    mark = _MARKS[span.style]
    return f"{lead}{mark}{escape(core)}{mark}{tail}"


def _inline(spans: Spans) -> str:
    written = ""
    for span in spans:
        part = _span(span)
        # Between two styled spans a seam keeps the signs of one from joining those of the other.
        touching = written[-1:] in ("*", "`") and part[:1] in ("*", "`")
        written += SEAM + part if touching else part
    return written


def _line(*spans: Span) -> str:
    return _at_line_start(_inline(spans))


def _titled(text: str) -> tuple[_Part, ...]:
    line = _line(Span(text, "strong"))
    return (_Part((line,)),) if line else ()


def _fenced(lines: list[str]) -> tuple[_Part, ...]:
    if not lines:
        return ()
    return (_Part(tuple(unlinked(line).replace("`", "`" + SEAM) for line in lines), fenced=True),)


def _headed(level: int, text: str) -> tuple[_Part, ...]:
    return (_Part((f"{'#' * level} {_line(Span(text))}",), head=True),)


@singledispatch
def _parts(block: Block) -> tuple[_Part, ...]:
    raise TypeError(f"the Discord target cannot write {type(block).__name__}")


@_parts.register
def _(block: Heading) -> tuple[_Part, ...]:
    return _headed(min(3, block.level + 1), block.text)


@_parts.register
def _(block: Paragraph) -> tuple[_Part, ...]:
    return (_Part((_line(*block.spans),)),)


@_parts.register
def _(block: BulletList) -> tuple[_Part, ...]:
    return (_Part(tuple(f"- {_line(*item)}" for item in block.items)),)


@_parts.register
def _(block: Table) -> tuple[_Part, ...]:
    return (*_titled(block.caption), *_fenced(box_table(block, _COLUMNS)))


@_parts.register
def _(block: EventLine) -> tuple[_Part, ...]:
    star = Span("⭐ " if block.star else "")
    return (_Part((_line(Span(block.mark, "strong"), Span(" "), star, *block.spans),)),)


@_parts.register
def _(block: Quote) -> tuple[_Part, ...]:
    source = _inline((Span(block.source),)).strip(" ")
    said = f"> {_line(*block.spans)}"
    return (_Part((said, f"> — {source}") if source else (said,)),)


@_parts.register
def _(block: Chart) -> tuple[_Part, ...]:
    return (*_titled(block.title), *_fenced(bar_chart(block, _COLUMNS)))


@_parts.register
def _(block: Roster) -> tuple[_Part, ...]:
    summary = _line(Span(block.summary))
    told = (_Part((summary,)),) if summary else ()
    return (*_titled(block.title), *told, *_fenced(box_table(roster_table(block), _COLUMNS)))


@_parts.register
def _(block: BoardMap) -> tuple[_Part, ...]:
    return (*_titled(block.title), *_fenced(map_lines(block, _COLUMNS)))


@_parts.register
def _(block: Sketch) -> tuple[_Part, ...]:
    return (
        *_titled(block.caption),
        *_fenced([clip(clean(line).rstrip(" "), _COLUMNS) for line in block.lines]),
    )


@_parts.register
def _(_divider: Divider) -> tuple[_Part, ...]:
    return (_Part(("· · ·",)),)


def _head(document: Document) -> tuple[_Part, ...]:
    subtitle = _line(Span(document.subtitle, "emphasis"))
    facts = tuple(_line(Span(fact.label, "strong"), Span(": " + fact.value)) for fact in document.facts)
    return (*_headed(1, document.title), _Part((*((subtitle,) if subtitle else ()), *facts)))


def _all_parts(document: Document) -> Iterator[_Part]:
    yield from _head(document)
    for number, block in enumerate(document.blocks):
        if isinstance(block, Appendix):
            left_out = len(document.blocks) - number - 1
            yield from _headed(2, block.title)
            yield _Part((f"Not shown in chat ({left_out} entries): see another format of this report.",))
            return
        yield from _parts(block)


def _written(parts: list[_Part]) -> str:
    texts = ("\n".join((_FENCE, *part.lines, _FENCE) if part.fenced else part.lines) for part in parts)
    return "\n".join(text for text in texts if text)


def _chopped(line: str, room: int) -> Iterator[str]:
    """Cut a line into pieces of at most `room` units: at the last space if there is one, never behind a backslash."""
    while length(line) > room:
        end = room // 2 if length(line[:room]) > room else room
        at = line.rfind(" ", 1, end)
        if at < 0:
            at = end
            while at > 1 and line[at - 1] == "\\":
                at -= 1
        yield line[:at]
        line = _at_line_start(line[at:])
    yield line


def _single_lines(part: _Part) -> Iterator[_Part]:
    """Take a part to pieces that fit into a message each."""
    for line in part.lines:
        for piece in _chopped(line, LIMIT - _RESERVE):
            yield _Part((piece,), part.fenced, part.head)


def _merged(parts: list[_Part]) -> list[_Part]:
    """Join neighbouring code blocks that were taken to pieces, so that each message has them in one."""
    merged: list[_Part] = []
    for part in parts:
        if merged and part.fenced and merged[-1].fenced:
            merged[-1] = _Part((*merged[-1].lines, *part.lines), fenced=True)
        else:
            merged.append(part)
    return merged


def _packed(parts: list[_Part]) -> list[list[_Part]]:
    """Fill messages with whole sections; a section too long for one message is cut between lines."""
    sections: list[list[_Part]] = []
    for part in parts:
        if part.head or not sections:
            sections.append([])
        sections[-1].append(part)
    room = LIMIT - _RESERVE
    messages: list[list[_Part]] = [[]]
    for section in sections:
        if length(_written(messages[-1] + section)) <= room:
            messages[-1] += section
        elif length(_written(section)) <= room:
            messages.append(section)
        else:
            messages.append([])
            for piece in (single for part in section for single in _single_lines(part)):
                grown = _merged([*messages[-1], piece])
                if length(_written(grown)) > room:
                    messages.append([piece])
                else:
                    messages[-1] = grown
    return [message for message in messages if message]


def messages(document: Document) -> tuple[str, ...]:
    """Return the messages in order, each of at most 1,900 UTF-16 units.

    A message ends before a heading where that is possible. Rule ids are left out, and so is what follows an
    `Appendix`: the last message says how much.
    """
    packed = _packed(list(_all_parts(document)))
    texts = [_written(message) for message in packed]
    if len(texts) == 1:
        return tuple(texts)
    return tuple(f"{text}\n-# {number} of {len(texts)}" for number, text in enumerate(texts, start=1))


def render(document: Document) -> str:
    """Return all messages in one text, with a line of scissors where one ends and the next begins."""
    return f"\n\n{SCISSORS}\n\n".join(messages(document)) + "\n"
