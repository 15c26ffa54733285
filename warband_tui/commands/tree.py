"""Answers of any shape as indented lines; probabilities get their percentage and a bar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

_FRACTION = re.compile(r"-?\d+(?:/[1-9]\d*)?")
_BAR = 24
_NOT_CHANCES = frozenset({"mean", "break_point"})


def tree(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the lines of an answer.

    Args:
        value: JSON builtins.
        depth: how far it is set in.
    """
    indent = "  " * depth
    if isinstance(value, dict):
        width = max((len(str(key)) for key, one in value.items() if not _nested(one)), default=0)
        for key, one in value.items():
            if _nested(one):
                yield f"{indent}{key}"
                yield from tree(one, depth + 1)
            else:
                yield f"{indent}{key!s:<{width}}  {_scalar(str(key), one)}"
    elif isinstance(value, list | tuple):
        for one in value:
            first, *rest = list(tree(one, depth + 1)) or [indent]
            yield f"{indent}- {first.strip()}"
            yield from rest
    else:
        yield f"{indent}{_scalar('', value)}"


def _nested(value: Any) -> bool:
    if isinstance(value, dict):
        return bool(value)
    return isinstance(value, list | tuple) and any(isinstance(one, dict | list | tuple) for one in value)


def _scalar(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == {}:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value) or "none"
    if isinstance(value, str) and _FRACTION.fullmatch(value) and len(value) < 2000:
        return _figure(key, Fraction(value), value)
    return str(value)


def _figure(key: str, number: Fraction, text: str) -> str:
    told = text if len(text) <= 22 else "≈"
    if key in _NOT_CHANCES or not 0 <= number <= 1:
        return f"{told:<22}  {float(number):8.3f}"
    bar = "█" * round(number * _BAR)
    return f"{told:<22}  {float(number) * 100:7.2f} %  {bar}"
