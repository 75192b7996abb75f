"""Games: turns, records, undo."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

from spite_and_malice.engine import IllegalMove, InvalidNotation, Outcome, Position, Reason
from spite_and_malice.play import Action, FairDeal, Game, NothingToUndo, NotYourTurn
from spite_and_malice.play.fair import FairChance
from spite_and_malice.rules import Rules, preset_rules
from tests.engine.build import lay
from tests.examples import examples
from tests.strategies import random_rules, seeds

DEAL = FairDeal(b"secret", ("a", "b"))
ELEVEN = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"


def start(position: Position) -> Game:
    """Start a game in a hand-made position."""
    return Game(position, FairChance(DEAL))


def state(game: Game) -> dict[str, Any]:
    """Return everything in a game that an undo has to restore, including its next shuffle."""
    chance = FairChance(DEAL)
    chance.used = game._chance.used
    cards = list(range(52))
    chance.shuffle(cards)
    return {"position": game.position.to_json(), "log": list(game.log), "next shuffle": cards}


@examples(60)
@given(rules=random_rules(), seed=seeds())
def test_the_cards_that_were_played_can_be_told_as_they_were_seen(rules: Rules, seed: int) -> None:
    random = Random(seed)
    game = Game.deal(rules, 0, FairDeal(str(seed).encode(), ("",) * rules.players))
    seen: list[str] = []
    for _ in range(120):
        if game.is_over:
            break
        if random.random() < 0.2 and game.can_undo(game.turn):
            game.undo(game.turn)
        elif random.random() < 0.03 and game.can_take_back(game.turn):
            game.take_back(game.turn)
        else:
            move, view = random.choice(game.legal_moves), game.view(game.turn)
            rank = ""
            if move.plays_to_centre:
                number = int(move.target[1:]) - 1
                rank = f" {len(view.centre[number]) + 1 if number < len(view.centre) else 1}"
            card = "" if move.is_pass else view.card_of(move) + rank
            del seen[len(game.log) :]
            game.play(move)
            seen.append(card)
    del seen[len(game.log) :]
    assert game.cards_played() == seen
    # Reporting them changes nothing.
    assert game.cards_played() == seen


def test_the_same_arguments_deal_the_same_game() -> None:
    rules = preset_rules("standard")
    one, other = Game.deal(rules, 0, DEAL), Game.deal(rules, 0, DEAL)
    assert one.position.to_json() == other.position.to_json()
    assert Game.deal(rules, 0, FairDeal(b"secret", ("b", "a"))).position.to_json() != one.position.to_json()


def test_a_move_out_of_turn_is_refused() -> None:
    game = start(lay("9h"))
    with pytest.raises(NotYourTurn, match=r"It is the turn of seat 0, not of seat 1\."):
        game.play("H8s-S1", 1)
    assert (game.actions, game.log) == ([], [])


def test_nothing_can_be_played_or_undone_when_the_game_is_over() -> None:
    game = start(lay("9h", payoff=["As"]))
    game.play("P-C1", 0)
    assert game.is_over
    assert game.outcome == Outcome(Reason.PAYOFF, (0,), (7, 0))
    assert not game.can_undo(0)
    with pytest.raises(NotYourTurn, match="The game is over"):
        game.play("H9h-S1", 0)
    with pytest.raises(NothingToUndo):
        game.undo(0)


@pytest.mark.parametrize(("text", "error"), [("H7h-C1", IllegalMove), ("H7h", InvalidNotation), ("", InvalidNotation)])
def test_a_refused_move_leaves_the_game_unchanged(text: str, error: type[Exception]) -> None:
    game = start(lay("9h Ah"))
    game.play("HAh-C1", 0)
    before = state(game)
    with pytest.raises(error):
        game.play(text, 0)
    assert state(game) == before
    assert game.actions == [Action(0, "HAh-C1")]
    assert game.can_undo(0), "what could be undone still can"


def test_the_log_has_moves_that_stand_and_the_actions_have_all() -> None:
    game = start(lay("9h Ah 2h"))
    for text in ("HAh-C1", "H2h-C1", "undo", "H2h-C1", "undo", "H9h-S1"):
        game.act(0, text)
    assert game.log == ["0 HAh-C1", "0 H9h-S1"]
    assert [action.text for action in game.actions] == ["HAh-C1", "H2h-C1", "undo", "H2h-C1", "undo", "H9h-S1"]


class Uncomparable:
    """Like a NumPy array, its comparison has no truth value."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise TypeError


