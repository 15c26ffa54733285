"""Settings of a battle: answers that there are, and what holds where nobody chose."""

from __future__ import annotations

import pytest

from warband_tui.rules.settings import BadSetting, Setting, check_settings, chosen

EDGE = Setting("edge", ("inside", "outside"), "Is the edge inside?")


def test_the_first_answer_holds_where_nobody_chose() -> None:
    assert chosen([EDGE], {}, "edge") == "inside"
    assert chosen([EDGE], {"edge": "outside"}, "edge") == "outside"


def test_an_answer_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(BadSetting, match='edge is "inside" or "outside", not \'maybe\''):
        check_settings([EDGE], {"edge": "maybe", "other": 3})


def test_a_setting_that_does_not_exist_is_a_fault_of_the_program() -> None:
    with pytest.raises(LookupError):
        chosen([EDGE], {}, "corner")
