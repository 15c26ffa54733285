"""Finding the sample campaign again: only one that was laid out whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from warband_tui.campaign import sample as laying
from warband_tui.campaign.catalogues import shelf_beside
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.sample import find_sample, game_with_sample, lay_out
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

AT = "2026-03-01T19:30:00Z"


def test_one_cut_short_and_ones_own_of_that_name_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset, sample = game_with_sample()
    with Library.open(tmp_path / "club.db", at=AT) as library:
        pen = Pen(library, shelf_beside(library.path), "me", AT)
        queries = Queries(library)
        found_campaign(library, sample.name, ruleset.id, sample.edition, who="me", at=AT)
        assert find_sample(queries, sample) is None
        with monkeypatch.context() as cut:
            cut.setattr(laying, "_battle", lambda *_: 1 // 0)
            with pytest.raises(ZeroDivisionError):
                lay_out(pen)
        assert find_sample(queries, sample) is None
        whole = lay_out(pen)
        assert find_sample(queries, sample) == whole.campaign
