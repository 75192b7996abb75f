"""Which tests a run takes: their layers, and of the nightly ones those that a change touches and a rotating tenth.

A run includes as many of the nightly tests required by a change as a budget allows, and others with the next commit.

Each test is in one layer, which is a marker too:

- ``fast``: needs no browser and no server;
- ``slower``: neither does this, but it is among the slowest of its kind;
- ``server``: what runs a server or talks to a terminal;
- ``browser``: what needs a browser;
- ``nightly``: takes too long for every run; marked by hand, with the paths of the repository whose change requires it,
  and with ``in_turn=True`` where all of its kind take so long that such a change calls for a rotating tenth of them.
  So are all cases but one of a parametrized browser test, and of a server test on each kind of database: which case
  stays in every run differs from test to test. So are the slowest of the rest, which would take most of its time: a
  file lists them, and imports determine which changes reach them.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import pytest

from tests.reach import Reached

ROOT: Final = Path(__file__).resolve().parents[1]
LAYERS: Final = ("fast", "slower", "server", "browser", "nightly")
SERVER_FOLDERS: Final = ("tests/server/", "tests/terminal/")
HANDS: Final = "tests/hands/"
BROWSER_FOLDERS: Final = ("tests/web/", HANDS)
NONE_FAST: Final = (*SERVER_FOLDERS, HANDS)
"""The folders without fast tests."""
SERVER_FIXTURES: Final = {"site", "new_site"}

DATABASE: Final = "address"
"""The parameter with the kind of database."""

SLOWEST: Final = ROOT / "tests" / "slowest.txt"
"""The slowest tests, one per line after its seconds; ``python -m tools.slowest`` writes it."""

NIGHTLY_SECONDS: Final = 5.0
"""The seconds from which on a listed test is nightly that needs no browser and no server."""

OTHER_SECONDS: Final = {"browser": 6.0, "server": 3.0, "fast": 1.0}
"""The seconds of a nightly test that is not listed, by the layer that it would be in; estimated from a sample."""

BUDGET_SECONDS: Final = 1920.0
"""The total seconds for the nightly tests of one run: eight minutes in the four processes of two processors."""

FILE_SECONDS: Final = 480.0
"""The seconds for those of one file, all run by one process."""

LAYERS_WITH_CASES: Final = ("browser", "server")
"""The layers of whose parametrized tests every run includes one case."""

KIT_FIXTURE: Final = "built_kit"
KIT_PATHS: Final = ("src/spite_and_malice/offline/", "src/spite_and_malice/web/offline/")
"""The paths that require the tests of the server in a browser, all of which are nightly."""

PARTS: Final = 10
"""The number of parts of the nightly tests; one of them runs with each change."""

TURN_SECONDS: Final = 8 * 3600
"""How long one part's turn lasts. Three turns a day: with one change a day each part runs within ten days."""

RECENT_SECONDS: Final = 4 * 3600
"""How far apart commits on the main branch may be to count as one change."""


