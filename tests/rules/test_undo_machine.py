"""Any sequence of acts, allowed or not, undo and redo: the log stays the truth, and nothing breaks."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from warband_tui.errors import WarbandError
from warband_tui.rules.actions import Action, read_action
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import Entry, decode, encode
from warband_tui.rules.events import ActivationBegan, ActivationEnded, CounterChanged, TurnBegan
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import BattleState, Setup, to_json

GAME = load("trench-crusade")
KINDS = tuple(d.action for d in GAME.actions)


def _weapon(name: str, *keywords: str, ranged: bool = False, melee: bool = False) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "ranged": ranged,
        "melee": melee,
        "range": 24 if ranged else None,
        "keywords": list(keywords),
    }


GUNS = [
    _weapon("rifle", ranged=True),
    _weapon("cannon", "HEAVY", "RELOAD", "AUTOMATIC 2", ranged=True),
    _weapon("mortar", "BLAST 3", "SCATTER", "RISKY", "FIRE", ranged=True),
    _weapon("pistol", "PISTOL", "ASSAULT", "CONSUMABLE", ranged=True),
    _weapon("flamer", "FLAMETHROWER", "GAS", ranged=True),
]
BLADES = [
    _weapon("sword", melee=True),
    _weapon("glaive", "CLEAVE 2", "DEADLY", melee=True),
    _weapon("knife", "BLOCK", melee=True),
]
PRAYER = {
    "id": "pray",
    "name": "Pray",
    "risky": True,
    "target": "any",
    "effects": [
        {"to": "target", "counter": "blessing", "by": 2},
        {"to": "target", "condition": "down", "clear": True},
    ],
}
WORDS = ["TOUGH", "GOLEM", "STANDFAST", "FLYING", "SKIRMISHER", "REGENERATE 2", "BLESSED 2", "FEAR", "LEADER",
         "ELITE", "STRONG", "NEGATE FIRE", "COVER", "ALL RISKY", "HAUNTED"]  # fmt: skip

UNITS = [f"{side}{number}" for side in "AB" for number in range(1, 5)]

units = st.sampled_from([*UNITS, "A5"])
anybody = st.sampled_from([*UNITS, "A", "nobody"])
small = st.sampled_from([0, 0.5, 1, 2, 3, 4.5, 6, 7, 12, 13, 30])
flags = st.booleans()
few = st.lists(units, max_size=3)
weapons = st.sampled_from(["", *(w["name"] for w in GUNS + BLADES)])


def fields(do: str, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **given})


acts = st.one_of(
    fields("move", unit=units, distance=small, difficult=small),
    fields("charge", unit=units, target=units, distance=small, sight=flags),
    fields("charge", unit=units, targets=few, stopped_by=anybody),
    fields("dive", unit=units, target=anybody, height=small),
    fields("retreat", unit=units, clear=flags),
    fields("dash", unit=units),
    fields("climb", unit=units, height=small, easy=flags),
    fields("jump", unit=units, gap=small, run=small, up=small, height=small),
    fields("jump-down", unit=units, height=small),
    fields("fall", unit=units, height=small),
    fields("ledge", unit=units, height=small),
    fields("dangerous", unit=units, starting=flags, keywords=st.sampled_from([[], ["FIRE"]])),
    fields("shoot", unit=units, target=units, weapon=weapons, cover=flags, distance=small, targets=few),
    fields("blast", unit=units, targets=few, weapon=weapons),
    fields("fight", unit=units, target=units, weapon=weapons, off_hand=weapons, targets=few),
    fields("special", unit=units, action=st.sampled_from(["pray", "sing"]), target=anybody),
    fields("stand", unit=units),
    fields("load", unit=units, weapon=weapons, keyword=st.sampled_from(["FIRE", "", "+1 DICE"])),
    fields("mine", unit=units),
    fields("injury", unit=units, injury_dice=st.integers(-3, 3), deadly=flags, by=anybody),
    fields("morale", side=anybody),
    fields("turn", rest=st.just(value=True)),
    fields("turn", first=anybody, rest=flags),
    fields("mark", on=anybody, counter=st.sampled_from(["blood", "blessing", "infection", "vp", "ink"]),
           by=st.integers(-9, 9)),
    fields("condition", on=anybody, condition=st.sampled_from(["down", "shaken", "tested", "odd"]), clear=flags),
    fields("lose", unit=units),
    fields("restore", unit=units),
    fields("engage", unit=units, target=units, apart=flags),
    fields("activate", unit=units),
    fields("end", unit=st.sampled_from(["", *UNITS])),
    fields("note", text=st.text(max_size=5), unit=st.sampled_from(["", "A1"])),
    fields("remark", entry=st.integers(1, 40), text=st.text(max_size=5)),
    fields("star", entry=st.integers(1, 40), on=flags),
    fields("roll", count=st.integers(1, 5), sides=st.sampled_from([2, 6, 100])),
    fields("join", side=st.sampled_from(["A", "B"]), unit=st.just({"id": "A5", "name": "Late", "profile": {}})),
    fields("finish", winner=st.sampled_from(["", "A", "zz"])),
)  # fmt: skip

choices = st.dictionaries(
    st.sampled_from([*sorted(GAME.choice_ids), "2:injury.blood", "off:success.blessing", "luck"]),
    st.sampled_from([0, 1, 2, 7, "yes", "no", "none", "sword", True]),
    max_size=3,
)
dice = st.none() | st.none() | st.lists(st.integers(0, 7), max_size=12)
overrides = st.sampled_from(["", "", "", "agreed"])


def profile(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "movement": draw(st.sampled_from([4, 6, 8.5])),
        "ranged": draw(st.sampled_from([None, -1, 0, 2])),
        "melee": draw(st.sampled_from([None, 0, 2])),
        "armour": draw(st.integers(-4, 0)),
        "keywords": draw(st.lists(st.sampled_from(WORDS), max_size=3)),
        "weapons": draw(st.lists(st.sampled_from(GUNS + BLADES), max_size=4)),
        "actions": [PRAYER],
        "fireteam": draw(st.sampled_from(["", "red"])),
    }


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    sides = []
    for side in "AB":
        members = [
            {
                "id": unit,
                "name": unit,
                "profile": profile(draw),
                "counters": draw(
                    st.dictionaries(st.sampled_from(["blood", "blessing", "infection"]), st.integers(0, 6))
                ),
                "conditions": draw(st.sampled_from([[], [], ["down"]])),
            }
            for unit in UNITS
            if unit.startswith(side)
        ]
        sides.append({"id": side, "name": f"side {side}", "units": members})
    return msgspec.convert(
        {
            "ruleset": GAME.id,
            "edition": draw(st.sampled_from(["1.0.2", "1.6.3"])),
            "sides": sides,
            "seed": draw(st.integers(0, 99)),
            "turns": draw(st.sampled_from([None, None, 3])),
            "options": draw(st.sampled_from([{}, {"shaken_instead": True}])),
        },
        Setup,
    )


class AnyBattle(RuleBasedStateMachine):
    """A battle that is played, overruled, undone and redone at random."""

    @initialize(setup=setups())
    def begin(self, setup: Setup) -> None:
        self.battle = Battle(setup, GAME)

    def act(self, data: dict[str, Any], **how: Any) -> tuple[Action, Entry] | None:
        """Act, and return what came of it; only a refusal of the app's own kind may come instead."""
        before, length = self.battle.state, len(self.battle.entries)
        try:
            action = read_action(data, KINDS)
            return action, self.battle.do(action, **how)
        except WarbandError as error:
            told = str(error)
        assert told
        assert "\n" not in told
        assert (self.battle.state, len(self.battle.entries)) == (before, length)
        return None

    @rule(data=acts, dice=dice, choices=choices, override=overrides)
    def any_act(self, data: dict[str, Any], dice: list[int] | None, choices: Any, override: str) -> None:
        self.act(data, dice=dice, choices=choices, override=override)

    @rule(data=acts)
    def an_act_that_the_seed_rolls_for(self, data: dict[str, Any]) -> None:
        self.act(data)

    @rule(data=acts)
    def an_act_undone_and_done_again_rolls_the_same_dice(self, data: dict[str, Any]) -> None:
        done = self.act(data)
        if done is None:
            return
        action, entry = done
        after = to_json(self.battle.state)
        self.battle.undo()
        again = self.battle.do(action)
        assert again.events == entry.events
        assert to_json(self.battle.state) == after

    @rule(count=st.integers(-1, 4))
    def undo(self, count: int) -> None:
        left = self.battle.can_undo
        try:
            self.battle.undo(count)
        except WarbandError:
            assert not 0 < count <= left

    @rule(count=st.integers(0, 3))
    def redo(self, count: int) -> None:
        left = self.battle.can_redo
        try:
            self.battle.redo(count)
        except WarbandError:
            assert not 0 < count <= left

    @precondition(lambda self: self.battle.can_undo)
    @rule(data=st.data())
    def undo_and_redo_is_as_if_nothing_had_been(self, data: st.DataObject) -> None:
        count = data.draw(st.integers(1, self.battle.can_undo))
        before, position = to_json(self.battle.state), self.battle.state.dice_position
        self.battle.undo(count)
        self.battle.redo(count)
        assert to_json(self.battle.state) == before
        assert self.battle.state.dice_position == position

    @rule(data=st.data())
    def the_entries_alone_make_the_same_battle(self, data: st.DataObject) -> None:
        entries = [decode(encode(entry)) for entry in self.battle.entries]
        assert entries == self.battle.entries
        again = Battle.replay(self.battle.setup, GAME, entries)
        assert to_json(again.state) == to_json(self.battle.state)
        assert (again.can_undo, again.can_redo) == (self.battle.can_undo, self.battle.can_redo)
        if self.battle.can_undo:
            at = data.draw(st.integers(0, self.battle.can_undo - 1))
            kept = self.battle.standing()[: at + 1]
            seq = kept[-1].seq
            earlier = Battle.replay(self.battle.setup, GAME, entries[:seq])
            # A snapshot taken when that entry was new is that of the fold up to it, if it still stands.
            if [e.seq for e in earlier.standing()] == [e.seq for e in kept]:
                snap = msgspec.json.decode(to_json(earlier.state), type=BattleState)
                short = Battle.replay(self.battle.setup, GAME, entries, (seq, snap))
                assert to_json(short.state) == to_json(self.battle.state)

    @invariant()
    def what_screens_ask_for_is_answered(self) -> None:
        state = self.battle.state
        GAME.monitors(state)
        GAME.aftermath(state, self.battle.entries)
        for unit in state.units.values():
            GAME.line(unit)
            for option in GAME.options(state, unit.id):
                assert option.allowed or option.why

    @rule(data=acts, choices=choices)
    def the_odds_are_answered_or_refused(self, data: dict[str, Any], choices: dict[str, Any]) -> None:
        try:
            action = read_action(data, KINDS)
            odds = GAME.odds(self.battle.state, action, choices)
        except WarbandError:
            return
        if odds is not None:
            assert sum(chance.chance for chance in odds.chances) == 1

    @invariant()
    def counters_stay_within_their_limits(self) -> None:
        limits = {c.id: (c.low, c.high) for c in GAME.counters}
        state = self.battle.state
        held = [u.counters for u in state.units.values()] + [s.counters for s in state.sides.values()]
        for name, value in (item for counters in held for item in counters.items()):
            low, high = limits[name]
            assert low <= value
            assert high is None or value <= high

    @invariant()
    def who_is_in_melee_is_on_the_table_and_on_different_sides(self) -> None:
        state = self.battle.state
        for a, b in state.engaged:
            assert state.unit(a).side != state.unit(b).side
            assert state.unit(a).in_play
            assert state.unit(b).in_play

    @invariant()
    def nobody_is_activated_twice_a_turn(self) -> None:
        done: dict[int, set[str]] = defaultdict(set)
        turn = 0
        for entry in self.battle.standing():
            for event in entry.events:
                if isinstance(event, TurnBegan):
                    turn = event.turn
                elif isinstance(event, ActivationEnded):
                    done[turn].add(event.unit)
                elif isinstance(event, ActivationBegan) and not entry.overruled:
                    assert event.unit not in done[turn]

    @invariant()
    def the_log_tells_what_changed(self) -> None:
        for entry in self.battle.entries[-1:]:
            assert entry.text
            for event in entry.events:
                if isinstance(event, CounterChanged):
                    assert event.before != event.after

    @invariant()
    def the_state_can_be_kept_and_read_again(self) -> None:
        body = to_json(self.battle.state)
        assert to_json(msgspec.json.decode(body, type=BattleState)) == body


TestAnyBattle = AnyBattle.TestCase
TestAnyBattle.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)
