"""Questions that the rules leave open or that tables answer differently, as settings of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from warband_tui.errors import WarbandError


class Setting(Struct, frozen=True):
    """One question: the answers there are, the usual one first, and the rule that it is about.

    `id` is the key of a battle's options under which it is set.
    """

    id: str
    answers: tuple[str, ...]
    question: str
    rule: str = ""


class BadSetting(WarbandError):
    """A setting of a battle with an answer that does not exist."""


def check_settings(settings: Iterable[Setting], options: Mapping[str, Any]) -> None:
    """Refuse options that nothing could be made of; those that no setting names are left to the game.

    Raises:
        BadSetting: an answer is none of those there are.
    """
    for setting in settings:
        if setting.id in options and str(options[setting.id]) not in setting.answers:
            answers = " or ".join(f'"{answer}"' for answer in setting.answers)
            raise BadSetting(f"options: {setting.id} is {answers}, not {options[setting.id]!r}")


def chosen(settings: Iterable[Setting], options: Mapping[str, Any], setting_id: str) -> str:
    """Return how a battle answers a question: what its options say, else the usual answer.

    Raises:
        LookupError: there is no such setting.
    """
    for setting in settings:
        if setting.id == setting_id:
            return str(options.get(setting_id, setting.answers[0]))
    raise LookupError(setting_id)
