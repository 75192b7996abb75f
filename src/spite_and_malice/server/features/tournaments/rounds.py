"""The next step in a tournament, computed from its stored state: nothing here is stored or awaited."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from spite_and_malice.engine import Reason
from spite_and_malice.play.fair import candidate_secret
from spite_and_malice.play.tournaments import (
    Entrant,
    NoPairing,
    Outcome,
    Pairing,
    Standing,
    pair_arena,
    pair_knock_out,
    pair_match,
    pair_round_robin,
    pair_swiss,
    possible_swiss,
    seated,
    standings,
    winner_of,
)
from spite_and_malice.play.tournaments.arena import arena_points
from spite_and_malice.play.tournaments.knock_out import rounds_of as knock_out_rounds
from spite_and_malice.play.tournaments.match import rounds_of as match_rounds
from spite_and_malice.play.tournaments.round_robin import rounds_of as round_robin_rounds

from ...clock import MINUTE_MS
from ...store import EndedGame, EntrantRow, OriginTable, PairingRow, Tournament, TournamentRow

ATTEMPTS: Final = 16
"""How many games two can play at one board of a knock-out; after that many draws the higher rank advances."""

FIRST_LEFT: Final = "first left"
SECOND_LEFT: Final = "second left"
"""The note on a game in which a stand-in has played for exactly one of the players."""

WAITS_MS: Final = 20_000
"""How long somebody counts as waiting in an arena after their page said so."""


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Return the participants as entrants of `play.tournaments`, by their seeds."""
    return [Entrant(each.seed, each.since, each.until) for each in tournament.entrants if each.seed is not None]


def rounds_of(tournament: Tournament) -> int | None:
    """Return how many rounds a tournament has with its current participants; None for an arena."""
    form, size = tournament.row.form, len(tournament.entrants)
    match form.system:
        case "swiss":
            return min(form.rounds, most_rounds(size)) if tournament.row.state != "gathering" else form.rounds
        case "round_robin":
            return round_robin_rounds(size) if size > 1 else 0
        case "knock_out":
            return knock_out_rounds(size)
        case "match":
            return match_rounds(len(sides_of(tournament)[0]), form.order)
        case _:
            return None


def sides_of(tournament: Tournament) -> tuple[list[int], list[int]]:
    """Return the ranks of the two teams of a match that has begun, by their boards."""
    seeds = sorted(tournament.by_seed())
    return seeds[::2], seeds[1::2]


