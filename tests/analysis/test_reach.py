"""Reach in a turn: lines are found if there are any, the shortest first, and never with an unseen card."""

from __future__ import annotations

import pytest
from hypothesis import given

from spite_and_malice.analysis.reach import CARDS, HAND, PAYOFF, Reach, reach, reach_words
from spite_and_malice.engine import UNSHUFFLED, Position
from tests.engine.build import lay
from tests.engine.scramble import any_position
from tests.examples import examples
from tests.strategies import seeds

FOR_EVER = 600.0
MOST_LINES = 4000


def found_in(position: Position) -> Reach:
    return reach(position.view(position.turn), FOR_EVER)


def test_the_payoff_card_is_reached_by_the_shortest_line() -> None:
    position = lay("5h 6h Kd", payoff=["2c 7d"], side=["Js 6s"], centre=["As 2s 3s 4s"])
    found = found_in(position)
    assert found == Reach(PAYOFF, ("H5h-C1", found.moves[1], "P-C1"), is_exact=True)
    assert found.moves[1] in ("H6h-C1", "S1-C1")
    assert reach_words(position.view(0), found).startswith("There is a way to your pay-off card: 5♥ from your hand, 6")


def test_of_equally_short_lines_the_one_with_fewest_wild_cards() -> None:
    assert found_in(lay("Kd 6h", payoff=["2c 7d"], centre=["As 2s 3s 4s 5s"])).moves == ("H6h-C1", "P-C1")


def test_of_those_one_that_opens_no_stack_for_the_next_player() -> None:
    waiting = {1: {"payoff": ["7d 3c"]}}
    for centre, best in ((["As", "As 2s 3s"], "P-C2"), (["As 2s 3s", "As"], "P-C1")):
        assert found_in(lay("9h", payoff=["7d Kd"], centre=centre, others=waiting)).moves == (best,)


def test_a_line_through_a_side_stack_names_the_cards_that_come_up() -> None:
    position = lay("9h 9d", payoff=["2c 7d"], side=["6s 5s"], centre=["As 2s 3s 4s"])
    found = found_in(position)
    assert found.moves == ("S1-C1", "S1-C1", "P-C1")
    assert reach_words(position.view(0), found) == (
        "There is a way to your pay-off card: 5♠ and 6♠ from your side stack, and your pay-off card 7♦ on 4♠."
    )


def test_without_a_way_to_the_payoff_card_the_hand_is_emptied() -> None:
    position = lay("Ah 2h", payoff=["2c 9d"])
    found = found_in(position)
    assert found == Reach(HAND, ("HAh-C1", "H2h-C1"), is_exact=True)
    assert reach_words(position.view(0), found) == (
        "No way leads to your pay-off card with the cards you see. "
        "But you can empty your hand and draw a new one: A♥ and 2♥ on an empty stack."
    )


def test_else_as_many_cards_as_possible_and_none_is_an_answer_too() -> None:
    assert found_in(lay("Ah 2h 9c", payoff=["2c 9d"])) == Reach(CARDS, ("HAh-C1", "H2h-C1"), is_exact=True)
    position = lay("8h 9c", payoff=["2c 9d"])
    assert found_in(position) == Reach(CARDS, (), is_exact=True)
    assert reach_words(position.view(0), found_in(position)) == (
        "No way leads to your pay-off card with the cards you see."
    )


def test_a_hand_that_ends_the_turn_when_it_is_empty_is_no_goal() -> None:
    assert found_in(lay("Ah", payoff=["2c 9d"], rules={"empty_hand": "end"})).goal == CARDS


def test_the_cards_of_a_pile_that_is_shuffled_for_the_next_hand_are_not_known() -> None:
    full = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs"
    position = lay("Kh", payoff=["7d 2d"], centre=[full], stock="", rules={"build_to": 13, "wilds": []})
    assert found_in(position) == Reach(HAND, ("HKh-C1",), is_exact=True)


def test_a_search_that_is_cut_short_says_so() -> None:
    view = lay("Ah 2h 3h 4h", payoff=["2c 5d"]).view(0)
    found = reach(view, FOR_EVER, most_tables=1)
    assert not found.is_exact
    assert "in the time there was" in reach_words(view, found)


def test_there_is_nothing_to_reach_in_the_turn_of_another() -> None:
    with pytest.raises(ValueError, match="not the viewer's turn"):
        reach(lay("Ah").view(1))


@given(seed=seeds())
@examples(150)
def test_the_search_finds_what_trying_every_line_finds(seed: int) -> None:
    position, _ = any_position(seed)
    if position.is_over:
        return
    found = found_in(position)
    follow(position, found)
    tried = try_every_line(position)
    if tried is not None:
        shortest, hand, most = tried
        if shortest:
            assert (found.goal, len(found.moves)) == (PAYOFF, shortest)
        elif hand:
            assert (found.goal, len(found.moves)) == (HAND, hand)
        else:
            assert (found.goal, sum(text.startswith("H") for text in found.moves)) == (CARDS, most)


def follow(position: Position, found: Reach) -> None:
    """Play the line: every move is legal, and nothing new is seen before the last."""
    table, seat = position.clone(), position.turn
    emptied = False
    for text in found.moves[:-1]:
        hand = held(table, seat)
        assert text.split("-")[0].lstrip("+")[0] != "P"
        # A line may go on past an emptied hand, without the new cards.
        assert not (emptied and text.startswith("H"))
        table.play(text, UNSHUFFLED)
        assert table.turn == seat
        left = hand - text.startswith("H")
        assert held(table, seat) == left or not left
        emptied = emptied or held(table, seat) != left
    if found.goal == PAYOFF:
        assert found.moves[-1].lstrip("+")[0] == "P"
        table.play(found.moves[-1], UNSHUFFLED)
    if found.goal == HAND:
        assert held(table, seat) == found.moves[-1].startswith("H")
        table.play(found.moves[-1], UNSHUFFLED)
        assert table.turn == seat
        assert held(table, seat) == table.rules.hand


def try_every_line(position: Position) -> tuple[int, int, int] | None:
    """Play every line; return the shortest to the pay-off card and to a new hand, and the most hand cards played.

    Past an emptied hand a line goes on without the new cards. None if there are too many lines.
    """
    seat = position.turn
    best = [0, 0, 0]
    lines = [(position, 0, 0, False)]
    for table, length, played, emptied in lines:
        if len(lines) > MOST_LINES:
            return None
        for move in table.legal_moves:
            if not (move.is_load or move.plays_to_centre) or (emptied and move.source.lstrip("+")[0] == "H"):
                continue
            if move.source.lstrip("+")[0] == "P":
                best[0] = min(best[0] or length + 1, length + 1)
                continue
            child = table.clone()
            child.play(move, UNSHUFFLED)
            count = played + (move.source == "H")
            if child.turn != seat or child.is_over:
                best[2] = max(best[2], count)
            elif held(child, seat) != held(table, seat) - (move.source == "H"):
                best[1] = min(best[1] or length + 1, length + 1)
                lines.append((child, length + 1, count, True))
            else:
                best[2] = max(best[2], count)
                lines.append((child, length + 1, count, emptied))
    return best[0], best[1], best[2]


def held(position: Position, seat: int) -> int:
    return int(position.core.hand_count(seat))
