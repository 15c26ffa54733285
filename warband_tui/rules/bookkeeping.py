"""Keeping the books by hand: the actions that every game has, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from warband_tui.rules import actions as act
from warband_tui.rules import regroup
from warband_tui.rules.board.reading import read_spots, spots_text
from warband_tui.rules.dice import Pool
from warband_tui.rules.events import (
    BattleEnded,
    BoardLaid,
    ConditionCleared,
    ConditionSet,
    Disengaged,
    Engaged,
    ModelsLost,
    ModelsReturned,
    Moved,
    Remarked,
    Starred,
    TurnBegan,
    UnitAdded,
)
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.ruleset import ActionDef, ConditionDef, CounterDef
from warband_tui.rules.state import Side, Unit

if TYPE_CHECKING:
    from warband_tui.rules.base import BaseRuleset


def mark(game: BaseRuleset, res: Resolution, action: act.Mark) -> None:
    """Change a counter within the limits that the game declares."""
    spec = game.counter(action.counter)
    holder = _holder(res, action.on)
    _belongs(spec, holder)
    before = holder.counter(action.counter)
    by = action.by if action.to is None else action.to - before
    changed = res.change(
        action.on, action.counter, by, low=spec.low, high=game.most(holder, spec), why=action.why
    )
    res.cite(spec.rule)
    reason = f" ({action.why})" if action.why else ""
    if not changed:
        limit = ", its limit" if by else ""
        res.say(f"{holder.name}: {spec.label} stays at {before}{limit}{reason}")
        return
    res.say(f"{holder.name}: {spec.label} {before} → {before + changed}{reason}")


def condition(game: BaseRuleset, res: Resolution, action: act.SetCondition) -> None:
    """Set or clear a condition."""
    spec = game.condition(action.condition)
    holder = _holder(res, action.on)
    _belongs(spec, holder)
    if action.clear:
        if not holder.has(spec.id):
            raise Refused(f"{holder.name} is not {spec.label}")
        res.emit(ConditionCleared(action.on, spec.id, action.why))
        res.say(f"{holder.name} is no longer {spec.label}")
    else:
        if holder.has(spec.id):
            raise Refused(f"{holder.name} is {spec.label} already")
        res.emit(ConditionSet(action.on, spec.id, spec.until, action.why))
        res.say(f"{holder.name} is {spec.label}")
    res.cite(spec.rule)


def lose(game: BaseRuleset, res: Resolution, action: act.Lose) -> None:
    """Take models off the table, as many as there are."""
    unit = _unit(res, action.unit)
    if not unit.in_play:
        raise Refused(f"{unit.name} is off the table already")
    count = min(action.models, unit.models)
    how = action.how or game.nouns.out
    res.emit(ModelsLost(unit.id, count, how, action.by, action.using))
    by = f" by {res.name(action.by)}" if action.by else ""
    many = f" {count} of {unit.models}" if unit.models > 1 else ""
    res.say(f"{unit.name}{many}: {how}{by}")


def restore(game: BaseRuleset, res: Resolution, action: act.Restore) -> None:
    """Put models back, never more than there were."""
    unit = _unit(res, action.unit)
    if unit.models >= unit.start:
        raise Refused(f"{unit.name} has all of its {game.nouns.units}; add a unit with join")
    count = min(action.models, unit.start - unit.models)
    res.emit(ModelsReturned(unit.id, count, action.why))
    res.say(f"{unit.name} is back on the table" + (f" ({action.why})" if action.why else ""))


def engage(game: BaseRuleset, res: Resolution, action: act.Engage) -> None:
    """State who is in close combat with whom."""
    del game
    unit, target = _unit(res, action.unit), res.state.unit(action.target)
    together = target.id in res.state.in_contact(unit.id)
    if action.apart:
        if not together:
            raise Refused(f"{unit.name} and {target.name} are not in melee")
        res.emit(Disengaged(unit.id, target.id))
        res.say(f"{unit.name} and {target.name} are no longer in melee")
        return
    if together or unit.side == target.side:
        raise Refused(
            f"{unit.name} and {target.name} are {'in melee already' if together else 'on the same side'}"
        )
    for each in (unit, target):
        if not each.in_play:
            raise Refused(f"{each.name} is off the table")
    res.emit(Engaged(unit.id, target.id))
    res.say(f"{unit.name} and {target.name} are in melee")


def activate(game: BaseRuleset, res: Resolution, action: act.Activate) -> None:
    """Begin an activation."""
    unit = res.state.unit(action.unit)
    if res.state.active == unit.id:
        raise Refused(f"{unit.name} is acting already")
    game.begin(res, action.unit)
    res.say(f"{unit.name} acts")


def end(game: BaseRuleset, res: Resolution, action: act.EndActivation) -> None:
    """End the activation under way; a unit that has not acted has used its own up."""
    unit_id = action.unit or res.state.active
    if not unit_id:
        raise Refused("nobody is acting: name the unit whose activation is used up")
    unit = res.state.unit(unit_id)
    idle = res.state.active != unit_id
    game.begin(res, unit_id)
    game.flow.end(res, unit_id)
    res.say(f"{unit.name} does nothing" if idle else f"{unit.name} is done")


def next_turn(game: BaseRuleset, res: Resolution, action: act.NextTurn) -> None:
    """Begin the next turn; the side named goes first, else the one that did before."""
    state = res.state
    if state.turns is not None and state.turn >= state.turns:
        res.need(False, f"{game.nouns.turn} {state.turn} was the last; finish the battle")
    first = action.first or state.first or next(iter(state.sides))
    res.emit(TurnBegan(state.turn + 1, res.state.side(first).id))
    res.say(f"{game.nouns.turn.capitalize()} {state.turn + 1}: {res.name(first)} goes first")


def note(game: BaseRuleset, res: Resolution, action: act.Note) -> None:
    """Write into the log."""
    del game
    if action.unit:
        _unit(res, action.unit)
    if not action.text.strip():
        raise Refused("the note is empty")
    res.say(action.text)


def remark(game: BaseRuleset, res: Resolution, action: act.Remark) -> None:
    """Write a note on an entry."""
    del game
    res.emit(Remarked(action.entry, action.text))
    res.say(f"note on {action.entry}: {action.text}")


def star(game: BaseRuleset, res: Resolution, action: act.Star) -> None:
    """Star an entry, or take its star off."""
    del game
    res.emit(Starred(action.entry, action.on))
    res.say(f"{'star on' if action.on else 'no star on'} {action.entry}")


def roll(game: BaseRuleset, res: Resolution, action: act.RollDice) -> None:
    """Roll dice for anything."""
    del game
    if action.unit:
        _unit(res, action.unit)
    pool = Pool(
        action.why or "dice", base=action.count, keep=action.count, sides=action.sides, unit=action.unit
    )
    made = res.roll(pool)
    res.say(f"{action.why or 'Dice'}: {' '.join(map(str, made.dice))} = {made.total}")


def join(game: BaseRuleset, res: Resolution, action: act.Join) -> None:
    """Bring a unit in."""
    if action.unit.id in res.state.units or action.unit.id in res.state.sides:
        raise Refused(f"there is a unit {action.unit.id!r} already")
    unit = game.unit(action.unit, res.state.side(action.side).id, res.state.edition)
    res.emit(UnitAdded(unit))
    res.say(f"{unit.name} joins {res.name(action.side)}")


def place(game: BaseRuleset, res: Resolution, action: act.Place) -> None:
    """Put a unit on the board or take it off; measuring and moving are other actions.

    Where it stands has to have room for it (`game.misplaced`), or the player overrides.
    """
    unit = _unit(res, action.unit)
    if res.state.board is None:
        raise Refused("this battle has no board; choose one when you set a battle up")
    if not unit.in_play:
        raise Refused(f"{unit.name} is off the table")
    spots = read_spots(action.at, unit.models, res.state.board, unit.id)
    res.emit(Moved(unit.id, "placed", to=spots))
    if not spots:
        res.say(f"{unit.name} is taken off the board")
        return
    res.permit(game.misplaced(res.state, unit.id))
    res.say(f"{unit.name} stands at {spots_text(spots)}")
    warn_undeployed(game, res, unit.id)


def warn_undeployed(game: BaseRuleset, res: Resolution, unit_id: str) -> None:
    """Say that a unit has been put down outside its side's deployment zone before the first turn; no rule is broken."""
    if not res.state.turn and game.undeployed(res.state, unit_id):
        res.say(f"That is outside the deployment zone of {res.name(res.state.unit(unit_id).side)}")


