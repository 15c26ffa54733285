"""The actions of the game. Without a board, distances and outcomes are stated by the player.

On a board an action with a place `to` (by way of `via`) is measured, and what it needs on its way is rolled.
"""

from __future__ import annotations

from typing import Annotated

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
Dice = Annotated[int, Meta(ge=-20, le=20, extra={"kind": "dice", "label": "further dice"})]
To = Annotated[Spots, Meta(extra={"label": "to"})]
Via = Annotated[Spots, Meta(extra={"label": "by way of"})]
Stated = Annotated[bool | None, Meta(extra={"kind": "flag"})]
"""Said by the player, or measured on a board when it is left out."""
OwnAction = Annotated[str, Meta(description="an action of the fighter's own", extra={"kind": "special"})]


class Move(Action, frozen=True, tag="move"):
    """A standard move (TC-MOV-1). `difficult` of the `distance` is difficult ground."""

    unit: UnitRef
    distance: Inches | None = None
    difficult: Inches = 0
    to: To = ()
    via: Via = ()


class Charge(Action, frozen=True, tag="charge"):
    """A charge (TC-CHG-1 to 8). `distance` is the gap to the first target, base edge to base edge.

    Without it, the player says after the die whether the target was reached.
    """

    unit: UnitRef
    targets: FoeRefs = ()
    target: FoeRef = ""
    distance: Inches | None = None
    sight: Flag = True
    stopped_by: FoeRef = ""
    to: To = ()
    via: Via = ()


class Dive(Action, frozen=True, tag="dive"):
    """A diving charge from a ledge `height` above the target (TC-DIV-1 to 5)."""

    unit: UnitRef
    target: FoeRef
    height: Inches = 3
    to: To = ()


class Retreat(Action, frozen=True, tag="retreat"):
    """A retreat out of melee, after the free attacks (TC-RET-1). `clear`: it can end away from all."""

    unit: UnitRef
    distance: Inches | None = None
    clear: Flag = True
    to: To = ()
    via: Via = ()


class Dash(Action, frozen=True, tag="dash"):
    """A Risky dash, then a standard move (TC-DSH-1)."""

    unit: UnitRef
    distance: Inches | None = None
    to: To = ()
    via: Via = ()


class Climb(Action, frozen=True, tag="climb"):
    """A climb of `height` (TC-CLB-1 to 4). `easy`: a ladder, stairs, a rope or a trench's fire step.

    On a board a place `to` gives the height, as it does for jumps and falls.
    """

    unit: UnitRef
    height: Inches | None = None
    easy: Flag = False
    to: To = ()
    via: Via = ()


class Jump(Action, frozen=True, tag="jump"):
    """A jump over a `gap`, to a side that is `up` higher, over a drop of `height` (TC-JMP-1 to 4)."""

    unit: UnitRef
    gap: Inches | None = None
    run: Inches = 0
    up: Inches = 0
    height: Inches = 0
    to: To = ()
    via: Via = ()


class JumpDown(Action, frozen=True, tag="jump-down"):
    """A jump down from an edge (TC-JMP-5)."""

    unit: UnitRef
    height: Inches | None = None
    to: To = ()


class Fall(Action, frozen=True, tag="fall"):
    """A fall of `height` (TC-FAL-1, 2)."""

    unit: UnitRef
    height: Inches | None = None
    to: To = ()


class Ledge(Action, frozen=True, tag="ledge"):
    """A model taken Down within 1" of an edge: does it fall (TC-FAL-3)?"""

    unit: UnitRef
    height: Inches


class Dangerous(Action, frozen=True, tag="dangerous"):
    """Dangerous ground: entered, or started in (TC-TER-3). `keywords` are the ground's own."""

    unit: UnitRef
    starting: Flag = False
    keywords: tuple[str, ...] = ()


class Shoot(Action, frozen=True, tag="shoot"):
    """A ranged attack (TC-RNG-1).

    `targets` are those of further shots of an AUTOMATIC weapon, or all that a BLAST catches.
    `distance` decides long range; without it, `long` does. On a board, distance, sight, cover, elevation
    and who is caught by a BLAST are measured unless they are said; a BLAST may be aimed at a point, `to`.
    """

    unit: UnitRef
    target: FoeRef = ""
    weapon: WeaponRef = ""
    distance: Inches | None = None
    long: Annotated[bool | None, Meta(extra={"kind": "flag", "label": "long range"})] = None
    cover: Stated = None
    elevated: Stated = None
    sight: Flag = True
    modifier: Dice = 0
    why: Text = ""
    targets: FoeRefs = ()
    to: To = ()


class Blast(Action, frozen=True, tag="blast"):
    """The injury rolls of a blast that scattered onto `targets` (SCATTER, TC-KEY-1); on a board, `to` a point."""

    unit: UnitRef
    targets: FoeRefs
    weapon: WeaponRef = ""
    to: To = ()


class Fight(Action, frozen=True, tag="fight"):
    """A melee attack (TC-MEL-1), with a second weapon in the off hand where named."""

    unit: UnitRef
    target: FoeRef = ""
    weapon: WeaponRef = ""
    off_hand: WeaponRef = ""
    off_target: FoeRef = ""
    obstacle: Annotated[bool, Meta(extra={"label": "defended obstacle"})] = False
    off_obstacle: Flag = False
    reachable: Flag = True
    modifier: Dice = 0
    why: Text = ""
    targets: FoeRefs = ()


class Special(Action, frozen=True, tag="special"):
    """An action that the fighter's own profile or kit declares (TC-OTH-1)."""

    unit: UnitRef
    action: OwnAction
    target: UnitRef = ""
    distance: Inches | None = None


class Stand(Action, frozen=True, tag="stand"):
    """A Risky roll to stand up again in the activation in which the model went Down (1.6.3)."""

    unit: UnitRef


class Load(Action, frozen=True, tag="load"):
    """Special ammunition for one weapon for the whole game (AMMUNITION, TC-KEY-1)."""

    unit: UnitRef
    weapon: WeaponRef
    keyword: Text


class Mine(Action, frozen=True, tag="mine"):
    """A model touches a mine (MINED, TC-KEY-1)."""

    unit: UnitRef


class Injury(Action, frozen=True, tag="injury"):
    """An injury roll from any other cause. `modifier` is flat, `dice` are injury dice."""

    unit: UnitRef
    injury_dice: Dice = 0
    modifier: Annotated[int, Meta(ge=-20, le=20)] = 0
    deadly: Flag = False
    keywords: tuple[str, ...] = ()
    by: UnitRef = ""
    why: Text = ""


class Morale(Action, frozen=True, tag="morale"):
    """A warband's morale check (TC-MOR-1)."""

    side: SideRef
    modifier: Dice = 0
    why: Text = ""


class Turn(Action, frozen=True, tag="turn"):
    """The morale phase, then the next turn with its initiative (TC-TRN-2, 3).

    `first` is the side that the holder of the initiative lets go first (1.0.2); `rest`: the
    models that have not been activated do nothing.
    """

    first: SideRef = ""
    rest: Annotated[bool, Meta(extra={"label": "the rest do nothing"})] = False
