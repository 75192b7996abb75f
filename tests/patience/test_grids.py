"""Grids, a line and a clock: the results of the searches, the advice, and how a clock is played out."""

from __future__ import annotations

from dataclasses import replace
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
    grids,
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
from tests.examples import some
from tests.patience.views import pile, view_of


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


@pytest.mark.parametrize("preset", some(["accordion", "montana"], "src/spite_and_malice/patience/", of=2))
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
        "T40-T26": "6♥ follows 5♥. Where it lay, 2♦, 2♥ or 2♣ can begin the row."
        " 6♥ goes rather than J♥, which would leave a gap that nothing can fill.",
        "T44-T16": "K♠ follows Q♠. Where it lay, 10♦ can go."
        " K♠ goes rather than J♥, which would leave a gap that nothing can fill.",
        "T45-T24": "J♥ follows 10♥. Where it lay, nothing can go: K♠ is to the left of it.",
    }


def test_in_a_line_it_is_said_what_two_cards_share() -> None:
    view = deal_number(preset_rules("accordion"), 1).view()
    assert why(view, "T2-T1") == "7♣ covers 9♣: they have the same suit."
    assert why(view, "T14-T11") == "7♦ covers 7♥: they have the same rank. 7♦ can then cover 5♦."


def test_closing_up_is_advised_with_the_pair_that_touches_then() -> None:
    view = view_after("monte-carlo", 1, "T17+T23-X")
    assert why(view, "T3+T7-X") == "Q♦ and Q♣ touch. Once the others have closed up, A♣ and A♦ touch."
    assert why(view, "deal") == "Deal first, the other moves can wait: 4 pairs touch then."


def test_hints_win_what_can_be_won_without_hidden_cards() -> None:
    game = Game(deal_number(preset_rules("accordion"), 2))
    advised = hint(game.view(), SeededChance(1))
    assert len(advised.line) == 51
    for move in advised.line:
        view = game.view()
        game.play(move)
    assert game.is_won
    assert why(view, str(move)).endswith(". Then all cards lie in a single pile.")


def test_a_hint_in_rows_lays_the_later_layouts_out_at_random() -> None:
    game = Game(deal_number(preset_rules("montana"), 4))
    first, second = (hint(game.view(), SeededChance(seed), worlds=2) for seed in (1, 1))
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


ROWS = {
    0: "2s",
    1: "3s",
    2: "4s",
    4: "9h",
    6: "Kc",
    8: "5d",
    13: "2h",
    14: "3d",
    16: "4d",
    26: "7c",
    28: "Ks",
    30: "6h",
}
"""The places of some cards in four rows of thirteen; the other places are empty."""


def in_rows(*legal: str) -> View:
    places = [pile(ROWS[at]) if at in ROWS else pile() for at in range(52)]
    return view_of("montana", *places, legal=legal)


@pytest.mark.parametrize(
    ("card", "target", "said"),
    [
        ("2c", 26, "2♣ begins a row."),
        ("5s", 3, "5♠ follows 4♠: 4 cards of its row lie in order."),
        ("4s", 2, "4♠ follows 3♠: 3 cards of its row lie in order."),
        ("Th", 5, "10♥ follows 9♥."),
        # The row begins with another suit.
        ("4d", 15, "4♦ follows 3♦."),
        ("8c", 27, "8♣ follows 7♣."),
    ],
)
def test_a_card_in_rows_is_said_to_lie_in_order_from_the_first_place(card: str, target: int, said: str) -> None:
    view = in_rows()
    # It comes from the last place.
    view = replace(view, tableau=(*view.tableau[:-1], pile(card)))
    assert grids._into(view, Move("T52", f"T{target + 1}")) == said


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (13, "Where it lay, 2♠ can begin the row."),
        (1, "Where it lay, 3♠ can go."),
        (5, "Where it lay, 10♥ can go."),
        (7, "Where it lay, nothing can go: K♣ is to the left of it."),
        (8, "Where it lay, nothing can go until the gap to the left of it is filled."),
    ],
)
def test_what_can_go_into_a_gap_of_rows_is_the_card_after_the_one_before_it(place: int, said: str) -> None:
    assert grids._left_behind(in_rows(), place) == said


def test_a_card_goes_rather_than_one_behind_a_king_or_a_gap() -> None:
    rather = "{} goes rather than {}, which would leave a gap that nothing can fill."

    def said(text: str, *legal: str) -> str:
        return grids._behind_a_king(in_rows("T1-T5", *legal), Move.parse(text))

    # 5♦ and 6♥ lie behind gaps that nothing can fill; 3♠ and 4♠ lie behind other cards, 9♥ behind a gap for 5♠, and 2♥
    # and 7♣ at the beginning of their rows.
    assert said("T2-T4", "T9-T4", "T31-T4") == rather.format("3♠", "5♦")
    assert said("T14-T4", "T31-T4") == rather.format("2♥", "6♥")
    assert said("T2-T4", "T2-T6", "T3-T4", "T5-T10", "T14-T4", "T27-T4", "redeal") == ""
    # A card may fill the gap before it itself.
    assert said("T2-T4", "T9-T8") == ""
    assert said("T9-T4", "T9-T6", "T31-T4") == ""


