"""The gallery shows what the program exports now."""

from __future__ import annotations

from functools import cache

import pytest

from tests.gallery import GALLERY, exports

KEPT = sorted(path.name for path in GALLERY.iterdir() if path.is_file())


@cache
def made() -> dict[str, str]:
    """Return every file of the gallery by its name; each of the sample battles is played once."""
    return {f"{stem}.{extension}": text for stem, extension, text in exports()}


def test_the_gallery_has_every_report_and_no_other() -> None:
    assert sorted(made()) == KEPT


@pytest.mark.parametrize("name", KEPT)
def test_the_gallery_is_fresh(name: str) -> None:
    kept = (GALLERY / name).read_text(encoding="utf-8")
    assert kept == made()[name], "run `make gallery` and look at the difference"
