"""Hints for games with heaps: a place by samples of the stock, and a sentence that is true of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from spite_and_malice.patience import PRESETS, Hint, deal_number, hint
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.difficulty import below_from
from spite_and_malice.patience.heaps import Foundations, _played_out
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.rules.cards import card_code
from spite_and_malice.rules.naming import card_name
from tests.analysis.claimed import sentences
from tests.examples import some
from tests.patience.claimed import cards_in

PATIENCE = "src/spite_and_malice/patience/"


def hints(game: str, number: int, worlds: int) -> Iterator[tuple[View, Hint]]:
    """Play a deal by its hints."""
    played, chance = Played(PRESETS[game].rules, Deal(number, "number")), SeededChance(number)
    while played.game.legal_moves:
        view = played.game.view()
        given = hint(view, chance, worlds, played.known)
        if given.move is None:
            return
        yield view, given
        played.act(str(given.move), 0)


def before(view: View, card: str) -> int:
    return Foundations(view).before(card_code(card))


def is_true(view: View, given: Hint, words: str) -> bool:
    """Say whether a sentence about a heap is true; `AssertionError` if it cannot be parsed."""
    assert given.move is not None
    card, piles = view.waste[-1], [pile.up for pile in view.tableau]
    heap = piles[int(given.move.target[1:]) - 1]
    own = before(view, card)
    sooner = [[each for each in pile if before(view, each) < own] for pile in piles]
    if found := re.fullmatch(r"(\S+) begins the first heap: (\d+) cards? comes? before it\.", words):
        return found[1] == card_name(card) and int(found[2]) == own and not any(piles)
    if words.endswith("begins a heap: on any other it would bury a card that goes sooner."):
        return not heap and all(some for some, pile in zip(sooner, piles, strict=True) if pile)
    if words.endswith("begins a heap: the others stay open as they are."):
        return not heap and any(piles)
    soonest = min(heap, key=lambda each: before(view, each))
    if found := re.fullmatch(r"\S+ buries nothing .+: it waits for (\d+) cards?, (\S+) for (\d+) cards?\.", words):
        counts = (own, before(view, heap[-1]))
        return (
            (int(found[1]), int(found[3])) == counts
            and found[2] == card_name(heap[-1])
            and before(view, soonest) >= own
        )
    if found := re.fullmatch(r"(\S+) is buried there already, so \S+ does little more harm\.", words):
        return found[1] == card_name(soonest) != card_name(heap[-1]) and before(view, soonest) < own
    if words.startswith("Elsewhere it would bury "):
        number = int(given.move.target[1:]) - 1
        tops = {pile[-1] for at, pile in enumerate(piles) if pile and at != number and before(view, pile[-1]) < own}
        others = {pile[-1] for at, pile in enumerate(piles) if at != number}
        return sorted(tops) == sorted(cards_in(words)) == sorted(others)
    if words == "An empty heap is kept for another card.":
        return not all(piles)
    if words.startswith("That leaves "):
        number = int(given.move.target[1:]) - 1
        others = {pile[-1] for at, pile in enumerate(piles) if at != number and before(view, pile[-1]) >= own}
        return sorted(others) == sorted(cards_in(words))
    found = re.fullmatch(r"\S+ buries (\S+), which goes sooner\.", words)
    assert found, words
    return found[1] == card_name(soonest) and before(view, soonest) < own


@pytest.mark.parametrize("game", some(("sir-tommy", "calculation", "lady-betty"), PATIENCE, of=3))
def test_what_is_said_of_a_heap_is_true_and_a_card_that_can_go_goes(game: str) -> None:
    told = 0
    for view, given in hints(game, 2, 2):
        assert given.move is not None
        if view.waste and given.move.target.startswith("T"):
            assert not any("-F" in text for text in view.legal)
            words = reason_for(view, given)
            # That a game is lost is said before.
            told_of = sentences(words)[given.is_lost :]
            assert all(is_true(view, given, said) for said in told_of), (words, view)
            told += 1
    assert told > 15


def test_the_heap_is_chosen_so_that_more_cards_go() -> None:
    ends = []
    for worlds in (1, 12):
        last = [list(hints("calculation", number, worlds))[-1][0] for number in (1, 2, 3)]
        ends.append(sum(Foundations(view).taken for view in last))
    assert ends[1] > ends[0] + 9, "a simple player brings 31 cards of 52 to the foundations"


def test_what_comes_before_a_card_is_counted_on_the_foundation_where_it_is_next() -> None:
    steps, suits = (
        Played(PRESETS[game].rules, Deal(1, "number")).game.view() for game in ("calculation", "lady-betty")
    )
    # The foundation of fours takes 8, Q and 3 next, that of twos begins 2, 4, 6.
    assert [before(steps, card) for card in ("8h", "Qs", "4d", "Kc")] == [0, 1, 0, 11]
    assert [before(suits, card) for card in ("Ah", "2s", "Kc")] == [0, 1, 12]


@pytest.mark.parametrize(
    ("game", "gone"),
    [
        ("calculation", [[27, 25, 34, 41], [50, 52, 52, 40], [22, 22, 22, 29]]),
        ("sir-tommy", [[21, 29, 29, 29], [10, 10, 8, 10], [17, 16, 16, 17]]),
        ("lady-betty", [[4] * 6, [9, 9, 9, 9, 9, 8], [9, 9, 9, 9, 8, 9]]),
    ],
)
def test_a_sensible_player_brings_as_many_cards_to_the_foundations_as_ever(game: str, gone: list[list[int]]) -> None:
    found = []
    for number in (1, 2, 3):
        position = deal_number(PRESETS[game].rules, number)
        for at in range(13):
            moves = position.legal_moves
            position.play(moves[-1 - at % min(3, len(moves))])
        view = position.view()
        heaps = [[card_code(card) for card in pile.up] for pile in view.tableau]
        stock = position.layout.stock()[::-1]
        found.append([_played_out(view, heaps, at, stock, below_from(7)) for at in range(len(heaps))])
    assert found == gone


def test_a_game_that_is_lost_in_all_orders_of_the_stock_is_said_to_be_lost() -> None:
    played, chance = Played(PRESETS["lady-betty"].rules, Deal(0, "number")), SeededChance(1)
    found = []
    for number in range(60):
        view = played.game.view()
        home = next((move for move in view.legal if "-F" in move), None)
        if not home and view.stock <= 4:
            given = hint(view, chance, 4, played.known)
            found.append(given.is_lost)
            if given.is_lost:
                assert reason_for(view, given, known=played.known).startswith("However the hidden cards were laid")
                break
        played.act(home or (f"W-T{number % 4 + 1}" if len(view.legal) > 1 else view.legal[0]), 0)
    # With more cards to come it is not proved.
    assert found == [False, True]
