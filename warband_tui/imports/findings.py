"""Collects findings while a file is read."""

from __future__ import annotations

from warband_tui.imports.limits import MAX_FINDINGS
from warband_tui.imports.roster import Finding
from warband_tui.imports.text import clean_text


class Findings:
    """An append-only list that drops repeats and does not grow without end."""

    def __init__(self) -> None:
        self._found: dict[Finding, None] = {}

    def info(self, message: str, where: str = "") -> None:
        """Notes what was done; nobody needs to act on it."""
        self._add(Finding("info", clean_text(message, 300), clean_text(where)))

    def warn(self, message: str, where: str = "") -> None:
        """Notes something that the player should look at before saving."""
        self._add(Finding("warning", clean_text(message, 300), clean_text(where)))

    def all(self) -> tuple[Finding, ...]:
        """Gives everything found, warnings first, else in the order found."""
        found = sorted(self._found, key=lambda finding: finding.severity != "warning")
        if len(found) <= MAX_FINDINGS:
            return tuple(found)
        more = Finding("info", f"{len(found) - MAX_FINDINGS} more findings are not shown")
        return (*found[:MAX_FINDINGS], more)

    def _add(self, finding: Finding) -> None:
        if len(self._found) < MAX_FINDINGS * 10:
            self._found[finding] = None
