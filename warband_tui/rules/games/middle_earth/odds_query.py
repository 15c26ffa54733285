"""The game's odds as JSON: one query object in, one answer object out, every chance an exact fraction as text.

Each kind of roll is one struct below. Its fields are the keys that a query may have; from them come the checks,
the error texts and the JSON Schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from warband_tui.errors import WarbandError
from warband_tui.rules import queries
from warband_tui.rules.games.middle_earth import chances, duels
from warband_tui.rules.games.middle_earth.duels import Duellist
from warband_tui.rules.games.middle_earth.editions import PASSES_AT, edition
from warband_tui.rules.games.middle_earth.specials import fraction
from warband_tui.rules.odds import fraction_text, mixture

_PLACE = "odds middle-earth"
_EXAMPLE = '{"roll": "courage", "courage": 4}'
_Edition = Annotated[
    Literal["2018", "2024"] | UnsetType,
    Meta(description="The edition; a Courage like 6+ is of 2024, a number alone of 2018."),
]
_Small = Annotated[int, Meta(ge=-10, le=10)]
_Points = Annotated[int, Meta(ge=0, le=30)]
_Models = Annotated[int, Meta(ge=1, le=1000)]
_Stat = Annotated[int, Meta(ge=1, le=20)]


class CourageQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="courage"):
    """A courage test: the chance to pass."""

    courage: Annotated[
        Annotated[int, Meta(ge=0, le=10)]
        | Annotated[str, Meta(pattern=r"^\s*(([2-9]|1[0-2])\+|\d|10)\s*$", examples=["4", "6+"])],
        Meta(description="4 as 2018 prints it, 6+ as 2024 does."),
    ]
    edition: _Edition = UNSET
    modifier: Annotated[_Small, Meta(description="What is added to the roll.")] = 0
    points: Annotated[_Points, Meta(description="Will that would be spent, each adding 1 to the result.")] = 0
    might: Annotated[
        _Points,
        Meta(description="Might that would be spent, each adding 1 to a die, which it lifts to 6 at most."),
    ] = 0
    reroll: Annotated[bool, Meta(description="Whether a failed test is rolled again.")] = False
    dice: Annotated[Literal["2d6", "3d6-highest"], Meta(description="How it is rolled.")] = "2d6"


class BreakQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="break"):
    """A break point: where it lies, whether it is passed, how many more casualties, when quartered."""

    models: Annotated[_Models, Meta(description="Models at the start of the game.")]
    casualties: Annotated[int, Meta(ge=0, le=1000)] = 0
    fraction: Annotated[str | float, Meta(description="The share that breaks: 1/2, 0.66.")] = "1/2"
    at: Annotated[
        Literal["exceeds", "reaches"], Meta(description="Whether casualties must be more than the point.")
    ] = "exceeds"


class DuelSide(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a duel."""

    dice: Annotated[int, Meta(ge=0, le=60)] = 1
    fight: Annotated[int, Meta(ge=0, le=20)] = 3
    modifier: Annotated[_Small, Meta(description="What is added to each die.")] = 0
    two_handed: Annotated[
        bool, Meta(description="Whether a two-handed weapon takes 1 off each die; not off a 6 in 2024.")
    ] = False
    banner: Annotated[bool, Meta(description="Whether a banner lets it roll one die again.")] = False
    elven: Annotated[bool, Meta(description="Whether it has an elven weapon.")] = False
    might: Annotated[_Points, Meta(description="Might that it would spend.")] = 0
    strike: Annotated[Literal[0, 3, 6], Meta(description="The die that a Heroic Strike adds to Fight.")] = 0
    more: Annotated[
        tuple[tuple[Annotated[int, Meta(ge=0, le=60)], _Small], ...],
        Meta(description="Further dice, each group with what is added to its dice.", max_length=8),
    ] = ()


class DuelQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="duel"):
    """A duel: the chance of each side to win."""

    a: DuelSide
    b: DuelSide
    edition: _Edition = UNSET


class WoundQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="wound"):
    """A roll to wound: what it takes, and its chance."""

    strength: _Stat
    defence: _Stat
    modifier: Annotated[_Small, Meta(description="What is added to each die, which stays within 1 to 6.")] = 0
    reroll: Annotated[Literal["", "ones", "fails"], Meta(description="Which dice are rolled again.")] = ""
    edition: _Edition = UNSET


class StrikesQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="strikes"):
    """Several strikes at one model: the Wounds it loses, and the chance that it is slain."""

    strength: _Stat
    defence: _Stat
    count: Annotated[int, Meta(ge=1, le=60)] = 1
    wounds: Annotated[int, Meta(ge=1, le=30)] = 1
    fate: _Points = 0
    modifier: _Small = 0
    reroll: Literal["", "ones", "fails"] = ""
    each: Annotated[int, Meta(ge=1, le=6, description="Wounds that each strike takes.")] = 1
    strength_die: Annotated[Literal[0, 3], Meta(description="The die that a Heroic Strength adds.")] = 0
    sixes: Annotated[
        bool, Meta(description="Whether only natural 6s wound, whatever changes the dice (Heroic Defence).")
    ] = False
    edition: _Edition = UNSET


class ShotQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="shot"):
    """Shots at one model: to hit, what is in the way, rider or mount, to wound."""

    hit: Annotated[int, Meta(ge=2, le=6, description="What the die to hit must show.")]
    strength: _Stat
    defence: _Stat
    shots: Annotated[int, Meta(ge=1, le=20)] = 1
    in_the_way: Annotated[int, Meta(ge=0, le=6, description="Things in the way, each passed on 4+.")] = 0
    aimed: Annotated[
        Literal[0, 4, 5], Meta(description="What hits the part of a cavalry model aimed at; 0 on foot.")
    ] = 0
    into_combat: Annotated[bool, Meta(description="Whether it strikes a friend instead on 1 to 3.")] = False
    wounds: Annotated[int, Meta(ge=1, le=30)] = 1
    fate: _Points = 0
    might: Annotated[_Points, Meta(description="Might for each shot, where it is short.")] = 0
    reroll: Literal["", "ones", "fails"] = ""
    edition: _Edition = UNSET


Query = CourageQuery | BreakQuery | DuelQuery | WoundQuery | StrikesQuery | ShotQuery

_FORMS: dict[str, type[Query]] = {
    "courage": CourageQuery,
    "break": BreakQuery,
    "duel": DuelQuery,
    "wound": WoundQuery,
    "strikes": StrikesQuery,
    "shot": ShotQuery,
}


def query_schema() -> dict[str, Any]:
    """The JSON Schema of every query that `answer` takes, each key with its meaning and its limits."""
    return queries.schema_of(Query)


def answer(query: Mapping[str, object]) -> dict[str, object]:
    """Answer one query with exact chances, all of them fractions as text.

    Args:
        query: a JSON object; `roll` says which kind, `query_schema` which keys it may have.

    Raises:
        WarbandError: a key is unknown, missing or has a value outside its kind or limits.
    """
    read = queries.read(query, _FORMS, _PLACE, _EXAMPLE, {"a": DuelSide, "b": DuelSide})
    match read:
        case CourageQuery():
            return _courage(read)
        case BreakQuery():
            return _break(read)
        case DuelQuery():
            return _duel(read)
        case WoundQuery():
            return _wound(read)
        case StrikesQuery():
            return _strikes(read)
        case ShotQuery():
            return _shot(read)


def _courage(query: CourageQuery) -> dict[str, object]:
    number = int(str(query.courage).strip().rstrip("+"))
    if str(query.courage).strip().endswith("+"):
        target = number
    elif query.edition is UNSET:
        target = PASSES_AT - number
    else:
        target = edition(query.edition).target(number)
    passes = chances.courage(target, query.modifier, query.points, query.dice, might=query.might)
    return {"pass": fraction_text(chances.again(passes) if query.reroll else passes)}


