"""The line on top of a screen: what gives way where it is narrow."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from warband_tui.widgets.heading import _shortened

PATH = ["Lamps over Cinder Quay", "Low Water at Cinder Quay", "board"]


def test_a_path_that_fits_is_told_whole() -> None:
    assert _shortened(PATH, 60) == PATH
    assert _shortened(PATH, 0) == PATH, "nothing stands on the right"


@pytest.mark.parametrize("room", range(16, 56))
def test_what_comes_before_the_last_part_gives_way(room: int) -> None:
    shown = _shortened(PATH, room)
    assert shown[-1] == "board"
    assert cell_len(" › ".join(shown)) <= room
    assert "…" in "".join(shown)
