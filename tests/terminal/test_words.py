"""Sentences about moves and turns: the same as on the page, for every kind of move."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from spite_and_malice import new_game
from spite_and_malice.engine import Move
from spite_and_malice.terminal.messages import reviewed
from spite_and_malice.terminal.words import (
    Company,
    clock_text,
    match_words,
    move_note,
    move_sentence,
    people_sentences,
    result_words,
    turn_words,
)
from spite_and_malice.texts import in_language
from tests.engine.build import lay

COMPANY = Company(("Ada", "Ben"), (0, 1), 0)
TYPED = {
    "You play {card} on [stack] {n}.",
    "{name} plays {card} on [stack] {n}.",
    "You put {card} on [side stack] {n}.",
    "{name} puts {card} on [side stack] {n}.",
    "{card} on [stack] {n}",
    "{card} on [side stack] {n}",
    "{card} from your [side stack] {n}",
    "{card} from [side stack] {n}",
    "{card} from {name}'s [side stack] {n}",
    "Cover the wild card on [stack] {n}.",
    "Cover the wild card on [stack] {n} with {rank}.",
}
"""Only the terminal gives a stack's number with each move: there it is typed; on the page no stack has one."""


def texts_of(source: str) -> set[str]:
    """Return the texts that a module has translated."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
            found |= {each.value for each in node.args[:2] if isinstance(each, ast.Constant)}
    return {text for text in found if isinstance(text, str)}


def test_the_sentences_are_those_of_the_page(root: Path) -> None:
    package = root / "src" / "spite_and_malice"
    said = texts_of((package / "terminal" / "words.py").read_text(encoding="utf-8"))
    names = (
        "spite/words",
        "kernel/cards/cards",
        "spite/feed",
        "spite/setup/table-settings",
        "spite/live/words",
        "spite/live/live",
        "spite/live/stalemate",
        "spite/moments/finish",
        "spite/replay/film",
        "spite/setup/table-settings",
    )
    pages = "".join((package / "web" / f"{name}.js").read_text(encoding="utf-8") for name in names)
    shown = {json.loads(f'"{text}"') for text in re.findall(r'"((?:[^"\\]|\\.)*)"', pages)}
    assert len(said) > 50
    assert said - shown == TYPED


@pytest.mark.parametrize(
    ("preset", "move", "yours", "theirs"),
    [
        ("standard", "pass", "You pass.", "Ben passes."),
        ("standard", "H7h-C1", "You play 7♥ on stack 1.", "Ben plays 7♥ on stack 1."),
        ("standard", "HKd-C2", "You play K♦ as A on stack 2.", "Ben plays K♦ as A on stack 2."),
        ("standard", "HTd-S3", "You put 10♦ on side stack 3.", "Ben puts 10♦ on side stack 3."),
        ("book", "H9s+9h-S1", "You put 9♠ and 9♥ on side stack 1.", "Ben puts 9♠ and 9♥ on side stack 1."),
        (
            "loading",
            "H3c-L1",
            "You load 3♣ on Ben's pay-off pile.",
            "Ben loads 3♣ on Ben's pay-off pile.",
        ),
        ("skip-bo", "H*-C1", "You play joker as 1 on stack 1.", "Ben plays joker as 1 on stack 1."),
    ],
)
def test_moves_are_said(preset: str, move: str, yours: str, theirs: str) -> None:
    view = new_game(preset, seed=1, dealer=1).view(0)
    assert move_sentence(Move.parse(move), 0, view, COMPANY) == yours
    assert move_sentence(Move.parse(move), 1, view, COMPANY) == theirs


def test_a_card_from_a_pile_is_named_where_it_was_seen() -> None:
    game = new_game("standard", seed=7)
    mover = game.turn
    top = game.view(None).payoff(mover)[0].top
    assert top is not None
    view, other = game.view(mover), Company(("Ada", "Ben"), (0, 1), 1 - mover)
    assert "from the pay-off pile on stack 1." in move_sentence(Move.parse("P-C1"), mover, view, other)
    own = Company(("Ada", "Ben"), (0, 1), mover)
    assert move_note(Move.parse("P-C1"), mover, view, own, "Ks 7") == "K♠ as 7 from your pay-off pile on stack 1"
    assert move_note(Move.parse("P-C1"), mover, view, own, "") == "a card from your pay-off pile on stack 1"


@pytest.mark.parametrize(("rank", "said"), [(7, "A 7"), (8, "An 8"), (10, "A 10"), (11, "An 11"), (12, "A 12")])
def test_a_rank_has_the_article_that_is_spoken(rank: int, said: str) -> None:
    stack = " ".join(str(number) for number in range(1, rank))
    hand = f"{rank} {rank % 15 + 1}"
    position = lay(hand, preset="flinch", rules={"forced": [rank]}, centre=[stack], stock="8 " * 30)
    assert turn_words(position.view(0), COMPANY) == f"Your turn. {said} must be played first."


def test_turns_matches_and_ends_are_said() -> None:
    game = new_game("standard", seed=7)
    mine, theirs = (Company(("Ada", "Ben"), (0, 1), seat) for seat in (game.turn, 1 - game.turn))
    assert turn_words(game.view(game.turn), mine).startswith("Your turn.")
    assert turn_words(game.view(1 - game.turn), theirs).endswith("'s turn.")
    match = {"scores": [12, 5], "target": 50}
    assert match_words(match, 2, COMPANY) == "Game 2 · You 12, Ben 5 · to 50"
    assert match_words({**match, "target": 1}, 2, COMPANY) == ""
    while not game.is_over:
        payoff = [move for move in game.legal_moves if move.plays_payoff]
        game.play((payoff or sorted(game.legal_moves, key=lambda move: not move.plays_to_centre))[0])
    assert game.outcome is not None
    for seat in (0, 1):
        said = result_words(game.view(seat), Company(("Ada", "Ben"), (0, 1), seat))
        if not game.outcome.winners:
            assert said.startswith("Nobody wins.")
        elif seat in game.outcome.winners:
            assert said == "You win. You have played your last pay-off card."
        else:
            assert re.fullmatch(r"(Ada|Ben) wins\. \1 has played the last pay-off card\.", said)
    with in_language("de"):
        assert "gewinnt" in result_words(game.view(None), Company(("Ada", "Ben"), (0, 1), None)) or not (
            game.outcome.winners
        )


def test_who_comes_and_goes_is_said() -> None:
    def people(**ben: object) -> dict[str, object]:
        seat = {"kind": "person", "name": "Ben", "here": True, "stand_in": None}
        return {"you": 0, "seats": [seat | {"name": "Ada"}, seat | ben]}

    free = people(kind="open", name="", here=False)
    assert people_sentences(free, people()) == ["Ben sits down."]
    assert people_sentences(people(), free) == ["Ben has left the seat."]
    assert people_sentences(people(), people(here=False)) == ["Ben has lost the connection."]
    assert people_sentences(people(here=False), people()) == ["Ben is back."]
    assert people_sentences(people(), people(stand_in="away")) == ["A stand-in plays for Ben."]
    assert people_sentences(people(stand_in="away"), people()) == ["Ben is back and plays on."]
    assert people_sentences(people(here=False, stand_in="clock"), people(here=False)) == []
    assert people_sentences(people(), people()) == []


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0:00"), (-5, "0:00"), (59_001, "1:00"), (245_000, "4:05"), (4_320_000, "1:12:00")]
)
def test_a_clock_is_read(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_a_review_says_what_became_of_the_chances() -> None:
    missed = {"number": 7, "played_words": "7♥", "best_words": "8♥", "words": "It is better.", "chance": 0.62}
    said = list(reviewed({"choices": 9, "missed": [{**missed, "cost": 0.14}, {**missed, "cost": 0.0}]}))
    assert said == [
        "9 choices; 2 of them were surely mistakes.",
        "Move 7: you played 7♥; better was 8♥. It is better. Your chances: 48% instead of 62%.",
        "Move 7: you played 7♥; better was 8♥. It is better. It made no difference to your chances.",
    ]
