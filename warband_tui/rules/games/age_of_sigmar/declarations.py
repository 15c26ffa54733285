"""The words and numbers of the game that screens are drawn from."""

from __future__ import annotations

from warband_tui.rules.ruleset import ConditionDef, CounterDef, Nouns, StatDef

NOUNS = Nouns(unit="unit", units="units", turn="round", activation="ability", casualty="slain", out="slain")

STATS = (
    StatDef("move", "Move", "Mv"),
    StatDef("health", "Health", "Hp"),
    StatDef("save", "Save", "Sv", "{}+"),
    StatDef("ward", "Ward", "Wd", "{}+"),
    StatDef("control", "Control", "Ct"),
)

DAMAGE = "damage"

COUNTERS = (
    CounterDef(DAMAGE, "damage", "d", "●", harm=True, pips=True, rule="AOS-18.2-2"),
    CounterDef("vp", "victory points", "VP", "", on="side"),
    CounterDef("cp", "command points", "CP", "", on="side", spender="owner"),
)

TURN, PHASE = "turn", "phase"

CONDITIONS = (
    ConditionDef("damaged", "damaged", "damaged", harm=True, rule="AOS-18.2-2"),
    ConditionDef("moved", "moved this turn", "moved", until=TURN, shown=False),
    ConditionDef("ran", "ran this turn", "ran", until=TURN),
    ConditionDef("retreated", "retreated this turn", "retreated", until=TURN),
    ConditionDef("charged", "charged this turn", "charged", until=TURN),
    ConditionDef("shot", "has shot this turn", "shot", until=TURN),
    ConditionDef("fought", "has fought this phase", "fought", until=PHASE),
    ConditionDef("all-out attack", "All-out Attack for its next attacks", "all-out", until=TURN),
    ConditionDef("all-out defence", "All-out Defence this phase", "defends", until=PHASE),
    ConditionDef("exposed", "exposed by All-out Attack", "exposed", until=TURN, harm=True),
    ConditionDef("commanded", "has used a command this phase", "command", until=PHASE, shown=False),
    ConditionDef("replaced", "a replacement has come in", "replaced"),
    ConditionDef("had its turn", "has had its turn this round", "had its turn", until="turn", on="side", shown=False),
)  # fmt: skip

CHOICES = frozenset({"attack.crit", "slain", "returned", "charge.reached", "priority"})
