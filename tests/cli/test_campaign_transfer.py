"""Standings, carrying campaigns and warbands, and the player's own lists, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Caller
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.sample import lay_out
from warband_tui.store.backup import backup
from warband_tui.store.library import Library

AT = "2026-01-02T03:04:05+00:00"
OWN = """
id = "ash"
title = "Ash Walkers"
ruleset = "trench-crusade"
extends = ["trench-crusade.rules"]

[[profiles]]
id = "walker"
name = "Walker"
cost = { ducats = 40 }
"""


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with the sample campaign, laid out once."""
    path = tmp_path_factory.mktemp("sample") / "library.db"
    with Library.open(path, at=AT) as library:
        lay_out(Pen(library, shelf_beside(path), "me", AT))
    return path


@pytest.fixture
def sample(cli: Caller, laid_out: Path) -> Caller:
    backup(laid_out, cli.library)
    return cli


@pytest.fixture
def carried(sample: Caller, tmp_path: Path) -> Path:
    """The sample campaign as a file."""
    path = tmp_path / "ridge.json"
    assert sample("campaign", "export", "1", "--out", str(path)).code == 0
    return path


class TestStandings:
    def test_the_winner_of_the_sample_leads_the_table(self, sample: Caller) -> None:
        found = sample("campaign", "standings", "1", "--json").data
        first, second = found["warbands"]
        assert (first["won"], first["lost"], first["unfinished"]) == (1, 0, 1)
        assert (second["won"], second["lost"]) == (0, 1)
        assert first["points"][0]["scored"] == second["points"][0]["conceded"]
        assert first["cost"]
        assert found["most_feared"][0]["taken_out"] >= 1

    def test_the_table_is_read_by_people(self, sample: Caller) -> None:
        out = sample("campaign", "standings", "1").out
        found = sample("campaign", "standings", "1", "--json").data
        for one in (*found["warbands"], found["most_feared"][0], found["unluckiest"][0]):
            assert one["name"] in out
        assert "VP" in out
        assert "most feared" in out

    def test_a_campaign_without_warbands_says_so(self, cli: Caller) -> None:
        cli("campaign", "new", "Mud", "--ruleset", "bogwater")
        assert cli("campaign", "standings", "Mud").out == "Mud\n\nNo warbands yet.\n"

    def test_a_battle_that_is_left_out_is_told(self, sample: Caller) -> None:
        with Library.open(sample.library, at=AT) as library:
            library.rows("UPDATE entry SET body = 'x' WHERE battle_id = 1 AND seq = 1")
        assert "(number 1) is not counted: entry 1" in sample("campaign", "standings", "1").out


class TestExport:
    def test_standard_output_and_the_file_hold_the_same_document(self, sample: Caller, carried: Path) -> None:
        assert sample("campaign", "export", "1").out == carried.read_text(encoding="utf-8")
        assert json.loads(carried.read_text())["format"] == "warband-campaign"

    def test_nothing_is_overwritten_without_force(self, sample: Caller, carried: Path) -> None:
        carried.write_text("mine")
        done = sample("campaign", "export", "1", "--out", str(carried))
        assert (done.code, done.out) == (1, "")
        assert "exists already; name another file, or add --overwrite" in done.err
        assert carried.read_text() == "mine"
        done = sample("campaign", "export", "1", "--out", str(carried), "--overwrite", "--json")
        assert done.data == {"format": "warband-campaign", "version": 1, "path": str(carried)}
        assert carried.read_text() != "mine"


