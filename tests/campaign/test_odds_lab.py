"""The odds lab at work: columns, fields, prices, undo, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warband_tui.campaign import lab_file
from warband_tui.campaign.lab_values import stepped, toggled, typed
from warband_tui.campaign.odds_lab import MOST_COLUMNS, Column, LabRow, OddsLab, in_words
from warband_tui.errors import WarbandError
from warband_tui.rules.lab import LabField, LabPick
from warband_tui.rules.ruleset import load

TRENCH, SIGMAR = load("trench-crusade"), load("age-of-sigmar")


def trench(*columns: Column) -> OddsLab:
    return OddsLab(TRENCH, TRENCH.lab()[0], columns)


def sigmar(*columns: Column) -> OddsLab:
    return OddsLab(SIGMAR, SIGMAR.lab()[0], columns)


def row(lab: OddsLab, label: str, part: int | None = None) -> LabRow:
    return next(r for r in lab.rows() if r.field.label == label and r.part == part)


# Columns


def test_a_lab_begins_with_two_columns_that_differ_by_one_circumstance() -> None:
    lab = trench()
    assert [lab.title(i) for i in range(2)] == ["column A", "Down"]
    assert lab.columns[1].query == {"roll": "attack", "down": True}
    assert sigmar().columns[1].query["groups"][0]["charge"] is True


def test_a_change_is_worked_out_exactly_and_compared_with_the_first_column() -> None:
    lab = trench()
    lab.set(1, row(lab, "dice to hit"), 1)
    hits = 0
    assert lab.figure(0, hits) == Fraction(7, 12)
    assert lab.figure(1, hits) == Fraction(29, 36)
    assert lab.difference(1, hits) == Fraction(29, 36) - Fraction(7, 12)
    assert lab.difference(0, hits) is None


def test_a_price_makes_figures_comparable() -> None:
    lab = trench()
    out = 1
    assert lab.per_hundred(0, out) is None
    lab.type(0, row(lab, "ducats"), "50")
    figure = lab.figure(0, out)
    assert isinstance(figure, Fraction)
    assert lab.per_hundred(0, out) == 2 * figure
    assert "price" not in lab.columns[0].query


def test_columns_are_added_copied_and_taken_out() -> None:
    lab = trench()
    lab.set(0, row(lab, "blood"), 3)
    assert lab.copy(0) == 1
    assert lab.columns[1] == lab.columns[0]
    assert lab.add() == 3
    lab.remove(0)
    assert len(lab.columns) == 3


def test_there_is_always_one_column_and_never_too_many() -> None:
    lab = trench(Column({"roll": "attack"}))
    with pytest.raises(WarbandError, match="only column"):
        lab.remove(0)
    for _ in range(MOST_COLUMNS - 1):
        lab.add()
    with pytest.raises(WarbandError, match="are the most"):
        lab.copy(0)


def test_weapons_are_summed() -> None:
    lab = sigmar()
    damage = 2
    once = lab.figure(0, damage)
    assert isinstance(once, Fraction)
    lab.add_part(0)
    assert lab.figure(0, damage) == 2 * once
    assert lab.has(0, row(lab, "Hit", 1))
    assert not lab.has(1, row(lab, "Hit", 1))
    with pytest.raises(WarbandError, match="has no weapon 2; w adds one"):
        lab.set(1, row(lab, "Hit", 1), 4)
    lab.remove_part(0, 0)
    assert lab.figure(0, damage) == once
    with pytest.raises(WarbandError, match="only one"):
        lab.remove_part(0, 0)


def test_one_attack_has_no_list_of_weapons() -> None:
    with pytest.raises(WarbandError, match="one attack"):
        trench().add_part(0)


def test_what_a_catalogue_offers_fills_fields_in() -> None:
    lab = trench(Column({"roll": "attack", "dice": 1, "keywords": ["TOUGH"]}))
    values = {"dice": 1, "injury_dice": 2, "keywords": ["FIRE"]}
    pick = LabPick("w", "burner", "weapon", values, adds=("dice",), speaks_for=frozenset({"FIRE"}), price=30)
    lab.take(0, 0, pick)
    assert lab.columns[0].query == {
        "roll": "attack",
        "dice": 2,
        "injury_dice": 2,
        "keywords": ["TOUGH", "FIRE"],
    }
    assert (lab.columns[0].name, lab.columns[0].price) == ("burner", 30)
    lab.take(0, 0, LabPick("t", "Orm", "target", {"armour": -2}))
    assert lab.columns[0].query["armour"] == -2
    assert lab.columns[0].name == "burner, Orm"


def test_a_weapon_of_a_catalogue_goes_into_the_weapon_that_is_meant() -> None:
    lab = sigmar()
    lab.add_part(0)
    pick = next(p for p in lab.form.shelf(lab.form.base) if p.part and p.values["hit"] == 4)
    lab.take(0, 1, pick)
    assert [group["hit"] for group in lab.columns[0].query["groups"]] == [3, 4]


def test_an_attack_of_a_battle_takes_the_place_of_an_untouched_lab_only() -> None:
    lab = trench()
    assert lab.receive({"roll": "attack", "dice": 3}, "Weyl at Orm") == 0
    assert [c.query.get("dice") for c in lab.columns] == [3, 3]
    assert lab.receive({"roll": "attack", "dice": 4}, "Kett at Orm") == 2
    assert lab.title(2) == "Kett at Orm"


# Undo


def test_every_change_is_taken_back_and_done_again() -> None:
    lab = sigmar()
    seen = [lab.columns]
    changes: list[Callable[[], object]] = [
        lambda: lab.set(0, row(lab, "Hit", 0), 4),
        lambda: lab.add_part(1),
        lambda: lab.copy(1),
        lambda: lab.name(0, "hammers"),
        lambda: lab.type(0, row(lab, "points"), "120"),
        lambda: lab.remove(1),
        lambda: lab.remove_part(1, 0),
        lambda: lab.replace_query(0, lab.form.base),
    ]
    for change in changes:
        change()
        seen.append(lab.columns)
    for before in reversed(seen[:-1]):
        lab.undo()
        assert lab.columns == before
    assert not lab.can_undo
    for after in seen[1:]:
        lab.redo()
        assert lab.columns == after
    assert not lab.can_redo


def test_a_change_that_changes_nothing_is_no_step() -> None:
    lab = trench(Column({"roll": "attack", "dice": 1}))
    lab.set(0, row(lab, "dice to hit"), 1)
    assert not lab.can_undo


# Words


def test_the_comparison_as_text_has_each_figure_and_the_query_that_reproduces_it() -> None:
    lab = trench(Column({"roll": "attack"}, price=50), Column({"roll": "attack", "dice": 1, "blood": 6}))
    text = "\n".join(in_words(lab))
    assert "hits: 58.3 % (7/12)" in text
    assert "hits: 80.6 % (29/36) (+22.2 % (2/9))" in text
    assert "per 100 ducats" in text
    assert '{"roll": "attack", "dice": 1, "blood": 6}' in text
    assert "attacker: " in text


def test_a_faulty_column_says_what_is_wrong() -> None:
    morale = TRENCH.lab()[-1]
    lab = OddsLab(TRENCH, morale, (Column({"roll": "morale", "fielded": 4, "losses": 9}),))
    assert lab.figure(0, 0) is None
    assert "losses (9) cannot be more" in "\n".join(in_words(lab))


# Values


NUMBER = LabField("n", "rend", low=0, high=5)
EMPTY = LabField("n", "save", low=2, high=6, empty=True, nothing="none")
DICE = LabField("n", "damage", "dice", low=1, high=50)
PICK = LabField("n", "crit", "pick", options=((None, "none"), ("mortal", "mortal"), (1, "one")))


def test_steps_stay_within_what_the_field_takes() -> None:
    assert [stepped(NUMBER, v, by) for v, by in ((5, 1), (0, -1), (2, 1))] == [5, 0, 3]
    assert [stepped(EMPTY, v, by) for v, by in ((2, -1), (None, 1), (None, -1), (6, 1))] == [None, 2, None, 6]
    assert [stepped(DICE, v, by) for v, by in (("D6", 1), ("2D6+1", -1), ("D3", -2), (3, 1))] == [
        "D6+1", "2D6", "D3-2", 4,
    ]  # fmt: skip
    assert [stepped(PICK, None, 1), stepped(PICK, "mortal", 1), stepped(PICK, 1, 1)] == ["mortal", 1, None]


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (NUMBER, " 3 ", 3),
        (EMPTY, "4+", 4),
        (EMPTY, "none", None),
        (EMPTY, "", None),
        (DICE, "2d6 + 1", "2D6+1"),
        (DICE, "7", 7),
        (PICK, "MORTAL", "mortal"),
        (LabField("k", "keywords", "words"), "TOUGH, ,FIRE ", ["TOUGH", "FIRE"]),
        (LabField("k", "flag", "flag"), "yes", True),
    ],
)
def test_values_are_read_as_players_write_them(field: LabField, text: str, value: object) -> None:
    assert typed(field, text) == value


@pytest.mark.parametrize(
    ("field", "text"), [(NUMBER, "6"), (NUMBER, "D3"), (NUMBER, ""), (DICE, "D6+D6"), (PICK, "x")]
)
def test_what_is_no_value_is_refused_with_what_would_be(field: LabField, text: str) -> None:
    with pytest.raises(WarbandError, match=field.label):
        typed(field, text)


@given(st.sampled_from([NUMBER, EMPTY, DICE, PICK]), st.text(max_size=12))
def test_nothing_that_is_typed_breaks_the_lab(field: LabField, text: str) -> None:
    try:
        value = typed(field, text)
    except WarbandError:
        return
    assert toggled(field, value) is not NotImplemented
    assert isinstance(field.shown(value), str)


# Kept


def test_columns_are_kept_and_read_again(tmp_path: Path) -> None:
    kept = lab_file.Kept("g/f", {"g/f": (Column({"roll": "attack", "dice": 1}, "a", 5),)})
    assert lab_file.save(tmp_path / "new", kept)
    assert lab_file.load(tmp_path / "new") == kept


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"tables": 5}', "[" * 5000])
def test_a_file_that_is_none_is_as_if_it_were_not_there(tmp_path: Path, text: str) -> None:
    (tmp_path / lab_file.NAME).write_text(text, encoding="utf-8")
    assert lab_file.load(tmp_path) == lab_file.Kept()


def test_only_columns_that_fit_the_form_come_back() -> None:
    form = TRENCH.lab()[0]
    kept = lab_file.Kept("", {"k": (Column({"keywords": 5}), Column({"roll": "attack", "dice": 2}))})
    assert [c.query for c in lab_file.columns_for(kept, "k", form)] == [{"roll": "attack", "dice": 2}]


def test_a_disk_that_refuses_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not lab_file.save(tmp_path / "file", lab_file.Kept())
