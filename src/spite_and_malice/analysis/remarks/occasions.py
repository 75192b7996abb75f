"""Occasions for a computer player's remark: the events of a turn, as everybody at the table saw them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from spite_and_malice.analysis.threats import fits_view
from spite_and_malice.engine import Move, Stage, View

FEW: Final = 3
"""A side with at most this many pay-off cards left is nearly done."""

MANY: Final = 6
"""A turn with at least this many cards on centre stacks was long."""

AHEAD: Final = 5
"""A side with this many pay-off cards fewer is ahead."""

WAITING: Final = 5
"""A side counts as waiting after this many of its own turns with the same cards on its pay-off piles."""


class Occasion(StrEnum):
    """The subject of a line; "my" and "your" are the computer player's words to the person.

    Ordered by interest: a turn's remark is about the first that fits.
    """

    WON_CLOSE = "won_close"
    WON = "won"
    LOST_CLOSE = "lost_close"
    LOST = "lost"
    DRAWN = "drawn"
    MEET = "meet"
    REVENGE = "revenge"
    AGAIN = "again"
    YOUR_ONE = "your_one"
    MY_ONE = "my_one"
    YOUR_TWO = "your_two"
    MY_TWO = "my_two"
    YOUR_SEVERAL = "your_several"
    MY_SEVERAL = "my_several"
    YOUR_LAST = "your_last"
    MY_LAST = "my_last"
    YOUR_FIRST = "your_first"
    MY_FIRST = "my_first"
    YOUR_BLOCK = "your_block"
    MY_BLOCK = "my_block"
    YOUR_MISS = "your_miss"
    EVEN = "even"
    YOUR_RUN = "your_run"
    MY_RUN = "my_run"
    YOUR_GIFT = "your_gift"
    YOUR_HAND = "your_hand"
    MY_HAND = "my_hand"
    YOUR_CLEARED = "your_cleared"
    MY_CLEARED = "my_cleared"
    YOUR_WAIT = "your_wait"
    MY_WAIT = "my_wait"
    YOUR_PAYOFF = "your_payoff"
    MY_PAYOFF = "my_payoff"
    LEAD = "lead"
    BEHIND = "behind"
    YOUR_STACK = "your_stack"
    MY_STACK = "my_stack"
    YOUR_WILD = "your_wild"
    MY_WILD = "my_wild"
    YOUR_ALIKE = "your_alike"
    MY_ALIKE = "my_alike"
    YOUR_NOTHING = "your_nothing"
    MY_NOTHING = "my_nothing"


class Mood(StrEnum):
    """The expression of a face."""

    CALM = "calm"
    PLEASED = "pleased"
    CAUGHT = "caught"
    THINKING = "thinking"
    BEATEN = "beaten"


MOODS: Final = {
    **dict.fromkeys(
        (
            *(Occasion.WON_CLOSE, Occasion.WON, Occasion.MY_TWO, Occasion.MY_SEVERAL, Occasion.MY_LAST),
            *(Occasion.MY_ONE, Occasion.MY_FIRST, Occasion.MY_RUN, Occasion.MY_CLEARED, Occasion.MY_ALIKE),
            *(Occasion.MY_BLOCK, Occasion.YOUR_MISS, Occasion.YOUR_GIFT, Occasion.MY_HAND),
            *(Occasion.MY_PAYOFF, Occasion.LEAD),
        ),
        Mood.PLEASED,
    ),
    **dict.fromkeys((Occasion.LOST_CLOSE, Occasion.LOST), Mood.BEATEN),
    **dict.fromkeys(
        (
            *(Occasion.YOUR_TWO, Occasion.YOUR_SEVERAL, Occasion.YOUR_LAST, Occasion.YOUR_BLOCK),
            *(Occasion.YOUR_RUN, Occasion.YOUR_HAND, Occasion.YOUR_PAYOFF, Occasion.BEHIND),
            *(Occasion.YOUR_ONE, Occasion.YOUR_WILD),
        ),
        Mood.CAUGHT,
    ),
}
"""The face for each occasion; calm for all others."""


@dataclass(slots=True)
class _Turn:
    """The moves of the seat to move in its turn so far, and the table at its beginning."""

    view: View
    moves: int = 0
    to_centre: int = 0
    payoffs: int = 0
    wilds: int = 0
    stacks: int = 0
    emptied: bool = False
    taken_back: bool = False


@dataclass(slots=True)
class _Wait:
    """The pay-off cards that a seat has ended its turns with, and for how many turns in a row."""

    left: int
    cards: set[str]
    turns: int = 0


class Observer:
    """Follows a game for the computer player at `me`, who plays against the person at `you`.

    It receives only what a spectator sees after each action, so that no line can give away a hidden card.
    """

    def __init__(self, view: View, me: int, you: int) -> None:
        """Begin with a spectator's view, at the beginning of a turn or within one."""
        self._me, self._you = me, you
        self._view = view
        self._turn = _Turn(view)
        self._gap = 0
        self._waits: dict[int, _Wait] = {}

    def undo(self, view: View) -> None:
        """Continue from here: a turn in which a move was taken back gets no remark."""
        self._view = view
        self._turn = _Turn(view, taken_back=True)

    def observe(self, move: Move, view: View) -> list[Occasion]:
        """Process a move and the view after it, and return the occasions for a remark, the best first.

        The list is empty until a turn or the game ends.
        """
        before, turn = self._view, self._turn
        self._view = view
        seat = before.turn
        _count(turn, before, move, view)
        if not view.is_over and view.turn == seat:
            return []
        self._turn = _Turn(view)
        self._wait(seat, view)
        found = set[Occasion]()
        if view.outcome is not None:
            found |= self._end(view)
        elif seat in (self._me, self._you) and not turn.taken_back:
            found |= self._gaps(view) | self._level(turn, view) | self._of_turn(turn, before, move, view)
        return [occasion for occasion in Occasion if occasion in found]

    def _of_turn(self, turn: _Turn, before: View, move: Move, view: View) -> set[Occasion]:
        """Return the occasions of a turn of one of the two players, ended by `move`."""
        seat = before.turn
        mine = seat == self._me
        happened = {
            "two": turn.payoffs == 2,
            "several": turn.payoffs > 1,
            "payoff": turn.payoffs == 1,
            "first": turn.payoffs > 0 and left(turn.view, seat) == view.rules.payoff * view.rules.payoff_piles,
            "one": left(view, seat) == 1 < left(turn.view, seat),
            "last": left(view, seat) <= FEW < left(turn.view, seat),
            "block": _is_closed(turn.view, view, self._you if mine else self._me),
            "hand": turn.emptied,
            "nothing": turn.moves == 1 and move.is_discard,
            "run": turn.to_centre >= MANY,
            "stack": turn.stacks == 1,
            "wild": turn.wilds == 1,
            "cleared": any(was and not now for was, now in zip(turn.view.side(seat), view.side(seat), strict=True)),
            "wait": self._waits[seat].turns == WAITING,
            "alike": _matches(before, move),
        }
        if not mine:
            happened |= {
                "gift": _is_closed(view, turn.view, self._me),
                "miss": move.is_discard and before.stage == Stage.PLAY and bool(_fitting(before, seat)),
            }
        side = "my" if mine else "your"
        return {Occasion(f"{side}_{what}") for what, has_happened in happened.items() if has_happened}

    def _wait(self, seat: int, view: View) -> None:
        """Count for how many turns in a row a seat has ended with the same pay-off cards."""
        last = self._waits.get(seat)
        now = _Wait(left(view, seat), waiting(view, seat))
        if last is not None and (last.left, last.cards) == (now.left, now.cards):
            now.turns = last.turns + 1
        self._waits[seat] = now

    def _level(self, turn: _Turn, view: View) -> set[Occasion]:
        """Say that the two now have equally many pay-off cards."""
        were_level = left(turn.view, self._me) == left(turn.view, self._you)
        is_level = left(view, self._me) == left(view, self._you)
        return {Occasion.EVEN} if is_level and not were_level else set()

    def _gaps(self, view: View) -> set[Occasion]:
        """Say who has taken the lead, once per change; ahead of everybody, or behind the other of the two."""
        own, sides = left(view, self._me), range(view.rules.players)
        others = [seat for seat in sides if view.rules.side_of(seat) != view.rules.side_of(self._me)]
        best = min(left(view, seat) for seat in others)
        side = (best - own >= AHEAD) - (own - left(view, self._you) >= AHEAD)
        if side in (0, self._gap):
            return set()
        self._gap = side
        return {Occasion.LEAD if side > 0 else Occasion.BEHIND}

    def _end(self, view: View) -> set[Occasion]:
        assert view.outcome is not None
        winners = view.outcome.winners
        if self._me in winners and self._you not in winners:
            return {Occasion.WON_CLOSE if left(view, self._you) <= FEW else Occasion.WON}
        if self._you in winners and self._me not in winners:
            return {Occasion.LOST_CLOSE if left(view, self._me) <= FEW else Occasion.LOST}
        # If a third player or both have won, no line would please both.
        return set() if winners else {Occasion.DRAWN}


