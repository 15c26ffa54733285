"""What a roster screen, a printed sheet and `roster show` all draw: frozen structs, worked out afresh."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.campaign.kept import FighterDetails, Money, kept, names_in
from warband_tui.campaign.roster_limits import LimitLine, limit_lines
from warband_tui.campaign.rosters import ON_ROSTER, Roster, key_of, owned
from warband_tui.rules.costs import added, cost_lines
from warband_tui.rules.kit import bearer_of
from warband_tui.rules.loadout import loadout_of
from warband_tui.rules.roster_view import Verdict
from warband_tui.rules.wording import counted
from warband_tui.store.views import FighterView, ItemView


class KitLine(Struct, frozen=True, kw_only=True):
    """A thing of a fighter or of the stash.

    `id` is None for what comes with the profile: it can be neither moved nor sold. `known` is false when no
    list has it, `priced` when nothing says what it costs.
    """

    id: int | None
    name: str
    kind: str = ""
    cost: Money = {}
    cost_text: str = ""
    known: bool = True
    priced: bool = True


class FighterLine(Struct, frozen=True, kw_only=True):
    """A fighter as the sheet tells it; `cost` is with everything it has, `parts` where it comes from."""

    id: int
    name: str
    kind: str
    models: int
    status: str
    cost: Money
    cost_text: str
    parts: tuple[tuple[str, str], ...]
    stats: tuple[tuple[str, str], ...]
    keywords: tuple[str, ...]
    upgrades: tuple[str, ...]
    kit: tuple[KitLine, ...]
    states: tuple[str, ...]
    xp: int
    notes: str
    known: bool
    errors: int
    warnings: int

    @property
    def kit_text(self) -> str:
        """Its upgrades and kit in a row."""
        return ", ".join([*self.upgrades, *(one.name for one in self.kit)])


class Finding(Struct, frozen=True, kw_only=True):
    """One thing to say about the roster; `allowed` is the reason for which the player allowed it."""

    severity: str
    text: str
    fighter: int | None
    key: str
    rule: str = ""
    allowed: str = ""


class RosterSheet(Struct, frozen=True, kw_only=True):
    """A warband as it is shown, printed and checked."""

    warband: int
    campaign: int
    name: str
    campaign_name: str
    player: str
    game_title: str
    ruleset: str
    edition: str
    faction: str
    variant: str
    game: int | None
    notes: str
    has_list: bool
    fighters: tuple[FighterLine, ...]
    gone: tuple[FighterLine, ...]
    stash: tuple[KitLine, ...]
    cost: Money
    cost_text: str
    rating_text: str
    money_left: Money | None
    money_text: str
    limits: tuple[LimitLine, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> int:
        """How many breaches there are that nobody has allowed."""
        return sum(one.severity == "error" and not one.allowed for one in self.findings)

    @property
    def warnings(self) -> int:
        """How many warnings there are."""
        return sum(one.severity == "warning" for one in self.findings)

    @property
    def verdict(self) -> str:
        """The state of the roster in words."""
        if not self.has_list:
            return "not checked"
        parts = [
            counted(self.errors, "breach", "breaches") if self.errors else "",
            counted(self.warnings, "warning") if self.warnings else "",
        ]
        allowed = sum(bool(one.allowed) for one in self.findings)
        legal = f"legal, {allowed} allowed" if allowed else "legal"
        return " · ".join(part for part in parts if part) or legal

    def fighter(self, fighter_id: int) -> FighterLine | None:
        """Return one fighter, one that is gone too; None if there is none."""
        return next((one for one in (*self.fighters, *self.gone) if one.id == fighter_id), None)


def sheet_of(roster: Roster) -> RosterSheet:
    """Work out everything that is shown of a warband."""
    findings = tuple(_finding(one, roster) for one in roster.verdicts)
    lines = [_fighter(one, roster, findings) for one in roster.kept]
    warband, campaign = roster.warband, roster.campaign
    left = roster.money_left
    return RosterSheet(
        warband=warband.id,
        campaign=campaign.id,
        name=warband.name,
        campaign_name=campaign.name,
        player=warband.player,
        game_title=roster.lists.title,
        ruleset=campaign.ruleset,
        edition=campaign.edition,
        faction=roster.catalogue.title if roster.catalogue else warband.faction,
        variant=_variant(roster),
        game=roster.details.game,
        notes=warband.notes,
        has_list=roster.catalogue is not None,
        fighters=tuple(line for line in lines if line.status in ON_ROSTER),
        gone=tuple(line for line in lines if line.status not in ON_ROSTER),
        stash=tuple(_kit(item, roster) for item in roster.stored),
        cost=roster.cost,
        cost_text=roster.words(roster.cost),
        rating_text=roster.words(roster.rating),
        money_left=left,
        money_text=_left(left, roster),
        limits=limit_lines(roster),
        findings=findings,
    )


def short_money(money: Money, roster: Roster) -> str:
    """Return money as it fits a column: `45 d`, `45 d + 1 G`."""
    shorts = {one.id: one.short for one in roster.prices.currencies}
    return " + ".join(f"{amount} {shorts.get(name, name)}" for name, amount in money.items() if amount) or "–"


def _finding(verdict: Verdict, roster: Roster) -> Finding:
    about = f"{verdict.name}: " if verdict.name else ""
    return Finding(
        severity=verdict.severity,
        text=f"{about}{verdict.reason}",
        fighter=int(verdict.subject) if verdict.subject.isdigit() else None,
        key=key_of(verdict),
        rule=verdict.rule,
        allowed=roster.details.allowed.get(key_of(verdict), ""),
    )


def _fighter(fighter: FighterView, roster: Roster, findings: tuple[Finding, ...]) -> FighterLine:
    details = kept(fighter.details, FighterDetails, fighter.name)
    view = roster.fighter_view(fighter.id)
    bearer = bearer_of(view, roster.prices)
    parts = cost_lines(view, roster.prices, roster.details.modifiers)
    cost = added(part.cost for part in parts)
    mine = [one for one in findings if one.fighter == fighter.id and not one.allowed]
    fixed = tuple(
        KitLine(id=None, name=piece.item.name, kind=piece.item.kind)
        for piece in bearer.pieces
        if piece.owned is None
    )
    words = details.words
    return FighterLine(
        id=fighter.id,
        name=fighter.name,
        kind=bearer.profile.name if bearer.profile else fighter.profile_name or fighter.profile,
        models=fighter.models,
        status=fighter.status,
        cost=cost,
        cost_text=short_money(cost, roster),
        parts=tuple((part.label, "no price" if part.unknown else roster.words(part.cost)) for part in parts),
        stats=_stats(fighter, roster),
        keywords=words.keywords if words is not None else tuple(sorted(bearer.keywords)),
        upgrades=_upgrades(fighter, details, [one.name for one in bearer.upgrades]),
        kit=(*fixed, *(_kit(item, roster) for item in fighter.items)),
        states=_states(fighter, details),
        xp=fighter.xp,
        notes=fighter.notes,
        known=bearer.profile is not None,
        errors=sum(one.severity == "error" for one in mine),
        warnings=sum(one.severity == "warning" for one in mine),
    )


def _upgrades(fighter: FighterView, details: FighterDetails, known: list[str]) -> tuple[str, ...]:
    if details.words is not None:
        return tuple(
            dict.fromkeys((*(weapon.name for weapon in details.words.weapons), *details.words.upgrades))
        )
    return tuple(known) if fighter.profile else tuple(map(str, fighter.upgrades))


def _stats(fighter: FighterView, roster: Roster) -> tuple[tuple[str, str], ...]:
    """Return the stat line: as the roster told it, else from the list, with the game's short labels."""
    details = kept(fighter.details, FighterDetails, fighter.name)
    if details.words is not None:
        return tuple(details.words.stats.items())
    if fighter.stats:
        return tuple((label, str(value)) for label, value in fighter.stats.items())
    values = loadout_of(roster.fighter_view(fighter.id), roster.prices).stats
    labels = {one.id: one.short for one in roster.lists.ruleset.stats} if roster.lists.ruleset else {}
    return tuple((labels.get(name, name), str(value)) for name, value in values.items())


