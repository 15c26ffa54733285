"""The config file: defaults, faults with file, line and nearest name, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui import config
from warband_tui.config import Config
from warband_tui.errors import WarbandError
from warband_tui.registry import APP_SPECS, ActionSpec

SPECS = (
    *APP_SPECS,
    ActionSpec("battle.undo", "Undo", "Undo.", ("u",)),
    ActionSpec("battle.roll", "Roll", "Roll.", ("d",)),
)
THEMES = ("warband-dark", "warband-light", "nord")


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(tmp_path: Path, text: str) -> list[str]:
    path = written(tmp_path, text)
    return [f"{p.line}: {p.what}" for p in config.validate(path, SPECS, THEMES, APP_SPECS)]


def test_no_file_means_defaults(tmp_path: Path) -> None:
    loaded = config.load(tmp_path / "none.toml")
    assert loaded.config == Config()
    assert loaded.problems == ()


def test_everything_given_is_read(tmp_path: Path) -> None:
    text = """
name = "Mira"
db = "~/games/club.db"
theme = "nord"
[play]
tracking = "loose"
dice = "table"
[keys]
"battle.undo" = ["z", "ctrl+z"]
battle.roll = "?"
"""
    loaded = config.load(written(tmp_path, text))
    assert loaded.problems == ()
    assert loaded.config == Config(
        name="Mira",
        db="~/games/club.db",
        theme="nord",
        tracking="loose",
        dice="table",
        keys={"battle.undo": ("z", "ctrl+z"), "battle.roll": ("question_mark",)},
    )


def test_an_unknown_setting_is_refused_with_its_line_and_the_nearest_name(tmp_path: Path) -> None:
    assert faults(tmp_path, '# mine\n\nthem = "nord"\n') == [
        "3: there is no setting 'them'; did you mean 'theme'?"
    ]


def test_an_unknown_setting_in_a_table_is_found_there(tmp_path: Path) -> None:
    text = 'theme = "nord"\n[play]\ndices = "seed"\n'
    assert faults(tmp_path, text) == ["3: there is no setting 'dices'; did you mean 'dice'?"]


def test_a_value_that_is_none_of_the_choices_is_told_the_choices(tmp_path: Path) -> None:
    assert faults(tmp_path, '[play]\ntracking = "lose"\n') == ['2: tracking is "full" or "loose"']


def test_a_fault_leaves_the_other_settings_in_force(tmp_path: Path) -> None:
    loaded = config.load(written(tmp_path, 'db = 7\ntheme = "nord"\n'))
    assert loaded.config == Config(theme="nord")
    assert [p.text for p in loaded.problems] == [f"{loaded.path}, line 1: db is a text in quotes"]


def test_what_is_not_toml_is_told_with_its_line(tmp_path: Path) -> None:
    (fault,) = config.load(written(tmp_path, 'theme = "nord"\nkeys = [\n')).problems
    assert fault.line >= 2
    assert "is not TOML here" in fault.what


def test_what_is_not_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert config.load(path).problems[0].what == "is not UTF-8 text; save it as such"


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in config.load(tmp_path).problems[0].what


def test_an_unknown_action_is_told_with_the_nearest(tmp_path: Path) -> None:
    text = '[keys]\n"battle.und" = "z"\n'
    assert faults(tmp_path, text) == ["2: there is no action 'battle.und'; did you mean 'battle.undo'?"]


def test_an_unknown_theme_is_told_with_the_nearest(tmp_path: Path) -> None:
    assert faults(tmp_path, 'theme = "norde"\n') == ["1: there is no theme 'norde'; did you mean 'nord'?"]


def test_a_clash_is_told_with_who_keeps_the_key(tmp_path: Path) -> None:
    text = '[keys]\n"battle.undo" = "d"\n'
    assert faults(tmp_path, text) == ["2: key d: battle.undo has it, so battle.roll goes without"]


def test_a_key_that_is_no_text_is_told(tmp_path: Path) -> None:
    assert faults(tmp_path, '[keys]\n"battle.undo" = 3\n')[0].startswith("2: battle.undo is a key or a list")


def test_validating_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WarbandError, match="there is no config file"):
        config.validate(tmp_path / "none.toml", SPECS, THEMES)


def test_the_environment_names_file_and_library(tmp_path: Path) -> None:
    assert config.config_path({"WARBAND_CONFIG": str(tmp_path / "c.toml")}) == tmp_path / "c.toml"
    assert config.library_place(Config(db="other.db"), {"WARBAND_DB": "mine.db"}) == "mine.db"
    assert config.library_place(Config(db="other.db"), {}) == "other.db"
    assert config.library_place(Config(db="sqlite:///~/x.db"), {}) == "sqlite:///~/x.db"


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(name=TEXTS, theme=TEXTS)
def test_what_is_shown_reads_back_as_the_same(
    name: str, theme: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    given_config = Config(name=name, theme=theme, keys={"battle.undo": ("z", "comma")})
    path = tmp_path_factory.mktemp("config") / "config.toml"
    path.write_text(config.shown(given_config), encoding="utf-8")
    assert config.load(path).config == given_config


def test_keeping_a_theme_leaves_comments_and_all_else(tmp_path: Path) -> None:
    path = written(tmp_path, '# mine\ntheme = "nord" # for the night\n[keys]\n"app.help" = "x"\n')
    config.save_theme(path, "warband-light")
    assert path.read_text() == '# mine\ntheme = "warband-light" # for the night\n[keys]\n"app.help" = "x"\n'


def test_keeping_a_theme_makes_file_and_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    config.save_theme(path, "nord")
    assert config.load(path).config.theme == "nord"


def test_a_theme_of_a_table_is_not_taken_for_the_setting(tmp_path: Path) -> None:
    assert config.with_theme('[keys]\ntheme = "x"\n', "nord") == 'theme = "nord"\n[keys]\ntheme = "x"\n'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a = " + b"[" * 5000, "1: is not TOML here: nested far too deep"),
        (b"a = " + b"9" * 5000, "1: is not TOML here: a number has too many digits"),
        (b"theme = 'x'\n\xff", "0: is not UTF-8 text; save it as such"),
        (b"#" * (config.MAX_BYTES + 1), "0: cannot be read (it is larger than 1000000 bytes)"),
    ],
)
def test_a_file_made_to_break_its_reader_leaves_the_defaults(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    assert config.load(path).config == Config()
    assert [f"{p.line}: {p.what}" for p in config.validate(path, SPECS, THEMES, APP_SPECS)] == [said]


def test_the_mark_that_editors_of_windows_put_first_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b'\xef\xbb\xbfname = "Mira"\r\n')
    assert config.load(path).config.name == "Mira"
    config.save_theme(path, "nord")
    assert config.load(path) == config.Loaded(Config(name="Mira", theme="nord"), path)


def test_a_home_of_nobody_stays_as_it_was_written() -> None:
    assert config.config_path({config.CONFIG_ENV: "~nobody-of-this-name/c"}) == Path("~nobody-of-this-name/c")
