"""What can be done on the battle screen, for the registry."""

from __future__ import annotations

from warband_tui.registry import ActionSpec

BATTLE_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "battle.act",
        "act",
        "List every action of this unit, allowed or not and why.",
        ("a",),
        "battle",
        primary=True,
    ),
    ActionSpec(
        "battle.next",
        "next",
        "End the activation and go to the next unit that is ready.",
        ("n",),
        "battle",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "battle.dice",
        "dice",
        "Roll some dice for anything and log them.",
        ("d",),
        "battle",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "battle.lose",
        "casualty",
        "Take a model of this unit off the table.",
        ("x",),
        "battle",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "battle.restore",
        "Put back",
        "Put a model of this unit back on the table.",
        ("X",),
        "battle",
        undo="undoable",
    ),
    ActionSpec(
        "battle.states",
        "states",
        "Set or clear a condition, or set a counter to a number.",
        ("z",),
        "battle",
        undo="undoable",
    ),
    ActionSpec(
        "battle.turn", "Next turn", "Finish this turn and begin the next.", ("t",), "battle", undo="undoable"
    ),
    ActionSpec("battle.find", "Find", "Go to any unit by a letter.", ("slash",), "battle"),
    ActionSpec(
        "battle.note",
        "note",
        "Write a note into the log, or on the entry under the log's cursor.",
        ("N",),
        "log",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "battle.editor",
        "Long note",
        "Write a long note in your own editor ($EDITOR).",
        ("ctrl+e",),
        "log",
        undo="undoable",
    ),
    ActionSpec(
        "battle.star",
        "Star",
        "Star the entry for the report, or take the star off.",
        ("asterisk",),
        "log",
        undo="undoable",
    ),
    ActionSpec(
        "battle.undo", "undo", "Take back what was done last, dice and all.", ("u",), "log", primary=True
    ),
    ActionSpec("battle.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "log", undo="undoable"),
    ActionSpec("battle.log", "Log", "Go to the log, or back to the rosters.", ("tab",), "log"),
    ActionSpec(
        "battle.open",
        "Open",
        "Open the entry with its dice and rules, or the unit's actions.",
        ("enter",),
        "log",
    ),
    ActionSpec("battle.history", "History", "Show in the log what was undone, too.", ("H",), "log"),
    ActionSpec(
        "battle.guide",
        "Guide",
        "Go on with the round that the game walks you through.",
        ("greater_than_sign",),
        "battle",
    ),
    ActionSpec(
        "battle.forecast",
        "Forecast",
        "Show what is watched on each side, what becomes of it if nothing changes, and what that stands on.",
        ("percent_sign",),
        "battle",
    ),
    ActionSpec(
        "battle.board",
        "Board",
        "Open the board: where everybody stands, where the unit can get to, what it would cost.",
        ("at",),
        "battle",
    ),
    ActionSpec(
        "battle.lab",
        "Odds lab",
        "Open the odds lab, with the attack that is being prepared.",
        ("O", "ctrl+l"),
        "battle",
    ),
    ActionSpec(
        "battle.finish", "Finish", "End the battle and say who won.", ("F",), "battle", undo="undoable"
    ),
    ActionSpec("battle.aftermath", "Aftermath", "See to what the campaign asks for now.", ("A",), "battle"),
    ActionSpec("battle.report", "Report", "Open the battle report.", ("P",), "battle"),
)
"""The footer shows the primary ones."""
