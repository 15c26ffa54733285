"""Whatever bytes come in, the answer is a roster or a refusal; whatever the names, they are shown as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.imports.builders import as_new_recruit_json, as_xml, as_zip, force, roster, sel, stats
from warband_tui.imports.reading import read_roster_bytes
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import ImportedRoster
from warband_tui.imports.roster_json import to_json
from warband_tui.imports.text import clean_text

DATA = Path(__file__).parents[1] / "data" / "rosters"
SAMPLES = sorted(path for path in DATA.rglob("*") if path.suffix in {".ros", ".rosz", ".json"})
STARTS = st.sampled_from(
    [
        b"",
        b"<",
        b"{",
        b"[",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"<roster>",
        b'{"forces":',
    ]
)
XML_TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff"), max_size=60
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["forces", "selections", "costs", "name", "number", "type", "value", "profiles"]),
            inner,
        )
    ),
    max_leaves=25,
)
HOSTILE = [
    "[red]Bob[/red]",
    "[@click=app.quit]x[/]",
    "<b>&amp;",
    '=HYPERLINK("x")',
    "@everyone",
    "../../x",
    "**b**",
    "𝕆da 👩\u200d🚒",
    "%s{0}",
]


def read_or_refuse(data: bytes) -> ImportedRoster | None:
    try:
        return read_roster_bytes(data, "x")
    except ImportRefused as refused:
        message = str(refused)
    if not message.startswith("x: ") or len(message.splitlines()) != 1:
        pytest.fail(f"not one line that names the file: {message!r}")
    return None


@given(STARTS, st.binary(max_size=400))
@example(b"PK\x05\x06", b"\0" * 18)
@example(b"", b"\x00<\x00r")
def test_arbitrary_bytes_are_read_or_refused_and_nothing_else(start: bytes, rest: bytes) -> None:
    read_or_refuse(start + rest)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SAMPLES), st.data())
def test_damaged_files_are_read_or_refused_and_nothing_else(path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(content)))
    imported = read_or_refuse(bytes(content[: end if data.draw(st.booleans()) else len(content)]))
    if imported is not None:
        json.dumps(to_json(imported), allow_nan=False).encode()


@given(JSON_VALUES)
def test_json_of_any_shape_is_read_or_refused_and_nothing_else(value: object) -> None:
    for document in (
        {"forces": value},
        {"roster": value},
        {"roster": {"forces": [{"selections": value}]}},
        value,
    ):
        imported = read_or_refuse(json.dumps(document).encode())
        if imported is not None:
            json.dumps(to_json(imported), allow_nan=False).encode()


@given(XML_TEXT, XML_TEXT)
def test_names_come_through_literally_from_every_packing(kind: str, own: str) -> None:
    tree = roster(
        force(sel(kind, "model", sel(own), customName=own, profiles=(stats(Move=own),)), customName=own)
    )
    for data in (as_xml(tree), as_new_recruit_json(tree), as_zip(("x.ros", as_xml(tree)))):
        entry = read_roster_bytes(data, "x").entries[0]
        assert entry.name == (clean_text(kind) or "(no name)")
        assert entry.custom_name == clean_text(own)
        assert entry.upgrades[0].name == (clean_text(own) or "(no name)")


@pytest.mark.parametrize("name", HOSTILE)
def test_mark_up_formulas_and_mentions_are_only_text(name: str) -> None:
    imported = read_roster_bytes(
        as_xml(roster(force(sel(name, "model", sel(name), customName=name), name=name), name=name)), "x"
    )
    entry = imported.entries[0]
    assert [
        imported.name,
        imported.forces[0].name,
        entry.name,
        entry.custom_name,
        entry.upgrades[0].name,
    ] == [name] * 5


@given(st.text(max_size=30))
def test_control_characters_in_json_names_vanish(name: str) -> None:
    tree = roster(force(sel("Oda", "model", customName=f"{name}\x1b[2J\u202e\n")))
    shown = read_roster_bytes(json.dumps({"roster": tree}).encode(), "x").entries[0].custom_name
    assert not any(char in shown for char in "\x1b\u202e\n\r\0")
    assert shown == clean_text(f"{name}[2J")
