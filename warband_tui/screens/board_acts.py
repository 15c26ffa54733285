"""The acts of the board screen that change nothing in the battle: going about, looking, measuring."""

from __future__ import annotations

from collections.abc import Callable

from warband_tui.campaign.board_view_asking import Failed, Job, answered
from warband_tui.campaign.board_view_terrain import heights_at
from warband_tui.registry import shown_key
from warband_tui.rules.board.layout import Point, Spot
from warband_tui.rules.board.planning import Cell
from warband_tui.screens.board_doing import BoardDoing
from warband_tui.widgets.board_view import BoardView
from warband_tui.widgets.lines import LinesView
from warband_tui.widgets.prompt import Prompt

CHANGES = frozenset({"board.deploy", "board.remove", "board.lay", "board.undo", "board.redo"})
"""What changes the battle, beside the move."""


class BoardActs(BoardDoing):
    """What the keys do that go about on the board. The screen itself draws."""

    ask_aim: Callable[[Job], object]
    """Asks in a thread whom to go for first."""

    # Moving the cursor

    def go_to(self, tile: Cell, exact: Spot | None = None) -> None:
        """Put the cursor on a tile."""
        if self.projection is None:
            return
        self.cursor, self.exact = self.projection.inside(tile), exact
        self.place_changed()

    def on_board_view_went(self, message: BoardView.Went) -> None:
        """Move the cursor."""
        message.stop()
        self.go_to((self.cursor[0] + message.across, self.cursor[1] + message.down))

    def on_board_view_pointed(self, message: BoardView.Pointed) -> None:
        """Put the cursor where was clicked; a click on a friend selects it, a second click selects or moves."""
        message.stop()
        self.go_to(message.tile)
        found = self.under_cursor()
        state = self.session.state
        if found and self.mode is not None:
            self.mode.click(f"unit:{found}")
        elif found and not self.placing and not self.looking:
            own = self.unit and state.unit(found).side == state.unit(self.unit).side
            if own or not self.unit or message.double:
                self.choose(found)
        elif message.double:
            self.action_take()

    def on_board_view_zoomed(self, message: BoardView.Zoomed) -> None:
        """Go nearer or further."""
        message.stop()
        self._zoom(message.by)

    def on_lines_view_pressed(self, message: LinesView.Pressed) -> None:
        """Do what was clicked in the panel."""
        message.stop()
        kind, _, rest = message.link.partition(":")
        if kind == "rule":
            self.show_rule(rest)
        elif self.mode is not None:
            self.mode.click(message.link)
        elif kind == "unit" and self.placing:
            self.placing = rest
            self.unit_changed()
        elif kind == "mode":
            self.pick_mode(int(rest))
        elif kind == "do":
            self.run_worker(self.shell.do_here("app.back" if rest == "back" else f"board.{rest}"))

    # Units and ways of moving

    def choose(self, unit: str) -> None:
        """Select a unit and go to it."""
        self.unit, self.via, self.template = unit, (), None
        self.unit_changed()
        self.action_centre()

    def action_centre(self) -> None:
        """Go to the selected unit, or to the middle of the board."""
        if self.projection is None or self.picture is None:
            return
        unit = self.session.state.units.get(self.unit)
        if self.placing:
            unit = self.session.state.unit(self.placing)
        if unit is None or not unit.at:
            self.go_to(self.projection.tile_of(self._entrance(unit.side if unit else "")))
            return
        spot = unit.at[0]
        heights = heights_at(self.picture.board, (spot[0], spot[1]))
        stands = spot[2] if len(spot) > 2 else 0.0
        self.height = min(range(len(heights)), key=lambda i: abs(heights[i] - stands))
        self.go_to(self.projection.tile_of((spot[0], spot[1])), spot)

    def _entrance(self, side: str) -> Point:
        """Return the middle of where a side sets up, else of the board."""
        if self.picture is None:
            return 0, 0
        board = self.picture.board
        shape = next((zone.shape for zone in board.zones if zone.side == side), ())
        if not shape:
            return board.width / 2, board.height / 2
        xs, ys = [x for x, _ in shape], [y for _, y in shape]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def action_next(self) -> None:
        """Go to the next unit; while setting up, to the next that is not placed."""
        self._step_unit(1)

    def action_previous(self) -> None:
        """Go to the unit before."""
        self._step_unit(-1)

    def _step_unit(self, by: int) -> None:
        state, picture = self.session.state, self.picture
        if picture is None:
            return
        if self.placing and picture.waiting:
            waiting = picture.waiting
            at = waiting.index(self.placing) + by if self.placing in waiting else 0
            self.placing = waiting[at % len(waiting)]
            self.place_changed()
            return
        first = state.to_act or next(iter(state.sides))
        order = sorted((u for u in state.units.values() if u.at and u.in_play), key=lambda u: u.side != first)
        ids = [unit.id for unit in order]
        if not ids:
            self.warn("nobody is on the board yet: d puts somebody there")
            return
        self.choose(ids[(ids.index(self.unit) + by) % len(ids)] if self.unit in ids else ids[0])

    def action_select(self) -> None:
        """Select the unit under the cursor."""
        found = self.under_cursor()
        if found:
            self.choose(found)
        else:
            self.warn("nobody stands here")

    def action_mode(self) -> None:
        """Go on to the next way of moving that is allowed."""
        allowed = [i for i, mode in enumerate(self.modes) if mode.allowed]
        now = next((i for i, mode in enumerate(self.modes) if mode.id == self.mode_id), -1)
        later = [i for i in allowed if i > now]
        if allowed:
            self.pick_mode((later or allowed)[0])

    def pick_mode(self, index: int) -> None:
        """Take a way of moving, as soon as the unit's ways are known."""
        self.taking = None
        if self.modes_known:
            self.take_mode(index)
        else:
            self.mode_wanted = index

    def take_mode(self, index: int) -> None:
        """Take a way of moving; one that is not allowed says why, and can still be looked at."""
        if not 0 <= index < len(self.modes):
            return
        mode = self.modes[index]
        if not mode.allowed and mode.why:
            self.warn(f"{mode.label}: {mode.why}")
        self.mode_id, self._left_modes = mode.id, []
        self.looking, self.template = False, None
        self.mode_picked()
        if mode.allowed and self.attacks():
            self.ask_aim(Job(self._aiming(), self.aim_question(), self.era))

    def _aiming(self) -> object:
        """Return what is aimed from: who has gone on meanwhile is not led elsewhere."""
        return self.unit, self.mode_id, self.cursor

    def aim_told(self, job: Job, answer: str | Failed) -> None:
        """Put the cursor on the nearest one that can be charged."""
        if job.era != self.era or job.key != self._aiming() or self.projection is None:
            return
        if isinstance(answer, Failed):
            self.tell_failed(answer)
        elif answer:
            at = self.session.state.unit(answer).at[0]
            self.go_to(self.projection.tile_of((at[0], at[1])), at)

    def action_via(self) -> None:
        """Lead the route through here, or take the last such point back."""
        spot = self.spot()
        self.via = self.via[:-1] if self.via and self.via[-1] == spot else (*self.via, spot)
        self.place_changed()

    # Looking

    def action_ruler(self) -> None:
        """Measure from here, or put the ruler away."""
        self.ruler = None if self.ruler is not None else self.spot()
        self.place_changed()

    def action_sight(self) -> None:
        """Look at whoever is under the cursor, or stop looking."""
        self.looking = not self.looking
        self.place_changed()

    def action_threats(self) -> None:
        """Show what all enemies threaten, or the one under the cursor alone; again, hide it."""
        found = self.under_cursor()
        wanted = "" if found == self.unit else found
        self.threatening = None if self.threatening == wanted else wanted
        self.ask_bands()
        self.panel_changed()

    def action_template(self) -> None:
        """Lay the next template of the unit, or none after the last."""
        game, state = self.session.ruleset, self.session.state
        found = answered(lambda: game.templates(state, self.unit)) if self.unit else ()
        if isinstance(found, Failed):
            self.tell_failed(found)
            return
        if not found:
            self.warn("this unit has no template to lay")
            return
        at = found.index(self.template) + 1 if self.template in found else 0
        self.template = found[at] if at < len(found) else None
        self.via = ()
        self.place_changed()

    def action_level(self) -> None:
        """Go on to the next height at which one can stand here."""
        spot = self.spot()
        if self.picture is None:
            return
        heights = heights_at(self.picture.board, (spot[0], spot[1]))
        if len(heights) < 2:
            self.warn("there is only the ground here")
            return
        self.height = (min(self.height, len(heights) - 1) + 1) % len(heights)
        self.place_changed()

    def action_near(self) -> None:
        """Show the board larger."""
        self._zoom(1)

    def action_far(self) -> None:
        """Show more of the board."""
        self._zoom(-1)

    def _zoom(self, by: int) -> None:
        if self.projection is None:
            return
        level = max(0, min(len(self.projection.zooms) - 1, self.level + by))
        if level != self.level:
            self.level, self.zoomed_by_hand = level, True
            self.zoomed()

    def action_go(self) -> None:
        """Type a place."""
        self.ask_text(
            "to column row" if self.projection and not self.projection.inches else "to x y", self._typed
        )

    def _typed(self, text: str) -> None:
        try:
            numbers = [float(part) for part in text.replace(",", " ").split()]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 3) or self.projection is None:
            self.warn(f"{text!r} is no place; type two numbers, such as 12 7")
            return
        spot = (numbers[0], numbers[1], 0.0)
        self.go_to(self.projection.tile_of((spot[0], spot[1])), spot)

    # Leaving

    def go_back(self) -> bool:
        """Leave what one is in the middle of, one thing at a time."""
        prompt = self.query_one(Prompt)
        if prompt.asking:
            prompt.leave()
            return True
        if self.mode is not None:
            self.leave_mode()
            return True
        if self.taking is not None:
            self.taking = None
            self.panel_changed()
            return True
        if self.placing:
            self.placing = ""
            self.unit_changed()
            return True
        if self.template or self.looking or self.ruler or self.via:
            self.template, self.looking, self.ruler, self.via = None, False, None, ()
            self.place_changed()
            return True
        return False

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        battle = self.session.battle
        if self.picking is not None and action_id in CHANGES:
            return "a place is asked for: Enter takes the cursor's, Esc goes back"
        if battle.state.ended and action_id in CHANGES - {"board.undo", "board.redo"}:
            return f"the battle is over; {shown_key(self.key_of('board.undo'))} takes that back"
        if action_id == "board.undo":
            return None if battle.can_undo else "nothing has been done yet"
        if action_id == "board.redo":
            return None if battle.can_redo else "nothing has been undone"
        if action_id == "board.lay":
            game = self.session.ruleset
            return None if game.board_words is not None else f"{game.title} has no boards here"
        if self.picture is None:
            return "this battle has no board; b picks one, and q goes on without"
        if action_id == "board.remove":
            unit = self.session.state.units.get(self.unit)
            return None if unit is not None and unit.at else "no unit on the board is selected"
        return None
