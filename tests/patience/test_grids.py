"""Grids, a line and a clock: the results of the searches, the advice, and how a clock is played out."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from spite_and_malice.patience import (
    Game,
    Hint,
    Move,
    Position,
    Rules,
    View,
    deal_number,
    hint,
    preset_rules,
    solve,
)
from spite_and_malice.patience import closing as closing_search
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.patience.knowledge import Seen, known_of
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience import Deal, Played


def can_win(position: Position, known: dict[str, bool]) -> bool:
    """Try every move."""
    if position.is_over:
        return position.is_won
    key = str(position.to_json())
    if key not in known:
        known[key] = False
        for move in position.legal_moves:
            after = position.clone()
            after.play(move)
            if can_win(after, known):
                known[key] = True
                break
    return known[key]


def late(rules: Rules, deal: int, cards: int) -> Position:
    """Return a position of a random game with that number of cards left, or the last one."""
    random, position = Random(deal), deal_number(rules, deal)
    while not position.is_over:
        view = position.view()
        if view.stock + sum(len(pile.up) for pile in view.tableau) <= cards:
            break
        pairs = [move for move in view.legal if "-X" in move]
        # Some pairs are left for a layout that has closed up.
        position.play(random.choice(pairs if pairs and random.random() < 0.8 else view.legal))
    return position


def won_by(position: Position, moves: tuple[Move, ...]) -> bool:
    end = position.clone()
    for move in moves:
        end.play(move)
    return end.is_won


@pytest.mark.parametrize(
    ("preset", "changes", "verdicts"),
    [
        ("monte-carlo", {}, {"won", "lost"}),
        ("monte-carlo-13", {}, {"won"}),
        ("monte-carlo", {"clear": "tableau"}, {"won", "lost"}),
        ("monte-carlo", {"piles": [6, 6, 6]}, {"won", "lost"}),
        ("monte-carlo-13", {"piles": [3, 3, 3, 3]}, {"won", "lost"}),
    ],
)
def test_a_grid_that_closes_up_is_won_and_lost_as_trying_every_move_says(
    preset: str, changes: dict[str, object], verdicts: set[str]
) -> None:
    rules = preset_rules(preset, changes)
    seen = set()
    for deal in range(40):
        position = late(rules, deal, 16)
        if position.is_over:
            continue
        found = solve(position, seconds=None)
        assert found.verdict == ("won" if can_win(position, {}) else "lost"), position.to_json()
        assert found.verdict == "lost" or won_by(position, found.moves)
        seen.add(found.verdict)
    assert seen == verdicts


@pytest.mark.parametrize("preset", ["monte-carlo", "monte-carlo-13"])
def test_every_deal_of_monte_carlo_is_decided(preset: str) -> None:
    for deal in range(60):
        position = deal_number(preset_rules(preset), deal)
        found = solve(position, seconds=None, positions=20_000)
        assert found.verdict != "unknown"
        assert found.verdict == "lost" or won_by(position, found.moves)


def test_a_search_that_may_keep_few_positions_says_so() -> None:
    assert solve(deal_number(preset_rules("monte-carlo"), 1), seconds=None, positions=2).verdict == "unknown"


def test_two_packs_are_left_to_the_search_with_the_engine() -> None:
    rules = preset_rules("monte-carlo", {"packs": 2})
    assert not closing_search.is_searched(rules)
    assert solve(deal_number(rules, 1), seconds=None, positions=2000).positions > 0


@pytest.mark.parametrize("preset", ["accordion", "montana"])
def test_a_line_and_rows_are_mostly_won(preset: str) -> None:
    won = 0
    for deal in range(5):
        position = deal_number(preset_rules(preset), deal)
        found = solve(position, seconds=None, positions=150_000)
        won += found.verdict == "won"
        assert found.verdict != "won" or won_by(position, found.moves)
    assert won >= 4


def view_after(preset: str, deal: int, *moves: str) -> View:
    game = Game(deal_number(preset_rules(preset), deal))
    for move in moves:
        game.play(move)
    return game.view()


def why(view: View, *line: str) -> str:
    moves = tuple(map(Move.parse, line))
    return reason_for(view, Hint(moves[0], 0.5, moves))


def test_a_card_in_rows_is_advised_with_what_it_follows_and_what_can_follow_it() -> None:
    view = deal_number(preset_rules("montana"), 1).view()
    said = {move: why(view, move) for move in view.legal if "-" in move}
    assert said == {
        "T21-T5": "5♣ follows 4♣. Where it lay, 9♠ can go."
        " 5♣ goes rather than J♥, which would leave a gap that nothing can fill.",
        "T40-T26": "6♥ follows 5♥. Any two can go where it lay."
        " 6♥ goes rather than J♥, which would leave a gap that nothing can fill.",
        "T44-T16": "K♠ follows Q♠. Where it lay, 10♦ can go."
        " K♠ goes rather than J♥, which would leave a gap that nothing can fill.",
        "T45-T24": "J♥ follows 10♥. Nothing can go where it lay.",
    }


def test_in_a_line_it_is_said_what_two_cards_share() -> None:
    view = deal_number(preset_rules("accordion"), 1).view()
    assert why(view, "T2-T1") == "7♣ covers 9♣: they have the same suit."
    assert why(view, "T14-T11") == "7♦ covers 7♥: they have the same rank. 7♦ can then cover 5♦."


def test_closing_up_is_advised_with_the_pair_that_touches_then() -> None:
    view = view_after("monte-carlo", 1, "T17+T23-X")
    assert why(view, "T3+T7-X") == "Q♦ and Q♣ touch; once the others have closed up, 1 pair of them touches."
    tops = [pile.up[0] for pile in view.tableau if pile.up]
    # Two cards that have no new one between them.
    pair = next(n for n, (one, two) in enumerate(pairwise(tops[17:])) if one[0] != two[0]) + 18
    assert "Once the cards have closed up," in why(view, "deal", f"T{pair}+T{pair + 1}-X")
    assert why(view, "deal") == "Once the cards have closed up, 4 pairs of them touch."


def test_hints_win_what_can_be_won_without_hidden_cards() -> None:
    game = Game(deal_number(preset_rules("accordion"), 2))
    advised = hint(game.view(), SeededChance(1))
    assert len(advised.line) == 51
    for move in advised.line:
        game.play(move)
    assert game.is_won


def test_a_hint_in_rows_lays_the_later_layouts_out_at_random() -> None:
    game = Game(deal_number(preset_rules("montana"), 4))
    first, second = (hint(game.view(), SeededChance(seed), worlds=4) for seed in (1, 1))
    assert first == second
    assert first.move in game.legal_moves
    assert first.winnable > 0


def test_a_clock_advises_its_only_move_and_says_that_there_is_no_choice() -> None:
    game = Game(deal_number(preset_rules("clock"), 3))
    seen = Seen.at(game.view())
    advised = hint(game.view(), SeededChance(1), worlds=12, known=known_of(game.position, seen))
    assert [str(advised.move)] == list(game.view().legal)
    assert 0 <= advised.winnable < 1
    assert reason_for(game.view(), advised).endswith("goes to its hour: there is nothing to choose.")


@pytest.mark.parametrize("deal", range(6))
def test_a_clock_is_played_out_with_the_cards_that_it_turns(deal: int) -> None:
    rules = preset_rules("clock")
    moves = finishing(deal_number(rules, deal))
    played = Played(rules, Deal(deal, "number"))
    assert played.act("finish", 0) == tuple(map(str, moves))
    assert played.game.position.is_over
    assert solve(deal_number(rules, deal)).verdict == ("won" if played.game.is_won else "lost")
    # Each but the last of them, and the one that lay there at first.
    assert len(played.turned) in (len(moves), len(moves) - 1)
    assert [f"W-T{'A23456789TJQK'.index(card[0]) + 1}" for card in played.turned] == list(map(str, moves[1:]))
    assert finishing(played.game.position) == ()
