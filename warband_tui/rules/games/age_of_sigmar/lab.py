"""What the odds lab compares in this game: weapons of a unit, summed, on a target (AOS-17-1 to AOS-18.1-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from warband_tui.rules.actions import Action
from warband_tui.rules.fielding import RosterWords
from warband_tui.rules.games.age_of_sigmar import actions as act
from warband_tui.rules.games.age_of_sigmar.abilities import crits
from warband_tui.rules.games.age_of_sigmar.amounts import Amount
from warband_tui.rules.games.age_of_sigmar.attack_plan import barred, batches, target_of
from warband_tui.rules.games.age_of_sigmar.catalogues import LISTS
from warband_tui.rules.games.age_of_sigmar.chances import Attack
from warband_tui.rules.games.age_of_sigmar.fielding import SigmarFielding
from warband_tui.rules.games.age_of_sigmar.settings import answer, reading
from warband_tui.rules.lab import LabChart, LabField, LabFigure, LabForm, LabParts, LabPick, Query
from warband_tui.rules.resolution import Refused
from warband_tui.rules.state import BattleState
from warband_tui.rules.wording import counted

_MULTI = (("choose", "best one"), ("first", "the first"), ("all", "all"))
_CRITS = ((None, "none"), ("mortal", "mortal"), ("two-hits", "2 hits"), ("auto-wound", "auto-wound"))
_REROLLS = ((None, "none"), ("ones", "ones"), ("fails", "misses"))


def _modifier(path: str, label: str, **more: Any) -> LabField:
    return LabField(path, label, low=-20, high=20, default=0, form="{:+d}", **more)


WEAPON = (
    LabField("count", "models", low=1, high=200, default=1, help="Models that roll their attacks separately."),
    LabField("attacks", "Attacks", "dice", low=1, high=200, default=1, help="Of each model: 2, D3, 2D6, D6+2."),
    LabField("hit", "Hit", low=2, high=6, form="{}+"),
    LabField("wound", "Wound", low=2, high=6, form="{}+"),
    LabField("rend", "Rend", high=20, default=0),
    LabField("damage", "Damage", "dice", low=1, high=200, default=1, help="1, D3, 2D6, D6+2."),
    LabField("crit", "Crit", "pick", options=_CRITS, help="What an unmodified hit roll of 6 does."),
    LabField("charge", "charged", "flag", default=False, what_if=True, help="Charge (+1 Damage), and it has charged."),
    LabField("anti", "Anti-X", high=5, default=0, help="+1 Rend against this target, for each that counts."),
    _modifier("hit_mod", "to hit", help="All modifiers together; capped at 1 either way."),
    _modifier("wound_mod", "to wound", help="All modifiers together; capped at 1 either way."),
    _modifier("save_mod", "to its save", help="Such as cover or All-out Defence, before the cap."),
    LabField("reroll_hit", "hits again", "pick", options=_REROLLS, help="Which hit rolls are made again."),
)  # fmt: skip

TARGET = (
    LabField("target.save", "Save", low=2, high=7, empty=True, nothing="none", form="{}+", heading="target"),
    LabField("target.ward", "Ward", low=2, high=6, empty=True, nothing="none", form="{}+", what_if=True),
    LabField("target.health", "Health", low=1, high=1000, empty=True, nothing="damage only"),
    LabField("target.models", "models", low=1, high=200, default=1),
    LabField("target.damage", "damage already", high=999, default=0),
    LabField("brief", "short charts", "flag", default=False,
             help="Damage too long to draw at once ends with what destroys the target, which counts all beyond."),
    LabField("save_cap", "save cap", "pick", default="net", heading="reading of the rules",
             options=(("net", "Rend in it"), ("separate", "Rend after it"))),
    LabField("wound_six", "6 always wounds", "flag", default=False),
    LabField("hit_six", "6 always hits", "flag", default=True),
    LabField("per_model", "dice per model", "flag", default=True, help="Whether each model rolls its random Attacks."),
    LabField("multi_crit", "several Crits", "pick", default="choose", options=_MULTI,
             help="What holds if a weapon has several Crit abilities."),
    LabField("damage_floor", "dice at least", high=1, default=1, help="What rolled Attacks and Damage cannot fall below."),
    LabField("reroll_first", "judged unmodified", "flag", default=True,
             help="Whether modifiers have no say in which hit rolls have failed and are made again."),
)  # fmt: skip

BASE: Query = {
    "groups": [{"count": 5, "attacks": 2, "hit": 3, "wound": 3, "rend": 1}],
    "target": {"save": 4, "health": 2, "models": 5},
    "brief": True,
}


def _advice(query: Query, found: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what damage can be counted on, and where the chart ends."""
    told = found["damage"].get("distribution")
    if told is None:
        return ("too much damage to draw: give the target less Health, or switch short charts off and wait",)
    chances = sorted((int(k), _share(v)) for k, v in told.items())
    half, most = _at_least(chances, 0.5), _at_least(chances, 0.9)
    said = f"damage: {half} or more half the time; {most} or more nine times in ten"
    del query
    # Both means are in lowest terms: they are the same text exactly where nothing is lost.
    if found["damage"].get("allocated", found["damage"]["mean"]) == found["damage"]["mean"]:
        return (said,)
    return (said, f"{chances[-1][0]} destroys the target: the chart counts all beyond with it")


def _share(text: str) -> float:
    """Return a fraction for comparing: exact ones of a long distribution take longer than a frame to add up."""
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def _at_least(chances: list[tuple[int, float]], wanted: float) -> int:
    """Return the most that is reached at least so often."""
    left = 1 + 1e-9
    best = 0
    for number, chance in chances:
        if left >= wanted:
            best = number
        left -= chance
    return best


