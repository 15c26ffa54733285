"""The most memory that the app takes: on the first screen of a large library, then with a battle of it open.

Run it by itself: `python -m tests.bench.bench_memory`. Linux only: the peak is `VmHWM` of the app's own process,
which runs in a terminal of its own.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench import big_battle
from tests.bench.bench_first_frame import BARE, home_env
from tests.bench.measuring import COMPILED, Figure, report
from tests.bench.terminal import Terminal
from warband_tui.campaign.founding import found_campaign
from warband_tui.store.library import Library

BATTLES = 200
ENTRIES = 200
CAMPAIGNS = 5
SIZE = (120, 40)
LIMIT = 90
LAST = "The last battle"


def fill(place: Path) -> int:
    """Fill a library: campaigns, and battles of real entries, one of them longer; return how many entries."""
    battle = big_battle.played(1000)
    short, long = big_battle.rows_of(battle, ENTRIES), big_battle.rows_of(battle, 1000)
    with Library.open(place, at=big_battle.AT) as library:
        campaigns = [
            found_campaign(library, f"Campaign {i + 1}", big_battle.GAME, "", who="Mira", at=big_battle.AT)
            for i in range(CAMPAIGNS)
        ]
        for i in range(BATTLES - 1):
            campaign = campaigns[i % CAMPAIGNS]
            big_battle.kept(library, battle, short, name=f"Battle {i + 1}", campaign=campaign)
        big_battle.kept(library, battle, long, name=LAST, campaign=campaigns[0])
    return (BATTLES - 1) * ENTRIES + len(long)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        env = home_env(folder)
        place = folder / "big.db"
        entries = fill(place)
        size = place.stat().st_size / 1e6
        bare = folder / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        with Terminal([str(bare)], env, SIZE) as terminal:
            terminal.wait_for("Name 19")
            terminal.settle()
            least = terminal.peak
        with Terminal(["-m", "warband_tui", "--db", str(place)], env, SIZE) as terminal:
            terminal.wait_for(LAST)
            terminal.settle()
            home = terminal.peak
            terminal.press("\r")
            terminal.wait_for("Lt. Weyl")
            terminal.settle()
            opened = terminal.peak
            for key in "bBbBuu":
                terminal.press(key)
                terminal.settle(0.3)
            played = terminal.peak
            terminal.press("P")
            terminal.settle(2)
            told = terminal.peak
            for key in "qqgj":
                terminal.press(key)
                terminal.settle(1)
            terminal.press("a")
            terminal.wait_for("Put away Campaign")
            terminal.settle()
            changed = terminal.peak
    figures = [
        Figure("bare Textual app", least, "MB"),
        Figure("first screen", home, "MB", LIMIT),
        Figure("and a battle of 1,000 entries open", opened, "MB", LIMIT),
        Figure("and played on", played, "MB", LIMIT),
        Figure("and its report open", told, "MB", LIMIT),
        Figure("and a campaign put away, through its ledger", changed, "MB", LIMIT),
    ]
    what = (
        f"library: {BATTLES} battles of 2 x {big_battle.SIZE} fighters in {CAMPAIGNS} campaigns, {entries:,} entries in "
        f"all (199 battles of {ENTRIES}, one of 1,000), {size:.0f} MB"
    )
    report(f"peak memory (VmHWM), {SIZE[0]}x{SIZE[1]}, in millions of bytes", figures, (what, COMPILED))


if __name__ == "__main__":
    main()
