"""`catalogue list|show|check`: what can be hired and bought, and files of the player's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from warband_tui.commands.options import AnyRuleset, Edition, Json, group
from warband_tui.commands.output import complain, emit, nearest, say, say_table
from warband_tui.commands.reading import bytes_of
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.campaign.catalogues import CatalogueShelf, GameLists
    from warband_tui.rules.catalogue import Catalogue
    from warband_tui.rules.catalogue_references import Automated
    from warband_tui.rules.ruleset import Ruleset

app = group("What can be hired and bought; check a file of your own.")


@app.command("list")
def list_catalogues(
    ctx: typer.Context,
    ruleset: AnyRuleset = "",
    as_json: Json = False,
) -> None:
    """List the catalogues of the games and your own.

    Yours lie in the folder `catalogues` beside the library. A file of your own that cannot be read is told and left out; the exit code is 0 all the same.
    """
    from warband_tui.rules.ruleset import installed, load

    shelf = _shelf(ctx.obj)
    rows: list[dict[str, Any]] = []
    problems: dict[str, None] = {}
    for game in [load(one) for one in ([ruleset] if ruleset else installed())]:
        lists = shelf.game(game.id)
        for faction in lists.factions():
            editions = [e.id for e in game.editions if _has(lists, faction.id, e.id)]
            row = {"id": faction.id, "ruleset": game.id, "title": faction.title, "editions": editions}
            rows.append({**row, "own": _is_own(lists, game, faction.id)})
        problems |= dict.fromkeys(lists.problems)
    if as_json:
        emit(rows)
    elif rows:
        cells = [
            (r["id"], r["title"], r["ruleset"], ", ".join(r["editions"]), "own" if r["own"] else "")
            for r in rows
        ]
        say_table(("id", "catalogue", "game", "editions", ""), cells)
    else:
        say("There is no catalogue here.")
    for problem in problems:
        complain(f"warning: {problem}")


@app.command("show")
def show_catalogue(
    ctx: typer.Context,
    catalogue: Annotated[str, typer.Argument(metavar="ID|FILE", help="A catalogue's id, or a TOML file.")],
    edition: Edition = "",
    variant: Annotated[
        str, typer.Option("--variant", metavar="VARIANT", help="A variant of the faction.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Show who can be hired and what can be bought."""
    shown = _found(ctx.obj, catalogue, edition).for_variant(variant)
    if as_json:
        emit(shown)
        return
    say(f"{shown.title}  {shown.ruleset} {shown.edition}{f' · {variant}' if variant else ''}")
    say()
    heads = ("id", "fighter", "cost", "how many", *shown.stats, "keywords")
    say_table(heads, [_profile(shown, one) for one in shown.profiles])
    if shown.armoury:
        say()
        heads = ("id", "item", "price", "kind", "keywords")
        say_table(heads, [_entry(shown, one) for one in shown.armoury])
    if shown.variants:
        say()
        say(f"Variants: {', '.join(one.id for one in shown.variants)}")


@app.command("check")
def check_file(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A catalogue as TOML.")],
    as_json: Json = False,
) -> None:
    """Look for faults in a catalogue file.

    Each with its line; exit code 1 when there is one.
    """
    from warband_tui.rules.catalogue_file import MAX_BYTES, check_catalogue

    text = bytes_of(file, MAX_BYTES)
    found = check_catalogue(text, file, bases=_bases(), automated=_automated(text))
    faulty = any(one.severity == "error" for one in found)
    if as_json:
        findings = [{"severity": f.severity, "line": f.line, "message": f.message} for f in found]
        emit({"file": file, "ok": not faulty, "findings": findings})
    else:
        for one in found:
            say(f"{one.severity}: {one.text}")
        say(f"{file}: {'faulty' if faulty else 'sound'}")
    if faulty:
        raise typer.Exit(1)


def _found(db: str, name: str, edition: str) -> Catalogue:
    """Return a catalogue from a file, or by its id: the player's own before one of the same id of a game."""
    from warband_tui.rules.catalogue_file import MAX_BYTES, parse_catalogue
    from warband_tui.rules.ruleset import edition_of, installed, load

    if name.endswith(".toml") or Path(name).is_file():
        return parse_catalogue(bytes_of(name, MAX_BYTES), name, bases=_bases()).for_edition(edition)
    shelf = _shelf(db)
    games = {one: load(one) for one in installed()}
    known = [faction.id for one in games for faction in shelf.game(one).factions()]
    for one, game in games.items():
        lists = shelf.game(one)
        if any(faction.id == name for faction in lists.factions()):
            chosen = edition
            if not chosen:
                chosen = next((e.id for e in game.editions if _has(lists, name, e.id)), "")
            found = lists.catalogue(name, edition_of(game, chosen))
            if found is not None:
                return found
    problems = [problem for one in games for problem in shelf.game(one).problems]
    more = f"; left out: {problems[0]}" if problems else ""
    raise WarbandError(f"there is no catalogue {name!r}{nearest(name, known)}{more}")


def _shelf(db: str) -> CatalogueShelf:
    """Return the lists of the games with the player's own; the library itself is not opened for it."""
    from warband_tui.bootstrap import services
    from warband_tui.campaign.catalogues import shelf_beside
    from warband_tui.store.connection import library_path

    return shelf_beside(library_path(services(db or None).place))


def _has(lists: GameLists, faction: str, edition: str) -> bool:
    try:
        return lists.catalogue(faction, edition) is not None
    except WarbandError:
        return False


def _is_own(lists: GameLists, game: Ruleset, faction: str) -> bool:
    """Whether a list is the player's own, or a built-in one that a file of the player's stands in for."""
    editions = [e.id for e in game.editions]
    return any(
        _has(lists, faction, e) and lists.catalogue(faction, e) != game.catalogue(faction, e)
        for e in editions
    )


def _bases() -> dict[str, Catalogue]:
    from warband_tui.rules.ruleset import installed, load

    return {key: one for game in installed() for key, one in load(game).catalogue_bases().items()}


def _automated(text: bytes) -> Automated | None:
    """Return what says which keywords the engine knows, None when the file does not name its game."""
    from warband_tui.rules.ruleset import installed, load
    from warband_tui.toml_text import read_toml

    try:
        ruleset = read_toml(text.decode("utf-8-sig")).get("ruleset")
    except ValueError:
        return None
    return load(ruleset).knows_keyword if isinstance(ruleset, str) and ruleset in installed() else None


def _profile(catalogue: Catalogue, profile: Any) -> tuple[str, ...]:
    most = "any" if profile.max is None else str(profile.max)
    count = most if not profile.min else f"{profile.min} to {most}" if profile.min != profile.max else most
    stats = (str(profile.stats.get(stat, "")) for stat in catalogue.stats)
    return (
        profile.id,
        profile.name,
        catalogue.money(profile.cost),
        count,
        *stats,
        ", ".join(profile.keywords),
    )


def _entry(catalogue: Catalogue, entry: Any) -> tuple[str, ...]:
    item = catalogue.item(entry.item)
    price = "ask your book" if entry.price_unknown else catalogue.money(entry.cost)
    return (
        entry.item,
        item.name if item else entry.item,
        price,
        item.kind if item else "",
        ", ".join(item.keywords) if item else "",
    )