def query_of(state: BattleState, action: Action) -> Query | None:
    """Return the query that an attack of a battle amounts to.

    None for what is no attack on one target, and for what a query cannot say: a figure that is missing, several
    Crit abilities at once beside others of which one is picked.

    Raises:
        Refused: the attack cannot be made.
    """
    if not isinstance(action, act.Shoot | act.Fight):
        return None
    refusal = barred(state, action)
    if refusal is not None:
        raise Refused(refusal.why, *refusal.rules)
    planned = batches(state, action)
    rules = reading(state)
    targets = {batch.target for batch in planned}
    attacks = [attack for batch in planned for attack in batch.attacks(batch.crit_options or None)]
    if len(targets) != 1 or any(batch.missing for batch in planned):
        return None
    target = target_of(state.unit(targets.pop()))
    about = {
        "save": target.save,
        "ward": target.ward,
        "health": target.health,
        "models": target.models,
        "damage": target.damage or None,
    }
    query: Query = {
        "groups": [_group(attack) for attack in attacks],
        "target": {key: value for key, value in about.items() if value is not None},
    }
    kept = {
        "save_cap": rules.save_cap,
        "wound_six": rules.wound_six,
        "hit_six": rules.hit_six,
        "reroll_first": rules.reroll_first,
        "per_model": rules.per_model,
        "damage_floor": rules.floor,
        "multi_crit": answer(state, "multi-crit"),
        "brief": True,
    }
    usual: Query = {field.path: field.default for field in TARGET}
    return {**query, **{key: value for key, value in kept.items() if value != usual[key]}}


def _group(attack: Attack) -> Query:
    given: Query = {
        "count": attack.models,
        "attacks": _amount(attack.attacks),
        "hit": attack.hit,
        "wound": attack.wound,
        "rend": attack.rend,
        "damage": _amount(attack.damage),
        "crit": list(attack.crits) if len(attack.crits) > 1 else "".join(attack.crits),
        "hit_mod": attack.hit_mod,
        "wound_mod": attack.wound_mod,
        "save_mod": attack.save_mod,
        "reroll_hit": attack.reroll_hit,
    }
    usual: Query = {"count": 1, "attacks": 1, "damage": 1}
    return {key: value for key, value in given.items() if value and value != usual.get(key)}


def _amount(amount: Amount) -> int | str:
    return amount.plus if amount.fixed else str(amount)


@lru_cache(maxsize=1)
def _picks() -> tuple[LabPick, ...]:
    """Return the weapons and targets of every sample list."""
    fielding, edition = SigmarFielding(), ""
    found: dict[str, LabPick] = {}
    for catalogue in LISTS.all():
        for profile in catalogue.profiles:
            scroll = fielding.understand(RosterWords(kind=profile.name), edition).profile
            for pick in picks_of(profile.id, profile.name, profile.models, scroll, price_of(profile.cost)):
                found.setdefault(pick.id, pick)
    return tuple(sorted(found.values(), key=lambda pick: (pick.group != "weapon", pick.label)))


def picks_of(
    unit: str, name: str, models: int, scroll: dict[str, Any], price: int | None
) -> Iterator[LabPick]:
    """Yield what the lab offers of a unit: each weapon, and itself as a target."""
    for weapon in scroll.get("weapons", ()):
        critical = crits(tuple(weapon.get("abilities", ())))
        # A placeholder is filled in as it is: the query then says which figure is missing.
        unknown = {key: text for key, text in weapon.get("unknown", {}).items() if key != "range"}
        values = {
            "count": models,
            "attacks": _figure(weapon.get("attacks", "1")),
            "hit": weapon.get("hit", 4),
            "wound": weapon.get("wound", 4),
            "rend": weapon.get("rend", 0),
            "damage": _figure(weapon.get("damage", "1")),
            "crit": critical[0] if critical else None,
            **unknown,
        }
        note = f"{values['attacks']} at {values['hit']}+/{values['wound']}+, Rend {values['rend'] or '-'}"
        label = f"{name}: {weapon['name']}"
        yield LabPick(
            f"weapon:{unit}:{weapon['id']}", label, "weapon", values, part=True, price=price,
            note=f"{note}, Damage {values['damage']}" + (f", {price} points" if price else "; no price in its list: type in its points"),
        )  # fmt: skip
    missing = scroll.get("unknown", {})
    target = {f"target.{key}": scroll.get(key, missing.get(key)) for key in ("save", "ward", "health")}
    note = f"Save {scroll['save']}+, " if scroll.get("save") else ""
    yield LabPick(
        f"target:{unit}", name, "target", {**target, "target.models": models},
        note=f"{note}Health {scroll.get('health', 1)}, {counted(models, 'model')}",
    )  # fmt: skip


def price_of(cost: Mapping[str, int]) -> int | None:
    """Return what a unit costs in points; None where its list has no prices."""
    return cost.get("points") or None


def _figure(text: str) -> int | str:
    return int(text) if str(text).isdecimal() else str(text)


def _shelf(query: Query) -> tuple[LabPick, ...]:
    del query
    return _picks()


FORMS = (
    LabForm(
        "attack",
        "attack",
        BASE,
        TARGET,
        (
            LabFigure(("destroyed",), "destroyed", per_price=True),
            LabFigure(("slain.mean",), "models slain", "mean", per_price=True),
            LabFigure(("damage.mean",), "damage", "mean", per_price=True),
            LabFigure(("pool.mean",), "before wards", "mean"),
        ),
        (LabChart("damage", "damage.distribution"), LabChart("models slain", "slain.distribution")),
        parts=LabParts("groups", "weapon", WEAPON, {"hit": 3, "wound": 3}),
        price="points",
        advice=_advice,
        of_action=query_of,
        shelf=_shelf,
    ),
)
"""The forms, the most wanted first."""
