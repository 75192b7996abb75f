"""The records of both games: recognising them, operations on them, and recorded games described in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Generic, TypeVar

from spite_and_malice.patience.rules import describe as describe_patience
from spite_and_malice.patience.rules import name_of
from spite_and_malice.play import patience, record_check, record_text
from spite_and_malice.play.patience import PatienceRecord
from spite_and_malice.play.patience.record import PatienceAction, PatienceResult
from spite_and_malice.play.patience.scoring import points_text, scorings_for
from spite_and_malice.play.record import Record
from spite_and_malice.play.record_lines import Fault, Reading, first_of, write_time
from spite_and_malice.rules import PRESETS, describe
from spite_and_malice.texts import N_, _, listed, ngettext

_SPITE_ENDS: Final = {
    "payoff": N_("the [pay-off piles] are empty"),
    "stock": N_("the [stock] ran out"),
    "stalemate": N_("everybody passed in turn"),
    "resignation": N_("the other side gave up"),
    "forfeit": N_("the other side did not come back"),
}
_PATIENCE_ENDS: Final = {"won": N_("The game is won."), "given_up": N_("The game was given up.")}
_LINE: Final = 8
"""The number of actions per line."""

_R = TypeVar("_R", Record, PatienceRecord)


@dataclass(frozen=True, slots=True)
class RecordForm(Generic[_R]):
    """How the records of a game are read, checked, described and written; `right` is the sentence for a correct one."""

    read: Callable[[str | bytes], Reading[_R]]
    check: Callable[[Reading[_R]], tuple[Fault, ...]]
    tell: Callable[[_R], Iterator[str]]
    write: Callable[[_R], str]
    right: str


def tell_game(record: Record) -> Iterator[str]:
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
    yield _how_it_ended(record)


def _how_it_ended(record: Record) -> str:
    if record.outcome is None:
        return _("The game is not finished.")
    winners = [record.seats[seat].name for seat in record.outcome.winners]
    scores = ", ".join(f"{seat.name} {score}" for seat, score in zip(record.seats, record.outcome.scores, strict=True))
    if not winners:
        said = _("Nobody wins: {reason}. Points: {scores}.")
    else:
        count = len(winners)
        said = ngettext("{names} wins: {reason}. Points: {scores}.", "{names} win: {reason}. Points: {scores}.", count)
    return said.format(names=listed(winners), reason=_(_SPITE_ENDS[record.outcome.reason]), scores=scores)


def tell_patience(record: PatienceRecord) -> Iterator[str]:
    """Yield the lines: the game and its rules, the deal, every action with the cards that it revealed, how it ended."""
    yield _(name_of(record.rules))
    if record.started is not None:
        yield _("Started {time}").format(time=write_time(record.started))
    yield ""
    yield from describe_patience(record.rules)
    yield ""
    if record.player is not None:
        yield _("Played by {name}").format(name=record.player)
    dealt = _("Deal number {number}.") if record.deal.numbers == "own" else _("Microsoft deal {number}.")
    yield dealt.format(number=record.deal.number)
    yield from map(str, record.facts[1:])
    yield ""
    for first in range(0, len(record.actions), _LINE):
        yield f"{first + 1:>4}  " + "  ".join(map(_with_facts, record.actions[first : first + _LINE]))
    yield ""
    yield (
        _(_PATIENCE_ENDS[record.result.reason])
        if record.result.reason in _PATIENCE_ENDS
        else _("The game is not finished.")
    )
    yield _figures(record.result)
    # A faulty record has no points: `verify` says why.
    with suppress(ValueError):
        for scoring in scorings_for(record.rules):
            yield points_text(scoring, scoring.points_of_record(record))


def _with_facts(action: PatienceAction) -> str:
    """An action, with the cards that it revealed or the moves that it stands for in brackets."""
    return " ".join([action.text, *(f"({fact.value})" for fact in action.facts)])


def _figures(result: PatienceResult) -> str:
    seconds = None if result.time is None else result.time // 1000
    said = _(
        "Moves: {moves}. Time: {time}. Passes: {passes}. Undos: {undos}. Hints: {hints}."
        " Answers of the solver: {answers}."
    )
    return said.format(
        moves=result.moves,
        time="?" if seconds is None else f"{seconds // 60}:{seconds % 60:02}",
        passes=result.passes,
        undos=result.undos,
        hints=result.hints,
        answers=result.answers,
    )


SPITE: Final = RecordForm(
    record_text.read,
    record_check.check,
    tell_game,
    record_text.write,
    N_("{file}: right in all {count} actions, in the deal and in every shuffle"),
)
PATIENCE: Final = RecordForm(
    patience.read,
    patience.check,
    tell_patience,
    patience.write,
    N_("{file}: right in all {count} actions, in the deal and in the result"),
)


def form_of(data: str | bytes) -> RecordForm[Any]:
    """Return the form of a record by its first line; that of Spite and Malice for anything else."""
    return PATIENCE if first_of(data).startswith("patience record") else SPITE
