"""Ways of moving on a board: which are open to a unit, how far each goes, which action takes each. No geometry."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from warband_tui.rules.board.planning import MoveMode, Role
from warband_tui.rules.games.age_of_sigmar import checks
from warband_tui.rules.games.age_of_sigmar.amounts import NotAnAmount, amount_of
from warband_tui.rules.games.age_of_sigmar.flow import closed
from warband_tui.rules.games.age_of_sigmar.measured import on_board
from warband_tui.rules.games.age_of_sigmar.movement import AT_THE_DOUBLE, move_inches
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

PILE_IN = 3.0


class Way(Struct, frozen=True):
    """A way of moving: its id, label and look, and the fields of its action."""

    id: str
    label: str
    role: Role
    action: dict[str, Any]


WAYS = (
    Way("normal", "move", "move", {"do": "move"}),
    Way("run", "run", "fast", {"do": "move", "how": "run"}),
    Way("charge", "charge", "attack", {"do": "charge"}),
    Way("pile-in", "pile in", "careful", {"do": "fight"}),
    Way("retreat", "retreat", "other", {"do": "move", "how": "retreat"}),
    Way("redeploy", "redeploy", "careful", {"do": "command", "command": "redeploy"}),
)
_NAMES = {"move": "normal", "walk": "normal", "pile in": "pile-in"}


def way_named(name: str) -> Way | None:
    """Return a way of moving by its id, or one of its other names."""
    wanted = _NAMES.get(name, name)
    return next((way for way in WAYS if way.id == wanted), None)


def most(unit: Unit, mode: str) -> float | None:
    """Return the farthest that a unit may move in a way, dice at their best; None where it has no number."""
    scroll = warscroll(unit)
    full = move_inches(scroll.move)
    if mode == "charge":
        return 6.0 * (2 + scroll.charge_dice)
    if mode == "pile-in":
        return PILE_IN
    if mode == "redeploy":
        return 6.0
    if full is None:
        full = _at_best(scroll.move)
    if full is None:
        return None
    return full + AT_THE_DOUBLE if mode == "run" else full


def sure(unit: Unit, mode: str) -> float | None:
    """Return how far a unit may move in a way without luck; None where dice decide."""
    rolled = mode in ("charge", "redeploy") or (mode == "run" and not unit.has("at the double"))
    rolled = rolled or (mode != "pile-in" and move_inches(warscroll(unit).move) is None)
    return None if rolled else most(unit, mode)


def _at_best(move: str) -> float | None:
    """Return a Move that is rolled with its dice at their best; None where it is no amount."""
    try:
        amount = amount_of(move.strip().rstrip('"'))
    except NotAnAmount:
        return None
    return float(amount.dice * amount.sides + amount.plus)


def refusal(state: BattleState, unit: Unit, mode: str) -> Refusal | None:
    """Return why a unit cannot move in a way now."""
    held = checks.stays(unit) or _closed(state, unit, mode)
    if held is not None:
        return held
    engaged = bool(state.in_contact(unit.id))
    if mode == "charge":
        return checks.can_charge(state, unit)
    if mode == "pile-in":
        return checks.can_fight(state, unit)
    if mode == "redeploy":
        own = state.to_act == unit.side or engaged or state.phase != "movement"
        if own:
            return Refusal(f"{unit.name} redeploys in the enemy's movement phase, out of combat")
        return checks.can_command(state, unit, "movement")
    if mode == "retreat" and not engaged:
        return Refusal(f"{unit.name} is not in combat: nothing to retreat from")
    if mode in ("normal", "run") and engaged:
        return Refusal(f"{unit.name} is in combat: it can only retreat")
    return checks.can_move(state, unit)


def _closed(state: BattleState, unit: Unit, mode: str) -> Refusal | None:
    """Return why it is not the time for a way of moving: another's turn, or its phase is over."""
    if mode == "redeploy":
        return None
    phase = {"charge": "charge", "pile-in": "combat"}.get(mode, "movement")
    allowed_by = ("counter-charge",) if mode == "charge" else ()
    return closed(state, unit, phase, own=mode != "pile-in", allowed_by=allowed_by)


def modes(state: BattleState, unit_id: str) -> tuple[MoveMode, ...]:
    """Return the ways in which a unit on the board may move, those that the rules refuse with the reason."""
    unit = state.unit(unit_id)
    if not on_board(state, unit):
        return ()
    found = []
    for way in WAYS:
        no = refusal(state, unit, way.id)
        if way.id == "redeploy" and no is not None:
            continue
        found.append(
            MoveMode(
                way.id,
                way.label,
                way.role,
                sure(unit, way.id),
                allowed=no is None,
                why=no.why if no else "",
                rules=no.rules if no else (),
            )
        )
    return tuple(found)
