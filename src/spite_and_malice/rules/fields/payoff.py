"""Pay-off piles and hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules.fields.field import Field, Group, choice
from spite_and_malice.texts import N_, _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming


def _payoff(say: Naming) -> str:
    return _("{cards} in a [pay-off pile]").format(cards=say.cards(say.rules.payoff))


def _payoff_piles(say: Naming) -> str:
    count = say.rules.payoff_piles
    return ngettext("{count} [pay-off pile] each", "{count} [pay-off piles] each", count).format(
        count=say.number(count)
    )


def _hand(say: Naming) -> str:
    count = say.rules.hand
    return ngettext("{count} card in hand", "{count} cards in hand", count).format(count=say.number(count))


PAYOFF: Final = Group(
    N_("[Pay-off piles] and hand"),
    (
        Field(
            name="payoff",
            kind="number",
            low=1,
            high=60,
            label=N_("Cards in a [pay-off pile]"),
            says="cards in a pay-off pile",
            phrase=_payoff,
        ),
        Field(
            name="payoff_piles",
            kind="number",
            low=1,
            high=4,
            label=N_("[Pay-off piles] each"),
            says="pay-off piles of each player",
            phrase=_payoff_piles,
        ),
        Field(
            name="hand",
            kind="number",
            low=1,
            high=10,
            label=N_("Cards in hand"),
            says="cards in a hand",
            phrase=_hand,
        ),
        choice(
            "empty_hand",
            N_("When the hand is empty"),
            "what happens when the last card of the hand is played",
            {
                "refill": (N_("A new hand is drawn"), N_("an empty hand is filled at once")),
                "end": (N_("The turn ends"), N_("an empty hand ends the turn")),
            },
        ),
    ),
)
