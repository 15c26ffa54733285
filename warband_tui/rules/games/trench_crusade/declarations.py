"""The words and numbers of the game that screens are drawn from."""

from __future__ import annotations

from warband_tui.rules.games.trench_crusade.chances import MARKER_CAP
from warband_tui.rules.ruleset import ConditionDef, CounterDef, Nouns, StatDef

NOUNS = Nouns(unit="model", units="models", out="out of action", casualty="out of action")

STATS = (
    StatDef("movement", "Movement", "Mv", '{:g}"'),
    StatDef("ranged", "Ranged", "Rng", "{:+d}"),
    StatDef("melee", "Melee", "Mel", "{:+d}"),
    StatDef("armour", "Armour", "Arm", "{:+d}"),
)

COUNTERS = (
    CounterDef(
        "blood", "blood", "b", "●", high=MARKER_CAP, spender="opponent", pips=True, harm=True, rule="TC-BLD-1"
    ),
    CounterDef("blessing", "blessing", "s", "✚", high=MARKER_CAP, spender="owner", rule="TC-BLS-1"),
    CounterDef(
        "infection", "infection", "i", "◆", high=MARKER_CAP, spender="opponent", harm=True, rule="TC-INF-1"
    ),
    CounterDef("vp", "victory points", "VP", "", on="side"),
)

CONDITIONS = (
    ConditionDef("down", "Down", "DOWN", harm=True, rule="TC-DWN-1"),
    ConditionDef("stood", "just stood up", "stood", until="activation", rule="TC-DWN-1"),
    ConditionDef("charged", "charged this turn", "charged", until="turn", shown=False),
    ConditionDef("diving", "in a diving charge", "diving", until="turn", rule="TC-DIV-4"),
    ConditionDef("heavy shot", "fired HEAVY", "heavy", until="activation", shown=False),
    ConditionDef("hasty shot", "shot without ASSAULT", "shot", until="activation", shown=False),
    ConditionDef("scattered", "blast scattered", "scatter", until="turn", shown=False),
    ConditionDef("tough used", "TOUGH is used up", "tough used"),
    ConditionDef("tested", "morale tested", "tested", until="turn", on="side", shown=False),
    ConditionDef("initiative", "has the initiative", "first", until="turn", on="side", shown=False),
    ConditionDef("shaken", "Shaken", "SHAKEN", on="side", harm=True, rule="TC-MOR-1"),
    ConditionDef("fled", "fled", "FLED", on="side", harm=True, rule="TC-MOR-1"),
)

CHOICES = frozenset(
    {
        "success.blood",
        "success.infection",
        "success.blessing",
        "injury.bloodbath",
        "injury.blood",
        "injury.infection",
        "injury.blessing",
        "charge.reached",
        "charge.evade",
        "retreat.weapon",
        "jump.side",
        "morale.first",
        "morale.flee",
        "melee.friend",
    }
)
