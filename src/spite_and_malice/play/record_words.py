"""A recorded game told turn by turn, for people who read along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from spite_and_malice.play.record import Record
from spite_and_malice.play.record_text import write_time
from spite_and_malice.rules import PRESETS, describe

_ENDS = {
    "payoff": "the pay-off piles are empty",
    "stock": "the stock ran out",
    "stalemate": "nobody could move",
}


def tell(record: Record) -> Iterator[str]:
    """Yield the lines: the game and its rules, who plays, every turn with its moves, how it ended."""
    preset = PRESETS.get(record.preset or "")
    yield "House rules" if preset is None else preset.name
    if record.started is not None:
        yield f"Started {write_time(record.started)}"
    if record.viewer is not None:
        yield f"As seat {record.viewer} saw it"
    yield ""
    yield from describe(record.rules)
    yield ""
    for number, seat in enumerate(record.seats):
        yield f"Seat {number}: {seat.name}" + (f" ({seat.player})" if seat.player else "")
    yield f"{record.seats[record.dealer].name} deals."
    yield ""
    width = max(len(seat.name) for seat in record.seats)
    for seat_number, turn in groupby(enumerate(record.actions, start=1), lambda numbered: numbered[1].seat):
        actions = list(turn)
        yield f"{actions[0][0]:>4}  {record.seats[seat_number].name:<{width}}  " + " ".join(a.text for _, a in actions)
    yield ""
    yield _end(record)


def _end(record: Record) -> str:
    if record.result is None:
        return "The game is not finished."
    winners = " and ".join(record.seats[seat].name for seat in record.result.winners) or "Nobody"
    scores = ", ".join(f"{seat.name} {score}" for seat, score in zip(record.seats, record.result.scores, strict=True))
    verb = "win" if len(record.result.winners) > 1 else "wins"
    return f"{winners} {verb}: {_ENDS[record.result.reason]}. Points: {scores}."
