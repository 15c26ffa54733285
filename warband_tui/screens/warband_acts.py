"""What is done to the fighter or thing under the cursor of the roster screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import work

from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.errors import WarbandError
from warband_tui.screens.warband_writing import WritingScreen
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Row

if TYPE_CHECKING:
    from warband_tui.campaign.desk import Done, Pen
    from warband_tui.campaign.roster_acts import Status
    from warband_tui.campaign.roster_sheet import FighterLine, KitLine, RosterSheet
    from warband_tui.campaign.rosters import Roster

STASH = "stash"
_TARGETS = (Column(least=16), Column(grows=True, style="dim"))
_FATES: tuple[tuple[Status, str, str], ...] = (
    ("retired", "Retire", "leaves; the kit goes into the stash"),
    ("dead", "Dead", "lost with all that it carried"),
    ("active", "Back in the field", "fights in the next battle"),
    ("reserve", "Stays at home", "does not fight in the next battle"),
)


class RosterActs(WritingScreen):
    """The acts; where the cursor is, the screen says."""

    warband_id: int
    roster: Roster | None
    sheet: RosterSheet | None

    @property
    def fighter(self) -> FighterLine | None:
        """The fighter under the cursor of the roster, or the one that carries the thing under it."""
        raise NotImplementedError

    @property
    def thing(self) -> KitLine | None:
        """The thing under the cursor of the roster."""
        raise NotImplementedError

    def why_no_fighter(self) -> str | None:
        """Return why nothing can be done to a fighter now."""
        return None if self.fighter is not None else "put the cursor on a fighter of the roster first"

    def why_no_thing(self) -> str | None:
        """Return why nothing can be done to a thing now."""
        thing, fighter = self.thing, self.fighter
        if thing is None and fighter is not None and any(one.id is not None for one in fighter.kit):
            return None
        if thing is None:
            return (
                f"{fighter.name} carries nothing of its own" if fighter else "put the cursor on a thing first"
            )
        if thing.kind == "upgrade":
            return f"Enter on {thing.name} in the list (e) gives it up"
        return f"{thing.name} comes with its bearer and stays there" if thing.id is None else None

    # Fighters

    def action_remove(self) -> None:
        """Dismiss the fighter under the cursor, or give the thing under it back."""
        from warband_tui.campaign.kit_moves import return_item
        from warband_tui.campaign.roster_acts import dismiss

        if self.thing is not None and self.thing.id is not None:
            item = self.thing.id
            self.write(lambda pen, _: return_item(pen, self.warband_id, item))
        elif self.thing is None and self.fighter is not None:
            fighter = self.fighter.id
            self.write(lambda pen, _: dismiss(pen, self.warband_id, fighter))

    def action_copy(self) -> None:
        """Hire another fighter like the one under the cursor."""
        from warband_tui.campaign.hiring import duplicate

        if self.fighter is not None:
            fighter = self.fighter.id
            self.write(lambda pen, why: duplicate(pen, self.warband_id, fighter, override=why))

    def action_promote(self) -> None:
        """Promote the fighter, or take the promotion back."""
        from warband_tui.campaign.hiring import promote

        if self.fighter is not None:
            fighter = self.fighter.id
            self.write(lambda pen, why: promote(pen, self.warband_id, fighter, override=why))

    def action_home(self) -> None:
        """Leave the fighter at home, or take it along again."""
        if self.fighter is not None:
            self._set_status(self.fighter.id, "active" if self.fighter.status == "reserve" else "reserve")

    def _set_status(self, fighter: int, status: Status) -> None:
        from warband_tui.campaign.roster_acts import set_status

        self.write(lambda pen, _: set_status(pen, self.warband_id, fighter, status))

    def action_up(self) -> None:
        """Move the fighter up."""
        self._reorder(-1)

    def action_down(self) -> None:
        """Move the fighter down."""
        self._reorder(1)

    def _reorder(self, by: int) -> None:
        from warband_tui.campaign.roster_acts import reorder

        if self.fighter is not None:
            fighter = self.fighter.id
            self.write(lambda pen, _: reorder(pen, self.warband_id, fighter, by))

    @work(exclusive=True, group="dialog")
    async def action_fate(self) -> None:
        """Retire or bury the fighter, or bring it back."""
        fighter = self.fighter
        if fighter is None:
            return
        rows = [Row(status, (label, note)) for status, label, note in _FATES if status != fighter.status]
        chosen = await self.app.push_screen_wait(
            Pick(f"What becomes of {fighter.name}?", rows, columns=_TARGETS)
        )
        for status, _, _ in _FATES:
            if status == chosen:
                self._set_status(fighter.id, status)

    @work(exclusive=True, group="dialog")
    async def action_rename(self) -> None:
        """Ask for a name."""
        from warband_tui.campaign.roster_acts import rename_fighter

        fighter = self.fighter
        if fighter is None:
            return
        name = await self.app.push_screen_wait(AskText("What is it called?", value=fighter.name))
        if name and name != fighter.name:
            self.write(lambda pen, _: rename_fighter(pen, self.warband_id, fighter.id, name))

    @work(exclusive=True, group="dialog")
    async def action_note(self) -> None:
        """Ask for a note."""
        from warband_tui.campaign.roster_acts import note_fighter

        fighter = self.fighter
        if fighter is None:
            return
        note = await self.app.push_screen_wait(
            AskText(f"A note about {fighter.name}", value=fighter.notes, check=lambda _: None, most=2000)
        )
        if note is not None and note != fighter.notes:
            self.write(lambda pen, _: note_fighter(pen, self.warband_id, fighter.id, note))

    @work(exclusive=True, group="dialog")
    async def action_models(self) -> None:
        """Ask for the number of models."""
        from warband_tui.campaign.roster_acts import set_models

        fighter = self.fighter
        if fighter is None:
            return
        text = await self.app.push_screen_wait(
            AskText(
                f"How many models is {fighter.name}?", value=str(fighter.models), check=_no_number, most=3
            )
        )
        if text:
            self.write(lambda pen, _: set_models(pen, self.warband_id, fighter.id, int(text)))

    # Kit

    @work(exclusive=True, group="dialog")
    async def action_stash(self) -> None:
        """Put a thing into the stash."""
        item = await self._which("What goes into the stash?")
        if item is not None:
            self.write(partial(self._move, item, None))

    @work(exclusive=True, group="dialog")
    async def action_give(self) -> None:
        """Give a thing to somebody."""
        item = await self._which("What is given away?")
        if item is None or self.sheet is None or self.roster is None:
            return
        thing = self.roster.item(item)
        rows = self._bearers(thing.fighter_id, item)
        chosen = await self.app.push_screen_wait(
            Pick(f"Who gets {thing.name}?", rows, columns=_TARGETS, verb="Give")
        )
        if chosen is not None:
            self.write(partial(self._move, item, None if chosen == STASH else int(chosen)))

    def _bearers(self, owner: int | None, item: int) -> list[Row]:
        from warband_tui.campaign.desk import told
        from warband_tui.campaign.kit_moves import against_move

        if self.sheet is None or self.roster is None:
            return []
        rows = [] if owner is None else [Row(STASH, ("The stash", ""))]
        for one in self.sheet.fighters:
            if one.id != owner:
                against = against_move(self.roster, self.roster.item(item), one.id)
                why = "; ".join(told(verdict) for verdict in against)
                rows.append(Row(str(one.id), (one.name, why), dim=bool(why)))
        return rows

    def _move(self, item: int, fighter: int | None, pen: Pen, why: str) -> Done:
        from warband_tui.campaign.kit_moves import move_item

        return move_item(pen, self.warband_id, item, fighter, override=why)

    @work(exclusive=True, group="dialog")
    async def action_sell(self) -> None:
        """Ask for a price and sell."""
        from warband_tui.campaign.hiring import parse_money
        from warband_tui.campaign.kit_moves import half_price, sell_item

        item = await self._which("What is sold?")
        roster = self.roster
        if item is None or roster is None:
            return
        thing = roster.item(item)
        offered = roster.words(half_price(roster.worth(thing))).replace("free", "0")
        text = await self.app.push_screen_wait(
            AskText(f"What does {thing.name} bring?", value=offered, check=self.why_no_price)
        )
        if text:
            money = parse_money(text, roster.prices)
            self.write(lambda pen, _: sell_item(pen, self.warband_id, item, money))

    async def _which(self, title: str) -> int | None:
        """Return the thing under the cursor, or ask for one of the fighter's."""
        if self.thing is not None:
            return self.thing.id
        fighter = self.fighter
        things = [one for one in fighter.kit if one.id is not None] if fighter else []
        if len(things) == 1:
            return things[0].id
        rows = [Row(str(one.id), (one.name, one.cost_text)) for one in things]
        chosen = await self.app.push_screen_wait(Pick(title, rows, columns=_TARGETS))
        return int(chosen) if chosen else None

    def why_no_price(self, text: str) -> str | None:
        """Return why a text is no price."""
        from warband_tui.campaign.hiring import parse_money

        if self.roster is None:
            return "the roster is not read yet"
        try:
            parse_money(text, self.roster.prices)
        except WarbandError as error:
            return str(error)
        return None


def _no_number(text: str) -> str | None:
    return (
        None if text.isascii() and text.isdigit() and 1 <= int(text) <= 999 else "type a number from 1 to 999"
    )
