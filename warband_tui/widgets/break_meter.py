"""A watched figure against its limit: a bar, the numbers, how many more, and a word when it is reached."""

from __future__ import annotations

from warband_tui.rules.monitors import Monitor
from warband_tui.rules.wording import percent
from warband_tui.widgets.lines import Line, Span

WIDEST = 12


def meter(value: int, limit: int, cells: int = WIDEST) -> str:
    """Return a bar of at most so many cells; one cell a step where they suffice."""
    cells = min(cells, max(limit, 1))
    filled = cells if value >= limit else min(cells - 1, -(-max(value, 0) * cells // max(limit, 1)))
    return "█" * max(filled, 0) + "░" * (cells - max(filled, 0))


def monitor_spans(monitor: Monitor, *, cells: int = WIDEST, brief: bool = False) -> Line:
    """Return a monitor in words and bar. `brief` leaves out what is not needed to know how it stands."""
    if monitor.limit is None:
        told = f"{monitor.label} {monitor.value}"
        return (Span(told, "alarm" if monitor.alarm else "warn" if monitor.warn else ""), *_chance(monitor))
    figures = f"{monitor.value} of {monitor.limit}"
    bar = meter(monitor.value, monitor.limit, cells)
    if monitor.alarm:
        reached = Span(f" ! {figures} REACHED ", "alarm")
        label = (Span(f"{monitor.label} "), Span(f"{bar} ", "harm"))
        return (*label, reached, *_chance(monitor), *_text(monitor))
    look = "warn" if monitor.warn else "harm" if monitor.value else "dim"
    spans = [Span(f"{monitor.label} "), Span(bar, look), Span(f" {figures}", "strong")]
    if more := _more(monitor):
        spans.append(Span(f" · {more}", "warn" if monitor.warn else "dim"))
    if not brief:
        spans += _chance(monitor)
    return (*spans, *_text(monitor))


def _text(monitor: Monitor) -> Line:
    return (Span(f" · {monitor.text}", "dim"),) if monitor.text else ()


def _more(monitor: Monitor) -> str:
    if monitor.to_go is None:
        return ""
    return f"{monitor.to_go} more" + ("!" if monitor.to_go == 1 else "")


def _chance(monitor: Monitor) -> Line:
    if not monitor.chance:
        return ()
    return (Span(f" · {percent(monitor.chance)} {monitor.chance_of}".rstrip(), "strong"),)
