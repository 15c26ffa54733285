"""The odds lab: attackers and targets compared side by side, exactly, for any game that is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.events import Key as KeyEvent
from textual.timer import Timer

from warband_tui.campaign.lab_file import Kept, columns_for, load, save
from warband_tui.campaign.lab_values import stepped, toggled
from warband_tui.campaign.odds_lab import LabRow, OddsLab
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.rules.lab import LabForm, Query
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.odds_lab_acts import LabActs
from warband_tui.screens.odds_lab_lines import field_lines, frame, head_line, result_lines
from warband_tui.screens.odds_lab_specs import LAB_SPECS
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.lab_grid import LabGrid, LabHead, LabResults
from warband_tui.widgets.lines import LinesView
from warband_tui.widgets.prompt import Prompt

LEAST_FIELDS = 6
"""The figures give lines to the fields down to so many."""

SAVE_AFTER = 0.5
"""Seconds of rest after which a change is on disk."""


class OddsLabScreen(LabActs):
    """Comparing freely.

    Args:
        ruleset: the game to open; where one was last if empty.
        form: the form of it; the first if empty.
        query: a query to begin a column with.
        name: what that column is called.
    """

    CSS_PATH = "odds_lab.tcss"
    HEADING = "Odds lab"
    HELP = "Compare attacks exactly: each column is one query, and a change shows at once what it does."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = LAB_SPECS

    def __init__(self, ruleset: str = "", form: str = "", query: Query | None = None, name: str = "") -> None:
        self._wanted = (ruleset, form, query, name)
        self._kept = Kept()
        self._labs: dict[str, OddsLab] = {}
        self._key = ""
        self._row = 0
        self._at = 0
        self._chart = 0
        self._typed = ""
        self._saving: Timer | None = None
        super().__init__()

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Heading("Odds lab", id="lab-heading")
        yield LabHead(id="lab-head")
        yield LabGrid(id="lab-grid")
        yield LabResults(id="lab-results")
        yield Prompt(id="lab-prompt")
        yield KeyBar()

    # Opening

    def on_mount(self) -> None:
        """Open the form that is wanted, as it was left."""
        self.query_one(LabGrid).focus()
        self._kept = load(self.services.state_dir)
        ruleset, form, query, name = self._wanted
        known = [key for key, _, _ in self.forms()]
        wanted = f"{ruleset}/{form}" if form else next((k for k in known if k.startswith(f"{ruleset}/")), "")
        if not ruleset:
            wanted = self._kept.at
        if wanted not in known:
            wanted = known[0] if known else ""
        if not wanted:
            self.query_one(Heading).show(
                "Odds lab", right="no game that is installed has anything to compare"
            )
            return
        self.open_form(wanted)
        if query is not None:
            self._at = self.lab.receive(query, name)
            self.changed()

    def forms(self) -> Iterable[tuple[str, Ruleset, LabForm]]:
        """Yield every form of every game that can be loaded, with its key."""
        for ruleset_id in self.services.ruleset_ids():
            try:
                ruleset = self.services.ruleset(ruleset_id)
            except WarbandError as error:
                self.shell.say(str(error), severity="warning")
                continue
            for form in ruleset.lab():
                yield f"{ruleset_id}/{form.id}", ruleset, form

    @property
    def lab(self) -> OddsLab:
        """The columns of the form that is open."""
        return self._labs[self._key]

    def open_form(self, key: str) -> None:
        """Open a form as it was left."""
        if key not in self._labs:
            _, ruleset, form = next(found for found in self.forms() if found[0] == key)
            self._labs[key] = OddsLab(ruleset, form, columns_for(self._kept, key, form))
        self._key, self._row, self._at, self._chart, self._typed = key, 0, 0, 0, ""
        self.redraw()

    # Drawing

    def redraw(self) -> None:
        """Draw everything; lines that stay the same are not touched."""
        if not self._key:
            return
        lab, (width, height) = self.lab, self.size
        rows = lab.rows()
        self._at = max(0, min(self._at, len(lab.columns) - 1))
        self._row = max(0, min(self._row, len(rows) - 1))
        sizes = frame(width, height, len(lab.columns), self._at)
        lines, places = field_lines(lab, rows, sizes, self._row, self._at, self._typed)
        spare = height - 3
        room = max(spare - len(lines), spare - max(LEAST_FIELDS, spare // 2 - 1))
        results = result_lines(lab, sizes, self._at, self._chart, room, width)
        field = rows[self._row].field
        self.query_one(Heading).show("Odds lab", lab.ruleset.title, lab.form.title, right=field.help)
        self.query_one(LabHead).set_lines([head_line(lab, sizes, self._at)])
        view = self.query_one(LabResults)
        grid = self.query_one(LabGrid)
        # The figures follow the fields: far apart, the eye would have to carry them across the screen.
        fields = min(len(lines) + 1, spare - min(len(results), spare - LEAST_FIELDS))
        if grid.styles.height is None or grid.styles.height.value != fields:
            grid.styles.height = fields
        view.set_lines(results)
        grid.set_lines(lines)
        grid.show_line(max(0, places[self._row] - (1 if rows[self._row].heading else 0)))
        grid.show_line(places[self._row])

    def changed(self) -> None:
        """Draw what was changed, and keep it soon."""
        self.redraw()
        self.actions_changed()
        if self._saving is not None:
            self._saving.stop()
        self._saving = self.set_timer(SAVE_AFTER, self._save)

    def _save(self) -> None:
        tables = {key: lab.columns for key, lab in self._labs.items() if not lab.pristine}
        kept = Kept(self._key, {**self._kept.tables, **tables})
        if kept != self._kept and save(self.services.state_dir, kept):
            self._kept = kept

    def on_unmount(self) -> None:
        """Keep the columns."""
        if self._key:
            self._save()

    def on_resize(self) -> None:
        """Share the room out anew."""
        self.call_after_refresh(self.redraw)

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if not self._key:
            return "no game that is installed has anything to compare"
        lab = self.lab
        reasons = {
            "odds_lab.undo": None if lab.can_undo else "nothing has been changed here yet",
            "odds_lab.redo": None if lab.can_redo else "nothing has been undone here",
            "odds_lab.part": None if lab.form.parts else "this form is about one attack; n adds a column",
            "odds_lab.unpart": None
            if lab.form.parts
            else "this form is about one attack; x removes the column",
            "odds_lab.remove": None if len(lab.columns) > 1 else "this is the only column; n adds another",
            "odds_lab.chart": None if lab.form.charts else "this form has no chart",
        }
        return reasons.get(action_id)

    # Keys and clicks

    def on_key(self, event: KeyEvent) -> None:
        """Take digits as the value of the field."""
        if not self._key or self.query_one(Prompt).asking or not self.query_one(LabGrid).has_focus:
            return
        if event.character and event.character.isascii() and event.character.isdigit():
            self._digit(event.character)
        elif event.key == "backspace" and self._typed:
            self._typed = self._typed[:-1]
            self._take_typed()
        else:
            return
        event.stop()

    def on_lab_grid_went(self, message: LabGrid.Went) -> None:
        """Move the cursor."""
        message.stop()
        if self._key:
            self._go(self._row + message.down, self._at + message.across)

    def _go(self, row: int, at: int) -> None:
        before = self._at
        self._row, self._at, self._typed = max(0, row), max(0, at), ""
        self.redraw()
        if self._at != before:
            self.actions_changed()

    def on_lines_view_pressed(self, message: LinesView.Pressed) -> None:
        """Do what was clicked."""
        message.stop()
        kind, *rest = message.link.split(":")
        if kind == "chart":
            self.action_chart()
        elif kind == "name":
            at = int(rest[0])
            if message.double:
                self.action_name()
            else:
                self._go(self._row, at)
        elif kind == "step":
            self._go(int(rest[0]), int(rest[1]))
            self._step(int(rest[2]))
        elif kind == "cell":
            row, at = int(rest[0]), int(rest[1])
            again = (row, at) == (self._row, self._at)
            self._go(row, at)
            if self.field_row.field.kind in ("flag", "pick"):
                self.action_turn()
            elif again or message.double:
                self.action_type()

    @property
    def field_row(self) -> LabRow:
        """The line that the cursor is on."""
        return self.lab.rows()[self._row]

    def _digit(self, digit: str) -> None:
        row = self.field_row
        if row.field.kind == "flag":
            self._set(digit != "0")
        elif row.field.kind in ("number", "dice"):
            wanted = self._typed + digit
            self._typed = wanted if abs(int(wanted)) <= max(abs(row.field.low), row.field.high) else digit
            self._take_typed()
        else:
            self.action_type()

    def _take_typed(self) -> None:
        """Take what is typed so far, where it is a value already."""
        row = self.field_row
        if self._typed:
            number = int(self._typed)
            if row.field.high <= 0:
                number = -number
            if row.field.low <= number <= row.field.high:
                self._set(number, typed=self._typed)
                return
        self.redraw()

    def _set(self, value: Any, *, typed: str = "") -> None:
        self._typed = typed
        self.change(lambda: self.lab.set(self._at, self.field_row, value))

    def _step(self, by: int) -> None:
        row = self.field_row
        if row.field.kind in ("text", "words"):
            self.action_type()
            return
        value = self.lab.value(self._at, row)
        self._set(stepped(row.field, value, by))

    def change(self, act: Callable[[], object]) -> None:
        """Change something, or say why not."""
        try:
            act()
        except WarbandError as error:
            self.shell.say(str(error), severity="warning")
        self.changed()

    # Fields

    def action_more(self) -> None:
        """One more."""
        self._step(1)

    def action_less(self) -> None:
        """One less."""
        self._step(-1)

    def action_turn(self) -> None:
        """Turn a flag round, or go on in a list."""
        row = self.field_row
        if row.field.kind in ("text", "words"):
            self.action_type()
            return
        self._set(toggled(row.field, self.lab.value(self._at, row)))

    def action_type(self) -> None:
        """Type the value of the field."""
        row = self.field_row
        if row.field.kind in ("flag", "pick"):
            self.action_turn()
            return
        held = self.lab.value(self._at, row) if self.lab.has(self._at, row) else None
        text = ", ".join(held) if isinstance(held, list) else "" if held is None else str(held)
        self.ask(row.field.label, lambda t: self.change(lambda: self.lab.type(self._at, row, t)), text)

    def ask(self, label: str, done: Callable[[str], None], text: str = "") -> None:
        """Ask for a line of text."""
        self._typed = ""
        self.query_one(Prompt).ask(label, done, text=text, back=self.query_one(LabGrid))

    def go_back(self) -> bool:
        """Leave the line of text, if one is asked for."""
        prompt = self.query_one(Prompt)
        if prompt.asking:
            prompt.leave()
            return True
        return False