def _is_closed(before: View, after: View, seat: int) -> bool:
    """Say whether a seat's pay-off cards are unchanged, and one was playable before but none is now."""
    cards = waiting(before, seat)
    return cards == waiting(after, seat) and bool(_fitting(before, seat)) and not _fitting(after, seat)


def _matches(before: View, move: Move) -> bool:
    """Say whether a card is put on a side stack whose top has the same rank."""
    if not move.is_discard or move.is_pair:
        return False
    stack = before.side(before.turn)[int(move.target[1:] or 1) - 1]
    rank = before.rules.natural_rank(move.cards[0])
    return bool(stack) and rank > 0 and rank == before.rules.natural_rank(stack[-1])


def left(view: View, seat: int) -> int:
    """Return how many pay-off cards a seat still has."""
    return sum(pile.count for pile in view.payoff(seat))


def waiting(view: View, seat: int) -> set[str]:
    """Return the cards on top of the pay-off piles of a seat."""
    return {pile.top for pile in view.payoff(seat) if pile.top is not None}


def _fitting(view: View, seat: int) -> set[str]:
    return {card for card in waiting(view, seat) if fits_view(view, card)}


def _count(turn: _Turn, before: View, move: Move, view: View) -> None:
    turn.moves += 1
    if not move.plays_to_centre:
        return
    turn.to_centre += 1
    seat = before.turn
    turn.payoffs += move.source.startswith("P")
    turn.wilds += move.source == "H" and view.rules.is_wild(move.cards[0])
    turn.emptied |= move.source == "H" and before.hand_count(seat) == 1
    place = int(move.target[1:]) - 1
    height = len(before.centre[place]) if place < len(before.centre) else 0
    turn.stacks += height + 1 == view.rules.build_to
