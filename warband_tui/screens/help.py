"""What can be done here: every action with its key and sentence, found by a few letters; Enter does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from warband_tui.dialogs.pick import Pick
from warband_tui.registry import Bound, shown_key
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row

Reason = Callable[[str], str | None]

COLUMNS = (
    Column(least=10, most=30, style="bold"),
    Column(least=2, most=12),
    Column(least=20, grows=True),
)


MESSAGE_COLUMNS = (Column(least=20, grows=True), Column(least=7))


class HelpScreen(Pick):
    """The searchable list of actions.

    Args:
        heading: what the screen is called.
        about: one sentence on what it is for.
        bound: its actions with their keys.
        reason: why an action is not possible now.
    """

    def __init__(self, heading: str, about: str, bound: Sequence[Bound], reason: Reason) -> None:
        super().__init__(
            f"Help: {heading}" if heading else "Help",
            tuple(help_lines(bound, reason)),
            columns=COLUMNS,
            about=about,
            hint="what do you want to do?",
            detail=partial(sentence, bound, reason),
            verb="Do it",
        )


def sentence(bound: Sequence[Bound], reason: Reason, action_id: str) -> str:
    """Return what an action does, and why it is not possible now if so."""
    told = next((b.spec.tooltip for b in bound if b.spec.id == action_id), "")
    why = reason(action_id)
    return f"{told} Not now: {why}." if why else told


def help_lines(bound: Iterable[Bound], reason: Reason) -> Iterable[Line]:
    """Return the rows of help, under a heading for each tag in the order of first use."""
    groups: dict[str, list[Row]] = {}
    for action in bound:
        if action.spec.palette:
            groups.setdefault(action.spec.tag, []).append(_row(action, action.spec.label, reason))
    for tag, rows in groups.items():
        yield Heading(tag.capitalize())
        yield from rows


def palette_lines(bound: Iterable[Bound], reason: Reason) -> Iterable[Line]:
    """Return the rows of the palette, each with its screen in front."""
    for action in bound:
        if action.spec.palette:
            prefix = "program" if action.spec.scope == "app" else action.spec.scope
            yield _row(action, f"{prefix}: {action.spec.label}", reason)


def _row(action: Bound, name: str, reason: Reason) -> Row:
    why = reason(action.spec.id)
    sentence = f"not now: {why}" if why else action.spec.tooltip
    keys = " ".join(map(shown_key, action.keys))
    return Row(action.spec.id, (name, keys, sentence), search=action.spec.tooltip, dim=why is not None)
