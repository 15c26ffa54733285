"""Hit points, saves, conditions, and the frame of turns: actions of the game beside moves and attacks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from warband_tui.rules.actions import Action, Text, UnitRef
from warband_tui.rules.games.dnd4e.actions import Bonus, Flag
from warband_tui.rules.games.dnd4e.amounts import Amount

# Hit points and saves


class Hurt(Action, frozen=True, tag="damage"):
    """Damage that no attack of this list did."""

    unit: UnitRef
    amount: Amount
    type: Text = ""
    half: Flag = False
    by: UnitRef = ""
    why: Text = ""


class Heal(Action, frozen=True, tag="heal"):
    """Hit points back: a `surge` of the creature's own, an amount, or both."""

    unit: UnitRef
    amount: Amount = 0
    surge: Annotated[bool, Meta(extra={"label": "spends a healing surge"})] = False
    why: Text = ""


class TemporaryHits(Action, frozen=True, tag="temporary"):
    """Temporary hit points; the higher number counts."""

    unit: UnitRef
    amount: Amount
    why: Text = ""


class SecondWind(Action, frozen=True, tag="second-wind"):
    """Spend a healing surge and gain +2 to all defences. `minor`: for those to whom it is a minor action."""

    unit: UnitRef
    minor: Flag = False


class TotalDefence(Action, frozen=True, tag="total-defence"):
    """+2 to all defences until the start of the next turn."""

    unit: UnitRef


class ActionPoint(Action, frozen=True, tag="action-point"):
    """Spend an action point for a further standard action."""

    unit: UnitRef


class Save(Action, frozen=True, tag="save"):
    """A saving throw: 10 or more succeeds (D4-SAVE-1). `against` names what it would end.

    `death`: a dying creature's. Without a name it is against the first that is due; with nothing due it ends
    nothing. `result` is that of real dice.
    """

    unit: UnitRef
    against: Text = ""
    modifier: Bonus = 0
    why: Text = ""
    result: bool | None = None


class Afflict(Action, frozen=True, tag="afflict"):
    """Give a creature a condition with its duration, or ongoing damage of `ongoing` points."""

    unit: UnitRef
    condition: Annotated[str, Meta(extra={"kind": "condition"})] = ""
    lasts: Annotated[
        Literal["save", "end", "start", "own-end", "encounter"],
        Meta(extra={"options": ("save", "end", "start", "own-end", "encounter")}),
    ] = "save"
    by: UnitRef = ""
    ongoing: Annotated[int, Meta(ge=0, le=200)] = 0
    type: Text = ""
    why: Text = ""


# Turns


class Roll(Action, frozen=True, tag="initiative"):
    """Roll initiative: for all who have none, or for one unit, with a `result` of real dice.

    Creatures of the same kind on one side share a roll unless `each` has its own. Who is `surprised` loses the
    first round, in which everybody else has one action.
    """

    unit: UnitRef = ""
    result: Annotated[int, Meta(ge=-50, le=200, extra={"kind": "number"})] | None = None
    each: Flag = False
    surprised: Annotated[tuple[str, ...], Meta(extra={"kind": "units"})] = ()


class EndTurn(Action, frozen=True, tag="end"):
    """End the turn. What a save would end waits for its saves first; `roll` makes them all at once."""

    unit: UnitRef = ""
    roll: Annotated[bool, Meta(extra={"label": "roll the saves"})] = False


class NextRound(Action, frozen=True, tag="turn"):
    """Begin the first round with initiative, or the next one. `rest`: who has not acted does nothing."""

    rest: Annotated[bool, Meta(extra={"label": "the rest do nothing"})] = False


class Delay(Action, frozen=True, tag="delay"):
    """Delay the whole turn, to act later in the order."""

    unit: UnitRef


class Return(Action, frozen=True, tag="return"):
    """Act now after a delay: the place in the order changes."""

    unit: UnitRef


class Ready(Action, frozen=True, tag="ready"):
    """Ready an action for a trigger."""

    unit: UnitRef
    what: Text = ""
    when: Text = ""


class Readied(Action, frozen=True, tag="readied"):
    """The trigger has come: act now, before whoever's turn it is in the order from the next round on."""

    unit: UnitRef
