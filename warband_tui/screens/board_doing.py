"""What the board screen does to the battle: taking moves, placing, laying another board, undoing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual import work

from warband_tui.campaign.action_form import definition_of
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.preparing import Preparation
from warband_tui.errors import WarbandError
from warband_tui.registry import shown_key
from warband_tui.rules.entries import Entry
from warband_tui.rules.ruleset import Option
from warband_tui.screens.battle_modes import Picking
from warband_tui.screens.battle_prepare import PrepareMode
from warband_tui.screens.board_holding import BoardHolding
from warband_tui.screens.board_laying import ask_board
from warband_tui.widgets.board_view import BoardView
from warband_tui.widgets.prompt import Prompt


class BoardDoing(BoardHolding):
    """The acts that change the battle."""

    if TYPE_CHECKING:

        def state_changed(self) -> None:
            """Look at everything anew."""

        def unit_changed(self) -> None:
            """Look at the unit anew."""

        def place_changed(self) -> None:
            """Draw the cursor and what is told of its place."""

        def panel_changed(self) -> None:
            """Draw the panel."""

        def zoomed(self) -> None:
            """Draw at another zoom."""

        def ask_bands(self) -> None:
            """Ask where the unit can get to."""

        def mode_picked(self) -> None:
            """Draw the bands of another way of moving."""

        def choose(self, unit: str) -> None:
            """Select a unit and go to it."""

        def action_select(self) -> None:
            """Select the unit under the cursor."""

    # Doing

    def action_take(self) -> None:
        """Take the move to the cursor; while setting up, put the unit here."""
        if self.picking is not None:
            self._pick(self.picking)
        elif self.session.state.ended:
            self.warn(f"the battle is over; {shown_key(self.key_of('board.undo'))} takes that back")
        elif self.placing:
            self._place()
        elif not self.unit:
            self.action_select()
        else:
            self._plain_move()
            self.taking = self.meant()
            self.take_if_known()
            if self.taking is not None:
                self.panel_changed()

    def _pick(self, picking: Picking) -> None:
        """Hand over the place that was asked for; one that the rules refuse only when it is taken twice."""
        spot = self.spot()
        why = self.why_not_picked(spot)
        if why and self.insisted != spot:
            self.insisted = spot
            self.warn(f"{why}; Enter again takes it all the same")
            return
        self.dismiss()
        picking.done(spot)

    def meant(self) -> object:
        """Return what Enter would be pressed for now, to be compared: another one is not what was meant."""
        return self.unit, self.spot(), self.via, self.looking, self.template

    def waiting(self) -> bool:
        """Whether what comes of the cursor's place is still being worked out."""
        return not self.modes_known or (self.here is None and self.here_asked() is not None)

    def take_if_known(self) -> None:
        """Take the move for which Enter was pressed, as soon as it is known what comes of it."""
        if self.taking is None or self.waiting():
            return
        self.taking = None
        if self.mode is not None or not self.is_current or self.query_one(Prompt).asking:
            return
        trace = self.here.trace if self.here is not None else None
        if trace is None:
            failed = self.here.failed if self.here is not None else ""
            self.warn(failed or self.idle_reason() or "there is no way of moving to take: m picks one")
        elif not trace.action:
            self.warn(trace.why or "nothing comes of that")
        elif self.stays(trace):
            self.warn(f"{self.session.state.unit(self.unit).name} stands here; put the cursor elsewhere")
        else:
            self.start(trace.action)

    def _plain_move(self) -> None:
        """Put away what is looked at: Enter means the move."""
        if self.template is not None or self.looking:
            self.template, self.looking = None, False
            self.place_changed()

    def start(self, action: Mapping[str, Any]) -> None:
        """Begin an action in the form of a script; with nothing to ask it is done when this returns."""
        values = {name: value for name, value in action.items() if name != "do"}
        do = str(action["do"])
        unit = str(values.get("unit", ""))
        prep = Preparation(
            self.session,
            definition_of(self.session, do),
            unit=unit,
            option=self._option(do, unit, values),
            values=values,
        )
        self.mode = PrepareMode(self, prep, at_once=True)
        self.mode.begin()

    def _option(self, do: str, unit: str, values: Mapping[str, Any]) -> Option | None:
        if not unit:
            return None
        for option in self.session.ruleset.options(self.session.state, unit):
            if option.do == do and all(values.get(n) == value for n, value in option.preset.items()):
                return option
        return None

    def _place(self) -> None:
        state, picture = self.session.state, self.picture
        if picture is None:
            return
        unit = state.unit(self.placing)
        put = self.put(picture)
        if not put.spots:
            return
        before = len(self.session.battle.entries)
        self.start({"do": "place", "unit": unit.id, "at": [list(spot) for spot in put.spots]})
        if len(self.session.battle.entries) == before:
            return
        if put.why:
            self.warn(f"{unit.name}: {put.why}; {shown_key(self.key_of('board.undo'))} takes it back")
        waiting = self.picture.waiting if self.picture is not None else ()
        own = [w for w in waiting if state.unit(w).side == unit.side]
        self.placing = next(iter([*own, *waiting]), "")
        self.unit = unit.id if not self.placing else self.unit
        self.unit_changed()

    def action_deploy(self) -> None:
        """Put a unit on the board: the first press picks it up, the next puts it down at the cursor."""
        if self.placing:
            self._place()
            return
        waiting = self.picture.waiting if self.picture is not None else ()
        wanted = self.unit or next(iter(waiting), "")
        if not wanted:
            self.warn("everybody is on the board; Tab goes to somebody, then d mends where they stand")
            return
        self.placing = wanted
        self.unit_changed()

    def action_remove(self) -> None:
        """Take the unit off the board."""
        self.start({"do": "place", "unit": self.unit, "at": []})

    @work(group="dialog", exclusive=True)
    async def action_lay(self) -> None:
        """Ask what the battle is to be played on; nothing but that answer changes it."""
        bare = self.picture is None
        try:
            action = await ask_board(self, self.session.ruleset, self.session.state.board)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        if action is not None:
            self.start(action)
        elif bare and self.picture is None and self.is_current:
            self.dismiss()

    def action_undo(self) -> None:
        """Take back the last act."""
        self._turn_back("undo")

    def action_redo(self) -> None:
        """Do again what was undone."""
        self._turn_back("redo")

    def _turn_back(self, way: str) -> None:
        self.leave_mode(redraw=False)
        battle = self.session.battle
        about = battle.last_done() if way == "undo" else battle.last_undone()
        entry = self.write(lambda session: session.undo() if way == "undo" else session.redo())
        if entry is None:
            return
        if about is not None and about.unit in self.session.state.units and not self.placing:
            self.choose(about.unit)
        other = "board.redo" if way == "undo" else "board.undo"
        back = "does it again" if way == "undo" else "takes it back"
        self.shell.say(f"{entry.text} · {shown_key(self.key_of(other))} {back}")

    def write(self, act: Callable[[PlaySession], Entry]) -> Entry | None:
        """Carry out an act, telling the player when it does not work."""
        try:
            return self.attempt(self.session, act)
        finally:
            self.via = ()
            self.state_changed()

    # What an action that is being prepared asks of the screen

    def commit(self, prep: Preparation) -> None:
        """Write an action down and leave the mode."""
        self.leave_mode(redraw=False)
        entry = self.write(lambda session: session.keep(prep.final()))
        if entry is not None:
            self.shell.say(f"{entry.text} · {shown_key(self.key_of('board.undo'))} takes it back")

    def leave_mode(self, *, redraw: bool = True) -> None:
        """Go back to the board."""
        if self.mode is not None:
            self.mode = None
            if redraw:
                self.mode_changed()

    def mode_changed(self) -> None:
        """Draw the panel, the letters of targets and the keys again."""
        self.place_changed()
        self.actions_changed()

    def ask_text(self, label: str, done: Callable[[str], None], *, text: str = "") -> None:
        """Ask for a line of text."""
        self.query_one(Prompt).ask(label, done, text=text, back=self.query_one(BoardView))

    def pick_spot(self, prep: Preparation, picking: Picking) -> None:
        """Have another place picked, on a board of its own."""
        from warband_tui.screens.board import BoardScreen

        self.app.push_screen(BoardScreen(prep.session, picking.unit or prep.unit, picking))

    def show_rule(self, rule_id: str) -> None:
        """Open the rules at one of them."""
        self.shell.open_rules(rule_id)

    def warn(self, text: str) -> None:
        """Say what is wrong."""
        self.shell.say(text, severity="warning")
