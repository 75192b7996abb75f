"""Count achievements again, and check every line of the five: ``.venv/bin/python -m benchmarks.truth``.

Quick players play games of all versions. The achievements that `analysis/achievements` finds for every seat are
compared with `tests/analysis/recount.py`, which reads the lines of the record and uses none of the game's code. In some
games one of the five listens as at a table, and each line that could be said is compared with the record: the claim of
its occasion, and the further claims of its words. Writes benchmarks/truth.md.
"""

from __future__ import annotations

import argparse
import platform
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from spite_and_malice.analysis.achievements import OF_GAMES, Story, achieved_in
from spite_and_malice.analysis.pools import Processes
from spite_and_malice.analysis.remarks import CHARACTERS, Observer, Occasion, Speaker, lines_of
from spite_and_malice.analysis.remarks.lines import FOLDER
from spite_and_malice.engine import Move
from spite_and_malice.engine.core import seed_of_game
from spite_and_malice.play import Game, Record, new_game
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS
from tests.analysis.recount import Recount

RESULTS: Final = Path(__file__).with_suffix(".md")
MOST_MOVES: Final = 1200
_QUICK: Final = ("club", "casual", "greedy", "beginner")
_CHUNK: Final = 25
_NEEDS_A_REVIEW: Final = "against_odds"


@dataclass(frozen=True, slots=True)
class Table:
    """The table between two moves: heights of the centre stacks, and the cards of each seat."""

    heights: tuple[int, ...]
    tops: tuple[tuple[str, ...], ...]
    left: tuple[int, ...]
    hands: tuple[int, ...]


class Retold(Recount):
    """A record gone through line by line, with the table before every move, and at the end."""

    def __init__(self, record: dict[str, Any]) -> None:
        """Go through the output of `Record.to_json`."""
        self.tables: list[Table] = []
        super().__init__(record)
        self.tables.append(self._table())

    def move(self, seat: int, text: str) -> None:
        """Record the table, then make the move."""
        self.tables.append(self._table())
        super().move(seat, text)

    def _table(self) -> Table:
        # If the rules do not fix the number of stacks, another can begin at any time.
        places = self.rules["centre"]
        free = 1 if places is None else places - len(self.height)
        return Table(
            (*self.height.values(), *[0] * free),
            tuple(tuple(pile[-1] for pile in piles if pile) for piles in self.pay),
            tuple(sum(map(len, piles)) for piles in self.pay),
            tuple(map(len, self.hands)),
        )

    def fits(self, table: Table, seat: int) -> bool:
        """Say whether a natural pay-off card of a seat can go to the centre."""
        tops = [top for top in table.tops[seat] if not self.is_wild(top)]
        return any(self.rank(top) - 1 in table.heights for top in tops)


@dataclass(frozen=True)
class Told:
    """A turn that `me` speaks about to `you`: its moves, the table before it, before its last move, and after it."""

    record: Retold
    me: int
    you: int
    turn: Mapping[str, Any]

    @property
    def mover(self) -> int:
        """Whose turn it was."""
        return int(self.turn["seat"])

    @property
    def tables(self) -> tuple[Table, Table, Table]:
        """Before the turn, before its last move, after it."""
        since, end = self.turn["since"], self.turn["end"]
        return self.record.tables[since], self.record.tables[end - 1], self.record.tables[end]

    @property
    def line(self) -> list[tuple[str, str, str, int]]:
        """The plays to the centre: the source, the card, the stack, its height then."""
        return list(self.turn["line"])

    @property
    def payoffs(self) -> int:
        """How many of the mover's pay-off cards went to the centre."""
        return sum(source[0] == "P" for source, *_ in self.line)

    @property
    def wilds(self) -> int:
        """How many wild cards went from the hand to the centre."""
        return sum(source == "H" and self.record.is_wild(card) for source, card, *_ in self.line)

    @property
    def finished(self) -> int:
        """How many stacks were completed."""
        return sum(height == self.record.rules["build_to"] for *_, height in self.line)

    @property
    def emptied(self) -> bool:
        """Whether the last card of the hand went to the centre."""
        moves, since = self.turn.get("moves", []), self.turn["since"]
        return any(
            source[0] == "H" and target[0] == "C" and self.record.tables[since + at].hands[self.mover] == 1
            for at, (source, target) in enumerate(moves)
        )

    @property
    def only_puts_aside(self) -> bool:
        """Whether the turn was a card put on a side stack and nothing else."""
        return [target[0] for _source, target in self.turn.get("moves", [])] == ["S"]

    @property
    def ahead(self) -> int:
        """By how many pay-off cards `me` is ahead of the best of the opponents."""
        left, sides = self.tables[2].left, self.record.sides
        others = [count for seat, count in enumerate(left) if seat % sides != self.me % sides]
        return min(others) - left[self.me]


