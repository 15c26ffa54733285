"""What the reads of the screens cost on a library of 200 battles with 1,000 entries each, 40 warbands, long ledgers.

Run it by itself: `python -m tests.bench.bench_queries`. There is no budget but that no key waits for them: a frame
at 60 a second has 17 ms, and lists are read in a thread of their own.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.bench import big_battle
from tests.bench.measuring import Figure, clock, interleaved, median, report
from tests.store import big_library
from warband_tui.campaign.campaigns import campaign_sheet
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.home_view import RECENT, home_view
from warband_tui.campaign.muster import available
from warband_tui.campaign.sample import lay_out
from warband_tui.rules.ruleset import installed
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

ROUNDS = 15
CAMPAIGN, WARBAND, BATTLE = 2, 7, 77


def reads_of(library: Library, sample: int) -> dict[str, Callable[[], object]]:
    """Return every read of a screen by its name."""
    queries, journal = Queries(library), Journal(library)
    shelf = shelf_beside(library.path)
    return {
        "opening the library": lambda: Library.open(library.path, at=big_battle.AT).close(),
        "first screen: all of it": partial(home_view, library),
        "  campaigns": queries.campaigns,
        f"  battles, the last {RECENT}": partial(queries.battles, archived=True, limit=RECENT),
        "campaign: all of the sample's": partial(campaign_sheet, library, shelf, sample),
        "  warbands": partial(queries.warbands, CAMPAIGN),
        "  battles": partial(queries.battles, CAMPAIGN, archived=True),
        "  players": partial(queries.players, CAMPAIGN),
        "  history, 500 lines": partial(queries.history, CAMPAIGN),
        "warband": partial(queries.warband, WARBAND),
        "  fighters and their items": partial(queries.fighters, WARBAND),
        "  stash": partial(queries.stash, WARBAND),
        "  history of 500 lines": partial(queries.history, CAMPAIGN, 10),
        "  what undo would do": partial(queries.undoable, CAMPAIGN, 10),
        "muster: who there is": lambda: available(library, None, tuple(installed())),
        "jump: battles, all 200": partial(queries.battles, archived=True),
        "battle: its heading": partial(queries.battle, BATTLE),
        "  its set-up": partial(queries.setup, BATTLE),
        "  its journal, 1,000 entries": partial(journal.read, BATTLE),
        "  its latest entry": partial(journal.latest_seq, BATTLE),
        "  whether others wrote": journal.data_version,
    }


def main() -> None:
    """Print the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "b.db", at=big_battle.AT) as library,
    ):
        big_library.fill(library)
        pen = Pen(library, shelf_beside(library.path), "Mira", big_battle.AT)
        sample = lay_out(pen).campaign
        reads = reads_of(library, sample)
        for read in reads.values():
            read()
        times = interleaved(ROUNDS, {name: partial(clock, read) for name, read in reads.items()})
        first = max(entry.seq for entry in [*Journal(library).read(BATTLE)]) + 1
        numbers = iter(range(first, first + ROUNDS))
        times["writing an entry, on the disk"] = [
            clock(
                lambda: Journal(library).append(
                    BATTLE, next(numbers), "action", 1, b'{"seq":1}' * 40, big_battle.AT
                )
            )
            for _ in range(ROUNDS)
        ]
    figures = [Figure(name, median(taken)) for name, taken in times.items()]
    report(f"reads of the screens, 200 battles of 1,000 entries, {ROUNDS} times", figures)


if __name__ == "__main__":
    main()
