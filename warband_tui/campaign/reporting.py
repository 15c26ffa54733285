"""The report of a kept battle: read, told for a target, put into a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from warband_tui.campaign.muster import COSTS
from warband_tui.campaign.play import PlaySession, Rulesets
from warband_tui.reports.battle_report import Texts, battle_report
from warband_tui.reports.document import Document
from warband_tui.reports.targets import TARGETS
from warband_tui.reports.write import file_stem, write_report
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import Setup
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

ORDER = ("text", "markdown", "html", "discord", "bbcode", "json")
"""The targets as people choose them."""

SHORT = {
    "text": "Text",
    "markdown": "Markdown",
    "html": "Web page",
    "discord": "Discord",
    "bbcode": "Forum",
    "json": "JSON",
}
"""What a target is called in one word."""


class Report(Struct, frozen=True):
    """A battle's report, for any target.

    Attributes:
        battle_id: the battle.
        name: the battle's name.
        campaign: its campaign's name, empty outside any.
        entries: how many entries its log had when this was made.
        document: what is told.
    """

    battle_id: int
    name: str
    campaign: str
    entries: int
    document: Document


def report_of(
    library: Library,
    battle_id: int,
    *,
    now: Callable[[], str],
    texts: Texts | None = None,
    rulesets: Rulesets = load,
) -> Report:
    """Read a battle and tell it.

    Args:
        library: an open library.
        battle_id: the battle.
        now: the time, for what is kept beside the battle on opening it.
        texts: what players know and the log does not; None for the day it began and what units cost then.
        rulesets: finds games by id.

    Raises:
        WarbandError: there is no such battle, its game is not installed, or an entry cannot be read.
    """
    session = PlaySession.open(library, battle_id, now=now, rulesets=rulesets)
    kept = Queries(library).battle(battle_id)
    if texts is None:
        texts = Texts(date=kept.created[:10], costs=costs_of(session.battle.setup))
    return Report(
        battle_id=battle_id,
        name=kept.name,
        campaign=kept.campaign,
        entries=len(session.battle.entries),
        document=battle_report(session.battle, texts),
    )


def costs_of(setup: Setup) -> dict[str, int]:
    """Return what units cost on the day of the battle, by their ids."""
    return {
        unit: cost
        for side in setup.sides
        for unit, cost in (side.options.get(COSTS) or {}).items()
        if isinstance(cost, int)
    }


def told(report: Report, target: str) -> str:
    """Return the report as a target has it."""
    return TARGETS[target].render(report.document)


def previewed(report: Report, target: str) -> str:
    """Return what a screen shows for a target: the text itself, and for a web page the words on it."""
    return told(report, "text" if target == "html" else target)


def path_in(folder: Path, report: Report, target: str) -> Path:
    """Return the file that an export into a folder makes."""
    return folder / f"{file_stem(report.name)}.{TARGETS[target].extension}"


def is_there(path: Path) -> bool:
    """Whether a file, or anything else, has that name already."""
    return os.path.lexists(path)


def export(report: Report, target: str, folder: Path, *, overwrite: bool = False) -> Path:
    """Put the report into a folder and return the file's path.

    Raises:
        WarbandError: the file exists and `overwrite` is false, or the folder cannot be written to.
    """
    return write_report(told(report, target), folder, report.name, TARGETS[target].extension, overwrite)