Claim = Callable[[Told], bool]


def _shut(told: Told, seat: int) -> bool:
    before, _, after = told.tables
    return (
        told.record.fits(before, seat)
        and not told.record.fits(after, seat)
        and sorted(before.tops[seat]) == sorted(after.tops[seat])
    )


def _nearly(told: Told) -> bool:
    before, _, after = told.tables
    return after.left[told.mover] <= 3 < before.left[told.mover]


def _won(told: Told, seat: int, other: int) -> bool:
    winners = told.record.result["winners"]
    return seat in winners and other not in winners


def _mine(claim: Claim) -> Claim:
    return lambda told: told.mover == told.me and claim(told)


def _yours(claim: Claim) -> Claim:
    return lambda told: told.mover == told.you and claim(told)


OCCASIONS: Final[Mapping[str, Claim]] = {
    "won_close": lambda told: _won(told, told.me, told.you) and told.tables[2].left[told.you] <= 3,
    "won": lambda told: _won(told, told.me, told.you),
    "lost_close": lambda told: _won(told, told.you, told.me) and told.tables[2].left[told.me] <= 3,
    "lost": lambda told: _won(told, told.you, told.me),
    "drawn": lambda told: not told.record.result["winners"],
    "your_two": _yours(lambda told: told.payoffs == 2),
    "my_two": _mine(lambda told: told.payoffs == 2),
    "your_several": _yours(lambda told: told.payoffs > 1),
    "my_several": _mine(lambda told: told.payoffs > 1),
    "your_one": _yours(lambda told: told.tables[2].left[told.you] == 1 < told.tables[0].left[told.you]),
    "my_one": _mine(lambda told: told.tables[2].left[told.me] == 1 < told.tables[0].left[told.me]),
    "even": lambda told: told.tables[2].left[told.me] == told.tables[2].left[told.you],
    "your_last": _yours(_nearly),
    "my_last": _mine(_nearly),
    "your_block": _yours(lambda told: _shut(told, told.me)),
    "my_block": _mine(lambda told: _shut(told, told.you)),
    "your_miss": _yours(lambda told: told.record.fits(told.tables[1], told.you)),
    "your_run": _yours(lambda told: len(told.line) >= 6),
    "your_gift": _yours(
        lambda told: not told.record.fits(told.tables[0], told.me) and told.record.fits(told.tables[2], told.me)
    ),
    "your_hand": _yours(lambda told: told.emptied),
    "my_hand": _mine(lambda told: told.emptied),
    "your_payoff": _yours(lambda told: told.payoffs == 1),
    "my_payoff": _mine(lambda told: told.payoffs == 1),
    "lead": lambda told: told.ahead >= 5,
    "behind": lambda told: told.tables[2].left[told.me] - told.tables[2].left[told.you] >= 5,
    "your_stack": _yours(lambda told: told.finished == 1),
    "my_stack": _mine(lambda told: told.finished == 1),
    "your_wild": _yours(lambda told: told.wilds == 1),
    "my_wild": _mine(lambda told: told.wilds == 1),
    "my_run": _mine(lambda told: len(told.line) >= 6),
    "your_nothing": _yours(lambda told: told.only_puts_aside),
    "my_nothing": _mine(lambda told: told.only_puts_aside),
}
"""The conditions for every line of an occasion: "one", "two" and "a wild card" are meant literally."""


