"""The two looks of the program: ink by lamplight, and parchment by day.

Both use iron greys and one accent, an ember. States are told apart by an orange and a blue pair, which
colour-blind people can tell apart too, and always by a word or a sign as well.
"""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="warband-dark",
    dark=True,
    primary="#e08a4a",
    secondary="#8a8f94",
    accent="#e08a4a",
    foreground="#e6dcc6",
    background="#14120f",
    surface="#1c1916",
    panel="#26221d",
    warning="#e3b04b",
    error="#e2685c",
    success="#7fb2d6",
    luminosity_spread=0.12,
    variables={
        "block-cursor-background": "#e08a4a",
        "block-cursor-foreground": "#14120f",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#3a342c",
        "block-cursor-blurred-foreground": "#e6dcc6",
        "block-cursor-blurred-text-style": "bold",
        "block-hover-background": "#26221d",
        "border": "#e08a4a",
        "border-blurred": "#3a342c",
        "footer-background": "#1c1916",
        "footer-key-foreground": "#e08a4a",
        "footer-description-foreground": "#b9af9a",
        "input-selection-background": "#e08a4a 35%",
        "scrollbar": "#3a342c",
        "scrollbar-hover": "#5a5146",
        "scrollbar-active": "#e08a4a",
        "scrollbar-background": "#1c1916",
        "scrollbar-background-hover": "#1c1916",
        "scrollbar-background-active": "#1c1916",
        "scrollbar-corner-color": "#1c1916",
        "button-color-foreground": "#14120f",
        "button-focus-text-style": "bold reverse",
    },
)

LIGHT = Theme(
    name="warband-light",
    dark=False,
    primary="#9a3d12",
    secondary="#5c6064",
    accent="#9a3d12",
    foreground="#2a241c",
    background="#f4ecd9",
    surface="#efe5cd",
    panel="#e6dabd",
    warning="#8a5a00",
    error="#a3221c",
    success="#1f5f8b",
    luminosity_spread=0.12,
    variables={
        "block-cursor-background": "#9a3d12",
        "block-cursor-foreground": "#fbf6ea",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#d8c8a2",
        "block-cursor-blurred-foreground": "#2a241c",
        "block-cursor-blurred-text-style": "bold",
        "block-hover-background": "#e6dabd",
        "border": "#9a3d12",
        "border-blurred": "#cbbb96",
        "footer-background": "#e6dabd",
        "footer-key-foreground": "#9a3d12",
        "footer-description-foreground": "#574d3d",
        "input-selection-background": "#9a3d12 25%",
        "scrollbar": "#cbbb96",
        "scrollbar-hover": "#a8976f",
        "scrollbar-active": "#9a3d12",
        "scrollbar-background": "#efe5cd",
        "scrollbar-background-hover": "#efe5cd",
        "scrollbar-background-active": "#efe5cd",
        "scrollbar-corner-color": "#efe5cd",
        "button-color-foreground": "#fbf6ea",
        "button-focus-text-style": "bold reverse",
    },
)

OWN = (DARK, LIGHT)
DEFAULT = DARK.name
