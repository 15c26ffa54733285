"""Whatever is done to a warband, in whatever order: sums add up after each act, and undo takes all of it back."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, given, settings

from tests.campaign.desk import AT, Table, lay_table
from warband_tui.campaign.desk import Pen
from warband_tui.campaign.hiring import buy, duplicate, hire, promote, set_upgrade
from warband_tui.campaign.kit_moves import move_item, return_item, sell_item
from warband_tui.campaign.roster_acts import (
    Status,
    dismiss,
    note_fighter,
    rename_fighter,
    reorder,
    set_models,
    set_status,
)
from warband_tui.campaign.warbands import WarbandEdit, edit_warband, record_payment, redo, undo
from warband_tui.errors import WarbandError
from warband_tui.rules.costs import added
from warband_tui.store.library import Library


@dataclass(frozen=True)
class Hand:
    """What an act is done with: a table, some text, a number that decides details."""

    table: Table
    text: str
    number: int
    pick: int

    @property
    def at(self) -> tuple[Pen, int]:
        return self.table.pen, self.table.warband

    @property
    def fighter(self) -> int:
        return self._one_of("fighter")

    @property
    def item(self) -> int:
        return self._one_of("item")

    def of(self, *words: str) -> str:
        return words[self.number % len(words)]

    def _one_of(self, kind: str) -> int:
        rows = self.table.dump()[kind]
        return int(str(rows[self.pick % len(rows)][0])) if rows else 0


STATUSES: tuple[Status, ...] = ("active", "reserve", "retired", "dead")

ACTS: dict[str, Callable[[Hand], object]] = {
    "hire": lambda h: hire(
        *h.at, h.of("yeoman", "lieutenant", "shock-trooper", "sniper-priest"), override=h.text
    ),
    "duplicate": lambda h: duplicate(*h.at, h.fighter, override=h.text),
    "buy": lambda h: buy(
        *h.at,
        h.of("bolt-action-rifle", "shotgun", "submachine-gun", "trench-knife"),
        fighter_id=h.fighter if h.number % 3 else None,
        override=h.text,
    ),
    "buy for a price": lambda h: buy(*h.at, "shotgun", cost={"ducats": h.number}, override=h.text),
    "upgrade": lambda h: set_upgrade(*h.at, h.fighter, "trench-mole", h.number % 2 == 0, override=h.text),
    "promote": lambda h: promote(*h.at, h.fighter, override=h.text),
    "move": lambda h: move_item(*h.at, h.item, h.fighter if h.number % 2 else None, override=h.text),
    "return": lambda h: return_item(*h.at, h.item),
    "sell": lambda h: sell_item(*h.at, h.item, {"ducats": h.number}),
    "status": lambda h: set_status(*h.at, h.fighter, STATUSES[h.number % 4]),
    "dismiss": lambda h: dismiss(*h.at, h.fighter),
    "rename": lambda h: rename_fighter(*h.at, h.fighter, h.text),
    "note": lambda h: note_fighter(*h.at, h.fighter, h.text),
    "models": lambda h: set_models(*h.at, h.fighter, h.number % 5),
    "reorder": lambda h: reorder(*h.at, h.fighter, h.number - 3),
    "edit": lambda h: edit_warband(
        *h.at,
        WarbandEdit(game=h.number + 1, budget={"ducats": 100 * h.number}, player=h.text, notes=h.text),
    ),
    "pay": lambda h: record_payment(*h.at, {"ducats": h.number - 5, "glory": 1}, "loot"),
}

steps = st.lists(
    st.tuples(
        st.sampled_from(sorted(ACTS)),
        st.integers(0, 9),
        st.integers(0, 9),
        st.sampled_from(["", "a reason", "Grim [/the] Bold \x1b[2J"]),
    ),
    max_size=12,
)


def add_up(table: Table) -> None:
    """What is told of a warband is the sum of its parts."""
    sheet = table.sheet
    fighters = [one.cost for one in sheet.fighters]
    assert sheet.cost == added([*fighters, *(one.cost for one in sheet.stash)])
    for one in (*sheet.fighters, *sheet.gone):
        bought = added(kit.cost for kit in one.kit)
        assert one.cost.get("ducats", 0) >= bought.get("ducats", 0)
    budget = table.roster.budget or {}
    payments = added(
        {name: int(amount) for name, amount in one.money.items()} for one in table.roster.details.treasury
    )
    gone = added(one.cost for one in sheet.gone)
    assert sheet.money_left is not None
    for name, left in sheet.money_left.items():
        spent = sheet.cost.get(name, 0) + gone.get(name, 0)
        assert left == budget.get(name, 0) + payments.get(name, 0) - spent


def refusal(act: Callable[[Hand], object], hand: Hand) -> str:
    """Carry out an act and return why it was refused, empty when it was done."""
    try:
        act(hand)
    except WarbandError as error:
        return str(error)
    return ""


def lines(table: Table) -> int:
    return int(table.pen.library.rows("SELECT count(*) FROM ledger")[0][0])


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(steps)
def test_sums_add_up_and_undo_takes_everything_back(acts: list[tuple[str, int, int, str]]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "club.db", at=AT) as library,
    ):
        table = lay_table(library)
        states = [table.dump()]
        for name, number, pick, text in acts:
            before, ledger = table.dump(), lines(table)
            if refusal(ACTS[name], Hand(table, text, number, pick)):
                assert table.dump() == before, "a refused act changed something"
                assert lines(table) == ledger, "a refused act is in the ledger"
            elif table.dump() != before:
                assert lines(table) == ledger + 1, "one act is one line"
                states.append(table.dump())
            else:
                assert lines(table) == ledger, "an act that changed nothing is in the ledger"
            add_up(table)
        last = states[-1]
        for state in reversed(states[:-1]):
            undo(table.pen, table.campaign, table.warband)
            assert table.dump() == state
        for _ in states[1:]:
            redo(table.pen, table.campaign, table.warband)
        assert table.dump() == last
        add_up(table)
