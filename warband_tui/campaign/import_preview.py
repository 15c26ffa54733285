"""What an imported roster would become, before anything is saved: lines, what is understood, what is not.

A preview is pure: it is made of a roster as read and of the game that it is for. Which warbands of the
library came from the same roster is asked apart, by `seen_before`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from warband_tui.imports.roster import GONE, Cost, Finding, ImportedEntry, ImportedRoster
from warband_tui.rules.catalogue import Catalogue
from warband_tui.rules.fielding import RosterWords, WordWeapon
from warband_tui.rules.ruleset import Ruleset, edition_of, installed, load
from warband_tui.rules.wording import simple

if TYPE_CHECKING:
    from warband_tui.store.library import Library

Use = Literal["fighter", "stash", "out"]
"""What a line of a roster is taken for: a fighter, gear that nobody carries, or nothing."""

USES: tuple[Use, ...] = ("fighter", "stash", "out")
MOST_MODELS = 99

_STATUS = {**dict.fromkeys(GONE, "dead"), "retired": "retired", "reserve": "reserve", "reserved": "reserve"}


class LineChoice(Struct, frozen=True):
    """What the player makes of a line; `models` None: as the file says, or as the preview guesses."""

    use: Use = "fighter"
    models: int | None = None


class PreviewLine(Struct, frozen=True):
    """One line of the roster.

    Attributes:
        entry: the line as read.
        use: what it is taken for unless the player says otherwise.
        words: what the game is told about the fighter.
        not_understood: what the game has no use for, by name; empty where no game was found.
    """

    entry: ImportedEntry
    use: Use
    words: RosterWords
    not_understood: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The fighter's own name, else its kind."""
        return self.entry.custom_name or self.entry.name

    @property
    def kind(self) -> str:
        """The kind of fighter; empty when that is its name."""
        return self.entry.name if self.entry.custom_name else ""

    @property
    def models(self) -> int:
        """Figures on the table as the file says; where it does not, a guess."""
        entry = self.entry
        return min(MOST_MODELS, max(1, entry.models or entry.models_hint or entry.number))

    @property
    def is_guess(self) -> bool:
        """Whether the file does not say how many models there are."""
        return self.entry.models is None

    @property
    def status(self) -> str:
        """The status that a fighter is kept with: active, dead, retired or reserve."""
        return _STATUS.get(self.entry.state.status, "active")

    @property
    def cost(self) -> str:
        """What the line costs, in words."""
        return money(self.entry.costs)

    @property
    def stats(self) -> str:
        """The stat line in one line of text."""
        return "  ".join(f"{name} {value}" for name, value in self.entry.stats.items())

    @property
    def gear(self) -> tuple[str, ...]:
        """What the fighter has: gear, options, abilities, by name and number."""
        return tuple(f"{u.number}x {u.name}" if u.number > 1 else u.name for u in self.entry.upgrades)

    @property
    def history(self) -> tuple[str, ...]:
        """What a campaign has done to the fighter, in words."""
        state = self.entry.state
        told = [
            f"{state.experience} experience" if state.experience else "",
            f"{state.kills} kills" if state.kills else "",
            state.promotion,
            *(f"{i.name} ({i.roll})" if i.roll is not None else i.name for i in state.injuries),
            *state.advances,
            f"fireteam {state.fireteam}" if state.fireteam else "",
            state.status if state.status not in ("active", "alive") else "",
        ]
        return tuple(part for part in told if part)


class NotMapped(Struct, frozen=True):
    """Something the game has no use for, and the fighters that have it."""

    what: str
    who: tuple[str, ...]


