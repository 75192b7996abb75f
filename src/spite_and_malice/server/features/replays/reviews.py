"""Reviews of finished games: for each choice of a seat, the search's move and the cost of the one played."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from spite_and_malice.analysis import achievements
from spite_and_malice.analysis.mistakes import mistake_of, told_by_winner
from spite_and_malice.analysis.review import Choice, choices
from spite_and_malice.analysis.sharing import course_words
from spite_and_malice.analysis.together import moment_of, together
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View
from spite_and_malice.play import Game
from spite_and_malice.play.figures import time_played
from spite_and_malice.play.game import CONCESSIONS
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import Rules
from spite_and_malice.texts import _, current_language, current_terms

from ...archive.result_picture import Racer, result_picture
from ...archive.seen import require_seen
from ...games.spite.achieved import achieved_by
from ...games.spite.replay import restored
from ...games.spite.table import fair_deal, shown_name
from ...http.errors import ApiError, Busy
from ...http.feature import Feature
from ...http.language import use_terms_of, wants_local_terms
from ...http.routes import Routes
from ...logs import of_table
from ...store import SeatRow, Store, StoredGame
from ...store.records import MissedMoment
from ...workers.loop import LEISURELY
from ...workers.pool import COMMAND, ThinkingFailed, Workers
from ..kernel import Kernel
from ..puzzles.attempt import shown
from .replays import seat_of, seen_from, stored_game

_log = logging.getLogger(__name__)

_BATCH: Final = 2
"""The number of choices judged at a time: in between the progress of the review is sent."""
_ANSWER_SECONDS: Final = 60.0
_KEPT: Final = 64
_DECIDES: Final = 0.1
"""A mistake that cost this much of the chances may have decided a game."""
_TURNS: Final = 0.1
"""A change of the chances by less is no turn of luck."""
_TOLD: Final = ("number", "played", "best", "chance", "cost", "played_words", "best_words", "words", "give_or_take")
"""The parts of a verdict that are sent."""
_WAITING: Final = 8
"""How many reviews may wait for the current one."""


class LineStep(Struct):
    """A move of a line in words, and the seat's view after it, without the rules and the legal moves."""

    words: str
    view: dict[str, Any]


class Missed(Struct):
    """A choice that could have been better: moves as text and in words.

    ``chance`` is that of winning with the best, ``cost`` how much of it was lost (it may be 0), both to a hundredth.
    ``number`` is that of the first move among those not taken back, from 1; ``ply`` the number of actions before it;
    ``words`` the reason for the better move; ``view`` the seat's view, without the rules and the legal moves;
    ``give_or_take`` the standard error of the cost; ``played_steps`` and ``best_steps`` each line move by move.
    """

    number: int
    ply: int
    played: list[str]
    best: list[str]
    chance: float
    cost: float
    played_words: str
    best_words: str
    words: str
    view: dict[str, Any]
    played_steps: list[LineStep]
    best_steps: list[LineStep]
    give_or_take: float = 0.0


class Summed(Struct):
    """What several choices cost together, none of which is a mistake alone.

    ``count`` is how many there were, ``cost`` their share of the chances, ``give_or_take`` its standard error;
    ``words`` say it all, and ``moments`` are the dearest of them, the dearest first.
    """

    count: int
    cost: float
    give_or_take: float
    words: str
    moments: list[Missed]


class Said(Struct):
    """A winning computer player's remark on the decisive moment: ``seat`` is theirs."""

    seat: int
    words: str


class Turned(Struct):
    """The choice after which revealed cards raised the winner's chances, or lowered a loser's, the most.

    ``chance`` is that of winning with the moves played, ``after`` that at the next choice, or the result of the game;
    the rest as in `Missed`.
    """

    number: int
    ply: int
    played: list[str]
    chance: float
    after: float
    played_words: str
    view: dict[str, Any]


class Chance(Struct):
    """How likely the seat was to win at a choice, with the best move, from 0 to 1; ``ply`` as in `Missed`."""

    ply: int
    number: int
    chance: float


