"""What a player types as a name or a note, checked before it is kept."""

from __future__ import annotations

from warband_tui.errors import WarbandError
from warband_tui.reports.literal import clean

LONGEST_NAME = 200
LONGEST_NOTE = 20_000


def checked_name(name: str, what: str = "a name") -> str:
    """Return a name without spaces around it.

    Raises:
        WarbandError: nothing of it can be seen, or it is longer than anyone could read.
    """
    name = name.strip()
    if not clean(name).strip():
        raise WarbandError(f"{what} is needed; type one")
    if len(name) > LONGEST_NAME:
        raise WarbandError(f"{what} may have {LONGEST_NAME} letters at most; this one has {len(name)}")
    return name


def checked_note(text: str) -> str:
    """Return a note without spaces at its end.

    Raises:
        WarbandError: it is longer than a note may be.
    """
    if len(text) > LONGEST_NOTE:
        raise WarbandError(f"a note may have {LONGEST_NOTE} letters at most; this one has {len(text)}")
    return text.rstrip()
