"""Reads TOML that anybody may have written: whatever is wrong with it is one kind of error."""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_PARTS = 32
"""The parts that a dotted key may have; the standard reader's memory grows with their square."""

_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_KEY}[ \t]*\.[ \t]*){{{MOST_PARTS},}}")


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a text.

    Raises:
        tomllib.TOMLDecodeError: it is no TOML, or no program would write it so: nested too deeply, a key of too many
            parts, a number of too many digits.
    """
    if found := _LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise tomllib.TOMLDecodeError(f"a key has more than {MOST_PARTS} parts (at line {line}, column 1)")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise tomllib.TOMLDecodeError("nested far too deep") from None
    except ValueError:
        # Python refuses to read a number of thousands of digits.
        raise tomllib.TOMLDecodeError("a number has too many digits") from None
