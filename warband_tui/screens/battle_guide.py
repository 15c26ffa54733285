"""The guided round and the forecast on the battle screen, and the way from an attack to the odds lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from warband_tui.campaign.battle_view import SideView
from warband_tui.errors import WarbandError
from warband_tui.registry import shown_key
from warband_tui.rules.actions import fields_of, tag_of
from warband_tui.rules.guide import Forecast, Guide, GuideStep, StepState
from warband_tui.rules.state import BattleState
from warband_tui.screens.battle_acts import BattleActs
from warband_tui.screens.battle_modes import PASSED, MenuMode
from warband_tui.screens.battle_prepare import PrepareMode
from warband_tui.widgets.action_panel import MenuItem
from warband_tui.widgets.footer import Key
from warband_tui.widgets.forecast_panel import Page, page_lines, pages_of
from warband_tui.widgets.guide_panel import Drawn, Names, guide_lines
from warband_tui.widgets.lines import Line

OPEN = ("due", "waiting")
ENDS: tuple[StepState, ...] = ("passed", "covered", "failed", "exempt")


class GuideHost(Protocol):
    """What a guided round may ask of the screen."""

    def take_result(self, step: GuideStep, values: Mapping[str, Any], key: str) -> None:
        """Carry a step out with these fields filled in, and give the action a key if it asks for dice."""

    def pick_cover(self, step: GuideStep, values: Mapping[str, Any]) -> None:
        """Ask who covers the unit of a step, with these fields filled in besides."""

    def many_at_once(self, step: GuideStep) -> bool:
        """Whether one result can be taken for all models of a step."""

    def go_to(self, unit: str) -> None:
        """Put the cursor on a unit."""

    def mode_changed(self) -> None:
        """Draw the panel again."""

    def show_rule(self, rule_id: str) -> None:
        """Open the rules at one of them."""

    def warn(self, text: str) -> None:
        """Say what is wrong."""


class GuideMode:
    """Walking through a round, one key a result."""

    def __init__(self, host: GuideHost, guide: Guide, names: Names) -> None:
        self.host = host
        self.guide = guide
        self._names = names
        self._open = [i for i, step in enumerate(guide.steps) if step.state in OPEN]
        self._at = 0
        self._drawn = Drawn([], [], 0, 0)

    @property
    def step(self) -> GuideStep | None:
        """The present step."""
        return self.guide.steps[self._open[self._at]] if self._open else None

    def lines(self, width: int) -> list[Line]:
        """Return the whole round."""
        at = self._open[self._at] if self._open else -1
        self._drawn = guide_lines(self.guide, at, self._names, width)
        return [*self._drawn.head, *self._drawn.body]

    def window(self, width: int, height: int) -> list[Line]:
        """Return what is in sight of the lines drawn last."""
        del width
        return self._drawn.window(height)

    def cursor_line(self) -> int:
        """Return the first line: the window is cut around the present step."""
        return 0

    def hints(self) -> Mapping[str, str] | None:
        """Return nothing: no unit is being picked."""
        return None

    def offered(self) -> str:
        """Return nothing: no unit is offered."""
        return ""

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        step = self.step
        keys = [Key("key:p", "p", "passed"), Key("key:x", "x", "failed"), Key("key:r", "r", "roll")]
        if step is not None and step.covers:
            keys.append(Key("key:c", "c", "covered"))
        return (
            *keys,
            Key("battle.undo", "u", "undo"),
            Key("app.back", "q", "set aside"),
            Key("app.help", "?", "help"),
        )

    def press(self, key: str, character: str | None) -> bool:
        """Take a key; what is none of the round's goes on to the screen."""
        step = self.step
        moves = {"down": 1, "j": 1, "up": -1, "k": -1}
        if key in PASSED or step is None:
            return False
        if key in moves:
            self._move(moves[key])
        elif character in ("p", "x"):
            self.host.take_result(step, {step.result: character == "p"}, "")
        elif character in ("P", "X"):
            many = {"models": step.models} if self.host.many_at_once(step) else {}
            self.host.take_result(step, {step.result: character == "P", **many}, "")
        elif character == "r" or (character and character.isdigit() and character.isascii()):
            self.host.take_result(step, {}, character)
        elif key == "enter":
            self.host.take_result(step, {}, "look")
        elif character in ("c", "C") and step.covers:
            self._cover(step, all_models=character == "C")
        else:
            return False
        return True

    def click(self, link: str) -> None:
        """Take a click."""
        kind, _, rest = link.partition(":")
        if kind == "step" and int(rest) in self._open:
            self._move(self._open.index(int(rest)) - self._at)
        elif kind == "step":
            step = self.guide.steps[int(rest)]
            self.host.warn(f"{step.label}: {step.why or step.state}")
        elif kind == "guide":
            self.press(rest, rest)
        elif kind == "rule":
            self.host.show_rule(rest)
        elif kind == "unit":
            found = next((i for i, at in enumerate(self._open) if self.guide.steps[at].unit == rest), None)
            if found is None:
                self.host.go_to(rest)
            else:
                self._move(found - self._at)

    def _move(self, by: int) -> None:
        self._at = max(0, min(len(self._open) - 1, self._at + by))
        step = self.step
        if step is not None:
            self.host.go_to(step.unit)

    def _cover(self, step: GuideStep, *, all_models: bool) -> None:
        many = {"models": step.models} if all_models and self.host.many_at_once(step) else {}
        allowed = [candidate for candidate in step.covers if candidate.allowed]
        if len(allowed) == 1:
            self.host.take_result(step, {step.cover: allowed[0].value, **many}, "")
        elif allowed:
            self.host.pick_cover(step, many)
        else:
            self.host.warn(step.covers[0].why)


