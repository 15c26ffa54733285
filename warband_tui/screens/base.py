"""What every screen shares: actions from the registry, reasons when they are not possible, one line of keys.

A screen declares `SPECS` and a method `action_<last part of the id>` for each. Keys run `do`, so that a
disabled action says why instead of doing nothing.
"""

from __future__ import annotations

import inspect
from typing import Any, ClassVar, Protocol, TypeVar, cast, runtime_checkable

from textual.binding import Binding, BindingsMap
from textual.screen import Screen
from textual.widget import Widget

from warband_tui.errors import WarbandError
from warband_tui.registry import APP_SPECS, ActionSpec, Bound, Rebinding, bind, shown_key
from warband_tui.services import Services
from warband_tui.widgets.footer import Key, KeyBar
from warband_tui.widgets.prompt import DONE, PROMPT_KEYS, Prompt

Result = TypeVar("Result")


@runtime_checkable
class Shell(Protocol):
    """What screens may ask of the program."""

    services: Services

    def say(self, text: str, *, severity: str = "information") -> None:
        """Show a toast; the text is literal. `severity` is information, warning or error."""

    def note_fault(self, trace: str) -> str:
        """Write how something fell into a log of its own, and return where it is, in words; nothing ends."""

    async def do_here(self, action_id: str) -> None:
        """Carry out an action of the present screen or of the program, or say why not."""

    def open_home(self) -> None:
        """Go to the first screen."""

    def open_battle(self, battle_id: int) -> None:
        """Open a battle."""

    def open_campaign(self, campaign_id: int) -> None:
        """Open a campaign."""

    def open_warband(self, warband_id: int) -> None:
        """Open a warband."""

    def open_muster(self, campaign_id: int | None = None) -> None:
        """Begin a battle, in a campaign or outside any."""

    def new_warband(self, campaign_id: int) -> None:
        """Begin a warband in a campaign."""

    def open_import(self, campaign_id: int | None = None) -> None:
        """Read a roster from a file, into a campaign if one is given."""

    def open_sample(self, ruleset_id: str = "") -> None:
        """Open the sample campaign of a game, making it if there is none."""

    def deliver(self, text: str, filename: str) -> None:
        """Hand a text to the player as a file, in a browser too; its path is shown."""

    def open_aftermath(self, battle_id: int) -> None:
        """Open what the campaign asks for after a battle."""

    def open_report(self, battle_id: int) -> None:
        """Open the report of a battle."""

    def open_rules(self, rule_id: str = "") -> None:
        """Open the rules, at one of them if its id is given."""

    def open_odds_lab(
        self, ruleset: str = "", form: str = "", query: dict[str, Any] | None = None, name: str = ""
    ) -> None:
        """Open the odds lab, with a query in a column of its own if one is given."""


class WarbandScreen(Screen[None]):
    """A screen whose keys, footer, help and palette come from `SPECS`."""

    SPECS: ClassVar[tuple[ActionSpec, ...]] = ()
    HEADING: ClassVar[str] = ""
    """What help calls the screen."""
    HELP: ClassVar[str] = ""
    """One sentence on what the screen is for; help shows it on top."""

    def on_mount(self) -> None:
        """Give the actions their keys; Textual calls this in every class of the chain."""
        self.bind_actions()
        self.bindings_updated_signal.subscribe(self, lambda _: self._draw_keys())
        self._draw_keys()

    def bind_actions(self) -> None:
        """Give the actions their keys, the player's own first."""
        for bound in self.bound():
            if bound.spec not in APP_SPECS:
                add_bindings(self._bindings, bound, "do")

    @property
    def shell(self) -> Shell:
        """The program, as far as screens may know it."""
        return cast(Shell, self.app)

    @property
    def services(self) -> Services:
        """The library, the games, the clock, the config."""
        return self.shell.services

    def rebinding(self) -> Rebinding:
        """Return the player's keys."""
        return self.services.config.keys

    def bound(self) -> list[Bound]:
        """Return every action that works here with its keys: the screen's own, then the program's."""
        return bind([*self.SPECS, *APP_SPECS], self.rebinding())[0]

    def key_of(self, action_id: str) -> str:
        """Return the first key of an action, empty when it has none."""
        return next((b.keys[0] for b in self.bound() if b.spec.id == action_id and b.keys), "")

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now, None when it is. Called often: it must be cheap."""
        del action_id
        return None

    def actions_changed(self) -> None:
        """Draw the keys again; call it when a `disabled_reason` may have changed."""
        self.refresh_bindings()

    def footer_keys(self) -> tuple[Key, ...]:
        """Return the keys of the footer: primary actions in the order declared, help last."""
        return tuple(
            Key(
                bound.spec.id,
                shown_key(bound.keys[0]),
                bound.spec.label,
                self.disabled_reason(bound.spec.id) or bound.spec.tooltip,
                self.disabled_reason(bound.spec.id) is not None,
            )
            for bound in self.bound()
            if bound.spec.primary and bound.keys
        )

    def help_about(self) -> str:
        """Return what help says on top."""
        return self.HELP

    def _draw_keys(self) -> None:
        asking = any(prompt.asking for prompt in self.query(Prompt))
        for bar in self.query(KeyBar):
            bar.show(PROMPT_KEYS if asking else self.footer_keys())

    def on_prompt_changed(self) -> None:
        """Show the keys of the line that is typed, or those of the screen again."""
        self._draw_keys()

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what was clicked in the footer."""
        message.stop()
        if message.action == DONE:
            self.query_one(Prompt).finish()
            return
        # The second of two quick clicks arrives when the first has gone to another screen.
        if self.app.screen is self:
            await self.shell.do_here(message.action)

    async def action_do(self, action_id: str) -> None:
        """Carry out an action of this screen, or say why not."""
        if reason := self.disabled_reason(action_id):
            self.shell.say(reason, severity="warning")
            return
        spec = next(spec for spec in self.SPECS if spec.id == action_id)
        try:
            await run_method(self, spec)
        except WarbandError as refusal:
            self.shell.say(str(refusal), severity="error")

    def go_back(self) -> bool:
        """Step back inside the screen, if it has a step to take back; the program asks before it leaves."""
        return False

    def toast_spot(self) -> tuple[int, int] | None:
        """Return the column and row at which messages begin, None for where the styles put them."""
        return None

    def wide(self) -> bool:
        """Whether there is room for more side by side."""
        return self.size.width >= 120


def add_bindings(bindings: BindingsMap, bound: Bound, action: str) -> None:
    """Add the keys of an action to a map of bindings of Textual."""
    spec = bound.spec
    for i, key in enumerate(bound.keys):
        bindings.key_to_bindings.setdefault(key, []).append(
            Binding(
                key,
                f"{action}({spec.id!r})",
                spec.label,
                show=spec.primary and i == 0,
                tooltip=spec.tooltip,
                id=spec.id,
                priority=spec.priority and key.startswith("ctrl+"),
            )
        )


async def run_method(owner: Any, spec: ActionSpec) -> None:
    """Run the method of an action, waiting for it when it is a coroutine."""
    result = getattr(owner, spec.method)()
    if inspect.iscoroutine(result):
        await result


def focused_in(widget: Widget) -> bool:
    """Whether the keyboard is in a widget or in something inside it."""
    return widget.has_focus or widget.has_focus_within
