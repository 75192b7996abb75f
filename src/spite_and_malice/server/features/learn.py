"""What the lessons say: for each step its title, what to do, what was learnt, and a word on a move that leads away."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath
from litestar.response import Template
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from spite_and_malice.engine import UNSHUFFLED, Effects, IllegalMove, InvalidNotation, Move, Position
from spite_and_malice.engine.core import position_hash
from spite_and_malice.engine.search import breadth_first
from spite_and_malice.rules import PRESETS, Rules, card_rank, describe, differences, preset_rules
from spite_and_malice.texts import N_, _

from ..http.errors import ApiError
from ..http.feature import Feature
from ..http.guards import WHILE_READ_ONLY, json_only
from ..http.routes import Routes
from ..protocol.exercises import ExerciseAction
from ..protocol.outgoing import MatchInfo, SeatInfo
from .kernel import Kernel


@dataclass(frozen=True, slots=True)
class StepTexts:
    """The texts of one step, in English, to be translated when they are shown.

    `then` stands in for `task` once a card has gone to the centre.
    """

    title: str
    task: str
    done: str
    astray: str
    then: str = ""


TEXTS: Final[dict[str, StepTexts]] = {
    "payoff": StepTexts(
        title=N_("Your pay-off pile"),
        task=N_(
            "This is your pay-off pile. Whoever empties theirs first wins, so its top card matters most. "
            "The 4♥ in the centre takes a 5 next: put your 5♦ on it."
        ),
        done=N_("Well played. A new card has been turned up, and your pile is one card nearer to its end."),
        astray=N_("A card from your hand would end your turn. Play the 5♦ from your pay-off pile first."),
    ),
    "centre": StepTexts(
        title=N_("The centre stacks"),
        task=N_(
            "Centre stacks belong to everybody. They begin with an ace and go up to the queen; suits do not matter. "
            "Play your ace, then the 2 on it."
        ),
        done=N_("That is how stacks grow: ace, 2, 3 and so on, from anybody's hand."),
        astray=N_("Not yet: with a discard your turn would be over. Play the ace and the 2 first."),
    ),
    "wild": StepTexts(
        title=N_("Wild cards"),
        task=N_(
            "Kings are wild: a king stands for any card. The 6♥ takes a 7 next, and your 8♠ could follow it. "
            "Let the king be the 7."
        ),
        then=N_("Now the king is the 7. Play the 8♠ from your pay-off pile on it."),
        done=N_("The king stood in for the 7, and your 8♠ is gone. Wild cards are precious: spend them well."),
        astray=N_("The king is worth more on the 6♥: there your pay-off card can follow it."),
    ),
    "discard": StepTexts(
        title=N_("Ending your turn"),
        task=N_(
            "Nothing of yours fits now. To end your turn, put one card from your hand on one of your four side stacks. "
            "Then Rosa plays."
        ),
        done=N_("Rosa has had her turn, and you have drawn: each turn begins with five cards in your hand."),
        astray=N_("Put a card from your hand on a side stack."),
    ),
    "side": StepTexts(
        title=N_("Your side stacks"),
        task=N_(
            "Cards on your side stacks stay yours, but only the top one can be played. Play the 3♥, "
            "then the 4♣ that lies under it."
        ),
        done=N_("High cards below, low ones above: laid down in this order, they come off again one after another."),
        astray=N_("Keep your hand for now: play the 3♥ and the 4♣ from your side stack."),
    ),
    "sweep": StepTexts(
        title=N_("A finished stack"),
        task=N_("A centre stack has come up to the jack. Finish it with your queen, and watch what happens."),
        done=N_("A finished stack goes back into the stock, and its place is free for a new ace."),
        astray=N_("Finish the stack first: put your queen on the J♣."),
    ),
    "refill": StepTexts(
        title=N_("An empty hand"),
        task=N_(
            "You hold two cards, and both fit. Play them both: with an empty hand you draw five new cards at once."
        ),
        done=N_("Five new cards, and still your turn. Emptying your hand is the best thing after a pay-off card."),
        astray=N_("Do not discard now: play both cards, first the 4, then the 5."),
    ),
    "block": StepTexts(
        title=N_("A little malice"),
        task=N_(
            "Look at Rosa's pay-off pile: she needs a stack that stands at 6. Put your 7 there before her, "
            "then end your turn with a discard."
        ),
        then=N_("Now no stack takes her 7♣. End your turn: put a card on a side stack."),
        done=N_("Rosa had to keep her 7♣. Watching the others' pay-off cards is half of the game."),
        astray=N_("If you leave the 6♥ open, Rosa plays her 7. Put your own 7 there first."),
    ),
    "plan": StepTexts(
        title=N_("A plan"),
        task=N_(
            "Your 9♦ needs an 8, and the 8♠ lies under your 4♥. Free it, and build on the 5♠ with your hand. "
            "Where is the king needed?"
        ),
        done=N_("Five moves in one turn. Look for such lines: they win games."),
        astray=N_("That card is needed elsewhere for the way to your 9♦. Think of 6, 7, 8."),
    ),
    "win": StepTexts(
        title=N_("Win the game"),
        task=N_("Only one card is left on your pay-off pile. Empty your hand, see what you draw, and win."),
        done=N_(
            "You have won. Only if the stock is gone when a card must be drawn does nobody win. "
            "Now you know all of it: well done, and enjoy your first game."
        ),
        astray=N_("There is a way to win in this very turn: empty your hand first, then build up to your 3♠."),
    ),
}


FOLDER: Final = Path(__file__).parents[2] / "web" / "lessons"
PRESET: Final = "standard"
LEARNER: Final = 0
OPPONENT: Final = 1

_MOST_TABLES: Final = 20_000


class Astray(ValueError):
    """A legal move after which the goal of the step cannot be reached any more in this turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the lessons.

    `goal` says what the learner's moves have to bring about, and how often: see `_achieved`. `light` are the places and
    cards that the page points at before the first move, `answers` the opponent's moves, `solution` moves that reach the
    goal.
    """

    id: str
    goal: Mapping[str, int]
    light: tuple[str, ...]
    answers: tuple[str, ...]
    solution: tuple[str, ...]
    position: Mapping[str, Any]

    @property
    def texts(self) -> StepTexts:
        """The sentences of this step, in English."""
        return TEXTS[self.id]

    def start(self) -> Position:
        """The position in which the step begins, the learner to move."""
        return Position.from_json({**self.position, "rules": rules().to_json()})


@dataclass(slots=True)
class Lesson:
    """A step as far as it has been played."""

    step: Step
    position: Position
    actions: list[ExerciseAction] = field(default_factory=list)
    achieved: dict[str, int] = field(default_factory=dict)
    can_undo: bool = False

    @property
    def is_done(self) -> bool:
        """Whether the goal has been reached; what is played after that does not matter."""
        return _is_reached(self.step.goal, self.achieved)

    @property
    def words(self) -> str:
        """What is to be done next, or what was learnt, in English."""
        texts = self.step.texts
        if self.is_done:
            return texts.done
        return texts.then if texts.then and self.achieved.get("plays") else texts.task

    def view(self) -> dict[str, Any]:
        """What the learner sees."""
        return self.position.view(LEARNER).to_json()

    def next_move(self) -> str | None:
        """The first move of the shortest way to the goal; None when it has been reached."""
        way = _way(self.step.goal, self.position, self.achieved)
        return way[0] if way else None

    def play(self, text: str) -> None:
        """Make a move of the learner, and the opponent's answer if it ends the turn.

        Raises `IllegalMove` and `InvalidNotation` as the engine does, and `Astray`; then nothing has changed.
        """
        if self.position.is_over:
            raise IllegalMove(_("This step is over: go on to the next one, or begin it again."))
        done = self.is_done
        position = self.position.clone()
        effects, achieved = _make(position, text, self.achieved)
        if not done and _way(self.step.goal, position, achieved) is None:
            raise Astray(_(self.step.texts.astray))
        self.position, self.achieved = position, achieved
        self.can_undo = not effects.reveals and not self.is_done
        self._keep(LEARNER, text)
        self._answer()

    def _answer(self) -> None:
        """Let the opponent play its part, and then discard if it is still its turn."""
        for text in self.step.answers:
            if not self.position.is_over and self.position.turn == OPPONENT and text in self._legal():
                self.position.play(text, UNSHUFFLED)
                self._keep(OPPONENT, text)
        while not self.position.is_over and self.position.turn == OPPONENT:
            legal = self._legal()
            text = next((move for move in legal if "-S" in move), legal[0])
            self.position.play(text, UNSHUFFLED)
            self._keep(OPPONENT, text)

    def _legal(self) -> list[str]:
        return sorted(map(str, self.position.legal_moves))

    def _keep(self, seat: int, text: str) -> None:
        self.actions.append(ExerciseAction(seat, text, _without_rules(self.view())))


def rules() -> Rules:
    """The rules of the lessons."""
    return preset_rules(PRESET)


@lru_cache(maxsize=1)
def steps() -> tuple[Step, ...]:
    """Every step, in order."""
    return tuple(_read(path) for path in sorted(FOLDER.glob("*.json")))


def replay(number: int, moves: Sequence[str]) -> Lesson:
    """Play the learner's moves in step `number`, from 1. Raises IndexError for no step, and what `Lesson.play` does."""
    if number < 1:
        raise IndexError(number)
    step = steps()[number - 1]
    lesson = Lesson(step, step.start())
    for text in moves:
        lesson.play(text)
    return lesson


