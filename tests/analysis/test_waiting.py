"""What a turn waits for, and which line a hint prefers where the pay-off card is in reach."""

from __future__ import annotations

import pytest

from spite_and_malice.analysis.discarding import Discarding
from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.hint import hint
from spite_and_malice.analysis.plan import plan_of
from spite_and_malice.analysis.wording import cards_listed
from spite_and_malice.engine import Move, Position
from spite_and_malice.engine.moves import encode
from spite_and_malice.players.monte_carlo import MonteCarlo
from spite_and_malice.rules import card_code
from tests.engine.build import lay

_FOR_EVER = 600.0


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("4h 9s Js", "Your pay-off card 10♥ is far off: it lacks 6 cards on A♠, 2 first."),
        ("Kd 9s Js", "Even with your wild card your pay-off card 10♥ lacks 6 cards on A♠."),
    ],
)
def test_a_pay_off_card_that_is_far_off_is_named(hand: str, words: str) -> None:
    view = lay(hand, payoff=["7d Th"], centre=["As"]).view(0)
    plan = plan_of(view, ["HJs-S1"], heard=Earlier())
    assert plan is not None
    assert plan.words == words


@pytest.mark.parametrize(
    ("hand", "payoff", "words"),
    [
        ("4h 9s Js", "Th", "Your pay-off card 10♥ is still far off."),
        ("Kd Ks 9s Js", "7h", "Even with your wild cards your pay-off card 7♥ still lacks 3 cards."),
    ],
)
def test_what_is_far_off_is_said_in_short_again_and_not_a_third_time(hand: str, payoff: str, words: str) -> None:
    view = lay(hand, payoff=["7d " + payoff], centre=["As"]).view(0)
    heard, said = Earlier(), []
    while plan := plan_of(view, ["HJs-S1"], heard=heard):
        said.append(plan.words)
        heard = heard.with_hint([plan], None, "")
    assert said[1:] == [words]


def test_an_opponent_who_is_near_comes_before_a_pay_off_card_that_is_far_off() -> None:
    view = lay("2h 9s Js", payoff=["7d Th"], centre=["As"], others={1: {"payoff": ["7d 3c"]}}).view(0)
    plan = plan_of(view, ["HJs-S1"], names=("Ada", "Bea"), heard=Earlier())
    assert plan is not None
    assert plan.words == "Bea needs only 2 on A♠ for the pay-off card 3♣: keep your 2♥ back."


@pytest.mark.parametrize(
    ("position", "still"),
    [
        (lay("3h Jc", payoff=["7d Qd"], centre=["As 2s", "As 2c 3c 4c 5c 6c 7c 8c 9c"]), "still lacks 10 on 9♣."),
        (lay("3h Jc", payoff=["7d 8d"], centre=["As 2s"]), "is still far off."),
        (lay("3h Jc", payoff=["7d Ad"], centre=["As 2s", "As", "As"]), "still needs a new stack."),
    ],
)
def test_plays_for_little_say_what_the_pay_off_card_still_lacks(position: Position, still: str) -> None:
    given = hint(position.view(0), seconds=_FOR_EVER, worlds=24)
    assert given.move == "H3h-C1"
    assert given.words.endswith(still)


def test_the_pay_off_card_goes_before_what_can_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    line = [encode(Move.parse(text), 1) for text in ("H8h-C2", "H6c-C1", "P-C1")]
    monkeypatch.setattr(MonteCarlo, "line", lambda *_: line)
    monkeypatch.setattr("spite_and_malice.analysis.best_line.lead_of", lambda *_: 1.0)
    position = lay("8h 6c 2d Qc", payoff=["Ad 7d"], centre=["As 2s 3s 4s 5s", "As 2c 3c 4c 5c 6c 7c"])
    given = hint(position.view(0), seconds=_FOR_EVER, worlds=24)
    assert given.line[:2] == ("H6c-C1", "P-C1")