def lay_board(game: BaseRuleset, res: Resolution, action: act.LayBoard) -> None:
    """Lay a board under the battle; who stands where is said afterwards."""
    board = game.board(action.board)
    if board is None and res.state.board is None:
        raise Refused("there is no board to take away")
    res.emit(BoardLaid(board))
    named = f" {board.name}" if board is not None and board.name else ""
    res.say(
        "The board is taken away"
        if board is None
        else f"A board{named} of {board.width:g}x{board.height:g} is laid"
    )


def finish(game: BaseRuleset, res: Resolution, action: act.EndBattle) -> None:
    """End the battle."""
    del game
    winner = res.state.side(action.winner).name if action.winner else ""
    res.emit(BattleEnded(action.why, action.winner))
    res.say(f"{winner} wins: {action.why}" if winner else f"The battle ends without a winner: {action.why}")


HANDLERS: dict[type[act.Action], Callable[[Any, Resolution, Any], None]] = {
    act.Mark: mark,
    act.SetCondition: condition,
    act.Lose: lose,
    act.Restore: restore,
    act.Engage: engage,
    act.Activate: activate,
    act.EndActivation: end,
    act.NextTurn: next_turn,
    act.Note: note,
    act.Remark: remark,
    act.Star: star,
    act.RollDice: roll,
    act.Join: join,
    act.Place: place,
    act.LayBoard: lay_board,
    **regroup.HANDLERS,
    act.EndBattle: finish,
}

