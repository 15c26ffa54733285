"""A report written by hand that uses every kind of block; no game, all invented."""

from __future__ import annotations

from warband_tui.reports.document import (
    Appendix,
    BoardMap,
    Chart,
    Divider,
    Document,
    Fact,
    Heading,
    MapArea,
    MapToken,
    Roster,
    RosterLine,
    Series,
    Sketch,
    bullets,
    code,
    emphasis,
    event,
    number,
    paragraph,
    quote,
    strong,
    table,
)

AWKWARD = '*Oda* "the [Heron]" <Brandt> @everyone | 50%'

SAMPLE = Document(
    title="The Mill at Ashen Ridge",
    subtitle="Ashen Ridge, game 4",
    facts=(
        Fact("Scenario", "Hold the mill"),
        Fact("Played", "14 September 2026, five turns"),
        Fact("Winner", "Grey Wardens, 6 to 4"),
        Fact("Awkward", AWKWARD),
    ),
    blocks=(
        Heading(1, "Forces"),
        Roster(
            "Grey Wardens",
            (
                RosterLine("Captain Weyl", "sword, pistol", "95", "ended with 2 wounds"),
                RosterLine("Sister Agathe", "long rifle", "80"),
                RosterLine("Pell", "pike", "45", "out of action, turn 4, Brakh"),
                RosterLine("Kett 刀 the Younger", "crossbow, rope, two torches and a sack of flour", "50"),
            ),
            "Mira, 270 points",
        ),
        Roster(
            "Hollow Choir",
            (
                RosterLine("Prior Orm", "censer", "110"),
                RosterLine("Brakh", "two axes", "90"),
                RosterLine(AWKWARD, "bow", "60", "out of action, turn 3, Agathe"),
            ),
            "Jonas, 260 points",
        ),
        Heading(1, "The field"),
        Sketch(
            (
                "┌──────────────────────────┐",
                "│  B   O      ▒▒           │",
                "│        ▒▒▒  mill    A    │",
                "│ ~~~~~~~~~~~~~~~~ ford ~~~│",
                "│            W   P   K     │",
                "└──────────────────────────┘",
            ),
            "The Choir came from the north, the Wardens from the south.",
        ),
        BoardMap(
            "Turn 3: the board at its end",
            48,
            36,
            (
                MapArea(((0, 0), (48, 0), (48, 6), (0, 6)), "", "Choir", "deployment", "zone"),
                MapArea(((30, 8), (38, 8), (38, 14), (30, 14)), "▒", "Mill", "ruin", "grey"),
                MapArea(((0, 16), (48, 16), (48, 20), (0, 20)), "~", "Ford", "water", "blue"),
            ),
            (
                MapToken("A", "Captain Weyl", 0, (20, 30), 1.26, 1.26, trail=((20, 35), (20, 30))),
                MapToken("B", "Pell", 0, (26, 24), 1.26, 1.26),
                MapToken("a", "Brakh", 1, (27.3, 24), 1.57, 1.57, trail=((33, 11), (27.3, 24))),
                MapToken("b", AWKWARD, 1, (12, 3), 2.36, 1.38, round=False),
            ),
            ("Grey Wardens", "Hollow Choir"),
            caption="Not on the map: Prior Orm",
        ),
        Heading(1, "Plans"),
        bullets(
            [
                ("Wardens: ", emphasis("hold the ford"), " and let the rifle do the work."),
                "Choir: rush the mill before the rifle finds its range.",
            ]
        ),
        Heading(2, "Turn 3"),
        paragraph("The mill changed hands, and ", strong("Brakh"), " broke through on the left."),
        event(
            "3.5",
            strong("Brakh"),
            " charges Pell: ",
            code("6 + 4 = 10"),
            ", in contact",
            star=True,
            rules=["X-CHG-4"],
        ),
        event(
            "3.6",
            strong("Agathe"),
            " shoots ",
            strong(AWKWARD),
            ": ",
            code("6 5 (2)"),
            ", a hit over the whole length of the field, past the mill and through the smoke; out of action",
            star=True,
            rules=["X-SHO-2", "X-INJ-1"],
        ),
        event("3.7", "Pell passes.", rules=["X-TRN-1"]),
        quote("You brought a pike to an axe fight.", source="Jonas"),
        Heading(2, "After the battle"),
        Chart(
            "Losses by turn",
            (
                Series("Grey Wardens", ((0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)), 3),
                Series("Hollow Choir", ((0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (5, 4)), 3.5),
            ),
        ),
        table(
            ["Fighter", number("Hits"), number("Out"), "Award"],
            [
                ["Sister Agathe", 4, 2, "most valuable"],
                ["Brakh", 3, 1, "most feared"],
                [AWKWARD, 0, 0, ""],
            ],
            caption="Deeds",
        ),
        Divider(),
        Heading(3, "Lessons"),
        paragraph("Never leave the rifle alone with a view."),
        Appendix("The whole log"),
        event("1.1", "Weyl advances to the ford."),
        event("1.2", "Brakh runs.", rules=["X-MOV-3"]),
    ),
)
