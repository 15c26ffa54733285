"""What the roster screen opens over itself: findings, history, editing, money, export."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work

from warband_tui.dialogs.ask_text import AskText, Check
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.screens.new_warband import ask_faction, ask_variant
from warband_tui.screens.warband_acts import RosterActs
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Row

if TYPE_CHECKING:
    from warband_tui.campaign.warbands import WarbandEdit

_FINDINGS = (Column(least=1, most=1), Column(grows=True))
_HISTORY = (
    Column(least=10, most=16, style="dim"),
    Column(least=20, grows=True),
    Column(least=4, most=14, drop=1),
)
_WAYS = (Column(least=10), Column(grows=True, style="dim"))
_SIGNS = {"error": "✗", "warning": "!", "info": "·"}


class RosterPages(RosterActs):
    """The pages; the screen itself says where the cursor goes."""

    def show_fighter(self, fighter_id: int) -> None:
        """Put the cursor of the roster on a fighter."""
        raise NotImplementedError

    @work(exclusive=True, group="dialog")
    async def action_findings(self) -> None:
        """List everything there is to say; Enter goes to whom it is about."""
        if self.sheet is None:
            return
        found = self.sheet.findings
        rows = [
            Row(str(i), ("○" if one.allowed else _SIGNS[one.severity], one.text), search=one.rule)
            for i, one in enumerate(found)
        ]

        def told(row: str) -> str:
            one = found[int(row)]
            allowed = f"allowed: {one.allowed}" if one.allowed else ""
            return " · ".join(part for part in (one.text, one.rule, allowed) if part)

        pick = Pick(
            f"The roster is {self.sheet.verdict}", rows, columns=_FINDINGS, detail=told, verb="Go there"
        )
        chosen = await self.app.push_screen_wait(pick)
        if chosen is not None and (fighter := found[int(chosen)].fighter) is not None:
            self.show_fighter(fighter)

    @work(exclusive=True, group="dialog")
    async def action_history(self) -> None:
        """List all that was done to this warband."""
        from warband_tui.campaign.ledger_words import history_lines
        from warband_tui.store.queries import Queries

        if self.sheet is None:
            return
        try:
            lines = Queries(self.services.library).history(self.sheet.campaign, self.warband_id)
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
            return
        found = {str(one.seq): one for one in history_lines(lines)}
        rows = [
            Row(seq, (one.at[:16].replace("T", " "), one.text, one.who), dim=not one.in_effect)
            for seq, one in found.items()
        ]

        def told(row: str) -> str:
            one = found[row]
            gone = "" if one.in_effect else "taken back"
            return " · ".join(part for part in (one.text, one.why, gone) if part)

        await self.app.push_screen_wait(
            Pick("What was done", rows, columns=_HISTORY, detail=told, verb="Close")
        )

    @work(exclusive=True, group="dialog")
    async def action_pay(self) -> None:
        """Ask for an amount and a reason."""
        from warband_tui.campaign.hiring import parse_payment
        from warband_tui.campaign.warbands import record_payment

        roster = self.roster
        if roster is None:
            return
        text = await self.app.push_screen_wait(
            AskText(
                "How much came in? (-5 for an expense)",
                hint=f"as in 30, -5 or 2 {roster.prices.currencies[-1].name}"
                if roster.prices.currencies
                else "",
                check=self._why_no_sum,
            )
        )
        if not text:
            return
        why = await self.app.push_screen_wait(AskText("What for?", hint="loot of game 3, a bribe, ..."))
        if why:
            money = parse_payment(text, roster.prices)
            self.write(lambda pen, _: record_payment(pen, self.warband_id, money, why))

    def _why_no_sum(self, text: str) -> str | None:
        return self.why_no_price(text.lstrip("+-"))

    @work(exclusive=True, group="dialog")
    async def action_edit(self) -> None:
        """Choose what to change of the warband, and change it."""
        from warband_tui.campaign.warbands import WarbandEdit, edit_warband

        sheet, roster = self.sheet, self.roster
        if sheet is None or roster is None:
            return
        budget = roster.words(roster.budget or {}) if roster.budget else "none"
        rows = [
            Row("name", ("Name", sheet.name)),
            Row("faction", ("Faction", sheet.faction or "none")),
            Row("variant", ("Variant", sheet.variant or "none")),
            Row("player", ("Player", sheet.player or "nobody")),
            Row("budget", ("Budget", budget)),
            Row("game", ("Next game", str(sheet.game or "not numbered"))),
            Row("notes", ("Notes", sheet.notes or "none")),
        ]
        chosen = await self.app.push_screen_wait(Pick("Change what?", rows, columns=_WAYS))
        edit: WarbandEdit | None = None
        if chosen == "faction":
            faction = await ask_faction(self, roster.lists, sheet.ruleset)
            edit = WarbandEdit(faction=faction) if faction is not None else None
        elif chosen == "variant":
            variant = await ask_variant(self, roster.lists, roster.warband.faction, sheet.edition)
            edit = WarbandEdit(variant=variant) if variant is not None else None
        elif chosen is not None:
            edit = await self._ask(chosen)
        if edit is not None:
            self.write(lambda pen, _: edit_warband(pen, self.warband_id, edit))

    async def _ask(self, field: str) -> WarbandEdit | None:
        from warband_tui.campaign.hiring import parse_money
        from warband_tui.campaign.warbands import WarbandEdit

        sheet, roster = self.sheet, self.roster
        if sheet is None or roster is None:
            return None
        anything: Check = lambda _: None  # noqa: E731 (a typed constant)
        asked: dict[str, tuple[str, str, Check]] = {
            "player": ("Whose warband is it?", sheet.player, anything),
            "budget": ("What may it be hired with?", roster.words(roster.budget or {}), self.why_no_price),
            "game": ("Which game comes next? (empty: not numbered)", str(sheet.game or ""), _no_game),
            "notes": ("Notes about the warband", sheet.notes, anything),
        }
        if field == "name":
            text = await self.app.push_screen_wait(AskText("What is it called?", value=sheet.name))
            return WarbandEdit(name=text) if text else None
        title, value, check = asked[field]
        answer = await self.app.push_screen_wait(AskText(title, value=value, check=check, most=2000))
        if answer is None:
            return None
        if field == "budget":
            return WarbandEdit(budget=parse_money(answer, roster.prices))
        if field == "game":
            return WarbandEdit(game=int(answer) if answer else None)
        return WarbandEdit(player=answer) if field == "player" else WarbandEdit(notes=answer)

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Choose a format and save the roster."""
        from warband_tui.campaign.roster_report import roster_document
        from warband_tui.reports.targets import TARGETS
        from warband_tui.reports.write import file_stem

        if self.sheet is None:
            return
        rows = [Row(name, (target.label, f".{target.extension}")) for name, target in TARGETS.items()]
        chosen = await self.app.push_screen_wait(
            Pick("Save the roster as what?", rows, columns=_WAYS, verb="Save")
        )
        if chosen is not None:
            target = TARGETS[chosen]
            text = target.render(roster_document(self.sheet))
            self.shell.deliver(text, f"{file_stem(self.sheet.name)}.{target.extension}")


def _no_game(text: str) -> str | None:
    if not text or (text.isascii() and text.isdigit() and 1 <= int(text) <= 999):
        return None
    return "type a number from 1 to 999, or nothing"
