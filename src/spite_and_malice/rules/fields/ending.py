"""What happens when nobody gets rid of the pay-off cards."""

from __future__ import annotations

from typing import Final

from spite_and_malice.rules.fields.field import Group, choice
from spite_and_malice.texts import N_

ENDING: Final = Group(
    N_("When nobody gets there"),
    (
        choice(
            "stock_out",
            N_("When the [stock] is gone"),
            "what happens when a card must be drawn and there is none",
            {
                "draw": (N_("Nobody wins"), N_("nobody wins when the [stock] is gone")),
                "fewest": (N_("The fewest cards left win"), N_("the fewest cards win when the [stock] is gone")),
                "renew": (N_("A fresh deck comes in"), N_("the [stock] is renewed when it is gone")),
            },
        ),
        choice(
            "stalemate",
            N_("At a stalemate"),
            "what happens when everybody in turn has moved no card",
            {
                "end": (N_("The game ends"), N_("a stalemate ends the game")),
                "low": (N_("A low card breaks it"), N_("a low card breaks a stalemate")),
                "redeal": (N_("New hands are dealt"), N_("a stalemate brings a new deal")),
            },
            hint=N_("When everybody in turn has moved no card."),
        ),
    ),
)
