"""Bogwater, an invented game of a page: what a game has to declare, and how much it gets for that."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from warband_tui.rules import ruleset as r
from warband_tui.rules.actions import Action, FoeRef, Inches, UnitRef, WeaponRef
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.events import ActionUsed, ConditionSet, Engaged, ModelsLost, Moved
from warband_tui.rules.monitors import Monitor, break_monitor
from warband_tui.rules.odds import keep
from warband_tui.rules.resolution import Choice, Resolution, Value
from warband_tui.rules.state import BattleState, Unit

HIT = ("BOG-HIT",)
OUTCOMES = {"miss": range(7), "down": range(7, 9), "out": range(9, 13)}


class Bogfolk(Struct, frozen=True):
    """What a fighter of the bog is."""

    grit: int = 3
    role: str = ""
    weapons: tuple[str, ...] = ("sling", "eel spear")


class Wade(Action, frozen=True, tag="wade"):
    """Go through the mire."""

    unit: UnitRef
    distance: Inches = 5


class Strike(Action, frozen=True):
    """Strike at an enemy."""

    unit: UnitRef
    target: FoeRef
    weapon: WeaponRef = "sling"


class Shoot(Strike, frozen=True, tag="shoot"):
    """Strike from afar."""


class Stab(Strike, frozen=True, tag="stab"):
    """Strike in the mud."""


def wade(res: Resolution, action: Wade) -> None:
    unit = RULESET.begin(res, action.unit)
    res.need("wade" not in unit.used, f"{unit.name} has waded already", "BOG-WADE")
    res.cite("BOG-WADE")
    res.emit(ActionUsed(unit.id, "wade"), Moved(unit.id, "wade", action.distance))
    res.say(f'{unit.name} wades {action.distance:g}"')


def strike(res: Resolution, action: Strike) -> None:
    """Roll 2D6 and a die more for each blood of the target that is spent; the best two count."""
    unit, foe = RULESET.begin(res, action.unit), res.state.unit(action.target)
    refusal = aim(res.state, unit, foe)
    res.need(refusal is None, refusal.why if refusal else "", "BOG-HIT")
    if isinstance(action, Stab) and foe.id not in res.state.in_contact(unit.id):
        res.emit(Engaged(unit.id, foe.id))
    has, effect = foe.counter("blood"), "each adds a die, the best two count"
    spent = int(res.ask(Choice("blood", unit.side, f"spend {foe.name}'s blood", high=has, effect=effect)))
    res.change(foe.id, "blood", -spent, why="spent")
    dice = (Modifier("blood", spent, rule="BOG-BLOOD"),) if spent else ()
    pool = Pool(f"{unit.name} at {foe.name}", modifiers=dice, unit=unit.id)
    roll = res.roll(pool, lambda rolled: outcome(rolled.total))
    if roll.outcome == "down":
        res.change(foe.id, "blood", 1, high=6)
        res.emit(ConditionSet(foe.id, "down"))
    elif roll.outcome == "out":
        res.emit(ModelsLost(foe.id, 1, "out of action", unit.id, action.weapon))
    res.emit(ActionUsed(unit.id, "strike"))
    res.cite("BOG-HIT")
    faces = " ".join(map(str, roll.dice))
    res.say(f"{unit.name} strikes {foe.name}, {action.weapon}: {faces} = {roll.total}, {roll.outcome}")


def outcome(total: int) -> str:
    return next(name for name, totals in OUTCOMES.items() if total in totals)


def aim(state: BattleState, unit: Unit, foe: Unit) -> r.Refusal | None:
    """Return why a fighter cannot strike: it is down."""
    del state, foe
    return r.Refusal(f"{unit.name} is down", HIT) if unit.has("down") else None


class Bogwater(BaseRuleset):
    id, title, editions = "bogwater", "Bogwater", (r.Edition("1", "first print"),)
    nouns = r.Nouns(unit="bogman", units="bogfolk", casualty="losses")
    stats = (r.StatDef("grit", "Grit", "G"),)
    counters = (
        r.CounterDef("blood", "blood", "BL", high=6, pips=True, harm=True, spender="opponent"),
        r.CounterDef("blessing", "blessing", "BS", glyph="+", high=6, spender="owner"),
        r.CounterDef("points", "points", "VP", on="side"),
    )
    conditions = (r.ConditionDef("down", "down", "DOWN", harm=True),)
    rules = (r.Rule("BOG-HIT", "Striking", "2D6: 7 brings a fighter down, 9 takes it out.", "invented"),)
    choice_ids = frozenset({"blood"})
    profile_type = Bogfolk
    own_actions = (
        r.ActionDef(Wade, "wade", "Go through the mire", "w"),
        r.ActionDef(Shoot, "shoot", "Strike from afar", "s", target=aim, weapons="far", rules=HIT),
        r.ActionDef(Stab, "stab", "Strike in the mud", "f", target=aim, weapons="near", rules=HIT),
    )
    handlers = {Wade: wade, Shoot: strike, Stab: strike}

    def weapons(self, state: BattleState, unit: Unit, definition: r.ActionDef) -> tuple[r.Candidate, ...]:
        del state
        return tuple(r.Candidate(w, w) for w in unit.profile["weapons"]) if definition.weapons else ()

    def odds(self, state: BattleState, action: Action, choices: Mapping[str, Value]) -> r.Odds | None:
        if not isinstance(action, Strike):
            return None
        have = state.unit(action.target).counter("blood")
        rows = tuple(r.Chance(o, o, _chance(int(choices.get("blood", 0)), o)) for o in OUTCOMES)
        ways = [r.Way(f"{n} blood", _chance(n, "out"), {"blood": n}, n == have) for n in range(have + 1)]
        return r.Odds(rows, pool="2D6", ways=tuple(ways), advice="all blood now" if have else "")

    def monitors(self, state: BattleState) -> list[Monitor]:
        up = {side: sum(u.models for u in state.of_side(side)) for side in state.sides}
        return [
            break_monitor(s, d.fielded - up[s], -(-d.fielded // 2), label="losses", rule="BOG-HIT")
            for s, d in state.sides.items()
        ]

    def line(self, unit: Unit) -> r.UnitLine:
        return r.UnitLine(unit.profile["role"], ", ".join(unit.profile["weapons"]))


def _chance(blood: int, wanted: str) -> Fraction:
    return keep(2 + blood, 6, 2).chance_that(lambda total: total in OUTCOMES[wanted])


RULESET = Bogwater()
