"""`catalogue list|show|check`: what can be hired and bought, and files of the player's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from warband_tui.commands.options import AnyRuleset, Edition, Json, group
from warband_tui.commands.output import emit, nearest, say, say_table
from warband_tui.commands.reading import bytes_of
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from warband_tui.rules.catalogue import Catalogue
    from warband_tui.rules.catalogue_references import Automated

app = group("What can be hired and bought; check a file of your own.")


@app.command("list")
def list_catalogues(
    ruleset: AnyRuleset = "",
    as_json: Json = False,
) -> None:
    """List the catalogues that come with the games."""
    from warband_tui.rules.ruleset import installed, load

    games = [load(one) for one in ([ruleset] if ruleset else installed())]
    rows = [
        {
            "id": faction.id,
            "ruleset": game.id,
            "title": faction.title,
            "editions": [e.id for e in game.editions if game.catalogue(faction.id, e.id) is not None],
        }
        for game in games
        for faction in game.factions()
    ]
    if as_json:
        emit(rows)
    elif rows:
        cells = [(r["id"], r["title"], r["ruleset"], ", ".join(r["editions"])) for r in rows]
        say_table(("id", "catalogue", "game", "editions"), cells)
    else:
        say("There is no catalogue here.")


@app.command("show")
def show_catalogue(
    catalogue: Annotated[str, typer.Argument(metavar="ID|FILE", help="A catalogue's id, or a TOML file.")],
    edition: Edition = "",
    variant: Annotated[str, typer.Option("--variant", help="A variant of the faction.")] = "",
    as_json: Json = False,
) -> None:
    """Show who can be hired and what can be bought."""
    shown = _found(catalogue, edition).for_variant(variant)
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
    """Look for faults in a catalogue file, each with its line; exit code 1 when there is one."""
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


def _found(name: str, edition: str) -> Catalogue:
    """Return a catalogue of a game by its id, or the player's own from a file."""
    from warband_tui.rules.catalogue_file import MAX_BYTES, parse_catalogue
    from warband_tui.rules.ruleset import installed, load

    if name.endswith(".toml") or Path(name).is_file():
        return parse_catalogue(bytes_of(name, MAX_BYTES), name, bases=_bases()).for_edition(edition)
    games = [load(one) for one in installed()]
    known = [faction.id for game in games for faction in game.factions()]
    for game in games:
        if any(faction.id == name for faction in game.factions()):
            from warband_tui.rules.ruleset import edition_of

            found = game.catalogue(name, edition_of(game, edition))
            if found is not None:
                return found
    raise WarbandError(f"there is no catalogue {name!r}{nearest(name, known)}")


def _bases() -> dict[str, Catalogue]:
    from warband_tui.rules.ruleset import installed, load

    return {key: one for game in installed() for key, one in load(game).catalogue_bases().items()}


def _automated(text: bytes) -> Automated | None:
    """Return what says which keywords the engine knows, None when the file does not name its game."""
    import tomllib

    from warband_tui.rules.ruleset import installed, load

    try:
        ruleset = tomllib.loads(text.decode("utf-8-sig")).get("ruleset")
    except ValueError:
        return None
    return load(ruleset).knows_keyword if ruleset in installed() else None


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
