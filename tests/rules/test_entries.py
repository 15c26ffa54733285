"""Entries on disk: the same bytes for the same entry, old versions lifted, bad ones refused in one line."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.trench_crusade.table import NEW, duel
from warband_tui.errors import WarbandError
from warband_tui.rules import entries
from warband_tui.rules.entries import BadEntry, Entry, decode, encode


def played() -> list[Entry]:
    table = duel(NEW, weyl={"blessing": 1}, orm={"blood": 2})
    table.do("turn", dice=[6, 1])
    choices = {"success.blessing": 1, "injury.blood": 1}
    table.do("shoot", "Weyl", target="Orm", dice=[4, 4, 4, 1, 1, 2], choices=choices)
    table.join("A", {"id": "Late", "name": "L\u00e4te", "profile": {"keywords": ["X"]}})
    table.do("move", "Weyl", distance=9, override="wind")
    table.battle.undo()
    table.battle.redo()
    return table.battle.entries


def test_an_entry_read_again_is_the_same_and_so_are_its_bytes() -> None:
    for entry in played():
        body = encode(entry)
        assert decode(body) == entry
        assert encode(decode(body)) == body


def test_every_entry_states_its_version() -> None:
    assert all(msgspec.json.decode(encode(entry))["v"] == entries.VERSION for entry in played())


def test_an_entry_without_a_version_is_of_the_first() -> None:
    assert decode(b'{"seq":1,"text":"old"}').text == "old"


@pytest.fixture
def third_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_1(data: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in data.items() if k != "line"}, "text": data.get("line", "")}

    def from_2(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "text": data["text"].upper()}

    monkeypatch.setattr(entries, "VERSION", 3)
    monkeypatch.setattr(entries, "UPCASTS", {1: from_1, 2: from_2})


@pytest.mark.usefixtures("third_version")
def test_old_entries_are_lifted_step_by_step() -> None:
    assert decode(b'{"seq":1,"line":"he shoots"}') == Entry(1, text="HE SHOOTS")
    assert decode(b'{"seq":1,"line":"he shoots","v":1}') == Entry(1, text="HE SHOOTS")
    assert decode(b'{"seq":1,"text":"he moves","v":2}') == Entry(1, text="HE MOVES")


@pytest.mark.usefixtures("third_version")
def test_new_entries_are_not_lifted() -> None:
    entry = Entry(1, text="he shoots")
    assert msgspec.json.decode(encode(entry))["v"] == 3
    assert decode(encode(entry)) == entry


def test_an_entry_of_a_newer_program_says_so() -> None:
    with pytest.raises(BadEntry, match="newer program"):
        decode(b'{"seq":1,"v":99}')


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b'{"seq":"one"}',
        b'{"seq":1,"v":"x"}',
        b'{"seq":1,"v":null}',
        b'{"seq":1,"v":0}',
        b'{"seq":1,"v":-5}',
        b'{"seq":1,"kind":"dream"}',
        b'{"seq":1,"events":[{"event":"flood"}]}',
        b'{"seq":1,"text":"\xff\xfe"}',
        b'{"seq":1,"action":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001,
    ],
)
def test_what_is_no_entry_is_refused_in_one_line_with_its_place(body: bytes) -> None:
    with pytest.raises(BadEntry) as caught:
        decode(body, "Ashen Ridge, entry 7")
    assert str(caught.value).startswith("Ashen Ridge, entry 7: ")
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60))
def test_no_bytes_whatever_break_the_reader(body: bytes) -> None:
    try:
        decode(body)
    except WarbandError:
        return
