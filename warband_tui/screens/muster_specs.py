"""What can be done while a battle is mustered, for the registry."""

from __future__ import annotations

from warband_tui.registry import ActionSpec

MUSTER_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "muster.start", "Start", "Begin the battle as it stands here.", ("s",), "battle", primary=True
    ),
    ActionSpec(
        "muster.field",
        "Field",
        "Let the fighter go, or leave it at home.",
        ("space",),
        "side",
        primary=True,
    ),
    ActionSpec(
        "muster.change", "Change", "Change what the cursor is on.", ("enter",), "battle", primary=True
    ),
    ActionSpec(
        "muster.warband", "Warband", "Choose whose fighters the side has.", ("w",), "side", primary=True
    ),
    ActionSpec("muster.plan", "Plan", "Write down what the side means to do.", ("p",), "side", primary=True),
    ActionSpec("muster.all", "All", "Let everybody of the side go, or nobody.", ("a",), "side", primary=True),
    ActionSpec("muster.settings", "Settings", "Go to the settings.", ("1",), "go"),
    ActionSpec("muster.side-a", "Side A", "Go to side A.", ("2",), "go"),
    ActionSpec("muster.side-b", "Side B", "Go to side B.", ("3",), "go"),
    ActionSpec("muster.swap", "Swap", "Let the two sides change places.", ("x",), "side"),
    ActionSpec(
        "muster.warnings",
        "Warnings",
        "List all that the rules of mustering say.",
        ("v",),
        "side",
    ),
    ActionSpec("muster.filter", "Filter", "Find a fighter by a few letters.", ("slash",), "go"),
)
"""The footer shows the primary ones."""
