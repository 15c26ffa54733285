"""What a fighter takes to a battle: its numbers, keywords and weapons with all its kit counted in."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.rules.catalogue import Catalogue, Number, WeaponProfile
from warband_tui.rules.kit import bearer_of
from warband_tui.rules.roster_view import FighterView


class Loadout(Struct, frozen=True, kw_only=True):
    """A fighter ready for battle.

    `stats` are the profile's with what upgrades and kit overwrite; `armour_modifier` is the sum of worn
    armour and shield, apart from the profile's own; `others` names the kit that is no weapon.
    """

    stats: dict[str, Number]
    keywords: tuple[str, ...]
    weapons: tuple[WeaponProfile, ...]
    armour_modifier: int = 0
    others: tuple[str, ...] = ()


def loadout_of(fighter: FighterView, catalogue: Catalogue) -> Loadout:
    """Work out what a fighter takes to a battle; what the catalogue does not know is left out."""
    bearer = bearer_of(fighter, catalogue)
    stats: dict[str, Number] = dict(bearer.profile.stats) if bearer.profile else {}
    for upgrade in bearer.upgrades:
        stats.update(upgrade.sets)
    for piece in bearer.pieces:
        stats.update(piece.item.sets)
    attacks = [(piece.item.name, piece.item.attack) for piece in bearer.pieces]
    return Loadout(
        stats=stats,
        keywords=tuple(sorted(bearer.keywords)),
        weapons=tuple(attack for _, attack in attacks if attack is not None),
        armour_modifier=sum(piece.item.armour_modifier for piece in bearer.pieces),
        others=tuple(name for name, attack in attacks if attack is None),
    )
