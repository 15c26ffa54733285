"""The cards of Spearhead, as far as numbers go: battle tactics in hand and deck, and the twist of a round.

What a card says is on the card; players may write its name into the log.
"""

from __future__ import annotations

from warband_tui.rules.events import ConditionSet, CounterChanged
from warband_tui.rules.games.age_of_sigmar.actions import Draw, Play, Twist
from warband_tui.rules.games.age_of_sigmar.declarations import DOUBLE_TURN, DRAWN, TURN, TWIST
from warband_tui.rules.games.age_of_sigmar.settings import edition
from warband_tui.rules.monitors import Monitor
from warband_tui.rules.resolution import Refused, Resolution
from warband_tui.rules.state import BattleState, Side
from warband_tui.rules.wording import counted


def draw(res: Resolution, action: Draw) -> None:
    """Draw up to the hand; cards may be laid off first from the second round on."""
    side = _side(res, action.side)
    rules = edition(res.state.edition)
    begun = "deck" in side.counters
    hand, deck = side.counter("hand"), side.counter("deck") if begun else rules.deck
    res.need(not side.has(DRAWN), f"{side.name} has drawn this round")
    if side.has(DOUBLE_TURN):
        allowed = _behind(res.state, side) >= rules.behind
        res.need(
            allowed, f"{side.name} has a double turn: it draws only {rules.behind} or more points behind"
        )
    if action.discard > hand:
        raise Refused(f"{side.name} has {counted(hand, 'card')} in hand, not {action.discard} to lay off")
    kept = hand - action.discard
    drawn = max(0, min(rules.hand - kept, deck))
    res.emit(
        *_changed(side, "hand", hand, kept + drawn),
        *_changed(side, "deck", side.counter("deck"), deck - drawn),
        ConditionSet(side.id, DRAWN, TURN),
    )
    laid = f"lays off {action.discard}, " if action.discard else ""
    res.say(f"{side.name} {laid}draws {drawn}: {kept + drawn} in hand, {deck - drawn} in the deck")
    if action.names:
        res.say(action.names)


def play(res: Resolution, action: Play) -> None:
    """Use a card as the command on its other half."""
    side = _side(res, action.side)
    hand = _from_hand(res, side, 1)
    if action.unit:
        res.unit = res.state.unit(action.unit).id
    whom = f" on {res.name(action.unit)}" if action.unit else ""
    res.say(f"{side.name} uses {action.name or 'a card'} as a command{whom}: {hand} in hand")


def twist(res: Resolution, action: Twist) -> None:
    """Turn up the twist: one a round, for both players."""
    _spearhead(res)
    if not res.state.turn:
        raise Refused("no round has begun: begin the next turn")
    holder = res.state.side(
        res.state.first if res.state.first in res.state.sides else next(iter(res.state.sides))
    )
    res.need(not holder.has(TWIST), "this round has its twist already")
    res.emit(ConditionSet(holder.id, TWIST, TURN))
    res.say(f"Twist of round {res.state.turn}" + (f": {action.name}" if action.name else ""))


def scored(res: Resolution, side: Side, tactics: int) -> None:
    """Take the cards of completed tactics out of a hand that is kept count of."""
    if tactics and "deck" in side.counters:
        _from_hand(res, side, tactics)


def underdog(state: BattleState) -> str:
    """Return the side with the fewest victory points, empty where it is not one alone."""
    points = {s.id: s.counter("vp") for s in state.sides.values()}
    fewest = min(points.values())
    behind = [side for side, vp in points.items() if vp == fewest]
    return behind[0] if len(behind) == 1 else ""


def monitors(side: Side) -> list[Monitor]:
    """Return the cards of a side, once it has drawn any."""
    if "deck" not in side.counters:
        return []
    text = f"{side.counter('deck')} in the deck"
    return [Monitor("hand", "battle tactics", side.counter("hand"), side.id, text=text)]


def _side(res: Resolution, side_id: str) -> Side:
    _spearhead(res)
    side = res.state.side(side_id)
    res.side = side.id
    return side


def _spearhead(res: Resolution) -> None:
    rules = edition(res.state.edition)
    if not rules.deck:
        raise Refused(f"there are no cards in {rules.title}")


def _from_hand(res: Resolution, side: Side, count: int) -> int:
    hand = side.counter("hand")
    res.need(count <= hand, f"{side.name} has {counted(hand, 'card')} in hand")
    res.emit(*_changed(side, "hand", hand, max(0, hand - count)))
    return max(0, hand - count)


def _changed(side: Side, counter: str, before: int, after: int) -> list[CounterChanged]:
    if before == after and counter in side.counters:
        return []
    return [CounterChanged(side.id, counter, before, after)]


def _behind(state: BattleState, side: Side) -> int:
    best = max(s.counter("vp") for s in state.sides.values())
    return best - side.counter("vp")
