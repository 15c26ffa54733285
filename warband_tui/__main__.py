"""The door of the program: answers `--version` at once and hands everything else to the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from warband_tui import __version__

COMPLETION = "_WARBAND_TUI_COMPLETE"
"""Set by a shell that asks for completions."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        args: what follows the program's name; the process's own arguments when None.

    Returns:
        The exit code: 0 done, 1 refused or found faulty, 2 wrong use.
    """
    given = list(sys.argv[1:] if args is None else args)
    if given == ["--version"] and COMPLETION not in os.environ:
        print(f"warband-tui {__version__}")
        return 0
    from warband_tui.cli import crash, run

    if args is None:
        sys.excepthook = crash
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
    return run(given)


if __name__ == "__main__":
    sys.exit(main())
