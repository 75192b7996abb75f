"""Rate the difficulty of the first deals of patience, and write it for people who play in a browser.

    .venv/bin/python -m tools.rated_deals
    .venv/bin/python -m tools.rated_deals freecell golf

src/spite_and_malice/server/games/patience/rated.json has for each preset a letter for every deal from number 0 on
(`server/games/patience/dealer.py`). Rewritten, the letters are the same unless the rating of deals has changed; their
number depends on the time spent.
"""

from __future__ import annotations

import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Final

import click

from spite_and_malice.patience import KLONDIKE, PRESETS
from spite_and_malice.patience.decidable import can_decide
from spite_and_malice.server.games.patience.dealer import FILE, LETTERS
from spite_and_malice.server.workers.solver import answer

DEALS: Final = 4096
"""The most deals examined."""
PROVED: Final = 256
"""How many winnable ones are enough, except for Klondike, where all are examined."""
_SECONDS: Final = 60.0
_POSITIONS: Final = 1 << 20
_PLACE: Final = Path(__file__).parent.parent / "src/spite_and_malice/server/games/patience" / FILE

DECIDABLE: Final = tuple(preset.id for preset in PRESETS.values() if can_decide(preset.rules))
"""The presets whose deals can be proved winnable at all."""


@click.command()
@click.argument("presets", nargs=-1, type=click.Choice(DECIDABLE))
@click.option("--seconds", default=_SECONDS, help="How long each game is looked at, but for Klondike.")
def rated_deals(presets: tuple[str, ...], seconds: float) -> None:
    """Rate the first deals of PRESETS, or of every preset; this takes up to an hour of processor time."""
    written: dict[str, str] = json.loads(_PLACE.read_text(encoding="utf-8"))
    with ProcessPoolExecutor() as processes:
        looking = {processes.submit(letters, preset, seconds): preset for preset in presets or DECIDABLE}
        for found in as_completed(looking):
            written[looking[found]] = found.result()
            ordered = {preset: written[preset] for preset in DECIDABLE if preset in written}
            _PLACE.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def letters(preset: str, seconds: float) -> str:
    """Return a letter for every deal of a preset from number 0 on, as many as there is time for."""
    found, end = "", time.process_time() + seconds
    while len(found) < DEALS:
        if preset not in KLONDIKE and (time.process_time() > end or len(found.replace("-", "")) >= PROVED):
            break
        found += letter(preset, len(found))
    return found


def letter(preset: str, number: int) -> str:
    """Return a deal's difficulty, as a letter; "-" if it is not proved winnable."""
    positions = _POSITIONS if preset in KLONDIKE else None
    question = {"task": "rate", "rules": PRESETS[preset].rules.to_json(), "number": number, "positions": positions}
    level = answer(json.dumps(question)).get("level")
    return next((each for each, name in LETTERS.items() if name == level), "-")


if __name__ == "__main__":
    rated_deals()
