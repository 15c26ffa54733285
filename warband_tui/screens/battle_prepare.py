"""Preparing an action with the keyboard: at whom, with what, choices, fields, dice."""

from __future__ import annotations

from collections.abc import Mapping

from warband_tui.campaign.action_form import counted, listed
from warband_tui.campaign.battle_keys import hints
from warband_tui.campaign.preparing import Preparation
from warband_tui.rules.actions import Field
from warband_tui.rules.dice import BadDice
from warband_tui.screens.battle_modes import HELD, PASSED, Host
from warband_tui.screens.battle_pick import FieldPick, field_letters, picked_from, remedies
from warband_tui.screens.battle_placing import Placing
from warband_tui.widgets.dice_tray import DiceBuffer
from warband_tui.widgets.footer import Key
from warband_tui.widgets.lines import Line
from warband_tui.widgets.picking import Outcome
from warband_tui.widgets.prepare_keys import AIM_KEYS, LIST_KEYS, about_keys, enter_key
from warband_tui.widgets.prepare_panel import Aim, aim_lines, prepare_lines, refused_lines


class PrepareMode:
    """An action on its way: at whom, choices, fields, dice."""

    def __init__(self, host: Host, prep: Preparation, *, at_once: bool = True) -> None:
        self.host = host
        self.prep = prep
        self._at_once = at_once
        self._buffer = DiceBuffer()
        self._at = 0
        self._number = ""
        self._height = 1
        self._letters = field_letters(prep)
        self._picking: FieldPick | None = None
        self._placing = Placing(host, prep, self._done_or_draw)
        self._offered = prep.likely_target() if self._aiming else ""

    def begin(self) -> None:
        """Skip what need not be asked: the only target, an action with nothing to say."""
        if self.prep.refused is not None:
            self.host.mode_changed()
            return
        self._go_on(self._at_once)

    def _go_on(self, at_once: bool) -> None:
        """Take the only target there is, ask for what is missing, or see whether it is done."""
        missing = self.prep.missing
        if self._aiming:
            allowed = [t.value for t in self.prep.targets() if t.allowed]
            if len(allowed) == 1:
                self._take_target(allowed[0])
                return
        elif missing is not None and not self.prep.fault and not listed(missing):
            self.host.mode_changed()
            self._open_field(missing)
            return
        self._done_or_draw(at_once)

    @property
    def _aiming(self) -> bool:
        field = self.prep.target_field
        return self.prep.refused is None and field is not None and self.prep.missing == field

    # Drawing

    def lines(self, width: int) -> list[Line]:
        """Return the panel."""
        lines = self._lines(width)
        self._height = len(lines)
        return lines

    def _lines(self, width: int) -> list[Line]:
        prep = self.prep
        if self._picking is not None:
            return self._picking.lines(width)
        if prep.refused is not None:
            return refused_lines(prep, remedies(prep, self._letters), width)
        if self._aiming:
            return aim_lines(prep, Aim(self._target_letters(), self._offered), width)
        place, field = self._selected()
        lines = prepare_lines(
            prep,
            self._letters,
            width,
            at=place,
            selected=field.name if field else "",
            typed=self._buffer.text,
        )
        return [*lines, *self._placing.lines(self._letters, width)]

    def window(self, width: int, height: int) -> list[Line] | None:
        """Return what is in sight of a list that is picked from; None leaves the panel to scroll."""
        return self._picking.window(width, height) if self._picking else None

    def cursor_line(self) -> int:
        """Return the last line, with the dice: where the panel cannot be high enough, they must be seen."""
        return 0 if self._picking else self._height - 1

    def hints(self) -> Mapping[str, str] | None:
        """Return letters by unit while the target is being picked."""
        return self._target_letters() if self._aiming else None

    def offered(self) -> str:
        """Return the target that Enter would take."""
        return self._offered if self._aiming else ""

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        if self._picking is not None:
            return self._picking.footer()
        if self.prep.refused is not None:
            keys = [] if self.prep.override else [Key("key:exclamation_mark", "!", "override")]
        elif self._aiming:
            keys = [Key("key:enter", "Enter", "take the one offered"), Key("key:down", "↓", "next one")]
        else:
            keys = [enter_key(self.prep, self._letters, self._buffer.text)]
            if len(self.prep.weapons()) > 1:
                keys.append(Key("key:tab", "Tab", "weapon"))
            if self._selected() != (-1, None):
                keys.append(Key("key:plus", "+/-", "choose"))
        return (*keys, Key("app.back", "q", "cancel"), Key("app.help", "?", "help"))

    def about(self) -> str:
        """Return what the keys of the panel do now, for help."""
        if self._picking is not None:
            return LIST_KEYS
        if self._aiming:
            return AIM_KEYS
        return about_keys(self.prep, self._letters, steps=self._selected() != (-1, None))

    def _target_letters(self) -> dict[str, str]:
        targets = [t for t in self.prep.targets() if t.allowed or self.prep.override]
        return dict(zip((t.value for t in targets), hints(len(targets)), strict=True))

    def _adjustable(self) -> list[Field]:
        if self.prep.dice:
            return []
        return [f for f in self.prep.fields if f.name in self._letters and counted(f)]

    def _selected(self) -> tuple[int, Field | None]:
        """Return which open choice the cursor is on, or which number field."""
        choices, fields = len(self.prep.choices), self._adjustable()
        if not choices + len(fields):
            return -1, None
        at = self._at % (choices + len(fields))
        return (at, None) if at < choices else (-1, fields[at - choices])

    # Keys and clicks

    def press(self, key: str, character: str | None) -> bool:
        """Take a key."""
        if self._picking is not None and key not in HELD:
            self._picked(self._picking.press(key, character))
            return True
        if key in PASSED:
            return False
        if self.prep.refused is not None:
            return self._press_refused(key, character)
        if self._aiming:
            self._press_aiming(key, character)
        else:
            self._press_preparing(key, character)
        return True

    def click(self, link: str) -> None:
        """Take a click."""
        kind, _, rest = link.partition(":")
        if self._picking is not None:
            self._picked(self._picking.click(link))
        elif kind == "rule":
            self.host.show_rule(rest)
        elif kind == "leave":
            self.host.leave_mode()
        elif kind == "override":
            self._ask_override()
        elif kind == "unit" and self._aiming:
            self._take_target(rest)
        elif kind == "aim":
            self._take_target(self._offered)
        elif kind == "way":
            self._take_way(int(rest))
        elif kind == "choice":
            name, _, by = rest.rpartition(":")
            place = [c.choice.id for c in self.prep.choices].index(name)
            self.prep.step_choice(place, int(by))
            self.host.mode_changed()
        elif kind == "field":
            self._open_field(next(f for f in self.prep.fields if f.name == rest))
        else:
            self._press_preparing({"weapon": "tab", "back": "backspace", "roll": "r"}.get(kind, kind), None)

    def _press_refused(self, key: str, character: str | None) -> bool:
        if key == "exclamation_mark" and not self.prep.override:
            self._ask_override()
            return True
        ways = remedies(self.prep, self._letters)
        for field in self.prep.fields:
            if character and ways.get(field.name) == character:
                self._open_field(field)
                return True
        # The player has read it and goes on with something else; the keys that roll begin nothing else.
        self.host.leave_mode()
        return key in {"enter", "r"}

    def _press_aiming(self, key: str, character: str | None) -> None:
        allowed = [t.value for t in self.prep.targets() if t.allowed]
        step = {"down": 1, "j": 1, "tab": 1, "up": -1, "k": -1, "shift+tab": -1}.get(key)
        if key == "enter" and self._offered:
            self._take_target(self._offered)
        elif step and allowed:
            place = allowed.index(self._offered) if self._offered in allowed else -1
            self._offered = allowed[(place + step) % len(allowed)]
            self.host.mode_changed()
        elif character:
            found = next((u for u, letter in self._target_letters().items() if letter == character), None)
            if found:
                self._take_target(found)

    def _press_preparing(self, key: str, character: str | None) -> None:
        field = next((f for f in self.prep.fields if self._letters.get(f.name) == character), None)
        if self.prep.dice and not (field is not None and field.kind == "spots" and self.prep.ready):
            field = None
        steps = {"plus": 1, "equals_sign": 1, "right": 1, "minus": -1, "left": -1}
        if character and character.isdigit():
            self._digit(character)
        elif key in steps:
            self._adjust(steps[key])
        elif key in {"up", "down"}:
            self._at += 1 if key == "down" else -1
            self._number = ""
            self.host.mode_changed()
        elif key in {"tab", "shift+tab"} and self.prep.weapon_field:
            self.prep.cycle(self.prep.weapon_field, 1 if key == "tab" else -1)
            self._draw()
        elif key == "backspace":
            if not self._buffer.back():
                self.prep.drop_die()
            self._number = self._number[:-1]
            self.host.mode_changed()
        elif key == "space":
            self._add_die(self._buffer.end())
        elif key in {"r", "enter"}:
            self._go(key)
        elif key == "w":
            self._next_way()
        elif field is not None:
            self._open_field(field)

    def _go(self, key: str) -> None:
        if self._buffer.text:
            self._add_die(self._buffer.end())
        elif self.prep.want is not None or (self.prep.choices and self.prep.seeded):
            self._roll()
        elif key == "enter" and self.prep.missing is None:
            self.prep.settle()
            self._done_or_draw(at_once=True)

    def _digit(self, digit: str) -> None:
        if self.prep.want is None:
            self._type_number(digit)
            return
        try:
            value = self._buffer.type(digit, self.prep.want.sides)
        except BadDice as error:
            self.host.warn(str(error))
            return
        if value is None:
            self.host.mode_changed()
        else:
            self._add_die(value)

    def _add_die(self, value: int | None) -> None:
        if value is None:
            return
        try:
            self.prep.add_die(value)
        except BadDice as error:
            self.host.warn(str(error))
        self._done_or_draw(at_once=True)

    def _roll(self) -> None:
        try:
            self.prep.roll()
        except BadDice as error:
            self.host.warn(str(error))
            return
        self._done_or_draw(at_once=True)

    def _type_number(self, digit: str) -> None:
        place, field = self._selected()
        if place >= 0:
            made = self.prep.choices[place]
            if not made.choice.options:
                self.prep.choose(made.choice.id, min(int(digit), made.choice.high))
        elif field is not None:
            self._number += digit
            self.prep.set(field.name, int(self._number))
            if self.prep.fault:
                self._number = ""
        self._draw()

    def _adjust(self, by: int) -> None:
        place, field = self._selected()
        self._number = ""
        if place >= 0:
            self.prep.step_choice(place, by)
        elif field is not None:
            self.prep.nudge(field, by)
        self._draw()

    def _next_way(self) -> None:
        odds = self.prep.odds()
        if odds is not None and odds.ways:
            self._take_way((self.prep.way_taken(odds) + 1) % len(odds.ways))

    def _take_way(self, index: int) -> None:
        odds = self.prep.odds()
        if odds is not None:
            self.prep.take_way(odds.ways[index].choices)
            self._draw()

    def _open_field(self, field: Field) -> None:
        """Change a field: a flag flips, a list goes on, anything else is typed."""
        if field.kind == "flag":
            was_refused = self.prep.refused is not None
            self.prep.set(field.name, not self.prep.values.get(field.name, field.default))
            self._done_or_draw(was_refused and self._at_once)
        elif picked_from(field, len(self.prep.candidates(field))):
            self._picking = FieldPick(self.host, self.prep, field)
            self._draw()
        elif listed(field):
            self.prep.cycle(field)
            self._draw()
        elif field.kind == "spots":
            self._placing.pick(field)
        else:
            value = self.prep.values.get(field.name, field.default)
            text = "" if value in (None, "", ()) else f"{value}"
            self.host.ask_text(f"{self.prep.label}: {field.label}", lambda t: self._fill(field, t), text=text)

    def _fill(self, field: Field, text: str) -> None:
        was_missing = self.prep.missing == field or self.prep.refused is not None
        self.prep.set(field.name, text.strip() or field.default)
        self._go_on(was_missing and self._at_once)

    def _picked(self, outcome: Outcome) -> None:
        """Go on after a key to the list that a field is filled from."""
        picking = self._picking
        if picking is None:
            return
        if outcome in {"done", "left"}:
            self._picking = None
        if outcome == "done":
            self._go_on(picking.wanted and self._at_once)
        elif outcome == "left" and self.prep.missing == picking.field:
            self.host.leave_mode()
        else:
            self._draw()

    def _take_target(self, unit: str) -> None:
        field = self.prep.target_field
        allowed = {t.value for t in self.prep.targets() if t.allowed or self.prep.override}
        if field is None or unit not in allowed:
            why = next((t.why for t in self.prep.targets() if t.value == unit), "")
            self.host.warn(why or f"{self.prep.label} is not aimed at that one")
            return
        self.prep.set(field.name, unit)
        self._done_or_draw(self._at_once)

    def _ask_override(self) -> None:
        self.host.ask_text("Why go against the rule?", self._overrule, text="")

    def _overrule(self, why: str) -> None:
        if not why.strip():
            self.host.warn("an override takes a reason: the log keeps it")
            return
        self.prep.overrule(why.strip())
        self._go_on(self._at_once)

    def _draw(self) -> None:
        self.host.mode_changed()

    def _done_or_draw(self, at_once: bool) -> None:
        if at_once and self.prep.ready and not self._placing.asks():
            self.host.commit(self.prep)
        else:
            self.host.mode_changed()
