"""Kept layouts: one name in one game, nothing lost, everything undone."""

from __future__ import annotations

import pytest

from tests.store.acts import AT, WHO
from warband_tui.errors import WarbandError
from warband_tui.store.layouts import ADD, CHANGE, REMOVE, Act, Layouts, NewLayout, NoLayout, Overtaken
from warband_tui.store.library import Library

LATER = "2026-03-02T19:30:00Z"


def table(name: str = "Ridge", *, ruleset: str = "", pieces: int = 1, note: str = "") -> NewLayout:
    features = [{"id": f"f{i}", "shape": [[0, 0], [1, 0], [1, 1]]} for i in range(pieces)]
    board = {"kind": "inches", "width": 48, "height": 36, "features": features}
    return NewLayout(name, ruleset, "inches", 48, 36, board, note)


def act(what: str = ADD, at: str = AT) -> Act:
    return Act(what, WHO, at)


@pytest.fixture
def layouts(library: Library) -> Layouts:
    return Layouts(library)


def test_a_layout_is_kept_with_its_size_and_the_number_of_its_pieces(layouts: Layouts) -> None:
    layout_id = layouts.add(table(pieces=3, note="club night"), act())
    view = layouts.view(layout_id)
    assert (view.name, view.kind, view.width, view.height, view.pieces) == ("Ridge", "inches", 48, 36, 3)
    assert (view.note, view.created, view.changed) == ("club night", AT, AT)
    assert layouts.body(layout_id) == table(pieces=3).body


def test_a_game_lists_its_own_layouts_and_those_of_any_game(layouts: Layouts) -> None:
    for name, ruleset in (("any", ""), ("bog", "bogwater"), ("other", "some-game")):
        layouts.add(table(name, ruleset=ruleset), act())
    assert [view.name for view in layouts.all("bogwater")] == ["bog", "any"]
    assert len(layouts.all()) == 3


def test_a_name_stands_for_one_layout_of_a_game(layouts: Layouts) -> None:
    layouts.add(table(), act())
    layouts.add(table(ruleset="bogwater"), act())
    with pytest.raises(WarbandError, match="there is a layout 'Ridge' already; choose another name"):
        layouts.add(table(), act())
    other = layouts.add(table("Ford"), act())
    with pytest.raises(WarbandError, match="there is a layout 'Ridge' already"):
        layouts.change(other, table("Ridge"), act(CHANGE), layouts.view(other).revision)
    assert layouts.view(other).name == "Ford"


def test_a_change_keeps_when_it_was_made_and_tells_when_it_was_changed(layouts: Layouts) -> None:
    layout_id = layouts.add(table(), act())
    layouts.change(layout_id, table(pieces=2), act(CHANGE, LATER), layouts.view(layout_id).revision)
    view = layouts.view(layout_id)
    assert (view.created, view.changed, view.pieces) == (AT, LATER, 2)


def test_what_another_has_written_meanwhile_is_not_written_over(layouts: Layouts) -> None:
    layout_id = layouts.add(table(), act())
    begun = layouts.view(layout_id).revision
    layouts.change(layout_id, table(pieces=2), act(CHANGE), begun)
    with pytest.raises(
        Overtaken, match=f"'Ridge' was changed meanwhile by {WHO} .*another name, or replace it"
    ):
        layouts.change(layout_id, table(pieces=3), act(CHANGE), begun)
    assert layouts.view(layout_id).pieces == 2
    layouts.undo(who=WHO, at=AT)
    with pytest.raises(Overtaken):
        layouts.change(layout_id, table(pieces=3), act(CHANGE), begun)
    layouts.remove(layout_id, act(REMOVE))
    with pytest.raises(NoLayout):
        layouts.change(layout_id, table(pieces=3), act(CHANGE), begun)


def test_undo_and_redo_walk_through_every_change(library: Library, layouts: Layouts) -> None:
    def now() -> list[object]:
        return library.rows("SELECT * FROM layout")

    states = [now()]
    layout_id = layouts.add(table(), act())
    states.append(now())
    revision = layouts.view(layout_id).revision
    layouts.change(layout_id, table("[red]Ford", pieces=4), act(CHANGE, LATER), revision)
    states.append(now())
    layouts.remove(layout_id, act(REMOVE))
    states.append(now())
    for before in reversed(states[:-1]):
        layouts.undo(who=WHO, at=LATER)
        assert now() == before
    with pytest.raises(WarbandError, match="no change of a layout to undo"):
        layouts.undo(who=WHO, at=LATER)
    for after in states[1:]:
        layouts.redo(who=WHO, at=LATER)
        assert now() == after


def test_undo_tells_what_it_took_back(layouts: Layouts) -> None:
    layout_id = layouts.add(table(), act())
    layouts.remove(layout_id, act(REMOVE))
    assert layouts.undo(who=WHO, at=LATER) == (REMOVE, "Ridge", layout_id)


def test_a_new_change_makes_what_was_undone_final(layouts: Layouts) -> None:
    layouts.add(table(), act())
    layouts.undo(who=WHO, at=LATER)
    layouts.add(table("Ford"), act())
    with pytest.raises(WarbandError, match="no change of a layout to redo"):
        layouts.redo(who=WHO, at=LATER)


def test_an_id_never_names_another_layout(layouts: Layouts) -> None:
    first = layouts.add(table(), act())
    layouts.remove(first, act(REMOVE))
    assert layouts.add(table("Ford"), act()) != first


def test_what_json_cannot_hold_is_refused_and_changes_nothing(library: Library, layouts: Layouts) -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for board in ({"width": float("nan")}, {"features": deep}, {"name": "\ud800"}):
        with pytest.raises(WarbandError, match="holds a value that cannot be kept"):
            layouts.add(table()._replace(body=board), act())
    assert library.rows("SELECT count(*) FROM layoutline") == [(0,)]


def test_a_layout_that_is_not_there_is_named(layouts: Layouts) -> None:
    for way in (layouts.view, layouts.body, lambda i: layouts.remove(i, act(REMOVE))):
        with pytest.raises(WarbandError, match="there is no layout 7"):
            way(7)
