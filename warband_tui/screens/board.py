"""The board screen: where everybody stands, where a unit can get to and at what price, who may strike.

It knows no game: all it shows is asked of the ruleset. It is an aid: a battle goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Key as KeyEvent
from textual.message import Message

from warband_tui.campaign.board_view import picture_of
from warband_tui.campaign.board_view_asking import Bands, Failed, Job, Latest, answered
from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_scene import Scene, Shown, bands_in_order
from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.screens.battle_modes import Picking
from warband_tui.screens.board_acts import BoardActs
from warband_tui.screens.board_frame import BROAD, LOW
from warband_tui.screens.board_overlay import overlay_of
from warband_tui.screens.board_specs import BOARD_SPECS
from warband_tui.screens.board_telling import bare_lines, legend_of, picking_lines, told_of
from warband_tui.widgets.board_panel import BoardPanel, long_lines, short_lines
from warband_tui.widgets.board_view import BoardView
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.lines import Line
from warband_tui.widgets.prompt import Prompt

TALL = 11
"""Lines of the panel below the board while an action is prepared or the legend is up."""


RULED = 2
"""Lines that are left to the map beside its own: its ruler and a blank below."""


class BoardScreen(BoardActs):
    """The board of one battle.

    Args:
        session: the battle, shared with the screen that opens the board.
        unit: the unit to begin with.
        picking: when a place is only to be picked: what it is for, and who gets it.
    """

    CSS_PATH = "board.tcss"
    HEADING = "Board"
    HELP = "Plan a move, measure, look: the cursor is on a place, and Enter takes the unit there."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = BOARD_SPECS

    class Answered(Message):
        """A thread has an answer; `about` says to which question."""

        def __init__(self, about: str, job: Job, answer: Any) -> None:
            self.about = about
            self.job = job
            self.answer = answer
            super().__init__()

    def __init__(self, session: PlaySession, unit: str = "", picking: Picking | None = None) -> None:
        self.begin_with(session, unit, picking)
        self._wants_modes = Latest(self._run_modes)
        self._wants_bands = Latest(self._run_bands)
        self._wants_here = Latest(self._run_here)
        self._legend = False
        super().__init__()

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Heading(id="board-heading")
        with Container(id="board-body"):
            yield BoardView(id="board-view")
            with Vertical(id="board-side"):
                yield BoardPanel(id="board-panel")
                yield BoardPanel(id="board-legend")
        yield Prompt(id="board-prompt")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the board."""
        self.set_class(self.wide(), "-wide")
        self.set_class(self.size.width >= BROAD, "-broad")
        self.query_one(BoardView).focus()
        state = self.session.state
        self.unit = self.unit or state.active or self.session.ruleset.next_up(state)
        self.state_changed()
        if self.picture is None and self.picking is None and self.disabled_reason("board.lay") is None:
            self.action_lay()
        self.set_interval(1.0, self.keep_up)

    def toast_spot(self) -> tuple[int, int]:
        """Return where messages begin: over the map's top."""
        return 0, self.query_one("#board-body").region.y

    def keep_up(self) -> None:
        """Take in what another window has written."""
        try:
            found = self.session.refresh()
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        if found or self.session.state is not self._seen:
            self.leave_mode(redraw=False)
            self.state_changed()
        if found:
            self.shell.say(f"another window: {found[-1].text}")

    # The battle has changed

    def state_changed(self) -> None:
        """Look at everything anew: the battle has changed."""
        session = self.session
        before = self.picture
        self.picture = picture_of(session.state, session.ruleset, before.codes if before is not None else {})
        board_before = before.board if before is not None else None
        another = board_before != session.state.board
        if another:
            self.projection = self.scene = None
        self._seen = session.state
        self._known.clear()
        self.era += 1
        if self.unit not in session.state.units:
            self.unit = ""
        if self.placing and not session.state.unit(self.placing).in_play:
            self.placing = ""
        heading = session.heading
        turn = f"{session.ruleset.nouns.turn} {session.state.turn}" if session.state.turn else "setting up"
        self.query_one(Heading).show(heading.campaign, heading.name, "board", right=turn)
        self.unit_changed()
        if another:
            self._board_changed()

    def _board_changed(self) -> None:
        """Begin on another board, with placing those who are to be placed."""
        picture = self.picture
        self.placing, self.via, self.ruler, self.template = "", (), None, None
        if picture is None:
            self.query_one(BoardView).set_scene(None)
            self.panel_changed()
            return
        self.level, self.zoomed_by_hand = self.fitting_zoom(picture.board), False
        if picture.waiting and self.picking is None and (picture.setting_up or not picture.tokens):
            self.placing = self.unit if self.unit in picture.waiting else picture.waiting[0]
        self.zoomed()
        self.action_centre()

    def unit_changed(self) -> None:
        """Look at the unit anew: another is selected, or the battle has changed."""
        self.bands = Bands()
        self.here, self.left, self._here_key, self.taking = None, None, None, None
        self.mode_wanted = None
        self._ask_modes()
        self._show_scene()
        self.ask_bands()
        self.legend_changed()
        self.place_changed()
        self.actions_changed()

    def mode_picked(self) -> None:
        """Draw the bands of another way of moving."""
        self._show_scene()
        self.place_changed()

    def zoomed(self) -> None:
        """Show the board at another zoom, the cursor on the same place."""
        if self.picture is None:
            return
        before = self.projection
        middle = before.spot(self.cursor) if before is not None else None
        self.projection = projection = Projection(self.picture.board, self.level)
        self.level = projection.level
        if middle is not None:
            self.cursor = projection.tile_of((middle[0], middle[1]))
        words = self.session.ruleset.board_words
        self.scene = Scene(self.picture, words, projection)
        view = self.query_one(BoardView)
        view.set_scene(self.scene)
        self._show_scene()
        self.legend_changed()
        if before is None or before.zoom.grain != projection.zoom.grain:
            self.ask_bands()
        self.place_changed()
        self.call_after_refresh(self._centre_view)

    def _centre_view(self) -> None:
        if self.projection is not None:
            self.query_one(BoardView).centre_on(*self.projection.block(self.cursor))

    def _show_scene(self) -> None:
        if self.scene is None or self.picture is None:
            return
        shown = Shown(
            () if self.placing else bands_in_order(self.bands.reach, self.mode_id),
            self.bands.threats,
            bool(self.placing) or (self.picture.setting_up and bool(self.picture.waiting)),
            "" if self.placing else self.unit,
        )
        if self.scene.show(self.picture, shown):
            self.query_one(BoardView).scene_changed()

    # The cursor has moved

    def place_changed(self) -> None:
        """Draw the cursor, what lies over the board and the panel; ask about the new place."""
        if self.taking is not None and self.taking != self.meant():
            self.taking = None
        projection = self.projection
        if projection is not None and self.picture is not None:
            key = self.here_asked()
            if key != self._here_key:
                self._here_key = key
                self.left = self.here or self.left
                if key is None:
                    self.here = None
                    self._wants_here.forget()
                else:
                    self.here = self._known.get(key)
                    if self.here is None:
                        self._wants_here.want(Job(key, self.here_question(key), self.era))
            self.query_one(BoardView).set_overlay(overlay_of(self))
            self.query_one(BoardView).show_block(*projection.block(self.cursor))
        self.panel_changed()

    def panel_changed(self) -> None:
        """Draw the panel."""
        bare = self.picture is None
        wide = self.has_class("-wide")
        width = self.side_width - 1 if wide and not bare else self.size.width
        self.set_class(bare, "-bare")
        panel = self.query_one("#board-panel", BoardPanel)
        lines, cursor_line = self._panel_lines(width, wide)
        if not wide and not bare:
            # What the map leaves free is the panel's, so that the map does not move with what is told.
            height = max(self._spare_lines(), min(len(lines), TALL, self.size.height // 2))
            if panel.styles.height is None or panel.styles.height.value != height:
                panel.styles.height = height
        else:
            panel.styles.height = "1fr"
        # As many lines as before: then only those that differ are drawn.
        room = panel.size.height
        panel.set_lines([*lines, *([()] * (room - len(lines)))])
        panel.show_line(cursor_line)

    def _spare_lines(self) -> int:
        """Return how many lines the panel below the board has whatever it tells."""
        rows = self.projection.rows + RULED if self.projection is not None else 0
        return max(LOW, min(TALL, self.size.height - 2 - rows)) if rows else LOW

    def _panel_lines(self, width: int, wide: bool) -> tuple[list[Line], int]:
        if self.mode is not None:
            lines = self.mode.window(width, self.size.height // 2) or self.mode.lines(width)
            return lines, self.mode.cursor_line()
        if self.picture is None:
            return bare_lines(self, width), 0
        if self.picking is not None:
            return picking_lines(self, self.picking, width), 0
        told = told_of(self)
        return (
            long_lines(told, width) if wide else short_lines(told, width, min(TALL, self.size.height // 2))
        ), 0

    def legend_changed(self) -> None:
        """Show or hide the legend."""
        wide = self.has_class("-wide")
        shown = self.picture is not None and (self._legend != wide)
        self.set_class(shown, "-legend")
        if shown:
            legend = self.query_one("#board-legend", BoardPanel)
            lines = legend_of(self, self.side_width - 1 if wide else self.size.width)
            legend.styles.height = len(lines)
            legend.set_lines(lines)

    def action_legend(self) -> None:
        """Show what the signs mean, or hide it: it is up from the start where there is room."""
        self._legend = not self._legend
        self.legend_changed()

    def on_resize(self) -> None:
        """Share the room out anew."""
        self.set_class(self.wide(), "-wide")
        self.set_class(self.size.width >= BROAD, "-broad")
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        if self.picture is not None and not self.zoomed_by_hand:
            level = self.fitting_zoom(self.picture.board)
            if level != self.level:
                self.level = level
                self.zoomed()
        self.legend_changed()
        self.place_changed()

    # Answers from threads

    def _ask_modes(self) -> None:
        """Ask how the unit may move; until it is known, its ways of before stay if it is the same unit."""
        state = self.session.state
        bare = not self.unit or self.picture is None or not state.unit(self.unit).at
        if bare or self.picking is not None or state.ended:
            self._wants_modes.forget()
            self.set_modes("", ())
            return
        if self._modes_of != self.unit:
            self.set_modes(self.unit, ())
        self.modes_known = False
        self._wants_modes.want(Job(self.unit, self.modes_question(), self.era))

    @work(thread=True, group="board-modes")
    def _run_modes(self, job: Job) -> None:
        self.post_message(self.Answered("modes", job, answered(job.ask)))

    def _modes_told(self, job: Job, answer: Any) -> None:
        if not self._wants_modes.finished(job) or job.era != self.era:
            return
        if isinstance(answer, Failed):
            self.tell_failed(answer)
        self.set_modes(self.unit, () if isinstance(answer, Failed) else answer)
        if self.mode_wanted is not None:
            wanted, self.mode_wanted = self.mode_wanted, None
            self.take_mode(wanted)
        self._show_scene()
        self.ask_bands()
        self.legend_changed()
        self.place_changed()
        self.take_if_known()

    def ask_bands(self) -> None:
        """Ask where the unit can get to; it is asked for each way of moving, as soon as those are known."""
        if self.picture is None or self.projection is None:
            self._wants_bands.forget()
        elif self.modes_known:
            self._wants_bands.want(Job(self.unit, self.bands_question(), self.era))

    @work(thread=True, group="board-bands")
    def _run_bands(self, job: Job) -> None:
        self.post_message(self.Answered("bands", job, answered(job.ask)))

    def _bands_told(self, job: Job, answer: Any) -> None:
        if not self._wants_bands.finished(job) or job.era != self.era:
            return
        if isinstance(answer, Bands):
            self.bands = answer
            self._show_scene()
            self.legend_changed()
            self.panel_changed()
        else:
            self.tell_failed(answer)

    @work(thread=True, group="board-here")
    def _run_here(self, job: Job) -> None:
        self.post_message(self.Answered("here", job, answered(job.ask)))

    @work(thread=True, group="board-aim")
    def ask_aim(self, job: Job) -> None:
        """Ask whom to go for first."""
        self.post_message(self.Answered("aim", job, answered(job.ask)))

    def on_board_screen_answered(self, message: Answered) -> None:
        """Take an answer that a thread has found."""
        message.stop()
        told: dict[str, Callable[[Job, Any], None]] = {
            "modes": self._modes_told,
            "bands": self._bands_told,
            "here": self._here_told,
            "aim": self.aim_told,
        }
        told[message.about](message.job, message.answer)

    def _here_told(self, job: Job, answer: Any) -> None:
        wanted = self._wants_here.finished(job)
        if job.era != self.era:
            return
        found = self._known[job.key] = self.here_of(answer)
        if wanted and job.key == self._here_key:
            self.here = found
            self.place_changed()
            self.take_if_known()

    # Keys and clicks

    def on_key(self, event: KeyEvent) -> None:
        """Give a key to the mode, else take a digit as a way of moving."""
        if self.query_one(Prompt).asking:
            return
        if self.mode is not None:
            if self.mode.press(event.key, event.character):
                event.stop()
                event.prevent_default()
            return
        if event.character and event.character in "123456789":
            event.stop()
            self.pick_mode(int(event.character) - 1)
