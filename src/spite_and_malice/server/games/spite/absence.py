"""A person's options in a live game while somebody else is away: the only source of the texts about them.

For games by correspondence, see `correspondence`. Everything follows from the table, the viewer and who is present.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from spite_and_malice.texts import N_, _, listed

from ...protocol.situation import Situation
from .correspondence import PAIR, is_out_of_time
from .table import Table, shown_name

STATES: Final[dict[str, str]] = {
    "away": N_("{name} is away."),
    "stands_in": N_("A stand-in plays for {name}."),
}
"""Every state somebody can be in, with its sentence in English."""

THEN: Final[dict[str, str]] = {
    "away": N_("If they do not come back within this time, a stand-in plays for them:"),
    "away_claim": N_(
        "If they do not come back within this time, a stand-in plays for them, and you can claim the win:"
    ),
    "stands_in": N_("You play on against the stand-in until they are back."),
    "stands_in_claim": N_("You play on against the stand-in until they are back, or claim the win."),
    "time_up": N_("Their time for this game is up: you play on against the stand-in, or claim the win."),
}
"""What happens if nothing is done; a final colon precedes the time left."""


def situation(table: Table, seat: int | None, here: Collection[int], until: Mapping[int, int]) -> Situation | None:
    """Return the situation in a live game for a player or spectator; None if nobody else is missing.

    ``until`` gives the start of the stand-in for each absent seat, in UTC milliseconds.
    """
    if table.turn is None or (seat is not None and table.row.seats[seat].stand_in is not None):
        return None
    others = [number for number in range(len(table.row.seats)) if number != seat]
    gone = [number for number in others if is_gone(table, number, here)]
    if gone:
        acts = _acts(table, seat, gone[0], here)
        name = listed([shown_name(table.row.seats[number]) for number in gone])
        then = "" if seat is None else "stands_in_claim" if "claim" in acts else "stands_in"
        if "claim" in acts and "more_time" not in acts:
            then = "time_up"
        return Situation("stands_in", words_of("stands_in", name), then_of(then) if then else "", acts=acts)
    missing = [number for number in others if number in until]
    if not missing:
        return None
    first = min(missing, key=until.__getitem__)
    then = "away_claim" if seat is not None and _can_be_claimed(table) else "away"
    name = shown_name(table.row.seats[first])
    return Situation("away", words_of("away", name), then_of(then), until[first])


def is_gone(table: Table, seat: int, here: Collection[int]) -> bool:
    """Return whether a stand-in plays for somebody who was away or out of time, and who is not about to return."""
    return is_out_of_time(table.row.seats[seat]) and (seat not in here or not table.may_return(seat))


def may_claim(table: Table, seat: int, late: int, here: Collection[int]) -> bool:
    """Return whether a seat can claim a live game from another seat that a stand-in plays for."""
    return late != seat and late < len(table.row.seats) and _can_be_claimed(table) and is_gone(table, late, here)


def may_wait(table: Table, late: int) -> bool:
    """Return whether the players can wait once more for somebody replaced by a stand-in in a live game."""
    return table.row.origin is None and table.may_return(late)


def _can_be_claimed(table: Table) -> bool:
    """Return whether wins can be claimed at a table: two seats only, and no event with rules of its own."""
    return len(table.row.seats) == PAIR and table.row.origin is None


def _acts(table: Table, seat: int | None, late: int, here: Collection[int]) -> tuple[str, ...]:
    if seat is None:
        return ()
    more = ("more_time",) if may_wait(table, late) else ()
    return (*more, "claim") if may_claim(table, seat, late, here) else more


def words_of(state: str, name: str = "") -> str:
    """Return the text for a state, with the ``name`` of the missing person, in the current language."""
    return _(STATES[state]).format(name=name)


def then_of(state: str) -> str:
    """Return what happens if nobody acts, in the current language."""
    return _(THEN[state])
