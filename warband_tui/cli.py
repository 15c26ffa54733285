"""The command line: one table of commands, each in a module of its own that is imported when it is run.

Errors are one line on standard error. Exit codes: 0 done, 1 refused or found faulty, 2 wrong use.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from warband_tui.commands.output import complain
from warband_tui.errors import WarbandError

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter
    from typer._click.shell_completion import CompletionItem


PROGRAM = "warband-tui"


class Listed(NamedTuple):
    """A command as the help lists it; `module` of `warband_tui.commands` has it as `app`."""

    name: str
    module: str
    help: str
    section: str


COMMANDS = (
    Listed("demo", "demo", "Open the sample campaign, or print its report (--report).", "Play"),
    Listed("play", "play", "Run a battle script and print what happened.", "Play"),
    Listed("serve", "serve", "Show the app in a browser.", "Play"),
    Listed("campaign", "campaign", "Found and show campaigns; standings, export, import.", "Books"),
    Listed("roster", "roster", "List, show and check warbands.", "Books"),
    Listed("import", "importing", "Read a roster made by another program.", "Books"),
    Listed("battle", "battle", "List and show battles, write their reports.", "Books"),
    Listed("layout", "layout", "Boards kept under a name: check, import, export, random ones.", "Books"),
    Listed("rules", "rules", "List and search the rules that are implemented.", "Rules"),
    Listed("odds", "odds", "Exact chances of a roll or an attack.", "Rules"),
    Listed("actions", "actions", "Every action, ask and profile of a game.", "Rules"),
    Listed("catalogue", "catalogue", "What can be hired and bought; check a file of your own.", "Rules"),
    Listed("db", "db", "Look after the library: check, back up, restore, upgrade.", "Program"),
    Listed("config", "config", "Where the settings are, what they say, what is wrong in them.", "Program"),
    Listed("keys", "keys", "Every key of the app.", "Program"),
    Listed("doctor", "doctor", "Versions, terminal and paths, to paste into a bug report.", "Program"),
)


class Lazy(TyperGroup):
    """The group of all commands: their names and help are known without importing them."""

    def list_commands(self, ctx: Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return [one.name for one in COMMANDS]

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Import a command and return it, None if there is none of that name."""
        del ctx
        for one in COMMANDS:
            if one.name == cmd_name:
                command = get_command(import_module(f"warband_tui.commands.{one.module}").app)
                command.name = one.name
                return command
        return None

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the commands in their sections."""
        del ctx
        for section, listed in groupby(COMMANDS, key=lambda one: one.section):
            with formatter.section(section):
                formatter.write_dl([(one.name, one.help) for one in listed])

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command or an option."""
        from typer._click.shell_completion import CompletionItem

        options = super(TyperGroup, self).shell_complete(ctx, incomplete)
        names = [CompletionItem(c.name, help=c.help) for c in COMMANDS if c.name.startswith(incomplete)]
        return [*names, *options]

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Find the command that is meant, or name the nearest one."""
        if args and args[0] not in self.list_commands(ctx) and not ctx.resilient_parsing:
            from warband_tui.commands.output import nearest

            ctx.fail(f"there is no command {args[0]!r}{nearest(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Lazy, rich_markup_mode=None, pretty_exceptions_enable=False, invoke_without_command=True
)


@app.callback()
def root(
    ctx: typer.Context,
    db: Annotated[
        str,
        typer.Option(
            "--db",
            metavar="PATH|URL",
            help="The library; else WARBAND_DB, else the config, else the data folder. May stand anywhere.",
        ),
    ] = "",
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Keep warbands and campaigns, play battles with undo, know the odds, write battle reports.

    Without a command the app opens. Every command takes --json for other programs.
    """
    ctx.obj = db
    if version:
        from warband_tui import __version__

        print(f"{PROGRAM} {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        from warband_tui.commands.opening import open_app

        raise typer.Exit(open_app(db))


def run(args: Sequence[str]) -> int:
    """Carry out a command line and return the exit code; what goes wrong is told in one line."""
    try:
        return get_command(app).main(_ordered(args), prog_name=PROGRAM, standalone_mode=False) or 0
    except typer.TyperException as error:
        where = getattr(error, "ctx", None)
        path = where.command_path if where is not None else PROGRAM
        complain(f"{path}: {error.format_message()}; see `{path} --help`")
        return error.exit_code
    except WarbandError as error:
        complain(f"{PROGRAM}: {error}")
        return 1
    except OSError as error:
        complain(f"{PROGRAM}: {error.filename or 'a file'}: {error.strerror or error}")
        return 1
    except typer.Abort:
        complain(f"{PROGRAM}: stopped")
        return 130


def _ordered(args: Sequence[str]) -> list[str]:
    """Let `--db` stand anywhere: bring it to the front, where the group expects it."""
    front: list[str] = []
    rest: list[str] = []
    waiting = list(args)
    while waiting:
        one = waiting.pop(0)
        if one == "--":
            return [*front, *rest, one, *waiting]
        if one == "--db" and waiting:
            front += [one, waiting.pop(0)]
        elif one.startswith("--db="):
            front.append(one)
        else:
            rest.append(one)
    return [*front, *rest]


def crash(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    """Write the log of a fault of the program itself and name it in one line."""
    if issubclass(kind, KeyboardInterrupt):
        complain(f"{PROGRAM}: stopped")
        return
    import traceback

    from warband_tui.config import state_dir

    folder = state_dir()
    log = folder / "crash.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        said = "".join(traceback.format_exception(kind, error, trace))
        log.write_text(said, encoding="utf-8", errors="backslashreplace")
        told = f"Log: {log}"
    except OSError:
        told = f"{kind.__name__}: {error}"
    complain(f"{PROGRAM} stopped over a fault of its own; what was done is saved. {told}")
