"""What mustering asks: settings, game, whose fighters, a plan. All have to run in a worker of the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from warband_tui.campaign.layout_words import pair_text, read_size, size_text, words_of
from warband_tui.campaign.muster import MOST_UNNAMED, Force, unnamed_force
from warband_tui.dialogs.ask_text import AskText
from warband_tui.dialogs.pick import Pick
from warband_tui.rules.ruleset import Ruleset
from warband_tui.screens.base import WarbandScreen
from warband_tui.screens.muster_lines import TABLE, Settings, SideState
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Line, Row

if TYPE_CHECKING:
    from warband_tui.store.views import CampaignView, WarbandView

_UNNAMED, _OTHER, _UNSAID = "unnamed", "other", "unsaid"
_FORCES = (Column(least=16), Column(least=8, style="dim"), Column(grows=True, drop=1, style="dim"))
_EDITIONS = (Column(least=12), Column(grows=True, style="dim"))
_TEXTS = {
    "name": ("What is the battle called?", "empty for the names of the sides"),
    "scenario": ("Which scenario?", "its name, as your group says it"),
    "place": ("Where is it played?", "a table, a club, a town"),
}


class PickedGame(NamedTuple):
    """A game and an edition of it."""

    ruleset: str
    edition: str


async def ask_setting(screen: WarbandScreen, game: Ruleset | None, settings: Settings, row: str) -> None:
    """Ask for one of the settings and keep the answer."""
    if row in _TEXTS:
        title, hint = _TEXTS[row]
        answer = await _ask(screen, title, getattr(settings, row), hint)
        if answer is not None:
            setattr(settings, row, answer)
    elif row == "turns":
        value = "" if settings.turns is None else str(settings.turns)
        hint = "a number; empty for an open end"
        answer = await _ask(screen, "How long does it last at most?", value, hint, _number_or_nothing)
        if answer is not None:
            settings.turns = int(answer) if answer else None
    elif row == TABLE:
        await _ask_table(screen, game, settings)
    elif row == "seed":
        hint = "the same seed rolls the same dice"
        answer = await _ask(screen, "Which seed do the dice have?", str(settings.seed), hint, _no_seed)
        if answer:
            settings.seed = int(answer)


async def _ask_table(screen: WarbandScreen, game: Ruleset | None, settings: Settings) -> None:
    """Ask how large the table is: one of the game's usual sizes, another, or nothing said."""
    words = words_of(game)
    what = "map" if words.kind == "squares" else "table"
    rows: list[Line] = [Row(str(i), (size_text(size, words.kind),)) for i, size in enumerate(words.sizes)]
    rows += [Row(_OTHER, ("Another size",)), Row(_UNSAID, ("Not said",))]
    held = settings.table
    now = _UNSAID if held is None else str(words.sizes.index(held)) if held in words.sizes else _OTHER
    picked = await screen.app.push_screen_wait(Pick(f"How large is the {what}?", rows, current=now))
    if picked is None:
        return
    table = words.sizes[int(picked)] if picked.isdigit() else None
    if picked == _OTHER:
        hint = f"width and height in {words.kind}"
        value = pair_text(held or words.sizes[0])
        table = read_size(
            await _ask(screen, f"How large is the {what}?", value, hint, _no_size(words.kind)), words.kind
        )
        if table is None:
            return
    if table != settings.table:
        if settings.board is not None:
            screen.shell.say("The board had another size; choose one anew")
        settings.table = table
        settings.drop_board()


async def ask_game(screen: WarbandScreen, game: Ruleset | None, edition: str) -> PickedGame | None:
    """Ask for a game and its edition; None when it was left."""
    services = screen.services
    games = [services.ruleset(ruleset_id) for ruleset_id in services.ruleset_ids()]
    ways = [(one, each) for one in games for each in one.editions]
    rows = [Row(str(i), (f"{one.title} · {each.title}", each.note)) for i, (one, each) in enumerate(ways)]
    now = next((str(i) for i, (o, e) in enumerate(ways) if game and (o.id, e.id) == (game.id, edition)), "")
    picked = await screen.app.push_screen_wait(Pick("Which game?", rows, columns=_EDITIONS, current=now))
    if picked is None:
        return None
    chosen, of = ways[int(picked)]
    return PickedGame(chosen.id, of.id)


async def ask_force(
    screen: WarbandScreen,
    game: Ruleset,
    side: SideState,
    warbands: Sequence[tuple[WarbandView, CampaignView]],
    read: Callable[[int], Force],
) -> Force | None:
    """Ask whose fighters a side has: a warband's, or unnamed models; None when it was left.

    Raises:
        WarbandError: the warband cannot be read.
    """
    rows = [
        Row(str(warband.id), (warband.name, warband.player, f"{warband.active} fighters · {campaign.name}"))
        for warband, campaign in warbands
    ]
    rows.append(Row(_UNNAMED, ("Unnamed models", "", "as many as you say; no warband needed")))
    now = str(side.force.warband or _UNNAMED) if side.force else ""
    picked = await screen.app.push_screen_wait(
        Pick(f"Who fights on side {side.key}?", rows, columns=_FORCES, current=now)
    )
    if picked is None:
        return None
    if picked != _UNNAMED:
        return await asyncio.to_thread(read, int(picked))
    answer = await _ask(screen, f"How many {game.nouns.units}?", "6", f"1 to {MOST_UNNAMED}", _no_models)
    if not answer:
        return None
    usual = f"Side {side.key}"
    name = await _ask(screen, "What is the side called?", usual, "a name")
    return unnamed_force(game, name or usual, int(answer)) if name is not None else None


async def ask_plan(screen: WarbandScreen, side: str, plan: str) -> str | None:
    """Ask for a side's plan; None when it was left."""
    return await _ask(screen, f"What does {side} mean to do?", plan, "a sentence for the report", most=600)


async def _ask(
    screen: WarbandScreen,
    title: str,
    value: str,
    hint: str,
    check: Callable[[str], str | None] = lambda _: None,
    *,
    most: int = 200,
) -> str | None:
    return await screen.app.push_screen_wait(AskText(title, value=value, hint=hint, check=check, most=most))


def _whole(text: str, low: int, high: int) -> bool:
    return text.isascii() and text.isdigit() and low <= int(text) <= high


def _number_or_nothing(text: str) -> str | None:
    return None if not text or _whole(text, 1, 99) else "a number from 1 to 99, or nothing"


def _no_size(kind: str) -> Callable[[str], str | None]:
    why = f"width and height in {kind}, as in 48 x 36"
    return lambda text: None if read_size(text, kind) else why


def _no_seed(text: str) -> str | None:
    return None if len(text) < 19 and _whole(text, 0, 2**62) else "a whole number"


def _no_models(text: str) -> str | None:
    return None if _whole(text, 1, MOST_UNNAMED) else f"a number from 1 to {MOST_UNNAMED}"
