"""What can be done on the list of kept boards."""

from __future__ import annotations

from warband_tui.registry import ActionSpec

LAYOUTS_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "layouts.open", "Open", "Draw on the layout under the cursor.", ("enter", "o"), "go", primary=True
    ),
    ActionSpec("layouts.new", "New", "Draw a new board for a game.", ("n",), "new", primary=True),
    ActionSpec(
        "layouts.copy",
        "Copy",
        "Keep a copy under another name.",
        ("c",),
        "new",
        undo="undoable",
    ),
    ActionSpec(
        "layouts.rename",
        "Rename",
        "Give the layout another name.",
        ("r",),
        "shelf",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "layouts.delete",
        "Delete",
        "Delete the layout; undo brings it back. A board that was not saved is thrown away.",
        ("d", "delete"),
        "shelf",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "layouts.note", "Note", "Write down something about the layout.", ("t",), "shelf", undo="undoable"
    ),
    ActionSpec(
        "layouts.import",
        "Import",
        "Read a board from a file; one dropped on the terminal is read at once.",
        ("i",),
        "new",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "layouts.export", "Export", "Write the board as JSON, as battle scripts take it.", ("e",), "go"
    ),
    ActionSpec("layouts.filter", "Filter", "Find a layout by a few letters.", ("slash",), "go"),
    ActionSpec(
        "layouts.undo", "Undo", "Take back the last change of a layout.", ("u",), "shelf", primary=True
    ),
    ActionSpec("layouts.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "shelf"),
)
