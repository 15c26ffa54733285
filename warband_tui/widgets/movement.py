"""Keys that move the cursor as in vim, for every list; reading only, never editing."""

from __future__ import annotations

from textual.binding import Binding, BindingType

LIST_KEYS: list[BindingType] = [
    Binding("j", "cursor_down", "Down", show=False),
    Binding("k", "cursor_up", "Up", show=False),
    Binding("g", "first", "Top", show=False),
    Binding("G", "last", "Bottom", show=False),
    Binding("ctrl+d", "page_down", "Page down", show=False),
    Binding("ctrl+u", "page_up", "Page up", show=False),
]
"""For an OptionList."""
