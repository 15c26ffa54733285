"""Squeezes: which smaller space is taken, what is left as it is, how it ends."""

from __future__ import annotations

import pytest

from tests.rules.dnd4e.position.drawn import ask
from tests.rules.dnd4e.table import NEW, OLD, on_map

BOTH = pytest.mark.parametrize("edition", [OLD, NEW])


@BOTH
@pytest.mark.rule("D4-SQZ-2", "D4-OBS-1")
def test_the_full_space_is_not_taken_astride_a_wall_on_an_edge(edition: str) -> None:
    squeezing = {"at": [1, 1], "size": "large", "conditions": ["squeezing"]}
    for kind in ("wall", "window"):
        table = on_map(*["...."] * 4, edition=edition, edges=(((1, 1), (2, 1), kind),), A=squeezing)
        assert ask(table.state, "unsqueeze")["ends"] == [[0, 0], [0, 1]]
        assert table.refused("end-squeeze", unit="A", to=[1, 1]).rules == ("D4-SQZ-2",)
        table.do("end-squeeze", unit="A")
        assert table.at("A") == (0, 0)
    low = on_map(*["...."] * 4, edition=edition, edges=(((1, 1), (2, 1), "low"),), A=squeezing)
    assert [1, 1] in ask(low.state, "unsqueeze")["ends"]
    phasing = {**squeezing, "conditions": ["squeezing", "phasing"]}
    free = on_map(*["...."] * 4, edition=edition, edges=(((1, 1), (2, 1), "wall"),), A=phasing)
    assert [1, 1] in ask(free.state, "unsqueeze")["ends"]
