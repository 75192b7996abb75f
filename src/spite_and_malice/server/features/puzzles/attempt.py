"""An attempt at a puzzle: moves are played on the solver's view, until the goal is reached or the turn is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from spite_and_malice.analysis.puzzles.proof import Proof, goes_on, proof_of, tables_of
from spite_and_malice.analysis.puzzles.puzzle import Puzzle
from spite_and_malice.analysis.puzzles.themes import PAYOFF, Step
from spite_and_malice.analysis.wording import line_name
from spite_and_malice.engine import UNSHUFFLED, IllegalMove, Move, Position
from spite_and_malice.engine.core import legal_moves
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.engine.outcome import Effects
from spite_and_malice.rules import UNKNOWN, card_code
from spite_and_malice.texts import _, ngettext

from ...protocol.exercises import ExerciseAction

_ANY_CARD: Final = {True: card_code("1"), False: card_code("As")}
"""A card that stands for an unknown one while a view is made, by whether the cards are numbers."""


class State(StrEnum):
    """The state of an attempt."""

    OPEN = "open"
    SOLVED = "solved"
    SPOILED = "spoiled"
    MISSED = "missed"


@dataclass(slots=True)
class Attempt:
    """The state of a puzzle being played.

    The move that missed it is not among the `actions`, nor is one that spoiled it. `words` says why it did. A card
    revealed on the way is unknown to everybody: it lies face down.
    """

    puzzle: Puzzle
    position: Position
    actions: list[ExerciseAction] = field(default_factory=list)
    state: State = State.OPEN
    words: str = ""

    @property
    def legal(self) -> list[Move]:
        """The moves of the solver with the cards that they know."""
        piles = self.position.rules.payoff_piles
        is_open = self.state == State.OPEN
        return [decode(code, piles) for code in legal_moves(self.position.core)] if is_open else []

    def spoil(self) -> None:
        """Take the last move back and say so if it has left no solution, for people who want to know at once."""
        if self.state == State.OPEN and self.actions and way_from(self) is None:
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
        if _is_reached(self.puzzle, self.position, text, position, len(self.actions) + 1):
            self.state = State.SOLVED
            self.position = position
            self.actions.append(ExerciseAction(seat, text, shown(position, seat, [])))
        elif effects.ended_turn or position.is_over:
            self.state = State.MISSED
            if self.puzzle.theme is PAYOFF:
                self.words = _("That ends your turn, and your [pay-off card] still lies there.")
            else:
                self.words = _("That ends your turn, and what was asked is not done.")
        elif self._is_shown_too_soon(position, effects):
            self.state = State.MISSED
            self.words = _("A new card would come to light now, and nobody knows which. Find a way by those you see.")
        else:
            self.position = position
            self.actions.append(ExerciseAction(seat, text, shown(position, seat, self.legal)))

    def _is_shown_too_soon(self, position: Position, effects: Effects) -> bool:
        """Say whether a move has revealed a card, and the goal cannot be reached with those known before."""
        if not goes_on(self.puzzle.theme, position.core, effects):
            return True
        return effects.reveals and _way(self.puzzle, position, len(self.actions) + 1) is None


def attempt(puzzle: Puzzle, moves: Sequence[str] = ()) -> Attempt:
    """Play moves in a puzzle from its beginning. Raises what `Attempt.play` does."""
    begun = Attempt(puzzle, Position.from_view(puzzle.view))
    for text in moves:
        begun.play(text)
    return begun


def lost_at(puzzle: Puzzle, moves: Sequence[str]) -> int | None:
    """Return the first of some moves of a puzzle that left no solution, None if none of them did."""
    position = Position.from_view(puzzle.view)
    for number, text in enumerate(moves):
        before = position.clone()
        effects = position.play(text, UNSHUFFLED)
        if _is_reached(puzzle, before, text, position, number + 1):
            return None
        if not goes_on(puzzle.theme, position.core, effects) or _way(puzzle, position, number + 1) is None:
            return number
    return None


def _is_reached(puzzle: Puzzle, before: Position, text: str, after: Position, number: int) -> bool:
    """Say whether a move, the play with this number, reaches the puzzle's goal."""
    move = Move.parse(text)
    if not (move.plays_to_centre or move.is_load):
        return False
    code = encode(move, before.rules.payoff_piles)
    return puzzle.theme.reached(Step(puzzle.view, before.rules, before.core, code, after.core, number, len(puzzle.way)))


