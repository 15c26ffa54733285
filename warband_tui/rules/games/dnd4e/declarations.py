"""The words and numbers of the game that screens are drawn from."""

from __future__ import annotations

from warband_tui.rules.ruleset import ConditionDef, CounterDef, Nouns, StatDef

NOUNS = Nouns(
    unit="creature", units="creatures", turn="round", activation="turn", casualty="fallen", out="dead"
)

CORE_STATS = (
    StatDef("hp", "Hit points", "HP"),
    StatDef("ac", "Armor Class", "AC"),
    StatDef("fortitude", "Fortitude", "Fort"),
    StatDef("reflex", "Reflex", "Ref"),
    StatDef("will", "Will", "Will"),
    StatDef("speed", "Speed", "Spd"),
    StatDef("initiative", "Initiative", "Init", "{:+d}"),
    StatDef("size", "Size", "Size"),
    StatDef("reach", "Reach", "Rch"),
)
"""What a roster line of a battle shows."""

STATS = (
    *CORE_STATS,
    StatDef("level", "Level", "Lvl"),
    StatDef("armour_speed", "Squares that armour takes off", "Arm -"),
    StatDef("threatening", "Reach of its opportunity attacks", "Thr"),
    StatDef("surges", "Healing surges", "HS"),
    StatDef("surge", "Worth of a healing surge", "Surge"),
    StatDef("action_points", "Action points", "AP"),
    StatDef("save", "Bonus to saves", "Save", "{:+d}"),
    StatDef("strength", "Strength attacks", "Str", "{:+d}"),
    StatDef("regeneration", "Regeneration", "Reg"),
    StatDef("reduction", "Forced movement shrugged off", "Firm"),
    StatDef("acrobatics", "Acrobatics", "Acro", "{:+d}"),
    StatDef("athletics", "Athletics", "Athl", "{:+d}"),
    StatDef("climb", "Climb speed", "Climb"),
    StatDef("swim", "Swim speed", "Swim"),
    StatDef("fly", "Fly speed", "Fly"),
    StatDef("burrow", "Burrow speed", "Burrow"),
    StatDef("teleport", "Teleport", "Tele"),
)

HP, TEMPORARY, SURGES, ACTION_POINTS = "hp", "temporary", "surges", "action points"
PLACE, INITIATIVE, DEATH, ALTITUDE = "place", "initiative", "death", "altitude"
FALLEN, TO_FALL = "fallen", "to fall"
LOWEST = -10_000
"""The feet below the ground that no drop is deeper than."""

COUNTERS = (
    CounterDef(HP, "hit points", "HP", "♥", low=-10_000),
    CounterDef(TEMPORARY, "temporary hit points", "THP", "+"),
    CounterDef(SURGES, "healing surges", "HS", "", spender="owner"),
    CounterDef(ACTION_POINTS, "action points", "AP", "", spender="owner"),
    CounterDef(DEATH, "failed death saves", "Death", "†", high=3, harm=True),
    CounterDef(ALTITUDE, "feet above the ground", "Alt", "↑", low=LOWEST),
    CounterDef(FALLEN, "feet fallen so far", "Fell", "", harm=True, rule="D4-FALL-9"),
    CounterDef(TO_FALL, "feet still to fall", "Falls", "↓", harm=True, rule="D4-FALL-9"),
    CounterDef(PLACE, "place in the order", "Order", "#"),
    CounterDef(INITIATIVE, "initiative", "Init", "", low=-100),
    CounterDef("xp", "experience", "XP", "", on="side"),
)

BATTLE, TURN = "battle", "turn"
FEET = 5
"""A square is 5 feet, and so high (D4-GEO-4)."""
HALF_OVER = "half over a drop"
FELL_FLYING, FALLS_HARD = "fell flying", "falls hard"
"""How a long fall ends is kept while it lasts: out of the air, and without Acrobatics (D4-FALL-9)."""
NO_OPPORTUNITY = "no opportunity actions"
"""What keeps a creature from opportunity actions only."""

