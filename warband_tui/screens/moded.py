"""A screen of a battle with modes: what a mode takes, shows in the footer, and does to the battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from warband_tui.campaign.play import PlaySession
from warband_tui.errors import WarbandError
from warband_tui.rules.entries import Entry
from warband_tui.screens.base import WarbandScreen
from warband_tui.store.journal import Clash
from warband_tui.widgets.footer import Key, KeyBar


class Pressed(Protocol):
    """What every mode can do: take a key, and name those that it takes."""

    def press(self, key: str, character: str | None) -> bool:
        """Take a key; False when it means nothing to the mode."""
        ...

    def footer(self) -> tuple[Key, ...]:
        """Return the keys that work now."""
        ...


class ModedScreen(WarbandScreen):
    """A screen whose keys belong to a mode while there is one."""

    mode: Pressed | None

    def footer_keys(self) -> tuple[Key, ...]:
        """Return the keys of the mode, else those of the screen."""
        return self.mode.footer() if self.mode is not None else super().footer_keys()

    async def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do what was clicked in the footer; keys of a mode are pressed."""
        # Textual calls the base's handler as well unless it is told not to: the click would count twice.
        message.prevent_default()
        if message.action.startswith("key:"):
            message.stop()
            if self.mode is not None:
                key = message.action.removeprefix("key:")
                self.mode.press(key, key if len(key) == 1 else None)
            return
        await super().on_key_bar_pressed(message)

    def attempt(self, session: PlaySession, act: Callable[[PlaySession], Entry]) -> Entry | None:
        """Carry out an act on a battle; None when it does not work, which the player is told."""
        try:
            return act(session)
        except Clash as clash:
            self.shell.say(str(clash), severity="warning")
        except WarbandError as error:
            self.shell.say(str(error), severity="error")
        return None