def _read(path: Path) -> Step:
    data = json.loads(path.read_text(encoding="utf-8"))
    return Step(
        id=data["id"],
        goal=data["goal"],
        light=tuple(data["light"]),
        answers=tuple(data["answers"]),
        solution=tuple(data["solution"]),
        position=data["position"],
    )


def _is_reached(goal: Mapping[str, int], achieved: Mapping[str, int]) -> bool:
    return all(achieved.get(name, 0) >= count for name, count in goal.items())


def _make(position: Position, text: str, achieved: Mapping[str, int]) -> tuple[Effects, dict[str, int]]:
    """Make a move of the learner; return what came of it, and what they have achieved by now."""
    move = Move.parse(text)
    card = position.view(LEARNER).card_of(move)
    effects = position.play(move, UNSHUFFLED)
    now = dict(achieved)
    for name in _achieved(position, move, card, effects):
        now[name] = now.get(name, 0) + 1
    return effects, now


def _achieved(position: Position, move: Move, card: str, effects: Effects) -> list[str]:
    """What a move of the learner achieved, by the names that goals use; `position` is the one after it."""
    to_centre = move.plays_to_centre
    ended = effects.ended_turn
    outcome = position.outcome
    return [
        name
        for name, happened in {
            "plays": to_centre,
            "payoff": to_centre and move.source == "P",
            "side": to_centre and move.source.startswith("S"),
            "wilds": to_centre and position.rules.is_wild(card),
            "completed": effects.completed,
            "drawn": effects.drew and not ended,
            "discards": move.is_discard,
            "blocked": ended and not _is_open(position, OPPONENT),
            "won": outcome is not None and LEARNER in outcome.winners,
        }.items()
        if happened
    ]


