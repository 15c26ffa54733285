"""What is foreseen, short: the first thing that has not happened yet; watched figures that go down have no full bar."""

from __future__ import annotations

from fractions import Fraction

from warband_tui.rules.guide import Forecast
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.ruleset import Chance
from warband_tui.widgets.break_meter import figure_spans
from warband_tui.widgets.forecast_panel import soonest


def forecast(side: str, **chances: tuple[int, int]) -> Forecast:
    """Chances in quarters by what they are of: by the end of this turn, by the end of the next."""
    rows = []
    for what, (this, later) in chances.items():
        rows.append(Chance(f"{what}-this", f"{what} by the end of this turn", Fraction(this, 4)))
        rows.append(Chance(f"{what}-next", f"{what} by the end of the next turn", Fraction(later, 4)))
    return Forecast(side, tuple(rows))


def test_what_has_happened_is_not_foreseen() -> None:
    soon = soonest([forecast("A", broken=(4, 4), quartered=(1, 2))], "A")
    assert soon is not None
    assert (soon.what, soon.this, soon.next) == ("quartered", Fraction(1, 4), Fraction(1, 2))


def test_of_a_side_in_parts_the_worst_off_counts() -> None:
    soon = soonest(
        [forecast("A", broken=(0, 1)), forecast("A", broken=(1, 3)), forecast("B", broken=(3, 3))], "A"
    )
    assert soon is not None
    assert soon.next == Fraction(3, 4)


def test_chances_that_are_no_pair_say_nothing() -> None:
    assert soonest([Forecast("A", (Chance("all", "all stand", Fraction(1, 2)),))], "A") is None


def test_a_figure_that_goes_down_to_its_limit_has_no_full_bar() -> None:
    told = "".join(span.text for span in figure_spans(Monitor("left", "left", 10, limit=3, to_go=7)))
    assert told == "10, limit 3 · 7 more"


def test_a_figure_that_has_reached_it_says_so() -> None:
    told = "".join(
        span.text for span in figure_spans(Monitor("left", "left", 2, limit=3, to_go=0, alarm=True))
    )
    assert "2 of 3 REACHED" in told
