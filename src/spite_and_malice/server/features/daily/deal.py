"""The deal of the day: everybody plays the same cards against the same computer player, once, and compares results.

Its secret is in the database before anybody plays, and the seats' contributions are fixed: the date for the person,
nothing for the computer player (docs/fair-deals.md).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Annotated, Any, Final, Literal

from litestar import Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import Body, FromPath
from litestar.response import Template
from msgspec import Struct

from spite_and_malice.analysis.tries import TRIES, player_of_try
from spite_and_malice.play import FairDeal, candidate_secret
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from spite_and_malice.texts import N_, _

from ...clock import now_ms
from ...games.spite.game import SPITE
from ...games.spite.replay import count
from ...games.spite.restore import going_on
from ...games.spite.setup import Name, computer_seat, person_seat
from ...games.spite.table import Table, new_table
from ...http.guards import json_only
from ...http.routes import Routes
from ...people import require_free
from ...protocol.settings import Settings
from ...store import Conflict, DayGame, DayTries, GameRow, NewMove, SealRow, SeatRow, Store, StoreError, today
from ...tables.leaderboards import REGULAR_DAYS, Boards, Ranked, began_late, rank
from ...workers.pool import ThinkingFailed, Workers, why
from .. import daily
from ..setup import NewTableAnswer
from . import CALENDAR, NOT_KEPT, Daily, DayMark
from .streak import days_in_a_row

NAME: Final = N_("The deal of the day")

PRESET: Final = "standard"

PAYOFF: Final = 10
"""Half a pay-off pile: some twenty turns each, about a quarter of an hour."""

OPPONENT: Final = "club"
"""It plays instantly and always the same way: a player with a clock would play differently on a busy machine."""

SETTINGS: Final = Settings(help=False, undo_turns=False)

_SCORE: Final = preset_rules(PRESET, 2).score
_UNCOUNTED: Final = 1_000_000
"""The turns of a game not counted yet: among equally good games it comes last."""

Outcome = Literal["won", "drawn", "lost"]
_ORDER: Final[Sequence[Outcome]] = ("won", "drawn", "lost")


class DayRequest(Struct, forbid_unknown_fields=True):
    """A seat at the deal of a day, today's by default, under a name.

    With ``as_today`` a day that is over is refused with `new_day`: a page showed it as the current one.
    """

    name: Name = ""
    day: str | None = None
    as_today: bool = False


class TriesAnswer(Struct):
    """How many tries of computer players won a deal before it was played."""

    tries: int
    won: int


class OwnResult(Struct):
    """A person's result in the deal of a day among all who have finished it; null before they have.

    ``rank``, among those ``ranked``, is also null for a game begun on a later day and for a ``newcomer``, who has
    played on too few days. ``streak`` is how many days in a row they have played, and ``tries`` is null while the deal
    is tested.
    """

    rank: int | None
    ranked: int
    newcomer: bool
    played: int
    outcome: str | None
    margin: int | None
    turns: int | None
    streak: int
    tries: TriesAnswer | None


@dataclass(frozen=True, slots=True)
class DayResult:
    """A line of the results of a day: ``margin`` is in pay-off cards, below 0 if the person had more left.

    ``rank`` is None for a game begun on a later day and for a newcomer, ``turns`` until the game is counted.
    """

    rank: int | None
    name: str
    outcome: Outcome
    margin: int
    turns: int | None
    person: str
    table_id: str
    newcomer: bool


class DealOfTheDay(Daily):
    """The daily deals in a store, and everybody's results."""

    path = "/day"

    def __init__(self, store: Store, *, alone: bool = False) -> None:
        """A person who plays ``alone`` gets the deal that follows from the date: no server draws one for everybody."""
        self._store = store
        self._alone = alone
        self.boards: Boards[str, DayGame, DayResult] = Boards(
            lambda day: store.days.games(SPITE.kind, day),
            lambda day, person: store.days.game(SPITE.kind, day, person),
            lambda _day, games, regulars: results(games, regulars),
            store.days.regulars,
        )

    async def table(self, day: date, name: str, person: str, *, as_today: bool = False) -> Response[NewTableAnswer]:
        """Return the table at which a person plays the deal of a day: theirs, or a new one, dealt immediately."""
        text = day.isoformat()
        secret = secret_of_date(text) if self._alone else await self._store.days.secret(text)

        async def set_up() -> str:
            if as_today:
                self.require_current(day)
            await require_free(self._store, name, person)
            table = day_table(person, name, text, secret)
            await self._store.tables.add(table.row, table.seal, table.summary, table.newest.row)
            return table.row.id

        table_id, status = await daily.table_of_day(lambda: self._store.days.table(SPITE.kind, text, person), set_up)
        answer = NewTableAnswer(table_id, f"/table/{table_id}", FairDeal(secret, ()).commitment)
        return Response(answer, status_code=status, headers={"location": answer.url})

    async def own_result(self, day: str, person: str) -> OwnResult:
        """Return a person's result in the deal of a day, among all who have finished it."""
        lines = (await self.boards.board(day, person)).lines
        own = next((line for line in lines if line.person == person), None)
        return OwnResult(
            rank=None if own is None else own.rank,
            ranked=sum(line.rank is not None for line in lines),
            newcomer=own is not None and own.newcomer,
            played=len(lines),
            outcome=None if own is None else own.outcome,
            margin=None if own is None else own.margin,
            turns=None if own is None else own.turns,
            streak=await days_in_a_row(self._store, person),
            tries=_tries_answer(await self._store.days.tries(day)),
        )

    async def among(self, day: str, person: str, others: Collection[str]) -> list[DayResult]:
        """Return a person's and some others' results in the deal of a day; nothing before the person has finished."""
        board = await self.boards.board(day, person)
        if board.own is None or board.own.result is None:
            return []
        return [line for line in board.lines if line.person == person or line.person in others]

    async def calendar(self, own: Sequence[DayGame]) -> list[DayMark]:
        """Return the days whose deals can be played, the latest first, with the results of a person's ``own`` games."""
        marks = {game.day: _mark(game) for game in own}
        return daily.calendar(await self._store.days.settled(CALENDAR + 1), marks)

    async def page(self, day: date, person: str) -> Template:
        """Show the deal of a day."""
        store, text = self._store, day.isoformat()
        board = await self.boards.board(text, person)
        secret, tries = await store.days.settled_secret(text), await store.days.tries(text)
        own_games = await store.days.own(SPITE.kind, person)
        before, after = (day - timedelta(days=1)).isoformat(), (day + timedelta(days=1)).isoformat()
        is_today = day == daily.today()
        # The cards are shown when the day is over, except to people who are still playing them.
        is_open = not is_today and (board.own is None or board.own.result is not None)
        tomorrow = await store.days.tries(after) if is_today else None
        context: dict[str, Any] = {
            "page": "day",
            "day": text,
            "is_today": is_today,
            "is_open": is_open,
            "next_at": daily.end_of(day),
            "payoff": PAYOFF,
            "opponent": PLAYERS[OPPONENT],
            "game": _(PRESETS[PRESET].name),
            "commitment": None if secret is None else FairDeal(secret, ()).commitment,
            "tries": _tries_answer(tries),
            "testers": [PLAYERS[player_of_try(number)] for number in (0, 1)],
            "shown_try": await self._shown_try(tries) if is_open else None,
            "root": None if tries is None else _root(tries, is_over=day < daily.today()),
            "next_root": None if tomorrow is None else _root(tomorrow, is_over=False)["commitment"],
            "lines": board.shown(person),
            "ranked": sum(line.rank is not None for line in board.lines),
            "least_days": REGULAR_DAYS,
            "person": person,
            "unfinished": board.unfinished,
            "own": board.own,
            "streak": await days_in_a_row(store, person),
            "days": await self.calendar(own_games),
            "before": before,
            "best_before": [line for line in (await self.boards.board(before)).lines if line.rank == 1],
        }
        return Template("day.html.j2", context=context)

    async def _shown_try(self, tries: DayTries | None) -> str | None:
        """Return the address of a won try, None if it has been deleted."""
        if tries is None or tries.table_id is None or await self._store.tables.kind_of(tries.table_id) is None:
            return None
        return f"/table/{tries.table_id}/games/1"


