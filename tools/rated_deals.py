"""Look how hard the first deals of patience are, and write it for those who play in a browser.

    .venv/bin/python -m tools.rated_deals

src/spite_and_malice/server/games/patience/rated.json has for each preset a letter for every deal from number 0 on
(`server/games/patience/dealer.py`). Written anew it is the same, unless how a deal is rated has changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from spite_and_malice.patience import KLONDIKE
from spite_and_malice.server.games.patience.dealer import FILE, LETTERS
from spite_and_malice.server.workers.solver import answer

DEALS: Final = 4096
_POSITIONS: Final = 1 << 20
_PLACE: Final = Path(__file__).parent.parent / "src/spite_and_malice/server/games/patience" / FILE


@click.command()
def rated_deals() -> None:
    """Rate the first deals of every preset; this takes some minutes."""
    written = {preset: "".join(letter(preset, number) for number in range(DEALS)) for preset in KLONDIKE}
    _PLACE.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


def letter(preset: str, number: int) -> str:
    """Return how hard a deal is, by a letter; "-" if it is not proved winnable."""
    rules = KLONDIKE[preset].rules.to_json()
    question = {"task": "rate", "rules": rules, "number": number, "positions": _POSITIONS}
    level = answer(json.dumps(question)).get("level")
    return next((each for each, name in LETTERS.items() if name == level), "-")


if __name__ == "__main__":
    rated_deals()
