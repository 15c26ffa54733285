"""What every test stands on: a fifth game that is installed by path, not by the project."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import settings

FIFTH_GAME = str(Path(__file__).parent / "fifth_game")

if FIFTH_GAME not in sys.path:
    sys.path.insert(0, FIFTH_GAME)
# The commands that tests start in processes of their own find the game too.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (FIFTH_GAME, os.environ.get("PYTHONPATH", ""))))
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")

# How long an example takes depends on who else uses the machine, and is no part of what a test claims.
settings.register_profile("warband", deadline=None, max_examples=15, derandomize="CI" in os.environ)
settings.load_profile("warband")
