"""What is installed: the wheel's contents, the pins, and the commands that set a checkout up."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+")


def _name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace("_", "-")


def _pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    hatchling = "from hatchling.build import build_wheel; print(build_wheel(__import__('sys').argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", hatchling, str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_every_package_is_pinned_by_version_and_nothing_else() -> None:
    assert _pins()
    assert [line for line in _pins() if not PIN.fullmatch(line)] == []


def test_whatever_the_project_asks_for_is_pinned() -> None:
    wanted = {_name(one) for one in PROJECT["dependencies"]}
    wanted |= {_name(one) for extra in PROJECT["optional-dependencies"].values() for one in extra}
    assert wanted - {_name(pin) for pin in _pins()} == set()
    assert {"hatchling", "editables"} <= {_name(pin) for pin in _pins()}


def test_textual_is_pinned_exactly_and_without_syntax() -> None:
    (textual,) = [one for one in PROJECT["dependencies"] if one.startswith("textual")]
    assert re.fullmatch(r"textual==[0-9.]+", textual)


def test_the_command_is_installed() -> None:
    (script,) = [e for e in distribution("warband-tui").entry_points if e.group == "console_scripts"]
    assert (script.name, script.value) == ("warband-tui", "warband_tui.__main__:main")


def test_the_wheel_carries_every_module_and_all_its_data(wheel: set[str]) -> None:
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "warband_tui").rglob("*")
        if path.is_file() and path.suffix in {".py", ".toml", ".tcss", ".jsonl", ".svg", ".css"}
    }
    assert any(name.endswith(".jsonl") for name in wanted)
    assert wanted - wheel == set()


def test_the_wheel_carries_migrations_and_templates_inside_the_package(wheel: set[str]) -> None:
    for name in ("db/schema.sql", "db/env.py", "db/versions/0001_first.py", "exports/html/report.css"):
        assert f"warband_tui/_resources/{name}" in wheel


def test_the_wheel_carries_nothing_that_is_not_the_program(wheel: set[str]) -> None:
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"warband_tui"}
    assert not [name for name in wheel if "__pycache__" in name or name.endswith(".db")]


@pytest.mark.parametrize("place", ["Makefile", ".ci/run", "constraints.txt", "pyproject.toml"])
def test_no_path_of_anybodys_machine_is_in_the_set_up(place: str) -> None:
    text = (ROOT / place).read_text(encoding="utf-8")
    assert re.findall(r"(?:/home/|/root|/opt/|/work/|/Users/|file://)", text) == []


def test_make_lists_what_there_is() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("play", "test", "lint", "type", "check", "bench", "snapshots", "gallery", "screenshots"):
        assert f"make {target} " in done.stdout


def test_the_acceptance_run_is_sound_shell_and_executable() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o100
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0
