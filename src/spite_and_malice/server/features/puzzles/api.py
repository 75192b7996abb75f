"""Puzzles over HTTP: solving them step by step, and the outcomes (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from litestar import post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.discards import why
from spite_and_malice.analysis.puzzles.literal import does
from spite_and_malice.analysis.puzzles.puzzle import DiscardPuzzle, Puzzle
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import UNSHUFFLED, IllegalMove, InvalidNotation, Move, Position, View
from spite_and_malice.players import LEVELS
from spite_and_malice.rules import PRESETS, describe, differences
from spite_and_malice.texts import _, translated_terms

from ...clock import now_ms
from ...http.errors import ApiError
from ...http.guards import json_only
from ...http.language import use_terms_of
from ...http.routes import Routes
from ...protocol.exercises import ExerciseAction
from ...protocol.outgoing import MatchInfo, SeatInfo
from ...rating import Skill
from ...store import Conflict, Objection, PuzzleResult, Store
from ...store.games.puzzles import MISSED, SOLVED, SOLVED_LATER
from .. import daily
from . import choosing
from .attempt import Attempt, State, attempt, reasons, way_words

_RUN_MS: Final = 3_600_000
"""A puzzle's solution is not shown while a run that began within this time is at that puzzle."""

_PUZZLE_SIGMA: Final = 25 / 6
"""The initial doubt of a puzzle's rating: its grade already says something."""

Moves = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=60)]


class PuzzleRequest(Struct, forbid_unknown_fields=True):
    """The moves so far."""

    moves: Moves = []


class AttemptRequest(PuzzleRequest, forbid_unknown_fields=True):
    """The moves of an attempt, and whether a last move that leaves no solution is reported as spoiled."""

    spoils: bool = False


class ResultRequest(Struct, forbid_unknown_fields=True):
    """The outcome of an attempt: its moves, whether some were taken back, whether the solution was requested."""

    moves: Moves = []
    taken_back: bool = False
    gave_up: bool = False


class PuzzleAnswer(Struct):
    """A puzzle after some moves.

    ``task`` says what to do, ``theme`` names its kind. ``state`` is open, solved, spoiled or missed; the move that
    spoiled or missed it is not among the ``actions``, and ``text`` says why. ``start`` is the view before the first
    move; ``undo`` says whether there is something to take back.
    """

    id: str
    theme: str
    task: str
    state: str
    text: str
    grade: int
    undo: bool
    table: dict[str, Any]
    start: dict[str, Any]
    actions: list[ExerciseAction]


class Standing(Struct):
    """A displayed rating, and its doubt."""

    points: int
    give_or_take: int


class ResultAnswer(Struct):
    """The result of a puzzle: ``outcome`` 2 solved at once, 1 solved with moves taken back, 0 missed.

    ``counted`` says whether it was the first time: only that counts. ``way`` has the moves of a shortest solution with
    the view after each, ``words`` describes it in a sentence, ``reasons`` says what makes the puzzle hard. ``rating``
    is the person's own now, ``change`` by how many points it moved; ``tried`` and ``solved`` count the proven people
    who have done this puzzle here. While somebody is at it in a run there is no ``way`` for those who missed it.
    """

    outcome: int
    counted: bool
    words: str
    reasons: list[str]
    way: list[ExerciseAction]
    rating: Standing
    change: int
    tried: int
    solved: int


class Kept(Struct):
    """The reply to somebody whose objection is stored."""

    words: str


class DiscardOption(Struct):
    """A discard to choose, and its label."""

    move: str
    words: str


class Verdict(Struct):
    """Which discard is better, and why: by ``lead`` hundredths of a pay-off card."""

    right: bool
    better: str
    better_words: str
    reason: str
    lead: int


class DiscardAnswer(Struct):
    """A question about a discard: the view, two discards, and once one is chosen, the outcome."""

    id: str
    undo: bool
    table: dict[str, Any]
    start: dict[str, Any]
    actions: list[ExerciseAction]
    options: list[DiscardOption]
    verdict: Verdict | None = None


@post("/{puzzle_id:str}", status_code=HTTP_200_OK, guards=[json_only])
async def play(
    puzzle_id: FromPath[str], data: Annotated[AttemptRequest, Body()], store: NamedDependency[Store]
) -> PuzzleAnswer:
    """Play moves in a puzzle from its beginning. Nothing is stored."""
    puzzle = await find_puzzle(puzzle_id)
    use_terms_of(puzzle.preset)
    tried = _attempt(puzzle, data.moves)
    if data.spoils:
        await asyncio.to_thread(tried.spoil)
    return PuzzleAnswer(
        id=puzzle.id,
        theme=_(puzzle.theme.name),
        task=puzzle.task,
        state=tried.state,
        text=tried.words,
        grade=choosing.grade_of(puzzle, await store.puzzles.rating(puzzle.id)),
        undo=bool(tried.actions) and tried.state != State.SOLVED,
        table=_table(puzzle.preset, puzzle.view),
        start=puzzle.view.to_json(),
        actions=tried.actions,
    )


