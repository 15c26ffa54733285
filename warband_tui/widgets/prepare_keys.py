"""The keys of the panel while an action is prepared: what Enter does now, and what help says of them all."""

from __future__ import annotations

from collections.abc import Mapping

from warband_tui.campaign.preparing import Preparation
from warband_tui.widgets.footer import Key

LIST_KEYS = (
    "A list fills the field: letters filter it, Enter takes what is marked, Esc leaves the field as it was."
)
AIM_KEYS = (
    "At whom? A letter in the roster picks, ↑ and ↓ go to another, Enter takes the one offered, Esc cancels."
)


def enter_key(prep: Preparation, letters: Mapping[str, str], typed: str) -> Key:
    """Return what Enter does now, with `r` beside it where both roll, or the key of what is missing.

    Args:
        prep: the action.
        letters: the key of each field.
        typed: digits of the die that is being typed.
    """
    if typed:
        return Key("key:enter", "Enter", "take the die")
    if prep.want is not None or (prep.choices and prep.seeded):
        return Key("key:r", "r/Enter", "roll")
    missing = prep.missing
    if missing is not None and missing.name in letters:
        letter = letters[missing.name]
        return Key(f"key:{letter}", letter, missing.label)
    return Key("key:enter", "Enter", "do it")


def about_keys(prep: Preparation, letters: Mapping[str, str], *, steps: bool) -> str:
    """Return in sentences what the keys do to an action that has its target.

    Args:
        prep: the action.
        letters: the key of each field.
        steps: whether there is a number or a choice to step.
    """
    if prep.refused is not None:
        way = "" if prep.override else " ! does it all the same, with a reason that the log keeps;"
        return f"{prep.label} is not allowed as it stands:{way} any other key goes on, Esc leaves it."
    told = [f"{prep.label} is being prepared; nothing is written yet."]
    fields = [f for f in prep.fields if f.name in letters and not prep.dice]
    if fields:
        told.append(f"Fields: {', '.join(f'{letters[f.name]} {f.label}' for f in fields)}.")
    if steps:
        told.append("↑ and ↓ pick a number or choice, + and - change it.")
    if len(prep.weapons()) > 1 and not prep.dice:
        told.append("Tab takes another weapon.")
    odds = prep.odds()
    if odds is not None and any(way.choices for way in odds.ways):
        told.append("w takes the next way to spend.")
    if prep.want is not None:
        told.append("Digits are the dice of the table, Backspace takes one back; r or Enter rolls.")
    else:
        told.append("Enter does it.")
    return " ".join([*told, "Esc or q cancels."])