class Nightly(NamedTuple):
    """Which nightly tests run: all, or those that ``changed`` paths touch and, if there is a ``turn``, that part.

    With a turn there is a budget, and the ``commit`` decides which tests are within it.
    """

    everything: bool
    changed: tuple[str, ...] = ()
    turn: int | None = None
    commit: str = ""

    def takes(self, item: pytest.Item) -> bool:
        """Say whether a nightly test runs; one whose kind takes hours must be required and have its turn."""
        if self.everything:
            return True
        if in_turn(item):
            return self.touches(item) and part_of(item.nodeid) == self.turn
        return self.touches(item) or part_of(path_of(item)) == self.turn

    def touches(self, item: pytest.Item) -> bool:
        """Say whether a path listed by a nightly test has changed, or its own file."""
        watched = (path_of(item), *(path for mark in item.iter_markers("nightly") for path in mark.args))
        return any(path.startswith(watched) for path in self.changed)

    def within_budget(self, called: Iterable[pytest.Item]) -> list[pytest.Item]:
        """Return those of the tests called for that fit the budget, half of it first for those that the change touches.

        The other half is drawn from all, so that those required only by imports have their chance too.
        """
        if self.turn is None:
            return list(called)
        drawn = sorted(called, key=lambda item: blake2b(f"{self.commit} {item.nodeid}".encode()).digest())
        taken: dict[pytest.Item, float] = {}
        in_file: dict[str, float] = {}
        for items, budget in (
            ([item for item in drawn if self.touches(item)], BUDGET_SECONDS / 2),
            (drawn, BUDGET_SECONDS),
        ):
            left = budget - sum(taken.values())
            for item in items:
                seconds, path = seconds_of(item), path_of(item)
                together = in_file.get(path, 0) + seconds
                if item not in taken and seconds <= left and together <= FILE_SECONDS:
                    taken[item], in_file[path] = seconds, together
                    left -= seconds
        return list(taken)

    def describe(self) -> str:
        """Return which nightly tests run, in words."""
        if self.everything:
            return "all"
        if self.turn is None:
            return "none"
        return f"those that {len(self.changed)} changed files touch, and part {self.turn + 1} of {PARTS}"


def in_turn(item: pytest.Item) -> bool:
    """Say whether a nightly test's kind takes so long that a change requires only a part of them."""
    return any(mark.kwargs.get("in_turn") for mark in item.iter_markers("nightly"))


def is_slow(item: pytest.Item) -> bool:
    """Say whether a test is nightly only because it is among the slowest."""
    return any(mark.kwargs.get("slow") for mark in item.iter_markers("nightly"))


def runs_by_night(item: pytest.Item, nightly: Nightly, found: Reached) -> bool:
    """Say whether a nightly test runs; imports also decide that for slow ones and those without a server or a page."""
    if nightly.takes(item) or in_turn(item):
        return nightly.takes(item)
    if is_slow(item):
        return found.takes(path_of(item), fixtures_of(item))
    told_by_imports = layer_without_night(item) == "fast" and item.path.parent != ROOT / "tests"
    return told_by_imports and not found.everything and found.takes(path_of(item), fixtures_of(item))


def share() -> Nightly:
    """Return the nightly tests that run with this change."""
    return Nightly(False, tuple(changed_paths()), turn_at(committed_at()), _git("rev-parse", "HEAD"))


def turn_at(seconds: int) -> int:
    """Return whose turn it is among the parts at a time since the epoch."""
    return seconds // TURN_SECONDS % PARTS


def part_of(name: str) -> int:
    """Return the part of a file's nightly tests, which share an expensive fixture, or of a single test."""
    return crc32(name.encode()) % PARTS


def mark(items: Iterable[pytest.Item]) -> None:
    """Give each test its layer as a marker."""
    items = list(items)
    for item in items:
        if KIT_FIXTURE in fixtures_of(item):
            item.add_marker(pytest.mark.nightly(*KIT_PATHS))
    layers = {item: layer_of(item) for item in items}
    for layer in LAYERS_WITH_CASES:
        for item in repeated([item for item in items if layers[item] == layer], layer):
            item.add_marker(pytest.mark.nightly)
            layers[item] = "nightly"
    for item in items:
        if item.nodeid in slowest() and layers[item] != "nightly":
            if layers[item] == "fast" and seconds_of(item) < NIGHTLY_SECONDS:
                layers[item] = "slower"
            else:
                item.add_marker(pytest.mark.nightly(slow=True))
                layers[item] = "nightly"
        item.add_marker(layers[item])
        # For `tools.slowest`, which reads the report.
        item.user_properties.append(("layer", layer_without_night(item)))


@cache
def slowest() -> dict[str, float]:
    """Return the slowest tests with their seconds."""
    lines = (line.split(" ", 1) for line in SLOWEST.read_text("utf-8").splitlines())
    return {name: float(seconds) for seconds, name in lines}


