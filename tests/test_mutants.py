"""The faults that `python -m tools.mutants` puts into the code."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.changes import Change, changes
from tools.mutants.reach import LONGEST, WHERE, Reach
from tools.mutants.trial import PARTS, Copy

SOURCE = '''"""Größe."""
LIMIT: "Final[7]" = 8

@cache(9)
def clamp(value: int) -> int:
    """Return 1."""
    if value < LIMIT and not (value in (2, 3)):
        note(value)
        value += 1
    if TYPE_CHECKING:
        x = 5
    _log.info(4)
    assert value == 6
    x = zip([], strict=True)
    raise Wrong(10)
'''

FOUND = [
    "8 → 9",
    "value < LIMIT and not (value in (2, 3)) → not (value < LIMIT and not (value in (2, 3)))",
    "and → or",
    "< → <=",
    "without not",
    "in → not in",
    "2 → 3",
    "3 → 4",
    "note(value) → pass",
    "value += 1 → pass",
    "1 → 2",
]

BROWSER = """import { a } from "1.js";
export function clamp(größe) {
  if (größe < 2 && !(a(größe))) note("ü" + größe);
  größe -= 3;
  return größe ?? 4;
}
"""

FOUND_IN_BROWSER = [
    "größe < 2 && !(a(größe)) → !(größe < 2 && !(a(größe)))",
    "&& → ||",
    "< → <=",
    "2 → 3",
    "! → ",
    'note("ü" + größe); → ;',
    "größe -= 3; → ;",
    "3 → 4",
    "?? → &&",
    "4 → 5",
]


def test_faults_of_python_leave_a_module_that_can_be_read_and_change_no_type(tmp_path: Path) -> None:
    (tmp_path / "clamp.py").write_text(SOURCE, encoding="utf-8")
    found = changes(tmp_path, "clamp.py")
    assert [change.what for change in found] == FOUND
    for change in found:
        changed = change.applied(SOURCE.encode()).decode()
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(SOURCE))
        assert [at for at, pair in enumerate(zip(SOURCE.split("\n"), changed.split("\n"), strict=True), 1)
                if pair[0] != pair[1]] == [change.line]  # fmt: skip


def test_faults_of_the_browser_are_found_likewise(tmp_path: Path, root: Path) -> None:
    if shutil.which("node") is None or not (root / "tests" / "web" / "node_modules" / "acorn").exists():
        pytest.skip("no Node.js, or nothing of tests/web/package-lock.json: npm ci --prefix tests/web")
    (tmp_path / "clamp.js").write_text(BROWSER, encoding="utf-8")
    found = changes(tmp_path, "clamp.js")
    assert [change.what for change in found] == FOUND_IN_BROWSER
    last = found[-1]
    assert (last.line, last.applied(BROWSER.encode()).decode()) == (5, BROWSER.replace("?? 4", "?? 5"))


def test_no_fault_is_put_into_what_a_command_writes(tmp_path: Path) -> None:
    written = {
        "a.py": '"""Results, written by ``python -m benchmarks.search``."""\n\nFOUND = 7\n',
        "a.js": "// Results. Written by\n// `python -m tools.search`.\n\nexport const found = 7;\n",
        # Further down it is said of something else.
        "b.py": '"""Results."""\n\nFOUND = 7\n"""Not written by `python -m benchmarks.search`."""\n',
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [name for name in written if changes(tmp_path, name)] == ["b.py"]


def test_a_fault_is_tried_with_the_narrowest_tests_of_its_line() -> None:
    reach = Reach({"a": 5.0, "b": 0.1, "c": 3.0}, {"x.py": {1: [], 2: ["a", "b"], 3: ["c", "a"]}})
    assert reach.tests_of("x.py", 2, seconds=60) == ["b", "a"]
    assert reach.tests_of("x.py", 3, seconds=4) == ["c"]
    assert reach.tests_of("x.py", 3, seconds=1) == ["c"]
    assert reach.tests_of("x.py", 1, seconds=60) == ["b", "c", "a"]
    assert reach.tests_of("y.py", 1, seconds=60) == []


def test_a_fault_in_a_constant_is_tried_with_the_tests_of_its_uses(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("_MOST: Final = 5\nLEAST = 3\n\n\ndef f():\n    return _MOST\n", encoding="utf-8")
    (tmp_path / "y.py").write_text("def g():\n    return x.LEAST\n", encoding="utf-8")
    lines = {"x.py": {1: [], 6: ["a"], 7: ["b"]}, "y.py": {2: ["c"]}}
    reach = Reach({"a": 1.0, "b": 2.0, "c": 3.0}, lines, tmp_path)
    assert reach.tests_of("x.py", 1, seconds=60) == ["a"]
    assert reach.tests_of("x.py", 2, seconds=60) == ["c"]
    assert reach.tests_of("x.py", 3, seconds=60) == ["a", "b"]


def test_a_fault_in_a_table_is_tried_with_the_tests_of_its_uses(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("_ALL: Final = {\n    1: 2,\n}\n\n\ndef f():\n    return _ALL\n", encoding="utf-8")
    reach = Reach({"a": 1.0, "b": 2.0}, {"x.py": {1: [], 2: [], 7: ["a"], 8: ["b"]}}, tmp_path)
    assert reach.tests_of("x.py", 2, seconds=60) == ["a"]


def test_a_fault_in_what_runs_at_once_is_tried_first_with_the_tests_of_its_module() -> None:
    tests = {"test_y.py::narrow": 1.0, "tests/test_x.py::wide": 1.0}
    reach = Reach(tests, {"x.py": {1: [], 2: list(tests), 3: ["tests/test_x.py::wide"]}})
    assert reach.tests_of("x.py", 1, seconds=60) == ["tests/test_x.py::wide", "test_y.py::narrow"]


def test_a_fault_in_definitions_is_tried_with_the_tests_that_name_their_module(tmp_path: Path) -> None:
    (tmp_path / "schema.py").write_text("x = {'a': 1}\n", encoding="utf-8")
    texts = {"test_one.py": "import schema\n", "test_two.py": "import schemata\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    tests = ("test_one.py::a", "test_one.py::of_the_schema", "test_two.py::of_schemata")
    reach = Reach(dict.fromkeys(tests, 1.0), {"schema.py": {1: []}}, tmp_path)
    assert reach.tests_of("schema.py", 1, seconds=60) == ["test_one.py::of_the_schema", "test_one.py::a"]


def test_a_fault_in_a_table_is_tried_first_with_the_tests_of_the_whole_schema(tmp_path: Path) -> None:
    (tmp_path / "schema_cups.py").write_text('cups = Table(\n    "cups",\n)\n', encoding="utf-8")
    (tmp_path / "x.py").write_text("select(cups)\n", encoding="utf-8")
    tests = ("test_one.py::of_cups", "test_two.py::the_schema_is_the_same[sqlite]", "test_two.py::of_schemata")
    lines: dict[str, dict[int, list[str]]] = {"schema_cups.py": {2: []}, "x.py": {1: ["test_one.py::of_cups"]}}
    reach = Reach(dict.fromkeys(tests, 1.0), lines, tmp_path)
    assert reach.tests_of("schema_cups.py", 2, seconds=60) == [tests[1], tests[0]]


def test_tests_of_one_file_are_next_to_each_other() -> None:
    reach = Reach({"a::1": 3.0, "a::2": 0.1, "b::1": 2.0}, {"x.py": {1: ["a::1", "a::2", "b::1"], 2: ["a::1"]}})
    assert reach.tests_of("x.py", 1, seconds=60) == ["a::2", "a::1", "b::1"]
    # What a file sets up takes time, too.
    assert reach.tests_of("x.py", 1, seconds=3) == ["a::2", "b::1"]
    assert reach.tests_of("x.py", 1, seconds=2.9) == ["a::2"]


SUMS = "from functools import cache\n\n@cache\ndef total():\n    return 1 + 1\n"
TESTS_OF_SUMS = """
import sums
def test_endless():
    while True: pass
