"""The line of keys: what fits is shown, help always is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from warband_tui.widgets.footer import MOST_KEYS, Key, fitting

HELP = Key("app.help", "?", "Help")
KEYS = st.lists(
    st.builds(
        Key, st.just("a.b"), st.sampled_from(["x", "^p", "Enter"]), st.text("abc ", min_size=1, max_size=12)
    ),
    max_size=12,
)


@given(KEYS, st.integers(20, 130))
def test_the_keys_fit_and_help_is_among_them(keys: list[Key], width: int) -> None:
    shown = fitting((*keys, HELP), width)
    assert sum(key.width for key in shown) <= width
    assert shown[-1] == HELP
    assert len(shown) <= MOST_KEYS
    assert list(shown[:-1]) == keys[: len(shown) - 1]


def test_no_keys_are_no_fault() -> None:
    assert fitting((), 80) == ()
