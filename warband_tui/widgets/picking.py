"""Picking from a list by a few letters: one thing, or several that are ticked. What is drawn and what keys do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from warband_tui.widgets.fuzzy import has_words, match
from warband_tui.widgets.lines import Line, Span, cut, fit, spread, trimmed, width_of

TAKEN, FREE = "✓", "·"
WIDEST_NAME = 32
PAGE = 8


class Pickable(Struct, frozen=True):
    """One thing of the list. `note` is found too; one that cannot be taken says why."""

    value: str
    label: str
    note: str = ""
    group: str = ""
    why: str = ""


Outcome = Literal["", "changed", "done", "left", "refused"]
"""What a key did: nothing but to the list, another choice, the end of it, back as it was, not possible."""


class Picker:
    """A list under a line that filters it.

    With `many`, the space bar ticks and Enter is done with it; else Enter takes the one under the cursor.
    Every letter belongs to the filter. A letter that is typed after a tick begins a new one, so that several
    are found one after another.

    Args:
        label: what is picked.
        items: what there is.
        taken: what is ticked at first.
        many: whether several may be.
    """

    def __init__(self, label: str, items: Sequence[Pickable], taken: Sequence[str], *, many: bool) -> None:
        self.label = label
        self.many = many
        self.taken: tuple[str, ...] = tuple(taken)
        self.why = ""
        self._before = self.taken
        self._items = tuple(items)
        self._query = ""
        self._stale = False
        self._shown = self._items
        first = next((i for i, item in enumerate(items) if item.value in self.taken), 0)
        self._at = first

    @property
    def current(self) -> Pickable | None:
        """The one under the cursor."""
        return self._shown[self._at] if self._shown else None

    def press(self, key: str, character: str | None) -> Outcome:
        """Take a key."""
        moves = {"down": 1, "up": -1, "pagedown": PAGE, "pageup": -PAGE, "tab": 1, "shift+tab": -1}
        edges = {"home": 0, "end": len(self._shown) - 1}
        if key == "escape":
            return self._escape()
        if key == "enter":
            return self._enter()
        if key in moves or key in edges:
            self._at = max(0, min(len(self._shown) - 1, edges.get(key, self._at + moves.get(key, 0))))
        elif key == "backspace":
            self._filter("" if self._stale else self._query[:-1])
        elif character == "*" and self.many:
            return self._all()
        elif key == "space" and self.many:
            return self._toggle(self.current)
        elif character and character.isprintable():
            self._filter(("" if self._stale else self._query) + character)
        return ""

    def click(self, value: str) -> Outcome:
        """Tick what was clicked, or take it."""
        item = next((item for item in self._items if item.value == value), None)
        if item in self._shown:
            self._at = self._shown.index(item)
        return self._toggle(item) if self.many else self._take(item)

    def leave(self) -> Outcome:
        """Leave everything as it was before."""
        self.taken = self._before
        return "left"

    def _escape(self) -> Outcome:
        if not self._query:
            return self.leave()
        self._filter("")
        return ""

    def _enter(self) -> Outcome:
        if not self.many:
            return self._take(self.current)
        typed = self._query and not self._stale
        if typed and self.current is not None and self.current.value not in self.taken:
            return "done" if self._toggle(self.current) == "changed" else "refused"
        return "done"

    def _take(self, item: Pickable | None) -> Outcome:
        if item is None:
            return ""
        if item.why:
            self.why = f"{item.label}: {item.why}"
            return "refused"
        self.taken = (item.value,) if item.value else ()
        return "done"

    def _toggle(self, item: Pickable | None) -> Outcome:
        if item is None:
            return ""
        if item.value in self.taken:
            self.taken = tuple(value for value in self.taken if value != item.value)
        elif item.why:
            self.why = f"{item.label}: {item.why}"
            return "refused"
        else:
            self.taken = (*self.taken, item.value)
        self._stale = bool(self._query)
        return "changed"

    def _all(self) -> Outcome:
        """Tick all in sight that are of the cursor's group, or none of them where all are ticked."""
        group = self.current.group if self.current else ""
        values = [item.value for item in self._shown if item.group == group and not item.why]
        rest = tuple(value for value in self.taken if value not in values)
        every = all(value in self.taken for value in values)
        self.taken = rest if every else (*rest, *values)
        return "changed"

    def _filter(self, query: str) -> None:
        kept = self.current
        self._query, self._stale = query, False
        if not query.strip():
            self._shown = self._items
            self._at = self._items.index(kept) if kept in self._items else 0
            return
        scored = []
        for item in self._items:
            found = match(query, item.label)
            if found is not None:
                scored.append((-found.score, item))
            elif has_words(query, f"{item.label} {item.note} {item.group}"):
                scored.append((0.0, item))
        self._shown = tuple(item for _, item in sorted(scored, key=lambda pair: pair[0]))
        self._at = 0

    # Drawing

    def head(self, width: int) -> Line:
        """Return the line that filters, and how many are ticked."""
        ask = [Span(f"  {self.label}", "strong"), Span(" › ", "key")]
        if self._query:
            ask += [
                Span(self._query, "dim" if self._stale else "strong"),
                Span("" if self._stale else "▏", "key"),
            ]
        else:
            ask.append(Span("type a few letters of a name", "dim"))
        right = [Span(f"{len(self.taken)} taken ", "key" if self.taken else "dim")] if self.many else []
        return spread(ask, right, width)

    def rows(self, width: int, height: int) -> list[Line]:
        """Return at most so many lines of the list, the cursor's among them."""
        if not self._shown:
            return [(Span(f"    nothing is called {cut(self._query, max(4, width - 26))}", "dim"),)]
        top = max(0, min(self._at - height // 2, len(self._shown) - height))
        widest = max(Span(item.label).width for item in self._items)
        name = min(widest, WIDEST_NAME, max(8, width // 2))
        groups = len({item.group for item in self._items}) > 1
        return [
            self._row(item, name, width, here=i == self._at, grouped=groups)
            for i, item in list(enumerate(self._shown))[top : top + height]
        ]

    @property
    def count(self) -> int:
        """How many lines the list takes."""
        return max(1, len(self._shown))

    def _row(self, item: Pickable, name: int, width: int, *, here: bool, grouped: bool) -> Line:
        back = "cursor" if here else ""
        link = f"pick:{item.value}"
        taken = item.value in self.taken
        look = f"{back} {'out' if item.why else 'strong' if taken else ''}".strip()
        spans = [Span("▌" if here else " ", f"{back} key", link)]
        if self.many:
            spans.append(Span(f" {TAKEN if taken else FREE}", f"{back} {'key' if taken else 'dim'}", link))
        spans += [Span(" ", back, link), Span(fit(item.label, name), look, link), Span("  ", back, link)]
        right = f"{cut(item.group, width // 4)} " if grouped and item.group else ""
        told = f"✗ {item.why}" if item.why else item.note
        room = max(0, width - width_of(spans) - Span(right).width)
        spans.append(Span(fit(told, room), f"{back} dim", link))
        return trimmed([*spans, Span(right, f"{back} mark", link)], width)
