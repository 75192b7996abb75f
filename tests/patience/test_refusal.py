"""Why a move is not legal: each sentence, where it is said, and where it is not (PATIENCE.md section 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from spite_and_malice.patience import PRESETS, Game, Move, View, ViewPile, deal_number, preset_rules, refusal
from spite_and_malice.rules.naming import card_name

Piles = tuple[str, ...]
"""The cards that lie face up on the first piles, bottom to top; the rest of the piles are empty."""


def view_of(preset: str, piles: Piles = (), **changes: Any) -> View:
    """Return the start of a game with other cards on its piles."""
    view = Game(deal_number(PRESETS[preset].rules, 1)).view()
    laid = [ViewPile(0, tuple(cards.split())) for cards in piles]
    return replace(view, tableau=(*laid, *[ViewPile(0, ())] * (len(view.tableau) - len(piles))), **changes)


RANKS_ALIKE: Final = preset_rules("fourteen", {"sum": 0})
FOUND: Final = {"s": 3, "h": 0, "d": 0, "c": 0}
SAID: Final[list[tuple[str, Piles, dict[str, Any], str, str]]] = [
    ("klondike-1", ("2s",), {"result": "won"}, "T1-F", "The game is over."),
    # Places that there are not.
    ("klondike-1", (), {}, "T8-F", "There is no T8 in this game."),
    ("klondike-1", ("2s",), {}, "T1-T8", "There is no T8 in this game."),
    ("freecell", (), {}, "C5-T1", "There is no C5 in this game."),
    ("freecell", (), {}, "C4-T1", "That cell is empty."),
    ("canfield", (), {}, "R2-T1", "There is no R2 in this game."),
    ("klondike-1", (), {}, "P-T1", "There is no P in this game."),
    ("klondike-1", ("2s",), {}, "T1-F1", "There is no F1 in this game."),
    ("sir-tommy", (), {}, "T1-F", "There is no F in this game."),
    ("sir-tommy", (), {}, "W-F5", "There is no F5 in this game."),
    ("pyramid", ("2s",), {}, "T1+T29-X", "There is no T29 in this game."),
    # The stock.
    ("freecell", (), {}, "draw", "There is no stock in this game."),
    ("sir-tommy", (), {}, "draw", "In this game the next card is turned up when the waste is empty."),
    ("klondike-1", (), {}, "deal", "In this game cards of the stock are turned to the waste."),
    ("spider-1", (), {}, "draw", "In this game the stock is dealt on the piles."),
    ("bristol", (), {}, "draw", "In this game the stock is dealt on the piles."),
    ("klondike-1", (), {"stock": 0}, "draw", "The stock is empty."),
    ("klondike-1", (), {"stock": 1}, "redeal", "The stock is not used up yet."),
    ("klondike-1", (), {"stock": 0, "waste": ()}, "redeal", "The waste is empty."),
    ("westcliff", (), {"stock": 0, "waste": ("2s",)}, "redeal", "This is the last pass through the stock."),
    ("monte-carlo", (), {}, "deal", "Nothing closes up, and no place is free for a card of the stock."),
    ("spider-1", (), {}, "deal", "The stock cannot be dealt while a pile is empty."),
    ("trefoil", (), {"pass_number": 3}, "redeal", "This is the last layout of the cards."),
    ("trefoil", (), {"pass_number": 2}, "redeal", "The cards would lie as they do now."),
    ("cruel", (), {"pass_number": 9}, "redeal", "The cards would lie as they do now."),
    # Cards from under others.
    ("trefoil", ("2s 3s",), {}, "T1@2-F", "In this game no card is drawn from under others."),
    ("three-shuffles", ("2s 3s",), {"merci": 0}, "T1@2-F", "No more card may be drawn from under others."),
    ("three-shuffles", ("2s 3s",), {"merci": 1, "pass_number": 2}, "T1@2-F",
     "A card is drawn from under others in the last layout alone."),
    ("three-shuffles", ("2s 3s",), {"merci": 1, "pass_number": 3}, "T1@2-F",
     "A card that is drawn from under others goes where it could go alone."),
    # The pocket.
    ("miss-milligan", (), {"pocket": ()}, "P-T1", "The pocket is empty."),
    ("miss-milligan", ("2s",), {"pocket": ("4h",)}, "P-T1",
     "From the pocket cards go to the foundations, or to piles that they fit on."),
    ("miss-milligan", ("2s",), {"stock": 1, "pocket": ()}, "T1-P",
     "Cards are set aside only when the stock is empty."),
    ("miss-milligan", ("2s",), {"stock": 0, "pocket": ("4h",)}, "T1-P", "The pocket is full."),
    ("miss-milligan", ("2s",), {"stock": 0, "pocket": ()}, "T1-P", "Only cards that move together are set aside."),
    # No card there.
    ("klondike-1", (), {"waste": ()}, "W-F", "The waste is empty."),
    ("klondike-1", ("2s",), {"foundations": {**FOUND, "s": 0}}, "Fs-T1", "That foundation is empty."),
    ("canfield", (), {"reserve": (ViewPile(0, ()),)}, "R1-F", "That pile is empty."),
    ("klondike-1", (), {}, "T1-F", "That pile is empty."),
    ("klondike-1", ("7s",), {}, "T1:2-T2", "Only one card of that pile is face up."),
    ("klondike-1", ("7s 6h 5s",), {}, "T1:4-T2", "Only 3 cards of that pile are face up."),
    ("pyramid", ("Ks", "2s"), {}, "T1-X", "Other cards lie on that one."),
    ("tri-peaks", (), {}, "T1-W", "That pile is empty."),
    # Foundations.
    ("klondike-1", ("2s",), {"foundations": {**FOUND, "s": 0}}, "T1-F", "A foundation begins with the ace."),
    ("storehouse", ("3s",), {"foundations": {**FOUND, "s": 0}}, "T1-F", "A foundation begins with 2."),
    ("canfield", ("3s",), {"foundations": {**FOUND, "s": 0}, "base": 13}, "T1-F", "A foundation begins with K."),
    ("klondike-1", ("6s",), {"foundations": FOUND}, "T1-F", "On that foundation 4♠ comes next."),
    ("canfield", ("6s",), {"foundations": FOUND, "base": 12}, "T1-F", "On that foundation 2♠ comes next."),
    ("sir-tommy", (), {"waste": ("9s",)}, "W-F1", "That foundation does not take 9♠ now."),
    ("spider-1", ("As",), {}, "T1-F", "There are no foundations in this game that cards are put on."),
    # Cells and the waste.
    ("klondike-1", ("2s",), {}, "T1-C", "There are no free cells in this game."),
    ("freecell", ("2s",), {"foundations": FOUND}, "Fs-C", "A card of a foundation goes back to the tableau alone."),
    ("freecell", (), {"cells": (None, "2s", None, None)}, "C2-C", "That card lies in a cell already."),
    ("freecell", ("2s",), {"cells": ("2h", "3h", "4h", "5h")}, "T1-C", "No cell is empty."),
    ("worm-hole", (), {"waste": ("2s",)}, "W-C", "Cards on the waste stay there."),
    ("klondike-1", ("2s",), {}, "T1-W", "In this game no card is put on the waste."),
    ("golf", ("2s",), {"waste": ("Ks",)}, "T1-W", "2♠ is neither one above nor one below K♠."),
    ("dead-king-golf", ("Qs",), {"waste": ("Ks",)}, "T1-W", "Nothing goes on a king."),
    ("dead-king-golf", ("2s",), {"waste": ("Qs",)}, "T1-W", "2♠ is neither one above nor one below Q♠."),
    # Off the table.
    ("aces-up", ("2s",), {}, "T1-X", "A card leaves the table if a higher one of its suit lies free."),
    ("klondike-1", ("2s",), {}, "T1-X", "In this game cards do not leave the table in pairs."),
    ("fourteen", ("2s",), {}, "T1-X", "No card leaves alone: two of them add up to 14."),
    ("pyramid", (*[""] * 21, "2s"), {}, "T22-X", "Only K leaves alone."),
    ("fourteen", ("2s",), {"rules": RANKS_ALIKE}, "T1-X", "No card leaves alone: two of the same rank leave together."),
    # Pairs.
    ("klondike-1", ("6s", "7h"), {}, "T1+T2-X", "In this game cards do not leave the table in pairs."),
    ("fourteen", ("6s", "8h"), {}, "T1+T2-X",
     "Name the two places in their order: the piles, the cells, the reserve, the waste."),
    ("fourteen", ("6s", "7h"), {}, "T1+T2-X", "6♠ and 7♥ add up to 13, not to 14."),
    ("fourteen", ("6s",), {}, "T1+T2-X", "No card can be played from T2."),
    ("fourteen", ("", "6s"), {}, "T1+T2-X", "No card can be played from T1."),
    ("fourteen", ("6s",), {}, "T1+T1-X", "A pair is two cards from different places."),
    ("giza", (), {"waste": ("2s", "3s")}, "W+W-X", "A pair is two cards from different places."),
    ("pyramid", (), {"waste": ("2s",)}, "W+W-X", "The waste has no two cards."),
    ("pyramid", (), {"waste": ("9s", "2s", "3s")}, "W+W-X", "2♠ and 3♠ add up to 5, not to 13."),
    ("fourteen", ("6s", "7h"), {"rules": RANKS_ALIKE}, "T1+T2-X", "6♠ and 7♥ are not of the same rank."),
    ("fourteen", ("7s", "7h"), {"rules": RANKS_ALIKE}, "T1+T2-X",
     "Name the two places in their order: the piles, the cells, the reserve, the waste."),
    # Grids.
    ("montana", (), {}, "T1-T2",
     "In a gap goes the next higher card of the suit to its left, at the beginning of a row a two."),
    ("accordion", (), {}, "T1-T2",
     "A pile goes on the one before it or the third before it, if their suits or ranks are the same."),
    ("clock", (), {}, "W-T1", "The card on the waste goes to the pile of its rank."),
    ("monte-carlo", (), {}, "T1+T9-X", "Two cards leave the table if they touch and have the same rank."),
    ("monte-carlo-13", (), {}, "T1+T9-X", "Two cards leave the table if they touch and their ranks add up to 13."),
    # Piles that take none.
    ("pyramid", ("2s",), {"waste": ("3s",)}, "W-T1", "In this game no card is moved within the tableau."),
    ("westcliff", ("4h",), {"foundations": FOUND}, "Fs-T1", "With these rules a card on a foundation stays there."),
    ("golf", ("4h",), {"waste": ("3s",)}, "W-T1", "Cards on the waste stay there."),
    ("sir-tommy", ("4h", "3h"), {}, "T1-T2", "Only the top card of the waste is put on the piles."),
    ("carpet", ("4h",), {"waste": ("3s",)}, "W-T1", "Nothing is built on the piles of this game."),
    # Gaps.
    ("klondike-1", ("Qs",), {}, "T1-T2", "Only a king may be moved to an empty pile."),
    ("penguin", ("3s",), {"base": 5}, "T1-T2", "Only a card of the highest rank may be moved to an empty pile."),
    ("carpet", ("2s",), {}, "T1-T2", "Only the top card of the waste may be moved to an empty pile."),
    ("bakers-dozen", ("Ks",), {}, "T1-T2", "Nothing may be moved to an empty pile."),
    ("congress", ("Ks",), {}, "T1-T2", "An empty pile is filled from the waste or the stock alone."),
    # Several cards.
    ("forty-thieves", ("6s 5s", "7s"), {}, "T1:2-T2", "Only one card is moved at a time."),
    ("forty-thieves", ("6s 5s",), {}, "T1:2-T2", "Only one card is moved at a time."),
    ("freecell", ("6s 5h", "7h"), {}, "T1:2-T2",
     "The free cells do not allow 2 cards to be moved at once, or they are not built on each other."),
    ("canfield-strict", ("8h 6s 5h", "7h"), {"base": 1}, "T1:2-T2", "A pile is moved as a whole."),
    ("canfield", ("9h 6s 5h", "7h"), {"base": 1}, "T1:2-T2", "A pile is moved as a whole."),
    ("spider-4", ("6s 5h", "7h"), {}, "T1:2-T2",
     "Only cards of one suit that follow each other in rank are moved together."),
    ("klondike-1", ("6s 4h", "7h"), {}, "T1:2-T2", "Only cards that are built on each other are moved together."),
    # What goes on a card.
    ("klondike-1", ("2h", "As"), {}, "T1-T2", "Nothing can be put on A♠."),
    ("klondike-1", ("2h", "3h"), {}, "T1-T2", "On 3♥ only 2♠ or 2♣ can be put."),
    ("fan", ("2h", "3s"), {}, "T1-T2", "On 3♠ only 2♠ can be put."),
    ("spider-4", ("3h", "3s"), {}, "T1-T2", "On 3♠ only a card of rank 2 can be put."),
    ("beleaguered-castle", ("5h", "3s"), {}, "T1-T2", "On 3♠ only a card of rank 2 can be put."),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "piles", "changes", "text", "said"), SAID)
def test_it_is_said_what_would_be_right(
    preset: str, piles: Piles, changes: dict[str, Any], text: str, said: str
) -> None:
    assert refusal.why_not(view_of(preset, piles, **changes), Move.parse(text), card_name) == said


@pytest.mark.parametrize(
    ("preset", "text", "card", "fits"),
    [
        ("klondike-1", "T1-T2", "Ks", True),
        ("klondike-1", "T1-T2", "Qs", False),
        ("westcliff", "T1-T2", "2s", True),
        ("carpet", "W-T2", "2s", True),
        ("carpet", "T1-T2", "2s", False),
        ("scorpion", "T1-T2", "Ks", True),
        ("beleaguered-castle", "T1-T2", "2s", True),
        ("bakers-dozen", "T1-T2", "Ks", False),
    ],
)
def test_a_gap_takes_what_its_rules_say(preset: str, text: str, card: str, fits: bool) -> None:
    assert refusal._fits_gap(view_of(preset), Move.parse(text), card) is fits
