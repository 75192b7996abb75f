"""Names of numbers, ranks, cards and decks, in the current language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, Protocol

from spite_and_malice.rules.cards import KING, Deck, card_rank
from spite_and_malice.texts import _, listed, ngettext

_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_name(card: str) -> str:
    """Name a card in running text: "7♥", "10♠", "12", "a joker"."""
    if card == "*":
        return _("a [joker]")
    if card[-1] not in _SIGNS:
        return card
    return f"{rank_name(card_rank(card), suited=True)}{_SIGNS[card[-1]]}"


def rank_name(rank: int, *, suited: bool) -> str:
    """Name a rank as the cards show it: "7", "10", and "J" where the cards are suited."""
    # texts: As on the international cards that the table draws: what a person chooses for theirs is put in its place.
    named = {1: _("A"), 11: _("J"), 12: _("Q"), 13: _("K")}
    return named.get(rank, str(rank)) if suited else str(rank)


class _Cards(Protocol):
    """The facts that `Naming` needs of the rules: the cards in play, and which of them are wild."""

    @property
    def deck(self) -> Deck: ...
    @property
    def payoff_deck(self) -> Deck | None: ...
    @property
    def wilds(self) -> tuple[str, ...]: ...


class Naming:
    """Names for the cards of some rules.

    Where no pack of suited cards is in play, ranks go by their numbers: "1" rather than "ace".
    """

    def __init__(self, rules: _Cards) -> None:
        self._wilds = rules.wilds
        self.suited: bool = any(deck is not None and deck.has_kings for deck in (rules.deck, rules.payoff_deck))

    def number(self, number: int) -> str:
        """Write a whole number: in letters up to twelve, in figures above."""
        words = (
            _("one"),
            _("two"),
            _("three"),
            _("four"),
            _("five"),
            _("six"),
            _("seven"),
            _("eight"),
            _("nine"),
            _("ten"),
            _("eleven"),
            _("twelve"),
        )
        return words[number - 1] if 1 <= number <= len(words) else str(number)

    def rank(self, rank: int) -> str:
        """Name a rank as in "from ace to queen"."""
        if not self.suited:
            return str(rank)
        named = {1: _("ace"), 11: _("jack"), 12: _("queen"), KING: _("king")}
        return named.get(rank, str(rank))

    def ranks(self, ranks: Iterable[int], *, either: bool = False) -> str:
        """List the cards of some ranks, lowest first: "aces and sevens", "1s and 7s"."""
        return listed([self._plural(rank) for rank in sorted(ranks)], either=either)

    def wilds(self) -> str:
        """List the kinds of wild card, of which there must be one: "kings and jokers"."""
        names = {"K": _("kings"), "*": _("[jokers]")}
        return listed([name for kind, name in names.items() if kind in self._wilds])

    def cards(self, count: int) -> str:
        """Name a number of cards: "one card", "26 cards"."""
        return ngettext("one card", "{count} cards", count).format(count=self.number(count))

    def points(self, count: int) -> str:
        """Name a number of points: "one point", "25 points"."""
        return ngettext("one point", "{count} points", count).format(count=self.number(count))

    def deck(self, deck: Deck) -> str:
        """Name the parts of a deck: "two ordinary packs and four jokers"."""
        parts = []
        if deck.packs is not None:
            packs = ngettext("one ordinary pack", "{count} ordinary packs", deck.packs)
            parts.append(packs.format(count=self.number(deck.packs)))
        copies_of: dict[int, list[int]] = {}
        for rank, copies in deck.numbers or ():
            if copies:
                copies_of.setdefault(copies, []).append(rank)
        parts.extend(self._numbers(copies, ranks) for copies, ranks in copies_of.items())
        if deck.jokers:
            jokers = ngettext("one [joker]", "{count} [jokers]", deck.jokers)
            parts.append(jokers.format(count=self.number(deck.jokers)))
        return listed(parts)

    def _numbers(self, copies: int, ranks: Sequence[int]) -> str:
        if len(ranks) == 1:
            text = ngettext("one {rank}", "{count} {rank}s", copies)
            return text.format(count=self.number(copies), rank=ranks[0])
        text = ngettext("one card each of {ranks}", "{count} cards each of {ranks}", copies)
        return text.format(count=self.number(copies), ranks=listed(self._runs(ranks)))

    def _runs(self, ranks: Sequence[int]) -> list[str]:
        """Shorten ascending ranks: 1, 3, 4, 5 become "1" and "3 to 5"."""
        runs: list[str] = []
        for _offset, group in groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0]):
            run = [rank for _place, rank in group]
            if len(run) > 2:
                runs.append(_("{low} to {high}").format(low=run[0], high=run[-1]))
            else:
                runs.extend(str(rank) for rank in run)
        return runs

    def _plural(self, rank: int) -> str:
        named = (
            _("aces"),
            _("twos"),
            _("threes"),
            _("fours"),
            _("fives"),
            _("sixes"),
            _("sevens"),
            _("eights"),
            _("nines"),
            _("tens"),
            _("jacks"),
            _("queens"),
            _("kings"),
        )
        if self.suited and rank <= len(named):
            return named[rank - 1]
        return _("{rank}s").format(rank=rank)


def capital(text: str) -> str:
    """Start a sentence with a capital letter; a Dutch "één" becomes "Eén", for its capital has no accent."""
    return "E" + text[1:] if text.startswith("éé") else text[:1].upper() + text[1:]


def natural(rules: _Cards, ranks: Iterable[int]) -> list[int]:
    """The ranks, among some, of natural cards in play, ascending."""
    present: set[int] = set()
    for deck in (rules.deck, rules.payoff_deck):
        if deck is not None:
            kings_wild = deck.has_kings and "K" in rules.wilds
            present.update(rank for rank in deck.ranks() if not (kings_wild and rank == KING))
    return sorted(present.intersection(ranks))
