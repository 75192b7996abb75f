"""What a hint at patience says of its move, its line and other moves is true when they are played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from spite_and_malice.patience import PRESETS, Game, Hint, Move, Position, deal_number, hint
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.plans import plan_of
from spite_and_malice.patience.purpose import laid_out, name_of, needed_for, steps_of
from spite_and_malice.patience.solving import Solution
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.rules.naming import card_name
from tests.examples import some
from tests.patience.claimed import cards_in, false_claims, is_read

KINDS = {
    "klondike-1": ("turned up", "raw", "Only"),
    "wasp": ("joins", "so that"),
    "freecell": (", so that", "the first of", "beneath", "follow to the foundations"),
    "golf": ("a run of", "could go."),
    "spider-2": ("of one suit", "Beneath it", "turned up"),
    "tri-peaks": ("Take ", "a new"),
    "giza": ("come free", "is kept for"),
    "aces-up": ("is higher in its suit", "can then go off"),
    "forty-thieves": ("can then go on", "it can go on"),
    "royal-cotillion": ("that foundation takes",),
}
"""Words that hints of a game say somewhere."""


def told(preset: str, number: int, most: int) -> Iterator[tuple[View, Hint, Known, str]]:
    """Play a deal by its hints, and yield them with their words."""
    played, chance = Played(PRESETS[preset].rules, Deal(number, "number")), SeededChance(number)
    for _hint in range(most):
        if not played.game.legal_moves:
            return
        view = played.game.view()
        given = played.advised or hint(view, chance, 1, played.known)
        if given.move is None:
            return
        yield view, given, played.known, reason_for(view, given, moves=_hint, known=played.known)
        played.advised = given
        played.act(str(given.move), 0)


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/patience/", of=18))
def test_every_claim_of_a_hint_comes_true(preset: str) -> None:
    for view, given, known, words in told(preset, 2, 20):
        assert words.endswith(".")
        assert not list(false_claims(view, given, words, known)), (words, str(view))


@pytest.mark.parametrize("preset", some(KINDS, "src/spite_and_malice/patience/", of=5))
def test_hints_say_what_a_move_is_for_and_every_sentence_is_checked(preset: str) -> None:
    every = [
        each for number in (1, 2) for each in told(preset, number, 30) if each[1].winnable or "lost" not in each[3]
    ]
    assert not [said for *_table, said in every if not is_read(said) and "unseen cards" not in said]
    assert not [said for view, given, known, said in every for _false in false_claims(view, given, said, known)]
    for words in KINDS[preset]:
        assert any(words in said for *_table, said in every), words


def test_a_false_claim_is_found() -> None:
    played = Played(PRESETS["freecell"].rules, Deal(1, "number"))
    view = played.game.view()
    given = hint(view, SeededChance(1), 1, played.known)
    words = reason_for(view, given, known=played.known)
    cards = cards_in(words)
    for other in ("2c", "Kd", "7h"):
        false = words.replace(card_name(cards[-1]), card_name(other))
        assert cards[-1] == other or list(false_claims(view, given, false, played.known)), false


def test_a_lost_game_goes_on_with_as_many_cards_as_can_go() -> None:
    played, chance = Played(PRESETS["golf"].rules, Deal(1, "number")), SeededChance(1)
    left = []
    while played.game.legal_moves:
        view = played.game.view()
        given = played.advised or hint(view, chance, 2, played.known)
        if given.move is None:
            break
        plays = [text for text in view.legal if text.endswith("-W")]
        if given.winnable == 0 and plays:
            assert given.move.target == "W"
            words = reason_for(view, given)
            assert "can go: " in words if not view.stock else words.startswith("Take ") or "goes on" in words
        played.advised = given
        played.act(str(given.move), 0)
        left.append(sum(len(pile.up) for pile in played.game.view().tableau))
    assert left[-1] < 12


def test_a_row_goes_on_only_where_an_open_card_can_follow_and_the_longest_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played(PRESETS["golf"].rules, Deal(2025, "number"))
    for move in ("T3-W", "draw", "T6-W", "draw"):
        played.act(move, 0)
    view, single, long = played.game.view(), Move.parse("T5-W"), Move.parse("T3-W")
    said = [reason_for(view, Hint(move, 0.1, (move,)), known=played.known) for move in (single, long)]
    assert said == ["3♣ goes on 4♠, and 3♦ comes free.", "Take 5♣: an open card can follow it."], said
    assert reason_for(view, Hint(single, 0.0, (single,)), known=played.known) == said[0]
    world = sample(view, SeededChance(1), played.known)
    won = [(world, Solution("won", (single, Move("draw")), 1))]
    monkeypatch.setattr("spite_and_malice.patience.hints._winnable_worlds", lambda *_: (24, won, False))
    given = hint(view, SeededChance(1), 24, played.known)
    assert len(given.line) == 6
    assert (
        reason_for(view, given, known=played.known)
        == "Take 5♣, 6♣, 7♦, 8♠, 7♠ and 6♠ one after the other: a run of 6 cards, and then 8♦, A♥ and J♠ come free. "
        "With 3♣ first only 1 card could go."
    )
    # If most worlds can be won, the line to a win is kept.
    monkeypatch.setattr("spite_and_malice.patience.hints._winnable_worlds", lambda *_: (1, won, False))
    assert hint(view, SeededChance(1), 24, played.known).move == single


def test_a_plan_says_nothing_that_the_first_move_does() -> None:
    played = Played(PRESETS["klondike-1"].rules, Deal(1, "number"))
    view = played.game.view()
    assert plan_of(view, ()) == ""
    assert plan_of(view, (Move("draw"),)) == ""
    assert "unseen cards would fit at once" in reason_for(view, Hint(Move("draw"), 0.5, (Move("draw"),)))


@pytest.mark.parametrize("preset", ["spider-1", "bakers-dozen", "klondike-1", "yukon"])
def test_a_move_is_not_needed_for_one_that_can_be_made_without_it(preset: str) -> None:
    chance, needed = Random(preset), 0
    for number in range(4):
        game = Game(deal_number(PRESETS[preset].rules, number))
        for _turn in range(20):
            view = game.view()
            if not view.legal:
                break
            first = Move.parse(chance.choice(view.legal))
            world = laid_out(view)
            now = {name_of(view, Move.parse(text)) for text in view.legal}
            for second in after_moves(world, first):
                steps = steps_of(world, [first, second])
                if len(steps) == 2 and needed_for(world, steps):
                    needed += 1
                    # An empty pile is not named: there it may be another one.
                    assert not steps[1].upon or steps[1].name not in now
            game.play(first)
    assert needed > 5


def after_moves(world: Position, move: Move) -> list[Move]:
    """The legal moves after a move."""
    after = world.clone()
    after.play(move)
    return after.legal_moves
