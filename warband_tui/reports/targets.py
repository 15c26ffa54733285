"""Every target a report can be written for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from warband_tui.reports import bbcode, discord, html, json, markdown, text
from warband_tui.reports.document import Document


class Target(NamedTuple):
    """What to call a target, how its file names end (without the dot), and how a document becomes its text."""

    label: str
    extension: str
    render: Callable[[Document], str]


TARGETS: Mapping[str, Target] = MappingProxyType(
    {
        "markdown": Target("Markdown (GitHub, Reddit)", "md", markdown.render),
        "html": Target("Web page (also for printing)", "html", html.render),
        "text": Target("Plain text, 78 columns", "txt", text.render),
        "discord": Target("Discord messages", "discord.txt", discord.render),
        "bbcode": Target("Forum post (BBCode)", "bbcode.txt", bbcode.render),
        "json": Target("JSON, for other programs", "json", json.render),
    }
)
