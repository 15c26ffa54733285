"""What commands print: JSON for programs, lines and tables for people.

Text of players and files is literal: it goes out on one line, without control characters.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any


def emit(value: Any) -> None:
    """Print one JSON document; structs become objects, fractions texts."""
    import json

    print(json.dumps(_plain(value), indent=2))


def emit_line(value: Any) -> None:
    """Print one JSON value on a line of its own, at once."""
    import json

    print(json.dumps(_plain(value), separators=(", ", ": ")), flush=True)


def say(text: str = "") -> None:
    """Print one line."""
    from warband_tui.reports.literal import clean

    print(clean(text).rstrip())


def complain(text: str) -> None:
    """Print one line to standard error."""
    from warband_tui.reports.literal import clean

    print(" ".join(clean(text).split()), file=sys.stderr, flush=True)


def say_table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[int] = ()) -> None:
    """Print rows under their heads, columns aligned; `right` are the columns of figures."""
    from warband_tui.reports.cells import cell_width, pad
    from warband_tui.reports.literal import clean

    lines = [tuple(heads), *(tuple(clean("" if c is None else str(c)) for c in row) for row in rows)]
    widths = [max(cell_width(line[i]) for line in lines) for i in range(len(heads))]
    flush_right = set(right)
    for line in lines:
        cells = (
            pad(cell, width, "right" if i in flush_right else "left")
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the end of a complaint about an unknown word: what was probably meant, or what there is."""
    import difflib

    names = list(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(names) or 'none'}"


def _plain(value: Any) -> Any:
    from warband_tui.rules.ruleset import to_builtins

    return to_builtins(value)
