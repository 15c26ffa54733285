"""How big models are on a table: their bases and heights, by what they ride and their keywords. No geometry library."""

from __future__ import annotations

from warband_tui.rules.board.layout import Base, InchBoard
from warband_tui.rules.games.middle_earth.profile import MOUNT, mount_of, profile_of
from warband_tui.rules.state import BattleState, Unit

ON_FOOT = Base(25, 25)
"""The base of a model of which nobody said, in millimetres."""
MOUNTED = Base(40, 40)
MONSTROUS = Base(60, 60)
_BY_WORD = (
    ("WAR BEAST", Base(120, 92, "oval"), 5.0),
    ("CHARIOT", Base(120, 92, "oval"), 2.5),
    ("MONSTER", MONSTROUS, 3.0),
    (MOUNT, MOUNTED, 1.8),
)
"""Keywords with the base and the height in inches of who has them, the biggest first."""
_TALL_ON_FOOT, _TALL_MOUNTED, _TALL_MONSTROUS = 1.2, 2.2, 3.5


def base_of(unit: Unit) -> Base:
    """Return the base of a unit's models: the one stated, else the usual one of its kind."""
    return unit.base or _usual(unit)[0]


def height_of(unit: Unit) -> float:
    """Return how tall a unit's models stand, in inches."""
    return _usual(unit)[1]


def _usual(unit: Unit) -> tuple[Base, float]:
    mount = mount_of(unit)
    if mount is not None:
        return (MONSTROUS, _TALL_MONSTROUS) if mount.monster else (MOUNTED, _TALL_MOUNTED)
    words = profile_of(unit).words
    return next(((base, tall) for word, base, tall in _BY_WORD if word in words), (ON_FOOT, _TALL_ON_FOOT))


def stands(state: BattleState, unit: Unit) -> bool:
    """Whether it is known where a unit stands on a table in inches."""
    return isinstance(state.board, InchBoard) and unit.in_play and bool(unit.at)
