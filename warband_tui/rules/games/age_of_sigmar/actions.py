"""The actions of the game. Without a board, distances and what is seen are stated by the player."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from warband_tui.rules.actions import (
    Action,
    FoeRef,
    FoeRefs,
    Inches,
    SideRef,
    Spots,
    Text,
    UnitRef,
    WeaponRef,
)

Flag = bool
Stated = Annotated[bool, Meta(extra={"kind": "flag"})] | None
"""A flag that the table answers where units stand on a board and nobody states it."""
Points = Annotated[str, Meta(description='a number, or dice: "D3", "2D6"', max_length=12)]


def _modifier(label: str) -> Meta:
    return Meta(ge=-10, le=10, extra={"kind": "number", "label": label})


class Attack(Action, frozen=True):
    """What shooting and combat attacks have in common.

    All targets are named at once (AOS-16-1): `target` takes every attack that no entry of `split` takes.
    An entry is `Clanrats 3 Warhammer`: a unit, how many attacks (models, where Attacks are rolled), and with which
    weapon, which may be left out where only one is used. The modifiers are those of abilities and commands, summed;
    Anti-X, Charge (+1 Damage), champions and cover are counted by themselves. `crit` is an ability that the
    weapons have been given. `cover`, `sight` and distances that nobody states are measured where both units stand
    on a board; without one there is no cover and everything is seen.
    """

    unit: UnitRef
    target: FoeRef = ""
    weapon: WeaponRef = ""
    split: tuple[str, ...] = ()
    cover: Stated = None
    sight: Stated = None
    hit: Annotated[int, _modifier("to hit")] = 0
    wound: Annotated[int, _modifier("to wound")] = 0
    save: Annotated[int, _modifier("to its saves")] = 0
    attacks: Annotated[int, _modifier("more Attacks")] = 0
    rend: Annotated[int, _modifier("more Rend")] = 0
    damage: Annotated[int, _modifier("more Damage")] = 0
    reroll: Annotated[
        Literal["", "ones", "fails"], Meta(extra={"label": "re-roll hits", "options": ("ones", "fails")})
    ] = ""
    crit: Annotated[
        Literal["", "mortal", "two-hits", "auto-wound"],
        Meta(extra={"label": "also has Crit", "options": ("mortal", "two-hits", "auto-wound")}),
    ] = ""
    why: Text = ""


class Shoot(Attack, frozen=True, tag="shoot"):
    """Shooting attacks (AOS-16-4). `distance` is the gap from the models that shoot to the target."""

    distance: Inches | None = None
    guarded: Annotated[bool, Meta(extra={"label": "guarded hero"})] = False


class Fight(Attack, frozen=True, tag="fight"):
    """Combat attacks (AOS-16-3). `reach`: the target is in the combat range of every model that attacks.

    `models` is how many can reach it, where not all can. `pile_in` is the longest move of a model before it,
    `to` is where the unit piles in to on a board, toward `pile_to` or its target.
    """

    reach: Annotated[bool, Meta(extra={"kind": "flag", "label": "in combat range"})] | None = None
    models: (
        Annotated[int, Meta(ge=0, le=1000, extra={"kind": "number", "label": "models that reach"})] | None
    ) = None
    pile_in: Inches | None = None
    to: Spots = ()
    via: Spots = ()
    pile_to: Annotated[str, Meta(extra={"kind": "foe", "label": "piles in to"})] = ""


class Move(Action, frozen=True, tag="move"):
    """A Normal Move, a Run (a D6 more) or a Retreat (D3 mortal damage first).

    With `to`, the spot of its first model or one for each, it is measured on the board, by way of `via`.
    """

    unit: UnitRef
    how: Annotated[
        Literal["normal", "run", "retreat"], Meta(extra={"options": ("normal", "run", "retreat")})
    ] = "normal"
    distance: Inches | None = None
    to: Spots = ()
    via: Spots = ()


class Charge(Action, frozen=True, tag="charge"):
    """A charge: 2D6 inches, to within 1/2" of a visible enemy. `distance` is the gap to the target.

    With `to` the way there is measured on the board, and what it takes of the roll.
    """

    unit: UnitRef
    target: FoeRef
    targets: FoeRefs = ()
    distance: Inches | None = None
    sight: Stated = None
    to: Spots = ()
    via: Spots = ()


class Mortal(Action, frozen=True, tag="mortal"):
    """Mortal damage on a unit (AOS-17.2-1). `allocate`: the points are allocated, past any ward."""

    unit: UnitRef
    amount: Points = "1"
    allocate: Flag = False
    by: UnitRef = ""
    why: Text = ""


class Heal(Action, frozen=True, tag="heal"):
    """Take allocated points off a unit; slain models do not come back."""

    unit: UnitRef
    amount: Points = "1"
    why: Text = ""


class Return(Action, frozen=True, tag="return"):
    """Return slain models to a unit, never more than there were."""

    unit: UnitRef
    amount: Points = "1"
    why: Text = ""


class Slay(Action, frozen=True, tag="slay"):
    """Slay models without damage: those out of coherency (AOS-18.3-1), or by an effect."""

    unit: UnitRef
    models: Annotated[int, Meta(ge=1, le=1000)] = 1
    why: Text = "coherency"
    by: UnitRef = ""


class Destroy(Action, frozen=True, tag="destroy"):
    """An effect that destroys a unit: all its models are slain (AOS-18.4-1)."""

    unit: UnitRef
    by: UnitRef = ""
    why: Text = ""


class Reinforce(Action, frozen=True, tag="reinforce"):
    """The replacement of a destroyed unit with REINFORCEMENTS, once."""

    unit: UnitRef


Order = Literal[
    "all-out attack",
    "all-out defence",
    "covering fire",
    "counter-charge",
    "forward to victory",
    "redeploy",
    "at the double",
    "rally",
    "power through",
]


class Command(Action, frozen=True, tag="command"):
    """A command for a unit: command points are paid, and its dice rolled. `target` is of Power Through, `to` of Redeploy."""

    unit: UnitRef
    command: Annotated[
        Order,
        Meta(
            extra={
                "options": (
                    "all-out attack",
                    "all-out defence",
                    "covering fire",
                    "counter-charge",
                    "forward to victory",
                    "redeploy",
                    "at the double",
                    "rally",
                    "power through",
                )
            }
        ),
    ]
    target: FoeRef = ""
    to: Spots = ()
    via: Spots = ()


class Power(Action, frozen=True, tag="power"):
    """Activate Place of Power (AOST-1.2-4): a hero within 3" of one, at the start of a turn.

    `effect` is picked in the text of 2025 only: `heal`, `obscure` (the feature named) or `unbind`. `distance` to
    the place of power is measured where the hero stands on a board.
    """

    unit: UnitRef
    effect: Annotated[
        Literal["", "heal", "obscure", "unbind"], Meta(extra={"options": ("heal", "obscure", "unbind")})
    ] = ""
    feature: Annotated[str, Meta(max_length=80, extra={"label": "feature to obscure"})] = ""
    distance: Inches | None = None


class Garrison(Action, frozen=True, tag="garrison"):
    """Go into faction terrain that can be garrisoned, or leave it (AOST-1.5-2); `to` is where it then stands."""

    unit: UnitRef
    terrain: UnitRef = ""
    leave: Flag = False
    to: Spots = ()


class Phase(Action, frozen=True, tag="phase"):
    """Begin a phase; the next one where none is named."""

    phase: Annotated[
        Literal["", "hero", "movement", "shooting", "charge", "combat", "end"],
        Meta(extra={"options": ("hero", "movement", "shooting", "charge", "combat", "end")}),
    ] = ""


class Turn(Action, frozen=True, tag="turn"):
    """End the player's turn: the other one's begins, or the next round with its priority roll.

    `first` states who goes first in the new round, without the roll.
    """

    first: SideRef = ""


class Draw(Action, frozen=True, tag="tactics"):
    """Draw battle tactics up to the hand (Spearhead); from the second round on not in a double turn, unless far behind.

    `names` are the cards as players call them; they are kept in the log.
    """

    side: SideRef
    discard: Annotated[int, Meta(ge=0, le=3, extra={"label": "laid off first"})] = 0
    names: Text = ""


class Play(Action, frozen=True, tag="card"):
    """Use a battle tactic from the hand as the command on its other half (Spearhead): the card is gone."""

    side: SideRef
    name: Text = ""
    unit: UnitRef = ""


class Twist(Action, frozen=True, tag="twist"):
    """Turn up the round's twist from the deck that both players share (Spearhead)."""

    name: Text = ""


class Score(Action, frozen=True, tag="score"):
    """Victory points at the end of a turn: 1 each for one objective, for two, for more than the enemy, per tactic."""

    side: SideRef
    one: Annotated[bool, Meta(extra={"label": "an objective"})] = False
    two: Annotated[bool, Meta(extra={"label": "two objectives"})] = False
    more: Annotated[bool, Meta(extra={"label": "more than the enemy"})] = False
    tactics: Annotated[int, Meta(ge=0, le=3)] = 0
    why: Text = ""