@pytest.mark.parametrize("action", [None, 5, b"undo", ["undo"], Uncomparable()], ids=lambda each: type(each).__name__)
def test_what_is_no_text_is_no_action(action: Any) -> None:
    game = start(lay("9h Ah 2h"))
    game.act(0, "HAh-C1")
    before = state(game)
    with pytest.raises(InvalidNotation):
        game.act(0, action)
    assert state(game) == before


def test_undo_restores_position_log_and_chance() -> None:
    game = start(lay("Qh 2h 3h", centre=[ELEVEN], stock="4c 5c 6c"))
    before = state(game)
    game.play("HQh-C1", 0)
    shuffled = game.position.to_json()["stock"]
    assert state(game)["next shuffle"] != before["next shuffle"]
    game.undo(0)
    assert state(game) == before
    game.play("HQh-C1", 0)
    assert game.position.to_json()["stock"] == shuffled, "the same shuffle again: undo is no second try"


def test_undo_goes_back_through_the_turn() -> None:
    game = start(lay("Ah 2h 3h 9h", side=["4h"]))
    states = []
    for text in ("HAh-C1", "H2h-C1", "H3h-C1", "S1-C1"):
        states.append(state(game))
        game.play(text, 0)
    while states:
        assert game.can_undo(0)
        assert not game.can_undo(1)
        game.undo(0)
        assert state(game) == states.pop()
    assert not game.can_undo(0)
    with pytest.raises(NothingToUndo, match="There is no move to take back"):
        game.undo(0)


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        (lay("Ah", payoff=["7d 2h"], side=["As"]), ["S1-C1", "P-C1"]),
        (lay("Ah"), ["HAh-C1"]),
        (lay("9h Ah"), ["HAh-C1", "H9h-S1"]),
        (lay("9h", rules={"side_filled": True}), ["H9h-S1"]),
        (lay("9h", rules={"loading": True}, payoff=["7h 8h"], others={1: {"payoff": ["2s 7h"]}}), ["P-L1"]),
        (lay("9h", preset="partners", others={2: {"payoff": ["7h Ah"]}}), ["+P-C1"]),
    ],
    ids=["pay-off card turned up", "hand refilled", "turn ended", "filled and drew", "loaded", "partner's turned up"],
)
def test_undo_never_after_a_hidden_card_came_to_light(position: Position, moves: list[str]) -> None:
    game = start(position.clone())
    for text in moves:
        game.play(text, 0)
    for seat in range(game.rules.players):
        assert not game.can_undo(seat)
        with pytest.raises(NothingToUndo):
            game.undo(seat)
    assert [action.text for action in game.actions] == moves


def test_undo_stays_possible_where_nothing_came_to_light() -> None:
    last_of_pile = lay("9h", rules={"payoff_piles": 2}, payoff=["Ah", "7d"])
    filled = lay("9h 8h", rules={"side_filled": True})
    loaded = lay("8h 9h", rules={"loading": True}, others={1: {"payoff": ["2s 7h"]}})
    for position, text in ((last_of_pile, "P1-C1"), (filled, "H9h-S1"), (loaded, "H8h-L1")):
        game = start(position)
        before = state(game)
        game.play(text, 0)
        game.undo(0)
        assert state(game) == before


