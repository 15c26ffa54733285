"""The rules of every game that is installed, in the project's own words, each with its source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.rules.ruleset import Rule, Ruleset
from warband_tui.rules.wording import counted
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Heading, Line, Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading as TopLine
from warband_tui.widgets.plain import paragraphs, plain

ALL = "all"

_COLUMNS = (Column(least=16, grows=True), Column(least=8, most=18, style="dim"))


class Found(NamedTuple):
    """A rule and the game it is of."""

    game: Ruleset
    rule: Rule


class RulesScreen(WarbandScreen):
    """A searchable list of rules, and the one under the cursor beside or below it."""

    CSS_PATH = "rules.tcss"
    HEADING = "Rules"
    HELP = "The rules as the program applies them. The ids in a battle's log lead here."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "rules.filter",
            "Search",
            "Find a rule by its title, its id or words of its text.",
            ("slash",),
            "rules",
            primary=True,
        ),
        ActionSpec("rules.game", "Game", "Choose whose rules are listed.", ("f",), "rules", primary=True),
        ActionSpec(
            "rules.copy",
            "Copy",
            "Send the rule's id and text to the clipboard.",
            ("y",),
            "rules",
            primary=True,
        ),
    )

    def __init__(self, rule_id: str = "") -> None:
        super().__init__()
        self._wanted = rule_id
        self._games: tuple[Ruleset, ...] = ()
        self._game = ALL

    def compose(self) -> ComposeResult:
        """Draw the list and the place for a rule."""
        yield TopLine("Warband", "Rules", id="rules-heading")
        with Horizontal(id="rules-body"):
            yield FilterList(_COLUMNS, empty="reading the rules ...", id="rules-list")
            with VerticalScroll(id="rules-side", can_focus=False):
                yield Static("", id="rules-text", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the games after the first frame."""
        self._list.show(())
        self._list.focus()
        self.load()

    @property
    def _list(self) -> FilterList:
        return self.query_one("#rules-list", FilterList)

    @work(thread=True, exclusive=True)
    def load(self) -> None:
        """Load the games in a thread; the first time this imports them."""
        games = []
        for ruleset_id in self.services.ruleset_ids():
            try:
                games.append(self.services.ruleset(ruleset_id))
            except WarbandError as error:
                self.app.call_from_thread(self.shell.say, str(error), severity="error")
        self.app.call_from_thread(self.show, games)

    def show(self, games: Iterable[Ruleset], game: str = ALL) -> None:
        """List the rules of all games, or of one."""
        self._games, self._game = tuple(games), game
        found = self._rules()
        self._list.show_empty("no game that is installed tells its rules")
        self._list.show(list(rule_lines(found)), current=self._wanted)
        title = next((g.title for g in self._games if g.id == game), "all games")
        self.query_one(TopLine).show("Warband", "Rules", right=f"{title} · {counted(len(found), 'rule')}")
        if self._wanted and self._list.current != self._wanted:
            self.shell.say(f"No installed game tells the rule {self._wanted}", severity="warning")
        self._wanted = ""
        self._tell()
        self.actions_changed()

    def _rules(self) -> list[Found]:
        games = [game for game in self._games if self._game in (ALL, game.id)]
        return [Found(game, rule) for game in games for rule in game.rules]

    @property
    def _current(self) -> Found | None:
        return next((found for found in self._rules() if found.rule.id == self._list.current), None)

    def _tell(self) -> None:
        found = self._current
        self.query_one("#rules-text", Static).update(rule_text(found) if found else Content(""))
        self.query_one("#rules-side").scroll_home(animate=False)

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if action_id == "rules.copy" and self._current is None:
            return "there is no rule under the cursor"
        if action_id == "rules.game" and len(self._games) < 2:
            return "only one game is installed"
        return None

    def action_filter(self) -> None:
        """Search."""
        self._list.open_filter()

    def action_game(self) -> None:
        """Choose whose rules are listed."""
        rows = [Row(ALL, ("All games",)), *(Row(game.id, (game.title,)) for game in self._games)]
        self.app.push_screen(Pick("Whose rules?", rows, current=self._game), self._picked)

    def _picked(self, game: str | None) -> None:
        if game is not None:
            self.show(self._games, game)

    def action_copy(self) -> None:
        """Send the rule to the clipboard."""
        if found := self._current:
            self.app.copy_to_clipboard(f"{found.rule.id} {rule_text(found).plain}")
            self.shell.say(f"{found.rule.id} sent to the clipboard")

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Show the rule under the cursor."""
        message.stop()
        self._tell()

    def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Show the rule from its top."""
        message.stop()
        self._tell()


def rule_lines(found: Iterable[Found]) -> Iterable[Line]:
    """Return the rows, under a heading for each game and group."""
    last = ""
    for game, rule in found:
        group = f"{game.title} · {rule.group}" if rule.group else game.title
        if group != last:
            yield Heading(group)
            last = group
        yield Row(rule.id, (rule.title, rule.id), search=f"{rule.text} {rule.source}")


def rule_text(found: Found) -> Content:
    """Return a rule as it is read: title, id, text, source, editions."""
    game, rule = found
    editions = ", ".join(rule.editions) if rule.editions else "all editions"
    return Content("\n").join(
        [
            plain(rule.title).stylize("bold"),
            plain(f"{rule.id} · {game.title}, {editions}").stylize("dim"),
            Content(""),
            paragraphs(rule.text),
            Content(""),
            plain(f"Source: {rule.source}").stylize("dim"),
        ]
    )
