"""Compares a roster's JSON with an expected file: what is expected must be there, further keys may be."""

from __future__ import annotations

ABSENT_WHEN_UNEXPECTED = ("models", "customName", "stats", "statType", "bodies", "upgrades", "note")
"""Keys of an entry that say something by not being there."""


def differences(expected: object, shown: object, where: str = "") -> list[str]:
    """Gives a line for each difference; none when everything expected is there and equal."""
    if isinstance(expected, dict) and isinstance(shown, dict):
        found = [f"{where}.{key}: is missing" for key in expected if key not in shown]
        for key, value in expected.items():
            if key in shown:
                found += differences(value, shown[key], f"{where}.{key}")
        if "selectionType" in expected:
            extra = [key for key in ABSENT_WHEN_UNEXPECTED if key in shown and key not in expected]
            found += [f"{where}.{key}: is there but should not be" for key in extra]
        return found
    if isinstance(expected, list) and isinstance(shown, list) and len(expected) == len(shown):
        pairs = enumerate(zip(expected, shown, strict=True))
        return [line for at, (a, b) in pairs for line in differences(a, b, f"{where}[{at}]")]
    same = expected == shown and isinstance(expected, bool) == isinstance(shown, bool)
    return [] if same else [f"{where}: {expected!r} is {shown!r}"]
