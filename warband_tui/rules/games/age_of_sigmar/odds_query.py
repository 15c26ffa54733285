"""The game's odds as JSON: one query object in, one answer object out, every chance an exact fraction as text.

The fields of the structs below are the keys that a query may have; from them come the checks, the error texts
and the JSON Schema.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from warband_tui.errors import WarbandError
from warband_tui.rules import queries
from warband_tui.rules.games.age_of_sigmar import chances
from warband_tui.rules.games.age_of_sigmar.amounts import Amount, NotAnAmount, amount_of
from warband_tui.rules.games.age_of_sigmar.chances import Attack, Crit, Reading, Reroll, Target
from warband_tui.rules.odds import Distribution, fraction_text
from warband_tui.rules.packed import WRITABLE

PLACE = "odds age-of-sigmar"
MOST_POINTS = 3000
"""More damage than this no unit does in one ability: it is a typing error."""

MOST_DRAWN = 80_000
"""Outcomes times the bits of their weights, up to which they are worked out, told and drawn within a frame."""

MOST_ENDED = 160_000
"""The same where they end with what destroys the target: then there is no long tail to add up."""

MOST_PICKS = 64
"""Ways to pick one Crit ability for each weapon that are compared."""

_Needed = Annotated[int | str, Meta(description='What the roll needs: 3 or "3+".')]
_Amount = Annotated[int | str, Meta(description='A number, or dice: "D3", "2D6", "D6+2".')]
_Mod = Annotated[int, Meta(ge=-20, le=20)]


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Attacks with the same numbers."""

    hit: _Needed
    wound: _Needed
    attacks: _Amount = 1
    count: Annotated[int, Meta(ge=1, le=200, description="Models that roll their attacks separately.")] = 1
    rend: Annotated[int | str, Meta(description='0 or "-" for none.')] = 0
    damage: _Amount = 1
    crit: Annotated[
        Crit | tuple[Crit, ...] | None,
        Meta(description="The critical hit's ability, if there is one; a list where the weapon has several."),
    ] = None
    hit_mod: _Mod = 0
    wound_mod: _Mod = 0
    save_mod: _Mod = 0
    reroll_hit: Annotated[Reroll | None, Meta(description="Which hit rolls are made again.")] = None
    charge: Annotated[bool, Meta(description="Charge (+1 Damage), and the attacker has charged.")] = False
    anti: Annotated[
        bool | Annotated[int, Meta(ge=0, le=5)],
        Meta(description="Anti-X (+1 Rend) against this target; a number where several add up."),
    ] = False


class Victim(Struct, frozen=True, forbid_unknown_fields=True):
    """The unit that is attacked. Without `health` the answer tells the damage only."""

    save: _Needed | None = None
    ward: _Needed | None = None
    health: Annotated[int, Meta(ge=1, le=1000)] | None = None
    models: Annotated[int, Meta(ge=1, le=200)] = 1
    damage: Annotated[int, Meta(ge=0, description="Points allocated to it already.")] = 0


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """One attack ability on one target."""

    groups: Annotated[tuple[Group, ...], Meta(min_length=1, max_length=30)]
    target: Victim = Victim()
    save_cap: Annotated[
        Literal["net", "separate"],
        Meta(description="Whether Rend is part of the sum that is capped at +1, or comes off after it."),
    ] = "net"
    wound_six: Annotated[bool, Meta(description="Whether an unmodified 6 always wounds.")] = False
    hit_six: Annotated[bool, Meta(description="Whether an unmodified 6 always hits.")] = True
    reroll_first: Annotated[
        bool,
        Meta(
            description="Whether it is judged before modifiers which hit rolls have failed and are made again."
        ),
    ] = True
    per_model: Annotated[bool, Meta(description="Whether each model rolls its random Attacks.")] = True
    multi_crit: Annotated[
        Literal["choose", "first", "all"],
        Meta(description="Of several Crit abilities: the one that does most, the first, or all at once."),
    ] = "choose"
    damage_floor: Annotated[
        Literal[0, 1], Meta(description="What Attacks and Damage that are rolled cannot fall below.")
    ] = 1
    brief: Annotated[
        bool,
        Meta(
            description="Whether a distribution of damage that is too long to draw ends with what destroys the "
            "target: that outcome then stands for all beyond it too. Every chance is exact either way."
        ),
    ] = False


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
    reading = Reading(
        save_cap=asked.save_cap,
        wound_six=asked.wound_six,
        hit_six=asked.hit_six,
        per_model=asked.per_model,
        floor=asked.damage_floor,
        reroll_first=asked.reroll_first,
    )
    attacks = tuple(_attack(group, f"group {i}") for i, group in enumerate(asked.groups, start=1))
    target = _target(asked.target)
    models = asked.target.health is not None
    if any(len(attack.crits) > 1 for attack in attacks) and asked.multi_crit != "all":
        attacks = _one_crit(attacks, target, reading, models=models, first=asked.multi_crit == "first")
    check_size(attacks)
    found = told(attacks, target, reading, models=models, brief=asked.brief)
    if any(isinstance(group.crit, tuple) for group in asked.groups):
        found["crit"] = [" + ".join(attack.crits) or None for attack in attacks]
    return found


