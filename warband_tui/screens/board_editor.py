"""The board editor: terrain is placed, shaped, tagged, copied, mirrored; what is wrong is shown where it is."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key as KeyEvent

from warband_tui.campaign.board_view_projection import Projection
from warband_tui.campaign.board_view_scene import Scene, Shown
from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_drawable import picture
from warband_tui.campaign.layout_faults import Flaw
from warband_tui.campaign.layout_pieces import resize_board
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import size_text, words_of
from warband_tui.registry import ActionSpec, shown_key
from warband_tui.rules.board.layout import Board, InchBoard, Point
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.board_editor_acts import EditorActs
from warband_tui.screens.board_editor_lines import long_lines, short_lines
from warband_tui.screens.board_editor_overlay import overlay
from warband_tui.screens.board_editor_specs import EDITOR_SPECS
from warband_tui.screens.board_frame import BROAD, LOW
from warband_tui.widgets.board_view import BoardView
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.lines import LinesView


class BoardEditorScreen(EditorActs):
    """Draws one board.

    Args:
        ruleset: the game whose terrain it has; empty for no game in particular.
        layout_id: the layout that is opened, None for a new board.
        board: what to begin with; None for an empty board.
        size: of the empty board; None for the game's usual one.
        for_battle: whether the board is drawn for a battle that is being set up: `taken` has it then.
        name: what the layout is called.
        draft_id: of the draft that `board` is from, empty for none.
        saved: the layout as it was saved, where `board` is a draft of it.
        revision: of the layout when the board was begun; saving tells when it is another by then.
        made: whether `board` was made just now: nobody else has it, and it is not left without a question.
    """

    CSS_PATH = "board_editor.tcss"
    HEADING = "Board editor"
    HELP = "Put terrain on the board and change it; what is wrong is marked where it is and listed with its name."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = EDITOR_SPECS

    def __init__(
        self,
        ruleset: str = "",
        layout_id: int | None = None,
        *,
        board: Board | None = None,
        size: tuple[float, float] | None = None,
        for_battle: bool = False,
        name: str = "",
        draft_id: str = "",
        saved: Board | None = None,
        revision: int | None = None,
        made: bool = False,
    ) -> None:
        super().__init__()
        self.ruleset_id = ruleset
        self.layout_id = layout_id
        self.revision = revision
        self.layout_name = name
        self.for_battle = for_battle
        self.taken: Board | None = None
        self.draft_id = draft_id
        self._given = board
        self._saved = saved
        self._made = made
        self._empty_size = size

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        yield Heading(id="editor-heading")
        with Container(id="editor-body"):
            yield BoardView(id="editor-view")
            yield LinesView(id="editor-panel")
        yield KeyBar()

    def on_mount(self) -> None:
        """Put the board on the desk."""
        self.set_class(self.wide(), "-wide")
        self.set_class(self.size.width >= BROAD, "-broad")
        self.game: Ruleset | None = self.services.ruleset(self.ruleset_id) if self.ruleset_id else None
        board = self._given or self._empty()
        self.desk = Desk(board, words_of(self.game, board), self.game)
        self.opened = True
        self.drafted = board
        if self._made:
            self.drafted = None
            key = shown_key(self.key_of("editor.take"))
            self.shell.say(f"{key} plays on this board; Esc asks what becomes of it")
        if self.draft_id:
            self.desk.take_up()
        if self.draft_id or self._made:
            self.desk.saved = self._saved or self._blank(board)
        self.level = self.fitting_zoom(board)
        self.zoomed_by_hand = False
        self.cursor = (0, 0)
        self._projection: Projection | None = None
        self._scene: Scene | None = None
        self.query_one(BoardView).focus()
        self.board_changed()
        projection = self.projection
        self.go_to((projection.width / 2, projection.height / 2))

    def _empty(self) -> Board:
        words = words_of(self.game)
        width, height = self._empty_size or words.sizes[0]
        if words.kind == "squares":
            return blank(int(width), int(height))
        return resize_board(InchBoard(1, 1), width, height)

    @staticmethod
    def _blank(board: Board) -> Board:
        """Return what a board that was never saved is held against: nothing of it is kept yet."""
        return InchBoard(1, 1) if isinstance(board, InchBoard) else blank(1, 1)

    # Where one is

    @property
    def projection(self) -> Projection:
        """The board at the present zoom."""
        if self._projection is None:
            self._projection = Projection(picture(self.desk.board).board, self.level)
        return self._projection

    def place(self) -> Point:
        """Return the place under the cursor: a point of the table, or a square."""
        spot = self.projection.spot(self.cursor)
        return float(spot[0]), float(spot[1])

    def go_to(self, point: Point) -> None:
        """Bring the cursor to a point of the board."""
        self.cursor = self.projection.tile_of(point)
        self.cursor_moved(choose=False)

    # Drawing

    def board_changed(self) -> None:
        """Draw the board anew: it is another."""
        shown = picture(self.desk.still)
        self._projection = Projection(shown.board, self.level)
        self.level = self._projection.level
        self.cursor = self._projection.inside(self.cursor)
        self._scene = Scene(shown, self.desk.words, self._projection)
        self._scene.show(shown, Shown(zones=True))
        view = self.query_one(BoardView)
        view.set_scene(self._scene)
        self.over_changed()
        self._tell_heading()
        self.keep_draft()
        self.actions_changed()

    def over_changed(self) -> None:
        """Draw the cursor, the piece, the marks and the panel."""
        view = self.query_one(BoardView)
        view.set_overlay(overlay(self.desk, self.cursor, self.place(), self.projection))
        view.show_block(*self.projection.block(self.cursor))
        wide = self.has_class("-wide")
        width = self.side_width - 1 if wide else self.size.width
        lines = (
            long_lines(self.desk, self.place(), width)
            if wide
            else short_lines(self.desk, self.place(), width, LOW)
        )
        self.query_one("#editor-panel", LinesView).set_lines(lines)

    def cursor_moved(self, *, choose: bool = True) -> None:
        """Bring along what is carried, else mean the piece under the cursor."""
        desk = self.desk
        if desk.load is not None:
            desk.carry_to(self.place())
            if desk.table is None:
                self.board_changed()
            else:
                # The ground below a carried piece stays as it is: only what lies over it is drawn anew.
                self.over_changed()
            return
        if choose:
            desk.point_at(self.place())
        self.over_changed()
        self.actions_changed()

    def show_flaw(self, flaw: Flaw) -> None:
        """Go to what is wrong and mean its piece."""
        if flaw.pieces:
            self.desk.piece = flaw.pieces[0]
        if flaw.at is not None:
            self.go_to(flaw.at)
        else:
            self.over_changed()

    def _tell_heading(self) -> None:
        desk = self.desk
        size = size_text((desk.board.width, desk.board.height), desk.words.kind)
        name = self.layout_name or "new board"
        mark = " *" if desk.changed else ""
        game = self.game.title if self.game is not None else "any game"
        self.query_one(Heading).show("Board", f"{name}{mark}", right=f"{game} · {size}")

    def on_resize(self) -> None:
        """Share the room out anew."""
        self.set_class(self.wide(), "-wide")
        self.set_class(self.size.width >= BROAD, "-broad")
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        level = self.fitting_zoom(self.desk.board)
        if not self.zoomed_by_hand and level != self.level:
            self._show_at(level)
        else:
            self.over_changed()

    # Keys and clicks

    def on_key(self, event: KeyEvent) -> None:
        """Take a digit as a sort of terrain."""
        if event.character and event.character in "123456789":
            number = int(event.character) - 1
            if number < len(self.desk.kinds):
                event.stop()
                self.desk.pick(self.desk.kinds[number])
                self.over_changed()

    @on(BoardView.Went)
    def _went(self, message: BoardView.Went) -> None:
        message.stop()
        self.cursor = self.projection.inside((self.cursor[0] + message.across, self.cursor[1] + message.down))
        self.cursor_moved()

    @on(BoardView.Pointed)
    async def _pointed(self, message: BoardView.Pointed) -> None:
        message.stop()
        self.cursor = self.projection.inside(message.tile)
        self.cursor_moved()
        if message.double or self.desk.busy:
            await self.action_do("editor.place")

    @on(BoardView.Zoomed)
    def _zoomed(self, message: BoardView.Zoomed) -> None:
        message.stop()
        self.zoom(message.by)

    def zoom(self, by: int) -> None:
        """Show the board larger or smaller, the cursor on the same place."""
        self.zoomed_by_hand = True
        self._show_at(self.level + by)

    def _show_at(self, level: int) -> None:
        place = self.place()
        self.level = level
        self.board_changed()
        self.go_to(place)

    @on(LinesView.Pressed)
    async def _pressed(self, message: LinesView.Pressed) -> None:
        message.stop()
        what, _, which = message.link.partition(":")
        if what == "do":
            await self.action_do(f"editor.{which}")
        elif what in ("kind", "letter"):
            self.take_up(message.link)
        elif what == "flaw" and int(which) < len(self.desk.flaws()):
            self.show_flaw(self.desk.flaws()[int(which)])
