"""How a tournament begins: computer players join, and the lot ranks everybody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ...games.spite.setup import computer_seat
from ...people import Names
from ...store import EntrantRow, SeatRow, Tournament
from .rounds import drawn_seeds, lot_of
from .teams import has_two_teams, lined_up

LEAST: Final = 2
"""The minimum number of participants."""

_COMPANY: Final = 16
"""More than the number of characters of any level."""


def drawn(tournament: Tournament) -> tuple[list[EntrantRow], str, list[int]]:
    """Return the computer players that join, the lot, and the numbers of those who play as they are ranked.

    The lot ranks them, in a match the order of the boards.
    """
    if tournament.row.form.system == "match":
        return [], lot_of(tournament.entrants), [each.number for each in lined_up(tournament)]
    if tournament.teams and not has_two_teams(tournament):
        return [], "", []
    joining = computers_for(tournament)
    everybody = [*tournament.entrants, *joining]
    lot = lot_of(everybody)
    return joining, lot, drawn_seeds(everybody, lot)


def spare(tournament: Tournament, seeds: Iterable[int]) -> list[int]:
    """Return the numbers of the unranked participants: the reserves of a match."""
    ranked = set(seeds)
    return [each.number for each in tournament.entrants if each.number not in ranked]


def computers_for(tournament: Tournament) -> list[EntrantRow]:
    """Return the computer players that join at the start, to reach the number set in its form."""
    form, seats = tournament.row.form, list[SeatRow]()
    first = max((each.number for each in tournament.entrants), default=0) + 1
    names = Names(each.name for each in tournament.entrants)
    found: list[EntrantRow] = []
    for number in range(first, first + form.fill - len(tournament.entrants)):
        # Beyond the first few, players of the same level differ only by their numbers.
        seat = computer_seat(form.player, seats[:_COMPANY], free=False)
        seats.append(seat)
        name = names.add(seat.name)
        found.append(EntrantRow(number, name, player=form.player, head=seat.head, contribution=f"{number}"))
    return found
