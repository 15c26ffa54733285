"""What the battle screen is in the middle of: picking from a menu, finding a unit, preparing an action.

A mode has the keyboard until it is done or left. It draws the panel and says which units can be picked;
all that lasts it asks of its host, the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from warband_tui.campaign.battle_keys import hints
from warband_tui.campaign.preparing import Preparation
from warband_tui.errors import WarbandError
from warband_tui.rules.board.layout import Spot
from warband_tui.widgets.action_panel import MenuItem, menu_lines
from warband_tui.widgets.footer import Key
from warband_tui.widgets.lines import Line, Span

HELD = frozenset({"f1", "ctrl+p", "ctrl+q", "ctrl+c", "ctrl+s", "ctrl+l"})
"""Keys that stay the program's even while letters are typed."""

PASSED = HELD | {"question_mark", "escape", "q", "colon"}
"""Keys that a mode leaves to the screen and the program."""


class Picking(Struct, frozen=True):
    """A place that is asked for on the board.

    Attributes:
        question: what is asked.
        unit: who is moved there, empty where nobody knows.
        done: gets the place that was picked.
        why_not: returns why the rules refuse a place, empty when they do not.
    """

    question: str
    unit: str
    done: Callable[[Spot], object]
    why_not: Callable[[Spot], str]


class Host(Protocol):
    """What a mode may ask of the screen."""

    def commit(self, prep: Preparation) -> None:
        """Write the action down and leave the mode."""

    def leave_mode(self) -> None:
        """Go back to the rosters."""

    def mode_changed(self) -> None:
        """Draw the panel and the hints again."""

    def ask_text(self, label: str, done: Callable[[str], None], *, text: str = "") -> None:
        """Ask for a line of text."""

    def pick_spot(self, prep: Preparation, picking: Picking) -> None:
        """Have a place picked on the board."""

    def show_rule(self, rule_id: str) -> None:
        """Open the rules at one of them."""

    def warn(self, text: str) -> None:
        """Say what is wrong."""


class Mode(Protocol):
    """One thing that the screen is in the middle of."""

    def lines(self, width: int) -> list[Line]:
        """Return what the panel shows."""

    def cursor_line(self) -> int:
        """Return the line that must be on screen."""

    def hints(self) -> Mapping[str, str] | None:
        """Return letters by unit while a unit is being picked."""

    def offered(self) -> str:
        """Return the unit that Enter would pick, if one is being picked."""

    def press(self, key: str, character: str | None) -> bool:
        """Take a key; False leaves it to others."""

    def click(self, link: str) -> None:
        """Take a click on a link."""

    def footer(self) -> tuple[Key, ...]:
        """Return the keys of the footer."""


@runtime_checkable
class Windowed(Protocol):
    """A mode that cuts its own lines to the room there is, where scrolling would not do."""

    def window(self, width: int, height: int) -> list[Line] | None:
        """Return what is in sight of the lines drawn last; None leaves the panel to scroll."""


@runtime_checkable
class Explained(Protocol):
    """A mode whose keys help explains."""

    def about(self) -> str:
        """Return what its keys do, in sentences."""


class MenuMode:
    """A list to pick one thing from."""

    def __init__(
        self,
        host: Host,
        title: str,
        items: Sequence[MenuItem],
        pick: Callable[[MenuItem], None],
        about: str = "",
    ) -> None:
        self.host = host
        self._title = title
        letters = iter(hints(len(items), {item.key for item in items}))
        self._items = [item if item.key else _with_key(item, next(letters)) for item in items]
        self._pick = pick
        self._about = about
        self._at = 0
        self._line = 1

    def lines(self, width: int) -> list[Line]:
        """Return the list."""
        lines = menu_lines(self._title, self._items, self._at, width, about=self._about)
        self._line = len(lines) - len(self._items) + self._at
        return lines

    def cursor_line(self) -> int:
        """Return the line of the cursor."""
        return self._line if self._at else 0

    def hints(self) -> Mapping[str, str] | None:
        """Return nothing: no unit is being picked."""
        return None

    def offered(self) -> str:
        """Return nothing: no unit is offered."""
        return ""

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        return (
            Key("key:enter", "Enter", "pick"),
            Key("key:down", "↓", "down"),
            Key("app.back", "q", "leave"),
            Key("app.help", "?", "help"),
        )

    def press(self, key: str, character: str | None) -> bool:
        """Take a key."""
        if key in PASSED:
            return False
        found = next((i for i, item in enumerate(self._items) if character and item.key == character), None)
        last = len(self._items) - 1
        moves = {"down": self._at + 1, "up": self._at - 1, "home": 0, "end": last}
        moves |= {"pagedown": self._at + 8, "pageup": self._at - 8, "j": self._at + 1, "k": self._at - 1}
        if found is not None:
            self._take(found)
        elif key == "enter":
            self._take(self._at)
        elif key in moves:
            self._at = max(0, min(last, moves[key]))
            self.host.mode_changed()
        return True

    def click(self, link: str) -> None:
        """Take a click."""
        kind, _, place = link.partition(":")
        if kind == "item":
            self._take(int(place))

    def _take(self, place: int) -> None:
        if 0 <= place < len(self._items):
            item = self._items[place]
            self.host.leave_mode()
            try:
                self._pick(item)
            except WarbandError as error:
                self.host.warn(str(error))


class FindMode:
    """Going to any unit by a letter."""

    def __init__(self, host: Host, units: Sequence[str], go: Callable[[str], None]) -> None:
        self.host = host
        self._letters = dict(zip(units, hints(len(units)), strict=True))
        self._go = go

    def lines(self, width: int) -> list[Line]:
        """Return what to do."""
        del width
        return [
            (Span("  letter", "key"), Span(" goes to that one   "), Span("q", "key"), Span(" stays here"))
        ]

    def cursor_line(self) -> int:
        """Return the only line."""
        return 0

    def hints(self) -> Mapping[str, str] | None:
        """Return a letter for every unit."""
        return self._letters

    def offered(self) -> str:
        """Return nothing: no unit is offered."""
        return ""

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        return (Key("app.back", "q", "stay"), Key("app.help", "?", "help"))

    def press(self, key: str, character: str | None) -> bool:
        """Take a key."""
        if key in PASSED:
            return False
        found = next((unit for unit, letter in self._letters.items() if letter and letter == character), None)
        self.host.leave_mode()
        if found:
            self._go(found)
        return True

    def click(self, link: str) -> None:
        """Take a click on a unit."""
        kind, _, unit = link.partition(":")
        if kind == "unit":
            self.host.leave_mode()
            self._go(unit)


def _with_key(item: MenuItem, key: str) -> MenuItem:
    return MenuItem(item.id, item.label, item.note, key, item.why, item.group)
