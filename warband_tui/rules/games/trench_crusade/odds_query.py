"""The game's odds as JSON: one query object in, one answer object out, every chance an exact fraction as text.

Each kind of roll is one struct below. Its fields are the keys that a query may have; from them come the checks,
the error texts and the JSON Schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from warband_tui.errors import WarbandError
from warband_tui.rules import queries
from warband_tui.rules.games.trench_crusade import chances, spending
from warband_tui.rules.games.trench_crusade.chances import ATTACK_RESULTS, INJURY_RESULTS, SUCCESS_RESULTS
from warband_tui.rules.odds import fraction_text

_PLACE = "odds trench-crusade"
_EXAMPLE = '{"roll": "success", "dice": 1}'
_NUMBERED = re.compile(r"([+-][1-9]) (DICE|INJURY DICE|INJURY MODIFIER)")
_DICE_LIMIT = 20
_FIELDED_LIMIT = 200

_Edition = Annotated[
    Literal["1.0.2", "1.6.3"], Meta(description="The edition of the rules; 1.0.2 if it is left out.")
]
_Markers = Annotated[int, Meta(ge=0, le=chances.MARKER_CAP)]
_Net = Annotated[int, Meta(ge=-_DICE_LIMIT, le=_DICE_LIMIT)]
_Count = Annotated[int, Meta(ge=0, le=_DICE_LIMIT)]


class SuccessQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="success"):
    """A success roll: the chances of failure, success (without the critical ones) and critical success."""

    dice: Annotated[_Net | UnsetType, Meta(description="Net dice modifier; 0 if it is left out.")] = UNSET
    plus: Annotated[_Count | UnsetType, Meta(description="Plus dice, in place of `dice`.")] = UNSET
    minus: Annotated[_Count | UnsetType, Meta(description="Minus dice, in place of `dice`.")] = UNSET
    edition: _Edition = "1.0.2"


class InjuryQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="injury"):
    """An injury roll: the chances of no effect, a minor hit, Down and out of action."""

    dice: Annotated[_Net, Meta(description="Net injury dice.")] = 0
    modifier: Annotated[
        _Net, Meta(description="The sum of the flat modifiers, before the edition's limit.")
    ] = 0
    bloodbath: Annotated[bool, Meta(description="Whether a bloodbath has been paid for.")] = False
    deadly: Annotated[bool, Meta(description="Whether the weapon is DEADLY.")] = False
    down: Annotated[
        bool | UnsetType,
        Meta(
            description="Whether the model is already Down. It adds no die by itself; if the key is there, the "
            "answer also gives the mean of the blood markers placed."
        ),
    ] = UNSET
    edition: _Edition = "1.0.2"


class AttackQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="attack"):
    """A whole attack: what it does if nobody spends a marker, and what each spending of markers would change."""

    dice: Annotated[_Net, Meta(description="Net dice on the success roll.")] = 0
    injury_dice: Annotated[
        _Net,
        Meta(description="Net injury dice, without those for a critical, a Down target and markers."),
    ] = 0
    modifier: Annotated[
        _Net,
        Meta(
            description="Flat modifiers of the injury roll. Without `armour`, a negative one counts as armour."
        ),
    ] = 0
    armour: Annotated[
        Annotated[int, Meta(ge=-_DICE_LIMIT, le=0)] | UnsetType,
        Meta(description="The modifiers from armour and shield alone, beside `modifier`."),
    ] = UNSET
    blood: Annotated[_Markers, Meta(description="Blood markers on the target.")] = 0
    infection: Annotated[_Markers, Meta(description="Infection markers on the target, spent like blood.")] = 0
    blessing: Annotated[_Markers, Meta(description="Blessing markers on the target.")] = 0
    down: Annotated[bool, Meta(description="Whether the target is Down.")] = False
    melee: Annotated[bool, Meta(description="Whether it is a melee attack.")] = False
    critical: Annotated[bool, Meta(description="Whether the weapon has CRITICAL.")] = False
    keywords: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...],
        Meta(
            max_length=40,
            description="Keywords of the weapon and of the target (TOUGH, GOLEM, STANDFAST, NEGATE ...) together. "
            "Those like `+1 DICE` are added to the numbers above. `not_counted` in the answer names those without "
            "a part in it.",
        ),
    ] = ()
    bloodbath_cost: Annotated[
        Annotated[int, Meta(ge=1, le=2 * chances.MARKER_CAP)] | UnsetType,
        Meta(description="Markers for a bloodbath, where a rule changes the usual 6 (3 if Down)."),
    ] = UNSET
    attacker_blessing: Annotated[
        _Markers,
        Meta(description="Blessing markers on the attacker; the answer lists what each number does."),
    ] = 0
    attacker_blood: Annotated[
        _Markers, Meta(description="Blood markers on the attacker; the answer lists what each number does.")
    ] = 0
    edition: _Edition = "1.0.2"


class MoraleQuery(Struct, frozen=True, forbid_unknown_fields=True, tag_field="roll", tag="morale"):
    """A morale roll: whether it is due, and the chance to hold (1 if it is not due)."""

    fielded: Annotated[int, Meta(ge=1, le=_FIELDED_LIMIT, description="Models fielded at the start.")]
    losses: Annotated[int, Meta(ge=0, le=_FIELDED_LIMIT, description="Models Down or out of action now.")]
    leader: Annotated[bool, Meta(description="Whether a Leader is on the table and not Down.")] = False
    dice: Annotated[_Net, Meta(description="Further net dice, beside the Leader's.")] = 0
    shaken: Annotated[
        bool, Meta(description="Whether the warband is Shaken: then the roll is always due.")
    ] = False
    edition: _Edition = "1.0.2"


Query = SuccessQuery | InjuryQuery | AttackQuery | MoraleQuery

_FORMS: dict[str, type[Query]] = {
    "success": SuccessQuery,
    "injury": InjuryQuery,
    "attack": AttackQuery,
    "morale": MoraleQuery,
}


def query_schema() -> dict[str, Any]:
    """The JSON Schema of every query that `answer` takes, each key with its meaning and its limits."""
    return queries.schema_of(Query)


def answer(query: Mapping[str, object]) -> dict[str, object]:
    """Answer one query with exact chances, all of them fractions as text.

    Args:
        query: A JSON object; `roll` says which kind, `query_schema` which keys it may have.

    Raises:
        WarbandError: if a key is unknown, missing or has a value outside its kind or limits.
    """
    return _answer(queries.read(query, _FORMS, _PLACE, _EXAMPLE, {}))


def _answer(query: Query) -> dict[str, object]:
    match query:
        case SuccessQuery():
            return _success(query)
        case InjuryQuery():
            return _injury(query)
        case AttackQuery():
            return _attack(query)
        case MoraleQuery():
            return _morale(query)


def _success(query: SuccessQuery) -> dict[str, object]:
    if query.plus is UNSET and query.minus is UNSET:
        net = query.dice or 0
    elif query.dice is UNSET:
        net = chances.cancel(query.plus or 0, query.minus or 0)
    else:
        raise WarbandError("give either dice, or plus and minus, not both", place=f"{_PLACE}, success")
    return dict(chances.success(net).to_json(SUCCESS_RESULTS))


def _injury(query: InjuryQuery) -> dict[str, object]:
    rolled = chances.injury(
        query.dice,
        query.modifier,
        bloodbath=query.bloodbath,
        deadly=query.deadly,
        floor=chances.ODDS_RULES[query.edition].modifier_floor,
    )
    told: dict[str, object] = dict(rolled.to_json(INJURY_RESULTS))
    if query.down is not UNSET:
        already_down = query.down
        placed = rolled.map(lambda result: chances.blood_from(result, already_down=already_down))
        told["blood"] = fraction_text(placed.mean())
    return told


def _attack(query: AttackQuery) -> dict[str, object]:
    rules = chances.ODDS_RULES[query.edition]
    attack, not_counted = _described(query)
    rolled = chances.success_roll(attack)
    plain = chances.whole_attack(attack, rules)
    mean_blood = chances.expected_blood(
        plain, blood=attack.blood, already_down=attack.down, extra=chances.extra_blood(attack)
    )
    all_ways = spending.ways(attack, rules)
    defences = spending.defences(attack, rules)
    told: dict[str, object] = {
        **plain.to_json(ATTACK_RESULTS),
        "success_roll": rolled.to_json(SUCCESS_RESULTS),
        "blood": fraction_text(mean_blood),
        "best": _way(spending.best(all_ways)),
        "ways": [_way(way) for way in all_ways],
        "after_roll": _after_roll(attack, rules),
        "defence": _spent(spending.best_defence(defences)),
        "defences": [_spent(each) for each in defences],
        "contested": _way(spending.contested(attack, rules)),
        "not_counted": not_counted,
    }
    if query.attacker_blessing:
        told["attacker_blessing"] = _each_spent(spending.own_blessing(attack, rules, query.attacker_blessing))
    if query.attacker_blood:
        told["attacker_blood"] = _each_spent(spending.own_blood(attack, rules, query.attacker_blood))
    return told


def _morale(query: MoraleQuery) -> dict[str, object]:
    if query.losses > query.fielded:
        raise WarbandError(
            f"losses ({query.losses}) cannot be more than the models fielded ({query.fielded})",
            place=f"{_PLACE}, morale",
        )
    limit = chances.morale_limit(query.fielded)
    due = query.shaken or chances.morale_due(query.fielded, query.losses)
    hold = chances.morale(query.dice + query.leader) if due else Fraction(1)
    failed = "flees" if query.shaken else chances.ODDS_RULES[query.edition].failed_morale
    return {
        "due": due,
        "hold": fraction_text(hold),
        "limit": limit,
        "to_go": max(0, limit - query.losses),
        "on_failure": failed,
    }


def _described(query: AttackQuery) -> tuple[chances.Attack, list[str]]:
    """The attack of a query, and the keywords that have no part in its odds."""
    numbers = {
        "DICE": query.dice,
        "INJURY DICE": query.injury_dice,
        "INJURY MODIFIER": min(query.modifier, 0),
        "BONUS": max(query.modifier, 0),
    }
    words: set[str] = {"CRITICAL"} if query.critical else set()
    not_counted: set[str] = set()
    for text in query.keywords:
        keyword = " ".join(text.upper().replace("\N{MINUS SIGN}", "-").split())
        numbered = _NUMBERED.fullmatch(keyword)
        if numbered:
            above = numbered[2] == "INJURY MODIFIER" and numbered[1].startswith("+")
            numbers["BONUS" if above else numbered[2]] += int(numbered[1])
        elif keyword.removeprefix("NEGATE ") in chances.COUNTED_KEYWORDS:
            words.add(keyword)
        else:
            not_counted.add(keyword)
    armour = min(query.modifier, 0) if query.armour is UNSET else query.armour
    attack = chances.Attack(
        dice=numbers["DICE"],
        injury_dice=numbers["INJURY DICE"],
        modifier=numbers["INJURY MODIFIER"] - (armour if query.armour is UNSET else 0),
        bonus=numbers["BONUS"],
        armour=armour,
        blood=query.blood,
        infection=query.infection,
        blessing=query.blessing,
        down=query.down,
        melee=query.melee,
        keywords=frozenset(words),
        bloodbath_cost=None if query.bloodbath_cost is UNSET else query.bloodbath_cost,
    )
    return attack, sorted(not_counted)


def _after_roll(attack: chances.Attack, rules: chances.OddsRules) -> dict[str, object]:
    """The best way for either kind of hit, as the attacker may choose it once the success roll is known."""
    told: dict[str, object] = {}
    out = Fraction(0)
    for hit, chance in chances.success_roll(attack).chances().items():
        if hit != "failure":
            way = spending.best(spending.ways_after(attack, rules, critical=hit == "critical"))
            out += chance * way.out
            told[hit] = _way(way)
    return {**told, "out": fraction_text(out)}


def _way(way: spending.Way) -> dict[str, object]:
    return {
        "spend": way.spend,
        "dice": way.dice,
        "bloodbath": way.bloodbath,
        **way.result.to_json(ATTACK_RESULTS),
    }


def _spent(spent: spending.Spent) -> dict[str, object]:
    return {"spend": spent.spend, **spent.result.to_json(ATTACK_RESULTS)}


def _each_spent(offered: Iterable[spending.Spent]) -> list[dict[str, object]]:
    return [{**_spent(each), "success_roll": each.success.to_json(SUCCESS_RESULTS)} for each in offered]
