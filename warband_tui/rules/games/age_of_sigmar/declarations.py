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
    CounterDef(DAMAGE, "damage", "damage", "●", harm=True, pips=True, rule="AOS-18.2-2"),
    CounterDef("vp", "victory points", "VP", "", on="side"),
    CounterDef("cp", "command points", "CP", "", on="side", spender="owner"),
    CounterDef("hand", "battle tactics in hand", "hand", "", on="side"),
    CounterDef("deck", "battle tactics in the deck", "deck", "", on="side"),
)

TURN, PHASE = "turn", "phase"
PHASES = ("hero", "movement", "shooting", "charge", "combat", "end")


DOUBLE_TURN, TWIST, DRAWN = "double turn", "twist drawn", "tactics drawn"
TAKEN = "had its turn"
ROUND_LONG = frozenset({DOUBLE_TURN, TWIST, DRAWN, TAKEN})
"""Conditions of sides that last for both turns of a round."""


def commanded_in(phase: str) -> str:
    """Return the condition of a unit that a command was used on in a phase."""
    return f"commanded in the {phase} phase"


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
    ConditionDef("charge failed", "has failed a charge this turn", "fell short", until=TURN),
    ConditionDef("covering fire", "may shoot as Covering Fire", "covers", until=TURN),
    ConditionDef("counter-charge", "may charge as Counter-charge", "counters", until=TURN),
    ConditionDef("at the double", 'runs 6" without a roll', "at the double", until=TURN),
    *(ConditionDef(commanded_in(p), f"has used a command in the {p} phase", "command", until=TURN, shown=False) for p in PHASES),
    ConditionDef("garrison", "in faction terrain", "garrison", rule="AOST-1.5-2"),
    ConditionDef("channels", "+1 to casting or chanting this turn", "+1 cast", until=TURN, rule="AOST-1.2-4"),
    ConditionDef("wizard (1)", "may unbind or banish as WIZARD (1) this turn", "unbinds", until=TURN, rule="AOST-1.2-4"),
    ConditionDef("replaced", "a replacement has come in", "replaced"),
    ConditionDef(DOUBLE_TURN, "has two turns in a row", "double turn", until=TURN, on="side"),
    ConditionDef(TWIST, "has drawn this round's twist", "twist", until=TURN, on="side", shown=False),
    ConditionDef(DRAWN, "has drawn battle tactics this round", "drawn", until=TURN, on="side", shown=False),
    ConditionDef(TAKEN, "has had its turn this round", "had its turn", until="turn", on="side", shown=False),
)  # fmt: skip

CHOICES = frozenset({"attack.crit", "slain", "returned", "charge.reached", "priority", "rally.return"})
