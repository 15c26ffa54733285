"""What differs between editions, and the open questions of the rules as settings of a battle."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.games.age_of_sigmar.chances import Reading
from warband_tui.rules.state import BattleState


class EditionRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of one edition; `editions.toml` says what each means."""

    id: str
    title: str
    commands: bool
    champions: bool
    beast_champions: bool
    beast_control: bool
    exposed: bool
    companion_text: str
    rounds: int
    deck: int
    hand: int
    behind: int
    behind_terrain: str
    obscuring: str
    place_of_power: str
    tall: float


class Setting(Struct, frozen=True):
    """An open question of the rules: its answers, the default first, and what is asked."""

    id: str
    answers: tuple[str, ...]
    question: str


SETTINGS = (
    Setting("save-cap", ("net", "separate"), "Is Rend part of the sum that is capped at +1, or taken off after?"),
    Setting("wound-6", ("fails", "wounds"), "Does an unmodified 6 wound that is too low with its modifiers?"),
    Setting("hit-6", ("hits", "misses"), "Does a critical hit hit that is too low with its modifiers?"),
    Setting("rand-attacks", ("model", "once"), "Does each model roll random Attacks, or one die for all?"),
    Setting("multi-crit", ("choose", "first", "all"), "Two Crit abilities: pick one, the printed one, or all?"),
    Setting("companion-text", ("edition", "2024", "2026"), "Which wording of Companion holds?"),
    Setting("alloc-order", ("active", "first"), "Whose damage first: the active player's, or who began the round?"),
    Setting("behind", ("edition", "any-line", "closest"), "Behind terrain: no line avoids it, or the line of the nearest points crosses it?"),
    Setting("obscuring", ("edition", "2024", "2025"), "Obscuring: no target of shooting, or visible in combat range only?"),
    Setting("place-of-power", ("edition", "2024", "2025"), "Which effects does a place of power have?"),
    Setting("faction-terrain", ("combat", "charge-too"), "In which phases does faction terrain count as a unit?"),
    Setting("dmg-floor", ("1", "0"), "How far can Damage and Attacks be reduced?"),
)  # fmt: skip


class BadSetting(WarbandError):
    """A setting of a battle that does not exist, or with an answer that does not."""


@cache
def all_editions() -> tuple[EditionRules, ...]:
    """Return the editions in the order of the file."""
    text = files(__package__).joinpath("editions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["edition"], tuple[EditionRules, ...])


@cache
def edition(edition_id: str) -> EditionRules:
    """Return one edition."""
    return next(e for e in all_editions() if e.id == edition_id)


def check_settings(options: Mapping[str, Any]) -> None:
    """Refuse settings that nothing could be made of.

    Raises:
        BadSetting: an answer is none of those there are.
    """
    for setting in SETTINGS:
        if setting.id in options and str(options[setting.id]) not in setting.answers:
            answers = " or ".join(setting.answers)
            raise BadSetting(f"options: {setting.id} is {answers}, not {options[setting.id]!r}")


def answer(state: BattleState, setting_id: str) -> str:
    """Return how a battle reads an open question."""
    setting = next(s for s in SETTINGS if s.id == setting_id)
    return str(state.options.get(setting_id, setting.answers[0]))


def behind_terrain(state: BattleState) -> str:
    """Return when a target is behind terrain: `any-line` or `closest` (AOST-1.1-2)."""
    chosen = answer(state, "behind")
    return edition(state.edition).behind_terrain if chosen == "edition" else chosen


def obscuring_text(state: BattleState) -> str:
    """Return the wording of Obscuring that holds (AOST-1.2-3)."""
    chosen = answer(state, "obscuring")
    return edition(state.edition).obscuring if chosen == "edition" else chosen


def power_text(state: BattleState) -> str:
    """Return the wording of places of power that holds (AOST-1.2-4)."""
    chosen = answer(state, "place-of-power")
    return edition(state.edition).place_of_power if chosen == "edition" else chosen


def faction_phases(state: BattleState) -> tuple[str, ...]:
    """Return the phases in which faction terrain counts as a unit (AOST-1.5-1)."""
    return ("charge", "combat") if answer(state, "faction-terrain") == "charge-too" else ("combat",)


def companion_text(state: BattleState) -> str:
    """Return the wording of Companion that holds: the edition's, or the one that was set."""
    chosen = answer(state, "companion-text")
    return edition(state.edition).companion_text if chosen == "edition" else chosen


def reading(state: BattleState) -> Reading:
    """Return the settings that dice are counted by."""
    return _reading(
        answer(state, "save-cap"),
        answer(state, "wound-6"),
        answer(state, "hit-6"),
        answer(state, "rand-attacks"),
        answer(state, "dmg-floor"),
    )


@lru_cache(maxsize=64)
def _reading(save_cap: str, wound_six: str, hit_six: str, attacks: str, floor: str) -> Reading:
    return Reading(
        save_cap="separate" if save_cap == "separate" else "net",
        wound_six=wound_six == "wounds",
        hit_six=hit_six == "hits",
        per_model=attacks == "model",
        floor=int(floor),
    )