def test_right(): assert sums.total()
def test_too(): assert sums.total() == 2
def test_wrong(): assert sums.total() == 3
"""


@pytest.mark.nightly("tools/mutants/", "requirements-test.lock")
def test_tests_that_pass_in_time_count_for_their_lines_though_another_has_filled_a_cache(
    tmp_path: Path, root: Path
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "sums.py").write_text(SUMS, encoding="utf-8")
    (tmp_path / "test_sums.py").write_text(TESTS_OF_SUMS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.mutants.reach", "-p", "no:cacheprovider"]
    places = os.pathsep.join(map(str, (root, tmp_path / "src")))
    environment = {**os.environ, "PYTHONPATH": places, WHERE: str(tmp_path / "reach.json"), LONGEST: "0.2"}
    assert subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True).returncode == 1
    reach = Reach.read(tmp_path / "reach.json")
    passed = ["test_sums.py::test_right", "test_sums.py::test_too"]
    assert (list(reach.seconds), reach.tests_of("src/sums.py", 5, seconds=60)) == (passed, passed)


@pytest.mark.nightly("tools/mutants/", "requirements-test.lock")
@pytest.mark.parametrize(
    ("tests", "chosen", "path", "line", "found"),
    [
        (
            "test_kernel.py", "lazily or later_is_fetched", "kernel/dom/lazily.js",
            "    let known = fetched.get(name);", "fetched_later",
        ),
        (
            # The first and the last field of the class lie around it.
            "test_patience_game.py", "opens_out_of_sight or (last_cards and not normal)", "patience/game.js",
            "        this.show(after, { duration: FINISH_FLIGHT });", "last_cards",
        ),
    ],
)  # fmt: skip
def test_what_a_test_runs_in_node_counts_for_its_lines(
    tmp_path: Path, root: Path, tests: str, chosen: str, path: str, line: str, found: str
) -> None:
    if shutil.which("node") is None:
        pytest.skip("no Node.js on this machine")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tools.mutants.reach", "-p", "no:cacheprovider"]
    environment = {**os.environ, WHERE: str(tmp_path / "reach.json"), LONGEST: "60"}
    file = root / "tests" / "web" / tests
    assert subprocess.run([*command, str(file), "-k", chosen], cwd=root, env=environment).returncode == 0
    reach = Reach.read(tmp_path / "reach.json")
    source = f"src/spite_and_malice/web/{path}"
    number = (root / source).read_text(encoding="utf-8").splitlines().index(line) + 1
    [test] = reach.tests_of(source, number, seconds=60)
    assert found in test


@pytest.mark.parametrize(
    ("without", "codes", "verdict"),
    [(5, [None], "timed out"), (40, [None, 0], "survived"), (40, [None, None], "timed out"), (40, [None, 1], "caught")],
)
def test_a_fault_is_not_caught_by_tests_that_are_slow_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without: float, codes: list[int | None], verdict: str
) -> None:
    for part in PARTS:
        (tmp_path / "root" / part).mkdir(parents=True)
    (tmp_path / "root" / "src" / "a.py").write_text("x = 1\n", encoding="utf-8")
    copy = Copy(tmp_path / "root", tmp_path / "copy", {})
    limits: list[float | None] = []

    def ended(_copy: Copy, _tests: list[str], seconds: float | None) -> tuple[int | None, int]:
        if seconds is None:
            return 0, 1
        limits.append(seconds)
        return codes[len(limits) - 1], 1

    monkeypatch.setattr(Copy, "_until_one_fails", ended)
    monkeypatch.setattr(Copy, "_seconds_without_fault", lambda _copy, _tests: without)
    change = Change("src/a.py", 1, 4, 5, "2", "1 → 2")
    assert copy.try_out(change, ["test_a"], 60) == verdict
    assert limits == [60, 120][: len(codes)]
    assert (tmp_path / "copy" / "src" / "a.py").read_bytes() == b"x = 1\n"
