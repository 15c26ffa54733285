"""What all benches share: interleaved rounds, medians and ratios, and a table that says what met its limit.

Limits are met or not by the figures of one run, whatever else the machine does meanwhile. Ratios to a
baseline of the same run say more than milliseconds, which is why the head tells how busy the machine was.
"""

from __future__ import annotations

import compileall
import os
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Figure(NamedTuple):
    """One line of a table: a value and, where there is a budget, the most that it may be."""

    name: str
    value: float
    unit: str = "ms"
    limit: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the limit is met; a dash where there is none."""
        if self.limit is None:
            return "-"
        return "met" if self.value <= self.limit else "NOT MET"


def interleaved(rounds: int, acts: Mapping[str, Callable[[], float]]) -> dict[str, list[float]]:
    """Return what each act measured, taken in turn so that load from elsewhere hits all alike."""
    found: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            found[name].append(act())
    return found


def median(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    """Return the value that one in twenty exceeds."""
    return sorted(values)[int(len(values) * 0.95)]


def ratio(part: Sequence[float], whole: Sequence[float]) -> float:
    """Return the ratio of two medians."""
    return median(part) / median(whole)


def clock(act: Callable[[], object]) -> float:
    """Return the milliseconds that an act takes."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def report(title: str, figures: Sequence[Figure], notes: Sequence[str] = ()) -> None:
    """Print a table of figures; a limit that is missed is told and stops nothing."""
    print(title)
    print(f"  machine: {_busy()}")
    for note in notes:
        print(f"  {note}")
    wide = max(len(f.name) for f in figures)
    print(f"  {'figure':<{wide}}  {'measured':>12}  {'limit':>10}  verdict")
    for f in figures:
        limit = "" if f.limit is None else f"{f.limit:g} {f.unit}"
        note = f"  ({f.note})" if f.note else ""
        print(f"  {f.name:<{wide}}  {f'{f.value:.2f} {f.unit}':>12}  {limit:>10}  {f.verdict}{note}")


def compiled_env(**more: str) -> dict[str, str]:
    """Compile the program and return an environment for starting it as an installed one starts.

    An installer compiles what it installs; a checkout on a machine with `PYTHONDONTWRITEBYTECODE` would
    be compiled at each start, and a start would cost several times as much.
    """
    compileall.compile_dir(str(ROOT / "warband_tui"), quiet=2)
    env = {k: v for k, v in os.environ.items() if k not in _UNWANTED}
    return env | {"PYTHONSAFEPATH": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"} | more


COMPILED = (
    "bytecode of warband_tui is compiled first, as an installer does; without it each start compiles anew"
)

_UNWANTED = {"PYTHONDONTWRITEBYTECODE", "COLUMNS", "LINES", "WARBAND_DB", "WARBAND_CONFIG", "TEXTUAL_DRIVER"}


def _busy() -> str:
    """Say how much slower the wall clock runs here than the processor's own, and the version of Python."""
    start, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < 0.1:
        sum(range(1000))
    stretch = (time.perf_counter() - start) / (time.process_time() - used)
    load = (
        f", load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors" if hasattr(os, "getloadavg") else ""
    )
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Python {python}{load}; wall time is {stretch:.1f} x processor time, 1.0 on an idle machine"
