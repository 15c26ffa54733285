"""What happens when a program is killed, and when two of them write at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.store.acts import AT
from warband_tui.store.backup import check
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library

_APPEND_FOR_EVER = """
import sys
from warband_tui.store.journal import Journal
from warband_tui.store.library import Library
with Library.open(sys.argv[1], at="2026-03-01T19:30:00Z") as library:
    journal = Journal(library)
    seq = 0
    while True:
        seq += 1
        journal.append(int(sys.argv[2]), seq, "action", 1, b"%d" % seq, "2026-03-01T19:30:00Z")
        print(seq, flush=True)
"""

_APPEND_UNTIL = """
import sys
from warband_tui.store.journal import Clash, Journal
from warband_tui.store.library import Library
name, wanted = sys.argv[3].encode(), int(sys.argv[4])
written = clashes = 0
with Library.open(sys.argv[1], at="2026-03-01T19:30:00Z") as library:
    journal, battle = Journal(library), int(sys.argv[2])
    seq = journal.latest_seq(battle)
    print("ready", flush=True)
    sys.stdin.readline()
    while written < wanted:
        try:
            journal.append(battle, seq + 1, "action", 1, name + b"%d" % written, "2026-03-01T19:30:00Z")
        except Clash as clash:
            clashes += 1
            seq = clash.latest
        else:
            written += 1
            seq += 1
print(clashes, flush=True)
"""


def _child(script: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_every_entry_acknowledged_before_a_kill_is_there_afterwards(library: Library, battle_id: int) -> None:
    library.close()
    with _child(_APPEND_FOR_EVER, library.path, battle_id) as child:
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(60)]
        child.kill()
        acknowledged += [int(line) for line in child.stdout.read().splitlines()]
    with Library.open(library.path, at=AT) as opened:
        rows = Journal(opened).read(battle_id)
    kept = [row.seq for row in rows]
    assert kept == list(range(1, len(kept) + 1))
    # One more entry than was acknowledged may be there: killed between the commit and the print.
    assert len(kept) - acknowledged[-1] in (0, 1)
    assert [row.body for row in rows] == [b"%d" % seq for seq in kept]
    assert check(library.path) == ()


def test_two_programs_in_one_battle_clash_but_lose_nothing(library: Library, battle_id: int) -> None:
    with (
        _child(_APPEND_UNTIL, library.path, battle_id, "a", 60) as first,
        _child(_APPEND_UNTIL, library.path, battle_id, "b", 60) as second,
    ):
        for child in (first, second):
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        clashes = 0
        for child in (first, second):
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        for child in (first, second):
            assert child.stdout is not None
            clashes += int(child.stdout.readline())
    assert (first.returncode, second.returncode) == (0, 0)
    rows = Journal(library).read(battle_id)
    assert [row.seq for row in rows] == list(range(1, 121))
    for name in (b"a", b"b"):
        mine = [row.body for row in rows if row.body.startswith(name)]
        assert mine == [name + b"%d" % number for number in range(60)]
    # Both began at the same number, so at least one of them came second.
    assert clashes > 0


def test_two_programs_that_make_the_same_library_at_once_both_get_it(tmp_path: Path) -> None:
    script = (
        "import sys; from warband_tui.store.library import Library; Library.open(sys.argv[1], at='x').close()"
    )
    children = [_child(script, tmp_path / "club.db") for _ in range(4)]
    for child in children:
        child.communicate()
    assert [child.returncode for child in children] == [0, 0, 0, 0]
    assert check(tmp_path / "club.db") == ()
