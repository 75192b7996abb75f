"""The centre: how many stacks, how high, and what becomes of a finished one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spite_and_malice.rules.fields.field import Field, Group, choice
from spite_and_malice.texts import N_, _, ngettext

if TYPE_CHECKING:
    from spite_and_malice.rules.naming import Naming


def _centre(say: Naming) -> str:
    count = say.rules.centre
    if count is None:
        return _("any number of [centre stacks]")
    return ngettext("{count} [centre stack]", "{count} [centre stacks]", count).format(count=say.number(count))


def _build_to(say: Naming) -> str:
    return _("[centre stacks] run to {rank}").format(rank=say.rank(say.rules.build_to))


CENTRE: Final = Group(
    N_("The centre"),
    (
        Field(
            name="centre",
            kind="number",
            low=1,
            high=12,
            label=N_("[Centre stacks]"),
            switch=N_("Any number"),
            says="places for centre stacks; null: always one more",
            phrase=_centre,
        ),
        Field(
            name="build_to",
            kind="rank",
            low=2,
            high=15,
            label=N_("[Stacks] are built up to"),
            says="the rank that completes a centre stack",
            phrase=_build_to,
        ),
        choice(
            "completed",
            N_("A finished [stack]"),
            "a finished stack goes into the stock at once, or is set aside",
            {
                "shuffle": (N_("Is shuffled into the [stock]"), N_("finished [stacks] go into the [stock] at once")),
                "aside": (N_("Is set aside"), N_("finished [stacks] are set aside")),
            },
        ),
    ),
)
