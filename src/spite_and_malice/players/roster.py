"""The computer players by name."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from spite_and_malice.arguments import Named, Seed, closest, seed_number, shown
from spite_and_malice.engine import View
from spite_and_malice.players.by_hand.greedy import Greedy
from spite_and_malice.players.by_hand.planner import Planner
from spite_and_malice.players.expert import Expert
from spite_and_malice.players.learned.learner import Learned
from spite_and_malice.players.monte_carlo import Effort, MonteCarlo
from spite_and_malice.players.player import Clock, Player
from spite_and_malice.players.simple import SimplePlayer
from spite_and_malice.players.tempo import QUICK, pause_before
from spite_and_malice.players.weights import CARELESS, CLUB, TEMPERAMENTS, TIDY, tempered
from spite_and_malice.texts import N_, _, listed

BEGINNERS_MISTAKES: Final = 0.12
"""The share of a weak player's moves that are random legal ones."""
CASUAL_MISTAKES: Final = 0.06
MASTER: Final = Effort(
    rounds=((1.0, 30), (1 / 2, 60), (1 / 4, 120), (1 / 8, 400), (0.0, 1500), (0.0, 5000), (0.0, 8000))
)


class Maker(Protocol):
    """Makes a player from a clock and a seed, which decides between equal moves."""

    def __call__(self, seed: Seed, now: Clock = time.monotonic) -> Player:
        """Return a new player."""


@dataclass(frozen=True, slots=True)
class Character:
    """A level's character at the table: a name, a temperament, two weaknesses, and a remark for a win.

    The names are the same in every language; the rest is shown translated. `company` are characters who play the same
    way, for further seats of the level: no two seats of a table, and no two levels, have the same name or face.
    """

    name: str
    temper: str
    faults: tuple[str, str]
    wins: str
    company: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """A computer player for a list to choose from.

    `summary` is a sentence about it; `name` and `summary` are shown translated. A player without a `character` serves
    to measure others.
    """

    id: str
    name: str
    summary: str
    make: Maker = field(repr=False)
    character: Character | None = None


# Named functions rather than lambdas, so that a `PlayerInfo` can be pickled.


def _beginner(seed: Seed, now: Clock = time.monotonic) -> Player:
    return SimplePlayer(seed_number(seed), tempered(CARELESS, TEMPERAMENTS["beginner"]), BEGINNERS_MISTAKES)


def _casual(seed: Seed, now: Clock = time.monotonic) -> Player:
    return SimplePlayer(seed_number(seed), tempered(TIDY, TEMPERAMENTS["casual"]), CASUAL_MISTAKES)


def _club(seed: Seed, now: Clock = time.monotonic) -> Player:
    return SimplePlayer(seed_number(seed), tempered(CLUB, TEMPERAMENTS["club"]), sees_wins=True)


def _expert(seed: Seed, now: Clock = time.monotonic) -> Player:
    return Expert(seed_number(seed), now, TEMPERAMENTS["expert"])


def _master(seed: Seed, now: Clock = time.monotonic) -> Player:
    return MonteCarlo(seed_number(seed), MASTER, now, TEMPERAMENTS["master"])


def _greedy(seed: Seed, now: Clock = time.monotonic) -> Player:
    return Greedy(seed_number(seed))


def _planner(seed: Seed, now: Clock = time.monotonic) -> Player:
    return Planner(seed_number(seed), now)


def _learned(seed: Seed, now: Clock = time.monotonic) -> Player:
    seed_number(seed)
    return Learned()


