"""What differs between editions, and the open questions of the rules as settings of a battle."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct

from warband_tui.rules.editions import read
from warband_tui.rules.games.age_of_sigmar.chances import Reading
from warband_tui.rules.settings import Setting, chosen
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
    replacements: bool
    rounds: int
    deck: int
    hand: int
    behind: int
    behind_terrain: str
    obscuring: str
    place_of_power: str
    tall: float


SETTINGS = (
    Setting("save-cap", ("net", "separate"), "Is Rend part of the sum that is capped at +1, or taken off after?", "AOS-17.1-2"),
    Setting("wound-6", ("fails", "wounds"), "Does an unmodified 6 wound that is too low with its modifiers?", "AOS-17-3"),
    Setting("hit-6", ("hits", "misses"), "Does a critical hit hit that is too low with its modifiers?", "AOS-17-2"),
    Setting("reroll-fails", ("unmodified", "modified"), "Which hit rolls have failed for a re-roll: before modifiers, or with them?", "AOS-17-2"),
    Setting("rand-attacks", ("model", "once"), "Does each model roll random Attacks, or one die for all?", "AOS-16-5"),
    Setting("multi-crit", ("choose", "first", "all"), "Two Crit abilities: pick one, the printed one, or all?", "AOS-20-1"),
    Setting("companion-text", ("edition", "2024", "2026"), "Which wording of Companion holds?", "AOS-20-1"),
    Setting("alloc-order", ("active", "first"), "Whose damage first: the active player's, or who began the round?", "AOS-18-1"),
    Setting("behind", ("edition", "any-line", "closest"), "Behind terrain: no line avoids it, or the line of the nearest points crosses it?", "AOST-1.1-2"),
    Setting("obscuring", ("edition", "2024", "2025"), "Obscuring: no target of shooting, or visible in combat range only?", "AOST-1.2-3"),
    Setting("place-of-power", ("edition", "2024", "2025"), "Which effects does a place of power have?", "AOST-1.2-4"),
    Setting("faction-terrain", ("combat", "charge-too"), "In which phases does faction terrain count as a unit?", "AOST-1.5-1"),
    Setting("dmg-floor", ("1", "0"), "How far can Damage and Attacks be reduced?", "AOS-17-5"),
)  # fmt: skip


@cache
def all_editions() -> tuple[EditionRules, ...]:
    """Return the editions in the order of the file."""
    return read(__package__, EditionRules)


@cache
def edition(edition_id: str) -> EditionRules:
    """Return one edition."""
    return next(e for e in all_editions() if e.id == edition_id)


def answer(state: BattleState, setting_id: str) -> str:
    """Return how a battle reads an open question."""
    return chosen(SETTINGS, state.options, setting_id)


def behind_terrain(state: BattleState) -> str:
    """Return when a target is behind terrain: `any-line` or `closest` (AOST-1.1-2)."""
    said = answer(state, "behind")
    return edition(state.edition).behind_terrain if said == "edition" else said


def obscuring_text(state: BattleState) -> str:
    """Return the wording of Obscuring that holds (AOST-1.2-3)."""
    said = answer(state, "obscuring")
    return edition(state.edition).obscuring if said == "edition" else said


def power_text(state: BattleState) -> str:
    """Return the wording of places of power that holds (AOST-1.2-4)."""
    said = answer(state, "place-of-power")
    return edition(state.edition).place_of_power if said == "edition" else said


def faction_phases(state: BattleState) -> tuple[str, ...]:
    """Return the phases in which faction terrain counts as a unit (AOST-1.5-1)."""
    return ("charge", "combat") if answer(state, "faction-terrain") == "charge-too" else ("combat",)


def companion_text(state: BattleState) -> str:
    """Return the wording of Companion that holds: the edition's, or the one that was set."""
    said = answer(state, "companion-text")
    return edition(state.edition).companion_text if said == "edition" else said


def reading(state: BattleState) -> Reading:
    """Return the settings that dice are counted by."""
    return _reading(
        answer(state, "save-cap"),
        answer(state, "wound-6"),
        answer(state, "hit-6"),
        answer(state, "rand-attacks"),
        answer(state, "dmg-floor"),
        answer(state, "reroll-fails"),
    )


@lru_cache(maxsize=64)
def _reading(save_cap: str, wound_six: str, hit_six: str, attacks: str, floor: str, reroll: str) -> Reading:
    return Reading(
        save_cap="separate" if save_cap == "separate" else "net",
        wound_six=wound_six == "wounds",
        hit_six=hit_six == "hits",
        per_model=attacks == "model",
        floor=int(floor),
        reroll_first=reroll == "unmodified",
    )
