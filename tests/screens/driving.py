"""Driving the app in a test: start it, wait until nothing is under way, look at what is drawn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from warband_tui.app import SIGNS, Start, WarbandApp
from warband_tui.services import Services
from warband_tui.widgets.filter_list import FilterList


@asynccontextmanager
async def running(
    services: Services, *, size: tuple[int, int] = (80, 24), start: Start | None = None
) -> AsyncIterator[tuple[WarbandApp, Pilot[None]]]:
    """Run the app until the block ends, with toasts, from the moment its first screen is filled."""
    app = WarbandApp(services, start=start)
    async with app.run_test(size=size, notifications=True) as pilot:
        await idle(app, pilot)
        yield app, pilot


async def idle(app: WarbandApp, pilot: Pilot[None]) -> None:
    """Wait until threads and messages are done; dialogs may stay open."""
    await pilot.pause()
    # An answer may ask the next question.
    while waited := [w for w in app.workers if w.group != "dialog" and not w.is_finished]:
        for worker in waited:
            await worker.wait()
        await pilot.pause()
    await pilot.pause()


def drawn(app: WarbandApp) -> str:
    """Return what is on the screen as text, line by line."""
    screen: Screen[object] = app.screen
    lines = ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]
    return "\n".join(line.rstrip() for line in lines)


def toasts(app: WarbandApp) -> list[str]:
    """Return the texts of the toasts that are up, without their signs."""
    return [note.message.removeprefix(SIGNS[note.severity]) for note in app._notifications]


def shows(app: WarbandApp, kind: type[Screen[Any]]) -> bool:
    """Whether the present screen is of a kind."""
    return isinstance(app.screen, kind)


def rows(app: WarbandApp, selector: str = "FilterList") -> FilterList:
    """Return a list of the present screen."""
    return app.screen.query_one(selector, FilterList)
