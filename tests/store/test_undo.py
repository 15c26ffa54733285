"""Undo and redo of campaign writes: appended, by campaign or by warband, exact to the byte."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.store import acts
from tests.store.acts import AT, WHO, Rows
from warband_tui.errors import WarbandError
from warband_tui.store.backup import check
from warband_tui.store.command import Command
from warband_tui.store.library import Library
from warband_tui.store.queries import Queries
from warband_tui.store.tables import Fighter, Item
from warband_tui.store.undo_stacks import Stacks, fold, subjects


@pytest.fixture
def campaign(library: Library) -> int:
    return acts.found_campaign(library)


@pytest.fixture
def warband(library: Library, campaign: int) -> int:
    return acts.found_warband(library, campaign)


def test_undo_names_the_act_and_appends_a_line(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband, "Agathe")
    turned = library.undo_last(campaign, who=WHO, at=AT)
    assert (turned.what, turned.subject) == ("fighter.hire", "Agathe")
    assert Queries(library).fighters(warband) == ()
    lines = Queries(library).history(campaign)
    assert [(line.what, line.undoes, line.in_effect) for line in lines[-2:]] == [
        ("fighter.hire", None, False),
        ("undo", lines[-2].seq, False),
    ]


def test_redo_brings_back_the_same_row_under_the_same_id(
    library: Library, campaign: int, warband: int
) -> None:
    fighter = acts.hire(library, campaign, warband)
    before = acts.dump(library)
    acts.undo(library, campaign)
    assert acts.redo(library, campaign) == "fighter.hire"
    assert acts.dump(library) == before
    assert Queries(library).fighters(warband)[0].id == fighter


def test_the_words_beside_the_keys_name_the_acts(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband, "Agathe")
    acts.hire(library, campaign, warband, "Brakh")
    acts.undo(library, campaign)
    acts.undo(library, campaign)
    acts.redo(library, campaign)
    view = Queries(library).undoable(campaign, warband)
    assert view.undo is not None
    assert view.redo is not None
    assert (view.undo.subject, view.redo.subject) == ("Agathe", "Brakh")
    assert (view.undo.what, view.undo.in_effect, view.redo.in_effect) == ("fighter.hire", True, False)


def test_a_new_act_makes_what_was_undone_final(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband, "Agathe")
    acts.undo(library, campaign)
    acts.hire(library, campaign, warband, "Brakh")
    with pytest.raises(WarbandError, match="nothing to redo"):
        acts.redo(library, campaign)
    assert [view.name for view in Queries(library).fighters(warband)] == ["Brakh"]


def test_an_id_given_up_is_never_used_again(library: Library, campaign: int, warband: int) -> None:
    first = acts.hire(library, campaign, warband, "Agathe")
    acts.dismiss(library, campaign, warband, first)
    other = acts.found_warband(library, campaign, "Others")
    second = acts.hire(library, campaign, other, "Brakh")
    assert second != first
    assert acts.undo(library, campaign, warband) == "fighter.dismiss"
    assert [view.id for view in Queries(library).fighters(warband)] == [first]


def test_each_warband_undoes_its_own_acts(library: Library, campaign: int, warband: int) -> None:
    other = acts.found_warband(library, campaign, "Others")
    acts.hire(library, campaign, warband, "Agathe")
    acts.hire(library, campaign, other, "Brakh")
    acts.undo(library, campaign, warband)
    assert Queries(library).fighters(warband) == ()
    assert [view.name for view in Queries(library).fighters(other)] == ["Brakh"]
    with pytest.raises(WarbandError, match="nothing to undo"):
        acts.undo(library, campaign, warband)


def test_what_another_act_has_changed_since_is_not_overwritten(
    library: Library, campaign: int, warband: int
) -> None:
    fighter = acts.hire(library, campaign, warband, "Agathe")
    with library.work(Command("campaign.rename_all", WHO, AT, campaign)) as work:
        work.get(Fighter, fighter).name = "Agathe the Red"
    before = acts.dump(library)
    with pytest.raises(WarbandError, match="Agathe was changed since"):
        acts.undo(library, campaign, warband)
    assert acts.dump(library) == before
    acts.undo(library, campaign)
    acts.undo(library, campaign, warband)
    assert Queries(library).fighters(warband) == ()


def test_a_row_that_others_now_rest_on_is_not_taken_away(
    library: Library, campaign: int, warband: int
) -> None:
    fighter = acts.hire(library, campaign, warband, "Agathe")
    with library.work(Command("campaign.gift", WHO, AT, campaign)) as work:
        work.add(Item(warband_id=warband, fighter_id=fighter, name="relic"))
    with pytest.raises(WarbandError, match="FOREIGN KEY"):
        acts.undo(library, campaign, warband)
    assert len(Queries(library).fighters(warband)) == 1


def test_the_founding_of_a_campaign_is_not_undone(library: Library, campaign: int) -> None:
    with pytest.raises(WarbandError, match="archive the campaign"):
        acts.undo(library, campaign)
    with pytest.raises(WarbandError, match="nothing to redo"):
        acts.redo(library, campaign)


def test_two_campaigns_do_not_share_their_undo(library: Library, campaign: int, warband: int) -> None:
    other = acts.found_campaign(library, "Second", "zzzzzz")
    acts.hire(library, campaign, warband, "Agathe")
    with pytest.raises(WarbandError, match="founding"):
        acts.undo(library, other)
    assert len(Queries(library).fighters(warband)) == 1


@pytest.mark.parametrize(("first", "second"), [(1, True), (1, 1.0), (0, False), (0.0, -0.0), ([1], [True])])
def test_values_that_python_takes_for_equal_are_told_apart(
    library: Library, campaign: int, warband: int, first: object, second: object
) -> None:
    acts.note(library, campaign, warband, "glory", first)
    before = acts.dump(library)
    acts.note(library, campaign, warband, "glory", second)
    assert acts.dump(library) != before
    acts.undo(library, campaign)
    assert acts.dump(library) == before


def test_undo_survives_closing(library: Library, campaign: int, warband: int) -> None:
    acts.hire(library, campaign, warband)
    library.close()
    with Library.open(library.path, at=AT) as again:
        assert acts.undo(again, campaign) == "fighter.hire"
        assert Queries(again).fighters(warband) == ()


@given(st.lists(st.sampled_from(["act", "undo", "redo"]), max_size=40))
def test_the_stacks_are_those_of_an_ordinary_undo_list(moves: list[str]) -> None:
    lines: list[tuple[int, int | None]] = []
    done: list[int] = []
    undone: list[int] = []
    for move in moves:
        stacks = fold(lines)
        seq = len(lines) + 1
        if move == "act":
            lines.append((seq, None))
            done.append(seq)
            undone.clear()
        elif move == "undo" and done:
            lines.append((seq, stacks.done[-1]))
            undone.append(done.pop())
        elif move == "redo" and undone:
            lines.append((seq, stacks.undone[-1]))
            done.append(undone.pop())
    stacks, about = fold(lines), subjects(lines)
    assert [about[seq] for seq in stacks.done] == done
    assert [about[seq] for seq in stacks.undone] == undone


def test_no_lines_leave_nothing_to_undo() -> None:
    assert fold([]) == Stacks((), ())


_names = st.text(max_size=12, alphabet=st.characters(exclude_categories=["Cs"]))
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names, inner, max_size=3),
    max_leaves=6,
)
_pick = st.randoms(use_true_random=False)


class TwoWarbands(RuleBasedStateMachine):
    """Two warbands of one campaign, each with its own undo, against a list of what each looked like."""

    @initialize()
    def found(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.library = Library.open(self.folder / "club.db", at=AT)
        self.campaign = acts.found_campaign(self.library)
        self.bands = [acts.found_warband(self.library, self.campaign, name) for name in ("Choir", "Legion")]
        self.start = acts.dump(self.library)
        self.past: dict[int, list[Rows]] = {band: [] for band in self.bands}
        self.future: dict[int, list[Rows]] = {band: [] for band in self.bands}
        self.acts = 0

    def _fighters(self, band: int) -> list[int]:
        return [row[0] for row in self.library.rows("SELECT id FROM fighter WHERE warband_id = ?", (band,))]

    def _items(self, band: int) -> list[int]:
        return [row[0] for row in self.library.rows("SELECT id FROM item WHERE warband_id = ?", (band,))]

    def _act(self, band: int, verb: Any, *arguments: Any, **columns: Any) -> None:
        before = acts.dump_warband(self.library, band)
        verb(self.library, self.campaign, band, *arguments, **columns)
        if acts.dump_warband(self.library, band) != before:
            self.past[band].append(before)
            self.future[band].clear()
            self.acts += 1

    @rule(which=st.integers(0, 1), name=_names, details=st.dictionaries(_names, _values, max_size=3))
    def hire(self, which: int, name: str, details: dict[str, Any]) -> None:
        self._act(self.bands[which], acts.hire, name, details=details)

    @rule(which=st.integers(0, 1), pick=_pick, name=_names, xp=st.integers(0, 9))
    def edit(self, which: int, pick: Any, name: str, xp: int) -> None:
        if fighters := self._fighters(self.bands[which]):
            fighter = pick.choice(fighters)
            self._act(self.bands[which], acts.edit_fighter, fighter, name=name, xp=xp)
            assert self.library.rows("SELECT name, xp FROM fighter WHERE id = ?", (fighter,)) == [(name, xp)]

    @rule(which=st.integers(0, 1), pick=_pick, name=_names)
    def equip(self, which: int, pick: Any, name: str) -> None:
        self._act(
            self.bands[which], acts.equip, pick.choice([None, *self._fighters(self.bands[which])]), name
        )

    @rule(which=st.integers(0, 1), pick=_pick)
    def stash(self, which: int, pick: Any) -> None:
        if items := self._items(self.bands[which]):
            self._act(self.bands[which], acts.move_to_stash, pick.choice(items))

    @rule(which=st.integers(0, 1), key=_names, value=_values)
    def note(self, which: int, key: str, value: Any) -> None:
        self._act(self.bands[which], acts.note, key, value)
        assert Queries(self.library).warband(self.bands[which]).details["notes"][key] == value

    @rule(which=st.integers(0, 1), pick=_pick)
    def dismiss(self, which: int, pick: Any) -> None:
        if fighters := self._fighters(self.bands[which]):
            self._act(self.bands[which], acts.dismiss, pick.choice(fighters))

    @rule(which=st.integers(0, 1), pick=_pick)
    def duplicate(self, which: int, pick: Any) -> None:
        if fighters := self._fighters(self.bands[which]):
            self._act(self.bands[which], acts.duplicate, pick.choice(fighters))

    @rule(which=st.integers(0, 1))
    def undo(self, which: int) -> None:
        band = self.bands[which]
        if self.past[band]:
            self.future[band].append(acts.dump_warband(self.library, band))
            acts.undo(self.library, self.campaign, band)
            assert acts.dump_warband(self.library, band) == self.past[band].pop()
        else:
            with pytest.raises(WarbandError, match="nothing to undo"):
                acts.undo(self.library, self.campaign, band)

    @rule(which=st.integers(0, 1))
    def redo(self, which: int) -> None:
        band = self.bands[which]
        if self.future[band]:
            self.past[band].append(acts.dump_warband(self.library, band))
            acts.redo(self.library, self.campaign, band)
            assert acts.dump_warband(self.library, band) == self.future[band].pop()
        else:
            with pytest.raises(WarbandError, match="nothing to redo"):
                acts.redo(self.library, self.campaign, band)

    @precondition(lambda self: self.acts % 5 == 4)
    @rule()
    def open_again(self) -> None:
        self.library.close()
        self.library = Library.open(self.folder / "club.db", at=AT)

    @invariant()
    def the_words_beside_undo_tell_whether_there_is_something(self) -> None:
        for band in self.bands:
            view = Queries(self.library).undoable(self.campaign, band)
            assert (view.undo is not None, view.redo is not None) == (
                bool(self.past[band]),
                bool(self.future[band]),
            )

    def teardown(self) -> None:
        try:
            self._undo_all_and_redo_all()
            assert check(self.library.path) == ()
        finally:
            self.library.close()
            shutil.rmtree(self.folder)

    def _undo_all_and_redo_all(self) -> None:
        """Through the campaign's own undo, which spans both warbands."""
        end = acts.dump(self.library)
        in_effect = sum(len(past) for past in self.past.values())
        for _ in range(in_effect):
            acts.undo(self.library, self.campaign)
        assert acts.dump(self.library) == self.start
        for _ in range(in_effect):
            acts.redo(self.library, self.campaign)
        assert acts.dump(self.library) == end


TestTwoWarbands = TwoWarbands.TestCase
TestTwoWarbands.settings = settings(
    max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