class ReviewAnswer(Struct):
    """How a seat played: how many choices it had, and which it missed, in the order of the game.

    ``chances`` has every choice, ``won`` says how it ended for the seat (null: nobody won), ``turned`` where luck
    turned (null: nowhere much), ``moves`` how many moves were not taken back, ``seconds`` how long the game took, as in
    the statistics, and ``hints`` how many the seat requested; null if not counted. ``standing`` is the final one, and
    ``shared`` has lines for others, which name no card: the course of the chances, and their greatest swing; ``said``
    is null if no computer player won against the seat, or no moment decided the game. ``together`` is null unless
    choices that are no mistakes surely cost something in all.
    """

    seat: int
    choices: int
    missed: list[Missed]
    chances: list[Chance]
    won: bool | None
    turned: Turned | None
    moves: int
    rules: dict[str, Any]
    seconds: int
    hints: int | None
    standing: list[dict[str, Any]]
    shared: str
    said: Said | None = None
    together: Summed | None = None


class Progress(Struct):
    """The progress of a review: the number of choices (0 while it waits), and how many are judged."""

    choices: int
    done: int


class Reviews:
    """Has games reviewed, one at a time, and keeps the latest.

    A separate process with the lowest priority makes them: no computer player's move waits for a review.
    """

    def __init__(self) -> None:
        self.workers: Workers = Workers(1, (*COMMAND, LEISURELY), "reviewing")
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0
        self._kept: OrderedDict[tuple[str, int, int, str, bool], ReviewAnswer] = OrderedDict()
        self._progress: dict[tuple[str, int, int], Progress] = {}

    def progress(self, table_id: str, number: int, seat: int) -> Progress:
        """Return the progress of a review of a seat's choices; it is unknown unless somebody waits for the review."""
        return self._progress.get((table_id, number, seat), Progress(0, 0))

    async def of(self, stored: StoredGame, seat: int) -> ReviewAnswer:
        """Return the review of a seat's choices, in the current language and terms.

        Raises `ThinkingFailed` or `Busy`.
        """
        key = (stored.table.id, stored.game.number, seat, current_language(), wants_local_terms())
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._waiting >= _WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                if key not in self._kept:
                    self._kept[key] = await self._make(stored, seat)
                    while len(self._kept) > _KEPT:
                        self._kept.popitem(last=False)
                return self._kept[key]
        finally:
            self._waiting -= 1

    async def _make(self, stored: StoredGame, seat: int) -> ReviewAnswer:
        found, plies, standing = await asyncio.to_thread(_choices, stored, seat)
        names = [shown_name(who) for who in stored.table.seats]
        views = {len(choice.log) + 1: choice.view for choice in found}
        missed: list[Missed] = []
        chances: list[Chance] = []
        verdicts: list[dict[str, Any]] = []
        key = (stored.table.id, stored.game.number, seat)
        try:
            for begin in range(0, len(found), _BATCH):
                self._progress[key] = Progress(len(found), begin)
                for verdict in await self.judge(found[begin : begin + _BATCH], names):
                    verdicts.append(verdict)
                    ply = plies[verdict["number"] - 1]
                    chances.append(Chance(ply, verdict["number"], verdict["chance"]))
                    if verdict["best"] != verdict["played"]:
                        missed.append(_moment(verdict, ply, views[verdict["number"]]))
        finally:
            self._progress.pop(key, None)
        winners = (stored.game.result or {}).get("winners")
        won = seat in winners if winners else None
        # A game that was given up ended by no luck.
        is_played = (stored.game.result or {}).get("reason") not in CONCESSIONS.values()
        turned = where_luck_turned(verdicts, won, is_played=is_played)
        if turned:
            turned |= {"ply": plies[turned["number"] - 1], "view": _seen(views[turned["number"]])}
        return ReviewAnswer(
            seat=seat,
            choices=len(found),
            missed=missed,
            chances=chances,
            won=won,
            turned=Turned(**turned) if turned else None,
            moves=len(plies),
            rules=stored.table.rules,
            seconds=time_played(stored.times) // 1000,
            hints=stored.figures.seats[seat].hints if stored.figures and stored.figures.seats else None,
            standing=standing,
            shared=course_words([each.chance for each in chances], won),
            together=_summed(verdicts, plies, views),
            said=_said(stored, winners or (), missed, views, turned) if won is False else None,
        )

    async def judge(self, some: Sequence[Choice], names: list[str]) -> list[dict[str, Any]]:
        """Return the verdicts about some choices, in the form of `analysis.review.Verdict`. Raises `ThinkingFailed`."""
        question = {
            "task": "review",
            "choices": [{"view": choice.view.to_json(), "log": choice.log, "played": choice.played} for choice in some],
            "names": names,
            "language": current_language(),
            "terms": dict(current_terms()),
        }
        answer = await self.workers.ask(question, _ANSWER_SECONDS)
        verdicts: list[dict[str, Any]] = answer["verdicts"]
        return verdicts


