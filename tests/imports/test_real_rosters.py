"""Runs against real files, which belong to their players and publishers and are not in this repository.

Set WARBAND_REAL_ROSTERS to a folder of roster files with a folder `expected` of `NAME.expected.json` in it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.imports.comparing import differences
from warband_tui.imports.reading import read_roster
from warband_tui.imports.roster_json import to_json

FOLDER = os.environ.get("WARBAND_REAL_ROSTERS", "")
CASES = [
    (roster, expected)
    for expected in (sorted(Path(FOLDER, "expected").glob("*.expected.json")) if FOLDER else [])
    for roster in sorted(Path(FOLDER).glob(expected.name.removesuffix(".expected.json") + "*"))
]

pytestmark = pytest.mark.skipif(not CASES, reason="WARBAND_REAL_ROSTERS names no folder of real rosters")


@pytest.mark.parametrize(("roster", "expected"), CASES, ids=[roster.name for roster, _ in CASES])
def test_a_real_roster_comes_out_as_written_down(roster: Path, expected: Path) -> None:
    wanted = json.loads(expected.read_text(encoding="utf-8"))
    wanted.pop("hand_checked", None)
    assert differences(wanted, to_json(read_roster(roster))) == []
