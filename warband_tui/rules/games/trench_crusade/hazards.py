"""Heights and dangerous ground: climbs, jumps, falls, mines, and injuries from any other cause."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from types import ModuleType

from warband_tui.rules.dice import Modifier
from warband_tui.rules.events import ActionUsed, ConditionSet, Moved
from warband_tui.rules.games.trench_crusade import checks
from warband_tui.rules.games.trench_crusade.actions import (
    Climb,
    Dangerous,
    Fall,
    Injury,
    Jump,
    JumpDown,
    Ledge,
    Load,
    Mine,
)
from warband_tui.rules.games.trench_crusade.activation import end_if_risky, start
from warband_tui.rules.games.trench_crusade.attack_plan import AMMUNITION
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import measures
from warband_tui.rules.games.trench_crusade.injury import Blow, injure
from warband_tui.rules.games.trench_crusade.keywords import normal_set, tidy
from warband_tui.rules.games.trench_crusade.profile import allowance, exact, find_weapon, profile_of, words_of
from warband_tui.rules.games.trench_crusade.success import is_risky, success_roll, told
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import Unit

BRAVED = "braved"
"""The condition of who has rolled for the dangerous ground in which its activation began."""
_STEP_UP = Fraction(1, 2)
_UNLOADABLE = frozenset({"BLAST", "FIRE", "GAS", "SHRAPNEL"})


def climb(res: Resolution, action: Climb) -> None:
    """Carry out a climb as the model's move (TC-CLB-1 to 4)."""
    unit = start(res, action.unit)
    res.permit(checks.can_move(res.state, unit))
    if measures(res, unit, action.to):
        _measured().climb(res, unit, action)
        return
    res.permit(checks.free(res.state, unit))
    height = stated(res, action.height, "height", "TC-CLB-2")
    _affordable(res, unit, exact(height), "TC-CLB-2")
    res.emit(ActionUsed(unit.id, "move"))
    if action.easy or _flies(unit):
        res.cite("TC-CLB-1" if action.easy else "TC-TYP-2", *(("TC-CLB-4",) if action.easy else ()))
        res.emit(Moved(unit.id, "climb", height))
        res.say(f'{unit.name} goes up or down {height:g}"')
        return
    roll = success_roll(res, unit.id, "the climb")
    res.cite("TC-CLB-2")
    if roll.outcome == "failure":
        res.cite("TC-CLB-3")
        res.say(f"{unit.name} climbs: {told(roll)}, it stays where it is")
        end_if_risky(res, unit.id, risky=True)
        return
    res.emit(Moved(unit.id, "climb", height))
    res.say(f'{unit.name} climbs {height:g}": {told(roll)}')


def jump(res: Resolution, action: Jump) -> None:
    """Carry out a jump over a gap as the model's move (TC-JMP-1 to 4)."""
    unit = start(res, action.unit)
    res.permit(checks.can_move(res.state, unit))
    if measures(res, unit, action.to):
        _measured().jump(res, unit, action)
        return
    res.permit(checks.free(res.state, unit))
    gap = stated(res, action.gap, "gap", "TC-JMP-1")
    _jumpable(res, unit, action, exact(gap))
    res.emit(ActionUsed(unit.id, "move"))
    res.cite("TC-JMP-1", *(("TC-JMP-4",) if action.up else ()))
    if _flies(unit):
        res.cite("TC-TYP-2")
        res.emit(Moved(unit.id, "jump", gap))
        res.say(f'{unit.name} flies over {gap:g}"')
        return
    roll = success_roll(res, unit.id, "the jump")
    if roll.outcome != "failure":
        res.cite("TC-JMP-2")
        res.emit(Moved(unit.id, "jump", gap))
        res.say(f'{unit.name} jumps {gap:g}": {told(roll)}')
        return
    side = jump_side(res, unit.id)
    res.say(f"{unit.name} jumps: {told(roll)}, it falls on the {side} side")
    fall_injury(res, unit.id, action.height)
    end_if_risky(res, unit.id, risky=True)


