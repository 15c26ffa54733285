"""The actions of a turn: a standard, a move and a minor one, and what may be traded for what (D4-SPD-3)."""

from __future__ import annotations

from warband_tui.rules.events import ActionUsed
from warband_tui.rules.games.dnd4e.profile import Cost
from warband_tui.rules.games.dnd4e.states import ONE_ACTION, cannot_act, first_of
from warband_tui.rules.resolution import Resolution
from warband_tui.rules.ruleset import Check, Refusal
from warband_tui.rules.state import BattleState, Unit

STANDARD, MOVE, MINOR = "standard", "move", "minor"
EXTRA = "action point"
CHARGED = "charged"
RULE = "D4-SPD-3"

_PAID_WITH: dict[str, tuple[str, ...]] = {
    STANDARD: (STANDARD,),
    MOVE: (MOVE, STANDARD),
    MINOR: (MINOR, MOVE, STANDARD),
}


def left(unit: Unit) -> dict[str, int]:
    """Return how many actions of each kind a creature has left this turn, before any trade.

    A charge ends the turn's actions but for what an action point gives after it; a dazed creature has one.
    """
    used = unit.used
    if CHARGED in used:
        after = used[used.index(CHARGED) + 1 :]
        return {STANDARD: max(0, after.count(EXTRA) - after.count(STANDARD)), MOVE: 0, MINOR: 0}
    found = {
        STANDARD: 1 + used.count(EXTRA) - used.count(STANDARD),
        MOVE: 1 - used.count(MOVE),
        MINOR: 1 - used.count(MINOR),
    }
    if first_of(unit, ONE_ACTION):
        whole = 1 + used.count(EXTRA) - sum(used.count(kind) for kind in _PAID_WITH)
        return {kind: max(0, min(number, whole)) for kind, number in found.items()}
    return found


def paid_with(unit: Unit, kind: str, times: int = 1) -> tuple[str, ...]:
    """Return what pays for so many actions of a kind, empty where there is not enough."""
    have = left(unit)
    limited = bool(first_of(unit, ONE_ACTION))
    found: list[str] = []
    for pay in _PAID_WITH[kind]:
        while have[pay] > 0 and len(found) < times:
            have = {k: n - 1 if k == pay or limited else n for k, n in have.items()}
            found.append(pay)
    return tuple(found) if len(found) == times else ()


def can_pay(unit: Unit, kind: str, times: int = 1) -> Refusal | None:
    """Return why a creature has no such action left."""
    if paid_with(unit, kind, times):
        return None
    one = first_of(unit, ONE_ACTION)
    if CHARGED in unit.used:
        return Refusal(f"{unit.name} has charged: no further actions this turn", ("D4-CHG-1",))
    if one and unit.acting:
        return Refusal(f"{unit.name} has one action this turn ({one}), and has taken it", (RULE,))
    many = f"{times} {kind} actions" if times > 1 else f"{kind} action"
    return Refusal(f"{unit.name} has no {many} left this turn", (RULE,))


def spend(res: Resolution, unit_id: str, kind: Cost | str, times: int = 1) -> None:
    """Pay for an action out of the turn's budget; a free one costs nothing.

    Raises:
        Refused: there is no such action left, or the creature takes none.
    """
    unit = res.state.unit(unit_id)
    res.permit(cannot_act(res.state, unit))
    if kind not in _PAID_WITH:
        return
    refusal = can_pay(unit, kind, times)
    res.permit(refusal)
    pays = paid_with(unit, kind, times) or (kind,) * times
    for pay in pays:
        res.emit(ActionUsed(unit_id, pay))
    res.cite(RULE, frame=all(pay == kind for pay in pays))


def told(unit: Unit) -> str:
    """Return what is left of a turn, in words."""
    have = left(unit)
    words = [f"{n} {kind}" if n > 1 else kind for kind, n in have.items() if n]
    return ", ".join(words) or "nothing left"


def check(kind: str, times: int = 1) -> Check:
    """Return a check of the list of actions: a creature may act and can pay."""

    def allowed(state: BattleState, unit: Unit) -> Refusal | None:
        return cannot_act(state, unit) or (can_pay(unit, kind, times) if unit.acting else None)

    return allowed
