"""Where the files that are not code live, in a checkout and in a wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """Return the folder `db` or `exports`.

    A wheel carries them inside the package, a checkout beside it.

    Raises:
        FileNotFoundError: the installation holds no such folder.
    """
    for candidate in (_PACKAGE / "_resources" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"this installation of warband-tui lacks its folder {name!r}; install it again")
