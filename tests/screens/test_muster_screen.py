"""Mustering on screen: two sides are picked, the battle is begun."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import msgspec
import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input

from tests.screens.conftest import HOSTILE, NOW
from tests.screens.driving import drawn, idle, rows, running, toasts
from warband_tui.app import Start, WarbandApp
from warband_tui.campaign.founding import found_campaign
from warband_tui.campaign.import_preview import preview
from warband_tui.campaign.importing import save
from warband_tui.campaign.layout_words import read_size, size_text, words_of
from warband_tui.imports.roster import Cost, ImportedEntry, ImportedForce, ImportedRoster
from warband_tui.rules.ruleset import load
from warband_tui.rules.state import Setup
from warband_tui.screens.muster import MusterScreen
from warband_tui.services import Services
from warband_tui.store.queries import Queries

SnapCompare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]
CAPTAINS = (
    "Lieutenant",
    "Trench Cleric",
    "Yeoman",
    "Yeoman",
    "Mechanized Heavy Infantry",
    "Shocktrooper",
    "Combat Medic",
)
NAMES = ("Weyl", "Sr. Agathe", "Kett", "Pell", "Brother Anselm of the Lower Works", "Sorel", "Dorn")


def roster(names: tuple[str, ...] = NAMES, name: str = "Lances of Antioch") -> ImportedRoster:
    entries = tuple(
        ImportedEntry(
            CAPTAINS[i % len(CAPTAINS)],
            "model",
            "New Antioch",
            custom_name=who,
            models=1,
            costs=(Cost("Ducats", "d", Decimal(30 + 10 * i)),),
            stats={"Movement": '6"/Infantry', "Ranged": "+1 Dice", "Melee": "+0 Dice", "Armour": "-1"},
        )
        for i, who in enumerate(names)
    )
    return ImportedRoster(
        format="test",
        name=name,
        display_name=name,
        game_system="Trench Crusade",
        forces=(ImportedForce("Warband", catalogue="New Antioch"),),
        entries=entries,
    )


def keep(services: Services, *names: str, fighters: tuple[str, ...] = NAMES) -> int:
    """A campaign with warbands of these names; return the campaign's id."""
    where: int | str = "Ashen Ridge"
    for i, name in enumerate(names):
        shown = preview(roster(fighters, name))
        kept = save(
            services.library, shown, campaign=where, player=("Mira", "Jonas")[i % 2], who="Mira", at=NOW
        )
        where = Queries(services.library).warband(kept).campaign_id
    assert isinstance(where, int)
    return where


def muster(campaign_id: int | None) -> Start:
    return lambda app: app.open_muster(campaign_id)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The battles that are opened; the battle screen itself is another test's."""
    opened: list[int] = []
    monkeypatch.setattr(WarbandApp, "open_battle", lambda _, battle_id: opened.append(battle_id))
    return opened


async def settled(pilot: Pilot[None]) -> None:
    assert isinstance(pilot.app, WarbandApp)
    await idle(pilot.app, pilot)


async def answer(app: WarbandApp, pilot: Pilot[None], text: str) -> None:
    await pilot.pause()
    app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await idle(app, pilot)


def setup_of(services: Services, battle_id: int) -> Setup:
    return msgspec.json.decode(Queries(services.library).setup(battle_id), type=Setup)


@pytest.mark.parametrize("size", SIZES)
def test_the_muster_as_it_looks(snap_compare: SnapCompare, services: Services, size: tuple[int, int]) -> None:
    """Settings on top or on the left, two sides, who goes with a tick; below what speaks against them."""
    campaign = keep(services, "Lances of Antioch", "The Heretic Legion")

    async def picking(pilot: Pilot[None]) -> None:
        await settled(pilot)
        await pilot.press("down", "down", "down", "space")
        await settled(pilot)

    app = WarbandApp(services, start=muster(campaign))
    assert snap_compare(app, terminal_size=size, run_before=picking)


async def test_two_warbands_are_put_on_the_sides_and_start_begins(
    services: Services, begun: list[int]
) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("s")
        await idle(app, pilot)
        assert len(app.screen_stack) == 1
    setup = setup_of(services, begun[0])
    assert [side.name for side in setup.sides] == ["Heretics", "Lances"]
    assert [unit.name for unit in setup.sides[0].units] == list(NAMES)
    assert [unit.name for unit in setup.sides[1].units] == [f"{name} 2" for name in NAMES]
    assert setup.sides[0].units[0].profile["ranged"] == 1
    assert setup.seed == 7
    kept = Queries(services.library).battle(begun[0])
    assert (kept.campaign_id, kept.name, kept.status) == (campaign, "Heretics against Lances", "preparing")