class ForecastMode:
    """What is watched on each side, and what becomes of it if nothing changes."""

    def __init__(self, host: GuideHost, found: tuple[Forecast, ...], names: Names) -> None:
        self.host = host
        self.found = found
        self.sides: tuple[SideView, ...] = ()
        self._names = names
        self._at = 0
        self._pages: tuple[Page, ...] = ()
        self._whole = True

    def lines(self, width: int) -> list[Line]:
        """Return the panel with all that it has."""
        self._pages = pages_of(self.found, self.sides, self._names, width)
        return page_lines(self._pages, self._at, width)

    def window(self, width: int, height: int) -> list[Line]:
        """Return as much of what was drawn last as there is room for: all of it, or one page."""
        lines = page_lines(self._pages, self._at, width, height)
        self._whole = len(lines) == len(page_lines(self._pages, self._at, width))
        return lines

    def cursor_line(self) -> int:
        """Return the first line."""
        return 0

    def hints(self) -> Mapping[str, str] | None:
        """Return nothing: no unit is being picked."""
        return None

    def offered(self) -> str:
        """Return nothing: no unit is offered."""
        return ""

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        more = () if self._whole else (Key("key:a", "a", "more"),)
        return (*more, Key("app.back", "q", "leave"), Key("app.help", "?", "help"))

    def press(self, key: str, character: str | None) -> bool:
        """Take a key; others than `a` are for the screen."""
        if character == "a" or key in ("enter", "space"):
            self._at += 1
            self.host.mode_changed()
            return True
        return False

    def click(self, link: str) -> None:
        """Take a click."""
        kind, _, rest = link.partition(":")
        if kind == "rule":
            self.host.show_rule(rest)
        elif link == "guide:a":
            self.press("a", "a")
        elif kind == "unit":
            self.host.go_to(rest)


