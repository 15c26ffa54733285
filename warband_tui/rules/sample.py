"""A game's sample campaign: data that shows what the program does before anybody has typed anything."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from warband_tui.rules.engine import Battle
from warband_tui.rules.loadout import loadout_of
from warband_tui.rules.roster_view import FighterView, OwnedItem
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.script import step
from warband_tui.rules.state import Setup, SideSetup, UnitSetup


class SampleFighter(Struct, frozen=True, forbid_unknown_fields=True):
    """One fighter, by the ids of its catalogue. It has as many models as its profile says."""

    name: str
    profile: str
    items: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    notes: str = ""


class SampleWarband(Struct, frozen=True, forbid_unknown_fields=True):
    """One warband; `game` is the number of the campaign's game that it stands before."""

    id: str
    name: str
    player: str
    faction: str
    game: int = 1
    budget: dict[str, int] | None = None
    fighters: tuple[SampleFighter, ...] = ()


class SampleBattle(Struct, frozen=True, forbid_unknown_fields=True):
    """One battle between all the warbands; `script` names its lines without the set-up.

    `board` names a board with terrain, `table` gives the size of a table without one.
    """

    name: str
    script: str
    scenario: str = ""
    turns: int | None = None
    seed: int = 1
    table: tuple[float, float] | None = None
    board: str = ""
    place: str = ""
    plans: dict[str, str] = {}


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign with its warbands and battles, the last battle still under way.

    Where several games have one, that of the lowest `rank` is shown first.
    """

    name: str
    edition: str
    warbands: tuple[SampleWarband, ...]
    battles: tuple[SampleBattle, ...]
    scripts: dict[str, str] = {}
    boards: dict[str, Any] = {}
    rank: int = 9


def read_sample(text: str, scripts: dict[str, str]) -> Sample:
    """Return a sample campaign from its TOML and the texts of its scripts by name."""
    return replace(msgspec.convert(tomllib.loads(text), Sample), scripts=scripts)


def sample_in(folder: Traversable) -> Sample:
    """Return the sample campaign of a folder: `campaign.toml`, its scripts (`.jsonl`) and boards (`.json`)."""
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    sample = read_sample(
        folder.joinpath("campaign.toml").read_text("utf-8"),
        {f.name: f.read_text("utf-8") for f in files if f.name.endswith(".jsonl")},
    )
    boards = {f.name: msgspec.json.decode(f.read_bytes()) for f in files if f.name.endswith(".json")}
    return replace(sample, boards=boards)


def fighter_view(fighter: SampleFighter, unit_id: str, models: int = 1) -> FighterView:
    """Return a fighter as costs, legality and loadouts look at it."""
    return FighterView(
        id=unit_id,
        name=fighter.name,
        profile=fighter.profile,
        models=models,
        upgrades=fighter.upgrades,
        items=tuple(OwnedItem(id=item) for item in fighter.items),
    )


def sample_setup(ruleset: Ruleset, sample: Sample, battle: SampleBattle) -> Setup:
    """Return the set-up of one battle of a sample, for a battle that needs no library."""
    sides = tuple(_side(ruleset, warband, sample.edition) for warband in sample.warbands)
    return Setup(
        ruleset=ruleset.id,
        edition=sample.edition,
        name=battle.name,
        scenario=battle.scenario,
        seed=battle.seed,
        turns=battle.turns,
        sides=sides,
        board=_board(sample, battle),
        place=battle.place,
        plans=dict(battle.plans),
    )


def _board(sample: Sample, battle: SampleBattle) -> Any:
    if battle.board:
        return sample.boards[battle.board]
    return {"width": battle.table[0], "height": battle.table[1]} if battle.table else None


def script_lines(sample: Sample, battle: SampleBattle) -> list[str]:
    """Return the lines of a battle's script, without the set-up."""
    return [line for line in sample.scripts[battle.script].splitlines() if line.strip()]


def play_sample(setup: Setup, ruleset: Ruleset, sample: Sample, battle: SampleBattle) -> Battle:
    """Return a battle of a sample as far as its script goes.

    Raises:
        WarbandError: a line of the script does not stand; the game's tests see to that.
    """
    played = Battle(setup, ruleset)
    for line in script_lines(sample, battle):
        step(played, msgspec.json.decode(line))
    return played


def _side(ruleset: Ruleset, warband: SampleWarband, edition: str) -> SideSetup:
    catalogue = ruleset.catalogue(warband.faction, edition)
    if catalogue is None:
        raise LookupError(f"{ruleset.title} has no list {warband.faction!r}")
    units = []
    for number, fighter in enumerate(warband.fighters, start=1):
        unit_id = f"{warband.id.lower()}{number}"
        profile = catalogue.profile(fighter.profile)
        models = profile.models if profile else 1
        loadout = loadout_of(fighter_view(fighter, unit_id, models), catalogue)
        kind = profile.name if profile else fighter.profile
        fielded = ruleset.field(loadout, kind, edition).profile
        units.append(UnitSetup(unit_id, fighter.name, fielded, models=models))
    return SideSetup(warband.id, warband.name, warband.player, tuple(units))