def _moment(verdict: Mapping[str, Any], ply: int, view: View) -> Missed:
    """Return a verdict about a choice with what is drawn of it."""
    told = {name: verdict[name] for name in _TOLD}
    played, best = (_steps(view, verdict[kind]) for kind in ("played", "best"))
    return Missed(**told, ply=ply, view=_seen(view), played_steps=played, best_steps=best)


def _summed(verdicts: Sequence[dict[str, Any]], plies: Sequence[int], views: Mapping[int, View]) -> Summed | None:
    """Return what choices that are no mistakes cost together, with the dearest of them."""
    found = together(verdicts)
    if found is None:
        return None
    by_number = {verdict["number"]: verdict for verdict in verdicts}
    moments = [_moment(moment_of(by_number[number]), plies[number - 1], views[number]) for number in found.numbers]
    return Summed(found.count, found.cost, found.give_or_take, found.words, moments)


def _said(
    stored: StoredGame,
    winners: Sequence[int],
    missed: Sequence[Missed],
    views: Mapping[int, View],
    turned: Mapping[str, Any],
) -> Said | None:
    """Return the comment of a computer player that won on the loser's largest mistake."""
    speaker = next((seat for seat in winners if stored.seats[seat].kind == "computer"), None)
    worst = max(missed, key=lambda each: each.cost, default=None)
    if speaker is None:
        return None
    if worst is not None and worst.cost >= _DECIDES:
        view = views[worst.number]
        return Said(speaker, told_by_winner(view, worst.played, worst.best, worst.number, speaker))
    if turned:
        return Said(speaker, _("On move {n} luck turned my way.").format(n=turned["number"]))
    return None


def where_luck_turned(verdicts: Sequence[dict[str, Any]], won: bool | None, *, is_played: bool) -> dict[str, Any]:
    """Return the choice after which luck turned most towards the result, with the chances; empty if it did not.

    Of a game not played to its end (`is_played`) the result is no turn of luck.
    """
    if won is None:
        return {}
    found, most = {}, _TURNS
    for verdict, following in zip_longest(verdicts, verdicts[1:]):
        kept = round(verdict["chance"] - verdict["cost"], 2)
        if following is None and not is_played:
            break
        after = following["chance"] if following else float(won)
        turn = after - kept if won else kept - after
        if turn > most:
            found, most = {name: verdict[name] for name in ("number", "played", "played_words")}, turn
            found |= {"chance": kept, "after": after}
    return found


def _seen(view: View) -> dict[str, Any]:
    """Return the parts of a view that are drawn."""
    return _drawn(view.to_json())


def _steps(view: View, line: Sequence[str]) -> list[LineStep]:
    """Play a line on a seat's view: cards that its last move reveals lie face down."""
    position = Position.from_view(view)
    steps = list[LineStep]()
    for text in line:
        words = line_name(position.view(view.turn), [Move.parse(text)])
        position.play(text, UNSHUFFLED)
        steps.append(LineStep(words, _drawn(shown(position, view.turn, []))))
    return steps


def _drawn(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in ("rules", "legal", "goes_on")}


def _choices(stored: StoredGame, seat: int) -> tuple[list[Choice], list[int], list[dict[str, Any]]]:
    """Return a seat's choices, the number of actions before each move not taken back, and the standing."""
    rules = Rules.from_json(stored.table.rules)
    deal = fair_deal(stored.game)
    game = Game.deal(rules, stored.game.dealer, deal)
    plies: list[int] = []
    for ply, move in enumerate(stored.moves):
        game.act(move.seat, move.text)
        plies.append(ply)
        del plies[len(game.log) :]
    return list(choices(rules, stored.game.dealer, deal, game.log, seat)), plies, game.standing()


def choices_of(stored: StoredGame, seat: int) -> list[Choice]:
    """Return the choices that a seat had in a finished game."""
    return _choices(stored, seat)[0]


