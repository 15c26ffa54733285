"""A library of its own for each test, and the verbs with which tests fill it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.acts import AT
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "club.db", at=AT) as opened:
        yield opened


@pytest.fixture
def battle_id(library: Library) -> int:
    sides = [NewSide("A", "New Antioch", "Mira"), NewSide("B", "Heretics", "Jonas")]
    return Battles(library).begin("Ashen Ridge", "some-game", "1", b"{}", sides, at=AT).id
