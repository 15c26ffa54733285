"""The frame of the turn: morale, initiative, and the end of the game."""

from __future__ import annotations

from fractions import Fraction

from warband_tui.rules.dice import Modifier, Pool
from warband_tui.rules.events import BattleEnded, ConditionCleared, ConditionSet, PhaseBegan, TurnBegan
from warband_tui.rules.games.trench_crusade.actions import Morale, Turn
from warband_tui.rules.games.trench_crusade.activation import FLOW
from warband_tui.rules.games.trench_crusade.chances import morale, morale_limit
from warband_tui.rules.games.trench_crusade.editions import edition
from warband_tui.rules.games.trench_crusade.ground_rules import TABLES
from warband_tui.rules.games.trench_crusade.profile import profile_of
from warband_tui.rules.games.trench_crusade.success import outcome, told
from warband_tui.rules.monitors import Monitor, break_monitor
from warband_tui.rules.resolution import Choice, Refused, Resolution
from warband_tui.rules.state import BattleState, Unit

NOT_COUNTED = "NOT COUNTED"
"""Keyword of models that are no losses for morale, such as trench dogs."""

LEADER_DIE = Modifier("Leader up", dice=1, rule="TC-MOR-1")
LEAST, MOST = 6, 20


def next_turn(res: Resolution, action: Turn) -> None:
    """Finish the turn with its morale phase and begin the next (TC-TRN-2, TC-MOR-1, TC-TRN-3)."""
    state = res.state
    if state.turn:
        _finish_activations(res, rest=action.rest)
        res.emit(PhaseBegan("morale"))
        _shaken_pass(res)
        for number, side in enumerate(_morale_order(res)):
            if not res.state.ended:
                # Both may fail and be asked whether they flee: two choices need two names.
                with res.scope("2:" if number else ""):
                    _morale(res, side)
        if res.state.ended:
            return
        if state.turns is not None and state.turn >= state.turns:
            _last_turn(res)
            return
    _initiative(res, action.first)


def check_morale(res: Resolution, action: Morale) -> None:
    """Make a warband's morale check by hand (TC-MOR-1)."""
    side = res.state.side(action.side)
    res.side = side.id
    due = morale_due(res.state, side.id)
    res.need(due, f"{side.name} is under its limit: no morale check is due", "TC-MOR-1")
    res.need(not side.has("tested"), f"{side.name} has tested its morale this turn", "TC-MOR-1")
    stated = (Modifier(action.why or "other", dice=action.modifier),) if action.modifier else ()
    _morale(res, side.id, stated)


# Losses


def counted(state: BattleState, side_id: str) -> list[Unit]:
    """Return the units of a side that count for morale."""
    return [u for u in state.of_side(side_id) if not profile_of(u).has(NOT_COUNTED)]


def losses(state: BattleState, side_id: str) -> tuple[int, int]:
    """Return a side's losses and how many models they are counted from (TC-MOR-1).

    A model Down or out of action is a loss. The side's option `morale_extra` adds models that
    are never lost, as a field shrine does.
    """
    units = counted(state, side_id)
    lost = sum(u.start if u.has("down") and u.in_play else u.start - u.models for u in units)
    extra = int(state.side(side_id).options.get("morale_extra", 0))
    return lost, sum(u.start for u in units) + extra


def morale_due(state: BattleState, side_id: str) -> bool:
    """Whether a side must test: losses at its limit, or Shaken from an earlier turn."""
    lost, fielded = losses(state, side_id)
    return lost >= morale_limit(fielded) or _must_recover(state, side_id)


def flees_if_it_fails(state: BattleState, side_id: str) -> bool:
    """Whether a side that failed its next check would flee whether it likes to or not."""
    flees = edition(state.edition).failed_morale == "flees" and not state.options.get("shaken_instead", False)
    return flees or _must_recover(state, side_id)


def leader_up(state: BattleState, side_id: str) -> bool:
    """Whether a Leader of the side is on the table and not Down."""
    return any(
        u.in_play and not u.has("down") and profile_of(u).has("LEADER") for u in state.of_side(side_id)
    )


def hold_chance(state: BattleState, side_id: str) -> Fraction:
    """Return the chance that a side holds if it tests now."""
    return morale(1 if leader_up(state, side_id) else 0)


