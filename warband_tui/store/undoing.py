"""Undo and redo of campaign writes: each appends a line that turns an earlier line round."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, select

from warband_tui.errors import WarbandError
from warband_tui.store.command import Command
from warband_tui.store.connection import shown
from warband_tui.store.images import changed_since, fetch_like, put_back
from warband_tui.store.tables import Ledger, Row
from warband_tui.store.undo_stacks import Stacks, fold, subjects
from warband_tui.store.unit_of_work import append_line, refusing

_LEDGER = Row.metadata.tables[Ledger.__name__.lower()]


class Turned(NamedTuple):
    """What was undone or redone: the verb and subject of the act it is about, and the new line's number."""

    what: str
    subject: str
    line: int


def undo_last(path: Path, engine: Engine, command: Command) -> Turned:
    """Take back the latest act in effect of the command's campaign, or of its warband.

    Raises:
        WarbandError: there is nothing to undo, the act is the founding of the campaign, or what it changed
            has been changed since by an act of another warband or of the campaign.
    """
    with refusing(path, command.what), engine.begin() as connection:
        return _turn(path, connection, command, undo=True)


def redo_last(path: Path, engine: Engine, command: Command) -> Turned:
    """Bring back what was undone last, as long as nothing new was done since.

    Raises:
        WarbandError: there is nothing to redo, or the rows have been changed since.
    """
    with refusing(path, command.what), engine.begin() as connection:
        return _turn(path, connection, command, undo=False)


def _turn(path: Path, connection: Connection, command: Command, *, undo: bool) -> Turned:
    lines = _lines(connection, command)
    links = [(seq, undoes) for seq, undoes, _, _ in lines]
    target = _target(fold(links), undo=undo)
    about = subjects(links)[target]
    what, subject = next((line[2], line[3]) for line in lines if line[0] == about)
    row = _line(connection, command.campaign_id, target)
    if any(image is None for image in row["before"].get("campaign", {}).values()):
        raise WarbandError(
            "a campaign's founding is not undone; archive the campaign instead", place=shown(path)
        )
    now = fetch_like(connection, row["after"])
    changed = changed_since(row["after"], now)
    if changed is not None:
        raise WarbandError(
            f"{shown(changed)} was changed since by another act; undo the campaign's latest acts first",
            place=shown(path),
        )
    put_back(connection, now, row["before"])
    turned = command._replace(subject=subject, warband_id=row["warband_id"], battle_id=row["battle_id"])
    line = append_line(connection, turned, row["after"], row["before"], undoes=target)
    return Turned(what, subject, line)


def _lines(connection: Connection, command: Command) -> list[tuple[int, int | None, str, str]]:
    statement = select(_LEDGER.c.seq, _LEDGER.c.undoes, _LEDGER.c.what, _LEDGER.c.subject).where(
        _LEDGER.c.campaign_id == command.campaign_id
    )
    if command.warband_id is not None:
        statement = statement.where(_LEDGER.c.warband_id == command.warband_id)
    found = connection.execute(statement.order_by(_LEDGER.c.seq))
    return [(row[0], row[1], row[2], row[3]) for row in found]


def _target(stacks: Stacks, *, undo: bool) -> int:
    stack = stacks.done if undo else stacks.undone
    if not stack:
        raise WarbandError(f"there is nothing to {'undo' if undo else 'redo'} here")
    return stack[-1]


def _line(connection: Connection, campaign_id: int | None, seq: int) -> dict[str, Any]:
    found = connection.execute(
        select(_LEDGER).where(_LEDGER.c.campaign_id == campaign_id, _LEDGER.c.seq == seq)
    )
    return dict(found.mappings().one())