@given(random_rules(), seeds())
@examples(40)
def test_replaying_the_actions_gives_the_same_game(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game = Game.deal(rules, seed % rules.players, DEAL)
    before: list[dict[str, Any]] = []
    for _ in range(60):
        if game.is_over:
            break
        if game.can_undo(game.turn) and rng.random() < 0.3:
            game.undo(game.turn)
            assert state(game) == before.pop()
        else:
            before.append(state(game))
            game.play(str(rng.choice(game.legal_moves)), game.turn)
            if not game.can_undo(game.turn):
                before.clear()
    again = Game.deal(rules, seed % rules.players, DEAL)
    for action in game.actions:
        again.act(action.seat, action.text)
    assert state(again) == state(game)
    assert again.actions == game.actions
    straight = Game.deal(rules, seed % rules.players, DEAL)
    for line in game.log:
        seat, text = line.split()
        straight.play(text, int(seat))
    assert state(straight) == state(game), "undone moves leave no trace"


def test_a_takeback_goes_back_to_the_beginning_of_the_own_turn() -> None:
    game = start(lay("9h Ah 2h 3h", payoff=["7d 7d 4h"]))
    before = state(game)
    for text in ("HAh-C1", "H2h-C1", "H3h-C1", "P-C1"):
        game.play(text, 0)
    assert not game.can_undo(0), "a pay-off card was turned up"
    game.act(0, "takeback")
    assert state(game) == before
    assert [action.text for action in game.actions][-1] == "takeback"
    assert not game.can_undo(0)
    with pytest.raises(NothingToUndo, match="no turn of yours"):
        game.take_back(0)
    assert len(game.actions) == 5


def test_a_takeback_of_an_earlier_turn_takes_the_turns_since_back() -> None:
    game = start(lay("9h Ah", others={1: {"hand": "8s 9s"}}))
    before = state(game)
    game.play("H9h-S1", 0)
    game.play(str(next(move for move in game.legal_moves if move.is_discard)), 1)
    assert game.turn == 0
    assert game.can_take_back(0)
    assert game.can_take_back(1)
    game.take_back(0)
    assert state(game) == before
    game.play("HAh-C1", 0)
    game.undo(0)
    assert state(game) == before
    assert not game.can_take_back(1), "the turn of seat 1 was taken back with it"


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    game = start(lay("9h", payoff=["As"]))
    game.play("P-C1", 0)
    assert not game.can_take_back(0)
    with pytest.raises(NothingToUndo):
        game.take_back(0)


@given(random_rules(), seeds())
@examples(40)
def test_takebacks_restore_the_game_and_replay(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game = Game.deal(rules, seed % rules.players, DEAL)
    turns: list[tuple[int, dict[str, Any]]] = []
    begins = True
    for _ in range(80):
        if game.is_over:
            break
        seat = rng.randrange(rules.players)
        if rng.random() < 0.08 and game.can_take_back(seat):
            while turns[-1][0] != seat:
                turns.pop()
            game.take_back(seat)
            assert state(game) == turns.pop()[1]
            assert game.turn == seat
            begins = True
            continue
        mover, before = game.turn, state(game)
        if begins:
            turns.append((mover, before))
        game.play(str(rng.choice(game.legal_moves)), mover)
        begins = ended_turn(game, before, mover)
    again = Game.deal(rules, seed % rules.players, DEAL)
    for action in game.actions:
        again.act(action.seat, action.text)
    assert state(again) == state(game)


def ended_turn(game: Game, before: dict[str, Any], mover: int) -> bool:
    """Say whether the last move ended its turn: a discard or a pass does, outside the fill stage."""
    if game.turn != mover:
        return True
    after = game.position.to_json()
    return not after["moved"] or after["stage"] == "break"


@given(random_rules(), seeds())
@examples(30)
def test_what_can_be_undone_showed_the_player_nothing_new(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game = Game.deal(rules, 0, DEAL)
    for _ in range(40):
        if game.is_over:
            break
        seat, before = game.turn, game.view(game.turn).to_json()
        move = rng.choice(game.legal_moves)
        game.play(str(move), seat)
        if game.can_undo(seat):
            assert not seen(game.view(seat).to_json(), seat) - seen(before, seat), move


def seen(view: dict[str, Any], seat: int) -> Counter[str]:
    """Count the cards that a viewer sees."""
    piles = [*view["centre"], view["aside"], view["players"][seat]["hand"]]
    for player in view["players"]:
        piles += [*player["side"], [pile["top"] for pile in player["payoff"] if pile["top"]]]
    return Counter(card for pile in piles for card in pile)


def test_the_standing_ranks_sides_by_cards_left() -> None:
    seats = {1: {"payoff": ["2h 3h"]}, 2: {"payoff": ["2h"]}, 3: {"payoff": ["2h 3h 4h"]}}
    game = start(lay("9h", preset="round", players=4, payoff=["2h 2h"], others=seats))
    assert game.standing() == [
        {"rank": 1, "seats": [2], "left": 1},
        {"rank": 2, "seats": [0], "left": 2},
        {"rank": 2, "seats": [1], "left": 2},
        {"rank": 4, "seats": [3], "left": 3},
    ]


def test_the_standing_counts_partners_together() -> None:
    seats = {1: {"payoff": ["2h"]}, 2: {"payoff": ["2h 2s"]}, 3: {"payoff": ["2h"]}}
    game = start(lay("9h", preset="partners", payoff=["2h 2h"], others=seats))
    assert game.standing() == [{"rank": 1, "seats": [1, 3], "left": 2}, {"rank": 2, "seats": [0, 2], "left": 4}]
