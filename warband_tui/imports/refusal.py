"""The one error that the readers raise."""

from __future__ import annotations

from warband_tui.errors import WarbandError
from warband_tui.imports.text import clean_text


class ImportRefused(WarbandError):
    """A file that cannot be read as a roster; the message is one line: what, where, and the way out."""

    def __init__(self, message: str, *, place: str = "") -> None:
        super().__init__(clean_text(message, 500), place=clean_text(place))
