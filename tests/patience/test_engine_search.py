"""The search that plays with the engine: its wins win, and its verdicts are those of a plain search of all there is."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import Position, deal_number, solve
from spite_and_malice.patience.core import codes
from tests.patience.test_later_games import games

RARE = tuple(name for name, rules in games().items() if not rules.is_common)


def plain_verdict(position: Position, most: int) -> str | None:
    """Look at everything that can be reached; None if it is more than `most`."""
    seen, todo = {position.layout.key()}, [position.layout]
    while todo:
        layout = todo.pop()
        if layout.result() == codes.WON:
            return "won"
        for move in layout.legal():
            after = layout.clone()
            after.apply(move)
            if after.key() not in seen:
                if len(seen) == most:
                    return None
                seen.add(after.key())
                todo.append(after)
    return "lost"


def test_ways_to_win_win() -> None:
    won = Counter[str]()
    for name in ("cruel", "grandfathers-clock", "monte-carlo", "bristol"):
        for number in range(3):
            position = deal_number(games()[name], number)
            solution = solve(position, None, 100_000)
            for move in solution.moves:
                position.play(move)
            assert position.is_won == (solution.verdict == "won")
            won[name] += position.is_won
    assert min(won[name] for name in ("cruel", "grandfathers-clock", "monte-carlo")) > 0


@pytest.mark.parametrize("name", RARE)
def test_verdicts_are_those_of_a_search_that_leaves_out_nothing(name: str) -> None:
    chance = Random(name)
    for number in range(6):
        position = deal_number(games()[name], number)
        for _move in range(chance.randrange(20, 400)):
            legal = position.legal_moves
            if not legal:
                break
            away = [move for move in legal if move.target[:1] in ("F", "X")]
            position.play(chance.choice(away if away and chance.random() < 0.7 else legal))
        wanted = plain_verdict(position, 400)
        verdict = solve(position, None, 50_000).verdict
        if wanted == "lost":
            assert verdict == "lost", position.to_json()
        elif wanted == "won":
            # It may have to be looked for where there is much to see.
            assert verdict != "lost", position.to_json()


def test_a_limit_leaves_a_game_undecided() -> None:
    assert solve(deal_number(games()["cruel"], 1), None, 300).verdict == "unknown"


def test_where_there_is_no_choice_the_end_is_known() -> None:
    assert {solve(deal_number(games()["clock"], number)).verdict for number in range(40)} == {"won", "lost"}
