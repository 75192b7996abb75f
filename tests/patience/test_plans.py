"""The plan of a line at patience comes true when the line is played."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from spite_and_malice.patience import PRESETS, Hint, Move, Position, hint
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.hints import sample
from spite_and_malice.patience.plans import plan_of
from spite_and_malice.patience.solving import Solution
from spite_and_malice.patience.view import View
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from spite_and_malice.rules.naming import card_name
from tests.examples import some

SIGNS = dict(zip("♠♥♦♣", "shdc", strict=True))


def card_of(name: str) -> str:
    return name[:-1].replace("10", "T") + SIGNS[name[-1]]


def check(position: Position, line: tuple[Move, ...], plan: str) -> str:
    """Play a line as far as its plan describes it, and verify the plan; return its kind."""
    if away := re.search(r"(\d+ times|once).*: then (\S+) comes", plan):
        return check_draws(position, line, card_of(away[2]), 1 if away[1] == "once" else int(away[1].split()[0]))
    before = position.view()
    cards = [card_of(name) for name in re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", plan)]
    if plan.startswith("Take "):
        for move in line[: len(cards)]:
            position.play(move)
        assert list(position.view().waste[len(before.waste) :][: len(cards)]) == cards
        return "run"
    told = re.search(r": the first of (\d+) moves to (.+)\.", plan)
    steps = plan.removesuffix(".").removeprefix("First ").split(", to ")[0].split(", then ")
    count = int(told[1]) if told else len(steps)
    goal = told[2] if told else plan.partition(", to ")[2].removesuffix(".") or "its foundation"
    last = before
    for number, move in enumerate(line[:count]):
        last = position.view()
        assert str(move) in last.legal
        if not told:
            check_step(last, move, steps[number])
        position.play(move)
    after = position.view()
    named = [card_of(name) for name in re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", goal)]
    move = line[count - 1]
    if goal.startswith("turn up"):
        assert down(after) == down(before) - 1
    elif "foundation" in goal:
        assert move.target[0] in "FX"
        assert len(named) < 2 or any(
            pair == tuple(named) for pile in before.tableau for pair in zip(pile.up, pile.up[1:], strict=False)
        )
    elif goal.startswith("empty the"):
        assert not after.tableau[int(move.source[1:]) - 1].up
    elif goal.startswith("join"):
        assert last.tableau[int(move.target[1:]) - 1].up[-1] == named[1]
        assert named[0][-1] == named[1][-1]
    else:
        assert goal.startswith("take off")
        assert move.target == "X"
    return " ".join(goal.split()[:2])


def check_step(view: View, move: Move, said: str) -> None:
    """Confirm that a move is called by its card and its place."""
    up = view.tableau[int(move.source[1:]) - 1].up if move.source.startswith("T") else ()
    assert not up or said.startswith(card_name(up[-move.cards]))
    if move.target.startswith("T"):
        upon = view.tableau[int(move.target[1:]) - 1].up
        assert said.endswith(f" on {card_name(upon[-1])}" if upon else "to an empty pile")
    else:
        assert said.endswith({"F": "to its foundation", "C": "to a cell", "X": "off"}[move.target[0]])


def check_draws(position: Position, line: tuple[Move, ...], card: str, draws: int) -> str:
    """Draw as often as the plan says, and confirm that the named card is on the waste and can be played from there."""
    for move in line:
        if move.target:
            break
        draws -= move.is_draw
        position.play(move)
    assert draws == 0
    assert position.view().waste[-1] == card
    assert move.source == "W"
    return "draws"


def down(view: View) -> int:
    return sum(pile.down for pile in view.tableau)


@pytest.mark.parametrize(
    ("preset", "kinds"),
    some(
        [
            ("klondike-1", {"turn up", "draws"}),
            ("wasp", {"turn up", "empty the"}),
            ("freecell", {"free A♦"}),
            ("golf", {"run"}),
            ("tri-peaks", {"run"}),
            ("giza", {"its foundation"}),
        ],
        "src/spite_and_malice/patience/",
        of=3,
    ),
)
def test_what_a_plan_says_comes_true(preset: str, kinds: set[str]) -> None:
    seen = Counter[str]()
    for number in (1, 2):
        played, chance = Played(PRESETS[preset].rules, Deal(number, "number")), SeededChance(number)
        for _move in range(60):
            if not played.game.legal_moves:
                break
            view = played.game.view()
            given = played.advised or hint(view, chance, 4, played.known)
            if given.move is None:
                break
            if plan := plan_of(view, given.line, played.known):
                seen[check(played.game.position.clone(), given.line, plan)] += 1
                assert plan in reason_for(view, given, known=played.known) or given.winnable == 0
            played.advised = given
            played.act(str(given.move), 0)
    assert {kind.split()[0] for kind in kinds} <= {kind.split()[0] for kind in seen}


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
    assert said == ["3♣ goes on 4♠, and 3♦ comes free.", "Take 5♣: an open card can follow it."]
    assert reason_for(view, Hint(single, 0.0, (single,)), known=played.known) == said[0]
    world = sample(view, SeededChance(1), played.known)
    won = [(world, Solution("won", (single, Move("draw")), 1))]
    monkeypatch.setattr("spite_and_malice.patience.hints._winnable_worlds", lambda *_: (24, won, False))
    given = hint(view, SeededChance(1), 24, played.known)
    assert len(given.line) == 6
    assert (
        reason_for(view, given, known=played.known)
        == "Take 5♣, 6♣, 7♦, 8♠, 7♠ and 6♠ one after the other: a run of 6 cards."
    )
    # If most worlds can be won, the line to a win is kept.
    monkeypatch.setattr("spite_and_malice.patience.hints._winnable_worlds", lambda *_: (1, won, False))
    assert hint(view, SeededChance(1), 24, played.known).move == single


def test_a_plan_says_nothing_that_the_first_move_does() -> None:
    played = Played(PRESETS["klondike-1"].rules, Deal(1, "number"))
    view = played.game.view()
    assert plan_of(view, ()) == ""
    assert plan_of(view, (Move("draw"),)) == ""
    assert "of use at once" in reason_for(view, Hint(Move("draw"), 0.5, (Move("draw"),)))
