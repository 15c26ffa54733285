"""The words that each question takes; known without the modules that answer it."""

from __future__ import annotations

from collections.abc import Mapping

_FORCED = ("unit", "target", "squares", "origin", "keep", "by", "path", "to")
ASK_WORDS: Mapping[str, tuple[str, ...]] = {
    "order": (),
    "speeds": ("unit",),
    "budget": ("unit",),
    "reach": ("unit", "mode", "budget"),
    "path": ("unit", "to", "mode", "budget", "via", "path", "target"),
    "step": ("unit", "to", "mode"),
    "interrupt": ("unit", "path", "mode"),
    "charge": ("unit", "target", "budget"),
    "teleport": ("unit", "to", "squares", "budget", "by"),
    "stand": ("unit",),
    "unsqueeze": ("unit",),
    "push": _FORCED,
    "pull": _FORCED,
    "slide": _FORCED,
    "swap": ("unit", "target", "by"),
    "flank": ("unit", "target", "with"),
    "sight": ("unit", "target", "to"),
    "effect": ("unit", "target", "to"),
    "cover": ("unit", "target", "kind", "origin"),
    "distance": ("unit", "target", "to"),
    "threatened": ("unit",),
    "area": ("unit", "template", "at"),
}
"""The words that each question takes."""
