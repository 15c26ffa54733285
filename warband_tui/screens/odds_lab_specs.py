"""What can be done in the odds lab, for the registry."""

from __future__ import annotations

from warband_tui.registry import ActionSpec

LAB_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "odds_lab.add", "add", "Put in a fresh column.", ("n",), "columns", primary=True, undo="undoable"
    ),
    ActionSpec(
        "odds_lab.copy",
        "copy",
        "Put a copy of this column beside it, to change one thing.",
        ("c",),
        "columns",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "odds_lab.remove",
        "remove",
        "Take this column out.",
        ("x",),
        "columns",
        primary=True,
        undo="undoable",
    ),
    ActionSpec(
        "odds_lab.take",
        "take",
        "Fill in a weapon, an attacker or a target from the catalogues.",
        ("t",),
        "columns",
        primary=True,
        undo="undoable",
    ),
    ActionSpec("odds_lab.form", "form", "Compare something else, or another game.", ("f",), "view", primary=True),
    ActionSpec("odds_lab.chart", "chart", "Show the next chart: exactly, or at least.", ("d",), "view", primary=True),
    ActionSpec("odds_lab.more", "More", "One more: the next value of a list.", ("plus", "equals_sign"), "field", undo="undoable"),
    ActionSpec("odds_lab.less", "Less", "One less: the value before in a list.", ("minus",), "field", undo="undoable"),
    ActionSpec("odds_lab.turn", "Turn", "Turn a yes or no round.", ("space",), "field", undo="undoable"),
    ActionSpec("odds_lab.type", "Type", "Type the value of the field; digits work without.", ("enter",), "field", undo="undoable"),
    ActionSpec("odds_lab.part", "One more", "Add a weapon to this column, where a form sums several.", ("w",), "columns", undo="undoable"),
    ActionSpec("odds_lab.unpart", "One fewer", "Take the weapon under the cursor out of this column.", ("W",), "columns", undo="undoable"),
    ActionSpec("odds_lab.name", "Name", "Give this column a name.", ("e",), "columns", undo="undoable"),
    ActionSpec("odds_lab.text", "Copy text", "Send the whole comparison to the clipboard as text.", ("y",), "copy"),
    ActionSpec("odds_lab.command", "Copy command", "Send the command line that answers this column to the clipboard.", ("Y",), "copy"),
    ActionSpec("odds_lab.read", "Read query", "Type or paste a query into this column.", ("i",), "copy", undo="undoable"),
    ActionSpec("odds_lab.undo", "Undo", "Take the last change back.", ("u",), "field"),
    ActionSpec("odds_lab.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "field"),
)  # fmt: skip
"""The footer shows the primary ones."""
