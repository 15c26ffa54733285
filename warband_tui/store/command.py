"""What a campaign write says about itself, before it knows what it will change."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One act of a person in a campaign: it becomes one line of the ledger.

    `what` is a stable verb such as `fighter.hire` (history and undo show it through a table of phrases);
    `subject` the name of the thing at that time, as people know it; `campaign_id` is None only while
    founding a campaign; `warband_id` says whose history and whose undo the line belongs to.
    `keep_empty` writes the line even when no row changed, for acts that matter by having happened.
    """

    what: str
    who: str
    at: str
    campaign_id: int | None
    warband_id: int | None = None
    subject: str = ""
    why: str = ""
    battle_id: int | None = None
    keep_empty: bool = False
