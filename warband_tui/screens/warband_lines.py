"""The rows of the roster screen, and what it tells about the one under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from warband_tui.rules.wording import counted
from warband_tui.widgets.columns import Column
from warband_tui.widgets.filter_list import Heading, Line, Row
from warband_tui.widgets.plain import paragraphs, plain

if TYPE_CHECKING:
    from warband_tui.campaign.offers import Offer
    from warband_tui.campaign.roster_limits import LimitLine
    from warband_tui.campaign.roster_sheet import FighterLine, Finding, KitLine, RosterSheet

ROSTER_COLUMNS = (
    Column(least=16, most=34, grows=True),
    Column(least=8, most=22, drop=2, style="dim"),
    Column(least=12, most=40, drop=3, style="dim"),
    Column(least=4, most=16, right=True),
)
SHOP_COLUMNS = (
    Column(least=16, most=34, grows=True),
    Column(least=28, most=44, drop=3, style="dim"),
    Column(least=3, most=5, drop=2, right=True, style="dim"),
    Column(least=5, most=14, right=True),
)
LIMIT_GAP = "   "

_SIGNS = {"error": "✗", "warning": "!", "info": "·"}
_STYLES = {"error": "$error", "warning": "$warning", "info": "dim"}


def roster_lines(sheet: RosterSheet, unfolded: frozenset[int]) -> list[Line]:
    """Return fighters (those unfolded with their kit below), the stash, and those who are gone."""
    found: list[Line] = []
    for fighter in sheet.fighters:
        found += _fighter(fighter, unfolded, listed=sheet.has_list)
    if sheet.stash:
        found.append(Heading("Stash", gap=bool(found)))
        found += [_kit(one, f"i{one.id}", listed=sheet.has_list) for one in sheet.stash]
    if sheet.gone:
        found.append(Heading("Dead and retired", gap=bool(found)))
        for fighter in sheet.gone:
            found += _fighter(fighter, unfolded, listed=sheet.has_list)
    return found


def _fighter(fighter: FighterLine, unfolded: frozenset[int], *, listed: bool) -> list[Line]:
    sign = "✗" if fighter.errors else "!" if fighter.warnings else " "
    number = f"{fighter.models} × " if fighter.models > 1 else ""
    kind = "" if fighter.kind == fighter.name else fighter.kind
    told = [state for state in fighter.states if not state.endswith("XP")]
    is_open = fighter.id in unfolded
    about = ", ".join([*told, *([] if is_open else [fighter.kit_text])]).strip(", ")
    row = Row(
        f"f{fighter.id}",
        (f"{sign} {number}{fighter.name}", kind, about, fighter.cost_text),
        search=f"{fighter.kit_text} {' '.join(fighter.keywords)} {' '.join(fighter.states)}",
        dim=fighter.status != "active",
    )
    if not is_open:
        return [row]
    fixed = [_kit(one, f"k{fighter.id}.{i}", 4) for i, one in enumerate(fighter.kit) if one.id is None]
    carried = [_kit(one, f"i{one.id}", 4, listed=listed) for one in fighter.kit if one.id is not None]
    upgrades = [
        Row(f"k{fighter.id}.u{i}", (f"    {one}", "upgrade", "", ""))
        for i, one in enumerate(fighter.upgrades)
    ]
    return [row, *upgrades, *fixed, *carried]


def _kit(thing: KitLine, row: str, indent: int = 2, *, listed: bool = True) -> Row:
    return Row(
        row,
        (
            " " * indent + thing.name,
            thing.kind,
            "" if thing.known or not listed else "not in the list",
            thing.cost_text,
        ),
    )


def fighter_at(sheet: RosterSheet | None, row: str) -> FighterLine | None:
    """Return the fighter that a row of the roster is about: itself, or the one that carries the thing."""
    if sheet is None or not row:
        return None
    if row[0] == "i":
        everyone = (*sheet.fighters, *sheet.gone)
        return next((one for one in everyone if any(f"i{kit.id}" == row for kit in one.kit)), None)
    return sheet.fighter(int(row[1:].partition(".")[0]))


def thing_at(sheet: RosterSheet | None, row: str) -> KitLine | None:
    """Return the thing that a row of the roster is about, None for a row of a fighter."""
    from warband_tui.campaign.roster_sheet import KitLine

    fighter = fighter_at(sheet, row)
    if sheet is None or not row or row[0] == "f":
        return None
    if row[0] == "i":
        things = fighter.kit if fighter else sheet.stash
        return next((one for one in things if f"i{one.id}" == row), None)
    place = row.partition(".")[2]
    if fighter is None:
        return None
    if place[0] == "u":
        return KitLine(id=None, name=fighter.upgrades[int(place[1:])], kind="upgrade")
    return fighter.kit[int(place)]


def shop_lines(offers: Iterable[Offer]) -> list[Line]:
    """Return what can be had, under headings; a sign and a dim row where it cannot be taken."""
    found: list[Line] = []
    group = ""
    for offer in offers:
        if offer.group != group:
            group = offer.group
            found.append(Heading(group, gap=bool(found)))
        sign = "✗" if not offer.allowed else "!" if offer.warnings else " "
        if offer.kind == "upgrade" and offer.owned:
            sign = "✓"
        stock = str(offer.owned or "") if offer.most is None else f"{offer.owned}/{offer.most}"
        found.append(
            Row(
                offer_row(offer),
                (f"{sign} {offer.name}", "; ".join(offer.why_not), stock, offer.cost_text),
                search=offer.search,
                dim=not offer.allowed,
            )
        )
    return found


def offer_row(offer: Offer) -> str:
    """Return the row id of an offer."""
    return f"{offer.kind}:{offer.id}"


def first_offer(offers: Sequence[Offer], kinds: Sequence[str]) -> str:
    """Return the row of the first offer of some kinds (none named: of all) that can be had, else of the first."""
    wanted = [one for one in offers if not kinds or one.kind in kinds]
    found = next((one for one in wanted if one.allowed), wanted[0] if wanted else None)
    return offer_row(found) if found is not None else ""


def limits_text(sheet: RosterSheet, width: int) -> Content:
    """Return the limits on one line and the verdict on the right; where room is short, those nearest to their bound."""
    sign = "✗ " if sheet.errors else "✓ " if sheet.has_list else ""
    right = plain(f"{sign}{sheet.verdict}").stylize("bold $error" if sheet.errors else "bold")
    room = width - right.cell_length - 2
    texts = {one.id: _limit_text(one) for one in sheet.limits}
    shown: set[str] = set()
    for one in sorted(sheet.limits, key=_nearness, reverse=True):
        taken = sum(texts[other].cell_length + len(LIMIT_GAP) for other in shown)
        if taken + texts[one.id].cell_length <= room:
            shown.add(one.id)
    if sheet.limits:
        left = Content(LIMIT_GAP).join(texts[one.id] for one in sheet.limits if one.id in shown)
    else:
        models = sum(one.models for one in sheet.fighters)
        left = plain(f"{sheet.cost_text}{LIMIT_GAP}{counted(models, 'model')}").truncate(room, ellipsis=True)
    return left + Content(" " * max(2, width - left.cell_length - right.cell_length)) + right


def _limit_text(line: LimitLine) -> Content:
    if not line.broken:
        return plain(line.text)
    if line.allowed:
        return plain(f"○ {line.text}")
    return plain(f"✗ {line.text}").stylize("bold $error")


def _nearness(line: LimitLine) -> float:
    if line.spends:
        return 3.0
    if line.broken:
        return 2.0
    return line.used / line.most if line.most else 0.0


def findings_text(findings: Sequence[Finding], most: int) -> Content:
    """Return the worst findings, one a line, and how many more there are."""
    told = [one for one in findings if one.severity != "info"] or list(findings)
    told.sort(key=lambda one: bool(one.allowed))
    shown = told[:most] if len(told) <= most else told[: most - 1]
    lines = [finding_line(one) for one in shown]
    if more := len(told) - len(shown):
        lines.append(plain(f"  and {more} more: f lists them").stylize("dim"))
    return Content("\n").join(lines)


def finding_line(finding: Finding) -> Content:
    """Return a finding with its sign; one that was allowed with the reason."""
    if finding.allowed:
        return plain(f"○ {finding.text} (allowed: {finding.allowed})").stylize("dim")
    return plain(f"{_SIGNS[finding.severity]} {finding.text}").stylize(_STYLES[finding.severity])


def fighter_text(sheet: RosterSheet, fighter: FighterLine) -> Content:
    """Return what is told about a fighter: numbers, keywords, kit with prices, findings, note."""
    head = [fighter.kind] if fighter.kind != fighter.name else []
    head += [f"{fighter.models} models"] if fighter.models > 1 else []
    head += [*fighter.states, fighter.cost_text]
    lines = [plain(fighter.name).stylize("bold") + plain("  " + " · ".join(head))]
    stats = "  ".join(f"{label} {value}" for label, value in fighter.stats)
    if stats or fighter.keywords:
        lines.append(
            plain("  ".join(part for part in (stats, ", ".join(fighter.keywords)) if part)).stylize("dim")
        )
    if len(fighter.parts) > 1:
        lines.append(plain(" + ".join(f"{label} {cost}" for label, cost in fighter.parts)))
    if fighter.notes:
        lines.append(paragraphs(fighter.notes).stylize("italic"))
    mine = [one for one in sheet.findings if one.fighter == fighter.id]
    lines += [finding_line(one) for one in mine]
    return Content("\n").join(lines)


def kit_text(thing: KitLine, where: str) -> Content:
    """Return what is told about a thing of the stash or of a fighter."""
    price = thing.cost_text if thing.priced else "no price known"
    told = " · ".join(part for part in (thing.kind, price, where) if part)
    return plain(thing.name).stylize("bold") + plain(f"  {told}")


def offer_text(offer: Offer) -> Content:
    """Return what is told about an offer: price, numbers, keywords, and why it cannot be had."""
    stock = ""
    if offer.most is not None:
        stock = f"{offer.owned} of at most {offer.most} there"
    elif offer.owned:
        stock = f"{offer.owned} there"
    price = "no price in the list: you are asked" if offer.cost_text == "?" else offer.cost_text
    lines = [plain(offer.name).stylize("bold") + plain("  " + " · ".join(p for p in (price, stock) if p))]
    stats = "  ".join(f"{label} {value}" for label, value in offer.stats)
    words = ", ".join(offer.keywords)
    if stats or words:
        lines.append(plain("  ".join(part for part in (stats, words) if part)).stylize("dim"))
    lines += [plain(f"✗ {one}").stylize("$error") for one in offer.why_not]
    lines += [plain(f"! {one}").stylize("$warning") for one in offer.warnings]
    if offer.note:
        lines.append(plain(offer.note).stylize("dim"))
    return Content("\n").join(lines)
