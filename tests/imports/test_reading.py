"""Telling formats apart by content, and refusing the rest with a line that helps."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.imports.builders import as_new_recruit_json, as_xml, as_zip, cost, force, roster, sel, stats
from warband_tui.errors import WarbandError
from warband_tui.imports.limits import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_ELEMENTS,
    MAX_JSON_BYTES,
    MAX_MEMBERS,
    MAX_SELECTIONS,
)
from warband_tui.imports.reading import read_roster, read_roster_bytes
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster_json import to_json

DATA = Path(__file__).parents[1] / "data" / "rosters"
HOSTILE = DATA / "hostile"
XML = as_xml(roster(force(sel("Captain", "model", costs=60, profiles=(stats(),)))))
HERONS = ("heron.ros", "heron.rosz", "heron_plain_but_named.rosz", "heron_bom.ros", "heron_utf16.ros", "heron_nr.ros", "heron_nr.json")  # fmt: skip


def refusal(data: bytes, name: str = "list.ros") -> str:
    with pytest.raises(ImportRefused) as caught:
        read_roster_bytes(data, name)
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert len(message.splitlines()) == 1
    assert isinstance(caught.value, WarbandError)
    return message


def without_ids(value: object) -> object:
    """Leaves out the programs' own ids, which are not the same from one to the next."""
    if isinstance(value, dict):
        return {key: without_ids(inner) for key, inner in value.items() if key != "id"}
    return [without_ids(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", HERONS)
def test_one_roster_reads_the_same_from_every_program_encoding_and_packing(name: str) -> None:
    assert without_ids(to_json(read_roster(DATA / name))["entries"]) == without_ids(
        to_json(read_roster(DATA / "heron.ros"))["entries"]
    )


@pytest.mark.parametrize("encode", [as_xml, as_new_recruit_json])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings_are_told_by_content(encode, codec: str) -> None:  # type: ignore[no-untyped-def]
    text = encode(roster(force(sel("Kardûsh ⚔ 👍", "model")))).decode()
    assert read_roster_bytes(text.encode(codec), "x").entries[0].name == "Kardûsh ⚔ 👍"


def test_a_declared_latin_encoding_is_followed() -> None:
    text = XML.decode().replace("UTF-8", "ISO-8859-1").replace("Captain", "Grishnák")
    assert read_roster_bytes(text.encode("latin-1"), "x").entries[0].name == "Grishnák"


def test_white_space_before_the_content_does_no_harm() -> None:
    assert read_roster_bytes(b"\r\n  " + XML, "x").entries
    assert read_roster_bytes(b"\n\n" + as_new_recruit_json(roster(force(sel("Oda", "model")))), "x").entries


@pytest.mark.parametrize(
    ("mark", "name"), [({}, "BattleScribe"), ({"generatedBy": "https://newrecruit.eu"}, "New Recruit")]
)
def test_the_writer_is_told_by_its_mark(mark: dict[str, str], name: str) -> None:
    assert read_roster_bytes(as_xml(roster(force(sel("Oda", "model")), **mark)), "x").format == name


def test_the_name_inside_an_archive_is_never_used() -> None:
    assert read_roster(HOSTILE / "traversal.rosz").name == "The Heron Company"
    assert not (DATA.parent.parent / "evil.ros").exists()


def test_a_mac_archives_second_file_is_passed_over() -> None:
    assert len(read_roster(HOSTILE / "extra_mac_entry.rosz").entries) == 8


def test_a_roster_is_preferred_to_other_files_in_the_archive() -> None:
    assert read_roster_bytes(as_zip(("readme.txt", b"hello"), ("a.ROS", XML)), "x").entries


def test_an_archive_of_json_is_read_too() -> None:
    assert read_roster_bytes(
        as_zip(("a.json", as_new_recruit_json(roster(force(sel("Oda", "model")))))), "x"
    ).entries


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("catalogue_inside.rosz", "game catalogue, not a roster"),
        ("empty.rosz", "archive is empty"),
        ("entity_expansion.ros", "DOCTYPE"),
        ("external_entity.ros", "DOCTYPE"),
        ("html_error_page.ros", "web page saved instead of a file"),
        ("lying_size.rosz", "cut short or damaged"),
        ("truncated.rosz", "cut short or damaged"),
        ("two_entries.rosz", r"holds 2 rosters \(a.ros, b.ros\)"),
    ],
)
def test_hostile_and_broken_files_are_refused_with_a_reason(name: str, says: str) -> None:
    with pytest.raises(ImportRefused, match=says):
        read_roster(HOSTILE / name)


