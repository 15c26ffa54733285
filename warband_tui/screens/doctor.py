"""What to paste into a bug report, on screen."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from warband_tui.doctor import doctor
from warband_tui.registry import ActionSpec
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.plain import paragraphs


class DoctorScreen(WarbandScreen):
    """Versions, terminal, paths and the state of the library."""

    HEADING = "Doctor"
    HELP = "What to paste into a bug report. It names no campaign and no player."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "doctor.copy", "Copy", "Send the report to the clipboard.", ("y",), "report", primary=True
        ),
        ActionSpec("doctor.save", "Save", "Save the report as a text file.", ("s",), "report", primary=True),
    )
    DEFAULT_CSS = """
    DoctorScreen VerticalScroll { padding: 1 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._text = ""

    def compose(self) -> ComposeResult:
        """Draw the place for the report."""
        yield Heading("Warband", "Doctor")
        with VerticalScroll():
            yield Static("looking ...", id="doctor-text", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Look at everything in a thread."""
        self.query_one(VerticalScroll).focus()
        self.load((self.app.size.width, self.app.size.height))

    @work(thread=True, exclusive=True)
    def load(self, size: tuple[int, int]) -> None:
        """Write the report in a thread."""
        text = doctor(self.services, size=size)
        self.app.call_from_thread(self.show, text)

    def show(self, text: str) -> None:
        """Draw the report."""
        self._text = text
        self.query_one("#doctor-text", Static).update(paragraphs(text))
        self.actions_changed()

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        return None if self._text or not action_id.startswith("doctor.") else "the report is not ready yet"

    def action_copy(self) -> None:
        """Send the report to the clipboard."""
        self.app.copy_to_clipboard(self._text)
        self.shell.say("Sent to the clipboard; where that fails, s saves it as a file")

    def action_save(self) -> None:
        """Save the report."""
        self.shell.deliver(self._text, "warband-doctor.txt")
