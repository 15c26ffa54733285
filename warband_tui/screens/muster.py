"""Mustering a battle: two sides, who goes, scenario, table, dice."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from warband_tui.campaign.catalogues import CatalogueShelf, shelf_beside
from warband_tui.campaign.muster import Available, Force, Recruit, available, create, force_of, set_up
from warband_tui.campaign.muster_rules import options_of, remembered
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.registry import ActionSpec, shown_key
from warband_tui.rules.ruleset import Ruleset, edition_of
from warband_tui.screens.base import WarbandScreen, focused_in
from warband_tui.screens.muster_asks import ask_force, ask_game, ask_plan, ask_setting
from warband_tui.screens.muster_lines import (
    BOARD,
    FORCE,
    KEYS,
    PLAN,
    RULES,
    SETTING_COLUMNS,
    SIDE_COLUMNS,
    Settings,
    SideState,
    one_warband,
    recruit_text,
    setting_lines,
    side_lines,
    side_plans,
    swap,
    toggle,
    toggle_all,
    warning_lines,
    warning_text,
)
from warband_tui.screens.muster_specs import MUSTER_SPECS
from warband_tui.widgets.filter_list import FilterList, Row
from warband_tui.widgets.footer import KeyBar
from warband_tui.widgets.heading import Heading as TopLine
from warband_tui.widgets.spanning_list import SpanningList


class MusterScreen(WarbandScreen):
    """Settings, two sides, Start."""

    CSS_PATH = "muster.tcss"
    HEADING = "Muster"
    HELP = "Pick who takes the field on each side and how the battle is played. Nothing here stops you from starting."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = MUSTER_SPECS

    def __init__(self, campaign_id: int | None = None) -> None:
        super().__init__()
        self._campaign_id = campaign_id
        self._game: Ruleset | None = None
        self._available: Available | None = None
        self._settings = Settings()
        self._sides = [SideState(key) for key in KEYS]
        self._warnings: list[str] = []
        self._starting = False
        self._shelf: CatalogueShelf | None = None

    def compose(self) -> ComposeResult:
        """Draw the settings and two sides."""
        yield TopLine("Muster", id="muster-heading")
        with Container(id="muster-body"):
            with Vertical(id="muster-left"):
                yield FilterList(SETTING_COLUMNS, empty="opening the library ...", id="muster-settings")
                yield Static("", id="muster-about", markup=False)
            with Horizontal(id="muster-sides"):
                for key in KEYS:
                    yield SpanningList(SIDE_COLUMNS, empty="", id=f"muster-{key.lower()}")
        yield Static("", id="muster-said", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Read what there is to muster."""
        self._settings.seed = self.services.seed()
        self._list("A").focus()
        self.load()

    def _list(self, key: str) -> FilterList:
        return self.query_one(f"#muster-{key.lower()}", FilterList)

    @property
    def _setting_list(self) -> FilterList:
        return self.query_one("#muster-settings", FilterList)

    # Reading

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read the warbands in a thread, and put the first two on the sides."""
        try:
            forces = await asyncio.to_thread(self._read)
        except WarbandError as error:
            self._setting_list.show_empty(str(error))
            self.shell.say(str(error), severity="error")
            return
        for side, force in zip(self._sides, forces, strict=False):
            side.take(force, set())
        self.show()

    def _read(self) -> list[Force]:
        library = self.services.library
        self._shelf = shelf_beside(library.path)
        found = available(library, self._campaign_id, self.services.ruleset_ids())
        self._available = found
        if found.ruleset:
            self._use(found.ruleset, found.edition)
        if self._game is not None and self._campaign_id is not None:
            kept = remembered(library, self._campaign_id, self._game, self._settings.edition)
            self._settings.answers = kept
        return [self._force(warband.id) for warband, _ in found.of_game(found.ruleset)[:2]]

    def _use(self, ruleset_id: str, edition: str) -> None:
        self._game = self.services.ruleset(ruleset_id)
        self._settings.edition = edition_of(self._game, edition)

    def _force(self, warband_id: int) -> Force:
        return force_of(self.services.library, warband_id, self._shelf)

    # Drawing

    def show(self) -> None:
        """Draw everything anew."""
        campaign = self._available.campaign if self._available else None
        where = campaign.name if campaign else "outside any campaign"
        right = f"{self._game.title} {self._settings.edition}" if self._game else ""
        self.query_one(TopLine).show("Muster", where, right=right)
        lines = setting_lines(self._settings, self._game, self._sides)
        self._setting_list.show(lines)
        self.set_class(any(isinstance(line, Row) and line.id == RULES for line in lines), "-ruled")
        for side in self._sides:
            self._list(side.key).show(side_lines(side))
        self._warnings = warning_lines(self._sides)
        self._tell()
        self.actions_changed()

    def _tell(self) -> None:
        """Tell about the fighter under the cursor, and what the rules of mustering say."""
        side, recruit = self._side, self._recruit
        about = recruit_text(recruit, recruit.key in side.chosen) if side and recruit else Content("")
        self.query_one("#muster-about", Static).update(about)
        said = self.query_one("#muster-said", Static)
        said.set_class(bool(self._warnings), "-warning")
        key = shown_key(self.key_of("muster.warnings"))
        said.update(warning_text(self._warnings, key) if self._warnings or self.wide() else about)

    # Where one is

    @property
    def _side(self) -> SideState | None:
        """The side that has the keyboard."""
        return next((side for side in self._sides if focused_in(self._list(side.key))), None)

    def _other(self, side: SideState) -> SideState:
        return next(other for other in self._sides if other is not side)

    @property
    def _recruit(self) -> Recruit | None:
        """The fighter under the cursor of that side."""
        side = self._side
        row = self._list(side.key).current if side else ""
        if side is None or side.force is None or not row.startswith("f") or row == FORCE:
            return None
        return next((r for r in side.force.recruits if f"f{r.key}" == row), None)

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        if action_id == "muster.start":
            return self._why_not_start()
        if action_id == "muster.field" and self._recruit is None:
            return "put the cursor on a fighter first"
        if action_id in ("muster.warband", "muster.plan", "muster.all") and self._side is None:
            return "go to a side first: 2 or 3"
        if action_id in ("muster.plan", "muster.all") and self._side and self._side.force is None:
            return "choose the side's warband first: w"
        if action_id == "muster.warnings" and not self._warnings:
            return "there is nothing to say against these sides"
        return None

    def _why_not_start(self) -> str | None:
        if self._starting:
            return "the battle is being begun"
        if self._game is None:
            return "no game is installed that this battle could be played by"
        for side in self._sides:
            if not side.going:
                return f"side {side.key} has nobody; choose its warband and who goes"
        return None

    # Doing

    def action_settings(self) -> None:
        """Go to the settings."""
        self._setting_list.focus()

    def action_side_a(self) -> None:
        """Go to side A."""
        self._list("A").focus()

    def action_side_b(self) -> None:
        """Go to side B."""
        self._list("B").focus()

    def action_filter(self) -> None:
        """Find a fighter."""
        self._list(self._side.key if self._side else "A").open_filter()

    def action_swap(self) -> None:
        """Let the sides change places."""
        swap(*self._sides)
        self.show()

    def action_field(self) -> None:
        """Let the fighter go, or leave it at home; it goes on one side only."""
        side, recruit = self._side, self._recruit
        if side is None or recruit is None:
            return
        toggle(side, recruit.key, self._other(side))
        self.show()

    def action_all(self) -> None:
        """Let everybody of the side go, or nobody."""
        side = self._side
        if side is None or side.force is None:
            return
        toggle_all(side, self._other(side))
        self.show()

    def action_warnings(self) -> None:
        """List all warnings."""
        rows = [Row(str(i), (text,)) for i, text in enumerate(self._warnings)]
        self.app.push_screen(Pick("What the rules of mustering say", rows, verb="Close"))

    async def action_change(self) -> None:
        """Change what the cursor is on."""
        side = self._side
        row = self._list(side.key).current if side else self._setting_list.current
        if side is not None:
            self._change_side(row)
        elif row == "game":
            self.ask_game()
        elif row:
            self.ask_setting(row)

    def _change_side(self, row: str) -> None:
        if row == FORCE:
            self.action_warband()
        elif row == PLAN:
            self.action_plan()
        else:
            self.action_field()

    # Asking

    @work(exclusive=True, group="dialog")
    async def ask_setting(self, row: str) -> None:
        """Ask for one of the settings."""
        if row == BOARD:
            from warband_tui.screens.muster_board import ask_board

            await ask_board(self, self._game, self._settings)
        elif row == RULES and self._game is not None:
            from warband_tui.screens.muster_rules import MusterRulesScreen

            asked = MusterRulesScreen(self._game, self._settings.edition, self._settings.answers)
            await self.app.push_screen_wait(asked)
            self._settings.answers = asked.answers
        else:
            await ask_setting(self, self._game, self._settings, row)
        self.show()

    @work(exclusive=True, group="dialog")
    async def ask_game(self) -> None:
        """Ask for game and edition; a campaign has its own."""
        if self._campaign_id is not None:
            self.shell.say("Game and edition are the campaign's", severity="warning")
            return
        picked = await ask_game(self, self._game, self._settings.edition)
        if picked is None:
            return
        if self._game is None or picked.ruleset != self._game.id:
            self._sides = [SideState(key) for key in KEYS]
            self._settings.table = None
            self._settings.drop_board()
            self._settings.answers = {}
        self._use(*picked)
        self.show()

    @work(exclusive=True, group="dialog")
    async def action_warband(self) -> None:
        """Ask whose fighters the side has."""
        side = self._side
        if side is None or self._game is None or self._available is None:
            return
        try:
            warbands = self._available.of_game(self._game.id)
            force = await ask_force(self, self._game, side, warbands, self._force)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        if force is not None:
            other = self._other(side)
            side.force = force
            side.take(force, other.chosen if one_warband(other, side) else set())
            self.show()

    @work(exclusive=True, group="dialog")
    async def action_plan(self) -> None:
        """Ask for the side's plan."""
        side = self._side
        if side is None or side.force is None:
            return
        answer = await ask_plan(self, side.force.name, side.plan)
        if answer is not None:
            side.plan = answer
            self.show()

    @work(exclusive=True, group="start")
    async def action_start(self) -> None:
        """Keep the battle and open it."""
        if self._game is None:
            return
        self._starting = True
        settings = self._settings
        try:
            setup = set_up(
                self._game,
                side_plans(self._sides),
                edition=settings.edition,
                name=settings.name,
                scenario=settings.scenario,
                turns=settings.turns,
                seed=settings.seed,
                table=settings.table,
                board=settings.board,
                place=settings.place,
                options=options_of(self._game, settings.edition, settings.answers),
            )
            battle_id = await asyncio.to_thread(
                create, self.services.library, setup, at=self.services.now(), campaign_id=self._campaign_id
            )
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        finally:
            self._starting = False
        if settings.draft_id:
            from warband_tui.campaign.layout_drafts import forget

            forget(self.services.state_dir, settings.draft_id)
        self.app.pop_screen()
        self.shell.open_battle(battle_id)

    # Messages

    @on(FilterList.Moved)
    def _moved(self, message: FilterList.Moved) -> None:
        message.stop()
        self._tell()
        self.actions_changed()

    @on(FilterList.Chosen)
    async def _chosen(self, message: FilterList.Chosen) -> None:
        message.stop()
        await self.action_change()

    def on_descendant_focus(self) -> None:
        """Other keys may be possible on another list."""
        self._tell()
        self.actions_changed()
