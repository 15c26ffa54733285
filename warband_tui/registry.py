"""The action registry: what can be done, by which keys, and how it is told.

A screen declares `SPECS`; keys, footer, help, palette and the generated keys page are all made from
them. Nothing here knows Textual, so that the command line can check a config without loading it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Undo = Literal["undoable", "none", "confirm"]
"""`undoable`: `u` takes it back. `confirm`: cannot be taken back, so it asks. `none`: changes nothing kept."""

MOVEMENT_KEYS = frozenset({"h", "j", "k", "l", "g", "G", "ctrl+d", "ctrl+u"})
"""Keys that move the cursor in every list and table; no action may take them by default."""

_PACKAGES = ("warband_tui.screens", "warband_tui.dialogs")


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action: its permanent id, its words, its default keys and what undo does about it.

    Args:
        id: `screen.name`, permanent: config files name it.
        label: two words at most; the footer and the palette show it.
        tooltip: one sentence that says what happens.
        keys: default keys, the first one is shown. A comma is written `comma`.
        tag: the group in help and on the keys page.
        primary: shown in the footer.
        undo: what undo does about it.
        palette: listed in the palette and in help.
        priority: its keys with Ctrl work while a text field or a dialog has the keyboard.
    """

    id: str
    label: str
    tooltip: str
    keys: tuple[str, ...] = ()
    tag: str = "general"
    primary: bool = False
    undo: Undo = "none"
    palette: bool = True
    priority: bool = False

    @property
    def method(self) -> str:
        """The name of the method that carries it out."""
        return "action_" + self.id.rpartition(".")[2].replace("-", "_")

    @property
    def scope(self) -> str:
        """The screen it belongs to: the first part of the id."""
        return self.id.partition(".")[0]


class Bound(NamedTuple):
    """An action with the keys it has after the player's rebinding."""

    spec: ActionSpec
    keys: tuple[str, ...]


class Clash(NamedTuple):
    """A key that two actions of one screen want; `winner` keeps it."""

    key: str
    winner: str
    loser: str

    @property
    def text(self) -> str:
        """The clash in one line."""
        return f"key {self.key}: {self.winner} has it, so {self.loser} goes without"


Rebinding = Mapping[str, tuple[str, ...]]
"""Action id -> keys, as the config gives them."""

APP_SPECS: tuple[ActionSpec, ...] = (
    ActionSpec(
        "app.back", "Back", "Go back to the screen before; on the first screen, leave.", ("q", "escape")
    ),
    ActionSpec(
        "app.help",
        "Help",
        "Show everything that can be done here, with keys; Enter does it.",
        ("question_mark", "f1"),
        primary=True,
    ),
    ActionSpec(
        "app.palette",
        "Palette",
        "Find any action by its name and do it.",
        ("ctrl+p", "colon"),
    ),
    ActionSpec("app.jump", "Jump", "Go to any campaign, warband or battle by its name.", ("ctrl+g", "J")),
    ActionSpec("app.rules", "Rules", "Search the rules of every game that is installed.", ("R",)),
    ActionSpec("app.lab", "Odds lab", "Compare attackers and targets of any game, exactly.", ("O",)),
    ActionSpec("app.boards", "Boards", "Open the kept boards: draw, change, copy, delete them.", ("ctrl+t",)),
    ActionSpec("app.messages", "Messages", "Read again what was said at the bottom of the screen.", ("M",)),
    ActionSpec("app.theme", "Theme", "Choose how the program looks.", ("T",), tag="program"),
    ActionSpec("app.picture", "Picture", "Save this screen as an SVG picture.", ("ctrl+s",), tag="program"),
    ActionSpec("app.doctor", "Doctor", "Show what to paste into a bug report.", ("ctrl+o",), tag="program"),
    ActionSpec(
        "app.quit",
        "Quit",
        "Leave the program; everything is saved already.",
        ("ctrl+q", "Q"),
        tag="program",
        priority=True,
    ),
)
"""What can be done on every screen."""


def bind(specs: Iterable[ActionSpec], rebinding: Rebinding) -> tuple[list[Bound], list[Clash]]:
    """Give each action its keys; a key that the player chose wins over a default.

    Args:
        specs: the actions of one screen and those of the program, the screen's first: it wins.
        rebinding: the player's keys by action id; an empty tuple takes all keys away.

    Returns:
        The actions in the order given, and each key that two of them wanted. A screen's default that
        hides a default of the program is no clash: it is meant so.
    """
    specs = list(specs)
    order = sorted(range(len(specs)), key=lambda i: specs[i].id not in rebinding)
    owner: dict[str, ActionSpec] = {}
    keys: dict[int, list[str]] = {}
    clashes: list[Clash] = []
    for i in order:
        spec = specs[i]
        keys[i] = []
        for key in map(long_key, rebinding.get(spec.id, spec.keys)):
            other = owner.setdefault(key, spec)
            if other is spec:
                keys[i].append(key)
            elif spec.id in rebinding or other.id in rebinding or spec.scope == other.scope:
                clashes.append(Clash(key, other.id, spec.id))
    return [Bound(spec, tuple(keys[i])) for i, spec in enumerate(specs)], clashes


_LONG = {
    "?": "question_mark",
    ":": "colon",
    ",": "comma",
    ".": "full_stop",
    "/": "slash",
    "+": "plus",
    "-": "minus",
    "*": "asterisk",
    "=": "equals_sign",
    "%": "percent_sign",
    ">": "greater_than_sign",
    "<": "less_than_sign",
    "`": "grave_accent",
    "@": "at",
    " ": "space",
    "esc": "escape",
    "return": "enter",
}
_SHORT = {
    "question_mark": "?",
    "colon": ":",
    "comma": ",",
    "full_stop": ".",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "asterisk": "*",
    "equals_sign": "=",
    "percent_sign": "%",
    "greater_than_sign": ">",
    "less_than_sign": "<",
    "grave_accent": "`",
    "at": "@",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "delete": "Del",
    "backspace": "Bksp",
}


def long_key(key: str) -> str:
    """Return a key as Textual names it: `?` becomes `question_mark`."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    return "+".join([*(m.lower() for m in modifiers), _LONG.get(last, last)])


def shown_key(key: str) -> str:
    """Return a key as people read it: `ctrl+p` becomes `^p`."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    shown = _SHORT.get(last, last.upper() if last[:1] == "f" and last[1:].isdigit() else last)
    if "ctrl" in modifiers:
        modifiers.remove("ctrl")
        shown = f"^{shown}"
    return "+".join([*(m.capitalize() for m in modifiers), shown])


def collect() -> tuple[ActionSpec, ...]:
    """Return every action of the program, those of all screens included; this loads all screens."""
    found: dict[str, ActionSpec] = {spec.id: spec for spec in APP_SPECS}
    for package in _PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type):
                    found |= {spec.id: spec for spec in _declared(value)}
    return tuple(found.values())


def _declared(cls: type) -> Sequence[ActionSpec]:
    specs = vars(cls).get("SPECS", ())
    return specs if isinstance(specs, tuple) else ()
