"""The player's own lists: beside the library, laid over the game's, never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from warband_tui.campaign.catalogues import CatalogueShelf, shelf_beside

GAME = "trench-crusade"

OWN = """
id = "ash"
title = "Ash Walkers"
extends = ["trench-crusade.rules"]

[[profiles]]
id = "walker"
name = "Walker"
cost = { ducats = 40 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "catalogues").mkdir()
    return tmp_path / "catalogues"


def test_an_own_list_stands_beside_those_of_the_game(folder: Path) -> None:
    (folder / "ash.toml").write_text(OWN)
    lists = shelf_beside(folder.parent / "club.db").game(GAME)
    assert "Ash Walkers" in [one.title for one in lists.factions()]
    assert "Heretic Legion" in [one.title for one in lists.factions()]
    found = lists.catalogue("ash", "1.6.3")
    assert found is not None
    assert (found.edition, [one.id for one in found.profiles]) == ("1.6.3", ["walker"])


def test_an_own_list_of_the_same_id_replaces_the_games(folder: Path) -> None:
    text = OWN.replace('"ash"', '"heretic-legion"').replace("Ash Walkers", "House Legion")
    (folder / "house.toml").write_text(text)
    lists = CatalogueShelf(folder).game(GAME)
    assert [one.title for one in lists.factions() if one.id == "heretic-legion"] == ["House Legion"]
    found = lists.catalogue("heretic-legion", "1.0.2")
    assert found is not None
    assert found.title == "House Legion"


def test_an_own_list_may_extend_another_own_list(folder: Path) -> None:
    (folder / "ash.toml").write_text(OWN)
    (folder / "more.toml").write_text('id = "more"\ntitle = "More"\nextends = ["ash"]\n')
    lists = CatalogueShelf(folder).game(GAME)
    assert lists.problems == ()
    found = lists.catalogue("more", "1.0.2")
    assert found is not None
    assert [one.id for one in found.profiles] == ["walker"]


@pytest.mark.parametrize(
    "text",
    [
        b"id = ",
        b"\xff\xfe",
        b'id = "x"\ntitle = "X"\n',
        OWN.replace("cost", "costs").encode(),
        b"a = " + b"[" * 5000,
        b"x" * 2_000_001,
    ],
)
def test_a_malformed_list_is_one_line_and_the_others_work(folder: Path, text: bytes) -> None:
    (folder / "a-bad.toml").write_bytes(text)
    (folder / "good.toml").write_text(OWN)
    lists = CatalogueShelf(folder).game(GAME)
    assert len(lists.problems) == 1
    assert lists.problems[0].startswith("a-bad.toml")
    assert "\n" not in lists.problems[0]
    assert lists.catalogue("ash", "1.0.2") is not None
    assert lists.catalogue("new-antioch", "1.0.2") is not None


def test_a_list_of_another_game_is_nobodys_problem_here(folder: Path) -> None:
    (folder / "other.toml").write_text('id = "x"\ntitle = "X"\nruleset = "bogwater"\n')
    (folder / "other2.toml").write_text('id = "y"\ntitle = "Y"\nextends = ["frogs.rules"]\n')
    lists = CatalogueShelf(folder).game(GAME)
    assert lists.problems == ()
    assert not {"x", "y"} & {one.id for one in lists.factions()}
    assert "x" in {one.id for one in CatalogueShelf(folder).game("bogwater").factions()}


def test_a_folder_in_place_of_a_file_is_told(folder: Path) -> None:
    (folder / "dir.toml").mkdir()
    problems = CatalogueShelf(folder).game(GAME).problems
    assert len(problems) == 1
    assert "dir.toml" in problems[0]


def test_no_folder_and_no_game_are_no_problem(tmp_path: Path) -> None:
    shelf = shelf_beside(tmp_path / "club.db")
    assert shelf.game(GAME).problems == ()
    assert shelf.game("not-installed").factions() == ()
    assert shelf.game("not-installed").title == "not-installed"