def jump_side(res: Resolution, unit_id: str) -> str:
    """Ask the opponent from which side of a gap a model falls (TC-JMP-3)."""
    unit = res.state.unit(unit_id)
    res.cite("TC-JMP-3")
    return str(
        res.ask(
            Choice(
                "jump.side",
                res.state.other_side(unit.side),
                f"from which side of the gap {unit.name} falls",
                options=(("take-off", "where it jumped"), ("landing", "where it would have landed")),
                default="take-off",
                unit=unit.id,
            )
        )
    )


def jump_down(res: Resolution, action: JumpDown) -> None:
    """Carry out a jump down from an edge (TC-JMP-5)."""
    unit = start(res, action.unit)
    res.permit(checks.can_jump_down(res.state, unit))
    if measures(res, unit, action.to):
        _measured().jump_down(res, unit, action)
        return
    height = stated(res, action.height, "height", "TC-JMP-5")
    res.cite("TC-JMP-5")
    res.emit(Moved(unit.id, "jump down", height))
    res.say(f'{unit.name} jumps down {height:g}"')
    if not edition(res.state.edition).safe_jump(height):
        fall_injury(res, unit.id, height)


def fall(res: Resolution, action: Fall) -> None:
    """Carry out a fall from any cause (TC-FAL-1, 2)."""
    unit = res.affected(action.unit)
    if measures(res, unit, action.to):
        _measured().fall(res, unit, action)
        return
    height = stated(res, action.height, "height", "TC-FAL-1")
    res.cite("TC-FAL-1")
    res.say(f'{unit.name} falls {height:g}"')
    fall_injury(res, unit.id, height)


def ledge(res: Resolution, action: Ledge) -> None:
    """See whether a model that went Down by an edge falls (TC-FAL-3)."""
    unit = res.affected(action.unit)
    res.need(unit.has("down"), f"{unit.name} has not been taken Down", "TC-FAL-3")
    res.cite("TC-FAL-3")
    # The current rules roll before the model is Down, so its own die does not count yet.
    counts = edition(res.state.edition).down_in_own_activation == "goes on"
    roll = success_roll(res, unit.id, "staying on the ledge", down_counts=counts)
    if roll.outcome != "failure":
        res.say(f"{unit.name} stays on the ledge: {told(roll)}")
        return
    res.say(f"{unit.name} slips off the ledge: {told(roll)}")
    fall_injury(res, unit.id, action.height)


