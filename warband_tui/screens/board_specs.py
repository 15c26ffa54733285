"""What can be done on the board screen, for the registry."""

from __future__ import annotations

from warband_tui.registry import ActionSpec

BOARD_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "board.take",
        "move",
        "Take the move to the cursor, or put the unit there while setting up.",
        ("enter",),
        "move",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "board.mode",
        "way",
        "Go on to the next way of moving; a digit picks one.",
        ("m",),
        "move",
        primary=True,
    ),
    ActionSpec("board.next", "unit", "Go to the next unit on the board.", ("tab",), "move", primary=True),
    ActionSpec("board.previous", "Unit before", "Go to the unit before.", ("shift+tab",), "move"),
    ActionSpec("board.select", "Select", "Select the unit under the cursor.", ("space",), "move"),
    ActionSpec(
        "board.via",
        "Via",
        "Lead the route through the cursor; at the last such point, take it back.",
        ("v",),
        "move",
    ),
    ActionSpec(
        "board.ruler",
        "ruler",
        "Measure from here; measuring costs and logs nothing.",
        ("r",),
        "look",
        primary=True,
    ),
    ActionSpec(
        "board.sight",
        "sight",
        "Look from the unit at whoever is under the cursor: distance, sight, cover, with the lines.",
        ("s",),
        "look",
        primary=True,
    ),
    ActionSpec(
        "board.threats",
        "Threats",
        "Show what the enemies of the unit threaten; with the cursor on somebody, what that one does.",
        ("t",),
        "look",
    ),
    ActionSpec(
        "board.template", "Template", "Lay the next template of the unit at the cursor.", ("p",), "look"
    ),
    ActionSpec(
        "board.level", "Height", "Go on to the next height at which one can stand here.", ("e",), "look"
    ),
    ActionSpec("board.near", "Nearer", "Show the board larger.", ("z", "plus"), "view"),
    ActionSpec("board.far", "Further", "Show more of the board.", ("Z", "minus"), "view"),
    ActionSpec("board.centre", "Centre", "Go to the selected unit.", ("f",), "view"),
    ActionSpec("board.go", "Go to", "Type a place to put the cursor at.", ("c",), "view"),
    ActionSpec("board.legend", "Legend", "Show or hide what the signs mean.", ("i",), "view"),
    ActionSpec(
        "board.deploy",
        "Deploy",
        "Put a unit on the board, or mend where it stands; this is no move.",
        ("d",),
        "move",
        undo="undoable",
    ),
    ActionSpec(
        "board.remove", "Off the board", "Take the unit off the board.", ("X",), "move", undo="undoable"
    ),
    ActionSpec(
        "board.lay",
        "Board",
        "Lay another board under the battle: a kept one, an empty, a random or a new one; or take it away.",
        ("b",),
        "move",
        undo="undoable",
    ),
    ActionSpec(
        "board.undo", "undo", "Take back what was done last; a move is refunded.", ("u",), "log", primary=True
    ),
    ActionSpec("board.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "log", undo="undoable"),
)
"""The footer shows the primary ones."""
