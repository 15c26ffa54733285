"""JSON of the document itself, for other programs."""

from __future__ import annotations

from typing import Any

import msgspec

from warband_tui.reports.document import Document
from warband_tui.reports.literal import clean

FORMAT = "warband-tui-report"
VERSION = 1


class Envelope(msgspec.Struct, frozen=True):
    """What a file holds. `version` rises when a field changes its meaning or goes; new fields do not raise it."""

    format: str
    version: int
    document: Document


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {key: _cleaned(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_cleaned(item) for item in value]
    return value


def render(document: Document) -> str:
    """Return the document as indented JSON, keys in the order of the model's fields.

    Text is cleaned as in every other target, so that a program which prints it prints no control characters.
    """
    built = _cleaned(msgspec.to_builtins(Envelope(FORMAT, VERSION, document)))
    return msgspec.json.format(msgspec.json.encode(built), indent=2).decode() + "\n"
