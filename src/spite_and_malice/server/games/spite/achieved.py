"""The achievements of the people at a table, found once their game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spite_and_malice.analysis.achievements import Chance, Span, Story, achieved_in
from spite_and_malice.play import Game
from spite_and_malice.play.game import TAKEBACK, UNDO

from ...store import SeatRow


def achieved_by(
    game: Game, who: Sequence[SeatRow], chances: Mapping[int, Sequence[Chance]] | None = None
) -> list[dict[str, tuple[int, int]]]:
    """Return the achievements of the people among ``who`` in a game, by seat, as in `SeatCounted`.

    ``chances`` come from the seat's review. Computer players and unfinished games have no achievements.
    """
    people = [number for number, seat in enumerate(who) if seat.kind == "person"]
    found: list[dict[str, tuple[int, int]]] = [{} for _seat in range(game.rules.players)]
    if not people or not game.is_over or game.dealer is None or game.fair_deal is None:
        return found
    story = Story.of_log(game.rules, game.dealer, game.fair_deal, game.log, [seat.player for seat in who])
    before = _actions_before(game)
    starts = sorted(turn.number for turn in story.turns)
    for seat in people:
        spans = achieved_in(story, seat, (chances or {}).get(seat, ()))
        found[seat] = {key: _in_actions(span, starts, before) for key, span in spans.items()}
    return found


def _in_actions(span: Span, starts: Sequence[int], before: Sequence[int]) -> tuple[int, int]:
    """Return the last turn of a span and its end, in actions, since undone moves are actions too."""
    last = span.at - 1
    return before[max(start for start in starts if start <= last)], before[last] + 1


def _actions_before(game: Game) -> Sequence[int]:
    """Return the number of actions before each move not taken back."""
    if not any(text in (UNDO, TAKEBACK) for _seat, text in game.actions):
        return range(len(game.log))
    assert game.dealer is not None
    assert game.fair_deal is not None
    again = Game.deal(game.rules, game.dealer, game.fair_deal)
    before: list[int] = []
    for number, (seat, text) in enumerate(game.actions):
        again.act(seat, text)
        before.append(number)
        del before[len(again.log) :]
    return before