DEFS: tuple[ActionDef, ...] = (
    ActionDef(act.Mark, "change a counter", "Add to a counter or set it", by_unit=False, group="book"),
    ActionDef(act.SetCondition, "set a condition", "Set or clear a condition", by_unit=False, group="book"),
    ActionDef(act.Lose, "take off the table", "Take models off the table", by_unit=False, group="book"),
    ActionDef(act.Restore, "put back", "Put models back on the table", by_unit=False, group="book"),
    ActionDef(act.Engage, "in melee", "State who is in melee with whom", by_unit=False, group="book"),
    ActionDef(act.Activate, "activate", "Begin an activation", by_unit=False, group="turn"),
    ActionDef(act.EndActivation, "end activation", "End the activation", by_unit=False, group="turn"),
    ActionDef(act.NextTurn, "next turn", "Finish this turn and begin the next", by_unit=False, group="turn"),
    ActionDef(act.Note, "note", "Write into the log", by_unit=False, group="log"),
    ActionDef(act.Remark, "note on an entry", "Write a note on an entry", by_unit=False, group="log"),
    ActionDef(act.Star, "star", "Star an entry for the report", by_unit=False, group="log"),
    ActionDef(act.RollDice, "roll dice", "Roll dice for anything", by_unit=False, group="book"),
    ActionDef(act.Join, "reinforcement", "Bring a unit into the battle", by_unit=False, group="book"),
    ActionDef(
        act.Place, "place on the board", "Put a unit on the board, or off it", by_unit=False, group="book"
    ),
    ActionDef(
        act.LayBoard,
        "lay a board",
        "Lay a board under the battle, or take it away",
        by_unit=False,
        group="book",
    ),
    *regroup.DEFS,
    ActionDef(act.EndBattle, "finish", "End the battle", by_unit=False, group="turn"),
)


def _unit(res: Resolution, unit_id: str) -> Unit:
    unit = res.state.unit(unit_id)
    res.unit, res.side = unit.id, unit.side
    return unit


def _holder(res: Resolution, target: str) -> Unit | Side:
    if target in res.state.units:
        return _unit(res, target)
    side = res.state.side(target)
    res.side = side.id
    return side


def _belongs(spec: CounterDef | ConditionDef, holder: Unit | Side) -> None:
    kind = "unit" if isinstance(holder, Unit) else "side"
    if spec.on != kind:
        raise Refused(f"{spec.label} belongs to a {spec.on}, and {holder.name} is a {kind}")
