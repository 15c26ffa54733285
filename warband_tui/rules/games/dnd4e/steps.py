"""Ways of moving on squares, the mover that each makes of a creature, and one step in words with its rules."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.board.layout import Square
from warband_tui.rules.board.planning import Role
from warband_tui.rules.board.squares import Mover, Space, Step
from warband_tui.rules.board.squares_reach import Moves, moves_of
from warband_tui.rules.games.dnd4e.declarations import FEET
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.games.dnd4e.space import (
    TINY_IN_A_SQUARE,
    NotOnBoard,
    Scene,
    may_pass,
    may_share,
    occupancy,
    squeezed_side,
)
from warband_tui.rules.games.dnd4e.speeds import budget, by_skill, speed
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import Unit
from warband_tui.rules.wording import shown

AIR = "air"
"""The kind of difficult ground that only fliers meet (D4-DT-5)."""


class Mode(Struct, frozen=True):
    """A way of moving: the action that takes it, how its budget is reckoned, whether it provokes."""

    id: str
    label: str
    do: str
    how: str
    rules: tuple[str, ...]
    by: str = "walk"
    """Which speed it uses; with `walk`, a flying creature's fly speed (D4-FLY-1)."""
    role: Role = "move"
    provokes: bool = True
    double: bool = False


MODES: dict[str, Mode] = {
    mode.id: mode
    for mode in (
        Mode("walk", "walk", "walk", "walk", ("D4-SPD-2",)),
        Mode("shift", "shift", "shift", "shift", ("D4-SPD-2", "D4-OA-3"), role="careful", provokes=False),
        Mode("run", "run", "run", "run", ("D4-SPD-2",), role="fast"),
        Mode("double walk", "walk twice", "walk", "walk", ("D4-SPD-4",), role="fast", double=True),
        Mode("double shift", "shift twice", "shift", "shift", ("D4-SPD-4", "D4-OA-3"), role="careful",
             provokes=False, double=True),
        Mode("charge", "charge", "charge", "walk", ("D4-CHG-1",), role="attack"),
        Mode("fly", "fly", "walk", "walk", ("D4-FLY-1",), by="fly", role="other"),
        Mode("climb", "climb", "walk", "walk", ("D4-SPD-6",), by="climb", role="other"),
        Mode("swim", "swim", "walk", "walk", ("D4-SPD-6",), by="swim", role="other"),
        Mode("burrow", "burrow", "walk", "walk", ("D4-SPD-1",), by="burrow", role="other"),
        Mode("crawl", "crawl", "crawl", "crawl", ("D4-SPD-2", "D4-PRONE-1")),
        Mode("squeeze", "squeeze", "squeeze", "squeeze", ("D4-SQZ-1",)),
        Mode("teleport", "teleport", "teleport", "teleport", ("D4-TEL-1", "D4-TEL-2"), by="teleport",
             role="other", provokes=False),
    )
}  # fmt: skip


def mode_of(name: str) -> Mode:
    """Return a way of moving.

    Raises:
        NotOnBoard: there is none of that name.
    """
    if name not in MODES:
        raise NotOnBoard(f"no way of moving {shown(name)}; there are {', '.join(MODES)}")
    return MODES[name]


def speed_mode(unit: Unit, mode: Mode) -> str:
    """Return which speed a mode uses: a creature in the air flies whatever it does (D4-FLY-1)."""
    return "fly" if mode.by == "walk" and unit.has("flying") and speed(unit, "fly") else mode.by


def budget_of(unit: Unit, mode: Mode) -> int | None:
    """Return how many squares a mode has, None where the creature has no speed for it."""
    if mode.how == "teleport":
        return speed(unit, "teleport")
    return budget(unit, mode.how, speed_mode(unit, mode), double=mode.double)


def climbs(mode: Mode) -> bool:
    """Whether a mode takes a creature into a drop and out of it by its sides (D4-SPD-6)."""
    return mode.by in ("climb", "burrow")


def upright(scene: Scene, unit: Unit, mode: Mode) -> bool:
    """Whether a mode goes up and down as well: flying, and climbing where there is a drop (D4-FLY-1, D4-SPD-6)."""
    return speed_mode(unit, mode) == "fly" or bool(climbs(mode) and scene.grid.drops)


def mover_of(scene: Scene, unit: Unit, mode: Mode, level: int | None = None) -> Mover:
    """Return how a creature moves on the board now, by one mode; `level` is another height than its own."""
    grid, space = scene.grid, scene.space(unit.id)
    flying, phasing = speed_mode(unit, mode) == "fly", _phasing(scene, unit)
    side = space.side
    if mode.how == "squeeze" and not unit.has("squeezing"):
        side = squeezed_side(unit)
    space = Space(space.x, space.y, side, space.level if level is None else level)
    level = space.level
    # Round a drop is earth: what goes level in it does not leave it.
    earth = grid.inside & ~grid.drops if level < 0 else 0
    barred, taken = occupancy(scene, unit, space)
    solid, shut = scene.filled_at(level) if flying or phasing else grid.filled, 0
    if phasing:
        solid, shut, barred, taken = 0, solid, 0, taken | barred
    return Mover(
        side=side,
        solid=solid | earth,
        barred=barred,
        shut=shut | taken,
        costly=0 if phasing else costly(scene, unit, flying=flying, level=level),
        pits=0 if flying or level < 0 else grid.drops,
        low=not (flying or phasing),
        walls=not phasing,
        price=2 if by_skill(unit, mode.by) else 1,
        stacks=answer(scene.state, "difficult-stacks") == "yes",
    )


