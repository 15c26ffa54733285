"""The Textual app: it owns the stack of screens, the looks, and the actions that work everywhere."""

from __future__ import annotations

import sys
import traceback
from collections import deque
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, Literal, cast

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import DeliveryFailed, Resize
from textual.screen import Screen
from textual.widgets._toast import ToastRack

from warband_tui.config import Loaded, check_names, save_theme
from warband_tui.errors import WarbandError
from warband_tui.registry import APP_SPECS, ActionSpec, Bound, bind, collect
from warband_tui.reports.literal import clean
from warband_tui.screens.base import WarbandScreen, add_bindings, run_method
from warband_tui.screens.places import PLACES, Places
from warband_tui.screens.too_small import TooSmall, is_too_small
from warband_tui.services import Services
from warband_tui.terminal import read_any_bytes
from warband_tui.theme import DEFAULT, OWN

Start = Callable[["WarbandApp"], None]
"""What to open first, on top of the first screen."""

Severity = Literal["information", "warning", "error"]

SIGNS: dict[Severity, str] = {"information": "", "warning": "! ", "error": "✗ "}
"""What stands before a toast, so that its colour is not the only sign."""


BRIEFLY = 2.5
"""Seconds that plain messages stay; warnings and errors stay longer."""


class WarbandApp(Places, inherit_bindings=False):
    """The program."""

    TITLE = "Warband"
    CSS_PATH = ["app.tcss", "screens/home.tcss"]  # noqa: RUF012 (as Textual types it)
    ENABLE_COMMAND_PALETTE = False
    SPECS: ClassVar[tuple[ActionSpec, ...]] = APP_SPECS
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (120, "-wide")]  # noqa: RUF012 (as Textual types it)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "help_quit", show=False, system=True)]

    def __init__(self, services: Services, *, start: Start | None = None) -> None:
        self.services = services
        self.crash_log: Path | None = None
        self.crash_line = ""
        self.said: deque[tuple[Severity, str]] = deque(maxlen=200)
        self._start = start
        self._leaving = False
        super().__init__()
        for bound in bind(APP_SPECS, services.config.keys)[0]:
            add_bindings(self._bindings, bound, "app.do")
        for theme in OWN:
            self.register_theme(theme)
        # Set before anything is drawn: a change later would style the first frame twice.
        wanted = services.config.theme
        self.set_reactive(App.theme, wanted if wanted in self.available_themes else DEFAULT)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> Screen[Any]:
        """Return the first screen."""
        from warband_tui.screens.home import HomeScreen

        return HomeScreen()

    def on_mount(self) -> None:
        """Open what was asked for, tell what is wrong with the config."""
        if self._start is not None:
            self._start(self)
        for problem in self.services.problems:
            self.say(problem.text, severity="warning")
        if self.services.config.keys or self.services.config.theme:
            self._check_names()

    @work(thread=True, exclusive=True, group="config")
    def _check_names(self) -> None:
        """Check the names in the config against everything there is; rebound keys load all screens."""
        path = self.services.config_path
        if path is not None:
            loaded = Loaded(self.services.config, path)
            actions = collect() if loaded.config.keys else ()
            for problem in check_names(loaded, actions, tuple(self.available_themes), APP_SPECS):
                self.call_from_thread(self.say, problem.text, severity="warning")

    # Telling

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: Severity = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a toast. Nothing in it is ever markup."""
        del markup
        self.said.append((severity, clean(message)))
        if timeout is None and severity == "information":
            timeout = BRIEFLY
        self._place_toasts()
        super().notify(
            SIGNS[severity] + clean(message),
            title=clean(title),
            severity=severity,
            timeout=timeout,
            markup=False,
        )

    def _place_toasts(self) -> None:
        """Let messages begin where the screen loses least by them."""
        screen = self.screen
        spot = screen.toast_spot() if isinstance(screen, WarbandScreen) else None
        if spot is not None:
            for rack in screen.query(ToastRack):
                rack.styles.margin = (spot[1], 0, 0, spot[0])

    def say(self, text: str, *, severity: str = "information") -> None:
        """Show a toast; the text is literal."""
        self.notify(text, severity=cast(Severity, severity))

    # Doing

    async def action_do(self, action_id: str) -> None:
        """Carry out an action of the program."""
        try:
            await run_method(self, next(spec for spec in APP_SPECS if spec.id == action_id))
        except WarbandError as refusal:
            self.say(str(refusal), severity="error")

    async def do_here(self, action_id: str) -> None:
        """Carry out an action of the present screen or of the program, or say why not."""
        if any(spec.id == action_id for spec in APP_SPECS):
            await self.action_do(action_id)
        elif isinstance(self.screen, WarbandScreen):
            await self.screen.action_do(action_id)

    def bound(self) -> list[Bound]:
        """Return what can be done here, the present screen's actions first."""
        screen = self.screen
        own = screen.SPECS if isinstance(screen, WarbandScreen) else ()
        return bind([*own, *APP_SPECS], self.services.config.keys)[0]

    def _reason(self, action_id: str) -> str | None:
        return self.screen.disabled_reason(action_id) if isinstance(self.screen, WarbandScreen) else None

    async def _then_do(self, action_id: str | None) -> None:
        if action_id is not None:
            await self.do_here(action_id)

    def action_help(self) -> None:
        """Show what can be done here."""
        from warband_tui.screens.help import HelpScreen

        screen = self.screen
        if isinstance(screen, WarbandScreen):
            shown = HelpScreen(screen.HEADING, screen.help_about(), self.bound(), self._reason)
            self.push_screen(shown, self._then_do)

    def action_palette(self) -> None:
        """Find an action by its name."""
        from warband_tui.dialogs.pick import Pick
        from warband_tui.screens.help import COLUMNS, palette_lines, sentence

        if not self.screen.is_modal:
            rows = tuple(palette_lines(self.bound(), self._reason))
            detail = partial(sentence, self.bound(), self._reason)
            palette = Pick("Do what?", rows, columns=COLUMNS, detail=detail, verb="Do it")
            self.push_screen(palette, self._then_do)

    def action_jump(self) -> None:
        """Go to a campaign, warband or battle by its name."""
        from warband_tui.screens.jump import jump_dialog, jump_to

        self.push_screen(jump_dialog(self.services), lambda place: jump_to(self, place))

    def action_messages(self) -> None:
        """Read again what was said, the latest first."""
        from warband_tui.dialogs.pick import Pick
        from warband_tui.screens.help import MESSAGE_COLUMNS
        from warband_tui.widgets.filter_list import Row

        texts = list(reversed(self.said))
        rows = [
            Row(str(i), (text, "" if severity == "information" else severity))
            for i, (severity, text) in enumerate(texts)
        ]
        shown = Pick(
            "What was said",
            rows,
            columns=MESSAGE_COLUMNS,
            detail=lambda row: texts[int(row)][1],
            verb="Close",
            empty="nothing was said yet",
        )
        self.push_screen(shown)

    def action_rules(self) -> None:
        """Search the rules."""
        if type(self.screen).__name__ != PLACES["rules"]:
            self.open_rules()

    def action_lab(self) -> None:
        """Compare attackers and targets."""
        if type(self.screen).__name__ != PLACES["odds_lab"]:
            self.open_odds_lab()

    def action_boards(self) -> None:
        """Open the kept boards."""
        if type(self.screen).__name__ != PLACES["board_layouts"]:
            self.open_boards()

    def action_doctor(self) -> None:
        """Show what to paste into a bug report."""
        if type(self.screen).__name__ != PLACES["doctor"]:
            self._open("doctor")

    def action_theme(self) -> None:
        """Choose a look; each is shown as the cursor comes to it."""
        from warband_tui.dialogs.pick import Pick
        from warband_tui.widgets.filter_list import Row

        own = [theme.name for theme in OWN]
        names = [*own, *sorted(set(self.available_themes) - set(own))]
        rows = [Row(name, (name,)) for name in names]
        before = self.theme
        pick = Pick("Which look?", rows, current=before, moved=self._wear, verb="Keep it")
        self.push_screen(pick, lambda chosen: self._keep_theme(chosen, before))

    def _wear(self, theme: str) -> None:
        self.theme = theme

    def _keep_theme(self, chosen: str | None, before: str) -> None:
        self.theme = chosen or before
        path = self.services.config_path
        if chosen and chosen != before and path is not None:
            try:
                save_theme(path, chosen)
            except WarbandError as error:
                self.say(str(error), severity="warning")

    def action_picture(self) -> None:
        """Save this screen as a picture."""
        stamp = self.services.now().replace(":", "")
        self.deliver(self.export_screenshot(title="Warband"), f"warband-{stamp}.svg")

    def deliver(self, text: str, filename: str) -> None:
        """Hand a text to the player as a file, in a browser too; its path is shown. No other file is replaced."""
        if self.is_web:
            self.deliver_text(StringIO(text), save_filename=filename, name="text")
        else:
            self._save(text, filename)

    @work(thread=True, group="saving")
    def _save(self, text: str, filename: str) -> None:
        """Put a text into the folder for downloads, or where the program was started if there is none."""
        from platformdirs import user_downloads_path

        from warband_tui.reports.write import write_new

        stem, _, extension = filename.rpartition(".")
        folder = user_downloads_path()
        try:
            path = write_new(text, folder if folder.is_dir() else Path.cwd(), stem, extension)
        except WarbandError as error:
            self.call_from_thread(self.say, f"Not saved: {error}", severity="error")
        else:
            self.call_from_thread(self.say, f"Saved as {path}")

    def on_delivery_complete(self) -> None:
        """Say that a browser has it."""
        self.say("Sent to the browser")

    def on_delivery_failed(self, event: DeliveryFailed) -> None:
        """Say why a file could not be saved."""
        self.say(f"Not saved: {event.exception}", severity="error")

    async def action_back(self) -> None:
        """Step back inside the screen, else to the screen before, else leave."""
        screen = self.screen
        if isinstance(screen, WarbandScreen) and screen.go_back():
            return
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit()

    async def action_quit(self) -> None:
        """Leave; everything is saved already."""
        self.exit()

    def action_help_quit(self) -> None:
        """Leave at the second Ctrl+C; the first one says so."""
        if self._leaving:
            self.exit()
            return
        self._leaving = True
        self.say("Press Ctrl+C once more to leave; everything is saved.")
        self.set_timer(3, self._stay)

    def _stay(self) -> None:
        self._leaving = False

    # Size

    def on_resize(self, event: Resize) -> None:
        """Ask for more room where there is too little."""
        small = is_too_small(event.size)
        covered = isinstance(self.screen, TooSmall)
        if small and not covered:
            self.push_screen(TooSmall())
        elif covered and not small:
            self.pop_screen()

    # Falling

    def note_fault(self, trace: str) -> str:
        """Write how something fell into a log of its own, and return where it is, in words; nothing ends."""
        return _log_words(write_crash_log(self.services.state_dir, self.services.now(), trace))

    def _fatal_error(self) -> None:
        """Write a log of the crash, and keep one line for when the terminal is back."""
        self._fall(traceback.format_exc())

    def panic(self, *renderables: Any) -> None:
        """Fall as over any other fault: what the reader of keys and Textual itself have to say goes into the log."""
        from rich.console import Console

        said = StringIO()
        Console(file=said, width=120).print(*renderables)
        self._return_code = 1
        self._fall(said.getvalue())

    def _fall(self, trace: str) -> None:
        self.bell()
        self.crash_log = write_crash_log(self.services.state_dir, self.services.now(), trace)
        last = trace.strip().splitlines()[-1]
        where = f"log: {self.crash_log}" if self.crash_log else f"no log could be written: {last}"
        self.crash_line = clean(
            f"warband-tui stopped over a fault of its own; all that was done is saved; {where}"
        )
        self._close_messages_no_wait()


def _log_words(path: Path | None) -> str:
    return f"log: {path}" if path else "no log could be written"


def write_crash_log(folder: Path, at: str, trace: str) -> Path | None:
    """Write how the program fell into a file of its own; None when the disk refuses."""
    path = folder / f"crash-{at.replace(':', '')}.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{at}\n{trace}", encoding="utf-8", errors="backslashreplace")
    except OSError:
        return None
    return path


def run_app(services: Services, start: Start | None = None) -> int:
    """Run the program until the player leaves it.

    Args:
        services: the wired parts.
        start: what to open on top of the first screen, as in `lambda app: app.open_battle(3)`.

    Returns:
        The exit code: 0, or 1 after a crash, whose log has been named on standard error.
    """
    app = WarbandApp(services, start=start)
    read_any_bytes()
    try:
        app.run()
    finally:
        services.close()
    if app.crash_line:
        print(app.crash_line, file=sys.stderr)
    return app.return_code or 0


__all__ = ["WarbandApp", "WarbandError", "run_app", "write_crash_log"]
