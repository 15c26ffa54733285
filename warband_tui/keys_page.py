"""The page of all keys, made from the action registry: `python -m warband_tui.keys_page` writes it."""

from __future__ import annotations

from collections.abc import Iterable

from warband_tui.registry import ActionSpec, collect, shown_key
from warband_tui.resources import resource_dir

NAME = "keys.md"

_INTRO = """# Keys

Made from the action registry by `python -m warband_tui.keys_page`; a test keeps it fresh.

Rebind any action by its id in the config file (`warband-tui config path` prints where it is):

```toml
[keys]
"app.help" = ["f1", "?"]
```

In every list and table: arrows or `j` `k` move, `g` and `G` go to the ends, `PgUp` and `PgDn` turn pages,
`Enter` opens, `/` filters, `Esc` clears the filter.
"""

_UNDO = {"undoable": "`u` takes it back", "confirm": "asks first", "none": ""}


def page(specs: Iterable[ActionSpec]) -> str:
    """Return the page as Markdown: a table for each screen, the program's own first."""
    scopes: dict[str, list[ActionSpec]] = {"app": []}
    for spec in specs:
        scopes.setdefault(spec.scope, []).append(spec)
    parts = [_INTRO]
    for scope in ["app", *sorted(set(scopes) - {"app"})]:
        title = "Everywhere" if scope == "app" else scope.replace("_", " ").capitalize()
        parts.append(f"\n## {title}\n\n| keys | action | what it does | undo | id |\n|---|---|---|---|---|\n")
        parts += [_row(spec) for spec in scopes[scope]]
    return "".join(parts)


def _row(spec: ActionSpec) -> str:
    keys = " ".join(f"`{shown_key(key)}`" for key in spec.keys) or "palette"
    cells = [keys, spec.label, spec.tooltip, _UNDO[spec.undo], f"`{spec.id}`"]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def main() -> None:
    """Write the page."""
    (resource_dir("exports") / NAME).write_text(page(collect()), encoding="utf-8")


if __name__ == "__main__":
    main()
