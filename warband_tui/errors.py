"""The one error class whose text is written for the player."""

from __future__ import annotations


class WarbandError(Exception):
    """Something that the person at the keyboard can act on.

    The message names the thing, the place and the way out, in one line.
    """

    def __init__(self, message: str, *, place: str = "") -> None:
        self.place = place
        super().__init__(f"{place}: {message}" if place else message)
