"""The sample catalogues that come with the game."""

from __future__ import annotations

from warband_tui.rules.lists import Lists

LISTS = Lists(
    __package__,
    "Age of Sigmar",
    ("stormcast-eternals", "skaven", "slaves-to-darkness", "soulblight-gravelords", "others"),
)
