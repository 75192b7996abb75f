"""The colours of the full-screen table; a terminal with fewer colours shows the nearest, or none."""

from __future__ import annotations

import os
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

_SHARED: Final = {
    **dict.fromkeys(("red", "black", "name", "title", "taken", "target", "trail"), "bold"),
    "focus": "reverse bold",
}

_DARK: Final = {
    "felt": "bg:#12382a #d8e6dc",
    "name": "#f2e6c4",
    "note": "#9dc3ad",
    "frame": "bg:#f6f1e2 #8a7f68",
    "edge": "bg:#12382a #f6f1e2",
    "empty": "#5d8a73",
    "label": "#9dc3ad",
    "target": "bg:#ffe08a #5a4300",
    "taken": "bg:#bfe3ff #003a66",
    "hint": "bg:#d9f2c4 #2c5a10",
    "edge target": "bg:#12382a #ffe08a",
    "edge taken": "bg:#12382a #bfe3ff",
    "edge hint": "bg:#12382a #d9f2c4",
    "empty target": "bg:#6a5510 #ffe9a8",
    "empty hint": "bg:#2f5a1c #d9f2c4",
    "back": "bg:#31507a #8fb0dd",
    "red": "#b3202c",
    "black": "#1b1b1b",
    "title": "bg:#0b2219 #f2e6c4",
    "status": "bg:#0b2219 #ffffff",
    "log": "bg:#0f2e22 #c9dccf",
    "button": "bg:#1d5540 #ffffff",
    "line": "bg:#000000 #ffffff",
}

_LIGHT: Final = {
    "felt": "bg:#dfeee2 #1d3327",
    "name": "#10251a",
    "note": "#3d6650",
    "frame": "bg:#ffffff #6f6a5c",
    "edge": "bg:#dfeee2 #ffffff",
    "empty": "#7ba38c",
    "label": "#3d6650",
    "target": "bg:#ffd95e #4a3700",
    "taken": "bg:#a8d8ff #00325a",
    "hint": "bg:#c6ebaa #244c0c",
    "edge target": "bg:#dfeee2 #ffd95e",
    "edge taken": "bg:#dfeee2 #a8d8ff",
    "edge hint": "bg:#dfeee2 #c6ebaa",
    "empty target": "bg:#ffe9a8 #4a3700",
    "empty hint": "bg:#d9f2c4 #244c0c",
    "back": "bg:#31507a #8fb0dd",
    "red": "#a81420",
    "black": "#101010",
    "title": "bg:#b9d6c2 #10251a",
    "status": "bg:#b9d6c2 #000000",
    "log": "bg:#eef6f0 #1d3327",
    "button": "bg:#8fbf9f #08160e",
    "line": "bg:#ffffff #000000",
}


def _style(colours: dict[str, str]) -> Style:
    # Later entries override earlier ones.
    names = dict.fromkeys((*colours, *_SHARED))
    return Style([(name, f"{colours.get(name, '')} {_SHARED.get(name, '')}".strip()) for name in names])


THEMES: Final = {"dark": _style(_DARK), "light": _style(_LIGHT)}
"""The themes by name, the first one for terminals that do not report their background."""


def first_theme() -> str:
    """Return the theme for the background reported by the terminal (``COLORFGBG``)."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"


def colour_depth() -> ColorDepth:
    """Return how many colours the terminal has, according to its environment; none if they are not wanted."""
    if os.environ.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorDepth.DEPTH_24_BIT
    if os.environ.get("TERM", "").endswith("256color"):
        return ColorDepth.DEPTH_8_BIT
    return ColorDepth.DEPTH_4_BIT