def told(
    attacks: tuple[Attack, ...],
    target: Target,
    reading: Reading,
    *,
    models: bool = True,
    brief: bool = False,
) -> dict[str, Any]:
    """Return the odds of attacks as JSON builtins; without `models` nothing about models slain.

    With `brief` a distribution of damage that is too long to draw ends with what destroys the target; where the
    target has no Health, or too much of it, it is left out.
    """
    pool = sum(chances.pool_mean(attack, target.save, reading) for attack in attacks)
    found: dict[str, Any] = {
        "pool": {"mean": fraction_text(pool)},
        "damage": {"mean": fraction_text(pool * chances.ward_keeps(target.ward))},
    }
    dealt: Distribution[int] | None = None
    if not brief or drawable(attacks, target, reading):
        dealt = _written(chances.damage(attacks, target, reading))
        found["damage"]["distribution"] = dealt.to_json()
    if not models:
        return found
    if dealt is None:
        dealt = _written(chances.allocated(attacks, target, reading))
        if drawable(attacks, target, reading, ended=True):
            found["damage"]["distribution"] = dealt.to_json()
        found["damage"]["allocated"] = fraction_text(dealt.mean())
    lost = chances.slain(dealt, target)
    found["slain"] = {"mean": fraction_text(lost.mean()), "distribution": lost.to_json()}
    found["destroyed"] = fraction_text(lost.chance(target.models))
    return found


def _written(dealt: Distribution[int]) -> Distribution[int]:
    """Return a distribution of which every chance can be written down as a fraction."""
    if dealt.total.bit_length() > WRITABLE:
        raise WarbandError(
            "so many attacks that an exact chance has over 4000 digits: take fewer", place=PLACE
        )
    return dealt


def drawable(attacks: tuple[Attack, ...], target: Target, reading: Reading, *, ended: bool = False) -> bool:
    """Whether the damage of attacks, all of it or `ended` with the target, can be told and drawn at once."""
    bits = 0
    for attack in attacks:
        each = chances.per_attack(attack, target.save, target.ward, reading)
        cases = sum(each) // math.gcd(*each)
        bits += attack.models * _most(attack.attacks) * cases.bit_length()
    return bits * target.left <= MOST_ENDED if ended else bits * most_points(attacks) <= MOST_DRAWN


def _one_crit(
    attacks: tuple[Attack, ...], target: Target, reading: Reading, *, models: bool, first: bool
) -> tuple[Attack, ...]:
    """Leave each weapon one of its Crit abilities: the first, or those that together do most.

    That is: most likely to destroy the target, or where it has no Health, the most damage.
    """
    if first:
        return tuple(replace(attack, crits=attack.crits[:1]) for attack in attacks)
    options = [attack.crits or ((),) for attack in attacks]
    if math.prod(map(len, options)) > MOST_PICKS:
        raise WarbandError(f"more than {MOST_PICKS} ways to pick Crit abilities", place=PLACE)

    def worth(made: tuple[Attack, ...]) -> tuple[Fraction, Fraction]:
        mean = sum((chances.pool_mean(one, target.save, reading) for one in made), Fraction(0))
        dead = chances.allocated(made, target, reading).chance(target.left) if models else Fraction(0)
        return dead, mean

    ways = (
        tuple(replace(a, crits=(c,) if c else ()) for a, c in zip(attacks, picked, strict=True))
        for picked in product(*options)
    )
    return max(ways, key=worth)


def check_size(attacks: tuple[Attack, ...]) -> None:
    """Refuse attacks beyond all measure.

    Raises:
        WarbandError: they could do more damage than anything in the game.
    """
    most = most_points(attacks)
    if most > MOST_POINTS:
        raise WarbandError(
            f"up to {most} points of damage; {MOST_POINTS} are the most that is counted", place=PLACE
        )


def most_points(attacks: tuple[Attack, ...]) -> int:
    """Return the most damage that attacks can do."""
    most = 0
    for attack in attacks:
        number = _most(attack.attacks) * attack.models * _most(attack.damage)
        most += number * (2 if "two-hits" in attack.crits else 1)
    return most


