"""What a game's rules leave open: the usual answers, what a group chose, what its next battle begins with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign import bog
from tests.fifth_game.bogwater import Bogwater
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.muster import create, set_up, side_of, unnamed_force
from warband_tui.campaign.muster_rules import options_of, remembered, rules_text, rulings
from warband_tui.rules.ruleset import Edition, Ruleset, Setting, load
from warband_tui.rules.settings import BadSetting, check_settings
from warband_tui.store.library import Library

MUD = Setting("mud", ("slow", "stuck", "none"), "What does mud do to who ends in it?", "BOG-WADE")
EELS = Setting("eels", ("bite", "flee"), "Do eels bite or flee?")


class Muddy(Bogwater):
    """The game of the bog with two open questions; the second edition answers one of them otherwise."""

    editions: tuple[Edition, ...] = (Edition("1", "first edition"), Edition("2", "second edition"))  # type: ignore[assignment]
    settings = (MUD, EELS)

    def usual_answer(self, edition: str, setting: Setting) -> str:
        return "stuck" if (edition, setting) == ("2", MUD) else setting.answers[0]


GAME = cast(Ruleset, Muddy())
PLAIN = load("bogwater")


def answers(edition: str, **chosen: str) -> list[tuple[str, bool]]:
    return [(one.answer, one.changed) for one in rulings(GAME, edition, chosen)]


def test_the_edition_answers_where_nobody_chose() -> None:
    assert answers("1") == [("slow", False), ("bite", False)]
    assert answers("2") == [("stuck", False), ("bite", False)]


def test_only_what_differs_from_the_edition_is_an_option_of_the_battle() -> None:
    assert options_of(GAME, "1", {"mud": "stuck", "eels": "bite"}) == {"mud": "stuck"}
    assert options_of(GAME, "2", {"mud": "stuck", "eels": "flee"}) == {"eels": "flee"}


def test_an_answer_that_there_is_not_counts_for_nothing() -> None:
    assert options_of(GAME, "1", {"mud": "deep", "weather": "rain"}) == {}


def test_the_next_answer_goes_round_all_of_them() -> None:
    seen, chosen = [], "slow"
    for _ in MUD.answers:
        chosen = rulings(GAME, "1", {"mud": chosen})[0].next
        seen.append(chosen)
    assert seen == ["stuck", "none", "slow"]


def test_it_is_told_how_far_the_rules_are_the_printed_ones() -> None:
    assert rules_text(GAME, "1", {}) == "as printed"
    assert rules_text(GAME, "1", {"mud": "none", "eels": "flee"}) == "2 changed"
    assert rules_text(PLAIN, "1", {}) == ""
    assert rules_text(None, "", {}) == ""


@given(
    st.sampled_from(["1", "2"]),
    st.dictionaries(st.sampled_from(["mud", "eels", "x"]), st.sampled_from([*MUD.answers, *EELS.answers])),
)
def test_options_are_always_taken_and_say_the_same_again(edition: str, chosen: dict[str, str]) -> None:
    options = options_of(GAME, edition, chosen)
    check_settings(GAME.settings, options)
    assert options_of(GAME, edition, options) == options
    assert rulings(GAME, edition, options) == rulings(GAME, edition, chosen)


class TestACampaign:
    @pytest.fixture
    def library(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
        # A battle is kept through the game that is installed: it has the questions for these tests.
        monkeypatch.setattr(PLAIN, "settings", Muddy.settings)
        with Library.open(tmp_path / "club.db", at=bog.AT) as opened:
            yield opened

    @pytest.fixture
    def campaign(self, library: Library) -> int:
        return found_campaign(library, "Bog War", "bogwater", "1", who="Mira", at=bog.AT)

    def play(self, library: Library, campaign: int | None, **chosen: str) -> int:
        sides = [side_of(unnamed_force(PLAIN, name, 2)) for name in ("Reeds", "Eels")]
        setup = set_up(PLAIN, sides, options=options_of(PLAIN, "1", chosen))
        return create(library, setup, at=bog.AT, campaign_id=campaign)

    def test_the_next_battle_begins_with_the_answers_of_the_latest(
        self, library: Library, campaign: int
    ) -> None:
        assert remembered(library, campaign, PLAIN, "1") == {}
        self.play(library, campaign, mud="none")
        self.play(library, campaign, mud="stuck", eels="flee")
        self.play(library, None, mud="none")
        assert remembered(library, campaign, PLAIN, "1") == {"mud": "stuck", "eels": "flee"}
        self.play(library, campaign)
        assert remembered(library, campaign, PLAIN, "1") == {}

    def test_a_battle_as_printed_has_no_options(self, library: Library, campaign: int) -> None:
        battle = self.play(library, campaign, mud="slow")
        body = library.rows("SELECT setup FROM battle WHERE id = ?", (battle,))[0][0]
        assert "options" not in msgspec.json.decode(body)

    def test_a_set_up_that_cannot_be_read_is_passed_over(self, library: Library, campaign: int) -> None:
        battle = self.play(library, campaign, mud="none")
        with library.transaction() as connection:
            connection.execute("UPDATE battle SET setup = ? WHERE id = ?", (b"{}", battle))
        assert remembered(library, campaign, PLAIN, "1") == {}

    def test_an_answer_that_the_game_has_not_is_refused(self, library: Library) -> None:
        sides = [side_of(unnamed_force(PLAIN, name, 2)) for name in ("Reeds", "Eels")]
        with pytest.raises(BadSetting, match='mud is "slow" or "stuck" or "none"'):
            create(library, set_up(PLAIN, sides, options={"mud": "deep"}), at=bog.AT)
