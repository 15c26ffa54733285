"""Bursts, blasts and walls laid on squares: what they cover, and whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.planning import Covered, Template
from warband_tui.rules.board.squares import STRAIGHT, Space, distance
from warband_tui.rules.games.dnd4e.cover import effect_line
from warband_tui.rules.games.dnd4e.space import NotOnBoard, Scene
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import shown

Form = Literal["burst", "blast", "wall"]
FORMS: dict[str, Form] = {"burst": "burst", "blast": "blast", "wall": "wall", "area": "burst"}
RULES = ("D4-LOE-1", "D4-COV-1")
COMMON: tuple[Template, ...] = (
    *(Template(f"burst {n}", f"close burst {n}", "burst", n, 0, RULES) for n in (1, 2, 3)),
    *(Template(f"blast {n}", f"close blast {n}", "blast", n, 0, (*RULES, "D4-COV-4")) for n in (3, 5)),
    *(Template(f"area {n}", f"area burst {n} within 10", "burst", n, 10, RULES) for n in (1, 2)),
    Template("wall 5", "wall of 5 within 10", "wall", 5, 10, ("D4-LOE-1",)),
)


def templates_of(scene: Scene, unit: Unit) -> tuple[Template, ...]:
    """Return the templates of a creature's close and area powers, then those that many powers have."""
    own = []
    for power in scene.profile(unit).attacks:
        if power.kind in ("close", "area"):
            form, size = _shape(power.words, "burst" if power.kind == "area" else "blast")
            close = power.kind == "close"
            own.append(
                Template(
                    f"power:{power.id}",
                    power.name,
                    form,
                    size or (power.range if close else 1),
                    0 if close else power.range,
                    (*RULES, "D4-COV-4") if form == "blast" else RULES,
                )
            )
    return (*own, *COMMON)


def _shape(words: Iterable[str], usual: Form) -> tuple[Form, int]:
    for word in words:
        name, _, number = word.casefold().partition(" ")
        if name in FORMS and _is_size(number):
            return FORMS[name], int(number)
    return usual, 0


def _is_size(number: str) -> bool:
    return number.isdecimal() and len(number) <= 2


def template_of(scene: Scene, unit: Unit, name: str) -> Template:
    """Return a template by its id; any `burst n`, `blast n`, `area n` or `wall n` is one.

    Raises:
        NotOnBoard: there is none of that name.
    """
    for template in templates_of(scene, unit):
        if template.id == name:
            return template
    form, _, number = name.partition(" ")
    if form in FORMS and _is_size(number) and 0 < int(number) <= 20:
        far = 0 if form in ("burst", "blast") else 10
        return Template(name, name, FORMS[form], int(number), far, RULES)
    raise NotOnBoard(f"no template {shown(name)}; such as burst 2, blast 3, area 1, wall 5")


def covered(scene: Scene, unit: Unit, template: Template, at: Sequence[Square]) -> Covered:
    """Return what a template covers and whom, or why it cannot be laid there.

    A blast lies by its upper left square, beside the creature; a burst about its origin square, a close one about
    the creature; a wall by its squares in their order. What has no line of effect from the origin is left out.
    """
    space, size = scene.space(unit.id), int(template.size)
    if template.form == "wall":
        return _wall(scene, space, template, at)
    if template.form == "blast":
        if not at:
            return Covered(frozenset(), (), (), "lay the blast beside the creature", template.rules)
        block = Space(at[0][0], at[0][1], size, space.level)
        if distance(space, block) != 1:
            return Covered(frozenset(), (), (), "a blast lies beside its creature", template.rules)
        return _within(scene, space, scene.grid.block(block), template, ())
    if not template.range:
        return _within(scene, space, scene.grid.around(space, size), template, (unit.id,))
    if not at:
        return Covered(frozenset(), (), (), "choose the origin square", template.rules)
    origin = Space(at[0][0], at[0][1], 1, space.level)
    no = _out_of_range(scene, space, origin, template)
    if no:
        return Covered(frozenset(), (), (), no, template.rules)
    return _within(scene, origin, scene.grid.around(origin, size), template, ())


def _out_of_range(scene: Scene, space: Space, origin: Space, template: Template) -> str:
    name = "{},{}".format(*origin.anchor)
    if not scene.grid.holds(origin.anchor) or scene.grid.has(scene.filled_at(origin.level), origin.anchor):
        return f"{name} is no open square"
    if template.range is not None and distance(space, origin) > template.range:
        return f"{name} is {distance(space, origin)} squares away; the power goes {template.range:g}"
    if effect_line(scene, space, origin) is None:
        return f"no line of effect to {name}"
    return ""


def _within(
    scene: Scene, origin: Space, squares: int, template: Template, spared: tuple[str, ...]
) -> Covered:
    cells = frozenset(
        cell
        for cell in scene.grid.cells(squares & ~scene.filled_at(origin.level))
        if effect_line(scene, origin, Space(cell[0], cell[1], 1, origin.level))
    )
    return Covered(cells, _caught(scene, cells, spared), (), "", template.rules)


def _wall(scene: Scene, space: Space, template: Template, at: Sequence[Square]) -> Covered:
    cells, why = tuple(dict.fromkeys(at)), ""
    if len(cells) > template.size:
        why = f"{len(cells)} squares; the wall has {template.size:g}"
        return Covered(frozenset(), (), (), why, template.rules)
    for number, cell in enumerate(cells):
        beside = any((cell[0] + dx, cell[1] + dy) in cells[:number] for dx, dy in STRAIGHT)
        if number and not beside:
            why = why or "{},{} shares no side with the wall before it".format(*cell)
        why = why or _out_of_range(scene, space, Space(cell[0], cell[1], 1, space.level), template)
    found = frozenset(cells)
    return Covered(found, _caught(scene, found, ()), (), why, template.rules)


def _caught(scene: Scene, cells: frozenset[Square], spared: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found = []
    for unit_id, spaces in scene.spaces.items():
        inside = next((s for space in spaces for s in space.squares() if s in cells), None)
        if inside and unit_id not in spared:
            found.append((unit_id, "{} is on {},{}".format(scene.units[unit_id].name, *inside)))
    return tuple(found)
