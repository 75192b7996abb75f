"""Tables on which chance decides a card only when it is revealed."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from itertools import permutations
from random import Random

import pytest

from spite_and_malice.engine import deal
from spite_and_malice.engine.core import apply, legal_moves
from spite_and_malice.engine.sampling import unseen
from spite_and_malice.engine.view import view_of
from spite_and_malice.interop.chance_game import CHANCE, LOT, MOST_TIES, OVER, ChanceGame, Setting
from spite_and_malice.interop.guess import guess
from spite_and_malice.interop.hidden import FacedownPile
from spite_and_malice.play import SeededChance
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from tests.interop.playing import cards, eager, let_chance_move, play, uniform
from tests.strategies import house_rules

TINY = Rules.from_json(
    {"deck": {"numbers": {"1": 6, "2": 6, "3": 6}, "jokers": 2}, "wilds": ["*"], "build_to": 3, "payoff": 3, "hand": 3}
)


def house_settings(number: int) -> list[Setting]:
    rng = Random(20)
    found: list[Setting] = []
    while len(found) < number:
        rules = house_rules(rng)
        found.append(Setting(rules, rng.randrange(rules.players), 150))
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_no_card_is_lost_in_a_game(preset: str) -> None:
    rng = Random(1)
    for players in {PRESETS[preset].players[0], PRESETS[preset].players[-1]}:
        setting = Setting(preset_rules(preset, players), max_moves=300)
        game = ChanceGame(setting)
        every = [
            a + b for a, b in zip(setting.kinds.deck, setting.kinds.payoff_deck or setting.kinds.deck, strict=True)
        ]
        if setting.kinds.payoff_deck is None:
            every = setting.kinds.deck
        while play(game, rng, eager, 10):
            renewed = sum(cards(game)) > sum(every)
            assert cards(game) == every or (renewed and setting.rules.stock_out == "renew")
        assert sum(game.returns()) == pytest.approx(0)


def test_games_by_house_rules_end_and_can_be_guessed_at_any_time() -> None:
    rng = Random(2)
    for setting in house_settings(60):
        game = ChanceGame(setting)
        while play(game, rng, eager, rng.randrange(1, 15)):
            viewer = rng.randrange(setting.rules.players)
            guessed = guess(game, viewer, rng.random)
            assert cards(guessed) == cards(game)
            assert sum(guessed.stock_seen()) <= guessed.core.stock_count
            assert guessed.events[viewer] == game.events[viewer]
            assert guessed.turn == game.turn
            assert viewer != game.turn or guessed.legal() == game.legal()
            play(guessed, rng, eager, 10)
        assert game.turn == OVER
        assert len(game.events[0]) <= setting.most_events
        assert max(map(abs, game.returns())) <= setting.most_points


def test_outcomes_are_those_of_a_shuffled_deck() -> None:
    # Never seen: 1 1 2, one of which is a pay-off card, two of which lie in the stock with a 1 and a 3 that came back.
    exact: Counter[tuple[int, int, int]] = Counter()
    for fresh in permutations([0, 0, 1]):
        for stock in permutations([*fresh[1:], 0, 2]):
            exact[stock[0], stock[1], fresh[0]] += 1
    total = sum(exact.values())
    found: dict[tuple[int, ...], float] = {}

    def follow(
        stock: FacedownPile, payoff: FacedownPile, fresh: list[int], drawn: tuple[int, ...], share: float
    ) -> None:
        if len(drawn) == 3:
            found[drawn] = found.get(drawn, 0) + share
            return
        for outcome, probability in (payoff if len(drawn) == 2 else stock).outcomes(fresh, sum(fresh)):
            piles, left = (stock.copy(), payoff.copy()), fresh[:]
            kind = piles[len(drawn) == 2].take(outcome, left)
            follow(*piles, left, (*drawn, kind), share * probability)

    follow(FacedownPile(4, [1, 0, 1]), FacedownPile(1, [0, 0, 0]), [2, 1, 0], (), 1.0)
    assert found == {drawn: pytest.approx(count / total) for drawn, count in exact.items()}


def test_games_are_like_those_with_shuffled_decks() -> None:
    games, rng, chance = 600, Random(3), SeededChance(3)
    lengths: list[list[int]] = [[], []]
    reasons = [Counter[int](), Counter[int]()]
    for _ in range(games):
        game = ChanceGame(Setting(TINY))
        play(game, rng, uniform, 2000)
        lengths[0].append(game.moves_played)
        reasons[0][game.core.reason] += 1
        core = deal(TINY, 0, chance).core
        core.use_seed(rng.getrandbits(60))
        moves = 0
        while legal := legal_moves(core):
            # All cards have one suit here, so that the moves are those of the game.
            apply(core, rng.choice(legal))
            moves += 1
        lengths[1].append(moves)
        reasons[1][core.reason] += 1
    means = [sum(each) / games for each in lengths]
    spread = math.sqrt(sum((length - means[1]) ** 2 for length in lengths[1]) / games)
    assert abs(means[0] - means[1]) < 4 * spread * math.sqrt(2 / games)
    for reason in reasons[1]:
        share = reasons[1][reason] / games
        assert abs(reasons[0][reason] / games - share) < 4 * math.sqrt(2 * share * (1 - share) / games) + 1e-9


def test_20_ties_are_settled_by_lot() -> None:
    game = ChanceGame(Setting(preset_rules("round", 3)))
    ties = 0
    while game.pending().kind != LOT:
        # Seat 0 shows a queen, the others kings, wild and so lowest, and then all the same.
        kind = game.setting.kinds.card_names.index("Q")
        game.apply(kind if any(outcome == kind for outcome, _ in game.outcomes()) else game.outcomes()[-1][0])
        ties += 1
        if ties > 3 * MOST_TIES:
            pytest.fail("no lot is drawn")
    seats = [seat for seat, _ in game.outcomes()]
    assert len(seats) >= 2
    with pytest.raises(ValueError, match="no seat that draws lots"):
        game.apply(99)
    game.apply(seats[-1])
    let_chance_move(game, Random(4))
    assert game.turn == seats[-1]


def test_a_card_is_learnt_only_where_it_is_unknown() -> None:
    core = deal(TINY, 0, SeededChance(1)).core
    core.forget_hand(1)
    assert core.hand(1) == [0, 0, 0]
    for code in (12, 20, 28):
        core.learn_hand(1, code)
    assert core.hand(1) == [12, 20, 28]
    with pytest.raises(ValueError, match="no card of the hand of seat 1 is unknown"):
        core.learn_hand(1, 12)
    with pytest.raises(ValueError, match="is not unknown"):
        core.learn_payoff(0, 0, 12)


def test_suits_are_kept_only_where_they_matter() -> None:
    assert Setting(preset_rules("standard")).kinds.card_names == list("A23456789TJQK")
    assert len(Setting(preset_rules("loading")).kinds.card_names) == 52


def test_moves_are_numbered_where_there_may_be_any_number_of_places() -> None:
    setting = Setting(preset_rules("unlimited", None, {"stock_out": "renew"}), max_moves=400)
    game, rng, most = ChanceGame(setting), Random(6), 0
    while play(game, rng, eager, 5):
        most = max(most, game.core.places)
        assert all(0 <= number < len(setting.kinds.moves) for number in game.legal())
    assert most > 2
    assert "H3-C@2" in {setting.kinds.move_name(move) for move in range(len(setting.kinds.moves))}


def test_cards_have_suits_and_no_more_of_them_than_the_decks() -> None:
    """Computer players look for the cards that they do not see."""
    for preset in ("standard", "book-redeal", "misery", "quick", "partners"):
        game, rng = ChanceGame(Setting(preset_rules(preset))), Random(8)
        while play(game, rng, eager, 9) and game.moves_played < 200:
            view = view_of(game.setting.rules, game.core, game.turn)
            unseen(view)
            guessed = guess(game, game.turn, rng.random)
            unseen(view_of(game.setting.rules, guessed.core, game.turn))
            assert view_of(game.setting.rules, guessed.core, game.turn) == view
            play(guessed, rng, eager, 12)
            if guessed.turn >= 0:
                unseen(view_of(game.setting.rules, guessed.core, guessed.turn))


@pytest.mark.parametrize(("field", "value"), [("dealer", 2), ("max_moves", 0)])
def test_a_setting_out_of_range_is_refused(field: str, value: int) -> None:
    with pytest.raises(ValueError, match=field):
        Setting(preset_rules("standard"), **{field: value})


def test_moves_out_of_turn_are_refused() -> None:
    game = ChanceGame(Setting(TINY, max_moves=1))
    assert game.turn == CHANCE
    assert game.legal() == []
    with pytest.raises(ValueError, match="no outcome of chance"):
        game.apply(1000)
    assert not play(game, Random(5), uniform, 1)
    assert game.is_cut_short
    assert game.returns() == [0, 0]
    with pytest.raises(ValueError, match="no move here"):
        game.apply(0)


def test_a_pickled_table_plays_on_as_the_original_does() -> None:
    game = ChanceGame(Setting(preset_rules("book-redeal")))
    assert play(game, Random(6), eager, 100)
    copies = [game.clone(), pickle.loads(pickle.dumps(game))]
    play(game, Random(7), eager, 50)
    for copy in copies:
        assert copy.events != game.events
        play(copy, Random(7), eager, 50)
        assert copy.events == game.events
        assert cards(copy) == cards(game)


@pytest.mark.parametrize("preset", ["standard", "book", "quick", "partners"])
def test_a_guess_uses_nothing_but_what_the_seat_has_seen(preset: str) -> None:
    rng = Random(8)
    game = ChanceGame(Setting(preset_rules(preset)))
    while play(game, rng, eager, 20) and game.moves_played < 250:
        viewer = game.turn
        another = guess(game, viewer, rng.random)
        one, two = (guess(truth, viewer, Random(9).random) for truth in (game, another))
        assert one.guessed == two.guessed
        assert one.fresh == two.fresh
        assert one.stock_seen() == two.stock_seen()


def test_guessed_cards_are_as_frequent_as_the_unseen_ones() -> None:
    rng = Random(10)
    game = ChanceGame(Setting(TINY))
    assert play(game, rng, uniform, 1)
    viewer = game.turn
    other = 1 - viewer
    unseen = Counter({kind: count for kind, count in enumerate(game.fresh) if count})
    unseen.update(game.setting.kinds.of_code[code] for code in game.core.hand(other))
    guesses = 2000
    found: Counter[int] = Counter()
    for _ in range(guesses):
        guessed = guess(game, viewer, rng.random)
        assert guessed.guessed is not None
        found.update(guessed.guessed[1][other])
    held = game.core.hand_count(other)
    for kind, count in unseen.items():
        share = count / unseen.total()
        spread = math.sqrt(guesses * held * share * (1 - share))
        assert abs(found[kind] - guesses * held * share) < 4.5 * spread
