"""From a roster to the table: what a ruleset makes of a fighter in the words of a list.

A roster knows names and short values; a battle needs the game's own profile. What the ruleset
cannot make sense of it names, so that an import can show it before anything is saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.loadout import Loadout
from warband_tui.rules.wording import simple

if TYPE_CHECKING:
    from warband_tui.rules.sample import Sample


class Faction(Struct, frozen=True):
    """A list that a warband may be hired from."""

    id: str
    title: str


class WordWeapon(Struct, frozen=True, omit_defaults=True):
    """A weapon as a roster tells it: a name and short values under their own names."""

    name: str
    values: dict[str, str] = {}


class RosterWords(Struct, frozen=True, omit_defaults=True):
    """One fighter as a roster tells it, whatever program wrote it.

    `stats` is the stat line, `upgrades` the names of gear and options, `weapons` those with
    values of their own, `heading` where it stood in the roster.
    """

    kind: str
    stats: dict[str, str] = {}
    keywords: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    weapons: tuple[WordWeapon, ...] = ()
    heading: str = ""


class Fielded(Struct, frozen=True, omit_defaults=True):
    """A fighter ready for battle, and which of the roster's words the engine has no use for."""

    profile: dict[str, Any]
    not_understood: tuple[str, ...] = ()


class Fielding:
    """What a game without catalogues does: no lists, and profiles that are only words."""

    def factions(self) -> tuple[Faction, ...]:
        """Return the lists that warbands are hired from."""
        return ()

    def faction_of(self, name: str) -> str:
        """Return the id of the list that a roster's own name for it means, empty if none."""
        wanted = simple(name)
        return next(
            (f.id for f in self.factions() if wanted and simple(f.title) in (wanted, f"the{wanted}")), ""
        )

    def catalogue(self, faction: str, edition: str) -> Catalogue | None:
        """Return a list for an edition, None if the game has no such list."""
        del faction, edition
        return None

    def catalogue_bases(self) -> dict[str, Catalogue]:
        """Return the catalogues that a player's own file may extend, by id."""
        return {}

    def knows_keyword(self, keyword: str) -> bool:
        """Whether the engine does something about a keyword, or knows that there is nothing to do."""
        del keyword
        return False

    def sample(self) -> Sample | None:
        """Return the game's sample campaign, if it has one."""
        return None

    def field(self, loadout: Loadout, kind: str, edition: str) -> Fielded:
        """Return the battle profile of a fighter with its kit counted in."""
        del loadout, kind, edition
        return Fielded({})

    def understand(self, words: RosterWords, edition: str) -> Fielded:
        """Return the battle profile of a fighter in the words of an imported roster."""
        del edition
        return Fielded({}, tuple(w.name for w in words.weapons))
