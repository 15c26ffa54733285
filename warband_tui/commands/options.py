"""Options that many commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click import Context


def games(incomplete: str) -> list[str]:
    """Return the ids of games, for shells to complete."""
    from warband_tui.rules.ruleset import installed

    return [one for one in installed() if one.startswith(incomplete)]


Json = Annotated[bool, typer.Option("--json", help="Print JSON, for other programs.")]
Ruleset = Annotated[
    str,
    typer.Argument(metavar="RULESET", help="A game's id, such as `rules list` shows.", autocompletion=games),
]
AnyRuleset = Annotated[
    str, typer.Argument(metavar="[RULESET]", help="A game's id; all when left out.", autocompletion=games)
]
Edition = Annotated[
    str, typer.Option("--edition", metavar="EDITION", help="An edition; the game's first when left out.")
]


class Group(TyperGroup):
    """A group that names its commands when none is given."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Refuse a call without a command."""
        if not args and not ctx.resilient_parsing:
            ctx.fail(f"name one of its commands: {', '.join(self.list_commands(ctx))}")
        return super().parse_args(ctx, args)


def group(help_text: str) -> typer.Typer:
    """Return a group of commands."""
    return typer.Typer(
        cls=Group, help=help_text, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False
    )


def single() -> typer.Typer:
    """Return what holds one command."""
    return typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
