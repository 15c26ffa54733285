"""What the board screen holds and asks: the unit, the cursor, what they mean, what a thread is to find out."""

from __future__ import annotations

from collections.abc import Callable

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
from warband_tui.campaign.board_view_charging import first_to_charge
from warband_tui.campaign.board_view_formation import Formation, formation
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_scene import Scene
from warband_tui.campaign.board_view_terrain import heights_at
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.planning import Cell, Footprint, MoveMode, Template, Trace
from warband_tui.rules.state import BattleState
from warband_tui.screens.battle_modes import Picking
from warband_tui.screens.battle_prepare import PrepareMode
from warband_tui.screens.board_frame import BoardFrame
from warband_tui.screens.moded import ModedScreen


class BoardHolding(BoardFrame, ModedScreen):
    """What is held while the board is up."""

    session: PlaySession
    picture: BoardPicture | None
    projection: Projection | None
    scene: Scene | None

    def begin_with(self, session: PlaySession, unit: str, picking: Picking | None) -> None:
        """Set up what is held before anything is drawn."""
        self.session = session
        self.unit = unit
        self.picking = picking
        self.insisted: Spot = ()
        """The place that was picked once already, against the rules."""
        self._refused: dict[Spot, str] = {}
        self.picture = self.projection = self.scene = None
        self.cursor: Cell = (0, 0)
        self.exact: Spot | None = None
        self.height = 0
        self.level = 1
        self.zoomed_by_hand = False
        """Whether the player has chosen the zoom: another size of the terminal leaves it then."""
        self.modes: tuple[MoveMode, ...] = ()
        self.modes_known = True
        """Whether these are the unit's ways of moving now; until the answer is there they may be the old ones."""
        self.mode_id = ""
        self._modes_of = ""
        self._left_modes: list[str] = []
        """Ways of moving that were taken and then no longer open, the first one first."""
        self.mode_wanted: int | None = None
        """The way of moving that was picked before it was known which ones there are."""
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
        self.era = 0
        """How often the battle has changed: answers about the battle as it was before are worth nothing."""
        self.taking: object = None
        """What Enter was pressed for before it was known what comes of it."""
        self._seen: BattleState = session.state
        self._told: set[str] = set()
        """Faults that were told and logged: one that comes again with each step of the cursor is no news."""

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

    def foot(self, unit_id: str = "") -> Footprint:
        """Return the footprint of a unit, the selected one when none is named; a plain one when it has none."""
        game, state = self.session.ruleset, self.session.state
        unit = state.units.get(unit_id or self.unit)
        if unit is None:
            return Footprint()
        found = answered(lambda: game.footprint(state, unit))
        if isinstance(found, Failed):
            self.tell_failed(found)
            return Footprint()
        return found

    def put(self, picture: BoardPicture) -> Formation:
        """Return where the unit that is being placed would stand; nowhere where that cannot be worked out."""
        unit, foot, spot = self.session.state.unit(self.placing), self.foot(self.placing), self.spot()
        put = answered(lambda: formation(picture.board, spot, unit.models, foot, picture.others(unit.id)))
        if isinstance(put, Failed):
            self.tell_failed(put)
            return Formation((), put.why)
        return put

    def under_cursor(self) -> str:
        """Return the unit under the cursor, empty for none."""
        if self.picture is None or self.projection is None:
            return ""
        return self.picture.at(self.cursor, self.projection)

    def stays(self, trace: Trace | None) -> bool:
        """Whether a way leads nowhere: to the spot where the unit stands, for nothing."""
        at = self.session.state.unit(self.unit).at if trace is not None else ()
        return (
            trace is not None
            and at != ()
            and not self.via
            and trace.price == 0
            and same_spot(trace.to, at[0])
        )

    def idle_reason(self) -> str:
        """Return why the selected unit cannot be moved at all and what to do about it, empty when it can."""
        state = self.session.state
        unit = state.units.get(self.unit)
        if unit is None:
            return ""
        if state.ended:
            return "the battle is over"
        if not unit.in_play:
            return f"{unit.name} is off the table"
        if not unit.at:
            return f"{unit.name} is not on the board: d puts it there"
        if not self.modes_known:
            return ""
        if not self.modes:
            return "nothing is known of how it moves on a board"
        if not self.mode_id:
            return "no way of moving is open to it now"
        return ""

    def set_modes(self, unit: str, modes: tuple[MoveMode, ...]) -> None:
        """Take in a unit's ways of moving: the one taken stays, and is gone back to when it is open again."""
        if unit != self._modes_of:
            self._left_modes = []
        self._modes_of, self.modes, self.modes_known = unit, modes, True
        allowed = [mode.id for mode in modes if mode.allowed]
        back = next((i for i, mode in enumerate(self._left_modes) if mode in allowed), None)
        if back is not None:
            self.mode_id, self._left_modes = self._left_modes[back], self._left_modes[:back]
        elif self.mode_id not in allowed:
            if self.mode_id and modes:
                self._left_modes.append(self.mode_id)
            self.mode_id = next(iter(allowed), "")

    def why_not_picked(self, spot: Spot) -> str:
        """Return why a place that is asked for cannot be the one, empty when it can."""
        if self.picking is None:
            return ""
        if spot not in self._refused:
            picking = self.picking
            found = answered(lambda: picking.why_not(spot))
            if isinstance(found, Failed):
                self.tell_failed(found)
                return ""
            self._refused[spot] = found
        return self._refused[spot]

    def here_asked(self) -> HereAsked | None:
        """Return what is to be asked of the cursor's place, None when there is nothing to ask."""
        unit = self.session.state.units.get(self.unit)
        if self.projection is None or unit is None or not unit.at or self.placing:
            return None
        other = self.under_cursor() if self.looking else ""
        template = self.template.id if self.template else ""
        mode = "" if self.looking or template or not self.modes_known else self.mode_id
        other = other if other != self.unit else ""
        if not (mode or other or template):
            return None
        foe = self.under_cursor() if mode and not self.via and self.attacks() else ""
        foe = foe if foe and self.session.state.unit(foe).side != unit.side else ""
        grain = self.projection.zoom.grain
        return HereAsked(self.unit, mode, self.spot(), self.via, other, template, grain, foe)

    def attacks(self) -> bool:
        """Whether the way of moving that is taken is one that ends in combat."""
        return any(mode.id == self.mode_id and mode.role == "attack" for mode in self.modes)

    def aim_question(self) -> Callable[[], str]:
        """Return the question whom to go for first, as a function that a thread may run."""
        game, state, unit, mode = self.session.ruleset, self.session.state, self.unit, self.mode_id
        grain = self.projection.zoom.grain if self.projection else 1.0
        return lambda: first_to_charge(game, state, unit, mode, grain)

    def here_question(self, asked: HereAsked) -> Callable[[], Here]:
        """Return the question as a function that a thread may run."""
        game, state = self.session.ruleset, self.session.state
        return lambda: ask_here(game, state, asked)

    def modes_question(self) -> Callable[[], tuple[MoveMode, ...]]:
        """Return the question how the unit may move, as a function that a thread may run."""
        game, state, unit = self.session.ruleset, self.session.state, self.unit
        return lambda: game.modes(state, unit)

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
