"""The search that plays with the engine: its wins win, and its verdicts match an exhaustive search."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from spite_and_malice.patience import Position, deal_number, preset_rules, solve
from spite_and_malice.patience.core import codes
from spite_and_malice.patience.dominance import loses_nothing_at_home
from tests.examples import some
from tests.patience.test_later_games import games

RARE = tuple(name for name, rules in games().items() if not rules.is_common)


def plain_verdict(position: Position, most: int) -> str | None:
    """Search everything that can be reached; None if it is more than `most`."""
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


@pytest.mark.parametrize("name", some(RARE, "src/spite_and_malice/patience/", of=3))
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
            # It may take a longer search if there is a lot to explore.
            assert verdict != "lost", position.to_json()


def test_cards_go_home_at_once_where_suits_are_built_from_both_ends() -> None:
    rules = preset_rules("bisley")
    assert loses_nothing_at_home(rules)
    chance = Random(9)
    found = Counter[str | None]()
    for number in range(30):
        position = deal_number(rules, number)
        for move in solve(position, None, 20_000).moves[: -chance.randrange(9, 26)]:
            position.play(move)
        for _move in range(chance.randrange(9)):
            position.play(chance.choice(position.legal_moves))
            if position.is_won or not position.legal_moves:
                break
        wanted = plain_verdict(position, 1500)
        assert wanted in (None, solve(position, None, 50_000).verdict), position.to_json()
        found[wanted] += 1
    assert min(found["won"], found["lost"]) > 0


def test_only_where_it_is_proved_do_cards_go_home_without_a_second_look() -> None:
    proved = {name for name, rules in games().items() if loses_nothing_at_home(rules)}
    assert proved == {"bisley"}


def test_the_order_of_the_piles_counts_as_long_as_the_stock_is_dealt_on_them() -> None:
    position = deal_number(games()["aces-up"], 1)
    other = position.to_json()
    other["tableau"].reverse()
    assert Position.from_json(other).layout.key() != position.layout.key()
    while position.to_json()["stock"]:
        position.play("deal")
    other = position.to_json()
    other["tableau"].reverse()
    assert Position.from_json(other).layout.key() == position.layout.key()


def test_half_of_the_deals_of_aces_up_are_seen_to_be_winnable() -> None:
    found = Counter(solve(deal_number(games()["aces-up"], number), None, 150_000).verdict for number in range(12))
    assert found["won"] >= 5


def test_a_limit_leaves_a_game_undecided() -> None:
    assert solve(deal_number(games()["cruel"], 1), None, 300).verdict == "unknown"


def test_where_there_is_no_choice_the_end_is_known() -> None:
    assert {solve(deal_number(games()["clock"], number)).verdict for number in range(40)} == {"won", "lost"}