def way_from(tried: Attempt) -> Proof | None:
    """Return the known rest of the solution from an attempt's position; None if there is none."""
    return _way(tried.puzzle, tried.position, len(tried.actions))


def _way(puzzle: Puzzle, position: Position, played: int) -> Proof | None:
    """Return the known rest of the solution after a number of plays; None if there is none."""
    most = len(puzzle.way) - played
    return proof_of(puzzle.view.rules, tables_of(puzzle.view, puzzle.theme, most, position=position.core, is_wide=True))


def shown(position: Position, seat: int, legal: Sequence[Move]) -> dict[str, Any]:
    """Return the solver's view: a card under the pay-off card stays face down, new ones in the stock."""
    core, rules = position.core.clone(), position.rules
    any_card = _ANY_CARD[rules.deck.numbers is not None]
    drawn = core.hand(seat).count(UNKNOWN)
    for _number in range(drawn):
        core.learn_hand(seat, any_card)
    hidden = [
        (person, pile)
        for person in range(rules.players)
        for pile in range(rules.payoff_piles)
        if core.payoff_count(person, pile) and core.payoff_top(person, pile) == UNKNOWN
    ]
    for person, pile in hidden:
        core.learn_payoff(person, pile, any_card)
    shown = Position(rules, core).view(seat).table_json()
    for person, pile in hidden:
        shown["players"][person]["payoff"][pile]["top"] = None
    if drawn:
        # A player who draws has an empty hand.
        shown["players"][seat]["hand"] = []
        shown["stock"] += drawn
    moves = sorted(map(str, legal))
    return shown | {"legal": moves, "goes_on": [text for text in shown["goes_on"] if text in moves]}


def way_words(puzzle: Puzzle) -> str:
    """Describe the solution in one sentence."""
    line = line_name(puzzle.view, [Move.parse(text) for text in puzzle.way])
    if puzzle.ways == 1:
        return _("This is the way: {line}.").format(line=line)
    if puzzle.theme.ends_late:
        return _("This is one of the two longest runs: {line}.").format(line=line)
    return _("This is one of the two shortest ways: {line}.").format(line=line)


def reasons(puzzle: Puzzle, tried: Sequence[str]) -> list[str]:
    """Explain why the puzzle is hard, each reason in a sentence; for a failed attempt, where it went wrong."""
    sentences = []
    lost = lost_at(puzzle, tried)
    if lost is not None:
        played = line_name(puzzle.view, [Move.parse(text) for text in tried[: lost + 1]])
        if lost == 0:
            sentences.append(_("After your first move there was no way left: {line}.").format(line=played))
        else:
            sentences.append(_("With your last move here the way was lost: {line}.").format(line=played))
    length = len(puzzle.way)
    # Past a revealed card there may be another solution, which is rarely shorter.
    proof = way_from(attempt(puzzle))
    is_shortest = proof is not None and len(proof.way) == length
    traps = proof.traps if proof is not None and is_shortest else 0
    if puzzle.theme.ends_late:
        text = _("There is no longer run than these {count} plays: every turn with the cards you see was looked at.")
    else:
        text = _(
            "There is no shorter way than these {count} plays: every other turn with the cards you see was looked at."
        )
    if is_shortest:
        sentences.append(text.format(count=length))
    if puzzle.theme.contrast:
        sentences.append(_(puzzle.theme.contrast))
    if not puzzle.one_stack:
        sentences.append(_("On one [centre stack] alone it cannot be done."))
    if puzzle.wilds:
        sentences.append(
            ngettext(
                "It takes {count} wild card from the hand, and it has to be spent in the right place.",
                "It takes {count} wild cards from the hand, and they have to be spent in the right places.",
                puzzle.wilds,
            ).format(count=puzzle.wilds)
        )
    if traps:
        text = ngettext(
            "One other play on the way looks possible, and spoils it.",
            "{count} other plays on the way look possible, and spoil it.",
            traps,
        )
        sentences.append(text.format(count=traps))
    looks = round(2 ** (1 + puzzle.difficulty))
    text = ngettext(
        "It takes about {count} play tried out in your head before each of yours to find it.",
        "It takes about {count} plays tried out in your head before each of yours to find it.",
        looks,
    )
    sentences.append(text.format(count=_rounded(looks)))
    return sentences


def _rounded(count: int) -> int:
    """A count as people say it: with two significant digits."""
    return count if count < 100 else round(count, 1 - len(str(count)) + 1)
