"""What opening a battle of very many entries costs, against reading and decoding its rows.

Run it by itself: `python -m tests.bench.bench_opening`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench import big_battle
from tests.bench.measuring import Figure, clock, interleaved, median, ratio, report
from warband_tui.campaign.battle_log import LogBook
from warband_tui.campaign.play import PlaySession
from warband_tui.rules.entries import decode
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library

ENTRIES = 10_000
ROUNDS = 15


def main() -> None:
    """Print the table."""
    battle = big_battle.played(ENTRIES)
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "b.db", at=big_battle.AT) as library,
    ):
        battle_id = big_battle.kept(library, battle, big_battle.rows_of(battle, ENTRIES))
        journal = Journal(library)

        def opened() -> PlaySession:
            return PlaySession.open(library, battle_id, now=lambda: big_battle.AT)

        def afresh() -> PlaySession:
            journal.drop_snapshot(battle_id)
            return opened()

        session = opened()
        assert session.state == battle.state
        times = interleaved(
            ROUNDS,
            {
                "open": lambda: clock(opened),
                "decode": lambda: clock(lambda: [decode(row.body) for row in journal.read(battle_id)]),
                "log": lambda: clock(lambda: LogBook(session.battle)),
            },
        )
        # Last, and by itself: without its snapshot the battle folds from the start and keeps a new one.
        times["afresh"] = [clock(afresh) for _ in range(3)]
    figures = [
        Figure("reading and decoding the rows", median(times["decode"])),
        Figure("opening the battle", median(times["open"])),
        Figure("opening to reading and decoding", ratio(times["open"], times["decode"]), "x", 2),
        Figure("making the lines of its log", median(times["log"])),
        Figure("opening it without a snapshot", median(times["afresh"])),
    ]
    report(f"opening a battle of {ENTRIES:,} entries, {ROUNDS} times", figures)


if __name__ == "__main__":
    main()
