"""Reads single values of JSON formats whose programs are careless about types."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from warband_tui.imports.findings import Findings
from warband_tui.imports.json_document import as_text
from warband_tui.imports.roster import Cost, ImportedEntry, ImportedUpgrade
from warband_tui.imports.selections import amount, whole_number
from warband_tui.imports.text import clean_text


def text_of(source: dict[str, Any], *keys: str) -> str:
    """Gives the first of these values that is not empty, as clean text."""
    return next((text for key in keys if (text := clean_text(as_text(source.get(key))))), "")


def count_of(source: dict[str, Any], key: str, where: str, findings: Findings) -> int:
    """Gives a count from 0 to the limit, 1 where there is none."""
    return whole_number(as_text(source.get(key)), where, findings)


def optional_count(source: dict[str, Any], key: str, where: str, findings: Findings) -> int | None:
    """Gives a count from 0 to the limit, None where there is none."""
    return count_of(source, key, where, findings) if as_text(source.get(key)) else None


def cost_of(source: dict[str, Any], key: str, name: str, findings: Findings) -> tuple[Cost, ...]:
    """Gives the cost under a key, as a sequence of one, or of none where it is missing, zero or senseless."""
    value = amount(as_text(source.get(key)), name, findings) or Decimal(0)
    return (Cost(name, name, value),) if value else ()


def texts_of(source: dict[str, Any], key: str) -> tuple[str, ...]:
    """Gives a list's texts; where an item is an object, its name."""
    value = source.get(key)
    if not isinstance(value, list):
        return ()
    found = (text_of(i, "name", "title") if isinstance(i, dict) else clean_text(as_text(i)) for i in value)
    return tuple(text for text in found if text)


def entry_costs(entry_cost: tuple[Cost, ...], upgrades: tuple[ImportedUpgrade, ...]) -> tuple[Cost, ...]:
    """Gives all costs of a line that has its own price and priced gear."""
    return (*entry_cost, *(cost for upgrade in upgrades for cost in upgrade.costs))


def total_of(entries: list[ImportedEntry]) -> list[Cost]:
    """Gives the costs of all entries that are not a stash."""
    return [cost for entry in entries if not entry.is_stash for cost in entry.costs]
