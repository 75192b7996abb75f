"""Games that end without the cards: by resignation, or by the default of somebody who does not come back."""

from __future__ import annotations

import pytest
from hypothesis import given

from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.engine import Position, Reason, View
from spite_and_malice.play import (
    FairDeal,
    Game,
    NothingToUndo,
    NotYourTurn,
    RecordedAction,
    RecordedSeat,
    new_game,
    parse,
    record_game,
    verify,
    write,
)
from spite_and_malice.play.record_forms import tell_game
from spite_and_malice.rules import Rules, preset_rules
from tests.examples import examples
from tests.strategies import random_rules, seeds


def after(game: Game, moves: int) -> Game:
    """Play legal moves, those to the centre first."""
    while not game.is_over and len(game.log) < moves:
        game.play(min(map(str, game.legal_moves), key=lambda move: (move[0] != "P", "-C" not in move, move)))
    return game


@pytest.mark.parametrize(("action", "reason"), [("resign", "resignation"), ("forfeit", "forfeit")])
def test_the_seat_that_gives_up_has_lost_whoever_is_to_move(action: str, reason: str) -> None:
    for seat in (0, 1):
        game = after(new_game("standard", seed=7), 5)
        left = game.position.core.cards_left(seat)
        game.act(seat, action)
        assert game.outcome is not None
        assert (game.outcome.reason, game.outcome.winners) == (reason, (1 - seat,))
        score = game.rules.score
        assert game.outcome.scores[1 - seat] == score.win + score.card * left
        assert game.outcome.scores[seat] == 0
        assert (game.is_over, game.turn, game.legal_moves) == (True, seat, [])
        assert game.log == after(new_game("standard", seed=7), 5).log


@pytest.mark.parametrize("action", ["resign", "forfeit"])
def test_the_methods_that_end_a_game_do_as_their_actions(action: str) -> None:
    one, other = (after(new_game("standard", seed=7), 5) for _ in range(2))
    one.act(1, action)
    getattr(other, action)(1)
    assert (other.outcome, other.actions) == (one.outcome, one.actions)


def test_nothing_follows_an_end() -> None:
    game = after(new_game("standard", seed=7), 5)
    game.resign(0)
    before = game.clone()
    for seat, action in ((1, "resign"), (0, "forfeit"), (0, "pass")):
        with pytest.raises(NotYourTurn):
            game.act(seat, action)
    for back in (game.undo, game.take_back):
        with pytest.raises(NothingToUndo):
            back(0)
    assert game == before
    with pytest.raises(InvalidArgument):
        game.position.concede(0, Reason.RESIGNATION)
    with pytest.raises(InvalidArgument):
        new_game("standard", seed=1).position.concede(0, Reason.PAYOFF)
    with pytest.raises(InvalidArgument):
        new_game("standard", seed=1).resign(2)


def test_of_several_others_those_with_the_fewest_pay_off_cards_win() -> None:
    game = new_game("standard", 3, seed=3)
    game.resign(1)
    assert game.outcome is not None
    # Nobody has played one yet.
    assert game.outcome.winners == (0, 2)
    game = after(new_game("standard", 3, seed=3), 60)
    left = [game.position.core.cards_left(seat) for seat in range(3)]
    game.resign(left.index(min(left)))
    assert game.outcome is not None
    others = [cards for seat, cards in enumerate(left) if seat != game.turn]
    assert game.outcome.winners == tuple(s for s in range(3) if s != game.turn and left[s] == min(others))


def test_partners_lose_together() -> None:
    game = new_game("partners", seed=3)
    game.resign(3)
    assert game.outcome is not None
    assert game.outcome.winners == (0, 2)


@examples(40)
@given(rules=random_rules(), seed=seeds())
def test_an_end_by_resignation_can_be_read_again(rules: Rules, seed: int) -> None:
    game = after(Game.deal(rules, 0, FairDeal(str(seed).encode(), ("",) * rules.players)), seed % 30)
    if game.is_over:
        return
    seat = seed % rules.players
    game.resign(seat)
    assert game.outcome is not None
    assert game.outcome.winners
    assert rules.side_of(seat) not in {rules.side_of(winner) for winner in game.outcome.winners}
    assert Position.from_json(game.position.to_json()) == game.position
    for viewer in (None, seat):
        assert View.from_json(game.view(viewer).to_json()) == game.view(viewer)
        assert game.view(viewer).legal == ()


def test_a_record_has_the_end_and_verifying_finds_a_changed_one() -> None:
    rules = preset_rules("standard")
    fair = FairDeal(bytes(range(32)), ("ada", "bea"))
    game = after(Game.deal(rules, 1, fair), 6)
    game.resign(0)
    actions = [RecordedAction(action.seat, action.text) for action in game.actions]
    text = write(record_game(rules, [RecordedSeat("person", "Ada"), RecordedSeat("person", "Bea")], 1, fair, actions))
    assert "\n7. 0 resign -\n" in text
    assert "\nreason: resignation\nwinners: 1\n" in text
    assert verify(text) == ()
    assert write(parse(text)) == text
    assert "Bea wins: the other side gave up." in "\n".join(tell_game(parse(text)))
    other = text.replace("7. 0 resign", "7. 1 resign")
    assert [fault.message for fault in verify(other)][:1] == ["By the actions this is 0."]
    unended = text.replace("7. 0 resign -\n", "")
    assert [fault.message for fault in verify(unended)] == ["After these actions the game is not over."]
