"""Asking a game about a board while the cursor goes on: only the latest question matters.

Answers can take longer than a frame, so they come from a thread. One question is under way at a time; those
that the cursor has left before their turn came are never asked.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from warband_tui.campaign.board_view_charging import charge_at
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.board.planning import Covered, Finding, MoveMode, Reach, Threat, Trace
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.state import BattleState

Answer = TypeVar("Answer")


class Job(NamedTuple):
    """A question on its way; `key` says which one it is, and `ask` is run in a thread."""

    key: object
    ask: Callable[[], Any]
    era: int = 0
    """Which state of the battle it is about, counted from the first one that was looked at."""


class Latest:
    """Runs one job at a time, and of those that wait only the last.

    Args:
        start: begins a job somewhere else; whoever does it calls `finished` when it is done.
    """

    def __init__(self, start: Callable[[Job], object]) -> None:
        self._start = start
        self._wanted: Job | None = None
        self._running: Job | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still wanted."""
        return self._wanted is not None

    def want(self, job: Job) -> None:
        """Ask this instead of whatever waited."""
        self._wanted = job
        if self._running is None:
            self._begin(job)

    def forget(self) -> None:
        """Want nothing any more; what runs is run to its end and not listened to."""
        self._wanted = None

    def finished(self, job: Job) -> bool:
        """Take note that a job is done, and begin the one that waits; whether its answer is still wanted."""
        self._running = None
        if self._wanted is job:
            self._wanted = None
            return True
        if self._wanted is not None:
            self._begin(self._wanted)
        return False

    def _begin(self, job: Job) -> None:
        self._running = job
        self._start(job)


class Bands(Struct, frozen=True):
    """Where a unit can get to, and what others threaten."""

    reach: tuple[Reach, ...] = ()
    threats: tuple[Threat, ...] = ()


class Failed(Struct, frozen=True):
    """A question that came to nothing: what to say, and how the code fell; no trace for a plain refusal."""

    why: str
    trace: str = ""


FAULT = "the rules of this game could not work it out"
"""What is said where the code of a game falls over a question."""


def answered(ask: Callable[[], Answer]) -> Answer | Failed:
    """Return the answer to a question, or a `Failed`: a look at the board never ends the program."""
    try:
        return ask()
    except WarbandError as error:
        return Failed(str(error))
    except Exception:  # noqa: BLE001 (code of a game, which may fall in any way; the trace goes into a log)
        return Failed(FAULT, traceback.format_exc())


class Here(Struct, frozen=True):
    """What is true of the place under the cursor; `failed` says why nothing is known of it."""

    trace: Trace | None = None
    findings: tuple[Finding, ...] = ()
    covered: Covered | None = None
    failed: str = ""


class HereAsked(Struct, frozen=True):
    """The question about the place under the cursor; parts left empty are not asked."""

    unit: str
    mode: str
    to: Spot
    via: tuple[Spot, ...] = ()
    other: str = ""
    template: str = ""
    grain: float = 1
    foe: str = ""
    """The enemy under the cursor, where the way of moving is one that goes at somebody."""


def ask_bands(
    game: Ruleset,
    state: BattleState,
    unit: str,
    modes: tuple[MoveMode, ...],
    grain: float,
    threateners: tuple[str, ...] = (),
) -> Bands:
    """Return where a unit can get to in every way that is allowed, and what some units threaten."""
    reach = tuple(game.reach(state, unit, mode.id, grain) for mode in modes if mode.allowed)
    return Bands(reach, tuple(threat for foe in threateners for threat in game.threats(state, foe, grain)))


def ask_here(game: Ruleset, state: BattleState, asked: HereAsked) -> Here:
    """Return what is true of the place under the cursor."""
    trace = None
    if asked.unit and asked.mode:
        trace = game.trace(state, asked.unit, asked.mode, asked.to, asked.via)
        if asked.foe and not trace.legal:
            trace = charge_at(game, state, asked.unit, asked.mode, asked.foe, asked.grain) or trace
    findings = game.look(state, asked.unit, asked.other) if asked.unit and asked.other else ()
    covered = None
    if asked.template:
        at = (*asked.via, asked.to)
        covered = game.covered(state, asked.unit, asked.template, at, asked.grain)
    return Here(trace, findings, covered)
