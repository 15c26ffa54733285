"""Picking one row of a list, found by a few letters: palettes, themes, games, factions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.widget import Widget
from textual.widgets import Static

from warband_tui.dialogs.frame import Dialog
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import ONE_COLUMN, FilterList, Line
from warband_tui.widgets.footer import Key
from warband_tui.widgets.plain import plain


class Pick(Dialog[str]):
    """A list with its filter open; Enter takes the row under the cursor, its id is the answer.

    Args:
        title: what is picked.
        lines: rows and headings.
        columns: how the rows are lined up.
        current: the row that the cursor is on at first.
        hint: what the empty filter says.
        about: a sentence above the list.
        detail: what to tell below the list about a row, by its id.
        moved: called with the id of each row the cursor comes to; for previews.
        verb: what Enter does.
        empty: what is shown when there are no rows.
    """

    DEFAULT_CSS = """
    Pick #about { color: $foreground; text-style: dim; padding: 0 1; }
    Pick FilterList > Input.-textual-compact { margin-bottom: 1; }
    Pick #detail { height: 3; padding: 1 1 0 1; }
    """

    def __init__(
        self,
        title: str,
        lines: Sequence[Line],
        *,
        columns: Sequence[Column] = ONE_COLUMN,
        current: str = "",
        hint: str = "type a few letters",
        about: str = "",
        moved: Callable[[str], None] | None = None,
        detail: Callable[[str], str] | None = None,
        verb: str = "Pick",
        empty: str = "there is nothing to pick",
    ) -> None:
        self._empty = empty
        self._lines = tuple(lines)
        self._columns = tuple(columns)
        self._current = current
        self._hint = hint
        self._about = about
        self._moved = moved
        self._detail = detail
        super().__init__(title, keys=(Key("take", "Enter", verb), Key("cancel", "Esc", "Cancel")))
        self.add_class("-tall")

    def body(self) -> Iterable[Widget]:
        """Return the sentence and the list."""
        if self._about:
            yield Static(plain(self._about), id="about", markup=False)
        yield FilterList(self._columns, asking=True, hint=self._hint, empty=self._empty)
        if self._detail:
            yield Static("", id="detail", markup=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self.query_one(FilterList).show(self._lines, current=self._current)

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Preview the row under the cursor."""
        message.stop()
        if self._moved is not None and message.row:
            self._moved(message.row)
        if self._detail is not None:
            self.query_one("#detail", Static).update(plain(self._detail(message.row) if message.row else ""))

    def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Take the row."""
        message.stop()
        self.dismiss(message.row)

    def action_take(self) -> None:
        """Take the row under the cursor."""
        if current := self.query_one(FilterList).current:
            self.dismiss(current)
