"""Libraries that tests of the first screen open."""

from __future__ import annotations

from warband_tui.campaign.founding import found_campaign
from warband_tui.services import Services
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.command import Command

GAME = "bogwater"


def fill(services: Services) -> None:
    """Two campaigns, one with two warbands and three battles of which the second is running."""
    library = services.library
    winter = found_campaign(library, "The Long Winter", GAME, "", who="Mira", at="2026-11-28T10:00:00+00:00")
    ridge = found_campaign(library, "Ashen Ridge", GAME, "", who="Mira", at="2026-11-20T10:00:00+00:00")
    from warband_tui.store.tables import Player, Warband

    with library.work(Command("warband.add", "Mira", "2026-11-21T10:00:00+00:00", ridge)) as work:
        mira = work.add(Player(campaign_id=ridge, name="Mira"))
        work.add(Warband(campaign_id=ridge, player_id=mira.id, name="Lances of Antioch"))
        work.add(Warband(campaign_id=ridge, name="The Heretic Legion"))
    assert winter != ridge
    for i, status in enumerate(("ended", "running", "preparing")):
        battle(services, f"Ashen Ridge, game {i + 1}", ridge, day=20 + i, status=status)


def battle(
    services: Services, name: str, campaign_id: int | None = None, *, day: int = 20, status: str = "running"
) -> int:
    """A battle of two sides."""
    return (
        Battles(services.library)
        .begin(
            name,
            GAME,
            "1",
            b"{}",
            [NewSide("A", "New Antioch", "Mira"), NewSide("B", "Heretic Legion", "Jonas")],
            at=f"2026-11-{day}T10:00:00+00:00",
            campaign_id=campaign_id,
            status=status,
        )
        .id
    )
