"""Campaigns and warbands as documents: all of it goes out, all of it comes in or nothing does."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.campaign import bog
from tests.campaign.desk import AT, WHO, Table, lay_table
from warband_tui.campaign import transfer_form
from warband_tui.campaign.archiving import archive_battle
from warband_tui.campaign.campaigns import note_campaign
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.hiring import buy, hire
from warband_tui.campaign.play import PlaySession
from warband_tui.campaign.roster_acts import dismiss, note_fighter, rename_fighter
from warband_tui.campaign.roster_sheet import sheet_of
from warband_tui.campaign.rosters import read_roster
from warband_tui.campaign.transfer import BroughtIn, bring_in
from warband_tui.campaign.transfer_form import document_text
from warband_tui.campaign.transfer_out import campaign_document, warband_document, write_document
from warband_tui.campaign.warbands import found_warband, record_payment, undo
from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Join, Lose, Note
from warband_tui.rules.state import Setup, UnitSetup
from warband_tui.store.backup import check
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

HOSTILE = "Grim [/the] Bold <b>=1+1</b>"


def furnish(table: Table) -> None:
    """Fill a campaign with what can be in one: kit, a stash, one dismissed, a breach allowed, battles."""
    pen, warband = table.pen, table.warband
    weyl = hire(pen, warband, "lieutenant", name=HOSTILE).fighter
    second = hire(pen, warband, "lieutenant", name="Second", override="we said so").fighter
    kett = hire(pen, warband, "yeoman", name="Kett").fighter
    assert weyl is not None
    assert second is not None
    assert kett is not None
    buy(pen, warband, "bolt-action-rifle", fighter_id=kett)
    buy(pen, warband, "bolt-action-rifle")
    gone = hire(pen, warband, "yeoman", name="Gone").fighter
    assert gone is not None
    note_fighter(pen, warband, weyl, "Hates dogs.\nOwes Mira a drink.")
    record_payment(pen, warband, {"ducats": 30}, "loot")
    undo(pen, table.campaign, warband)
    found_warband(pen, table.campaign, "Nobody's")
    note_campaign(pen, table.campaign, "Winter of 1914.")
    for name in ("The Ford", "Put away"):
        _play(table, name, (weyl, gone))
    archive_battle(pen.library, 2, True, at=AT)
    dismiss(pen, warband, gone)


def _play(table: Table, name: str, fighters: tuple[int, ...]) -> None:
    plan = replace(bog.setup(2), name=name)
    mine, theirs = plan.sides
    units = tuple(
        replace(unit, fighter=str(fighter)) for unit, fighter in zip(mine.units, fighters, strict=True)
    )
    plan = replace(plan, sides=(replace(mine, warband=str(table.warband), units=units), theirs))
    sides = [NewSide("A", mine.name, mine.player, table.warband), NewSide("B", theirs.name)]
    battles = Battles(table.pen.library)
    kept = battles.begin(
        name, plan.ruleset, "1", msgspec.json.encode(plan), sides, at=AT, campaign_id=table.campaign
    )
    session = PlaySession.open(table.pen.library, kept.id, now=bog.now)
    session.act(Note(text="It rains.\nStill."))
    session.act(Lose(unit="b1", by="a1"))
    session.undo()
    session.redo()


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The document of a furnished campaign."""
    with Library.open(tmp_path_factory.mktemp("there") / "club.db", at=AT) as there:
        # Rows of another campaign come first, so that ids of the library and of the document differ.
        lay_table(there, name="Others")
        table = lay_table(there)
        furnish(table)
        return document_text(campaign_document(there, table.campaign))


@pytest.fixture
def told(text: str) -> dict[str, Any]:
    """The document as values that a test may spoil."""
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def brought(library: Library, document: dict[str, Any] | str | bytes, **how: Any) -> BroughtIn:
    if isinstance(document, dict):
        document = json.dumps(document)
    data = document.encode() if isinstance(document, str) else document
    return bring_in(library, data, "friend.json", who="Jonas", at="2026-04-01T10:00:00+00:00", **how)


