"""Measure the cost and the effect of the five temperaments: ``.venv/bin/python -m benchmarks.temperament --games 500``.

Every level plays against itself without its temperament, every deal from both seats, and the habit that the temperament
is about is counted for both. Writes benchmarks/temperament.md. For `master` its policy plays, without the search, with
which this many games would take days.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from spite_and_malice.analysis.ratings import wilson
from spite_and_malice.engine import deal
from spite_and_malice.engine.core import Core, card_of, codes, core_rules, kind_of, target_of
from spite_and_malice.engine.moves import encode
from spite_and_malice.play import SeededChance
from spite_and_malice.players import PLAYERS, Player
from spite_and_malice.players.roster import BEGINNERS_MISTAKES, CASUAL_MISTAKES
from spite_and_malice.players.simple import SimplePlayer
from spite_and_malice.players.weights import CARELESS, CLUB, TEMPERAMENTS, TIDY, TUNED, tempered
from spite_and_malice.rules import Rules, preset_rules

RESULTS: Final = Path(__file__).with_name("temperament.md")
PRESETS: Final = ("standard", "skip-bo")
MOST_MOVES: Final = 1500

Make = Callable[[int], Player]


@dataclass(frozen=True, slots=True)
class Table:
    """The table when a seat ends its turn with `move`; two players, a single pay-off pile each."""

    rules: Rules
    core: Core
    move: int

    @property
    def rank(self) -> int:
        """The rank of the discard, 0 for a wild card."""
        return int(core_rules(self.rules).rank(card_of(self.move)))

    @property
    def under(self) -> int:
        """The rank of the card under the discard, 0 for none or a wild one."""
        return self._rank(self.core.side_top(self.core.turn, target_of(self.move)))

    @property
    def heights(self) -> set[int]:
        """The heights of the centre stacks."""
        return {self.core.height(place) for place in range(self.core.places)}

    def payoff(self, seat: int) -> int:
        """The rank of a pay-off card, 0 for a wild one."""
        return self._rank(self.core.payoff_top(seat, 0))

    @property
    def leads(self) -> set[int]:
        """The ranks between the stack nearest to the own pay-off card and this card."""
        own = self.payoff(self.core.turn)
        below = [height for height in self.heights if height < own]
        return set(range(max(below) + 1, own)) if below else set()

    def _rank(self, card: int) -> int:
        return int(core_rules(self.rules).rank(card)) if card else 0


HABITS: Final[Mapping[str, tuple[str, Callable[[Table], bool]]]] = {
    "beginner": ("discards onto a card of the same rank", lambda table: 0 < table.rank == table.under),
    "casual": ("discards of what leads to the own pay-off card", lambda table: table.rank in table.leads),
    "club": (
        "turns that leave a stack one short of the next player's card",
        lambda table: table.payoff(1 - table.core.turn) - 2 in table.heights,
    ),
    "expert": (
        "discards onto a card as high or one higher",
        lambda table: table.rank > 0 and table.under - table.rank in (0, 1),
    ),
    "master": (
        "turns that keep a card which could go to the centre",
        lambda table: any(
            core_rules(table.rules).rank(card) - 1 in table.heights for card in table.core.hand(table.core.turn)
        ),
    ),
}
"""The habit that shows each level's temperament, among the turns that end with a discard."""

WITHOUT: Final[Mapping[str, Make]] = {
    "beginner": lambda seed: SimplePlayer(seed, CARELESS, BEGINNERS_MISTAKES),
    "casual": lambda seed: SimplePlayer(seed, TIDY, CASUAL_MISTAKES),
    "club": lambda seed: SimplePlayer(seed, CLUB, sees_wins=True),
    "expert": lambda seed: SimplePlayer(seed, TUNED, sees_wins=True),
    "master": lambda seed: SimplePlayer(seed, TUNED, sees_wins=True),
}


def player_with(level: str) -> Make:
    """Return the player of a level; for `master` its policy."""
    if level == "master":
        return lambda seed: SimplePlayer(seed, tempered(TUNED, TEMPERAMENTS[level]), sees_wins=True)
    return PLAYERS[level].make


@dataclass(slots=True)
class Match:
    """Games of a level against itself without its temperament; `shown` and `turns` are of the one and the other."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    shown: list[int] = field(default_factory=lambda: [0, 0])
    turns: list[int] = field(default_factory=lambda: [0, 0])

    def habit(self, which: int) -> float:
        """How many of the turns that ended with a discard show the habit."""
        return self.shown[which] / max(1, self.turns[which])


def match(level: str, preset: str, deals: int) -> Match:
    """Play every deal from both seats."""
    rules, found = preset_rules(preset, 2), Match()
    shows = HABITS[level][1]
    for number in range(deals):
        for seat in range(2):
            chance = SeededChance(number)
            position = deal(rules, number % 2, chance)
            makes = (player_with(level), WITHOUT[level])
            players = [makes[at != seat](2 * number + at) for at in range(2)]
            log: list[str] = []
            while not position.is_over and len(log) < MOST_MOVES:
                turn = position.turn
                move = players[turn].choose(position.view(turn), log, 1.0)
                code = encode(move, rules.payoff_piles)
                if kind_of(code) == codes.TO_SIDE:
                    found.turns[turn != seat] += 1
                    found.shown[turn != seat] += shows(Table(rules, position.core, code))
                log.append(f"{turn} {move}")
                position.play(move, chance)
            winners = position.outcome.winners if position.outcome else ()
            found.won += seat in winners
            found.lost += 1 - seat in winners
            found.drawn += not winners
    return found


def main() -> None:
    """Play and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    lines = [
        "# Temperaments",
        "",
        "Every level against itself without its temperament: won, lost and drawn, its share of the decided games with",
        "Wilson's 95 % interval, and how often it shows its habit, with the temperament and without. `master` is here",
        f"the policy with which its search begins. Python {platform.python_version()}, on a machine with other work;",
        f"`.venv/bin/python -m benchmarks.temperament --games {games}`, {time.strftime('%Y-%m-%d')}.",
        "",
        "| level | preset | won–lost–drawn | share | habit | with | without |",
        "| --- | --- | ---: | ---: | --- | ---: | ---: |",
    ]
    for level in HABITS:
        for preset in PRESETS:
            found = match(level, preset, games // 2)
            share = wilson(found.won, found.won + found.lost)
            lines.append(
                f"| `{level}` | `{preset}` | {found.won}–{found.lost}–{found.drawn} "
                f"| {share.value:.1%} ({share.low:.0%}–{share.high:.0%}) | {HABITS[level][0]} "
                f"| {found.habit(0):.1%} | {found.habit(1):.1%} |"
            )
            print(lines[-1], flush=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
