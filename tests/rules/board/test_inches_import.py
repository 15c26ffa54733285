"""What a game declares of its ground costs no geometry library at start-up."""

from __future__ import annotations

import subprocess
import sys

PURE = ("ground", "scatter", "planning", "layout", "reading", "faults")


def test_what_games_import_when_they_load_needs_no_shapely() -> None:
    names = ", ".join(f"warband_tui.rules.board.{name}" for name in PURE)
    code = f"import sys, {names}; print(sorted({{'shapely', 'numpy'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
