"""The side stacks, and what may be discarded to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules.fields.field import Field, Group, choice, flag
from spite_and_malice.texts import N_, _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming


def _side(say: Naming) -> str:
    count = say.rules.side
    return ngettext("{count} [side stack] each", "{count} [side stacks] each", count).format(count=say.number(count))


def _no_discard(say: Naming) -> str:
    if not say.rules.no_discard:
        return _("any card may be discarded")
    return _("{ranks} may not be discarded").format(ranks=say.ranks(say.rules.no_discard))


SIDE: Final = Group(
    N_("[Side stacks]"),
    (
        Field(
            name="side",
            kind="number",
            low=1,
            high=8,
            label=N_("[Side stacks] each"),
            says="side stacks of each player",
            phrase=_side,
        ),
        choice(
            "side_order",
            N_("Cards on a [side stack]"),
            "how cards lie on a side stack",
            {
                "any": (N_("In any order"), N_("[side stacks] take cards in any order")),
                "descending": (N_("Equal or one lower"), N_("[side stacks] run downwards")),
            },
        ),
        flag(
            "side_dealt",
            N_("A card on each from the start"),
            "each side stack starts with a card",
            on=N_("a card is dealt to each [side stack]"),
            off=N_("[side stacks] start empty"),
        ),
        flag(
            "side_filled",
            N_("Empty ones are filled first"),
            "empty side stacks are filled before the turn can end",
            on=N_("empty [side stacks] are filled first"),
            off=N_("[side stacks] may stay empty"),
            hint=N_("Not with a descending order, nor with passing."),
        ),
        flag(
            "pairs",
            N_("Two of a kind may go together"),
            "two of a kind may be discarded together",
            on=N_("pairs may be discarded"),
            off=N_("one card a discard"),
        ),
        Field(
            name="no_discard",
            kind="ranks",
            label=N_("Never on a [side stack]"),
            hint=N_("Wild cards may always go there."),
            says="natural cards that may not go to a side stack",
            phrase=_no_discard,
        ),
    ),
)
