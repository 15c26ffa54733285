"""The gallery shows what the program exports now."""

from __future__ import annotations

import pytest

from tests.gallery import GALLERY, exports


@pytest.mark.parametrize("name", sorted(f"{stem}.{extension}" for stem, extension, _ in exports()))
def test_the_gallery_is_fresh(name: str) -> None:
    made = {f"{stem}.{extension}": text for stem, extension, text in exports()}
    kept = (GALLERY / name).read_text(encoding="utf-8")
    assert kept == made[name], "run `make gallery` and look at the difference"
