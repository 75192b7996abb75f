"""Tournament patterns for an operator to review: people at one address, the same two again and again, gifts.

They prove nothing: a family plays from one address, and friends meet often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from spite_and_malice.play.tournaments import PLAYED

from ..events.tournament_rows import EntrantRow, PairingRow, Tournament

Kind = Literal["same_address", "one_sided", "left_to", "too_fast"]
"""Two who met joined from one address; all of their games went to one of them; somebody left their games against the
same opponent; a game that was over before two people could have played it."""

ONE_SIDED: Final = 4
"""The least number of games, all won by one side, that is reported."""
LEFT_TO: Final = 2
"""The least number of games left against the same opponent that is reported."""
FAST_MS: Final = 20_000
"""Two people cannot have played a game in less time than this after being paired."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about two people, by their ids and names: the number of games, and the tournament of the latest.

    ``table_id`` is that of the latest game, None if it no longer exists.
    """

    kind: Kind
    people: tuple[str, str]
    names: tuple[str, str]
    games: int
    tournament_id: str
    table_id: str | None


def findings(tournaments: Iterable[Tournament]) -> list[Finding]:
    """Return the suspicious patterns in tournaments, the most games first."""
    counts: Counter[tuple[Kind, str, str]] = Counter()
    latest: dict[tuple[Kind, str, str], tuple[Tournament, PairingRow, EntrantRow, EntrantRow]] = {}
    wins: Counter[tuple[str, str]] = Counter()
    for tournament in tournaments:
        by_seed = tournament.by_seed()
        for row in tournament.pairings:
            if row.second is None or row.outcome is None:
                continue
            first, second = by_seed[row.first], by_seed[row.second]
            if first.person is None or second.person is None:
                continue
            loser, winner = (second, first) if row.outcome.startswith("first") else (first, second)
            kinds: list[Kind] = []
            if first.place and first.place == second.place:
                kinds.append("same_address")
            if row.note.endswith("left"):
                kinds.append("left_to")
            if row.outcome in PLAYED:
                if row.outcome != "draw":
                    kinds.append("one_sided")
                    wins[str(loser.person), str(winner.person)] += 1
                if row.ended_at is not None and row.ended_at - row.made_at < FAST_MS:
                    kinds.append("too_fast")
            for kind in kinds:
                key = (kind, str(loser.person), str(winner.person))
                counts[key] += 1
                latest[key] = (tournament, row, loser, winner)
    found = []
    for key, games in counts.items():
        kind, loser_id, winner_id = key
        if kind == "left_to" and games < LEFT_TO:
            continue
        if kind == "one_sided" and (games < ONE_SIDED or wins[winner_id, loser_id]):
            continue
        tournament, row, loser, winner = latest[key]
        names = (loser.name, winner.name)
        found.append(Finding(kind, (loser_id, winner_id), names, games, tournament.row.id, row.table_id))
    return sorted(found, key=lambda each: (-each.games, each.kind, each.names))
