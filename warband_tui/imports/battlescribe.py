"""Makes a roster of the BattleScribe tree, which New Recruit writes as XML and as JSON too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from warband_tui.imports.campaign_traces import fighter_state, warband_state
from warband_tui.imports.elements import Element
from warband_tui.imports.findings import Findings
from warband_tui.imports.lines import Line, lines_of
from warband_tui.imports.profiles import choose_stat_line, distinct, is_weapon, placeholders, without_prose
from warband_tui.imports.refusal import ImportRefused
from warband_tui.imports.roster import (
    Cost,
    ImportedBody,
    ImportedEntry,
    ImportedForce,
    ImportedProfile,
    ImportedRoster,
    ImportedSetting,
    ImportedUpgrade,
    Kind,
    add_costs,
)
from warband_tui.imports.selections import Force, Selection, costs_of, forces_of
from warband_tui.imports.text import clean_notes, clean_text

PRICED_ONLY = "priced upgrade without model or unit node"

_SETTINGS_CATEGORY = "configuration"
_ILLEGAL_CATEGORY = "illegal units"
_COUNTED_NAME = re.compile(r"^(?P<count>[1-9][0-9]?)x? (?P<rest>.+)$")


def roster_from(root: Element, format_name: str, place: str) -> ImportedRoster:
    """Reads a roster tree.

    Args:
        root: the `roster` element.
        format_name: what the player would call the file's format.
        place: the file's name for messages.

    Raises:
        ImportRefused: when no line is in it.
    """
    findings = Findings()
    forces = forces_of(root, findings)
    entries: list[ImportedEntry] = []
    settings: list[ImportedSetting] = []
    skipped: list[str] = []
    for force in forces:
        for top in force.tops:
            lines = lines_of(top)
            if not lines:
                skipped.append(top.name)
                settings.extend(_settings(list(top.walk())))
            for line in lines:
                entry = _entry(line, force, findings)
                entries.append(entry)
                if entry.kind == "setting":
                    settings.extend(_settings(line.members))
    if not entries:
        raise ImportRefused("the roster holds no fighters; add some and export it again", place=place)
    declared = costs_of(root, "the roster's totals", findings)
    computed = add_costs(_all_costs(forces))
    _compare(declared, computed, findings)
    name = clean_text(root.get("name"))
    if skipped:
        findings.info(f"read as settings, not as fighters: {', '.join(dict.fromkeys(skipped))}")
    return ImportedRoster(
        format=format_name,
        name=name,
        display_name=next((force.custom_name for force in forces if force.custom_name), name),
        game_system=clean_text(root.get("gameSystemName")),
        game_system_id=clean_text(root.get("gameSystemId")),
        revision=clean_text(root.get("gameSystemRevision")),
        format_version=clean_text(root.get("battleScribeVersion"), 20),
        generated_by=clean_text(root.get("generatedBy")),
        source_id=clean_text(root.get("id")),
        declared=declared,
        limits=tuple(c for c in costs_of(root, "the roster's limits", findings, limits=True) if c.value >= 0),
        computed=computed,
        forces=tuple(ImportedForce(f.name, f.custom_name, f.catalogue, f.depth, f.costs) for f in forces),
        skipped=tuple(skipped),
        entries=tuple(entries),
        settings=tuple(settings),
        state=warband_state(settings, declared),
        notes=_notes(root, forces),
        findings=findings.all(),
    )


def _notes(root: Element, forces: Sequence[Force]) -> str:
    parts = [clean_notes(root.get("customNotes")), *(force.notes for force in forces)]
    return clean_notes("\n\n".join(part for part in parts if part))


def _all_costs(forces: Sequence[Force]) -> list[Cost]:
    costs = [cost for force in forces for cost in force.costs]
    costs.extend(cost for force in forces for top in force.tops for node in top.walk() for cost in node.costs)
    return costs


def _compare(declared: Sequence[Cost], computed: Sequence[Cost], findings: Findings) -> None:
    """Says where the stated totals and the contents differ; players know to trust the contents."""
    held = {cost.type_id: cost.value for cost in computed}
    for cost in declared:
        found = Cost(cost.name, cost.type_id, held.get(cost.type_id, Decimal(0)))
        if round(cost.value - found.value, 2):
            findings.warn(f"the totals in the file ({cost.text}) do not match its contents ({found.text})")
    stated = {cost.type_id for cost in declared}
    for cost in computed:
        if declared and cost.type_id not in stated:
            findings.info(f"the file states no total for {cost.name}; its parts add up to {cost.text}")


def _settings(nodes: Sequence[Selection]) -> list[ImportedSetting]:
    top = nodes[0]
    return [ImportedSetting(top.name, node.name, node.number, node.group) for node in nodes[1:]]


def _entry(line: Line, force: Force, findings: Findings) -> ImportedEntry:
    node = line.node
    figures = [member for member in line.members if member.is_figure and member is not node]
    options = [member for member in line.members if not member.is_figure and member is not node]
    stat_line = choose_stat_line([m.profiles for m in (node, *figures)]) or _stats_on_an_option(options)
    kept = distinct(
        without_prose(p) for member in line.members for p in member.profiles if p is not stat_line
    )
    upgrades = tuple(_upgrade(option, node) for option in (*options, *line.adopted))
    costs, models = line.costs, line.models
    home = next((n for n in (node, *node.ancestors()) if n.primary), node)
    entry = ImportedEntry(
        name=node.name,
        selection_type=node.type,
        force=force.name,
        kind=_kind(line, home, costs, stat_line),
        custom_name=_custom_name(line),
        category=home.primary,
        categories=node.categories or home.categories,
        number=node.number,
        models=models,
        models_hint=_models_hint(line),
        costs=costs,
        bodies=_bodies(line),
        stat_type=stat_line.type_name if stat_line else "",
        stats=without_prose(stat_line).values if stat_line else {},
        upgrades=upgrades,
        weapons=tuple(profile for profile in kept if is_weapon(profile)),
        profiles=tuple(profile for profile in kept if not is_weapon(profile)),
        state=fighter_state(upgrades),
        notes=clean_notes("\n".join(m.notes for m in line.members if m.notes)),
        source_id=node.source_id,
        note="" if line.bodies else PRICED_ONLY,
    )
    _look_over(entry, line, findings)
    return entry


def _stats_on_an_option(options: Sequence[Selection]) -> ImportedProfile | None:
    """Gives a stat line that sits on an option, as a choice of form or size does; known types only."""
    for option in options:
        chosen = choose_stat_line(
            [[p for p in option.profiles if p.type_name.casefold() in {"unit", "model", "profile"}]]
        )
        if chosen:
            return chosen
    return None


def _custom_name(line: Line) -> str:
    """Gives the player's name for the line, which may sit on its one figure or on the node around it."""
    if line.node.custom_name:
        return line.node.custom_name
    if len(line.bodies) == 1 and line.bodies[0].custom_name:
        return line.bodies[0].custom_name
    parent = line.node.parent
    wrapped = parent is not None and not parent.is_figure and parent.name == line.node.name
    return parent.custom_name if parent is not None and wrapped else ""


