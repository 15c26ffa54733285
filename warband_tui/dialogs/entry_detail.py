"""One entry of the log in full: every die and modifier, who chose what, the rules, the notes."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen

from warband_tui.campaign.battle_log import Detail
from warband_tui.widgets.lines import Line, LinesView, Span, wrapped


class Answer(NamedTuple):
    """What the player wants next: `rule` with its id, `star`, or `note`."""

    what: str
    rule: str = ""


def detail_lines(detail: Detail, width: int) -> list[Line]:
    """Return the entry in lines of so many cells."""
    line = detail.line
    lines: list[Line] = [(Span(f"{line.mark} {'★ ' if line.starred else ''}", "mark"),)]
    lines += [(Span(piece, "strong"),) for piece in wrapped(line.text, width)]
    if line.undone:
        lines.append((Span("This has been undone.", "warn"),))
    if line.override:
        lines += [(), (Span("Override: ", "warn"), Span(line.override))]
        lines += [
            (Span(f"  against: {piece}", "warn"),)
            for why in detail.overruled
            for piece in wrapped(why, width - 12)
        ]
    for roll in detail.rolls:
        lines.append(())
        lines += [
            (Span(piece, "strong" if i == 0 else ""),)
            for i, text in enumerate(roll)
            for piece in _inset(text, i, width)
        ]
    if detail.choices:
        lines += [(), (Span("Choices", "head"),)]
        lines += [(Span(piece),) for text in detail.choices for piece in _inset(text, 1, width)]
    if line.rules:
        lines += [(), (Span("Rules", "head"),)]
        lines += [
            (Span(f"  {i} ", "key", f"rule:{rule}"), Span(rule, "", f"rule:{rule}"))
            for i, rule in enumerate(line.rules, start=1)
        ]
    if line.notes:
        lines += [(), (Span("Notes", "head"),)]
        lines += [(Span(piece, "good"),) for text in line.notes for piece in _inset(text, 1, width)]
    return lines


def _inset(text: str, depth: int, width: int) -> list[str]:
    return [f"{'  ' * min(depth, 1)}{piece}" for piece in wrapped(text, width - 2)]


class EntryDetail(ModalScreen[Answer | None]):
    """Shows the entry; a digit opens a rule."""

    DEFAULT_CSS = """
    EntryDetail { align: center middle; }
    EntryDetail > Vertical {
        width: 84; max-width: 96%; height: auto; max-height: 90%;
        background: $panel; border: round $primary; padding: 0 1;
    }
    EntryDetail LinesView { height: auto; max-height: 100%; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,enter", "leave", "Close", show=False),
        Binding("asterisk", "answer('star')", "Star", show=False),
        Binding("N", "answer('note')", "Note", show=False),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self, detail: Detail) -> None:
        self._detail = detail
        super().__init__()

    def compose(self) -> ComposeResult:
        """Draw the frame."""
        with Vertical() as frame:
            frame.border_subtitle = "1-9 rule · * star · N note · q close"
            yield LinesView(id="entry-detail")

    def on_mount(self) -> None:
        """Fill it."""
        self._fill()

    def on_resize(self) -> None:
        """Wrap for another width."""
        self._fill()

    def _fill(self) -> None:
        view = self.query_one(LinesView)
        width = min(80, int(self.size.width * 0.96) - 5)
        lines = detail_lines(self._detail, width)
        view.styles.height = min(len(lines), max(3, int(self.size.height * 0.9) - 2))
        view.set_lines(lines)

    def on_key(self, event: Key) -> None:
        """Open the rule of that number."""
        rules = self._detail.line.rules
        if event.character and event.character.isdigit() and 0 < int(event.character) <= len(rules):
            event.stop()
            self.dismiss(Answer("rule", rules[int(event.character) - 1]))

    def on_lines_view_pressed(self, message: LinesView.Pressed) -> None:
        """Open the rule that was clicked."""
        message.stop()
        self.dismiss(Answer("rule", message.link.partition(":")[2]))

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)

    def action_answer(self, what: str) -> None:
        """Close and do that."""
        self.dismiss(Answer(what))

    def action_scroll(self, by: int) -> None:
        """Scroll."""
        view = self.query_one(LinesView)
        view.scroll_to(y=view.scroll_offset.y + by, animate=False)
