"""The interface of a computer player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from spite_and_malice.arguments import InvalidArgument, of_type, shown
from spite_and_malice.engine import Move, View
from spite_and_malice.play import NotYourTurn
from spite_and_malice.texts import _

Clock = Callable[[], float]
"""Returns the time in seconds: `time.monotonic`, or `time.thread_time` to count a core's own seconds."""


def to_choose(view: View) -> View:
    """Return a view in which there is something to choose.

    Raises `InvalidArgument` for anything else, and `NotYourTurn` if the game is over or another seat is to move.
    """
    if of_type(view, View, "view", "game.view(seat) is one").legal:
        return view
    if view.is_over:
        raise NotYourTurn(_("The game is over; no more moves can be made."))
    text = _("It is the turn of seat {turn}, not of seat {seat}.")
    raise NotYourTurn(text.format(turn=view.turn, seat="–" if view.seat is None else view.seat))


class Player(Protocol):
    """Chooses moves for one seat, knowing only that seat's views and the public log."""

    def choose(self, view: View, log: Sequence[str], clock: float) -> Move:
        """Return one of ``view.legal``. Raises `NotYourTurn` where there is none.

        Its own seat is ``view.turn``, always a number; ``view.seat`` is the same, but None in a spectator's view.
        `log` has the moves that stand since the deal, such as ``"0 H7h-C1"``; `clock` is the time to think, in seconds.
        """


def chosen(player: Player, view: View, log: Sequence[str], clock: float) -> Move:
    """Ask a player for a move and check it: third-party players may return anything and change their arguments.

    Raises `InvalidArgument` for anything but one of ``view.legal``.
    """
    legal, seat = view.legal, view.seat
    if not callable(getattr(player, "choose", None)):
        raise InvalidArgument(f"{shown(player)} is no player: it has no method choose()")
    # The list is the player's own.
    move: object = player.choose(view, list(log), clock)
    if not isinstance(move, (Move, str)) or str(move) not in legal:
        raise InvalidArgument(
            f"{type(player).__name__} chose {shown(move)} for seat {seat}; a player returns one of view.legal"
        )
    return move if isinstance(move, Move) else Move.parse(move)


def without_stalemate(view: View) -> View:
    """The same view, but a pass that would end the game in a stalemate is legal only where nothing else is.

    No computer player wants such an end: players behind lose points by it, and players ahead can win more by playing.
    Where a stalemate only deals the cards again, passing stays a choice.
    """
    ends = view.stage == "play" and not view.moved and view.passes + 1 >= view.rules.players
    others = [move for move in view.legal if move != "pass"]
    if not ends or not others or not view.rules.pass_ or view.rules.stalemate == "redeal":
        return view
    return replace(view, rules=replace(view.rules, pass_=False), legal=tuple(others))
