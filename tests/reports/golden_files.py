"""Writes the golden files anew: `python -m tests.reports.golden_files`."""

from __future__ import annotations

from tests.reports.sample import SAMPLE
from tests.reports.test_targets import golden_path
from warband_tui.reports.targets import TARGETS

if __name__ == "__main__":
    for name, target in TARGETS.items():
        golden_path(name).write_bytes(target.render(SAMPLE).encode())
