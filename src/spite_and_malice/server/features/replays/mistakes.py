"""Learn from your mistakes: missed chances of a person's latest games as exercises, and the trend of each kind."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Annotated, Any, Final

from litestar import Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.analysis.mistakes import ABOUT, Mistake
from spite_and_malice.analysis.review import Choice
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import UNSHUFFLED, IllegalMove, InvalidNotation, Move, Position, View
from spite_and_malice.rules import PRESETS, describe, differences
from spite_and_malice.texts import _, translated_terms, written_number

from ...games.spite.table import shown_name
from ...http.errors import ApiError
from ...http.feature import Feature
from ...http.guards import json_only
from ...http.language import use_terms_of
from ...http.routes import Routes
from ...logs import of_table
from ...protocol.exercises import ExerciseAction
from ...protocol.outgoing import MatchInfo, SeatInfo
from ...store import FinishedGame, Store, StoredGame
from ...store.records import MissedMoment
from ...workers.pool import ThinkingFailed
from ..kernel import Kernel
from ..learn.steps import steps as lesson_steps
from ..puzzles.attempt import shown
from .replays import seat_of, stored_game
from .reviews import Reviews, choices_of

_log = logging.getLogger(__name__)

LATEST: Final = 20
"""How many of somebody's latest games are examined."""
_FEWEST: Final = 4
"""With fewer reviewed games the page says nothing about trends."""
_SAME: Final = 0.1
"""The smallest difference in mistakes per game that counts as a trend."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game that somebody played to its end, and their misses; None if it has not been reviewed."""

    table_id: str
    number: int
    missed: list[MissedMoment] | None


@dataclass(frozen=True, slots=True)
class Course:
    """How often somebody made a kind of mistake: in total, per game of the older and newer half, and open ones.

    ``lesson`` is the number of the step that teaches it. ``first`` leads to the first untried exercise.
    """

    name: str
    count: int
    older: float | None
    newer: float | None
    open: int
    first: str
    lesson: int
    lesson_title: str

    @property
    def words(self) -> str:
        """How often it happened per game, before and lately, and the trend."""
        if self.older is None or self.newer is None:
            return "–"
        if not self.count:
            return _("none so far")
        way = _("rarer") if self.newer < self.older else _("more often")
        if abs(self.older - self.newer) < _SAME:
            way = _("as often")
        return f"{written_number(self.older, 1)} → {written_number(self.newer, 1)}, {way}"


def own_games(finished: list[FinishedGame], person: str) -> list[OwnGame]:
    """Return the latest counted games that somebody played to their end, the latest first."""
    games = []
    for game in finished:
        seat = next((at for at, who in enumerate(game.seats) if who.person == person), None)
        if seat is None or game.given_up or game.figures is None or seat >= len(game.figures.seats):
            continue
        games.append(OwnGame(game.table_id, game.number, game.figures.seats[seat].missed))
    return games[:LATEST]


def courses_of(games: list[OwnGame]) -> list[Course]:
    """Return somebody's results for every kind of mistake, from games given latest first."""
    reviewed = [game for game in games if game.missed is not None]
    half = len(reviewed) // 2
    is_known = len(reviewed) >= _FEWEST
    steps = {step.id: (number, _(step.texts.title)) for number, step in enumerate(lesson_steps(), 1)}

    def of(kind: Mistake) -> Course:
        found = [(game, one) for game in reviewed for one in game.missed or () if one.kind == kind]
        untried = [f"{game.table_id}/{game.number}/{one.number}" for game, one in found if one.found is None]
        counts = [sum(one.kind == kind for one in game.missed or ()) for game in reviewed]
        newer, older = counts[:half], counts[half:]
        lesson, title = steps[ABOUT[kind].lesson]
        return Course(
            name=_(ABOUT[kind].name),
            count=len(found),
            older=sum(older) / len(older) if is_known else None,
            newer=sum(newer) / half if is_known else None,
            open=len(untried),
            first=untried[0] if untried else "",
            lesson=lesson,
            lesson_title=title,
        )

    return [of(kind) for kind in ABOUT]


