"""From a roster file to a warband of a campaign: what is shown, what is saved, what is not."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

from warband_tui.campaign.archiving import archive_campaign
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.import_preview import faction_of, game_of, id_of
from warband_tui.campaign.importing import (
    LineChoice,
    Target,
    likely_target,
    names_taken,
    preview,
    preview_for,
    save,
    seen_before,
)
from warband_tui.errors import WarbandError
from warband_tui.imports.reading import read_roster
from warband_tui.imports.roster import (
    Cost,
    ImportedEntry,
    ImportedForce,
    ImportedRoster,
    ImportedUpgrade,
    WarbandState,
)
from warband_tui.rules.ruleset import load
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
AT = "2026-11-30T12:00:00+00:00"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "club.db", at=AT) as opened:
        yield opened


@pytest.fixture
def heron() -> ImportedRoster:
    """Fighters, a group, a stash; of a game that nobody has installed."""
    return read_roster(ROSTERS / "heron.rosz")


@pytest.fixture
def companion() -> ImportedRoster:
    """A warband of Trench Crusade with injuries, a dead fighter and a stash."""
    return read_roster(ROSTERS / "trenchcompanion_rawsave.example.json")


def sultans() -> ImportedRoster:
    """Two fighters of a list that Trench Crusade has."""
    alchemist = ImportedEntry(
        "Jabirean Alchemist",
        "model",
        "Iron Sultanate",
        custom_name="Kasim",
        category="Elite",
        models=1,
        costs=(Cost("Ducats", "d", Decimal(165)),),
        stats={"Movement": '6"/Infantry', "Ranged": "+2 Dice", "Melee": "+1 Dice", "Armour": "-2"},
        source_id="k1",
    )
    crew = ImportedEntry("Moon Crew", "unit", "Iron Sultanate", number=1, models_hint=5, source_id="k2")
    return ImportedRoster(
        format="New Recruit",
        name="List 3",
        display_name="Al-Qarn",
        game_system="Trench Crusade",
        source_id="r9",
        forces=(ImportedForce("Warband", catalogue="Iron Sultanate"),),
        entries=(alchemist, crew),
    )


def count(library: Library, table: str) -> int:
    return int(library.rows(f"SELECT count(*) FROM {table}")[0][0])  # noqa: S608


# Which game it is


class Titled:
    """A game, as far as its name goes."""

    def __init__(self, title: str) -> None:
        self.id = self.title = title


GAMES = [Titled(t) for t in ("Trench Crusade", "Middle-earth SBG", "Age of Sigmar")]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Trench Crusade", "Trench Crusade"),
        ("TRENCH  CRUSADE v1.6.3", "Trench Crusade"),
        ("Middle-Earth Strategy Battle Game", "Middle-earth SBG"),
        ("Middle-earth SBG 2018", "Middle-earth SBG"),
        ("Age of Sigmar 4.0", "Age of Sigmar"),
        ("Warhammer Age of Sigmar 3rd Edition", "Age of Sigmar"),
        ("Warhammer Age of Sigmar: Warcry", None),
        ("Trench", None),
        ("Battle Game", None),
        ("4.0", None),
        ("", None),
    ],
)
def test_a_game_is_known_by_the_end_of_its_name(name: str, title: str | None) -> None:
    found = game_of(name, GAMES)  # type: ignore[arg-type]
    assert (found.title if found else None) == title


def test_a_game_that_is_installed_is_found_with_its_default_edition_and_its_list() -> None:
    game = load("trench-crusade")
    shown = preview(sultans())
    assert (shown.ruleset, shown.edition, shown.installed) == ("trench-crusade", game.editions[0].id, True)
    assert shown.faction == "iron-sultanate"
    assert shown.catalogue is not None


@pytest.mark.parametrize(
    ("word", "faction"),
    [
        ("New Antioch", "new-antioch"),
        ("Newantioch", "new-antioch"),
        ("Heretic Legions (beta)", "heretic-legion"),
        ("The Iron Sultanate", "iron-sultanate"),
        ("Procession of the Trench Pilgrims", "trench-pilgrims"),
        ("Rivercompany", ""),
        ("of the", ""),
        ("", ""),
    ],
)
def test_a_list_is_known_by_what_a_roster_calls_it(word: str, faction: str) -> None:
    assert faction_of(load("trench-crusade"), word) == faction


def test_a_game_that_is_not_installed_is_said_and_its_roster_kept_as_text(heron: ImportedRoster) -> None:
    shown = preview(heron)
    assert (shown.ruleset, shown.game, shown.installed) == ("mud-and-brass", "Mud and Brass", False)
    assert shown.faction == "River Companies"
    assert shown.caution == "Mud and Brass is not installed: stats and gear are kept as text"
    assert shown.not_mapped == ()


def test_a_roster_of_another_game_than_the_campaigns_is_warned_about(heron: ImportedRoster) -> None:
    shown = preview(heron, load("trench-crusade"))
    assert shown.caution == "the roster is of Mud and Brass, the campaign plays Trench Crusade"
    assert preview(sultans(), load("trench-crusade")).caution == ""
    nameless = replace(heron, game_system="")
    assert "of a game that it does not name" in preview(nameless, load("trench-crusade")).caution


def test_so_is_one_for_a_campaign_whose_game_is_not_installed(library: Library) -> None:
    campaign = found_campaign(library, "Old", "trench-crusade", "", who="Mira", at=AT)
    with library.transaction() as connection:
        connection.execute("UPDATE campaign SET ruleset = 'lost-game' WHERE id = ?", (campaign,))
    assert "the campaign plays lost-game" in preview_for(library, sultans(), campaign).caution


def test_the_names_of_a_campaigns_warbands_are_known_before_one_more_has_one(library: Library) -> None:
    assert names_taken(library, Target(None, "New")) == frozenset()
    save(library, preview(sultans()), campaign="War", who="Mira", at=AT)
    campaign = Queries(library).campaigns()[0]
    assert names_taken(library, Target(campaign.id, "War")) == {"Al-Qarn"}


def test_what_the_game_has_no_use_for_is_named_with_who_has_it(companion: ImportedRoster) -> None:
    shown = preview(companion)
    assert shown.installed
    assert shown.not_mapped
    for missing in shown.not_mapped:
        assert missing.what
        assert set(missing.who) <= {line.name for line in shown.fighters}


def test_a_number_of_models_that_the_file_does_not_hold_is_a_guess() -> None:
    alchemist, crew = preview(sultans()).lines
    assert (alchemist.models, alchemist.is_guess) == (1, False)
    assert (crew.models, crew.is_guess) == (5, True)


# Saving


def test_a_roster_founds_a_campaign_and_becomes_a_warband_in_one_line_of_the_ledger(library: Library) -> None:
    warband_id = save(library, preview(sultans()), campaign="Desert War", who="Mira", at=AT)
    queries = Queries(library)
    warband = queries.warband(warband_id)
    assert (warband.name, warband.faction, warband.fighters) == ("Al-Qarn", "iron-sultanate", 2)
    campaign = queries.campaign(warband.campaign_id)
    assert (campaign.name, campaign.ruleset) == ("Desert War", "trench-crusade")
    history = queries.history(campaign.id)
    assert [(line.what, line.who, line.subject, line.warband_id) for line in history] == [
        ("warband.import", "Mira", "Al-Qarn", warband_id)
    ]


def test_a_fighter_keeps_its_words_its_cost_and_where_it_came_from(library: Library) -> None:
    warband_id = save(library, preview(sultans()), campaign="Desert War", who="Mira", at=AT)
    kasim, crew = Queries(library).fighters(warband_id)
    assert (kasim.name, kasim.profile_name, kasim.models) == ("Kasim", "Jabirean Alchemist", 1)
    assert kasim.stats["Ranged"] == "+2 Dice"
    assert kasim.details["cost"] == {"ducats": 165}
    assert kasim.details["source_id"] == "k1"
    assert kasim.details["words"]["kind"] == "Jabirean Alchemist"
    assert kasim.details["words"]["heading"] == "Elite"
    assert crew.models == 5


def test_a_campaign_s_marks_come_along(library: Library, companion: ImportedRoster) -> None:
    warband_id = save(library, preview(companion), campaign="Old War", who="Mira", at=AT)
    fighters = Queries(library).fighters(warband_id)
    assert {f.status for f in fighters} == {"active", "dead", "reserve"}
    assert any(f.details.get("injuries") for f in fighters)
    assert any(f.xp for f in fighters)
    assert Queries(library).stash(warband_id)
    assert Queries(library).warband(warband_id).details["unspent"] == {"Ducats": 25, "Glory": 2}


def test_what_lies_in_the_stash_comes_piece_by_piece(library: Library, heron: ImportedRoster) -> None:
    shown = preview(heron)
    warband_id = save(library, shown, campaign="River War", who="Mira", at=AT)
    stash = [line for line in shown.lines if line.use == "stash"]
    wanted = sorted(u.name for line in stash for u in line.entry.upgrades for _ in range(u.number))
    assert sorted(item.name for item in Queries(library).stash(warband_id)) == wanted


def test_pieces_that_were_bought_together_share_their_price(library: Library) -> None:
    bombs = ImportedUpgrade("Grenades", 3, (Cost("Ducats", "d", Decimal(21)),))
    crate = ImportedEntry("Crate", "model", "Iron Sultanate", upgrades=(bombs,), source_id="k3")
    roster = replace(sultans(), entries=(*sultans().entries, crate))
    choices = {2: LineChoice("stash")}
    warband_id = save(library, preview(roster), campaign="War", choices=choices, who="Mira", at=AT)
    assert [one.details["cost"] for one in Queries(library).stash(warband_id)] == [{"ducats": 7}] * 3


def test_the_player_decides_what_a_line_is_and_how_many_models_it_has(library: Library) -> None:
    shown = preview(sultans())
    choices = {0: LineChoice("stash"), 1: LineChoice("fighter", 7)}
    warband_id = save(library, shown, campaign="Desert War", choices=choices, who="Mira", at=AT)
    (crew,) = Queries(library).fighters(warband_id)
    assert (crew.name, crew.models) == ("Moon Crew", 7)
    (thing,) = Queries(library).stash(warband_id)
    assert (thing.name, thing.price, thing.currency) == ("Jabirean Alchemist", 165, "ducats")


def test_a_warband_over_its_list_s_budget_was_hired_with_what_it_costs(library: Library) -> None:
    rich = replace(
        sultans(), entries=(replace(sultans().entries[0], costs=(Cost("Ducats", "d", Decimal(950)),)),)
    )
    warband_id = save(library, preview(rich), campaign="War", who="Mira", at=AT)
    assert Queries(library).warband(warband_id).details["budget"] == {"ducats": 950, "glory": 0}
    poor = save(library, preview(sultans()), campaign="Peace", who="Mira", at=AT)
    assert "budget" not in Queries(library).warband(poor).details


def test_what_a_roster_has_left_to_spend_is_left(library: Library) -> None:
    state = WarbandState(unspent={"Glory Points": Decimal(4)})
    limits = (Cost("Ducats", "d", Decimal(880)),)
    warband_id = save(
        library, preview(replace(sultans(), state=state, limits=limits)), campaign="War", who="Mira", at=AT
    )
    assert Queries(library).warband(warband_id).details["budget"] == {"ducats": 880, "glory": 4}


def test_lines_left_out_are_remembered_by_name(library: Library) -> None:
    choices = {1: LineChoice("out")}
    warband_id = save(library, preview(sultans()), campaign="War", choices=choices, who="Mira", at=AT)
    assert Queries(library).warband(warband_id).details["imported"]["left_out"] == ["Moon Crew"]


def test_a_player_of_the_campaign_is_found_by_name_whatever_its_case(library: Library) -> None:
    first = save(library, preview(sultans()), campaign="War", player="Jonas", who="Mira", at=AT)
    campaign = Queries(library).warband(first).campaign_id
    save(library, preview(sultans()), campaign=campaign, name="Two", player=" jonas ", who="Mira", at=AT)
    assert [(p.name, p.warbands) for p in Queries(library).players(campaign)] == [("Jonas", 2)]


def test_an_import_into_a_campaign_can_be_undone_and_redone(library: Library) -> None:
    campaign = found_campaign(library, "War", "trench-crusade", "", who="Mira", at=AT)
    save(library, preview(sultans()), campaign=campaign, who="Mira", at=AT)
    library.undo_last(campaign, who="Mira", at=AT)
    assert (count(library, "warband"), count(library, "fighter"), count(library, "item")) == (0, 0, 0)
    library.redo_last(campaign, who="Mira", at=AT)
    assert (count(library, "warband"), count(library, "fighter")) == (1, 2)


@pytest.mark.parametrize("campaign", [77, "", "  "])
def test_an_import_that_fails_saves_nothing(library: Library, campaign: int | str) -> None:
    with pytest.raises(WarbandError):
        save(library, preview(sultans()), campaign=campaign, who="Mira", at=AT)
    assert [count(library, t) for t in ("campaign", "warband", "fighter", "ledger")] == [0, 0, 0, 0]


def test_an_import_without_a_fighter_saves_nothing(library: Library) -> None:
    choices = {0: LineChoice("out"), 1: LineChoice("stash")}
    with pytest.raises(WarbandError, match="no fighter"):
        save(library, preview(sultans()), campaign="War", choices=choices, who="Mira", at=AT)
    assert [count(library, t) for t in ("campaign", "warband", "item", "ledger")] == [0, 0, 0, 0]


def test_a_failure_in_the_middle_leaves_no_campaign_behind(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise WarbandError("the disk is full")

    monkeypatch.setattr("warband_tui.campaign.importing._fighter", fail)
    with pytest.raises(WarbandError, match="the disk is full"):
        save(library, preview(sultans()), campaign="War", who="Mira", at=AT)
    assert [count(library, t) for t in ("campaign", "warband", "fighter", "ledger")] == [0, 0, 0, 0]


# The same roster again


def test_a_roster_read_again_is_recognised_and_saved_as_a_second_warband(library: Library) -> None:
    assert seen_before(library, sultans()) == ()
    first = save(library, preview(sultans()), campaign="War", who="Mira", at=AT)
    (seen,) = seen_before(library, sultans())
    assert (seen.warband_id, seen.name, seen.campaign, seen.same) == (first, "Al-Qarn", "War", 2)
    second = save(library, preview(sultans()), campaign="Another", who="Mira", at=AT)
    assert second != first
    assert count(library, "fighter") == 4


def test_another_roster_is_not_taken_for_one_that_is_here(library: Library, heron: ImportedRoster) -> None:
    save(library, preview(sultans()), campaign="War", who="Mira", at=AT)
    assert seen_before(library, heron) == ()


def test_a_roster_goes_to_the_busiest_campaign_of_its_game_else_to_a_new_one(library: Library) -> None:
    shown = preview(sultans())
    assert likely_target(library, shown) == Target(None, "Al-Qarn: campaign")
    found_campaign(library, "Old", "trench-crusade", "", who="Mira", at="2026-01-01T00:00:00+00:00")
    busy = found_campaign(library, "Busy", "trench-crusade", "", who="Mira", at=AT)
    archived = found_campaign(library, "Away", "trench-crusade", "", who="Mira", at=AT)
    archive_campaign(library, archived, True, who="Mira", at="2026-12-01T00:00:00+00:00")
    assert likely_target(library, shown) == Target(busy, "Busy")


def test_the_id_of_a_game_that_is_not_installed_is_made_of_its_name() -> None:
    assert id_of("Warhammer 40,000: Kill Team (2021)") == "warhammer-40-000-kill-team-2021"
    assert id_of("") == "unknown"


@pytest.mark.parametrize(("name", "said"), [("x" * 201, "200 letters at most"), ("\u200b", "is needed")])
def test_a_warbands_name_is_checked_as_anywhere_else(
    library: Library, heron: ImportedRoster, name: str, said: str
) -> None:
    with pytest.raises(WarbandError, match=f"a name for the warband .*{said}"):
        save(library, preview(heron), campaign="Ridge", name=name, who="me", at=AT)
    assert Queries(library).campaigns() == ()
