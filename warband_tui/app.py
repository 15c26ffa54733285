"""The Textual app: it owns the stack of screens, the looks, and the actions that work everywhere."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Literal, cast

from rich.segment import Segment, Segments
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen

from warband_tui.errors import WarbandError
from warband_tui.registry import APP_SPECS, ActionSpec, bind
from warband_tui.reports.literal import clean
from warband_tui.screens.base import WarbandScreen, add_bindings, run_method
from warband_tui.screens.too_small import TooSmall, is_too_small
from warband_tui.services import Services
from warband_tui.theme import DEFAULT, OWN

Start = Callable[["WarbandApp"], None]
"""What to open first, on top of the first screen."""

Severity = Literal["information", "warning", "error"]

_SCREENS = {
    "battle": "BattleScreen",
    "campaign": "CampaignScreen",
    "warband": "WarbandRosterScreen",
    "muster": "MusterScreen",
    "aftermath": "AftermathScreen",
    "report": "ReportScreen",
    "rules": "RulesScreen",
    "doctor": "DoctorScreen",
}
"""Module in `warband_tui.screens` -> class. Each is imported when it is first opened."""


class WarbandApp(App[None], inherit_bindings=False):
    """The program."""

    TITLE = "Warband"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    SPECS: ClassVar[tuple[ActionSpec, ...]] = APP_SPECS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "help_quit", show=False, system=True)]

    def __init__(self, services: Services, *, start: Start | None = None) -> None:
        self.services = services
        self.crash_log: Path | None = None
        self._start = start
        self._leaving = False
        super().__init__()
        for bound in bind(APP_SPECS, services.config.keys)[0]:
            add_bindings(self._bindings, bound, "app.do")

    def get_default_screen(self) -> Screen[Any]:
        """Return the first screen."""
        from warband_tui.screens.home import HomeScreen

        return HomeScreen()

    def on_mount(self) -> None:
        """Put the look on, open what was asked for, tell what is wrong with the config."""
        for theme in OWN:
            self.register_theme(theme)
        wanted = self.services.config.theme
        self.theme = wanted if wanted in self.available_themes else DEFAULT
        if self._start is not None:
            self._start(self)
        for problem in self.services.problems:
            self.say(problem.text, severity="warning")

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
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def say(self, text: str, *, severity: str = "information") -> None:
        """Show a toast; the text is literal."""
        self.notify(text, severity=cast(Severity, severity))

    # Going

    def open_home(self) -> None:
        """Go to the first screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def open_battle(self, battle_id: int) -> None:
        """Open a battle."""
        self._open("battle", battle_id)

    def open_campaign(self, campaign_id: int) -> None:
        """Open a campaign."""
        self._open("campaign", campaign_id)

    def open_warband(self, warband_id: int) -> None:
        """Open a warband."""
        self._open("warband", warband_id)

    def open_muster(self, campaign_id: int | None = None) -> None:
        """Begin a battle, in a campaign or outside any."""
        self._open("muster", campaign_id)

    def open_aftermath(self, battle_id: int) -> None:
        """Open what the campaign asks for after a battle."""
        self._open("aftermath", battle_id)

    def open_report(self, battle_id: int) -> None:
        """Open the report of a battle."""
        self._open("report", battle_id)

    def open_rules(self, rule_id: str = "") -> None:
        """Open the rules, at one of them if its id is given."""
        self._open("rules", rule_id)

    def _open(self, name: str, *args: object) -> None:
        module = importlib.import_module(f"warband_tui.screens.{name}")
        screen: Screen[Any] = getattr(module, _SCREENS[name])(*args)
        self.push_screen(screen)

    # Doing

    async def action_do(self, action_id: str) -> None:
        """Carry out an action of the program."""
        await run_method(self, next(spec for spec in APP_SPECS if spec.id == action_id))

    async def do_here(self, action_id: str) -> None:
        """Carry out an action of the present screen or of the program, or say why not."""
        if any(spec.id == action_id for spec in APP_SPECS):
            await self.action_do(action_id)
        elif isinstance(self.screen, WarbandScreen):
            await self.screen.action_do(action_id)

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

    def _fatal_error(self) -> None:
        """Write a log of the crash and leave one line that names it."""
        self.bell()
        self.crash_log = write_crash_log(self.services.state_dir, self.services.now())
        line = "warband-tui stopped over a fault of its own; what was done is saved. "
        line += (
            f"Log: {self.crash_log}" if self.crash_log else traceback.format_exc().strip().splitlines()[-1]
        )
        self._exit_renderables.append(Segments([Segment(clean(line))]))
        self._close_messages_no_wait()


def write_crash_log(folder: Path, at: str) -> Path | None:
    """Write the exception being handled into a file of its own; None when the disk refuses."""
    path = folder / f"crash-{at.replace(':', '')}.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{at}\n{traceback.format_exc()}", encoding="utf-8")
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
    try:
        app.run()
    finally:
        services.close()
    return app.return_code or 0


__all__ = ["WarbandApp", "WarbandError", "run_app", "write_crash_log"]
