"""What anybody could hand to a command by mistake or malice: one line says what is wrong, and where."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.calling import Caller
from warband_tui.commands import reading
from warband_tui.commands.opening import has_terminal


def _pipe(data: bytes) -> io.TextIOWrapper:
    """Standard input as it is where the locale is C: bytes that are no text become lone surrogates."""
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")


@pytest.mark.parametrize("args", [("play", "-"), ("odds", "bogwater", "-")])
def test_a_pipe_of_bytes_that_are_no_text_is_refused(
    cli: Caller, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    stdin = _pipe(b'\xff{"roll": "strike"}\n')
    monkeypatch.setattr("io.StringIO", lambda _: stdin)
    done = cli(*args)
    assert (done.code, done.err) == (
        1,
        "warband-tui: standard input: is not UTF-8 text; save it as such\n",
    )


def test_an_argument_that_is_no_text_is_refused(cli: Caller) -> None:
    done = cli("odds", "bogwater", "{\udcff}")
    assert (done.code, done.err) == (1, "warband-tui: not JSON: a letter in it is not UTF-8\n")


def test_a_line_that_never_ends_does_not_fill_the_memory(
    cli: Caller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reading, "MOST_LINE", 1000)
    endless = tmp_path / "endless.jsonl"
    endless.write_bytes(b"\n" + b"\0" * 5000)
    done = cli("play", str(endless))
    assert (done.code, done.err) == (1, f"warband-tui: {endless}, line 2: is longer than 1000 bytes\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 5000, "nested far too deep"),
        ("a = " + "9" * 5000, "a number has too many digits"),
        ("a." * 5000 + "a = 1", "a key has more than 32 parts"),
        ("ruleset = [[1]]", '"ruleset": expected str, got array'),
    ],
)
def test_a_catalogue_made_to_break_its_reader_is_faulty(
    cli: Caller, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    done = cli("catalogue", "check", str(file))
    assert (done.code, done.err) == (1, "")
    assert said in done.out


def test_a_library_in_the_home_of_nobody_is_refused(cli: Caller) -> None:
    done = cli("campaign", "list", "--db", "~nobody-of-this-name/club.db")
    assert (done.code, done.err) == (
        1,
        "warband-tui: ~nobody-of-this-name/club.db: there is no such home folder; give the whole path\n",
    )


def test_closed_streams_are_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert not has_terminal()