def test_a_way_past_a_new_hand_is_named_as_a_way_to_the_pay_off_card() -> None:
    position = lay("5c", payoff=["Ad 6d"], side=["8s", "9h"], centre=["As 2s 3s 4s", "As 2c 3c 4c 5c 6c 7c"])
    given = hint(position.view(0), seconds=_FOR_EVER, worlds=24)
    assert given.words.startswith("Your pay-off card 6♦ is two plays away: 5♣ and your pay-off card 6♦ on 4♠.")
    assert "On the way your hand is empty, and you draw 5 new cards." in given.words


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ([], "You have no 5 or 6 to play, so K♥ and K♦ stand for them."),
        (["6s"], "You have no 5 to play, so K♥ stands for it."),
    ],
)
def test_every_rank_that_wild_cards_stand_for_on_the_way_is_named(side: list[str], words: str) -> None:
    position = lay("Kd Kh Qc Qd", payoff=["Ad 7d"], side=side, centre=["As 2s 3s 4s"])
    assert words in hint(position.view(0), seconds=_FOR_EVER, worlds=24).words


def test_of_a_discard_that_the_pay_off_card_needs_it_is_said_that_it_can_still_be_played() -> None:
    position = lay("7d", payoff=["Ad 9h"], side=["7h", "2h", "2s", "2d"], centre=["As 2s 3s 4s 5s"])
    given = hint(position.view(0), seconds=_FOR_EVER, worlds=24)
    assert given.move == "H7d-S1"
    assert "From there you can still play 7♦ before your pay-off card 9♥." in given.words


def test_jokers_are_counted() -> None:
    assert cards_listed([card_code(card) for card in ("*", "5h", "*")]) == "5♥ and 2 jokers"


