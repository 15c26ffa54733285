"""The player's settings: one TOML file, checked line by line, defaults for the rest.

A fault never stops the program: it starts with the default in that place and shows what is wrong, where,
and what was probably meant.
"""

from __future__ import annotations

import difflib
import errno
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec, bind, long_key
from warband_tui.toml_text import read_toml

APP_NAME = "warband"
CONFIG_ENV = "WARBAND_CONFIG"
DB_ENV = "WARBAND_DB"

MAX_BYTES = 1_000_000
"""No settings are longer; a device that never ends is not read to its end."""

_CHOICES: Mapping[str, tuple[str, ...]] = {"tracking": ("full", "loose"), "dice": ("seed", "table")}


@dataclass(frozen=True, slots=True)
class Config:
    """The settings.

    Args:
        name: who you are, as ledgers show it.
        db: the library's path or URL; empty for the platform's data folder.
        theme: the name of a theme; empty for the program's own dark one.
        tracking: `full` lets the engine resolve actions, `loose` only counts.
        dice: `seed` rolls for the player, `table` asks for the dice rolled at the table.
        keys: keys by action id; they win over every default.
    """

    name: str = ""
    db: str = ""
    theme: str = ""
    tracking: str = "full"
    dice: str = "seed"
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Problem(NamedTuple):
    """One fault of a config file."""

    path: Path
    line: int
    what: str

    @property
    def text(self) -> str:
        """File, line and fault in one line."""
        where = f"{self.path}, line {self.line}" if self.line else str(self.path)
        return f"{where}: {self.what}"


class Loaded(NamedTuple):
    """A config, its file (which need not exist) and what was wrong in it."""

    config: Config
    path: Path
    problems: tuple[Problem, ...] = ()


def config_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where the config file is, or would be: `WARBAND_CONFIG`, else the platform's config folder."""
    if given := environ.get(CONFIG_ENV):
        return home_of(given)
    import platformdirs

    return Path(platformdirs.user_config_dir(APP_NAME, appauthor=False)) / "config.toml"


def library_place(config: Config, environ: Mapping[str, str] = os.environ) -> str:
    """Return the library's place: `WARBAND_DB`, else the config, else the platform's data folder."""
    if given := environ.get(DB_ENV) or config.db:
        return given if "://" in given else str(home_of(given))
    import platformdirs

    return str(Path(platformdirs.user_data_dir(APP_NAME, appauthor=False)) / "library.db")


def home_of(path: str) -> Path:
    """Return a path with `~` put into words, as it stands where there is no such home."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def state_dir() -> Path:
    """Return the platform's folder for logs."""
    import platformdirs

    return Path(platformdirs.user_state_dir(APP_NAME, appauthor=False))


def load(path: Path) -> Loaded:
    """Read a config file; what is wrong in it is reported and takes its default. No file is no fault."""
    try:
        text = _text_of(path)
    except FileNotFoundError:
        return Loaded(Config(), path)
    except OSError as error:
        return Loaded(Config(), path, (Problem(path, 0, f"cannot be read ({error.strerror})"),))
    except UnicodeDecodeError:
        return Loaded(Config(), path, (Problem(path, 0, "is not UTF-8 text; save it as such"),))
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        return Loaded(Config(), path, (Problem(path, line, f"is not TOML here: {error}"),))
    return _Reading(path, text).read(data)


