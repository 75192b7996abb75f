"""The sentences of hints at patience, counted: ``python -m tests.patience.told --games wasp golf --each 10 --seed 7``.

Each game is played by its hints. Three things count: a hint without a reason for its move, one that only says that
nothing was found, and a sentence said twice before in the game.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from spite_and_malice.patience import PRESETS, Hint, Position, hint, solve
from spite_and_malice.patience.advice import reason_for
from spite_and_malice.patience.drawing import draw_text
from spite_and_malice.patience.solving import last_winnable
from spite_and_malice.play import SeededChance
from spite_and_malice.play.patience.played import Deal, Played
from tests.analysis.claimed import sentences

_GAMES: Final = (
    "miss-milligan", "congress", "parliament", "calculation", "sir-tommy", "lady-betty", "wasp", "tri-peaks", "golf",
    "canfield", "spider-4", "la-belle-lucie",
)  # fmt: skip

_POSITIONS: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Told:
    """A hint, its table, its words and their errors."""

    game: str
    table: str
    given: Hint
    words: str
    faults: tuple[str, ...]


def told(game: str, number: int, most: int, worlds: int, seconds: float | None) -> Iterator[Told]:
    """Play a deal by its hints, and yield a number of them."""
    played, chance = Played(PRESETS[game].rules, Deal(number, "number")), SeededChance(number)
    said: Counter[str] = Counter()
    for asked in range(most):
        if not played.game.legal_moves:
            return
        view = played.game.view()
        given = played.advised or hint(view, chance, worlds, played.known, seconds)
        if given.move is None or given.is_lost:
            positions = (*played.game.past, played.game.position)
            keep = last_winnable(positions, _can_be_won)
            is_hopeless = keep is None and solve(positions[0], None, _POSITIONS).verdict == "lost"
            played.could_be_won(keep, is_hopeless=is_hopeless)
            if (before := played.view_to_ask) is not None:
                played.was_better(hint(before, chance, worlds, seconds=seconds))
        moves = 0 if played.is_hopeless else asked
        words = reason_for(view, given, played.is_hopeless, moves, known=played.known, astray=played.astray)
        yield Told(game, draw_text(view), given, words, tuple(_faults(given, words, said)))
        if given.move is None:
            return
        played.advised = given
        played.act(str(given.move), 0)


def _can_be_won(position: Position) -> bool:
    return position.is_won or solve(position, None, _POSITIONS).verdict == "won"


def _faults(given: Hint, words: str, said: Counter[str]) -> Iterator[str]:
    parts = sentences(words)
    if not parts:
        yield "no words"
    if "No way to win" in words:
        yield "nothing found"
    if any(said[part] >= 2 for part in parts):
        yield "third time"
    said.update(set(parts))


def main() -> None:
    """Count, and print the hints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", choices=PRESETS, default=list(_GAMES))
    parser.add_argument("--each", type=int, default=10, help="hints of one game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tables", action="store_true", help="write the table before each hint")
    wanted = parser.parse_args()
    write = partial(print, flush=True)
    counted: Counter[str] = Counter()
    total = 0
    for game in wanted.games:
        for each in told(game, wanted.seed, wanted.each, wanted.worlds, wanted.seconds):
            total += 1
            counted.update(each.faults)
            table = f"{each.table}\n" if wanted.tables else ""
            line = " ".join(map(str, each.given.line[:6]))
            write(f"{table}{game} {each.given.move} [{line}]: {each.words} {' '.join(each.faults)}")
    write(f"{total} hints")
    for kind, count in sorted(counted.items()):
        write(f"{kind:16}{count:6}{100 * count / max(total, 1):7.1f} %")


if __name__ == "__main__":
    main()
