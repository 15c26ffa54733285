"""The acts of the battle screen on its log: undo and redo, notes, stars, one entry in full."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from textual.app import SuspendNotSupported

from warband_tui.dialogs.entry_detail import Answer, EntryDetail
from warband_tui.registry import shown_key
from warband_tui.screens.battle_acts import BattleActs
from warband_tui.widgets.log_view import LogView
from warband_tui.widgets.roster import Rosters


class LogActs(BattleActs):
    """What the keys of the log do."""

    def action_undo(self) -> None:
        """Take back the last act."""
        self._turn_back("undo")

    def action_redo(self) -> None:
        """Do again what was undone."""
        self._turn_back("redo")

    def _turn_back(self, way: str) -> None:
        if self.session is None:
            return
        self.leave_mode(redraw=False)
        battle = self.session.battle
        about = battle.last_done() if way == "undo" else battle.last_undone()
        entry = self.write(lambda session: session.undo() if way == "undo" else session.redo())
        if entry is None:
            return
        if about is not None and about.unit in self.session.state.units:
            self.go_to(about.unit)
        other = "battle.redo" if way == "undo" else "battle.undo"
        back = "does it again" if way == "undo" else "takes it back"
        self.shell.say(f"{entry.text} · {shown_key(self.key_of(other))} {back}")

    def action_note(self) -> None:
        """Write a note: on the entry under the log's cursor, else into the log."""
        log = self.query_one(LogView)
        line = log.chosen
        if log.has_focus and line is not None:
            seq = line.seq
            self.ask_text(f"note on {line.mark}", lambda text: self._note(text, seq))
        else:
            self.ask_text("note", self._note)

    def _note(self, text: str, seq: int = 0) -> None:
        if not text.strip():
            return
        if seq:
            self.start("remark", {"entry": seq, "text": text})
        else:
            self.start("note", {"text": text})

    def action_editor(self) -> None:
        """Write a long note in the player's own editor."""
        editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
        if not editor:
            self.warn("no editor is named: set EDITOR, or write a short note with N")
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "note.txt"
            path.write_text("", encoding="utf-8")
            try:
                with self.app.suspend():
                    subprocess.run([*editor, str(path)], check=False)  # noqa: S603 (the player's own editor)
                text = path.read_text(encoding="utf-8", errors="replace")
            except SuspendNotSupported:
                self.warn("no editor can be opened here; write a short note with N")
                return
            except OSError as error:
                self.warn(f"{editor[0]} cannot be run ({error.strerror}); set EDITOR to another")
                return
        self._note(text[:2000])

    def action_star(self) -> None:
        """Star the entry, or take its star off."""
        line = self.query_one(LogView).chosen
        if line is not None:
            self.start("star", {"entry": line.seq, "on": not line.starred})

    def action_log(self) -> None:
        """Go to the log, or back."""
        log = self.query_one(LogView)
        (self.query_one(Rosters) if log.has_focus else log).focus()

    def action_open(self) -> None:
        """Open the entry under the log's cursor, else the unit's actions."""
        log = self.query_one(LogView)
        if log.has_focus and log.chosen is not None:
            self.open_entry(log.chosen.seq)
        else:
            self.action_act()

    def open_entry(self, seq: int) -> None:
        """Show everything about an entry."""
        if self.book is None:
            return

        def answered(answer: Answer | None) -> None:
            if answer is None:
                return
            if answer.what == "rule":
                self.show_rule(answer.rule)
            elif answer.what == "star":
                self.action_star()
            else:
                self.action_note()

        self.app.push_screen(EntryDetail(self.book.detail(seq)), answered)

    def action_history(self) -> None:
        """Show what was undone, or hide it."""
        self.everything = not self.everything
        self.redraw()
        self.shell.say(
            "the log shows everything, undone or not" if self.everything else "the log shows what stands"
        )