class MistakeRequest(Struct, forbid_unknown_fields=True):
    """The moves so far, and whether the better turn is to be shown."""

    moves: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=60)] = []
    gave_up: bool = False


class MistakeAnswer(Struct):
    """An exercise after some moves.

    ``state`` is open, found, or worse: then the turn is over, and ``text`` says why there was a better one. ``task``
    says what to do, ``played`` what was played in the game. ``way`` has the better moves, if they are shown; ``next``
    leads to the next exercise, empty after the last.
    """

    kind: str
    task: str
    played: str
    state: str
    text: str
    undo: bool
    table: dict[str, Any]
    start: dict[str, Any]
    actions: list[ExerciseAction]
    way: list[ExerciseAction]
    next: str


@dataclass(frozen=True, slots=True)
class _Exercise:
    """A choice that its person missed."""

    stored: StoredGame
    seat: int
    choice: Choice
    moment: MissedMoment


async def _exercise(store: Store, table_id: str, number: int, move: int, person: str) -> _Exercise:
    stored = await stored_game(store, table_id, number, person)
    seat = seat_of(stored, person)
    figures = stored.figures
    missed = figures.seats[seat].missed if figures and seat is not None and seat < len(figures.seats) else None
    moment = next((one for one in missed or () if one.number == move), None)
    if seat is None or moment is None:
        raise NotFoundException(_("There is no such exercise: it comes from a review of a game of yours."))
    use_terms_of(stored.table.preset)
    found = await asyncio.to_thread(choices_of, stored, seat)
    choice = next(each for each in found if len(each.log) + 1 == move)
    return _Exercise(stored, seat, choice, moment)


def _play(view: View, moves: list[str]) -> tuple[list[ExerciseAction], bool]:
    """Play moves on the view; return the view after each, and whether the choice is made."""
    position, seat, actions = Position.from_view(view), view.turn, list[ExerciseAction]()
    is_over = False
    for text in moves:
        if is_over:
            raise IllegalMove(_("This turn is over: try it again, or take the next one."))
        effects = position.play(text, UNSHUFFLED)
        is_over = effects.reveals or effects.ended_turn or position.is_over
        legal = [] if is_over else position.legal_moves
        actions.append(ExerciseAction(seat, text, shown(position, seat, legal)))
    return actions, is_over


