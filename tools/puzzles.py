"""Make the puzzles: ``python -m tools.puzzles --seed 1``; the same seed gives the same files (docs/puzzles.md)."""

from __future__ import annotations

import argparse
import json
import lzma
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar
from zipfile import ZipFile, is_zipfile

from spite_and_malice.analysis.pools import Processes
from spite_and_malice.analysis.puzzles import collection
from spite_and_malice.analysis.puzzles.collection import DISCARDS, OFFLINE, PUZZLES, Collection
from spite_and_malice.analysis.puzzles.discards import find_discards
from spite_and_malice.analysis.puzzles.making import (
    Fresh,
    Games,
    chosen,
    find,
    for_offline,
    fresh_views,
    graded,
    graded_among,
    measured,
    recorded_views,
    to_the_last_card,
    to_the_next_ones_last_card,
    with_thought,
    without_doubles,
)
from spite_and_malice.analysis.puzzles.puzzle import DiscardPuzzle, Puzzle
from spite_and_malice.analysis.puzzles.themes import PAYOFF, THEMES, Theme
from spite_and_malice.play import InvalidRecord, Record, parse
from spite_and_malice.rules import PRESETS, preset_rules
from spite_and_malice.server.features.puzzles.choosing import RUN_PRESETS

FORMAT: Final = 3
_AT_ONCE: Final = 10
"""Games between two checks whether there are enough."""
_SPARE: Final = 1.2
"""The surplus factor: more are found than wanted, to choose from and to allow for duplicates."""


class _Line(Protocol):
    def to_json(self) -> dict[str, Any]: ...


Found = TypeVar("Found", Puzzle, DiscardPuzzle)


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--date", default=datetime.now(UTC).date().isoformat(), help="what the files say of themselves")
    parser.add_argument("--each", type=int, default=320, help="so many puzzles of each preset")
    parser.add_argument("--discards", type=int, default=20, help="and so many discards to choose between")
    parser.add_argument("--more-discards", type=int, help="keep all that there are, and add so many of each preset")
    parser.add_argument("--most-games", type=int, default=800, help="of each preset")
    parser.add_argument("--themed", type=int, default=2000, help="how many puzzles of each theme but the pay-off card")
    parser.add_argument(
        "--themes", nargs="*", choices=list(THEMES), default=None, help="make these again; keep all other puzzles"
    )
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--records", type=Path, nargs="*", default=[], help="files, folders or zips of games to take in"
    )
    parser.add_argument("--offline", type=int, metavar="NUMBER", help="write those of the kit again, and nothing else")
    parser.add_argument("--regrade", action="store_true", help="measure the puzzles that there are; make no others")
    wanted = parser.parse_args()
    began = time.monotonic()
    if wanted.offline:
        write(
            OFFLINE, collection.head(PUZZLES), for_offline(kept_in(collection.puzzles()), wanted.offline, RUN_PRESETS)
        )
        return
    if wanted.more_discards:
        kept = kept_in(collection.discards())
        more = _all(
            partial(_some, find_discards, wanted.seed, wanted.most_games), wanted.more_discards, wanted.processes
        )
        known = {each.id for each in kept}
        asked = [*kept, *(each for each in more if each.id not in known)]
        write(DISCARDS, {**collection.head(DISCARDS), "more": wanted.date}, asked)
        print(f"{len(asked)} discards, {DISCARDS.stat().st_size} bytes, {time.monotonic() - began:.0f} s")
        return
    if wanted.regrade:
        puzzles = regraded(wanted.processes)
        write(PUZZLES, {**collection.head(PUZZLES), "format": FORMAT, "graded": wanted.date}, puzzles)
        print(f"{len(puzzles)} puzzles, {PUZZLES.stat().st_size} bytes, {time.monotonic() - began:.0f} s")
        return
    if wanted.themes is not None:
        others = [puzzle for puzzle in kept_in(collection.puzzles()) if puzzle.theme.id not in wanted.themes]
        payoff = [puzzle for puzzle in others if puzzle.theme is PAYOFF]
        themes = [THEMES[each] for each in wanted.themes]
        new = themed(themes, payoff, wanted.seed, wanted.most_games, wanted.themed, wanted.processes)
        puzzles = in_order([*others, *new])
        write(PUZZLES, {**collection.head(PUZZLES), "format": FORMAT, "themed": wanted.date}, puzzles)
        print(f"{len(puzzles)} puzzles, {PUZZLES.stat().st_size} bytes, {time.monotonic() - began:.0f} s")
        return
    recorded = list(recorded_views(records_in(wanted.records)))
    head = {"format": FORMAT, "seed": wanted.seed, "date": wanted.date}
    simulated = _all(partial(_some, find, wanted.seed, wanted.most_games), wanted.each, wanted.processes)
    payoff = graded(chosen([*find(recorded), *simulated], wanted.each))
    themes = [theme for theme in THEMES.values() if theme is not PAYOFF]
    new = themed(themes, payoff, wanted.seed, wanted.most_games, wanted.themed, wanted.processes)
    puzzles = in_order([*payoff, *new])
    write(PUZZLES, {**head, "each": wanted.each}, puzzles)
    print(f"{len(puzzles)} puzzles, {PUZZLES.stat().st_size} bytes, {time.monotonic() - began:.0f} s")
    asked = _all(partial(_some, find_discards, wanted.seed, wanted.most_games), wanted.discards, wanted.processes)
    write(DISCARDS, {**head, "each": wanted.discards}, asked)
    print(f"{len(asked)} discards, {DISCARDS.stat().st_size} bytes, {time.monotonic() - began:.0f} s")


