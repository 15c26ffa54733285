"""What a game walks the players through, and what it foresees: structs that any screen can draw.

A guide is a round in which many units do the same thing one after another, such as the tests of a force
that has had enough. It is derived from the state each time and never stored: one key a step takes the
result, and the next guide is the one of the state after it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from warband_tui.rules.ruleset import Candidate, Chance, Way
from warband_tui.rules.state import BattleState

StepState = Literal["due", "waiting", "exempt", "passed", "failed", "covered"]
"""`due`: it is this unit's turn to be dealt with; `waiting`: it may gain from others that come first."""


class GuideStep(Struct, frozen=True, omit_defaults=True):
    """One unit of a guide.

    `models` are those of a group that are still to be dealt with. `chance` is that of the good result.
    `action` is the action that takes the result; the screen adds the field `result` as true or false, or
    `cover` as one of `covers`, or gives dice, or lets the battle roll. `offers` say what spending would save.
    """

    unit: str
    side: str
    label: str
    state: StepState
    why: str = ""
    rules: tuple[str, ...] = ()
    models: int = 1
    chance: Fraction | None = None
    expected: Fraction | None = None
    """How many models of a group the bad result is expected to befall."""
    offers: tuple[Way, ...] = ()
    would_cover: tuple[str, ...] = ()
    """Units that this one would cover once it has passed, where it stands near enough."""
    covers: tuple[Candidate, ...] = ()
    """Who covers this one now, where it stands near enough."""
    action: dict[str, Any] = {}
    result: str = "passed"
    cover: str = "covered_by"


class Guide(Struct, frozen=True, omit_defaults=True):
    """A round with its steps in the order in which they are best taken."""

    id: str
    title: str
    why: str
    steps: tuple[GuideStep, ...]
    rules: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many models are still to be dealt with."""
        return sum(step.models for step in self.steps if step.state in ("due", "waiting"))

    @property
    def next(self) -> GuideStep | None:
        """The first step that is open."""
        return next((step for step in self.steps if step.state in ("due", "waiting")), None)


class Forecast(Struct, frozen=True, omit_defaults=True):
    """What becomes of a side if nothing changes in what is known.

    `chances` are exact; `expected` are exact means by what they are means of. `assumptions` say what the
    figures stand on.
    """

    side: str
    chances: tuple[Chance, ...]
    expected: dict[str, Fraction] = {}
    assumptions: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Guiding:
    """What a game does that walks the players through nothing and foresees nothing."""

    def guide(self, state: BattleState) -> Guide | None:
        """Return the round that the players are walked through, None when none is on."""
        del state
        return None

    def forecast(self, state: BattleState) -> tuple[Forecast, ...]:
        """Return what becomes of each side if nothing changes in what is known."""
        del state
        return ()
