"""The looks of a board: inks for signs, grounds for what they stand on.

The themes have no green, brown or magenta, which terrain wants; those are given here for dark and for light.
Grounds are thin, so that signs stay readable on them, and none is the only sign of anything.
"""

from __future__ import annotations

_HUES = {
    "green": ("#86a765", "#4b6b2c"),
    "brown": ("#b08a5e", "#74512a"),
    "grey": ("#8f918f", "#6a6760"),
    "blue": ("#6fa3c8", "#2b6290"),
    "red": ("#d9745f", "#a03a24"),
    "yellow": ("#cdae55", "#80630f"),
    "magenta": ("#b787b8", "#7b437d"),
}
"""Ink of terrain on dark and on light."""

_INKS = {
    "edge": "color: $foreground 80%; text-style: bold;",
    "tick": "color: $foreground 22%;",
    "tick-number": "color: $foreground 50%;",
    "trail0": "color: $success;",
    "trail1": "color: $error;",
    "trail2": "color: $warning;",
    "trail3": "color: $secondary;",
    "ink-move": "color: $success 75%;",
    "ink-fast": "color: $warning 75%;",
    "ink-careful": "color: $success;",
    "ink-attack": "color: $error 80%;",
    "ink-other": "color: $foreground 60%;",
    "threat": "color: $error;",
    "token": "color: $background; text-style: bold;",
    "picked": "color: $background; text-style: bold;",
    "done": "text-style: not bold;",
    "harmed": "text-style: italic;",
    "follows": "text-style: not bold;",
    "route": "color: $foreground; text-style: bold;",
    "bad": "color: $error;",
    "charged": "color: $warning; text-style: bold;",
    "struck": "color: $error; text-style: bold;",
    "clear": "color: $success; text-style: bold;",
    "blocked": "color: $error;",
    "ruler": "color: $accent; text-style: bold;",
    "template": "color: $accent;",
    "oncursor": "color: $background; text-style: bold underline;",
}

_GROUNDS = {
    "floor": "background: $background;",
    "zone0": "background: $success 10%;",
    "zone1": "background: $error 10%;",
    "zone2": "background: $warning 10%;",
    "zone3": "background: $secondary 12%;",
    "band-move": "background: $success 17%;",
    "band-fast": "background: $warning 14%;",
    "band-careful": "background: $success 30%;",
    "band-attack": "background: $error 20%;",
    "band-other": "background: $foreground 12%;",
    "threat": "background: $error 9%;",
    "side0": "background: $success;",
    "side1": "background: $error;",
    "side2": "background: $warning;",
    "side3": "background: $secondary;",
    "side0-b": "background: $success 72%;",
    "side1-b": "background: $error 72%;",
    "side2-b": "background: $warning 72%;",
    "side3-b": "background: $secondary 72%;",
    "selected": "background: $foreground;",
    "selected-b": "background: $foreground 72%;",
    "ghost": "background: $foreground 30%;",
    "template": "background: $accent 25%;",
    "cursor": "background: $accent;",
}

INKS = (*_HUES, *_INKS)
GROUNDS = (*(f"on-{hue}" for hue in _HUES), *_GROUNDS)


def _css() -> str:
    lines = [
        "BoardView {",
        "  background: $surface; color: $foreground;",
        "  overflow-x: auto; overflow-y: auto; scrollbar-size: 1 1; scrollbar-gutter: auto;",
    ]
    for hue, (dark, _) in _HUES.items():
        lines.append(f"  & > .ink--{hue} {{ color: {dark}; }}")
        lines.append(f"  & > .ground--on-{hue} {{ background: {dark} 18%; }}")
    for hue, (_, light) in _HUES.items():
        lines.append(f"  &:light > .ink--{hue} {{ color: {light}; }}")
        lines.append(f"  &:light > .ground--on-{hue} {{ background: {light} 22%; }}")
    lines += [f"  & > .ink--{name} {{ {rule} }}" for name, rule in _INKS.items()]
    lines += [f"  & > .ground--{name} {{ {rule} }}" for name, rule in _GROUNDS.items()]
    return "\n".join([*lines, "}"])


BOARD_CSS = _css()