class TestImport:
    def test_a_campaign_comes_in_beside_and_says_how_it_is_called(
        self, sample: Caller, carried: Path
    ) -> None:
        out = sample("campaign", "import", str(carried)).out
        assert out.startswith("Brought in Ashen Ridge (2) (number 2)\n")
        assert "There is a campaign Ashen Ridge already" in out
        assert "Acts of each warband can be undone as before" in out
        assert len(sample("battle", "list", "--in", "Ashen Ridge (2)", "--json").data) == 2

    def test_json_tells_what_came_in(self, sample: Caller, carried: Path) -> None:
        told = sample("campaign", "import", str(carried), "--as", "Ours", "--json").data
        assert (told["name"], told["called"], told["battles"]) == ("Ours", "Ashen Ridge", 2)
        wanted = sample("campaign", "standings", "1", "--json").data["warbands"]
        got = sample("campaign", "standings", "Ours", "--json").data["warbands"]
        assert [one | {"id": 0} for one in got] == [one | {"id": 0} for one in wanted]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{", "is no whole JSON document"),
            ('{"format": "warband-campaign", "version": 9}', "written by a newer program"),
            ('{"format": "warband-campaign", "version": 1}', "missing required field `campaign`"),
            ("{}", "rosters of other programs come in with `warband-tui import`"),
        ],
    )
    def test_refusals_are_one_line(self, cli: Caller, tmp_path: Path, text: str, said: str) -> None:
        path = tmp_path / "x\x1b[31m.json"
        path.write_text(text)
        done = cli("campaign", "import", str(path))
        assert (done.code, done.out) == (1, "")
        assert said in done.err
        assert done.err.count("\n") == 1
        assert "\x1b" not in done.err

    def test_a_file_that_is_not_there_makes_no_library(self, cli: Caller) -> None:
        assert cli("campaign", "import", "nowhere.json").code == 1
        assert not cli.library.exists()


class TestWarband:
    def test_a_roster_goes_out_as_json_and_comes_in_again(self, sample: Caller, tmp_path: Path) -> None:
        path = tmp_path / "roster.json"
        assert sample("roster", "export", "1", "--to", "json", "--out", str(path)).code == 0
        out = sample("campaign", "import", str(path), "--into", "1", "--as", "Again").out
        assert out.startswith("Brought a warband of 9 fighters (number 3) into Ashen Ridge")
        first, again = (sample("roster", "show", one, "--json").data for one in ("1", "Again"))
        assert again["cost"] == first["cost"]
        assert [one["name"] for one in again["fighters"]] == [one["name"] for one in first["fighters"]]
        assert sample("roster", "check", "Again").code == 0

    def test_other_formats_are_sheets_as_before(self, sample: Caller) -> None:
        assert sample("roster", "export", "1", "--to", "text").out == sample("roster", "print", "1").out


class TestOwnCatalogues:
    @pytest.fixture
    def own(self, cli: Caller) -> Path:
        folder = cli.library.parent / "catalogues"
        folder.mkdir()
        (folder / "ash.toml").write_text(OWN)
        return folder

    @pytest.mark.usefixtures("own")
    def test_they_are_listed_and_marked_as_own(self, cli: Caller) -> None:
        listed = {one["id"]: one for one in cli("catalogue", "list", "--json").data}
        assert listed["ash"]["own"] is True
        assert listed["new-antioch"]["own"] is False
        assert "Ash Walkers" in cli("catalogue", "list").out
        assert not cli.library.exists()

    def test_one_in_place_of_a_built_in_is_marked_too(self, cli: Caller, own: Path) -> None:
        (own / "house.toml").write_text(OWN.replace('"ash"', '"heretic-legion"'))
        listed = {one["id"]: one for one in cli("catalogue", "list", "--json").data}
        assert listed["heretic-legion"]["own"] is True
        assert cli("catalogue", "show", "heretic-legion", "--json").data["title"] == "Ash Walkers"

    @pytest.mark.usefixtures("own")
    def test_they_are_shown_by_their_id(self, cli: Caller) -> None:
        shown = cli("catalogue", "show", "ash", "--json").data
        assert [one["id"] for one in shown["profiles"]] == ["walker"]
        assert "Walker" in cli("catalogue", "show", "ash").out

    def test_one_that_cannot_be_read_is_told_and_hides_no_other(self, cli: Caller, own: Path) -> None:
        (own / "bad.toml").write_text("id = ")
        done = cli("catalogue", "list", "--json")
        assert done.code == 0
        assert {"ash", "new-antioch"} <= {one["id"] for one in done.data}
        assert "warning: bad.toml" in done.err
        assert "left out: bad.toml" in cli("catalogue", "show", "bad").err
