"""The dice tray: what is to be rolled, what has been typed, and how to roll or correct it."""

from __future__ import annotations

from collections.abc import Sequence

from warband_tui.rules.dice import BadDice
from warband_tui.widgets.lines import Line, Span, cut, trimmed, width_of
from warband_tui.widgets.odds_panel import flowed


class DiceBuffer:
    """Digits on their way to dice: one digit is a die where no face has two, else a space ends it."""

    def __init__(self) -> None:
        self.text = ""

    def type(self, digit: str, sides: int) -> int | None:
        """Take a digit and return the die once it is whole.

        `0` is ten on a D10. A number that could not grow into another face is whole at once.

        Raises:
            BadDice: no face begins like this; the buffer stays as it was.
        """
        text = self.text + digit
        value = int(text)
        if text == "0" and sides == 10:
            return self._whole(10)
        if not 1 <= value <= sides:
            raise BadDice(f"there is no {text} on a D{sides}")
        if value * 10 > sides:
            return self._whole(value)
        self.text = text
        return None

    def end(self) -> int | None:
        """Return the die that was being typed, if one was."""
        return self._whole(int(self.text)) if self.text else None

    def back(self) -> bool:
        """Take the last digit back; False when there was none."""
        had = bool(self.text)
        self.text = self.text[:-1]
        return had

    def clear(self) -> None:
        """Forget the digits."""
        self.text = ""

    def _whole(self, value: int) -> int:
        self.text = ""
        return value


def tray_lines(
    purpose: str,
    dice: Sequence[int],
    width: int,
    *,
    have: int,
    count: int,
    sides: int,
    typed: str = "",
    seeded: bool = False,
) -> list[Line]:
    """Return the tray: dice on the table, and places for those to come.

    In one line where there is room, else the dice have lines of their own: they are never cut off, words are.

    Args:
        purpose: what the dice are for.
        dice: all that have been rolled for the action.
        width: cells there are.
        have: how many of them, from the end, are for this roll.
        count: how many this roll takes.
        sides: of each.
        typed: digits of the die that is being typed.
        seeded: whether the program rolled them.
    """
    head = [Span("  ")]
    earlier = dice[: len(dice) - have]
    if earlier:
        head.append(Span(f"{' '.join(map(str, earlier))}  then  ", "dim"))
    head.append(Span(f"{count}D{sides}", "strong"))
    boxes = [Span(f"[{die}]", "good" if seeded else "strong") for die in dice[len(dice) - have :]]
    boxes += [
        Span(f"[{typed or '_'}]" if i == 0 else "[ ]", "key" if i == 0 else "dim")
        for i in range(min(count - have, 24))
    ]
    line = [*head, Span(f" {purpose}  ", "dim"), *(part for box in boxes for part in (box, Span(" ")))]
    if width_of(line) - 1 <= width:
        return [tuple(line)]
    said = cut(purpose, max(8, width - width_of(head) - 2))
    return [trimmed((*head, Span(f" {said}", "dim")), width), *flowed([[b] for b in boxes], width, gap=" ")]
