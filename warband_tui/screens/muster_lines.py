"""What a muster is while it is being made: settings and two sides, and how they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from textual.content import Content

from warband_tui.campaign.layout_words import size_text, words_of
from warband_tui.campaign.muster import Force, Recruit, SidePlan, side_of, warnings_of
from warband_tui.campaign.muster_rules import rules_text
from warband_tui.rules.board.layout import Board, InchBoard
from warband_tui.rules.ruleset import Ruleset
from warband_tui.rules.wording import counted
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row
from warband_tui.widgets.plain import plain

SETTING_COLUMNS = (Column(least=8, style="dim"), Column(least=8, grows=True))
SIDE_COLUMNS = (
    Column(least=10, grows=True),
    Column(least=3, drop=2, right=True, style="dim"),
    Column(least=6, most=20, drop=3, style="dim"),
    Column(least=4, most=12, drop=1, right=True),
)
"""Mark and name, models, kind, cost."""

FORCE, PLAN = "force", "plan"
RULES, TABLE, BOARD = "rules", "table", "board"
KEYS = "AB"
_MOST_WARNINGS = 3


@dataclass
class Settings:
    """What is fixed before the first turn. `turns` and `table` None: nobody said."""

    name: str = ""
    scenario: str = ""
    turns: int | None = None
    table: tuple[float, float] | None = None
    board: Board | None = None
    board_name: str = ""
    board_id: str = ""
    """The number of the layout that it comes from, empty for one drawn here."""
    draft_id: str = ""
    """Of the draft that keeps the board until the battle is begun."""
    seed: int = 1
    place: str = ""
    edition: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    """What the group answers to what the rules leave open, by the ids of the game's settings."""

    def drop_board(self) -> None:
        """Play without the board; a draft of it waits among the boards."""
        self.board, self.board_name, self.board_id, self.draft_id = None, "", "", ""


@dataclass
class SideState:
    """A side while it is being picked."""

    key: str
    force: Force | None = None
    chosen: set[str] = field(default_factory=set)
    plan: str = ""

    def take(self, force: Force, but: set[str]) -> None:
        """Pick from another force; its usual fighters go, but not those of the other side."""
        self.force = force
        self.chosen = {key for key in force.usual if key not in but}

    @property
    def going(self) -> tuple[Recruit, ...]:
        """Who goes, in the order of the roster."""
        return tuple(r for r in self.force.recruits if r.key in self.chosen) if self.force else ()

    @property
    def models(self) -> int:
        """How many models go."""
        return sum(recruit.models for recruit in self.going)


def one_warband(one: SideState, other: SideState) -> bool:
    """Whether two sides are picked from one warband."""
    return (
        one.force is not None
        and other.force is not None
        and one.force.warband is not None
        and one.force.warband == other.force.warband
    )


def toggle(side: SideState, key: str, other: SideState) -> None:
    """Let a fighter go, or leave it at home; nobody goes on both sides."""
    side.chosen ^= {key}
    if key in side.chosen and one_warband(side, other):
        other.chosen.discard(key)


def toggle_all(side: SideState, other: SideState) -> None:
    """Let everybody go who is not on the other side, or nobody where they all go."""
    everybody = {recruit.key for recruit in side.force.recruits} if side.force else set()
    free = everybody - other.chosen if one_warband(side, other) else everybody
    side.chosen = set() if side.chosen >= free else free


def swap(one: SideState, other: SideState) -> None:
    """Let two sides change places."""
    one.force, other.force = other.force, one.force
    one.chosen, other.chosen = other.chosen, one.chosen
    one.plan, other.plan = other.plan, one.plan


def side_plans(sides: Sequence[SideState]) -> list[SidePlan]:
    """Return the sides as they go into battle; two halves of one warband are told apart by their key."""
    forces = [(side, side.force) for side in sides if side.force is not None]
    names = [force.name for _, force in forces]
    return [
        side_of(
            force,
            side.chosen,
            plan=side.plan,
            name=f"{force.name} ({side.key})" if names.count(force.name) > 1 else force.name,
        )
        for side, force in forces
    ]