def test_numbers_out_of_bounds_are_cut_and_told() -> None:
    imported = read_roster(HOSTILE / "huge_number.ros")
    assert (imported.entries[0].number, imported.entries[0].costs) == (999, ())
    assert [f.message for f in imported.findings if f.severity == "warning"][:2] == [
        "the number 99999999999 is out of bounds; taken as 999",
        "the cost NaN is not a sensible number; left out",
    ]


@pytest.mark.parametrize(
    "value", ["Infinity", "-inf", "1e999999", "1e7", "sNaN", "12,5", "٣٣٣٣٣٣٣٣٣", "0x10", ""]
)
def test_senseless_costs_are_left_out(value: str) -> None:
    data = as_xml(roster(force(sel("Oda", "model", costs=cost(value)))))
    assert read_roster_bytes(data, "x").entries[0].costs == ()


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = as_zip(("a.ros", b'<roster name="' + b" " * 60_000_000 + b'"/>'))
    assert len(bomb) < 100_000
    assert "200 times its size" in refusal(bomb)


def test_more_than_the_cap_is_refused_whatever_the_ratio() -> None:
    noise = bytes(range(256)) * (MAX_BYTES // 256 + 256)
    assert "MB" in refusal(noise)
    assert "16 MB" in refusal(as_zip(*[("a.ros", noise)], method=zipfile.ZIP_STORED))


def test_a_small_repetitive_roster_is_no_bomb() -> None:
    hounds = roster(force(*[sel("Hound", "model", id="x") for _ in range(900)]))
    data = as_zip(("a.ros", as_xml(hounds)))
    assert len(read_roster_bytes(data, "x").entries) == 900


def test_an_archive_of_many_files_is_refused() -> None:
    files = [(f"{number}.ros", b"") for number in range(MAX_MEMBERS + 1)]
    assert f"more than {MAX_MEMBERS} files" in refusal(as_zip(*files))


def test_an_archive_within_an_archive_is_refused() -> None:
    assert "another archive" in refusal(as_zip(("a.ros", as_zip(("b.ros", XML)))))


def test_a_password_is_told() -> None:
    data = bytearray(as_zip(("a.ros", XML)))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "password" in refusal(bytes(data))


def test_an_unusual_packing_is_refused() -> None:
    assert "kind of packing" in refusal(as_zip(("a.ros", XML), method=zipfile.ZIP_LZMA))


@pytest.mark.parametrize("levels", [MAX_DEPTH, 20_000])
def test_deep_nesting_is_refused(levels: int) -> None:
    opening = b'<selection name="a" type="upgrade" number="1"><selections>' * levels
    closing = b"</selections></selection>" * levels
    data = b'<roster name="deep"><forces><force name="f"><selections>' + opening + closing
    assert f"deeper than {MAX_DEPTH} levels" in refusal(data + b"</selections></force></forces></roster>")


def test_deep_json_is_refused() -> None:
    node: dict[str, object] = sel("bottom", "model")
    for _ in range(MAX_DEPTH):
        node = {"name": "a", "selections": [node]}
    assert f"deeper than {MAX_DEPTH} levels" in refusal(
        json.dumps({"forces": [{"selections": [node]}]}).encode()
    )
    assert f"deeper than {MAX_DEPTH} levels" in refusal(b'{"forces":' * 9_000)


def test_too_many_elements_or_selections_are_refused() -> None:
    inside = b"<roster><forces><force><selections>%s</selections></force></forces></roster>"
    assert f"more than {MAX_ELEMENTS} elements" in refusal(inside % (b"<a/>" * MAX_ELEMENTS))
    assert f"more than {MAX_SELECTIONS} selections" in refusal(
        inside % (b"<selection/>" * (MAX_SELECTIONS + 1))
    )
    tops = [{"name": "a"}] * (MAX_SELECTIONS + 1)
    assert f"more than {MAX_SELECTIONS} selections" in refusal(
        json.dumps({"forces": [{"selections": tops}]}).encode()
    )


@pytest.mark.parametrize("pattern", [b'<roster name="%s"/>', b"<roster><!--%s--></roster>"])
def test_a_value_without_end_is_refused(pattern: bytes) -> None:
    assert "over 1 MB" in refusal(pattern % (b"a" * 3_000_000))


def test_large_json_is_refused() -> None:
    assert "MB" in refusal(b'{"roster":"' + b"a" * MAX_JSON_BYTES + b'"}')
    assert "more values" in refusal(b"[" + b"1," * 300_000 + b"1]")
    assert "number of 5000 digits" in refusal(b'{"forces":' + b"9" * 5_000 + b"}")
    assert "NaN" in refusal(b'{"forces":NaN}')


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b" \n\0 ", "the file is empty"),
        (b"\xff\xfe", "the file is empty"),
        (b"hello", "this is not a roster"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"%PDF-1.7", "picture or a PDF"),
        (b"SQLite format 3\0", "database"),
        (b"# ++ Army Roster ++ [1985 pts]\n", "list as text"),
        (b"Boop (1985 points)\n\nCharacters\n\n10x Name (65 pts)", "list as text"),
        (b"## Heron Company ##\nFaction: River", "list as text"),
        (b"<!DOCTYPE html><html></html>", "web page"),
        (b"  \n<html lang='en'>", "web page"),
        (b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'><html/>", "web page"),
        (b"<catalogue xmlns='http://www.battlescribe.net/schema/catalogueSchema'/>", "game catalogue"),
        (b"<gameSystem/>", "game catalogue"),
        (b"<dataIndex/>", "index of game data"),
        (b"<roster xmlns='http://example.org/duty'/>", "not a roster: its first element is <roster>"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture"),
        (b"<note>hello</note>", "not a roster: its first element is <note>"),
        (b"<roster><forces>", "XML is broken at line 1, column 17"),
        (b"<roster name='&boo;'/>", "XML is broken"),
        (b"<?xml version='1.0' encoding='klingon'?><roster/>", "encoding"),
        (b"\xff\xfe<\0r\0o", "cut short or damaged"),
        (b"{", "JSON is broken at line 1"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b"[]", "this is not a roster"),
        (b"[1, 2]", "this is not a roster"),
        (b'{"a": 1}', "this is not a roster"),
        (b'{"army": {"options": []}}', "share link payload"),
        (b'{"option_id": "x", "options": [], "amount": 1}', "share link payload"),
        (b'{"catalogue": {"id": "x"}}', "game catalogue"),
        (b'{"gameSystem": {}}', "game catalogue"),
        (b'{"rulebook": {}}', "Rosterizer"),
        (b'{"Members": [], "Armoury": []}', "old Compendium save"),
        (b'{"gangs": [], "territories": []}', "campaign's export"),
        (b'{"roster": {}}', "holds no fighters"),
        (b'{"roster": [1]}', "holds no fighters"),
        (b'{"forces": []}', "holds no fighters"),
        (b'{"warband_data": "{}"}', "holds no fighters"),
        (b'{"warband_data": "[]"}', "holds no warband"),
        (b'{"warband_data": 3}', "holds no warband"),
        (b'{"warband_data": "nonsense"}', "JSON is broken"),
        (b'{"warband-name": "x", "models": []}', "holds no fighters"),
        (b'{"metadata": {}, "warbands": [{"hero": null, "units": []}]}', "holds no models"),
        (b'{"gang": {"gangers": []}}', "holds no fighters"),
    ],
)
def test_what_is_not_a_roster_is_refused_with_what_it_is(data: bytes, says: str) -> None:
    assert says in refusal(data)


def test_a_roster_whose_notes_speak_of_html_is_no_web_page() -> None:
    data = XML.replace(b"<forces>", b"<customNotes><![CDATA[<html>]]></customNotes><forces>", 1)
    assert read_roster_bytes(data, "x").notes == "<html>"


def test_missing_files_folders_and_impossible_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match=r"gone.ros: there is no such file"):
        read_roster(tmp_path / "gone.ros")
    with pytest.raises(ImportRefused, match="this is a folder"):
        read_roster(tmp_path)
    with pytest.raises(ImportRefused):
        read_roster(tmp_path / "nul\0l.ros")
    with pytest.raises(ImportRefused):
        read_roster(tmp_path / ("x" * 5_000))


def test_a_files_name_cannot_colour_or_break_the_message(tmp_path: Path) -> None:
    path = tmp_path / "evil\x1b[31m\nname.ros"
    path.write_bytes(b"no")
    with pytest.raises(ImportRefused) as caught:
        read_roster(path)
    assert str(caught.value).startswith("evil[31m name.ros: this is not a roster")
