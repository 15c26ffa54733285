"""What a table of this game is made of and what its ground does to who moves, as data; no geometry here."""

from __future__ import annotations

from warband_tui.rules.board.ground import GroundRules
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.games.middle_earth.bases import height_of
from warband_tui.rules.games.middle_earth.profile import MOUNT, has_word, mount_of, profile_of
from warband_tui.rules.state import BattleState, Unit

MOVE_RULE, ZONE_RULE, CHARGE_RULE = "ME-MOV-1", "ME-MOV-2", "ME-MOV-3"
CONTROL_ZONE = 1.0
"""Inches around a model that no enemy enters but to charge it."""
MARCH_ON_FOOT, MARCH_MOUNTED = 3.0, 5.0
"""Inches that a Heroic March adds, on foot and on a mount or wings."""
OBSTACLE, WOOD = "obstacle", "wood"
_FLIES = "FLY"

WORDS = BoardWords(
    kind="inches",
    sizes=((48, 48), (72, 48)),
    terrain=(
        TerrainKind("wood", "wood", "♣", ("area", WOOD, "difficult"), 4, colour="green",
                    note='2" an inch; hides what is beyond it'),
        TerrainKind("river", "river", "≈", ("area", "river", "difficult"), 0, colour="blue", note='2" an inch'),
        TerrainKind("ford", "ford", "~", ("area", "ford"), 0, colour="blue", note="open ground"),
        TerrainKind("rough", "rough ground", ":", ("area", "difficult"), 0, colour="brown", note='2" an inch'),
        TerrainKind("hedge", "hedge", "%", (OBSTACLE, "hedge"), 1, colour="green", note="a Jump test to cross it"),
        TerrainKind("wall", "low wall", "=", (OBSTACLE, "wall"), 0.8, colour="grey", note="a Jump test to cross it"),
        TerrainKind("hill", "hill", "^", ("hill",), 0.5, colour="yellow", note="open ground, higher up"),
        TerrainKind("ruin", "ruin", "#", ("ruin",), 3, colour="grey", note="climbed; hides what is behind it"),
        TerrainKind("house", "house", "■", ("impassable", "house"), 4, colour="brown", note="no way through"),
        TerrainKind("rocks", "rocks", "▲", ("impassable", "rocks"), 2, colour="grey", note="no way through"),
        TerrainKind("ladder", "ladder", "‡", ("ladder",), 3, colour="brown", note="up and down without a test"),
    ),
)  # fmt: skip
"""The tables that the game is played on."""


def ground_of(unit: Unit, keep_out: float = CONTROL_ZONE) -> GroundRules:
    """Return how a unit deals with ground: up to half its height is open ground, nobody walks through models."""
    tall = height_of(unit)
    return GroundRules(
        dangerous=("dangerous", OBSTACLE),
        links=("ladder", "stairs"),
        free_height=tall / 2,
        free_tags=((OBSTACLE, tall),),
        may_drop=False,
        flies=_FLIES in profile_of(unit).words,
        friends_block=True,
        keep_out=keep_out,
    )


def has_zone(state: BattleState, unit: Unit) -> bool:
    """Whether a unit has a control zone: unless it is engaged, prone or a mount without its rider (ME-MOV-2)."""
    busy = unit.has("engaged") or unit.has("prone") or bool(state.in_contact(unit.id))
    return not busy and MOUNT not in profile_of(unit).words


def move_of(unit: Unit) -> float:
    """Return the Move of a unit in inches: that of what it rides."""
    mount = mount_of(unit)
    return mount.move if mount is not None else profile_of(unit).move


def marches(state: BattleState, unit: Unit) -> bool:
    """Whether a unit is in a Heroic March, its own or of whom it was called along by."""
    callers = (name.removeprefix("with ") for name in unit.conditions if name.startswith("with "))
    led = any(name in state.units and state.unit(name).has("heroic march") for name in callers)
    return led or unit.has("heroic march")


def budget_of(state: BattleState, unit: Unit) -> float:
    """Return how many inches a unit may move this turn, what it has moved already not taken off."""
    swift = mount_of(unit) is not None or has_word(unit, _FLIES)
    return move_of(unit) + ((MARCH_MOUNTED if swift else MARCH_ON_FOOT) if marches(state, unit) else 0)
