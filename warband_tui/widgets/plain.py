"""Text of players and files, made safe for widgets.

Textual reads a plain string as markup: a fighter called `Grim [/the] Bold` would end the program, and
`[@click=...]` would run an action. Everything that comes from a person or a file goes through here.
"""

from __future__ import annotations

from rich.text import Text
from textual.content import Content

from warband_tui.reports.literal import clean


def plain(text: str) -> Content:
    """Return text on one line as content that is never read as markup; for every widget but DataTable."""
    return Content(clean(text))


def cell(text: str, style: str = "") -> Text:
    """Return text on one line for a cell of a DataTable or a label of a Tree."""
    return Text(clean(text), style=style, no_wrap=True, end="")


def paragraphs(text: str) -> Content:
    """Return text of several lines as content that is never read as markup; its line ends stay."""
    return Content("\n".join(clean(line) for line in text.splitlines()))
