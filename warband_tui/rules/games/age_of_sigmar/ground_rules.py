"""What ground does to a mover of this game, as data for routes; no geometry here."""

from __future__ import annotations

import math

from msgspec.structs import replace

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import edition
from warband_tui.rules.games.age_of_sigmar.terrain_list import IMPASSABLE, OPEN, UNSTABLE
from warband_tui.rules.state import BattleState, Unit

GROUND = GroundRules(
    impassable=(IMPASSABLE,),
    difficult=(),
    dangerous=(),
    through=(OPEN,),
    may_drop=False,
    unstable=(UNSTABLE,),
    unstable_height=1,
    friends_block=True,
    keep_out_height=math.inf,
)


def ground_for(state: BattleState, unit: Unit, keep_out: float = 0) -> GroundRules:
    """Return how a unit deals with ground; where terrain of no type is moved through, climbing costs nothing."""
    price = 0 if edition(state.edition).tall else 1
    return replace(
        GROUND,
        flies=warscroll(unit).has("FLY"),
        flies_over_keep_out=not keep_out,
        keep_out=keep_out,
        climb_price=price,
        climb_down_price=price,
    )
