"""Names and notes that players type."""

from __future__ import annotations

import pytest

from warband_tui.campaign.typed import LONGEST_NAME, checked_name
from warband_tui.errors import WarbandError


@pytest.mark.parametrize("name", ["", "  ", "\x00", "\u200b\ufeff", "\x1b\t\u202e", "\u3000"])
def test_a_name_of_which_nothing_can_be_seen_is_none(name: str) -> None:
    with pytest.raises(WarbandError, match="a name is needed; type one"):
        checked_name(name)


@pytest.mark.parametrize("name", ["[red]Bob[/] \x1b[2J <b>=1+1", "\u202eעברית", "x" * LONGEST_NAME])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert checked_name(f" {name}\n") == name
