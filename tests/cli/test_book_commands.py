"""Campaigns, warbands, battles, the library and the settings from the command line."""

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
ROSTERS = Path(__file__).parents[1] / "data" / "rosters"
HERON = ROSTERS / "trenchcompanion_rawsave.example.json"
HOSTILE = "Grim [/the] Bold \u202e\x1b[31m"


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


class TestDb:
    def test_a_library_is_made_looked_at_and_found_sound(self, cli: Caller) -> None:
        assert cli("db", "upgrade", "--json").data == {"path": str(cli.library), "upgraded": None}
        info = cli("db", "info", "--json").data
        assert info["version"] == info["program_version"]
        assert info["counts"]["campaign"] == 0
        assert cli("db", "check", "--json").data == {"path": str(cli.library), "ok": True, "faults": []}
        assert cli("db", "check").out == f"{cli.library}: sound\n"

    @pytest.mark.parametrize("command", ["info", "check"])
    def test_looking_makes_no_library(self, cli: Caller, command: str) -> None:
        done = cli("db", command)
        assert (done.code, done.out) == (1, "")
        assert "there is no such library" in done.err
        assert not cli.library.exists()

    def test_a_backup_comes_back(self, cli: Caller, tmp_path: Path) -> None:
        copy = tmp_path / "copy.db"
        cli("campaign", "new", "Before", "--ruleset", "bogwater")
        assert cli("db", "backup", str(copy), "--json").data == {"path": str(copy)}
        cli("campaign", "new", "After", "--ruleset", "bogwater")
        done = cli("db", "restore", str(copy), "--json")
        assert done.data["path"] == str(cli.library)
        assert Path(done.data["kept"]).exists()
        assert [c["name"] for c in cli("campaign", "list", "--json").data] == ["Before"]

    def test_a_backup_without_a_name_lies_beside_the_library(self, cli: Caller) -> None:
        cli("db", "upgrade")
        made = [Path(cli("db", "backup", "--json").data["path"]) for _ in range(2)]
        assert len({cli.library, *made}) == 3
        assert all(one.is_file() and one.parent == cli.library.parent for one in made)

    def test_a_backup_overwrites_nothing(self, cli: Caller, tmp_path: Path) -> None:
        cli("db", "upgrade")
        copy = tmp_path / "copy.db"
        copy.write_text("mine", encoding="utf-8")
        assert cli("db", "backup", str(copy)).code == 1
        assert copy.read_text(encoding="utf-8") == "mine"

    def test_damage_is_told_and_exit_one(self, sample: Caller) -> None:
        with Library.open(sample.library, at=AT) as library:
            library.rows("DELETE FROM entry WHERE seq = 2")
        done = sample("db", "check", "--json")
        assert done.code == 1
        assert done.data["ok"] is False
        assert "some are missing" in done.data["faults"][0]


class TestCampaign:
    def test_a_campaign_is_founded_listed_and_shown(self, cli: Caller) -> None:
        made = cli("campaign", "new", HOSTILE, "--ruleset", "bogwater", "--json").data
        assert (made["name"], made["edition"]) == (HOSTILE, "1")
        assert cli("campaign", "show", made["public"], "--json").data["campaign"] == made | {
            "last_at": made["last_at"]
        }
        for args in (("list",), ("show", "1"), ("history", "1")):
            out = cli("campaign", *args).out
            assert "Grim [/the] Bold [31m" in out
            assert "\x1b" not in out
            assert "\u202e" not in out

    def test_history_is_one_line_each(self, sample: Caller) -> None:
        lines = sample("campaign", "history", "1", "--json").lines
        assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
        assert sample("campaign", "history", "1", "--last", "2", "--json").lines == lines[-2:]
        assert "hired" in sample("campaign", "history", "1").out

    def test_nothing_there_says_how_to_begin(self, cli: Caller) -> None:
        assert "campaign new NAME" in cli("campaign", "list").out
        assert cli("campaign", "list", "--json").data == []

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (("new", " ", "--ruleset", "bogwater"), "a name for the campaign is needed"),
            (("new", "X", "--ruleset", "chess"), "no ruleset 'chess' is installed"),
            (("new", "X", "--ruleset", "bogwater", "--edition", "9"), "no edition '9'"),
            (("new", "X"), "name the game with --ruleset"),
            (("show", "7"), "there is no campaign '7'"),
            (("history", "7"), "there is no campaign '7'"),
        ],
    )
    def test_refusals_are_one_line(self, cli: Caller, args: tuple[str, ...], said: str) -> None:
        done = cli("campaign", *args)
        assert (done.code, done.out) == (1, "")
        assert said in done.err
        assert done.err.count("\n") == 1


