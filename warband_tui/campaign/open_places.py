"""Where somebody is moved to: the places that an action leaves open while everybody stands on a board.

What an action moves is read from the entry that it would make, so that no game need say it twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from warband_tui.campaign.action_form import form_of
from warband_tui.campaign.preparing import Preparation
from warband_tui.rules.actions import Action, Field
from warband_tui.rules.board.layout import Spot
from warband_tui.rules.events import Moved

_WAYS = frozenset({"via", "path", "origin"})
"""Fields of places that say by which way or from where, not where to."""

_MOST_DICE = 200
"""No action that is only looked at is rolled further."""


class OpenPlace(Struct, frozen=True):
    """A place that is not said: the field that would say it, who is moved there and how."""

    field: Field
    unit: str = ""
    mode: str = ""


def leads_somewhere(action: type[Action]) -> bool:
    """Whether an action is one that moves somebody: it can say where to."""
    return any(_ends(form_of(action)))


def open_place(prep: Preparation) -> OpenPlace | None:
    """Return the first place that the action leaves open for somebody who stands on the board."""
    if prep.session.state.board is None:
        return None
    movers = [moved for moved in _movers(prep) if prep.session.state.unit(moved.unit).at]
    fields = _open_ends(prep)
    return OpenPlace(fields[0], movers[0].unit, movers[0].mode) if movers and fields else None


def foreseen(prep: Preparation, field: Field) -> OpenPlace:
    """Return who would be moved to the place that a field says, if the dice are with them."""
    ends = _open_ends(prep, but=field)
    for best in (True, False):
        trial = _rolled(prep.trial({field.name: ()}), best=best)
        movers = [moved for moved in _movers(trial) if prep.session.state.unit(moved.unit).at]
        if movers and field in ends:
            moved = movers[min(ends.index(field), len(movers) - 1)]
            return OpenPlace(field, moved.unit, moved.mode)
    return OpenPlace(field)


def why_not_there(prep: Preparation, field: Field, spot: Spot) -> str:
    """Return why the rules refuse a place, empty when they do not; dice still to be rolled are taken as good."""
    trial = _rolled(prep.trial({field.name: spot}), best=True)
    return trial.refused.why if trial.refused is not None else trial.fault


def question(prep: Preparation, place: OpenPlace) -> str:
    """Return what is asked of the player."""
    units = prep.session.state.units
    if place.unit not in units:
        return f"{prep.label}: {place.field.label} where?"
    name = units[place.unit].name
    if place.unit == prep.values.get("unit"):
        return f"{name}: {place.mode} to where?"
    return f"{place.mode} {name} to where?"


def _movers(prep: Preparation) -> list[Moved]:
    events = prep.entry.events if prep.entry is not None else ()
    return [event for event in events if isinstance(event, Moved) and event.to is None]


def _open_ends(prep: Preparation, but: Field | None = None) -> list[Field]:
    """Return the fields that may say where to and do not; `but` counts as one that does not."""
    return [f for f in _ends(prep.fields) if f == but or not prep.values.get(f.name)]


def _ends(fields: Iterable[Field]) -> list[Field]:
    return [f for f in fields if f.kind == "spots" and f.name not in _WAYS]


def _rolled(trial: Preparation, *, best: bool) -> Preparation:
    while trial.want is not None and len(trial.dice) < _MOST_DICE:
        trial.add_die(trial.want.sides if best else 1)
    return trial
