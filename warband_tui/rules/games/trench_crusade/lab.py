"""What the odds lab compares: attacks, injury rolls, success rolls, morale; each a query of `odds_query`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from warband_tui.rules.actions import Action
from warband_tui.rules.catalogue import Catalogue, Item, Profile
from warband_tui.rules.games.trench_crusade.actions import Fight, Shoot
from warband_tui.rules.games.trench_crusade.attack_plan import SAVING
from warband_tui.rules.games.trench_crusade.catalogues import LISTS
from warband_tui.rules.games.trench_crusade.chances import (
    COUNTED_KEYWORDS,
    DEFAULT_EDITION,
    MARKER_CAP,
    Attack,
)
from warband_tui.rules.games.trench_crusade.editions import all_editions
from warband_tui.rules.games.trench_crusade.odds_of import attack_in
from warband_tui.rules.games.trench_crusade.profile import complete, stat
from warband_tui.rules.lab import LabChart, LabField, LabFigure, LabForm, LabPick, Query
from warband_tui.rules.state import BattleState

_EDITION = LabField(
    "edition",
    "edition",
    "pick",
    default=DEFAULT_EDITION,
    options=tuple((e.id, e.id) for e in all_editions()),
    heading="rules",
)
_RESULTS = (
    ("failure", "miss"),
    ("none", "no effect"),
    ("minor", "minor hit"),
    ("down", "Down"),
    ("out", "out of action"),
)


def _dice(path: str, label: str, **more: Any) -> LabField:
    return LabField(path, label, low=-20, high=20, default=0, form="{:+d}", **more)


def _markers(path: str, label: str, **more: Any) -> LabField:
    return LabField(path, label, high=MARKER_CAP, default=0, **more)


def _advice(query: Query, answer: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what each player does best with the markers that are there, and by how much."""
    del query
    plain = Fraction(answer["out"])
    told = []
    best = answer["best"]
    if gain := Fraction(best["out"]) - plain:
        told.append(f"attacker: {_way(best)}, out {_gain(best['out'], gain)}")
    later = Fraction(answer["after_roll"]["out"])
    if later > Fraction(best["out"]):
        told.append(f"attacker: choose after the hit roll, out {_gain(later, later - plain)}")
    defence = answer["defence"]
    if defence["spend"]:
        loss = Fraction(defence["out"]) - plain
        told.append(f"target: spend {defence['spend']} blessing, out {_gain(defence['out'], loss)}")
    if defence["spend"] and best["spend"]:
        told.append(f"both at their best: out {_percent(answer['contested']['out'])}")
    own = max(
        answer.get("attacker_blessing", ()), key=lambda w: (Fraction(w["out"]), -w["spend"]), default=None
    )
    if own and own["spend"]:
        gain = Fraction(own["out"]) - plain
        told.append(f"attacker: {own['spend']} own blessing on the hit roll, out {_gain(own['out'], gain)}")
    theirs = min(
        answer.get("attacker_blood", ()), key=lambda w: (Fraction(w["out"]), w["spend"]), default=None
    )
    if theirs and theirs["spend"]:
        loss = Fraction(theirs["out"]) - plain
        told.append(f"enemy: {theirs['spend']} of the attacker's blood, out {_gain(theirs['out'], loss)}")
    if answer["not_counted"]:
        told.append(f"no part in the odds: {', '.join(answer['not_counted'])}")
    return tuple(told)


def _way(way: Mapping[str, Any]) -> str:
    parts = ["a bloodbath"] if way["bloodbath"] else []
    if way["dice"]:
        parts.append(f"{way['dice']} markers as dice")
    return " and ".join(parts)


def _gain(chance: str | Fraction, by: Fraction) -> str:
    return f"{_percent(chance)} ({float(by) * 100:+.1f})"


def _percent(chance: str | Fraction) -> str:
    return f"{float(Fraction(chance)) * 100:.1f} %"


# From a battle


