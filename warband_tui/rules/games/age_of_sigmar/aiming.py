"""Attacks as the table has them: which models can attack a target, and who of them finds it in cover (AOS-16)."""

from __future__ import annotations

import math

from msgspec import Struct

from warband_tui.rules.board.layout import HAIR
from warband_tui.rules.board.planning import SightLine
from warband_tui.rules.games.age_of_sigmar.actions import Attack, Fight, Shoot
from warband_tui.rules.games.age_of_sigmar.attack_plan import can_attack
from warband_tui.rules.games.age_of_sigmar.formation import loadouts_of
from warband_tui.rules.games.age_of_sigmar.positions import COMBAT_RANGE, Group, Scene
from warband_tui.rules.games.age_of_sigmar.profile import Weapon
from warband_tui.rules.games.age_of_sigmar.terrain_rules import Shelter, covers, in_obscuring, obscures


class Aim(Struct, frozen=True):
    """One model and a target: its loadout, how far, whether it sees it, what covers and what obscures it."""

    model: int
    loadout: str
    gap: float
    flat: float
    seen: bool
    line: SightLine | None
    cover: Shelter | None
    obscured: Shelter | None
    halved: Shelter | None = None
    """Obscuring terrain in which the shooters stand, which halves the range of their weapons (2025)."""

    def reaches(self, weapon: Weapon) -> bool:
        """Whether a weapon reaches the target: combat range for a melee weapon."""
        if weapon.melee:
            return self.flat <= COMBAT_RANGE + HAIR
        # What its range is nobody knows here: the players judge it.
        return weapon.range is None or self.gap <= self.range_of(weapon) + HAIR

    def range_of(self, weapon: Weapon) -> float:
        """Return the range of a weapon as it counts here."""
        full = weapon.range or 0.0
        return math.floor(full / 2) if self.halved else full


def aims(scene: Scene, a: Group, b: Group) -> tuple[Aim, ...]:
    """Return each model of a unit and what it finds of a target."""
    loadouts = loadouts_of(a.unit)
    halved = in_obscuring(scene, a)
    found = []
    for i in range(len(a.bodies)):
        sight = scene.sees(a, i, b)
        found.append(
            Aim(
                i,
                loadouts[i] if i < len(loadouts) else loadouts[-1],
                scene.gap_of(a, i, b),
                scene.gap_of(a, i, b, flat=True),
                sight.seen,
                sight.lines[0] if sight.lines else None,
                covers(scene, a, i, b),
                obscures(scene, a, i, b),
                halved,
            )
        )
    return tuple(found)


class NoShot(Struct, frozen=True):
    """Why no model can attack a target, and the rules."""

    why: str
    rules: tuple[str, ...]


def why_none(found: tuple[Aim, ...], weapons: tuple[Weapon, ...], action: Attack, name: str) -> NoShot | None:
    """Return why none of the models can attack a target with any of some weapons; None if one can."""
    if not weapons or any(can_attack(aim, weapon, action) for aim in found for weapon in weapons):
        return None
    rule = "AOS-16-3" if isinstance(action, Fight) else "AOS-16-4"
    seeing = [aim for aim in found if aim.seen or action.sight]
    if not seeing:
        line = found[0].line
        return NoShot(f"{name} is out of sight" + (f": {line.why}" if line and line.why else ""), (rule,))
    obscured = [aim.obscured for aim in seeing if aim.obscured is not None and not action.sight]
    if isinstance(action, Shoot) and len(obscured) == len(seeing):
        return NoShot(f"{name} is {obscured[0].why}, which is obscuring", ("AOST-1.2-3", "AOST-1.1-2"))
    if isinstance(action, Fight):
        near = min(aim.flat for aim in seeing)
        return NoShot(f'{name} is {near:.1f}" away, out of combat range', (rule,))
    near = min(aim.gap for aim in seeing)
    weapon = max(weapons, key=lambda w: w.range or 0.0)
    reach = seeing[0].range_of(weapon)
    halved = seeing[0].halved
    told = f" (halved {halved.why})" if halved else ""
    return NoShot(
        f'{name} is {near:.1f}" away; {weapon.name} reaches {reach:g}"{told}',
        (rule, "AOST-1.2-3") if halved else (rule,),
    )