def secret_of_date(day: str) -> bytes:
    """Return the secret of a day's deal that follows from the date."""
    return hashlib.sha256(f"deal of {day}".encode()).digest()


def day_rules() -> Rules:
    """Return the rules of the deal of the day: the standard ones with fewer cards, one game per match."""
    return preset_rules(PRESET, 2, {"payoff": PAYOFF, "target": 1})


def contributions(day: str) -> list[str]:
    """Return the seats' contributions to a day's deal: the date for the person, nothing for the computer player."""
    return [day, ""]


def day_table(person: str, name: str, day: str, secret: bytes) -> Table:
    """Return a table for one person with the deal of a day dealt. Nothing is stored yet."""
    seats = [person_seat(name, 0, [], person)]
    seats.append(computer_seat(OPPONENT, seats, free=False))
    table = new_table(person, PRESET, day_rules(), seats, SETTINGS)
    row = replace(table.row, name=NAME, day=day)
    return replace(table, row=row, seal=SealRow(1, secret, {person: day})).next_game(frozenset())


def results(games: Sequence[DayGame], regulars: Collection[str]) -> list[DayResult]:
    """Return how the games of a day that are over came out, the best first; those that are equally good share a rank.

    A win comes before a draw, and that before a loss; then the margin in cards counts, then fewer turns. A game in
    which a stand-in played for the person does not count, and only the ``regulars`` have a rank.
    """
    over = [game for game in games if game.result is not None and game.seat not in game.stand_ins]
    return [_result(line) for line in rank(over, lambda game: began_late(game.day, game), _goodness, regulars)]