def most_rounds(size: int) -> int:
    """Return how many rounds of a Swiss tournament are certainly possible without repeated opponents.

    After that the pairs left may not cover all; those of four players always do.
    """
    return 3 if size == 4 else max(1, (size + size % 2) // 2)


def next_pairings(tournament: Tournament, now: int) -> list[PairingRow] | None:
    """Return the next pairings, empty while the tournament waits for something; None once it is over.

    In an arena waiting players are paired; otherwise a round, once all games of the one before have ended, or another
    game if one of a knock-out was drawn.
    """
    form = tournament.row.form
    if form.system == "arena":
        return _of_arena(tournament, now)
    if any(each.outcome is None for each in tournament.pairings):
        return []
    if (rests_until := next_round_at(tournament)) is not None and now < rests_until:
        return []
    if form.system == "knock_out":
        return _of_knock_out(tournament)
    number, last = tournament.row.round + 1, rounds_of(tournament)
    if last is None or number > last:
        return None
    entrants, before = entrants_of(tournament), [each.pairing for each in tournament.pairings]
    if form.system == "round_robin":
        return _rows(pair_round_robin([each.number for each in entrants], number), entrants)
    if form.system == "match":
        return _rows(pair_match(*sides_of(tournament), number, form.order), entrants)
    try:
        paired = pair_swiss(entrants, before, number)
    except NoPairing:
        # All remaining players have met.
        return None
    return _rows(paired, entrants) if any(each.second is not None for each in paired) else None


def next_round_at(tournament: Tournament) -> int | None:
    """Return when the next round begins, in UTC milliseconds: after a break, once all games of a round have ended.

    None while one is played, if no round is left, and in tournaments without breaks.
    """
    row = tournament.row
    of_round = [each for each in tournament.pairings if each.round == row.round]
    is_played = any(each.outcome is None for each in of_round)
    if row.form.rest == 0 or row.state != "running" or is_played or not 0 < row.round < (rounds_of(tournament) or 0):
        return None
    if row.form.system == "knock_out" and any(winner_at(games) is None for games in boards_of(of_round).values()):
        # Two who drew play again first.
        return None
    return max(each.ended_at or each.made_at for each in of_round) + row.form.rest * MINUTE_MS


def _rows(paired: Iterable[Pairing], entrants: Sequence[Entrant], attempt: int = 0) -> list[PairingRow]:
    """Return pairings for storing: somebody who has left loses to their opponent."""
    by_number = {each.number: each for each in entrants}
    found = []
    for pairing in paired:
        outcome = pairing.outcome
        if pairing.second is not None:
            there = [by_number[number].is_in(pairing.round) for number in pairing.both]
            outcome = _OF_THOSE_THERE[there[0], there[1]]
        found.append(PairingRow(pairing.round, pairing.board, pairing.first, pairing.second, attempt, outcome))
    return found


_OF_THOSE_THERE: Final[Mapping[tuple[bool, bool], Outcome | None]] = {
    (True, True): None,
    (True, False): "first_forfeit",
    (False, True): "second_forfeit",
    (False, False): "no_show",
}


def _of_knock_out(tournament: Tournament) -> list[PairingRow] | None:
    entrants = entrants_of(tournament)
    winners: list[dict[int, int]] = [{} for _ in range(tournament.row.round)]
    again = []
    for (number, board), games in boards_of(tournament.pairings).items():
        winner, last = winner_at(games), games[-1]
        if winner is not None:
            winners[number - 1][board] = winner
        elif last.second is not None:
            # They swap seats.
            again.append((last.attempt + 1, Pairing(number, board, last.second, last.first)))
    if again:
        # Those of one attempt at a time: they are written together.
        attempt = min(each[0] for each in again)
        return _rows([pairing for of, pairing in again if of == attempt], entrants, attempt)
    numbers = sorted(each.number for each in entrants)
    paired = pair_knock_out(numbers, winners)
    return _rows(paired, entrants) if paired else None


def boards_of(rows: Iterable[PairingRow]) -> dict[tuple[int, int], list[PairingRow]]:
    """Return the games of each board of a knock-out, by round and board."""
    boards: dict[tuple[int, int], list[PairingRow]] = {}
    for row in rows:
        boards.setdefault((row.round, row.board), []).append(row)
    return boards


def winner_at(games: Sequence[PairingRow]) -> int | None:
    """Return the winner of a knock-out board, None while that is undecided."""
    winner, last = winner_of([each.pairing for each in games]), games[-1]
    is_last = last.outcome is not None and last.attempt + 1 >= ATTEMPTS
    return min(last.pairing.both) if winner is None and is_last else winner


def may_play(tournament: Tournament, seed: int, now: int) -> bool:
    """Say whether somebody without a game at the moment can still get one, if the others come."""
    match tournament.row.form.system:
        case "arena":
            entrant = next((each for each in tournament.entrants if each.seed == seed), None)
            return entrant is not None and entrant.until is None and now < ends_at(tournament.row)
        case "swiss":
            return _may_play_swiss(tournament, seed)
        case "round_robin":
            numbers = [each.number for each in entrants_of(tournament)]
            return _may_play_in(tournament, seed, lambda number: pair_round_robin(numbers, number))
        case "match":
            sides, order = sides_of(tournament), tournament.row.form.order
            return _may_play_in(tournament, seed, lambda number: pair_match(*sides, number, order))
        case _:
            return _may_play_knock_out(tournament, seed)


def _may_play_swiss(tournament: Tournament, seed: int) -> bool:
    number, last = tournament.row.round + 1, rounds_of(tournament) or 0
    there = [each.number for each in entrants_of(tournament) if each.is_in(number)]
    if number > last or seed not in there:
        return False
    before = [each.pairing for each in tournament.pairings]
    return possible_swiss(there, before, seed, is_last=number == last)


def _may_play_in(tournament: Tournament, seed: int, paired: Callable[[int], Sequence[Pairing]]) -> bool:
    """Say whether somebody meets anybody present in a later round, if all rounds are known beforehand."""
    entrants = {each.number: each for each in entrants_of(tournament)}
    for number in range(tournament.row.round + 1, (rounds_of(tournament) or 0) + 1):
        for pairing in paired(number):
            if seed in pairing.both and all(entrants[each].is_in(number) for each in pairing.both):
                return True
    return False


def _may_play_knock_out(tournament: Tournament, seed: int) -> bool:
    """Say whether the two play again, or a player without a loss can meet another one without a loss."""
    lost: set[int] = set()
    for games in boards_of(tournament.pairings).values():
        winner, last = winner_at(games), games[-1].pairing
        if winner is not None:
            lost.update(set(last.both) - {winner})
        elif seed in last.both:
            return True
    next_round = tournament.row.round + 1
    there = {each.number for each in entrants_of(tournament) if each.is_in(next_round)} - lost
    return seed in there and len(there) > 1


def _of_arena(tournament: Tournament, now: int) -> list[PairingRow] | None:
    row, playing = tournament.row, set[int]()
    last: dict[int, int] = {}
    for each in tournament.pairings:
        if each.outcome is None:
            playing.update(each.pairing.both)
        if each.second is not None:
            last[each.first], last[each.second] = each.second, each.first
    if now >= ends_at(row):
        return [] if playing else None
    there = [each for each in tournament.entrants if each.seed is not None and each.until is None]
    waiting = [
        each.seed
        for each in there
        if each.seed is not None
        and each.seed not in playing
        and (each.player is not None or each.waits_at >= now - WAITS_MS)
    ]
    ended = in_order(tournament.pairings)
    team_of = {each.seed: each.team for each in there if each.seed is not None}
    alone = len(there) == len(waiting) == 2
    pairs = pair_arena(waiting, arena_points(ended), last, alone=alone, team_of=team_of)
    if not pairs and tournament.teams:
        # The other team may have only the last opponent to offer: then the one who has played least comes first.
        games = Counter(seed for each in tournament.pairings for seed in each.pairing.both)
        fewest = {seed: -games[seed] for seed in waiting}
        pairs = pair_arena(waiting, fewest, last, alone=True, team_of=team_of)
    before = [each.pairing for each in tournament.pairings]
    return _rows(seated(pairs, before, row.round + 1), [Entrant(each) for each in waiting])


def ends_at(row: TournamentRow) -> int:
    """Return when an arena stops pairing, in UTC milliseconds."""
    return (row.started_at or 0) + row.form.minutes * 60_000


def in_order(rows: Sequence[PairingRow]) -> list[Pairing]:
    """Return the finished pairings, in the order they ended."""
    ended = [each for each in rows if each.outcome is not None]
    return [each.pairing for each in sorted(ended, key=lambda each: (each.ended_at or 0, each.round, each.board))]


def table_of(tournament: Tournament) -> list[Standing]:
    """Return the current standings."""
    return standings(tournament.row.form.system, entrants_of(tournament), in_order(tournament.pairings))


def board_of(row: PairingRow) -> int:
    """Return the board that identifies the table of a pairing."""
    return row.board * ATTEMPTS + row.attempt


def result_of(row: PairingRow, table: OriginTable) -> PairingRow | None:
    """Return a pairing with its outcome at its table, None while that is open.

    A player with a stand-in counts as having left, as in a rated game, and loses unless the other has left too.
    """
    row = replace(row, table_id=table.id)
    if not table.ended:
        return replace(row, outcome="no_show", note="closed") if table.is_closed else None
    return _ended(row, table.ended[0])


def _ended(row: PairingRow, game: EndedGame) -> PairingRow:
    outcome: Outcome = "draw" if len(game.winners) != 1 else "first" if game.winners[0] == 0 else "second"
    note = ""
    if len(game.stand_ins) == 1:
        outcome, note = ("second", FIRST_LEFT) if game.stand_ins[0] == 0 else ("first", SECOND_LEFT)
    figures = game.figures
    margin = 0
    if figures is not None and len(figures.seats) > 1:
        # A win by resignation counts as in a match: as if the winner had emptied their piles.
        is_given = game.reason in (Reason.RESIGNATION, Reason.FORFEIT)
        first, second = (0 if is_given and seat in game.winners else figures.seats[seat].left for seat in (0, 1))
        margin = second - first
    return replace(row, outcome=outcome, margin=margin, ended_at=game.ended_at, note=note)


def forfeited(row: PairingRow, players: tuple[EntrantRow, EntrantRow], came: frozenset[str]) -> PairingRow | None:
    """Return a pairing that was not played because somebody did not come in time, None if both came."""
    first, second = (each.player is not None or each.person in came for each in players)
    outcome = _OF_THOSE_THERE[first, second]
    return None if outcome is None else replace(row, outcome=outcome)


def may_step_in(tournament: Tournament, entrant: EntrantRow) -> bool:
    """Say whether somebody in reserve plays if one of their team does not come to their first game."""
    team = {each.seed for each in tournament.entrants if each.seed is not None and each.team == entrant.team}
    played = {seed for each in tournament.pairings if each.outcome is not None for seed in each.pairing.both}
    is_reserve = entrant.seed is None and entrant.until is None and entrant.person is not None
    return is_reserve and tournament.row.form.system == "match" and not team <= played


def stepping_in(
    tournament: Tournament, row: PairingRow, came: frozenset[str], now: int
) -> list[tuple[EntrantRow, EntrantRow]]:
    """Return the substitutes in a game of a match to which somebody did not come, by boards.

    Reserves of their team who have the match open step in, if it is the missing player's first game.
    """
    by_seed, found = tournament.by_seed(), list[tuple[EntrantRow, EntrantRow]]()
    others = [each for each in tournament.pairings if (each.round, each.board) != (row.round, row.board)]
    played = {seed for each in others for seed in each.pairing.both}
    reserves = sorted((each for each in tournament.entrants if each.seed is None), key=lambda each: each.board or 0)
    for seed in row.pairing.both:
        missing = by_seed[seed]
        if missing.person in came or seed in played:
            continue
        own = [each for each in reserves if each.team == missing.team and each.waits_at >= now - WAITS_MS]
        found += [(missing, each) for each in own[:1] if may_step_in(tournament, each)]
    return found


def lot_of(entrants: Iterable[EntrantRow]) -> str:
    """Return the SHA-256 of all contributions, concatenated in the order in which people joined."""
    return hashlib.sha256("\n".join(each.contribution for each in entrants).encode()).hexdigest()


def drawn_seeds(entrants: Iterable[EntrantRow], lot: str) -> list[int]:
    """Return the participants' numbers in the order of the lot: by SHA-256 of lot, space and number."""
    return sorted(
        (each.number for each in entrants), key=lambda number: hashlib.sha256(f"{lot} {number}".encode()).digest()
    )


def shared_secret(row: TournamentRow, number: int, attempt: int = 0) -> bytes:
    """Return the secret of the deal shared by all tables of a round."""
    return candidate_secret(row.secret, row.id, number * ATTEMPTS + attempt)


def commitment(row: TournamentRow, number: int) -> str:
    """Return the commitment of the server to the deal of a round, before anybody takes part."""
    return hashlib.sha256(shared_secret(row, number)).hexdigest()
