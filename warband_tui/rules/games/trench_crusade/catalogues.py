"""The catalogues that come with Trench Crusade."""

from __future__ import annotations

from warband_tui.rules.lists import Lists

LISTS = Lists(
    __package__,
    "Trench Crusade",
    ("new-antioch", "heretic-legion", "trench-pilgrims", "iron-sultanate", "black-grail", "court"),
    shared=("rules", "weapons", "armour", "mercenaries"),
)
