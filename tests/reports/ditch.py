"""Ditch War, an invented game of one action, and battles of it to write reports about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from warband_tui.rules.actions import Action, FoeRef, UnitRef
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry
from warband_tui.rules.events import ConditionSet, ModelsLost
from warband_tui.rules.monitors import Monitor, break_monitor
from warband_tui.rules.resolution import Choice, Resolution
from warband_tui.rules.ruleset import ActionDef, ConditionDef, CounterDef, Edition, Nouns, UnitLine
from warband_tui.rules.state import BattleState, Setup, SideSetup, Unit, UnitSetup


class Digger(Struct, frozen=True):
    role: str = ""
    weapons: tuple[str, ...] = ("musket",)
    keywords: tuple[str, ...] = ()


class Shoot(Action, frozen=True, tag="shoot"):
    """Roll 2D6: 7 puts a mark of blood on the target and lays it down, 10 takes `kills` of it out."""

    unit: UnitRef
    target: FoeRef
    weapon: str = "musket"
    aim: int = 0
    kills: int = 1


def shoot(res: Resolution, action: Shoot) -> None:
    unit, foe = res.state.unit(action.unit), res.state.unit(action.target)
    res.unit, res.side = unit.id, unit.side
    res.need(not unit.has("down"), f"{unit.name} is down", "DW-DOWN")
    blood = int(res.ask(Choice("blood", unit.side, f"spend {foe.name}'s blood", high=foe.counter("blood"))))
    res.change(foe.id, "blood", -blood)
    dice = [Modifier("aim", dice=action.aim, rule="DW-AIM")] if action.aim else []
    dice += [Modifier("blood", dice=blood)] if blood else []
    pool = Pool(f"{unit.name} at {foe.name}", modifiers=tuple(dice), unit=unit.id)
    roll = res.roll(pool, lambda made: "out" if made.total >= 10 else "hit" if made.total >= 7 else "miss")
    if roll.outcome == "hit":
        res.change(foe.id, "blood", 1, high=6)
        res.emit(ConditionSet(foe.id, "down"))
    elif roll.outcome == "out":
        res.emit(ModelsLost(foe.id, action.kills, "shot", unit.id, action.weapon))
    res.cite("DW-SHOOT")
    res.say(f"{unit.name} shoots {foe.name}: {roll.total}, {roll.outcome}")


class DitchWar(BaseRuleset):
    id, title = "ditch-war", "Ditch War"
    editions: tuple[Edition, ...] = (Edition("2", "second spade"),)
    nouns = Nouns(unit="digger", units="diggers", turn="round", out="dug in for good")
    counters: tuple[CounterDef, ...] = (
        CounterDef("blood", "blood", "b", high=6, harm=True),
        CounterDef("rum", "rum", "r", high=6),
        CounterDef("points", "victory points", "VP", on="side"),
    )
    conditions: tuple[ConditionDef, ...] = (
        ConditionDef("down", "down", "DOWN", harm=True),
        ConditionDef("shaken", "Shaken", "SHAKEN", on="side", harm=True),
    )
    profile_type = Digger
    choice_ids = frozenset({"blood"})
    own_actions = (ActionDef(Shoot, "shoot", "Shoot at an enemy"),)
    handlers = {Shoot: shoot}

    def monitors(self, state: BattleState) -> list[Monitor]:
        return [
            break_monitor(
                side.id,
                side.fielded - sum(unit.models for unit in state.of_side(side.id)),
                -(-side.fielded // 2),
                label="losses",
                rule="DW-BREAK",
            )
            for side in state.sides.values()
        ]

    def line(self, unit: Unit) -> UnitLine:
        profile = unit.profile
        return UnitLine(profile["role"], ", ".join(profile["weapons"]), keywords=tuple(profile["keywords"]))


class LooseWar(DitchWar):
    """The same without a break point."""

    def monitors(self, state: BattleState) -> list[Monitor]:
        del state
        return []


RULESET = DitchWar()
LOOSE = LooseWar()


def fighter(unit_id: str, name: str, models: int = 1, **profile: object) -> UnitSetup:
    return UnitSetup(unit_id, name, profile=profile, models=models)


MOLES = (
    fighter("a1", "Weyl", role="Captain", keywords=["brave"]),
    fighter("a2", "Agathe"),
    fighter("a3", "Kett"),
)
RATS = (fighter("b1", "Orm"), fighter("b2", "Voss"), fighter("b3", "Brakh"), fighter("b4", "Hale"))


def setup(
    moles: Sequence[UnitSetup] = MOLES,
    rats: Sequence[UnitSetup] = RATS,
    *,
    sides: tuple[str, str] = ("Moles", "Rats"),
    plans: Mapping[str, str] | None = None,
) -> Setup:
    return Setup(
        ruleset="ditch-war",
        name="The Long Ditch",
        scenario="Hold the ditch",
        place="The club, table 2",
        seed=7,
        turns=4,
        plans=dict(plans or {}),
        sides=(
            SideSetup("A", sides[0], "Mira", tuple(moles)),
            SideSetup("B", sides[1], "Jonas", tuple(rats)),
        ),
    )


def begun(plan: Setup | None = None, ruleset: DitchWar = RULESET) -> Battle:
    return Battle(plan or setup(), ruleset)


def shot(
    battle: Battle,
    unit: str,
    target: str,
    *dice: int,
    aim: int = 0,
    kills: int = 1,
    weapon: str = "musket",
    blood: int = 0,
    override: str = "",
) -> Entry:
    """Shoot with dice as they are given; with none, the seed rolls."""
    return battle.do(
        Shoot(unit=unit, target=target, weapon=weapon, aim=aim, kills=kills),
        dice=list(dice) or None,
        choices={"blood": blood} if blood else None,
        override=override,
    )
