"""The lists that warbands are hired from: a game's own, and the player's own files laid over them.

Own files are `catalogues/*.toml` beside the library. One that cannot be read is told in one line and
never keeps the others from being used.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path

from warband_tui.errors import WarbandError
from warband_tui.reports.literal import clean
from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.catalogue_file import MAX_BYTES, parse_catalogue
from warband_tui.rules.fielding import Faction
from warband_tui.rules.ruleset import Ruleset, UnknownRuleset, load
from warband_tui.toml_text import read_toml

FOLDER = "catalogues"


class GameLists:
    """What can be hired in one game.

    Args:
        ruleset_id: the game.
        ruleset: the game itself, None when it is not installed: it then has no lists.
        folder: where the player's own files are, None for none.
    """

    def __init__(self, ruleset_id: str, ruleset: Ruleset | None, folder: Path | None = None) -> None:
        self.ruleset_id = ruleset_id
        self.ruleset = ruleset
        self._folder = folder

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.ruleset.title if self.ruleset else self.ruleset_id

    def factions(self) -> tuple[Faction, ...]:
        """Return every list by its title, a player's own in place of a built-in of the same id."""
        built_in = self.ruleset.factions() if self.ruleset else ()
        found = {one.id: one for one in built_in}
        found |= {one.id: Faction(one.id, one.title) for one in self._own.values()}
        return tuple(found.values())

    def catalogue(self, faction: str, edition: str) -> Catalogue | None:
        """Return a list for an edition, None if there is no such list.

        Raises:
            WarbandError: the player's own list does not have the edition.
        """
        if faction in self._own:
            own = self._own[faction]
            return own.for_edition(edition) if own.editions else own
        return self.ruleset.catalogue(faction, edition) if self.ruleset and faction else None

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the player's own files, one line each."""
        return self._read[1]

    @property
    def _own(self) -> dict[str, Catalogue]:
        return self._read[0]

    @cached_property
    def _read(self) -> tuple[dict[str, Catalogue], tuple[str, ...]]:
        found: dict[str, Catalogue] = {}
        problems: list[str] = []
        bases = self.ruleset.catalogue_bases() if self.ruleset else {}
        for path in own_files(self._folder):
            try:
                own = read_catalogue(path, self.ruleset_id, {**bases, **found})
            except WarbandError as error:
                problems.append(clean(str(error)))
            else:
                if own is not None:
                    found[own.id] = own
        return found, tuple(problems)


class CatalogueShelf:
    """The lists of every game, read when first asked for.

    Args:
        folder: where the player's own files are, None for none.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._games: dict[str, GameLists] = {}

    def game(self, ruleset_id: str) -> GameLists:
        """Return the lists of a game; a game that is not installed has none."""
        if ruleset_id not in self._games:
            try:
                ruleset = load(ruleset_id)
            except UnknownRuleset:
                ruleset = None
            self._games[ruleset_id] = GameLists(ruleset_id, ruleset, self._folder)
        return self._games[ruleset_id]


def shelf_beside(library: Path) -> CatalogueShelf:
    """Return the lists for a library, the player's own files being beside it."""
    return CatalogueShelf(library.parent / FOLDER)


def own_files(folder: Path | None) -> tuple[Path, ...]:
    """Return the player's own catalogue files by name; none when there is no such folder."""
    try:
        return tuple(sorted(folder.glob("*.toml"))) if folder is not None and folder.is_dir() else ()
    except OSError:
        return ()


def read_catalogue(path: Path, ruleset_id: str, bases: dict[str, Catalogue]) -> Catalogue | None:
    """Read a player's own file, None when it is for another game.

    Raises:
        WarbandError: it cannot be read, or something in it is wrong.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise WarbandError(f"cannot be read ({error.strerror}); it is left out", place=path.name) from error
    if not _is_for(text, ruleset_id, bases):
        return None
    return parse_catalogue(text, path.name, bases=bases)


def _is_for(text: bytes, ruleset_id: str, bases: dict[str, Catalogue]) -> bool:
    """Whether a file is for a game; one that does not say is, so that its fault is told."""
    try:
        head = read_toml(text.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return True
    if "ruleset" in head:
        return bool(head["ruleset"] == ruleset_id)
    extends = head.get("extends")
    names = extends if isinstance(extends, list) else [extends]
    known = [name for name in names if isinstance(name, str)]
    return not known or any(name in bases for name in known)
