"""What the games answer from the command line: scripts, odds, actions, rules, catalogues."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.calling import Caller, call_process
from warband_tui.commands.odds import queries
from warband_tui.commands.tree import tree

TC = "trench-crusade"
ROLL = '{"roll": "success", "dice": 1}'
EXACT = {"failure": "7/36", "success": "79/108", "critical": "2/27"}

BATTLE = {
    "battle": {
        "ruleset": "bogwater",
        "seed": 3,
        "sides": [
            {"id": "A", "name": "Reeds", "units": [{"id": "a1", "name": "Grim [/the] \u009b31mBold"}]},
            {
                "id": "B",
                "name": "Herons",
                "units": [{"id": "b1", "name": "Oda"}, {"id": "b2", "name": "Tib"}],
            },
        ],
    }
}


def _script(*lines: object) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in (BATTLE, *lines))


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "battle.jsonl"
    path.write_text(
        _script(
            {"do": "turn"},
            {"do": "shoot", "unit": "a1", "target": "b1", "dice": [6, 5]},
            {"ask": "monitors"},
            {"odds": {"do": "shoot", "unit": "a1", "target": "b2"}},
            {"undo": 1},
        ),
        encoding="utf-8",
    )
    return path


class TestPlay:
    def test_each_line_is_answered_by_one_line_and_the_state_comes_last(
        self, cli: Caller, script: Path
    ) -> None:
        done = cli("play", str(script), "--json")
        kinds = [next(iter(line)) for line in done.lines]
        assert kinds == ["battle", "entry", "entry", "answer", "odds", "entry", "state"]
        assert (done.code, done.err) == (0, "")

    def test_a_script_comes_through_a_pipe_as_well(self, cli: Caller, script: Path) -> None:
        text = script.read_text(encoding="utf-8")
        assert cli("play", "-", "--json", stdin=text) == cli("play", str(script), "--json")

    def test_people_read_turn_number_text_and_rules(self, cli: Caller, script: Path) -> None:
        out = cli("play", str(script)).out
        assert out.startswith("Bogwater 1\n")
        assert "  1.2  Grim [/the] 31mBold strikes Oda, sling: 6 5 = 11, out  [BOG-HIT]\n" in out
        assert "Undone: Grim [/the]" in out
        assert "Turn 1\n  Reeds: 1 of 1 in play\n  Herons: 2 of 2 in play\n" in out

    def test_a_refusal_is_an_answer_and_exit_one(self, cli: Caller) -> None:
        text = _script({"do": "turn"}, {"do": "wade", "unit": "a1"}, {"do": "wade", "unit": "a1"})
        done = cli("play", "-", "--json", stdin=text)
        assert [next(iter(line)) for line in done.lines] == ["battle", "entry", "entry", "refused", "state"]
        assert done.lines[3]["refused"]["rules"] == ["BOG-WADE"]
        assert done.code == 1
        assert done.err == "warband-tui play: 1 of 4 lines were refused or at fault\n"
        told = cli("play", "-", stdin=text)
        assert "has waded already  [BOG-WADE]" in told.out
        assert told.code == 1

    def test_a_line_at_fault_is_answered_and_the_rest_goes_on(self, cli: Caller) -> None:
        text = _script({"do": "turn"}) + "{nonsense\n" + '{"do": "turn"}\n'
        done = cli("play", "-", "--json", stdin=text)
        assert [next(iter(line)) for line in done.lines] == ["battle", "entry", "error", "entry", "state"]
        assert "line 3" in done.lines[2]["error"]
        assert done.code == 1

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "the script is empty"),
            ("{", "line 1: not JSON"),
            ('{"do": "turn"}', "the first line sets up the battle"),
            ('{"battle": {"ruleset": "chess", "sides": []}}', "no ruleset 'chess' is installed"),
            ('{"battle": {"ruleset": "bogwater", "sides": [], "rune": 1}}', "rune"),
        ],
    )
    def test_without_a_battle_there_is_one_line_on_stderr(self, cli: Caller, text: str, said: str) -> None:
        done = cli("play", "-", "--json", stdin=text)
        assert (done.code, done.out) == (1, "")
        assert said in done.err
        assert done.err.count("\n") == 1

    def test_a_file_that_is_not_there_is_named(self, cli: Caller, tmp_path: Path) -> None:
        done = cli("play", str(tmp_path / "nowhere.jsonl"))
        assert done.code == 1
        assert "nowhere.jsonl: cannot be read (No such file or directory)" in done.err

    def test_a_file_in_another_encoding_is_refused(self, cli: Caller, tmp_path: Path) -> None:
        path = tmp_path / "latin.jsonl"
        path.write_bytes(b'{"battle": "\xe9"}')
        assert "is not UTF-8 text" in cli("play", str(path)).err


class TestOdds:
    def test_the_answer_is_exact(self, cli: Caller) -> None:
        done = cli("odds", TC, ROLL, "--json")
        assert (done.code, done.data, done.err) == (0, EXACT, "")
        assert done.out.count("\n") == 1

    def test_people_see_percentages(self, cli: Caller) -> None:
        out = cli("odds", TC, ROLL).out
        assert "failure   7/36 " in out
        assert "19.44 %" in out

    def test_queries_come_from_standard_input_and_files(self, cli: Caller, tmp_path: Path) -> None:
        path = tmp_path / "query.json"
        path.write_text(ROLL, encoding="utf-8")
        assert cli("odds", TC, "-", "--json", stdin=ROLL).data == EXACT
        assert cli("odds", TC, f"@{path}", "--json").data == EXACT

    def test_one_object_a_line_is_answered_line_by_line(self, cli: Caller) -> None:
        done = cli("odds", TC, "-", "--json", stdin=f"{ROLL}\n\n{ROLL}\n")
        assert done.lines == [EXACT, EXACT]
        assert cli("odds", TC, f"{ROLL}\n{ROLL}", "--json").lines == [EXACT, EXACT]

    def test_an_object_may_stand_on_several_lines(self, cli: Caller) -> None:
        assert cli("odds", TC, "-", "--json", stdin='{\n "roll": "success",\n "dice": 1\n}\n').data == EXACT

    def test_a_faulty_line_keeps_its_place_among_the_answers(self, cli: Caller) -> None:
        done = cli("odds", TC, "-", "--json", stdin=f'{ROLL}\n{{"roll": "luck"}}\n{ROLL}\n')
        assert [next(iter(line)) for line in done.lines] == ["failure", "error", "failure"]
        assert done.code == 1
        assert "line 2: " in done.err
        assert "'luck'" in done.err

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("{", "not JSON: the object is not closed"),
            ("[1]", "a query is one JSON object"),
            ("", "there is no query"),
            ('{"roll": "success", "luck": 2}', "luck"),
            ("@nowhere.json", "nowhere.json: cannot be read"),
        ],
    )
    def test_what_is_wrong_is_named(self, cli: Caller, query: str, said: str) -> None:
        done = cli("odds", TC, query, "--json")
        assert (done.code, done.out) == (1, "")
        assert said in done.err
        assert done.err.count("\n") == 1

    def test_a_game_without_odds_says_so(self, cli: Caller) -> None:
        assert "Bogwater answers no odds queries" in cli("odds", "bogwater", "{}").err

    def test_answers_come_while_the_pipe_is_open(self) -> None:
        asked = iter([ROLL + "\n", ROLL + "\n"])
        found = queries(asked)
        assert next(found).question is not None
        assert next(asked) == ROLL + "\n"

    def test_an_object_that_is_never_closed_does_not_swallow_the_next(self) -> None:
        found = list(queries(["{\n", ROLL]))
        assert [(one.line, one.question is None) for one in found] == [(1, True), (2, False)]


class TestTree:
    def test_chances_get_percent_and_other_figures_decimals(self) -> None:
        lines = list(tree({"hit": "1/4", "pool": {"mean": "1/2"}, "needs": "6+", "best": None, "due": True}))
        assert [line.split() for line in lines] == [
            ["hit", "1/4", "25.00", "%", "██████"],
            ["pool"],
            ["mean", "1/2", "0.500"],
            ["needs", "6+"],
            ["best", "none"],
            ["due", "yes"],
        ]

    def test_lists_of_objects_are_told_one_by_one(self) -> None:
        assert list(tree([{"a": 1, "b": [1, 2]}, {"a": 2}])) == ["- a  1", "  b  1, 2", "- a  2"]

    def test_a_long_fraction_is_shortened(self) -> None:
        (line,) = tree({"x": str(Fraction(1, 3**60))})
        assert "≈" in line


class TestActions:
    def test_json_is_the_schema(self, cli: Caller) -> None:
        schema = cli("actions", "bogwater", "--json").data
        assert schema["$schema"].startswith("https://json-schema.org/")
        assert {"wade", "shoot", "stab", "turn"} <= schema["actions"].keys()

    def test_people_read_what_may_be_done_and_with_what(self, cli: Caller) -> None:
        out = cli("actions", "bogwater").out
        assert "shoot      Strike from afar" in out
        assert "unit target:foe weapon?\n" in out
        assert "ask: " in out

    def test_nothing_is_wider_than_a_terminal(self, cli: Caller) -> None:
        assert max(map(len, cli("actions", TC).out.splitlines()[:-2])) <= 110

    def test_an_unknown_game_is_refused(self, cli: Caller) -> None:
        done = cli("actions", "chess")
        assert done.code == 1
        assert "no ruleset 'chess' is installed; there are " in done.err
        assert "bogwater" in done.err


class TestRules:
    def test_every_rule_of_a_game_is_listed(self, cli: Caller) -> None:
        listed = cli("rules", "list", "bogwater", "--json").data
        assert {one["ruleset"] for one in listed} == {"bogwater"}
        assert "BOG-HIT" in [one["id"] for one in listed]
        assert "BOG-HIT  Striking" in cli("rules", "list", "bogwater").out

    def test_without_a_game_those_of_all_games_are_listed(self, cli: Caller) -> None:
        games = {one["ruleset"] for one in cli("rules", "list", "--json").data}
        assert {"bogwater", TC} <= games

    def test_words_narrow_the_list(self, cli: Caller) -> None:
        listed = cli("rules", "list", "--find", "BOG-HIT", "--json").data
        assert listed[0]["id"] == "BOG-HIT"
        assert len(listed) < len(cli("rules", "list", "--json").data)

    def test_a_rule_is_shown_by_its_id_in_any_case(self, cli: Caller) -> None:
        assert cli("rules", "show", "bog-hit", "--json").data["title"] == "Striking"
        assert "takes it out." in cli("rules", "show", "BOG-HIT").out

    def test_a_wrong_id_names_the_nearest(self, cli: Caller) -> None:
        done = cli("rules", "show", "BOG-HTI")
        assert done.code == 1
        assert "did you mean 'BOG-HIT'?" in done.err


OWN = """
id = "reeds"
title = "Reeds"
extends = "new-antioch"
"""


class TestCatalogue:
    def test_the_games_own_lists_are_named(self, cli: Caller) -> None:
        listed = cli("catalogue", "list", "--json").data
        assert {"id": "court", "ruleset": TC} in [{k: one[k] for k in ("id", "ruleset")} for one in listed]
        assert "new-antioch" in cli("catalogue", "list").out
        assert cli("catalogue", "list", "bogwater").out == "There is no catalogue here.\n"

    def test_a_list_is_shown_for_an_edition(self, cli: Caller) -> None:
        shown = cli("catalogue", "show", "new-antioch", "--edition", "1.6.3", "--json").data
        assert shown["edition"] == "1.6.3"
        assert any(one["id"] == "lieutenant" for one in shown["profiles"])
        assert "Lieutenant" in cli("catalogue", "show", "new-antioch").out

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (("new-antich",), "did you mean 'new-antioch'?"),
            (("new-antioch", "--edition", "9"), "no edition '9'"),
            (("new-antioch", "--variant", "frogs"), 'no variant "frogs"'),
            (("nowhere.toml",), "nowhere.toml: cannot be read"),
        ],
    )
    def test_what_is_not_there_is_named(self, cli: Caller, args: tuple[str, ...], said: str) -> None:
        done = cli("catalogue", "show", *args)
        assert (done.code, done.out) == (1, "")
        assert said in done.err

    def test_a_sound_file_of_ones_own_is_shown_and_passes(self, cli: Caller, tmp_path: Path) -> None:
        path = tmp_path / "reeds.toml"
        path.write_text(OWN, encoding="utf-8")
        assert cli("catalogue", "check", str(path), "--json").data["ok"] is True
        assert cli("catalogue", "show", str(path)).out.startswith("Reeds  trench-crusade")

    def test_a_faulty_file_is_told_with_its_lines(self, cli: Caller, tmp_path: Path) -> None:
        path = tmp_path / "reeds.toml"
        path.write_text(OWN + "\n[[profiles]]\nid = 'x'\nnmae = 'X'\n", encoding="utf-8")
        done = cli("catalogue", "check", str(path))
        assert done.code == 1
        assert f"error: {path}:" in done.out
        assert done.out.endswith("reeds.toml: faulty\n")
        found = cli("catalogue", "check", str(path), "--json")
        assert found.code == 1
        assert found.data["findings"][0]["line"] == 8

    def test_what_is_no_catalogue_at_all_is_no_crash(self, cli: Caller, tmp_path: Path) -> None:
        path = tmp_path / "noise.toml"
        path.write_bytes(b"\xff\x00\x1b[31m")
        done = cli("catalogue", "check", str(path))
        assert done.code == 1
        assert "\x1b" not in done.out + done.err


def test_a_closed_pipe_is_no_fault() -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m warband_tui actions {TC} --json | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout == "{\n"
    assert done.stderr == ""


def test_the_sample_battle_is_reported_without_a_terminal() -> None:
    done = call_process("demo", "--report")
    assert (done.code, done.err) == (0, "")
    assert "Forces" in done.out
    assert max(map(len, done.out.splitlines())) <= 78
