"""The acts of the odds lab on whole columns: adding, filling in from catalogues, copying, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from textual import work

from warband_tui.campaign.odds_lab import LabRow, OddsLab, in_words
from warband_tui.errors import WarbandError
from warband_tui.rules.lab import LabForm, command_of, line_of, read_line
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.odds_lab_lines import charts_of
from warband_tui.widgets.columns import Column as ListColumn


class LabActs(WarbandScreen):
    """What the keys do to columns. The screen itself draws, and sees to the fields."""

    _key: str
    _at: int
    _chart: int
    _typed: str

    if TYPE_CHECKING:

        @property
        def lab(self) -> OddsLab:
            """The columns of the form that is open."""

        @property
        def field_row(self) -> LabRow:
            """The line that the cursor is on."""

        def forms(self) -> Iterable[tuple[str, Ruleset, LabForm]]:
            """Yield every form of every game."""

        def open_form(self, key: str) -> None:
            """Open a form."""

        def redraw(self) -> None:
            """Draw everything."""

        def changed(self) -> None:
            """Draw what was changed, and keep it soon."""

        def change(self, act: Callable[[], object]) -> None:
            """Change something, or say why not."""

        def ask(self, label: str, done: Callable[[str], None], text: str = "") -> None:
            """Ask for a line of text."""

    # Columns

    def action_add(self) -> None:
        """Put in a fresh column."""
        self._put_in(self.lab.add)

    def action_copy(self) -> None:
        """Put a copy beside this column."""
        self._put_in(lambda: self.lab.copy(self._at))

    def _put_in(self, act: Callable[[], int]) -> None:
        try:
            self._at = act()
        except WarbandError as error:
            self.shell.say(str(error), severity="warning")
        self._typed = ""
        self.changed()

    def action_remove(self) -> None:
        """Take this column out."""
        title = self.lab.title(self._at)
        self.change(lambda: self.lab.remove(self._at))
        self.shell.say(f"Removed {title}; u brings it back")

    def action_part(self) -> None:
        """Add one more to the list of this column."""
        self.change(lambda: self.lab.add_part(self._at))

    def action_unpart(self) -> None:
        """Take the one under the cursor out."""
        part = self.field_row.part
        self.change(lambda: self.lab.remove_part(self._at, 99 if part is None else part))

    def action_name(self) -> None:
        """Give this column a name."""
        held = self.lab.columns[self._at].name
        self.ask("Name of the column", lambda t: self.change(lambda: self.lab.name(self._at, t)), held)

    def action_undo(self) -> None:
        """Take the last change back."""
        self._typed = ""
        self.lab.undo()
        self.changed()

    def action_redo(self) -> None:
        """Do again what was undone."""
        self._typed = ""
        self.lab.redo()
        self.changed()

    @work(exclusive=True, group="dialog")
    async def action_take(self) -> None:
        """Fill in something of the catalogues."""
        from warband_tui.dialogs.pick import Pick
        from warband_tui.widgets.filter_list import Row

        picks = {pick.id: pick for pick in self.lab.form.shelf(self.lab.columns[self._at].query)}
        if not picks:
            self.shell.say("the catalogues of this game have nothing for this form", severity="warning")
            return
        rows = [Row(p.id, (p.group, p.label, p.note)) for p in picks.values()]
        columns = (ListColumn(), ListColumn(grows=True), ListColumn())
        chosen = await self.app.push_screen_wait(
            Pick(f"Take what over into {self.lab.title(self._at)}?", rows, columns=columns, verb="Take")
        )
        if chosen:
            part = self.field_row.part or 0
            self.change(lambda: self.lab.take(self._at, part, picks[chosen]))

    # View

    def action_chart(self) -> None:
        """Show the next chart."""
        self._chart = (self._chart + 1) % max(1, len(charts_of(self.lab)))
        self.redraw()

    @work(exclusive=True, group="dialog")
    async def action_form(self) -> None:
        """Choose what to compare."""
        from warband_tui.dialogs.pick import Pick
        from warband_tui.widgets.filter_list import Row

        rows = [Row(key, (ruleset.title, form.title)) for key, ruleset, form in self.forms()]
        columns = (ListColumn(), ListColumn(grows=True))
        chosen = await self.app.push_screen_wait(
            Pick("Compare what?", rows, columns=columns, current=self._key, verb="Compare")
        )
        if chosen:
            self.open_form(chosen)
            self.changed()

    # Copying

    def action_text(self) -> None:
        """Copy the comparison as text."""
        self.app.copy_to_clipboard("\n".join(in_words(self.lab)))
        self.shell.say("Comparison sent to the clipboard, with the query of each column")

    def action_command(self) -> None:
        """Copy the command line of this column, and show it: nobody can know whether it arrives."""
        command = command_of(self.lab.ruleset.id, self.lab.columns[self._at].query)
        self.app.copy_to_clipboard(command)
        self.shell.say(f"Sent to the clipboard: {command}")

    def action_read(self) -> None:
        """Read a query that is typed in."""
        held = line_of(self.lab.columns[self._at].query)

        def read(text: str) -> None:
            self.change(lambda: self.lab.replace_query(self._at, read_line(self.lab.form, text)))

        self.ask("Query", read, held)