CONDITIONS = (
    ConditionDef("bloodied", "bloodied", "bloodied", harm=True),
    ConditionDef("dying", "dying", "DYING", harm=True),
    ConditionDef("unconscious", "unconscious", "unconscious", harm=True),
    ConditionDef("knocked out", "knocked out", "knocked out", harm=True, shown=False),
    ConditionDef("helpless", "helpless", "helpless", harm=True),
    ConditionDef("petrified", "petrified", "petrified", harm=True),
    ConditionDef("stunned", "stunned", "stunned", harm=True),
    ConditionDef("dominated", "dominated", "dominated", harm=True),
    ConditionDef("dazed", "dazed", "dazed", harm=True),
    ConditionDef("surprised", "surprised", "surprised", until=TURN, harm=True),
    ConditionDef("blinded", "blinded", "blinded", harm=True),
    ConditionDef("deafened", "deafened", "deafened", harm=True),
    ConditionDef("weakened", "weakened", "weakened", harm=True),
    ConditionDef("restrained", "restrained", "restrained", harm=True, rule="D4-SPD-5"),
    ConditionDef("immobilized", "immobilized", "immobilized", harm=True, rule="D4-SPD-5"),
    ConditionDef("slowed", "slowed", "slowed", harm=True, rule="D4-SPD-5"),
    ConditionDef("grabbed", "grabbed", "grabbed", harm=True),
    ConditionDef("marked", "marked", "marked", harm=True),
    ConditionDef("prone", "prone", "prone", harm=True, rule="D4-PRONE-1"),
    ConditionDef("squeezing", "squeezing", "squeezing", harm=True, rule="D4-SQZ-1"),
    ConditionDef("running", "running", "running", harm=True, rule="D4-SPD-2"),
    ConditionDef("flying", "flying", "flying", rule="D4-FLY-1"),
    ConditionDef("climbing", "climbing", "climbing", rule="D4-SPD-6"),
    ConditionDef("falling", "falling", "FALLING", harm=True, rule="D4-FALL-9"),
    ConditionDef(FELL_FLYING, "fell out of the air", "fell flying", shown=False, rule="D4-FALL-8"),
    ConditionDef(FALLS_HARD, "does not soften its fall", "falls hard", shown=False, rule="D4-FALL-4"),
    ConditionDef("phasing", "phasing", "phasing", rule="D4-PHASE-1"),
    ConditionDef("second wind", "second wind: +2 to defences", "+2 def"),
    ConditionDef("total defence", "total defence: +2 to defences", "guards"),
    ConditionDef("second wind used", "has used its second wind", "2nd wind used", shown=False),
    ConditionDef("action point used", "has spent an action point", "AP used", shown=False),
    ConditionDef("surprise round", "one action in the surprise round", "1 action", until=TURN),
    ConditionDef("delaying", "delays its turn", "delays"),
    ConditionDef("readied", "has readied an action", "readied"),
    ConditionDef("opportunity used", "has used its opportunity action this turn", "opp. used", rule="D4-OA-4"),
    ConditionDef(NO_OPPORTUNITY, "takes no opportunity actions", "no opp.", harm=True, rule="D4-OA-5"),
    ConditionDef("immediate used", "has used its immediate action this round", "imm. used"),
    ConditionDef(HALF_OVER, "must move or squeeze: part of it is over a drop", "half over", harm=True, rule="D4-FALL-6"),
)  # fmt: skip

ONGOING = "ongoing "
"""Ongoing damage is a condition of its own name for each type: `ongoing fire 5`."""

USED = "used:"
"""A power that is used up is a condition of its own name: `used:breath`."""

STRIKE = "strike"
"""The choice of whoever may strike at a move or a shot, by its id: `b1:strike`."""

CHOICES: frozenset[str] = frozenset({STRIKE})