async def _keep_achieved(store: Store, stored: StoredGame, review: ReviewAnswer) -> None:
    """Store a seat's achievements that only the chances of a review show. Raises `StoreError`."""
    if not review.won or stored.figures is None or not stored.figures.seats:
        return
    seat, known = review.seat, stored.figures.seats[review.seat].achieved
    chances = {seat: [achievements.Chance(each.number, each.chance) for each in review.chances]}
    found = await asyncio.to_thread(lambda: achieved_by(restored(stored), stored.seats, chances)[seat])
    if found.keys() != known.keys():
        await store.figures.achieve(stored.table.id, stored.game.number, seat, found)


async def _keep_missed(store: Store, stored: StoredGame, review: ReviewAnswer, person: str) -> None:
    """Store a person's mistakes in their own game, for exercises. Raises `StoreError`."""
    if seat_of(stored, person) != review.seat or stored.figures is None or not stored.figures.seats:
        return
    if stored.figures.seats[review.seat].missed is not None:
        return
    rules = Rules.from_json(stored.table.rules)

    def moment(missed: Missed) -> MissedMoment:
        view = View.from_json({**missed.view, "rules": rules.to_json(), "legal": []})
        return MissedMoment(missed.number, mistake_of(view, missed.played, missed.best), missed.cost)

    found = await asyncio.to_thread(lambda: [moment(missed) for missed in review.missed])
    await store.figures.miss(stored.table.id, stored.game.number, review.seat, found)


@get("/{table_id:str}/games/{number:int}/review")
async def review_game(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    reviews: NamedDependency[Reviews],
    seat: FromQuery[int | None] = None,
) -> ReviewAnswer:
    """Review a finished game for a seat: by default this browser's own, for spectators the first."""
    stored = await _finished(store, table_id, number, person)
    use_terms_of(stored.table.preset)
    review = await _reviewed(reviews, stored, seen_from(stored, person, seat))
    await _keep_achieved(store, stored, review)
    await _keep_missed(store, stored, review, person)
    return review


@get("/table/{table_id:str}/games/{number:int}/result.svg")
async def result_as_picture(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    reviews: NamedDependency[Reviews],
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """Return a picture of a finished game's course for a seat, without cards; the default is as in `review_game`."""
    stored = await _finished(store, table_id, number, person)
    use_terms_of(stored.table.preset)
    review = await _reviewed(reviews, stored, seen_from(stored, person, seat))
    left = {at: side["left"] for side in review.standing for at in side["seats"]}
    winners = (stored.game.result or {}).get("winners", ())
    racers = [Racer(_drawing(who), left[at], at in winners) for at, who in enumerate(stored.seats)]
    chances = [each.chance for each in review.chances]
    drawn = await asyncio.to_thread(result_picture, racers, chances, review.won)
    return Response(drawn, media_type="image/svg+xml")


def _drawing(seat: SeatRow) -> str | None:
    """Return the name of the drawing of the person who sat at a seat."""
    if seat.head is None and seat.kind == "computer" and seat.player in {level.id for level in LEVELS}:
        return seat.player
    return seat.head


async def _finished(store: Store, table_id: str, number: int, person: str) -> StoredGame:
    stored = await stored_game(store, table_id, number, person)
    await require_seen(store, stored, person)
    return stored


async def _reviewed(reviews: Reviews, stored: StoredGame, seat: int) -> ReviewAnswer:
    try:
        return await reviews.of(stored, seat)
    except ThinkingFailed as failure:
        _log.warning("game %d: no review: %s", stored.game.number, failure, extra=of_table(stored.table.id))
        raise ApiError(503, "no_answer", _("The review could not be made just now. Try again in a moment.")) from None


@get("/{table_id:str}/games/{number:int}/review/progress", sync_to_thread=False)
def review_progress(
    table_id: FromPath[str], number: FromPath[int], seat: FromQuery[int], reviews: NamedDependency[Reviews]
) -> Progress:
    """Return the progress of the review of a seat that somebody is waiting for."""
    return reviews.progress(table_id, number, seat)


result_routes: Routes = Routes("/", route_handlers=[result_as_picture], cache_control=CacheControlHeader(no_cache=True))

review_routes: Routes = Routes(
    "/api/tables", route_handlers=[review_game, review_progress], cache_control=CacheControlHeader(no_cache=True)
)


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of reviews."""
    reviews = Reviews()
    return Feature([review_routes, result_routes], {"reviews": reviews}, crews=[reviews.workers])
