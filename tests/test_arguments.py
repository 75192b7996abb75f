"""Wrong arguments: everything passed to a public function is accepted or refused with one of our sentences."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import spite_and_malice as sm
from spite_and_malice import patience
from spite_and_malice.arguments import seed_number, seed_word
from spite_and_malice.engine import deal_by_seed
from spite_and_malice.interop.batch import BatchEnv
from spite_and_malice.interop.encoder import Encoder
from spite_and_malice.players import Player

ANYTHING: tuple[Any, ...] = (
    *(None, True, -1, 3, 99, 10**30, -(10**30), 1.5, float("nan"), float("inf"), 1j, Fraction(1, 2)),
    *("", "abc", "standard", "H4h-S1", "/path", b"", b"\xff", "\ud800", "x" * 100_000),
    *(
        [],
        [1],
        ["7h"],
        [None],
        (),
        ("a", "b", "c"),
        {},
        {"payoff": 3},
        {1: 2},
        {"a", "b"},
        range(3),
        object(),
        object,
        len,
    ),
    *(np.int64(3), np.float64(2.5), np.zeros(3), np.array([[1]]), np.array(["a"])),
)

Call = Callable[[Any], object]
rules = sm.preset_rules("standard", changes={"payoff": 2})
game = sm.new_game(rules, seed=1)
record = sm.Record.of(game)
view = game.view(game.turn)
other = game.view(1 - game.turn)


def fresh() -> sm.Game:
    return copy.copy(game)


def consumed(values: Iterator[object]) -> list[object]:
    return list(values)


CALLS: dict[str, Call] = {
    "new_game(rules)": lambda x: sm.new_game(x),
    "new_game(players)": lambda x: sm.new_game("standard", x),
    "new_game(seed)": lambda x: sm.new_game(seed=x),
    "new_game(dealer)": lambda x: sm.new_game(dealer=x),
    "new_game(changes)": lambda x: sm.new_game(changes=x),
    "new_game(changes value)": lambda x: sm.new_game(changes={"payoff": x}),
    "new_game(changes list)": lambda x: sm.new_game(changes={"wilds": x}),
    "new_game(changes deck)": lambda x: sm.new_game(changes={"deck": x}),
    "preset_rules": lambda x: sm.preset_rules(x),
    "preset_rules(players)": lambda x: sm.preset_rules("round", x),
    "preset_rules(changes)": lambda x: sm.preset_rules("round", None, x),
    "Rules(payoff)": lambda x: sm.Rules(payoff=x),
    "Rules(deck)": lambda x: sm.Rules(deck=x),
    "Rules(wilds)": lambda x: sm.Rules(wilds=x),
    "Rules(forced)": lambda x: sm.Rules(forced=x),
    "Rules(score)": lambda x: sm.Rules(score=x),
    "Rules.from_json": lambda x: sm.Rules.from_json(x),
    "describe": lambda x: sm.describe(x),
    "Game": lambda x: sm.Game(x, sm.SeededChance(1)),
    "Game(chance)": lambda x: sm.Game(game.position.clone(), x),
    "Game.deal(rules)": lambda x: sm.Game.deal(x, 0, sm.FairDeal(b"a", ("", ""))),
    "Game.deal(dealer)": lambda x: sm.Game.deal(rules, x, sm.FairDeal(b"a", ("", ""))),
    "Game.deal(fair_deal)": lambda x: sm.Game.deal(rules, 0, x),
    "Game.play": lambda x: fresh().play(x),
    "Game.play(seat)": lambda x: fresh().play("P-C1", x),
    "Game.act": lambda x: fresh().act(game.turn, x),
    "Game.act(seat)": lambda x: fresh().act(x, "undo"),
    "Game.undo": lambda x: fresh().undo(x),
    "Game.take_back": lambda x: fresh().take_back(x),
    "Game.can_undo": lambda x: fresh().can_undo(x),
    "Game.can_take_back": lambda x: fresh().can_take_back(x),
    "Game.view": lambda x: game.view(x),
    "Game.views_json": lambda x: game.views_json([x]),
    "FairDeal(secret)": lambda x: sm.FairDeal(x, ()),
    "FairDeal(contributions)": lambda x: sm.FairDeal(b"a", x).key(),
    "FairDeal.dealer": lambda x: sm.FairDeal(b"a", ()).dealer(x),
    "SeededChance": lambda x: sm.SeededChance(x),
    "Match": lambda x: sm.Match(x, 0),
    "Match(first_dealer)": lambda x: sm.Match(rules, x),
    "Match.record": lambda x: sm.Match(rules, 0).record(x),
    "Match.record(scores)": lambda x: sm.Match(rules, 0).record([x, 0]),
    "Move.parse": lambda x: sm.Move.parse(x),
    "Move(source)": lambda x: sm.Move(x, (), "C1"),
    "Move(cards)": lambda x: sm.Move("H", x, "C1"),
    "Move(target)": lambda x: sm.Move("P", (), x),
    "Position.from_json": lambda x: sm.Position.from_json(x),
    "Position.from_view": lambda x: sm.Position.from_view(x),
    "Position.play": lambda x: game.position.clone().play(x, sm.UNSHUFFLED),
    "Position.view": lambda x: game.position.view(x),
    "Position.hand": lambda x: game.position.hand(x),
    "Position.payoff": lambda x: game.position.payoff(x),
    "Position.side": lambda x: game.position.side(x),
    "View.from_json": lambda x: sm.View.from_json(x),
    "View.hand": lambda x: view.hand(x),
    "View.hand_count": lambda x: view.hand_count(x),
    "View.payoff": lambda x: view.payoff(x),
    "View.side": lambda x: view.side(x),
    "Outcome.from_json": lambda x: sm.Outcome.from_json(x),
    "deal(rules)": lambda x: sm.deal(x, 0, sm.SeededChance(1)),
    "deal(dealer)": lambda x: sm.deal(rules, x, sm.SeededChance(1)),
    "deal_by_seed": lambda x: deal_by_seed(rules, 0, x),
    "playouts": lambda x: sm.playouts(x, 2, 1),
    "playouts(games)": lambda x: sm.playouts(game.position, x, 1),
    "playouts(seed)": lambda x: sm.playouts(game.position, 2, x),
    "playouts(most_moves)": lambda x: sm.playouts(game.position, 2, 1, most_moves=x),
    "simulate": lambda x: sm.simulate(x, 1),
    "simulate(games)": lambda x: sm.simulate(rules, x),
    "simulate(policy)": lambda x: sm.simulate(rules, 1, x) if not callable(x) else sm.simulate(rules, 1, [x]),
    "simulate(seed)": lambda x: sm.simulate(rules, 1, seed=x),
    "review": lambda x: sm.review(x, 0),
    "review(seat)": lambda x: sm.review(record, x),
    "review(seed)": lambda x: sm.review(record, 0, x),
    "Record.of": lambda x: sm.Record.of(x),
    "Record.of(names)": lambda x: sm.Record.of(game, x),
    "Record.seen_by": lambda x: record.seen_by(x),
    "verify": lambda x: sm.verify(x),
    "Sampler": lambda x: sm.Sampler(x),
    "Sampler(recycled)": lambda x: sm.Sampler(view, x),
    "Sampler(held)": lambda x: sm.Sampler(view, (), x),
    "Sampler.sample": lambda x: sm.Sampler(view).sample(x),
    "PLAYERS": lambda x: sm.PLAYERS[x] if getattr(type(x), "__hash__", None) else sm.PLAYERS["absent"],
    "PlayerInfo.make": lambda x: sm.PLAYERS["casual"].make(x),
    "read_records": lambda x: consumed(sm.read_records(x)) if not isinstance(x, str) else None,
    "read_records(on_error)": lambda x: consumed(sm.read_records("absent", on_error=x)),
    "BatchEnv(rules)": lambda x: BatchEnv(x, 1),
    "BatchEnv(n)": lambda x: BatchEnv("standard", x),
    "BatchEnv(seed)": lambda x: BatchEnv("standard", 1, x),
    "BatchEnv(dealer)": lambda x: BatchEnv("standard", 1, dealer=x),
    "BatchEnv(max_moves)": lambda x: BatchEnv("standard", 1, max_moves=x),
    "BatchEnv.reset": lambda x: BatchEnv("standard", 1).reset(x),
    "BatchEnv.step": lambda x: BatchEnv("standard", 1).step(x),
    "BatchEnv.observe": lambda x: BatchEnv("standard", 1).observe(0, x),
    "BatchEnv.view": lambda x: BatchEnv("standard", 1).view(x),
    "BatchEnv.save": lambda x: BatchEnv("standard", 1).save(x),
    "BatchEnv.restore": lambda x: BatchEnv("standard", 1).restore(0, x),
    "Encoder": lambda x: Encoder(x),
    "Encoder.observe": lambda x: Encoder(rules).observe(x),
    "Encoder.mask": lambda x: Encoder(rules).mask(x),
    "Encoder.action": lambda x: Encoder(rules).action(view, x),
    "Encoder.move": lambda x: Encoder(rules).move(view, x),
    "patience.new_game": lambda x: patience.new_game(x, deal=1),
    "patience.new_game(deal)": lambda x: patience.new_game(deal=x),
    "patience.Game.play": lambda x: patience.new_game(deal=1).play(x),
    "patience.Position.from_json": lambda x: patience.Position.from_json(x),
    "patience.View.from_json": lambda x: patience.View.from_json(x),
    "patience.Move.parse": lambda x: patience.Move.parse(x),
    "patience.deal_pack": lambda x: patience.deal_pack(patience.preset_rules("klondike-1"), x),
    "patience.preset_rules": lambda x: patience.preset_rules(x),
    "patience.preset_rules(changes)": lambda x: patience.preset_rules("klondike-1", x),
}


# Each of them refuses something, so none is accepted unchecked.
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_object_without_meaning_is_refused(call: Call) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        call(object())


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_passed_is_taken_or_refused_with_a_sentence(call: Call) -> None:
    faults = [fault for value in ANYTHING if (fault := fault_of(call, value))]
    assert not faults


def fault_of(call: Call, value: object) -> str:
    """Describe errors in a function's handling of a value; empty if it accepts it, or refuses it with a sentence."""
    try:
        call(value)
    except OSError:
        return ""
    except ValueError as error:
        said = str(error)
        is_ours = type(error).__module__.startswith("spite_and_malice")
        return "" if is_ours and " " in said and len(said) < 1500 else f"{value!r:.60}: {error!r:.300}"
    except Exception as error:
        return f"{value!r:.60} raised {error!r:.300}"
    return ""


