"""The action registry: what every declared action must have, and how keys are given out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.keys_page import NAME, page
from warband_tui.registry import APP_SPECS, MOVEMENT_KEYS, ActionSpec, bind, collect, long_key, shown_key
from warband_tui.resources import resource_dir

ALL = collect()
IDS = [spec.id for spec in ALL]


def spec(action_id: str, *keys: str) -> ActionSpec:
    return ActionSpec(action_id, "Label", "Sentence.", keys)


def test_there_are_actions_of_several_screens() -> None:
    assert len({found.scope for found in ALL}) >= 4


@pytest.mark.parametrize("found", ALL, ids=IDS)
def test_every_action_is_told_in_words_and_reached_by_a_key_or_the_palette(found: ActionSpec) -> None:
    assert re.fullmatch(r"[a-z_-]+(\.[a-z0-9-]+)+", found.id), "an id is screen.name"
    assert found.label
    assert len(found.label) <= 16, "the footer has little room"
    assert found.tooltip.endswith("."), "the tooltip is a sentence"
    assert found.tag
    assert found.undo in ("undoable", "none", "confirm")
    assert found.keys or found.palette


@pytest.mark.parametrize("found", ALL, ids=IDS)
def test_no_action_takes_a_key_that_moves_the_cursor_or_only_a_ctrl_key(found: ActionSpec) -> None:
    assert not MOVEMENT_KEYS & set(found.keys)
    redo = found.id.endswith(".redo")
    only_ctrl = found.keys and all(key.startswith("ctrl+") for key in found.keys)
    assert redo or not only_ctrl or found.palette, "terminals swallow ctrl keys"


@pytest.mark.parametrize("found", ALL, ids=IDS)
def test_undo_and_redo_have_the_same_keys_everywhere(found: ActionSpec) -> None:
    expected = {"undo": "u", "redo": "ctrl+r"}.get(found.id.rpartition(".")[2])
    assert expected is None or expected in found.keys


def test_each_id_stands_for_one_action() -> None:
    assert len(IDS) == len(set(IDS))


def test_no_screen_gives_one_key_to_two_actions() -> None:
    for scope in {found.scope for found in ALL}:
        here = [found for found in ALL if found.scope == scope and scope != "app"]
        assert bind([*here, *APP_SPECS], {})[1] == []


def test_the_keys_page_is_fresh() -> None:
    written = (resource_dir("exports") / NAME).read_text(encoding="utf-8")
    assert written == page(ALL), "run `python -m warband_tui.keys_page`"


def test_a_players_key_wins_over_a_default() -> None:
    bound, clashes = bind([spec("a.one", "x"), spec("a.two", "y")], {"a.two": ("x",)})
    assert [b.keys for b in bound] == [(), ("x",)]
    assert [(c.key, c.winner, c.loser) for c in clashes] == [("x", "a.two", "a.one")]


def test_a_screens_key_hides_the_programs_without_a_clash() -> None:
    bound, clashes = bind([spec("a.one", "q"), spec("app.back", "q", "escape")], {})
    assert [b.keys for b in bound] == [("q",), ("escape",)]
    assert clashes == []


def test_two_keys_of_the_player_that_are_the_same_are_a_clash() -> None:
    _, clashes = bind([spec("a.one", "x"), spec("a.two", "y")], {"a.one": ("z",), "a.two": ("z",)})
    assert clashes[0].text == "key z: a.one has it, so a.two goes without"


def test_an_empty_rebinding_takes_all_keys_away() -> None:
    assert bind([spec("a.one", "x")], {"a.one": ()})[0][0].keys == ()


KEYS = st.sampled_from(["a", "b", "c", "d", "?", "ctrl+x"])


@given(
    defaults=st.lists(st.lists(KEYS, max_size=3), min_size=1, max_size=6),
    own=st.dictionaries(st.integers(0, 5), st.lists(KEYS, max_size=2).map(tuple), max_size=4),
)
def test_no_key_is_ever_given_to_two_actions_and_no_key_of_the_player_is_lost(
    defaults: list[list[str]], own: dict[int, tuple[str, ...]]
) -> None:
    specs = [spec(f"s.a{i}", *dict.fromkeys(keys)) for i, keys in enumerate(defaults)]
    rebinding = {f"s.a{i}": keys for i, keys in own.items()}
    bound, _ = bind(specs, rebinding)
    given_out = [key for b in bound for key in set(b.keys)]
    assert len(given_out) == len(set(given_out))
    wanted = {long_key(key) for s in specs for key in rebinding.get(s.id, ())}
    assert wanted <= set(given_out)


@pytest.mark.parametrize(
    ("typed", "long", "shown"),
    [
        ("?", "question_mark", "?"),
        ("ctrl+p", "ctrl+p", "^p"),
        ("f1", "f1", "F1"),
        ("Ctrl+?", "ctrl+question_mark", "^?"),
        ("+", "plus", "+"),
        ("<", "less_than_sign", "<"),
        ("`", "grave_accent", "`"),
        ("enter", "enter", "Enter"),
        ("shift+tab", "shift+tab", "Shift+Tab"),
    ],
)
def test_keys_are_read_as_typed_and_shown_as_read(typed: str, long: str, shown: str) -> None:
    assert long_key(typed) == long
    assert shown_key(long) == shown
