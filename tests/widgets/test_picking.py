"""A list that is picked from: letters filter, the space bar ticks, Enter is done, Escape leaves it as it was."""

from __future__ import annotations

import pytest

from tests.screens.conftest import HOSTILE
from warband_tui.widgets.lines import width_of
from warband_tui.widgets.picking import Pickable, Picker

ITEMS = (
    Pickable("a1", "Muzgash the Chanter", "Shaman", "Gate"),
    Pickable("a2", "Pit troll", "Troll", "Gate"),
    Pickable("a3", "Gate shields", "Orc", "Gate", "too far away"),
    Pickable("b1", "Gamling", "Captain", "Éored"),
)


def picker(*taken: str, many: bool = True) -> Picker:
    return Picker("friends", ITEMS, taken, many=many)


def typed(found: Picker, text: str) -> None:
    for letter in text:
        assert found.press(letter, letter) == ""


def shown(found: Picker, width: int = 80, height: int = 10) -> str:
    return "\n".join("".join(span.text for span in line) for line in found.rows(width, height))


def test_letters_filter_and_the_space_bar_ticks() -> None:
    found = picker()
    typed(found, "pit")
    assert "Gamling" not in shown(found)
    assert found.press("space", " ") == "changed"
    assert found.taken == ("a2",)
    assert "✓ Pit troll" in shown(found)


def test_letters_after_a_tick_begin_anew() -> None:
    found = picker()
    typed(found, "pit")
    found.press("space", " ")
    typed(found, "gam")
    found.press("space", " ")
    assert found.taken == ("a2", "b1")
    assert found.press("enter", None) == "done"
    assert found.taken == ("a2", "b1")


def test_enter_takes_the_one_that_was_just_found() -> None:
    found = picker("b1")
    typed(found, "pit")
    assert found.press("enter", None) == "done"
    assert found.taken == ("b1", "a2")


def test_enter_without_letters_takes_nobody_more() -> None:
    found = picker()
    found.press("down", None)
    assert found.press("enter", None) == "done"
    assert found.taken == ()


def test_escape_clears_the_filter_first_and_then_leaves_it_as_it_was() -> None:
    found = picker("b1")
    typed(found, "pit")
    found.press("space", " ")
    assert found.press("escape", None) == ""
    assert "Gamling" in shown(found)
    assert found.press("escape", None) == "left"
    assert found.taken == ("b1",)


def test_one_that_cannot_be_taken_says_why() -> None:
    found = picker()
    typed(found, "shields")
    assert found.press("space", " ") == "refused"
    assert found.why == "Gate shields: too far away"
    assert "✗ too far away" in shown(found)
    assert found.taken == ()


def test_a_star_takes_all_of_the_side_under_the_cursor_that_can_be_and_again_none() -> None:
    found = picker("b1")
    found.press("home", None)
    found.press("asterisk", "*")
    assert found.taken == ("b1", "a1", "a2")
    found.press("asterisk", "*")
    assert list(found.taken) == ["b1"]


def test_what_is_told_of_one_is_found_too() -> None:
    found = picker()
    typed(found, "captain")
    assert found.current is not None
    assert found.current.value == "b1"


def test_of_one_thing_enter_takes_the_one_under_the_cursor() -> None:
    found = picker(many=False)
    found.press("down", None)
    assert found.press("enter", None) == "done"
    assert found.taken == ("a2",)


def test_nothing_found_is_said_and_taken_by_no_key() -> None:
    found = picker()
    typed(found, "zzz")
    assert "nothing is called zzz" in shown(found)
    assert found.press("space", " ") == ""
    assert found.press("enter", None) == "done"
    assert found.taken == ()


def test_a_long_list_keeps_the_cursor_in_sight() -> None:
    found = Picker("who", [Pickable(str(i), f"Unit {i}") for i in range(40)], (), many=True)
    for _ in range(20):
        found.press("down", None)
    assert "▌ · Unit 20" in shown(found, height=5)
    assert len(found.rows(80, 5)) == 5


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_there_is_room(width: int) -> None:
    items = [Pickable(str(i), name, name, name, name if i % 2 else "") for i, name in enumerate(HOSTILE)]
    found = Picker("friends", items, (), many=True)
    typed(found, "a")
    for line in (found.head(width), *found.rows(width, 50)):
        assert width_of(line) <= width
