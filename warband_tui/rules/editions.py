"""Reading what differs between the editions of a game: the file `editions.toml` of its package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

Edition = TypeVar("Edition")


def read(package: str, form: type[Edition]) -> tuple[Edition, ...]:
    """Return the editions of a game in the order of its file, the default first.

    Args:
        package: the game's package.
        form: the struct that an `[[edition]]` of the file is read as.

    Raises:
        msgspec.ValidationError: the file does not have that form.
    """
    text = files(package).joinpath("editions.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["edition"], tuple[form, ...])  # type: ignore[valid-type]
