"""Finding a roster file: paths as they are typed, folders as they are listed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from warband_tui.campaign.roster_files import browse, listing, path_of, size_text
from warband_tui.errors import WarbandError


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        (" list.rosz ", "list.rosz"),
        ("'my list.rosz'", "my list.rosz"),
        ('"my list.rosz"', "my list.rosz"),
        (r"my\ list.rosz", "my list.rosz"),
        ("file:///lists/my%20list.rosz", "/lists/my list.rosz"),
        ("~/x.ros", str(Path.home() / "x.ros")),
        ("~nobody-of-that-name/x", "~nobody-of-that-name/x"),
    ],
)
def test_a_path_is_understood_as_it_is_pasted(typed: str, wanted: str) -> None:
    assert path_of(typed) == Path(wanted)


@pytest.mark.parametrize("typed", ["", "  ", "''"])
def test_no_path_is_refused(typed: str) -> None:
    with pytest.raises(WarbandError, match="type or paste"):
        path_of(typed)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for i, name in enumerate(("Old.ROSZ", "new.json", "notes.txt", ".hidden.ros")):
        (tmp_path / name).write_text("x" * 10)
        os.utime(tmp_path / name, (1_700_000_000 + i, 1_700_000_000 + i))
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "a.ros").write_text("x")
    return tmp_path


def names(text: str, here: Path) -> list[str]:
    return [line.path.name for line in browse(text, here).lines]


def test_a_folder_lists_what_may_be_a_roster_newest_first_then_its_folders(folder: Path) -> None:
    assert names("", folder) == ["new.json", "Old.ROSZ", "lists"]
    (newest, *_) = listing(folder).lines
    assert (newest.size, newest.at) == (10, "2023-11-14T22:13:21+00:00")


def test_the_list_follows_what_is_typed(folder: Path) -> None:
    assert names("lists", folder) == ["a.ros"]
    assert names("lists/", folder) == ["a.ros"]
    assert names("ol", folder) == ["Old.ROSZ"]
    assert names(f"{folder}/n", Path("/")) == ["new.json"]


@pytest.mark.parametrize("typed", ["nowhere/at/all", "a\0b/c"])
def test_a_folder_that_cannot_be_listed_says_so(folder: Path, typed: str) -> None:
    assert "cannot be listed" in browse(typed, folder).why


def test_a_long_folder_is_cut_and_says_how_much(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband_tui.campaign.roster_files.MOST", 2)
    found = listing(folder)
    assert (len(found.lines), found.more) == (2, 1)


def test_sizes_are_told_in_words() -> None:
    assert [size_text(n) for n in (10, 12_400, 1_540_000)] == ["10 B", "12 kB", "1.5 MB"]