async def test_space_leaves_a_fighter_at_home_and_a_takes_all_or_none(
    services: Services, begun: list[int]
) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("down", "down", "space")
        assert "6 of 7 go" in drawn(app)
        await pilot.press("space")
        assert "7 of 7 go" in drawn(app)
        await pilot.press("3", "a")
        assert "0 of 7 go" in drawn(app)
        await pilot.press("s")
        assert any("side B has nobody" in text for text in toasts(app))
        await pilot.press("a", "2", "down", "enter", "s")
        await idle(app, pilot)
    a, b = setup_of(services, begun[0]).sides
    assert (len(a.units), len(b.units)) == (6, 7)


async def test_settings_are_asked_and_kept(services: Services, begun: list[int]) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("1")
        for text in ("The Long Night", None, "Relic Hunt", "5"):
            await pilot.press("enter")
            if text is None:
                assert any("are the campaign's" in toast for toast in toasts(app))
            else:
                await answer(app, pilot, text)
            await pilot.press("down")
        await pilot.press("enter")
        await answer(app, pilot, "Another size")
        await answer(app, pilot, "50x36")
        for text in ("99", "the club"):
            await pilot.press("down", "enter")
            await answer(app, pilot, text)
        await pilot.press("2", "p")
        await answer(app, pilot, "Hold the ridge")
        await pilot.press("s")
        await idle(app, pilot)
    setup = setup_of(services, begun[0])
    assert (setup.name, setup.scenario, setup.turns, setup.seed, setup.place) == (
        "The Long Night",
        "Relic Hunt",
        5,
        99,
        "the club",
    )
    assert setup.board == {"kind": "inches", "width": 50.0, "height": 36.0}
    assert setup.plans == {"A": "Hold the ridge"}


