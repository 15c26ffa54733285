"""The questions that a game's rules leave open, each with the answer that holds in the battle being set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from warband_tui.campaign.muster_rules import Ruling, rules_text, rulings
from warband_tui.dialogs.pick import Pick
from warband_tui.registry import ActionSpec
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.plain import paragraphs, plain

Answers = dict[str, str]

CHANGED, HOLDS, OTHER = "●", "▸", "·"
_COLUMNS = (
    Column(least=24, grows=True),
    Column(least=8, most=20),
    Column(least=8, most=14, drop=1, style="dim"),
)
"""Mark and question, the answer that holds, the rule."""
_ANSWERS = (Column(least=12), Column(grows=True, style="dim"))


class MusterRulesScreen(WarbandScreen):
    """The questions in a list; `answers` has what was chosen when the screen is left.

    Args:
        game: whose questions.
        edition: whose answers are the usual ones.
        answers: what was chosen before, by the ids of settings.
    """

    CSS_PATH = "muster_rules.tcss"
    HEADING = "Rules of the battle"
    HELP = "What the rules leave open, and how this battle answers it; the campaign's next battle begins with it."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "muster_rules.next",
            "Next answer",
            "Go on to the question's next answer.",
            ("space",),
            "answer",
            primary=True,
            undo="undoable",
        ),
        ActionSpec(
            "muster_rules.pick",
            "Pick",
            "Pick the answer from a list.",
            ("enter",),
            "answer",
            primary=True,
            undo="undoable",
        ),
        ActionSpec(
            "muster_rules.usual",
            "As printed",
            "Go back to the edition's own answer.",
            ("d", "delete"),
            "answer",
            primary=True,
            undo="undoable",
        ),
        ActionSpec(
            "muster_rules.all-usual",
            "All as printed",
            "Go back to the edition's own answers to all questions.",
            ("D",),
            "answer",
            undo="undoable",
        ),
        ActionSpec(
            "muster_rules.rule", "Rule", "Read the rule that it is about.", ("r",), "go", primary=True
        ),
        ActionSpec("muster_rules.filter", "Filter", "Find a question by a few letters.", ("slash",), "go"),
        ActionSpec("muster_rules.undo", "Undo", "Take back the last change.", ("u",), "answer", primary=True),
        ActionSpec("muster_rules.redo", "Redo", "Do again what was undone last.", ("ctrl+r",), "answer"),
    )

    def __init__(self, game: Ruleset, edition: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self._game = game
        self._edition = edition
        self.answers: Answers = dict(answers)
        self._done: list[Answers] = []
        self._undone: list[Answers] = []

    def compose(self) -> ComposeResult:
        """Draw the list, and below it the place for what is told of a question."""
        yield Heading("Muster", id="muster-rules-heading")
        with Vertical(id="muster-rules-body"):
            yield FilterList(_COLUMNS, empty="these rules leave nothing open", id="muster-rules-list")
            with VerticalScroll(id="muster-rules-side", can_focus=False):
                yield Static("", id="muster-rules-text", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """List the questions."""
        self._list.focus()
        self.show()

    @property
    def _list(self) -> FilterList:
        return self.query_one("#muster-rules-list", FilterList)

    @property
    def _rulings(self) -> tuple[Ruling, ...]:
        return rulings(self._game, self._edition, self.answers)

    @property
    def _current(self) -> Ruling | None:
        return next((one for one in self._rulings if one.setting.id == self._list.current), None)

    # Drawing

    def show(self) -> None:
        """Draw the questions anew."""
        self._list.show([_row(one) for one in self._rulings])
        told = rules_text(self._game, self._edition, self.answers)
        right = f"{self._game.title} {self._edition} · {told}"
        self.query_one(Heading).show("Muster", "Rules of the battle", right=right)
        self._tell()
        self.actions_changed()

    def _tell(self) -> None:
        one = self._current
        self.query_one("#muster-rules-text", Static).update(self._told(one) if one else Content(""))

    def _told(self, one: Ruling) -> Content:
        lines = [plain(one.setting.question).stylize("bold"), Content("")]
        for answer in one.setting.answers:
            holds = answer == one.answer
            line = plain(f"{HOLDS if holds else OTHER} {answer}").stylize("bold" if holds else "")
            lines.append(line + Content("  as printed").stylize("dim") if answer == one.usual else line)
        rule = next((rule for rule in self._game.rules if rule.id == one.setting.rule), None)
        if rule is not None:
            lines += [Content(""), plain(f"{rule.id}  {rule.title}").stylize("bold"), paragraphs(rule.text)]
        return Content("\n").join(lines)

    # Doing

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        action, one = action_id.rpartition(".")[2], self._current
        if action in ("next", "pick", "usual", "rule") and one is None:
            return "there is no question under the cursor"
        if action == "usual" and one is not None and not one.changed:
            return "it is answered as printed already"
        if action == "all-usual" and not any(each.changed for each in self._rulings):
            return "all of it is answered as printed already"
        if action == "rule" and one is not None and not one.setting.rule:
            return "no single rule has this question"
        if action == "undo" and not self._done:
            return "nothing was changed yet that could be undone"
        if action == "redo" and not self._undone:
            return "nothing was undone that could be done again"
        return None

    def _answer(self, answers: Answers) -> None:
        if answers != self.answers:
            self._done.append(self.answers)
            self._undone.clear()
            self.answers = answers
        self.show()

    def _give(self, one: Ruling, answer: str) -> None:
        rest = {key: value for key, value in self.answers.items() if key != one.setting.id}
        self._answer(rest if answer == one.usual else {**rest, one.setting.id: answer})

    def action_next(self) -> None:
        """Go on to the next answer."""
        one = self._current
        if one is not None:
            self._give(one, one.next)

    @work(exclusive=True, group="dialog")
    async def action_pick(self) -> None:
        """Pick the answer."""
        one = self._current
        if one is None:
            return
        rows = [
            Row(str(i), (answer, "as printed" if answer == one.usual else ""))
            for i, answer in enumerate(one.setting.answers)
        ]
        now = str(one.setting.answers.index(one.answer))
        picked = await self.app.push_screen_wait(
            Pick(one.setting.question, rows, columns=_ANSWERS, current=now)
        )
        if picked is not None:
            self._give(one, one.setting.answers[int(picked)])

    def action_usual(self) -> None:
        """Answer as the edition does."""
        one = self._current
        if one is not None:
            self._give(one, one.usual)

    def action_all_usual(self) -> None:
        """Answer everything as the edition does."""
        self._answer({})

    def action_rule(self) -> None:
        """Read the rule."""
        one = self._current
        if one is not None:
            self.shell.open_rules(one.setting.rule)

    def action_filter(self) -> None:
        """Find a question."""
        self._list.open_filter()

    def action_undo(self) -> None:
        """Take back the last change."""
        self._undone.append(self.answers)
        self.answers = self._done.pop()
        self.show()

    def action_redo(self) -> None:
        """Do it again."""
        self._done.append(self.answers)
        self.answers = self._undone.pop()
        self.show()

    def go_back(self) -> bool:
        """Leave; the answers are taken as they stand."""
        self.dismiss(None)
        return True

    # Messages

    @on(FilterList.Moved)
    def _moved(self, message: FilterList.Moved) -> None:
        message.stop()
        self._tell()
        self.actions_changed()

    @on(FilterList.Chosen)
    async def _chosen(self, message: FilterList.Chosen) -> None:
        message.stop()
        await self.action_do("muster_rules.pick")


def _row(one: Ruling) -> Row:
    cells = (f"{CHANGED if one.changed else OTHER} {one.setting.question}", one.answer, one.setting.rule)
    return Row(one.setting.id, cells, search=" ".join((one.setting.id, *one.setting.answers)))
