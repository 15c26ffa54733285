"""A warband: its roster at the left, what it may hire and buy at the right, what speaks against it below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus, Resize
from textual.timer import Timer
from textual.widgets import Static

from warband_tui.registry import ActionSpec
from warband_tui.screens.base import focused_in
from warband_tui.screens.warband_buying import RosterBuying
from warband_tui.screens.warband_lines import (
    ROSTER_COLUMNS,
    SHOP_COLUMNS,
    fighter_at,
    fighter_text,
    findings_text,
    first_offer,
    kit_text,
    limits_text,
    offer_row,
    offer_text,
    roster_lines,
    shop_lines,
    thing_at,
)
from warband_tui.screens.warband_specs import SPECS
from warband_tui.widgets.filter_list import FilterList
from warband_tui.widgets.footer import Key, KeyBar
from warband_tui.widgets.heading import Heading
from warband_tui.widgets.plain import plain

if TYPE_CHECKING:
    from warband_tui.campaign.desk import Done
    from warband_tui.campaign.offers import Offer
    from warband_tui.campaign.roster_sheet import FighterLine, KitLine, RosterSheet
    from warband_tui.campaign.rosters import Roster

SETTLE = 0.08
"""Seconds that the cursor has to rest on a fighter before kit is looked up for it."""

_ABOUT_FIGHTERS = frozenset({"promote", "home", "fate", "rename", "note", "models", "up", "down", "copy"})
_ON_THE_ROSTER = _ABOUT_FIGHTERS | {"remove", "stash", "give", "sell", "unfold"}


class WarbandRosterScreen(RosterBuying):
    """Roster, list, findings. From 120 columns side by side, else one at a time."""

    CSS_PATH = "warband.tcss"
    HEADING = "Warband"
    HELP = "Hire, arm and keep a warband. What is against the rules is told, and can be done all the same with a."
    SPECS: ClassVar[tuple[ActionSpec, ...]] = SPECS

    def __init__(self, warband_id: int) -> None:
        super().__init__()
        self.warband_id = warband_id
        self.roster: Roster | None = None
        self.sheet: RosterSheet | None = None
        self._offers: tuple[Offer, ...] = ()
        self._unfolded: frozenset[int] = frozenset()
        self._settling: Timer | None = None
        self._offers_for: int | None = None

    def compose(self) -> ComposeResult:
        """Draw the frame; what is in it comes when the library is read."""
        yield Heading("Warband", id="warband-heading")
        yield Static("", id="warband-limits", markup=False)
        with Horizontal(id="warband-body"):
            with Vertical(id="warband-left"):
                yield FilterList(ROSTER_COLUMNS, empty="reading the roster ...", id="warband-roster")
                yield Static("", id="warband-about", classes="warband-about", markup=False)
            with Vertical(id="warband-right"):
                yield Static("", id="warband-for", markup=False)
                yield FilterList(SHOP_COLUMNS, empty="reading the list ...", id="warband-shop")
                yield Static("", id="warband-offer", classes="warband-about", markup=False)
        yield Static("", id="warband-findings", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the frame, then read."""
        # Textual's own Tab walks through all widgets; here it changes sides.
        self._bindings.key_to_bindings.pop("tab", None)
        self._list.show(())
        self._shop.show(())
        self._list.focus()
        self.load()

    def on_screen_resume(self) -> None:
        """Show what other screens have changed."""
        if self.sheet is not None:
            self._shelf = None
            self.load()

    # Parts

    @property
    def _list(self) -> FilterList:
        return self.query_one("#warband-roster", FilterList)

    @property
    def _shop(self) -> FilterList:
        return self.query_one("#warband-shop", FilterList)

    @property
    def _in_shop(self) -> bool:
        return focused_in(self._shop)

    @property
    def fighter(self) -> FighterLine | None:
        """The fighter under the cursor of the roster, or the one that carries the thing under it."""
        return fighter_at(self.sheet, self._list.current)

    @property
    def thing(self) -> KitLine | None:
        """The thing under the cursor of the roster."""
        return thing_at(self.sheet, self._list.current)

    @property
    def _offer(self) -> Offer | None:
        row = self._shop.current
        return next((one for one in self._offers if offer_row(one) == row), None)

    @property
    def _buyer(self) -> int | None:
        """For whom kit is bought: the fighter under the cursor if it is on the roster, else the stash."""
        fighter = self.fighter
        return fighter.id if fighter is not None and fighter.status in ("active", "reserve") else None

    # Reading

    def load(self, current: str = "") -> None:
        """Read the warband in a thread; the cursor goes to `current` if that is a row."""
        self.read(partial(self._reading, current))

    def _reading(self, current: str) -> Callable[[], None]:
        from warband_tui.campaign.offers import offers
        from warband_tui.campaign.roster_sheet import sheet_of
        from warband_tui.campaign.rosters import read_roster

        roster = read_roster(self.services.library, self.shelf, self.warband_id)
        sheet = sheet_of(roster)
        buyer = int(current[1:]) if current.startswith("f") else self._offers_for
        buyer = buyer if any(one.id == buyer for one in sheet.fighters) else None
        found = offers(roster, buyer)
        self.read_turns(sheet.campaign, self.warband_id)
        return partial(self.show, roster, sheet, found, buyer, current)

    def unreadable(self, why: str) -> None:
        """Say why in place of the list, or go back where the warband is gone."""
        self.shell.say(why, severity="error")
        if self.sheet is not None and self.is_current:
            # The act that brought the warband here has been undone.
            self.app.pop_screen()
        self._list.show_empty(why)

    def show(
        self, roster: Roster, sheet: RosterSheet, found: tuple[Offer, ...], buyer: int | None, current: str
    ) -> None:
        """Draw a roster."""
        first = self.sheet is None
        self.roster, self.sheet = roster, sheet
        list_of = " · ".join(part for part in (sheet.faction, sheet.variant, sheet.player) if part)
        game = f"{sheet.game_title} {sheet.edition}" + (f", game {sheet.game}" if sheet.game else "")
        self.query_one(Heading).show(
            sheet.campaign_name, sheet.name, right=" · ".join(p for p in (list_of, game) if p)
        )
        self._list.show_empty("nobody yet; n shows who can be hired")
        self._list.show(roster_lines(sheet, self._unfolded), current=current)
        self._show_offers(found, buyer)
        self._frame()
        self._about()
        if first:
            for problem in roster.lists.problems:
                self.shell.say(problem, severity="warning")
            if not sheet.fighters and sheet.has_list:
                self._go_shopping()
        if self._buyer != buyer:
            self._look_for_kit()

    def _frame(self) -> None:
        if self.sheet is None:
            return
        width = max(20, self.size.width - 2)
        self.query_one("#warband-limits", Static).update(limits_text(self.sheet, width))
        most = 4 if self.size.height >= 30 else 2
        findings = self.query_one("#warband-findings", Static)
        findings.display = bool(self.sheet.findings)
        findings.update(findings_text(self.sheet.findings, most))

    def on_resize(self, event: Resize) -> None:
        """Fit the limits into the new width."""
        del event
        self._frame()

    def _show_offers(self, found: tuple[Offer, ...], buyer: int | None) -> None:
        self._offers, self._offers_for = found, buyer
        self._shop.show_empty(self.roster.no_catalogue if self.roster else "")
        # At first the cursor is on something that can be had; later it stays where it is.
        self._shop.show(shop_lines(found), current="" if self._shop.current else first_offer(found, ()))
        named = self.sheet.fighter(buyer) if self.sheet and buyer is not None else None
        left = self.sheet.money_text if self.sheet else ""
        whose = f"for {named.name}" if named else "for the stash"
        self.query_one("#warband-for", Static).update(plain(" · ".join(p for p in (whose, left) if p)))
        self._about_offer()

    def _look_for_kit(self) -> None:
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLE, lambda: self._load_offers(self.roster, self._buyer))

    @work(thread=True, exclusive=True, group="offers")
    def _load_offers(self, roster: Roster | None, buyer: int | None) -> None:
        from warband_tui.campaign.offers import offers

        if roster is not None and buyer != self._offers_for:
            found = offers(roster, buyer)
            self.app.call_from_thread(self._offers_loaded, roster, found, buyer)

    def _offers_loaded(self, roster: Roster, found: tuple[Offer, ...], buyer: int | None) -> None:
        if roster is self.roster and buyer == self._buyer:
            self._show_offers(found, buyer)

    def _about(self) -> None:
        told = Content("")
        if self.sheet is not None and self.thing is not None:
            told = kit_text(self.thing, f"with {self.fighter.name}" if self.fighter else "in the stash")
        elif self.sheet is not None and self.fighter is not None:
            told = fighter_text(self.sheet, self.fighter)
        self.query_one("#warband-about", Static).update(told)
        self.actions_changed()

    def _about_offer(self) -> None:
        offer = self._offer
        self.query_one("#warband-offer", Static).update(offer_text(offer) if offer else Content(""))
        self.actions_changed()

    # What is possible

    def disabled_reason(self, action_id: str) -> str | None:
        """Return why an action is not possible now."""
        action = action_id.rpartition(".")[2]
        if not action_id.startswith("warband."):
            return None
        if self.sheet is None:
            return "the roster is not read yet"
        if action in _ON_THE_ROSTER and self._in_shop and not self.wide():
            return "Tab goes to the roster first"
        if action in _ABOUT_FIGHTERS:
            return self.why_no_fighter()
        if action in ("stash", "give", "sell"):
            return self.why_no_thing()
        if action == "remove":
            return self._why_not_remove()
        if action in ("hire", "equip") and not self.sheet.has_list:
            return f"{self.roster.no_catalogue}; E chooses a faction" if self.roster else None
        if action == "enter" and self._in_shop and self._offer is None:
            return "there is nothing under the cursor"
        if action == "allow" and self._refused is None:
            return "nothing has been refused"
        return self.why_no_turn(action)

    def _why_not_remove(self) -> str | None:
        if self.thing is not None:
            return self.why_no_thing()
        return self.why_no_fighter()

    def footer_keys(self) -> tuple[Key, ...]:
        """Return the keys of the footer, Enter and Tab told by what they do here."""
        offer = self._offer
        verbs = {"profile": "Hire", "item": "Buy", "upgrade": "Take"}
        enter = verbs[offer.kind] if offer and self._in_shop else "Equip"
        labels = {"warband.enter": enter, "warband.other": "Roster" if self._in_shop else "List"}
        return tuple(key._replace(label=labels.get(key.action, key.label)) for key in super().footer_keys())

    # Going

    def action_other(self) -> None:
        """Change sides."""
        if self._in_shop:
            self._go_home()
        else:
            self._go_shopping()

    def _go_shopping(self) -> None:
        self.add_class("-shop")
        self._shop.focus()

    def _go_home(self) -> None:
        self.remove_class("-shop")
        self._list.focus()

    def go_back(self) -> bool:
        """Go from the list to the roster first, where only one of them is seen."""
        if self._in_shop and not self.wide():
            self._go_home()
            return True
        return False

    def action_hire(self) -> None:
        """Go to the fighters that can be hired."""
        self._go_shopping()
        self._select_first("profile")

    def action_equip(self) -> None:
        """Go to the kit for the fighter under the cursor."""
        self._go_shopping()
        self._select_first("upgrade", "item")

    def _select_first(self, *kinds: str) -> None:
        if found := first_offer(self._offers, kinds):
            self._shop.select(found)

    def action_filter(self) -> None:
        """Find by a few letters."""
        (self._shop if self._in_shop else self._list).open_filter()

    def action_unfold(self) -> None:
        """Show the kit of the fighter under the cursor, or hide it."""
        fighter = self.fighter
        if fighter is not None and self.sheet is not None:
            self._unfolded ^= {fighter.id}
            self._list.show(roster_lines(self.sheet, self._unfolded), current=f"f{fighter.id}")

    def show_fighter(self, fighter_id: int) -> None:
        """Put the cursor of the roster on a fighter."""
        self._go_home()
        self._list.select(f"f{fighter_id}")

    # Writing

    def action_enter(self) -> None:
        """Take what is under the cursor of the list, or go there."""
        if self._in_shop:
            self.take(self._offer, self._offers_for)
        else:
            self.action_equip()

    def action_undo(self) -> None:
        """Take the last act back."""
        if self.sheet is not None:
            self.turn(self.sheet.campaign, self.warband_id, back=True)

    def action_redo(self) -> None:
        """Do again what was undone last."""
        if self.sheet is not None:
            self.turn(self.sheet.campaign, self.warband_id, back=False)

    def action_allow(self) -> None:
        """Do what was refused last, for a reason."""
        self.allow()

    def written(self, done: Done) -> None:
        """Show what an act changed, the cursor on whom it was about."""
        self.load(f"f{done.fighter}" if done.fighter is not None else f"i{done.item}" if done.item else "")

    def turned(self) -> None:
        """Show what undo or redo changed."""
        self.load()

    # Messages

    @on(FilterList.Chosen)
    def _chosen(self, message: FilterList.Chosen) -> None:
        message.stop()
        self.action_enter()

    @on(FilterList.Moved)
    def _moved(self, message: FilterList.Moved) -> None:
        message.stop()
        if message.owner is self._shop:
            self._about_offer()
            return
        self._about()
        if self.sheet is not None and self._buyer != self._offers_for:
            self._look_for_kit()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Draw the keys of the side that has the keyboard."""
        del event
        self.actions_changed()
