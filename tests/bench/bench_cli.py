"""What the command line costs before it does anything: medians and ratios to `import typer`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from tests.bench.measuring import (
    COMPILED,
    ROOT,
    Figure,
    clock,
    compiled_env,
    interleaved,
    median,
    ratio,
    report,
)

ROUNDS = 25
BARE = "bare Python"
BASE = "import typer"
CALLS: dict[str, list[str]] = {
    BARE: ["-c", "pass"],
    BASE: ["-c", BASE],
    "--version": ["-m", "warband_tui", "--version"],
    "--help": ["-m", "warband_tui", "--help"],
    "db --help": ["-m", "warband_tui", "db", "--help"],
    "odds": ["-m", "warband_tui", "odds", "trench-crusade", '{"roll": "success", "dice": 1}', "--json"],
}
BUDGET = ("--version", "--help")


def main() -> None:
    """Print the table."""
    env = compiled_env(PYTHONPATH=str(ROOT))
    used: dict[str, list[float]] = {name: [] for name in CALLS}

    def start(name: str) -> Callable[[], float]:
        def run() -> float:
            before = os.times()
            taken = clock(
                lambda: subprocess.run(
                    [sys.executable, *CALLS[name]], env=env, check=True, capture_output=True
                )
            )
            after = os.times()
            spent = (
                after.children_user + after.children_system - before.children_user - before.children_system
            )
            used[name].append(spent * 1000)
            return taken

        return run

    times = interleaved(ROUNDS, {name: start(name) for name in CALLS})
    figures = [
        Figure(
            name,
            median(times[name]),
            limit=120 if name in BUDGET else None,
            note=f"mean {sum(used[name]) / ROUNDS:.0f} ms of the processor",
        )
        for name in CALLS
    ]
    figures += [
        Figure(f"{name} to `{BASE}`", ratio(times[name], times[BASE]), "x", 1.5 if name in BUDGET else None)
        for name in CALLS
        if name not in (BARE, BASE)
    ]
    report(f"command line, median of {ROUNDS} starts", figures, (COMPILED,))


if __name__ == "__main__":
    main()
