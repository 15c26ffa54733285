"""What is done to one fighter of a roster besides hiring and arming it."""

from __future__ import annotations

from typing import Literal

from warband_tui.campaign.desk import Done, Pen, changing
from warband_tui.campaign.typed import checked_name, checked_note
from warband_tui.errors import WarbandError
from warband_tui.rules.wording import counted

Status = Literal["active", "reserve", "retired", "dead"]

_SAID = {
    "active": "takes the field",
    "reserve": "stays at home",
    "retired": "is retired",
    "dead": "is dead",
}


def rename_fighter(pen: Pen, warband_id: int, fighter_id: int, name: str) -> Done:
    """Give a fighter a name.

    Raises:
        WarbandError: the name is empty or too long, or there is no such fighter.
    """
    name = checked_name(name)
    with changing(pen, warband_id, "fighter.rename") as desk:
        old = desk.roster.fighter(fighter_id).name
        desk.title(f"{old} to {name}")
        desk.fighter(fighter_id).name = name
    return Done(f"{old} is called {name} now", fighter_id)


def note_fighter(pen: Pen, warband_id: int, fighter_id: int, note: str) -> Done:
    """Write a fighter's note; an empty one takes it away.

    Raises:
        WarbandError: the note is too long, or there is no such fighter.
    """
    note = checked_note(note)
    with changing(pen, warband_id, "fighter.note") as desk:
        row = desk.fighter(fighter_id)
        desk.title(row.name)
        row.notes = note
        name = row.name
    return Done(f"Noted about {name}" if note else f"Took the note about {name} away", fighter_id)


def set_models(pen: Pen, warband_id: int, fighter_id: int, models: int) -> Done:
    """Say how many models a line of the roster stands for.

    Raises:
        WarbandError: fewer than one or more than 999, or there is no such fighter.
    """
    if not 1 <= models <= 999:
        raise WarbandError(f"a line stands for 1 to 999 models, not {models}")
    with changing(pen, warband_id, "fighter.models") as desk:
        row = desk.fighter(fighter_id)
        desk.title(f"{row.name}, {models}")
        row.models = models
        name = row.name
    return Done(f"{name}: {counted(models, 'model')}", fighter_id)


def set_status(pen: Pen, warband_id: int, fighter_id: int, status: Status) -> Done:
    """Field a fighter, leave it at home, retire it or count it among the dead.

    One that retires leaves its kit in the stash; what is carried by the dead is lost with them. What a
    fighter cost is not paid back: `dismiss` does that.

    Raises:
        WarbandError: there is no such fighter, or it is so already.
    """
    with changing(pen, warband_id, f"fighter.{status}") as desk:
        fighter = desk.roster.fighter(fighter_id)
        if fighter.status == status:
            raise WarbandError(f"{_SAID[status]} already", place=fighter.name)
        desk.title(fighter.name)
        desk.fighter(fighter_id).status = status
        if status == "retired":
            for item in fighter.items:
                desk.item(item.id).fighter_id = None
    return Done(f"{fighter.name} {_SAID[status]}", fighter_id)


def dismiss(pen: Pen, warband_id: int, fighter_id: int) -> Done:
    """Take a fighter off the roster with its kit as if it had never been hired: all that it cost is there again.

    Raises:
        WarbandError: there is no such fighter.
    """
    with changing(pen, warband_id, "fighter.dismiss") as desk:
        fighter = desk.roster.fighter(fighter_id)
        desk.title(fighter.name)
        for item in fighter.items:
            desk.work.remove(desk.item(item.id))
        desk.work.remove(desk.fighter(fighter_id))
    return Done(f"Dismissed {fighter.name}")


def reorder(pen: Pen, warband_id: int, fighter_id: int, by: int) -> Done:
    """Move a fighter up (below zero) or down the roster by so many places, as far as there are places.

    Raises:
        WarbandError: there is no such fighter, or it is at the end already.
    """
    with changing(pen, warband_id, "fighter.reorder") as desk:
        order = [one.id for one in desk.roster.kept]
        fighter = desk.roster.fighter(fighter_id)
        desk.title(fighter.name)
        place = order.index(fighter_id)
        target = max(0, min(len(order) - 1, place + by))
        if target == place:
            raise WarbandError(f"is {'first' if by < 0 else 'last'} already", place=fighter.name)
        order.insert(target, order.pop(place))
        for position, one in enumerate(order):
            desk.fighter(one).position = position
    return Done(f"{fighter.name} is number {target + 1} now", fighter_id)
