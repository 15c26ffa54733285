"""A battle of the fifth game to play with: who is in it, and how it gets into a library."""

from __future__ import annotations

import msgspec

from warband_tui.campaign.play import PlaySession
from warband_tui.rules.state import Setup, SideSetup, UnitSetup
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.library import Library

AT = "2026-03-01T19:30:00Z"

NAMES = ("Weyl", "Agathe", "Kett", "Pell", "Sorel", "Dorn", "Ysa", "Brune", "Halloran", "Vask")
FOES = ("Orm", "Voss", "Brakh", "Hale", "Ilk", "Grue", "Sallow", "Tarn", "Muck", "Old Wen")


def now() -> str:
    return AT


def setup(size: int = 3, *, turns: int | None = 5, names: tuple[str, ...] = NAMES) -> Setup:
    """Two sides of so many: a1, a2, ... against b1, b2, ..."""
    sides = (("A", "Reed Wardens", "Mira", names), ("B", "Eel Court", "Jonas", FOES))
    return Setup(
        ruleset="bogwater",
        name="The Ford",
        seed=7,
        turns=turns,
        sides=tuple(
            SideSetup(id=key, name=name, player=player, units=tuple(_units(key.lower(), who, size)))
            for key, name, player, who in sides
        ),
    )


def _units(key: str, names: tuple[str, ...], size: int) -> list[UnitSetup]:
    return [
        UnitSetup(
            id=f"{key}{i + 1}",
            name=names[i % len(names)] + (f" {i // len(names) + 1}" if i >= len(names) else ""),
            profile={"role": "Reeve" if i == 0 else "", "weapons": ["sling", "eel spear"]},
            counters={"blessing": 2} if i == 0 else {},
        )
        for i in range(size)
    ]


def begun(library: Library, plan: Setup | None = None) -> int:
    """Keep a battle and return its row id."""
    plan = plan or setup()
    sides = [NewSide(s.id, s.name, s.player) for s in plan.sides]
    body = msgspec.json.encode(plan)
    return Battles(library).begin(plan.name, plan.ruleset, plan.edition, body, sides, at=AT).id


def opened(library: Library, battle_id: int) -> PlaySession:
    return PlaySession.open(library, battle_id, now=now)
