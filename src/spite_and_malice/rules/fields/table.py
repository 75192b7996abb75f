"""Who plays, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules.fields.field import Field, Group, choice, flag
from spite_and_malice.texts import N_, ngettext

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming


def _players(say: Naming) -> str:
    count = say.rules.players
    return ngettext("{count} player", "{count} players", count).format(count=say.number(count))


TABLE: Final = Group(
    N_("The table"),
    (
        Field(
            name="players",
            kind="number",
            low=2,
            high=8,
            label=N_("Players"),
            says="how many play",
            phrase=_players,
        ),
        choice(
            "first",
            N_("Who begins"),
            "who begins",
            {
                "highest": (N_("The highest card"), N_("the highest [pay-off card] begins")),
                "dealer": (N_("The dealer"), N_("the dealer begins")),
                "left": (N_("The dealer's neighbour"), N_("the dealer's left neighbour begins")),
            },
        ),
        flag(
            "partners",
            N_("Play in pairs"),
            "seats i and i + n/2 play as a pair; n even, at least 4",
            on=N_("partners play together"),
            off=N_("everybody plays alone"),
            hint=N_("Partners sit opposite each other; for an even number of players, four or more."),
        ),
    ),
)
