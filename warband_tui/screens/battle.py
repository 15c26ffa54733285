"""The battle screen: both sides, what may be done, the odds, the dice, the log."""

from __future__ import annotations

import gc
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key as KeyEvent

from warband_tui.campaign.action_form import last_target
from warband_tui.campaign.battle_keys import KeyPlan, key_plan
from warband_tui.campaign.battle_log import LogBook
from warband_tui.campaign.battle_view import BattleView, Seen, battle_view
from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.registry import APP_SPECS, ActionSpec
from warband_tui.rules.ruleset import Option
from warband_tui.rules.state import BattleState
from warband_tui.screens.battle_foresight import TALL, Foresight
from warband_tui.screens.battle_guide import GuideActs, GuideMode
from warband_tui.screens.battle_log_acts import LogActs
from warband_tui.screens.battle_modes import Explained, Mode, Windowed
from warband_tui.screens.battle_panel import first_keys, idle_lines, keys_when_over
from warband_tui.screens.battle_specs import BATTLE_SPECS
from warband_tui.screens.moded import ModedScreen
from warband_tui.store.journal import Journal
from warband_tui.widgets.action_panel import ActionPanel, rows_of_offers
from warband_tui.widgets.footer import Key, KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.lines import LinesView
from warband_tui.widgets.log_view import LogView
from warband_tui.widgets.prompt import DONE, Prompt
from warband_tui.widgets.roster import Rosters, SideHeads

FEW_ENTRIES = 300
"""A battle of no more entries opens at once; a longer one in a thread of its own."""

AIRY = 36
"""From this height on there are empty lines between the parts; from `TALL` on more lines of actions."""

LEAST_ROSTER = 4
"""The rosters give lines to a panel that needs them, down to so many."""

LEAST_LOG = 4
"""In a log of fewer lines no message covers any of them."""

SPLIT = 150
"""From this width on the log stands beside the panel."""


