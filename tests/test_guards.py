"""What no reviewer should have to remember. Each guard also shows that it has something to guard."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import warband_tui
from warband_tui.rules.ruleset import installed

PACKAGE = Path(warband_tui.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
SHOWING = [
    path for path in MODULES if path.relative_to(PACKAGE).parts[0] in ("screens", "dialogs", "widgets")
]
CEILING = 400


def name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def test_there_is_something_to_guard() -> None:
    assert len(MODULES) > 50
    assert len(SHOWING) > 15
    assert installed()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_file_is_over_the_ceiling(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= CEILING


# Text of players into widgets

DRAWS_MARKUP = {
    "Static",
    "Label",
    "Button",
    "Checkbox",
    "RadioButton",
    "Option",
    "Collapsible",
    "Link",
    "Digits",
}
MAKES_LITERAL = {"plain", "paragraphs", "cell", "Content", "Text"}


def is_literal(node: ast.expr | None) -> bool:
    """Whether an expression can hold no text of a player that would be read as markup."""
    if node is None or isinstance(node, ast.Constant):
        return not (isinstance(node, ast.Constant) and isinstance(node.value, str) and "[" in node.value)
    if isinstance(node, ast.IfExp):
        return is_literal(node.body) and is_literal(node.orelse)
    if isinstance(node, ast.Call):
        called = node.func
        while isinstance(called, ast.Attribute):
            called = called.value.func if isinstance(called.value, ast.Call) else called.value
        return isinstance(called, ast.Name) and called.id in MAKES_LITERAL
    return False


def drawn_as_markup(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that hand a widget text which it would read as markup."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DRAWS_MARKUP:
            off = any(
                k.arg == "markup" and isinstance(k.value, ast.Constant) and k.value.value is False
                for k in node.keywords
            )
            given = node.args[0] if node.args else None
            content = isinstance(given, ast.Name) and given.id in ("prompt", "content")
            if not off and not content and not is_literal(given):
                yield node.lineno
        if isinstance(node, ast.Assign):
            titled = any(
                isinstance(target, ast.Attribute)
                and target.attr in ("border_title", "border_subtitle", "tooltip")
                for target in node.targets
            )
            if titled and not is_literal(node.value):
                yield node.lineno
        if isinstance(node, ast.keyword) and node.arg == "tooltip" and isinstance(node.value, ast.JoinedStr):
            yield node.value.lineno


@pytest.mark.parametrize("path", SHOWING, ids=name)
def test_no_text_of_a_player_is_handed_to_a_widget_as_markup(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert list(drawn_as_markup(tree)) == []


@pytest.mark.parametrize(
    "line",
    ["Static(fighter.name)", "Label(f'{name}')", "Button(name)", "w.border_title = name", "w.tooltip = name"],
)
def test_the_guard_against_markup_sees_what_it_is_for(line: str) -> None:
    assert list(drawn_as_markup(ast.parse(line)))


@pytest.mark.parametrize("line", ["Static(plain(name))", "Static(name, markup=False)", "Button('Cancel')"])
def test_the_guard_against_markup_lets_literal_text_pass(line: str) -> None:
    assert not list(drawn_as_markup(ast.parse(line)))


@pytest.mark.parametrize("path", SHOWING, ids=name)
def test_tables_get_their_cells_as_literal_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "add_row(" not in text or "cell" in text


# Games

OUTSIDE_GAMES = [path for path in MODULES if not name(path).startswith("rules/games/")]


def compared_with_a_game(tree: ast.Module) -> Iterator[int]:
    """Yield the lines where something is compared with the id of a game."""
    games = set(installed())
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.Match):
            words = {
                n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)
            }
            if words & games:
                yield node.lineno


@pytest.mark.parametrize("path", OUTSIDE_GAMES, ids=name)
def test_nothing_outside_the_games_asks_which_game_it_is(path: Path) -> None:
    assert list(compared_with_a_game(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_guard_against_naming_games_sees_what_it_is_for() -> None:
    game = next(iter(installed()))
    assert list(compared_with_a_game(ast.parse(f"if ruleset == {game!r}: pass")))


def imported_games(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that import something of a game; games are found by their entry points."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        within = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        names = [f"{within}{one.name}" for one in node.names]
        if any(f"{one}.".startswith("warband_tui.rules.games.") for one in names):
            yield node.lineno


@pytest.mark.parametrize("path", OUTSIDE_GAMES, ids=name)
def test_nothing_outside_the_games_imports_one(path: Path) -> None:
    assert list(imported_games(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "line", ["import warband_tui.rules.games.bog", "from warband_tui.rules.games import bog"]
)
def test_the_guard_against_importing_games_sees_what_it_is_for(line: str) -> None:
    assert list(imported_games(ast.parse(line)))


@pytest.mark.parametrize("path", SHOWING, ids=name)
def test_no_screen_or_widget_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    for game in installed():
        assert game not in text
        assert game.replace("-", "_") not in text


# What is loaded

HEAVY = ("textual", "rich", "sqlmodel", "sqlalchemy", "pydantic", "alembic", "typer")


def loaded_by(code: str) -> set[str]:
    """Return which heavy packages a fresh interpreter has loaded after running some code."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sorted(m for m in {HEAVY} if m in sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(told.stdout.split())


WALK = """
import importlib, pkgutil
import warband_tui.rules as rules
for found in pkgutil.walk_packages(rules.__path__, 'warband_tui.rules.'):
    importlib.import_module(found.name)
"""


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import warband_tui", set()),
        ("import warband_tui.bootstrap, warband_tui.config, warband_tui.doctor", set()),
        (WALK, set()),
        ("import warband_tui.app, warband_tui.screens.home", {"textual", "rich"}),
        ("import warband_tui.campaign.home_view, warband_tui.campaign.archiving", set()),
    ],
    ids=["package", "wiring", "rules", "first frame", "first reading"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str, allowed: set[str]) -> None:
    assert loaded_by(code) <= allowed


def test_the_guard_of_imports_sees_what_it_is_for() -> None:
    assert "textual" in loaded_by("import textual.app")
