"""The tree that roster files are read into, whether written as XML or as JSON.

Only what an import needs is kept: descriptions, rules, modifiers and publications are passed over while reading.
"""

from __future__ import annotations

from collections.abc import Mapping

LISTS = {
    "forces": "force",
    "selections": "selection",
    "costs": "cost",
    "costLimits": "costLimit",
    "categories": "category",
    "profiles": "profile",
    "characteristics": "characteristic",
}
"""Names of the lists that are kept, and of their items."""

TEXTS = frozenset({"customNotes"})
"""Children that are plain text and are kept as attributes."""

ATTRIBUTES = TEXTS | {
    "battleScribeVersion", "catalogueName", "costTypeId", "customName", "forceTypeName", "gameSystemId",
    "gameSystemName", "gameSystemRevision", "generatedBy", "group", "id", "name", "number", "points", "pointsLimit",
    "primary", "profileTypeName", "type", "typeId", "typeName", "value",
}  # fmt: skip
"""Names of the attributes that are kept."""

MAX_TEXT = 8_000
"""Characters kept of an attribute or a text."""


class Element:
    """A node with its attributes, its own text and its lists of children by the list's name."""

    __slots__ = ("attributes", "lists", "text")

    def __init__(self, attributes: Mapping[str, str]) -> None:
        self.attributes = {name: text[:MAX_TEXT] for name, text in attributes.items() if name in ATTRIBUTES}
        self.text = ""
        self.lists: dict[str, list[Element]] | None = None

    def get(self, *names: str) -> str:
        """Gives the first attribute of these names that is there and not empty, else ""."""
        for name in names:
            value = self.attributes.get(name)
            if value:
                return value
        return ""

    def children(self, name: str) -> list[Element]:
        """Gives the direct children in the list of that name; empty where there is none."""
        return self.lists.get(name, []) if self.lists else []

    def add(self, name: str, child: Element) -> None:
        """Appends a child to the list of that name."""
        if self.lists is None:
            self.lists = {}
        self.lists.setdefault(name, []).append(child)
