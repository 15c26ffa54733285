"""What an imported roster would become, and the last word on each of its lines, before it is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key as KeyPressed
from textual.widgets import Input, Static

from warband_tui.campaign.import_preview import MOST_MODELS, USES, ImportPreview, LineChoice, SeenBefore
from warband_tui.campaign.importing import Target, names_taken, preview_for, save, taken_words
from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.import_preview_lines import COLUMNS, about, lines, open_guesses, summary
from warband_tui.store.queries import Queries
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading as TopLine
from warband_tui.widgets.spanning_list import SpanningList

_NEW = "new"
_TARGETS = (Column(least=16), Column(grows=True, style="dim"))


class ImportPreviewScreen(WarbandScreen):
    """The lines of a roster, what is made of each, and Save."""

    CSS_PATH = "import_preview.tcss"
    HEADING = "Import"
    HELP = (
        "What the roster would become. Nothing is saved before Enter; afterwards u undoes it in the campaign."
    )
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "incoming.save",
            "Save",
            "Save the warband as it is shown, in one step.",
            ("enter",),
            "import",
            primary=True,
            undo="undoable",
        ),
        ActionSpec(
            "incoming.use",
            "Use",
            "Take the line for a fighter, for the stash, or leave it out.",
            ("space",),
            "line",
            primary=True,
        ),
        ActionSpec(
            "incoming.models",
            "Models",
            "Say how many models the line has; typing digits on it does the same.",
            ("m",),
            "line",
            primary=True,
        ),
        ActionSpec(
            "incoming.name", "Name", "Give the warband another name.", ("n",), "warband", primary=True
        ),
        ActionSpec(
            "incoming.campaign",
            "Campaign",
            "Choose the campaign that it goes to, or found one.",
            ("c",),
            "warband",
            primary=True,
        ),
        ActionSpec("incoming.player", "Player", "Say whose warband it is.", ("p",), "warband", primary=True),
        ActionSpec("incoming.filter", "Filter", "Find a line by a few letters.", ("slash",), "line"),
    )

    def __init__(
        self,
        shown: ImportPreview,
        seen: Sequence[SeenBefore],
        target: Target,
        saved: Callable[[int], None],
    ) -> None:
        super().__init__()
        self._shown = shown
        self._seen = tuple(seen)
        self._target = target
        self._saved = saved
        self._called = shown.name
        self._player = ""
        self._choices: dict[int, LineChoice] = {}
        self._taken: Collection[str] = ()
        self._typed: tuple[str, str] = ("", "")
        self._saving = False

    def compose(self) -> ComposeResult:
        """Draw the summary, the lines and the place for one of them."""
        yield TopLine("Import", self._shown.name, id="incoming-heading")
        yield Static("", id="incoming-summary", markup=False)
        with Horizontal(id="incoming-body"):
            yield SpanningList(COLUMNS, empty="the roster has no lines", id="incoming-list")
            with VerticalScroll(id="incoming-side", can_focus=False):
                yield Static("", id="incoming-about", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the lines; the cursor stands on the first one that needs an answer."""
        guesses = open_guesses(self._shown, self._choices)
        self._list.focus()
        self._look_for_names()
        self.show(current=f"l{guesses[0]}" if guesses else "")

    def bind_actions(self) -> None:
        """Give the actions their keys. Enter saves although the list would take it as a double click."""
        super().bind_actions()
        bindings = self._bindings.key_to_bindings
        bindings["enter"] = [replace(b, priority=b.id == "incoming.save") for b in bindings.get("enter", ())]

    @property
    def _list(self) -> FilterList:
        return self.query_one(FilterList)

    def show(self, *, current: str = "") -> None:
        """Draw everything anew."""
        shown = self._shown
        game = " ".join(part for part in (shown.game, shown.edition) if part)
        right = " · ".join(part for part in (game, shown.faction_title) if part)
        self.query_one(TopLine).show("Import", self._called, right=right)
        self.query_one("#incoming-summary", Static).update(
            summary(
                shown,
                self._choices,
                name=self._called,
                player=self._player,
                target=self._target,
                seen=self._seen,
                taken=self._taken,
            )
        )
        self._list.show(lines(shown, self._choices), current=current)
        self._tell()
        self.actions_changed()

    def _tell(self) -> None:
        text = about(self._shown, self._choices, self._list.current)
        self.query_one("#incoming-about", Static).update(text)
        self.query_one("#incoming-side").scroll_home(animate=False)

    # The line under the cursor

    @property
    def _place(self) -> int | None:
        row = self._list.current
        return int(row[1:]) if row.startswith("l") else None

    def _choice(self, place: int) -> LineChoice:
        return self._choices.get(place, LineChoice(self._shown.lines[place].use))

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if action_id == "incoming.save" and self._saving:
            return "it is being saved"
        if action_id in ("incoming.use", "incoming.models") and self._place is None:
            return "put the cursor on a line of the roster first"
        if action_id == "incoming.models" and self._choice(self._place or 0).use != "fighter":
            return "only fighters have a number of models; Space takes the line for one"
        return None

    def action_use(self) -> None:
        """Take the line for the next thing."""
        place = self._place
        if place is None:
            return
        now = self._choice(place)
        use = USES[(USES.index(now.use) + 1) % len(USES)]
        self._choices[place] = LineChoice(use, now.models)
        self.show()

    @work(exclusive=True, group="dialog")
    async def action_models(self) -> None:
        """Ask how many models the line has."""
        place = self._place
        if place is None:
            return
        line = self._shown.lines[place]
        value = str(self._choice(place).models or line.models)
        answer = await self.app.push_screen_wait(
            AskText(f"How many models is {line.name}?", value=value, check=_no_models, most=2)
        )
        if answer:
            self._set_models(place, int(answer))

    def _set_models(self, place: int, models: int) -> None:
        self._choices[place] = LineChoice("fighter", models)
        self.show()

    def on_key(self, event: KeyPressed) -> None:
        """Take digits for the number of models of the line under the cursor; a second one goes on."""
        place, digit = self._place, event.character or ""
        in_filter = isinstance(self.focused, Input)
        if len(digit) != 1 or digit not in "0123456789" or place is None or in_filter:
            self._typed = ("", "")
            return
        event.stop()
        if reason := self.disabled_reason("incoming.models"):
            self.shell.say(reason, severity="warning")
            return
        row, before = self._typed
        typed = before + digit if row == self._list.current else digit
        if int(typed) > MOST_MODELS:
            typed = digit
        if int(typed):
            self._typed = (self._list.current, typed)
            self._set_models(place, int(typed))

    # The warband

    @work(exclusive=True, group="dialog")
    async def action_name(self) -> None:
        """Ask for a name."""
        answer = await self.app.push_screen_wait(AskText("What is the warband called?", value=self._called))
        if answer:
            self._called = answer
            self.show()

    @work(exclusive=True, group="dialog")
    async def action_player(self) -> None:
        """Ask for a player."""
        answer = await self.app.push_screen_wait(
            AskText(
                "Whose warband is it?",
                value=self._player,
                hint="a name; empty for nobody's",
                check=lambda _: None,
            )
        )
        if answer is not None:
            self._player = answer
            self.show()

    @work(exclusive=True, group="dialog")
    async def action_campaign(self) -> None:
        """Ask for the campaign."""
        try:
            target = await self._ask_target()
            if target is None:
                return
            shown = await asyncio.to_thread(
                preview_for, self.services.library, self._shown.roster, target.campaign_id
            )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        self._target, self._shown = target, shown
        self._look_for_names()
        self.show()

    def _look_for_names(self) -> None:
        """Note what the warbands of the campaign are called."""
        try:
            self._taken = names_taken(self.services.library, self._target)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")

    async def _ask_target(self) -> Target | None:
        campaigns = [c for c in Queries(self.services.library).campaigns() if not c.archived]
        campaigns.sort(key=lambda c: c.ruleset != self._shown.ruleset)
        rows = [Row(_NEW, ("A new campaign", "found it with this warband"))]
        rows += [Row(str(c.id), (c.name, f"{c.ruleset} {c.edition}")) for c in campaigns]
        current = str(self._target.campaign_id or _NEW)
        picked = await self.app.push_screen_wait(
            Pick("Which campaign does it go to?", rows, columns=_TARGETS, current=current)
        )
        if picked is None:
            return None
        if picked != _NEW:
            return Target(int(picked), next(c.name for c in campaigns if str(c.id) == picked))
        name = await self.app.push_screen_wait(
            AskText("What is the campaign called?", value=f"{self._called}: campaign")
        )
        return Target(None, name) if name else None

    # Saving

    async def action_save(self) -> None:
        """Save the warband; while the filter has the keyboard, Enter gives it back to the list."""
        if isinstance(self.focused, Input):
            self._list.focus()
            return
        self.save()

    @work(exclusive=True, group="save")
    async def save(self) -> None:
        """Save in a thread; what is wrong is one toast, and nothing has been saved then."""
        self._saving = True
        target = self._target
        try:
            warband_id = await asyncio.to_thread(
                save,
                self.services.library,
                self._shown,
                campaign=target.name if target.campaign_id is None else target.campaign_id,
                name=self._called,
                choices=dict(self._choices),
                player=self._player,
                who=self.services.who,
                at=self.services.now(),
            )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        finally:
            self._saving = False
        again = f"; {taken_words(self._called, target)}" if self._called in self._taken else ""
        self.shell.say(
            f"Saved {self._called} in {target.name}{again}", severity="warning" if again else "information"
        )
        self.app.pop_screen()
        self._saved(warband_id)

    def action_filter(self) -> None:
        """Find a line."""
        self._list.open_filter()

    # Messages

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Tell about the line under the cursor."""
        message.stop()
        self._tell()
        self.actions_changed()

    def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """A double click on a line does what Space does; Enter never comes here."""
        message.stop()
        if self._place is not None:
            self.action_use()


def _no_models(text: str) -> str | None:
    fits = text.isascii() and text.isdigit() and 0 < int(text) <= MOST_MODELS
    return None if fits else f"a number from 1 to {MOST_MODELS}"
