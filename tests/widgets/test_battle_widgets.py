"""The pieces that the battle screen is drawn from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from warband_tui.campaign.battle_keys import key_plan
from warband_tui.campaign.battle_log import LogLine
from warband_tui.campaign.battle_view import CounterView, SideView, UnitRow, Word
from warband_tui.rules.dice import BadDice
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.ruleset import Option, load
from warband_tui.rules.wording import percent
from warband_tui.widgets.action_panel import Offer, book_line, offer_lines
from warband_tui.widgets.break_meter import meter, monitor_spans
from warband_tui.widgets.dice_tray import DiceBuffer, tray_lines
from warband_tui.widgets.lines import Line, Span, cut, fit, paragraph, spread, width_of, wrapped
from warband_tui.widgets.log_view import entry_lines
from warband_tui.widgets.pips import FULL, counter_span
from warband_tui.widgets.roster import columns, head_lines, unit_cell

names = st.text(max_size=60)


def typed(sides: int, keys: str) -> list[int]:
    buffer, dice = DiceBuffer(), []
    for key in keys:
        value = buffer.end() if key == " " else buffer.type(key, sides)
        if value is not None:
            dice.append(value)
    return dice


@pytest.mark.parametrize(
    ("sides", "keys", "dice"),
    [
        (6, "1635", [1, 6, 3, 5]),
        (3, "31", [3, 1]),
        (20, "7", [7]),
        (20, "20", [20]),
        (20, "1 15", [1, 15]),
        (20, "2 3", [2, 3]),
        (10, "09", [10, 9]),
        (10, "10", [10]),
        (100, "42 ", [42]),
        (66, "66", [66]),
    ],
)
def test_a_die_is_whole_as_soon_as_it_can_be_no_other(sides: int, keys: str, dice: list[int]) -> None:
    assert typed(sides, keys) == dice


@pytest.mark.parametrize(("sides", "key"), [(6, "7"), (6, "0"), (6, "9"), (20, "0")])
def test_a_face_that_is_not_there_is_refused(sides: int, key: str) -> None:
    with pytest.raises(BadDice, match=f"there is no {key} on a D{sides}"):
        DiceBuffer().type(key, sides)


def test_a_digit_is_taken_back_before_the_die_before_it() -> None:
    buffer = DiceBuffer()
    buffer.type("1", 20)
    assert buffer.back()
    assert not buffer.back()


@given(value=st.integers(0, 60), limit=st.integers(1, 60), cells=st.integers(1, 20))
def test_a_bar_is_full_only_when_the_limit_is_reached_and_empty_only_at_nothing(
    value: int, limit: int, cells: int
) -> None:
    bar = meter(value, limit, cells)
    assert len(bar) == min(cells, limit)
    assert ("░" not in bar) == (value >= limit)
    if len(bar) > 1:
        assert ("█" not in bar) == (value == 0)


def test_a_break_point_says_how_many_more_and_the_chance_to_hold() -> None:
    monitor = Monitor("break", "losses", 3, "A", 5, 2, chance="7/12", chance_of="to hold")
    told = "".join(span.text for span in monitor_spans(monitor))
    assert told == "losses ███░░ 3 of 5 · 2 more · 58.3 % to hold"


def test_a_break_point_that_is_reached_is_told_by_word_and_ground() -> None:
    spans = monitor_spans(Monitor("break", "losses", 5, "A", 5, 0, alarm=True))
    assert [span.text for span in spans if span.look == "alarm"] == [" ! 5 of 5 REACHED "]


@pytest.mark.parametrize(
    ("chance", "shown"), [("0", "0 %"), ("1", "100 %"), ("1/2", "50 %"), ("1/3", "33.3 %"), ("1/1000", "0.1 %"), ("1/100000", "<0.1 %"), ("99999/100000", ">99.9 %")]
)  # fmt: skip
def test_what_is_possible_is_never_shown_as_nothing_or_certain(chance: str, shown: str) -> None:
    assert percent(chance) == shown


def test_a_counter_beside_a_unit_is_short_and_in_the_books_a_word() -> None:
    drained = CounterView("drained", "Courage drained", "drained", "", 1, None, False, True)
    assert counter_span(drained).text == "drained 1"
    row = UnitRow("a1", "A", "Weyl", "ready", 1, 1, (drained,))
    assert "r drained 1 -" in told([book_line(row, [("r", drained)], 80)])[0]


@pytest.mark.parametrize("game", ["trench-crusade", "middle-earth", "age-of-sigmar", "dnd4e"])
def test_no_counter_without_a_sign_of_its_own_is_known_by_a_letter_or_two_that_tell_nothing(
    game: str,
) -> None:
    for counter in load(game).counters:
        plain = counter.glyph in ("", FULL) and not counter.pips
        assert not plain or len(counter.short) > 2 or counter.short.isupper(), counter


@given(
    count=st.integers(1, 12),
    have=st.integers(0, 12),
    earlier=st.lists(st.integers(1, 6), max_size=8),
    width=st.integers(36, 90),
)
def test_dice_are_never_cut_off_however_long_the_names(
    count: int, have: int, earlier: list[int], width: int
) -> None:
    have = min(have, count)
    purpose = "Sister Agathe of the Ashen Ridge strikes at Anointed Brakh the Unburied as it leaves her reach"
    lines = tray_lines(purpose, [*earlier, *[5] * have], width, have=have, count=count, sides=6)
    assert all(width_of(line) <= width for line in lines)
    shown = " ".join(told(lines))
    assert shown.count("[") == count
    assert shown.count("[5]") == have
    assert f"{count}D6" in shown


@given(text=names, width=st.integers(0, 40))
def test_text_is_fitted_to_its_cells_whatever_letters_it_has(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width
    assert cell_len(cut(text, width)) <= width


@given(text=names, width=st.integers(4, 40))
def test_wrapping_loses_no_word_and_keeps_to_the_width(text: str, width: int) -> None:
    pieces = wrapped(text, width)
    assert all(cell_len(piece) <= width for piece in pieces)
    from warband_tui.reports.literal import clean

    assert "".join("".join(pieces).split()) == "".join(clean(text).split())


@given(text=names, width=st.integers(16, 80))
def test_a_paragraph_keeps_to_the_width(text: str, width: int) -> None:
    assert all(width_of(line) <= width for line in paragraph(text, width, lead=(Span("    "),)))


@given(left=names, right=st.text(max_size=10), width=st.integers(24, 80))
def test_a_line_with_two_ends_is_as_wide_as_it_should_be(left: str, right: str, width: int) -> None:
    assert width_of(spread([Span(left)], [Span(right)], width)) == width


@given(name=names, blood=st.integers(0, 6), width=st.integers(38, 100), words=names)
def test_a_unit_takes_its_cells_and_no_more(name: str, blood: int, width: int, words: str) -> None:
    counter = CounterView("blood", "blood", "b", "●", blood, 6, pips=True, harm=True)
    for stage in ("ready", "acting", "done", "out"):
        row = UnitRow("a1", "A", name, stage, 1, 1, (counter,), weapons=words, loss=words)
        assert width_of(unit_cell(row, width, 14, cursor=True)) == width


@given(text=names, note=names, width=st.integers(30, 120))
def test_an_entry_takes_its_cells_and_no_more(text: str, note: str, width: int) -> None:
    line = LogLine(3, "1.3", text, ("TC-1", "TC-2", "TC-3"), notes=(note,), starred=True)
    assert all(width_of(drawn) <= width for drawn in entry_lines(line, width))


def test_counters_are_dots_up_to_their_limit_and_numbers_without() -> None:
    assert counter_span(CounterView("b", "blood", "b", "●", 2, 6, True, True)).text == "●●○○○○"
    assert counter_span(CounterView("s", "blessing", "s", "✚", 2, 6, False, False)).text == "✚2"
    assert counter_span(CounterView("w", "wounds", "W", "●", 2, None, False, False)).text == "W 2"


@pytest.mark.parametrize(
    ("width", "sides", "at", "shown"),
    [(80, 2, 0, [0, 1]), (60, 2, 0, [0]), (60, 2, 1, [1]), (120, 4, 3, [1, 2, 3]), (200, 3, 0, [0, 1, 2])],
)
def test_the_cursors_side_is_always_among_those_shown(
    width: int, sides: int, at: int, shown: list[int]
) -> None:
    assert columns(width, sides, at) == shown


def test_keys_are_given_once_and_never_against_the_screen() -> None:
    plan = key_plan(load("bogwater"), {"a", "n", "d", "x", "u", "z", "t"})
    assert plan.actions == {"wade": "w", "shoot": "s", "stab": "f"}
    assert plan.counters == {"blood": "b", "blessing": "e", "points": "v"}


def test_no_wish_of_an_option_takes_a_key_of_the_screen() -> None:
    plan = key_plan(load("bogwater"), {"t"})
    options = [Option("rest", "rest", "", key="t"), Option("pray", "pray", "", key="y")]
    assert plan.of_options(options) == ["", "y"]


def offers(*words: str) -> list[Offer]:
    """Actions by their words; those with a ! are not allowed."""
    return [
        Offer(word[0], Option(word, word.strip("!"), "", allowed="!" not in word, why="not now"), i)
        for i, word in enumerate(words)
    ]


def told(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def test_actions_keep_their_order_whether_they_are_allowed_or_not() -> None:
    before = told(offer_lines(offers("shoot", "charge!", "move"), 80, 2))
    after = told(offer_lines(offers("shoot!", "charge", "move!"), 80, 2))
    assert before == after
    assert before[0].split() == ["s", "shoot", "c", "charge", "m", "move"]


def test_actions_stand_close_where_columns_have_no_room() -> None:
    found = told(offer_lines(offers(*(f"{letter}ction" for letter in "bcdefghijklmno")), 80, 2))
    assert len(found) == 2
    assert "more" not in " ".join(found)


def test_those_not_allowed_make_room_first_and_how_many_is_told() -> None:
    words = [f"{letter}" * 9 + ("!" if letter in "bcd" else "") for letter in "bcdefghijklmno"]
    found = told(offer_lines(offers(*words), 80, 2))
    assert len(found) == 2
    assert "eeeeeeeee" in found[0]
    assert "bbbbbbbbb" not in found[0]
    assert found[1].endswith("more")


def test_a_narrow_line_of_counters_keeps_those_that_count_and_the_keys_after_them() -> None:
    row = UnitRow("a1", "A", "Grim", "ready", 1, 1)
    counters = [
        ("w", CounterView("wounds", "Wounds", "W", "♥", 2, 2, True, False)),
        ("g", CounterView("gone", "gone", "gone", "", 0, None, False, False)),
        ("v", CounterView("points", "points", "VP", "", 3, None, False, False)),
    ]
    assert "gone" in told([book_line(row, counters, 80)])[0]
    narrow = told([book_line(row, counters, 50)])[0]
    assert "gone" not in narrow
    assert "Wounds 2" in narrow
    assert narrow.endswith("x out")


def test_the_word_of_a_side_is_read_whole_and_its_long_name_gives_way() -> None:
    side = SideView(
        "A", "The Gate-watch of the Black Land", "Piotr", 4, 11, 2, True, (), (Word("BROKEN", True),), ()
    )
    first = told(head_lines(side, 39, brief=True))[0]
    assert "BROKEN" in first
    assert "…" in first
    assert "4/11 up" in first


def test_a_key_that_is_taken_gives_way_to_another_letter_of_the_name() -> None:
    plan = key_plan(load("bogwater"), {"s", "b", "B"})
    assert plan.actions["shoot"] == "S"
    assert plan.counters["blood"] == "o"