class BattleScreen(LogActs, GuideActs, Foresight, ModedScreen):
    """One battle."""

    CSS_PATH = "battle.tcss"
    HEADING = "Battle"
    HELP = "Play a battle: the cursor is on a unit, and a key does something with it."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = BATTLE_SPECS

    def __init__(self, battle_id: int) -> None:
        self.battle_id = battle_id
        self.session: PlaySession | None = None
        self.book: LogBook | None = None
        self.view: BattleView | None = None
        self.plan = KeyPlan({}, {})
        self.mode: Mode | None = None
        self.cursor = ""
        self.everything = False
        self._options: tuple[BattleState | None, dict[str, list[Option]]] = (None, {})
        self._told: tuple[bool, bool, str] | None = None
        self._seen: Seen | None = None
        super().__init__()

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Heading(id="battle-heading")
        yield SideHeads(id="battle-heads")
        yield Rosters(id="battle-rosters")
        with Container(id="battle-lower"):
            yield ActionPanel(id="battle-panel")
            yield LogView(id="battle-log")
        yield Prompt(id="battle-prompt")
        yield KeyBar()

    # Opening and keeping up

    def on_mount(self) -> None:
        """Open the battle, at once if it is short."""
        self.query_one(Rosters).focus()
        try:
            short = self.services.is_open and self._entries() <= FEW_ENTRIES
            if short:
                self.begin(*self._read())
                return
        except WarbandError as error:
            self.gone(str(error))
            return
        self.query_one(Heading).show("reading the battle…")
        self._read_aside()

    def _entries(self) -> int:
        return Journal(self.services.library).latest_seq(self.battle_id)

    def _read(self) -> tuple[PlaySession, LogBook]:
        services = self.services
        session = PlaySession.open(
            services.library, self.battle_id, now=services.now, rulesets=services.ruleset
        )
        return session, LogBook(session.battle)

    @work(thread=True, exclusive=True)
    def _read_aside(self) -> None:
        try:
            session, book = self._read()
        except WarbandError as error:
            self.app.call_from_thread(self.gone, str(error))
        else:
            self.app.call_from_thread(self.begin, session, book)

    def gone(self, why: str) -> None:
        """Say that the battle cannot be opened."""
        if not self.is_attached:
            return
        self.query_one(Heading).show("this battle cannot be opened")
        self.shell.say(why, severity="error")

    def begin(self, session: PlaySession, book: LogBook) -> None:
        """Show a battle that has been read, unless the player has left meanwhile."""
        if not self.is_attached:
            return
        self.session, self.book = session, book
        # What is loaded by now stays. Looking all of it through for garbage, every few dozen acts, would make
        # one of them take several times as long as the others.
        gc.freeze()
        # A capital of the program's gives way here: it takes a counter away, and the palette has the rest.
        reserved = {
            key
            for bound in self.bound()
            for key in bound.keys
            if bound.spec not in APP_SPECS or not (len(key) == 1 and key.isupper())
        }
        self.plan = key_plan(session.ruleset, reserved)
        state = session.state
        first = (
            state.active
            or session.ruleset.next_up(state)
            or next((u.id for u in state.ready(state.to_act or next(iter(state.sides)))), "")
        )
        self.cursor = first or next(iter(state.units), "")
        self.foresee(at_once=True)
        self.redraw()
        self.set_interval(1.0, self.keep_up)

    def on_unmount(self) -> None:
        """Let the battle be collected."""
        gc.unfreeze()

    def keep_up(self) -> None:
        """Take in what another window has written."""
        if self.session is None:
            return
        try:
            found = self.session.refresh()
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        if found:
            self.leave_mode(redraw=False)
            self.redraw()
            self.shell.say(f"another window: {found[-1].text}")

    def on_screen_resume(self) -> None:
        """Look again after another screen was on top, which may have acted in this battle."""
        self.keep_up()
        if self.session is not None and self._seen and self._seen.state is not self.session.state:
            self.leave_mode(redraw=False)
            self.redraw()

    # Drawing

    def toast_spot(self) -> tuple[int, int]:
        """Return where messages begin: over the oldest lines of the log in sight, or over the heading."""
        log = self.query_one(LogView).region
        return (log.x, log.y) if log.height >= LEAST_LOG else (0, 0)

    def redraw(self) -> None:
        """Draw everything that has changed."""
        if self.session is None or self.book is None:
            return
        self.book.catch_up()
        session = self.session
        before, state = self._seen, session.state
        self.view = battle_view(session.heading, session.ruleset, state, self.book.losses, before)
        self._seen = Seen(state, self.view)
        if self.cursor not in session.state.units:
            self.cursor = next(iter(session.state.units), "")
        self.foresee()
        self.follow_guide()
        self.query_one(Heading).show(*self.view.path, right=self.view.standing)
        self.query_one(LogView).show(self.book.lines(everything=self.everything), first_keys(self, session))
        self.mode_changed()

    def mode_changed(self) -> None:
        """Draw the rosters and the panel: the cursor, the mode or the battle has changed."""
        if self.view is None:
            return
        rosters = self.query_one(Rosters)
        hints, offered = (self.mode.hints(), self.mode.offered()) if self.mode else (None, "")
        rosters.show(self.view, self.cursor, hints, offered)
        self.query_one(SideHeads).show(self.view, rosters.place[0], self.soon)
        self._draw_panel()
        battle = self.session.battle if self.session else None
        told = (battle.can_undo > 0, battle.can_redo > 0, battle.state.ended) if battle else None
        if self.mode is not None or told != self._told:
            # Not with each move of the cursor: drawing the keys costs more than drawing the cursor.
            self._told = told if self.mode is None else None
            self.actions_changed()

    def _draw_panel(self) -> None:
        panel = self.query_one(ActionPanel)
        width = max(20, self._panel_width())
        room = self._arrange()
        split = self.has_class("-split")
        prompt = self.query_one(Prompt)
        asked = self.mode is not None and prompt.asking
        if self.mode is not None:
            lines = self.mode.lines(width)
            if asked:
                # Enter is the line's now.
                lines = [line for line in lines if all(span.link != "enter" for span in line)]
                lines.append(prompt.told())
            if not split and len(lines) > room and not self.mode.hints():
                room += self._shrink_rosters(len(lines) - room)
            wanted = room if split else min(len(lines), room)
            if isinstance(self.mode, Windowed):
                lines = self.mode.window(width, wanted) or lines
        else:
            wanted = room if split else min(room, self._idle_height())
            lines = idle_lines(self, width, wanted)
        if panel.styles.height is None or panel.styles.height.value != wanted:
            panel.styles.height = wanted
        panel.set_lines(lines)
        if self.mode is not None:
            panel.show_line(len(lines) - 1 if asked else self.mode.cursor_line())

    def _idle_height(self) -> int:
        """Return how many lines the panel has at rest: the same for every unit, so that nothing jumps."""
        order = 1 if self.view is not None and self.view.order else 0
        if self.session is None or self.size.height < TALL:
            return 4 + order
        count = sum(1 for d in self.session.ruleset.actions if d.by_unit)
        return 3 + order + min(5, rows_of_offers(count, self._panel_width()))

    def _panel_width(self) -> int:
        return self.size.width // 2 if self.size.width >= SPLIT else self.size.width

    def _arrange(self) -> int:
        """Share the height out, and return how many lines the panel may have."""
        height, split = self.size.height, self.size.width >= SPLIT
        rosters = self.query_one(Rosters)
        self.set_class(height >= AIRY, "-airy")
        self.set_class(self.soon is not None, "-foreseen")
        heads = 2 if self.soon is None else 3
        spare = height - 1 - heads - 1 - (3 if height >= AIRY else 0)
        least = 0 if split else 4
        most = max(4, spare - self._idle_height() - least)
        wanted = min(rosters.rows_needed, most)
        if rosters.styles.height is None or rosters.styles.height.value != wanted:
            rosters.styles.height = wanted
        self.set_class(split, "-split")
        return max(4, spare - wanted)

    def _shrink_rosters(self, by: int) -> int:
        """Take lines from the rosters for a panel that needs them, and return how many."""
        rosters = self.query_one(Rosters)
        height = rosters.styles.height
        before = int(height.value) if height is not None else 0
        after = max(min(LEAST_ROSTER, before), before - by)
        rosters.styles.height = after
        self.call_after_refresh(rosters.show_line, rosters.place[1])
        return before - after

    def on_resize(self) -> None:
        """Share the room out anew."""
        self.call_after_refresh(self.mode_changed)

    def options(self) -> list[Option]:
        """Return the actions of the unit under the cursor; read once a change."""
        if self.session is None or not self.cursor:
            return []
        state = self.session.state
        if self._options[0] is not state:
            self._options = (state, {})
        known = self._options[1]
        if self.cursor not in known:
            known[self.cursor] = self.session.ruleset.options(state, self.cursor)
        return known[self.cursor]

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if self.session is None:
            return "the battle is not open"
        if action_id == "battle.undo" and not self.session.battle.can_undo:
            return "nothing has been done yet"
        if action_id == "battle.redo" and not self.session.battle.can_redo:
            return "nothing has been undone"
        if action_id == "battle.aftermath" and not self.session.state.ended:
            return "the battle is not over yet"
        return None

    def footer_keys(self) -> tuple[Key, ...]:
        """Return the keys of the footer; those of a battle that is over when it is."""
        keys = super().footer_keys()
        if self.mode is not None or self.session is None or not self.session.state.ended:
            return keys
        return keys_when_over(self.bound(), keys)

    def help_about(self) -> str:
        """Return what the keys of the mode do, else what the screen is for."""
        return self.mode.about() if isinstance(self.mode, Explained) else super().help_about()

    # Keys and clicks

    def on_prompt_changed(self) -> None:
        """Show what is typed in the panel too, where an action asks for it."""
        if self.mode is not None:
            self._draw_panel()

    def on_key(self, event: KeyEvent) -> None:
        """Give a key to the mode, else to what the game declares for it."""
        if self.session is None or self.query_one(Prompt).asking:
            return
        if self.mode is not None:
            if self.mode.press(event.key, event.character):
                event.stop()
                event.prevent_default()
                return
            if self.mode is not None:
                return
        if event.character and self.query_one(Rosters).has_focus and self.press_game_key(event.character):
            event.stop()
            event.prevent_default()

    def on_rosters_moved(self, message: Rosters.Moved) -> None:
        """Follow the cursor."""
        message.stop()
        self.go_to(message.unit)

    def on_rosters_crossed(self, message: Rosters.Crossed) -> None:
        """Go to another side: to its acting unit, to whom this one aimed at last, or straight across."""
        message.stop()
        if self.view is None or self.session is None:
            return
        sides = self.view.rows
        at = (self.query_one(Rosters).place[0] + message.by) % len(sides)
        rows = sides[at]
        if not rows:
            return
        ids = {row.id for row in rows}
        here = self.session.state.units.get(self.cursor)
        aimed = last_target(self.session, here.id, here.side) if here and here.acting else ""
        wanted = next((u for u in (self.session.state.active, aimed) if u in ids), "")
        self.go_to(wanted or rows[min(message.row, len(rows) - 1)].id)

    def go_to(self, unit: str) -> None:
        """Put the cursor on a unit."""
        self.cursor = unit
        self.mode_changed()

    def on_lines_view_pressed(self, message: LinesView.Pressed) -> None:
        """Do what was clicked."""
        message.stop()
        if message.link == DONE:
            self.query_one(Prompt).finish()
        elif message.link == "app.back":
            self.go_back()
        elif self.mode is not None and isinstance(message.view, ActionPanel | Rosters):
            self.mode.click(message.link)
        else:
            self.press_link(message.link, message.double)

    def go_back(self) -> bool:
        """Leave what one is in the middle of: the line of text, the mode, the log."""
        prompt = self.query_one(Prompt)
        if prompt.asking:
            prompt.leave()
        elif self.mode is not None:
            if isinstance(self.mode, GuideMode):
                self.set_aside()
            self.leave_mode()
        elif self.query_one(LogView).has_focus:
            self.query_one(Rosters).focus()
        else:
            return False
        return True
