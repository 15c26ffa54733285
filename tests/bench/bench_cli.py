"""What the command line costs before it does anything: medians and ratios to `import typer`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 15
BASE = "import typer"
CALLS: dict[str, list[str]] = {
    "bare Python": ["-c", "pass"],
    BASE: ["-c", BASE],
    "--version": ["-m", "warband_tui", "--version"],
    "--help": ["-m", "warband_tui", "--help"],
    "db --help": ["-m", "warband_tui", "db", "--help"],
    "odds": ["-m", "warband_tui", "odds", "trench-crusade", '{"roll": "success", "dice": 1}', "--json"],
}


def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """Return the median of each call in milliseconds; calls are interleaved, so that load hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in CALLS}
    for _ in range(rounds):
        for name, args in CALLS.items():
            begun = time.perf_counter()
            subprocess.run([sys.executable, *args], check=True, capture_output=True)
            times[name].append((time.perf_counter() - begun) * 1000)
    return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> None:
    """Print the table."""
    medians = measure()
    print(f"command line, median of {ROUNDS} starts; budget of --version and --help: 120 ms, ratio 1.5")
    for name, median in medians.items():
        print(f"  {name:<14} {median:7.1f} ms   {median / medians[BASE]:5.2f} x `{BASE}`")


if __name__ == "__main__":
    main()