def _result(line: Ranked[DayGame]) -> DayResult:
    game = line.game
    outcome, margin, _turns = _goodness(game)
    return DayResult(
        line.rank, game.name, _ORDER[outcome], -margin, game.turns, game.person, game.table_id, line.newcomer
    )


def _goodness(game: DayGame) -> tuple[int, int, int]:
    """Return the sort key of finished games, smallest for the best."""
    result = game.result or {}
    winners: list[int] = result["winners"]
    scores = list(result["scores"])
    own = scores.pop(game.seat)
    # Emptying a pile brings points besides those for the cards that the other player has left.
    won = int(game.seat in winners) if winners else None
    emptied = _SCORE.win if result["reason"] == "payoff" else 0
    margin = (own - sum(scores) - (emptied if won else -emptied)) // _SCORE.card
    outcome: Outcome = "drawn" if won is None else "won" if won else "lost"
    return _ORDER.index(outcome), -margin, _UNCOUNTED if game.turns is None else game.turns


def _tries_answer(tries: DayTries | None) -> TriesAnswer | None:
    return None if tries is None or tries.tries < TRIES else TriesAnswer(tries.tries, tries.won)


def _root(tries: DayTries, is_over: bool) -> dict[str, Any]:
    """Return the proof that a day's deal was chosen fairly: the whole proof once the day is over."""
    shown = {"commitment": hashlib.sha256(tries.root).hexdigest(), "candidate": tries.candidate}
    return {**shown, "root": tries.root.hex() if is_over else None}


def _mark(game: DayGame) -> str:
    if game.result is None:
        return "running"
    winners = game.result["winners"]
    return "won" if game.seat in winners else "lost" if winners else "drawn"


