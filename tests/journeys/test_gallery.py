"""The gallery shows what the program exports now."""

from __future__ import annotations

from functools import cache

import pytest

from tests.gallery import GALLERY, exports


@cache
def made() -> dict[str, str]:
    """Return every file of the gallery by its name; each of the sample battles is played once."""
    return {f"{stem}.{extension}": text for stem, extension, text in exports()}


@pytest.mark.parametrize("name", sorted(made()))
def test_the_gallery_is_fresh(name: str) -> None:
    kept = (GALLERY / name).read_text(encoding="utf-8")
    assert kept == made()[name], "run `make gallery` and look at the difference"