def monitors(state: BattleState) -> list[Monitor]:
    """Return the break points of both sides, their sizes and the turns."""
    found = []
    for side in state.sides.values():
        lost, fielded = losses(state, side.id)
        down = sum(u.has("down") and u.in_play for u in counted(state, side.id))
        text = f"{lost - down} without Down" if down else ""
        hold = hold_chance(state, side.id)
        found.append(
            break_monitor(
                side.id, lost, morale_limit(fielded), label="losses", rule="TC-MOR-1", hold=hold, text=text
            )
        )
        if not LEAST <= side.fielded <= MOST:
            size = f"{side.fielded} models; a warband fields {LEAST} to {MOST}"
            found.append(
                Monitor("size", "models", side.fielded, side.id, warn=True, text=size, rule="TC-SET-1")
            )
    if state.turns is not None:
        left = state.turns - state.turn
        found.append(
            Monitor(
                "turns", "turn", state.turn, limit=state.turns, to_go=left, alarm=left <= 0, warn=left == 1
            )
        )
    table = state.options.get("table")
    if table and tuple(table) not in TABLES:
        size = f'{table[0]:g}" x {table[1]:g}" is no standard table'
        found.append(Monitor("table", "table", int(table[0]), warn=True, text=size, rule="TC-SET-2"))
    return found


# Inside


def _finish_activations(res: Resolution, *, rest: bool) -> None:
    left = [u for side in res.state.sides for u in res.state.ready(side)]
    if left and not rest:
        names = ", ".join(u.name for u in left[:3]) + (f" and {len(left) - 3} more" if len(left) > 3 else "")
        verb = "has" if len(left) == 1 else "have"
        res.need(False, f"{names} {verb} not been activated", "TC-TRN-2")
    if left:
        res.say(f"{len(left)} {'model does' if len(left) == 1 else 'models do'} nothing")
    for unit in res.state.units.values():
        if unit.acting:
            FLOW.end(res, unit.id)
    res.cite("TC-TRN-2")


def _must_recover(state: BattleState, side_id: str) -> bool:
    """Whether a side has been Shaken since an earlier turn and lasts so until it has tested."""
    shaken = state.side(side_id).conditions.get("shaken")
    until_tested = edition(state.edition).shaken_lasts == "until tested"
    return until_tested and shaken is not None and shaken.since < state.turn


def _shaken_pass(res: Resolution) -> None:
    """Let Shaken end by itself where it lasts for a turn."""
    if edition(res.state.edition).shaken_lasts != "a turn":
        return
    for side in res.state.sides.values():
        shaken = side.conditions.get("shaken")
        if shaken is not None and shaken.since < res.state.turn:
            res.emit(ConditionCleared(side.id, "shaken", "its turn is over"))
            res.say(f"{side.name} is no longer Shaken")


def _morale_order(res: Resolution) -> list[str]:
    """Return the sides that test, in order.

    Current rules: the holder of the initiative says who is first. 1.6.3: the smaller warband, by D6
    where they are equal.
    """
    state = res.state
    due = [s for s in state.sides if morale_due(state, s) and not state.side(s).has("tested")]
    if len(due) < 2:
        return due
    if edition(state.edition).morale_order == "chosen":
        holder = next((s for s in state.sides if state.side(s).has("initiative")), state.first)
        options = tuple((s, state.side(s).name) for s in due)
        choice = Choice("morale.first", holder, "who tests its morale first", options=options, default=due[0])
        first = res.ask(choice)
        return sorted(due, key=lambda s: s != first)
    sizes = {s: sum(u.models for u in state.of_side(s)) for s in due}
    first = _roll_off(res, [s for s in due if sizes[s] == min(sizes.values())], "morale order")[0]
    return sorted(due, key=lambda s: (s != first, sizes[s]))


def _roll_off(res: Resolution, sides: list[str], purpose: str) -> tuple[str, str]:
    """Return the side that rolls highest on a D6, ties rolled again, and the dice in words."""
    told_dice = ""
    while len(sides) > 1:
        made = {s: res.roll(Pool(f"{purpose} of {res.name(s)}", base=1, keep=1)).total for s in sides}
        told_dice += " (" + " to ".join(str(made[s]) for s in sides) + ")"
        sides = [s for s, total in made.items() if total == max(made.values())]
    return sides[0], told_dice


