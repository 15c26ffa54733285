"""The list that every screen uses: rows in columns under headings, `/` filters them by a few letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click, Resize
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from warband_tui.reports.literal import clean
from warband_tui.widgets.columns import Column, line, widths
from warband_tui.widgets.fitting_input import FittingInput
from warband_tui.widgets.fuzzy import has_words, match
from warband_tui.widgets.movement import LIST_KEYS


class Row(NamedTuple):
    """One row; its cells are literal text. `search` is found too, word by word, without being shown."""

    id: str
    cells: tuple[str, ...]
    search: str = ""
    dim: bool = False


class Heading(NamedTuple):
    """A line between rows that cannot be chosen, with an empty line above if there is a `gap`."""

    text: str
    gap: bool = False


Line = Row | Heading

MOST_FILTER = 200
"""Letters of a filter; whatever else is pasted is left out."""

ONE_COLUMN = (Column(grows=True),)


class RowList(OptionList):
    """The rows. One click moves the cursor, two choose, as in a file manager."""

    BINDINGS: ClassVar[list[BindingType]] = LIST_KEYS
    one_click = False

    def _on_click(self, event: Click) -> None:  # type: ignore[override]
        event.prevent_default()
        clicked = event.style.meta.get("option")
        if clicked is not None and not self.options[clicked].disabled:
            self.highlighted = clicked
            if self.one_click or event.chain >= 2:
                self.action_select()


class FilterList(Vertical):
    """Rows with a cursor and a filter.

    Args:
        columns: how the cells of a row are lined up.
        asking: the filter stands open and has the keyboard, as in a palette.
        hint: what the empty filter says.
        empty: what is shown when there are no rows.
    """

    DEFAULT_CSS = """
    FilterList {
        height: 1fr;
    }
    FilterList > Input.-textual-compact {
        display: none;
        padding: 0 1;
        background: $panel;
        &.-open { display: block; }
    }
    FilterList > RowList {
        height: 1fr;
        border: none;
        padding: 0;
        scrollbar-size-vertical: 1;
        background: transparent;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        &:focus { border: none; background-tint: transparent 0%; }
        & > .option-list--option { padding: 0 1; }
        &.-asking > .option-list--option-highlighted {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: $block-cursor-text-style;
        }
        & > .option-list--option-disabled { color: $primary; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("escape", "close_filter", show=False),
    ]

    class Chosen(Message):
        """Enter or a double click on a row."""

        def __init__(self, owner: FilterList, row: str) -> None:
            self.owner = owner
            self.row = row
            super().__init__()

        @property
        def control(self) -> FilterList:
            """The list."""
            return self.owner

    class Moved(Message):
        """The cursor is on another row; `row` is empty when there is none."""

        def __init__(self, owner: FilterList, row: str) -> None:
            self.owner = owner
            self.row = row
            super().__init__()

        @property
        def control(self) -> FilterList:
            """The list."""
            return self.owner

    def __init__(
        self,
        columns: Sequence[Column] = ONE_COLUMN,
        *,
        asking: bool = False,
        hint: str = "filter",
        empty: str = "nothing here",
        id: str | None = None,  # noqa: A002 (Textual's word)
    ) -> None:
        self.columns = tuple(columns)
        self._asking = asking
        self._hint = hint
        self._empty = empty
        self._lines: tuple[Line, ...] = ()
        self._shown: list[tuple[Line, tuple[int, ...]]] = []
        self._told = ""
        self._stale = False
        super().__init__(id=id)

    def compose(self) -> ComposeResult:
        """Draw the filter and the rows."""
        opened = "-open" if self._asking else ""
        yield FittingInput(placeholder=self._hint, compact=True, classes=opened, max_length=MOST_FILTER)
        rows = RowList(markup=False, classes="-asking" if self._asking else "")
        rows.one_click = self._asking
        yield rows

    def on_mount(self) -> None:
        """Take the keyboard where the filter stands open."""
        if self._asking:
            self._input.focus()

    # What is in it

    @property
    def _input(self) -> Input:
        return self.query_one(Input)

    @property
    def _rows(self) -> RowList:
        return self.query_one(RowList)

    @property
    def current(self) -> str:
        """The id of the row under the cursor, empty when there is none."""
        at = self._rows.highlighted
        found = self._shown[at][0] if at is not None and at < len(self._shown) else None
        return found.id if isinstance(found, Row) else ""

    @property
    def filter_text(self) -> str:
        """What the filter asks for."""
        return self._input.value if self._input.has_class("-open") else ""

    @property
    def row_ids(self) -> tuple[str, ...]:
        """The ids of the rows that are shown, in order."""
        return tuple(found.id for found, _ in self._shown if isinstance(found, Row))

    def show(self, lines: Sequence[Line], *, current: str = "") -> None:
        """Show other rows; the cursor goes to `current`, else stays on its row or beside it."""
        wanted = current or self.current
        self._lines = tuple(
            Row(found.id, tuple(map(clean, found.cells)), found.search, found.dim)
            if isinstance(found, Row)
            else Heading(clean(found.text), found.gap)
            for found in lines
        )
        self._draw(wanted)

    def show_empty(self, text: str) -> None:
        """Say something else while there are no rows."""
        self._empty = text
        if not self._lines:
            self._draw("")

    def select(self, row: str) -> None:
        """Put the cursor on a row."""
        for i, (found, _) in enumerate(self._shown):
            if isinstance(found, Row) and found.id == row:
                self._rows.highlighted = i

    def _draw(self, wanted: str) -> None:
        rows = self._rows
        before = rows.highlighted or 0
        self._shown = list(filtered(self._lines, self.filter_text))
        prompts = self._prompts()
        rows.set_options(
            Option(prompt, disabled=not isinstance(found, Row))
            for prompt, (found, _) in zip(prompts, self._shown, strict=True)
        )
        if not self._shown:
            told = "nothing matches; Esc clears the filter" if self.filter_text else self._empty
            rows.add_option(Option(Content(clean(told)), disabled=True))
        places = {found.id: i for i, (found, _) in enumerate(self._shown) if isinstance(found, Row)}
        if wanted and wanted not in places and not self.filter_text:
            # The row under the cursor has gone: the cursor stays where it was, on its neighbour.
            near = min(places.values(), key=lambda i: (abs(i - before), i), default=None)
            rows.highlighted = near
        else:
            rows.highlighted = places.get(wanted, min(places.values(), default=None))
        self._tell()

    def _prompts(self) -> list[Content]:
        width = max(1, self.size.width - 3)  # one cell of padding on each side, one for the scrollbar
        cells = [found.cells for found, _ in self._shown if isinstance(found, Row)]
        sizes = widths(self.columns, cells, width)
        return [
            line(self.columns, sizes, found.cells, marks=marks, dim=found.dim)
            if isinstance(found, Row)
            else Content(f"\n{found.text}" if found.gap else found.text)
            for found, marks in self._shown
        ]

    def on_resize(self, event: Resize) -> None:
        """Line the rows up again; the cursor stays."""
        del event
        if self._shown:
            at, top = self._rows.highlighted, self._rows.scroll_y
            self._draw(self.current)
            self._rows.highlighted = at
            self._rows.scroll_to(y=top, animate=False)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape belongs to the filter only while it is open."""
        del parameters
        if action == "close_filter":
            return self._input.has_class("-open") and not self._asking
        return True

    def open_filter(self) -> None:
        """Show the filter and give it the keyboard."""
        self._input.add_class("-open")
        self._input.focus()

    def action_close_filter(self) -> None:
        """Clear the filter and go back to the rows."""
        if not self._asking:
            keep = self.current
            self._rows.focus()
            self._input.remove_class("-open")
            self._input.value = ""
            self._draw(keep)

    def action_move(self, by: int) -> None:
        """Move the cursor while the filter has the keyboard."""
        self._settle()
        if by > 0:
            self._rows.action_cursor_down()
        else:
            self._rows.action_cursor_up()

    def action_page(self, by: int) -> None:
        """Move the cursor by a page while the filter has the keyboard."""
        self._settle()
        if by > 0:
            self._rows.action_page_down()  # type: ignore[no-untyped-call]
        else:
            self._rows.action_page_up()  # type: ignore[no-untyped-call]

    def focus(self, scroll_visible: bool = True) -> FilterList:
        """Give the rows the keyboard, or the filter where it stands open."""
        (self._input if self._asking else self._rows).focus(scroll_visible)
        return self

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        if event.input.has_class("-open") and not self._stale:
            # Once for all the letters that come at one time: a paste may come as a thousand keys.
            self._stale = True
            self.call_after_refresh(self._settle)

    @on(FittingInput.CutOff)
    def _cut_off(self, event: FittingInput.CutOff) -> None:
        event.stop()

    def _settle(self) -> None:
        """Show what the filter leaves, if it has changed since the rows were drawn."""
        if self._stale:
            self._stale = False
            self._draw("" if self.filter_text else self.current)

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        event.stop()
        self.choose()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.choose()

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._tell()

    def choose(self) -> None:
        """Choose the row under the cursor."""
        self._settle()
        if self.current:
            self.post_message(self.Chosen(self, self.current))

    def _tell(self) -> None:
        if self.current != self._told:
            self._told = self.current
            self.post_message(self.Moved(self, self._told))


def filtered(lines: Sequence[Line], query: str) -> list[tuple[Line, tuple[int, ...]]]:
    """Return the lines that a query leaves and the letters it met in each.

    Under each heading the best match comes first; a heading with no match goes.
    """
    if not query.strip():
        return [(found, ()) for found in lines]
    kept: list[tuple[Line, tuple[int, ...]]] = []
    group: list[tuple[float, int, Row, tuple[int, ...]]] = []
    heading: Heading | None = None
    for found in (*lines, Heading("")):
        if isinstance(found, Row):
            met = match(query, found.cells[0])
            words = met is None and has_words(query, " ".join((*found.cells, found.search)))
            if met is not None or words:
                group.append((-met.score if met else 0.0, len(group), found, met.at if met else ()))
            continue
        if group and heading:
            kept.append((heading, ()))
        kept += [(row, marks) for _, _, row, marks in sorted(group, key=lambda g: g[:2])]
        group, heading = [], found
    return kept
