"""Somebody at a puzzle: moves are played on what they see, until the pay-off card is away or a new card would show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from spite_and_malice.analysis.puzzles.proof import prove
from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import UNSHUFFLED, IllegalMove, Move, Position, View
from spite_and_malice.rules import UNKNOWN, card_code
from spite_and_malice.texts import _, ngettext

_ANY_CARD: Final = {True: card_code("1"), False: card_code("As")}
"""A card that stands for one that nobody knows while a view is made, by whether the cards are numbers."""


class State(StrEnum):
    """How an attempt stands."""

    OPEN = "open"
    SOLVED = "solved"
    SPOILED = "spoiled"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Action:
    """A move that was made, and what the solver sees after it, as JSON without the rules."""

    seat: int
    move: str
    view: dict[str, Any]


@dataclass(slots=True)
class Attempt:
    """A puzzle as far as it has been played.

    The move that missed it is not among the `actions`: it would bring cards to light that nobody knows. Nor is one that
    spoiled it. `words` says why it did.
    """

    puzzle: Puzzle
    position: Position
    actions: list[Action] = field(default_factory=list)
    state: State = State.OPEN
    words: str = ""

    @property
    def view(self) -> View:
        """What the solver sees; not after the end."""
        return self.position.view(self.puzzle.view.turn)

    def spoil(self) -> None:
        """Take the last move back and say so if it has left no way, for people who want to know at once."""
        if self.state == State.OPEN and self.actions and prove(self.view) is None:
            self.state = State.SPOILED
            self.words = _("That play spoils the way.")
            self.actions.pop()

    def play(self, text: str) -> None:
        """Make a move. Raises `IllegalMove` and `InvalidNotation` as the engine does; then nothing has changed."""
        if self.state != State.OPEN:
            raise IllegalMove(_("This puzzle is over: begin it again, or take the next one."))
        seat = self.puzzle.view.turn
        position = self.position.clone()
        effects = position.play(text, UNSHUFFLED)
        if Move.parse(text).plays_payoff:
            self.state = State.SOLVED
            self.position = position
            self.actions.append(Action(seat, text, _after_the_end(position, seat)))
        elif effects.ended_turn or position.is_over:
            self.state = State.MISSED
            self.words = _("That ends your turn, and your [pay-off card] still lies there.")
        elif effects.reveals:
            self.state = State.MISSED
            self.words = _("You would draw new cards now, and nobody knows which. A way leads by the cards you see.")
        else:
            self.position = position
            self.actions.append(Action(seat, text, self.view.table_json()))


def attempt(puzzle: Puzzle, moves: Sequence[str] = ()) -> Attempt:
    """Play moves in a puzzle from its beginning. Raises what `Attempt.play` does."""
    begun = Attempt(puzzle, Position.from_view(puzzle.view))
    for text in moves:
        begun.play(text)
    return begun


def lost_at(puzzle: Puzzle, moves: Sequence[str]) -> int | None:
    """Return which of some moves of a puzzle was the first after which no way is left, None if none of them was."""
    position = Position.from_view(puzzle.view)
    for number, text in enumerate(moves):
        effects = position.play(text, UNSHUFFLED)
        if Move.parse(text).plays_payoff:
            return None
        if effects.reveals or effects.ended_turn or position.is_over or prove(position.view(puzzle.view.turn)) is None:
            return number
    return None


def _after_the_end(position: Position, seat: int) -> dict[str, Any]:
    """What the solver sees when the pay-off card is away: the card under it stays face down."""
    core, rules = position.core.clone(), position.rules
    hidden = [
        (person, pile)
        for person in range(rules.players)
        for pile in range(rules.payoff_piles)
        if core.payoff_count(person, pile) and core.payoff_top(person, pile) == UNKNOWN
    ]
    for person, pile in hidden:
        core.learn_payoff(person, pile, _ANY_CARD[rules.deck.numbers is not None])
    shown = Position(rules, core).view(seat).table_json()
    for person, pile in hidden:
        shown["players"][person]["payoff"][pile]["top"] = None
    return shown | {"legal": []}


def way_words(puzzle: Puzzle) -> str:
    """Say the way in one sentence."""
    line = line_name(puzzle.view, [Move.parse(text) for text in puzzle.way])
    if puzzle.ways == 1:
        return _("This is the way: {line}.").format(line=line)
    return _("This is one of the two shortest ways: {line}.").format(line=line)


def reasons(puzzle: Puzzle, tried: Sequence[str]) -> list[str]:
    """Say what makes the puzzle hard, each in a sentence; of an attempt that failed, where it went astray."""
    sentences = []
    lost = lost_at(puzzle, tried)
    if lost is not None:
        played = line_name(puzzle.view, [Move.parse(text) for text in tried[: lost + 1]])
        if lost == 0:
            sentences.append(_("After your first move there was no way left: {line}.").format(line=played))
        else:
            sentences.append(_("With your last move here the way was lost: {line}.").format(line=played))
    length = len(puzzle.way)
    text = _("There is no shorter way than these {count} plays: every other turn with the cards you see was looked at.")
    sentences.append(text.format(count=length))
    if puzzle.wilds:
        sentences.append(
            ngettext(
                "It takes {count} wild card from the hand, and it has to be spent in the right place.",
                "It takes {count} wild cards from the hand, and they have to be spent in the right places.",
                puzzle.wilds,
            ).format(count=puzzle.wilds)
        )
    if puzzle.traps:
        text = ngettext(
            "One other play on the way looks possible, and spoils it.",
            "{count} other plays on the way look possible, and spoil it.",
            puzzle.traps,
        )
        sentences.append(text.format(count=puzzle.traps))
    looks = round(2 ** (1 + puzzle.difficulty))
    text = ngettext(
        "It takes about {count} play tried out in your head before each of yours to find it.",
        "It takes about {count} plays tried out in your head before each of yours to find it.",
        looks,
    )
    sentences.append(text.format(count=_rounded(looks)))
    return sentences


def _rounded(count: int) -> int:
    """A count as one says it: with two digits that tell something."""
    return count if count < 100 else round(count, 1 - len(str(count)) + 1)