def _morale(res: Resolution, side_id: str, stated: tuple[Modifier, ...] = ()) -> None:
    side = res.state.side(side_id)
    was_shaken = side.has("shaken")
    leader = (LEADER_DIE,) if leader_up(res.state, side_id) else ()
    roll = res.roll(Pool(f"morale of {side.name}", modifiers=(*leader, *stated)), outcome)
    res.cite("TC-MOR-1")
    res.cite("TC-DIC-1", frame=True)
    res.emit(ConditionSet(side_id, "tested", "turn"))
    if roll.outcome != "failure":
        if was_shaken:
            res.emit(ConditionCleared(side_id, "shaken", "morale held"))
        res.say(f"{side.name} holds: {told(roll)}{', no longer Shaken' if was_shaken else ''}")
        return
    if flees_if_it_fails(res.state, side_id) or _flees(res, side_id):
        _flee(res, side_id, told(roll))
        return
    res.emit(ConditionSet(side_id, "shaken", "battle", "failed morale"))
    res.say(f"{side.name} is Shaken: {told(roll)}; all its success rolls are Risky")


def _flees(res: Resolution, side_id: str) -> bool:
    """Whether the player of a warband that has failed likes to flee at once."""
    side = res.state.side(side_id)
    options = (("no", "be Shaken"), ("yes", "flee and lose"))
    label = f"{side.name} has failed: flee?"
    return res.ask(Choice("morale.flee", side_id, label, options=options, default="no")) == "yes"


def _flee(res: Resolution, side_id: str, roll: str) -> None:
    res.emit(ConditionSet(side_id, "fled", "battle", "failed morale"))
    winner = res.state.other_side(side_id)
    res.say(f"{res.name(side_id)} flees: {roll}. {res.name(winner)} wins")
    res.emit(BattleEnded(f"{res.name(side_id)} fled", winner))


def _last_turn(res: Resolution) -> None:
    """End the game after its last turn: the more victory points win."""
    points = {s.id: s.counter("vp") for s in res.state.sides.values()}
    best = max(points.values())
    leaders = [s for s, p in points.items() if p == best]
    winner = leaders[0] if len(leaders) == 1 else ""
    score = " to ".join(str(points[s]) for s in sorted(points, key=lambda s: -points[s]))
    res.emit(BattleEnded(f"after the last turn, {score} victory points", winner))
    res.say(
        f"The last turn is over: {f'{res.name(winner)} wins' if winner else 'a draw'}, {score} victory points"
    )


def _initiative(res: Resolution, first: str) -> None:
    """Decide who has the initiative: the side with fewer models, on a tie by D6 (TC-TRN-3)."""
    rules = edition(res.state.edition)
    counts = {
        side: sum(
            u.models for u in res.state.of_side(side) if rules.initiative_counts_down or not u.has("down")
        )
        for side in res.state.sides
    }
    fewest = min(counts.values())
    holders = [side for side, count in counts.items() if count == fewest]
    turn = res.state.turn + 1
    res.say(f"Turn {turn}")
    holder, rolled = _roll_off(res, holders, "initiative")
    goes = res.state.side(first).id if first else holder
    if goes != holder:
        may = f"{res.name(holder)} has the initiative and goes first"
        res.need(rules.initiative_chooses, may, "TC-TRN-3")
    res.emit(TurnBegan(turn, goes), PhaseBegan("activation"), ConditionSet(holder, "initiative", "turn"))
    res.cite("TC-TRN-3")
    counted_as = " against ".join(str(counts[s]) for s in (holder, *(s for s in counts if s != holder)))
    if goes == holder:
        res.say(f"{res.name(holder)} has the initiative, {counted_as} models{rolled}")
    else:
        res.say(f"{res.name(holder)} has the initiative{rolled} and lets {res.name(goes)} begin")
    if not any(res.state.ready(side) for side in res.state.sides):
        raise Refused("nobody is left on the table; finish the battle", "TC-TRN-2")