def _nothing_in_hand(told: Told) -> bool:
    return not told.tables[2].hands[told.mover]


def _nobody_won(told: Told) -> bool:
    return not told.record.result["winners"]


def _ended_by_the_last_card(told: Told) -> bool:
    return bool(told.record.result["reason"] == "payoff")


def _never(_told: Told) -> bool:
    """Nothing may be said about a hand that nobody sees."""
    return False


WORDS: Final[Mapping[str, Mapping[str, Claim]]] = {
    "en": {
        r"[Nn]othing (left )?in (them|hand)|Not a card left": _nothing_in_hand,
        r"[Nn]obody (won|wins|got through)": _nobody_won,
        r"That was the last card": _ended_by_the_last_card,
        r"^Nothing fits|Nothing there for me|Not a thing to play|No card for the centre|nothing better": _never,
    },
    "de": {
        r"[Nn]ichts (mehr )?(auf der Hand|darin|drin)|[Kk]eine Karte mehr": _nothing_in_hand,
        r"([Nn]iemand|[Kk]einer) (hat gewonnen|gewinnt|kam durch)": _nobody_won,
        r"Das war die letzte Karte": _ended_by_the_last_card,
        r"^Nichts passt|Nichts für mich dabei|Nichts zu spielen|Keine Karte für die Mitte": _never,
    },
}
"""The conditions for lines with certain words, by language; a new language brings its own."""

_WITHOUT_A_RECOUNT: Final = re.compile(r"(my|your)_(first|cleared|wait|alike)")
"""Occasions that are only recounted in tests/analysis/test_remarks.py."""


def claims(language: str, occasion: str, line: str) -> list[Claim]:
    """Return the claim of a line. Raises KeyError for an occasion not handled here."""
    said = [claim for words, claim in WORDS.get(language, {}).items() if re.search(words, line)]
    return said if _WITHOUT_A_RECOUNT.fullmatch(occasion) else [OCCASIONS[occasion], *said]


@dataclass(slots=True)
class Found:
    """The results of some games; `differ` and `untrue` list the errors."""

    records: int = 0
    seats: int = 0
    achieved: Counter[str] = field(default_factory=Counter)
    differ: list[str] = field(default_factory=list)
    games: int = 0
    said: int = 0
    lines: Counter[str] = field(default_factory=Counter)
    untrue: Counter[str] = field(default_factory=Counter)

    def add(self, other: Found) -> None:
        """Add the results of others."""
        self.records, self.seats = self.records + other.records, self.seats + other.seats
        self.games, self.said = self.games + other.games, self.said + other.said
        self.achieved += other.achieved
        self.differ += other.differ
        self.lines += other.lines
        self.untrue += other.untrue


