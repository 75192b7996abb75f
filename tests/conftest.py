"""What every test may use."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from spite_and_malice.offline.kit import usable

_OF_TESTS: Final = ("SPITE_TEST_", "SPITE_SLOWER", "SPITE_PURE", "SPITE_SANITIZE")
"""Variables of the tests and the build."""

# A slow or busy machine must not fail a property; on CI every run tries the same examples.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
# No test reads what is in the home of whoever runs it, or leaves anything there, nor do the programs that tests start.
_HOME: Final = tempfile.TemporaryDirectory(prefix="spite-home-", ignore_cleanup_errors=True)
os.environ.setdefault("PIP_CACHE_DIR", str(Path.home() / ".cache" / "pip"))
for _name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
    os.environ[_name] = _HOME.name
for _name in ("DATA", "CONFIG", "CACHE", "STATE"):
    os.environ[f"XDG_{_name}_HOME"] = str(Path(_HOME.name) / _name.lower())
# Nor do they heed how a server is set up there.
for _name in [each for each in os.environ if each.startswith("SPITE_") and not each.startswith(_OF_TESTS)]:
    del os.environ[_name]
# The command uses the environment's language; what tests read is English.
os.environ["LANGUAGE"] = "en"
# A server of every test would try the deals of two days beside the tests.
os.environ["SPITE_WORKS_AHEAD"] = "no"
KIT_SECONDS: Final = 600
SLOW: Final = (
    "test_install.py",
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

TRIED_AGAIN: Final = ("web/", "server/", "terminal/")
"""Where programs talk to each other a test has a second try, which the summary names, for its cause to be found."""

settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest: what a process takes up last is what all others wait for."""
    items.sort(key=_haste)
    for item in items:
        if _path(item).startswith(TRIED_AGAIN):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_collection_finish() -> None:
    """Let no search for garbage go through the tests and what they import, which stay: it takes a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _path(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).as_posix()


def _haste(item: pytest.Item) -> int:
    path = _path(item)
    return next((place for place, slow in enumerate(SLOW) if path.startswith(slow)), len(SLOW))


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the repository's root folder."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def kit(root: Path) -> Path:
    """Return a kit of this version; without one, skip. `.ci/run` makes it beside the first tests."""
    making = os.environ.get("SPITE_TEST_KIT_MAKING")
    end = time.monotonic() + KIT_SECONDS
    while making and Path(making).exists() and time.monotonic() < end:
        time.sleep(0.1)
    kit = Path(os.environ.get("SPITE_TEST_KIT", root / "build" / "kit")).resolve()
    if not usable(kit):
        pytest.skip("no kit of this version: python3 play.py offline build build/kit")
    return kit


@pytest.fixture(scope="session")
def vectors_path(root: Path) -> Path:
    """Return the file of conformance vectors (RULES.md section 10)."""
    return root / "tests" / "conformance" / "vectors.jsonl"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what went wrong where a second try went well: else nobody could find the cause."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}", sep="_")
        terminalreporter.line(report.longreprtext)
