"""A recorded game of patience told, for people who read along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from spite_and_malice.patience.rules import describe, name_of
from spite_and_malice.play.patience.record import PatienceAction, PatienceRecord, PatienceResult
from spite_and_malice.play.record_lines import write_time
from spite_and_malice.texts import N_, _

_ENDS: Final = {"won": N_("The game is won."), "given_up": N_("The game was given up.")}
_LINE: Final = 8
"""How many actions stand on a line."""


def tell(record: PatienceRecord) -> Iterator[str]:
    """Yield the lines: the game and its rules, the deal, every action with the cards that it showed, how it ended."""
    yield _(name_of(record.rules))
    if record.started is not None:
        yield _("Started {time}").format(time=write_time(record.started))
    yield ""
    yield from describe(record.rules)
    yield ""
    if record.player is not None:
        yield _("Played by {name}").format(name=record.player)
    yield _("Deal number {number}.").format(number=record.deal.number)
    yield from map(str, record.facts[1:])
    yield ""
    for first in range(0, len(record.actions), _LINE):
        yield f"{first + 1:>4}  " + "  ".join(map(_told, record.actions[first : first + _LINE]))
    yield ""
    yield _(_ENDS[record.result.reason]) if record.result.reason in _ENDS else _("The game is not finished.")
    yield _figures(record.result)


def _told(action: PatienceAction) -> str:
    """An action, with the cards that it showed or the moves that it stands for in brackets."""
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