class ImportPreview(Struct, frozen=True):
    """What would be saved.

    Attributes:
        roster: the roster as read.
        name: what the warband would be called.
        ruleset: the id of the game; of a game that is not installed, an id made of its name.
        game: the game's name as shown.
        installed: whether the game is installed; without it a roster is kept as text.
        edition: the edition of its rules; empty without the game.
        faction: the id of the list, else the roster's own word for it.
        faction_title: the list's title, else the roster's own word for it.
        catalogue: the list, None when the game has none by that name.
        lines: every line of the roster, in its order.
        findings: what the reader noted, and what does not fit the campaign.
        caution: what does not fit as a whole, in one line: a game that is not installed, or not the campaign's.
    """

    roster: ImportedRoster
    name: str
    ruleset: str
    game: str
    installed: bool
    edition: str
    faction: str
    faction_title: str
    catalogue: Catalogue | None
    lines: tuple[PreviewLine, ...]
    findings: tuple[Finding, ...] = ()
    caution: str = ""

    @property
    def fighters(self) -> tuple[PreviewLine, ...]:
        """The lines that are taken for fighters unless the player says otherwise."""
        return tuple(line for line in self.lines if line.use == "fighter")

    @property
    def not_mapped(self) -> tuple[NotMapped, ...]:
        """What the game has no use for, each once, with the fighters that have it."""
        found: dict[str, dict[str, None]] = {}
        for line in self.fighters:
            for what in line.not_understood:
                found.setdefault(what, {})[line.name] = None
        return tuple(NotMapped(what, tuple(who)) for what, who in found.items())

    @property
    def totals_agree(self) -> bool:
        """Whether the totals that the file states are those of what it holds."""
        stated, summed = (
            {cost.name: round(cost.value, 2) for cost in costs if round(cost.value, 2)}
            for costs in (self.roster.declared, self.roster.computed)
        )
        return all(summed.get(name) == value for name, value in stated.items())

    @property
    def declared(self) -> str:
        """The totals that the file states, in words."""
        return money(self.roster.declared)

    @property
    def computed(self) -> str:
        """The totals of what it holds, in words."""
        return money(self.roster.computed)


class SeenBefore(Struct, frozen=True):
    """A warband of the library that came from the same roster; `same` of its fighters are in it again."""

    warband_id: int
    name: str
    campaign: str
    same: int


def preview(roster: ImportedRoster, game: Ruleset | None = None, edition: str = "") -> ImportPreview:
    """Return what a roster would become.

    Args:
        roster: as read.
        game: the campaign's game; None looks for the one that the roster names.
        edition: the campaign's edition; empty for the game's default.

    Raises:
        UnknownRuleset: the game has no such edition.
    """
    named = game_of(roster.game_system)
    used = game or named
    findings = list(roster.findings)
    caution = ""
    if used is None:
        what = roster.game_system or "the game, which the roster does not name,"
        caution = f"{what} is not installed: stats and gear are kept as text"
    elif game is not None and (named is None or named.id != game.id):
        whose = roster.game_system or "a game that it does not name"
        caution = f"the roster is of {whose}, the campaign plays {game.title}"
    edition = edition_of(used, edition) if used else ""
    word = next((force.catalogue for force in roster.forces if force.catalogue), "")
    faction = faction_of(used, word) if used else ""
    titles = {f.id: f.title for f in used.factions()} if used else {}
    if used and word and titles and not faction:
        findings.append(Finding("warning", f"{used.title} has no list {word}: nothing is checked against it"))
    return ImportPreview(
        roster=roster,
        name=roster.display_name or roster.name or "Imported warband",
        ruleset=used.id if used else id_of(roster.game_system),
        game=used.title if used else roster.game_system,
        installed=used is not None,
        edition=edition,
        faction=faction or word,
        faction_title=titles.get(faction, word),
        catalogue=used.catalogue(faction, edition) if used and faction else None,
        lines=tuple(_line(entry, used, edition) for entry in roster.entries),
        findings=tuple(sorted(findings, key=lambda found: found.severity != "warning")),
        caution=caution,
    )


def _line(entry: ImportedEntry, game: Ruleset | None, edition: str) -> PreviewLine:
    words = words_of(entry)
    use: Use = "fighter" if entry.is_fighter else "stash" if entry.is_stash else "out"
    strange = game.understand(words, edition).not_understood if game and use == "fighter" else ()
    return PreviewLine(entry, use, words, strange)


def currency_of(name: str, catalogue: Catalogue | None) -> str:
    """Return the list's own id of a currency: `Glory Points` is its `glory`; the name itself if it has none."""
    word = simple(name)
    for currency in catalogue.currencies if catalogue else ():
        if word and any(word.startswith(simple(known)) for known in (currency.id, currency.name)):
            return currency.id
    return name


