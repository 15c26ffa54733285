"""Keys that a JSON text has twice in one object: every decoder keeps the last and says nothing."""

from __future__ import annotations

import json
from typing import Any


class _Twice(Exception):
    """A key that was there already."""


def key_twice(text: bytes) -> str | None:
    """Return the first key that an object of a JSON text has twice, None for none.

    A text that is no JSON has none: what decodes it says so.
    """
    try:
        # Numbers are not read: how large they may be is not asked here.
        json.loads(text, object_pairs_hook=_checked, parse_int=str, parse_float=str)
    except _Twice as twice:
        return str(twice)
    except (ValueError, RecursionError):
        return None
    return None


def _checked(pairs: list[tuple[str, Any]]) -> None:
    """Refuse a key that comes again; nothing of the object is needed afterwards."""
    if len({key for key, _ in pairs}) == len(pairs):
        return
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise _Twice(key)
        seen.add(key)