def pen_for(library: Library) -> Pen:
    return Pen(library, shelf_beside(library.path), WHO, AT)


def contents(library: Library) -> dict[str, int]:
    tables = ("campaign", "player", "warband", "fighter", "item", "battle", "side", "entry", "ledger")
    return {one: library.rows(f"SELECT count(*) FROM {one}")[0][0] for one in tables}  # noqa: S608 (ours)


def named(library: Library, table: str) -> dict[str, int]:
    return dict(library.rows(f"SELECT name, id FROM {table}"))  # noqa: S608 (ours)


# Out and in again


def test_a_document_that_came_in_goes_out_the_same_with_one_line_more(library: Library, text: str) -> None:
    lay_table(library, name="Here before")
    came = brought(library, text, name="Elsewhere")
    wanted, got = (
        json.loads(one) for one in (text, document_text(campaign_document(library, came.campaign)))
    )
    line = got["ledger"].pop()
    assert (line["what"], line["who"]) == ("campaign.import", "Jonas")
    assert line["why"] == "from friend.json, where it is called Ashen Ridge"
    assert got["campaign"].pop("name") == "Elsewhere"
    assert wanted["campaign"].pop("name") == "Ashen Ridge"
    assert got == wanted
    assert check(library.path) == ()


def test_the_same_campaign_is_written_the_same_each_time(library: Library, text: str) -> None:
    came = brought(library, text)
    first, second = (document_text(campaign_document(library, came.campaign)) for _ in range(2))
    assert first == second
    assert first.isascii()


def test_no_row_id_and_no_public_id_is_in_a_document(table: Table) -> None:
    furnish(table)
    library = table.pen.library
    text = document_text(campaign_document(library, table.campaign))
    for (public,) in library.rows("SELECT public FROM campaign UNION SELECT public FROM battle"):
        assert public not in text
    assert not any(f'"{key}_id"' in text for key in ("campaign", "player", "warband", "fighter", "battle"))


def test_bodies_are_json_and_not_texts(told: dict[str, Any]) -> None:
    note = told["battles"][0]["entries"][0]["entry"]
    assert note["action"] == {"do": "note", "text": "It rains.\nStill."}
    assert told["battles"][0]["setup"]["sides"][0]["units"][0]["fighter"] == "f1"


def test_what_came_in_is_counted(library: Library, text: str) -> None:
    came = brought(library, text)
    assert (came.name, came.called) == ("Ashen Ridge", "")
    assert (came.warbands, came.fighters, came.battles, came.entries) == (2, 3, 2, 8)
    assert contents(library)["ledger"] == came.lines + 1


def test_fighters_of_a_battle_are_those_of_the_new_roster(library: Library, text: str) -> None:
    hire(pen_for(library), lay_table(library, name="Here before").warband, "yeoman", name="Other")
    brought(library, text)
    fighters, warbands = named(library, "fighter"), named(library, "warband")
    setup = msgspec.json.decode(Queries(library).setup(1), type=Setup)
    side = setup.sides[0]
    assert side.warband == str(warbands["Iron Choir"])
    assert side.units[0].fighter == str(fighters[HOSTILE])
    # The dismissed one keeps an id of its own, which names nobody else.
    assert int(side.units[1].fighter) not in fighters.values()


def test_one_who_joined_a_battle_later_is_tied_to_its_new_row_too(library: Library, table: Table) -> None:
    furnish(table)
    kett = named(library, "fighter")["Kett"]
    late = UnitSetup(id="a9", name="Late", fighter=str(kett))
    PlaySession.open(library, 1, now=bog.now).act(Join(side="A", unit=late))
    brought(library, document_text(campaign_document(library, table.campaign)))
    session = PlaySession.open(library, max(named(library, "battle").values()) - 1, now=bog.now)
    last = session.battle.entries[-1]
    new = named(library, "fighter")["Kett"]
    assert new != kett
    assert session.state.unit("a9").fighter == last.action["unit"]["fighter"] == str(new)