def deal_routes(deals: DealOfTheDay) -> Routes:
    """Return the routes of the daily deals."""

    @post("/api/day", guards=[json_only])
    async def play(data: Annotated[DayRequest, Body()], person: NamedDependency[str]) -> Response[NewTableAnswer]:
        """Return where this browser plays the deal of a day."""
        return await deals.table(deals.find(data.day), data.name, person, as_today=data.as_today)

    @get("/api/day/{day:str}", cache_control=NOT_KEPT)
    async def own_result(day: FromPath[str], person: NamedDependency[str]) -> OwnResult:
        """Return this browser's result in the deal of a day, among all who have finished it."""
        return await deals.own_result(daily.day_of_text(day).isoformat(), person)

    @get("/api/days", cache_control=NOT_KEPT)
    async def calendar(store: NamedDependency[Store], person: NamedDependency[str]) -> list[DayMark]:
        """Return the days whose deals can be played, the latest first, with this browser's results."""
        return await deals.calendar(await store.days.own(SPITE.kind, person))

    return Routes(
        "/",
        route_handlers=[*deals.pages(), own_result, calendar, play],
        cache_control=CacheControlHeader(no_cache=True),
    )


_log = logging.getLogger(__name__)

DEAL_TESTER: Final = (sys.executable, "-m", "spite_and_malice.server.workers.deal_tester")

_FIRST_SECONDS: Final = 1.0
_EVERY_SECONDS: Final = 60.0
_LONGEST: Final = 180.0
"""How many seconds a try may take, on the slowest machine."""


async def deal_testing_loop(store: Store, deal_tester: Workers) -> None:
    """Try the deals of today and tomorrow until cancelled."""
    await asyncio.sleep(_FIRST_SECONDS)
    while True:
        try:
            for day in (today(), today() + timedelta(days=1)):
                while await try_once(store, deal_tester, day.isoformat()):
                    pass
            # Its process is not needed before tomorrow.
            await deal_tester.close()
        except (StoreError, ThinkingFailed) as error:
            _log.warning("a deal of the day could not be tried: %s", why(error))
        await asyncio.sleep(_EVERY_SECONDS)


async def try_once(store: Store, deal_tester: Workers, day: str) -> bool:
    """Try the deal of a day once more, or move on to another one; say whether there is more to do.

    Raises `ThinkingFailed` and `StoreError`.
    """
    await store.days.begin_tries(day)
    found = await store.days.tries(day)
    if found is None:
        # It was settled before there were tries.
        return False
    is_tried = found.tries >= TRIES
    if is_tried and (found.won or await store.days.settled_secret(day) is not None):
        return False
    try:
        await store.days.claim_tries(day, now_ms() + int(_LONGEST * 1000))
        if is_tried:
            await store.days.pass_candidate_over(found)
        else:
            await _try(store, deal_tester, found)
    except Conflict:
        # Another process is trying it.
        return False
    return True


async def _try(store: Store, deal_tester: Workers, found: DayTries) -> None:
    secret = candidate_secret(found.root, found.day, found.candidate)
    question = {
        "task": "try",
        "rules": day_rules().to_json(),
        "secret": secret.hex(),
        "contributions": contributions(found.day),
        "day": found.day,
        "opponent": OPPONENT,
        "number": found.tries,
    }
    answer = await deal_tester.ask(question, _LONGEST)
    won = bool(answer["won"])
    is_first = won and found.table_id is None
    table_id = await _keep(store, found, secret, answer["log"]) if is_first else None
    await store.days.note_try(found, won, table_id)


async def _keep(store: Store, found: DayTries, secret: bytes, log: list[str]) -> str:
    """Store a try as a game at a table without people, and return the table's id."""
    rules = day_rules()
    seats: list[SeatRow] = []
    for player in (player_of_try(found.tries), OPPONENT):
        seats.append(computer_seat(player, seats, free=False))
    fair = FairDeal(secret, tuple(contributions(found.day)))
    game = GameRow(1, 1, fair.dealer(rules.players), fair.secret, fair.contributions)
    empty = new_table("", PRESET, rules, seats, SETTINGS)
    empty = replace(empty, row=replace(empty.row, name=NAME))
    begun, _moves = going_on(empty, game, log[:-1])
    table, moves = going_on(empty, game, log)
    await store.tables.add(table.row, table.seal, begun.summary, table.newest.row, moves[:-1])
    outcome = table.game.outcome
    assert outcome is not None
    figures = count(table.game, [], table.row.seats)
    end = NewMove(table.row.id, 1, moves[-1], table.summary, outcome.to_json(), (), figures)
    await store.tables.add_move(end)
    return table.row.id
