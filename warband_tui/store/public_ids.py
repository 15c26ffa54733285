"""Short ids by which people name a campaign or a battle on the command line."""

from __future__ import annotations

import secrets

_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"
"""No vowels, so no words; no letter that looks like a figure."""

LENGTH = 6


def new_public_id() -> str:
    """Return an id such as `k7fq2m`: never all figures, so it cannot be taken for a number.

    Half a thousand million are possible; the tables refuse one that is taken.
    """
    first = secrets.choice(_LETTERS[:20])
    return first + "".join(secrets.choice(_LETTERS) for _ in range(LENGTH - 1))
