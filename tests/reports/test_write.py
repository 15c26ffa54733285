from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.errors import WarbandError
from warband_tui.reports.write import file_stem, write_new, write_report


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".warband-")]


def test_a_report_lands_in_the_folder_under_its_name(tmp_path: Path) -> None:
    path = write_report("line\nline\n", tmp_path / "new" / "folder", "Ashen Ridge: game 4", "md")
    assert path == tmp_path / "new" / "folder" / "Ashen-Ridge-game-4.md"
    assert path.read_bytes() == b"line\nline\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert leftovers(path.parent) == []


def test_an_existing_file_stays_and_the_error_names_it_and_the_way_out(tmp_path: Path) -> None:
    path = write_report("first", tmp_path, "battle", "md")
    with pytest.raises(
        WarbandError, match=r"battle\.md exists already; choose another name, or ask .* overwritten"
    ):
        write_report("second", tmp_path, "battle", "md")
    assert path.read_text() == "first"
    assert leftovers(tmp_path) == []


def test_an_existing_file_is_replaced_when_asked(tmp_path: Path) -> None:
    write_report("first", tmp_path, "battle", "md")
    assert write_report("second", tmp_path, "battle", "md", overwrite=True).read_text() == "second"
    assert [path.name for path in tmp_path.iterdir()] == ["battle.md"]


def test_a_file_that_appears_in_the_meantime_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "battle.md"
    chmod = Path.chmod

    def intrude(path: Path, mode: int) -> None:
        target.write_text("someone else's")
        chmod(path, mode)

    monkeypatch.setattr(Path, "chmod", intrude)
    with pytest.raises(WarbandError, match="exists already"):
        write_report("mine", tmp_path, "battle", "md")
    assert target.read_text() == "someone else's"
    assert leftovers(tmp_path) == []


def test_a_file_system_without_hard_links_works_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert write_report("mine", tmp_path, "battle", "md").read_text() == "mine"
    with pytest.raises(WarbandError, match="exists already"):
        write_report("again", tmp_path, "battle", "md")
    assert leftovers(tmp_path) == []


def test_without_hard_links_a_file_that_appears_in_the_meantime_is_not_replaced_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "battle.md"

    def refuse(*_args: object, **_options: object) -> None:
        target.write_text("someone else's")
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(WarbandError, match="exists already"):
        write_report("mine", tmp_path, "battle", "md")
    assert target.read_text() == "someone else's"
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_link_of_that_name_is_never_followed_out_of_the_folder(tmp_path: Path, overwrite: bool) -> None:
    outside, folder = tmp_path / "outside.md", tmp_path / "reports"
    outside.write_text("precious")
    folder.mkdir()
    (folder / "battle.md").symlink_to(outside)
    if overwrite:
        path = write_report("mine", folder, "battle", "md", overwrite=True)
        assert not path.is_symlink()
    else:
        with pytest.raises(WarbandError, match="exists already"):
            write_report("mine", folder, "battle", "md")
    assert outside.read_text() == "precious"


def test_a_link_to_nowhere_is_not_written_through(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "battle.md").symlink_to(tmp_path / "missing.md")
    with pytest.raises(WarbandError, match="exists already"):
        write_report("mine", folder, "battle", "md")
    assert not (tmp_path / "missing.md").exists()


def test_a_folder_that_is_a_file_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("")
    with pytest.raises(WarbandError, match=r"cannot use .*reports for reports .*choose another folder"):
        write_report("x", tmp_path / "reports", "battle", "md")


def test_a_directory_of_that_name_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "battle.md").mkdir()
    with pytest.raises(WarbandError, match=r"cannot write .*battle\.md"):
        write_report("x", tmp_path, "battle", "md", overwrite=True)
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("extension", ["", ".md", "../md", "m/d", "MD", "a..b"])
def test_an_extension_is_letters_and_digits(tmp_path: Path, extension: str) -> None:
    with pytest.raises(ValueError, match="no file extension"):
        write_report("x", tmp_path, "battle", extension)


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\\x", "C-Windows-x"),
        (".hidden", "hidden"),
        ("..", "report"),
        ("", "report"),
        ("\x1b[2J\n", "2J"),
        ("CON", "report-CON"),
        ("nul.tar", "report-nul.tar"),
        ("COM¹", "report-COM1"),
        ("lpt9", "report-lpt9"),
        ("Conan", "Conan"),
        ("a/\u202eb", "a-b"),
        ("Über Größe 刀", "Über-Größe-刀"),
        ("game 4.", "game-4"),
        ("v1.2", "v1.2"),
    ],
)
def test_names_become_file_names(name: str, stem: str) -> None:
    assert file_stem(name) == stem


@given(st.text(st.characters(exclude_categories=())))
def test_any_name_becomes_a_safe_file_name(name: str) -> None:
    stem = file_stem(name)
    assert 0 < len(stem.encode()) <= 128
    assert stem == Path(stem).name
    assert not set(stem) & set('<>:"/\\|?* \0\n')
    assert stem[0] not in ".-"
    assert stem[-1] != "."
    assert ".." not in stem


def test_a_long_name_is_cut_between_characters() -> None:
    assert file_stem("刀" * 200) == "刀" * 40


@pytest.mark.parametrize("stem", ["battle", "x" * 300, "\u5203" * 100])
def test_a_name_that_is_taken_gets_a_number(tmp_path: Path, stem: str) -> None:
    paths = [write_new(str(n), tmp_path, stem, "md") for n in range(3)]
    assert [path.read_text() for path in paths] == ["0", "1", "2"]
    assert [path.stem[-2:] for path in paths[1:]] == ["-2", "-3"]
