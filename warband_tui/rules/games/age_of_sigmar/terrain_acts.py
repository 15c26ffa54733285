"""What units do with terrain: set up on a board, use places of power, garrison faction terrain (AOST-1.2, 1.5)."""

from __future__ import annotations

from warband_tui.rules import actions as books
from warband_tui.rules import bookkeeping
from warband_tui.rules.base import BaseRuleset
from warband_tui.rules.board.layout import HAIR, InchBoard
from warband_tui.rules.board.reading import read_spots, spots_text
from warband_tui.rules.events import ConditionCleared, ConditionSet, Moved
from warband_tui.rules.games.age_of_sigmar import measured
from warband_tui.rules.games.age_of_sigmar.actions import Garrison, Power
from warband_tui.rules.games.age_of_sigmar.amounts import Amount
from warband_tui.rules.games.age_of_sigmar.damage import damage_sequence, heal, roll_amounts, roll_dice
from warband_tui.rules.games.age_of_sigmar.declarations import PHASES, TURN
from warband_tui.rules.games.age_of_sigmar.flow import FLOW
from warband_tui.rules.games.age_of_sigmar.formation import is_terrain
from warband_tui.rules.games.age_of_sigmar.profile import warscroll
from warband_tui.rules.games.age_of_sigmar.settings import power_text
from warband_tui.rules.games.age_of_sigmar.terrain_list import HERO_RANGE
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import Refusal
from warband_tui.rules.state import BattleState, Unit

POWER_OF_SIDE = "used a place of power"
_AROUND = 6.0
_OBSCURE_RANGE = 12.0


def place(game: BaseRuleset, res: Resolution, action: books.Place) -> None:
    """Set a unit up on the board, in ranks where one spot is given, or take it off; nothing is moved."""
    unit = res.state.unit(action.unit)
    res.unit, res.side = unit.id, unit.side
    board = res.state.board
    if not isinstance(board, InchBoard):
        raise Refused("this battle has no board; choose one when you set a battle up")
    if not unit.in_play:
        raise Refused(f"{unit.name} is destroyed", "AOS-18.4-1")
    spots = measured.formed(board, unit, read_spots(action.at, unit.models, board, unit.id))
    res.emit(Moved(unit.id, "placed", to=spots))
    if not spots:
        res.say(f"{unit.name} is taken off the board")
        return
    res.permit(game.misplaced(res.state, unit.id))
    told = spots_text(spots[:1]) + (f", {len(spots)} models" if len(spots) > 1 else "")
    res.say(f"{unit.name} stands at {told}")
    bookkeeping.warn_undeployed(game, res, unit.id)


def can_use_power(state: BattleState, unit: Unit) -> Refusal | None:
    """Place of power: a hero, at the start of a turn; in the text of 2025 once a turn for an army (AOST-1.2-4)."""
    if not warscroll(unit).has("HERO"):
        return Refusal(f"{unit.name} is no HERO", ("AOST-1.2-4",))
    if state.phase in PHASES[1:]:
        return Refusal(f"a place of power is used at the start of a turn: it is the {state.phase} phase", ("AOST-1.2-4",))  # fmt: skip
    if unit.has(POWER_OF_SIDE):
        return Refusal(f"{unit.name} has used one this turn", ("AOST-1.2-4",))
    if power_text(state) == "2025" and state.side(unit.side).has(POWER_OF_SIDE):
        return Refusal(f"{state.side(unit.side).name} has used a place of power this turn", ("AOST-1.2-4",))
    return None


def power(res: Resolution, action: Power) -> None:
    """Activate a place of power: a D6 (AOST-1.2-4)."""
    unit = FLOW.begin(res, action.unit)
    refusal = can_use_power(res.state, unit)
    if refusal:
        res.need(False, refusal.why, *refusal.rules)
    _near_one(res, unit, action)
    text = power_text(res.state)
    if text == "2024" and action.effect:
        raise Refused("its effects are picked in the text of 2025 only; leave the effect out", "AOST-1.2-4")
    res.cite("AOST-1.2-4")
    res.emit(ConditionSet(unit.id, POWER_OF_SIDE, TURN))
    if text == "2025":
        res.emit(ConditionSet(unit.side, POWER_OF_SIDE, TURN))
    effect = action.effect or "unbind"
    (face,) = roll_dice(res, f"place of power of {unit.name}", 1, unit=unit.id)
    if effect == "heal":
        _heal(res, unit, face)
    elif effect == "obscure":
        _obscure(res, unit, action, face)
    elif face == 1:
        (points,) = roll_amounts(res, Amount(1, 3), 1, f"backlash on {unit.name}", 0, unit.id)
        res.cite("AOS-17.2-1")
        res.say(f"{unit.name}: {points} mortal damage from the place of power")
        damage_sequence(res, {unit.id: points}, "", "place of power")
    else:
        _empower(res, unit)


