"""Monitors: watched figures with a limit, derived from the state each time."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Monitor(Struct, frozen=True, omit_defaults=True):
    """One watched figure of a side, or of the battle when `side` is empty.

    `value` is compared with `limit`; `to_go` is how many more reach it. `alarm` is set when
    the limit is reached, `warn` shortly before. `chance` is a probability that belongs to it
    (to hold, to pass), with what it is the chance of in `chance_of`.
    """

    id: str
    label: str
    value: int
    side: str = ""
    limit: int | None = None
    to_go: int | None = None
    alarm: bool = False
    warn: bool = False
    text: str = ""
    chance: str = ""
    chance_of: str = ""
    rule: str = ""


def break_monitor(
    side: str, losses: int, limit: int, *, label: str, rule: str, hold: Fraction | None = None, text: str = ""
) -> Monitor:
    """Return the monitor of a break point."""
    to_go = max(0, limit - losses)
    return Monitor(
        id="break",
        label=label,
        side=side,
        value=losses,
        limit=limit,
        to_go=to_go,
        alarm=to_go == 0,
        warn=to_go == 1,
        text=text,
        chance=str(hold) if hold is not None else "",
        chance_of="to hold" if hold is not None else "",
        rule=rule,
    )