def _kind(line: Line, home: Selection, costs: Sequence[Cost], stat_line: ImportedProfile | None) -> Kind:
    categories = {name.casefold() for name in (*line.node.categories, home.primary)}
    if _SETTINGS_CATEGORY in categories:
        credited = any(cost.value < 0 for cost in line.node.costs)
        return "stash" if line.node.is_figure or credited else "setting"
    if any("terrain" in category for category in categories):
        return "terrain"
    if line.models is None and line.bodies and stat_line is None and not costs:
        return "setting"
    return "fighter" if line.bodies else "other"


def _bodies(line: Line) -> tuple[ImportedBody, ...]:
    if len(line.bodies) == 1 and line.bodies[0].name == line.node.name:
        return ()
    return tuple(
        ImportedBody(b.name, b.number, b.custom_name, b.source_id) for b in line.bodies if b is not line.node
    )


def _models_hint(line: Line) -> int | None:
    """Gives the figures that a name such as "5 Swordsmen" tells of, in a unit of Swordsmen."""
    for member in line.members[1:]:
        match = _COUNTED_NAME.match(member.name)
        if match and match["rest"].casefold() == line.node.name.casefold() and member.number == 1:
            return int(match["count"])
    return None


def _upgrade(option: Selection, node: Selection) -> ImportedUpgrade:
    parent = option.parent
    within = parent.name if parent is not None and parent is not node and not parent.is_figure else ""
    return ImportedUpgrade(
        name=option.name,
        number=option.number,
        costs=add_costs(option.costs),
        group=option.group,
        within=within,
        custom_name=option.custom_name,
        source_id=option.source_id,
        profiles=distinct(without_prose(profile) for profile in option.profiles),
    )


def _look_over(entry: ImportedEntry, line: Line, findings: Findings) -> None:
    """Notes what about an entry the player should know before saving it."""
    who = entry.custom_name or entry.name
    if entry.note:
        findings.warn("has a price but neither model nor unit: say whether it is a fighter", who)
    elif entry.is_fighter and entry.models is None:
        hint = f"; an option's name suggests {entry.models_hint}" if entry.models_hint else ""
        findings.warn(f"the file does not tell how many figures these are{hint}", who)
    elif entry.models_hint is not None and entry.models_hint != entry.models:
        findings.warn(f"the file counts {entry.models}, but a name suggests {entry.models_hint} figures", who)
    if entry.is_fighter and not entry.stats and not entry.note:
        findings.warn("no stat line was found", who)
    for name in placeholders(entry.stats):
        findings.warn(f"{name} is {entry.stats[name]}: its value depends on another profile", who)
    if (
        any(body is not line.node and body.type == "model" for body in line.bodies)
        and line.node.type == "model"
    ):
        findings.info("holds a model inside a model: read as one fighter", who)
    if entry.kind == "stash":
        findings.info("read as a stash: gear that nobody carries", who)
    if _ILLEGAL_CATEGORY in {entry.category.casefold(), *(name.casefold() for name in entry.categories)}:
        findings.warn("the list builder calls this illegal", who)
    if line.adopted:
        findings.info(f"priced options beside it were added: {', '.join(n.name for n in line.adopted)}", who)
