"""A whole turn of ten against ten from the keyboard, and how many keys it takes."""

from __future__ import annotations

from pathlib import Path

from tests.campaign import bog
from tests.screens.battle_table import Table, table
from warband_tui.rules.engine import Battle
from warband_tui.rules.state import to_json

MOST_KEYS = 60
"""Beyond the dice that are typed: twenty activations, twelve attacks, six markers, the turn's beginning and end."""


class Player:
    """Counts what is pressed: dice, and everything else."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keys = 0
        self.dice = 0

    async def press(self, *keys: str) -> None:
        self.keys += len(keys)
        await self.table.press(*keys)

    async def roll(self, *dice: int) -> None:
        self.dice += len(dice)
        await self.table.press(*(str(die) for die in dice))

    async def shoot(self, at: str, *dice: int) -> None:
        """Shoot with the unit under the cursor at one whose letter is on the screen."""
        await self.press("s")
        if self.table.screen.mode is not None and (letters := self.table.screen.mode.hints()):
            await self.press(letters[at])
        await self.roll(*dice)


ATTACKS = {
    "a1": ("b7", 3, 2), "b1": ("a1", 3, 4), "a2": ("b1", 4, 4), "b2": ("a2", 1, 5), "a3": ("b9", 1, 1),
    "b3": ("a3", 2, 6), "a4": ("b3", 5, 2), "b4": ("a9", 2, 3), "a5": ("b4", 6, 1), "b5": ("a5", 2, 2),
    "a6": ("b10", 1, 3), "b6": ("a1", 1, 2),
}  # fmt: skip
"""Whom each of the first six of a side shoots at, and the dice; only those who have acted are brought down."""

MARKS_ON_TARGET = {"a2", "b3", "a5"}
MARKS_ON_SELF = {"b7", "a8", "b9"}


async def test_a_turn_of_ten_against_ten_takes_sixty_keys_and_the_dice(tmp_path: Path) -> None:
    async with table(tmp_path, setup=bog.setup(10)) as t:
        player = Player(t)
        await player.press("t")
        acted: list[str] = []
        while t.session.state.ready("A") or t.session.state.ready("B"):
            unit = t.screen.cursor
            acted.append(unit)
            if unit in ATTACKS:
                target, *dice = ATTACKS[unit]
                await player.shoot(target, *dice)
            if unit in MARKS_ON_TARGET:
                await player.press("l", "b")
            if unit in MARKS_ON_SELF:
                await player.press("b")
            await player.press("n")
            if t.screen.cursor == unit:
                await player.press("n")
        await player.press("t")

        state, entries = t.session.state, t.session.battle.entries
        did = [entry.do for entry in entries]
        assert acted == [f"{side}{i}" for i in range(1, 11) for side in "ab"]
        assert (did.count("shoot"), did.count("mark"), did.count("end")) == (12, 6, 20)
        assert state.turn == 2
        assert state.unit("b1").counter("blood") == 2, "one by the shot that brought it down, one by hand"
        assert state.unit("b7").counter("blood") == 1
        assert [u.id for u in state.units.values() if u.has("down")] == ["a1", "a3", "b1", "b3", "b4"]
        assert all(roll.given for entry in entries for roll in entry.rolls)
        assert player.dice == 24
        assert player.keys <= MOST_KEYS, f"{player.keys} keys"
        again = Battle.replay(t.session.battle.setup, t.session.ruleset, entries)
        assert to_json(again.state) == to_json(state)
        assert "Turn 2: Reed Wardens goes first" in t.log
