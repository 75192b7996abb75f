"""The decks, and which cards are wild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules.fields.field import Field, Group, flag
from spite_and_malice.texts import N_, _

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming


def _deck(say: Naming) -> str:
    deck = say.deck(say.rules.deck)
    return deck if say.rules.payoff_deck is None else _("{deck} for hands and [stock]").format(deck=deck)


def _payoff_deck(say: Naming) -> str:
    if say.rules.payoff_deck is None:
        return _("one deck for hands and [pay-off piles]")
    return _("{deck} for the [pay-off piles] alone").format(deck=say.deck(say.rules.payoff_deck))


def _wilds(say: Naming) -> str:
    if not say.rules.wilds:
        return _("no wild cards")
    return _("{kinds} are wild").format(kinds=say.wilds())


def _wild_never(say: Naming) -> str:
    if not say.rules.wild_never:
        return _("wild cards stand for anything")
    return _("wild cards never stand for {ranks}").format(ranks=say.ranks(say.rules.wild_never, either=True))


CARDS: Final = Group(
    N_("The cards"),
    (
        Field(
            name="deck",
            kind="deck",
            label=N_("Deck"),
            says="what hands and stock come from",
            phrase=_deck,
        ),
        Field(
            name="payoff_deck",
            kind="deck",
            label=N_("[Pay-off piles]"),
            switch=N_("A deck of their own for the [pay-off piles]"),
            says="a deck of their own for the pay-off piles; null: they come from `deck`",
            phrase=_payoff_deck,
        ),
        Field(
            name="wilds",
            kind="names",
            choices={"K": N_("Kings"), "*": N_("Jokers")},
            label=N_("Wild cards"),
            says="which cards are wild: kings, jokers",
            phrase=_wilds,
        ),
        flag(
            "wild_covered",
            N_("A wild card must be covered at once"),
            "a wild card must be covered at once by a natural one",
            on=N_("a wild card must be covered at once"),
            off=N_("a wild card need not be covered"),
            hint=N_("Only with a natural card of one's own that can be seen."),
        ),
        Field(
            name="wild_never",
            kind="ranks",
            label=N_("Wild cards never stand for"),
            says="what a wild card cannot stand for",
            phrase=_wild_never,
        ),
    ),
)
