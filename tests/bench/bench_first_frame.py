"""How long until the first frame of the app, and until the library's data is on it, against a bare Textual app.

Run it by itself: `python -m tests.bench.bench_first_frame`. Both are started in a terminal of their own, from the
start of the process to the first text that comes, on the sample library.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.measuring import COMPILED, ROOT, Figure, compiled_env, interleaved, median, ratio, report
from tests.bench.terminal import Terminal

ROUNDS = 25
SIZE = (120, 40)

BARE = """
from textual.app import App
from textual.widgets import DataTable, Footer, Header, RichLog

class Bare(App):
    TITLE = "Bare"
    BINDINGS = [("q", "quit", "Quit"), ("a", "add", "Add"), ("u", "undo", "Undo")]

    def compose(self):
        yield Header()
        yield DataTable()
        yield RichLog()
        yield Footer()

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("Name", "Place", "State", "Sum")
        table.add_rows([(f"Name {i}", f"Place {i}", "ready", str(i)) for i in range(20)])
        self.query_one(RichLog).write("Nothing happened yet")

Bare().run()
"""


def sample_library(folder: Path) -> Path:
    """Lay the sample campaign out in a library."""
    from warband_tui.campaign.catalogues import shelf_beside
    from warband_tui.campaign.desk import Pen
    from warband_tui.campaign.sample import lay_out
    from warband_tui.store.library import Library

    place = folder / "sample.db"
    at = "2026-03-01T19:30:00+00:00"
    with Library.open(place, at=at) as library:
        lay_out(Pen(library, shelf_beside(library.path), "Mira", at))
    return place


def home_env(folder: Path) -> dict[str, str]:
    """Return an environment in which the program finds no settings of whoever runs the bench."""
    return compiled_env(HOME=str(folder), WARBAND_CONFIG=str(folder / "config.toml"), PYTHONPATH=str(ROOT))


def main() -> None:
    """Print the table."""
    from warband_tui.campaign.sample import game_with_sample

    name = game_with_sample()[1].name
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        env = home_env(folder)
        bare = folder / "bare.py"
        bare.write_text(BARE, encoding="utf-8")
        own = ["-m", "warband_tui", "--db", str(sample_library(folder))]
        data: dict[str, list[float]] = {"bare": [], "own": []}

        def start(which: str, args: list[str], marker: str) -> float:
            with Terminal(args, env, SIZE) as terminal:
                first = terminal.wait_for()
                data[which].append(terminal.wait_for(marker))
            return first

        first = interleaved(
            ROUNDS,
            {
                "bare": lambda: start("bare", [str(bare)], "Name 19"),
                "own": lambda: start("own", own, name),
            },
        )
    figures = [
        Figure("bare Textual app: first text", median(first["bare"])),
        Figure("bare Textual app: its last row", median(data["bare"])),
        Figure("home screen: first text", median(first["own"])),
        Figure("home screen: the campaign's name", median(data["own"])),
        Figure("first frame to the bare app's", ratio(first["own"], first["bare"]), "x", 1.3),
        Figure("campaign's data to the bare app's first frame", ratio(data["own"], first["bare"]), "x", 2.5),
    ]
    bare_is = "bare app: Header, DataTable of 20 rows, RichLog, Footer"
    report(f"first frame, {SIZE[0]}x{SIZE[1]}, {ROUNDS} starts each", figures, (bare_is, COMPILED))


if __name__ == "__main__":
    main()