class GuideActs(BattleActs):
    """The guided round, the forecast and the odds lab; the battle screen builds on it."""

    _aside: str = ""
    _walked: str | None = None
    """The round that the player was walking through when the screen was drawn last."""

    def follow_guide(self) -> None:
        """Make the panel the guide where the game has one, unless the player has set it aside."""
        if self.session is None or not isinstance(self.mode, GuideMode | ForecastMode | None):
            return
        if isinstance(self.mode, ForecastMode) and not self.session.state.ended:
            self.mode.found = self.session.ruleset.forecast(self.session.state)
            self.mode.sides = self.view.sides if self.view else ()
            return
        guide = self._guide()
        walked, self._walked = self._walked, None
        if guide is None and walked:
            self._tell_end(walked)
        self.mode = None
        if guide is not None and self._aside != self._name_of(guide):
            self.mode = GuideMode(self, guide, self._names())
            self._walked = guide.id
            if guide.next is not None:
                self.cursor = guide.next.unit

    def _tell_end(self, walked: str) -> None:
        """Say how a round has ended, and go on to who is still there."""
        if self.session is None:
            return
        after = self.session.ruleset.guide(self.session.state)
        if after is None or after.id != walked:
            return
        counts = Counter(step.state for step in after.steps)
        told = ", ".join(f"{counts[state]} {state}" for state in ENDS if counts[state])
        self.shell.say(f"{after.title}: over. {told}")
        if not self.session.state.unit(self.cursor).in_play:
            self.to_next_ready()

    def set_aside(self) -> None:
        """Leave the guide until it is asked for, or the next one begins."""
        guide = self._guide()
        if guide is not None:
            self._aside = self._name_of(guide)
            key = shown_key(self.key_of("battle.guide"))
            self.shell.say(f"{guide.title}: {guide.left} to go; {key} goes on with it")

    def _guide(self) -> Guide | None:
        if self.session is None or self.session.state.ended:
            return None
        guide = self.session.ruleset.guide(self.session.state)
        return guide if guide is not None and guide.left else None

    def _name_of(self, guide: Guide) -> str:
        turn = self.session.state.turn if self.session is not None else 0
        return f"{guide.id}:{turn}"

    def _names(self) -> Names:
        state: BattleState | None = self.session.state if self.session is not None else None
        if state is None:
            return Names({}, {})
        return Names(
            {unit.id: unit.name for unit in state.units.values()},
            {side.id: side.name for side in state.sides.values()},
        )

    # What the guide asks for

    def take_result(self, step: GuideStep, values: Mapping[str, Any], key: str) -> None:
        """Carry a step out: a result as it is given, or dice; `look` shows the action before it is done."""
        action = dict(step.action)
        do = str(action.pop("do", ""))
        self.start(do, {**action, **values}, at_once=key != "look")
        if isinstance(self.mode, PrepareMode) and key not in ("", "look"):
            self.mode.press(key, key)

    def pick_cover(self, step: GuideStep, values: Mapping[str, Any]) -> None:
        """Ask who covers the unit of a step, with these fields filled in besides."""
        items = [MenuItem(c.value, c.label, "", "", "" if c.allowed else c.why) for c in step.covers]

        def taken(item: MenuItem) -> None:
            self.take_result(step, {step.cover: item.id, **values}, "")

        self.mode = MenuMode(self, f"Who covers {step.label}?", items, taken)
        self.mode_changed()

    def many_at_once(self, step: GuideStep) -> bool:
        """Whether the action of a step has a field for how many models the result is."""
        if self.session is None or step.models < 2:
            return False
        do = step.action.get("do")
        definition = next((d for d in self.session.ruleset.actions if tag_of(d.action) == do), None)
        return definition is not None and any(f.name == "models" for f in fields_of(definition.action))

    # Actions of the registry

    def action_guide(self) -> None:
        """Go on with the guided round."""
        self._aside = ""
        self.leave_mode(redraw=False)
        self.follow_guide()
        self.mode_changed()
        if not isinstance(self.mode, GuideMode):
            self.shell.say("there is no round to be walked through now")

    def action_forecast(self) -> None:
        """Show what becomes of each side, or hide it."""
        if self.session is None:
            return
        if isinstance(self.mode, ForecastMode):
            self.leave_mode()
            return
        found = self.session.ruleset.forecast(self.session.state)
        sides = self.view.sides if self.view else ()
        if not found and not any(side.monitors for side in sides):
            self.shell.say("nothing is watched, and there is nothing to foresee")
            return
        self.mode = ForecastMode(self, found, self._names())
        self.mode.sides = sides
        self.mode_changed()

    def action_lab(self) -> None:
        """Open the odds lab, with the attack that is being prepared."""
        if self.session is None:
            return
        ruleset, prep = self.session.ruleset, None
        if isinstance(self.mode, PrepareMode):
            prep = self.mode.prep
        action = prep.action if prep is not None else None
        if prep is not None and action is not None:
            for form in ruleset.lab():
                try:
                    query = form.of_action(self.session.state, action)
                except WarbandError as error:
                    self.shell.say(str(error), severity="warning")
                    query = None
                if query is not None:
                    self.shell.open_odds_lab(ruleset.id, form.id, query, self._lab_name(prep.values))
                    return
        self.shell.open_odds_lab(ruleset.id)

    def _lab_name(self, values: Mapping[str, Any]) -> str:
        units = self._names().units
        who = [units[str(values[key])] for key in ("unit", "target") if str(values.get(key)) in units]
        return " at ".join(who)
