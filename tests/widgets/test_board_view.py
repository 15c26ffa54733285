"""A board as characters: zooms, footprints, terrain, bands, letters of tokens, questions that overtake one another."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.screens.board_game import GAMES
from tests.screens.board_table import setup
from tests.screens.conftest import HOSTILE
from warband_tui.campaign.board_view import BoardPicture, Token, codes_of, picture_of
from warband_tui.campaign.board_view_asking import Job, Latest
from warband_tui.campaign.board_view_formation import formation, moved_to
from warband_tui.campaign.board_view_layers import (
    cursor_layer,
    footprint_of,
    line_cells,
    over,
    route_layer,
    tokens_layer,
)
from warband_tui.campaign.board_view_projection import INCHES, SQUARES, Projection
from warband_tui.campaign.board_view_scene import Scene, Shown, bands_in_order
from warband_tui.campaign.board_view_terrain import Paint, heights_at, kind_of_feature, terrain_of
from warband_tui.rules.board.inches import coherency, flat_gap, off_board, overlapping, stand
from warband_tui.rules.board.layout import (
    Base,
    Board,
    DeploymentZone,
    Feature,
    Ground,
    InchBoard,
    SquareBoard,
)
from warband_tui.rules.board.outlines import encloses
from warband_tui.rules.board.planning import Footprint, Reach, TerrainKind, Threat, Trace, Waypoint
from warband_tui.rules.board.zones import zone_squares
from warband_tui.rules.state import BattleState
from warband_tui.widgets.board_view import _scrolled, _together

TABLE = InchBoard(48, 48)
MAP = SquareBoard(("." * 60,) * 60)
LEVELS = [(board, level) for board, zooms in ((TABLE, INCHES), (MAP, SQUARES)) for level in range(len(zooms))]


def mustered(kind: str = "squares", names: tuple[str, ...] = ("Weyl", "Wenda", "We")) -> BattleState:
    return GAMES[kind].muster(setup(kind, names=names))


def picture(kind: str = "squares") -> BoardPicture:
    found = picture_of(mustered(kind), GAMES[kind])  # type: ignore[arg-type]
    assert found is not None
    return found


def scene(board: Board, level: int, *tokens: Token) -> Scene:
    shown = BoardPicture(board, tokens, (), (), {})
    return Scene(shown, GAMES["inches"].board_words, Projection(board, level))


def drawn(board: Board, level: int, shown: Shown, *tokens: Token) -> list[str]:
    made = scene(board, level, *tokens)
    made.show(made.picture, shown)
    return ["".join(p.glyph for p in made.row(y)) for y in range(made.projection.rows)]


# Zooms


@pytest.mark.parametrize(("board", "level"), LEVELS)
def test_every_tile_has_characters_of_its_own_and_its_spot_lies_in_it(board: Board, level: int) -> None:
    projection = Projection(board, level)
    across, down = projection.tiles
    for tile in ((0, 0), (across // 2, down // 3), (across - 1, down - 1)):
        columns, rows = projection.block(tile)
        assert columns
        assert rows
        spot = projection.spot(tile)
        assert projection.tile_of((spot[0], spot[1])) == tile
        if projection.zoom.down >= 1:
            assert projection.tile_at(columns[0], rows[0]) == tile
            assert projection.tile_at(columns[-1], rows[-1]) == tile


@pytest.mark.parametrize(("board", "level"), LEVELS)
def test_a_canvas_is_about_as_high_as_wide_on_screen(board: Board, level: int) -> None:
    projection = Projection(board, level)
    proportion = projection.columns / (2 * projection.rows)
    assert proportion == (0.5 if board is MAP and level == 0 else 1)


def test_a_zoom_beyond_the_last_is_the_last() -> None:
    assert Projection(TABLE, 99).level == len(INCHES) - 1
    assert Projection(MAP, -1).level == 0


@given(st.floats(0, 47.99), st.floats(0, 47.99), st.integers(0, 3))
def test_the_character_of_a_point_is_the_one_whose_tile_holds_it(x: float, y: float, level: int) -> None:
    projection = Projection(TABLE, level)
    middle = projection.middle(*projection.character((x, y)))
    assert abs(middle[0] - x) <= 0.5 / projection.zoom.across + 1e-9
    assert abs(middle[1] - y) <= 0.5 / projection.zoom.down + 1e-9


# Footprints


def test_a_large_creature_covers_all_its_squares() -> None:
    cells = footprint_of((3, 4), Footprint(side=2), Projection(MAP, 1))
    assert set(cells) == {(c, r) for c in range(6, 10) for r in (4, 5)}


def test_a_base_covers_the_characters_whose_middle_it_covers() -> None:
    projection = Projection(TABLE, 3)
    cells = footprint_of((10, 10, 0), Footprint(base=Base(50.8, 50.8)), projection)
    for column in range(60, 100):
        for row in range(30, 50):
            inside = math.dist(projection.middle(column, row), (10, 10)) <= 1
            assert ((column, row) in cells) == inside


def test_an_oval_is_turned() -> None:
    projection = Projection(TABLE, 3)
    lying = footprint_of((20, 20, 0), Footprint(base=Base(100, 30, "oval")), projection)
    upright = footprint_of((20, 20, 0), Footprint(base=Base(100, 30, "oval", 90)), projection)
    assert len({c for c, _ in lying}) > len({c for c, _ in upright})
    assert len({r for _, r in upright}) > len({r for _, r in lying})


@pytest.mark.parametrize(("board", "level"), LEVELS)
def test_no_model_is_too_small_to_be_seen(board: Board, level: int) -> None:
    assert footprint_of((5, 5, 0), Footprint(base=Base(1, 1)), Projection(board, level))


# Ground


def test_terrain_is_drawn_where_it_lies_and_what_is_too_small_shows_once() -> None:
    wood = Feature("w", ((2, 1), (6, 1), (6, 3), (2, 3)), 3, ("wood",))
    post = Feature("p", ((8.1, 2.1), (8.2, 2.1), (8.2, 2.2)), 1, ("wall",))
    lines = drawn(InchBoard(12, 6, (wood, post)), 1, Shown())
    assert lines[1] == "    ♣ ♣ ♣ ♣             "
    assert lines[2] == "    ♣ ♣ ♣ ♣     █       "
    assert "♣" not in lines[3]


def test_the_kind_with_most_of_its_tags_is_taken() -> None:
    plain = TerrainKind("a", "wood", "♣", ("wood",))
    dense = TerrainKind("b", "dense wood", "♠", ("wood", "dense"))
    feature = Feature("x", ((0, 0), (1, 0), (1, 1)), tags=("dense", "wood", "old"))
    assert kind_of_feature(feature, (plain, dense)) is dense
    assert kind_of_feature(Feature("y", feature.shape, tags=("odd",)), (plain, dense)).label == "terrain"


def test_letters_of_a_legend_are_drawn_by_what_they_are() -> None:
    board = SquareBoard(
        (".F#", "...", "LO."), legend={"F": Ground("fire", hindering="fire"), "L": Ground(height=5)}
    )
    kinds = {kind.label: kind.glyph for kind in terrain_of(board, None, Projection(board, 1)).kinds}
    assert kinds == {"fire": "^", "filled": "█", "drop": "O", "raised": "≡"}


def test_edges_stand_between_their_squares() -> None:
    board = SquareBoard(("...", "..."), (((0, 0), (1, 0), "low"), ((2, 0), (2, 1), "wall")))
    lines = drawn(board, 1, Shown())
    assert lines[0][1] == "┊"
    assert lines[0][4:6] == "━━"


def test_heights_of_a_place_are_those_of_the_pieces_there() -> None:
    hill = Feature("h", ((0, 0), (4, 0), (4, 4), (0, 4)), 2)
    tower = Feature("t", ((1, 1), (3, 1), (3, 3), (1, 3)), 3, base=2)
    board = InchBoard(12, 12, (hill, tower))
    assert heights_at(board, (2, 2)) == (0, 2, 5)
    assert heights_at(board, (0.5, 0.5)) == (0, 2)
    assert heights_at(board, (8, 8)) == (0,)


# Bands and threats


def test_the_first_band_that_has_a_cell_paints_it_and_terrain_stays_visible() -> None:
    wood = Feature("w", ((1, 0), (2, 0), (2, 1), (1, 1)), 3, ("wood",))
    near = Reach("a", "walk", "move", 1, {(0, 0): 0, (1, 0): 1})
    far = Reach("a", "run", "fast", 2, {(0, 0): 0, (1, 0): 1, (2, 0): 2})
    board = InchBoard(4, 1, (wood,))
    assert drawn(board, 1, Shown((near, far)))[0] == " ·♣· »  "
    assert drawn(board, 1, Shown((far, near)))[0] == " »♣» »  "


def test_prices_stand_in_their_squares_where_there_is_room() -> None:
    near = Reach("a", "walk", "move", 6, {(0, 0): 0, (1, 0): 1, (2, 0): 2.5})
    lines = drawn(SquareBoard(("....",)), 2, Shown((near,)))
    assert [lines[1][3], lines[1][7], lines[1][9:12]] == ["0", "1", "2.5"]


def test_threats_lie_over_bands() -> None:
    near = Reach("a", "walk", "move", 1, {(0, 0): 0, (1, 0): 1})
    zone = Threat("t", "strikes", "b", frozenset({(1, 0)}))
    assert drawn(InchBoard(4, 1), 1, Shown((near,), (zone,)))[0] == " ·†·    "


def test_a_wide_threat_leaves_the_bands_of_a_table_readable_and_prices_whole() -> None:
    cells = frozenset((x, y) for x in range(20) for y in range(4))
    near = Reach("a", "walk", "move", 1, dict.fromkeys(cells, 10.0))
    lines = drawn(InchBoard(20, 4), 1, Shown((near,), (Threat("t", "strikes", "b", cells),)))
    assert all(0 < line.count("†") <= 5 < line.count("·") for line in lines)
    priced = drawn(SquareBoard(("." * 20,) * 4), 2, Shown((near,), (Threat("t", "strikes", "b", cells),)))
    assert "10" in priced[1]
    assert "†0" not in priced[1]


def test_nothing_of_a_scene_that_stays_the_same_is_made_anew() -> None:
    made = scene(TABLE, 1)
    row = made.row(3)
    assert not made.show(made.picture, Shown())
    assert made.row(3) is row
    assert made.show(made.picture, Shown(selected="a1"))


# Tokens and routes


def test_units_of_different_sides_have_different_letters_where_their_names_allow() -> None:
    state = mustered(names=("Halvard", "Hale", "Harro"))
    codes = codes_of(state, {})
    assert len({code.casefold() for code in codes.values()}) == len(state.units)
    assert codes_of(state, {"b1": "ha"})["b1"] == "ha"


def test_letters_tell_sides_apart_by_their_case_and_units_by_their_letters() -> None:
    codes = codes_of(mustered(), {})
    assert len(set(codes.values())) == 6
    assert all(codes[unit].isupper() for unit in ("a1", "a2"))
    assert all(codes[unit].islower() for unit in ("b1", "b2", "b3"))


def test_units_keep_the_letters_that_they_had() -> None:
    first = codes_of(mustered(), {})
    again = codes_of(mustered(names=("Other", "Names", "Now")), {"a2": first["a2"]})
    assert again["a2"] == first["a2"]


@pytest.mark.parametrize("kind", ["squares", "inches"])
def test_any_name_has_two_letters_of_one_cell(kind: str) -> None:
    codes = codes_of(mustered(kind, HOSTILE), {})
    assert all(len(code) == 2 and code.isascii() for code in codes.values())
    assert len({codes[u].casefold() for u in ("a1", "a2", "a3")}) == 3


def test_who_stands_on_a_tile_is_found_by_the_whole_footprint() -> None:
    board, projection = picture(), Projection(picture().board, 1)
    assert {board.at(tile, projection) for tile in ((15, 7), (16, 7), (15, 8), (16, 8))} == {"b2"}
    assert board.at((17, 7), projection) == ""
    table, near = picture("inches"), Projection(picture("inches").board, 2)
    assert table.at(near.tile_of((14.2, 12.2)), near) == "a1"
    assert table.at(near.tile_of((12, 12)), near) == ""


def test_a_route_shows_where_it_is_charged_and_where_somebody_may_strike() -> None:
    way = (Waypoint((1, 0), 1), Waypoint((2, 0), 3, "difficult +1"), Waypoint((3, 0), 4, strikers=("b1",)))
    trace = Trace("a", "walk", (3, 0), True, 4, 6, way=way)
    board = BoardPicture(SquareBoard(("......",)), (), (), (), {})
    layer = route_layer(trace, (0, 0), Footprint(), Projection(board.board, 1), board)
    assert [layer[0][column].glyph for column in (3, 5, 7)] == ["●", "◆", "¤"]


@example((10.317340214917103, 27.0), (1.0, 0.0), 0)
@example((0.0, 10.0), (0.0, 0.0), 0)
@given(
    st.tuples(st.floats(0, 48), st.floats(0, 48)),
    st.tuples(st.floats(0, 48), st.floats(0, 48)),
    st.integers(0, 3),
)
def test_a_line_goes_from_end_to_end_without_a_gap(
    a: tuple[float, float], b: tuple[float, float], level: int
) -> None:
    projection = Projection(TABLE, level)
    cells = line_cells(a, b, projection)
    assert cells[0] == projection.character(a)
    assert cells[-1] == projection.character(b)
    for (x, y), (u, v) in itertools.pairwise(cells):
        assert max(abs(x - u), abs(y - v)) == 1


def test_the_cursor_is_seen_on_ground_that_is_filled() -> None:
    paint = cursor_layer((0, 0), Projection(MAP, 1))[0][0]
    assert over(Paint("█", "grey", "on-grey"), paint) == Paint(" ", "oncursor", "cursor")
    assert over(Paint("♣", "green"), paint).glyph == "♣"


# Placing a unit of several

BASES = (
    Base(25, 25),
    Base(32, 32),
    Base(40, 40),
    Base(60, 35, "oval"),
    Base(120, 92, "oval"),
    Base(50, 25, "rectangle"),
)


@given(st.integers(1, 30), st.sampled_from(BASES), st.floats(0, 48), st.floats(0, 48))
def test_models_stand_apart_on_the_table_and_each_beside_two_others(
    models: int, base: Base, x: float, y: float
) -> None:
    put = formation(TABLE, (x, y, 0.0), models, Footprint(base=base))
    bodies = [stand(base, spot) for spot in put.spots]
    assert (len(bodies), put.why) == (models, "")
    assert not any(off_board(body, TABLE) for body in bodies)
    assert all(flat_gap(a, b) > 0 for i, a in enumerate(bodies) for b in bodies[:i])
    assert coherency(bodies, 0.5, 2).holds


def test_the_first_stands_at_the_cursor_where_its_base_is_on_the_table() -> None:
    foot = Footprint(base=Base(32, 32))
    assert formation(TABLE, (7.25, 30.5, 0.0), 5, foot).spots[0] == (7.25, 30.5, 0.0)
    assert formation(TABLE, (0.5, 47.5, 0.0), 1, foot).spots == ((16 / 25.4, 48 - 16 / 25.4, 0.0),)


def test_models_keep_off_everybody_else() -> None:
    foot = Footprint(base=Base(32, 32), height=2)
    wall = [((x, 11.0, 0.0), foot) for x in range(48)]
    put = formation(TABLE, (20, 10, 0.0), 20, foot, wall)
    assert len(put.spots) == 20
    bodies = [stand(foot.base or Base(1, 1), spot, 2) for spot in put.spots[1:]]
    assert not any(overlapping(body, stand(Base(32, 32), at, 2)) for body in bodies for at, _ in wall)
    assert all(body.y < 11 for body in bodies), "nobody is put on the other side of those in the way"


def test_fewer_places_than_models_are_told() -> None:
    put = formation(InchBoard(6, 6), (3, 3, 0.0), 40, Footprint(base=Base(60, 35, "oval")))
    assert 4 <= len(put.spots) < 40
    assert put.why == f"there is room for {len(put.spots)} of 40 here"


def test_on_squares_models_keep_off_filled_ones_and_off_others() -> None:
    board = SquareBoard(("....", ".##.", "....", "...."))
    put = formation(board, (0, 0), 20, Footprint(), [((3, 3), Footprint())])
    assert sorted(put.spots) == [
        (x, y) for x in range(4) for y in range(4) if (x, y) not in {(1, 1), (2, 1), (3, 3)}
    ]
    assert put.why == "there is room for 13 of 20 here"
    assert formation(board, (3, 3), 1, Footprint(2)).spots == ((2, 2),), "all of a large one is on the map"


# Zones


@pytest.mark.parametrize(("board", "level"), LEVELS)
def test_a_zone_is_painted_over_each_character_whose_middle_it_has(board: Board, level: int) -> None:
    zone = DeploymentZone("A", ((3.3, 2), (20, 5), (9, 17.2), (14, 9)))
    projection = Projection(board, level)
    picture = BoardPicture(board, (), (), (), {}, ((0, zone),))
    scene = Scene(picture, None, projection)
    scene.show(picture, Shown(zones=True))
    squares = zone_squares(board, zone) if isinstance(board, SquareBoard) else frozenset()

    def inside(column: int, row: int) -> bool:
        x, y = projection.middle(column, row)
        return (int(x), int(y)) in squares if squares else encloses(zone.shape, (x, y))

    for row in range(projection.rows):
        painted = [column for column, paint in enumerate(scene.row(row)) if paint.ground == "zone0"]
        assert painted == [column for column in range(projection.columns) if inside(column, row)]


# Asking


def test_of_the_questions_that_wait_only_the_last_is_asked() -> None:
    asked: list[str] = []
    latest = Latest(lambda job: asked.append(str(job.key)))
    jobs = [Job(name, lambda: None) for name in ("one", "two", "three")]
    for job in jobs:
        latest.want(job)
    assert asked == ["one"]
    assert not latest.finished(jobs[0]), "the cursor has gone on"
    assert asked == ["one", "three"]
    assert latest.finished(jobs[2])
    assert not latest.busy


def test_an_answer_that_nobody_wants_any_more_is_not_listened_to() -> None:
    begun: list[Job] = []
    latest = Latest(begun.append)
    job = Job("one", lambda: None)
    latest.want(job)
    latest.forget()
    assert not latest.finished(job)


# Windows


def test_a_window_scrolls_no_further_than_it_must() -> None:
    assert _scrolled(0, 80, range(10, 12), 8, 200) == 0
    assert _scrolled(0, 80, range(90, 92), 8, 200) == 20
    assert _scrolled(50, 80, range(40, 42), 8, 200) == 32
    assert _scrolled(50, 80, range(2), 8, 200) == 0
    assert _scrolled(0, 80, range(198, 200), 8, 200) == 120


def test_rows_next_to_one_another_are_one_region() -> None:
    found = _together([(1, 5, 6), (2, 3, 4), (5, 0, 1)])
    assert [tuple(region) for region in found] == [(3, 1, 4, 2), (0, 5, 2, 1)]


# Units of several models


def groups(*names: str) -> BattleState:
    plan = setup("inches", names=(*names, "Odo", "Ulf", "Ivo")[:3])
    sides = tuple(
        replace(
            side, units=tuple(replace(unit, models=2, base=32, at=[[5, 5], [7, 5]]) for unit in side.units)
        )
        for side in plan.sides
    )
    return GAMES["inches"].muster(replace(plan, sides=sides))


def test_models_of_a_unit_are_told_apart_by_a_number_and_units_by_their_letter() -> None:
    state = groups("Marsh Guard", "Mud Guard", "Grey Men")
    shown = picture_of(state, GAMES["inches"])  # type: ignore[arg-type]
    assert shown is not None
    codes = [token.code for token in shown.tokens if token.side == 0]
    assert [code[1] for code in codes] == ["1", "2"] * 3
    assert len(set(codes)) == 6
    assert all(token.code.islower() for token in shown.tokens if token.side == 1)


def test_models_next_to_one_another_have_different_shades() -> None:
    foot = Footprint(base=Base(25, 25))
    tokens = tuple(Token("a", f"A{i}", 0, (5.5 + i % 2, 5.5 + i // 2), foot) for i in range(4))
    layer = tokens_layer(BoardPicture(TABLE, tokens, (), (), {}), Projection(TABLE, 1))
    grounds = [layer[y][x].ground for y in (5, 6) for x in (10, 12)]
    assert grounds[0] != grounds[1]
    assert grounds[2] != grounds[3]
    assert grounds[0] != grounds[2]


@given(st.integers(0, 47), st.integers(0, 47))
def test_the_models_of_a_unit_keep_step_with_the_first_and_stay_on_the_board(x: int, y: int) -> None:
    at = ((20.0, 20.0), (21.5, 20.0), (20.0, 22.0))
    moved = moved_to(TABLE, at, (x, y, 3.0))
    assert {one[2] for one in moved} == {3.0}
    assert all(0 <= one[0] <= 48 and 0 <= one[1] <= 48 for one in moved)
    if x < 40 and y < 40:
        assert [(one[0] - x, one[1] - y) for one in moved] == [(0, 0), (1.5, 0), (0, 2)]
    squares = moved_to(MAP, ((4, 4), (5, 4)), (x, y))
    assert squares[1] == (min(59, x + 1), y)


# Calm grounds


def test_a_shade_under_a_band_is_not_combed() -> None:
    shaded = Feature("f", ((0, 0), (20, 0), (20, 6), (0, 6)), tags=("shade",))
    board = InchBoard(24, 24, features=(shaded,))
    reach = Reach("a", "walk", "move", 6, {(x, y): 1.0 for x in range(20) for y in range(6)})
    line = drawn(board, 1, Shown((reach,)))[2][:40]
    assert line.count("▒") == 30
    assert line.count("·") == 10


def test_kinds_of_threats_have_signs_of_their_own_and_the_nearest_lies_on_top() -> None:
    near = Threat("melee", "reach", "b", frozenset({(3, 3)}))
    far = Threat("charge", "charge", "b", frozenset({(3, 3), (5, 3)}))
    line = drawn(TABLE, 1, Shown(threats=(near, far)))[3]
    assert line[6] == "†"
    assert line[10] == "§"


def test_bands_lie_in_the_order_picked_short_long_into_combat_other() -> None:
    def reach(mode: str, role: str, budget: float | None) -> Reach:
        return Reach("a1", mode, role, budget, {})  # type: ignore[arg-type]

    found = [
        reach("jump", "other", 0),
        reach("charge", "attack", 3),
        reach("run", "fast", 12),
        reach("walk", "move", 6),
    ]
    assert [r.mode for r in bands_in_order(found, "run")] == ["run", "walk", "charge", "jump"]
    assert bands_in_order(found, "jump")[0].mode == "jump"
