"""The one door for campaign writes: one block, one transaction, one line of the ledger."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from sqlmodel import select

from tests.store import acts
from tests.store.acts import AT, WHO
from warband_tui.errors import WarbandError
from warband_tui.store.backup import check
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.tables import Battle, Campaign, Fighter, Item, Warband

HOSTILE = [
    "[red]Grim[/red] [/the] Bold",
    "[@click=app.quit]x[/]",
    "Robert'); DROP TABLE fighter;--",
    "=cmd|' /C calc'!A0",
    "<script>alert(1)</script>",
    "@everyone",
    "\x1b[2J\x07\x00 and on",
    "\u202egnol\u202c 𝔊𝔯𝔦𝔪 👩‍🚀 e\u0301",
    "../../etc/passwd",
    "%s %(name)s {name} :name ?",
    "",
    "x" * 100_000,
]


@pytest.fixture
def campaign(library: Library) -> int:
    return acts.found_campaign(library)


@pytest.fixture
def warband(library: Library, campaign: int) -> int:
    return acts.found_warband(library, campaign)


def _lines(library: Library) -> int:
    return int(library.rows("SELECT count(*) FROM ledger")[0][0])


def test_a_hire_is_a_row_and_a_line_that_tells_who_what_when_and_why(
    library: Library, campaign: int, warband: int
) -> None:
    command = Command("fighter.hire", WHO, AT, campaign, warband, "Agathe", why="the old one died")
    with library.work(command) as work:
        fighter = work.add(Fighter(warband_id=warband, name="Agathe", stats={"ranged": 2}))
    line = Queries(library).history(campaign)[-1]
    assert (line.who, line.at, line.what, line.subject, line.why) == (
        WHO,
        AT,
        "fighter.hire",
        "Agathe",
        "the old one died",
    )
    assert line.seq == work.line
    change = Queries(library).change(campaign, line.seq)
    assert change.before == {"fighter": {str(fighter.id): None}}
    after = change.after["fighter"][str(fighter.id)]
    assert after is not None
    assert (after["name"], after["stats"], after["warband_id"]) == ("Agathe", {"ranged": 2}, warband)


def test_an_edit_keeps_the_row_before_and_after(library: Library, campaign: int, warband: int) -> None:
    fighter = acts.hire(library, campaign, warband, xp=1)
    acts.edit_fighter(library, campaign, warband, fighter, xp=4, name="Agathe the Red")
    change = Queries(library).change(campaign, _lines(library))
    before, after = change.before["fighter"][str(fighter)], change.after["fighter"][str(fighter)]
    assert before is not None
    assert after is not None
    assert {key: (before[key], after[key]) for key in before if before[key] != after[key]} == {
        "name": ("Agathe", "Agathe the Red"),
        "xp": (1, 4),
    }


def test_several_rows_of_one_block_are_one_line(library: Library, campaign: int, warband: int) -> None:
    lines = _lines(library)
    with library.work(Command("roster.import", WHO, AT, campaign, warband)) as work:
        fighter = work.add(Fighter(warband_id=warband, name="a"))
        work.add(Item(warband_id=warband, fighter_id=fighter.id, name="rifle"))
        work.get(Warband, warband).notes = "imported"
    assert _lines(library) == lines + 1
    assert set(Queries(library).change(campaign, lines + 1).after) == {"fighter", "item", "warband"}


def test_an_exception_in_the_block_leaves_everything_as_it_was(
    library: Library, campaign: int, warband: int
) -> None:
    before, lines = acts.dump(library), _lines(library)

    def hire_beyond_means() -> None:
        with library.work(Command("fighter.hire", WHO, AT, campaign, warband)) as work:
            work.add(Fighter(warband_id=warband, name="a"))
            work.get(Warband, warband).name = "other"
            raise WarbandError("too dear")

    with pytest.raises(WarbandError, match="too dear"):
        hire_beyond_means()
    assert acts.dump(library) == before
    assert _lines(library) == lines


@pytest.mark.parametrize(
    "columns",
    [
        {"status": "asleep"},
        {"models": 0},
        {"warband_id": 99},
        {"name": None},
        {"name": "\ud800"},
        {"xp": 2**70},
        {"details": {"points": float("nan")}},
        {"details": {"name": "\ud800"}},
    ],
)
def test_a_row_that_cannot_be_is_refused_as_a_whole_in_one_line(
    library: Library, campaign: int, warband: int, columns: dict[str, Any]
) -> None:
    before, lines = acts.dump(library), _lines(library)

    def hire() -> None:
        with library.work(Command("fighter.hire", WHO, AT, campaign, warband, "A\nb")) as work:
            work.get(Warband, warband).name = "other"
            work.add(Fighter(**{"warband_id": warband, "name": "a", **columns}))

    with pytest.raises(WarbandError, match="nothing was changed") as refused:
        hire()
    assert "\n" not in str(refused.value)
    assert acts.dump(library) == before
    assert _lines(library) == lines


def test_a_warband_with_fighters_or_battles_behind_it_cannot_be_removed(
    library: Library, campaign: int, warband: int
) -> None:
    sides = [NewSide("A", "Iron Choir", "", warband)]
    Battles(library).begin("b", "some-game", "1", b"", sides, at=AT, campaign_id=campaign)
    with (
        pytest.raises(WarbandError, match="FOREIGN KEY"),
        library.work(Command("warband.remove", WHO, AT, campaign)) as work,
    ):
        work.remove(work.get(Warband, warband))
    assert Queries(library).warband(warband).name == "Iron Choir"


def test_a_block_that_changes_nothing_writes_no_line_unless_asked_to(library: Library, campaign: int) -> None:
    lines = _lines(library)
    with library.work(Command("campaign.rename", WHO, AT, campaign)) as work:
        work.get(Campaign, campaign).name = "Ashen Ridge"
    assert (work.line, _lines(library)) == (None, lines)
    with library.work(
        Command("explore", WHO, AT, campaign, subject="found nothing", keep_empty=True)
    ) as work:
        pass
    assert (work.line, _lines(library)) == (lines + 1, lines + 1)


def test_a_change_deep_inside_json_is_noticed(library: Library, campaign: int, warband: int) -> None:
    acts.note(library, campaign, warband, "glory", [1])
    with library.work(Command("warband.note", WHO, AT, campaign, warband)) as work:
        work.get(Warband, warband).details["notes"]["glory"].append(2)
    assert Queries(library).warband(warband).details == {"notes": {"glory": [1, 2]}}
    acts.undo(library, campaign)
    assert Queries(library).warband(warband).details == {"notes": {"glory": [1]}}


@pytest.mark.parametrize("value", [float("inf"), "\udfff"])
def test_a_value_set_in_place_that_json_cannot_hold_is_refused(
    library: Library, campaign: int, warband: int, value: object
) -> None:
    before = acts.dump(library)
    with pytest.raises(WarbandError, match="cannot be kept"):
        acts.note(library, campaign, warband, "glory", value)
    assert acts.dump(library) == before


def test_a_query_in_a_block_sees_what_the_block_changed(
    library: Library, campaign: int, warband: int
) -> None:
    fighter = acts.hire(library, campaign, warband)
    with library.work(Command("fighter.retire", WHO, AT, campaign, warband)) as work:
        work.get(Fighter, fighter).status = "retired"
        assert len(work.all(select(Fighter).where(Fighter.status == "retired"))) == 1


def test_a_row_that_does_not_exist_is_refused(library: Library, campaign: int) -> None:
    with pytest.raises(WarbandError, match="no fighter 99"):
        acts.edit_fighter(library, campaign, 1, 99, xp=1)


def test_battles_have_their_own_door(library: Library, campaign: int, battle_id: int) -> None:
    with (
        pytest.raises(TypeError, match="battle"),
        library.work(Command("battle.rename", WHO, AT, campaign)) as work,
    ):
        work.get(Battle, battle_id).name = "other"
    assert Queries(library).battle(battle_id).name == "Ashen Ridge"


def test_a_line_without_a_campaign_is_refused(library: Library) -> None:
    with (
        pytest.raises(WarbandError, match="no campaign"),
        library.work(Command("explore", WHO, AT, None, keep_empty=True)),
    ):
        pass


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_text_is_kept_literally(library: Library, campaign: int, warband: int, text: str) -> None:
    fighter = acts.hire(
        library, campaign, warband, text, notes=text, keywords=[text], details={text: {"deep": text}}
    )
    (view,) = Queries(library).fighters(warband)
    assert (view.id, view.name, view.notes, view.keywords) == (fighter, text, text, (text,))
    assert view.details == {text: {"deep": text}}
    assert Queries(library).history(campaign)[-1].subject == text
    acts.edit_fighter(library, campaign, warband, fighter, name="other")
    acts.undo(library, campaign)
    assert Queries(library).fighters(warband) == (view,)


def test_numbers_of_any_size_are_kept_in_details(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband, details={"big": 2**63 - 1, "small": -0.5, "huge": 1e300})
    assert Queries(library).fighters(warband)[0].details == {"big": 2**63 - 1, "small": -0.5, "huge": 1e300}


def test_campaigns_get_short_ids_that_are_no_numbers(library: Library) -> None:
    ids = set()
    for _ in range(5):
        with library.work(Command("campaign.found", WHO, AT, None)) as work:
            row = work.add(Campaign(name="C", ruleset="some-game", edition="1", created=AT))
        assert Queries(library).find_campaign(row.public) == row.id
        ids.add(row.public)
    assert len(ids) == 5
    assert all(len(public) == 6 and not public.isdecimal() for public in ids)


def test_a_taken_public_id_is_refused(library: Library, campaign: int) -> None:
    with pytest.raises(WarbandError, match="UNIQUE"):
        acts.found_campaign(library, "Second", "kfq2mz")


def test_writes_from_several_threads_follow_each_other(library: Library, campaign: int, warband: int) -> None:
    threads = [
        threading.Thread(target=acts.hire, args=(library, campaign, warband, f"f{number}"))
        for number in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(view.name for view in Queries(library).fighters(warband)) == [f"f{n}" for n in range(6)]
    assert check(library.path) == ()
