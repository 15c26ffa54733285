"""Starting: what is loaded, what is said without a terminal, how wrong use is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import Caller, call_process
from warband_tui import __version__
from warband_tui.cli import COMMANDS, crash

SCREENS_AND_TABLES = {"textual", "rich", "sqlmodel", "sqlalchemy", "pydantic", "alembic"}
HEAVY = SCREENS_AND_TABLES | {"msgspec", "warband_tui.rules", "warband_tui.store"}

_TELL = """
import json, sys
from warband_tui.__main__ import main
code = main(json.loads(sys.argv[1]))
print(json.dumps([code, sorted(sys.modules)]))
"""


def _loaded(*args: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _TELL, json.dumps(args)], capture_output=True, text=True, check=True
    )
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done
    return set(modules)


def test_the_version_needs_not_even_typer() -> None:
    loaded = _loaded("--version")
    assert "warband_tui.__main__" in loaded
    assert loaded & (HEAVY | {"typer", "warband_tui.cli"}) == set()


@pytest.mark.parametrize("args", [("--help",), ("db", "--help"), ("odds", "--help"), ("campaign", "--help")])
def test_help_loads_nothing_heavy(args: tuple[str, ...]) -> None:
    loaded = _loaded(*args)
    assert "typer" in loaded
    assert loaded & HEAVY == set()


def test_help_imports_no_command() -> None:
    commands = {name for name in _loaded("--help") if name.startswith("warband_tui.commands.")}
    assert commands == {"warband_tui.commands.output"}


@pytest.mark.parametrize("args", [("rules", "list"), ("actions", "bogwater"), ("catalogue", "list")])
def test_what_the_rules_answer_needs_neither_screens_nor_tables(args: tuple[str, ...]) -> None:
    assert _loaded(*args) & SCREENS_AND_TABLES == set()


def test_reading_a_library_needs_neither_screens_nor_tables(cli: Caller) -> None:
    cli("campaign", "new", "Ridge", "--ruleset", "trench-crusade")
    loaded = _loaded("--db", str(cli.library), "campaign", "show", "Ridge")
    assert "warband_tui.store.queries" in loaded
    assert loaded & SCREENS_AND_TABLES == set()


def test_version_is_printed_however_it_is_asked_for(cli: Caller) -> None:
    assert cli("--version") == (0, f"warband-tui {__version__}\n", "")
    assert cli("--db", "x", "--version") == (0, f"warband-tui {__version__}\n", "")


def test_help_lists_every_command_with_its_words(cli: Caller) -> None:
    done = cli("--help")
    assert done.code == 0
    for one in COMMANDS:
        assert f"  {one.name} " in done.out
        assert one.help.split(";")[0][:40] in done.out


@pytest.mark.parametrize("name", [one.name for one in COMMANDS])
def test_every_command_explains_itself_and_knows_json(cli: Caller, name: str) -> None:
    done = cli(name, "--help")
    assert done.code == 0
    assert f"Usage: warband-tui {name}" in done.out
    if "COMMAND" not in done.out.splitlines()[0]:
        assert "--json" in done.out


@pytest.mark.parametrize("name", ["rules", "catalogue", "db", "config", "campaign", "roster", "battle"])
def test_every_command_of_a_group_knows_json(cli: Caller, name: str) -> None:
    listed = cli(name, "--help").out.partition("Commands:\n")[2]
    assert "..." not in listed, "the first sentence of a command fits its line"
    commands = [line.split()[0] for line in listed.splitlines() if line[2:3].strip()]
    assert commands
    for command in commands:
        assert "--json" in cli(name, command, "--help").out


@pytest.mark.parametrize("args", [(), ("demo",)])
def test_without_a_terminal_one_line_names_what_works(args: tuple[str, ...]) -> None:
    done = call_process(*args)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "`warband-tui demo --report`" in done.err
    for name in ("play", "odds", "import", "battle"):
        assert name in done.err


def test_a_dumb_terminal_is_none(cli: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    from warband_tui.commands import opening

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    assert opening.has_terminal()
    monkeypatch.setenv("TERM", "dumb")
    assert not opening.has_terminal()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("oods",), "there is no command 'oods'; did you mean 'odds'?"),
        (("--frob",), "No such option: --frob"),
        (("odds",), "Missing argument 'RULESET'"),
        (("db",), "name one of its commands: info, check, backup, restore, upgrade"),
        (("db", "explode"), "No such command 'explode'"),
        (("serve", "--port", "http"), "'http' is not a valid int"),
        (("battle", "export"), "Missing argument 'BATTLE'"),
    ],
)
def test_wrong_use_is_one_line_and_two(cli: Caller, args: tuple[str, ...], said: str) -> None:
    done = cli(*args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "--help`" in done.err
    assert done.err.count("\n") == 1


def test_the_library_may_be_named_anywhere(cli: Caller) -> None:
    other = cli.library.with_name("other.db")
    for args in (
        ("--db", str(other), "db", "upgrade", "--json"),
        ("db", "--db", str(other), "upgrade", "--json"),
        ("db", "upgrade", "--json", f"--db={other}"),
    ):
        assert cli(*args).data["path"] == str(other)
    assert other.exists()
    assert not cli.library.exists()


def test_after_two_dashes_nothing_is_an_option(cli: Caller) -> None:
    done = cli("campaign", "new", "--ruleset", "trench-crusade", "--json", "--", "--db")
    assert done.data["name"] == "--db"


def test_another_kind_of_database_is_refused_in_one_line(cli: Caller) -> None:
    done = cli("--db", "mysql://host/x", "campaign", "list")
    assert (done.code, done.out) == (1, "")
    assert "mysql:// is not a place for a library here" in done.err


def test_a_fault_of_the_program_names_a_log_instead_of_a_traceback(tmp_path: Path) -> None:
    script = (
        "import sys; from warband_tui import cli\n"
        "sys.argv = ['warband-tui', 'rules', 'list']\n"
        "cli.COMMANDS = (cli.Listed('rules', 'no_such_module', '', ''),)\n"
        "from warband_tui.__main__ import main; sys.exit(main())\n"
    )
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    log = done.stderr.split("Log: ")[1].strip()
    assert "no_such_module" in Path(log).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "at", "wanted"),
    [
        ("warband-tui ca", 1, {"campaign", "catalogue"}),
        ("warband-tui db re", 2, {"restore"}),
        ("warband-tui --v", 1, {"--version"}),
        ("warband-tui odds bog", 2, {"bogwater"}),
        ("warband-tui battle export 1 --to h", 5, {"html"}),
    ],
)
def test_shells_complete_commands_and_options(words: str, at: int, wanted: set[str]) -> None:
    env = {
        **os.environ,
        "_WARBAND_TUI_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(at),
    }
    assert set(call_process(env=env).out.split()) == wanted


def test_completion_can_be_installed(cli: Caller) -> None:
    assert "--install-completion" in cli("--help").out
    env = {**os.environ, "_WARBAND_TUI_COMPLETE": "source_bash"}
    assert "complete" in call_process("--version", env=env).out


def test_an_interruption_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    crash(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert capsys.readouterr() == ("", "warband-tui: stopped\n")
