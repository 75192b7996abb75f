"""Fixtures for every test."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

from spite_and_malice.offline.kit import usable
from tests.examples import ALL, FEW
from tests.reach import Reached, reached
from tests.selection import (
    LAYERS,
    NONE_FAST,
    Nightly,
    changed_paths,
    files_of_repository,
    fixtures_of,
    left_out_in_words,
    mark,
    path_of,
    runs_by_night,
    seconds_of,
    share,
    unfinished_paths,
)

_OF_TESTS: Final = ("SPITE_TEST_", "SPITE_SLOWER", "SPITE_PURE", "SPITE_SANITIZE")
"""Variables of the tests and the build."""

# A slow or busy machine must not fail a property; on CI every run tries the same examples.
settings.register_profile("local", deadline=None, max_examples=FEW)
settings.register_profile("night", deadline=None, max_examples=ALL)
settings.register_profile("ci", deadline=None, max_examples=2 * FEW, derandomize=True)
settings.register_profile("ci night", deadline=None, max_examples=ALL, derandomize=True)
# No test reads or writes the home folder of the person who runs it, nor do the programs started by tests.
_HOME: Final = tempfile.TemporaryDirectory(prefix="spite-home-", ignore_cleanup_errors=True)
os.environ.setdefault("PIP_CACHE_DIR", str(Path.home() / ".cache" / "pip"))
for _name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
    os.environ[_name] = _HOME.name
for _name in ("DATA", "CONFIG", "CACHE", "STATE"):
    os.environ[f"XDG_{_name}_HOME"] = str(Path(_HOME.name) / _name.lower())
# Nor do they use the settings of a server there.
for _name in [each for each in os.environ if each.startswith("SPITE_") and not each.startswith(_OF_TESTS)]:
    del os.environ[_name]
# The command uses the environment's language; what tests read is English.
os.environ["LANGUAGE"] = "en"
# Each test's server would try the deals of two days alongside the tests.
os.environ["SPITE_WORKS_AHEAD"] = "no"
NIGHTLY: Final = pytest.StashKey[Nightly]()
REACHED: Final = pytest.StashKey[Reached]()
LEFT_OUT: Final = pytest.StashKey[tuple[int, float]]()
"""How many of the required nightly tests do not fit the budget, and the seconds that they would take."""
ROOT: Final = Path(__file__).resolve().parents[1]
SLOW: Final = (
    "test_install.py",
    "hands/",
    "engine/test_sanitized.py",
    "engine/test_policy.py",
    "web/test_table_play.py",
    "web/test_patience_play.py",
    "web/",
    "server/",
    "terminal/",
    "test_",
)
"""Files and folders whose tests start browsers, servers, compilers or installations, the slowest first."""

settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--nightly",
        choices=("none", "share", "all"),
        default="share" if os.environ.get("CI") else "none",
        help="which of the nightly tests run: none, all, or those that the change touches and a rotating tenth;"
        " tests that the command line names run in any case",
    )

    parser.addoption(
        "--changed",
        action="store_true",
        help="run what a change reaches: a branch, or what is not committed, or else the newest commits",
    )


def pytest_configure(config: pytest.Config) -> None:
    for name in LAYERS:
        config.addinivalue_line("markers", f"{name}: a layer (tests/selection.py)")
    config.addinivalue_line("markers", "firefox: runs in Firefox too (tests/web/conftest.py)")
    config.addinivalue_line("markers", "chromium: needs what only Chromium can do")
    if config.option.nightly == "all":
        settings.load_profile("ci night" if os.environ.get("CI") else "night")
    # A process that xdist starts runs the selection of the first process.
    chosen = getattr(config, "workerinput", {}).get("nightly")
    config.stash[NIGHTLY] = Nightly(*chosen) if chosen else _nightly(config)
    found = getattr(config, "workerinput", {}).get("reached")
    config.stash[REACHED] = Reached(*found) if found else _reached(config)


def _reached(config: pytest.Config) -> Reached:
    if config.option.changed:
        return reached(ROOT, files_of_repository(), unfinished_paths())
    if config.stash[NIGHTLY].turn is not None:
        return reached(ROOT, files_of_repository(), changed_paths())
    return Reached(everything=False)


def _nightly(config: pytest.Config) -> Nightly:
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS or config.option.keyword
    if named or "nightly" in config.option.markexpr or config.option.nightly == "all":
        return Nightly(everything=True)
    return share() if config.option.nightly == "share" else Nightly(everything=False)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process that xdist starts which nightly tests run."""
    node.workerinput["nightly"] = tuple(node.config.stash[NIGHTLY])
    node.workerinput["reached"] = tuple(node.config.stash[REACHED])


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which tests run."""
    lines = [f"nightly tests: {config.stash[NIGHTLY].describe()}"]
    if config.option.changed:
        lines.append(f"tests that the change reaches: {config.stash[REACHED].describe()}")
    return lines


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the folders without fast tests if no others are wanted: importing them takes seconds per process."""
    if config.option.markexpr == "fast" and collection_path.is_relative_to(ROOT):
        path = f"{collection_path.relative_to(ROOT).as_posix()}/"
        return path.startswith(NONE_FAST) or None
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each test its layer, leave out what is not its turn, and begin with the files that take longest.

    All processes wait for the one that finishes last.
    """
    mark(items)
    nightly = config.stash[NIGHTLY]
    found = config.stash[REACHED]
    by_night = [item for item in items if item.get_closest_marker("nightly")]
    called = [item for item in by_night if runs_by_night(item, nightly, found)]
    fitting = set(nightly.within_budget(called))
    tell_left_out(config, [item for item in called if item not in fitting])
    left_out = set(by_night) - fitting
    if config.option.changed:
        left_out |= {item for item in items if not found.takes(path_of(item), fixtures_of(item))}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=_haste)


def tell_left_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the report of tests left out by the budget; a process started by xdist passes it to the first one."""
    config.stash[LEFT_OUT] = (len(items), sum(map(seconds_of, items)))
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Receive the report of left-out tests from a process started by xdist; one that crashed has none."""
    if told := getattr(node, "workeroutput", {}).get("left_out"):
        node.config.stash[LEFT_OUT] = tuple(told)


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Collect no garbage while tests are imported: nearly all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exclude the tests and their imports, which stay, from garbage collection: it takes a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


def _haste(item: pytest.Item) -> int:
    path = path_of(item).removeprefix("tests/")
    return next((place for place, slow in enumerate(SLOW) if path.startswith(slow)), len(SLOW))


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the repository's root folder."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def built_kit(root: Path) -> Path:
    """Return a kit of this version; without one make it if SPITE_TEST_MAKES_KIT says so, as in `.ci/run`, or skip."""
    folder = Path(os.environ.get("SPITE_TEST_KIT", root / "build" / "kit")).resolve()
    if os.environ.get("SPITE_TEST_MAKES_KIT") and not usable(folder):
        make_kit(folder)
    if not usable(folder):
        pytest.skip("no kit of this version: python3 play.py offline build build/kit")
    return folder


def make_kit(folder: Path) -> None:
    """Make the kit in one process, while the others wait for it."""
    import fcntl

    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not usable(folder):
            command = [sys.executable, "-P", "-m", "spite_and_malice", "offline", "build", str(folder)]
            made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            assert made.returncode == 0, made.stdout


@pytest.fixture(scope="session")
def vectors_path(root: Path) -> Path:
    """Return the file of conformance vectors (RULES.md section 10)."""
    return root / "tests" / "conformance" / "vectors.jsonl"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List the nightly tests that ran, if not all did, and say how many the budget left out."""
    nightly = config.stash[NIGHTLY]
    if nightly.everything:
        return
    reports = (*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed"))
    ran = Counter(report.location[0] for report in reports if report.when == "call" and "nightly" in report.keywords)
    if ran:
        terminalreporter.section(f"nightly tests that ran: {nightly.describe()}", sep="-")
        for path, count in sorted(ran.items()):
            terminalreporter.line(f"{path}: {count}")
    count, seconds = config.stash.get(LEFT_OUT, (0, 0.0))
    if count:
        terminalreporter.line(left_out_in_words(count, seconds))