class TestRoster:
    def test_warbands_are_listed_and_shown(self, sample: Caller) -> None:
        listed = sample("roster", "list", "--json").data
        assert len(listed) == 2
        first = listed[0]
        assert first["name"] in sample("roster", "list").out
        shown = sample("roster", "show", first["name"], "--json").data
        assert len(shown["fighters"]) == first["fighters"]
        out = sample("roster", "show", str(first["id"])).out
        assert all(one["name"] in out for one in shown["fighters"])

    def test_the_sample_is_legal(self, sample: Caller) -> None:
        for number in ("1", "2"):
            done = sample("roster", "check", number, "--json")
            assert (done.code, done.data["ok"], done.data["checked"]) == (0, True, True)

    def test_a_breach_is_exit_one(self, sample: Caller) -> None:
        with Library.open(sample.library, at=AT) as library:
            library.rows("UPDATE fighter SET profile = 'lieutenant' WHERE warband_id = 1")
        done = sample("roster", "check", "1")
        assert done.code == 1
        assert "error: " in done.out
        assert sample("roster", "check", "1", "--json").data["ok"] is False

    def test_a_sheet_is_printed_and_written(self, sample: Caller, tmp_path: Path) -> None:
        printed = sample("roster", "print", "1").out
        assert max(map(len, printed.splitlines())) <= 78
        out = tmp_path / "My sheet.html"
        done = sample("roster", "export", "1", "--to", "html", "--out", str(out), "--json")
        assert done.data == {"format": "html", "path": str(out)}
        assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")

    def test_two_of_a_name_are_told_apart_by_number(self, cli: Caller) -> None:
        cli("campaign", "new", "Mud", "--ruleset", "bogwater")
        cli("import", str(HERON), "--into", "Mud")
        cli("import", str(HERON), "--into", "Mud")
        done = cli("roster", "show", "Heron Company")
        assert done.code == 1
        assert "2 warbands are called 'Heron Company'; give a number: 1, 2" in done.err


