"""What the editions of a game differ in is acted on: a field that no code reads would be a rule that is not played."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

import warband_tui.rules.games
from warband_tui.rules.editions import read

GAMES = sorted(path.parent for path in Path(*warband_tui.rules.games.__path__).glob("*/editions.toml"))


class Named(Struct):
    """The two things that every edition has."""

    id: str
    title: str


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_field_of_an_edition_is_read_by_the_game(game: Path) -> None:
    fields = set(re.findall(r"^([a-z_]+) = ", (game / "editions.toml").read_text(), re.MULTILINE))
    code = "\n".join(path.read_text() for path in game.glob("*.py"))
    assert fields - set(re.findall(r"\.([a-z_]+)\b", code)) - set(re.findall(r'"([a-z-]+)"', code)) == set()


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_editions_are_read_in_the_order_of_the_file(game: Path) -> None:
    package = f"{warband_tui.rules.games.__name__}.{game.name}"
    ids = re.findall(r'^id = "(.*)"', (game / "editions.toml").read_text(), re.MULTILINE)
    assert [edition.id for edition in read(package, Named)] == ids


def test_an_edition_without_what_the_game_needs_is_refused() -> None:
    class Strict(Struct, forbid_unknown_fields=True):
        id: str

    with pytest.raises(msgspec.ValidationError):
        read(f"{warband_tui.rules.games.__name__}.{GAMES[0].name}", Strict)
