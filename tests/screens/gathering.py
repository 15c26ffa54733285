"""Bogwater with an action that names several units: friends who come along, and foes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, cast

from msgspec import Meta

from tests.fifth_game.bogwater import Bogwater
from warband_tui.rules import ruleset as r
from warband_tui.rules.actions import Action, FoeRefs, UnitRef
from warband_tui.rules.events import ConditionSet
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState

UnitRefs = Annotated[tuple[str, ...], Meta(extra={"kind": "units"})]


class Gather(Action, frozen=True, tag="gather"):
    """Friends come along, against foes."""

    unit: UnitRef
    friends: UnitRefs
    foes: FoeRefs = ()
    leader: UnitRef = ""


def gather(res: Resolution, action: Gather) -> None:
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    if unit.id in action.friends:
        raise Refused("nobody gathers oneself", "BOG-GATHER")
    for friend in action.friends:
        res.emit(ConditionSet(friend, "down"))
    res.say(f"{unit.name} gathers {', '.join(res.state.unit(f).name for f in action.friends)}")


class Gathering(Bogwater):
    own_actions = (  # type: ignore[assignment]
        *Bogwater.own_actions,
        r.ActionDef(Gather, "gather", "Friends come along", key="y"),
    )
    handlers = {**Bogwater.handlers, Gather: gather}

    def odds(self, state: BattleState, action: Action, choices: object) -> r.Odds | None:
        if isinstance(action, Gather):
            share = Fraction(len(action.friends), len(list(state.of_side("A"))))
            return r.Odds((r.Chance("all", "all come", share),))
        return super().odds(state, action, choices)  # type: ignore[arg-type]


GATHERING = cast(r.Ruleset, Gathering())
