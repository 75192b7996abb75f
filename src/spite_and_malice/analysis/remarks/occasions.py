"""What a computer player may speak about: what happened in a turn, from what everybody at the table sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from spite_and_malice.analysis.threats import fits_view
from spite_and_malice.engine import Move, Stage, View

FEW: Final = 3
"""With at most this many pay-off cards left a side is nearly done."""

MANY: Final = 6
"""From this many cards on centre stacks in one turn, the turn was long."""

AHEAD: Final = 5
"""From this many pay-off cards fewer, a side is ahead."""


class Occasion(StrEnum):
    """What a line may be about; "my" and "your" as the computer player says it to the person.

    The order is that of interest: of one turn the first is spoken of.
    """

    WON_CLOSE = "won_close"
    WON = "won"
    LOST_CLOSE = "lost_close"
    LOST = "lost"
    DRAWN = "drawn"
    MEET = "meet"
    REVENGE = "revenge"
    AGAIN = "again"
    YOUR_TWO = "your_two"
    MY_TWO = "my_two"
    YOUR_SEVERAL = "your_several"
    MY_SEVERAL = "my_several"
    YOUR_LAST = "your_last"
    MY_LAST = "my_last"
    YOUR_BLOCK = "your_block"
    MY_BLOCK = "my_block"
    YOUR_MISS = "your_miss"
    YOUR_RUN = "your_run"
    YOUR_GIFT = "your_gift"
    YOUR_HAND = "your_hand"
    MY_HAND = "my_hand"
    YOUR_PAYOFF = "your_payoff"
    MY_PAYOFF = "my_payoff"
    LEAD = "lead"
    BEHIND = "behind"
    MY_STACK = "my_stack"
    MY_WILD = "my_wild"
    YOUR_NOTHING = "your_nothing"
    MY_NOTHING = "my_nothing"


class Mood(StrEnum):
    """What a face shows."""

    CALM = "calm"
    PLEASED = "pleased"
    CAUGHT = "caught"
    THINKING = "thinking"
    BEATEN = "beaten"


MOODS: Final = {
    **dict.fromkeys(
        (
            *(Occasion.WON_CLOSE, Occasion.WON, Occasion.MY_TWO, Occasion.MY_SEVERAL, Occasion.MY_LAST),
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
        ),
        Mood.CAUGHT,
    ),
}
"""The face at each occasion; calm at all others."""


@dataclass(slots=True)
class _Turn:
    """What the seat to move has done in its turn so far, and how the table was when it began."""

    view: View
    moves: int = 0
    to_centre: int = 0
    payoffs: int = 0
    wilds: int = 0
    stacks: int = 0
    emptied: bool = False
    taken_back: bool = False


class Observer:
    """Follows a game for the computer player at `me`, who plays against the person at `you`.

    It is shown what a spectator sees after each action, and nothing else, so that no line can tell a hidden card.
    """

    def __init__(self, view: View, me: int, you: int) -> None:
        """Begin with a spectator's view, at the beginning of a turn or within one."""
        self._me, self._you = me, you
        self._view = view
        self._turn = _Turn(view)
        self._gap = 0

    def undo(self, view: View) -> None:
        """Go on from here: of a turn in which something was taken back nothing is said."""
        self._view = view
        self._turn = _Turn(view, taken_back=True)

    def observe(self, move: Move, view: View) -> list[Occasion]:
        """Take in a move and the view after it, and return what it gives occasion to speak about, best first.

        The list is empty until a turn or the game ends.
        """
        before, turn = self._view, self._turn
        self._view = view
        seat = before.turn
        _count(turn, before, move, view)
        if not view.is_over and view.turn == seat:
            return []
        self._turn = _Turn(view)
        found = set[Occasion]()
        if view.outcome is not None:
            found |= self._end(view)
        elif seat in (self._me, self._you) and not turn.taken_back:
            found |= self._gaps(view) | self._of_turn(turn, before, move, view)
        return [occasion for occasion in Occasion if occasion in found]

    def _of_turn(self, turn: _Turn, before: View, move: Move, view: View) -> set[Occasion]:
        """Return what there is to say of a turn of one of the two, which `move` has ended."""
        seat = before.turn
        mine = seat == self._me
        happened = {
            "two": turn.payoffs == 2,
            "several": turn.payoffs > 1,
            "payoff": turn.payoffs == 1,
            "last": left(view, seat) <= FEW < left(turn.view, seat),
            "block": _is_closed(turn.view, view, self._you if mine else self._me),
            "hand": turn.emptied,
            "nothing": turn.moves == 1 and move.is_discard,
        }
        if mine:
            happened |= {"stack": turn.stacks == 1, "wild": turn.wilds == 1}
        else:
            happened |= {
                "gift": _is_closed(view, turn.view, self._me),
                "miss": move.is_discard and before.stage == Stage.PLAY and bool(_fitting(before, seat)),
                "run": turn.to_centre >= MANY,
            }
        side = "my" if mine else "your"
        return {Occasion(f"{side}_{what}") for what, has_happened in happened.items() if has_happened}

    def _gaps(self, view: View) -> set[Occasion]:
        """Say who has come to be ahead, once until the other one is; of all to be ahead, or of the two to be behind."""
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
        # Where a third has won, or both, there is nothing that both would like to hear.
        return set() if winners else {Occasion.DRAWN}


def _is_closed(before: View, after: View, seat: int) -> bool:
    """Say whether the pay-off cards of a seat are the same, and one could be played before and none after."""
    cards = waiting(before, seat)
    return cards == waiting(after, seat) and bool(_fitting(before, seat)) and not _fitting(after, seat)


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
