"""The form of an action follows from its struct."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from warband_tui.rules.actions import Action, fields_of


class Pick(Action, frozen=True, tag="pick"):
    """An action with fields of a few names."""

    how: Literal["", "fast", "slow"] = ""
    where: Annotated[Literal["left", "right"], Meta(extra={"label": "side"})] = "left"
    many: tuple[str, ...] = ()


def test_a_field_of_a_few_names_offers_them_in_a_form() -> None:
    offered = {field.name: field.options for field in fields_of(Pick)}
    assert offered == {"how": ("", "fast", "slow"), "where": ("left", "right"), "many": ()}