def _most(amount: Amount) -> int:
    return max(1, amount.dice * amount.sides + amount.plus)


def _attack(group: Group, place: str) -> Attack:
    damage = _amount(group.damage, "damage", place)
    return Attack(
        hit=_needed(group.hit, "hit", place),
        wound=_needed(group.wound, "wound", place),
        attacks=_amount(group.attacks, "attacks", place),
        rend=_rend(group.rend, place) + int(group.anti),
        damage=damage.more(1) if group.charge else damage,
        models=group.count,
        crits=_crits(group.crit),
        hit_mod=group.hit_mod,
        wound_mod=group.wound_mod,
        save_mod=group.save_mod,
        reroll_hit=group.reroll_hit or "",
    )


def _crits(crit: Crit | tuple[Crit, ...] | None) -> tuple[Crit, ...]:
    if isinstance(crit, tuple):
        return tuple(dict.fromkeys(crit))
    return (crit,) if crit else ()


def _target(victim: Victim) -> Target:
    health = victim.health or 1
    if victim.health is not None and victim.damage >= health:
        raise WarbandError(
            f"damage {victim.damage} is no less than health {health}", place=f"{PLACE}, target"
        )
    return Target(
        save=None if victim.save is None else _roll_or_none(victim.save, "save"),
        ward=None if victim.ward is None else _roll_or_none(victim.ward, "ward"),
        health=health,
        models=victim.models,
        damage=victim.damage,
    )


_PLUS = re.compile(r"^\s*([1-9]\d?)\s*\+?\s*$")
_NONE = frozenset({"", "-", "–", "—", "none"})


def _needed(value: int | str, key: str, place: str) -> int:
    match = _PLUS.match(str(value))
    if match is None:
        raise missing(key, value, place)
    return int(match[1])


def _roll_or_none(value: int | str, key: str) -> int | None:
    return None if str(value).strip().casefold() in _NONE else _needed(value, key, "target")


def _rend(value: int | str, place: str) -> int:
    if isinstance(value, int):
        return abs(value)
    text = value.strip()
    if text in _NONE:
        return 0
    if text.lstrip("-").isdecimal():
        return abs(int(text))
    raise missing("rend", value, place)


def _amount(value: int | str, key: str, place: str) -> Amount:
    try:
        found = amount_of(value)
    except NotAnAmount:
        raise missing(key, value, place) from None
    if not found.dice and found.plus < 0:
        raise missing(key, value, place)
    return found


def missing(figure: str, value: object, place: str) -> WarbandError:
    """Return the complaint about a figure that is no figure, such as `*`."""
    return WarbandError(
        f"{figure} is {_shown(value)}, no figure: put in the number that holds", place=f"{PLACE}, {place}"
    )


def _read(query: Mapping[str, object]) -> Query:
    example = (
        '{"groups": [{"attacks": 8, "hit": 3, "wound": 3}], "target": {"save": 4, "health": 2, "models": 5}}'
    )
    if not isinstance(query, Mapping):
        raise WarbandError(f"a query is a JSON object such as {example}", place=PLACE)
    _known(query, Query, PLACE)
    groups = query.get("groups")
    if not isinstance(groups, list | tuple) or not groups:
        raise WarbandError(f"groups must be a list of attacks, as in {example}", place=PLACE)
    for number, group in enumerate(groups, start=1):
        _known(group, Group, f"{PLACE}, group {number}")
    if "target" in query:
        _known(query["target"], Victim, f"{PLACE}, target")
    try:
        return msgspec.convert(dict(query), type=Query)
    except msgspec.ValidationError as error:
        raise WarbandError(_complaint(str(error)), place=PLACE) from error


def _known(data: object, form: type[Struct], place: str) -> None:
    if not isinstance(data, Mapping):
        raise WarbandError(f"{_shown(data)} is no JSON object", place=place)
    unknown = [key for key in data if key not in form.__struct_fields__]
    if unknown:
        named, keys = ", ".join(map(_shown, unknown)), ", ".join(form.__struct_fields__)
        raise WarbandError(f"unknown key{'s' * (len(unknown) > 1)} {named}; known are {keys}", place=place)


def _complaint(message: str) -> str:
    """Return what msgspec says with the key in place of its path: `$.groups[...].hit`."""
    where = re.search(r" - at `\$\.?([^`]*)`$", message)
    if where is None:
        return message
    return f"{where[1].replace('[...]', '') or 'the query'}: {message[: where.start()]}"


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
