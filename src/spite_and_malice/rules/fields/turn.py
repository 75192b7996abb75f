"""What a player may and must do in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules.fields.field import Field, Group, flag
from spite_and_malice.texts import N_, _, listed

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming


def _forced(say: Naming) -> str:
    if not say.rules.forced:
        return _("no card has to be played")
    places = {
        "hand": _("from the hand"),
        "payoff": _("from the [pay-off pile]"),
        "side": _("from the [side stacks]"),
    }
    named = listed([name for place, name in places.items() if place in say.rules.forced_from])
    return _("{ranks} must be played {places}").format(ranks=say.ranks(say.rules.forced), places=named)


TURN: Final = Group(
    N_("The turn"),
    (
        flag(
            "pass",
            N_("Passing is allowed"),
            "a turn may end without a discard (in Python `pass_`)",
            on=N_("you may pass"),
            off=N_("you pass only when nothing else is left"),
        ),
        flag(
            "loading",
            N_("Loading is allowed"),
            "cards may be put onto an opponent's pay-off pile",
            on=N_("opponents may be loaded"),
            off=N_("no loading"),
            hint=N_("A card of the same suit, one higher or lower, onto an opponent's [pay-off pile]."),
        ),
        Field(
            name="forced",
            kind="ranks",
            label=N_("Must be played when they can be"),
            says="natural cards that must be played when they can be",
            phrase=_forced,
        ),
        Field(
            name="forced_from",
            kind="names",
            choices={"hand": N_("Hand"), "payoff": N_("[Pay-off pile]"), "side": N_("[Side stacks]")},
            label=N_("… from these places"),
            says="where the cards of `forced` must be played from",
            phrase=_forced,
        ),
    ),
)
