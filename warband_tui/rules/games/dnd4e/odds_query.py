"""The game's odds as JSON: one query object in, one answer object out, every chance an exact fraction as text.

The fields of the structs below are the keys that a query may have; from them come the checks, the error texts and
the JSON Schema. A query without an edition takes the default of every switch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from warband_tui.errors import WarbandError
from warband_tui.rules import queries
from warband_tui.rules.games.dnd4e import chances
from warband_tui.rules.games.dnd4e.amounts import Dice, dice_of
from warband_tui.rules.games.dnd4e.chances import Blow, FallRule
from warband_tui.rules.games.dnd4e.settings import answer_of, most_fall_dice
from warband_tui.rules.odds import Distribution, die, fraction_text

PLACE = "odds dnd4e"
MOST_POINTS = 3000

_Few = Annotated[int, Meta(ge=-100, le=100)]
_Edition = Annotated[
    Literal["2008", "2010"] | None, Meta(description="Without one: the default of every switch.")
]


class SaveQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="save"):
    """A saving throw (D4-SAVE-1)."""

    modifier: _Few = 0
    edition: _Edition = None


class FallQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="fall"):
    """The damage of a fall (D4-FALL-1, 2, 4, 8)."""

    feet: Annotated[int, Meta(ge=0, le=10_000)]
    fall: FallRule = "dice"
    fly: Annotated[int, Meta(ge=0, le=100, description="The fly speed of a flier that falls.")] = 0
    acrobatics: Annotated[
        _Few | None, Meta(description="The skill of whoever is trained to soften a fall.")
    ] = None
    hp: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    edition: _Edition = None


class AttackQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="attack"):
    """One attack on one target. `modifier` adds to the bonus; `cover` and the like are given in it."""

    bonus: _Few
    defence: Annotated[int, Meta(ge=1, le=100)]
    modifier: _Few = 0
    advantage: bool = False
    damage: Annotated[int | str, Meta(description='A number, or dice: "2d6+4".')] = 0
    critical: Annotated[int | str, Meta(description="What a critical hit adds to the highest damage.")] = 0
    half: Annotated[bool, Meta(description="Half damage on a miss.")] = False
    weakened: bool = False
    resist: Annotated[int, Meta(ge=0, le=200)] = 0
    vulnerable: Annotated[int, Meta(ge=0, le=200)] = 0
    hp: Annotated[int, Meta(ge=1, le=10_000, description="Hit points left; temporary ones count.")] | None = (
        None
    )
    edition: _Edition = None


Query = SaveQuery | FallQuery | AttackQuery
_BY_TAG: dict[str, type[Struct]] = {"save": SaveQuery, "fall": FallQuery, "attack": AttackQuery}


def query_schema() -> dict[str, Any]:
    """The JSON Schema of every query that `answer` takes."""
    return queries.schema_of(Query)


def answer(query: Mapping[str, object]) -> dict[str, Any]:
    """Answer one query with exact chances, all of them fractions as text.

    Args:
        query: A JSON object; `query_schema` says which keys it may have.

    Raises:
        WarbandError: a key is unknown or missing, or a value is no number; the message names it.
    """
    asked = _read(query)
    answers: dict[type[Struct], Callable[[Any], dict[str, Any]]] = {
        SaveQuery: _save,
        FallQuery: _fall,
        AttackQuery: _attack,
    }
    return answers[type(asked)](asked)


def blow_of(query: AttackQuery) -> Blow:
    """Return an attack of a query as its dice see it."""
    damage, critical = _amount(query.damage, "damage"), _amount(query.critical, "critical")
    return Blow(
        bonus=query.bonus + query.modifier + (2 if query.advantage else 0),
        needs=query.defence,
        damage=damage,
        critical=critical,
        half=query.half,
        weakened=query.weakened,
    )


def _save(query: SaveQuery) -> dict[str, Any]:
    return {"pass": fraction_text(chances.save_chance(query.modifier))}


def _fall(query: FallQuery) -> dict[str, Any]:
    feet = chances.flown_down(query.feet, query.fly) if query.fly else query.feet
    most = most_fall_dice(answer_of(query.edition or "", {}, "text"))
    dice = chances.fall_dice(feet, query.fall, most)
    _check_size(dice.most)
    points = dice.distribution()
    if query.acrobatics is not None and dice.most:
        points = points.combine(_softening(query.acrobatics), lambda hurt, off: max(0, hurt - off))
    found = {"dice": str(dice), **_told(points), "prone": fraction_text(points.at_least(1))}
    if query.hp is not None:
        found["drops"] = fraction_text(points.at_least(query.hp))
    return found


def _softening(skill: int) -> Distribution[int]:
    return die(20).map(lambda natural: max(0, (natural + skill) // 2))


def _attack(query: AttackQuery) -> dict[str, Any]:
    blow = blow_of(query)
    _check_size(blow.damage.most + blow.critical.most)
    rolled = chances.outcomes(blow)

    def suffers(points: int) -> int:
        return max(0, points + query.vulnerable - query.resist) if points else 0

    points = chances.damage(blow, suffers)
    found: dict[str, Any] = {r: fraction_text(rolled.chance(r)) for r in ("miss", "hit", "critical")}
    found["damage"] = _told(points)
    if query.hp is not None:
        found["drops"] = fraction_text(points.at_least(query.hp))
    return found


def _told(points: Distribution[int]) -> dict[str, Any]:
    return {"mean": fraction_text(points.mean()), "distribution": points.to_json()}


def _amount(value: int | str, key: str) -> Dice:
    try:
        return dice_of(value)
    except WarbandError as error:
        raise WarbandError(f'"{key}": {error}', place=PLACE) from None


def _check_size(most: int) -> None:
    if most > MOST_POINTS:
        raise WarbandError(
            f"up to {most} points of damage; {MOST_POINTS} are the most that is counted", place=PLACE
        )


def _read(query: Mapping[str, object]) -> Any:
    """Read a query into the struct that its `roll` names; what does not fit is said by the key."""
    roll = query.get("roll")
    if not isinstance(roll, str) or roll not in _BY_TAG:
        given = f"not {roll!r}" if "roll" in query else "and it is missing"
        raise WarbandError(f'"roll" is {", ".join(_BY_TAG)}, {given}', place=PLACE)
    kind = _BY_TAG[roll]
    known = {"roll", *kind.__struct_fields__}
    strange = [key for key in query if key not in known]
    if strange:
        names = ", ".join(f'"{key}"' for key in strange)
        raise WarbandError(f"unknown key {names}; a {roll} query has {', '.join(sorted(known))}", place=PLACE)
    try:
        return msgspec.convert(dict(query), kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        key = f'"{where.rstrip("`")}": ' if where else ""
        raise WarbandError(f"{key}{what}", place=PLACE) from None