def query_of(state: BattleState, action: Action) -> Query | None:
    """Return the query that an attack of a battle amounts to, None for what is no attack.

    Raises:
        Refused: the attack cannot be made at all.
    """
    if not isinstance(action, Shoot | Fight):
        return None
    state, plan, attack = attack_in(state, action)
    attacker = state.unit(plan.attacker)
    given: Query = {
        "dice": attack.dice,
        "injury_dice": attack.injury_dice,
        "armour": attack.armour,
        "blood": attack.blood,
        "infection": attack.infection,
        "blessing": attack.blessing,
        "down": attack.down,
        "melee": attack.melee,
        "attacker_blessing": attacker.counter("blessing"),
        "attacker_blood": attacker.counter("blood"),
        "edition": "" if state.edition == DEFAULT_EDITION else state.edition,
    }
    query = {"roll": "attack", **{key: value for key, value in given.items() if value}}
    return _with_flat(query, attack)


def _with_flat(query: Query, attack: Attack) -> Query:
    """Return the query with the flat modifiers and keywords; a bonus beside a malus is a keyword."""
    words = sorted(attack.keywords)
    if attack.modifier and attack.bonus:
        words.append(f"+{attack.bonus} INJURY MODIFIER")
    flat = attack.modifier or attack.bonus
    if flat:
        query["modifier"] = flat
    if flat < 0:
        # Without the key, a negative modifier would be taken for armour.
        query["armour"] = attack.armour
    if words:
        query["keywords"] = words
    return query


# From the catalogues


@lru_cache(maxsize=8)
def _picks(edition: str, *, melee: bool) -> tuple[LabPick, ...]:
    """Return fighters and weapons of every list, the first list that has one wins."""
    found: dict[str, LabPick] = {}
    for catalogue in (*LISTS.all(), *LISTS.common().values()):
        for pick in (*_weapons(catalogue, edition), *_fighters(catalogue, edition, melee=melee)):
            found.setdefault(pick.id, pick)
    return tuple(sorted(found.values(), key=lambda pick: (_ORDER.index(pick.group), pick.label)))


_ORDER = ("attacker", "weapon", "target")
_THEIRS = frozenset(SAVING)


def _weapons(catalogue: Catalogue, edition: str) -> Iterator[LabPick]:
    for plain in catalogue.items:
        item: Item = plain.by_edition.get(edition, plain)
        if item.attack is None:
            continue
        weapon = complete(item.attack)
        values = {
            "dice": weapon.dice,
            "injury_dice": weapon.injury_dice,
            "modifier": weapon.injury_modifier,
            "melee": weapon.melee and not weapon.ranged,
            "keywords": [word for word in weapon.keywords if word.upper() in COUNTED_KEYWORDS - _THEIRS],
        }
        adds = f", adds {weapon.dice:+d} to hit" if weapon.dice else ""
        note = (f'{weapon.range:g}"' if weapon.range else "melee") + adds
        yield LabPick(
            f"weapon:{item.id}",
            item.name,
            "weapon",
            values,
            adds=("dice",),
            speaks_for=COUNTED_KEYWORDS - _THEIRS,
            note=note,
        )


def _fighters(catalogue: Catalogue, edition: str, *, melee: bool) -> Iterator[LabPick]:
    items = {item.id: item for item in catalogue.items}
    for plain in catalogue.profiles:
        profile: Profile = plain.by_edition.get(edition, plain)
        dice = stat(profile.stats.get("melee" if melee else "ranged"))
        if dice is not None:
            price = profile.cost.get("ducats")
            yield LabPick(
                f"attacker:{profile.id}",
                profile.name,
                "attacker",
                {"dice": dice},
                price=price,
                note=f"{dice:+d} {'melee' if melee else 'ranged'}" + (f", {price} ducats" if price else ""),
            )
        worn = sum(items[kit].armour_modifier for kit in profile.kit if kit in items)
        armour = (stat(profile.stats.get("armour")) or 0) + worn
        words = [word for word in profile.keywords if word.upper() in _THEIRS]
        note = ", ".join([f"armour {armour:+d}" if armour else "no armour", *words])
        yield LabPick(
            f"target:{profile.id}",
            profile.name,
            "target",
            {"armour": armour, "keywords": words},
            speaks_for=_THEIRS,
            note=note,
        )


