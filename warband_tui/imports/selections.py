"""Turns elements into typed selections and forces, evening out the differences between format versions."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from warband_tui.imports.elements import Element
from warband_tui.imports.findings import Findings
from warband_tui.imports.limits import MAX_COST, MAX_NUMBER
from warband_tui.imports.roster import Cost, ImportedProfile
from warband_tui.imports.text import clean_notes, clean_text

FIGURE_TYPES = frozenset({"model", "unit", "unit-group"})

_PLAIN_POINTS = "points"
"""What version 1.15 has in place of costs: one attribute."""


class Selection:
    """A node of the roster: fighter, figure, gear or option.

    `values` of its profiles are complete here, rules text included; what is kept is decided later.
    """

    __slots__ = (
        "categories", "children", "costs", "custom_name", "group", "name", "notes", "number", "parent", "primary",
        "profiles", "source_id", "type",
    )  # fmt: skip

    def __init__(self, element: Element, parent: Selection | None, heading: str, findings: Findings) -> None:
        self.parent = parent
        self.name = clean_text(element.get("name")) or "(no name)"
        self.custom_name = clean_text(element.get("customName"))
        self.notes = clean_notes(element.get("customNotes"))
        self.source_id = clean_text(element.get("id"))
        self.type = clean_text(element.get("type"), 40).casefold() or "upgrade"
        self.group = clean_text(element.get("group"))
        self.number = whole_number(element.get("number"), self.name, findings)
        self.costs = costs_of(element, self.name, findings)
        references = [
            (clean_text(c.get("name")), c.get("primary") == "true") for c in element.children("categories")
        ]
        self.categories = tuple(name for name, _ in references if name)
        self.primary = next((name for name, primary in references if primary and name), heading)
        self.profiles = tuple(_profile(profile) for profile in element.children("profiles"))
        self.children: list[Selection] = []

    @property
    def is_figure(self) -> bool:
        """Whether the file calls it a model or a unit."""
        return self.type in FIGURE_TYPES

    def ancestors(self) -> Iterator[Selection]:
        """Gives the parents, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def walk(self, without: frozenset[Selection] = frozenset()) -> Iterator[Selection]:
        """Gives itself and everything below in the order of the file, leaving out the subtrees of `without`."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(child for child in reversed(node.children) if child not in without)


class Force:
    """A force with its top level selections."""

    __slots__ = ("catalogue", "costs", "custom_name", "depth", "name", "notes", "tops")

    def __init__(self, element: Element, depth: int, findings: Findings) -> None:
        self.name = clean_text(element.get("name", "forceTypeName")) or "(no name)"
        self.custom_name = clean_text(element.get("customName"))
        self.catalogue = clean_text(element.get("catalogueName"))
        self.notes = clean_notes(element.get("customNotes"))
        self.depth = depth
        self.costs = costs_of(element, self.name, findings)
        self.tops = [_selection(top, heading, findings) for top, heading in _tops(element)]


def forces_of(root: Element, findings: Findings) -> list[Force]:
    """Gives all forces in the order of the file, an outer force before those inside it."""
    forces: list[Force] = []
    waiting = [(element, 0) for element in reversed(root.children("forces"))]
    while waiting:
        element, depth = waiting.pop()
        forces.append(Force(element, depth, findings))
        waiting.extend((inner, depth + 1) for inner in reversed(element.children("forces")))
    return forces


def costs_of(element: Element, where: str, findings: Findings, *, limits: bool = False) -> tuple[Cost, ...]:
    """Gives the costs (or the limits) stated on an element; values that are no sensible number are left out."""
    found: list[Cost] = []
    for cost in element.children("costLimits" if limits else "costs"):
        name = clean_text(cost.get("name"), 60)
        value = amount(cost.get("value"), where, findings)
        if value is not None:
            found.append(Cost(name or "points", cost.get("typeId", "costTypeId") or name, value))
    plain = element.get("pointsLimit" if limits else _PLAIN_POINTS)
    value = amount(plain, where, findings) if plain else None
    if value is not None:
        found.append(Cost(_PLAIN_POINTS, _PLAIN_POINTS, value))
    return tuple(found)


def whole_number(text: str, where: str, findings: Findings) -> int:
    """Gives a count from 0 to the limit; 1 where the file has none or nonsense."""
    if not text:
        return 1
    value = _decimal(text)
    if value is None:
        findings.warn(f"the number {clean_text(text, 20)} is not a number; taken as 1", where)
        return 1
    if value < 0 or value > MAX_NUMBER:
        kept = 0 if value < 0 else MAX_NUMBER
        findings.warn(f"the number {clean_text(text, 20)} is out of bounds; taken as {kept}", where)
        return kept
    return int(value)


def amount(text: str, where: str, findings: Findings) -> Decimal | None:
    """Gives an exact amount, or None where the text is no sensible number; no text is an amount of zero."""
    value = _decimal(text or "0")
    if value is None or abs(value) > MAX_COST:
        findings.warn(f"the cost {clean_text(text, 20)} is not a sensible number; left out", where)
        return None
    return value


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text.strip()[:60])
    except InvalidOperation:
        return None
    # A comparison of NaN raises, and an exponent of a million would be written out in full later on.
    return (
        value if value.is_finite() and value.adjusted() < 20 and len(value.as_tuple().digits) <= 40 else None
    )


def _tops(force: Element) -> Iterator[tuple[Element, str]]:
    for top in force.children("selections"):
        yield top, ""
    # Up to version 2.00 the selections sit below the force's headings.
    for category in force.children("categories"):
        heading = clean_text(category.get("name"))
        for top in category.children("selections"):
            yield top, heading


def _selection(top: Element, heading: str, findings: Findings) -> Selection:
    root = Selection(top, None, heading, findings)
    waiting = [(root, top)]
    while waiting:
        node, element = waiting.pop()
        for child in element.children("selections"):
            below = Selection(child, node, "", findings)
            node.children.append(below)
            waiting.append((below, child))
    return root


def _profile(element: Element) -> ImportedProfile:
    values: dict[str, str] = {}
    for characteristic in element.children("characteristics"):
        name = clean_text(characteristic.get("name"), 60)
        values.setdefault(name, clean_text(characteristic.text or characteristic.get("value"), 500))
    type_name = clean_text(element.get("typeName", "profileTypeName", "type"), 60)
    return ImportedProfile(type_name, clean_text(element.get("name")), values)