def setting_lines(settings: Settings, game: Ruleset | None, sides: Sequence[SideState]) -> list[Line]:
    """Return the rows of the settings."""
    usual = " against ".join(side.name for side in side_plans(sides)) or "–"
    edition = next((e.title for e in game.editions if e.id == settings.edition), "") if game else ""
    turn = game.nouns.turn if game else "turn"
    rows = (
        ("name", "Battle", settings.name or usual),
        ("game", "Game", f"{game.title} · {edition}" if game else "not installed"),
        (RULES, "Rules", rules_text(game, settings.edition, settings.answers)),
        ("scenario", "Scenario", settings.scenario or "–"),
        (
            "turns",
            f"{turn[:1].upper()}{turn[1:]}s",
            "open end" if settings.turns is None else str(settings.turns),
        ),
        (TABLE, *table_row(settings.table, game)),
        ("seed", "Seed", str(settings.seed)),
        ("place", "Place", settings.place or "–"),
        (BOARD, "Board", board_text(settings)),
    )
    return [Row(row, (label, value)) for row, label, value in rows if row != RULES or value]


def table_row(table: tuple[float, float] | None, game: Ruleset | None) -> tuple[str, str]:
    """Return what the game's tables are called and how large the battle's is, in the game's own words."""
    words = words_of(game)
    label = "Map" if words.kind == "squares" else "Table"
    return label, "not said" if table is None else size_text(table, words.kind)


def board_text(settings: Settings) -> str:
    """Return what a battle is played on in words."""
    board = settings.board
    if board is None:
        return "none"
    if not isinstance(board, InchBoard):
        return settings.board_name
    return f"{settings.board_name} · {counted(len(board.features), 'piece')}"


def side_lines(side: SideState) -> list[Line]:
    """Return the rows of a side: whose fighters, its plan, who goes."""
    force = side.force
    if force is None:
        return [Heading(f"Side {side.key}"), Row(FORCE, ("choose a warband",))]
    player = f" · {force.player}" if force.player else ""
    going = len(side.going)
    told = f"{going} of {len(force.recruits)} go" + (
        f", {counted(side.models, 'model')}" if side.models != going else ""
    )
    return [
        Heading(f"Side {side.key}: {told}"),
        Row(FORCE, (f"{force.name}{player}",)),
        Row(PLAN, (f"Plan: {side.plan or '–'}",), dim=not side.plan),
        *(_recruit(recruit, recruit.key in side.chosen) for recruit in force.recruits),
    ]


def _recruit(recruit: Recruit, goes: bool) -> Row:
    models = f"x{recruit.models}" if recruit.models > 1 else ""
    cost = recruit.cost if recruit.cost != "–" else ""
    cells = (f"{'✓' if goes else '–'} {recruit.name}", models, recruit.kind, cost)
    return Row(f"f{recruit.key}", cells, search=recruit.kit, dim=not goes)


def recruit_text(recruit: Recruit, goes: bool) -> Content:
    """Return what is told about a fighter in two lines."""
    kind = f", {recruit.kind}" if recruit.kind else ""
    unknown = (
        f" · not known to the game: {', '.join(recruit.not_understood)}" if recruit.not_understood else ""
    )
    where = "takes the field" if goes else "stays at home"
    head = plain(f"{recruit.name}{kind}").stylize("bold") + plain(f" {where}{unknown}")
    return head + Content("\n") + plain(recruit.kit) if recruit.kit else head


def warning_lines(sides: Sequence[SideState]) -> list[str]:
    """Return what speaks against the sides, one line each; nothing of it stops anybody."""
    found = []
    for side in sides:
        if side.force is not None:
            found += [f"{side.key}: {text}" for text in warnings_of(side.force, side.chosen)]
    return found


def warning_text(found: Sequence[str], key: str) -> Content:
    """Return the first warnings, and how many more there are; `key` lists them all."""
    shown = found if len(found) <= _MOST_WARNINGS else found[: _MOST_WARNINGS - 1]
    lines = [plain(f"! {text}") for text in shown]
    if len(found) > len(shown):
        lines.append(plain(f"and {len(found) - len(shown)} more: {key} shows them all"))
    return Content("\n").join(lines)