def test_a_breach_that_was_allowed_is_still_allowed(library: Library, text: str) -> None:
    hire(pen_for(library), lay_table(library, name="Here before").warband, "yeoman")
    brought(library, text)
    warband = named(library, "warband")["Iron Choir"]
    sheet = sheet_of(read_roster(library, shelf_beside(library.path), warband))
    assert {one.allowed for one in sheet.findings if one.severity == "error" and one.fighter} <= {
        "we said so"
    }
    assert any(one.allowed == "we said so" for one in sheet.findings)


def test_a_battle_that_came_in_is_played_on(library: Library, text: str) -> None:
    brought(library, text)
    session = PlaySession.open(library, named(library, "battle")["The Ford"], now=bog.now)
    assert session.battle.can_undo == 2
    session.undo()
    assert session.state.unit("b1").in_play
    assert Queries(library).battle(named(library, "battle")["Put away"]).archived


# Names


def test_a_campaign_whose_name_is_taken_gets_a_number(library: Library, text: str) -> None:
    names = [brought(library, text).name for _ in range(3)]
    assert names == ["Ashen Ridge", "Ashen Ridge (2)", "Ashen Ridge (3)"]
    assert brought(library, text, name="Ours").name == "Ours"
    assert brought(library, text).called == "Ashen Ridge"


def test_a_hostile_name_comes_in_as_it_is_and_without_what_moves_a_cursor(
    library: Library, told: dict[str, Any]
) -> None:
    told["campaign"]["name"] = f"{HOSTILE}\x1b[31m\u202e\n"
    told["warbands"][0]["fighters"][0]["notes"] = "one\x07\n\u200btwo"
    brought(library, told)
    assert list(named(library, "campaign")) == [f"{HOSTILE}[31m"]
    assert library.rows("SELECT notes FROM fighter WHERE notes <> ''") == [("one\ntwo",)]


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_texts_survive_once_they_are_clean(text: str, name: str, notes: str) -> None:
    told = json.loads(text)
    told["warbands"][0]["name"], told["warbands"][0]["notes"] = name, notes
    once = transfer_form.read_document(json.dumps(told).encode(), "x")
    again = transfer_form.read_document(document_text(once).encode(), "x")
    assert once == again


# Undo


def test_what_a_warband_did_before_is_undone_here_and_ids_of_the_gone_are_kept_free(
    library: Library, text: str
) -> None:
    came = brought(library, text)
    pen, warband = pen_for(library), named(library, "warband")["Iron Choir"]
    new = hire(pen, lay_table(library, name="Others").warband, "yeoman", name="New").fighter
    turned = undo(pen, came.campaign, warband)
    assert turned.text == "Undone: dismissed Gone"
    fighters = named(library, "fighter")
    assert fighters["Gone"] != new
    setup = msgspec.json.decode(Queries(library).setup(1), type=Setup)
    assert setup.sides[0].units[1].fighter == str(fighters["Gone"])


def test_everything_a_warband_did_can_be_taken_back(library: Library, text: str) -> None:
    came = brought(library, text)
    warband = named(library, "warband")["Iron Choir"]
    while Queries(library).undoable(came.campaign, warband).undo is not None:
        undo(pen_for(library), came.campaign, warband)
    assert Queries(library).fighters(warband) == ()


def test_the_campaigns_own_undo_stops_at_the_import(library: Library, text: str) -> None:
    came = brought(library, text)
    with pytest.raises(WarbandError, match="founding is not undone"):
        undo(pen_for(library), came.campaign)


# What does not fit