def begun(number: int, seed: int) -> tuple[Game, list[Any]]:
    """Deal a game of each version in turn, for as many players as it allows, up to four; name its players."""
    preset = list(PRESETS)[number % len(PRESETS)]
    allowed = [count for count in PRESETS[preset].players if count <= 4] or [PRESETS[preset].players[0]]
    players = allowed[number // len(PRESETS) % len(allowed)]
    game = new_game(preset, players, seed=seed_of_game(seed, number))
    at = [PLAYERS[_QUICK[(seat + number) % len(_QUICK)]].make(seed + number + seat) for seat in range(players)]
    return game, at


def looked_through(seed: int, talks: int, numbers: range) -> Found:
    """Count the achievements of some games twice; in those of a number below `talks` listen to one of the five."""
    found = Found()
    five = sorted(CHARACTERS)
    for number in numbers:
        game, at = begun(number, seed)
        me, you, player = number % game.rules.players, (number + 1) % game.rules.players, five[number // 5 % 5]
        observer = Observer(game.view(None), me, you) if number < talks else None
        speaker = Speaker(Random(seed + number))
        heard: list[tuple[int, list[Occasion]]] = []
        while not game.is_over and len(game.log) < MOST_MOVES:
            move = str(at[game.turn].choose(game.view(game.turn), game.log, 1.0))
            game.play(move)
            if observer and (occasions := observer.observe(Move.parse(move), game.view(None))):
                heard.append((len(game.log), occasions))
                found.said += bool(speaker.remark(player, occasions).lines)
        record = Record.of(game)
        told, story = Retold(record.to_json()), Story.of(record)
        found.records += 1
        found.games += observer is not None
        for seat in range(record.rules.players):
            here, there = set(achieved_in(story, seat)), told.keys(seat)
            found.seats += 1
            found.achieved.update(here)
            found.differ += [f"{record.preset} {number} seat {seat}: {key}" for key in sorted(here ^ there)]
        for end, occasions in heard:
            turn = next(turn for turn in told.turns if turn["since"] < end <= turn["end"])
            _hold(found, Told(told, me, you, turn), player, occasions)
    return found


def _hold(found: Found, told: Told, player: str, occasions: Iterable[Occasion]) -> None:
    for occasion in occasions:
        for language, line in _every_line(player, occasion):
            found.lines[line] += 1
            if not all(claim(told) for claim in claims(language, occasion.value, line)):
                found.untrue[line] += 1


def _every_line(player: str, occasion: Occasion) -> Iterator[tuple[str, str]]:
    """Yield the lines of a character for an occasion, in every language that has its own."""
    for file in sorted(FOLDER.glob("*.toml")):
        for line in lines_of(file.stem)[player][occasion]:
            yield file.stem, line


def main() -> None:
    """Play, count, print and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=5000)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    found = Found()
    parts = [range(first, min(first + _CHUNK, wanted.records)) for first in range(0, wanted.records, _CHUNK)]
    for part in Processes(wanted.processes).map(partial(looked_through, wanted.seed, wanted.games), parts):
        found.add(part)
    print(*found.differ[:20], *found.untrue.most_common(60), sep="\n")
    RESULTS.write_text(page(found, wanted))


def page(found: Found, wanted: argparse.Namespace) -> str:
    """Return the results as a page."""
    keys = [each.key for each in OF_GAMES if each.key != _NEEDS_A_REVIEW]
    rows = [f"| `{key}` | {found.achieved[key]:,} |" for key in sorted(keys, key=lambda key: -found.achieved[key])]
    lines = sum(1 for player in CHARACTERS for occasion in Occasion for _line in _every_line(player, occasion))
    return f"""# Remarks and achievements, checked

## Achievements, counted again

{found.records:,} games of all {len(PRESETS)} versions, for two to four, by `club`, `casual`, `greedy` and `beginner`:
{found.seats:,} seats. What `analysis/achievements` found was held against `tests/analysis/recount.py`, which reads the
lines of a record and nothing of the game's code. **{len(found.differ):,} findings differ.** `{_NEEDS_A_REVIEW}` takes a
review's chances and is left out.

| achievement | found |
| --- | ---: |
{chr(10).join(rows)}

## The lines of the five

In {found.games:,} of these games one of the five listened, and spoke {found.said:,} times. Every line that could have
been said of a turn was held against the game's record, {found.lines.total():,} in all: what its occasion says, and what
its words say beyond that, such as "two", "nobody" or "nothing in hand". **{found.untrue.total():,} were untrue.**
{len(found.lines)} of the {lines} lines had an occasion; greetings are no part of it.

`.venv/bin/python -m benchmarks.truth --records {wanted.records} --games {wanted.games} --seed {wanted.seed}`, Python
{platform.python_version()}.
"""


if __name__ == "__main__":
    main()
