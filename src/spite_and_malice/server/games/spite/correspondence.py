"""The situation of a game by correspondence for each viewer: the only source of its texts (docs/protocol.md).

Everything follows from plain data: the table, whose turn it is, the deadlines and the viewer's seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.texts import N_, _, listed

from ...clock import DAY_MS
from ...protocol.situation import Situation
from ...store import ClocksRow, SeatRow, TableRow
from .table import shown_name

STATES: Final[dict[str, str]] = {
    "gathers": N_("The game has not begun."),
    "yours": N_("It is your turn."),
    "alone": N_("{name} let their time run out: a computer player plays for them."),
    "theirs": N_("It is {name}’s turn."),
    "stood_in": N_("Your time ran out: a computer player plays for you."),
    "went": N_("You have left the game: a computer player plays for you."),
    "between": N_("This game is over, and the match goes on."),
    "over": N_("The game is over."),
}
"""Every state somebody can be in, with its sentence in English."""

THEN: Final[dict[str, str]] = {
    "gathers": N_("It begins when everybody has come to the table once."),
    "yours": N_("If you do not move within this time, a computer player moves for you until you are back:"),
    "alone": N_("It is your turn. If you do not move within this time, a computer player moves for you too:"),
    "theirs": N_("If they do not move within this time, a computer player moves for them:"),
    "computer": N_("The computer player moves in a moment."),
    "stood_in": N_("You play again as soon as you take your seat back."),
    "between": N_("The next game is dealt when everybody is ready for it."),
    "over": N_("Nothing more is to be done here."),
}
"""What happens if somebody does nothing; a final colon precedes the time left."""

CALLS: Final = frozenset({"yours", "alone"})
"""The states of people who are to move."""

MORE_MS: Final = 3 * DAY_MS
"""How much extra time somebody whose time has run out can be given."""

PAIR: Final = 2
"""At a table for two nobody else loses if a win is claimed."""

_OUT_OF_TIME: Final = ("clock", "away")
"""Why a stand-in plays for people who have not left: for this game, or since an earlier one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a game by correspondence.

    ``state`` is "gathering", "running", "game_over" or "match_over", ``turn`` the seat to move, None if no game is in
    progress. ``deadline`` is the end of their time in UTC milliseconds, None if a computer player is to move.
    """

    state: str
    turn: int | None = None
    deadline: int | None = None


def situation(row: TableRow, at: Standing, seat: int | None) -> Situation:
    """Return the situation in a game by correspondence for a player or spectator, in the current language."""
    url = f"/table/{row.id}"
    acts = () if seat is None else ("table",)
    if at.state == "gathering":
        return Situation("gathers", words_of("gathers"), then_of("gathers"), acts=acts, url=url)
    if at.turn is None:
        state = "between" if at.state == "game_over" else "over"
        return Situation(state, words_of(state), then_of(state), acts=acts, url=url)
    own = None if seat is None else row.seats[seat]
    if own is not None and own.stand_in is not None:
        state = "went" if own.stand_in == "left" else "stood_in"
        return Situation(state, words_of(state), then_of("stood_in"), acts=("back", *acts), url=url)
    gone = [each for number, each in enumerate(row.seats) if number != seat and is_out_of_time(each)]
    if seat is not None and gone:
        acts = (*acts, "more_time", *(("claim",) if is_claimable(row, gone[0]) else ()))
    before = gone_words([shown_name(each) for each in gone])
    if at.turn == seat:
        state = "alone" if gone else "yours"
        return Situation(state, before or words_of(state), then_of(state), at.deadline, acts, url)
    words = f"{before} {words_of('theirs', shown_name(row.seats[at.turn]))}".strip()
    if at.deadline is None:
        return Situation("theirs", words, then_of("computer"), None, acts, url)
    # Who waits for a person may lay down what they play then (`conditionals`).
    return Situation("theirs", words, then_of("theirs"), at.deadline, (*acts, "plan") if acts else (), url)


def deadline_of(row: TableRow, turn: int | None, clocks: ClocksRow | None) -> int | None:
    """Return the deadline of the seat to move in UTC milliseconds; None if it has no running clock."""
    if turn is None or clocks is None:
        return None
    seat = row.seats[turn]
    return None if seat.kind == "computer" or seat.stand_in is not None else clocks.since + clocks.left[turn]


def is_out_of_time(seat: SeatRow) -> bool:
    """Return whether a stand-in plays for somebody who let their time run out but has not left."""
    return seat.kind == "person" and seat.stand_in in _OUT_OF_TIME


def is_claimable(row: TableRow, late: SeatRow) -> bool:
    """Return whether the win can be claimed from somebody whose time ran out: only at a table for two."""
    return len(row.seats) == PAIR and is_out_of_time(late)


def gone_words(names: Sequence[str]) -> str:
    """Return a notice that stand-ins play for people whose time ran out, in the current language; empty if none do."""
    if not names:
        return ""
    if len(names) == 1:
        return words_of("alone", names[0])
    return _("{names} let their time run out: computer players play for them.").format(names=listed(list(names)))


def words_of(state: str, name: str = "") -> str:
    """Return the text for a state, with the ``name`` of the player to move, in the current language."""
    return _(STATES[state]).format(name=name)


def then_of(state: str) -> str:
    """Return what happens if nobody acts, in the current language."""
    return _(THEN[state])
