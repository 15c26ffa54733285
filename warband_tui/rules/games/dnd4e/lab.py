"""What the odds lab compares in this game: attacks, saves, falls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from warband_tui.rules.actions import Action
from warband_tui.rules.fielding import RosterWords
from warband_tui.rules.games.dnd4e import actions as act
from warband_tui.rules.games.dnd4e import turn_actions as own
from warband_tui.rules.games.dnd4e.attack_plan import modifiers, power_of, targets_of
from warband_tui.rules.games.dnd4e.catalogues import LISTS
from warband_tui.rules.games.dnd4e.declarations import HP, TEMPORARY
from warband_tui.rules.games.dnd4e.falls import fly_speed
from warband_tui.rules.games.dnd4e.fielding import DungeonFielding
from warband_tui.rules.games.dnd4e.profile import creature
from warband_tui.rules.games.dnd4e.settings import answer
from warband_tui.rules.lab import LabChart, LabField, LabFigure, LabForm, LabPick, Query
from warband_tui.rules.state import BattleState

_EDITIONS = (("2008", "2008"), ("2010", "2010"))
_FALLS = (("dice", "dice"), ("fast", "25 per 50 feet instead"), ("add", "25 per 50 feet on top"))


def attack_query(state: BattleState, action: Action) -> Query | None:
    """Return the query that an attack of a battle amounts to, None for what is no attack on one target.

    Raises:
        Refused: the attack cannot be made out.
    """
    if not isinstance(action, act.Attack | act.Charge | act.Opportunity):
        return None
    targets = targets_of(action)
    if len(targets) != 1 or (isinstance(action, act.Charge) and action.rush):
        return None
    unit, foe = state.unit(action.unit), state.unit(targets[0])
    power = power_of(unit, action)
    added = modifiers(state, unit, foe, power, action, targets)
    total = sum(m.flat for m in added)
    profile = creature(foe)
    left = foe.counter(HP) + foe.counter(TEMPORARY)
    given: Query = {
        "roll": "attack",
        "bonus": power.attack,
        "defence": profile.defence(power.versus),
        "modifier": total - power.attack,
        "damage": power.damage or 0,
        "critical": power.critical or 0,
        "half": power.half,
        "weakened": unit.has("weakened"),
        "resist": max(profile.resist.get(power.type, 0), profile.resist.get("all", 0)),
        "vulnerable": max(profile.vulnerable.get(power.type, 0), profile.vulnerable.get("all", 0)),
        "hp": left if left > 0 else None,
    }
    kept = ("roll", "bonus", "defence")
    return {key: value for key, value in given.items() if value or key in kept}


def fall_query(state: BattleState, action: Action) -> Query | None:
    """Return the query that a fall of a battle amounts to."""
    if not isinstance(action, act.Fall):
        return None
    unit = state.unit(action.unit)
    profile = creature(unit)
    given: Query = {
        "roll": "fall",
        "feet": action.feet,
        "fall": answer(state, "fall"),
        "fly": fly_speed(unit) if action.flying else 0,
        "edition": "2008" if answer(state, "text") == "phb2008" else "2010",
    }
    if action.acrobatics and "acrobatics" in profile.trained:
        given["acrobatics"] = profile.skills.get("acrobatics", 0)
    return {key: value for key, value in given.items() if value or key in ("roll", "feet", "acrobatics")}


def save_query(state: BattleState, action: Action) -> Query | None:
    """Return the query that a save of a battle amounts to."""
    if not isinstance(action, own.Save):
        return None
    bonus = creature(state.unit(action.unit)).save + action.modifier
    return {"roll": "save", "modifier": bonus} if bonus else {"roll": "save"}


@lru_cache(maxsize=1)
def _picks() -> tuple[LabPick, ...]:
    """Return the powers and targets of the sample lists."""
    found: dict[str, LabPick] = {}
    for catalogue in LISTS.all():
        for profile in catalogue.profiles:
            made = DungeonFielding().understand(RosterWords(kind=profile.name), "").profile
            for pick in _of_creature(profile.id, profile.name, made):
                found.setdefault(pick.id, pick)
    return tuple(sorted(found.values(), key=lambda pick: (pick.group != "power", pick.label)))


def _of_creature(creature_id: str, name: str, made: Query) -> Iterator[LabPick]:
    for power in made.get("attacks", ()):
        values = {
            "bonus": power.get("attack", 0),
            "damage": power.get("damage", "0"),
            "critical": power.get("critical", 0) or 0,
            "half": power.get("half", False),
        }
        note = f"{values['bonus']:+d} against {power.get('versus', 'ac')}, {values['damage']}"
        yield LabPick(
            f"power:{creature_id}:{power['id']}", f"{name}: {power['name']}", "power", values, note=note
        )
    for versus in ("ac", "fortitude", "reflex", "will"):
        values = {"defence": made.get(versus, 10), "hp": made.get("hp", 1)}
        label = f"{name}: {'AC' if versus == 'ac' else versus.capitalize()}"
        yield LabPick(f"target:{creature_id}:{versus}", label, "target", values, note=f"{values['defence']}")


def _shelf(query: Query) -> tuple[LabPick, ...]:
    del query
    return _picks()


FORMS = (
    LabForm(
        "attack",
        "Attack",
        {"roll": "attack", "bonus": 7, "defence": 16, "damage": "1d8+4", "hp": 30},
        (
            LabField("bonus", "attack bonus", low=-100, high=100, form="{:+d}"),
            LabField("damage", "damage", "dice", low=0, high=200, default=0, help="4, 1d8+4, 2d6+1d8+5."),
            LabField("critical", "critical adds", "dice", low=0, high=200, default=0),
            LabField("half", "half on a miss", "flag", default=False),
            LabField("advantage", "combat advantage", "flag", default=False, what_if=True),
            LabField("modifier", "other modifiers", low=-100, high=100, default=0, form="{:+d}", what_if=True,
                     help="Cover -2, superior cover -5, prone -2, running -5, charge +1."),
            LabField("weakened", "weakened", "flag", default=False, what_if=True),
            LabField("defence", "defence", low=1, high=100, heading="target"),
            LabField("hp", "hit points left", low=1, high=10_000, empty=True, nothing="not known"),
            LabField("resist", "resist", low=0, high=200, default=0),
            LabField("vulnerable", "vulnerable", low=0, high=200, default=0),
        ),
        (
            LabFigure(("drops",), "down to 0"),
            LabFigure(("hit", "critical"), "hits"),
            LabFigure(("critical",), "critical"),
            LabFigure(("damage.mean",), "damage", "mean"),
        ),
        (LabChart("damage", "damage.distribution"), LabChart("result", outcomes=(("miss", "miss"), ("hit", "hit"), ("critical", "critical")))),
        of_action=attack_query,
        shelf=_shelf,
    ),
    LabForm(
        "save",
        "Saving throw",
        {"roll": "save"},
        (LabField("modifier", "to the roll", low=-100, high=100, default=0, form="{:+d}", what_if=True),),
        (LabFigure(("pass",), "saves"), LabFigure(("pass",), "fails", against=True)),
        of_action=save_query,
    ),
    LabForm(
        "fall",
        "Fall",
        {"roll": "fall", "feet": 30},
        (
            LabField("feet", "feet", low=0, high=10_000),
            LabField("fall", "damage by", "pick", default="dice", options=_FALLS),
            LabField("acrobatics", "trained Acrobatics", low=-100, high=100, empty=True, nothing="not trained",
                     form="{:+d}", what_if=True),
            LabField("fly", "fly speed of a flier", low=0, high=100, default=0, what_if=True),
            LabField("edition", "edition", "pick", empty=True, nothing="defaults", options=_EDITIONS),
        ),
        (LabFigure(("mean",), "damage", "mean"), LabFigure(("prone",), "lands prone"), LabFigure(("dice",), "dice", "word")),
        (LabChart("damage", "distribution"),),
        of_action=fall_query,
    ),
)  # fmt: skip
"""The forms, the most wanted first."""
