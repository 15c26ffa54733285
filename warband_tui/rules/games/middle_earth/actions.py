"""The actions of the game. Distances, ranges and who stands near whom are stated by the players, or by a board."""

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
Little = Annotated[int, Meta(ge=-6, le=6, extra={"label": "modifier"})]
Count = Annotated[int, Meta(ge=0, le=60)]
Skill = Annotated[int, Meta(ge=0, le=20)]
UnitRefs = Annotated[tuple[str, ...], Meta(description="the ids of units", extra={"kind": "units"})]
Names = Annotated[tuple[Annotated[str, Meta(max_length=120)], ...], Meta(max_length=20)]
Cause = Annotated[str, Meta(max_length=80, extra={"label": "cause"})]
Dice = Literal["2d6", "3d6-highest"]


class Move(Action, frozen=True, tag="move"):
    """A move; a model of a broken force tests first (ME-BRK-3).

    On a board `to` says where its models go and `via` by which points, and the move is measured.
    """

    unit: UnitRef
    distance: Inches | None = None
    to: Spots = ()
    via: Spots = ()


class Charge(Action, frozen=True, tag="charge"):
    """A charge into combat, with the tests that come before it: Terror, Fearful, a timid mount (ME-CRG-2, 3).

    `modifiers` name special rules in range that count, `near` those that let it pass because a bearer is near;
    `passed` states the tests as rolled at the table. `compelled`: a power makes it charge, without a Terror test.
    On a board `to` says where its models go: the charge is measured, and whom they touch there is charged.
    """

    unit: UnitRef
    targets: FoeRefs = ()
    target: FoeRef = ""
    distance: Inches | None = None
    passed: bool | None = None
    modifiers: Names = ()
    near: Names = ()
    compelled: Flag = False
    to: Spots = ()
    via: Spots = ()


class Courage(Action, frozen=True, tag="courage"):
    """A courage test for any cause (ME-CRG-1, 2). `passed` states the result of dice rolled at the table.

    `modifiers` name special rules in range; `near` those that let it pass because a bearer is near. `stat` may
    be Intelligence, which is tested in the same way.
    """

    unit: UnitRef
    cause: Cause = "terror"
    modifier: Little = 0
    modifiers: Names = ()
    near: Names = ()
    dice: Dice = "2d6"
    reroll: Flag = False
    passed: bool | None = None
    target: UnitRef = ""
    stat: Literal["courage", "intelligence"] = "courage"


class Ability(Action, frozen=True, tag="ability"):
    """A special rule used on the models in range: Instill Fear, the call of a war horn, who takes away Stand Fast!.

    `rule` names it where the unit has several; `passed` states the tests of those it frightens.
    """

    unit: UnitRef
    targets: UnitRefs = ()
    rule: Annotated[str, Meta(max_length=120)] = ""
    passed: bool | None = None


class PassBanner(Action, frozen=True, tag="pass-banner"):
    """A banner bearer that flees or falls hands its banner to a warrior in base contact."""

    unit: UnitRef
    to: UnitRef


class Resurrect(Action, frozen=True, tag="resurrect"):
    """The roll of a model that left a marker: it comes back, or it is a casualty after all.

    `needs` is what the die must show; `passed` states the result; `wounds` with how many Wounds it comes back.
    """

    unit: UnitRef
    needs: Annotated[int, Meta(ge=1, le=6)] = 4
    passed: bool | None = None
    wounds: Annotated[int, Meta(ge=0, le=30)] = 0


class BreakTest(Action, frozen=True, tag="break-test"):
    """The test of a model, or of some of a group, of a broken force (ME-BRK-3 to 7).

    `passed` states the result; without it, dice are rolled or given. `covered_by` names a hero who has passed
    and stands within reach (ME-SFT-1); `distance` may say how far off, `unseen` that it is out of sight.
    `models` are of a group.
    """

    unit: UnitRef
    passed: bool | None = None
    covered_by: UnitRef = ""
    models: Annotated[int, Meta(ge=1, le=1000)] = 1
    distance: Inches | None = None
    modifier: Little = 0
    modifiers: Names = ()
    near: Names = ()
    reroll: Flag = False
    unseen: Annotated[bool, Meta(extra={"label": "hero out of sight"})] = False


class StandFast(Action, frozen=True, tag="stand-fast"):
    """A hero who has passed covers warriors within reach, all of each group (ME-SFT-1)."""

    unit: UnitRef
    targets: UnitRefs


class Shoot(Action, frozen=True, tag="shoot"):
    """One shot or more: to hit, in the way, to wound.

    `in_the_way` counts what stands between; `moved`: up to half its Move, which makes the shot harder by one.
    `aim`: at which part of a cavalry model.
    """

    unit: UnitRef
    target: FoeRef
    weapon: WeaponRef = ""
    shots: Annotated[int, Meta(ge=1, le=20)] = 1
    in_the_way: Annotated[int, Meta(ge=0, le=6, extra={"label": "in the way"})] = 0
    moved: Flag = False
    distance: Inches | None = None
    modifier: Little = 0
    aim: Literal["rider", "mount"] = "rider"
    reroll: Literal["", "ones", "fails"] = ""


