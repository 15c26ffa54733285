"""What the panel shows while nothing is being prepared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from warband_tui.campaign.battle_keys import KeyPlan
from warband_tui.campaign.battle_view import BattleView, CounterView, SideView, UnitRow
from warband_tui.campaign.play import PlaySession
from warband_tui.registry import Bound, shown_key
from warband_tui.rules.ruleset import Option
from warband_tui.widgets.action_panel import Offer, book_line, listed_offers, offer_lines, unit_lines
from warband_tui.widgets.footer import Key
from warband_tui.widgets.lines import Line, Span
from warband_tui.widgets.order_line import order_lines

_STILL = frozenset({"battle.note", "battle.undo"})
"""What is of use when the battle is over, of what the footer names while it goes on."""


class Scene(Protocol):
    """What the panel is drawn from."""

    session: PlaySession | None
    view: BattleView | None
    plan: KeyPlan
    cursor: str

    def options(self) -> list[Option]:
        """Return the actions of the unit under the cursor."""


class Keyed(Protocol):
    """Who knows the keys of actions."""

    def key_of(self, action_id: str) -> str:
        """Return the first key of an action, empty when it has none."""


def first_keys(keyed: Keyed, session: PlaySession) -> str:
    """Return what an empty log says: which keys begin."""
    noun = session.ruleset.nouns.turn
    turn = shown_key(keyed.key_of("battle.turn"))
    told = f"Nothing has happened yet: {turn} begins {noun} 1"
    if session.state.board is not None:
        told += f", {shown_key(keyed.key_of('battle.board'))} deploys on the board"
    return f"{told}, ? tells all keys."


def keys_when_over(bound: Sequence[Bound], keys: Sequence[Key]) -> tuple[Key, ...]:
    """Return the keys of the footer when the battle is over: what comes now, then those that are still of use.

    Args:
        bound: every action of the screen with its keys.
        keys: those of the footer while it goes on.
    """
    found = {b.spec.id: b for b in bound if b.keys}
    now = [found[one] for one in ("battle.report", "battle.aftermath", "battle.board") if one in found]
    first = [Key(b.spec.id, shown_key(b.keys[0]), b.spec.label.lower(), b.spec.tooltip) for b in now]
    return (*first, *(key for key in keys if not key.action.startswith("battle.") or key.action in _STILL))


def idle_lines(scene: Scene, width: int, most: int) -> list[Line]:
    """Return the unit under the cursor, what it may do, and the counters with their keys."""
    if scene.view is None or scene.session is None:
        return []
    row = scene.view.row(scene.cursor)
    if row is None:
        return [(Span("  nobody is on the table", "dim"),)]
    if scene.view.ended:
        told = f"  The battle is over: {scene.view.ended}."
        after = [Span("  P", "key", "do:report"), Span(" report   ", "", "do:report")]
        after += [Span("A", "key", "do:aftermath"), Span(" aftermath   ", "", "do:aftermath")]
        after += [Span("u", "key"), Span(" takes it back")]
        return [*unit_lines(row, width), (Span(told, "strong"),), tuple(after)]
    side = scene.view.side(row.side)
    options = scene.options()
    keys = scene.plan.of_options(options)
    offers = [Offer(k, o, i) for i, (k, o) in enumerate(zip(keys, options, strict=True))]
    counters = _counters(scene.session, scene.plan, row, side)
    order = order_lines(scene.view, width, 3 if most > 8 else 1)
    most -= len(order)
    if most > len(offers) + 8:
        return [
            *unit_lines(row, width),
            (),
            book_line(row, counters, width),
            (),
            *listed_offers(offers, width),
            *([(), *order] if order else []),
        ]
    return [
        *unit_lines(row, width),
        *offer_lines(offers, width, most - 2),
        book_line(row, counters, width),
        *order,
    ]


def _counters(
    session: PlaySession, plan: KeyPlan, row: UnitRow, side: SideView | None
) -> Sequence[tuple[str, CounterView]]:
    """Return every counter of the unit and its side that has a key, those at 0 too."""
    held = {c.id: c for c in (*row.counters, *(side.counters if side else ()))}
    return [
        (
            plan.counters[d.id],
            held.get(d.id) or CounterView(d.id, d.label, d.short, d.glyph, 0, d.high, d.pips, d.harm),
        )
        for d in session.ruleset.counters
        if d.id in plan.counters
    ]
