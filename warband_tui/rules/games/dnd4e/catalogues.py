"""The sample catalogues that come with the game, and the one place that reads them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from warband_tui.errors import WarbandError
from warband_tui.rules.catalogue import Catalogue, near
from warband_tui.rules.catalogue_file import parse_catalogue

FACTIONS = ("lamplighters", "brine-court")


def source(name: str) -> str:
    """The text of a built-in file, by its name without the ending."""
    return (files(__package__) / "catalogue" / f"{name}.toml").read_text(encoding="utf-8")


@cache
def shared() -> dict[str, Catalogue]:
    """What every list extends, by catalogue id."""
    rules = parse_catalogue(source("rules"), "rules.toml")
    return {rules.id: rules}


@cache
def faction(name: str) -> Catalogue:
    """One list, every edition in it.

    Raises:
        WarbandError: there is no such list.
    """
    if name not in FACTIONS:
        raise WarbandError(f'no list "{name}"{near(name, FACTIONS)}', place="D&D 4e")
    return parse_catalogue(source(name), f"{name}.toml", bases=shared())


def bases() -> dict[str, Catalogue]:
    """Everything that a catalogue of the player's own may extend, by id."""
    return {**shared(), **{name: faction(name) for name in FACTIONS}}