def _near_one(res: Resolution, unit: Unit, action: Power) -> None:
    away = action.distance
    if away is None and measured.on_board(res.state, unit):
        found = measured.power_near(res.state, unit.id)
        away = found[1] if found else None
        res.need(found is not None, "there is no place of power on the board", "AOST-1.2-4")
    if away is not None:
        far = f'{unit.name} is {away:.1f}" from a place of power; heroes within {HERO_RANGE:g}" use it'
        res.need(away <= HERO_RANGE + HAIR, far, "AOST-1.2-4")


def _empower(res: Resolution, unit: Unit) -> None:
    scroll = warscroll(unit)
    if scroll.has("WIZARD") or scroll.has("PRIEST"):
        res.emit(ConditionSet(unit.id, "channels", TURN))
        res.say(f"{unit.name} has +1 to {'casting' if scroll.has('WIZARD') else 'chanting'} rolls this turn")
        return
    res.emit(ConditionSet(unit.id, "wizard (1)", TURN))
    res.say(f"{unit.name} may unbind or banish as WIZARD (1) this turn")


def _heal(res: Resolution, unit: Unit, face: int) -> None:
    """Text of 2025: on a 1 a point of mortal damage to all within 6", on 3+ Heal (2)."""
    if face == 1:
        near = (
            measured.units_within(res.state, unit.id, _AROUND) if measured.on_board(res.state, unit) else ()
        )
        res.say(f'1 mortal damage to each unit within {_AROUND:g}"')
        damage_sequence(res, dict.fromkeys((unit.id, *near), 1), "", "place of power")
    elif face >= 3:
        res.say(f"{unit.name} heals {heal(res, unit.id, 2)} of 2")
    else:
        res.say("nothing happens")


def _obscure(res: Resolution, unit: Unit, action: Power, face: int) -> None:
    """Text of 2025: on 3+ a feature or objective within 12" is obscuring this turn."""
    if face < 3:
        res.say("nothing happens")
        return
    if action.feature and isinstance(res.state.board, InchBoard):
        away = measured.feature_away(res.state, unit.id, action.feature)
        far = f'{action.feature} is {away:.1f}" away, and 12" is the most'
        res.need(away <= _OBSCURE_RANGE + HAIR, far, "AOST-1.2-4")
        res.emit(ConditionSet(unit.side, f"obscured:{action.feature}", TURN))
    res.say(f"{action.feature or 'a feature'} is obscuring this turn")


def garrison(res: Resolution, action: Garrison) -> None:
    """Go into faction terrain, or leave it: what a unit had from being there ends then (AOST-1.5-2)."""
    unit = FLOW.begin(res, action.unit)
    res.cite("AOST-1.5-2")
    if action.leave:
        res.need(unit.has("garrison"), f"{unit.name} is in no terrain", "AOST-1.5-2")
        leave(res, unit)
        board = res.state.board
        if action.to and isinstance(board, InchBoard):
            spots = measured.formed(board, unit, read_spots(action.to, unit.models, board, unit.id))
            res.emit(Moved(unit.id, "leaves terrain", to=spots))
            measured.check_set_up(res, unit.id)
        return
    if not action.terrain:
        raise Refused("say which terrain: its unit's id", "AOST-1.5-2")
    terrain = res.state.unit(action.terrain)
    scroll = warscroll(terrain)
    res.need(is_terrain(terrain) and terrain.in_play, f"{terrain.name} is no faction terrain", "AOST-1.5-1")
    res.need(terrain.side == unit.side, f"{terrain.name} is the enemy's", "AOST-1.5-2")
    res.need(scroll.has("GARRISON"), f"{terrain.name} cannot be garrisoned: it has no GARRISON", "AOST-1.5-2")
    res.emit(ConditionSet(unit.id, "garrison"), ConditionSet(unit.id, f"garrison:{terrain.id}"))
    if unit.at:
        res.emit(Moved(unit.id, "garrisons", to=()))
    res.say(f"{unit.name} goes into {terrain.name}: range and visibility are measured from it")


def leave(res: Resolution, unit: Unit) -> None:
    """End a garrison, and all that lasted for it."""
    ended = [n for n, c in unit.conditions.items() if n.startswith("garrison") or c.until == "garrison"]
    res.emit(*(ConditionCleared(unit.id, name, "leaves the terrain") for name in ended))
    res.say(f"{unit.name} leaves the terrain")