_INFOS: Final[dict[str, PlayerInfo]] = {
    info.id: info
    for info in (
        PlayerInfo(
            "beginner",
            N_("Beginner"),
            N_("Plays what fits, wastes wild cards, discards anywhere and sometimes overlooks things."),
            _beginner,
            Character(
                "Pip",
                N_("Cheerful, quick, and never sorry."),
                (
                    N_("Plays a wild card the moment it fits, and has none when it matters."),
                    N_("Drops cards on any [side stack], and now and then plays without looking."),
                ),
                N_("Oops, done."),
                ("Bo", "Wren", "Finn", "Ines", "Jonas", "Mei", "Sol"),
            ),
        ),
        PlayerInfo(
            "casual",
            N_("Casual"),
            N_("Keeps wild cards and tidy [side stacks], but overlooks things, your [pay-off card] first of all."),
            _casual,
            Character(
                "Rosa",
                N_("Warm and talkative, with tidy [side stacks]."),
                (
                    N_("Never looks at your [pay-off card], so nothing stands in its way."),
                    N_("Loses the thread in mid-chat: one move in sixteen is any that the rules allow."),
                ),
                N_("Lovely game."),
                ("Mateo", "Hilda", "Gus", "Priya", "Pat", "Lola", "Yara"),
            ),
        ),
        PlayerInfo(
            "club",
            N_("Club player"),
            N_("Knows when to block and what to hold back, and plays at once."),
            _club,
            Character(
                "Hugo",
                N_("Brisk and sure of the next card; blocks with relish."),
                (
                    N_("Takes one card at a time, and misses what works only as a whole turn."),
                    N_("Never asks what you may be holding."),
                ),
                N_("And there."),
                ("Edith", "Diego", "Otto", "Nia", "Kofi", "Dita", "Tom"),
            ),
        ),
        PlayerInfo(
            "expert",
            N_("Expert"),
            N_("Thinks its whole turn through before it plays, and rarely misses a way to its [pay-off card]."),
            _expert,
            Character(
                "Nadia",
                N_("Calm and exact: she sees her whole turn before its first card."),
                (
                    N_("Counts how near you are to your [pay-off card], but does not play your answer through."),
                    N_("As a rule she reads nothing into how you play, and does not guess at your hand."),
                ),
                N_("As counted."),
                ("Raj", "Greta", "Kenji", "Fatima", "Sven", "Silke", "Amir"),
            ),
        ),
        PlayerInfo(
            "master",
            N_("Master"),
            N_(
                "Compares ways to play its turn in thousands of games that it plays out in its head, while time allows."
            ),
            _master,
            Character(
                "Octavia",
                N_("Unhurried: she plays your turn in her head before her own."),
                (
                    N_("Looks two turns ahead for each of you, and no further."),
                    N_("Assumes that you play as she would: hold a card back, and she misreads your hand."),
                ),
                N_("Well played."),
                ("Viktor", "Agnes", "Basil", "Zola", "Hassan", "Ruth", "Inga"),
            ),
        ),
        PlayerInfo(
            "greedy",
            N_("Greedy"),
            N_("Plays whatever fits, the [pay-off card] first, and never looks ahead."),
            _greedy,
        ),
        PlayerInfo(
            "planner",
            N_("Planner"),
            N_("Searches its whole turn for a way to its [pay-off card], and tries not to open yours."),
            _planner,
        ),
        PlayerInfo(
            "learned",
            N_("Self-taught"),
            N_("Plays at once what a small trained network likes best."),
            _learned,
        ),
    )
}
PLAYERS: Final[dict[str, PlayerInfo]] = Named("player", _INFOS)
"""Every computer player by its id; an unknown one raises `UnknownName`."""


def no_player(name: str, *others: str) -> str:
    """Return the error for an unknown computer player, with likely names; ``others`` are valid too."""
    close = closest(name, PLAYERS)
    said = (
        _("There is no player {name}; take {names}.")
        if close is None
        else _("There is no player {name}. Did you mean {meant}? Take {names}.")
    )
    return said.format(name=shown(name), meant=repr(close), names=listed([*PLAYERS, *others], either=True))


LEVELS: Final = tuple(info for info in PLAYERS.values() if info.character is not None)
"""The computer players that people play against, weakest first."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The text of a move, and the number of sampled worlds in which it was compared with others.

    `pause` is how much longer a person would have thought about it, in milliseconds at normal speed.
    """

    move: str
    worlds: int
    pause: int = 0


def choose(player_id: str, view: Mapping[str, Any], log: Sequence[str], seconds: float, seed: int) -> str:
    """Choose with a player: plain data in, the text of a legal move out."""
    return think(player_id, view, log, seconds, seed).move


def think(player_id: str, view: Mapping[str, Any], log: Sequence[str], seconds: float, seed: int) -> Thought:
    """Choose with a player, from plain data so that it can run in a worker process.

    `view` is a view as JSON, `seconds` the time to think, `seed` decides between equal moves. Raises KeyError for
    a player that does not exist and ValueError if the game is over or it is not the viewer's turn.
    """
    seen = View.from_json(view)
    if not seen.legal:
        raise ValueError("there is nothing to choose: the game is over, or it is not the viewer's turn")
    if len(seen.legal) == 1:
        return Thought(seen.legal[0], 0, QUICK)
    began = time.monotonic()
    player = PLAYERS[player_id].make(seed)
    move = player.choose(seen, log, seconds)
    pause = pause_before(player_id, seen, move) - round(1000 * (time.monotonic() - began))
    return Thought(str(move), player.worlds if isinstance(player, MonteCarlo) else 0, max(0, pause))
