"""A person's situation at a live game of theirs, as read away from its table: the only source of its sentences.

For a tournament or an evening that is their own sentence until the cards are dealt; after that, and at other tables
with a clock or a limit on absence, it says what happens to the game if they stay away, and when.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from spite_and_malice.texts import N_, _

from ..clock import NEVER_MS, now_ms
from ..games.spite.correspondence import deadline_of
from ..protocol.situation import Situation
from ..store import ListedTable, Store
from ..tables.registry import Rooms
from .evenings import situation as evenings
from .evenings.answers import called_guests

LOOKED_AT: Final = 24
"""How many of the newest tables are checked for waiting games."""

STATES: Final[dict[str, str]] = {
    "goes_on": N_("Your game goes on without you."),
    "your_turn": N_("It is your turn, and the others wait for you."),
    "stood_in": N_("A stand-in plays for you."),
}
"""Every state of a dealt game, with its sentence in English."""

THEN: Final[dict[str, str]] = {
    "away": N_("If you are not back within this time, a stand-in plays for you:"),
    "away_lost": N_("If you are not back within this time, a stand-in plays for you and the game counts as lost:"),
    "move": N_("If you do not move within this time, a stand-in plays for you:"),
    "move_lost": N_("If you do not move within this time, a stand-in plays for you and the game counts as lost:"),
    "back": N_("You play again as soon as you take your seat back."),
    "lost": N_("In a tournament the game counts as lost, unless the other one has left too."),
}
"""What happens if they do nothing; a final colon precedes the time left."""


def situation(listed: ListedTable, person: str, stand_in_at: int | None) -> Situation | None:
    """Return a person's situation in a dealt game they are away from, None if they lose nothing by it.

    ``stand_in_at`` is when a stand-in plays for them because they are away, in UTC milliseconds, None if not known.
    """
    table, turn = listed.table, listed.summary.turn
    seat = next((number for number, each in enumerate(table.seats) if each.person == person), None)
    if turn is None or seat is None:
        return None
    is_cup = table.origin is not None and table.origin.subject == "tournament"
    if table.seats[seat].stand_in is not None:
        return Situation(
            "stood_in", words_of("stood_in"), then_of("lost" if is_cup else "back"), None, ("table",), table.url
        )
    move_by = deadline_of(table, turn, listed.clocks) if turn == seat else None
    limits = [(at, then) for at, then in ((stand_in_at, "away"), (move_by, "move")) if at is not None]
    if not limits:
        return None
    at, then = min(limits)
    state = "your_turn" if turn == seat else "goes_on"
    return Situation(state, words_of(state), then_of(f"{then}_lost" if is_cup else then), at, ("table",), table.url)


def words_of(state: str) -> str:
    """Return the sentence of a state, in the current language."""
    return _(STATES[state])


def then_of(state: str) -> str:
    """Return what happens without any action, in the current language."""
    return _(THEN[state])


async def situations(store: Store, rooms: Rooms, person: str, tables: Sequence[ListedTable]) -> Mapping[str, Situation]:
    """Return a person's situation at each of their live tables that wait for them, by table id, the soonest first.

    Raises `StoreError`.
    """
    found = {}
    for listed in tables:
        table_id = listed.table.id
        if rooms.is_seen_at(table_id, person):
            continue
        at_event = listed.summary.game == 0 and await _at_event(store, listed, person)
        told = at_event or situation(listed, person, rooms.stand_in_at(table_id, person))
        if told:
            found[table_id] = told
    return dict(sorted(found.items(), key=lambda each: NEVER_MS if each[1].at is None else each[1].at))


async def _at_event(store: Store, listed: ListedTable, person: str) -> Situation | None:
    """Return an event's sentence to somebody about its table before the cards are dealt, None if it is not theirs."""
    origin, told = listed.table.origin, None
    if origin is not None and origin.subject == "tournament":
        # Tournaments need libraries that a browser without a server does not have.
        from .tournaments.looks import TournamentLooks
        from .tournaments.situation import situation as at_tournament

        looks = TournamentLooks(store)
        field = await looks.look(origin.id)
        told = at_tournament(field, person, now_ms(), await looks.table_of(field, person))
    elif origin is not None and origin.subject == "evening":
        at = await store.evenings.get(origin.id)
        told = None if at is None else evenings.situation(at, person, called_guests(at), now_ms())
    return told if told is not None and told.url == listed.table.url else None
