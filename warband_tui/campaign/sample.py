"""Laying a game's sample campaign out in a library: warbands hired through the same door as a player's."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from warband_tui.campaign.desk import Pen
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.hiring import buy, hire
from warband_tui.campaign.warbands import found_warband
from warband_tui.errors import WarbandError
from warband_tui.rules.engine import Battle
from warband_tui.rules.entries import encode
from warband_tui.rules.ruleset import Ruleset, installed, load
from warband_tui.rules.sample import Sample, SampleBattle, SampleWarband, play_sample, sample_setup
from warband_tui.rules.state import Setup
from warband_tui.store.battles import Battles, NewSide
from warband_tui.store.journal import Journal, Row
from warband_tui.store.queries import Queries


class Laid(NamedTuple):
    """The ids of what was laid out; the last battle is under way."""

    campaign: int
    battles: tuple[int, ...]


class _Hired(NamedTuple):
    warband: int
    fighters: tuple[int, ...]


def games_with_samples() -> list[tuple[Ruleset, Sample]]:
    """Return the installed games that have a sample campaign, the one to be shown first leading."""
    found = [(ruleset, ruleset.sample()) for ruleset in map(load, installed())]
    samples = [(ruleset, sample) for ruleset, sample in found if sample is not None]
    return sorted(samples, key=lambda pair: pair[1].rank)


def game_with_sample(ruleset_id: str = "") -> tuple[Ruleset, Sample]:
    """Return a game with its sample campaign; without an id, the one to be shown first.

    Raises:
        WarbandError: no such game is installed, or it has none.
    """
    if ruleset_id:
        ruleset = load(ruleset_id)
        sample = ruleset.sample()
        if sample is None:
            raise WarbandError(f"{ruleset.title} has no sample campaign; leave the game out")
        return ruleset, sample
    samples = games_with_samples()
    if samples:
        return samples[0]
    raise WarbandError(
        "no installed game has a sample campaign; begin one of your own with: warband-tui campaign new"
    )


def sample_battle(ruleset_id: str = "", number: int = 0) -> Battle:
    """Return one battle of a game's sample, played in memory, without any library."""
    ruleset, sample = game_with_sample(ruleset_id)
    spec = sample.battles[number]
    return play_sample(sample_setup(ruleset, sample, spec), ruleset, sample, spec)


def find_sample(queries: Queries, sample: Sample) -> int | None:
    """Return the id of a sample campaign that was laid out before, None if there is none.

    One whose laying out was cut short lacks battles, and so does a player's own campaign of that name: neither is it.
    """
    wanted = {battle.name for battle in sample.battles}
    for campaign in queries.campaigns():
        if campaign.name == sample.name and not campaign.archived:
            played = {b.name for b in queries.battles(campaign.id, archived=True) if b.entries}
            if wanted <= played:
                return campaign.id
    return None


def lay_out(pen: Pen, ruleset_id: str = "") -> Laid:
    """Lay a sample campaign out in a library: its warbands, a finished battle, one under way.

    Raises:
        WarbandError: the game has no sample, or the file cannot be written.
    """
    ruleset, sample = game_with_sample(ruleset_id)
    campaign = found_campaign(pen.library, sample.name, ruleset.id, sample.edition, who=pen.who, at=pen.at)
    hired = {warband.id: _hire_all(pen, campaign, warband) for warband in sample.warbands}
    battles = tuple(_battle(pen, ruleset, sample, spec, campaign, hired) for spec in sample.battles)
    return Laid(campaign, battles)


def _hire_all(pen: Pen, campaign: int, warband: SampleWarband) -> _Hired:
    warband_id = found_warband(
        pen,
        campaign,
        warband.name,
        faction=warband.faction,
        player=warband.player,
        budget=warband.budget,
        game=warband.game,
    )
    fighters = []
    for fighter in warband.fighters:
        done = hire(pen, warband_id, fighter.profile, name=fighter.name, upgrades=fighter.upgrades)
        fighter_id = done.fighter or 0
        for item in fighter.items:
            buy(pen, warband_id, item, fighter_id=fighter_id)
        fighters.append(fighter_id)
    return _Hired(warband_id, tuple(fighters))


def _battle(
    pen: Pen, ruleset: Ruleset, sample: Sample, spec: SampleBattle, campaign: int, hired: dict[str, _Hired]
) -> int:
    setup = _linked(sample_setup(ruleset, sample, spec), hired)
    battle = play_sample(setup, ruleset, sample, spec)
    sides = [NewSide(s.id, s.name, s.player, hired[s.id].warband) for s in setup.sides]
    status = "ended" if battle.state.ended else "running"
    kept = Battles(pen.library).begin(
        spec.name,
        ruleset.id,
        sample.edition,
        msgspec.json.encode(setup),
        sides,
        at=pen.at,
        campaign_id=campaign,
        status=status,
    )
    rows = [Row(e.seq, e.kind, max(1, e.count), pen.at, encode(e)) for e in battle.entries]
    Journal(pen.library).append_all(kept.id, rows)
    return kept.id


def _linked(setup: Setup, hired: dict[str, _Hired]) -> Setup:
    """Return the set-up with each unit tied to the fighter that was hired for it."""
    sides = []
    for side in setup.sides:
        ids = hired[side.id]
        units = tuple(
            replace(unit, fighter=str(fighter))
            for unit, fighter in zip(side.units, ids.fighters, strict=True)
        )
        sides.append(replace(side, units=units, warband=str(ids.warband)))
    return replace(setup, sides=tuple(sides))
