"""What Discord messages and forum posts share: text that calls nobody and links nowhere."""

from __future__ import annotations

import re

from warband_tui.reports.literal import clean

# A zero-width space: it parts a sign from what would make it mark-up, unseen. `clean` takes it out of any input.
SEAM = "\u200b"
_ADDRESS = re.compile(r"(?i)(?<=\w:)(?=//)|(?<=www)(?=\.)")


def unlinked(text: str) -> str:
    """Return the cleaned text with a seam in each mention and each address."""
    return _ADDRESS.sub(SEAM, clean(text)).replace("@", "@" + SEAM)
