"""Moving, attacking, moving others: actions of the game. Distances are squares; without a board they are stated by the player.

Every action that moves somebody has `to` and `path` beside its stated `distance`: squares of a board, which
`ground.py` measures where the battle has one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from warband_tui.rules.actions import Action, FoeRef, FoeRefs, Spots, Text, UnitRef, WeaponRef

Flag = bool
Squares = Annotated[int, Meta(description="squares", ge=0, le=200, extra={"kind": "number"})]
Feet = Annotated[int, Meta(description="feet", ge=0, le=100_000, extra={"kind": "number"})]
Points = Annotated[int, Meta(description="points", ge=0, le=10_000, extra={"kind": "number"})]
Bonus = Annotated[int, Meta(ge=-50, le=50)]
To = Annotated[Spots, Meta(description="the square where it ends, [x, y], in the air [x, y, squares up]")]
Origin = Annotated[
    Spots,
    Meta(
        description="the square that the effect comes from, if not the creature's; a third number is how many squares up"
    ),
]
Via = Annotated[Spots, Meta(description="squares on the way")]
Path = Annotated[Spots, Meta(description="the whole way, square by square, the last one included")]
MODES = ("walk", "fly", "climb", "swim", "burrow")
Mode = Annotated[Literal["walk", "fly", "climb", "swim", "burrow"], Meta(extra={"options": MODES})]
COVERS = ("", "none", "cover", "superior")
Cover = Annotated[Literal["", "none", "cover", "superior"], Meta(extra={"options": COVERS})]
HIDDEN = ("", "concealed", "total")
Concealment = Annotated[Literal["", "concealed", "total"], Meta(extra={"options": HIDDEN})]
RESULTS = ("", "miss", "hit", "critical")
Result = Annotated[
    Literal["", "miss", "hit", "critical"],
    Meta(extra={"options": RESULTS, "label": "result of real dice"}),
]
BY = ("melee", "ranged", "close", "area")
By = Annotated[Literal["melee", "ranged", "close", "area"], Meta(extra={"options": BY, "label": "forced by"})]
Advantage = Annotated[
    bool | None,
    Meta(description="as it is unless stated", extra={"label": "combat advantage", "kind": "flag"}),
]
Double = Annotated[bool, Meta(extra={"label": "double move"})]


# Moving oneself


class Move(Action, frozen=True):
    """What every move has. `difficult` of the squares entered are difficult and cost one more each.

    `double` pools this move with a second one of the same kind (D4-SPD-4).
    """

    unit: UnitRef
    distance: Squares | None = None
    difficult: Squares = 0
    to: To = ()
    via: Via = ()
    path: Path = ()
    double: Double = False


class Walk(Move, frozen=True, tag="walk"):
    """Walk, or fly, climb, swim or burrow: up to the speed (D4-SPD-2).

    To climb or swim without a speed for it takes an Athletics check against `dc`, where one is stated (D4-SPD-6).
    """

    mode: Mode = "walk"
    dc: Annotated[int, Meta(ge=0, le=100, extra={"label": "Athletics DC"})] = 0


class Shift(Move, frozen=True, tag="shift"):
    """Shift a square, which provokes nothing. A power may give `squares` (D4-SPD-2, D4-DT-4)."""

    squares: Squares = 1


class Run(Move, frozen=True, tag="run"):
    """Run: speed and two more squares, at a price (D4-SPD-2)."""

    mode: Mode = "walk"


class Crawl(Move, frozen=True, tag="crawl"):
    """Crawl, prone: up to half the speed (D4-SPD-2)."""


class Squeeze(Move, frozen=True, tag="squeeze"):
    """Squeeze through a narrow place: up to half the speed (D4-SQZ-1)."""


class EndSqueeze(Action, frozen=True, tag="end-squeeze"):
    """Take the full space again, which is free (D4-SQZ-2)."""

    unit: UnitRef
    to: To = ()


class Stand(Action, frozen=True, tag="stand"):
    """Stand up (D4-PRONE-3). `shared`: somebody is on the square, so it shifts `to` a free one beside it.

    `surrounded`: all squares round it are taken as well.
    """

    unit: UnitRef
    shared: Flag = False
    surrounded: Flag = False
    to: To = ()


class Escape(Action, frozen=True, tag="escape"):
    """Escape from a grab and shift a square: Acrobatics against Reflex, or Athletics against Fortitude."""

    unit: UnitRef
    skill: Annotated[
        Literal["acrobatics", "athletics"], Meta(extra={"options": ("acrobatics", "athletics")})
    ] = "acrobatics"
    modifier: Bonus = 0
    result: bool | None = None
    to: To = ()


class Teleport(Action, frozen=True, tag="teleport"):
    """A teleport of the unit (D4-TEL-1 to 6). `action` is what it costs; `drop` as for a push."""

    unit: UnitRef
    distance: Squares | None = None
    to: To = ()
    action: Annotated[
        Literal["free", "move", "minor", "standard"],
        Meta(extra={"options": ("free", "move", "minor", "standard"), "label": "costs"}),
    ] = "free"
    by: UnitRef = ""
    bond: Annotated[
        Literal["", "immobilized", "restrained", "slowed"],
        Meta(extra={"options": ("", "immobilized", "restrained", "slowed"), "label": "bond to the place"}),
    ] = ""
    drop: Feet | None = None
    result: bool | None = None


# Attacks


class Strike(Action, frozen=True):
    """What every attack has. `result` and `damage` are those of real dice, where they were rolled.

    `targets` are further targets of a close or area power, each with its own attack roll.
    """

    unit: UnitRef
    target: FoeRef = ""
    weapon: WeaponRef = ""
    advantage: Advantage = None
    cover: Cover = ""
    concealed: Concealment = ""
    modifier: Bonus = 0
    why: Text = ""
    bonus: Annotated[int, Meta(ge=-100, le=100, extra={"label": "to damage"})] = 0
    two_hands: Annotated[bool, Meta(extra={"label": "in two hands"})] = False
    spare: Annotated[bool, Meta(extra={"label": "knock out, not kill"})] = False
    result: Result = ""
    damage: Points | None = None


class Attack(Strike, frozen=True, tag="attack"):
    """An attack with a power. `off_turn`: an immediate or free action outside its own turn."""

    targets: FoeRefs = ()
    origin: Origin = ()
    adjacent: Flag = False
    long: Annotated[bool, Meta(extra={"label": "long range"})] = False
    off_turn: Annotated[bool, Meta(extra={"label": "out of its turn"})] = False


class Charge(Strike, frozen=True, tag="charge"):
    """A charge: move at least two squares nearer, then a melee basic attack or a bull rush (D4-CHG-1)."""

    distance: Squares | None = None
    difficult: Squares = 0
    to: To = ()
    path: Path = ()
    rush: Annotated[bool, Meta(extra={"label": "bull rush"})] = False
    push_to: To = ()
    drop: Feet | None = None


PROVOKES = ("walk", "run", "fly", "climb", "swim", "burrow", "charge", "crawl", "squeeze", "ranged", "area")
SAFE = (
    "shift",
    "teleport",
    "push",
    "pull",
    "slide",
    "fall",
    "stand",
    "enter",
    "end-squeeze",
    "close",
    "melee",
)
Trigger = Annotated[str, Meta(extra={"options": (*PROVOKES, *SAFE), "label": "what provokes it"})]


class Opportunity(Strike, frozen=True, tag="opportunity"):
    """An opportunity attack, in the middle of what provokes it (D4-OA-1 to 5).

    `leaving`: a power of its own whose trigger is that somebody leaves a square, which a shift does too (D4-OA-7).
    """

    trigger: Trigger = "walk"
    unseen: Flag = False
    leaving: Annotated[bool, Meta(extra={"label": "a power triggered by leaving a square"})] = False


class BullRush(Action, frozen=True, tag="bull-rush"):
    """A bull rush: Strength against Fortitude, a push of one square, and a shift into the space (D4-FM-14)."""

    unit: UnitRef
    target: FoeRef = ""
    advantage: Advantage = None
    modifier: Bonus = 0
    why: Text = ""
    result: Result = ""
    to: To = ()
    drop: Feet | None = None


class Grab(Action, frozen=True, tag="grab"):
    """A grab: Strength against Reflex; the target is immobilized until it escapes."""

    unit: UnitRef
    target: FoeRef = ""
    advantage: Advantage = None
    modifier: Bonus = 0
    why: Text = ""
    result: Result = ""


# Moving others


class Forced(Action, frozen=True):
    """What pull, push and slide have: `unit` moves `target`, another creature.

    `distance` is how far it is moved, `limit` how far the power allows. `keep`: its side declines to reduce the
    distance (D4-FM-12). `drop`: the feet of an edge that it is forced over, 0 for other hindering ground; `zone`:
    into a zone of damage, which hinders at some tables only (D4-FM-11). `surplus` squares were left of the distance
    at the edge. `origin`: the square of an effect that moves it (D4-FM-2).
    """

    unit: UnitRef
    target: FoeRef = ""
    distance: Squares = 1
    limit: Squares | None = None
    by: By = "melee"
    keep: Annotated[bool, Meta(extra={"label": "declines the reduction"})] = False
    drop: Feet | None = None
    origin: Origin = ()
    zone: Annotated[bool, Meta(extra={"label": "into a zone of damage"})] = False
    surplus: Squares = 0
    carried: Annotated[bool, Meta(extra={"label": "carried over the edge"})] = False
    result: bool | None = None
    to: To = ()
    path: Path = ()


class Pull(Forced, frozen=True, tag="pull"):
    """Pull a creature nearer (D4-PULL-1)."""


class Push(Forced, frozen=True, tag="push"):
    """Push a creature away (D4-PUSH-1)."""


class Slide(Forced, frozen=True, tag="slide"):
    """Slide a creature in any direction (D4-SLIDE-1), a friend as often as an enemy.

    `swap`: into the space of whoever slides it, who shifts `then` into a space that it has left (D4-FM-13).
    """

    target: UnitRef = ""
    swap: Annotated[bool, Meta(extra={"label": "swap places"})] = False
    then: To = ()


class Fall(Action, frozen=True, tag="fall"):
    """A fall of so many feet (D4-FALL-1 to 10). `damage` is that of real dice.

    `acrobatics`: whoever is trained rolls to soften it; `flying`: a flier that fell out of the air.
    """

    unit: UnitRef
    feet: Feet = 0
    flying: Flag = False
    acrobatics: Flag = True
    onto: UnitRef = ""
    damage: Points | None = None
    to: To = ()


class Catch(Action, frozen=True, tag="catch"):
    """A flier that falls a long way tries to stop: Athletics against 30 (D4-FALL-9)."""

    unit: UnitRef
    modifier: Bonus = 0
    result: bool | None = None