def _set(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Return what puts a value at a path such as `battles.0.entries.1.entry.seq`; `...` takes it away."""

    def spoil(told: Any) -> None:
        *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
        for step in steps:
            told = told[step]
        if value is ...:
            del told[last]
        else:
            told[last] = value

    return spoil


def _twice(told: dict[str, Any]) -> None:
    entries = told["battles"][0]["entries"]
    entries.insert(1, copy.deepcopy(entries[0]))


def _nested(told: dict[str, Any]) -> None:
    inner: Any = 1
    for _ in range(70):
        inner = [inner]
    told["warbands"][0]["details"]["x"] = inner


FORD = r"battle b1 \(The Ford\)"
FAULTS: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_set("format", "other"), "this is no document of"),
    (_set("version", 2), r"written by a newer program \(version 2, this one knows up to 1\)"),
    (_set("version", "1"), r"\$.version"),
    (_set("campaign", ...), "missing required field `campaign`"),
    (_set("campaign.name", ""), r"\$.campaign.name"),
    (_set("campaign.name", 7), r"Expected `str`, got `int` - at `\$.campaign.name`"),
    (_set("campaign.created", "yesterday"), r"'yesterday' is no time - at `\$.campaign`"),
    (_set("campaign.created", "2026-03-01T19:30:00"), "time without a zone"),
    (_set("campaign.ruleset", "chess"), "no ruleset 'chess' is installed"),
    (_set("campaign.edition", "9"), "has no edition '9'"),
    (_set("campaign.extra", 1), "unknown field `extra`"),
    (_set("players.0.id", "1"), r"\$.players\[0\].id"),
    (_set("warbands.0.player", "p9"), "there is no player p9 in the document"),
    (_set("warbands.0.fighters.1.id", "f1"), "two fighters are called f1"),
    (_set("warbands.0.fighters.0.models", 0), r"\$.warbands\[0\].fighters\[0\].models"),
    (_set("warbands.0.fighters.0.status", "asleep"), "Invalid enum value 'asleep'"),
    (_set("warbands.0.fighters.0.xp", 2**63), r"out of range - at `\$.warbands\[0\].fighters\[0\].xp`"),
    (_set("warbands.0.details.x", 10**30), r"out of range - at `\$.warbands\[0\].details.x`"),
    (_set("warbands.0.details.allowed", 3), r"Iron Choir: its details cannot be read .*\$.allowed"),
    (_set("warbands.0.fighters.0.details.hands", "x"), r"Bold <b>.*: its details cannot be read .*\$.hands"),
    (_set("warbands.0.stash.0.details.id", 5), r"its details cannot be read .*\$.id"),
    (_nested, r"nested deeper than 64 levels - at `\$.warbands\[0\].details.x\[0\]"),
    (_set("ledger.1.seq", 1), "line 2 of the ledger has the number 1"),
    (_set("ledger.1.undoes", 2), "undoes one that is not before it"),
    (_set("ledger.1.battle", "b9"), "line 2 of the ledger: there is no battle b9"),
    (_set("ledger.1.before", {"fighter": {"12": None}}), r"\$.ledger\[1\].before.fighter"),
    (_set("ledger.1.before", {"campaign": {"c2": None}}), r"\$.ledger\[1\].before.campaign"),
    (
        _set("ledger.1.before", {"fighter": {"f1": None}}),
        "line 2 of the ledger tells of other rows",
    ),
    (_set("battles.1.id", "b1"), "two battles are called b1"),
    (_set("battles.0.sides.0.warband", "w9"), f"{FORD}: there is no warband w9"),
    (_set("battles.0.sides.1.key", "A"), f"{FORD}: two sides are called A"),
    (_set("battles.0.ruleset", "trench-crusade"), f"{FORD}, the set-up: cannot be replayed"),
    (_set("battles.0.setup.sides", 3), f"{FORD}, the set-up: cannot be replayed"),
    (_set("battles.0.setup.sides.0.units.0.profile", {"grit": "x"}), f"{FORD}, the set-up: cannot"),
    (_set("battles.0.setup.sides.0.units.0.fighter", "f9"), f"{FORD}: there is no fighter f9"),
    (_set("battles.0.entries.1.at", "noon"), r"\$.battles\[0\].entries\[1\]"),
    (_set("battles.0.entries.1.entry.seq", 1), f"{FORD}, entry 2: cannot be replayed"),
    (_twice, f"{FORD}, entry 2: cannot be replayed .entry 1 follows entry 1"),
    (_set("battles.0.entries.2.entry.count", 9), f"{FORD}, entry 3: .*takes back 9 of 2"),
    (_set("battles.0.entries.1.entry.v", 99), f"{FORD}, entry 2: .*newer program"),
    (_set("battles.0.entries.1.entry.events.0.unit", "zz"), f"{FORD}, entry 2: .*no unit 'zz'"),
    (_set("battles.0.entries.1.entry.events.0.event", "boom"), f"{FORD}, entry 2: cannot be replayed"),
    (_set("battles.0.entries.1.entry.events", {}), f"{FORD}, entry 2: cannot be replayed"),
]


@pytest.mark.parametrize(("spoil", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_a_fault_is_told_in_one_line_and_nothing_comes_in(
    library: Library, told: dict[str, Any], spoil: Callable[[dict[str, Any]], None], said: str
) -> None:
    spoil(told)
    with pytest.raises(WarbandError, match=said) as fault:
        brought(library, told)
    assert str(fault.value).startswith("friend.json: ")
    assert "\n" not in str(fault.value)
    assert not any(contents(library).values())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no whole JSON document"),
        (b"\x00\xff", "no whole JSON document"),
        (b"[]", "this is no document of"),
        (b'"warband-campaign"', "this is no document of"),
        (b'{"format": ["warband-campaign"]}', "this is no document of"),
        (b"[" * 100_000, "nested deeper than 64 levels"),
        (b'{"format": "warband-campaign", "version": 1, "x": 1e999}', "no whole JSON document"),
        (b'{"format": "warband-campaign", "version": 1e30}', r"\$.version"),
        (b'{"format": "warband-campaign", "version": 10000000000000000000000}', "newer program"),
    ],
)
def test_what_is_no_document_is_refused(library: Library, data: bytes, said: str) -> None:
    with pytest.raises(WarbandError, match=said):
        brought(library, data)


def test_a_document_that_is_too_large_is_not_even_read(
    library: Library, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer_form, "MOST_BYTES", len(text) - 1)
    with pytest.raises(WarbandError, match="no campaign is that big"):
        brought(library, text)


@given(st.floats(0, 1, exclude_max=True))
def test_a_document_cut_short_anywhere_is_refused(text: str, share: float) -> None:
    with pytest.raises(WarbandError, match="x: "):
        transfer_form.read_document(text[: int(share * len(text.rstrip()))].encode(), "x")


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def filling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library that takes in whatever the examples of a property bring."""
    with Library.open(tmp_path_factory.mktemp("here") / "club.db", at=AT) as opened:
        yield opened


@given(st.data())
def test_any_value_anywhere_comes_in_or_is_refused_in_one_line(
    filling: Library, text: str, data: st.DataObject
) -> None:
    told = json.loads(text)
    place: Any = told
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(junk)
            break
        place = place[key]
    before = contents(filling)
    refusal = ""
    try:
        brought(filling, json.dumps(told))
    except WarbandError as error:
        refusal = str(error)
    assert "\n" not in refusal
    came = contents(filling)["campaign"] - before["campaign"]
    assert came == (not refusal)
    assert came or contents(filling) == before


def test_a_kill_in_the_middle_leaves_nothing(library: Library, text: str, tmp_path: Path) -> None:
    (tmp_path / "friend.json").write_text(text)
    library.close()
    script = """
import os, sys
from pathlib import Path
from warband_tui.campaign import transfer_rows
from warband_tui.campaign.transfer import bring_in
from warband_tui.store.library import Library
transfer_rows._Writer._reserve = lambda self: os._exit(9)
with Library.open(sys.argv[1], at=sys.argv[3]) as library:
    bring_in(library, Path(sys.argv[2]).read_bytes(), "x", who="me", at=sys.argv[3])
"""
    command = [sys.executable, "-c", script, str(library.path), str(tmp_path / "friend.json"), AT]
    assert subprocess.run(command, timeout=60).returncode == 9
    with Library.open(library.path, at=AT) as opened:
        assert not any(contents(opened).values())
        assert brought(opened, text).name == "Ashen Ridge"


# One warband


def test_a_warband_goes_to_another_campaign_with_its_roster(library: Library, table: Table) -> None:
    furnish(table)
    text = document_text(warband_document(library, table.warband))
    other = lay_table(library, name="Here before")
    came = brought(library, text, into=other.campaign, name="Guests")
    assert (came.campaign, came.called, came.fighters) == (other.campaign, "Iron Choir", 3)
    assert came.warband is not None
    again = json.loads(document_text(warband_document(library, came.warband)))
    assert again["warband"].pop("name") == "Guests"
    wanted = json.loads(text)
    del wanted["warband"]["name"]
    assert again == wanted
    assert [one.name for one in Queries(library).players(other.campaign)] == ["Jonas"]
    assert undo(table.pen, other.campaign, came.warband).text == "Undone: imported Guests"


def test_a_warband_may_found_its_campaign(library: Library, table: Table) -> None:
    came = brought(library, document_text(warband_document(library, table.warband)))
    assert came.name == "Iron Choir: campaign"
    assert came.campaign != table.campaign


def test_a_warband_of_another_game_is_refused(library: Library, table: Table) -> None:
    told = json.loads(document_text(warband_document(library, table.warband)))
    told |= {"ruleset": "bogwater", "edition": "1"}
    before = contents(library)
    with pytest.raises(WarbandError, match="plays bogwater, Ashen Ridge plays trench-crusade"):
        brought(library, told, into=table.campaign)
    assert contents(library) == before


def test_a_whole_campaign_does_not_go_into_another(table: Table, text: str) -> None:
    with pytest.raises(WarbandError, match="leave --into out"):
        brought(table.pen.library, text, into=table.campaign)


# The file


def test_a_document_is_written_whole_and_never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    assert write_document("one", path, overwrite=False) == path
    with pytest.raises(WarbandError, match="add --overwrite"):
        write_document("two", path, overwrite=False)
    assert path.read_text() == "one"
    write_document("three", path, overwrite=True)
    assert path.read_text() == "three"
    assert [one.name for one in tmp_path.iterdir()] == ["club.json"]


def test_a_damaged_entry_is_told_by_battle_and_number(library: Library, table: Table) -> None:
    furnish(table)
    library.rows("UPDATE entry SET body = '{\"events\": 3}' WHERE battle_id = 1 AND seq = 2")
    with pytest.raises(WarbandError, match="The Ford, entry 2: the entry cannot be read"):
        campaign_document(library, table.campaign)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(WarbandError, match="cannot be written"):
        write_document("one", tmp_path / "no" / "club.json", overwrite=False)


def test_an_image_that_is_changed_by_renaming_is_undone_here(library: Library, table: Table) -> None:
    done = hire(table.pen, table.warband, "yeoman", name="Kett")
    assert done.fighter is not None
    rename_fighter(table.pen, table.warband, done.fighter, "Old Kett")
    came = brought(library, document_text(campaign_document(library, table.campaign)))
    warband = max(id_ for (id_,) in library.rows("SELECT id FROM warband"))
    undo(pen_for(library), came.campaign, warband)
    assert [one.name for one in Queries(library).fighters(warband)] == ["Kett"]
    assert table.names() == ["Old Kett"]
