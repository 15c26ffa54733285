"""What befalls one model of a group befalls no other: mounts that are slain, riders that leave them, wounds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.middle_earth.field import Field, both_editions

WARG = {"name": "warg", "attacks": 1, "courage_target": 8, "defence": 4}


def riders(edition: str, models: int = 5, **more: Any) -> Field:
    field = Field(edition)
    field.side("A").warriors("Archer", models=2)
    field.side("B").warriors(
        "Riders", models, **{"mount": WARG, "defence": 6, "keywords": ["CAVALRY"], **more}
    )
    field.turn()
    return field


def states(field: Field, side: str = "B") -> dict[str, tuple[int, set[str]]]:
    """Return each unit of a side: how many models, and which lasting conditions."""
    told = ("on foot", "thrown", "prone", "held", "stampedes")
    return {u.id: (u.models, {name for name in told if u.has(name)}) for u in field.state.of_side(side)}


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_shot_at_a_mount_throws_one_rider_of_a_group(edition: str) -> None:
    field = riders(edition)
    entry = field.do("shoot", "Archer", target="Riders", aim="mount", dice=[4, 4, 5, 3])
    assert states(field) == {"Riders": (4, set()), "Riders.2": (1, {"on foot", "thrown"})}
    assert (entry.unit, entry.side) == ("Archer", "A")
    assert field.monitor("break", "B").value == 0
    assert field.monitor("break", "B").limit == 3
    # The others ride on and may be shot at again.
    field.do("shoot", "Archer", target="Riders", aim="mount", dice=[4, 4, 5, 6])
    assert states(field) == {
        "Riders": (3, set()),
        "Riders.2": (1, {"on foot", "thrown"}),
        "Riders.3": (1, {"on foot"}),
    }


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_rider_knocked_flying_falls_alone_and_is_one_casualty(edition: str) -> None:
    field = riders(edition)
    field.do("thrown", "Riders", dice=[1, 6])
    assert (field.unit("Riders").models, field.unit("Riders.2").in_play) == (4, False)
    assert field.monitor("break", "B").value == 1
    field.do("thrown", "Riders", knocked=True, dice=[1])
    assert states(field)["Riders.3"] == (1, {"on foot", "thrown", "prone"})
    assert states(field)["Riders"] == (3, set())


@both_editions
@pytest.mark.rule("ME-CRG-2", "ME-BRK-7")
@pytest.mark.parametrize("slain", [False, True])
def test_one_rider_of_a_group_leaves_its_mount(edition: str, slain: bool) -> None:
    field = riders(edition, defence=1)
    field.do("dismount", "Riders", slain=slain, passed=True)
    found = states(field)
    assert found["Riders"] == (4, set())
    assert found["Riders.2"] == ((0, set()) if slain else (1, {"on foot"}))
    assert [name for name in found if "mount" in name] == ["Riders.2.mount1"]
    assert field.monitor("break", "B").value == int(slain)


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_the_wounds_of_riders_and_of_mounts_stay_with_whom_they_are(edition: str) -> None:
    field = riders(edition, wounds=2, mount={**WARG, "wounds": 2})
    field.do("wound", "Riders")
    field.do("mark", on="Riders", counter="mount wounds", by=1)
    field.do("shoot", "Archer", target="Riders", aim="mount", dice=[4, 4, 5, 6])
    wounds = {u.id: (u.counter("wounds"), u.counter("mount wounds")) for u in field.state.of_side("B")}
    assert wounds == {"Riders": (1, 0), "Riders.2": (2, 0)}


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_single_rider_stays_the_unit_that_it_is(edition: str) -> None:
    field = riders(edition, models=1)
    field.do("thrown", "Riders", dice=[3])
    assert states(field) == {"Riders": (1, {"on foot", "thrown"})}


@both_editions
@pytest.mark.rule("ME-CRG-2")
@pytest.mark.parametrize(
    ("outcome", "alone"),
    [("held", {"held"}), ("stampedes", {"stampedes"}), ("flees", None), ("away", {"held"})],
)
def test_only_the_wounded_model_of_a_group_fails_the_test_for_its_wound(
    edition: str, outcome: str, alone: set[str] | None
) -> None:
    field = Field(edition)
    own = [{"name": "Panic", "asks": ["wound"], "on_fail": outcome}]
    field.side("B").warriors("Beasts", 3, wounds=3, own=own)
    field.turn()
    field.do("wound", "Beasts", dice=[1, 1])
    assert states(field)["Beasts"] == (2, set())
    assert field.unit("Beasts").counter("wounds") == 3
    hurt = field.unit("Beasts.2")
    assert states(field)["Beasts.2"] == ((0, set()) if alone is None else (1, alone))
    assert alone is None or hurt.counter("wounds") == 2
    assert field.monitor("break", "B").value == int(alone is None)


@both_editions
@pytest.mark.rule("ME-CRG-2")
def test_a_group_that_stands_its_ground_stays_together(edition: str) -> None:
    field = Field(edition)
    own = [{"name": "Panic", "asks": ["wound"]}]
    field.side("B").warriors("Beasts", 3, wounds=3, own=own)
    field.turn()
    field.do("wound", "Beasts", dice=[6, 6])
    assert states(field) == {"Beasts": (3, set())}