def words_of(entry: ImportedEntry) -> RosterWords:
    """Return what a game is told about a line of a roster."""
    return RosterWords(
        kind=entry.name,
        stats=entry.stats,
        upgrades=tuple(f"{u.number}x {u.name}" if u.number > 1 else u.name for u in entry.upgrades),
        weapons=tuple(WordWeapon(weapon.name, weapon.values) for weapon in entry.weapons),
        heading=entry.category,
    )


def money(costs: Iterable[Cost]) -> str:
    """Return costs in words: `165 Ducats, 2 Glory Points`."""
    return ", ".join(cost.text for cost in costs if round(cost.value, 2))


# Which game it is

_WORDS = re.compile(r"[a-z0-9&]+")
_SHORTEST = 6
"""A name of fewer letters says too little to be looked for within another."""

_OF_AN_EDITION = re.compile(r"^(v?\d[\d.]*(st|nd|rd|th|e)?|edition|ed)$")


def game_of(name: str, games: Sequence[Ruleset] | None = None) -> Ruleset | None:
    """Return the game that a roster's own name for it means, None when it is not installed.

    The name has to end with the game's title, numbers of editions aside: words before it are a
    publisher's, words after it make another game of it. `SBG` stands for three words that begin so.
    """
    wanted = _bare_words(name)
    games = [load(ruleset_id) for ruleset_id in installed()] if games is None else games
    found = [game for game in games if wanted and _ends_with(wanted, _bare_words(game.title))]
    return max(found, key=lambda game: len(game.title), default=None)


def _bare_words(name: str) -> list[str]:
    words = _WORDS.findall(name.casefold())
    while words and _OF_AN_EDITION.match(words[-1]):
        words.pop()
    return words


def _ends_with(words: list[str], title: list[str]) -> bool:
    words = list(words)
    for part in reversed(title):
        initials = "".join(word[0] for word in words[-len(part) :])
        if words and words[-1] == part:
            words.pop()
        elif len(part) > 1 and initials == part:
            del words[-len(part) :]
        else:
            return False
    return bool(title)


def faction_of(game: Ruleset, word: str) -> str:
    """Return the id of the list that a roster's own word for it means, empty if none or several do.

    `New Antioch` is the one list whose title ends so, `Heretic Legions (beta)` the one whose title it holds.
    """
    known = game.faction_of(word)
    wanted = simple(word)
    if known or len(wanted) < _SHORTEST:
        return known
    found = [
        faction.id
        for faction in game.factions()
        if wanted in simple(faction.title)
        or any(len(own) >= _SHORTEST and own in wanted for own in (simple(faction.title), simple(faction.id)))
    ]
    return found[0] if len(found) == 1 else ""


def id_of(name: str) -> str:
    """Return an id made of the name of a game that is not installed."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "unknown"


# What is there already

_SEEN = """
SELECT warband.id, warband.name, campaign.name,
  (SELECT count(*) FROM fighter WHERE warband_id = warband.id
     AND json_extract(fighter.details, '$.source_id') IN (SELECT value FROM json_each(:ids))) AS same,
  (SELECT count(*) FROM fighter WHERE warband_id = warband.id) AS fighters,
  json_extract(warband.details, '$.imported.source_id') = :source
    AND json_extract(warband.details, '$.imported.game') = :game AS same_roster
FROM warband JOIN campaign ON campaign.id = warband.campaign_id
WHERE json_extract(warband.details, '$.imported') IS NOT NULL
ORDER BY warband.id
"""


def seen_before(library: Library, roster: ImportedRoster) -> tuple[SeenBefore, ...]:
    """Return the warbands that came from the same roster, by its id or by half of its fighters.

    Raises:
        WarbandError: the library cannot be read.
    """
    ids = [entry.source_id for entry in roster.entries if entry.source_id]
    values = {
        "ids": msgspec.json.encode(ids).decode(),
        "source": roster.source_id,
        "game": roster.game_system,
    }
    rows = library.rows(_SEEN, values)
    return tuple(
        SeenBefore(warband_id, name, campaign, same)
        for warband_id, name, campaign, same, fighters, same_roster in rows
        if (roster.source_id and same_roster) or (fighters and same * 2 >= fighters)
    )
