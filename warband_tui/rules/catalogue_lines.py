"""Where in a TOML text a table or key stands, so that a complaint can name the line."""

from __future__ import annotations

import re

_HEADER = re.compile(r"^\s*\[{1,2}\s*([A-Za-z0-9_.\"' -]+?)\s*\]{1,2}\s*(?:#.*)?$")


def _assigns(line: str, key: str) -> bool:
    return re.search(rf"(?:^|[\s{{,.\[])[\"']?{re.escape(key)}[\"']?\s*(?:=|\.|\])", line) is not None


def key_line(text: str, key: str) -> int | None:
    """The first line (from 1) that assigns a key, in any table; None if none does."""
    for number, line in enumerate(text.splitlines(), start=1):
        if _assigns(line, key) and not line.lstrip().startswith("#"):
            return number
    return None


def record_line(text: str, table: str, index: int, key: str = "") -> int | None:
    """The line (from 1) of the `index`-th `[[table]]`, or of `key` inside it if that can be found."""
    lines = text.splitlines()
    seen = -1
    start: int | None = None
    for number, line in enumerate(lines, start=1):
        header = _HEADER.match(line)
        if header is not None:
            name = header.group(1).strip()
            if name == table and line.lstrip().startswith("[["):
                if start is not None:
                    return start
                seen += 1
                start = number if seen == index else None
            elif start is not None and not name.startswith(f"{table}."):
                return start
        if start is not None and key and number >= start and _assigns(line, key):
            return number
    return start if start is not None else key_line(text, table)
