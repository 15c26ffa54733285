"""Whatever a name, a note or a rule id holds, it stays text in every target."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from warband_tui.reports import discord, html, markdown, text
from warband_tui.reports.cells import cell_width
from warband_tui.reports.chat import SEAM
from warband_tui.reports.document import (
    Appendix,
    BoardMap,
    BulletList,
    Chart,
    Column,
    Document,
    EventLine,
    Fact,
    Heading,
    MapArea,
    MapToken,
    Paragraph,
    Quote,
    Roster,
    RosterLine,
    Series,
    Sketch,
    Span,
    Style,
    Table,
    code,
    emphasis,
    spans,
    strong,
)
from warband_tui.reports.json import Envelope
from warband_tui.reports.literal import clean
from warband_tui.reports.targets import TARGETS

HOSTILE = (
    "[red]Bob[/] \x1b[2J <b>=1+1",
    '*Oda* "the [Heron]" <Brandt> @everyone | 50%',
    "| a | b |\n|---|---|\n| c | d |",
    "# Title\r\n- item\n1. one\n> said\n```\ncode",
    "</style><script>alert(1)</script><!-- ",
    "[x](javascript:alert(1)) ![y](http://e.vil/z.png) <http://a.b> https://c.d www.e.f",
    "<@123456> <#9> @here :skull: ||spoiler|| __u__ ~~s~~ `c`",
    "[b]bold[/b][/code][url=http://a.b]x[/url]",
    "\u202eevil\u202c \u2066x\u2069 \u200bseam",
    "שלום עולם",
    "刀" * 100,
    "a\u0301" * 200,
    "👩‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️ 👍🏽",
    "x" * 200,
    "&amp; &#60; &lt;b&gt; \\* \\\\",
    "$a$ ^b^ ==c== {{d}} %e% ~ - + = ---",
    "\ud800 lone",
    "   ",
    "",
)
PIECES = st.sampled_from(
    [
        "",
        "*",
        "**",
        "_",
        "`",
        "``",
        "\\",
        "[",
        "](",
        ")",
        "<",
        ">",
        "|",
        "#",
        "-",
        "1.",
        "&lt;",
        "@",
        "!",
        "a",
        "é",
        "\n",
        "\x1b[2J",
        "~",
        "://",
        "www.",
        "€",
        '"',
        "'",
        "=",
        "+",
        "刀",
        "💀",
        "\u200d",
        "️",
        "\xa0",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join), st.sampled_from(HOSTILE))
STYLES: tuple[Style, ...] = ("plain", "emphasis", "strong", "code")
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def everywhere(said: str) -> Document:
    """Return a document that has the text in every place that takes a string."""
    styled = spans(said, strong(said), " ", emphasis(said), code(said))
    return Document(
        said,
        said,
        (Fact(said, said),),
        (
            Heading(1, said),
            Heading(3, said),
            Paragraph(styled),
            BulletList((spans(said), styled)),
            Table((Column(said), Column(said, "right"), Column(said, "center")), ((said, said, "1"),), said),
            EventLine(said, styled, True, (said, said)),
            EventLine("1.1", spans(said), rules=(said,)),
            Quote(styled, said),
            Chart(said, (Series(said, ((0, 0), (1, 3)), 2), Series(said, ((1, 1),))), said, said, said),
            Roster(said, (RosterLine(said, said, said, said), RosterLine("Bob")), said),
            Sketch((said, said), said),
            BoardMap(
                said,
                48,
                36,
                (MapArea(((1, 1), (9, 1), (9, 9)), said, said, said, said),),
                (MapToken("A", said, 0, (4, 4), 1.26, 1.26, trail=((2, 2), (4, 4))),),
                (said,),
                caption=said,
            ),
            Appendix(said),
        ),
    )


def faulty(output: str) -> list[str]:
    """Return the control, bidirectional and surrogate characters of an output, line feeds apart."""
    wrong = {"Cc", "Cs", "Zl", "Zp"}
    return [
        char
        for char in output
        if char != "\n"
        and (
            unicodedata.category(char) in wrong
            or "\u202a" <= char <= "\u202e"
            or "\u2066" <= char <= "\u2069"
        )
    ]


@pytest.mark.parametrize("name", TARGETS)
@given(said=TEXTS)
@settings(max_examples=60, deadline=None)
def test_any_text_in_any_place_renders_without_control_characters(name: str, said: str) -> None:
    output = TARGETS[name].render(everywhere(said))
    assert faulty(output) == []
    assert output.encode().decode() == output


@pytest.mark.parametrize("said", HOSTILE)
@pytest.mark.parametrize("name", TARGETS)
def test_the_hostile_samples_render_in_every_place(name: str, said: str) -> None:
    assert faulty(TARGETS[name].render(everywhere(said))) == []


@given(said=TEXTS)
def test_cleaning_twice_changes_nothing_more(said: str) -> None:
    assert clean(clean(said)) == clean(said)


class _Page(HTMLParser):
    """Collects the elements and the text of a page, its styles apart."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in ("meta", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_comment(self, _data: str) -> None:
        raise AssertionError("a comment came out of a text")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)


def read_page(page: str) -> _Page:
    parser = _Page()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


