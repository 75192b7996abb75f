"""Write tests/play/records/: a whole game of every preset as a record: ``python -m tools.record_files``.

The games are played at random, centre plays first; a person at the table takes moves back now and then.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from spite_and_malice.play import FairDeal, Game, Record, RecordedAction, RecordedSeat, SeededChance, record_game, write
from spite_and_malice.rules import PRESETS, preset_rules

FOLDER = Path(__file__).parents[1] / "tests" / "play" / "records"
STARTED = 1_767_225_600_000
"""2026-01-01, in UTC milliseconds since 1970."""
MOST_ACTIONS = 1000
NAMES = ("Ada", "Grüße „5“", "Chen", "Daria")


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for preset_id in PRESETS:
        (FOLDER / f"{preset_id}.txt").write_text(write(played(preset_id)), encoding="utf-8", newline="\n")


def played(preset_id: str) -> Record:
    """The record of a game of a preset with the fewest players it allows; the same for ever."""
    number = list(PRESETS).index(preset_id)
    rules = preset_rules(preset_id)
    secret = hashlib.sha256(preset_id.encode()).digest()
    fair_deal = FairDeal(secret, tuple(f"contribution {seat} of {preset_id}" for seat in range(rules.players)))
    game = Game.deal(rules, number % rules.players, fair_deal)
    chance = SeededChance(number)
    while not game.is_over and len(game.actions) < MOST_ACTIONS:
        if game.can_undo(game.turn) and chance.lot(20) == 0:
            game.undo(game.turn)
            continue
        legal = [str(move) for move in game.legal_moves]
        wanted = [text for text in legal if "-C" in text] or legal
        game.play(wanted[chance.lot(len(wanted))])
    times = [STARTED + 1500 * ply + chance.lot(1000) for ply in range(1, len(game.actions) + 1)]
    actions = [RecordedAction(done.seat, done.text, time) for done, time in zip(game.actions, times, strict=True)]
    seats = [RecordedSeat("person", name) for name in NAMES[: rules.players - 1]]
    seats.append(RecordedSeat("computer", "Greedy", "greedy"))
    return record_game(
        rules, seats, number % rules.players, fair_deal, actions,
        preset=preset_id, table=f"golden-{preset_id}", number=1, started=STARTED,
    )  # fmt: skip


if __name__ == "__main__":
    main()