@pytest.mark.parametrize("player", sm.PLAYERS)
@pytest.mark.parametrize("seen", [other, game.view(None)])
def test_a_player_who_is_not_to_move_says_so(player: str, seen: sm.View) -> None:
    with pytest.raises(sm.NotYourTurn, match=rf"turn of seat {game.turn}"):
        sm.PLAYERS[player].make(1).choose(seen, [], 0.1)
    made: Player = sm.PLAYERS[player].make(1)
    with pytest.raises(sm.InvalidArgument, match="view must be a View"):
        made.choose(game, [], 0.1)  # type: ignore[arg-type]


def test_a_player_says_that_the_game_is_over() -> None:
    short = sm.new_game("goal-13", seed=1, changes={"payoff": 1})
    while not short.is_over:
        short.play(sm.PLAYERS["club"].make(1).choose(short.view(short.turn), short.log, 1.0))
    for player in sm.PLAYERS.values():
        with pytest.raises(sm.NotYourTurn, match="game is over"):
            player.make(1).choose(short.view(short.turn), short.log, 0.1)


def test_numpys_whole_numbers_are_whole_numbers() -> None:
    one: Any = np.int64(1)
    two: Any = np.int32(2)
    five: Any = np.int64(5)
    three: Any = np.uint8(3)
    assert sm.new_game("standard", two, seed=one, dealer=one) == sm.new_game("standard", 2, seed=1, dealer=1)
    assert sm.preset_rules("round", three, {"payoff": np.int64(7)}) == sm.preset_rules("round", 3, {"payoff": 7})
    assert type(sm.Rules(payoff=np.int64(7)).to_json()["payoff"]) is int  # type: ignore[arg-type]
    assert game.view(one) == game.view(1)
    assert game.position.hand(one) == game.position.hand(1)
    assert sm.playouts(game.position, five, one) == sm.playouts(game.position, 5, 1)
    assert sm.simulate(rules, five, seed=one).results == sm.simulate(rules, 5, seed=1).results
    assert sm.Sampler(view).sample(np.uint64(2**63)) == sm.Sampler(view).sample(2**63)
    assert np.array_equal(BatchEnv("standard", two, one).observations, BatchEnv("standard", 2, 1).observations)
    assert sm.PLAYERS["casual"].make(one).choose(view, [], 1.0) == sm.PLAYERS["casual"].make(1).choose(view, [], 1.0)


