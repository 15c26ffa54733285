"""The odds lab: what a game lets players compare freely, and how one comparison is worked out.

A game declares forms. A form is a query of `Ruleset.query` with its keys named, ranged and put in order, and
the parts of the answer that matter. So whatever a screen compares is a query that the command line answers
with the same figures. Paths are keys of a query or an answer, joined by dots.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.rules.actions import Action
    from warband_tui.rules.ruleset import Ruleset
    from warband_tui.rules.state import BattleState

FieldKind = Literal["number", "dice", "flag", "pick", "text", "words"]
"""`dice` takes a number or dice such as `2D6+1`; `words` a list of texts, typed with commas between."""

FigureKind = Literal["chance", "mean", "number", "word", "flag"]

Query = dict[str, Any]
Advice = Callable[[Query, Mapping[str, Any]], tuple[str, ...]]
OfAction = Callable[["BattleState", "Action"], "Query | None"]


class LabField(Struct, frozen=True, omit_defaults=True):
    """One key of a query.

    A value equal to `default` is left out of the query, so that its line stays short. Where `empty` is set,
    the field may hold nothing at all, shown as `nothing`.
    """

    path: str
    label: str
    kind: FieldKind = "number"
    low: int = 0
    high: int = 20
    default: Any = None
    empty: bool = False
    nothing: str = "-"
    options: tuple[tuple[Any, str], ...] = ()
    form: str = "{}"
    heading: str = ""
    """What this field and those after it are about, until the next heading."""
    what_if: bool = False
    """Whether it is a circumstance that players like to switch on and off."""
    help: str = ""

    def shown(self, value: Any) -> str:
        """Return a value as players read it."""
        if self.kind == "flag":
            return "yes" if value else "no"
        if self.kind == "words":
            return ", ".join(map(str, value or ())) or self.nothing
        for option, label in self.options:
            if option == value and type(option) is type(value):
                return label
        if value is None or value == "":
            return self.nothing
        return self.form.format(value) if isinstance(value, int) else str(value)


class LabParts(Struct, frozen=True):
    """A list in the query of which every item has the same fields, such as several weapons summed."""

    path: str
    label: str
    fields: tuple[LabField, ...]
    base: Query = {}
    most: int = 12


class LabFigure(Struct, frozen=True, omit_defaults=True):
    """One figure of the answer. Several `paths` are added up; `against` turns a chance round.

    `per_price` figures are also given for each hundred points of price.
    """

    paths: tuple[str, ...]
    label: str
    kind: FigureKind = "chance"
    against: bool = False
    per_price: bool = False


class LabChart(Struct, frozen=True, omit_defaults=True):
    """A distribution in the answer, by its path; an empty path is the answer itself.

    `outcomes` names the keys that belong to it, in order; without them the keys are numbers.
    """

    label: str
    path: str = ""
    outcomes: tuple[tuple[str, str], ...] = ()


class LabPick(Struct, frozen=True, omit_defaults=True):
    """Something of a catalogue that fills fields in: a weapon, a target.

    `values` are by path; those of a `part` are for the part of the list that is being filled. Numbers under
    the paths of `adds` are added to what is there. Of a list of words, only those among `speaks_for` are
    replaced: the others are somebody else's.
    """

    id: str
    label: str
    group: str
    values: dict[str, Any] = {}
    adds: tuple[str, ...] = ()
    speaks_for: frozenset[str] = frozenset()
    part: bool = False
    price: int | None = None
    note: str = ""


def no_advice(query: Query, answer: Mapping[str, Any]) -> tuple[str, ...]:
    """Say nothing."""
    del query, answer
    return ()


def no_action(state: BattleState, action: Action) -> Query | None:
    """Return nothing: no action of a battle makes such a query."""
    del state, action
    return None


def no_shelf(query: Query) -> tuple[LabPick, ...]:
    """Return nothing to fill in."""
    del query
    return ()


class LabForm(Struct, frozen=True, omit_defaults=True):
    """One kind of comparison.

    `base` is the query of a fresh column. `price` is the word for what an attacker costs, empty where the
    game has no prices. `advice` puts the best use of markers and points into words. `of_action` returns the
    query that an action of a battle amounts to; `shelf` what catalogues offer to fill in.
    """

    id: str
    title: str
    base: Query
    fields: tuple[LabField, ...]
    figures: tuple[LabFigure, ...]
    charts: tuple[LabChart, ...] = ()
    parts: LabParts | None = None
    price: str = ""
    advice: Advice = no_advice
    of_action: OfAction = no_action
    shelf: Callable[[Query], tuple[LabPick, ...]] = no_shelf


class Bar(Struct, frozen=True):
    """One outcome of a distribution; `value` is the number that it is, None for a named one."""

    label: str
    chance: Fraction
    value: int | None = None


class LabAnswer(Struct, frozen=True):
    """What one query comes to. `fault` says what is wrong with it; then there are no figures."""

    figures: tuple[Fraction | str | None, ...] = ()
    charts: tuple[tuple[Bar, ...], ...] = ()
    advice: tuple[str, ...] = ()
    fault: str = ""


def answer(ruleset: Ruleset, form: LabForm, query: Query) -> LabAnswer:
    """Work a query out; what is wrong with it becomes part of the answer."""
    try:
        found = ruleset.query(query)
    except WarbandError as error:
        return LabAnswer(fault=str(error))
    return LabAnswer(
        tuple(_figure(figure, found) for figure in form.figures),
        tuple(_bars(chart, found) for chart in form.charts),
        form.advice(query, found),
    )


def _figure(figure: LabFigure, found: Mapping[str, Any]) -> Fraction | str | None:
    values = [value for value in (get(found, path) for path in figure.paths) if value is not None]
    if not values:
        return None
    if figure.kind == "flag":
        return "yes" if values[0] else "no"
    if figure.kind == "word":
        return str(values[0])
    total = sum((Fraction(value) for value in values), Fraction(0))
    return 1 - total if figure.against else total


def _bars(chart: LabChart, found: Mapping[str, Any]) -> tuple[Bar, ...]:
    held = get(found, chart.path) if chart.path else found
    if not isinstance(held, Mapping):
        return ()
    if chart.outcomes:
        return tuple(Bar(label, Fraction(held.get(key, 0))) for key, label in chart.outcomes)
    numbers = sorted((int(key), Fraction(value)) for key, value in held.items())
    return tuple(Bar(str(number), chance, number) for number, chance in numbers)


# Queries


def get(data: Any, path: str, default: Any = None) -> Any:
    """Return what stands at a path; numbers in it count items of a list."""
    for key in path.split("."):
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list | tuple) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        else:
            return default
        if data is None:
            return default
    return data


def put(query: Query, path: str, value: Any) -> Query:
    """Return a query with another value at a path; None takes the key out."""
    key, _, rest = path.partition(".")
    if rest:
        inner = query.get(key)
        if isinstance(inner, list | tuple):
            place, _, tail = rest.partition(".")
            items = list(inner)
            items[int(place)] = put(dict(items[int(place)]), tail, value)
            return {**query, key: items}
        value = put(dict(inner or {}), rest, value)
    found = {k: v for k, v in query.items() if k != key}
    return found if value is None else {**query, key: value}


def value_of(field: LabField, query: Query, path: str = "") -> Any:
    """Return what a field holds in a query."""
    return get(query, path or field.path, field.default)


def with_value(field: LabField, query: Query, value: Any, path: str = "") -> Query:
    """Return a query with another value of a field, the key left out where the game takes it so anyway."""
    same = value == field.default and type(value) is type(field.default)
    return put(query, path or field.path, None if same or value in (None, "", []) else value)


def line_of(query: Query) -> str:
    """Return a query as one line of JSON, in plain letters."""
    return json.dumps(query, ensure_ascii=True, separators=(", ", ": "))


def command_of(ruleset_id: str, query: Query) -> str:
    """Return the command that answers a query with the same figures."""
    return f"warband-tui odds {shlex.quote(ruleset_id)} {shlex.quote(line_of(query))}"


def read_line(form: LabForm, text: str) -> Query:
    """Read a query that was typed in for a form.

    Raises:
        WarbandError: it is no JSON object, or of another form.
    """
    try:
        query = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WarbandError(f"not a query: {error}; it is one JSON object, as y copies it") from None
    if not isinstance(query, dict):
        raise WarbandError("not a query: it is one JSON object, as y copies it")
    if not sound(form, query):
        raise WarbandError("a query of another form, or with a value that is none; f goes to other forms")
    fixed = {k: v for k, v in form.base.items() if k not in _keys(form)}
    other = next((k for k, v in fixed.items() if query.get(k) != v), "")
    if other:
        raise WarbandError(f"a query of another form: {other} is not {fixed[other]!r}; f goes to other forms")
    return query


def _keys(form: LabForm) -> Iterable[str]:
    yield from (field.path.partition(".")[0] for field in form.fields)
    if form.parts is not None:
        yield form.parts.path


def sound(form: LabForm, query: Query) -> bool:
    """Whether a query from elsewhere is built as the form's are, so that its fields can be read and set."""
    parts = form.parts
    if parts is not None:
        held = query.get(parts.path)
        if not isinstance(held, list) or not held or len(held) > parts.most:
            return False
        if not all(isinstance(item, dict) and _fits(parts.fields, item) for item in held):
            return False
    return _fits(form.fields, query)


def _fits(fields: Iterable[LabField], data: Query) -> bool:
    for field in fields:
        inner: Any = data
        for key in field.path.split(".")[:-1]:
            inner = inner.get(key, {})
            if not isinstance(inner, dict):
                return False
        value = inner.get(field.path.rpartition(".")[2])
        if field.kind == "words" and value is not None:
            if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
                return False
        elif not isinstance(value, int | str | None):
            return False
    return True