def test_only_the_cards_that_take_a_place_are_named_for_it() -> None:
    others = {1: {"payoff": ["7d Qd"]}}
    view = lay("Qh 9h 3s", payoff=["Ad 6d"], centre=["As 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "As 2c 3c 4c 5c 6c 7c 8c"],
               others=others).view(0)  # fmt: skip
    plan = plan_of(view, ["HQh-C1", "H9h-C2"], names=("Ada", "Bea"))
    assert plan is not None
    assert plan.words == "Take the place where Bea could play the pay-off card Q♦: Q♥ on J♣."
    assert plan.line == ("HQh-C1",)


def test_no_card_is_played_for_little_where_it_opens_an_opponents_way() -> None:
    others = {1: {"payoff": ["7d 3d"], "side": ["2c"]}}
    position = lay("Ah Qh 9h", payoff=["Ad 9d"], side=["Qs"], centre=[], others=others)
    given = hint(position.view(0), seconds=_FOR_EVER, worlds=24)
    assert Move.parse(given.move).is_discard
    assert "Keep A♥ out of the centre" in given.words


def test_a_play_towards_the_stack_that_has_to_be_completed_says_so() -> None:
    position = lay("8h Js 5d", payoff=["7d Ad"], side=["Tc"], centre=["As 2s 3c 4c 5c 6c 7c", "As", "As"])
    given = hint(position.view(0), seconds=_FOR_EVER, worlds=24)
    assert given.line == ("H8h-C1",)
    words = (
        "Your pay-off card A♦ needs a new stack: 8♥ on 7♣; then that one lacks only 9 and Q, as you have 10♣ and J♠."
    )
    assert given.words.startswith(words)


def test_why_not_the_tidier_discard_is_said() -> None:
    view = lay("4d 3c Ts Td", payoff=["7d 5c"], side=["5s", "8c"], centre=["As", "As", "As"]).view(0)
    [rather] = [
        each for each in [Discarding(view, Move.parse("HTs-S2"), None).rather_than(Move.parse("H4d-S1"))] if each
    ]
    assert rather.words == "Not 4♦ on 5♠: 4♦ comes before your pay-off card 5♣."
    assert Discarding(view, Move.parse("H3c-S2"), None).rather_than(Move.parse("HTs-S1")) is None


def test_a_pay_off_card_goes_before_an_equal_card_of_the_hand() -> None:
    view = lay("3s 9c", payoff=["7d 3d"], centre=["As 2s"]).view(0)
    given = hint(view, seconds=_FOR_EVER, worlds=24)
    assert given.words == "Play your pay-off card 3♦ on 2♠: 1 is left. It goes before 3♠ of your hand."


def test_a_pass_that_the_rules_leave_says_why() -> None:
    view = lay("As", preset="goal-26", payoff=["7d 9d"], centre=["Ac 2c", "Ac", "Ac", "Ac"], stock="").view(0)
    assert hint(view).words == "A pass: none of your cards can be played, nor may they be discarded."


def test_what_follows_a_pay_off_card_that_empties_the_hand_is_named() -> None:
    view = lay("8h 9c", payoff=["2d 7d"], centre=["As 2s 3s 4s 5s 6s"]).view(0)
    given = hint(view, seconds=_FOR_EVER, worlds=24)
    assert given.words == "Play your pay-off card 7♦ on 6♠: 1 is left. Then 8♥ and 9♣ empty your hand."


def test_a_play_as_high_as_another_stack_opens_nothing_new() -> None:
    view = lay("3h Jc", payoff=["7d Qd"], centre=["As 2s", "As 2c 3c"]).view(0)
    given = hint(view, seconds=_FOR_EVER, worlds=24)
    assert given.move == "H3h-C1"
    assert "It opens nothing new, since 3♣ lies in the centre already." in given.words


def test_a_discard_that_would_block_a_playable_card_is_answered() -> None:
    view = lay("4d Ts", payoff=["7d Qc"], side=["5s"], centre=["As 2s 3s 4s"]).view(0)
    rather = Discarding(view, Move.parse("HTs-S2"), None).rather_than(Move.parse("H4d-S1"))
    assert rather is not None
    assert rather.words == "Not 4♦ on 5♠: 5♠ can be played now."


def test_of_missing_neighbours_wild_cards_that_have_to_be_covered_replace_only_the_last() -> None:
    view = lay("Kd Kc 7h Js", preset="covered-wilds", payoff=["7d 8d"], centre=["As 2s 3s"]).view(0)
    plan = plan_of(view, ["HJs-S1"], heard=Earlier())
    assert plan is not None
    assert plan.words == "Your pay-off card 8♦ lacks 4 and 5 on 3♠: keep 7♥ and K♦ for it."


@pytest.mark.parametrize(
    ("hand", "lacks"),
    [
        ("Kd 3h 4h", "lacks A on an empty centre stack: keep 3♥, 4♥ and K♦ for it."),
        ("Kd 4h", "lacks A and 2 on an empty centre stack: keep 4♥ and K♦ for it."),
        ("3h 4h", "lacks A and 2 on an empty centre stack: keep 3♥ and 4♥ for it."),
    ],
)
def test_a_wild_card_that_has_to_be_covered_stands_for_what_the_next_card_follows(hand: str, lacks: str) -> None:
    view = lay(f"{hand} 9h", preset="covered-wilds", payoff=["Ad 5d"], side=["Th"]).view(0)
    plan = plan_of(view, ["H9h-S1"], heard=Earlier())
    assert plan is not None
    assert lacks in plan.words


def test_wild_cards_count_though_no_other_card_is_kept_for_the_pay_off_card() -> None:
    view = lay("Kd 9h", preset="no-wild-aces", payoff=["Ad 4h"], side=["9s"]).view(0)
    plan = plan_of(view, ["H9h-S1"], heard=Earlier())
    assert plan is not None
    assert plan.words == "Your pay-off card 4♥ lacks A and one of 2 and 3 on an empty centre stack: keep K♦ for it."