@pytest.mark.parametrize(
    ("line", "later", "said"),
    [
        ("T1+T2-X", {"T1+T2": 0}, "Only A touch now. More."),
        ("T1+T2-X", {"T1+T2": 1}, "Only A touch now. More."),
        ("T1+T2-X", {"T1+T2": 3, "T2+T3": 3, "T1+T4": 4}, "A touch. More."),
        ("T1+T2-X", {"T1+T2": 3, "T2+T3": 2, "T1+T4": 1},
         "A touch. More. After 2♠ and 5♠ it would be 1 pair."),
        ("T1+T2-X", {"T1+T2": 3, "T2+T3": 2, "T1+T4": 4},
         "A touch. More. After 3♠ and 4♠ it would be 2 pairs."),
        # A pair with neither card, or the pair itself, is no rival.
        ("T1+T2-X", {"T1+T2": 3, "T3+T4": 1}, "A touch. More."),
        ("T1+T2-X T3+T4-X deal", {"T1+T2 T3+T4": 1},
         "A are one of 2 pairs that go before the cards close up; then 1 pair touches."),
        ("T1+T2-X T3+T4-X", {"T1+T2 T3+T4": 2},
         "A are one of 2 pairs that go before the cards close up; then 2 pairs touch."),
    ],
)  # fmt: skip
def test_a_pair_is_compared_with_others_that_have_one_of_its_cards(
    monkeypatch: pytest.MonkeyPatch, line: str, later: dict[str, int], said: str
) -> None:
    view = view_of(
        "monte-carlo", *map(pile, ("2s", "3s", "4s", "5s")), legal=[*(f"{each}-X" for each in later), "deal"]
    )
    monkeypatch.setattr(
        grids,
        "_later",
        lambda _view, *pairs: ["A"] * later[" ".join(f"{each.source}+{each.partner}" for each in pairs)],
    )
    monkeypatch.setattr(grids, "_touch_then", lambda _view, _move: "More.")
    assert grids._touching(view, list(map(Move.parse, line.split())), "A") == said


@pytest.mark.parametrize(
    ("pairs", "stock", "said"),
    [
        (1, 5, "8♠ and 8♥ touch then."),
        (2, 5, "2 pairs touch then."),
        (0, 5, "5 cards of the stock fill the rest."),
        (0, 1, "1 card of the stock fills the rest."),
        (0, 30, "22 cards of the stock fill the rest."),
        (0, 0, "0 pairs touch then."),
    ],
)
def test_closing_up_brings_cards_together_or_new_ones_in(
    monkeypatch: pytest.MonkeyPatch, pairs: int, stock: int, said: str
) -> None:
    view = view_of("monte-carlo", pile("2s"), pile(), pile("4s"), pile("5s"), stock=stock, legal=("deal",))
    monkeypatch.setattr(grids, "_later", lambda _view: ["8♠ and 8♥"] * pairs)
    assert grids.why_close_up(view) == f"No pair touches now, so deal: {said}"


@pytest.mark.parametrize(
    ("legal", "said"),
    [
        ("deal", "No pair touches now, so deal: {left}."),
        ("deal T1+T2-X", "Deal first, 2♠ and 2♥ off can wait: {left}."),
        ("deal T1+T2-X T3-X", "Deal first, the other moves can wait: {left}."),
    ],
)
def test_cards_are_dealt_where_no_pair_touches_or_first(legal: str, said: str) -> None:
    assert grids._lead(view_of("monte-carlo", pile("2s"), pile("2h"), pile("4s"), legal=tuple(legal.split()))) == said


def in_a_grid(*cards: str, stock: tuple[str, ...] = ()) -> View:
    """Return a grid with cards in its first places, none in those that are empty."""
    data = deal_number(preset_rules("monte-carlo"), 1).to_json()
    places = [*cards, *[""] * (25 - len(cards))]
    piles = [{"down": [], "up": [card] if card else []} for card in places]
    return Position.from_json(data | {"stock": list(stock), "tableau": piles}).view()


@pytest.mark.parametrize(
    ("cards", "stock", "said"),
    [
        ("2s 2h", "", "That clears the table."),
        ("2s 2h - 4s - - - - - - 4h", "", "Once the others have closed up, 4♠ and 4♥ touch."),
        ("2s 2h - 4s - - - - - - 4h 4d", "Kd", "Once the others have closed up, 2 pairs of them touch."),
        ("2s 2h 5s 4s", "4h", "That makes room for 1 card of the stock."),
        ("2s 2h 5s 4s", "4h 7s", "That makes room for 2 cards of the stock."),
        ("2s 2h 5s 4s", "", ""),
    ],
)
def test_what_it_brings_that_a_pair_goes_is_said(cards: str, stock: str, said: str) -> None:
    view = in_a_grid(*(card.strip("-") for card in cards.split()), stock=tuple(stock.split()))
    assert grids._touch_then(view, Move.parse("T1+T2-X")) == said


def test_a_pair_that_touches_already_is_nothing_that_a_deal_brings() -> None:
    view = in_a_grid("2s", "2h", "5s", "4s", stock=("4h", "7s"))
    assert grids.why_close_up(view) == "Deal first, 2♠ and 2♥ off can wait: 2 cards of the stock fill the rest."