def _is_open(position: Position, seat: int) -> bool:
    """Whether the top of a seat's pay-off pile fits on a centre stack as it is."""
    top = position.view(seat).players[seat].payoff[0].top
    heights = {position.core.height(place) for place in range(position.core.places)}
    return top is not None and card_rank(top) - 1 in heights


@dataclass(frozen=True, slots=True)
class _Node:
    """A position that the learner can reach, what they have achieved by then, and the moves that lead there."""

    position: Position
    achieved: Mapping[str, int]
    moves: tuple[str, ...] = ()


def _way(goal: Mapping[str, int], start: Position, achieved: Mapping[str, int]) -> list[str] | None:
    """The shortest moves of this turn to the goal, none if it has been reached; None if there is no way."""

    def following(node: _Node) -> Iterator[_Node]:
        if node.position.is_over or node.position.turn != LEARNER:
            return
        for move in sorted(map(str, node.position.legal_moves)):
            child = node.position.clone()
            _effects, after = _make(child, move, node.achieved)
            yield _Node(child, after, (*node.moves, move))

    def key(node: _Node) -> tuple[int, ...]:
        return position_hash(node.position.core), *(
            min(node.achieved.get(name, 0), most) for name, most in goal.items()
        )

    found = [_Node(start, achieved)]
    for node in breadth_first(found, following, key):
        if _is_reached(goal, node.achieved):
            return list(node.moves)
        if len(found) > _MOST_TABLES:
            return None
    return None


class LessonRequest(Struct, forbid_unknown_fields=True):
    """The learner's moves in a step so far."""

    moves: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=60)] = []


class LessonAnswer(Struct):
    """A step as it stands after the learner's moves.

    ``text`` is what to do, or what was learnt when ``done``; ``next`` the first move of the shortest way to the goal,
    null when it has been reached; ``light`` places and cards to point at; ``start`` the view before the first move and
    ``actions`` everything since. ``undo`` says whether the last move can be left out. ``astray`` says why the last move
    was not made: it leads away from the goal.
    """

    number: int
    count: int
    title: str
    text: str
    done: bool
    next: str | None
    light: tuple[str, ...]
    undo: bool
    table: dict[str, Any]
    start: dict[str, Any]
    actions: list[ExerciseAction]
    astray: str | None = None


@get("/learn", sync_to_thread=False)
def learn() -> Template:
    """Show the lessons; how far somebody has come is kept in their browser."""
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
    texts = lesson.step.texts
    return LessonAnswer(
        number=number,
        count=len(steps()),
        title=_(texts.title),
        text=_(lesson.words),
        done=lesson.is_done,
        next=lesson.next_move(),
        light=lesson.step.light,
        undo=lesson.can_undo,
        table=_table(),
        start=lesson.step.start().view(0).to_json(),
        actions=lesson.actions,
        astray=astray,
    )


def _table() -> dict[str, Any]:
    """The table as a snapshot has it."""
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


def _without_rules(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "rules"}


lessons: Routes = Routes("/", route_handlers=[learn, play_step], cache_control=CacheControlHeader(no_cache=True))


def feature(_kernel: Kernel) -> Feature:
    """Return the lessons."""
    return Feature([lessons])