def seconds_of(item: pytest.Item) -> float:
    """Return how many seconds a nightly test takes: as measured, or estimated by its layer."""
    return slowest().get(item.nodeid, OTHER_SECONDS[layer_without_night(item)])


def left_out_in_words(count: int, seconds: float) -> str:
    """Return in words which tests the budget left out."""
    return (
        f"left out for want of time: {count} nightly tests that this change calls for,"
        f" {seconds / 60:.0f} minutes of one process; --nightly all runs them"
    )


def repeated(items: Iterable[pytest.Item], layer: str) -> list[pytest.Item]:
    """Return all cases but one of each test of a layer; of the server's tests only those with another database.

    The one is not with a database that there is not here.
    """
    groups: dict[tuple[str, ...], list[pytest.Item]] = {}
    for item in items:
        parameters = getattr(getattr(item, "callspec", None), "params", {}) if layer == "server" else {}
        own = sorted(f"{name}={value!r}" for name, value in parameters.items() if name != DATABASE)
        groups.setdefault((item.nodeid.partition("[")[0], *own), []).append(item)
    ordered = (
        sorted(group, key=lambda item: (_is_missing(item), crc32(item.nodeid.encode()))) for group in groups.values()
    )
    return [item for _, *others in ordered for item in others]


def _is_missing(item: pytest.Item) -> bool:
    """Say whether a test needs a database that there is not."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return parameters.get(DATABASE) == "postgresql" and not os.environ.get("SPITE_TEST_DATABASE")


def layer_of(item: pytest.Item) -> str:
    """Return the layer of a test."""
    return "nightly" if item.get_closest_marker("nightly") else layer_without_night(item)


def layer_without_night(item: pytest.Item) -> str:
    """Return the layer that a test would be in if it did not take too long."""
    path = path_of(item)
    fixtures = fixtures_of(item)
    if "browser" in fixtures and path.startswith(BROWSER_FOLDERS):
        return "browser"
    if path.startswith(SERVER_FOLDERS) or fixtures & SERVER_FIXTURES or item.get_closest_marker("server"):
        return "server"
    return "fast"


def fixtures_of(item: pytest.Item) -> frozenset[str]:
    """Return the names of the fixtures that a test takes."""
    return frozenset(getattr(item, "fixturenames", ()))


def path_of(item: pytest.Item) -> str:
    """Return the path of a test's file in the repository."""
    return _path_of(item.path)


@cache
def _path_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def committed_at() -> int:
    """Return when the newest commit was made, in seconds since the epoch; 0 without git."""
    return int(_git("log", "-1", "--format=%ct") or 0)


def changed_paths() -> Iterable[str]:
    """Return the paths that a change touches; none without git.

    A change is what a branch adds to the main branch; on the main branch itself it is the newest commit with those
    shortly before it.
    """
    main = f"origin/{os.environ.get('GITHUB_BASE_REF') or 'main'}"
    base = _git("merge-base", "HEAD", main)
    if base and base != _git("rev-parse", "HEAD"):
        return _git("diff", "--name-only", base).splitlines()
    since = f"--since={committed_at() - RECENT_SECONDS}"
    return sorted(set(_git("log", since, "--name-only", "--format=").splitlines()) - {""})


def files_of_repository() -> list[str]:
    """Return the paths of the repository's files, those not yet committed among them; none without git."""
    listed = _git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return [path for path in listed if (ROOT / path).is_file()]


def unfinished_paths() -> list[str]:
    """Return the changed paths: those of a branch and of the working tree, or of the newest commit."""
    main = f"origin/{os.environ.get('GITHUB_BASE_REF') or 'main'}"
    base = _git("merge-base", "HEAD", main) or _git("merge-base", "HEAD", "main") or "HEAD"
    new = _git("ls-files", "--others", "--exclude-standard").splitlines()
    return sorted({*_git("diff", "--name-only", base).splitlines(), *new}) or list(changed_paths())


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