def _shelf(query: Query) -> tuple[LabPick, ...]:
    return _picks(str(query.get("edition", DEFAULT_EDITION)), melee=bool(query.get("melee")))


FORMS = (
    LabForm(
        "attack",
        "attack",
        {"roll": "attack"},
        (
            _dice("dice", "dice to hit", heading="attacker", help="Net dice: characteristic, weapon, range, cover."),
            _dice("injury_dice", "injury dice", help="Of the weapon; those of a critical and of Down are added."),
            _dice("modifier", "injury modifier", help="Flat modifiers of the weapon."),
            LabField("melee", "melee", "flag", default=False),
            LabField("critical", "CRITICAL", "flag", default=False, help="Whether the weapon has CRITICAL."),
            LabField("keywords", "keywords", "words", default=[], help="Of weapon and target, commas between."),
            _markers("attacker_blessing", "own blessing", help="Blessing markers on the attacker."),
            _markers("attacker_blood", "own blood", help="Blood markers on the attacker."),
            LabField("armour", "armour", low=-20, high=0, empty=True, form="{:+d}", heading="target",
                     help="Armour and shield. Without it, a negative injury modifier counts as armour."),
            LabField("down", "Down", "flag", default=False, what_if=True),
            _markers("blood", "blood", what_if=True),
            _markers("infection", "infection"),
            _markers("blessing", "blessing"),
            LabField("bloodbath_cost", "bloodbath costs", low=1, high=12, empty=True, nothing="as usual",
                     help="Where a rule changes the usual 6, or 3 if Down."),
            _EDITION,
        ),
        (
            LabFigure(("success_roll.failure",), "hits", against=True),
            LabFigure(("out",), "out of action", per_price=True),
            LabFigure(("down", "out"), "Down or out", per_price=True),
            LabFigure(("blood",), "blood placed", "mean"),
        ),
        (LabChart("result", outcomes=_RESULTS),),
        price="ducats",
        advice=_advice,
        of_action=query_of,
        shelf=_shelf,
    ),
    LabForm(
        "injury",
        "injury roll",
        {"roll": "injury", "down": False},
        (
            _dice("dice", "injury dice", heading="roll"),
            _dice("modifier", "modifier", help="All flat modifiers together, armour included."),
            LabField("down", "Down already", "flag", what_if=True),
            LabField("bloodbath", "bloodbath", "flag", default=False, what_if=True),
            LabField("deadly", "DEADLY", "flag", default=False),
            _EDITION,
        ),
        (
            LabFigure(("out",), "out of action"),
            LabFigure(("down", "out"), "Down or out"),
            LabFigure(("blood",), "blood placed", "mean"),
        ),
        (LabChart("result", outcomes=_RESULTS[1:]),),
    ),
    LabForm(
        "success",
        "success roll",
        {"roll": "success"},
        (_dice("dice", "dice", heading="roll"), _EDITION),
        (
            LabFigure(("failure",), "success", against=True),
            LabFigure(("critical",), "critical success"),
        ),
        (LabChart("result", outcomes=(("failure", "failure"), ("success", "success"), ("critical", "critical"))),),
    ),
    LabForm(
        "morale",
        "morale",
        {"roll": "morale", "fielded": 10, "losses": 5},
        (
            LabField("fielded", "fielded", low=1, high=200, heading="warband"),
            LabField("losses", "losses", high=200, help="Models Down or out of action now."),
            LabField("leader", "Leader up", "flag", default=False, what_if=True),
            LabField("shaken", "Shaken", "flag", default=False),
            _dice("dice", "further dice"),
            _EDITION,
        ),
        (
            LabFigure(("due",), "must test", "flag"),
            LabFigure(("hold",), "holds"),
            LabFigure(("to_go",), "losses to go", "number"),
            LabFigure(("on_failure",), "on a failure", "word"),
        ),
    ),
)  # fmt: skip
