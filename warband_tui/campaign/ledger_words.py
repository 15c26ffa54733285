"""The ledger in sentences: what was done, as people say it."""

from __future__ import annotations

from msgspec import Struct

from warband_tui.store.views import LineView

_PHRASES = {
    "campaign.found": "founded {}",
    "campaign.import": "brought in the campaign {}",
    "campaign.rename": "renamed the campaign {}",
    "campaign.note": "wrote the notes of {}",
    "campaign.archive": "put {} away",
    "campaign.restore": "took {} out again",
    "player.enter": "entered {}",
    "warband.found": "founded the warband {}",
    "warband.edit": "changed {}",
    "warband.pay": "booked {}",
    "warband.archive": "put {} away",
    "warband.restore": "took {} out again",
    "warband.import": "imported {}",
    "fighter.hire": "hired {}",
    "fighter.duplicate": "hired {}, like another",
    "fighter.upgrade": "bought {}",
    "fighter.downgrade": "gave up {}",
    "fighter.promote": "promoted {}",
    "fighter.demote": "took the promotion of {} back",
    "fighter.rename": "renamed {}",
    "fighter.note": "wrote a note about {}",
    "fighter.models": "counted the models of {}",
    "fighter.active": "put {} into the field",
    "fighter.reserve": "left {} at home",
    "fighter.retired": "retired {}",
    "fighter.dead": "buried {}",
    "fighter.dismiss": "dismissed {}",
    "fighter.reorder": "moved {} in the order",
    "item.buy": "bought {}",
    "item.give": "gave {}",
    "item.stash": "put {} into the stash",
    "item.return": "gave {} back",
    "item.sell": "sold {}",
}


class HistoryLine(Struct, frozen=True, kw_only=True):
    """One line of a history; `in_effect` is false for what was taken back and for the taking back."""

    seq: int
    at: str
    who: str
    text: str
    why: str
    in_effect: bool
    warband: int | None


def sentence(what: str, subject: str) -> str:
    """Return an act in words; an act that is not known here is told by its own name."""
    phrase = _PHRASES.get(what)
    if phrase is not None:
        return phrase.replace("{}", subject)
    return f"{what.replace('.', ' ').replace('-', ' ')} {subject}".strip()


def history_lines(lines: tuple[LineView, ...]) -> tuple[HistoryLine, ...]:
    """Return ledger lines in words, the latest first."""
    acts = {line.seq: line for line in lines}
    return tuple(_line(line, acts) for line in reversed(lines))


def _line(line: LineView, acts: dict[int, LineView]) -> HistoryLine:
    about = acts.get(line.about, line)
    text = sentence(about.what, about.subject)
    if line.undoes is not None:
        text = f"{line.what}: {text}"
    return HistoryLine(
        seq=line.seq,
        at=line.at,
        who=line.who,
        text=text,
        why=line.why,
        in_effect=line.in_effect,
        warband=line.warband_id,
    )
