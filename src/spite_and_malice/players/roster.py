"""The computer players by name."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from spite_and_malice.engine import View
from spite_and_malice.players.expert import Expert
from spite_and_malice.players.greedy import Greedy
from spite_and_malice.players.planner import Planner
from spite_and_malice.players.player import Clock, Player
from spite_and_malice.players.simple import SimplePlayer
from spite_and_malice.players.thinker import Effort, Thinker
from spite_and_malice.players.weights import CARD_BY_CARD, CARELESS, TIDY
from spite_and_malice.texts import N_

_MISTAKES: Final = 0.06
"""The share of a weak player's moves that are any legal one."""
MASTER: Final = Effort(
    rounds=((1.0, 30), (1 / 2, 60), (1 / 4, 120), (1 / 8, 400), (0.0, 1500), (0.0, 5000), (0.0, 8000))
)


class Maker(Protocol):
    """Makes a player from a seed that settles its choice between equals, and the clock that it keeps to."""

    def __call__(self, seed: int, now: Clock = time.monotonic) -> Player:
        """Return a new player."""


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """A computer player for a list to choose from.

    `summary` is a sentence about it; `name` and `summary` are shown translated.
    """

    id: str
    name: str
    summary: str
    make: Maker


PLAYERS: Final[dict[str, PlayerInfo]] = {
    info.id: info
    for info in (
        PlayerInfo(
            "beginner",
            N_("Beginner"),
            N_("Plays what fits, wastes wild cards, discards anywhere and sometimes overlooks things."),
            lambda seed, now=time.monotonic: SimplePlayer(seed, CARELESS, _MISTAKES),
        ),
        PlayerInfo(
            "casual",
            N_("Casual"),
            N_("Keeps wild cards and tidy side stacks, but overlooks things, your pay-off card first of all."),
            lambda seed, now=time.monotonic: SimplePlayer(seed, TIDY, _MISTAKES),
        ),
        PlayerInfo(
            "club",
            N_("Club player"),
            N_("Knows when to block and what to hold back, and plays at once."),
            lambda seed, now=time.monotonic: SimplePlayer(seed, CARD_BY_CARD),
        ),
        PlayerInfo(
            "expert",
            N_("Expert"),
            N_("Looks through its whole turn before it plays, and hardly overlooks a way to its pay-off card."),
            lambda seed, now=time.monotonic: Expert(seed, now),
        ),
        PlayerInfo(
            "master",
            N_("Master"),
            N_("Compares ways to play its turn in thousands of games played out in its head, for as long as it may."),
            lambda seed, now=time.monotonic: Thinker(seed, MASTER, now=now),
        ),
        PlayerInfo(
            "greedy",
            N_("Greedy"),
            N_("Plays whatever fits, the pay-off card first, and never looks ahead."),
            lambda seed, now=time.monotonic: Greedy(seed),
        ),
        PlayerInfo(
            "planner",
            N_("Planner"),
            N_("Searches its whole turn for a way to its pay-off card, and tries not to open yours."),
            lambda seed, now=time.monotonic: Planner(seed, now),
        ),
    )
}


def choose(player_id: str, view: Mapping[str, Any], log: Sequence[str], seconds: float, seed: int) -> str:
    """Have a player choose: plain data in, the text of a legal move out, so that it can run in a worker process.

    `view` is a view as JSON, `seconds` the time to think, `seed` settles the choice between equals. Raises KeyError for
    a player that does not exist and ValueError if the game is over or it is not the viewer's turn.
    """
    seen = View.from_json(view)
    if not seen.legal:
        raise ValueError("there is nothing to choose: the game is over, or it is not the viewer's turn")
    if len(seen.legal) == 1:
        return seen.legal[0]
    return str(PLAYERS[player_id].make(seed).choose(seen, log, seconds))
