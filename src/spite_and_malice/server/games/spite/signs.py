"""Signs for name plates: each is earned by stars on the ladder, and drawn in a file of web/look/signs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from spite_and_malice.players.roster import LEVELS
from spite_and_malice.texts import N_

from ...store import Store
from .ladder import MOST_STARS, Ladder, ladders
from .played import played_here


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign: the stem of its file, its requirement in English, and its test on ladders."""

    id: str
    takes: str
    is_earned: Callable[[Sequence[Ladder]], bool]


def _beaten(player: str) -> Callable[[Sequence[Ladder]], bool]:
    """Return a test of ladders: whether the person has two stars against a level."""
    return lambda all_: any(rung.stars >= 2 for ladder in all_ for rung in ladder.rungs if rung.player == player)


SIGNS: Final = (
    Sign("sprout", N_("The first star of all"), lambda all_: any(ladder.stars for ladder in all_)),
    *(
        Sign(name, takes, _beaten(level.id))
        for level, (name, takes) in zip(
            LEVELS,
            (
                ("acorn", N_("Two stars against Pip")),
                ("swallow", N_("Two stars against Rosa")),
                ("shield", N_("Two stars against Hugo")),
                ("key", N_("Two stars against Nadia")),
                ("crown", N_("Two stars against Octavia")),
            ),
            strict=True,
        )
    ),
    Sign("compass", N_("A star in every family of versions"), lambda all_: all(ladder.stars for ladder in all_)),
    Sign(
        "laurel",
        N_("Every star of a family of versions"),
        lambda all_: any(ladder.stars == MOST_STARS * len(ladder.rungs) for ladder in all_),
    ),
)
"""Every sign, in the order they are earned."""


def earned(found: Iterable[Ladder]) -> frozenset[str]:
    """Return the ids of the signs that a person's ladders earn."""
    all_ = tuple(found)
    return frozenset(sign.id for sign in SIGNS if sign.is_earned(all_))


async def signs_of(store: Store, kind: str, person: str) -> frozenset[str]:
    """Return the signs that a person has earned with their finished games. Raises `StoreError`."""
    finished = await store.figures.finished(kind, person)
    return await asyncio.to_thread(lambda: earned(ladders(played_here(person, finished))))
