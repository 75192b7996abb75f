"""The bracket of a knock-out in names: who met whom, who is out, and the path ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from spite_and_malice.play.tournaments.knock_out import bracket
from spite_and_malice.texts import N_, _

from ...store import PairingRow
from .rounds import boards_of, rounds_of, winner_at
from .situation import Field, name_of

MOST_BOARDS: Final = 32
"""In a round with more boards only those of the viewer are shown."""

_NAMES: Final = (N_("Final"), N_("Semi-finals"), N_("Quarter-finals"))


class PlaceAnswer(Struct):
    """Somebody in a bracket; ``won`` is null while undecided, ``name`` says who will take an open place."""

    name: str
    is_open: bool
    you: bool
    won: bool | None


class BoardAnswer(Struct):
    """A board with its two places; ``yours`` says that it is on the viewer's path, ``url`` leads to its game."""

    board: int
    places: list[PlaceAnswer]
    yours: bool
    url: str | None


class BracketRound(Struct):
    """A round of a bracket by name; ``hidden`` counts the boards that are not shown."""

    number: int
    name: str
    boards: list[BoardAnswer]
    hidden: int


def round_name(number: int, last: int) -> str:
    """Return the name of a round, such as Final."""
    left = last - number
    return _(_NAMES[left]) if left < len(_NAMES) else _("Round {number}").format(number=number)


def bracket_of(field: Field, person: str) -> list[BracketRound]:
    """Return the bracket of a knock-out that has begun, nothing for any other tournament."""
    tournament = field.tournament
    if tournament.row.form.system != "knock_out" or tournament.row.state not in ("running", "over"):
        return []
    you = field.by_person.get(person)
    own = None if you is None else you.seed
    last, boards = rounds_of(tournament) or 0, boards_of(tournament.pairings)
    places: Sequence[int | None] = bracket(sorted(field.by_seed))
    path, found = None if own is None or own not in places else list(places).index(own) // 2 + 1, []
    for number in range(1, last + 1):
        shown, following = [], []
        for board in range(1, len(places) // 2 + 1):
            games = boards.get((number, board), [])
            winner = winner_at(games) if games else None
            following.append(winner)
            both = places[2 * board - 2 : 2 * board]
            is_yours = board == path
            shown.append(_board(field, number, board, both, games, winner, own, is_yours=is_yours))
            if is_yours and winner is not None and winner != own:
                path = None
        # The winners at boards 1 and 2 meet at board 1.
        path = None if path is None else (path + 1) // 2
        kept = shown if len(shown) <= MOST_BOARDS else [each for each in shown if each.yours]
        found.append(BracketRound(number, round_name(number, last), kept, len(shown) - len(kept)))
        places = following
    return found


def _board(
    field: Field,
    number: int,
    board: int,
    both: Sequence[int | None],
    games: Sequence[PairingRow],
    winner: int | None,
    own: int | None,
    *,
    is_yours: bool,
) -> BoardAnswer:
    places = []
    for offset, seed in enumerate(both):
        if seed is None:
            words = _("bye") if number == 1 else _("who wins at {board}").format(board=2 * board - 1 + offset)
            places.append(PlaceAnswer(words, is_open=True, you=False, won=None))
        else:
            won = None if winner is None else seed == winner
            places.append(PlaceAnswer(name_of(field.by_seed[seed]), is_open=False, you=seed == own, won=won))
    last = games[-1] if games else None
    url = None
    if last is not None and last.table_id is not None:
        url = f"/table/{last.table_id}" + ("" if last.outcome is None else "/games/1")
    return BoardAnswer(board, places, is_yours, url)
