"""The acts of the battle screen: what its keys do to the battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from warband_tui.campaign.action_form import definition_of, form_of
from warband_tui.campaign.battle_keys import KeyPlan
from warband_tui.campaign.battle_log import LogBook
from warband_tui.campaign.battle_view import BattleView
from warband_tui.campaign.open_places import leads_somewhere
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.preparing import Preparation
from warband_tui.registry import shown_key
from warband_tui.rules.entries import Entry
from warband_tui.rules.ruleset import Option
from warband_tui.screens.battle_menus import action_items, state_items
from warband_tui.screens.battle_modes import FindMode, MenuMode, Mode, Picking
from warband_tui.screens.battle_prepare import PrepareMode
from warband_tui.widgets.action_panel import MenuItem, about_unit
from warband_tui.widgets.log_view import LogView
from warband_tui.widgets.prompt import Prompt
from warband_tui.widgets.roster import Rosters

if TYPE_CHECKING:
    from warband_tui.screens.moded import ModedScreen as _Base
else:
    _Base = object


ROLLS = "r"
"""What rolls in the form of an action."""


class BattleActs(_Base):
    """What the keys do. The screen itself draws."""

    battle_id: int
    session: PlaySession | None
    book: LogBook | None
    view: BattleView | None
    plan: KeyPlan
    mode: Mode | None
    cursor: str
    everything: bool
    _passing: tuple[int, str] | None = None
    """Turn and unit that the next key passes, once the player has been told."""

    if TYPE_CHECKING:

        def redraw(self) -> None:
            """Draw everything that has changed."""

        def mode_changed(self) -> None:
            """Draw the rosters and the panel."""

        def options(self) -> list[Option]:
            """Return the actions of the unit under the cursor."""

        def go_to(self, unit: str) -> None:
            """Put the cursor on a unit."""

        def open_entry(self, seq: int) -> None:
            """Show everything about an entry."""

        def follow_guide(self) -> None:
            """Make the panel the guide where the game has one."""

        def action_forecast(self) -> None:
            """Show what becomes of each side, or hide it."""

    # Doing and failing

    def start(
        self,
        do: str,
        values: Mapping[str, Any] | None = None,
        *,
        option: Option | None = None,
        at_once: bool = True,
    ) -> None:
        """Begin an action; with nothing to ask it is done when this returns.

        Args:
            do: the name of the action.
            values: fields that are known.
            option: the unit's option, where it has one.
            at_once: do it without a look at its other fields when they may be left out.
        """
        if self.session is None:
            return
        prep = Preparation(
            self.session,
            definition_of(self.session, do),
            unit=self.cursor if option is not None else "",
            option=option,
            values=values,
        )
        mode = PrepareMode(self, prep, at_once=at_once)
        self.mode = mode
        mode.begin()

    def commit(self, prep: Preparation) -> None:
        """Write an action down and leave the mode."""
        self.leave_mode(redraw=False)
        if self.session is None:
            return
        turn = self.session.state.turn
        if self.write(lambda session: session.keep(prep.final())) is None:
            return
        state = self.session.state
        # A new turn, or an action that used the activation up, leaves nobody acting: on to who is next.
        if not state.active and not state.ended and (state.turn != turn or prep.option is not None):
            self.to_next_ready()

    def write(self, act: Callable[[PlaySession], Entry]) -> Entry | None:
        """Carry out an act, telling the player when it does not work."""
        if self.session is None:
            return None
        try:
            return self.attempt(self.session, act)
        finally:
            self.redraw()

    def leave_mode(self, *, redraw: bool = True) -> None:
        """Go back to the rosters."""
        if self.mode is not None:
            self.mode = None
            if redraw:
                self.follow_guide()
                self.mode_changed()

    def ask_text(self, label: str, done: Callable[[str], None], *, text: str = "") -> None:
        """Ask for a line of text."""
        back = self.focused if isinstance(self.focused, LogView) else self.query_one(Rosters)
        self.query_one(Prompt).ask(label, done, text=text, back=back)

    def action_board(self) -> None:
        """Open the board, at the unit under the cursor."""
        from warband_tui.screens.board import BoardScreen

        if self.session is not None:
            self.leave_mode()
            self.app.push_screen(BoardScreen(self.session, self.cursor))

    def pick_spot(self, prep: Preparation, picking: Picking) -> None:
        """Have a place picked on the board."""
        from warband_tui.screens.board import BoardScreen

        self.app.push_screen(BoardScreen(prep.session, picking.unit or prep.unit or self.cursor, picking))

    def show_rule(self, rule_id: str) -> None:
        """Open the rules at one of them."""
        self.shell.open_rules(rule_id)

    def warn(self, text: str) -> None:
        """Say what is wrong."""
        self.shell.say(text, severity="warning")

    # What the game declares

    def press_game_key(self, character: str) -> bool:
        """Do what the game has for a key: an action of the unit, or a counter; a capital takes away."""
        options = self.options()
        keys = self.plan.of_options(options)
        if self.session is not None and character in keys:
            option = options[keys.index(character)]
            # The key that rolls in a form may be pressed once too often: it moves nobody at once.
            stray = character == ROLLS and leads_somewhere(definition_of(self.session, option.do).action)
            self.start(option.do, option=option, at_once=not stray)
            return True
        for counter, key in self.plan.counters.items():
            if character in (key, key.upper()):
                self.change_counter(counter, 1 if character == key else -1)
                return True
        return False

    def change_counter(self, counter_id: str, by: int) -> None:
        """Add to a counter of the unit under the cursor, or of its side."""
        if self.session is None:
            return
        spec = next(c for c in self.session.ruleset.counters if c.id == counter_id)
        on = self.cursor if spec.on == "unit" else self.session.state.unit(self.cursor).side
        self.start("mark", {"on": on, "counter": counter_id, "by": by})

    def press_link(self, link: str, double: bool) -> None:
        """Do what was clicked outside a mode."""
        kind, _, rest = link.partition(":")
        if kind == "unit":
            self.query_one(Rosters).focus()
            self.go_to(rest)
            if double:
                self.action_act()
        elif kind == "entry":
            log = self.query_one(LogView)
            log.focus()
            log.go_to_entry(int(rest))
            if double:
                self.open_entry(int(rest))
        elif kind == "offer":
            option = self.options()[int(rest)]
            self.start(option.do, option=option)
        elif kind == "counter":
            name, _, by = rest.rpartition(":")
            self.change_counter(name, int(by))
        elif kind == "menu":
            (self.action_act if rest == "act" else self.action_states)()
        elif kind == "do":
            {
                "lose": self.action_lose,
                "report": self.action_report,
                "aftermath": self.action_aftermath,
                "forecast": self.action_forecast,
            }[rest]()

    # Actions of the registry

    def action_act(self) -> None:
        """List the unit's actions, allowed or not, and those that keep the books."""
        if self.session is None or not self.cursor:
            return
        options = self.options()
        screen = {
            b.spec.id: shown_key(b.keys[0]) for b in self.bound() if b.keys and len(shown_key(b.keys[0])) == 1
        }
        items = action_items(options, self.plan.of_options(options), self.session.ruleset, screen)
        row = self.view.row(self.cursor) if self.view else None
        name = self.session.state.unit(self.cursor).name
        self.mode = MenuMode(self, f"{name}: what?", items, self._picked, about_unit(row) if row else "")
        self.mode_changed()

    def _picked(self, item: MenuItem) -> None:
        kind, _, rest = item.id.partition(":")
        if kind == "option":
            option = self.options()[int(rest)]
            self.start(option.do, option=option, at_once=False)
        else:
            self.start(rest, self._known(rest), at_once=False)

    def _known(self, do: str) -> dict[str, Any]:
        """Fill in what the cursor says: the unit, its side, the newest entry."""
        if self.session is None:
            return {}
        line = self.query_one(LogView).chosen
        side = self.session.state.unit(self.cursor).side
        known: dict[str, Any] = {}
        for info in form_of(definition_of(self.session, do).action):
            if info.required and info.kind in {"unit", "anyone"}:
                # The cursor says who acts; with whom is another question.
                if self.cursor not in known.values():
                    known[info.name] = self.cursor
            elif info.required and info.kind == "side":
                known[info.name] = side
            elif info.kind == "entry" and line is not None:
                known[info.name] = line.seq
        return known

    def action_states(self) -> None:
        """List conditions and counters to set."""
        if self.session is None or not self.cursor:
            return
        unit = self.session.state.unit(self.cursor)
        self.mode = MenuMode(self, f"{unit.name}: states", state_items(self.session, unit), self._set_state)
        self.mode_changed()

    def _set_state(self, item: MenuItem) -> None:
        kind, on, name, *rest = item.id.split(":")
        if kind == "condition":
            self.start("condition", {"on": on, "condition": name, "clear": rest == ["clear"]})
            return

        def set_to(text: str) -> None:
            if text.strip():
                self.start("mark", {"on": on, "counter": name, "to": text.strip()})

        self.ask_text(f"{item.label} is now", set_to)

    def action_next(self) -> None:
        """End the activation, and go to the next unit that is ready; ask once before one passes that did nothing."""
        if self.session is None:
            return
        state = self.session.state
        if self._untouched() and self._passing != (state.turn, self.cursor):
            self._passing = (state.turn, self.cursor)
            key = shown_key(self.key_of("battle.next"))
            self.warn(f"{key} again passes {state.unit(self.cursor).name} without acting")
            return
        self._passing = None
        before = len(self.session.battle.entries)
        self.start("end", {"unit": self.session.state.active or self.cursor})
        if len(self.session.battle.entries) > before:
            self.to_next_ready()

    def _untouched(self) -> bool:
        """Whether nothing has been done with the unit under the cursor that might act now.

        What was put down last counts when it was about the unit: the player is busy with it.
        """
        if self.session is None or not self.cursor:
            return False
        state = self.session.state
        if state.active or state.unit(self.cursor) not in state.ready(state.unit(self.cursor).side):
            return False
        last = self.session.battle.entries[-1].action if self.session.battle.entries else {}
        return self.cursor not in (last.get("on"), last.get("unit"))

    def to_next_ready(self) -> None:
        """Put the cursor on the unit that is next, or on the next ready one of the side whose go it is."""
        if self.session is None:
            return
        state = self.session.state
        fixed = self.session.ruleset.next_up(state)
        if fixed:
            self.go_to(fixed)
            return
        side = state.to_act or state.first
        ready = state.ready(side) if side in state.sides else []
        if not ready:
            noun = self.session.ruleset.nouns.turn
            self.shell.say(
                f"everybody has acted: {shown_key(self.key_of('battle.turn'))} begins the next {noun}"
            )
            return
        order = [unit.id for unit in state.of_side(side)]
        acted = [order.index(u.id) for u in state.of_side(side) if state.has_acted(u)]
        after = max(acted, default=-1)
        later = [unit.id for unit in ready if order.index(unit.id) > after]
        self.go_to(later[0] if later else ready[0].id)

    def action_turn(self) -> None:
        """Finish this turn and begin the next."""
        self.start("turn")

    def action_dice(self) -> None:
        """Roll some dice for anything."""
        self.start("roll")

    def action_lose(self) -> None:
        """Take a model of the unit off the table."""
        if self.session is None:
            return
        state = self.session.state
        by = (
            state.active
            if state.active and state.unit(state.active).side != state.unit(self.cursor).side
            else ""
        )
        self.start("lose", {"unit": self.cursor, "by": by})

    def action_restore(self) -> None:
        """Put a model of the unit back."""
        self.start("restore", {"unit": self.cursor})

    def action_find(self) -> None:
        """Go to any unit by a letter."""
        if self.session is not None:
            self.mode = FindMode(self, list(self.session.state.units), self.go_to)
            self.mode_changed()

    def action_finish(self) -> None:
        """End the battle: who won?"""
        if self.session is None:
            return
        sides = [
            MenuItem(side.id, f"{side.name} won", side.player) for side in self.session.state.sides.values()
        ]
        items = [*sides, MenuItem("", "nobody won", "a draw, or no result")]
        self.mode = MenuMode(self, "The battle is over:", items, self._finish)
        self.mode_changed()

    def _finish(self, item: MenuItem) -> None:
        if self.session is None:
            return
        self.start("finish", {"winner": item.id})
        if self.session.state.ended:
            self.shell.say(f"The battle is over. {shown_key(self.key_of('battle.undo'))} takes that back.")
            self.action_report()

    def action_report(self) -> None:
        """Open the report."""
        self.shell.open_report(self.battle_id)

    def action_aftermath(self) -> None:
        """Open what the campaign asks for after the battle."""
        self.shell.open_aftermath(self.battle_id)