class Duel(Action, frozen=True, tag="duel"):
    """A fight: who wins it. `friends` and `foes` are who fights along; dice and Fight are theirs together.

    `dice` and `foe_dice` replace the sum of Attacks; `won` states the winner of dice rolled at the table.
    `charged` says that the unit charged where no charge was logged, `no_charge` that it gains nothing from it
    (difficult ground). Shielding doubles a side's dice, and it does not strike. `trapped`: the loser will be.
    """

    unit: UnitRef
    target: FoeRef = ""
    friends: UnitRefs = ()
    foes: FoeRefs = ()
    support: Annotated[int, Meta(ge=0, le=12, extra={"label": "supporting spears"})] = 0
    foe_support: Annotated[int, Meta(ge=0, le=12, extra={"label": "their spears"})] = 0
    charged: Flag = False
    no_charge: Annotated[bool, Meta(extra={"label": "no charge bonus"})] = False
    two_handed: Flag = False
    foe_two_handed: Annotated[bool, Meta(extra={"label": "their two-handed"})] = False
    shielding: Flag = False
    foe_shielding: Annotated[bool, Meta(extra={"label": "they shield"})] = False
    trapped: Annotated[bool, Meta(extra={"label": "loser trapped"})] = False
    elven: Flag = False
    foe_elven: Flag = False
    dice: Count | None = None
    foe_dice: Count | None = None
    modifier: Little = 0
    foe_modifier: Little = 0
    banner: Flag = False
    foe_banner: Flag = False
    won: bool | None = None


class Strike(Action, frozen=True, tag="strike"):
    """The winner's rolls to wound. `count` replaces its Attacks; `trapped` rolls twice for each."""

    unit: UnitRef
    target: FoeRef = ""
    count: Count = 0
    strength: Skill | None = None
    modifier: Little = 0
    trapped: Flag = False
    two_handed: Flag = False
    reroll: Literal["", "ones", "fails"] = ""
    wounds_each: Annotated[int, Meta(ge=1, le=6, extra={"label": "Wounds each"})] = 1
    no_charge: Annotated[bool, Meta(extra={"label": "no charge bonus"})] = False


class Wound(Action, frozen=True, tag="wound"):
    """Wounds from any cause, with Fate against them (ME-MWF-1). `fate` false: it cannot help."""

    unit: UnitRef
    wounds: Annotated[int, Meta(ge=1, le=30)] = 1
    by: UnitRef = ""
    why: Text = ""
    fate: Flag = True


class Spend(Action, frozen=True, tag="spend"):
    """Points of Might, Will or Fate spent on something, free ones first (ME-MWF-1)."""

    unit: UnitRef
    points: Literal["might", "will", "fate"] = "might"
    count: Annotated[int, Meta(ge=1, le=30)] = 1
    why: Text = ""


class Heroic(Action, frozen=True, tag="heroic"):
    """A heroic action, for one Might; one a phase.

    `followers` are the friends it calls to act with it; `target` and `declined` belong to a challenge.
    """

    unit: UnitRef
    action: Literal[
        "move",
        "march",
        "shoot",
        "combat",
        "strike",
        "strength",
        "defence",
        "challenge",
        "channelling",
        "resolve",
        "accuracy",
    ] = "move"
    target: FoeRef = ""
    followers: UnitRefs = ()
    declined: Flag = False


class Resist(Action, frozen=True, tag="resist"):
    """Will spent as dice against a magical power, all declared before the roll.

    `against` is the highest die of the casting; a Heroic Resolve adds a free die. `passed` states the result.
    """

    unit: UnitRef
    dice: Annotated[int, Meta(ge=0, le=10)] = 1
    against: Annotated[int, Meta(ge=1, le=6)] = 4
    passed: bool | None = None


class Cast(Action, frozen=True, tag="cast"):
    """Will spent as dice to cast a magical power, all declared before the roll. `needs` is what one must show."""

    unit: UnitRef
    power: Annotated[str, Meta(max_length=80)] = ""
    dice: Annotated[int, Meta(ge=1, le=10)] = 1
    needs: Annotated[int, Meta(ge=2, le=6)] = 4
    target: UnitRef = ""


class Thrown(Action, frozen=True, tag="thrown"):
    """The mount is slain: the rider's roll, and the model goes on on foot. `knocked`: knocked flying at once."""

    unit: UnitRef
    knocked: Flag = False


class Dismount(Action, frozen=True, tag="dismount"):
    """A rider leaves its mount; what the mount does is a courage test at once (ME-CRG-2)."""

    unit: UnitRef
    why: Text = ""
    slain: Annotated[bool, Meta(extra={"label": "the rider is slain"})] = False
    passed: bool | None = None


class Leave(Action, frozen=True, tag="leave"):
    """Models leave the table for a goal of the scenario: no casualties."""

    unit: UnitRef
    models: Annotated[int, Meta(ge=1, le=1000)] = 1
    why: Text = ""


class Phase(Action, frozen=True, tag="phase"):
    """Go on to the next phase, or to the one named."""

    to: Literal["", "move", "shoot", "fight", "end"] = ""


class Turn(Action, frozen=True, tag="turn"):
    """Finish this turn and begin the next: broken forces, priority. `first` states who has priority."""

    first: SideRef = ""
