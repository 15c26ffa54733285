"""The odds lab at work: columns side by side, changed one field at a time, every change taken back by undo.

A column is a query of the game and what its attacker costs. Nothing here knows what a query means: the
game's `LabForm` says which keys it has and which figures of the answer matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from warband_tui.campaign.lab_values import typed
from warband_tui.errors import WarbandError
from warband_tui.rules.lab import (
    LabAnswer,
    LabField,
    LabForm,
    LabPick,
    Query,
    answer,
    get,
    line_of,
    put,
    value_of,
    with_value,
)
from warband_tui.rules.ruleset import Ruleset

MOST_COLUMNS = 12
_MOST_ANSWERS = 500
_MOST_STEPS = 200
MOST_PRICE = 9999

NAME, PRICE = "name", "price"


class Column(Struct, frozen=True, omit_defaults=True):
    """One of the things compared. `price` is that of the attacker, None where nobody said."""

    query: Query
    name: str = ""
    price: int | None = None


class LabRow(Struct, frozen=True):
    """One line of the lab: a field of every column. `path` is where its value stands in the query."""

    field: LabField
    path: str
    heading: str = ""
    part: int | None = None


class OddsLab:
    """The columns of one form of one game."""

    def __init__(self, ruleset: Ruleset, form: LabForm, columns: tuple[Column, ...] = ()) -> None:
        self.ruleset = ruleset
        self.form = form
        self.columns = columns or fresh(form)
        self.pristine = not columns
        self._done: list[tuple[Column, ...]] = []
        self._undone: list[tuple[Column, ...]] = []
        self._answers: dict[str, LabAnswer] = {}
        self._found: tuple[tuple[Column, ...], tuple[LabAnswer, ...]] | None = None
        price = LabField(
            PRICE, form.price or PRICE, high=MOST_PRICE, empty=True, help="What the attacker costs."
        )
        self._price_row = LabRow(price, PRICE)

    # Reading

    def rows(self) -> tuple[LabRow, ...]:
        """Return the lines: the parts of the list, the fields, the price."""
        found: list[LabRow] = []
        parts = self.form.parts
        if parts is not None:
            most = max(self.count(i) for i in range(len(self.columns)))
            for part in range(most):
                for i, field in enumerate(parts.fields):
                    heading = f"{parts.label} {part + 1}" if i == 0 else ""
                    found.append(LabRow(field, f"{parts.path}.{part}.{field.path}", heading, part))
        found += [LabRow(field, field.path, field.heading) for field in self.form.fields]
        if self.form.price:
            found.append(self._price_row)
        return tuple(found)

    def count(self, column: int) -> int:
        """Return how many parts the list of a column has."""
        parts = self.form.parts
        return len(get(self.columns[column].query, parts.path, ())) if parts is not None else 0

    def has(self, column: int, row: LabRow) -> bool:
        """Whether a column has a line at all: its list may be shorter than another's."""
        return row.part is None or row.part < self.count(column)

    def value(self, column: int, row: LabRow) -> Any:
        """Return what a column holds in a line."""
        if row is self._price_row:
            return self.columns[column].price
        return value_of(row.field, self.columns[column].query, row.path)

    def shown(self, column: int, row: LabRow) -> str:
        """Return what a column holds in a line, as players read it."""
        return row.field.shown(self.value(column, row)) if self.has(column, row) else ""

    def title(self, column: int) -> str:
        """Return the name of a column; a letter where nobody gave it one."""
        return self.columns[column].name or f"column {'ABCDEFGHIJKL'[column]}"

    def answer(self, column: int) -> LabAnswer:
        """Return what a column comes to; each query is worked out once."""
        if self._found is None or self._found[0] is not self.columns:
            self._found = (self.columns, tuple(self._worked_out(c.query) for c in self.columns))
        return self._found[1][column]

    def _worked_out(self, query: Query) -> LabAnswer:
        key = line_of(query)
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            found = self._answers[key] = answer(self.ruleset, self.form, query)
        return found

    def figure(self, column: int, which: int) -> Fraction | str | None:
        """Return one figure of a column."""
        figures = self.answer(column).figures
        return figures[which] if which < len(figures) else None

    def difference(self, column: int, which: int) -> Fraction | None:
        """Return how far a figure is from the first column's; None where that says nothing."""
        first, here = self.figure(0, which), self.figure(column, which)
        if column == 0 or not isinstance(first, Fraction) or not isinstance(here, Fraction):
            return None
        return here - first

    def per_hundred(self, column: int, which: int) -> Fraction | None:
        """Return a figure for each hundred points of price, None without a price."""
        price, here = self.columns[column].price, self.figure(column, which)
        if not price or not isinstance(here, Fraction):
            return None
        return here * 100 / price

    # Changing

    def set(self, column: int, row: LabRow, value: Any) -> None:
        """Set a line of a column."""
        if not self.has(column, row):
            parts = self.form.parts
            label = parts.label if parts is not None else ""
            raise WarbandError(f"{self.title(column)} has no {label} {(row.part or 0) + 1}; w adds one")
        here = self.columns[column]
        if row is self._price_row:
            self._put(column, replace(here, price=value))
        else:
            self._put(column, replace(here, query=with_value(row.field, here.query, value, row.path)))

    def type(self, column: int, row: LabRow, text: str) -> None:
        """Set a line of a column to what was typed.

        Raises:
            WarbandError: the field takes no such thing.
        """
        self.set(column, row, typed(row.field, text))

    def name(self, column: int, text: str) -> None:
        """Give a column a name."""
        self._put(column, replace(self.columns[column], name=text.strip()[:60]))

    def add(self, column: Column | None = None, *, after: int | None = None) -> int:
        """Put in a column, a fresh one if none is given, and return its place.

        Raises:
            WarbandError: there are too many.
        """
        if len(self.columns) >= MOST_COLUMNS:
            raise WarbandError(f"{MOST_COLUMNS} columns are the most; x removes one")
        place = len(self.columns) if after is None else after + 1
        fresh_one = column or Column(self.form.base)
        self._become((*self.columns[:place], fresh_one, *self.columns[place:]))
        return place

    def copy(self, column: int) -> int:
        """Put a copy of a column behind it and return its place."""
        here = self.columns[column]
        name = f"{here.name} (2)" if here.name and not here.name.endswith(" (2)") else here.name
        return self.add(replace(here, name=name), after=column)

    def remove(self, column: int) -> None:
        """Take a column out.

        Raises:
            WarbandError: it is the only one.
        """
        if len(self.columns) == 1:
            raise WarbandError("this is the only column; n adds another")
        self._become((*self.columns[:column], *self.columns[column + 1 :]))

    def add_part(self, column: int) -> None:
        """Put one more part into the list of a column, like its last one.

        Raises:
            WarbandError: the form has no list, or it is full.
        """
        parts = self.form.parts
        if parts is None:
            raise WarbandError("a query of this form is about one attack; n adds a column")
        here = self.columns[column]
        held = list(get(here.query, parts.path, ()))
        if len(held) >= parts.most:
            raise WarbandError(f"{parts.most} are the most")
        query = put(here.query, parts.path, [*held, dict(held[-1]) if held else dict(parts.base)])
        self._put(column, replace(here, query=query))

    def remove_part(self, column: int, part: int) -> None:
        """Take a part out of the list of a column.

        Raises:
            WarbandError: it is the only one, or there is none.
        """
        parts = self.form.parts
        count = self.count(column)
        if parts is None or count < 2:
            raise WarbandError("there is only one; x removes the column")
        here = self.columns[column]
        held = list(get(here.query, parts.path, ()))
        del held[min(part, count - 1)]
        self._put(column, replace(here, query=put(here.query, parts.path, held)))

    def take(self, column: int, part: int, pick: LabPick) -> None:
        """Fill in what a catalogue offers."""
        here = self.columns[column]
        query = here.query
        parts = self.form.parts
        if pick.part and parts is not None:
            fields, lead = parts.fields, f"{parts.path}.{min(part, self.count(column) - 1)}."
        else:
            fields, lead = self.form.fields, ""
        by_path = {field.path: field for field in fields}
        for path, value in pick.values.items():
            field, place = by_path[path], f"{lead}{path}"
            query = with_value(
                field, query, _filled(field, value_of(field, query, place), value, pick), place
            )
        self._put(
            column,
            replace(
                here,
                query=query,
                name=_joined(here.name, pick.label),
                price=here.price if pick.price is None else pick.price,
            ),
        )

    def replace_query(self, column: int, query: Query) -> None:
        """Give a column another query."""
        self._put(column, replace(self.columns[column], query=query))

    def receive(self, query: Query, name: str) -> int:
        """Take a query from elsewhere into a column of its own, and return its place."""
        column = Column(query, name)
        if self.pristine or len(self.columns) >= MOST_COLUMNS:
            self._become((column, column))
            return 0
        return self.add(column)

    # Undo

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last change back."""
        if self._done:
            self._undone.append(self.columns)
            self.columns = self._done.pop()

    def redo(self) -> None:
        """Do again what was undone last."""
        if self._undone:
            self._done.append(self.columns)
            self.columns = self._undone.pop()

    def _put(self, place: int, column: Column) -> None:
        self._become((*self.columns[:place], column, *self.columns[place + 1 :]))

    def _become(self, columns: tuple[Column, ...]) -> None:
        if columns == self.columns and not self.pristine:
            return
        self._done = [*self._done[-_MOST_STEPS:], self.columns]
        self._undone.clear()
        self.columns = columns
        self.pristine = False


def fresh(form: LabForm) -> tuple[Column, ...]:
    """Return the columns that a form begins with: as it is, and with the first circumstance switched on."""
    parts = form.parts
    all_fields = (
        [(f"{parts.path}.0.{field.path}", field) for field in parts.fields] if parts is not None else []
    )
    all_fields += [(field.path, field) for field in form.fields]
    for path, field in all_fields:
        if field.what_if and field.kind == "flag":
            return (Column(form.base), Column(with_value(field, form.base, True, path), field.label))
    return (Column(form.base), Column(form.base))


def in_words(lab: OddsLab) -> Iterator[str]:
    """Yield the comparison as lines of text: each column with its figures, its query and what it advises."""
    yield f"{lab.ruleset.title}: {lab.form.title}"
    for i in range(len(lab.columns)):
        found = lab.answer(i)
        yield ""
        yield lab.title(i)
        if found.fault:
            yield f"  {found.fault}"
        for which, figure in enumerate(lab.form.figures):
            told = lab.figure(i, which)
            if told is not None:
                yield f"  {figure.label}: {_told(figure.kind, told)}{_after(lab, i, which, figure.kind)}"
        yield from (f"  {text}" for text in found.advice)
        yield f"  {line_of(lab.columns[i].query)}"


def _after(lab: OddsLab, column: int, which: int, kind: str) -> str:
    parts = []
    difference = lab.difference(column, which)
    if difference:
        parts.append(f"{'+' if difference > 0 else '-'}{_told(kind, abs(difference))}")
    per = lab.per_hundred(column, which) if lab.form.figures[which].per_price else None
    if per is not None:
        parts.append(f"{float(per):.3f} per 100 {lab.form.price}")
    return f" ({', '.join(parts)})" if parts else ""


def _told(kind: str, value: Fraction | str) -> str:
    if isinstance(value, str):
        return value
    if kind == "chance":
        return f"{float(value) * 100:.1f} % ({value})"
    return f"{float(value):.3f}" if value.denominator > 1 else str(value)


def _filled(field: LabField, old: Any, value: Any, pick: LabPick) -> Any:
    """Return what a field holds once something of a catalogue is taken over."""
    if field.kind == "words":
        return [*(word for word in old or () if word.upper() not in pick.speaks_for), *value]
    if field.path in pick.adds and isinstance(old, int):
        return max(field.low, min(field.high, old + value))
    return value


def _joined(name: str, label: str) -> str:
    """Return a column's name with something taken over added, once."""
    if not name or name.endswith("(2)"):
        return label
    return name if label in name else f"{name}, {label}"[:60]
