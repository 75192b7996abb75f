"""The line with which home meets who has played here before: their name, the last game, what the day has for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from spite_and_malice.texts import _, ngettext

from ...clock import now_ms
from ...games.spite.table import shown_name
from ...people.names import called_by_seat
from ...store import ListedTable, Store
from ..daily import days

_HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Greeting:
    """What is said: ``name`` and ``last`` may be empty; ``hours`` is how long the day goes on, at the least."""

    name: str
    last: str
    deal_done: bool
    puzzle_done: bool
    hours: int


async def greeting(store: Store, owner: str, latest: ListedTable, *, goes_on: bool) -> Greeting:
    """Return the line for somebody whose latest table is ``latest``; a game that goes on stands beside it anyway."""
    today = days.today()
    deal_done, puzzle_done = await store.days.done(owner, today.isoformat())
    own = next((seat for seat in latest.table.seats if seat.owner == owner), None)
    name = "" if own is None or called_by_seat(own.name) else own.name
    hours = max(1, round((days.end_of(today) - now_ms()) / _HOUR_MS))
    return Greeting(name, "" if goes_on else _last_game(latest, owner), deal_done, puzzle_done, hours)


def _last_game(latest: ListedTable, owner: str) -> str:
    """Say how the last game, or the match that it ended, came out, where somebody played it against one other."""
    seats, left = latest.table.seats, latest.summary.cards_left
    own = next((number for number, seat in enumerate(seats) if seat.owner == owner), None)
    if own is None or left is None or len(seats) != 2 or latest.summary.turn is not None:
        return ""
    other = shown_name(seats[1 - own])
    points, others = latest.summary.scores[own], latest.summary.scores[1 - own]
    if latest.table.rules["target"] > 1 and latest.summary.match_over and points != others:
        words = (
            _("Last time you won the match against {name}, {most} to {least}.")
            if points > others
            else _("Last time {name} won the match, {most} to {least}: time for another.")
        )
        return words.format(name=other, most=max(points, others), least=min(points, others))
    if left[own] == 0:
        return _("Last time you beat {name}.").format(name=other)
    if left[1 - own] == 0:
        words = ngettext(
            "Last time {name} was one card ahead: time for another game.",
            "Last time {name} was {n} cards ahead: time for another game.",
            left[own],
        )
        return words.format(name=other, n=left[own])
    return ""
