"""All features of a server, in the order in which they are announced and started."""

from __future__ import annotations

from collections.abc import Callable

from ..http.feature import Feature
from . import (
    about,
    accounts,
    home,
    ladder,
    learn,
    offline,
    patience,
    ratings,
    rules,
    scrapbook,
    setup,
    tables,
)
from .daily import announce as daily
from .kernel import Kernel
from .puzzles import announce as puzzles
from .replays import mistakes, replays, reviews
from .statistics import announce as statistics

Announce = Callable[[Kernel], Feature]
"""The function ``feature`` of each feature's folder or module."""


def features(*, alone: bool) -> list[Announce]:
    """Return the features of a server, or of a person who plays ``alone`` in their own browser."""
    for_all = [
        *(home.feature, tables.feature, rules.feature, setup.feature, learn.feature, replays.feature, reviews.feature),
        mistakes.feature,
        *(patience.feature, offline.feature, about.feature, accounts.feature, daily.feature, statistics.feature),
        *(ladder.feature, scrapbook.feature, ratings.feature, puzzles.feature),
    ]
    return for_all if alone else [*for_all, *_company()]


def _company() -> list[Announce]:
    """Return the features that only a reachable server needs; some need optional libraries."""
    from . import (
        clubs,
        evenings,
        health,
        lobby,
        moderation,
        people,
        television,
        tournaments,
    )
    from .correspondence import conditionals
    from .correspondence import games as correspondence
    from .mail import turn_mails
    from .notices import announce as notices

    return [
        *(clubs.feature, conditionals.feature, correspondence.feature, evenings.feature, health.feature),
        *(lobby.feature, people.feature),
        # Notices are sent when `people` calls somebody.
        *(moderation.feature, notices.feature, television.feature, tournaments.feature, turn_mails.feature),
    ]
