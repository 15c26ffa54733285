"""What ground does to a mover of this game, read from `terrain.toml`; no geometry here, so that it costs no import."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.board.ground import GroundRules, Risk
from warband_tui.rules.board.layout import BadBoard, Base, Feature, InchBoard
from warband_tui.rules.board.planning import BoardWords, TerrainKind
from warband_tui.rules.board.reading import read_base
from warband_tui.rules.games.trench_crusade.editions import SAFE_JUMP, EditionRules, edition
from warband_tui.rules.games.trench_crusade.profile import TrenchProfile, allowance, profile_of
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

MELEE = 1.0
"""Within so many inches of an enemy a model is in melee (TC-MOV-2)."""
APART = MELEE + 0.002
"""Inches that a move keeps from enemies: a hair more than within 1"."""
_BELOW = 0.001
TABLES = ((48, 48), (36, 36))
"""The usual sizes of a table, in inches (TC-SET-2)."""


class TerrainRules(Struct, frozen=True, forbid_unknown_fields=True):
    """`terrain.toml` as it is read; the file says what each part means."""

    through: tuple[str, ...]
    see_out: tuple[str, ...]
    opaque: tuple[str, ...]
    ladders: tuple[str, ...]
    covering: tuple[str, ...]
    uncovering: tuple[str, ...]
    trench: str
    fire_words: tuple[str, ...]
    heights: tuple[tuple[float, float], ...]
    usual_base: float
    kind: tuple[TerrainKind, ...]


@cache
def terrain_rules() -> TerrainRules:
    """Return the terrain of the game."""
    text = files(__package__).joinpath("terrain.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), TerrainRules)


@cache
def board_words() -> BoardWords:
    """Return what the game says of its tables (TC-SET-2)."""
    return BoardWords("inches", TABLES, terrain_rules().kind)


def placed(state: BattleState, *units: Unit) -> bool:
    """Whether a battle is played on a table in inches and these models stand on it."""
    return isinstance(state.board, InchBoard) and all(unit.in_play and unit.at for unit in units)


def measures(res: Resolution, unit: Unit, to: object) -> bool:
    """Whether an action with a place `to` is measured.

    Raises:
        Refused: there is a place, but no board or a model that does not stand on it.
    """
    if not to:
        return False
    if not isinstance(res.state.board, InchBoard):
        raise Refused("this battle has no board in inches: leave the place out, or choose a board")
    if not placed(res.state, unit):
        raise Refused(f"{unit.name} is not on the board: place it first")
    return True


def base_of(unit: Unit) -> Base:
    """Return the base of a model: as set up, else by the words of its profile, else the usual round one."""
    if unit.base is not None:
        return unit.base
    return _base(profile_of(unit).base)


@cache
def _base(words: str) -> Base:
    try:
        found = read_base(words)
    except BadBoard:
        found = None
    usual = terrain_rules().usual_base
    return found or Base(usual, usual)


def height_of(unit: Unit) -> float:
    """Return how tall a model is taken to be, in inches."""
    base = base_of(unit)
    across = max(base.width, base.depth)
    return next(tall for most, tall in terrain_rules().heights if across <= most)


def ground_for(state: BattleState, unit: Unit, *, keep_out: float = APART) -> GroundRules:
    """Return how a model of the battle's edition deals with ground, keeping so far from enemies."""
    rules, profile = edition(state.edition), profile_of(unit)
    return replace(
        _ground(rules.id, _flies(profile), _ignored(profile, rules)),
        keep_out=keep_out,
        jump_limit=float(allowance(unit)) / 2,
        jump_rise=float(allowance(unit)) / 2 if rules.ledge_up == "adds" else 1.0,
    )


def _flies(profile: TrenchProfile) -> bool:
    return profile.has("FLYING")


def _ignored(profile: TrenchProfile, rules: EditionRules) -> tuple[str, ...]:
    """Return which ground is as open to a model (TC-TYP-2, NEGATE)."""
    found = [kind for kind in ("difficult", "dangerous") if profile.negates(f"{kind.upper()} TERRAIN")]
    if _flies(profile):
        found += ["difficult", *(("dangerous",) if rules.flying_ignores_dangerous else ())]
    return tuple(dict.fromkeys(found))


@cache
def _ground(edition_id: str, flies: bool, ignored: tuple[str, ...]) -> GroundRules:
    rules, terrain = edition(edition_id), terrain_rules()
    return GroundRules(
        difficult=() if "difficult" in ignored else ("difficult",),
        dangerous=() if "dangerous" in ignored else ("dangerous",),
        links=terrain.ladders,
        through=terrain.through,
        free_tags=((terrain.trench, rules.trench_below - _BELOW),) if rules.trench_below else (),
        jump_rise_from=0.5 if rules.ledge_up == "limited" else float("inf"),
        jump_rise_price=1.0 if rules.ledge_up == "limited" else 0.0,
        flies=flies,
    )


def careful_drops(rules: GroundRules, state: BattleState) -> GroundRules:
    """Return ground rules under which nobody jumps down deeper than is safe (TC-JMP-5)."""
    safe = SAFE_JUMP if edition(state.edition).jump_safe_at else SAFE_JUMP - _BELOW
    return replace(rules, drop_limit=safe)


def shunned(state: BattleState, *, charging: bool) -> tuple[Risk, ...]:
    """Return what a way goes round where it can: what needs a Risky roll, in a charge of 1.6.3 difficult ground too."""
    slow: tuple[Risk, ...] = ("difficult",)
    risky: tuple[Risk, ...] = ("jump", "climb", "dangerous")
    return (*risky, *slow) if charging and edition(state.edition).charge_shuns_difficult else risky


def keywords_of(feature: Feature) -> tuple[str, ...]:
    """Return the keywords that the injury roll of dangerous ground has (TC-TER-3)."""
    return tuple(word.upper() for word in terrain_rules().fire_words if word in feature.tags)