def fall_injury(res: Resolution, unit_id: str, height: float) -> None:
    """Make the injury roll of a fall where its height calls for one (TC-FAL-2)."""
    res.cite("TC-FAL-2")
    if _flies(res.state.unit(unit_id)) and not edition(res.state.edition).flying_falls:
        res.say("it flies: no injury")
        return
    if not edition(res.state.edition).falls(height):
        res.say("no injury from that height")
        return
    dice = int(height // 3)
    modifiers = (Modifier("fall", dice=dice, rule="TC-FAL-2"),) if dice else ()
    injure(res, unit_id, Blow("a fall", modifiers))


def dangerous(res: Resolution, action: Dangerous) -> None:
    """Roll for dangerous ground that a model starts in or enters (TC-TER-3)."""
    unit = start(res, action.unit)
    if action.starting and res.state.board is not None:
        res.emit(ConditionSet(unit.id, BRAVED, "activation"))
    risk_ground(res, unit.id, action.keywords, starting=action.starting)


def risk_ground(res: Resolution, unit_id: str, keywords: tuple[str, ...], *, starting: bool) -> None:
    """Make the roll for dangerous ground, and let a model be hurt that fails (TC-TER-3)."""
    unit = res.state.unit(unit_id)
    rules = edition(res.state.edition)
    res.cite("TC-TER-3")
    if profile_of(unit).negates("DANGEROUS TERRAIN"):
        res.cite("TC-KEY-1")
        res.say(f"{unit.name} walks through dangerous ground unharmed")
        return
    if _flies(unit) and rules.flying_ignores_dangerous:
        res.cite("TC-TYP-2")
        res.say(f"{unit.name} flies over dangerous ground")
        return
    roll = success_roll(res, unit.id, "dangerous ground")
    if roll.outcome != "failure":
        res.say(f"{unit.name} braves dangerous ground: {told(roll)}")
        return
    res.say(f"{unit.name} on dangerous ground: {told(roll)}, hurt")
    injure(res, unit.id, Blow("dangerous ground", keywords=normal_set(keywords)))
    if res.state.unit(unit.id).in_play:
        risky = is_risky(res, unit.id, risky=rules.dangerous_start_risky or not starting)
        end_if_risky(res, unit.id, risky=risky)


def mine(res: Resolution, action: Mine) -> None:
    """Set a mine off (MINED, TC-KEY-1)."""
    unit = res.affected(action.unit)
    res.cite("TC-KEY-1")
    rules = edition(res.state.edition)
    if profile_of(unit).negates("MINED") or (_flies(unit) and rules.flying_ignores_dangerous):
        res.say(f"{unit.name} does not set the mine off")
        return
    res.say(f"{unit.name} sets off a mine")
    injure(res, unit.id, Blow("a mine", keywords=frozenset({"SHRAPNEL"})))


def injury(res: Resolution, action: Injury) -> None:
    """Make an injury roll from any other cause."""
    unit = res.affected(action.unit)
    if action.by:
        res.state.unit(action.by)
    cause = action.why or "injury"
    modifiers = []
    if action.injury_dice:
        modifiers.append(Modifier(cause, dice=action.injury_dice))
    if action.modifier:
        modifiers.append(Modifier(cause, flat=action.modifier))
    res.say(f"{unit.name}: {cause}")
    words = normal_set(action.keywords)
    injure(res, unit.id, Blow(cause, tuple(modifiers), words, action.by, deadly=action.deadly))


def load(res: Resolution, action: Load) -> None:
    """Load a weapon with special ammunition (AMMUNITION, TC-KEY-1)."""
    unit = res.affected(action.unit)
    keyword = tidy(action.keyword)
    if not keyword:
        raise Refused("name the keyword of the ammunition", "TC-KEY-1")
    weapon = find_weapon(profile_of(unit), "ranged", action.weapon)
    if weapon is None:
        raise Refused(f"{unit.name} has no ranged weapon {action.weapon!r}", "TC-KEY-1")
    clash = words_of(weapon) & _UNLOADABLE
    res.need(
        not clash, f"the {weapon.name} takes no ammunition: it is {', '.join(sorted(clash))}", "TC-KEY-1"
    )
    prefix = f"{AMMUNITION}:{weapon.id}:"
    taken = any(name.startswith(prefix) for name in unit.conditions)
    res.need(not taken, f"the {weapon.name} is loaded already", "TC-KEY-1")
    res.cite("TC-KEY-1")
    res.emit(ConditionSet(unit.id, prefix + keyword, "battle"))
    res.say(f"{unit.name} loads the {weapon.name}: {keyword}")


def stated(res: Resolution, length: float | None, word: str, rule: str) -> float:
    """Return a length that the player has stated, as no place on a board says it.

    Raises:
        Refused: it is missing; no override makes up for it.
    """
    if length is None:
        where = " or, on the board, the place (to)" if res.state.board is not None else ""
        raise Refused(f"say the {word} in inches{where}", rule)
    return length


def _measured() -> ModuleType:
    """Return the module of measured actions; only battles on a board load its geometry."""
    return import_module("warband_tui.rules.games.trench_crusade.measured")


def _flies(unit: Unit) -> bool:
    return profile_of(unit).has("FLYING")


def _affordable(res: Resolution, unit: Unit, price: Fraction, rule: str) -> None:
    have = allowance(unit)
    res.need(price <= have, f'that takes {float(price):g}"; {unit.name} has {float(have):g}"', rule)


def _jumpable(res: Resolution, unit: Unit, action: Jump, gap: Fraction) -> None:
    """Check gap, height and price of a jump by the edition's way with a higher far side."""
    up = exact(action.up)
    extra = Fraction(0)
    if edition(res.state.edition).ledge_up == "limited":
        res.need(up <= 1, f'the far side is {action.up:g}" higher; 1" at most', "TC-JMP-4")
        extra = Fraction(1) if up >= _STEP_UP else Fraction(0)
    else:
        gap += up
    most = allowance(unit) / (1 if _flies(unit) else 2)
    res.need(
        gap <= most, f'the gap counts {float(gap):g}"; {unit.name} jumps {float(most):g}" at most', "TC-JMP-1"
    )
    _affordable(res, unit, exact(action.run) + gap + extra, "TC-JMP-2")
