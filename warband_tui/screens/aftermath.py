"""What the campaign asks for after a battle: a list to go through with dice and book in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import work
from textual.app import ComposeResult

from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec
from warband_tui.rules.wording import counted
from warband_tui.screens.base import WarbandScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import FilterList, Heading, Line, Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading as TopLine

_COLUMNS = (Column(least=20, grows=True), Column(least=10, most=14, style="dim"))


class AftermathScreen(WarbandScreen):
    """The steps that the log of the battle calls for, by side; the warbands are changed on their own screens."""

    HEADING = "Aftermath"
    HELP = "What the battle left to do in the campaign. Enter opens the warband of the model."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = (
        ActionSpec(
            "aftermath.open",
            "Warband",
            "Open the warband of the model under the cursor, to enter what its dice said.",
            ("enter",),
            "campaign",
            primary=True,
        ),
        ActionSpec(
            "aftermath.rule", "Rule", "Read the rule behind a step.", ("i",), "campaign", primary=True
        ),
        ActionSpec("aftermath.report", "Report", "Open the battle report.", ("r",), "campaign", primary=True),
    )

    def __init__(self, battle_id: int) -> None:
        super().__init__()
        self.battle_id = battle_id
        self._warbands: dict[str, int] = {}
        self._rules: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """Draw the list."""
        yield TopLine("Aftermath", id="aftermath-heading")
        yield FilterList(_COLUMNS, empty="reading the battle ...", id="aftermath-list")
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the battle beside the screen."""
        self.query_one(FilterList).focus()
        self.load()

    @work(thread=True, exclusive=True)
    def load(self) -> None:
        """Read the battle in a thread: a long log takes a moment to fold."""
        try:
            session = PlaySession.open(self.services.library, self.battle_id, now=self.services.now)
        except WarbandError as error:
            self.app.call_from_thread(self.shell.say, str(error), severity="error")
            return
        self.app.call_from_thread(self.show, session)

    def show(self, session: PlaySession) -> None:
        """List the steps, each side under its name."""
        self._warbands, self._rules = {}, {}
        lines = list(self._lines(session))
        self.query_one(TopLine).show(
            "Aftermath", session.battle.setup.name, right=counted(len(self._rules), "step")
        )
        listed = self.query_one(FilterList)
        listed.show_empty("the battle left nothing to do")
        listed.show(lines)
        self.actions_changed()

    def _lines(self, session: PlaySession) -> Iterator[Line]:
        battle = session.battle
        steps = battle.ruleset.aftermath(battle.state, battle.standing())
        kept = {side.id: side.warband for side in battle.setup.sides}
        for side in battle.state.sides.values():
            own = [step for step in steps if step.side == side.id]
            if own:
                yield Heading(side.name)
            for number, step in enumerate(own):
                key = f"{side.id}{number}"
                self._rules[key] = step.rule
                if kept.get(side.id, "").isdigit():
                    self._warbands[key] = int(kept[side.id])
                yield Row(key, (step.text, step.rule))

    @property
    def _key(self) -> str:
        return self.query_one(FilterList).current

    def disabled_reason(self, action_id: str) -> str | None:
        """Say why a step cannot be opened."""
        if action_id == "aftermath.open" and self._key not in self._warbands:
            return "no warband of this library stands behind it"
        if action_id == "aftermath.rule" and not self._rules.get(self._key):
            return "no rule is named for it"
        return None

    def action_open(self) -> None:
        """Open the warband."""
        self.shell.open_warband(self._warbands[self._key])

    def action_rule(self) -> None:
        """Read the rule."""
        self.shell.open_rules(self._rules[self._key])

    def action_report(self) -> None:
        """Open the report."""
        self.shell.open_report(self.battle_id)

    async def on_filter_list_chosen(self, message: FilterList.Chosen) -> None:
        """Enter or a double click on a step."""
        message.stop()
        await self.action_do("aftermath.open")

    def on_filter_list_moved(self, message: FilterList.Moved) -> None:
        """Draw the keys again: what can be opened depends on the step."""
        message.stop()
        self.actions_changed()
