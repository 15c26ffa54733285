"""Asking where somebody is moved to, before an action is written down that leaves it open on a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from warband_tui.campaign.open_places import OpenPlace, foreseen, open_place, question, why_not_there
from warband_tui.campaign.preparing import Preparation
from warband_tui.rules.actions import Field
from warband_tui.rules.board.layout import Spot
from warband_tui.screens.battle_modes import Host, Picking
from warband_tui.widgets.lines import Line, Span, paragraph


class Placing:
    """The places of an action that is being prepared.

    Args:
        host: the screen.
        prep: the action.
        placed: called when a place was picked; True when the action is to go on at once.
    """

    def __init__(self, host: Host, prep: Preparation, placed: Callable[[bool], None]) -> None:
        self.host = host
        self.prep = prep
        self._placed = placed
        self._asked: set[str] = set()
        """Fields that were asked for; left open again, they are meant to be."""

    def asks(self) -> bool:
        """Ask for a place that is still open, once; whether the board is up for it now."""
        place = open_place(self.prep)
        if place is None or place.field.name in self._asked:
            return False
        self._asked.add(place.field.name)
        self._ask(place, go_on=True)
        return True

    def pick(self, field: Field) -> None:
        """Have a place picked that the player wants to say."""
        self._ask(foreseen(self.prep, field), go_on=False)

    def lines(self, letters: Mapping[str, str], width: int) -> list[Line]:
        """Return what is told of a place that was asked for and left open."""
        place = open_place(self.prep) if self.prep.ready else None
        if place is None or place.field.name not in self._asked:
            return []
        name = self.prep.session.state.unit(place.unit).name
        letter = letters.get(place.field.name, "")
        picks = f"{letter} picks it, " if letter else ""
        told = f"no place is named for {name}: {picks}Enter again logs it without one"
        return paragraph(told, width, look="warn", lead=(Span("  ✗ ", "warn"),))

    def _ask(self, place: OpenPlace, *, go_on: bool) -> None:
        field = place.field
        self.host.pick_spot(
            self.prep,
            Picking(
                question(self.prep, place),
                place.unit,
                partial(self._take, field, go_on),
                partial(why_not_there, self.prep, field),
            ),
        )

    def _take(self, field: Field, go_on: bool, spot: Spot) -> None:
        prep = self.prep
        seeded = prep.seeded
        # Points on the way add up; one that the action leads to replaces the one before.
        before = tuple(prep.values.get(field.name, ()))
        prep.set(field.name, (*before, spot) if field.name == "via" else spot)
        if seeded and prep.refused is None and not prep.fault:
            # The seed rolls what it has rolled already.
            prep.roll()
        self._placed(go_on)
