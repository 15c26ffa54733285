"""The words and numbers of the game that screens are drawn from."""

from __future__ import annotations

from warband_tui.rules.ruleset import ConditionDef, CounterDef, Nouns, StatDef

NOUNS = Nouns(unit="model", units="models", casualty="casualties", out="slain")

PHASES = ("move", "shoot", "fight", "end")

STATS = (
    StatDef("move", "Move", "Mv", '{:g}"'),
    StatDef("fight", "Fight", "F"),
    StatDef("shoot", "Shoot", "Sh", "{}+"),
    StatDef("strength", "Strength", "S"),
    StatDef("defence", "Defence", "D"),
    StatDef("attacks", "Attacks", "A"),
    StatDef("wounds", "Wounds", "W"),
    StatDef("courage", "Courage", "C"),
)

POINTS = ("might", "will", "fate")

COUNTERS = (
    CounterDef("wounds", "Wounds", "w", "♥", high=30, pips=True),
    CounterDef("might", "Might", "m", "▲", high=30, spender="owner", pips=True, rule="ME-MWF-1"),
    CounterDef("will", "Will", "i", "◆", high=30, spender="owner", pips=True, rule="ME-MWF-1"),
    CounterDef("fate", "Fate", "f", "✚", high=30, spender="owner", pips=True, rule="ME-MWF-1"),
    CounterDef("drained", "Courage drained", "drained", "", high=8, harm=True, rule="ME-CRG-1"),
    CounterDef("withered", "Strength withered", "withered", "", high=8, harm=True),
    CounterDef("mount wounds", "Wounds that its mount has lost", "mount", "", high=30, harm=True),
    CounterDef("tested", "have passed", "passed", "", of_models=True, rule="ME-BRK-5"),
    CounterDef("fled", "fled", "fled", "", harm=True, of_models=True, rule="ME-BRK-6"),
    CounterDef("banished", "banished", "banished", "", harm=True, of_models=True, rule="ME-MWF-1"),
    CounterDef("escaped", "left the table", "gone", "", of_models=True),
    CounterDef("vp", "victory points", "VP", "", on="side"),
)

UNIT_CONDITIONS = (
    ConditionDef("passed broken", "past its test for a broken force", "steady", until="turn", rule="ME-BRK-5"),
    ConditionDef("stand fast", "covered by Stand Fast!", "stands fast", until="turn", rule="ME-SFT-1"),
    ConditionDef("passed terror", "past a Terror test", "unafraid", until="turn", shown=False, rule="ME-CRG-4"),
    ConditionDef("held", "held by fear this turn", "held", until="turn", harm=True, rule="ME-CRG-3"),
    ConditionDef("kept in hand", "past its stampede test this turn", "in hand", until="turn", shown=False),
    ConditionDef("stampedes", "stampedes this turn", "STAMPEDES", until="turn", harm=True, rule="ME-CRG-2"),
    ConditionDef("unridden", "led by nobody", "unridden", rule="ME-CRG-2"),
    ConditionDef("called stand fast", "has called Stand Fast! this turn", "called", until="turn", shown=False, rule="ME-SFT-1"),
    ConditionDef("horn call", "lengthened by a war horn", "horn", until="turn", rule="ME-SFT-1"),
    ConditionDef("unheeding", "gains from no Stand Fast!", "unheeding", until="turn", harm=True, rule="ME-SFT-1"),
    ConditionDef("roused", "roused, its Stand Fast! reaches further", "roused", until="turn", rule="ME-SFT-1"),
    ConditionDef("charged", "has charged", "charged", until="turn", shown=False),
    ConditionDef("called along", "acts with a hero", "along", until="turn"),
    ConditionDef("general", "the general", "general"),
    ConditionDef("banner", "carries the banner", "banner"),
    ConditionDef("banner gone", "has lost its banner", "no banner", shown=False),
    ConditionDef("ward", "whom a bodyguard looks to", "ward"),
    ConditionDef("trapped", "trapped", "trapped", until="turn", harm=True),
    ConditionDef("no strikes", "does not strike this turn", "no strikes", until="turn", shown=False),
    ConditionDef("engaged", "engaged in combat", "engaged", rule="ME-BRK-4"),
    ConditionDef("immobilised", "immobilised", "immobile", until="turn", harm=True, rule="ME-BRK-4"),
    ConditionDef("paralysed", "paralysed", "paralysed", harm=True, rule="ME-BRK-4"),
    ConditionDef("prone", "prone", "PRONE", harm=True),
    ConditionDef("thrown", "thrown from its mount this turn", "thrown", until="turn", harm=True),
    ConditionDef("on foot", "on foot, its mount is gone", "on foot"),
    ConditionDef("ablaze", "set ablaze", "ABLAZE", harm=True),
    ConditionDef("invisible", "invisible", "unseen"),
    ConditionDef("reserve", "in reserve", "reserve"),
    ConditionDef("resurrection", "waits for its resurrection", "marker"),
    ConditionDef("no stand fast", "gives no Stand Fast!", "no SF", rule="ME-SFT-1"),
    ConditionDef("challenge declined", "declined a Heroic Challenge", "declined", rule="ME-SFT-1"),
    ConditionDef("carrying", "carries an object", "carries"),
    ConditionDef("last stand used", "its Last Stand is used up", "stood", shown=False),
    ConditionDef("moved", "has moved", "moved", until="turn", shown=False),
    ConditionDef("shot", "has shot", "shot", until="turn", shown=False),
    ConditionDef("fought", "has fought", "fought", until="turn", shown=False),
    ConditionDef("won", "won its fight", "won", until="turn", shown=False),
    ConditionDef("lost", "lost its fight", "lost", until="turn", shown=False),
    ConditionDef("free might used", "its free Might is used", "*", until="turn", shown=False),
    ConditionDef("free will used", "its free Will is used", "*", until="turn", shown=False),
    ConditionDef("free fate used", "its free Fate is used", "*", until="turn", shown=False),
)  # fmt: skip

HEROICS = ("move", "march", "shoot", "combat", "strike", "strength", "defence", "challenge", "channelling",
           "resolve", "accuracy")  # fmt: skip
"""Heroic actions; each is a condition of its hero for the turn."""

HEROIC_CONDITIONS = tuple(
    ConditionDef(f"heroic {name}", f"in a Heroic {name.capitalize()}", f"H.{name}", until="turn")
    for name in HEROICS
)

SIDE_CONDITIONS = (
    ConditionDef("broken", "Broken", "BROKEN", on="side", harm=True, rule="ME-BRK-2"),
    ConditionDef("priority", "has priority", "priority", until="turn", on="side", shown=False),
)

CONDITIONS = (*UNIT_CONDITIONS, *HEROIC_CONDITIONS, *SIDE_CONDITIONS)

CHOICES = frozenset(
    {
        "courage.reroll",
        "courage.will",
        "courage.might",
        "courage.sap",
        "magic.might",
        "duel.might",
        "hit.might",
        "way.might",
        "wound.might",
        "fate",
        "fate.might",
        "thrown.might",
        "thrown.reroll",
    }
)

CANNOT_MOVE = ("stampedes", "held", "immobilised", "paralysed", "thrown")
"""Conditions that keep a model from moving."""
EXEMPT = ("stampedes", "immobilised", "paralysed", "reserve", "resurrection", "held", "thrown")
"""Conditions in which a model takes no test for a broken force (ME-BRK-4)."""
