"""What the program asks of the terminal beyond what Textual does."""

from __future__ import annotations

import codecs
from functools import partial
from typing import Any


def read_any_bytes() -> None:
    """Let keys and pastes hold bytes that are no UTF-8: each is read as U+FFFD.

    Textual's reader ends the whole program over one such byte, which a terminal set to another encoding sends with every
    accented letter, and an 8-bit Alt key with every letter.
    """
    try:
        from textual.drivers import linux_driver
    except ImportError:
        # Windows, where the console hands over text and no bytes.
        return
    vars(linux_driver)["getincrementaldecoder"] = _lenient


def _lenient(encoding: str) -> Any:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")