def _text_of(path: Path) -> str:
    """Read the file; editors of Windows begin it with a mark of three bytes.

    Raises:
        OSError: it cannot be read, or is longer than any settings.
        UnicodeDecodeError: it is not UTF-8.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(errno.EFBIG, f"it is larger than {MAX_BYTES} bytes")
    return data.decode("utf-8-sig")


def validate(
    path: Path, actions: Iterable[ActionSpec], themes: Iterable[str], program: Iterable[ActionSpec] = ()
) -> list[Problem]:
    """Return every fault of a config file, names of actions and themes and clashes of keys included.

    Args:
        path: the config file.
        actions: every action there is.
        themes: the names of all themes.
        program: the actions of every screen, which clash with those of each.

    Raises:
        WarbandError: there is no such file.
    """
    if not path.exists():
        raise WarbandError("there is no config file; defaults are in force", place=str(path))
    loaded = load(path)
    return [*loaded.problems, *check_names(loaded, tuple(actions), tuple(themes), tuple(program))]


def check_names(
    loaded: Loaded, actions: tuple[ActionSpec, ...], themes: tuple[str, ...], program: tuple[ActionSpec, ...]
) -> list[Problem]:
    """Return the faults that only the whole program knows: unknown actions and themes, clashes of keys."""
    config, path = loaded.config, loaded.path
    try:
        text = _text_of(path)
    except (OSError, UnicodeDecodeError):
        text = ""
    found = []
    if config.theme and config.theme not in themes:
        what = f"there is no theme {config.theme!r}{_nearest(config.theme, themes)}"
        found.append(Problem(path, _line_of(text, ("theme",)), what))
    known = {spec.id for spec in actions}
    for action in config.keys:
        if action not in known:
            what = f"there is no action {action!r}{_nearest(action, known)}"
            found.append(Problem(path, _line_of(text, ("keys", action)), what))
    scopes = sorted({spec.scope for spec in actions})
    own = {spec.id for spec in program}
    for scope in scopes:
        here = [spec for spec in actions if spec.scope == scope and spec.id not in own]
        for clash in bind([*here, *program], config.keys)[1]:
            named = clash.loser if clash.loser in config.keys else clash.winner
            problem = Problem(path, _line_of(text, ("keys", named)), clash.text)
            if problem not in found:
                found.append(problem)
    return found


def shown(config: Config) -> str:
    """Return the settings in force as TOML."""
    lines = [
        f"name = {_toml(config.name)}",
        f"db = {_toml(config.db)}",
        f"theme = {_toml(config.theme)}",
        "",
        "[play]",
    ]
    lines += [f"tracking = {_toml(config.tracking)}", f"dice = {_toml(config.dice)}", "", "[keys]"]
    for action, keys in config.keys.items():
        lines.append(f"{_toml(action)} = [{', '.join(map(_toml, keys))}]")
    return "\n".join(lines) + "\n"


def with_theme(text: str, theme: str) -> str:
    """Return the text of a config file with another theme; comments and everything else stay as they are."""
    given = f"theme = {_toml(theme)}"
    lines = text.splitlines(keepends=True)
    for i, line in enumerate(lines):
        if re.match(r"\s*\[", line):
            break
        if re.match(r"\s*theme\s*=", line):
            comment = re.search(r"\s+#[^\"']*$", line)
            lines[i] = given + (comment[0] if comment else "\n")
            return "".join(lines)
    return f"{given}\n{text}"


def save_theme(path: Path, theme: str) -> None:
    """Keep a theme in the config file, making it if there is none; the file is replaced as a whole.

    Raises:
        WarbandError: the file cannot be written.
    """
    try:
        text = _text_of(path) if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(with_theme(text, theme), encoding="utf-8", newline="")
        fresh.replace(path)
    except (OSError, UnicodeDecodeError) as error:
        raise WarbandError(f"the theme could not be kept ({error})", place=str(path)) from error


class _Reading:
    """Reads one file, collecting what is wrong."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.problems: list[Problem] = []

    def read(self, data: dict[str, Any]) -> Loaded:
        config = Config()
        readers: dict[str, Callable[[Config, Any], Config]] = {
            "name": lambda c, v: replace(c, name=self._text(("name",), v)),
            "db": lambda c, v: replace(c, db=self._text(("db",), v)),
            "theme": lambda c, v: replace(c, theme=self._text(("theme",), v)),
            "play": self._play,
            "keys": lambda c, v: replace(c, keys=self._keys(v)),
        }
        for name, value in data.items():
            if name in readers:
                config = readers[name](config, value)
            else:
                self._unknown((name,), readers)
        return Loaded(config, self.path, tuple(self.problems))

    def _play(self, config: Config, value: Any) -> Config:
        if not isinstance(value, dict):
            self._say(("play",), "play is a table: [play]")
            return config
        for name, chosen in value.items():
            if name not in _CHOICES:
                self._unknown(("play", name), _CHOICES)
            elif chosen not in _CHOICES[name]:
                words = " or ".join(f'"{word}"' for word in _CHOICES[name])
                self._say(("play", name), f"{name} is {words}")
            elif name == "tracking":
                config = replace(config, tracking=chosen)
            else:
                config = replace(config, dice=chosen)
        return config

    def _keys(self, value: Any) -> dict[str, tuple[str, ...]]:
        if not isinstance(value, dict):
            self._say(("keys",), "keys is a table: [keys]")
            return {}
        keys = {}
        for action, given in _flat(value).items():
            wanted = [given] if isinstance(given, str) else given
            if isinstance(wanted, list) and all(isinstance(k, str) and k.strip() for k in wanted):
                keys[action] = tuple(long_key(k.strip()) for k in wanted)
            else:
                self._say(("keys", action), f'{action} is a key or a list of keys, as in {action} = "x"')
        return keys

    def _text(self, place: tuple[str, ...], value: Any) -> str:
        if isinstance(value, str):
            return value
        self._say(place, f"{place[-1]} is a text in quotes")
        return ""

    def _unknown(self, place: tuple[str, ...], known: Iterable[str]) -> None:
        name = place[-1]
        self._say(place, f"there is no setting {name!r}{_nearest(name, known)}")

    def _say(self, place: tuple[str, ...], what: str) -> None:
        self.problems.append(Problem(self.path, _line_of(self.text, place), what))


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Join nested tables, so that `battle.undo = "z"` needs no quotes."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = value
    return flat


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.4)
    return f"; did you mean {near[0]!r}?" if near else ""


def _line_of(text: str, place: tuple[str, ...]) -> int:
    """Return the line (from 1) where a setting is given, 0 when it cannot be found."""
    wanted = ".".join(place)
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[([^\[\]]+)\]\s*(#.*)?$", line):
            table = _bare(header[1]) + "."
            name = table[:-1]
        elif pair := re.match(r"\s*([^=#]+?)\s*=", line):
            name = table + _bare(pair[1])
        else:
            continue
        if name == wanted:
            return number
    return 0


def _bare(name: str) -> str:
    return re.sub(r"[\"'\s]", "", name)


def _toml(text: str) -> str:
    return f'"{"".join(map(_toml_letter, text))}"'


def _toml_letter(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) <= 0xFFFF else f"\\U{ord(letter):08x}"