def _states(fighter: FighterView, details: FighterDetails) -> tuple[str, ...]:
    found = []
    if fighter.status != "active":
        found.append({"reserve": "stays at home"}.get(fighter.status, fighter.status))
    if details.promoted:
        found.append("promoted")
    if fighter.xp:
        found.append(f"{fighter.xp} XP")
    if details.hands < 2:
        found.append("one hand" if details.hands == 1 else "no hands")
    found += [*names_in(details.injuries), *names_in(details.advances)]
    if details.kills:
        found.append(counted(details.kills, "kill"))
    if details.fireteam:
        found.append(f"fireteam {details.fireteam}")
    return tuple(found)


def _kit(item: ItemView, roster: Roster) -> KitLine:
    thing = owned(item)
    listed = roster.prices.item(thing.id)
    cost = roster.worth(item)
    entry = roster.prices.entry(thing.id)
    priced = thing.cost is not None or thing.found or (entry is not None and not entry.price_unknown)
    return KitLine(
        id=item.id,
        name=listed.name if listed else item.name,
        kind=listed.kind if listed else item.kind,
        cost=cost,
        cost_text=short_money(cost, roster) if priced else "?",
        known=listed is not None,
        priced=priced,
    )


def _variant(roster: Roster) -> str:
    wanted = roster.warband.variant
    variants = roster.catalogue.variants if roster.catalogue else ()
    return next((one.name for one in variants if one.id == wanted), wanted)


def _left(left: Money | None, roster: Roster) -> str:
    if left is None:
        return ""
    shown = {name: amount for name, amount in left.items() if amount} or dict(list(left.items())[:1])
    return " · ".join(f"{amount} {roster.prices.currency_name(name)} left" for name, amount in shown.items())