def test_seeds_may_be_generators() -> None:
    for make in (np.random.default_rng, np.random.SeedSequence, np.random.RandomState, Random):
        assert sm.new_game(seed=make(5)) == sm.new_game(seed=make(5))
        assert sm.new_game(seed=make(5)) != sm.new_game(seed=make(6))
    generator = np.random.default_rng(5)
    assert sm.new_game(seed=generator) != sm.new_game(seed=generator)
    assert sm.playouts(game.position, 5, np.random.default_rng(3)) == sm.playouts(
        game.position, 5, np.random.default_rng(3)
    )
    assert seed_number(7) == seed_word(7) == 7
    assert seed_number(2**70) == 2**70
    assert 0 <= seed_word(2**70) < 2**64 != seed_word(2**70 + 2**64)


@pytest.mark.parametrize("seed", [-1, 1.5, "abc", None, True, np.float64(1), [1]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    for call in (sm.SeededChance, sm.PLAYERS["club"].make, sm.Sampler(view).sample):
        with pytest.raises(sm.InvalidArgument, match="seed must be a whole number"):
            call(seed)


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: sm.new_game("standrad"), "standard"),
        (lambda: sm.PRESETS["standrad"], "standard"),
        (lambda: sm.PLAYERS["exprt"], "expert"),
        (lambda: sm.new_game(changes={"payof": 3}), "payoff"),
        (lambda: sm.simulate(policy="eagre"), "eager"),
        (lambda: patience.preset_rules("klondyke-1"), "klondike-1"),
        (lambda: patience.preset_rules("klondike-1", {"drwa": 3}), "draw"),
    ],
)
def test_who_misspells_a_name_is_told_the_right_one(call: Callable[[], object], meant: str) -> None:
    with pytest.raises(ValueError, match=rf"""Did you mean ["']{meant}["']\?"""):
        call()


