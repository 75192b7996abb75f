"""The steps of the lessons: a position and a goal each, and how far a learner has come."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from spite_and_malice.engine import UNSHUFFLED, Effects, IllegalMove, Move, Position
from spite_and_malice.engine.core import position_hash
from spite_and_malice.engine.search import breadth_first
from spite_and_malice.rules import Rules, card_rank, preset_rules
from spite_and_malice.texts import _

from ...protocol.exercises import ExerciseAction
from .texts import TEXTS, StepTexts

FOLDER: Final = Path(__file__).parents[3] / "web" / "lessons"
PRESET: Final = "standard"
LEARNER: Final = 0
OPPONENT: Final = 1

_MOST_TABLES: Final = 20_000


class Astray(ValueError):
    """A legal move after which the goal of the step can no longer be reached in this turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the lessons.

    `goal` says what the learner's moves have to achieve, and how often: see `_achieved`. `light` are the places and
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
        """Whether the goal has been reached; moves after that do not matter."""
        return _is_reached(self.step.goal, self.achieved)

    @property
    def words(self) -> str:
        """The next task, or the lesson learnt, in English."""
        texts = self.step.texts
        if self.is_done:
            return texts.done
        return texts.then if texts.then and self.achieved.get("plays") else texts.task

    def view(self) -> dict[str, Any]:
        """The learner's view."""
        return self.position.view(LEARNER).to_json()

    def way(self) -> list[str]:
        """The shortest way to the goal as far as the cards are known, empty when it has been reached."""
        known: list[str] = []
        position = self.position.clone()
        for text in _way(self.step.goal, self.position, self.achieved) or ():
            known.append(text)
            if position.play(text, UNSHUFFLED).reveals:
                break
        return known

    def next_move(self) -> str | None:
        """The first move of that way; None when the goal has been reached."""
        way = self.way()
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
    """Play the learner's moves in step `number`, from 1.

    Raises IndexError if there is no such step, and what `Lesson.play` raises.
    """
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
    """Make a move of the learner; return its outcome, and the learner's achievements so far."""
    move = Move.parse(text)
    card = position.view(LEARNER).card_of(move)
    effects = position.play(move, UNSHUFFLED)
    now = dict(achieved)
    for name in _achieved(position, move, card, effects):
        now[name] = now.get(name, 0) + 1
    return effects, now


def _achieved(position: Position, move: Move, card: str, effects: Effects) -> list[str]:
    """The achievements of a learner's move, by the names that goals use; `position` is the one after it."""
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
    """A position that the learner can reach, their achievements so far, and the moves that lead there."""

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


def _without_rules(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "rules"}
