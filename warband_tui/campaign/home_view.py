"""What the first screen shows: campaigns, battles, and where one left off."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct

from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.views import BattleView, CampaignView

RECENT = 30
"""How many battles the first screen lists."""


class HomeView(Struct, frozen=True):
    """Campaigns and battles, the ones played last first; `last` is the battle to go on with, if any."""

    campaigns: tuple[CampaignView, ...] = ()
    battles: tuple[BattleView, ...] = ()
    last: BattleView | None = None
    hidden: int = 0
    """How many campaigns and battles are put away and not listed."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing at all in the library."""
        return not (self.campaigns or self.battles or self.hidden)


def home_view(library: Library, *, archived: bool = False) -> HomeView:
    """Read what the first screen shows.

    Args:
        library: an open library.
        archived: list what is put away as well.
    """
    queries = Queries(library)
    battles = queries.battles(archived=True, limit=RECENT)
    campaigns = queries.campaigns()
    shown_battles = tuple(b for b in battles if archived or not b.archived)
    played = {b.campaign_id: b.last_at or b.updated for b in reversed(battles)}
    shown_campaigns = sorted(
        (c for c in campaigns if archived or not c.archived),
        key=lambda c: (not c.archived, max(played.get(c.id, ""), c.last_at or c.created)),
        reverse=True,
    )
    return HomeView(
        campaigns=tuple(shown_campaigns),
        battles=shown_battles,
        last=where_left_off(shown_battles),
        hidden=len(battles) + len(campaigns) - len(shown_battles) - len(shown_campaigns),
    )


def where_left_off(battles: tuple[BattleView, ...]) -> BattleView | None:
    """Return the battle to go on with: the last one running, else the last one being prepared."""
    for status in ("running", "preparing"):
        for battle in battles:
            if battle.status == status and not battle.archived:
                return battle
    return None


_UNITS = ((60, "min"), (3600, "h"), (86400, "d"), (7 * 86400, "wk"))


def ago(then: str | None, now: str) -> str:
    """Return how long ago a time was, in words: `3 h ago`; the date when it is over two months."""
    if not then:
        return ""
    at, here = _time(then), _time(now)
    if at is None or here is None:
        return then
    seconds = (here - at).total_seconds()
    if seconds < 60:
        return "just now"
    if seconds > 60 * 86400:
        return at.date().isoformat()
    size, word = next(unit for unit in reversed(_UNITS) if seconds >= unit[0])
    return f"{int(seconds // size)} {word} ago"


def _time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
