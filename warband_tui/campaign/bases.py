"""The base of a fighter, from whatever its profile or its roster says of it."""

from __future__ import annotations

from collections.abc import Mapping

from warband_tui.campaign.kept import FighterDetails, kept
from warband_tui.rules.board.layout import BadBoard
from warband_tui.rules.board.reading import read_base
from warband_tui.store.views import FighterView

_NAMES = frozenset({"base", "base size", "basesize"})


def base_of(fighter: FighterView, profile: Mapping[str, object]) -> str:
    """Return a fighter's base in words, such as "32 mm": from its battle profile, else from its roster's stat line.

    Empty when nothing says, or what is said is no size of a base.
    """
    words = kept(fighter.details, FighterDetails, fighter.name).words
    told: tuple[Mapping[str, object], ...] = (profile, words.stats if words else {}, fighter.stats)
    found = (str(value) for stats in told for name, value in stats.items() if name.casefold() in _NAMES)
    return next((text for text in found if _is_base(text)), "")


def _is_base(text: str) -> bool:
    try:
        return read_base(text) is not None
    except BadBoard:
        return False
