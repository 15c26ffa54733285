"""How a battle answers what its rules leave open: the game's usual answers, and those that a group chose.

Only what differs from the usual answer goes into a battle's options, so a battle that changes nothing is
told as it is printed. What a campaign played by last is read from its latest battle; nothing else keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.settings import Setting
from warband_tui.rules.state import Setup
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries

AS_PRINTED = "as printed"


class Ruling(Struct, frozen=True):
    """A question and the answer that holds; `usual` is the one of the edition."""

    setting: Setting
    usual: str
    answer: str

    @property
    def changed(self) -> bool:
        """Whether the group answers otherwise than the edition."""
        return self.answer != self.usual

    @property
    def next(self) -> str:
        """The answer after this one, the first after the last."""
        answers = self.setting.answers
        at = answers.index(self.answer) if self.answer in answers else -1
        return answers[(at + 1) % len(answers)]


def rulings(game: Ruleset, edition: str, answers: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Return every question of a game with the answer that holds, in the game's order.

    Args:
        game: whose questions.
        edition: whose answer holds where nobody chose.
        answers: what the group chose, by the ids of settings; others are passed over.
    """
    found = []
    for setting in game.settings:
        usual = game.usual_answer(edition, setting)
        chosen = answers.get(setting.id, usual)
        found.append(Ruling(setting, usual, chosen if chosen in setting.answers else usual))
    return tuple(found)


def options_of(game: Ruleset, edition: str, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a battle: the answers that are not the usual ones."""
    return {one.setting.id: one.answer for one in rulings(game, edition, answers) if one.changed}


def rules_text(game: Ruleset | None, edition: str, answers: Mapping[str, str]) -> str:
    """Return in words how far a battle's rules are the printed ones; empty for a game without questions."""
    if game is None or not game.settings:
        return ""
    changed = len(options_of(game, edition, answers))
    return f"{changed} changed" if changed else AS_PRINTED


def remembered(library: Library, campaign_id: int, game: Ruleset, edition: str) -> dict[str, str]:
    """Return the answers of a campaign's latest battle, those that the edition does not give itself.

    Raises:
        WarbandError: the file cannot be read.
    """
    if not game.settings:
        return {}
    queries = Queries(library)
    battles = [one.id for one in queries.battles(campaign_id, archived=True) if one.ruleset == game.id]
    if not battles:
        return {}
    try:
        setup = msgspec.json.decode(queries.setup(max(battles)), type=Setup)
    except msgspec.MsgspecError:
        # A set-up that cannot be read is told of where its battle is opened; here it has nothing to remember.
        return {}
    told = {setting: str(value) for setting, value in setup.options.items()}
    return options_of(game, edition, told)
