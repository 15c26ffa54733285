"""Taking what the list of the roster screen offers: hiring, buying, upgrades."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work

from warband_tui.dialogs.ask_text import AskText
from warband_tui.screens.warband_pages import RosterPages

if TYPE_CHECKING:
    from warband_tui.campaign.desk import Done, Pen
    from warband_tui.campaign.kept import Money
    from warband_tui.campaign.offers import Offer


class RosterBuying(RosterPages):
    """What Enter does in the list."""

    def take(self, offer: Offer | None, buyer: int | None) -> None:
        """Hire or buy an offer, kit for a fighter or for the stash (`buyer` None); asks for an unknown price."""
        from warband_tui.campaign.hiring import hire, set_upgrade

        if offer is None:
            return
        if offer.kind == "profile":
            self.write(lambda pen, why: hire(pen, self.warband_id, offer.id, override=why))
        elif offer.kind == "upgrade" and buyer is not None:
            wanted = not offer.owned
            self.write(
                lambda pen, why: set_upgrade(pen, self.warband_id, buyer, offer.id, wanted, override=why)
            )
        elif offer.cost_text == "?":
            self._buy_for_a_price(offer, buyer)
        else:
            self.write(lambda pen, why: self._buy(pen, why, offer, buyer, None))

    @work(exclusive=True, group="dialog")
    async def _buy_for_a_price(self, offer: Offer, buyer: int | None) -> None:
        from warband_tui.campaign.hiring import parse_money

        roster = self.roster
        text = await self.app.push_screen_wait(
            AskText(f"What does {offer.name} cost in your book?", check=self.why_no_price)
        )
        if text and roster is not None:
            cost = parse_money(text, roster.prices)
            self.write(lambda pen, why: self._buy(pen, why, offer, buyer, cost))

    def _buy(self, pen: Pen, why: str, offer: Offer, buyer: int | None, cost: Money | None) -> Done:
        from warband_tui.campaign.hiring import buy

        return buy(pen, self.warband_id, offer.id, fighter_id=buyer, cost=cost, override=why)
