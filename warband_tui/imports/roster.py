"""What every reader gives: one roster, whatever program wrote it.

All text has been cleaned (`imports.text`) and is literal. Values are frozen; mappings keep the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from msgspec import Struct, field

Severity = Literal["info", "warning"]
Kind = Literal["fighter", "stash", "setting", "terrain", "other"]
"""What a line stands for; "other" has a price but no figure: a spell, a support option, or a character after all."""

GONE = frozenset({"dead", "lost"})
"""States in which a fighter is on the roster but no longer with the warband."""


class Finding(Struct, frozen=True):
    """Something in the file that could not be mapped or looks odd.

    Attributes:
        severity: "warning" asks for a look before saving; "info" only says what was done.
        message: one line for the player.
        where: the name of the fighter, force or item it is about; "" for the whole file.
    """

    severity: Severity
    message: str
    where: str = ""


class Cost(Struct, frozen=True):
    """An amount of one currency or count.

    Attributes:
        name: as shown, trimmed.
        type_id: the key that sums go by; the name where the format has no ids.
        value: exact, as written in the file.
    """

    name: str
    type_id: str
    value: Decimal

    @property
    def text(self) -> str:
        """The amount as a player writes it: "12.5 Crowns"."""
        return f"{round(self.value, 2).normalize():f} {self.name}"


class ImportedForce(Struct, frozen=True):
    """A force, detachment or warband within the roster; `depth` 1 and more are forces inside forces."""

    name: str
    custom_name: str = ""
    catalogue: str = ""
    depth: int = 0
    costs: tuple[Cost, ...] = ()


class ImportedProfile(Struct, frozen=True):
    """A weapon, item or second stat line: names and short values, never rules text."""

    type_name: str
    name: str
    values: dict[str, str] = field(default_factory=dict)


class ImportedBody(Struct, frozen=True):
    """One kind of miniature within an entry."""

    name: str
    number: int
    custom_name: str = ""
    source_id: str = ""


class ImportedUpgrade(Struct, frozen=True):
    """Gear, ability, injury or option below an entry.

    Attributes:
        number: the total for the whole entry, not for each figure.
        group: the headings it was chosen under, joined by `::`; "" where the format does not say.
        within: the name of the upgrade it belongs to; "" for one that sits on the fighter.
    """

    name: str
    number: int = 1
    costs: tuple[Cost, ...] = ()
    group: str = ""
    within: str = ""
    custom_name: str = ""
    source_id: str = ""
    profiles: tuple[ImportedProfile, ...] = ()


class Injury(Struct, frozen=True):
    """A lasting injury with the roll that gave it, where the file tells."""

    name: str
    roll: int | None = None


class FighterState(Struct, frozen=True):
    """What a campaign has done to one fighter, as far as the file tells; None and "" mean that it does not."""

    experience: int | None = None
    kills: int | None = None
    injuries: tuple[Injury, ...] = ()
    promotion: str = ""
    advances: tuple[str, ...] = ()
    fireteam: str = ""
    status: str = ""


class ImportedEntry(Struct, frozen=True):
    """One line of the roster.

    Attributes:
        name: the kind of fighter.
        custom_name: the player's own name for it.
        number: copies of the line as the file counts them.
        models: figures on the table; None where the file does not hold it (ask the player).
        models_hint: figures as an option's name suggests ("5 Swordsmen"); a guess to offer, never more.
        costs: of the whole line, gear included; amounts of zero are left out.
        bodies: the kinds of miniatures; empty when there is one, named as the line.
        stats: the stat line, each value as text under its own name.
        weapons: profiles of weapons, with the gear's name where the profile's differs.
        profiles: other profiles, a mount's or a second stat line among them.
        name_is_id: the file holds only an id; `name` was made of it.
        note: why a line stands here although it has no figure.
    """

    name: str
    selection_type: str
    force: str
    kind: Kind = "fighter"
    custom_name: str = ""
    category: str = ""
    categories: tuple[str, ...] = ()
    number: int = 1
    models: int | None = None
    models_hint: int | None = None
    costs: tuple[Cost, ...] = ()
    bodies: tuple[ImportedBody, ...] = ()
    stat_type: str = ""
    stats: dict[str, str] = field(default_factory=dict)
    upgrades: tuple[ImportedUpgrade, ...] = ()
    weapons: tuple[ImportedProfile, ...] = ()
    profiles: tuple[ImportedProfile, ...] = ()
    state: FighterState = FighterState()
    notes: str = ""
    source_id: str = ""
    name_is_id: bool = False
    note: str = ""

    @property
    def is_fighter(self) -> bool:
        """Whether the line stands for miniatures that fight."""
        return self.kind == "fighter"

    @property
    def is_stash(self) -> bool:
        """Whether the line is gear that nobody carries."""
        return self.kind == "stash"

    @property
    def figures(self) -> int:
        """Figures as far as they are known: `models`, or the copies of a unit that has none in the file."""
        if self.models is None:
            return 0 if self.kind == "other" else self.number
        return self.models


class ImportedSetting(Struct, frozen=True):
    """A choice that belongs to the warband, not to a fighter: a variant, a patron, a game option."""

    top: str
    name: str
    number: int = 1
    group: str = ""


class WarbandState(Struct, frozen=True):
    """What a campaign has given the warband, as far as the file tells.

    Attributes:
        unspent: amounts left to spend, by currency.
        figures: other campaign counts of the file, by name (round, victory points, ...).
        places: territories and explored locations.
    """

    unspent: dict[str, Decimal] = field(default_factory=dict)
    figures: dict[str, str] = field(default_factory=dict)
    places: tuple[str, ...] = ()


class ImportedRoster(Struct, frozen=True):
    """A roster as read.

    Attributes:
        format: the name of the file format, as a player would say it.
        name: the roster's name.
        display_name: the warband's name: the player's name of the force if there is one, else `name`.
        declared: the totals that the file states.
        computed: the totals of what it holds.
        skipped: names of the top level nodes that are settings and gave no entry.
    """

    format: str
    name: str
    display_name: str
    game_system: str
    game_system_id: str = ""
    revision: str = ""
    format_version: str = ""
    generated_by: str = ""
    source_id: str = ""
    declared: tuple[Cost, ...] = ()
    limits: tuple[Cost, ...] = ()
    computed: tuple[Cost, ...] = ()
    forces: tuple[ImportedForce, ...] = ()
    skipped: tuple[str, ...] = ()
    entries: tuple[ImportedEntry, ...] = ()
    settings: tuple[ImportedSetting, ...] = ()
    state: WarbandState = WarbandState()
    notes: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def fighters(self) -> tuple[ImportedEntry, ...]:
        """The entries that fight and are still with the warband."""
        return tuple(entry for entry in self.entries if entry.is_fighter and entry.state.status not in GONE)

    @property
    def figures(self) -> int:
        """Figures of all fighters, as far as they are known."""
        return sum(entry.figures for entry in self.fighters)


def add_costs(costs: Iterable[Cost]) -> tuple[Cost, ...]:
    """Sums costs of the same type, in order of first appearance; sums of zero are left out."""
    sums: dict[str, Cost] = {}
    for cost in costs:
        seen = sums.get(cost.type_id)
        sums[cost.type_id] = cost if seen is None else Cost(seen.name, seen.type_id, seen.value + cost.value)
    return tuple(cost for cost in sums.values() if round(cost.value, 2))