class TestImport:
    def test_json_is_the_roster_as_read(self, cli: Caller) -> None:
        wanted = json.loads((ROSTERS / "heron.expected.json").read_text(encoding="utf-8"))
        got = cli("import", str(ROSTERS / "heron.ros"), "--json").data
        assert got["name"] == wanted["name"]
        assert len(got["entries"]) == len(wanted["entries"])
        assert "saved" not in got

    def test_nothing_is_saved_unless_it_is_asked_for(self, cli: Caller) -> None:
        assert "--into CAMPAIGN saves it" in cli("import", str(HERON)).out
        cli("campaign", "new", "Mud", "--ruleset", "bogwater")
        assert "Nothing was saved." in cli("import", str(HERON), "--into", "Mud", "--dry-run").out
        assert cli("roster", "list", "--json").data == []

    def test_a_roster_is_saved_under_the_name_that_is_given(self, cli: Caller) -> None:
        cli("campaign", "new", "Mud", "--ruleset", "trench-crusade")
        done = cli("import", str(HERON), "--into", "Mud", "--as", HOSTILE, "--player", "Mira", "--json")
        assert done.data["saved"]["name"] == HOSTILE
        (saved,) = cli("roster", "list", "--json").data
        assert (saved["name"], saved["player"]) == (HOSTILE, "Mira")

    def test_the_same_roster_again_is_noticed(self, cli: Caller) -> None:
        cli("campaign", "new", "Mud", "--ruleset", "trench-crusade")
        assert "warning: it looks like" not in cli("import", str(HERON), "--into", "Mud").out
        assert "warning: it looks like Heron Company (Mud)" in cli("import", str(HERON), "--into", "Mud").out

    def test_another_game_and_a_name_twice_are_said(self, cli: Caller) -> None:
        cli("campaign", "new", "Mud", "--ruleset", "trench-crusade")
        middle_earth = ROSTERS / "mesbg_list_builder_v2024.example.json"
        first = cli("import", str(middle_earth), "--into", "Mud", "--as", "Riders").out
        assert "warning: the roster is of" in first
        assert "the campaign plays Trench Crusade" in first
        assert "already: there will be two" not in first
        again = cli("import", str(middle_earth), "--into", "Mud", "--as", "Riders", "--json").data["saved"]
        assert again["warnings"][1] == "Mud has a warband Riders already: there will be two of that name"

    def test_a_dry_run_warns_of_all_that_the_import_warns_of(self, cli: Caller) -> None:
        cli("campaign", "new", "Mud", "--ruleset", "trench-crusade")
        riders = (
            "import",
            str(ROSTERS / "mesbg_list_builder_v2024.example.json"),
            "--into",
            "Mud",
            "--as",
            "Riders",
        )
        for _ in range(2):
            dry, dry_data = cli(*riders, "--dry-run").out, cli(*riders, "--dry-run", "--json").data
            before = len(cli("roster", "list", "--json").data)
            done = cli(*riders).out
            warned = [line for line in dry.splitlines() if line.startswith("warning")]
            assert any("the campaign plays Trench Crusade" in line for line in warned)
            assert warned == [line for line in done.splitlines() if line.startswith("warning")]
            assert "Nothing was saved. It would come into Mud as Riders" in dry
            assert dry_data["would_save"]["warband"] is None
            assert "saved" not in dry_data
            assert len(cli("roster", "list", "--json").data) == before + 1
        assert "warning: Mud has a warband Riders already: there will be two of that name" in warned
        assert any("it looks like Riders (Mud)" in line for line in warned)
        assert dry_data["would_save"]["warnings"][1].startswith("Mud has a warband Riders already")

    def test_an_unknown_campaign_saves_nothing(self, cli: Caller) -> None:
        done = cli("import", str(HERON), "--into", "Nowhere")
        assert (done.code, done.out) == (1, "")
        assert "there is no campaign 'Nowhere'" in done.err

    @pytest.mark.parametrize("path", sorted((ROSTERS / "hostile").iterdir()), ids=lambda path: path.name)
    def test_hostile_files_never_end_in_a_traceback(self, cli: Caller, path: Path) -> None:
        done = cli("import", str(path), "--json")
        assert done.code in (0, 1)
        assert done.err.count("\n") == done.code


