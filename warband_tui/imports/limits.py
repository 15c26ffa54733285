"""How much a roster file may hold before it is refused.

The largest of 142 surveyed files has 0.7 MB, 360 selections, 16 levels, some 10,000 elements and a compression ratio of 12:1.
"""

from __future__ import annotations

from decimal import Decimal

MAX_BYTES = 16_000_000
"""Bytes of a file, and of what an archive unpacks to."""

MAX_JSON_BYTES = 4_000_000
"""Bytes of a JSON file, which has to be held as a whole in several forms."""

MAX_RATIO = 200
"""Unpacked bytes for each packed byte."""

RATIO_FREE_BYTES = 1_000_000
"""Below this size the ratio is not looked at: small repetitive files compress well."""

MAX_MEMBERS = 200
"""Files in an archive."""

MAX_DEPTH = 64
"""Levels of nesting."""

MAX_ELEMENTS = 30_000
"""XML elements, or JSON objects and lists."""

MAX_JSON_VALUES = 200_000
"""Commas in a JSON file: an upper bound of its values."""

MAX_TOKEN_BYTES = 1_000_000
"""Bytes of one value, tag or comment."""

MAX_SELECTIONS = 5_000
"""Selections (fighters and gear) of one roster."""

MAX_NUMBER = 999
"""Copies of one selection; more is taken as this many."""

MAX_COST = Decimal(1_000_000)
"""Size of a cost; more is ignored."""

MAX_FINDINGS = 100
"""Findings of one roster."""
