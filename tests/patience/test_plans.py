"""What a hint at patience says of its move, its line and other moves is true when they are played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from spite_and_malice.patience import PRESETS, Game, Hint, Move, Position, ViewPile, deal_number, gaps, hint, plans
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.knowledge import Known
from spite_and_malice.patience.plans import plan_of
from spite_and_malice.patience.purpose import Purpose, Step, laid_out, name_of, needed_for, steps_of
from spite_and_malice.patience.sampling import sample
from spite_and_malice.patience.solving import Solution
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.rules.naming import card_name
from tests.examples import some
from tests.patience.claimed import cards_in, false_claims, is_read
from tests.patience.views import late, pile, view_of

NOTHING: Final = {"s": 0, "h": 0, "d": 0, "c": 0}
KINDS = {
    "klondike-1": ("turned up", "raw", "Only"),
    "wasp": ("joins", "face down"),
    "freecell": ("more moves", " home, ", "beneath", "follow to the foundations"),
    "golf": ("a run of", "could go."),
    "spider-2": ("of one suit", "the deeper pile", "turned up"),
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


@pytest.mark.parametrize("preset", some(PRESETS, "src/spite_and_malice/patience/", of=38))
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
    assert said == ["3♣ goes on 4♠, and 3♦ comes free.", "Take 5♣: 6♥ or 6♣ can follow it."], said
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


def test_a_run_that_ends_before_it_has_to_is_said_to_end_for_a_draw() -> None:
    played = Played(PRESETS["golf"].rules, Deal(2025, "number"))
    for move in ("T3-W", "draw", "T6-W", "draw"):
        played.act(move, 0)
    view = played.game.view()

    def said(*moves: str) -> str:
        line = tuple(map(Move.parse, moves))
        return reason_for(view, Hint(line[0], 0.5, line), known=played.known)

    run = "Take 5♣ and 6♣ one after the other: a run of 2 cards, and then A♥ and Q♥ come free."
    more = "7♠ or 7♦ could go on 6♣ too, but a draw went better in the games looked ahead."
    assert said("T3-W", "T6-W", "draw") == f"{run} {more}"
    assert more not in said("T3-W", "T6-W")
    line = tuple(map(Move.parse, ("T3-W", "T6-W", "draw")))
    given = Hint(line[0], 0.5, line)
    for other in (more, more.replace("7♠ or ", ""), more.replace("6♣", "6♥")):
        assert list(false_claims(view, given, other, played.known)) == ([] if other == more else [other])


def test_false_claims_of_what_cards_bring_are_found() -> None:
    """Sentences that are true of a table, and beside each one the same with another card or number."""
    grid = Played(PRESETS["monte-carlo"].rules, Deal(1, "number"))
    grid.act("T17+T23-X", 0)
    pairs = {
        "deal": ("Deal first, the other moves can wait: 4 pairs touch then.", "4 pairs", "3 pairs"),
        "T3+T7-X": ("Once the others have closed up, A♣ and A♦ touch.", "A♦", "A♥"),
    }
    for text, (true, named, other) in pairs.items():
        move = Move.parse(text)
        given = Hint(move, 0.5, (move,))
        assert is_read(true)
        assert not list(false_claims(grid.game.view(), given, true, grid.known))
        false = true.replace(named, other)
        assert list(false_claims(grid.game.view(), given, false, grid.known)) == [false]


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


def step(before: View, text: str, *after: ViewPile, **changes: Any) -> Step:
    """Return a move with the piles that lie there after it, the rest as before."""
    piles = (*after, *before.tableau[len(after) :])
    move = Move.parse(text)
    return Step(move, name_of(before, move), before, replace(before, tableau=piles, **changes))


@pytest.mark.parametrize(
    ("text", "left", "said"),
    [
        ("T1-T2", pile("9c", down=2), "Then only 9♣ lies on 2 cards that are face down."),
        ("T1-T2", pile("9c", down=1), "Then only 9♣ lies on a card that is face down."),
        ("T1-T2", pile("9c"), ""),
        ("T1-T2", pile("Ts", "9c", down=1), ""),
        ("W-T2", pile("9c", down=2), ""),
        # The card was turned up just now.
        ("T1:2-T2", pile("2c", down=2), ""),
    ],
)
def test_the_last_card_on_those_that_are_face_down_is_named(text: str, left: ViewPile, said: str) -> None:
    before = view_of("klondike-1", pile("9c", "7h", down=3), pile("8s"), waste=("7d",))
    assert plans._digs(step(before, text, left)) == said


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (("2h", "9c"), "Then only 9♣ lies on 2♥, which its foundation takes next."),
        (("2h", "5d", "9c"), "Then only 9♣ and 5♦ lie on 2♥, which its foundation takes next."),
        (("2h", "4s", "6s", "5d", "9c"), ""),
        (("9c", "2h"), ""),
        (("3h", "9c"), ""),
    ],
)
def test_the_last_cards_on_one_that_goes_home_next_are_named(left: tuple[str, ...], said: str) -> None:
    home = {"foundations": NOTHING | {"h": 1, "s": 4}}
    before = view_of("freecell", pile(*left, "7h"), pile("8s"), **home)
    assert plans._nearer_to_next(step(before, "T1-T2", pile(*left))) == said


@pytest.mark.parametrize(
    ("preset", "text", "legal", "others", "said"),
    [
        ("klondike-1", "T1-T2", "W-T1 T3-T1", [pile("Kh", down=2)], "The empty pile can take K♣ or K♥."),
        # A whole pile that only changes places gains nothing.
        ("klondike-1", "T1-T2", "T3-T1", [pile("Kh")], "When K♣ comes free, it can go to the empty pile."),
        ("klondike-1", "T1-T2", "Fs-T1 T3-T4", [pile("Kh", down=2)],
         "When K♥ or K♣ comes free, it can go to the empty pile."),
        ("klondike-1", "T1-T2", "", [pile("Kh")], "When K♣ comes free, it can go to the empty pile."),
        ("klondike-1", "W-T2", "T3-T1", [pile("Kh", down=2)], ""),
        ("westcliff", "T1-T2", "T3-T1", [pile("Kh", down=2)], ""),
    ],
)  # fmt: skip
def test_an_empty_pile_is_for_the_kings_that_can_come(
    preset: str, text: str, legal: str, others: list[ViewPile], said: str
) -> None:
    before = view_of(preset, pile("7h"), pile("8s"), waste=("2c", "Kc"), foundations=NOTHING)
    after = step(before, text, pile(), pile("8s", "7h"), *others, legal=tuple(legal.split()))
    assert gaps.kings_for(after) == said
    filled = step(before, text, pile("7d"), pile("8s", "7h"), *others, legal=tuple(legal.split()))
    assert gaps.kings_for(filled) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("T1-T2 T3-F T4-F T5-F", "In the next 3 moves 2♦, 3♦ and 4♦ go to the foundations."),
        ("T1-T2 T3-F T1-T2 T4-F T1-T2 T5-F", "In the next 5 moves 2♦, 3♦ and 4♦ go to the foundations."),
        ("T1-T2 T3-F T4-F", ""),
        # The move itself is not one of them.
        ("T3-F T3-F T4-F", ""),
        # Less than half of the moves.
        ("T1-T2 T3-F T1-T2 T1-T2 T1-T2 T4-F T1-T2 T5-F", ""),
        ("T1-T2 T3-F T4-F T5-F T1-T2 T1-T2 T1-T2 T1-T2 T3-F",
         "In the next 8 moves 2♦, 3♦, 4♦ and 2♦ go to the foundations."),
        ("T1-T2 T3-F T4-F T1-T2 T1-T2 T1-T2 T1-T2 T1-T2 T1-T2 T5-F", ""),
    ],
)  # fmt: skip
def test_cards_that_go_home_within_eight_moves_are_named(line: str, said: str) -> None:
    view = view_of("klondike-1", pile("7h"), pile("8s"), pile("2d"), pile("3d"), pile("4d"))
    assert plans._soon_home([step(view, text) for text in line.split()]) == said


def test_a_cell_is_empty_again_within_three_moves() -> None:
    cards = [rank + suit for suit in "shdc" for rank in "9TJQK"]
    piles = [["Kd", "7h"], ["Kh", "8s"], [card for card in cards if card not in ("Kd", "Kh")] + ["8d", "8c"]]
    view = late("freecell", *piles, s=7, h=6, d=7, c=7)
    again = "The cell is empty again after {}."
    for line, said in (
        ("T1-C C1-T2", again.format("1 more move")),
        ("T1-C T1-T4 C1-T2", again.format("2 more moves")),
        ("T1-C T1-T4 T4-T1 C1-T2", again.format("3 more moves")),
        ("T1-C T1-T4 T4-T1 T1-T4 C1-T2", ""),
        ("T1-T2 T2-C C1-T2", ""),
        ("T1-C", ""),
    ):
        assert plans.comes_back(view, list(map(Move.parse, line.split())), None) == said, line
    assert plans.comes_back(view, [], None) == ""


def test_a_run_is_the_cards_that_leave_before_anything_else() -> None:
    view = view_of("golf", pile("9c", "7h"), pile("8s"), pile("6d"), waste=("Ks",))
    for line, cards in (
        ("T1-W T2-W T1-W", ["7h", "8s", "9c"]),
        ("T1-W draw T2-W", ["7h"]),
        ("T2-W T2-W T1-W", ["8s"]),
        ("draw T1-W", []),
    ):
        assert plans.run_of(view, list(map(Move.parse, line.split()))) == cards, line
    pairs = view_of("fourteen", pile("9c", "7h"), pile("7s"), pile("5d"))
    assert plans.run_of(pairs, list(map(Move.parse, ("T1+T2-X", "T1+T3-X")))) == ["7h", "7s", "9c", "5d"]
    assert plans.run_of(pairs, list(map(Move.parse, ("T2+T1-X", "T2+T3-X")))) == ["7s", "7h"]


def test_a_card_has_its_turn_later_where_the_run_takes_it_then() -> None:
    view = view_of("golf", pile("7h"), pile("8s"), pile("6d"), waste=("7s",), legal=("T2-W", "T3-W"))
    taken = list(map(Move.parse, ("T3-W", "T1-W", "T2-W")))
    assert plans._follows(view, taken, ["6d", "7h", "8s"]) == "8♠ has its turn later, on 7♥."
    assert plans._follows(view, taken[:2], ["6d", "7h"]) == ""


@pytest.mark.parametrize(
    ("count", "is_said", "moves", "more"),
    [
        (2, False, 2, ""),
        (2, True, 1, ""),
        (4, False, 4, ""),
        (5, True, 4, ""),
        (5, False, 3, ", and 2 more moves"),
        (9, True, 3, ", and 6 more moves"),
    ],
)
def test_of_many_moves_to_a_goal_three_are_named_and_the_others_counted(
    count: int, is_said: bool, moves: int, more: str
) -> None:
    view = view_of("freecell", pile("9c", "7h"), pile("8s"))
    said = plans.on_the_way(Purpose((step(view, "T1-T2"),) * count, "win", is_said))
    assert said == f"To win: {', then '.join(['7♥ on 8♠'] * moves)}{more}."


@pytest.mark.parametrize(
    ("others", "own", "said"),
    [
        ((2, 3), 1, "The card beneath 9♥ is the last of its pile that is face down."),
        ((2, 3), 4, "More cards lie face down beneath 9♥ than in any other pile: 4."),
        ((3, 4), 2, "Only 2 cards lie face down beneath 9♥: its pile hides the fewest."),
        ((3, 2), 3, ""),
    ],
)
def test_of_the_pile_that_a_short_plan_turns_a_card_up_in_its_depth_is_told(
    others: tuple[int, int], own: int, said: str
) -> None:
    piles = (pile("9h", "5s", down=own), pile("Tc"), pile("6d"), *(pile("Kd", down=each) for each in others))
    view = view_of("klondike-1", *piles, waste=(), legal=("T1-T3",))
    made = [step(view, "T1-T3"), step(replace(view, tableau=(pile("9h", down=own), *view.tableau[1:])), "T1-T2")]
    purpose = Purpose((made[0], *made), "turn up the card beneath 9♥", False)

    def told(words: str, each: Purpose = purpose, *, is_rest: bool = True) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(plans, "steps_of", lambda *_: list(each.steps))
            patch.setattr(plans, "purpose_of", lambda *_: each)
            patch.setattr(plans, "laid_out", lambda *_: None)
            return plans.reason_for_goal(view, [each.move for each in made], None, words, is_rest=is_rest)

    assert told("To turn up the card beneath 9♥: 5♠ on 6♦.") == said
    assert told("To give it an empty pile.") == ""
    short, long = (replace(purpose, steps=steps) for steps in (tuple(made), (made[0],) * 2 + tuple(made)))
    assert told("To turn up the card beneath 9♥.", short) == "No card can be turned up sooner than the one beneath 9♥."
    assert told("To turn up the card beneath 9♥.", long) == ""
    # A plan that begins is told with its worth, however long it is.
    assert told("To turn up the card beneath 9♥.", long, is_rest=False) == said


def test_what_follows_the_goal_of_a_short_plan_is_told() -> None:
    line = list(map(Move.parse, ("T1-T2", "T1-F", "T3-F")))
    said = "To free A♠ beneath 9♥ for its foundation: 9♥ on 10♣."
    for third, following in (("2s", "With A♠ home, 2♠ follows."), ("3s", "")):
        view = late("freecell", ["As", "9h"], ["Tc"], [third], s=0, h=0, d=0, c=0)
        why = plans.reason_for_goal(view, line, None, said)
        assert why == (following or "No card can go to a foundation sooner than A♠."), third
    laid = late("freecell", ["As", "9h"], ["Tc"], ["Ah"], s=0, h=0, d=0, c=0)
    assert plans.reason_for_goal(laid, line[:2], None, said) == ""


def test_before_a_shuffle_a_plan_counts_the_cards_that_come_home() -> None:
    counted = 0
    for view, given, _known, words in told("trefoil", 2, 30):
        if "This way" in words:
            home = sum(move.target.startswith("F") for move in given.line)
            assert f"This way {home} cards come home before the rest are laid out again." in words
            assert view.later
            counted += 1
    assert counted


@pytest.mark.parametrize(
    ("line", "stock", "said"),
    [
        ("draw W-T1", "7h 2c", "Draw once: then 7♥ comes, and it goes on 8♠"),
        ("draw draw W-T1", "2c 7h", "Draw 2 times: then 7♥ comes, and it goes on 8♠"),
        ("draw W-F", "Ah 2c", "Draw once: then A♥ comes, and it goes to its foundation"),
        ("draw W-T2", "Kh 2c", "Draw once: then K♥ comes, and it goes to an empty pile"),
        ("draw draw redeal draw W-T1", "7h 2c",
         "Draw 3 times and turn the waste over on the way: then 7♥ comes, and it goes on 8♠"),
        ("draw draw W-T1", "7h ?", ""),
        ("draw T1-T2", "7h 2c", ""),
        ("draw draw", "7h 2c", ""),
        ("draw draw draw W-T1", "7h 2c", ""),
    ],
)  # fmt: skip
def test_a_known_card_is_drawn_for_where_it_goes(
    monkeypatch: pytest.MonkeyPatch, line: str, stock: str, said: str
) -> None:
    monkeypatch.setattr(plans, "laid_out", lambda *_: SimpleNamespace(play=lambda _: None))
    monkeypatch.setattr(plans, "steps_of", lambda *_: [])
    view = view_of("klondike-1", pile("8s"), pile(), waste=(), legal=("T1-F", "draw"))
    cards = tuple(None if card == "?" else card for card in stock.split())
    known = Known(cards, tuple((None,) * each.down for each in view.tableau))
    moves = list(map(Move.parse, line.split()))
    assert plans._through_stock(view, moves, known) == (said and f"{said}.")
    none = replace(view, legal=("draw",))
    only = "; no other move brings a card home or turns one up now."
    assert plans._through_stock(none, moves, known) == (said and said + only)
    # Of the rest of a line that has been told only how far it is.
    on = re.sub(r"Draw (\d+) times.*: then (\S+) comes,", r"Draw on: \2 comes in \1 draws,", said)
    on = re.sub(r"Draw once: then (\S+) comes,", r"Draw on: \1 comes with the next draw,", on)
    assert plans._through_stock(none, moves, known, is_rest=True) == (on and f"{on}.")


def test_a_known_card_is_drawn_for_that_goes_off_with_another() -> None:
    played = Played(PRESETS["pyramid"].rules, Deal(1, "number"))
    waste = ("2c", "7h")
    view = replace(played.game.view(), legal=("draw",))
    for text, said in (
        ("T22+W-X", "it goes off with {}"),
        ("W+W-X", "it goes off with 2♣"),
        ("W-X", "it goes off alone"),
    ):
        top = card_name(view.tableau[21].up[-1])
        assert plans._goes_off(view, Move.parse(text), waste) == said.format(top)


def test_the_last_card_home_before_a_shuffle_is_said_to_be_the_last() -> None:
    view = view_of("trefoil", pile("2s", "As"), pile("9h"), later=1)
    last, home, redeal = Move.parse("T1-F"), Move.parse("T2-F"), Move("redeal")
    said = "Then the rest are laid out again: no way was found to bring more of them home."
    assert plans.last_before_a_shuffle(view, [last, redeal]) == said
    assert plans.last_before_a_shuffle(view, [last, home, redeal]) == ""
    assert plans.last_before_a_shuffle(view, [last]) == ""
    assert plans.last_before_a_shuffle(replace(view, later=0), [last, redeal]) == ""
