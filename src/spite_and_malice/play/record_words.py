"""A recorded game told turn by turn, for people who read along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from spite_and_malice.play.record import Record
from spite_and_malice.play.record_lines import write_time
from spite_and_malice.rules import PRESETS, describe
from spite_and_malice.texts import N_, _, listed, ngettext

_ENDS = {
    "payoff": N_("the [pay-off piles] are empty"),
    "stock": N_("the [stock] ran out"),
    "stalemate": N_("everybody passed in turn"),
}


def tell(record: Record) -> Iterator[str]:
    """Yield the lines: the game and its rules, who plays, every turn with its moves, how it ended."""
    preset = PRESETS.get(record.preset or "")
    yield _("House rules") if preset is None else _(preset.name)
    if record.started is not None:
        yield _("Started {time}").format(time=write_time(record.started))
    if record.viewer is not None:
        yield _("As seat {seat} saw it").format(seat=record.viewer)
    yield ""
    yield from describe(record.rules)
    yield ""
    for number, seat in enumerate(record.seats):
        name = f"{seat.name} ({seat.player})" if seat.player else seat.name
        yield _("Seat {number}: {name}").format(number=number, name=name)
    yield _("{name} deals.").format(name=record.seats[record.dealer].name)
    yield ""
    width = max(len(seat.name) for seat in record.seats)
    for seat_number, turn in groupby(enumerate(record.actions, start=1), lambda numbered: numbered[1].seat):
        actions = list(turn)
        yield f"{actions[0][0]:>4}  {record.seats[seat_number].name:<{width}}  " + " ".join(a.text for _, a in actions)
    yield ""
    yield _end(record)


def _end(record: Record) -> str:
    if record.outcome is None:
        return _("The game is not finished.")
    winners = [record.seats[seat].name for seat in record.outcome.winners]
    scores = ", ".join(f"{seat.name} {score}" for seat, score in zip(record.seats, record.outcome.scores, strict=True))
    if not winners:
        said = _("Nobody wins: {reason}. Points: {scores}.")
    else:
        count = len(winners)
        said = ngettext("{names} wins: {reason}. Points: {scores}.", "{names} win: {reason}. Points: {scores}.", count)
    return said.format(names=listed(winners), reason=_(_ENDS[record.outcome.reason]), scores=scores)
