"""What a battle without a board must not load."""

from __future__ import annotations

import subprocess
import sys


def test_geometry_is_loaded_with_the_first_board_only() -> None:
    code = (
        "import sys\n"
        "from warband_tui.rules.ruleset import load\n"
        "from warband_tui.rules.script import run\n"
        "game = load('age-of-sigmar')\n"
        'unit = \'{{"id": "{0}1", "name": "{0}"{1}}}\'\n'
        'side = \'{{"id": "{0}", "name": "{0}", "units": [{1}]}}\'\n'
        "def battle(board, at):\n"
        "    sides = ', '.join(side.format(s, unit.format(s, at)) for s in 'AB')\n"
        '    return \'{"battle": {"ruleset": "age-of-sigmar"\' + board + \', "sides": [\' + sides + \']}}\'\n'
        'line = \'{"do": "shoot", "unit": "A1", "target": "B1"}\'\n'
        "list(run([battle('', ''), line, '{\"do\": \"turn\"}']))\n"
        "assert 'shapely' not in sys.modules, 'shapely is loaded without a board'\n"
        'board = \', "board": {"width": 30, "height": 22}\'\n'
        'list(run([battle(board, \', "at": [5, 5]\'), \'{"ask": "combat", "unit": "A1"}\']))\n'
        "assert 'shapely' in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
