"""Squares without a game: sets against plain counting, and what turning, moving and mirroring leave alone."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from warband_tui.rules.board.layout import Square, SquareBoard
from warband_tui.rules.board.squares import DIRECTIONS, Grid, Mover, Space, distance, grid_of, step
from warband_tui.rules.board.squares_reach import Moves, farther, nearer, put_back, spread, walk
from warband_tui.rules.board.squares_sight import clear_line, fan, obstruction, sight_veil, solid_veil

WIDE, HIGH = 7, 6
EDGES = ("low", "wall", "window")


@st.composite
def boards(draw: Any) -> SquareBoard:
    letters = st.sampled_from("....~#O")
    rows = tuple("".join(draw(letters) for _ in range(WIDE)) for _ in range(HIGH))
    edges = []
    for _ in range(draw(st.integers(0, 5))):
        x, y = draw(st.integers(0, WIDE - 2)), draw(st.integers(0, HIGH - 2))
        to = (x + 1, y) if draw(st.booleans()) else (x, y + 1)
        edges.append(((x, y), to, draw(st.sampled_from(EDGES))))
    return SquareBoard(rows, tuple(edges))


def mover(grid: Grid, side: int, barred: int = 0, *, stacks: bool = False) -> Mover:
    return Mover(
        side=side,
        solid=grid.filled,
        barred=barred & grid.inside,
        costly=grid.difficult.get("difficult", 0),
        pits=grid.drops,
        stacks=stacks,
    )


def plain_search(grid: Grid, who: Mover, start: Square, budget: int) -> dict[Square, int]:
    """Dijkstra, one step after the other by `squares.step`."""
    found: dict[Square, int] = {}
    todo = [(0, start)]
    while todo:
        price, at = heappop(todo)
        if at in found:
            continue
        found[at] = price
        for direction in DIRECTIONS:
            one = step(grid, who, at, direction)
            if one.legal and price + one.price <= budget:
                heappush(todo, (price + one.price, one.to))
    return found


def standable(grid: Grid, who: Mover) -> list[Square]:
    return list(grid.cells(Moves(grid, who).endable))


@settings(max_examples=40, deadline=None)
@given(boards(), st.integers(1, 3), st.integers(0, 2**60), st.booleans(), st.data())
def test_reach_is_what_a_plain_search_finds(
    board: SquareBoard, side: int, bits: int, stacks: bool, data: st.DataObject
) -> None:
    grid = Grid(board)
    who = mover(grid, side, bits & (bits >> 1) & (bits >> 3), stacks=stacks)
    places = standable(grid, who)
    assume(places)
    start = data.draw(st.sampled_from(places))
    assert spread(Moves(grid, who), [start], 6).cells() == plain_search(grid, who, start, 6)


@settings(max_examples=40, deadline=None)
@given(boards(), st.integers(1, 2), st.data())
def test_a_route_is_legal_step_by_step_and_costs_what_reach_says(
    board: SquareBoard, side: int, data: st.DataObject
) -> None:
    grid = Grid(board)
    moves = Moves(grid, mover(grid, side))
    places = standable(grid, moves.mover)
    assume(places)
    start = data.draw(st.sampled_from(places))
    field = spread(moves, [start])
    to, price = data.draw(st.sampled_from(sorted(field.cells().items())))
    way = walk(moves, start, [one.to for one in field.route(to)])
    assert way.fault is None
    assert way.price == price
    assert put_back(moves, start, [one.to for one in way.steps]) in {start, *(one.to for one in way.steps)}


Placing = Callable[[int, int], Square]


def mirrored(board: SquareBoard) -> SquareBoard:
    edges = tuple(((WIDE - 1 - a[0], a[1]), (WIDE - 1 - b[0], b[1]), kind) for a, b, kind in board.edges)
    return SquareBoard(tuple(row[::-1] for row in board.map), edges)


def turned(board: SquareBoard) -> SquareBoard:
    """A quarter turn clockwise: x, y goes to HIGH - 1 - y, x."""
    rows = tuple("".join(column)[::-1] for column in zip(*board.map, strict=True))
    edges = tuple(((HIGH - 1 - a[1], a[0]), (HIGH - 1 - b[1], b[0]), kind) for a, b, kind in board.edges)
    return SquareBoard(rows, edges)


def moved(board: SquareBoard) -> SquareBoard:
    """Two columns to the right and one row down, with walls round it."""
    rows = ("#" * (WIDE + 3), *(f"##{row}#" for row in board.map), "#" * (WIDE + 3))
    edges = tuple(((a[0] + 2, a[1] + 1), (b[0] + 2, b[1] + 1), kind) for a, b, kind in board.edges)
    return SquareBoard(rows, edges)


@settings(max_examples=40, deadline=None)
@given(boards(), st.integers(1, 3), st.data())
def test_moving_turning_and_mirroring_the_board_changes_no_price(
    board: SquareBoard, side: int, data: st.DataObject
) -> None:
    grid = Grid(board)
    places = standable(grid, mover(grid, side))
    assume(places)
    x, y = data.draw(st.sampled_from(places))
    prices = spread(Moves(grid, mover(grid, side)), [(x, y)], 8).cells()
    images: tuple[tuple[SquareBoard, Placing], ...] = (
        (mirrored(board), lambda x, y: (WIDE - side - x, y)),
        (turned(board), lambda x, y: (HIGH - side - y, x)),
        (moved(board), lambda x, y: (x + 2, y + 1)),
    )
    for other, place in images:
        there = Grid(other)
        found = spread(Moves(there, mover(there, side)), [place(x, y)], 8).cells()
        assert found == {place(*cell): price for cell, price in prices.items()}


@settings(max_examples=40, deadline=None)
@given(boards(), st.integers(1, 2), st.integers(0, WIDE - 1), st.integers(0, HIGH - 1), st.data())
def test_a_wall_never_adds_reach(board: SquareBoard, side: int, x: int, y: int, data: st.DataObject) -> None:
    grid = Grid(board)
    rows = list(board.map)
    rows[y] = rows[y][:x] + "#" + rows[y][x + 1 :]
    walled = Grid(SquareBoard(tuple(rows), board.edges))
    places = standable(walled, mover(walled, side))
    assume(places)
    start = data.draw(st.sampled_from(places))
    before = spread(Moves(grid, mover(grid, side)), [start], 8).cells()
    assume(grid.has(Moves(grid, mover(grid, side)).room, start))
    for cell, price in spread(Moves(walled, mover(walled, side)), [start], 8).cells().items():
        assert before[cell] <= price


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(0, 6),
    st.integers(0, 6),
    st.integers(0, 6),
    st.integers(0, 6),
)
def test_no_step_is_both_nearer_and_farther_and_both_tell_the_distance(
    side: int, other: int, x: int, y: int, ox: int, oy: int
) -> None:
    grid = grid_of(SquareBoard(("." * 10,) * 10))
    origin, start = Space(ox, oy, other), Space(x, y, side)
    for dx, dy in DIRECTIONS:
        to = start.at((x + dx, y + dy))
        if not grid.holds(to.anchor):
            continue
        change = distance(origin, to) - distance(origin, start)
        assert grid.has(nearer(grid, side, origin, (dx, dy)), to.anchor) is (change < 0)
        assert grid.has(farther(grid, side, origin, (dx, dy)), to.anchor) is (change > 0)


@settings(max_examples=40, deadline=None)
@given(boards(), st.integers(0, WIDE), st.integers(0, HIGH), st.integers(0, WIDE), st.integers(0, HIGH))
def test_a_line_between_corners_is_stopped_both_ways_or_neither(
    board: SquareBoard, ax: int, ay: int, bx: int, by: int
) -> None:
    grid = Grid(board)
    veil = solid_veil(grid)
    there, back = (obstruction(grid, veil, *ends) for ends in (((ax, ay), (bx, by)), ((bx, by), (ax, ay))))
    assert (there is None) is (back is None)


@settings(max_examples=40, deadline=None)
@given(boards(), st.data())
def test_sight_is_the_same_on_a_mirrored_and_a_turned_board(board: SquareBoard, data: st.DataObject) -> None:
    grid = Grid(board)
    free = list(grid.cells(grid.inside & ~grid.filled))
    assume(len(free) > 1)
    a, b = data.draw(st.sampled_from(free)), data.draw(st.sampled_from(free))
    seen = clear_line(grid, sight_veil(grid), Space(*a), Space(*b)) is not None
    images: tuple[tuple[SquareBoard, Placing], ...] = (
        (mirrored(board), lambda x, y: (WIDE - 1 - x, y)),
        (turned(board), lambda x, y: (HIGH - 1 - y, x)),
    )
    for other, place in images:
        there = Grid(other)
        found = clear_line(there, sight_veil(there), Space(*place(*a)), Space(*place(*b)))
        assert (found is not None) is seen


@settings(max_examples=40, deadline=None)
@given(boards(), st.data())
def test_a_clear_line_ends_inside_its_target_and_touches_nothing_on_the_way(
    board: SquareBoard, data: st.DataObject
) -> None:
    grid = Grid(SquareBoard(board.map))
    free = list(grid.cells(grid.inside & ~grid.filled))
    assume(len(free) > 1)
    a, b = data.draw(st.sampled_from(free)), data.draw(st.sampled_from(free))
    line = clear_line(grid, solid_veil(grid), Space(*a), Space(*b))
    assume(line is not None)
    assert line is not None
    assert b[0] < line.b[0] < b[0] + 1
    assert b[1] < line.b[1] < b[1] + 1
    for k in range(1, 60):
        x, y = (line.a[i] + (line.b[i] - line.a[i]) * k / 60 for i in (0, 1))
        assert not grid.has(grid.filled, (int(x), int(y)))


def test_all_squares_of_an_open_room_are_seen() -> None:
    grid = grid_of(SquareBoard(("." * 8,) * 8))
    for cell in grid.cells(grid.inside):
        assert clear_line(grid, sight_veil(grid), Space(2, 3), Space(*cell))
        assert all(line.clear for line in fan(grid, solid_veil(grid), (2, 3), Space(*cell)))
