"""Dialogs: Cancel has the keyboard, a named letter agrees, reasons stand below the field."""

from __future__ import annotations

from typing import Any

import pytest
from textual.events import Paste
from textual.screen import ModalScreen
from textual.widgets import Input

from tests.screens.conftest import HOSTILE
from tests.screens.driving import drawn, running
from warband_tui.app import WarbandApp
from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.confirm import Confirm
from warband_tui.dialogs.pick import Pick
from warband_tui.services import Services
from warband_tui.widgets.filter_list import FilterList, Heading, Line, Row

NOTHING = object()


def ask(app: WarbandApp, dialog: ModalScreen[Any]) -> list[object]:
    """Open a dialog; its answer comes into the list."""
    answers: list[object] = []
    app.push_screen(dialog, answers.append)
    return answers


def confirm() -> Confirm:
    return Confirm("Remove Bob?", "He goes\nfor good.", letter="x", yes="Remove")


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["enter"], False), (["x"], True), (["n"], False), (["escape"], False), (["q"], False)],
)
async def test_only_the_named_letter_agrees(services: Services, keys: list[str], answer: bool) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, confirm())
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        assert answers == [answer]


async def test_a_question_names_its_letter(services: Services) -> None:
    async with running(services) as (app, pilot):
        ask(app, confirm())
        await pilot.pause()
        assert "Remove (x)" in drawn(app)
        assert app.focused is not None
        assert app.focused.id == "cancel"


@pytest.mark.parametrize(("keys", "answer"), [([], "one\ntwo "), (["end", "x"], "one two x")])
async def test_a_text_that_is_left_untouched_keeps_its_lines(
    services: Services, keys: list[str], answer: str
) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, AskText("Notes", value="one\ntwo "))
        await pilot.pause()
        await pilot.press(*keys, "enter")
        await pilot.pause()
        assert answers == [answer]


async def test_the_keyboard_goes_back_to_where_it_was(services: Services) -> None:
    async with running(services) as (app, pilot):
        before = app.focused
        ask(app, confirm())
        await pilot.pause()
        await pilot.press("n")
        await pilot.pause()
        assert app.focused is before


async def test_a_text_is_taken_without_spaces_around_it(services: Services) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, AskText("Name?", value="Bob"))
        await pilot.pause()
        await pilot.press("end", "space", "enter")
        await pilot.pause()
        assert answers == ["Bob"]


async def test_a_text_that_will_not_do_is_told_why_and_stays(services: Services) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, AskText("Name?"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert answers == []
        assert "type something first" in drawn(app)


async def test_letters_that_are_keys_elsewhere_are_typed_into_a_field(services: Services) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, AskText("Name?"))
        await pilot.pause()
        await pilot.press(*"qRJu", "question_mark", "enter")
        await pilot.pause()
        assert answers == ["qRJu?"]


async def test_a_row_is_picked_by_a_few_letters(services: Services) -> None:
    lines: list[Line] = [
        Heading("Beasts"),
        Row("bear", ("Bear",)),
        Row("wolf", ("Wolf",)),
        Heading("Men"),
        Row("bob", ("Bob",)),
    ]
    async with running(services) as (app, pilot):
        answers = ask(app, Pick("Who?", lines))
        await pilot.pause()
        await pilot.press(*"wo")
        await pilot.pause()
        assert "Men" not in drawn(app)
        await pilot.press("enter")
        await pilot.pause()
        assert answers == ["wolf"]


async def test_one_click_picks(services: Services) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, Pick("Who?", [Row("bear", ("Bear",)), Row("wolf", ("Wolf",))]))
        await pilot.pause()
        await pilot.click("RowList", offset=(2, 1))
        await pilot.pause()
        assert answers == ["wolf"]


async def test_dialogs_show_names_as_they_are(services: Services) -> None:
    async with running(services) as (app, pilot):
        for name in HOSTILE:
            for dialog in (
                Confirm(name, name, letter="x", yes=name),
                AskText(name, value=name, hint=name),
                Pick(name, [Heading(name), Row("a", (name, name))], about=name, detail=name.join),
            ):
                ask(app, dialog)
                await pilot.pause()
                assert app.screen is dialog
                assert "\x1b" not in drawn(app)
                dialog.dismiss(None)
                await pilot.pause()
        assert app.is_running


async def test_of_a_paste_that_is_too_long_goes_in_what_fits_and_the_rest_is_told(services: Services) -> None:
    async with running(services) as (app, pilot):
        answers = ask(app, AskText("What is it called?", value="Mill", most=10))
        await pilot.pause()
        app.screen.query_one(Input).post_message(Paste("x" * 50))
        await pilot.pause()
        assert "at most 10 letters; the rest was left out" in drawn(app)
        await pilot.press("enter")
        assert answers == ["x" * 10]


async def test_a_long_text_in_the_filter_is_cut_and_the_list_drawn_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(services) as (app, pilot):
        ask(app, Pick("Which?", [Row("a", ("axe",)), Row("b", ("bow",))]))
        await pilot.pause()
        drawings: list[str] = []
        shown = FilterList._draw

        def counted(own: FilterList, wanted: str) -> None:
            drawings.append(wanted)
            shown(own, wanted)

        monkeypatch.setattr(FilterList, "_draw", counted)
        for letter in "bow" + "x" * 500:
            app.screen.query_one(Input).insert_text_at_cursor(letter)
        await pilot.pause()
        assert len(app.screen.query_one(Input).value) == 200
        assert len(drawings) == 1