class TestBattle:
    def test_battles_are_listed_and_shown(self, sample: Caller) -> None:
        listed = sample("battle", "list", "--json").data
        assert {one["status"] for one in listed} == {"ended", "running"}
        shown = sample("battle", "show", str(listed[0]["id"]), "--json").data
        assert shown["battle"]["name"] == listed[0]["name"]
        assert shown["log"]
        out = sample("battle", "show", listed[0]["name"]).out
        assert shown["log"][-1]["text"] in out

    def test_a_battle_of_another_campaign_is_not_listed(self, sample: Caller) -> None:
        sample("campaign", "new", "Other", "--ruleset", "bogwater")
        assert sample("battle", "list", "--in", "Other", "--json").data == []

    @pytest.mark.parametrize("form", ["text", "markdown", "html", "discord", "bbcode", "json"])
    def test_its_report_is_written_in_every_format(self, sample: Caller, tmp_path: Path, form: str) -> None:
        out = tmp_path / "a report"
        done = sample("battle", "export", "1", "--to", form, "--out", str(out))
        assert (done.code, done.out) == (0, f"Written to {out}\n")
        assert (
            out.read_text(encoding="utf-8").rstrip()
            == sample("battle", "export", "1", "--to", form).out.rstrip()
        )

    def test_a_file_is_overwritten_only_if_told_so(self, sample: Caller, tmp_path: Path) -> None:
        out = tmp_path / "report.txt"
        out.write_text("mine", encoding="utf-8")
        done = sample("battle", "export", "1", "--out", str(out))
        assert done.code == 1
        assert "exists already; name another file, or add --overwrite" in done.err
        assert out.read_text(encoding="utf-8") == "mine"
        assert sample("battle", "export", "1", "--out", str(out), "--overwrite").code == 0
        assert out.read_text(encoding="utf-8") != "mine"

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (("show", "9"), "there is no battle '9'"),
            (("export", "1", "--to", "htlm"), "there is no format 'htlm'; did you mean 'html'?"),
            (
                ("export", "1", "--out", "/nowhere/at/all.txt"),
                "cannot be written (No such file or directory)",
            ),
        ],
    )
    def test_refusals_are_one_line(self, sample: Caller, args: tuple[str, ...], said: str) -> None:
        done = sample("battle", *args)
        assert (done.code, done.out) == (1, "")
        assert said in done.err


class TestSettings:
    def test_the_path_is_told(self, cli: Caller) -> None:
        assert cli("config", "path").out == f"{cli.config}\n"
        assert cli("config", "path", "--json").data == {"path": str(cli.config), "exists": False}

    def test_the_settings_in_force_are_shown(self, cli: Caller) -> None:
        cli.config.write_text('name = "Mira"\n', encoding="utf-8")
        assert 'name = "Mira"' in cli("config", "show").out
        assert cli("config", "show", "--json").data["name"] == "Mira"

    def test_no_file_is_no_fault(self, cli: Caller) -> None:
        assert cli("config", "validate").code == 0
        assert cli("config", "validate", "--json").data["ok"] is True

    def test_faults_are_told_with_file_and_line(self, cli: Caller) -> None:
        cli.config.write_text('nmae = "x"\n\n[keys]\n"app.hepl" = "x"\n', encoding="utf-8")
        done = cli("config", "validate")
        assert done.code == 1
        assert f"{cli.config}, line 1: there is no setting 'nmae'; did you mean 'name'?" in done.out
        assert "line 4: there is no action 'app.hepl'; did you mean 'app.help'?" in done.out
        assert [one["line"] for one in cli("config", "validate", "--json").data["problems"]] == [1, 4]

    def test_the_config_names_the_library(self, cli: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
        place = cli.library.with_name("mine.db")
        cli.config.write_text(f'db = "{place.as_posix()}"\n', encoding="utf-8")
        monkeypatch.delenv("WARBAND_DB")
        assert cli("db", "upgrade", "--json").data["path"] == str(place)

    def test_keys_are_listed_as_they_are_bound(self, cli: Caller) -> None:
        cli.config.write_text('[keys]\n"app.help" = "f9"\n', encoding="utf-8")
        by_id = {one["id"]: one for one in cli("keys", "--json").data}
        assert by_id["app.help"]["keys"] == ["f9"]
        assert "F9" in cli("keys").out

    def test_the_doctor_names_versions_and_places_but_no_player(self, sample: Caller) -> None:
        told = sample("doctor", "--json").data
        assert told["library"] == str(sample.library)
        assert told["campaigns"] == "1"
        out = sample("doctor").out
        names = [one["name"] for one in sample("roster", "list", "--json").data]
        assert not any(name in out for name in names)


def test_serving_needs_its_package_and_says_which(cli: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband_tui.commands.serve.find_spec", lambda _: None)
    done = cli("serve")
    assert (done.code, done.out) == (1, "")
    assert "install `warband-tui[web]`" in done.err
