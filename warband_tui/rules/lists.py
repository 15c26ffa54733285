"""The lists that come with a game: files of its package, each read once, when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files

from msgspec import Struct

from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import Catalogue, Profile, near
from warband_tui.rules.catalogue_file import parse_catalogue
from warband_tui.rules.fielding import Faction, Fielding
from warband_tui.rules.loadout import Loadout, loadout_of
from warband_tui.rules.roster_view import FighterView
from warband_tui.rules.sample import Sample, sample_in


class Lists(Struct, frozen=True):
    """Which lists a game has: the names of its files in `catalogue/`, without the ending.

    `factions` are those that warbands are hired from; `shared` are what all of them extend, and each of
    them those before it.
    """

    package: str
    title: str
    factions: tuple[str, ...]
    shared: tuple[str, ...] = ("rules",)

    def of(self, faction: str) -> Catalogue:
        """Return one list, every edition in it.

        Raises:
            WarbandError: there is no such list.
        """
        if faction not in self.factions:
            raise WarbandError(f'no faction "{faction}"{near(faction, self.factions)}', place=self.title)
        return _list(self, faction)

    def all(self) -> tuple[Catalogue, ...]:
        """Return the lists that warbands are hired from."""
        return tuple(_list(self, name) for name in self.factions)

    def common(self) -> dict[str, Catalogue]:
        """Return what every list extends, by catalogue id."""
        return _common(self)

    def bases(self) -> dict[str, Catalogue]:
        """Return everything that a catalogue of the player's own may extend, by id."""
        return {**_common(self), **{name: _list(self, name) for name in self.factions}}

    def source(self, name: str) -> str:
        """Return the text of a file."""
        return (files(self.package) / "catalogue" / f"{name}.toml").read_text(encoding="utf-8")

    def for_edition(self, faction: str, edition: str) -> Catalogue:
        """Return one list as an edition has it."""
        return _for_edition(self, faction, edition)


@cache
def _common(lists: Lists) -> dict[str, Catalogue]:
    read: dict[str, Catalogue] = {}
    for name in lists.shared:
        catalogue = parse_catalogue(lists.source(name), f"{name}.toml", bases=read)
        read[catalogue.id] = catalogue
    return read


@cache
def _list(lists: Lists, name: str) -> Catalogue:
    return parse_catalogue(lists.source(name), f"{name}.toml", bases=_common(lists))


@cache
def _for_edition(lists: Lists, name: str, edition: str) -> Catalogue:
    return _list(lists, name).for_edition(edition)


class ListedFielding(Fielding):
    """What all games with lists of their own do alike; a game says how a fighter takes the field."""

    lists: Lists

    def factions(self) -> tuple[Faction, ...]:
        """Return the lists that warbands are hired from."""
        return tuple(Faction(name, self.lists.of(name).title) for name in self.lists.factions)

    def catalogue(self, faction: str, edition: str) -> Catalogue | None:
        """Return one list for an edition, None if the game has no such list."""
        return self.lists.for_edition(faction, edition) if faction in self.lists.factions else None

    def catalogue_bases(self) -> dict[str, Catalogue]:
        """Return what a player's own catalogue may extend."""
        return self.lists.bases()

    def sample(self) -> Sample | None:
        """Return the sample campaign."""
        return sample_in(files(self.lists.package).joinpath("sample"))


def profile_named(
    lists: Lists, name: str, edition: str, simply: Callable[[str], str]
) -> tuple[Catalogue, Profile] | None:
    """Return the first profile of a name and its list, None if no list has one; `simply` tells names alike."""
    wanted = simply(name)
    for faction in lists.factions:
        catalogue = lists.for_edition(faction, edition)
        for profile in catalogue.profiles:
            if simply(profile.name) == wanted:
                return catalogue, profile
    return None


def bare_loadout(profile: Profile, catalogue: Catalogue) -> Loadout:
    """Return what a fighter of a profile has before anything is bought for it."""
    view = FighterView(id=profile.id, name=profile.name, profile=profile.id, models=profile.models)
    return loadout_of(view, catalogue)