async def test_a_setting_that_will_not_do_says_why(services: Services) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("1", "down", "down", "down", "enter")
        await answer(app, pilot, "soon")
        assert "a number from 1 to 99, or nothing" in drawn(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "open end" in drawn(app)


async def test_a_usual_size_of_the_table_is_picked_and_taken_back(services: Services) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("1", *["down"] * 4, "enter")
        await pilot.pause()
        words = words_of(load("trench-crusade"))
        usual = size_text(words.sizes[0], words.kind)
        assert usual in drawn(app)
        await answer(app, pilot, usual)
        assert usual in drawn(app)
        await pilot.press("enter")
        await answer(app, pilot, "Not said")
        assert "not said" in drawn(app)


async def test_a_game_on_squares_is_asked_in_squares(services: Services, begun: list[int]) -> None:
    campaign = found_campaign(services.library, "Delve", "dnd4e", "", who="Mira", at=NOW)
    async with running(services, start=muster(campaign)) as (app, pilot):
        game = load("dnd4e")
        width, height = words_of(game).sizes[0]
        assert "Map" in drawn(app)
        await rows_down_to(app, pilot, "table")
        await pilot.press("enter")
        await pilot.pause()
        assert "How large is the map?" in drawn(app)
        assert f"{width:g} x {height:g} squares" in drawn(app)
        await answer(app, pilot, "Another size")
        await answer(app, pilot, "20.5 x 12")
        assert "width and height in squares" in drawn(app)
        await answer(app, pilot, "18 x 12")
        assert "18 x 12 squares" in drawn(app)
        for pane in ("2", "3"):
            await pilot.press(pane, "w")
            await pilot.pause()
            for _ in range(3):
                await pilot.press("enter")
                await idle(app, pilot)
        await pilot.press("s")
        await idle(app, pilot)
    assert setup_of(services, begun[0]).board == {"kind": "squares", "map": ["." * 18] * 12}


async def rows_down_to(app: WarbandApp, pilot: Pilot[None], row: str) -> None:
    """Put the cursor on a row of the settings."""
    await pilot.press("1")
    rows(app, "#muster-settings").select(row)
    await pilot.pause()


@pytest.mark.parametrize(
    ("text", "kind", "size"),
    [
        ("48x36", "inches", (48, 36)),
        ('48" X 36"', "inches", (48, 36)),
        ("22.5 x 30", "inches", (22.5, 30)),
        ("22.5 x 30", "squares", None),
        ("20 x 15", "squares", (20, 15)),
        ("999 x 30", "inches", None),
        ("201 x 30", "squares", None),
        ("48", "inches", None),
        ("0x4", "inches", None),
        ("", "squares", None),
    ],
)
def test_a_size_is_read_as_people_write_it(text: str, kind: str, size: tuple[float, float] | None) -> None:
    assert read_size(text, kind) == size


async def test_one_warband_is_split_and_nobody_is_on_both_sides(services: Services, begun: list[int]) -> None:
    campaign = keep(services, "Lances")
    async with running(services, start=muster(campaign)) as (app, pilot):
        assert "choose a warband" in drawn(app)
        await pilot.press("down", "down", "space", "3", "w")
        await pilot.pause()
        await pilot.press("enter")
        await idle(app, pilot)
        assert "Side B: 1 of 7 go" in drawn(app)
        await pilot.press("down", "down", "down", "space")
        assert "Side A: 5 of 7 go" in drawn(app)
        await pilot.press("s")
        await idle(app, pilot)
    a, b = setup_of(services, begun[0]).sides
    assert [u.name for u in b.units] == ["Weyl", "Sr. Agathe"]
    assert len(a.units) == 5
    assert [a.name, b.name] == ["Lances (A)", "Lances (B)"]


async def test_a_side_can_be_models_without_names(services: Services, begun: list[int]) -> None:
    campaign = keep(services, "Lances")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("3", "w")
        await pilot.pause()
        await pilot.press("down", "enter")
        await answer(app, pilot, "4")
        await answer(app, pilot, "Raiders")
        assert "Side B: 4 of 4 go" in drawn(app)
        await pilot.press("x", "s")
        await idle(app, pilot)
    a, b = setup_of(services, begun[0]).sides
    assert (a.name, len(a.units), b.name) == ("Raiders", 4, "Lances")


async def test_a_quick_battle_needs_no_campaign(services: Services, begun: list[int]) -> None:
    async with running(services, start=muster(None)) as (app, pilot):
        assert "outside any campaign" in drawn(app)
        for pane, name in (("2", "Us"), ("3", "Them")):
            await pilot.press(pane, "w")
            await pilot.pause()
            await pilot.press("enter")
            await answer(app, pilot, "6")
            await answer(app, pilot, name)
        await pilot.press("s")
        await idle(app, pilot)
    kept = Queries(services.library).battle(begun[0])
    assert (kept.name, kept.campaign_id) == ("Us against Them", None)


async def test_another_game_or_edition_is_chosen_outside_a_campaign(
    services: Services, begun: list[int]
) -> None:
    async with running(services, start=muster(None)) as (app, pilot):
        await pilot.press("1", "down", "enter")
        await pilot.pause()
        await pilot.press(*"1.6", "enter")
        await idle(app, pilot)
        assert "1.6" in drawn(app)


async def test_what_the_rules_of_mustering_say_is_a_warning(services: Services, begun: list[int]) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("a", "a", "a")
        assert "! A:" in drawn(app)
        await pilot.press("v")
        await pilot.pause()
        assert "What the rules of mustering say" in drawn(app)


async def test_what_cannot_be_done_here_says_why(services: Services) -> None:
    async with running(services, start=muster(None)) as (app, pilot):
        await pilot.press("space", "1", "w", "2", "p", "v")
        told = toasts(app)
    for why in (
        "put the cursor on a fighter",
        "go to a side first",
        "choose the side's warband",
        "nothing to say",
    ):
        assert any(why in text for text in told)


async def test_a_game_that_is_not_installed_cannot_be_played_and_says_so(services: Services) -> None:
    shown = preview(replace(roster(), game_system="Mud and Brass"))
    kept = save(services.library, shown, campaign="River War", who="Mira", at=NOW)
    campaign = Queries(services.library).warband(kept).campaign_id
    async with running(services, start=muster(campaign)) as (app, pilot):
        assert "'mud-and-brass' is installed" in drawn(app)
        await pilot.press("s")
        assert any("no game is installed" in text for text in toasts(app))


async def test_a_double_click_lets_a_fighter_go_or_stay(services: Services) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.click("#muster-b RowList", offset=(4, 4), times=2)
        await idle(app, pilot)
        assert "Side B: 6 of 7 go" in drawn(app)


async def test_names_are_shown_as_they_are_and_never_run(services: Services, begun: list[int]) -> None:
    campaign = keep(services, "[@click=app.quit]x[/]", "Grim [/the] Bold", fighters=HOSTILE)
    for size in SIZES:
        async with running(services, size=size, start=muster(campaign)) as (app, pilot):
            assert "[@click=app.quit]x[/]" in drawn(app)
            await pilot.click("#muster-a RowList", offset=(3, 1))
            for _ in HOSTILE:
                await pilot.press("j", "space")
            await pilot.press("a", "w")
            await pilot.pause()
            assert "Grim [/the] Bold" in drawn(app)
            await pilot.press("escape")
            await idle(app, pilot)
            await pilot.press("s")
            await idle(app, pilot)
    assert len(begun) == 2


async def test_a_resize_keeps_cursor_and_sides(services: Services) -> None:
    campaign = keep(services, "Lances", "Heretics")
    async with running(services, start=muster(campaign)) as (app, pilot):
        await pilot.press("down", "down", "down", "space")
        before = rows(app, "#muster-a").current
        for size in ((120, 40), (60, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await idle(app, pilot)
            assert rows(app, "#muster-a").current == before
            assert isinstance(app.screen, MusterScreen)
        assert "6 of 7 go" in drawn(app)
