"""What is foreseen of each side, in the heads of a wide battle screen: worked out aside, once the battle is still."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import work
from textual.timer import Timer

from warband_tui.campaign.play import PlaySession
from warband_tui.rules.guide import Forecast
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState
from warband_tui.widgets.forecast_panel import soon_spans, soonest
from warband_tui.widgets.lines import Line

if TYPE_CHECKING:
    from warband_tui.screens.base import WarbandScreen as _Base
else:
    _Base = object

STILL = 0.15
"""Seconds without another act after which it is worked out: not with each press of a key that is held."""

TALL = 30
"""From this height on there is a line for it."""


class Foresight(_Base):
    """Keeps what is foreseen up with the battle. The screen draws it."""

    session: PlaySession | None

    if TYPE_CHECKING:

        def mode_changed(self) -> None:
            """Draw the rosters and the panel."""

    _soon: Mapping[str, Line] | None = None
    _foreseen: BattleState | None = None
    _timer: Timer | None = None

    @property
    def soon(self) -> Mapping[str, Line] | None:
        """What is foreseen, by side; None where there is nothing, or no room for it."""
        return self._soon if self.wide() and self.size.height >= TALL else None

    def foresee(self, *, at_once: bool = False) -> None:
        """See to it that what is shown is foreseen of the present state."""
        if self.session is None or self.session.state is self._foreseen:
            return
        if self._timer is not None:
            self._timer.stop()
        if at_once:
            state = self._foreseen = self.session.state
            self._take(self.session.ruleset.forecast(state))
        else:
            self._timer = self.set_timer(STILL, self._begin)

    def _begin(self) -> None:
        if self.session is not None and self.session.state is not self._foreseen:
            self._foreseen = self.session.state
            self._foresee_aside(self.session.ruleset, self.session.state)

    @work(thread=True, exclusive=True, group="foresight")
    def _foresee_aside(self, ruleset: Ruleset, state: BattleState) -> None:
        self.app.call_from_thread(self._found, state, ruleset.forecast(state))

    def _found(self, state: BattleState, found: tuple[Forecast, ...]) -> None:
        if self.is_attached and self.session is not None and state is self.session.state:
            before = self._soon
            self._take(found)
            if self._soon != before:
                self.mode_changed()

    def _take(self, found: tuple[Forecast, ...]) -> None:
        if self.session is None:
            return
        turn = self.session.ruleset.nouns.turn
        soon = {side: soonest(found, side) for side in self.session.state.sides}
        self._soon = {side: soon_spans(one, turn) for side, one in soon.items() if one is not None} or None