def regraded(processes: int) -> list[Puzzle]:
    """The puzzles of the collection, each measured and graded again; their ids stay."""
    puzzles = list(Processes(processes).map(_measured, kept_in(collection.puzzles())))
    payoff = graded(puzzle for puzzle in puzzles if puzzle.theme is PAYOFF)
    return in_order([*payoff, *graded_among((puzzle for puzzle in puzzles if puzzle.theme is not PAYOFF), payoff)])


def _measured(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, difficulty=measured(puzzle.view, puzzle.theme, len(puzzle.way)))


def kept_in(found: Collection[Found]) -> list[Found]:
    """The puzzles of a collection, in their order."""
    return [puzzle for entry in found.entries if (puzzle := found.get(entry.id)) is not None]


def in_order(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles theme by theme; within each their order stays."""
    themes = list(THEMES.values())
    return sorted(puzzles, key=lambda puzzle: themes.index(puzzle.theme))


def themed(
    themes: Sequence[Theme], payoff: Sequence[Puzzle], seed: int, most_games: int, each: int, processes: int
) -> list[Puzzle]:
    """Make the requested number of puzzles of each theme, if possible, graded among those about the pay-off card."""
    work = partial(_themed_of, themes, seed, most_games, math.ceil(each / len(PRESETS)))
    found = list(chain.from_iterable(Processes(processes).map(work, PRESETS)))
    made: list[Puzzle] = []
    for theme in themes:
        known = payoff if theme.two_stacks else ()
        some = without_doubles((puzzle for puzzle in found if puzzle.theme is theme), known)
        enough = with_thought(some, each)
        print(f"{theme.id}: {len(some)} found, {len(enough)} kept", flush=True)
        made += graded_among(enough, payoff)
    return made


def _themed_of(themes: Sequence[Theme], seed: int, most_games: int, each: int, preset: str) -> list[Puzzle]:
    """Search games of a preset until there are enough of every theme, half of them on several stacks."""
    rules = preset_rules(preset, PRESETS[preset].players[0])
    found: dict[Theme, list[Puzzle]] = {theme: [] for theme in themes if theme.suits(rules)}
    for first in range(0, most_games, _AT_ONCE):
        missing = [theme for theme, some in found.items() if not _is_enough(some, each)]
        if not missing:
            break
        views = list(fresh_views(Games(preset, seed, first, _AT_ONCE)))
        # A turn may fit both these themes: the games alternate between them in tens.
        is_odd = first // _AT_ONCE % 2 == 1
        shared = {"stacks": views if is_odd else [], "win": [] if is_odd else list(to_the_last_card(views))}
        if any(theme.id == "hold" for theme in missing):
            shared["hold"] = list(to_the_next_ones_last_card(views))
        for theme in missing:
            found[theme] += find(shared.get(theme.id, views), theme)
    print(preset, {theme.id: len(some) for theme, some in found.items()}, flush=True)
    return [puzzle for some in found.values() for puzzle in some]


def _is_enough(some: Sequence[Puzzle], each: int) -> bool:
    # Some occur twice, and presets with few puzzles leave room for more of others.
    return len(some) >= 2 * each and 3 * sum(not puzzle.one_stack for puzzle in some) >= 2 * each


def write(path: Path, head: dict[str, Any], lines: Iterable[_Line]) -> None:
    """Write a file: a line about itself, then a line for each puzzle."""
    texts = [json.dumps(data, separators=(",", ":")) for data in (head, *(line.to_json() for line in lines))]
    whole = "\n".join(texts).encode() + b"\n"
    # The kit is compressed as a whole.
    path.write_bytes(lzma.compress(whole, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else whole)


def records_in(paths: Iterable[Path]) -> Iterator[Record]:
    """Read the records in files, folders and zips; other files are reported and skipped."""
    for path in paths:
        files = sorted(path.glob("*.txt")) if path.is_dir() else [path]
        for name, data in (each for file in files for each in _texts(file)):
            try:
                yield parse(data)
            except InvalidRecord as error:
                print(f"{name} is left out: {error.faults[0]}", flush=True)


def _texts(file: Path) -> Iterator[tuple[str, bytes]]:
    """Yield a file, or the texts packed in it, each with its name."""
    if not is_zipfile(file):
        yield str(file), file.read_bytes()
        return
    with ZipFile(file) as packed:
        for name in packed.namelist():
            if name.endswith(".txt"):
                yield f"{file}/{name}", packed.read(name)


def _all(work: Callable[[int, str], list[Found]], each: int, processes: int) -> list[Found]:
    """The puzzles found in the games of every preset, in their order."""
    found = dict(Processes(processes).map(partial(_of_preset, work, each), PRESETS))
    return [puzzle for preset in PRESETS for puzzle in found[preset]]


def _of_preset(work: Callable[[int, str], list[Found]], each: int, preset: str) -> tuple[str, list[Found]]:
    return preset, work(each, preset)


def _some(
    find_in: Callable[[Iterable[Fresh]], Sequence[Found]], seed: int, most_games: int, each: int, preset: str
) -> list[Found]:
    """Search games of a preset until there are enough."""
    found: list[Found] = []
    for first in range(0, most_games, _AT_ONCE):
        found += find_in(fresh_views(Games(preset, seed, first, _AT_ONCE)))
        if len(found) >= each * _SPARE:
            break
    print(f"{preset}: {len(found)}", flush=True)
    return found


if __name__ == "__main__":
    main()