@given(said=TEXTS)
@example("</style><script>alert(1)</script><!-- ")
@settings(max_examples=100, deadline=None)
def test_a_page_has_the_same_elements_whatever_the_text_and_shows_the_text(said: str) -> None:
    page = read_page(html.render(everywhere(f"x{said}")))
    plain = read_page(html.render(everywhere("x")))
    assert page.elements == plain.elements
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert clean(f"x{said}") in page.text


def inline_text(tokens: list[Token]) -> str:
    """Return what a reader sees, and fail on any mark-up that only a text could have brought in."""
    shown = ""
    for token in tokens:
        assert token.type in (
            "text", "code_inline", "em_open", "em_close", "strong_open", "strong_close"
        ), token  # fmt: skip
        shown += token.content
    return shown


def squeezed(said: str) -> str:
    return re.sub(r"\s+", " ", said).strip()


def paragraphs_of(source: str) -> list[str]:
    return [
        squeezed(inline_text(token.children or []))
        for token in MARKDOWN.parse(source)
        if token.type == "inline"
    ]


@given(parts=st.lists(st.tuples(TEXTS, st.sampled_from(STYLES)), min_size=1, max_size=5))
@example(parts=[('"foo"', "strong"), ("bar", "plain")])
@example(parts=[("a", "strong"), ("b", "emphasis"), ("c", "strong")])
@example(parts=[("a`", "code"), ("`b", "code")])
@example(parts=[("1", "plain"), (". x", "plain")])
@example(parts=[("\u00a0", "plain")])
@settings(max_examples=400, deadline=None)
def test_markdown_shows_styled_text_as_it_stands(parts: list[tuple[str, Style]]) -> None:
    told = tuple(Span(said, style) for said, style in parts)
    source = markdown.render(Document("T", blocks=(Paragraph(told),)))
    expected = squeezed("".join(clean(said) for said, _ in parts))
    assert [shown for shown in paragraphs_of(source) if shown] == ["T", *([expected] if expected else [])]


@given(said=TEXTS)
@settings(max_examples=200, deadline=None)
def test_markdown_tables_lists_headings_and_quotes_hold_any_text(said: str) -> None:
    seen = squeezed(clean(said))
    columns = (Column("A"), Column(said, "right"))
    document = Document(
        f"x{said}",
        blocks=(
            Heading(1, f"y{said}"),
            BulletList((spans("a"), spans(said))),
            Table(columns, (("r", said), (said, "s"))),
            Quote(spans(said), "z"),
        ),
    )
    kinds = [token.type for token in MARKDOWN.parse(markdown.render(document))]
    assert kinds.count("table_open") == 1
    assert kinds.count("td_open") == 4
    assert kinds.count("list_item_open") == 2
    assert kinds.count("blockquote_open") == 1
    assert kinds.count("heading_open") == 2
    shown = paragraphs_of(markdown.render(document))
    expected = [f"x{clean(said)}", f"y{clean(said)}", "a", seen, "A", seen, "r", seen, seen, "s", seen, "— z"]
    assert [part for part in shown if part] == [squeezed(part) for part in expected if squeezed(part)]


@pytest.mark.parametrize("said", ["see https://a.example/x", "see www.a.example", "HTTP://A.EXAMPLE"])
def test_markdown_addresses_do_not_become_links(said: str) -> None:
    assert not re.search(r"(?i)[a-z]://|www\.", markdown.escape(said))


@given(said=TEXTS)
@settings(max_examples=150, deadline=None)
def test_no_line_of_plain_text_is_wider_than_78_cells(said: str) -> None:
    lines = text.render(everywhere(said)).split("\n")
    assert max(cell_width(line) for line in lines) <= 78


@given(count=st.integers(1, 40), said=TEXTS)
@settings(max_examples=60, deadline=None)
def test_tables_of_any_number_of_columns_fit_into_78_cells(count: int, said: str) -> None:
    table = Table(tuple(Column(f"c{n}") for n in range(count)), (tuple([said] * count),))
    lines = text.render(Document("T", blocks=(table,))).split("\n")
    assert max(cell_width(line) for line in lines) <= 78


@given(said=TEXTS)
@settings(max_examples=100, deadline=None)
def test_discord_calls_nobody_and_keeps_to_its_limit(said: str) -> None:
    for message in discord.messages(everywhere(said)):
        assert discord.length(message) <= discord.LIMIT
        assert "@" not in message.replace(f"@{SEAM}", "")
        assert message.count("```") % 2 == 0
    assert not re.search(r"(?<!\\)<[@#:]", discord.escape(said))


@given(said=TEXTS)
@settings(max_examples=100, deadline=None)
def test_a_forum_sees_only_the_tags_of_the_report(said: str) -> None:
    output = TARGETS["bbcode"].render(everywhere(said))
    tags = re.findall(r"\[(?!\u200b)[^\]\n]{0,12}\]?", output)
    assert set(tags) <= {"[b]", "[/b]", "[i]", "[/i]", "[u]", "[/u]", "[code]", "[/code]", "[quote]", "[/quote]"} | {
        "[list]", "[/list]", "[*]"
    }  # fmt: skip


@given(said=TEXTS)
def test_json_holds_the_cleaned_text(said: str) -> None:
    read = msgspec.json.decode(TARGETS["json"].render(Document(said)), type=Envelope)
    assert read.document.title == clean(said)