def moves(scene: Scene, unit: Unit, mode: Mode) -> Moves:
    """Return all the steps that a creature has by a mode."""
    return moves_of(scene.grid, mover_of(scene, unit, mode))


def starts(scene: Scene, unit: Unit, mode: Mode) -> tuple[Square, ...]:
    """Return the anchors from which a mode sets out: for a squeeze, each smaller space within its own (D4-SQZ-1)."""
    space = scene.space(unit.id)
    if mode.how != "squeeze" or unit.has("squeezing") or space.side == 1:
        return (space.anchor,)
    reach = range(space.side - squeezed_side(unit) + 1)
    within = tuple((space.x + i, space.y + j) for j in reach for i in reach)
    # It takes none that is wholly over a drop, or divided by a wall (D4-FALL-6, D4-OBS-1).
    room = moves(scene, unit, mode).room
    return tuple(anchor for anchor in within if scene.grid.has(room, anchor)) or within


def costly(scene: Scene, unit: Unit, *, flying: bool, level: int = 0) -> int:
    """Return the squares that are difficult for a creature at a height (D4-DT-1, D4-DT-5, D4-DT-6)."""
    profile, found = scene.profile(unit), 0
    low = ~_above(scene, level * FEET) if flying else 0
    for kind, squares in scene.grid.difficult.items():
        if profile.has(f"{kind} walk"):
            continue
        if kind == AIR:
            found |= squares if flying else 0
        else:
            found |= squares & ~low
    return found


def _phasing(scene: Scene, unit: Unit) -> bool:
    return unit.has("phasing") or scene.profile(unit).has("phasing")


def _above(scene: Scene, feet: int) -> int:
    """Return the squares whose ground rises above a height."""
    found = 0
    for height, squares in scene.grid.heights.items():
        found |= squares if height > max(feet, 0) else 0
    return found


def refusal(scene: Scene, unit: Unit, step: Step, space: Space | None = None) -> Refusal:
    """Return in words why a step is not legal, and by which rules; `space` is where it leads, at its height."""
    where = step.where[0] if step.where else step.to
    name = "{},{}".format(*where)
    if step.cause == "occupied":
        bars = [u for u in scene.on(where, unit.id) if not may_pass(unit, u)]
        there = next((u for u in bars if space is None or scene.level_with(space, u.id)), None)
        who = there.name if there else "somebody"
        return Refusal(f"{who} holds {name}", ("D4-OCC-2",))
    if step.cause == "corner":
        return Refusal(f"{name} is filled: no diagonal past its corner", _corner_rules(step))
    if step.cause == "drop":
        return Refusal(
            f"all of {name} is over a drop of {scene.board.drop_feet} feet: it would fall", ("D4-FALL-6",)
        )
    if step.cause == "filled" and not scene.grid.has(scene.grid.filled, where):
        return Refusal(f"{name} is out of the pit: it climbs, flies or teleports out", ("D4-GEO-6",))
    told: dict[str, tuple[str, tuple[str, ...]]] = {
        "board": (f"{name} is off the board", ("D4-GEO-1",)),
        "filled": (f"{name} is filled", ("D4-OBS-1",)),
        "wall": (f"a wall stands on the edge at {name}", ("D4-OBS-1",)),
        "far": (f"{name} is not beside it", ("D4-GEO-2",)),
    }
    why, rules = told.get(step.cause, ("", ()))
    return Refusal(why, rules)


def _corner_rules(step: Step) -> tuple[str, ...]:
    return ("D4-DIAG-2", "D4-DIAG-4") if len(step.left) > 1 else ("D4-DIAG-2",)


def mark(scene: Scene, unit: Unit, step: Step) -> tuple[str, tuple[str, ...]]:
    """Return what made a step dear, in a word or two, and by which rules; empty for an ordinary one."""
    words: list[str] = []
    rules: list[str] = []
    if step.charged:
        ground = scene.board.ground(step.charged[0])
        words.append("difficult" if ground.difficult == "difficult" else f"difficult: {ground.difficult}")
        rules.append("D4-DT-1")
        if creature(unit).size in ("large", "huge", "gargantuan"):
            rules.append("D4-DT-3")
    if step.over:
        words.append("low wall")
        rules.append("D4-OBS-2")
    if step.charged and step.over:
        rules.append("D4-DT-7")
    return ", ".join(words), tuple(rules)


def end_refusal(scene: Scene, unit: Unit, space: Space, *, flies: bool = False) -> Refusal | None:
    """Return why a creature may not end in a space that it may pass, None where it may.

    Who `flies`, or is flying, stays over a drop as high as it is.
    """
    space = scene.grounded(space, aloft=flies or unit.has("flying"))
    for square in space.squares():
        if scene.grid.has(scene.filled_at(space.level), square):
            return Refusal("{},{} is filled: it cannot end there".format(*square), ("D4-PHASE-1",))
        for other in scene.on(square, unit.id):
            if not scene.level_with(space, other.id):
                continue
            if not may_share(unit, other):
                rule = "D4-OCC-1" if other.side == unit.side else "D4-OCC-2"
                return Refusal(f"{other.name} is there: it may pass, and not end there", (rule, "D4-OCC-4"))
    crowded = occupancy(scene, unit, space)[1]
    if scene.grid.block(space) & crowded:
        return Refusal(f"{TINY_IN_A_SQUARE} Tiny creatures are there already", ("D4-SIZE-1",))
    return None
