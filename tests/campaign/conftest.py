"""A library and a laid table for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.desk import AT, Table, lay_table
from warband_tui.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "club.db", at=AT) as opened:
        yield opened


@pytest.fixture
def table(library: Library) -> Table:
    return lay_table(library)
