"""Hints: a legal move, and a reason that the engine confirms, whatever the rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import example, given

from spite_and_malice.analysis.claims import is_true_of
from spite_and_malice.analysis.discarding import Discarding
from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.held import HELD
from spite_and_malice.analysis.hint import Hint, hint, rest_of
from spite_and_malice.analysis.kinds import Kind
from spite_and_malice.analysis.plan import plan_of
from spite_and_malice.analysis.prices import could_follow, results_of, stops_before
from spite_and_malice.analysis.reach import reach
from spite_and_malice.analysis.reason import Reason
from spite_and_malice.analysis.reasons import hand_kept, reason_for, reasons_for
from spite_and_malice.analysis.tidiness import rivals_of, untidiness
from spite_and_malice.analysis.waiting import stock_ends
from spite_and_malice.engine import UNSHUFFLED, Move, Position, View, deal
from spite_and_malice.engine.core import Policy
from spite_and_malice.engine.moves import decode, encode
from spite_and_malice.play import SeededChance
from spite_and_malice.players.monte_carlo import MonteCarlo
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import PRESETS, card_rank, preset_rules
from tests.analysis.claimed import false_claims, shown
from tests.engine.build import lay
from tests.engine.scramble import any_position
from tests.engine.test_views import with_hidden_cards_permuted
from tests.examples import examples, some, times
from tests.strategies import seeds

FOR_EVER = 600.0
WHAT_IT_SAYS = ("src/spite_and_malice/analysis/", "src/spite_and_malice/engine/")


def check(position: Position, text: str, reason: Reason) -> None:
    """Verify the claim of a reason for a legal move with the engine and the whole position."""
    seat, move = position.turn, Move.parse(text)
    after = position.clone()
    after.play(move, UNSHUFFLED)
    own = position.to_json()["players"][seat]
    match reason.kind:
        case Kind.WINS:
            assert after.outcome is not None
            assert seat in after.outcome.winners
        case Kind.PAYOFF:
            assert left(after, seat) == left(position, seat) - 1
        case Kind.ONLY:
            assert len(position.legal_moves) == 1
        case Kind.COVERS:
            assert position.stage == "cover"
            assert position.core.cover == int(move.target[1:]) - 1
        case Kind.LINE | Kind.EMPTYING:
            assert reason.line[0] == text
            check_line(position, reason)
        case Kind.EMPTIES:
            assert (after.turn, held(position, seat), held(after, seat)) == (seat, 1, position.rules.hand)
        case Kind.LOADS:
            assert left(after, int(move.target[1])) == left(position, int(move.target[1])) + 1
        case Kind.BLOCKS:
            assert payoff_plays(position, seat) - payoff_plays(after, seat)
        case Kind.UNCOVERS:
            assert any(str(play).startswith(f"{move.source}-C") for play in after.legal_moves)
            assert after.to_json()["players"][seat]["side"][int(move.source[1:]) - 1][-1] == reason.about
        case Kind.FREES | Kind.LOWER:
            now = after.to_json()["players"][seat]["side"][int(move.source[1:]) - 1]
            assert len(now) == len(own["side"][int(move.source[1:]) - 1]) - 1
            assert (reason.kind == Kind.FREES) == (not now)
            assert now[-1:] == ([reason.about] if now else [])
        case Kind.FILLS:
            assert not own["side"][int(move.target[1:]) - 1]
            assert after.turn == seat or after.is_over
        case Kind.HOLDS_BACK:
            opened = position.clone()
            opened.play(reason.line[0], UNSHUFFLED)
            is_it = (move.source, move.cards) == (opened_by(reason).source, opened_by(reason).cards)
            if " and the pay-off card" in reason.words:
                # That other cards come first is read from the words (`claimed`).
                assert not (is_it and move.plays_to_centre)
            else:
                assert payoff_plays(opened, seat) - payoff_plays(position, seat)
                assert not (is_it and payoff_plays(after, seat) - payoff_plays(position, seat))
        case Kind.SPARES:
            other = position.clone()
            other.play(reason.line[0], UNSHUFFLED)
            elsewhere = payoff_plays(other, seat) - payoff_plays(position, seat)
            assert other.is_over or after.is_over or elsewhere - payoff_plays(after, seat)
        case Kind.WAITS | Kind.GAMES | Kind.RUNS_ON | Kind.FEEDS | Kind.LEADS_NOWHERE:
            assert reason.line[0] in map(str, position.legal_moves)
            assert opened_by(reason).plays_to_centre
            assert not move.plays_to_centre
            assert not position.rules.is_wild(reason.about)
        case Kind.GOES_FIRST:
            assert move.source.lstrip("+")[0] == "P"
            assert reason.about in own["hand"]
            assert rank(reason.about) == rank(position.view(seat).card_of(move))
        case Kind.FROM_HAND:
            assert move.source == "H"
            assert rank(move.cards[0]) in [rank(stack[-1]) for stack in own["side"] if stack]
        case Kind.PAIR:
            assert len(move.cards) == 2
        case Kind.ONLY_TIDY:
            assert not any(map(position.rules.is_wild, (move.cards[0], own["side"][int(move.target[1:]) - 1][-1])))
            assert 0 <= rank(own["side"][int(move.target[1:]) - 1][-1]) - rank(move.cards[0]) <= 1
        case Kind.STEP_DOWN | Kind.SAME_RANK:
            assert move.is_discard
            top = own["side"][int(move.target[1:]) - 1][-1]
            assert not {top[0], move.cards[0][0]} & set(position.rules.wilds)
            assert rank(top) - rank(move.cards[0]) == (1 if reason.kind == Kind.STEP_DOWN else 0)
        case Kind.KEEPS_EQUAL:
            kept = Counter(own["hand"]) - Counter(move.cards)
            assert any(rank(card) == rank(move.cards[0]) for card in kept)
            assert not position.rules.is_wild(move.cards[0])
        case Kind.FURTHEST:
            natural = [card for card in own["hand"] if not position.rules.is_wild(card)]
            assert rank(max(natural, key=lambda card: steps_to(position, card))) == rank(move.cards[0])
            assert len(natural) > 1
        case Kind.SOONEST:
            stack = own["side"][int(move.target[1:]) - 1]
            assert f": {shown(move.cards[0])} lacks only " in reason.words
            assert not stack or not position.rules.is_wild(stack[-1])
            assert not stack or steps_to(position, move.cards[0]) < steps_to(position, stack[-1])
        case Kind.FIRST:
            later = reason.about.split()
            assert later
            assert not Counter(later) - (Counter(own["hand"]) - Counter(move.cards))
            assert not position.rules.is_wild(move.cards[0])
            assert not own["side"][int(move.target[1:]) - 1]
            assert all(steps_to(position, move.cards[0]) < steps_to(position, card) for card in later)
        case Kind.IN_ORDER:
            assert own["side"][int(move.target[1:]) - 1][-1] == reason.about
            assert not any(map(position.rules.is_wild, (reason.about, *move.cards)))
            assert 0 < steps_to(position, move.cards[0]) < steps_to(position, reason.about)
        case Kind.HIGHEST:
            kept = Counter(own["hand"]) - Counter(move.cards)
            assert kept
            assert not any(map(position.rules.is_wild, (*kept, *move.cards)))
            assert not own["side"][int(move.target[1:]) - 1]
            assert all(rank(card) < rank(move.cards[0]) for card in kept)
        case Kind.FREE_STACK | Kind.STAYS_OPEN | Kind.SPARES_TOPS | Kind.IN_REACH:
            assert move.is_discard
            if reason.kind == Kind.IN_REACH:
                assert 0 < rank(reason.about) - rank(move.cards[0]) <= steps_to(position, reason.about)
                assert not position.rules.is_wild(move.cards[0])
            assert reason.kind == Kind.IN_REACH or not own["side"][int(move.target[1:]) - 1]
        case Kind.BURIES:
            assert move.is_discard
            assert own["side"][int(move.target[1:]) - 1][-1] == reason.about
            assert steps_to(position, reason.about)
        case Kind.NEEDED:
            kept = Counter(own["hand"]) - Counter(move.cards)
            assert move.is_discard or move.is_pass
            assert all(kept[card] for card in reason.about.split())
        case Kind.STANDS_FOR:
            assert move.plays_to_centre
            assert position.rules.is_wild(position.view(seat).card_of(move))
            plays = [other for other in position.legal_moves if other.target == move.target]
            assert all(position.rules.is_wild(position.view(seat).card_of(play)) for play in plays)
        case Kind.FEWEST_BURIED:
            others = [each for each in position.legal_moves if each.is_discard and each.cards == move.cards]
            sizes = {len(own["side"][int(each.target[1:]) - 1]) for each in others}
            assert len(own["side"][int(move.target[1:]) - 1]) == min(sizes)
        case Kind.KEEPS_WILD:
            kept = Counter(own["hand"]) - Counter(move.cards)
            assert all(position.rules.is_wild(card) and kept[card] for card in reason.about.split())
        case Kind.BURIES_NOTHING:
            assert move.is_pass
            discards = [other for other in position.legal_moves if other.is_discard]
            assert discards
            assert all(own["side"][int(other.target[1:]) - 1] for other in discards)
        case Kind.LIKE_PAYOFF:
            assert move.is_discard
            assert rank(move.cards[0]) == rank(reason.about)
            assert reason.about in [pile[-1] for pile in own["payoff"] if pile]
        case Kind.BEHIND_PAYOFF:
            assert move.is_discard
            assert own["side"][int(move.target[1:]) - 1][-1] == reason.about
            assert rank(reason.about) in [rank(pile[-1]) for pile in own["payoff"] if pile]
        case Kind.NEXT_ON:
            assert move.is_discard
            assert (Counter(own["hand"]) - Counter(move.cards))[reason.about]
            assert rank(reason.about) == rank(move.cards[0]) - 1
        case Kind.KEEPS_EMPTY:
            targets = {other.target for other in position.legal_moves if other.is_discard} - {move.target}
            assert own["side"][int(move.target[1:]) - 1]
            assert not all(own["side"][int(target[1:]) - 1] for target in targets)
        case Kind.NEEDED_LAST:
            assert move.is_discard
            assert own["side"][int(move.target[1:]) - 1][-1] == reason.about
            assert steps_to(position, reason.about)
        case Kind.KEEPS_OFF:
            assert rank(reason.about)
            assert not move.plays_to_centre
            assert reason.line[0] in map(str, position.legal_moves)
        case Kind.ONLY_NATURAL:
            kept = Counter(own["hand"]) - Counter(move.cards)
            assert move.is_discard
            assert kept
            assert all(map(position.rules.is_wild, kept))
        case Kind.PASS_KEEPS:
            assert move.is_pass
        case Kind.STAYS_FREE | Kind.NOT_COVERED:
            assert move.is_discard
            tops = {stack[-1] for stack in after.to_json()["players"][seat]["side"] if stack}
            assert tops.issuperset(reason.about.split())
        case Kind.SOONER:
            assert not position.rules.is_wild(move.cards[0])
            for card in reason.about.split():
                assert (Counter(own["hand"]) - Counter(move.cards))[card]
                assert 0 < steps_to(position, card) < steps_to(position, move.cards[0])
        case Kind.BEST:
            pass
        case _:
            raise AssertionError(reason.kind)


def opened_by(reason: Reason) -> Move:
    return Move.parse(reason.line[0])


def check_line(position: Position, reason: Reason) -> None:
    """Play the line: nothing new but a hand comes to light before its last move, which keeps the promise."""
    table, seat = position.clone(), position.turn
    for text in reason.line[:-1]:
        kept = held(table, seat) - text.startswith("H")
        table.play(text, UNSHUFFLED)
        assert table.turn == seat
        assert held(table, seat) == kept or not kept
    before = left(table, seat)
    table.play(reason.line[-1], UNSHUFFLED)
    if reason.kind == Kind.LINE:
        assert left(table, seat) == before - 1
    else:
        assert (table.turn, held(table, seat)) == (seat, position.rules.hand)


def payoff_plays(position: Position, mover: int) -> set[tuple[int, str]]:
    """The pay-off cards that the opponents could play on the current centre stacks, ignoring forced plays."""
    rules = position.rules
    found: set[tuple[int, str]] = set()
    table = position.to_json()
    table["rules"] |= {"forced": [], "forced_from": []}
    if not all(position.core.cards_left(side) for side in range(rules.side_count)):
        return found
    for opponent in range(rules.players):
        if opponent in (mover, rules.partner(mover)):
            continue
        table |= {"turn": opponent, "stage": "play", "cover": None, "moved": False, "result": None, "passes": 0}
        moves = Position.from_json(table).legal_moves
        found |= {(opponent, move.source) for move in moves if move.source.startswith("P") and move.plays_to_centre}
    return found


def steps_to(position: Position, card: str) -> int:
    """How many cards have to come before this one, on the centre stack with the fewest."""
    heights = [len(stack) for stack in position.to_json()["centre"]] + [0] * (position.rules.centre is None)
    return min((rank(card) - 1 - height) % position.rules.build_to for height in heights)


def left(position: Position, seat: int) -> int:
    return int(position.core.cards_left(seat % position.rules.side_count))


def held(position: Position, seat: int) -> int:
    return int(position.core.hand_count(seat))


def rank(card: str) -> int:
    return card_rank(card)


@given(seed=seeds())
@example(seed=57280)
@example(seed=2013)
@example(seed=697)
@examples(60)
def test_every_reason_for_every_move_is_true_anywhere(seed: int) -> None:
    position, _ = any_position(seed)
    if position.is_over:
        return
    view = position.view(position.turn)
    for text in view.legal:
        for reason in reasons_for(view, text, None, FOR_EVER):
            check(position, text, reason)
            assert not reason.words[0].islower()
            assert reason.words[-1] == "."
            assert "{" not in reason.words
            assert not re.search(r"stack \d", reason.words), "stacks bear no numbers on the table"


@pytest.mark.parametrize("preset_id", some(PRESETS, *WHAT_IT_SAYS, of=16))
def test_every_reason_is_true_in_play(preset_id: str) -> None:
    preset = PRESETS[preset_id]
    chance, rng = SeededChance(7), Random(preset_id)
    position = deal(preset_rules(preset_id, rng.choice(preset.players)), 0, chance)
    told: set[Kind] = set()
    for number in range(60):
        if position.is_over:
            break
        view = position.view(position.turn)
        for text in view.legal if number % (60 // times(60)) == 0 else ():
            for reason in reasons_for(view, text, None, FOR_EVER):
                check(position, text, reason)
                told.add(reason.kind)
        plays = [move for move in position.legal_moves if not move.is_discard]
        position.play(rng.choice(plays or position.legal_moves), chance)
    assert len(told) >= 4


def contrasts(preset_id: str, positions: int) -> Iterator[tuple[Position, str, str, Reason]]:
    """Yield reasons to prefer a move to another one, from a number of positions of a version."""
    chance, rng = SeededChance(3), Random(preset_id)
    rules = preset_rules(preset_id, rng.choice(PRESETS[preset_id].players))
    position = deal(rules, 0, chance)
    policy = Policy(position.core, list(tuned_for(rules)))
    for _ in range(positions):
        if position.is_over:
            position = deal(rules, 0, chance)
        view = position.view(position.turn)
        if len(view.legal) > 1:
            text, other = rng.sample(view.legal, 2)
            for reason in reasons_for(view, text, None, 0.05, other):
                yield position, text, other, reason
        likely = str(decode(policy.choose(position.core), rules.payoff_piles))
        position.play(likely if rng.random() < 0.9 else rng.choice(view.legal), chance)


@pytest.mark.parametrize("preset_id", some(list(PRESETS)[::-1], *WHAT_IT_SAYS, of=24))
def test_a_reason_is_true_of_one_move_and_false_of_the_other(preset_id: str) -> None:
    told = Counter[Kind]()
    for position, text, other, reason in contrasts(preset_id, 120):
        check(position, text, reason)
        told[reason.kind] += 1
        if reason.kind != Kind.BEST:
            with pytest.raises((AssertionError, IndexError, ValueError)):
                check(position, other, reason)
    assert len(told) >= 5


def test_what_is_true_of_both_moves_is_no_reason() -> None:
    view = lay("9h 5s Kd", payoff=["7d Qh"]).view(0)
    for text, other in (("H9h-S1", "H9h-S2"), ("H9h-S1", "H5s-S2"), ("H5s-S1", "H9h-S1")):
        words = {reason.words for reason in reasons_for(view, text, over=other)}
        assert (
            "Discard 9♥ on an empty side stack: there it buries nothing, and you can still play it later." not in words
        )
        assert "Discard 9♥ on an empty side stack: you keep K♦, which can stand for whatever you need." not in words
    assert [reason.kind for reason in reasons_for(view, "H9h-S1", over="H9h-S2")] == [Kind.BEST]


def test_a_reason_says_what_the_other_discard_would_cover() -> None:
    view = lay("3c 9h Jd", payoff=["7d Qh"], side=["8s", "4d"]).view(0)
    words = [reason.words for reason in reasons_for(view, "H3c-S2", over="H3c-S1")]
    said = "8♠ stays free, and after it your 9♥ can be played."
    assert f"Discard 3♣ on 4♦: {said}" in words
    assert not any(said in reason.words for reason in reasons_for(view, "H3c-S1", over="H3c-S2"))


@pytest.mark.parametrize(
    ("position", "tidy", "untidy"),
    [
        (lay("9h 5s", side=["Ts"]), "H9h-S1", "H5s-S2"),
        (lay("Qh 5s", side=["4s", "7d"]), "HQh-S3", "HQh-S1"),
    ],
)
def test_of_discards_that_are_as_good_the_tidy_one_is_advised(
    monkeypatch: pytest.MonkeyPatch, position: Position, tidy: str, untidy: str
) -> None:
    view = position.view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse(untidy), 1)])
    same = lambda _view, _log, lines, *_: [[100, 90, 110, 100] for _ in lines]  # noqa: E731
    monkeypatch.setattr("spite_and_malice.analysis.best_line.compare_for", same)
    found = hint(view, [], 0.05)
    assert untidiness(view, Move.parse(found.move)) <= untidiness(view, Move.parse(tidy))
    assert untidiness(view, Move.parse(found.move)) < untidiness(view, Move.parse(untidy))
    # A clearly better move is advised, tidy or not.
    better = lambda _view, _log, lines, *_: [[300, 290, 310, 300], *([[100, 90, 110, 100]] * (len(lines) - 1))]  # noqa: E731
    monkeypatch.setattr("spite_and_malice.analysis.best_line.compare_for", better)
    monkeypatch.setattr("spite_and_malice.analysis.best_line.ends_of", lambda *_: [[1.0] * 40, [0.0] * 40])
    assert hint(view, [], 0.05).move == untidy


@pytest.mark.parametrize(
    ("hand", "side", "untidy", "lead", "advised"),
    [
        ("9h 5s", ["9s"], "H9h-S2", 500, "H9h-S1"),
        ("9h 5s", ["Ts"], "H9h-S2", 50, "H9h-S1"),
        ("9h 5s", ["Ts"], "H9h-S2", 70, "H9h-S2"),
        ("9h 8s", ["2c", "2d"], "H8s-S3", 10, "H9h-S3"),
        ("9h 8s", ["2c", "2d"], "H8s-S3", 30, "H8s-S3"),
    ],
)
def test_a_card_goes_on_an_equal_one_or_in_playing_order(
    monkeypatch: pytest.MonkeyPatch, hand: str, side: list[str], untidy: str, lead: int, advised: str
) -> None:
    view = lay(hand, side=side, payoff=["6d " * 30 + "7d"]).view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse(untidy), 1)])
    ahead = lambda _view, _log, lines, *_: [[lead] * 4, *([[0] * 4] * (len(lines) - 1))]  # noqa: E731
    monkeypatch.setattr("spite_and_malice.analysis.best_line.compare_for", ahead)
    assert hint(view, [], 0.05).move == advised


@pytest.mark.parametrize(
    ("hand", "side", "move", "answered", "words"),
    [
        ("9d Td 2s 2h", ["4c", "4d", "4s"], "H9d-S4", "HTd-S4", "9♦ can be played before 10♦, and then"),
        ("7h 9c 2s", ["7s", "9d", "Js"], "H9c-S2", "H7h-S1", "9♣ waits longest of your hand, as 8 cards"),
        ("Qh", ["7s", "5d"], "HQh-S1", "HQh-S2", "6 cards have to come before 7♠ anyway"),
        ("Kc", ["3c", "8s", "5c", "2d"], "HKc-S1", "HKc-S2", "8♠ and 5♣ stay free."),
        ("8s", ["3h", "6s", "3s", "7c"], "H8s-S1", "H8s-S3", "it lacks only A and 2. 6♠ stays free."),
    ],
)
def test_a_discard_answers_the_others_that_look_as_tidy(
    monkeypatch: pytest.MonkeyPatch, hand: str, side: list[str], move: str, answered: str, words: str
) -> None:
    view = lay(hand, side=side, payoff=["6d " * 30 + "Jd"]).view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse(move), 1)])
    ahead = lambda _view, _log, lines, *_: [[100] * 4, *([[0] * 4] * (len(lines) - 1))]  # noqa: E731
    monkeypatch.setattr("spite_and_malice.analysis.best_line.compare_for", ahead)
    found = hint(view, [], FOR_EVER)
    assert found.move == move
    assert answered in rivals_of(view, move)
    assert words.lower() in found.words.lower()
    assert not all(is_true_of(view, move, reason, answered) for reason in found.reasons)


def test_a_card_is_not_held_back_where_the_player_can_go_on_past_the_payoff_card() -> None:
    held = "Keep 5♥ off 4♠: otherwise Bea would need only 6 for the pay-off card 7♣."
    for hand, is_said in (("5h 9h 6d", True), ("5h 9h 6d 7d", False), ("5h 9h 7d", True)):
        view = lay(hand, payoff=["2d Ah"], centre=["As 2s 3s 4s"], others={1: {"payoff": ["7d 7c"]}}).view(0)
        said = [each.words for each in reasons_for(view, "H9h-S1", ("Ada", "Bea"))]
        assert (held in said) == is_said


def test_a_card_is_not_held_back_from_what_the_player_can_close_again() -> None:
    held = "Keep 8♥ off 7♠: otherwise Bea could play the pay-off card 9♣."
    for hand, is_said in (("8h Qh", True), ("8h Qh 9d", False)):
        view = lay(hand, centre=["As 2s 3s 4s 5s 6s 7s"], others={1: {"payoff": ["7d 9c"]}}).view(0)
        assert (held in [each.words for each in reasons_for(view, "HQh-S1", ("Ada", "Bea"))]) == is_said


def test_a_card_is_not_kept_from_another_where_it_makes_room_for_the_payoff_card() -> None:
    for payoff, is_said in (("Jd", True), ("6d", False)):
        others = {1: {"payoff": ["7d Kc"], "side": ["5c"]}}
        view = lay("4h Qh", payoff=[f"2d {payoff}"], centre=["As 2s 3s"], others=others).view(0)
        words = " ".join(each.words for each in reasons_for(view, "HQh-S1", ("Ada", "Bea")))
        assert ("Keep 4♥ off 3♠: you have no 5 to follow it, but Bea has 5♣." in words) == is_said


def test_what_the_payoff_card_lacks_is_said_again_in_short() -> None:
    position = lay("Th 8c", payoff=["2d 5d"], side=["3c", "4c"], centre=["As"])
    first = hint(position.view(0), [], FOR_EVER, worlds=20)
    assert first.words.startswith("Your pay-off card 5♦ lacks 2 on A♠: leave 3♣ and 4♣ free for it.")
    again = hint(position.view(0), [], FOR_EVER, worlds=20, heard=first.heard)
    assert again.words.startswith("Leave 3♣ and 4♣ free for your pay-off card 5♦.")
    position = lay("Th 8c", payoff=["2d 3d"], side=["Qc"], centre=["As"])
    first = hint(position.view(0), [], FOR_EVER, worlds=20)
    again = hint(position.view(0), [], FOR_EVER, worlds=20, heard=first.heard)
    assert again.words.startswith("Your pay-off card 3♦ still lacks 2 on A♠.")


def test_a_way_to_the_payoff_card_goes_on_past_an_empty_hand() -> None:
    kings = lay("Kh Kd Kc 8c", payoff=["2h Ts"], side=["7h", "9s"], centre=["As 2s 3s"], stock="7c 7h 8c 8h 9c 9h")
    found = hint(kings.view(0), [], FOR_EVER, worlds=20)
    assert found.words.startswith("Your pay-off card 10♠ is seven plays away: ")
    assert found.line[-3:] == ("H8c-C1", "S2-C1", "P-C1")
    low = lay("3c 2h 4d", payoff=["2d 5s"], side=["2d"], centre=["As"], stock="7c 7h 8c 8h 9c 9h").view(0)
    assert hint(low, [], FOR_EVER, worlds=20).words.startswith(
        "Your pay-off card 5♠ is four plays away: 2♥, 3♣, 4♦ and your pay-off card 5♠ on A♠."
    )


def test_a_wild_card_is_not_discarded_beside_others_unless_more_games_are_won_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = lay("Kd 5h 9s", payoff=["7d 2h"], centre=["As"]).view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse("HKd-S1"), 1)])
    monkeypatch.setattr("spite_and_malice.analysis.best_line._is_better", lambda *_: True)
    assert hint(view, [], 0.05).move == "P-C1"
    better = lambda _view, _log, lines, *_: [[300] * 4, *([[100] * 4] * (len(lines) - 1))]  # noqa: E731
    monkeypatch.setattr("spite_and_malice.analysis.best_line.compare_for", better)
    monkeypatch.setattr("spite_and_malice.analysis.best_line.ends_of", lambda *_: [[1.0] * 40, [0.0] * 40])
    assert hint(view, [], 0.05).move == "HKd-S1"


def test_of_reasons_for_a_discard_those_come_first_that_do_not_hold_for_the_best_other_one() -> None:
    view = lay("9h 9s 9d", payoff=["7d Qh"], side=["8s", "8d", "8c", "8h"]).view(0)
    found = hint(view, [], 0.2)
    assert found.over in view.legal
    assert Move.parse(found.over).is_discard
    assert re.search("fits wherever 9. does", found.words)


@given(seed=seeds())
@examples(30)
def test_a_reason_never_depends_on_a_hidden_card(seed: int) -> None:
    position, rng = any_position(seed)
    if position.is_over:
        return
    other = with_hidden_cards_permuted(position, position.turn, rng)
    for text in position.view(position.turn).legal:
        assert reason_for(position.view(position.turn), text, None, FOR_EVER) == reason_for(
            other.view(position.turn), text, None, FOR_EVER
        )


@given(seed=seeds())
@examples(20)
def test_a_hint_is_a_legal_move_with_its_reason(seed: int) -> None:
    position, _ = any_position(seed)
    if position.is_over:
        return
    view = position.view(position.turn)
    given = hint(view, [], FOR_EVER, seed, worlds=8)
    assert given.move in view.legal
    assert given.line[0] == given.move
    assert given.words
    assert list(false_claims(view, given)) == []


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (lay("9h", payoff=["As"]), "P-C1", "Your pay-off card A♠ on an empty stack is the last one: with it you win."),
        (lay("9h", payoff=["7d As"]), "P-C1", "Play your pay-off card A♠ on an empty stack: 1 is left."),
        (
            lay("Ah 9h", payoff=["7d 2h"]),
            "HAh-C1",
            "Your pay-off card 2♥ is two plays away: A♥ and your pay-off card 2♥ on an empty stack.",
        ),
        (
            lay("9h", payoff=["7d Ks"], centre=["As", "As 2s 3s"], others={1: {"payoff": ["7d 3c"]}}),
            "P-C2",
            "Better here than on A♠: there it would let Bea play the pay-off card 3♣.",
        ),
        (
            lay("Ah", payoff=["7d 9h"]),
            "HAh-C1",
            "A♥ on an empty stack empties your hand: you draw 5 new cards and go on.",
        ),
        (
            lay("Ah 2h", payoff=["7d 9h"]),
            "HAh-C1",
            "Empty your hand for 5 new cards: A♥ and 2♥ on an empty stack.",
        ),
        (
            lay("3h 9h 9s", payoff=["7d 9h"], centre=["As 2s"], others={1: {"payoff": ["7d 3c"]}}),
            "H3h-C1",
            "It takes the place where Bea could play the pay-off card 3♣.",
        ),
        (
            lay("2h 9h 9s", payoff=["7d 9h"], centre=["As"], others={1: {"payoff": ["7d 3c"]}}),
            "H2h-S1",
            "Keep 2♥ off A♠: otherwise Bea could play the pay-off card 3♣.",
        ),
        (
            lay("2h 9h 9s", payoff=["7d 9h"], centre=["As"], others={1: {"payoff": ["7d 3c"]}}),
            "H9h-S1",
            "Keep 2♥ off A♠: otherwise Bea could play the pay-off card 3♣.",
        ),
        (
            lay("9h 5s", payoff=["7d 9h"], side=["Th"]),
            "H9h-S1",
            "Discard 9♥ on 10♥: when 9♥ is played, 10♥ can follow.",
        ),
        (lay("9h 5s", side=["9s"]), "H9h-S1", "Discard 9♥ on 9♠: it covers only an equal card."),
        (
            lay("9h 5s"),
            "H9h-S2",
            "Discard 9♥ on an empty side stack: 9♥ waits longest of your hand, as 8 cards have to come before it.",
        ),
        (lay("9h 9s 5s"), "H9h-S2", "Discard 9♥ on an empty side stack: you keep 9♠, which fits wherever 9♥ does."),
        (lay("9h 9h 5s"), "H9h-S2", "Discard 9♥ on an empty side stack: you keep another 9♥."),
        (
            lay("3c 5s Qh Jd Js", payoff=["7d Qs"]),
            "H3c-S1",
            "Discard 3♣ on an empty side stack: 3♣ lacks only A and 2 and may soon be played from there.",
        ),
        (
            lay("9h 5s Qd", centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts"]),
            "HQd-S2",
            "Discard Q♦ on an empty side stack: Q♦ lacks only J and may soon be played from there.",
        ),
        (
            lay("9h 5s Qd", centre=["As 2s 3s 4s 5s 6s 7s 8s 9s", "As 2s 3s"]),
            "HQd-S2",
            "Discard Q♦ on an empty side stack: Q♦ is the highest card of your hand, and lower ones can lie on it.",
        ),
        (
            lay("9h 5s 2d"),
            "H5s-S2",
            "Discard 5♠ on an empty side stack: there it buries nothing, and you can still play it later.",
        ),
        (
            lay("9h 6s 2d", side=["3c", "Jd"]),
            "H6s-S3",
            "Discard 6♠ on an empty side stack: 3♣, which can soon be played, stays free.",
        ),
        (
            lay("9h 6s 2d", side=["9c", "Jd", "Qs", "Qd"]),
            "H9h-S1",
            "Discard 9♥ on 9♣: no other card of your hand can go on an equal or next higher card.",
        ),
        (
            lay("3h Qh Jd", payoff=["2d Ah"], centre=["As 2s"], side=["4d"], others={1: {"payoff": ["7d 6c"]}}),
            "HQh-S2",
            "Keep 3♥ off 2♠: otherwise Bea would need only 4 and 5 for the pay-off card 6♣.",
        ),
        (
            lay("3h Qh 4d", payoff=["2d Ah"], centre=["As 2s"], others={1: {"payoff": ["7d 7c"]}}),
            "HQh-S1",
            "Keep 3♥ off 2♠: with 4♦ after it Bea would need only 5 and 6 for the pay-off card 7♣.",
        ),
        (
            lay("3h Qh Jd", payoff=["2d Ah"], centre=["As 2s"], others={1: {"payoff": ["7d Kc"], "side": ["4c"]}}),
            "HQh-S1",
            "Keep 3♥ off 2♠: you have no 4 to follow it, but Bea has 4♣.",
        ),
        (
            lay("9h 8s 2d"),
            "H9h-S1",
            "Discard 9♥ on an empty side stack: your 8♠ can go on 9♥ next turn, in playing order.",
        ),
        (
            lay("7h 5s 2d", payoff=["9h 7d"]),
            "H7h-S1",
            "Discard 7♥ on an empty side stack: wherever 7♥ fits, your pay-off card 7♦ goes first.",
        ),
        (
            lay("9h 5s 2d", payoff=["9d 7d"], side=["7c"]),
            "H5s-S1",
            "Discard 5♠ on 7♣: 7♣ may be covered, since your pay-off card 7♦ goes before it.",
        ),
        (
            lay("9h 9s 2d", payoff=["9c 7d"], side=["6c"]),
            "H9h-S1",
            "Discard 9♥ on 6♣: 3 side stacks stay empty for later, and 5 cards have to come before 6♣ anyway.",
        ),
        (
            lay("5h Qh Qd", payoff=["9c 2d"], side=["Jc Jd", "Js Jh", "9c 9d", "9h 8h"]),
            "H5h-S4",
            "Discard 5♥ on 8♥: 5♥ can still be played before 8♥.",
        ),
        (
            lay("9h 9s Kd", payoff=["9c 2d"], side=["6c", "5c"], centre=["As 2s 3s"]),
            "H9h-S1",
            "Discard 9♥ on 6♣: 2 side stacks stay empty for later.",
        ),
        (
            lay("5h Qh Kd"),
            "H5h-S1",
            "Discard 5♥ on an empty side stack: 5♥ can be played before any other natural card of your hand, and then "
            "that side stack is empty again.",
        ),
        (
            lay("7d 3s", payoff=["9c 7d"]),
            "H7d-S1",
            "Discard 7♦ on an empty side stack: the 7♦ on your pay-off pile goes before it.",
        ),
        (
            lay("5h 6h 9s", payoff=["2d Ah"], centre=["As 2s 3s 4s"], others={1: {"payoff": ["7d Qd"]}}),
            "H9s-S1",
            "5♥ could go on 4♠ too, but that brings Bea nearer to the pay-off card Q♦, and you no nearer to yours.",
        ),
        (
            lay("6h 6s", payoff=["2d 4h"], side=["Jc", "3d", "4d", "5d"]),
            "H6h-S1",
            "Discard 6♥ on J♣: of your top cards J♣ can wait longest, as 10 cards have to come before it.",
        ),
        (
            lay("5h 9h 9s", payoff=["2d Ah"], centre=["As 2s 3s 4s"], others={1: {"payoff": ["7d 7c"]}}),
            "H9h-S1",
            "Keep 5♥ off 4♠: otherwise Bea would need only 6 for the pay-off card 7♣.",
        ),
        (
            lay(
                "5h 9h 9s",
                payoff=["2d Ah"],
                centre=["As 2s 3s 4s", "Ac 2c 3c 4c", "Ah 2h"],
                others={1: {"payoff": ["7d 7c"]}},
            ),
            "H9h-S1",
            "Keep 5♥ off 4♠ and 4♣: otherwise Bea would need only 6 for the pay-off card 7♣.",
        ),
        (
            lay("9h Kd"),
            "H9h-S1",
            "Discard 9♥ on an empty side stack: 9♥ is the only card of your hand that is not wild.",
        ),
        (
            lay("9h Td", side=["2c", "3c", "4c", "5c"], rules={"pass": True, "side_order": "descending"}),
            "pass",
            "Nothing can be discarded now: with a pass you keep 9♥ and 10♦ for your next turn.",
        ),
        (
            lay("Kd", rules={"pass": True}),
            "pass",
            "With a pass you keep K♦ for your next turn; a discard would give it up.",
        ),
    ],
)
def test_the_reason_in_words(position: Position, move: str, words: str) -> None:
    assert words in [reason.words for reason in reasons_for(position.view(0), move, ("Ada", "Bea"))][:4]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("5h 9h 9s", "Keep 5♥ off 4♠: you have no 6 to follow it, so the next player could go on there first."),
        (
            "5h 9h Kd",
            "Keep 5♥ off 4♠: you have only a wild card to follow it, so the next player could go on there first.",
        ),
        ("5h 6h 9s", "5♥ could go on 4♠ too, but the games looked ahead went better without that."),
    ],
)
def test_a_playable_card_that_waits_leads_on_or_not(hand: str, words: str) -> None:
    position = lay(hand, payoff=["2d Ah"], centre=["As 2s 3s 4s"], others={1: {"payoff": ["7d 2d"]}})
    text = "H9s-S1" if "9s" in hand else "H9h-S1"
    assert next(reasons_for(position.view(0), text, None, FOR_EVER)).words == words


@pytest.mark.parametrize(
    ("position", "move", "kind"),
    [
        # A queen can go at once, or no jack may lie on it, or the next card for it is needed in the hand.
        (
            lay("Jh Jd", payoff=["7d 9h"], side=["Qc"], centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"]),
            "HJh-S1",
            "step down",
        ),
        (lay("Qh 9d 6d", payoff=["7d 9h"], rules={"side_order": "descending"}), "HQh-S1", "highest"),
        (lay("9d 8d 2s", payoff=["7d 9h"], centre=["As 2s 3s 4s 5s"]), "H9d-S1", "next on"),
    ],
)
def test_no_reason_tells_what_does_not_follow(position: Position, move: str, kind: str) -> None:
    assert kind not in {reason.kind for reason in reasons_for(position.view(0), move, None, FOR_EVER)}


def test_a_wild_card_stands_for_nothing_that_the_partner_has() -> None:
    for top, stands in (("As", False), ("9s", True)):
        others = {2: {"payoff": [f"7d {top}"]}}
        view = lay("Kd 5h", preset="partners", players=4, payoff=["7d 9h"], others=others).view(0)
        kinds = [reason.kind for reason in reasons_for(view, "HKd-C1")]
        assert (Kind.STANDS_FOR in kinds) == stands


def test_a_hint_goes_for_the_payoff_card_where_a_line_leads_there() -> None:
    position = lay("Ah 3h Kd 9s Ts", payoff=["7d 4h"], side=["2c"])
    moves = []
    while position.core.cards_left(0) == 2:
        given_hint = hint(position.view(0), [], 0.05)
        moves.append(given_hint.move)
        position.play(given_hint.move, UNSHUFFLED)
    assert moves[-1] == "P-C1"
    assert len(moves) == 4


@pytest.mark.parametrize(("ahead", "pays"), [(0, True), (40, False)])
def test_a_line_has_to_be_surely_better_than_the_one_to_the_payoff_card(
    monkeypatch: pytest.MonkeyPatch, ahead: int, pays: bool
) -> None:
    view = lay("Ah 3h 9s Ts", payoff=["7d 4h"], side=["2c"]).view(0)
    other = encode(Move.parse("HTs-S2"), 1)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [other])
    values = lambda _view, _log, lines, *_: [[100 + ahead] * 4, *([[100] * 4] * (len(lines) - 1))]  # noqa: E731
    monkeypatch.setattr("spite_and_malice.analysis.best_line.compare_for", values)
    for wins in (1.0, 0.0):
        monkeypatch.setattr("spite_and_malice.analysis.best_line.ends_of", lambda *_, end=wins: [[end] * 9, [0.5] * 9])
        found = hint(view, [], 0.05)
        # A line that is ahead after two laps has to win more games, too.
        assert (found.move == "HAh-C1") == (pays or not wins)
        assert (found.reasons[0].kind == Kind.LINE) == (pays or not wins)
        assert "your pay-off card 4♥" in found.words or "Your pay-off card 4♥" in found.words


def test_a_discard_says_of_wild_cards_that_could_be_played_that_they_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse("HTs-S1"), 1)])
    for hand, kept in (("Ts Kd Kc 2c", "You keep K♦ and K♣, which"), ("Ts Kd 2c", "You keep K♦, which"), ("Ts 2c", "")):
        view = lay(hand, payoff=["7d Jd"], centre=["As 2s"], side=["Js"]).view(0)
        words = hint(view, [], 0.05).words
        assert (kept in words) if kept else ("You keep K" not in words)


@pytest.mark.parametrize("is_better", [False, True])
def test_a_wild_card_is_not_spent_for_one_that_the_hand_has_unless_that_is_surely_better(
    monkeypatch: pytest.MonkeyPatch, is_better: bool
) -> None:
    view = lay("Kc 4h 9h", payoff=["7d 5d"], centre=["As 2s 3s"]).view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse("HKc-C1"), 1)])
    monkeypatch.setattr("spite_and_malice.analysis.best_line._is_better", lambda *_: is_better)
    assert hint(view, [], 0.05).move == ("HKc-C1" if is_better else "H4h-C1")


def test_a_hint_that_passes_by_a_way_says_which_wild_card_the_way_would_take(monkeypatch: pytest.MonkeyPatch) -> None:
    view = lay("Kd 3h 9s Ts", payoff=["7d 4h"], side=["2c"]).view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse("HTs-S2"), 1)])
    monkeypatch.setattr("spite_and_malice.analysis.best_line._is_better", lambda *_: True)
    found = hint(view, [], 0.05)
    assert (found.move, found.reasons[-2].kind) == ("HTs-S2", Kind.KEEPS_WILD)
    assert found.words == (
        "There is a way to your pay-off card 4♥: K♦ as A from your hand, 2♣ from your side stack, 3♥ and your pay-off "
        "card 4♥ on an empty stack. But it takes K♦, which is worth more in your hand. Discard 10♠ on an empty side "
        "stack: your 9♠ can go on 10♠ next turn, in playing order."
    )
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse("HKd-S2"), 1)])
    assert "But it takes" not in hint(view, [], 0.05).words


def test_a_plan_stands_until_its_end_and_is_said_shorter_on_its_later_steps() -> None:
    position = lay("Ah 3h Kd 9s Ts", payoff=["7d 4h"], side=["2c"])
    first = hint(position.view(0), [], 0.05)
    said, begun = [first.words], first
    while len(begun.line) > 1:
        position.play(begun.move, UNSHUFFLED)
        made = [f"0 {begun.move}"]
        rest = rest_of(begun.line, 0, made)
        begun = hint(position.view(0), made, 0.05, begun=rest)
        assert list(begun.line) == rest
        said.append(begun.words)
    assert said[0].startswith("Your pay-off card 4♥ is four plays away: ")
    assert said[1:] == [
        "Now play 2♣ from your side stack, 3♥ and your pay-off card 4♥ on A♥.",
        "Now play 3♥ and your pay-off card 4♥ on 2♣.",
        "Play your pay-off card 4♥ on 3♥: 1 is left.",
    ]


@pytest.mark.parametrize("made", [[], ["0 HTs-S2"], ["1 HAh-C1"], ["0 HAh-C1", "0 HTs-S2"]])
def test_a_plan_that_was_not_followed_does_not_stand(made: list[str]) -> None:
    assert rest_of(["HAh-C1", "S1-C1", "P-C1"], 0, made) == []


@pytest.mark.parametrize(
    ("position", "line", "words"),
    [
        (
            lay("3h 9h 9s", payoff=["7d Qd"], centre=["As 2s"]),
            "H3h-C1",
            "Play 3♥ on 2♠: next turn you draw 1 card more.",
        ),
        (
            lay("3h 9h Kd", payoff=["7d 2d"], centre=["As"]),
            "HKd-C1 H3h-C1",
            "Play K♦ as 2 and 3♥ on A♠: K♦ lets 3♥ follow, and next turn you draw 2 cards more.",
        ),
        (
            lay("3h", payoff=["7d Qd"], centre=["As 2s"], rules={"empty_hand": "end"}),
            "H3h-C1",
            "3♥ on 2♠ empties your hand: the turn ends without a discard.",
        ),
    ],
)
def test_a_play_that_leads_to_nothing_else_says_what_it_is_for(position: Position, line: str, words: str) -> None:
    plan = plan_of(position.view(0), line.split())
    assert plan is not None
    assert plan.words == words


@pytest.mark.parametrize(
    ("side", "waits"),
    [([], "A and 2 on an empty centre stack: keep 3♥ for it."),
     (["2c"], "A on an empty centre stack: keep 3♥ for it, and leave 2♣ free.")],
    ids=["hand", "side stack"],
)  # fmt: skip
def test_what_the_player_has_does_not_lack(side: list[str], waits: str) -> None:
    view = lay("3h 9h", payoff=["7d 4h"], side=side).view(0)
    plan = plan_of(view, [view.legal[-1]])
    assert plan is not None
    assert plan.words == f"Your pay-off card 4♥ lacks {waits}"


def test_the_opponent_who_lacks_least_is_told_of_and_what_they_have_is_not_lacking() -> None:
    others = {1: {"payoff": ["7d 9d"]}, 2: {"payoff": ["7d 9h"], "side": ["7c"]}}
    told = ["0 HTs-S1", "0 HTc-S1"], ("Ada", "Hugo", "Rosa")
    view = lay("9c 6s", players=3, payoff=["7d 2h"], centre=["As 2s 3s 4s 5s"], others=others).view(0)
    plan = plan_of(view, ["H9c-S1"], *told)
    assert plan is not None
    assert plan.words == "Rosa needs only 6 and 8 on 5♠ for the pay-off card 9♥: keep your 6♠ back."
    # Who can play neither has nothing to keep away.
    for hand in ("9c 9s", "9c 8s"):
        view = lay(hand, players=3, payoff=["7d 2h"], centre=["As 2s 3s 4s 5s"], others=others).view(0)
        plan = plan_of(view, ["H9c-S1"], *told)
        assert plan is None or "back" not in plan.words


@pytest.mark.parametrize(
    ("position", "line", "words"),
    [
        (
            lay("3h 6h 9s", payoff=["7d Qd"], centre=["As 2s"], others={1: {"payoff": ["7d 5c"], "side": ["4c"]}}),
            "H3h-C1",
            "The price: Bea can then play 4♣ and the pay-off card 5♣.",
        ),
        (
            lay("3h 6h 9s", payoff=["7d Qd"], centre=["As 2s"], others={1: {"payoff": ["7d 6c"], "side": ["4c"]}}),
            "H3h-C1",
            "The price: Bea then needs only 5 for the pay-off card 6♣.",
        ),
        (
            lay("3h 9h 9s", payoff=["7d Qd"], centre=["As 2s"], others={1: {"payoff": ["7d Jc"], "side": ["4c"]}}),
            "H3h-C1",
            "The price: 4♣ (Bea) can follow.",
        ),
        (
            lay("3h 6h 5s", payoff=["7d Qd"], centre=["As 2s"], others={1: {"payoff": ["7d Jc"]}}),
            "H3h-C1",
            "Then your 5♠ lacks only 4.",
        ),
    ],
)
def test_what_plays_open_is_said_with_what_everybody_has(position: Position, line: str, words: str) -> None:
    assert next(results_of(position.view(0), line.split(), ("Ada", "Bea"))).words == words


@pytest.mark.parametrize(
    ("position", "line", "words"),
    [
        # Cards of the hand, of side stacks and beneath them count; a play elsewhere is no step.
        (
            lay("3h 8d Qh", payoff=["7d 9d"], side=["6c 5c"], centre=["As 2s", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"]),
            "HQh-C2 H3h-C1",
            None,
        ),
        (
            lay("3h 8d Qh", payoff=["7d 9d"], side=["6c 5c"], centre=["As 2s", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"]),
            "H3h-C1 HQh-C2",
            "On the way to your pay-off card 9♦: 3♥ on 2♠; it still lacks 4 and 7, as you have 5♣, 6♣ and 8♦.",
        ),
        (
            lay("3h 9h", payoff=["7d 2d"], centre=["As 2s"], others={1: {"payoff": ["7d 5c"]}},
                rules={"centre": 1}),
            "H3h-C1",
            None,
        ),
        # The stack on which an opponent needs few cards, or could play on at once.
        (
            lay("Jh Qh 9d", payoff=["7d 2d"], centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts"],
                others={1: {"payoff": ["7d Qc"]}}),
            "HJh-C1 HQh-C1",
            "Take the stack on which Bea needs only J for the pay-off card Q♣: J♥ and Q♥ on 10♠.",
        ),
        (
            lay("Jh Qh 9d", payoff=["7d 2d"], centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts"],
                others={1: {"payoff": ["7d Qc"], "side": ["Jc"]}}),
            "HJh-C1 HQh-C1",
            "Take the place where Bea could play J♣ and the pay-off card Q♣: J♥ and Q♥ on 10♠.",
        ),
    ],
)  # fmt: skip
def test_plays_say_what_they_bring_near_and_what_they_take(position: Position, line: str, words: str | None) -> None:
    plan = plan_of(position.view(0), line.split(), names=("Ada", "Bea"))
    kinds = (Kind.NEARER, Kind.TAKES_STACK, Kind.TAKES_PLACE)
    assert (plan.words if plan and plan.kind in kinds else None) == words


@pytest.mark.parametrize(
    ("hand", "side", "payoff", "words"),
    [
        ("6h 8d Kd 9s", [], "9d", "lacks one of 5 and 7 on 4♠: keep 6♥, 8♦ and K♦ for it."),
        ("8d Kd 9s", [], "9d", "lacks two of 5, 6 and 7 on 4♠: keep 8♦ and K♦ for it."),
        ("6h 8d 9s", ["8c"], "9d", "lacks 5 and 7 on 4♠: keep 6♥ for it, and leave 8♣ free."),
        ("6h 8d 9s", [], "4d", "needs a new stack: the one with 4♠ lacks 5 cards; you have 6♥, 8♦ and 9♠."),
        ("6h Kd Kc 9s", [], "8d", "lacks 5 and 7 (or wild cards) on 4♠: keep 6♥ for it."),
        ("6h 8d 9s", ["Kc"], "9d", "lacks one of 5 and 7 on 4♠: keep 6♥ and 8♦ for it, and leave K♣ free."),
    ],
)
def test_what_a_payoff_card_waits_for_counts_wild_cards_and_what_lies_on_side_stacks(
    hand: str, side: list[str], payoff: str, words: str
) -> None:
    rules = {"centre": 1}
    view = lay(hand, payoff=[f"7d {payoff}"], side=side, centre=["As 2s 3s 4s"], rules=rules).view(0)
    plan = plan_of(view, ["H9s-S2"])
    assert plan is not None
    assert plan.words == f"Your pay-off card {shown(payoff)} {words}"


def test_a_price_names_every_opponent_and_the_card_that_closes_the_place() -> None:
    names = ("Ada", "Bea", "Cy")
    others = {1: {"payoff": ["7d 6d"]}, 2: {"payoff": ["7d 8h"], "side": ["7c 6c"]}}
    view = lay("5h 6s 9s", players=3, payoff=["7d 2h"], centre=["As 2s 3s 4s"], others=others).view(0)
    assert next(results_of(view, ["H5h-C1"], names)).words == (
        "The price: Bea and Cy wait with pay-off cards for the place, unless you go on with your 6♠."
    )
    view = lay("5h 9s", players=3, payoff=["7d 2h"], centre=["As 2s 3s 4s"], others=others).view(0)
    assert next(results_of(view, ["H5h-C1"], names)).words == (
        "The price: Bea can then play the pay-off card 6♦; or Cy can then play 6♣ and 7♣ and the pay-off card 8♥."
    )
    view = lay("5h 6s 9s", players=3, payoff=["7d 2h"], centre=["As 2s 3s 4s"], others={1: others[1]}).view(0)
    assert next(results_of(view, ["H5h-C1"], names)).words == (
        "The price: Bea can play the pay-off card 6♦, unless you go on with your 6♠."
    )


def test_several_cards_that_close_the_way_are_all_named() -> None:
    others = {1: {"payoff": ["2d 7d"], "side": ["6h"]}}
    view = lay("5h 7s 9s", payoff=["2d 9c"], side=["6s"], centre=["As 2s 3s 4s"], others=others).view(0)
    assert next(results_of(view, ["H5h-C1"], ["You", "Bea"])).words == (
        "The price: Bea can play 6♥ and the pay-off card 7♦, unless you go on with your 6♠ and 7♠."
    )


def test_what_closes_the_way_is_said_at_the_last_step_too() -> None:
    others = {1: {"payoff": ["2d 7d"]}}
    position = lay("5h 9s", payoff=["2d 6c"], side=["7s"], centre=["As 2s 3s 4s"], others=others)
    given = hint(position.view(0), seconds=FOR_EVER, worlds=8, names=["You", "Bea"])
    position.play(given.move, UNSHUFFLED)
    last = hint(
        position.view(0), seconds=FOR_EVER, worlds=8, names=["You", "Bea"], begun=given.line[1:], heard=given.heard
    )
    assert last.words == (
        "Play your pay-off card 6♣ on 5♥: 1 is left. "
        "The price: Bea can play the pay-off card 7♦, unless you go on with your 7♠."
    )


def test_a_tidier_discard_that_the_search_finds_worse_is_answered() -> None:
    view = lay("3c 7s Td", payoff=["2d 6s"], side=["8d"], centre=["As 2s 3s"]).view(0)
    move, tidy = Move.parse("H7s-S2"), Move.parse("H7s-S1")
    rather = Discarding(view, move, None).rather_than
    assert rather(tidy) is None
    answer = rather(tidy, is_searched=True)
    assert answer is not None
    assert answer.words == "Not 7♠ on 8♦: the games looked ahead went better without that."


def test_a_card_that_waits_behind_the_payoff_card_is_no_reason_for_another() -> None:
    def said(payoff: str) -> bool:
        view = lay("6s Jd Jh", payoff=[f"2d {payoff}"], centre=["As 2s", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts"]).view(0)
        return any(each.kind == Kind.FURTHEST for each in Discarding(view, Move.parse("H6s-S1"), None).reasons(None))

    assert said("Qc")
    assert not said("Jc")


def test_what_a_discarded_card_lacks_besides_ones_own_is_said() -> None:
    view = lay("5d 6c Qh", payoff=["2d Jd"], centre=["As 2s 3s"]).view(0)
    reasons = Discarding(view, Move.parse("H6c-S1"), None).reasons(None)
    [soonest] = [each.words for each in reasons if each.kind == Kind.SOONEST]
    assert soonest.endswith("6♣ lacks only 4, as you have 5♦, and may soon be played from there.")


def test_a_line_after_which_the_payoff_card_fits_says_so() -> None:
    others = {1: {"payoff": ["7d 2d"]}}
    view = lay("5h 6s 9s", payoff=["2d 7h"], centre=["As 2s 3s 4s"], others=others).view(0)
    assert next(results_of(view, ["H5h-C1", "H6s-C1"], None)).words == "Then your pay-off card 7♥ can follow."


def test_a_card_that_could_go_on_the_payoff_card_waits_for_the_next_one() -> None:
    view = lay("5h 6s 9s", payoff=["9d 4h"], centre=["As 2s 3s"]).view(0)
    [could] = could_follow(view, ["P-C1"])
    assert could.words == "Your 5♥ could follow, unless the new pay-off card needs the place."
    assert hint(view, seconds=FOR_EVER, worlds=8).words.endswith(could.words)
    assert could_follow(lay("6s 9s", payoff=["9d 4h"], centre=["As 2s 3s"]).view(0), ["P-C1"]) == []


def test_nothing_comes_before_a_payoff_card_that_can_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    view = lay("Ah 9s Ts", payoff=["7d 3h"], centre=["As 2s"]).view(0)
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: [encode(Move.parse("HAh-C2"), 1)])
    monkeypatch.setattr("spite_and_malice.analysis.best_line.lead_of", lambda *_: 1.0)
    assert hint(view, [], 0.05).move == "P-C1"


def test_a_play_that_completes_a_stack_says_so() -> None:
    ladder = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"
    view = lay("9h", payoff=["7d 2h"], side=["7h Qh"], centre=[ladder], rules={"centre": 1}).view(0)
    assert [each.words for each in results_of(view, ["S1-C1"], None)] == [
        "That completes the stack, so a new one can begin there."
    ]


def test_what_the_player_holds_is_not_lacking_for_the_payoff_card_either() -> None:
    view = lay("3h 5h 9s", payoff=["7d 6d"], centre=["As 2s"]).view(0)
    plan = plan_of(view, ["H3h-C1"])
    assert plan is not None
    assert plan.words == "On the way to your pay-off card 6♦: 3♥ on 2♠; it still lacks 4, as you have 5♥."


def test_a_card_is_kept_from_an_opponent_who_has_what_comes_between() -> None:
    others = {1: {"payoff": ["7d 2d"]}, 2: {"payoff": ["7d 5c"], "side": ["4c"]}}
    view = lay("3h 9h 9s", players=3, payoff=["2d Ah"], centre=["As 2s"], others=others).view(0)
    reason = next(each for each in reasons_for(view, "H9h-S1", ("Ada", "Bea", "Cy")) if each.kind == Kind.HOLDS_BACK)
    assert (reason.words, reason.top) == (
        "Keep 3♥ off 2♠: otherwise Cy could play 4♣ and the pay-off card 5♣.",
        "5c",
    )


def test_nobody_needs_a_reason_to_keep_a_wild_card() -> None:
    view = lay("Kd 9h 9s", payoff=["2d Ah"], centre=["As 2s"], others={1: {"payoff": ["7d 4c"]}}).view(0)
    assert not {each.kind for each in reasons_for(view, "H9h-S1", ("Ada", "Bea"))} & HELD


def test_a_card_that_could_go_is_discarded_where_any_other_would_hide_something() -> None:
    view = lay("5h 9s Qd", payoff=["2d Ah"], side=["6c", "3c", "2c", "2d"], centre=["As 2s 3s 4s"]).view(0)
    kinds = {each.kind: each.words for each in reasons_for(view, "H5h-S1", ("Ada", "Bea"))}
    assert kinds[Kind.WAITS] == "5♥ could go on 4♠ too, but then another card of yours would have to bury one."


def heard_before(view: View, kind: Kind) -> tuple[Hint, Hint]:
    """A hint that keeps a card, and the next one for the same table."""
    first = hint(view, [], FOR_EVER, names=("Ada", "Bea"), worlds=8)
    assert kind in {each.kind for each in first.reasons}
    return first, hint(view, [], FOR_EVER, names=("Ada", "Bea"), worlds=8, heard=first.heard)


def test_what_was_heard_is_said_shorter_and_at_last_no_more() -> None:
    view = lay("2h 9h 9s", payoff=["7d 9h"], centre=["As"], others={1: {"payoff": ["7d 3c"]}}).view(0)
    first, second = heard_before(view, Kind.HOLDS_BACK)
    assert "Keep 2♥ off A♠: otherwise Bea could play the pay-off card 3♣." in first.words
    assert "Keep 2♥ off A♠: Bea waits with the pay-off card 3♣." in second.words
    third = hint(view, [], FOR_EVER, names=("Ada", "Bea"), worlds=8, heard=second.heard)
    fourth = hint(view, [], FOR_EVER, names=("Ada", "Bea"), worlds=8, heard=third.heard)
    assert "off A♠" not in fourth.words
    assert fourth.words


@pytest.mark.parametrize(
    ("top", "words"), [("5c", "3♥ need not wait any longer: the pay-off card 5♣ is gone."), ("9c", "")]
)
def test_a_hint_that_goes_against_an_earlier_one_says_what_has_changed(top: str, words: str) -> None:
    view = lay("3h", payoff=["7d Qd"], side=["9s"], centre=["As 2s"], others={1: {"payoff": ["7d 9c"]}},
               rules={"empty_hand": "end"}).view(0)  # fmt: skip
    heard = Earlier(kept=(("3h", top),))
    given = hint(view, [], FOR_EVER, names=("Ada", "Bea"), worlds=8, heard=heard)
    assert given.move == "H3h-C1"
    assert given.words.endswith(words)
    assert ("need not wait" in given.words) == bool(words)
    assert given.heard.kept == ()


def test_what_was_heard_survives_as_plain_data() -> None:
    heard = Earlier(("Make room.",), (("3h", "4c"), ("9s", "")))
    assert Earlier.from_json(json.loads(json.dumps(heard.to_json()))) == heard
    assert Earlier.from_json({}) == Earlier()


@pytest.mark.parametrize(
    ("hand", "price"),
    [
        ("6h 9s", " The price: Rosa can then play the pay-off card 8♦."),
        ("6h 8s Js", " The price: Rosa can play the pay-off card 8♦, unless you go on with your 8♠."),
    ],
)
def test_a_way_to_the_payoff_card_warns_of_who_can_follow_where_one_can_close_the_place(hand: str, price: str) -> None:
    others = {1: {"payoff": ["7d 2d"]}, 2: {"payoff": ["7d 8d"]}}
    view = lay(hand, players=3, payoff=["2d 7h"], centre=["As 2s 3s 4s 5s"], others=others).view(0)
    words = hint(view, [], 0.05, names=("Ada", "Hugo", "Rosa")).words
    assert words == f"Your pay-off card 7♥ is two plays away: 6♥ and your pay-off card 7♥ on 5♠.{price}"


@pytest.mark.parametrize(("top", "is_kept"), [("3d", True), ("6d", False)])
def test_a_card_that_may_not_be_discarded_is_kept_only_where_an_opponent_comes_first(top: str, is_kept: bool) -> None:
    position = lay("Ad 9h 9s", payoff=["2d 4h"], rules={"no_discard": [1]}, others={1: {"payoff": [f"7d {top}"]}})
    kinds = {reason.kind for reason in reasons_for(position.view(0), "H9s-S1", None, FOR_EVER)}
    assert (Kind.LEADS_NOWHERE in kinds) == is_kept


def test_there_is_no_hint_in_the_turn_of_another() -> None:
    with pytest.raises(ValueError, match="not the viewer's turn"):
        hint(lay("Ah").view(1))


def test_a_hint_is_given_on_plain_data_of_the_view() -> None:
    position = lay("9h 5s", side=["9s"])
    view = position.view(0)
    assert hint(type(view).from_json(json.loads(json.dumps(view.to_json()))), [], 0.05, 1).move in view.legal


@pytest.mark.parametrize(("hand", "is_warned"), [("6h 7s Js", True), ("6h 8s Js", False)])
def test_of_a_card_that_could_follow_it_is_said_whom_it_would_help(hand: str, is_warned: bool) -> None:
    view = lay(hand, payoff=["2d Qd"], centre=["As 2s 3s 4s 5s"], others={1: {"payoff": ["7d 9d"]}}).view(0)
    stops = stops_before(view, ["H6h-C1"], ("Ada", "Hugo"))
    words = "Not 7♠ as well: Hugo then needs only 8 for the pay-off card 9♦."
    assert (stops.words if stops else "") == words * is_warned


def test_no_card_follows_plays_that_end_the_turn_or_the_stack() -> None:
    others = {1: {"payoff": ["7d 2d"]}}
    done = lay("Qh As", payoff=["2d 5d"], centre=["As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js"], others=others).view(0)
    assert stops_before(done, ["HQh-C1", "HAs-S1"], None) is None


@pytest.mark.parametrize(
    ("stock", "out", "left", "words"),
    [
        ("8c 8c 8c 8c", "draw", "5h", ""),
        ("8c 8c 8c", "draw", "5h", "nobody wins. You have the fewest."),
        ("", "fewest", "5h", "the fewest pay-off cards win. You have the fewest."),
        ("", "fewest", "5h 6h 7h", "the fewest pay-off cards win. Hugo has the fewest."),
        ("", "fewest", "5h 6h", "the fewest pay-off cards win."),
        ("", "renew", "5h", ""),
    ],
)
def test_a_stock_too_small_for_the_others_is_told_with_what_it_decides(
    stock: str, out: str, left: str, words: str
) -> None:
    """The opponent holds one card of five."""
    view = lay("9h Js", payoff=[left], stock=stock, rules={"stock_out": out}, others={1: {"hand": "8s"}}).view(0)
    told = stock_ends(view, ("Ada", "Hugo"))
    assert (told.words if told else "").endswith(words)
    assert bool(told) == bool(words)
    said = hint(view, [], 0.05, names=("Ada", "Hugo")).words
    assert said.startswith("The stock runs out before your next turn") == bool(words)


def test_finished_stacks_set_aside_are_a_stock() -> None:
    rules = {"completed": "aside"}
    assert stock_ends(lay("9h Js", stock="", aside="8c", rules=rules).view(0), None) is None
    assert stock_ends(lay("9h Js", stock="", rules=rules).view(0), None) is not None


def test_a_hand_that_wild_cards_alone_could_empty_is_kept_for_them() -> None:
    view = lay("3h Ks Kd", payoff=["2d Jd"], centre=["As 2s", "As 2h 3h"]).view(0)
    way = reach(view, FOR_EVER)
    kept = hand_kept(view, ["H3h-C1"], way)
    assert kept is not None
    assert kept.words == "K♠ and K♦ could empty your hand, but are worth more in it."
    assert hand_kept(view, list(way.moves), way) is None


def test_cards_that_an_opponent_has_anyway_are_no_help() -> None:
    """With 5 and 6 on top of their side stacks they lack no fewer ranks once these lie in the centre."""
    for side, is_told in (["5s", "6s"], False), (["Ts", "Js"], True):
        others = {1: {"payoff": ["7d 9s"], "side": side}}
        view = lay("5d 6h Jc", payoff=["2d 2c"], centre=["As 2s 3s 4s"], others=others).view(0)
        kinds = {each.kind for each in reasons_for(view, "HJc-S1", None, FOR_EVER)}
        assert (Kind.RUNS_ON in kinds) == is_told
