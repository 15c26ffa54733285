"""What can be done in the board editor, for the registry."""

from __future__ import annotations

from warband_tui.registry import ActionSpec

EDITOR_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "editor.place",
        "Place",
        "Put terrain at the cursor; set the next corner of what is drawn; put down what is carried.",
        ("enter",),
        "piece",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "editor.kind",
        "Terrain",
        "Pick the sort of terrain to place; a digit does so at once.",
        ("t",),
        "piece",
        primary=True,
    ),
    ActionSpec(
        "editor.form",
        "Shape",
        "Go on to the next shape: rectangle, circle, wall, outline; on squares: square, block, edge.",
        ("s",),
        "piece",
        primary=True,
    ),
    ActionSpec(
        "editor.move",
        "Move",
        "Carry the piece under the cursor; Enter puts it down.",
        ("m",),
        "piece",
        primary=True,
        undo="undoable",
    ),
    ActionSpec("editor.turn", "Turn", "Turn the piece by 15 degrees.", ("r",), "piece", undo="undoable"),
    ActionSpec(
        "editor.quarter", "Quarter turn", "Turn the piece by 90 degrees.", ("R",), "piece", undo="undoable"
    ),
    ActionSpec(
        "editor.larger",
        "Larger",
        "Make the piece, or what is placed next, larger.",
        ("full_stop", "greater_than_sign"),
        "piece",
        undo="undoable",
    ),
    ActionSpec(
        "editor.smaller",
        "Smaller",
        "Make the piece, or what is placed next, smaller.",
        ("comma", "less_than_sign"),
        "piece",
        undo="undoable",
    ),
    ActionSpec(
        "editor.measures",
        "Measures",
        "Type width and depth of the piece, or of what is placed next.",
        ("i",),
        "piece",
        undo="undoable",
    ),
    ActionSpec(
        "editor.height",
        "Height",
        "Type how high the piece rises, and above what.",
        ("e",),
        "piece",
        undo="undoable",
    ),
    ActionSpec("editor.name", "Name", "Give the piece a name.", ("n",), "piece", undo="undoable"),
    ActionSpec("editor.tags", "Tags", "Say by tags what the piece is.", ("a",), "piece", undo="undoable"),
    ActionSpec(
        "editor.copy",
        "Copy",
        "Carry a copy of the piece; Enter puts it down.",
        ("c",),
        "piece",
        undo="undoable",
    ),
    ActionSpec(
        "editor.mirror",
        "Mirror",
        "Mirror the piece or the whole board, for symmetric tables.",
        ("x",),
        "piece",
        undo="undoable",
    ),
    ActionSpec(
        "editor.delete",
        "Delete",
        "Take the piece off the board; on squares make the floor open.",
        ("d", "delete"),
        "piece",
        undo="undoable",
    ),
    ActionSpec("editor.next", "Next piece", "Go to the next piece.", ("tab",), "go"),
    ActionSpec("editor.previous", "Piece before", "Go to the piece before.", ("shift+tab",), "go"),
    ActionSpec(
        "editor.fault",
        "Faults",
        "Go to the next thing that is wrong or odd, and say what.",
        ("f",),
        "go",
        primary=True,
    ),
    ActionSpec(
        "editor.faults", "All faults", "List all that is wrong or odd; Enter goes there.", ("F",), "go"
    ),
    ActionSpec("editor.near", "Nearer", "Show the board larger.", ("z", "plus"), "go"),
    ActionSpec("editor.far", "Further", "Show more of the board.", ("Z", "minus"), "go"),
    ActionSpec(
        "editor.legend",
        "Letters",
        "On squares: letters of your own with their ground, and how deep drops are.",
        ("y",),
        "board",
        undo="undoable",
    ),
    ActionSpec("editor.zones", "Zones", "Lay out the deployment zones.", ("o",), "board", undo="undoable"),
    ActionSpec("editor.size", "Board size", "Give the board another size.", ("b",), "board", undo="undoable"),
    ActionSpec(
        "editor.random",
        "Random",
        "Make a random board within the game's rules; undo brings this one back.",
        ("N",),
        "board",
        undo="undoable",
    ),
    ActionSpec(
        "editor.save",
        "Save",
        "Keep the board as a layout; the first time it asks for a name.",
        ("w",),
        "board",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "editor.save-as", "Save as", "Keep the board as another layout.", ("W",), "board", undo="undoable"
    ),
    ActionSpec("editor.take", "Play on it", "Take the board for the battle that is set up.", ("p",), "board"),
    ActionSpec("editor.undo", "Undo", "Take back what was drawn last.", ("u",), "board"),
    ActionSpec("editor.redo", "Redo", "Draw again what was undone last.", ("ctrl+r",), "board"),
)
"""The footer shows the primary ones."""