@post("/{table_id:str}/{number:int}/{move:int}", status_code=HTTP_200_OK, guards=[json_only])
async def play(
    table_id: FromPath[str],
    number: FromPath[int],
    move: FromPath[int],
    data: Annotated[MistakeRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
    reviews: NamedDependency[Reviews],
) -> MistakeAnswer:
    """Play moves in an exercise from its beginning; when the turn is over, the search judges whether it was good.

    A turn is good if the search cannot distinguish it from the best one, and it does not look like the same mistake
    again. The first finished turn counts.
    """
    asked = await _exercise(store, table_id, number, move, person)
    view = asked.choice.view
    try:
        actions, is_over = await asyncio.to_thread(_play, view, data.moves)
    except (IllegalMove, InvalidNotation) as error:
        raise ApiError(422, "illegal_move", str(error)) from None
    state, text, way = "open", "", list[ExerciseAction]()
    if is_over or data.gave_up:
        played = tuple(data.moves) if is_over else asked.choice.played
        verdict = await _judged(reviews, asked, Choice(view, asked.choice.log, played))
        again = _is_again(verdict, asked.moment.kind)
        is_found = is_over and verdict["best"] == verdict["played"] and not again
        state = "found" if is_found else "worse"
        text = verdict["other_why"] if again else verdict["words"]
        if data.gave_up and not is_found:
            better = verdict["other"] if again else verdict["best"]
            way, _is_over = await asyncio.to_thread(_play, view, list(better))
        await store.figures.try_again(table_id, number, asked.seat, move, is_found)
    games = own_games(list(await store.figures.finished("spite", person)), person)
    return MistakeAnswer(
        kind=_(ABOUT[Mistake(asked.moment.kind)].name),
        task=_(ABOUT[Mistake(asked.moment.kind)].task),
        played=line_name(view, [Move.parse(each) for each in asked.choice.played]),
        state=state,
        text=text,
        undo=bool(actions) and not is_over,
        table=_table(asked),
        start=view.to_json(),
        actions=actions,
        way=way,
        next=_next(games, asked),
    )


def _is_again(verdict: dict[str, Any], kind: str) -> bool:
    """Whether a turn gave up what the exercise is about, and came out worse, though not surely."""
    return bool(kind == verdict["kind"] != Mistake.OTHER and verdict["behind"] > verdict["behind_error"])


async def _judged(reviews: Reviews, asked: _Exercise, choice: Choice) -> dict[str, Any]:
    try:
        (verdict,) = await reviews.judge([choice], [shown_name(who) for who in asked.stored.table.seats])
    except (ThinkingFailed, ValueError) as failure:
        _log.warning(
            "game %d: no verdict: %s", asked.stored.game.number, failure, extra=of_table(asked.stored.table.id)
        )
        raise ApiError(
            503, "no_answer", _("The turn could not be looked at just now. Try again in a moment.")
        ) from None
    return verdict


def _next(games: list[OwnGame], asked: _Exercise) -> str:
    """The address of the next untried exercise, of the same kind if there is one."""
    here = (asked.stored.table.id, asked.stored.game.number, asked.moment.number)
    left = [
        (one.kind != asked.moment.kind, f"{game.table_id}/{game.number}/{one.number}")
        for game in games
        for one in game.missed or ()
        if one.found is None and (game.table_id, game.number, one.number) != here
    ]
    return min(left, key=lambda each: each[0])[1] if left else ""


def _table(asked: _Exercise) -> dict[str, Any]:
    """The table in the form of a snapshot."""
    rules, seats, preset = asked.choice.view.rules, asked.stored.table.seats, asked.stored.table.preset
    nothing = (0,) * rules.players
    return {
        "id": "mistake",
        "name": _(PRESETS[preset].name) if preset is not None and preset in PRESETS else _("House rules"),
        "preset": preset,
        "terms": translated_terms(),
        "rules_words": describe(rules),
        "differences": differences(rules),
        "seats": [
            SeatInfo(
                "computer" if who.kind == "computer" else "person", shown_name(who), at % rules.side_count, who.player
            )
            for at, who in enumerate(seats)
        ],
        "match": MatchInfo(
            scores=nothing, target=1, over=False, winners=(), games_played=0, games=(), stand_ins=nothing
        ),
        "you": asked.seat,
        "commitment": None,
        "secret": None,
    }


@get("/learn/mistakes")
async def page(store: NamedDependency[Store], person: NamedDependency[str]) -> Template:
    """Show which kinds of mistakes somebody makes, their trends, and the exercises."""
    games = own_games(list(await store.figures.finished("spite", person)), person)
    courses = courses_of(games)
    context = {
        "page": "learn",
        "courses": courses,
        "reviewed": sum(game.missed is not None for game in games),
        "unreviewed": [f"{game.table_id}/games/{game.number}" for game in games if game.missed is None],
        "first": next((course.first for course in courses if course.first), ""),
    }
    return Template("mistakes.html.j2", context=context)


@get("/learn/mistakes/{table_id:str}/{number:int}/{move:int}")
async def exercise_page(
    table_id: FromPath[str],
    number: FromPath[int],
    move: FromPath[int],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Template:
    """Show an exercise on the table."""
    await _exercise(store, table_id, number, move, person)
    return Template("puzzle.html.j2", context={"mistake": f"{table_id}/{number}/{move}"})


_routes: Routes = Routes("/", route_handlers=[page, exercise_page], cache_control=CacheControlHeader(no_store=True))
_api: Router = Router("/api/mistakes", route_handlers=[play], cache_control=CacheControlHeader(no_store=True))


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of exercises from a person's own games."""
    return Feature([_routes, _api])
