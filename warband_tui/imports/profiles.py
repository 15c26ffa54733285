"""Sorts profiles into stat lines, weapons and the rest, and leaves rules text out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warband_tui.imports.roster import ImportedProfile

STAT_TYPES = frozenset({"unit", "model", "operative", "hero", "warrior", "character", "vehicle", "profile"})
"""Names that data authors give to the profile that is the stat line."""

SHORT_STAT = 24
"""Characters of a value that is still a stat and not a list of keywords."""

SHORT_VALUE = 60
"""Characters of a value that is kept at all."""

_NOT_STATS = (
    "weapon",
    "abilit",
    "wargear",
    "battlekit",
    "spell",
    "prayer",
    "psych",
    "track",
    "magic",
    "tactic",
    "power",
    "trait",
)
_PROSE = frozenset({"description", "rules", "rule", "effect", "declare", "text", "special rules"})
_FEWEST_STATS = 3
_NO_VALUE = frozenset({"", "-", "–", "—"})


def known_stat_line(profiles: Iterable[ImportedProfile]) -> ImportedProfile | None:
    """Gives the first profile whose type is one of the known names of stat lines."""
    return next((profile for profile in profiles if profile.type_name.casefold() in STAT_TYPES), None)


def choose_stat_line(nodes: Sequence[Sequence[ImportedProfile]]) -> ImportedProfile | None:
    """Chooses the stat line of an entry.

    Args:
        nodes: the profiles of each node that may carry it, the likeliest node first.

    Returns:
        A profile of a known type; else one with three or more values, all short, that is no weapon or ability; else
        None.
    """
    for profiles in nodes:
        if known := known_stat_line(profiles):
            return known
    for profiles in nodes:
        for profile in profiles:
            if _looks_like_stats(profile):
                return profile
    return None


def is_weapon(profile: ImportedProfile) -> bool:
    """Whether the profile's type is some kind of weapon."""
    return "weapon" in profile.type_name.casefold()


def without_prose(profile: ImportedProfile) -> ImportedProfile:
    """Gives the profile with its short values only: names and numbers are facts, rules text is the publisher's."""
    values = {
        name: value
        for name, value in profile.values.items()
        if len(value) <= SHORT_VALUE and name.casefold() not in _PROSE
    }
    return ImportedProfile(profile.type_name, profile.name, values)


def distinct(profiles: Iterable[ImportedProfile]) -> tuple[ImportedProfile, ...]:
    """Drops repeats: data that reaches a profile by several routes writes it once for each."""
    seen: dict[tuple[str, str, tuple[tuple[str, str], ...]], ImportedProfile] = {}
    for profile in profiles:
        seen.setdefault((profile.type_name, profile.name, tuple(profile.values.items())), profile)
    return tuple(seen.values())


def placeholders(values: dict[str, str]) -> list[str]:
    """Gives the names of the stats whose value is a sign that stands for another profile (such as a star)."""
    return [
        name
        for name, value in values.items()
        if value not in _NO_VALUE and not any(c.isalnum() for c in value)
    ]


def _looks_like_stats(profile: ImportedProfile) -> bool:
    kind = profile.type_name.casefold()
    if any(word in kind for word in _NOT_STATS) or len(profile.values) < _FEWEST_STATS:
        return False
    return all(
        len(value) <= SHORT_STAT and name.casefold() not in _PROSE for name, value in profile.values.items()
    )
