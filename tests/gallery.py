"""Write what the sample campaigns export to into `exports/gallery`: `python -m tests.gallery`.

A test compares the files with what the program makes now.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from warband_tui.campaign.sample import games_with_samples, sample_battle
from warband_tui.reports.battle_report import battle_report
from warband_tui.reports.targets import TARGETS
from warband_tui.reports.write import file_stem, write_report

GALLERY = Path(__file__).parent.parent / "exports" / "gallery"


def exports() -> Iterator[tuple[str, str, str]]:
    """Yield stem, extension and text of every report of the gallery: one battle a game, every target."""
    for ruleset, _ in games_with_samples():
        battle = sample_battle(ruleset.id)
        document = battle_report(battle)
        for target in TARGETS.values():
            yield file_stem(battle.setup.name), target.extension, target.render(document)


def main() -> None:
    """Write the gallery."""
    GALLERY.mkdir(parents=True, exist_ok=True)
    for stem, extension, text in exports():
        print(write_report(text, GALLERY, stem, extension, overwrite=True).name)


if __name__ == "__main__":
    main()
