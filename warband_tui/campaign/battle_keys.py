"""Which key does what a game declares: its actions and its counters.

The keys are the same for every unit of a game, so that fingers can learn them. A game's own wish counts
where the screen has not taken the key; what is left gets a letter of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from msgspec import Struct

from warband_tui.rules.actions import tag_of
from warband_tui.rules.ruleset import Option, Ruleset

HINTS = "asdfgwertcvbyuiopzxnmASDFGWERTCVBYUIOPZXNM123456789"
"""Letters to pick one of a list by, those under the fingers first; not h, j, k, l and q, which move and leave."""


class KeyPlan(Struct, frozen=True):
    """A key for each action, and one for each counter whose capital takes away."""

    actions: dict[str, str]
    counters: dict[str, str]
    held: frozenset[str] = frozenset()
    """Keys that the screen or the player has taken: no wish of an option gets them."""

    def of_options(self, options: Sequence[Option]) -> list[str]:
        """Return the key of each option of a unit, empty where none is left."""
        taken = {*self.held, *self.counters.values(), *(key.upper() for key in self.counters.values())}
        owners = {key: do for do, key in self.actions.items()}
        found: list[str] = []
        for option in options:
            wishes = [self.actions.get(option.do, "") if not option.preset else "", option.key]
            key = next(
                (w for w in wishes if w and w not in taken and owners.get(w, option.do) == option.do), ""
            )
            taken.add(key)
            found.append(key)
        return found


def key_plan(ruleset: Ruleset, reserved: Iterable[str]) -> KeyPlan:
    """Give keys to what a game declares.

    Args:
        ruleset: the game.
        reserved: keys that the screen or the player has taken.
    """
    held = frozenset({*reserved, *"hjklgGq"})
    taken = set(held)
    actions: dict[str, str] = {}
    counters: dict[str, str] = {}
    shown = sorted((c for c in ruleset.counters), key=lambda c: (c.on != "unit", not c.pips))
    for counter in shown[:1]:
        _take_pair(counters, counter.id, (counter.short, counter.label, ascii_lowercase), taken)
    own = [d for d in ruleset.actions if d.by_unit]
    for definition in own:
        do = tag_of(definition.action)
        if definition.key and definition.key not in taken and do not in actions:
            actions[do] = definition.key
            taken.add(definition.key)
    for counter in shown[1:]:
        # What is changed most, the pips, gets a key in any case.
        rest = (ascii_lowercase,) if counter.pips else ()
        _take_pair(counters, counter.id, (counter.short, counter.label, *rest), taken)
    for definition in own:
        do = tag_of(definition.action)
        if do in actions:
            continue
        letters = [definition.key, definition.key.upper(), *definition.label, *definition.label.upper()]
        key = next((k for k in letters if len(k) == 1 and k.isalpha() and k not in taken), "")
        if key:
            actions[do] = key
            taken.add(key)
    return KeyPlan(actions, counters, held)


def hints(count: int, taken: Iterable[str] = ()) -> list[str]:
    """Return so many letters to pick by; beyond what there are, empty ones."""
    letters = [letter for letter in HINTS if letter not in set(taken)]
    return [letters[i] if i < len(letters) else "" for i in range(count)]


def _take_pair(found: dict[str, str], name: str, words: Sequence[str], taken: set[str]) -> None:
    for word in words:
        for letter in word.lower():
            pair = {letter, letter.upper()}
            if letter.isalpha() and letter.isascii() and not pair & taken:
                found[name] = letter
                taken |= pair
                return
