"""The sentences of hints, counted.

``python -m tests.analysis.told --positions 2000 --seed 7``; the same seed, the same games.

Games of every version are played, one seat by its hints, the others by the engine's policy. Each hint is read as a
person reads it, from its words alone, and its claims are played on the table.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from spite_and_malice.analysis.earlier import Earlier
from spite_and_malice.analysis.hint import Hint, rest_of
from spite_and_malice.analysis.hint import hint as ask
from spite_and_malice.analysis.reach import PAYOFF, reach
from spite_and_malice.engine import Move, View, deal
from spite_and_malice.engine.core import Policy
from spite_and_malice.engine.moves import decode
from spite_and_malice.play import SeededChance
from spite_and_malice.players.weights import tuned_for
from spite_and_malice.rules import PRESETS, preset_rules
from tests.analysis.claimed import false_claims, sentences

_MOST_IN_A_GAME: Final = 100
"""The number of hints per game."""

FOR_EVER: Final = 600.0
"""More time than any hint needs: the number of worlds ends its search, so that it is reproducible."""

Ask = Callable[[View, Sequence[str], Sequence[str], Earlier], Hint]
"""Returns a hint from a view, the moves made, the rest of the last hint's plan, and the earlier hints."""


@dataclass(slots=True)
class Told:
    """A hint, its table, and its errors."""

    preset: str
    game: int
    view: View
    log: tuple[str, ...]
    given: Hint
    faults: list[str] = field(default_factory=list)


def games(ask_for: Ask, seed: int, presets: Sequence[str] = tuple(PRESETS), each: int = 12) -> Iterator[Told]:
    """Play games endlessly, `each` hints of a version before the next one, and yield every hint."""
    number = 0
    while True:
        for preset in presets:
            number += 1
            yield from _game(ask_for, preset, seed * 1_000_003 + number, each)


def _game(ask_for: Ask, preset: str, number: int, most: int) -> Iterator[Told]:
    rng, chance = Random(number), SeededChance(number)
    position = deal(preset_rules(preset, rng.choice(PRESETS[preset].players)), 0, chance)
    policy = Policy(position.core, list(tuned_for(position.rules)))
    piles = position.rules.payoff_piles
    log: list[str] = []
    said: Counter[str] = Counter()
    asked = 0
    begun: list[str] = []
    heard = Earlier()
    while not position.is_over and asked < most:
        seat = position.turn
        if seat:
            text = str(decode(policy.choose(position.core), piles))
        else:
            view = position.view(0)
            given = ask_for(view, log, begun, heard)
            heard = given.heard
            text = given.move
            begun = rest_of(given.line, 0, [f"0 {text}"])
            told = Told(preset, number, view, tuple(log), given)
            told.faults = list(faults(view, given, said))
            yield told
            asked += 1
        log.append(f"{seat} {text}")
        position.play(text, chance)


def faults(view: View, given: Hint, said: Counter[str]) -> Iterator[str]:
    """Name the errors of a hint; `said` counts the claims in the game's hints so far."""
    words = given.words
    if not words:
        yield "no words"
    parts = sentences(words)
    if any("just as good" in part for part in parts) and len(parts) == 1:
        yield "as good"
    sure = reach(view, 60.0)
    if sure.goal == PAYOFF and "pay-off card" not in words:
        yield "way not named"
    if any(said[part] >= 2 for part in parts):
        yield "third time"
    said.update(set(parts))
    first = Move.parse(given.move)
    if first.source == "H" and first.plays_to_centre and view.rules.is_wild(first.cards[0]) and _says_no_purpose(parts):
        yield "wild for nothing"
    for claim in false_claims(view, given):
        yield f"false: {claim}"


def _says_no_purpose(parts: Sequence[str]) -> bool:
    """Whether the text says of a wild card only what it stands for."""
    return all(part.startswith("No card that you can play") or "in your hand" in part for part in parts)


def main() -> None:
    """Count, and print the findings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--presets", nargs="*", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--each", type=int, default=_MOST_IN_A_GAME, help="hints of one game")
    parser.add_argument("--worlds", type=int, default=240)
    parser.add_argument("--show", type=int, default=0, help="write so many hints in full")
    parser.add_argument("--faults", type=int, default=3, help="examples of each fault")
    wanted = parser.parse_args()
    write = partial(print, flush=True)
    counted: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    ways = total = 0

    def ask_for(view: View, log: Sequence[str], begun: Sequence[str], heard: Earlier) -> Hint:
        return ask(view, log, FOR_EVER, wanted.seed, _NAMES, wanted.worlds, begun, heard)

    for told in games(ask_for, wanted.seed, wanted.presets, wanted.each):
        total += 1
        ways += reach(told.view, 60.0).goal == PAYOFF
        if total <= wanted.show:
            write(f"{told.preset} {told.given.move}: {told.given.words}")
        for fault in told.faults:
            kind = re.split(r":", fault)[0]
            counted[kind] += 1
            shown[kind] += 1
            if shown[kind] <= wanted.faults:
                write(f"[{kind}] {told.preset} {told.game} {told.given.move}: {told.given.words} {fault}\n{told.view}")
        if total >= wanted.positions:
            break
    write(f"{total} hints, {ways} with a sure way to the pay-off card")
    for kind, count in sorted(counted.items()):
        of = ways if kind == "way not named" else total
        write(f"{kind:16}{count:6}{100 * count / max(of, 1):7.1f} %")


_NAMES: Final = ("Ada", "Hugo", "Rosa", "Pip", "Nadia", "Octavia", "Ben", "Cleo")


if __name__ == "__main__":
    main()
