"""The lessons: a page of steps to play, each checked move by move."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import IllegalMove, InvalidNotation, Move
from spite_and_malice.rules import PRESETS, describe, differences
from spite_and_malice.texts import _

from ...http.errors import ApiError
from ...http.feature import Feature
from ...http.guards import WHILE_READ_ONLY, json_only
from ...http.routes import Routes
from ...protocol.exercises import ExerciseAction
from ...protocol.outgoing import MatchInfo, SeatInfo
from ..kernel import Kernel
from .steps import LEARNER, PRESET, Astray, Lesson, replay, rules, steps


class LessonRequest(Struct, forbid_unknown_fields=True):
    """The learner's moves in a step so far."""

    moves: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=60)] = []


class LessonAnswer(Struct):
    """A step after the learner's moves.

    ``text`` is the task, or the lesson learnt when ``done``; ``next`` the first move of the shortest way to the goal,
    null when it has been reached, ``way`` its moves as far as the cards are known, and ``hint`` that way in words,
    empty for a single move; ``light`` lists places and cards to point at; ``start`` the view before the first move and
    ``actions`` everything since. ``undo`` says whether the last move can be left out. ``astray`` says why the last move
    was not made: it leads away from the goal.
    """

    number: int
    count: int
    title: str
    text: str
    done: bool
    next: str | None
    way: list[str]
    hint: str
    light: tuple[str, ...]
    undo: bool
    table: dict[str, Any]
    start: dict[str, Any]
    actions: list[ExerciseAction]
    astray: str | None = None


@get("/learn", sync_to_thread=False)
def learn() -> Template:
    """Show the lessons; the progress is kept in the browser."""
    titles = [_(step.texts.title) for step in steps()]
    return Template("learn.html.j2", context={"lesson": "first", "titles": titles})


@post(
    "/api/lessons/{number:int}",
    status_code=HTTP_200_OK,
    guards=[json_only],
    opt={WHILE_READ_ONLY: True},
    sync_to_thread=True,
)
def play_step(number: FromPath[int], data: Annotated[LessonRequest, Body()]) -> LessonAnswer:
    """Play a step from its beginning; a last move that leads away from its goal is left out, and the answer says so."""
    astray = None
    try:
        lesson = replay(number, data.moves[:-1])
        for last in data.moves[-1:]:
            try:
                lesson.play(last)
            except Astray as error:
                astray = str(error)
    except IndexError:
        raise NotFoundException(_("There is no such lesson.")) from None
    except (IllegalMove, InvalidNotation, Astray) as error:
        raise ApiError(422, "illegal_move", str(error)) from None
    return _answer(number, lesson, astray)


def _answer(number: int, lesson: Lesson, astray: str | None) -> LessonAnswer:
    texts, way = lesson.step.texts, lesson.way()
    return LessonAnswer(
        number=number,
        count=len(steps()),
        title=_(texts.title),
        text=_(lesson.words),
        done=lesson.is_done,
        next=lesson.next_move(),
        way=way,
        hint=_("Now play {line}.").format(line=_line(lesson, way)) if len(way) > 1 else "",
        light=lesson.step.light,
        undo=lesson.can_undo,
        table=_table(),
        start=lesson.step.start().view(0).to_json(),
        actions=lesson.actions,
        astray=astray,
    )


def _line(lesson: Lesson, way: list[str]) -> str:
    return line_name(lesson.position.view(LEARNER), [Move.parse(text) for text in way])


def _table() -> dict[str, Any]:
    """The table in the form of a snapshot."""
    table_rules = rules()
    return {
        "id": "learn",
        "name": _("Learn to play"),
        "preset": PRESETS[PRESET].id,
        "rules_words": describe(table_rules),
        "differences": differences(table_rules),
        "seats": [
            SeatInfo(kind="person", name=_("You"), side=0),
            SeatInfo(kind="computer", name=_("Rosa"), side=1, player="casual"),
        ],
        "match": MatchInfo(scores=(0, 0), target=1, over=False, winners=(), games_played=0, games=(), stand_ins=(0, 0)),
        "you": 0,
        "commitment": None,
        "secret": None,
    }


lessons: Routes = Routes("/", route_handlers=[learn, play_step], cache_control=CacheControlHeader(no_cache=True))


def feature(_kernel: Kernel) -> Feature:
    """Return the feature of the lessons."""
    return Feature([lessons])
