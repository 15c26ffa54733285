"""A line of text with a limit: what is pasted goes in as far as there is room, and what is left out is told."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input


class FittingInput(Input):
    """An input that takes of a text what fits."""

    class CutOff(Message):
        """Something was left out; `most` letters have room."""

        def __init__(self, most: int) -> None:
            self.most = most
            super().__init__()

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in place of other text, as much of it as there is room for."""
        low, high = sorted((max(0, start), min(len(self.value), end)))
        room = (self.max_length or len(text) + len(self.value)) - (len(self.value) - (high - low))
        if len(text) <= room:
            super().replace(text, start, end)
            return
        if room > 0:
            super().replace(text[:room], start, end)
        self.restricted()

    def restricted(self) -> None:
        """Tell that something was left out; a bell for each letter of a long text would ring for minutes."""
        self.post_message(self.CutOff(self.max_length or 0))
