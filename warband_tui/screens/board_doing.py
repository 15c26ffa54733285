"""What the board screen holds, and what it does to the battle: taking moves, placing, undoing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual import work

from warband_tui.campaign.action_form import definition_of
from warband_tui.campaign.board_view import BoardPicture, same_spot
from warband_tui.campaign.board_view_asking import (
    Bands,
    Failed,
    Here,
    HereAsked,
    answered,
    ask_bands,
    ask_here,
)
from warband_tui.campaign.board_view_formation import Formation, formation
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_scene import Scene
from warband_tui.campaign.board_view_terrain import heights_at
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.preparing import Preparation
from warband_tui.errors import WarbandError
from warband_tui.registry import shown_key
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.planning import Cell, Footprint, MoveMode, Template, Trace
from warband_tui.rules.entries import Entry
from warband_tui.rules.ruleset import Option
from warband_tui.rules.state import BattleState
from warband_tui.screens.battle_prepare import PrepareMode
from warband_tui.screens.board_laying import ask_board
from warband_tui.screens.moded import ModedScreen
from warband_tui.widgets.board_view import BoardView
from warband_tui.widgets.prompt import Prompt

Picking = tuple[str, Callable[[tuple[Spot, ...]], object]]


class BoardDoing(ModedScreen):
    """What is held while the board is up, and the acts that change the battle."""

    session: PlaySession
    picture: BoardPicture | None
    projection: Projection | None
    scene: Scene | None

    def begin_with(self, session: PlaySession, unit: str, picking: Picking | None) -> None:
        """Set up what is held before anything is drawn."""
        self.session = session
        self.unit = unit
        self.picking = picking
        self.picture = self.projection = self.scene = None
        self.cursor: Cell = (0, 0)
        self.exact: Spot | None = None
        self.height = 0
        self.level = 1
        self.zoomed_by_hand = False
        """Whether the player has chosen the zoom: another size of the terminal leaves it then."""
        self.modes: tuple[MoveMode, ...] = ()
        self.mode_id = ""
        self.mode: PrepareMode | None = None
        self.via: tuple[Spot, ...] = ()
        self.ruler: Spot | None = None
        self.looking = False
        self.threatening: str | None = None
        """Whose threats are shown: one unit's, all enemies' (empty), nobody's (None)."""
        self.template: Template | None = None
        self.placing = ""
        self.bands = Bands()
        self.here: Here | None = None
        self.left: Here | None = None
        """What was known of the place before, whose route stays until the new one is there."""
        self._here_key: HereAsked | None = None
        self._known: dict[object, Here] = {}
        self._seen: BattleState = session.state
        self._told: set[str] = set()
        """Faults that were told and logged: one that comes again with each step of the cursor is no news."""

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

    # What is meant

    def spot(self) -> Spot:
        """Return the spot that the cursor means, its height included."""
        projection, picture = self.projection, self.picture
        if projection is None or picture is None:
            return ()
        spot = projection.spot(self.cursor)
        if not projection.inches:
            return spot
        if self.exact is not None and projection.tile_of((self.exact[0], self.exact[1])) == self.cursor:
            spot = self.exact
        heights = heights_at(picture.board, (spot[0], spot[1]))
        return spot[0], spot[1], heights[min(self.height, len(heights) - 1)]

    def foot(self) -> Footprint:
        """Return the footprint of the selected unit."""
        unit = self.session.state.units.get(self.unit)
        if unit is None:
            return Footprint()
        return self.session.ruleset.footprint(self.session.state, unit)

    def put(self, picture: BoardPicture) -> Formation:
        """Return where the unit that is being placed would stand."""
        state = self.session.state
        unit = state.unit(self.placing)
        foot = self.session.ruleset.footprint(state, unit)
        return formation(picture.board, self.spot(), unit.models, foot, picture.others(unit.id))

    def under_cursor(self) -> str:
        """Return the unit under the cursor, empty for none."""
        if self.picture is None or self.projection is None:
            return ""
        return self.picture.at(self.cursor, self.projection)

    def here_asked(self) -> HereAsked | None:
        """Return what is to be asked of the cursor's place, None when there is nothing to ask."""
        unit = self.session.state.units.get(self.unit)
        if self.projection is None or unit is None or not unit.at or self.placing:
            return None
        other = self.under_cursor() if self.looking else ""
        template = self.template.id if self.template else ""
        mode = "" if self.looking or template else self.mode_id
        other = other if other != self.unit else ""
        if not (mode or other or template):
            return None
        return HereAsked(self.unit, mode, self.spot(), self.via, other, template, self.projection.zoom.grain)

    def here_question(self, asked: HereAsked) -> Callable[[], Here]:
        """Return the question as a function that a thread may run."""
        game, state = self.session.ruleset, self.session.state
        return lambda: ask_here(game, state, asked)

    def bands_question(self) -> Callable[[], Bands]:
        """Return the question where the unit can get to, as a function that a thread may run."""
        game, state, unit, modes = self.session.ruleset, self.session.state, self.unit, self.modes
        grain = self.projection.zoom.grain if self.projection else 1.0
        whose = self.threateners()
        return lambda: ask_bands(game, state, unit, modes, grain, whose)

    def threateners(self) -> tuple[str, ...]:
        """Return the units whose threats are shown."""
        state, wanted = self.session.state, self.threatening
        if wanted is None:
            return ()
        side = state.unit(self.unit).side if self.unit else ""
        standing = [unit for unit in state.units.values() if unit.in_play and unit.at]
        return tuple(u.id for u in standing if u.id == wanted or (not wanted and u.side != side))

    # Doing

    def action_take(self) -> None:
        """Take the move to the cursor; while setting up, put the unit here."""
        if self.picking is not None:
            _, picked = self.picking
            self.dismiss()
            picked((self.spot(),))
        elif self.placing:
            self._place()
        elif not self.unit:
            self.action_select()
        else:
            trace = self._trace()
            if trace is None:
                failed = self.here.failed if self.here is not None else ""
                self.warn(failed or "there is no way of moving to take: m picks one")
            elif not trace.action:
                self.warn(trace.why or "nothing comes of that")
            elif self._stays(trace):
                self.warn(f"{self.session.state.unit(self.unit).name} stands here; put the cursor elsewhere")
            else:
                self.start(trace.action)

    def _stays(self, trace: Trace) -> bool:
        """Whether a way leads nowhere: to the spot where the unit stands, for nothing."""
        at = self.session.state.unit(self.unit).at[0]
        return not self.via and not trace.price and trace.price is not None and same_spot(trace.to, at)

    def _trace(self) -> Trace | None:
        """Return the route to the cursor, asked here and now if it is not known yet."""
        if self.template is not None or self.looking:
            self.template, self.looking = None, False
            self.place_changed()
        asked = self.here_asked()
        if asked is None:
            return None
        if self.here is None or asked != self._here_key:
            self.here = self._known[asked] = self.here_of(answered(self.here_question(asked)))
        return self.here.trace

    # Questions that come to nothing

    def here_of(self, answer: Here | Failed) -> Here:
        """Return what is known of a place after an answer; a question that failed is told of, once."""
        if isinstance(answer, Here):
            return answer
        self.tell_failed(answer)
        return Here(failed=answer.why)

    def tell_failed(self, failed: Failed) -> None:
        """Say why a question came to nothing; a fault of the code is logged too."""
        if not failed.trace:
            self.shell.say(failed.why, severity="error")
        elif failed.trace not in self._told:
            self._told.add(failed.trace)
            self.shell.say(f"{failed.why}; {self.shell.note_fault(failed.trace)}", severity="error")

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
        put = answered(lambda: self.put(picture))
        if isinstance(put, Failed):
            self.tell_failed(put)
            return
        before = len(self.session.battle.entries)
        self.start({"do": "place", "unit": unit.id, "at": [list(spot) for spot in put.spots]})
        if len(self.session.battle.entries) == before:
            return
        if put.why:
            self.warn(f"{unit.name}: {put.why}; d puts them elsewhere")
        waiting = self.picture.waiting if self.picture is not None else ()
        own = [w for w in waiting if state.unit(w).side == unit.side]
        self.placing = next(iter([*own, *waiting]), "")
        self.unit = unit.id if not self.placing else self.unit
        self.unit_changed()

    def action_deploy(self) -> None:
        """Put a unit on the board; again, be done with it."""
        if self.placing:
            self.placing = ""
        else:
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

    def pick_spots(self, prep: Preparation, label: str, done: Callable[[tuple[Spot, ...]], None]) -> None:
        """Say how another place is picked: the action came from the cursor's."""
        del prep, label, done
        self.warn("q goes back to the board; put the cursor elsewhere and press Enter again")

    def show_rule(self, rule_id: str) -> None:
        """Open the rules at one of them."""
        self.shell.open_rules(rule_id)

    def warn(self, text: str) -> None:
        """Say what is wrong."""
        self.shell.say(text, severity="warning")