@post("/{puzzle_id:str}/result", status_code=HTTP_200_OK, guards=[json_only])
async def finish(
    puzzle_id: FromPath[str],
    data: Annotated[ResultRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> ResultAnswer:
    """Store the outcome of a puzzle, once, and explain it."""
    puzzle = await find_puzzle(puzzle_id)
    use_terms_of(puzzle.preset)
    outcome = outcome_of(puzzle, data.moves, data.taken_back, data.gave_up)
    before = await store.puzzles.skill(person) or Skill()
    day = daily.today()
    is_of_day = puzzle.id == await asyncio.to_thread(choosing.of_day, day)
    now = now_ms()
    result = PuzzleResult(puzzle.id, outcome, now, day.isoformat() if is_of_day else None)
    begins = None if await store.withdrawals.is_withdrawn(puzzle.id) else Skill(puzzle.rating, _PUZZLE_SIGMA)
    stands = await store.puzzles.add_result(person, result, begins)
    counted = stands.at == now and stands.skill is not None
    skill = await store.puzzles.skill(person) or before
    count = await store.puzzles.tried(puzzle.id)
    is_secret = outcome == MISSED and await store.puzzles.is_in_a_run(puzzle.id, now - _RUN_MS)
    secret = _("Somebody is at this puzzle in a run just now, so its way is not shown. Look again later.")
    return ResultAnswer(
        outcome=outcome,
        counted=counted,
        words=secret if is_secret else way_words(puzzle),
        # To find where it was lost, the turn is searched several times.
        reasons=[] if is_secret else await asyncio.to_thread(reasons, puzzle, data.moves if outcome == MISSED else ()),
        way=[] if is_secret else attempt(puzzle, puzzle.way).actions,
        rating=standing(skill),
        change=skill.points - before.points if counted else 0,
        tried=count.tried,
        solved=count.solved,
    )


@post("/discards/{puzzle_id:str}", status_code=HTTP_200_OK, guards=[json_only])
async def choose(
    puzzle_id: FromPath[str],
    data: Annotated[PuzzleRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> DiscardAnswer:
    """Return a question about a discard; given a move, store the choice, once, and say which is better."""
    asked = await find_discard(puzzle_id)
    use_terms_of(asked.preset)
    view = asked.view
    answer = DiscardAnswer(
        id=asked.id,
        undo=False,
        table=_table(asked.preset, view),
        start=view.to_json(),
        actions=[],
        options=[DiscardOption(move, _choice(view, move)) for move in sorted((asked.better, asked.worse))],
    )
    for move in data.moves[:1]:
        if move not in (asked.better, asked.worse):
            raise ApiError(422, "illegal_move", _("Choose one of the two discards."))
        right = move == asked.better
        await store.puzzles.add_result(person, PuzzleResult(asked.id, SOLVED if right else MISSED, now_ms()), None)
        reason = await asyncio.to_thread(why, view, asked.better, asked.worse)
        position = Position.from_view(view)
        position.play(move, UNSHUFFLED)
        answer.actions = [ExerciseAction(view.turn, move, position.view(view.turn).table_json())]
        answer.verdict = Verdict(right, asked.better, _choice(view, asked.better), reason, asked.lead)
    return answer


@post("/{puzzle_id:str}/objection", status_code=HTTP_200_OK, guards=[json_only])
async def object_to(
    puzzle_id: FromPath[str],
    data: Annotated[PuzzleRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Kept:
    """Store a turn judged as missed that somebody claims is right, for the operator."""
    puzzle = await find_puzzle(puzzle_id)
    use_terms_of(puzzle.preset)
    tried = _attempt(puzzle, data.moves)
    await asyncio.to_thread(tried.spoil)
    if tried.state not in (State.MISSED, State.SPOILED):
        raise ApiError(422, "not_missed", _("This turn was not judged missed."))
    position = puzzle.view.to_json()
    objection = Objection(person, puzzle.id, position, data.moves, puzzle.task, tried.words)
    return await _keep(store, objection, is_right=await asyncio.to_thread(does, puzzle, data.moves))


@post("/discards/{puzzle_id:str}/objection", status_code=HTTP_200_OK, guards=[json_only])
async def object_to_discard(
    puzzle_id: FromPath[str],
    data: Annotated[PuzzleRequest, Body()],
    store: NamedDependency[Store],
    person: NamedDependency[str],
) -> Kept:
    """Store a discard judged as worse that somebody claims is right, for the operator."""
    asked = await find_discard(puzzle_id)
    use_terms_of(asked.preset)
    if data.moves != [asked.worse]:
        raise ApiError(422, "not_missed", _("This turn was not judged missed."))
    reason = await asyncio.to_thread(why, asked.view, asked.better, asked.worse)
    position = asked.view.to_json()
    return await _keep(store, Objection(person, asked.id, position, data.moves, _("What would you discard?"), reason))


async def _keep(store: Store, objection: Objection, *, is_right: bool = False) -> Kept:
    """Store an objection; if the second judge agrees with its turn, it is upheld immediately."""
    if await store.withdrawals.is_withdrawn(objection.puzzle):
        raise ApiError(409, "withdrawn", _("This puzzle is withdrawn already, and costs nobody anything."))
    try:
        number = await store.puzzles.add_objection(objection)
    except Conflict:
        raise ApiError(429, "slow_down", _("Many turns of yours wait to be looked at already.")) from None
    if is_right:
        await store.withdrawals.uphold(number, "second judge")
        return Kept(_("You are right: your turn does what is asked. What it cost your rating is given back."))
    return Kept(_("Your turn is kept for the operator of this server, who will look at it. Thank you."))


def _choice(view: View, text: str) -> str:
    """Name a discard by the card it covers: side stacks have no numbers on the table."""
    return line_name(view, [Move.parse(text)])


async def find_puzzle(puzzle_id: str) -> Puzzle:
    """Return a puzzle. Raises `NotFoundException`."""
    puzzle = (await asyncio.to_thread(collection.puzzles)).get(puzzle_id)
    if puzzle is None:
        raise NotFoundException(_("There is no such puzzle."))
    return puzzle


async def find_discard(puzzle_id: str) -> DiscardPuzzle:
    """Return a question about a discard. Raises `NotFoundException`."""
    asked = (await asyncio.to_thread(collection.discards)).get(puzzle_id)
    if asked is None:
        raise NotFoundException(_("There is no such puzzle."))
    return asked


def _attempt(puzzle: Puzzle, moves: list[str]) -> Attempt:
    try:
        return attempt(puzzle, moves)
    except (IllegalMove, InvalidNotation) as error:
        raise ApiError(422, "illegal_move", str(error)) from None


def outcome_of(puzzle: Puzzle, moves: list[str], taken_back: bool, gave_up: bool) -> int:
    """Return the outcome of an attempt, according to the engine. Raises `ApiError` if it is not over."""
    state = _attempt(puzzle, moves).state
    if state == State.SOLVED:
        return SOLVED_LATER if taken_back else SOLVED
    if state == State.OPEN and not gave_up:
        raise ApiError(422, "not_over", _("This puzzle is not over: play on, or ask for the way."))
    return MISSED


def standing(skill: Skill) -> Standing:
    """Return a rating for display."""
    return Standing(skill.points, skill.give_or_take)


def _table(preset: str, view: View) -> dict[str, Any]:
    """The table in the form of a snapshot: the solver, and computer players at the other seats."""
    rules = view.rules
    names = [level.character.name for level in LEVELS if level.character is not None]
    others = [seat for seat in range(rules.players) if seat != view.turn]
    seats = [SeatInfo(kind="person", name=_("You"), side=view.turn % rules.side_count)] * rules.players
    for number, seat in enumerate(others):
        at = (len(LEVELS) // 2 + number) % len(LEVELS)
        seats[seat] = SeatInfo("computer", names[at], seat % rules.side_count, LEVELS[at].id)
    nothing = (0,) * rules.players
    return {
        "id": "puzzle",
        "name": _(PRESETS[preset].name),
        "preset": preset,
        "terms": translated_terms(),
        "rules_words": describe(rules),
        "differences": differences(rules),
        "seats": seats,
        "match": MatchInfo(
            scores=nothing, target=1, over=False, winners=(), games_played=0, games=(), stand_ins=nothing
        ),
        "you": view.turn,
        "commitment": None,
        "secret": None,
    }


puzzle_api: Routes = Routes(
    "/api/puzzles",
    route_handlers=[play, finish, choose, object_to, object_to_discard],
    cache_control=CacheControlHeader(no_store=True),
)
