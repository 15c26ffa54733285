"""The board editor: terrain by keys and mouse, faults in place, layouts kept, a board for a battle."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from tests.screens.conftest import HOSTILE, NOW
from tests.screens.driving import drawn, idle, running, shows, toasts
from warband_tui.app import Start, WarbandApp
from warband_tui.campaign import layout_legend as legend
from warband_tui.campaign.layout_desk import Desk
from warband_tui.campaign.layout_random import drawing, random_board
from warband_tui.campaign.layout_squares import blank
from warband_tui.campaign.layout_words import TABLE, words_of
from warband_tui.campaign.layout_zones import zones
from warband_tui.campaign.layouts import Hand, list_layouts, open_layout, save_layout
from warband_tui.campaign.muster import create, set_up, side_of, unnamed_force
from warband_tui.rules.board.layout import Board, Feature, Ground, InchBoard, SquareBoard
from warband_tui.rules.board.planning import TerrainKind
from warband_tui.rules.ruleset import installed, load
from warband_tui.rules.state import Setup
from warband_tui.screens.board_editor import BoardEditorScreen
from warband_tui.screens.board_editor_lines import long_lines, short_lines
from warband_tui.screens.board_layouts import BoardLayoutsScreen
from warband_tui.screens.muster import MusterScreen
from warband_tui.services import Services
from warband_tui.widgets.lines import Line

HAND = Hand("Mira", NOW)
TWISTED = Feature("ruin-1", ((10, 10), (14, 14), (14, 10), (10, 14)), name="Old Mill")
SnapCompare = Callable[..., bool]
GAMES = sorted(game for game in installed() if load(game).board_words is not None)
SIZES = [(80, 24), (120, 40), (200, 60)]


def editor(board: Board | None = None) -> Start:
    def opened(app: WarbandApp) -> None:
        app.push_screen(BoardEditorScreen(board=board))

    return opened


def on(app: WarbandApp) -> BoardEditorScreen:
    assert isinstance(app.screen, BoardEditorScreen)
    return app.screen


def features(app: WarbandApp) -> tuple[Feature, ...]:
    board = on(app).desk.board
    assert isinstance(board, InchBoard)
    return board.features


async def answer(app: WarbandApp, pilot: Pilot[None], text: str) -> None:
    await pilot.pause()
    app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await idle(app, pilot)


async def test_a_piece_is_placed_shaped_named_tagged_copied_and_taken_away(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("2", "enter")
        assert [f.id for f in features(app)] == ["building-1"]
        for key, text in (("i", "8 x 2"), ("e", "3 from 1"), ("n", "Mill"), ("a", "Cover, tall  thing")):
            await pilot.press(key)
            await answer(app, pilot, text)
        (mill,) = features(app)
        assert (mill.name, mill.height, mill.base, mill.tags) == ("Mill", 3, 1, ("cover", "tall-thing"))
        await pilot.press("c", "right", "right", "down", "enter")
        assert len(features(app)) == 2
        assert features(app)[1].shape[0] == (mill.shape[0][0] + 2, mill.shape[0][1] + 1)
        await pilot.press("d")
        assert features(app) == (mill,)
        await pilot.press("u", "u", "ctrl+r")
        assert len(features(app)) == 2


async def test_carrying_is_given_up_by_escape(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("enter")
        before = features(app)
        await pilot.press("m", "right", "right")
        assert features(app) != before
        await pilot.press("escape")
        assert features(app) == before
        assert shows(app, BoardEditorScreen)


async def test_a_fault_is_marked_named_and_gone_to(services: Services) -> None:
    board = InchBoard(48, 36, (TWISTED,))
    async with running(services, size=(120, 40), start=editor(board)) as (app, pilot):
        assert "✗ feature 'Old Mill': its outline" in drawn(app)
        await pilot.press("f")
        assert on(app).desk.piece == "ruin-1"
        assert on(app).place() == (12.5, 12.5)
        assert any("crosses itself near 12,12" in toast for toast in toasts(app))
        await pilot.press("d")
        assert "nothing is wrong with this board" in drawn(app)


async def test_zones_size_mirror_and_random_are_edits(services: Services) -> None:
    async with running(services, size=(120, 40), start=editor()) as (app, pilot):
        await pilot.press("o")
        await pilot.pause()
        await pilot.press("enter")
        await answer(app, pilot, "6")
        assert [zone.side for zone in on(app).desk.board.zones] == ["A", "B"]
        await pilot.press("b")
        await answer(app, pilot, "30 x 20")
        assert (on(app).desk.board.width, on(app).desk.board.height) == (30, 20)
        await pilot.press("N")
        await idle(app, pilot)
        assert features(app)
        await pilot.press("u", "u", "u")
        assert not on(app).desk.changed


async def test_a_refusal_is_a_toast_and_changes_nothing(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("enter", "i")
        await answer(app, pilot, "0 x 4")
        assert any("no size of a piece" in toast for toast in toasts(app))
        await pilot.press("p")
        assert any("no battle is being set up" in toast for toast in toasts(app))
        assert len(features(app)) == 1


async def test_a_board_is_saved_under_a_name_and_then_over_it(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("enter", "w")
        await answer(app, pilot, "[red]Mill [/]")
        assert "[red]Mill [/]" in drawn(app)
        await pilot.press("down", "down", "down", "down", "down", "enter", "w")
        await idle(app, pilot)
        (view,) = list_layouts(services.library)
        assert (view.name, view.pieces) == ("[red]Mill [/]", 2)
        await pilot.press("q")
        assert not shows(app, BoardEditorScreen)


async def test_leaving_an_unsaved_board_asks_first(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("enter", "q")
        await pilot.pause()
        assert "The board was not saved" in drawn(app)
        await pilot.press("escape")
        await pilot.pause()
        assert shows(app, BoardEditorScreen)
        await pilot.press("q")
        await pilot.pause()
        await pilot.press("enter")
        await answer(app, pilot, "Kept")
        assert [view.name for view in list_layouts(services.library)] == ["Kept"]
        assert not shows(app, BoardEditorScreen)


async def test_a_click_goes_there_and_a_double_click_places(services: Services) -> None:
    async with running(services, size=(120, 40), start=editor()) as (app, pilot):
        await pilot.click("#editor-view", offset=(20, 5))
        x, y = on(app).cursor
        await pilot.click("#editor-view", offset=(40, 15), times=2)
        assert on(app).cursor == (x + 10, y + 10)
        assert len(features(app)) == 1


@pytest.mark.parametrize("size", SIZES)
async def test_any_board_is_drawn_and_told_at_any_size(services: Services, size: tuple[int, int]) -> None:
    boards: tuple[Board, ...] = (
        InchBoard(48, 48, tuple(Feature(name, TWISTED.shape, name=name) for name in HOSTILE)),
        InchBoard(2, 2, (Feature("far", ((90, 90), (99, 90), (99, 99))), Feature("none", ()))),
        SquareBoard(("...", "..", "?~#O")),
    )
    for board in boards:
        async with running(services, size=size, start=editor(board)) as (app, pilot):
            await pilot.press("f", "tab", "z", "Z", "Z", "Z", "right", "enter", "u", "G", "down")
            text = drawn(app)
            assert on(app).desk.flaws()
            assert "\x1b" not in text
            assert "\u202e" not in text


async def test_four_hundred_pieces_are_drawn(services: Services) -> None:
    spots = [(1.0 + 2 * (i % 20), 1.0 + 2 * (i // 20)) for i in range(400)]
    board = InchBoard(
        48,
        48,
        tuple(Feature(f"f-{i}", ((x, y), (x + 1, y), (x + 1, y + 1))) for i, (x, y) in enumerate(spots)),
    )
    async with running(services, start=editor(board)) as (app, pilot):
        await pilot.press("enter")
        assert any("a board takes 400 pieces" in toast for toast in toasts(app))
        assert len(features(app)) == 400


async def test_the_list_of_boards_keeps_copies_deletes_and_undoes(services: Services) -> None:
    for name in ("Mill", HOSTILE[0]):
        save_layout(services.library, InchBoard(48, 36), name, "", HAND)
    async with running(services) as (app, pilot):
        await pilot.press("ctrl+t")
        await idle(app, pilot)
        assert shows(app, BoardLayoutsScreen)
        assert "2 kept" in drawn(app)
        await pilot.press("c")
        await idle(app, pilot)
        assert "3 kept" in drawn(app)
        await pilot.press("d")
        await idle(app, pilot)
        await pilot.press("u")
        await idle(app, pilot)
        assert "3 kept" in drawn(app)
        await pilot.press("r")
        await answer(app, pilot, "Ford")
        assert "Ford" in {view.name for view in list_layouts(services.library)}
        await pilot.press("enter")
        await idle(app, pilot)
        assert shows(app, BoardEditorScreen)
        await pilot.press("q")
        await idle(app, pilot)
        assert shows(app, BoardLayoutsScreen)


LOOKS: dict[str, Board] = {
    "inches": InchBoard(
        40,
        30,
        (
            Feature(
                "wood-1", ((4, 4), (12, 4), (14, 9), (5, 10)), 3, ("difficult", "cover"), name="Old Wood"
            ),
            Feature("building-1", ((20, 12), (28, 12), (28, 18), (20, 18)), 4, ("impassable", "obscuring")),
            TWISTED,
        ),
        zones(InchBoard(40, 30), "long", 6),
    ),
    "squares": SquareBoard(
        ("....~~....", "..##~~..F.", "..#....FF.", "..OO....?.", ".........."),
        edges=(((4, 2), (5, 2), "low"),),
        drop_feet=30,
        legend={"F": Ground("bog", difficult="swamp", height=5)},
    ),
}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("kind", sorted(LOOKS))
def test_the_editor_as_it_looks(
    snap_compare: SnapCompare, services: Services, kind: str, size: tuple[int, int]
) -> None:
    """A board with terrain, its zones and a fault marked; what lies under the cursor; what is placed next."""

    async def looking(pilot: Pilot[None]) -> None:
        assert isinstance(pilot.app, WarbandApp)
        await idle(pilot.app, pilot)
        await pilot.press("f", "left", "left")
        await pilot.app.workers.wait_for_complete()
        pilot.app.clear_notifications()
        await pilot.pause()

    app = WarbandApp(services, start=editor(LOOKS[kind]))
    assert snap_compare(app, terminal_size=size, run_before=looking)


async def test_a_letter_of_ones_own_is_made_and_painted(services: Services) -> None:
    async with running(services, size=(120, 40), start=editor(blank(8, 6))) as (app, pilot):
        await pilot.press("y")
        await answer(app, pilot, "A new letter")
        await answer(app, pilot, "#")
        assert "# means filled" in drawn(app)
        await answer(app, pilot, "B")
        await answer(app, pilot, "[red]bog[/]")
        for field, value in (("difficult", "swamp"), ("height", "10"), ("obscured", None)):
            await answer(app, pilot, field)
            if value is not None:
                await answer(app, pilot, value)
        await answer(app, pilot, "Paint with B")
        await pilot.press("enter")
        board = on(app).desk.board
        assert isinstance(board, SquareBoard)
        assert board.legend == {"B": Ground("[red]bog[/]", difficult="swamp", obscured=True, height=10)}
        assert legend.count_of(board, "B") == 1
        assert "B  [red]bog[/] · difficult: swamp" in drawn(app)
        await pilot.press("t")
        await answer(app, pilot, "wall")
        await pilot.press("t")
        await answer(app, pilot, "bog")
        assert on(app).desk.pencil.letter == "B"
        await pilot.press("y")
        await answer(app, pilot, "How deep")
        await answer(app, pilot, "40")
        await pilot.press("escape")
        await pilot.pause()
        assert on(app).desk.board.drop_feet == 40  # type: ignore[union-attr]
        await pilot.press("u")
        assert on(app).desk.board.drop_feet == 10  # type: ignore[union-attr]
        await pilot.press("a")
        assert any("a map of squares has no pieces" in text for text in toasts(app))


async def test_a_table_in_inches_has_no_letters(services: Services) -> None:
    async with running(services, start=editor()) as (app, pilot):
        await pilot.press("y")
        assert any("pieces, no letters" in text for text in toasts(app))


async def test_what_is_carried_is_drawn_where_it_is(services: Services) -> None:
    async with running(services, size=(120, 40), start=editor()) as (app, pilot):
        await pilot.press("enter")
        placed = drawn(app).count("♣")
        await pilot.press("m", *["right"] * 12)
        assert drawn(app).count("♣") >= placed
        await pilot.press("enter")
        assert drawn(app).count("♣") == placed


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_drawn_with_its_own_terrain_at_random(services: Services, game: str) -> None:
    board = random_board(load(game), *words_of(load(game)).sizes[0], drawing(3))

    def opened(app: WarbandApp) -> None:
        app.push_screen(BoardEditorScreen(game, board=board))

    async with running(services, size=(120, 40), start=opened) as (app, pilot):
        assert "nothing is wrong with this board" in drawn(app)
        kinds = on(app).desk.kinds
        await pilot.press("1", "enter")
        assert on(app).desk.pencil.kind == kinds[0]
        await pilot.press("N")
        await idle(app, pilot)
        assert not [flaw for flaw in on(app).desk.flaws() if flaw.severity == "error"]


def told(app: WarbandApp) -> str:
    """What is drawn, with single spaces."""
    return " ".join(drawn(app).split())


class TestABattle:
    @pytest.fixture
    def layout(self, services: Services) -> int:
        ruin = Feature("ruin-1", ((10, 10), (20, 10), (20, 20), (10, 20)))
        return save_layout(services.library, InchBoard(44, 30, (ruin,)), "Mill", "", HAND)

    async def pick_board(self, app: WarbandApp, pilot: Pilot[None], text: str) -> None:
        await pilot.press("1", "end", "enter")
        await idle(app, pilot)
        app.screen.query_one(Input).value = text
        await pilot.pause()
        await pilot.press("enter")
        await idle(app, pilot)

    @pytest.mark.usefixtures("layout")
    async def test_a_layout_is_chosen_and_its_size_is_the_tables(self, services: Services) -> None:
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            assert "Board none" in told(app)
            await self.pick_board(app, pilot, "Mill")
            assert "Mill · 1 piece" in drawn(app)
            assert '44" x 30"' in drawn(app)

    async def test_a_faulty_layout_is_refused_by_the_name_of_the_piece(self, services: Services) -> None:
        save_layout(services.library, InchBoard(48, 36, (TWISTED,)), "Twisted Ford", "", HAND)
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            await self.pick_board(app, pilot, "Twisted Ford")
            assert any("feature 'Old Mill': its outline crosses" in toast for toast in toasts(app))
            assert "Board none" in told(app)

    async def test_a_board_is_drawn_for_the_battle_and_taken(self, services: Services) -> None:
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            await self.pick_board(app, pilot, "Draw one")
            assert shows(app, BoardEditorScreen)
            await pilot.press("enter", "p")
            await idle(app, pilot)
            assert shows(app, MusterScreen)
            assert "drawn for this battle · 1 piece" in drawn(app)
            await self.pick_board(app, pilot, "No board")
            assert "Board none" in told(app)

    async def test_leaving_the_editor_leaves_the_battle_as_it_was(self, services: Services) -> None:
        async with running(services, start=lambda app: app.open_muster(None)) as (app, pilot):
            await self.pick_board(app, pilot, "Draw one")
            await pilot.press("q")
            await idle(app, pilot)
            assert shows(app, MusterScreen)
            await self.pick_board(app, pilot, "Random board")
            assert shows(app, BoardEditorScreen)

    def test_a_battle_keeps_its_board_whatever_becomes_of_the_layout(
        self, services: Services, layout: int
    ) -> None:
        game = load("bogwater")
        sides = [side_of(unnamed_force(game, name, 2)) for name in ("A", "B")]
        setup = set_up(game, sides, board=open_layout(services.library, layout).board)
        battle = create(services.library, setup, at=NOW)
        save_layout(services.library, InchBoard(10, 10), "Mill", "", HAND, replacing=True)
        body = services.library.rows("SELECT setup FROM battle WHERE id = ?", (battle,))[0][0]
        kept = msgspec.json.decode(body, type=Setup).board
        assert (kept["width"], len(kept["features"])) == (44, 1)


@pytest.mark.parametrize("width", [40, 80])
def test_what_is_carried_is_told_in_full_with_its_place(width: int) -> None:
    desk = Desk(InchBoard(48, 36), TABLE)
    desk.place((20.0, 10.0))
    desk.carry((20.0, 10.0))
    lines = (
        long_lines(desk, (23.5, 11.0), width) if width == 40 else short_lines(desk, (23.5, 11.0), width, 5)
    )
    text = " ".join(" ".join("".join(span.text for span in line) for line in lines).split())
    assert "move wood-1 to 23.5,11: Enter puts it down, Esc gives it up" in text


def test_the_names_of_terrain_are_told_whole_beside_the_board() -> None:
    long = TerrainKind("far", "difficult and dangerous", "%", ("difficult",), note="slow, and a risk")
    desk = Desk(InchBoard(48, 36), replace(TABLE, terrain=(*TABLE.terrain, long)))
    (line,) = (text for text in map(plain_text, long_lines(desk, (0, 0), 40)) if "%" in text)
    assert "difficult and dangerous slow" in line
    assert len(line) <= 40


def plain_text(line: Line) -> str:
    return "".join(span.text for span in line)
