"""A library of a size that nobody will reach soon: 200 battles of 1,000 entries, 40 warbands.

`python -m tests.store.big_library` builds one and prints how long each query takes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.store.acts import AT
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

CAMPAIGNS = 5


def fill(
    library: Library, *, battles: int = 200, entries: int = 1000, warbands: int = 40, lines: int = 500
) -> None:
    """Fill an empty library: every fighter carries two items, every campaign has a ledger."""
    body = b'{"do":"shoot","unit":"a1","target":"b1","dice":[4,5],"events":[' + b"1," * 120 + b"1]}"
    with library.transaction() as connection:
        many = connection.executemany
        ids = range(1, CAMPAIGNS + 1)
        many(
            "INSERT INTO campaign VALUES (?, 'c' || ?1, 'Campaign ' || ?1, 'some-game', '1', 'now', '', 0)",
            [(i,) for i in ids],
        )
        many("INSERT INTO player VALUES (?, 1 + ? % 5, 'Player ' || ?1, '')", [(i, i) for i in range(1, 21)])
        many(
            "INSERT INTO warband VALUES (?, ?, ?, 'Warband ' || ?1, 'f', '', '', '{\"glory\":3}', 0)",
            [(i, 1 + i % CAMPAIGNS, 1 + i % 20) for i in range(1, warbands + 1)],
        )
        many(
            "INSERT INTO fighter VALUES (NULL, ?, ?, 'Fighter', 'p', 'P', 1, 'active', '{\"ranged\":1}', "
            "'[\"ELITE\"]', '[]', '', 0, '{}')",
            [(band, position) for band in range(1, warbands + 1) for position in range(15)],
        )
        for _ in range(2):
            connection.execute(
                "INSERT INTO item SELECT NULL, warband_id, id, 0, 'rifle', 'ranged', 10, 'crowns', '{}' FROM fighter"
            )
        many(
            "INSERT INTO battle VALUES (?, 'b' || ?1, ?, 'Battle ' || ?1, 'some-game', '1', 'ended', x'7b7d', 'now', 'now', 0)",
            [(i, 1 + i % CAMPAIGNS) for i in range(1, battles + 1)],
        )
        many(
            "INSERT INTO side VALUES (NULL, ?, ?, ?, 'Side', 'Player')",
            [(i, 1 + i % warbands, key) for i in range(1, battles + 1) for key in "AB"],
        )
        many(
            "INSERT INTO entry VALUES (?, ?, 'action', 1, ?, ?)",
            (
                (i, seq, f"2026-03-{1 + i % 28:02}T{seq // 60:02}:{seq % 60:02}:00Z", body)
                for i in range(1, battles + 1)
                for seq in range(1, entries + 1)
            ),
        )
        many(
            "INSERT INTO ledger VALUES (NULL, ?, ?, NULL, ?, 'now', 'Mira', 'fighter.edit', 'x', '{}', '{}', '', NULL)",
            [(campaign, campaign * 5, seq) for campaign in ids for seq in range(1, lines + 1)],
        )


def timed(act: Callable[[], object], times: int = 15) -> float:
    """Return the median milliseconds of an act."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        act()
        taken.append((perf_counter() - start) * 1000)
    return median(taken)


def main() -> int:
    """Print the median of each query."""
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "big.db", at=AT) as library:
        fill(library)
        queries, journal = Queries(library), Journal(library)
        acts: dict[str, Callable[[], object]] = {
            "campaigns": queries.campaigns,
            "warbands": lambda: queries.warbands(2),
            "fighters": lambda: queries.fighters(7),
            "battles (all 200)": queries.battles,
            "battles (of one campaign)": lambda: queries.battles(2),
            "battles (last 10)": lambda: queries.battles(limit=10),
            "history (500 lines)": lambda: queries.history(2),
            "undoable": lambda: queries.undoable(2),
            "journal of 1,000": lambda: journal.read(77),
            "latest entry": lambda: journal.latest_seq(77),
            "data_version": journal.data_version,
            "open": lambda: Library.open(library.path, at=AT).close(),
        }
        for name, act in acts.items():
            sys.stdout.write(f"{name:28} {timed(act):8.3f} ms\n")
        start = journal.latest_seq(77)
        numbers = iter(range(start + 1, start + 1000))
        append = timed(lambda: journal.append(77, next(numbers), "action", 1, b"x" * 300, AT), 200)
        sys.stdout.write(f"{'append, durable':28} {append:8.3f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
