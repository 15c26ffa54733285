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
    figures = figure_spans(monitor, cells=cells)
    label = f"{monitor.label} "
    lead = figures[0]._replace(text=label + figures[0].text) if monitor.limit is None else Span(label)
    told = figures[1:] if monitor.limit is None else figures
    chance = () if brief and monitor.limit is not None and not monitor.alarm else _chance(monitor)
    return (lead, *told, *chance, *(() if monitor.limit is None else _text(monitor)))


def figure_spans(monitor: Monitor, *, cells: int = WIDEST) -> Line:
    """Return how a monitor stands, without its label: a bar, the figures, how many more."""
    if monitor.limit is None:
        return (Span(str(monitor.value), "alarm" if monitor.alarm else "warn" if monitor.warn else ""),)
    figures = f"{monitor.value} of {monitor.limit}"
    if monitor.alarm:
        bar = meter(monitor.value, monitor.limit, cells)
        return (Span(f"{bar} ", "harm"), Span(f" ! {figures} REACHED ", "alarm"))
    more = _more(monitor)
    left = (Span(f" · {more}", "warn" if monitor.warn else "dim"),) if more else ()
    if monitor.value > monitor.limit:
        # It goes down towards its limit: a bar of what has been reached would be full from the start.
        return (Span(f"{monitor.value}, limit {monitor.limit}", "strong"), *left)
    bar = meter(monitor.value, monitor.limit, cells)
    look = "warn" if monitor.warn else "harm" if monitor.value else "dim"
    return (Span(bar, look), Span(f" {figures}", "strong"), *left)


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