def test_a_name_that_there_is_not_is_a_key_that_there_is_not() -> None:
    with pytest.raises(KeyError, match="there is no player 'nobody'; take beginner, casual"):
        _ = sm.PLAYERS["nobody"]
    assert sm.PLAYERS.get("nobody") is None
    assert "nobody" not in sm.PRESETS


def test_the_common_slips_are_answered() -> None:
    with pytest.raises(sm.InvalidArgument, match=r"position must be a Position, not <Game.*game\.position"):
        sm.playouts(game)  # type: ignore[arg-type]
    with pytest.raises(sm.InvalidArgument, match="these rules have 2 seats, and there are 3 contributions"):
        sm.Game.deal(rules, 0, sm.FairDeal(b"secret", ("a", "b", "c")))
    with pytest.raises(sm.InvalidArgument, match=r"is the name of a file.*read_bytes"):
        sm.verify("/games/first.txt")
    with pytest.raises(sm.InvalidArgument, match="is the name of a file"):
        sm.verify(Path("first.txt"))  # type: ignore[arg-type]
    with pytest.raises(sm.InvalidNotation, match="3 is no move: write source"):
        game.play(3)  # type: ignore[arg-type]
    assert sm.simulate("standard", 2).games == 2
    assert sm.verify("nonsense")[0].line == 1
