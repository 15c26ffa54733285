"""Which of a game's sorts of terrain a piece or a square is, for drawing it and for legends."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warband_tui.rules.board.layout import Feature, Ground
from warband_tui.rules.board.planning import TerrainKind


def kind_of_feature(known: Iterable[TerrainKind], feature: Feature) -> TerrainKind | None:
    """Return the sort that shares most tags with a feature, the first declared of equals; None for none shared.

    A sort with tags that the feature lacks is not it.
    """
    tags = set(feature.tags)
    fitting = [k for k in known if k.tags and tags.issuperset(k.tags)]
    return max(fitting, key=lambda kind: len(kind.tags), default=None)


def kind_of_ground(known: Iterable[TerrainKind], ground: Ground) -> TerrainKind | None:
    """Return the sort that states most of what a square is, the first declared of equals; None for open floor."""
    stated = msgspec.to_builtins(ground)
    fitting = [
        k for k in known if k.ground and all(stated.get(field) == value for field, value in k.ground.items())
    ]
    return max(fitting, key=lambda kind: len(kind.ground), default=None)
