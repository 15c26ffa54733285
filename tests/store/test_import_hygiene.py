"""What a path loads: reading and playing never pay for SQLModel or Alembic."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.store.acts import AT
from warband_tui.store.library import Library

_HEAVY = {"sqlmodel", "sqlalchemy", "pydantic", "alembic"}

_OPEN = f"""
import json, sys
from warband_tui.store.library import Library
library = Library.open(sys.argv[1], at={AT!r})
"""
_TELL = "\nprint(json.dumps(sorted(set(sys.modules))))"

_READ_AND_PLAY = """
from warband_tui.store.backup import check, info
from warband_tui.store.battles import Battles
from warband_tui.store.journal import Journal
from warband_tui.store.queries import Queries
queries = Queries(library)
queries.campaigns(), queries.battles()
battle = Battles(library).begin("b", "some-game", "1", b"{}", [], at="now").id
Journal(library).append(battle, 1, "action", 1, b"", "now")
assert len(Journal(library).read(battle)) == 1
assert check(library.path) == () and info(library.path).counts["battle"] == 1
"""

_WRITE = """
from warband_tui.store.command import Command
with library.work(Command("campaign.rename", "", "now", 1)):
    pass
"""


def _loaded(script: str, library: Library) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", script + _TELL, str(library.path)], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("script", [_OPEN, _OPEN + _READ_AND_PLAY], ids=["opening", "reading and playing"])
def test_a_current_library_is_used_without_anything_heavy(library: Library, script: str) -> None:
    assert _loaded(script, library) & _HEAVY == set()


def test_making_a_library_needs_nothing_heavy(library: Library) -> None:
    library.close()
    library.path.unlink()
    assert _loaded(_OPEN, library) & _HEAVY == set()


def test_a_campaign_write_loads_the_tables_but_not_the_migrations(library: Library) -> None:
    loaded = _loaded(_OPEN + _WRITE, library)
    assert "sqlmodel" in loaded
    assert "alembic" not in loaded
