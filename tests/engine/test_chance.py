"""The core with sources of chance that break their contract, and with invalid numbers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from spite_and_malice import patience
from spite_and_malice.engine import UNSHUFFLED, Position, deal
from spite_and_malice.engine.core import Belief, Core, Playouts, Policy, apply, core_rules, legal_moves, playout
from spite_and_malice.engine.sampling import Sampler
from spite_and_malice.patience.sampling import sample
from spite_and_malice.play import SeededChance
from spite_and_malice.players.evaluation import evaluation_for
from spite_and_malice.players.weights import TUNED
from spite_and_malice.rules import preset_rules
from tests.engine.build import lay

STANDARD = preset_rules("standard")


class Custom:
    """A source of chance that shuffles and draws by given functions."""

    def __init__(self, shuffle: Callable[[list[int]], Any], lot: Callable[[int], Any] = lambda count: 0) -> None:
        self._shuffle, self._lot = shuffle, lot

    def shuffle(self, cards: list[int]) -> Any:
        return self._shuffle(cards)

    def lot(self, count: int) -> Any:
        return self._lot(count)


def all_of_one(cards: list[int]) -> None:
    cards[:] = cards[:1] * len(cards)


def one_out(cards: list[int]) -> None:
    cards[0] = 10**30


BAD_SHUFFLES: dict[str, Callable[[list[int]], Any]] = {
    "shorter": lambda cards: cards.clear(),
    "one fewer": lambda cards: cards.pop() and None,
    "longer": lambda cards: cards.append(cards[0]),
    "all of one": all_of_one,
    "none that there is": one_out,
    "unknown ones": lambda cards: cards.__setitem__(slice(None), [0] * len(cards)),
    "texts": lambda cards: cards.__setitem__(slice(None), cast("list[int]", ["7h"] * len(cards))),
    "fractions": lambda cards: cards.__setitem__(slice(None), cast("list[int]", [float(card) for card in cards])),
    "a copy": lambda cards: Random(1).sample(cards, len(cards)),
}


@pytest.mark.parametrize("shuffle", BAD_SHUFFLES.values(), ids=BAD_SHUFFLES)
def test_a_shuffle_that_leaves_other_cards_is_refused(shuffle: Callable[[list[int]], Any]) -> None:
    with pytest.raises((ValueError, TypeError), match=r"shuffle\(\) must"):
        deal(STANDARD, 0, Custom(shuffle))
    with pytest.raises((ValueError, TypeError), match=r"shuffle\(\) must"):
        patience.deal(patience.Rules(), Custom(shuffle))
    view = patience.deal_number(patience.Rules(), 1).view()
    with pytest.raises((ValueError, TypeError), match=r"shuffle\(\) must"):
        sample(view, Custom(shuffle))


@pytest.mark.parametrize("shuffle", BAD_SHUFFLES.values(), ids=BAD_SHUFFLES)
def test_a_move_whose_shuffle_fails_leaves_the_position_as_it_was(shuffle: Callable[[list[int]], Any]) -> None:
    completes = lay("Qh 2c", centre=["Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh"], stock="3c 4c 5c")
    before = completes.clone()
    with pytest.raises((ValueError, TypeError), match=r"shuffle\(\) must"):
        completes.play("HQh-C1", Custom(shuffle))
    assert completes == before
    completes.play("HQh-C1", SeededChance(1))
    assert len(completes.stock) == 3 + 12


def test_what_a_source_raises_is_passed_on() -> None:
    def fail(cards: list[int]) -> None:
        raise LookupError("no cards today")

    with pytest.raises(LookupError, match="today"):
        deal(STANDARD, 0, Custom(fail))


@pytest.mark.parametrize("lot", [99, 2, -1, 10**30, 0.5, "1", None])
def test_a_lot_out_of_bounds_is_refused(lot: Any) -> None:
    # A sorted deck gives both seats an ace, which tie however often they turn up.
    rules = preset_rules("standard", changes={"payoff": 1, "first": "highest"})
    with pytest.raises((ValueError, TypeError), match=r"lot\(2\) must return"):
        deal(rules, 0, Custom(lambda cards: cards.sort(), lambda count: lot))


def test_a_source_needs_both_methods() -> None:
    with pytest.raises(TypeError, match=r"no method lot\(\)"):
        deal(STANDARD, 0, Random(1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"no method shuffle\(\)"):
        deal(STANDARD, 0, object())  # type: ignore[arg-type]


def test_a_source_may_not_change_the_position_that_it_shuffles_for() -> None:
    dealt = deal(STANDARD, 0, SeededChance(1))
    found: list[str] = []

    def meddle(cards: list[int]) -> None:
        core = dealt.core
        for change in (
            lambda: dealt.play(dealt.legal_moves[0], UNSHUFFLED),
            lambda: core.copy_from(core.clone()),
            lambda: core.put_stock(12),
            lambda: core.use_chance(None),
            lambda: core.use_seed(1),
            lambda: playout(core, True, 100),
            lambda: Policy(core, list(TUNED)).play_out(core, 9, 9),
        ):
            try:
                change()
            except RuntimeError as error:
                found.append(str(error))

    meddling = Custom(meddle)
    for _ in range(4000):
        if dealt.is_over or found:
            break
        plays = [move for move in dealt.legal_moves if move.plays_to_centre]
        dealt.play(min(plays or dealt.legal_moves, key=str), meddling)
    assert len(found) == 7
    assert all("middle of a move" in text for text in found)


def test_a_list_that_the_source_keeps_changes_nothing_later() -> None:
    kept: list[list[int]] = []

    def keep(cards: list[int]) -> list[int]:
        kept.append(cards)
        return cards

    dealt = deal(STANDARD, 0, Custom(keep))
    stock = dealt.stock
    for cards in kept:
        cards.clear()
    assert dealt.stock == stock


def again(put: Callable[..., None], *arguments: int) -> None:
    for _ in range(1000):
        put(*arguments)


def test_a_hand_takes_no_more_cards_than_the_rules_give() -> None:
    core = deal(STANDARD, 0, SeededChance(1)).core
    before = core.hand(0)
    with pytest.raises(OverflowError, match="5 cards"):
        core.put_hand(0, 12)
    assert core.hand(0) == before


def test_the_core_refuses_places_and_cards_that_there_are_not() -> None:
    dealt = deal(STANDARD, 0, SeededChance(1))
    core = dealt.core
    readers: list[Callable[[], object]] = [
        lambda: core.hand(2),
        lambda: core.hand(-1),
        lambda: core.payoff(0, 1),
        lambda: core.side(0, 4),
        lambda: core.centre(3),
        lambda: core.height(10**6),
        lambda: core.side_top(9, 0),
        lambda: core.payoff_top(0, -1),
        lambda: core.payoff_count(0, 9),
        lambda: core.hand_count(77),
        lambda: core.cards_left(8),
    ]
    for read in readers:
        with pytest.raises(IndexError):
            read()
    writers: list[Callable[[], object]] = [
        lambda: core.put_hand(0, 999),
        lambda: core.put_hand(9, 12),
        lambda: core.put_payoff(0, 3, 12),
        lambda: core.put_side(0, 0, -4),
        lambda: again(core.put_stock, 12),
        lambda: again(core.put_aside, 12),
        lambda: again(core.put_hand, 0, 12),
        lambda: again(core.put_centre, 0, 12),
        lambda: core.put_place(),
        lambda: core.put_turn(5),
        lambda: core.put_turn(0, 1),
        lambda: core.put_turn(0, 1, 77),
        lambda: core.put_turn(0, 4),
        lambda: core.learn_hand(0, 12000),
        lambda: Core(core_rules(STANDARD), -5, 1),
        lambda: Belief(Position.from_view(dealt.view(0)).core, [10**6] * 104, [], [0, 0]),
        lambda: Belief(Position.from_view(dealt.view(0)).core, [12] * 104, [], []),
    ]
    for write in writers:
        with pytest.raises((IndexError, ValueError, OverflowError)):
            write()


def test_playouts_refuse_the_end_of_a_turn_that_cannot_have_been() -> None:
    dealt = deal(STANDARD, 0, SeededChance(1))
    known = Position.from_view(dealt.view(dealt.turn)).core
    belief = Sampler(dealt.view(dealt.turn)).belief
    values = Playouts(Policy(dealt.core, list(TUNED)), belief, list(evaluation_for(STANDARD)), 800, 50)
    before = known.clone()
    before.put_turn(1 - dealt.turn)
    with pytest.raises(ValueError, match="hand of seat"):
        values.add_end(before, legal_moves(dealt.core)[0])
    with pytest.raises(IndexError):
        values.value(dealt.core, 2)


def test_a_seeded_core_is_unchanged_by_the_checks() -> None:
    first, second = deal(STANDARD, 0, SeededChance(3)), deal(STANDARD, 0, SeededChance(3))
    for dealt in (first, second):
        chance = SeededChance(4)
        for _ in range(50):
            dealt.core.use_chance(chance)
            apply(dealt.core, legal_moves(dealt.core)[0])
    assert first == second