def _break(query: BreakQuery) -> dict[str, object]:
    try:
        share = fraction(str(query.fraction))
    except (ValueError, ZeroDivisionError):
        raise WarbandError(
            f'fraction must be a share such as "1/2" or "0.66", not {queries.shown(query.fraction)}',
            place=f"{_PLACE}, break",
        ) from None
    at = chances.broken_at(query.models, share, query.at)
    return {
        "break_point": fraction_text(chances.break_point(query.models, share)),
        "broken_at": at,
        "broken": query.casualties >= at,
        "to_go": max(0, at - query.casualties),
        "quartered_left": chances.quartered_left(query.models),
    }


def _duel(query: DuelQuery) -> dict[str, object]:
    six = edition(query.edition).natural_six_stays if query.edition is not UNSET else True
    a, b = (_duellist(side, six_stays=six) for side in (query.a, query.b))
    ours, theirs = (duels.struck_fight(s.fight, s.strike) for s in (query.a, query.b))
    wins = duels.duel_of_fights(a, b, ours, theirs, might=query.a.might, against=query.b.might)
    return {"a": fraction_text(wins), "b": fraction_text(1 - wins)}


def _duellist(side: DuelSide, *, six_stays: bool) -> Duellist:
    hindered = int(side.two_handed)
    spared = hindered if six_stays else 0
    modifier = side.modifier - hindered
    return Duellist(side.dice, side.fight, modifier, side.elven, side.more, spared, side.banner)


def _wound(query: WoundQuery) -> dict[str, object]:
    needs = chances.modified(chances.wound_needs(query.strength, query.defence), query.modifier)
    chance = chances.wound(needs, reroll=query.reroll)
    return {"needs": needs.text if needs else "-", "wound": fraction_text(chance)}


def _strikes(query: StrikesQuery) -> dict[str, object]:
    faces = [min(10, query.strength + n) for n in range(1, query.strength_die + 1)] or [query.strength]
    needs = [
        chances.by_sixes(needed) if query.sixes else chances.modified(needed, query.modifier)
        for needed in (chances.wound_needs(strength, query.defence) for strength in faces)
    ]
    each = [chances.wound(one, reroll="" if query.sixes else query.reroll) for one in needs]
    share = Fraction(1, len(each))
    left = -(-query.wounds // query.each)
    hits = mixture((share, chances.strikes(query.count, chance, left, query.fate)) for chance in each)
    lost = hits.map(lambda count: min(query.wounds, count * query.each))
    return {
        "needs": " or ".join(dict.fromkeys(one.text if one else "-" for one in needs)),
        "wound": fraction_text(sum(each, Fraction(0)) * share),
        "wounds": {"mean": fraction_text(lost.mean()), "distribution": lost.to_json(range(query.wounds + 1))},
        "slain": fraction_text(lost.at_least(query.wounds)),
    }


def _shot(query: ShotQuery) -> dict[str, object]:
    needs = chances.wound_needs(query.strength, query.defence)
    way = [edition(query.edition if query.edition is not UNSET else "2024").in_the_way] * query.in_the_way
    part = Fraction(7 - query.aimed, 6) if query.aimed else Fraction(1)
    part *= Fraction(1, 2) if query.into_combat else 1
    each = chances.within(chances.shot_lifts(query.hit, way, needs, query.reroll), query.might) * part
    lost = chances.strikes(query.shots, each, query.wounds, query.fate)
    return {
        "needs": needs.text if needs else "-",
        "hit": fraction_text(chances.within(chances.lift(query.hit).map(lambda n: n), query.might)),
        "wound": fraction_text(each),
        "wounds": {"mean": fraction_text(lost.mean()), "distribution": lost.to_json(range(query.wounds + 1))},
        "slain": fraction_text(lost.at_least(query.wounds)),
    }
