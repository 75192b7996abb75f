"""Ratings: the effect of a rated game is written with its end, in the same transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, or_, select, update

from ...clock import DAY_MS
from ...rating import LEAST_DAYS, LEAST_GAMES, LEAST_OPPONENTS, RatedEnd, Skill, after_game, anchor, weight
from ..database.repository import Repository, can_be_stored, query
from ..database.schema import accounts, games, rating_changes, ratings
from ..records import NewMove


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating in a family of versions, and its number of rated games."""

    person: str
    family: str
    skill: Skill
    games: int
    proven: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """The basis of a rating: games against proven opponents, their days, and the number of these opponents."""

    games: int
    days: int
    opponents: int

    @property
    def is_enough(self) -> bool:
        """Whether the rating is proven."""
        return self.games >= LEAST_GAMES and self.days >= LEAST_DAYS and self.opponents >= LEAST_OPPONENTS


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating after a game that ended at a time, in UTC milliseconds."""

    table_id: str
    number: int
    ended_at: int
    skill: Skill


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game's effect on the rating of the person at a seat; ``games`` are the rated ones up to it.

    ``place`` is the current one on the board, None for those not on it.
    """

    seat: int
    before: Skill
    after: Skill
    games: int
    place: int | None


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a board: an account by its name."""

    person: str
    name: str
    skill: Skill
    games: int


def rate(connection: Connection, move: NewMove, end: RatedEnd, now: int) -> None:
    """Write the rating changes of a game that ends.

    The players are read from the game: a person may have been merged into another since it was dealt. If that puts one
    person at two seats, the game does not count.
    """
    of_game = and_(games.c.table_id == move.table_id, games.c.number == move.number)
    dealt = json.loads(connection.execute(select(games.c.seats).where(of_game)).scalar_one() or "[]")
    sat = {seat: who["owner"] for seat, who in enumerate(dealt) if who["kind"] == "person" and who["owner"]}
    if len(set(sat.values())) < len(sat) or not sat:
        return
    # Locked in the same order in all processes until the end of the transaction: nobody else writes these ratings
    # meanwhile.
    known = set(
        connection.execute(
            select(accounts.c.person)
            .where(accounts.c.person.in_(sat.values()))
            .order_by(accounts.c.person)
            .with_for_update(key_share=True)
        ).scalars()
    )
    of_family = and_(ratings.c.family == end.family, ratings.c.person.in_(known))
    held = {row.person: row for row in connection.execute(select(ratings).where(of_family))}
    before = [_before(end.family, who, held.get(sat.get(seat, ""))) for seat, who in enumerate(dealt)]
    proven = [
        who["kind"] != "person" or ((row := held.get(sat.get(seat, ""))) is not None and row.proven)
        for seat, who in enumerate(dealt)
    ]
    met = _met(connection, known, now - DAY_MS)
    weights = [
        weight([met.get((own, other), 0) for other in sat.values() if other != own])
        for own in (sat.get(seat) for seat in range(len(dealt)))
    ]
    after = after_game(end, before, weights, proven)
    for seat, person in sat.items():
        if person in known:
            played = held[person].games if person in held else 0
            rivals = end.proven_against(seat, proven)
            computers = {dealt[at]["player"] for side in rivals for at in end.sides[side] if dealt[at]["player"]}
            shown = {"proof": bool(rivals) and end.is_proof, "computers": " ".join(sorted(computers))}
            _write(connection, person, move, end.family, after[seat], played + 1, now, shown)
            if not proven[seat] and read_proof(connection, person, end.family).is_enough:
                of_person = and_(ratings.c.person == person, ratings.c.family == end.family)
                connection.execute(update(ratings).where(of_person).values(proven=True))


def _before(family: str, who: Mapping[str, Any], held: Any) -> Skill:
    if held is not None:
        return Skill(held.mu, held.sigma)
    return Skill() if who["player"] is None else anchor(family, who["player"])


def _met(connection: Connection, people: set[str], since: int) -> dict[tuple[str | None, str], int]:
    """Return how many rated games since a time each two of these people have played together."""
    own, other = rating_changes.alias(), rating_changes.alias()
    same_game = and_(own.c.table_id == other.c.table_id, own.c.number == other.c.number)
    rows = connection.execute(
        select(own.c.person, other.c.person.label("other"), func.count().label("games"))
        .select_from(own.join(other, same_game))
        .where(own.c.person.in_(people), own.c.ended_at >= since)
        .where(other.c.person.in_(people), other.c.person != own.c.person)
        .group_by(own.c.person, other.c.person)
    )
    return {(row.person, row.other): row.games for row in rows}


def read_proof(connection: Connection, person: str, family: str) -> Proof:
    """Return the basis of a person's rating in a family of versions."""
    own, other = rating_changes.alias(), rating_changes.alias()
    is_proof = and_(own.c.person == person, own.c.family == family, own.c.proof)
    rows = connection.execute(select(own.c.ended_at, own.c.computers).where(is_proof)).all()
    met = connection.execute(
        select(other.c.person)
        .distinct()
        .select_from(own.join(other, and_(own.c.table_id == other.c.table_id, own.c.number == other.c.number)))
        .join(ratings, and_(ratings.c.person == other.c.person, ratings.c.family == family))
        .where(is_proof, other.c.person != person, ratings.c.proven)
    ).all()
    computers = {name for row in rows for name in row.computers.split()}
    return Proof(len(rows), len({row.ended_at // DAY_MS for row in rows}), len(met) + len(computers))


def _write(
    connection: Connection,
    person: str,
    move: NewMove,
    family: str,
    skill: Skill,
    played: int,
    now: int,
    of_game: Mapping[str, Any],
) -> None:
    value = {"mu": skill.mu, "sigma": skill.sigma, "games": played}
    if played == 1:
        connection.execute(insert(ratings).values(person=person, family=family, **value))
    else:
        of_person = and_(ratings.c.person == person, ratings.c.family == family)
        connection.execute(update(ratings).where(of_person).values(**value))
    connection.execute(
        insert(rating_changes).values(
            person=person, table_id=move.table_id, number=move.number, family=family, ended_at=now, **value, **of_game
        )
    )


def _read(connection: Connection, people: Sequence[str], family: str | None = None) -> Sequence[Rating]:
    """Return the ratings of people, in one family of versions or in all, the most played first."""
    of_family = ratings.c.family == family if family is not None else ratings.c.games > 0
    rows = connection.execute(
        select(ratings)
        .where(ratings.c.person.in_(people), of_family)
        .order_by(ratings.c.games.desc(), ratings.c.family)
    )
    return [Rating(row.person, row.family, Skill(row.mu, row.sigma), row.games, row.proven) for row in rows]


def _read_course(connection: Connection, person: str, family: str, limit: int = 500) -> Sequence[RatingChange]:
    """Return somebody's rating after each of their latest games, the earliest first."""
    latest = (
        select(rating_changes)
        .where(rating_changes.c.person == person, rating_changes.c.family == family)
        .order_by(rating_changes.c.games.desc())
        .limit(limit)
    )
    rows = connection.execute(latest).all()
    return [RatingChange(row.table_id, row.number, row.ended_at, Skill(row.mu, row.sigma)) for row in reversed(rows)]


def _read_board(connection: Connection, family: str, limit: int = 100) -> Sequence[BoardRow]:
    """Return the best people with a name and a proven rating, the best first."""
    best_first = _on_board(family).order_by(ratings.c.mu.desc(), ratings.c.person)
    rows = connection.execute(best_first.limit(limit))
    return [BoardRow(row.person, row.name, Skill(row.mu, row.sigma), row.games) for row in rows]


def _read_game(connection: Connection, table_id: str, number: int) -> Sequence[GameChange]:
    """Return the rating changes of the people in a game, by seat."""
    if not can_be_stored(table_id):
        return []
    of_game = and_(games.c.table_id == table_id, games.c.number == number)
    dealt = json.loads(connection.execute(select(games.c.seats).where(of_game)).scalar_one_or_none() or "[]")
    earlier = rating_changes.alias()
    same = and_(earlier.c.person == rating_changes.c.person, earlier.c.family == rating_changes.c.family)
    rows = connection.execute(
        select(rating_changes, earlier.c.mu.label("mu_before"), earlier.c.sigma.label("sigma_before"))
        .select_from(rating_changes.outerjoin(earlier, and_(same, earlier.c.games == rating_changes.c.games - 1)))
        .where(rating_changes.c.table_id == table_id, rating_changes.c.number == number)
    )
    changes = {row.person: row for row in rows}
    return [
        GameChange(
            seat,
            Skill() if row.mu_before is None else Skill(row.mu_before, row.sigma_before),
            Skill(row.mu, row.sigma),
            row.games,
            _place(connection, row.person, row.family),
        )
        for seat, who in enumerate(dealt)
        if (row := changes.get(who["owner"] or "")) is not None
    ]


def _on_board(family: str) -> Select[Any]:
    """Return the condition for the leaderboard: a name and a proven rating."""
    return (
        select(ratings, accounts.c.name)
        .join(accounts, accounts.c.person == ratings.c.person)
        .where(ratings.c.family == family, ratings.c.proven, accounts.c.name.is_not(None))
    )


def _place(connection: Connection, person: str, family: str) -> int | None:
    """Return somebody's place on a board, None if they are not on it."""
    on_board = _on_board(family).subquery()
    own = connection.execute(select(on_board.c.mu).where(on_board.c.person == person)).scalar_one_or_none()
    if own is None:
        return None
    better = or_(on_board.c.mu > own, and_(on_board.c.mu == own, on_board.c.person < person))
    return 1 + connection.execute(select(func.count()).select_from(on_board).where(better)).scalar_one()


def join(connection: Connection, old: str, new: str) -> None:
    """When two accounts are merged, keep the rating based on more games, in each family."""
    pairs = connection.execute(select(ratings).where(or_(ratings.c.person == old, ratings.c.person == new))).all()
    played = {(row.person, row.family): row.games for row in pairs}
    for family in {row.family for row in pairs}:
        gone = new if played.get((old, family), 0) > played.get((new, family), 0) else old
        for part in (ratings, rating_changes):
            connection.execute(delete(part).where(part.c.person == gone, part.c.family == family))
            moved = and_(part.c.person == old, part.c.family == family)
            connection.execute(update(part).where(moved).values(person=new))


def take(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Return somebody's ratings and their history, as plain values; times in UTC milliseconds."""
    course = select(rating_changes).where(rating_changes.c.person == person).order_by(rating_changes.c.games)
    changes = connection.execute(course).all()
    return [
        {
            "family": rating.family,
            "mu": rating.skill.mu,
            "sigma": rating.skill.sigma,
            "games": rating.games,
            "course": [
                {"table": row.table_id, "game": row.number, "at": row.ended_at, "mu": row.mu, "sigma": row.sigma}
                for row in changes
                if row.family == rating.family
            ],
        }
        for rating in _read(connection, [person])
    ]


class RatingRepository(Repository):
    """Ratings of people, and how games changed them."""

    of = query(_read)
    course = query(_read_course)
    of_game = query(_read_game)
    board = query(_read_board)
    proof = query(read_proof)
