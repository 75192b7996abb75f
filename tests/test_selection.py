"""The selection of tests for a run."""

from __future__ import annotations

import ast
import subprocess
from collections import Counter
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

from tests import selection
from tests.reach import Reached
from tests.selection import (
    BUDGET_SECONDS,
    FILE_SECONDS,
    PARTS,
    TURN_SECONDS,
    Nightly,
    changed_paths,
    layer_of,
    mark,
    part_of,
    path_of,
    repeated,
    runs_by_night,
    turn_at,
)
from tools.slowest import Measured, lines, measured_in


class Item(NamedTuple):
    """A collected test as seen by the selection."""

    nodeid: str
    fixturenames: tuple[str, ...] = ()
    marks: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    words: Mapping[str, object] = MappingProxyType({})

    def __hash__(self) -> int:
        return hash(self.nodeid)

    @property
    def path(self) -> Path:
        return selection.ROOT / self.nodeid.partition("::")[0]

    def get_closest_marker(self, name: str) -> object:
        return name in self.marks or None

    def iter_markers(self, name: str) -> list[Any]:
        return [pytest.Mark(name, self.marks[name], self.words, _ispytest=True)] if name in self.marks else []


class Called(NamedTuple):
    """The parameters of a test."""

    nodeid: str
    address: str
    players: int

    @property
    def callspec(self) -> Any:
        return SimpleNamespace(params={"address": self.address, "players": self.players})


def item(*given: Any) -> Any:
    return Item(*given)


@pytest.mark.parametrize(
    ("path", "fixtures", "marks", "layer"),
    [
        ("tests/rules/test_words.py", (), {}, "fast"),
        ("tests/web/test_modules.py", (), {}, "fast"),
        ("tests/server/test_api.py", ("browser",), {}, "server"),
        ("tests/terminal/test_words.py", (), {}, "server"),
        ("tests/web/test_templates.py", ("site",), {}, "server"),
        ("tests/test_deploy.py", (), {"server": ()}, "server"),
        ("tests/web/test_table.py", ("page", "browser"), {}, "browser"),
        ("tests/web/test_table.py", ("browser",), {"nightly": ()}, "nightly"),
        ("tests/test_install.py", (), {"nightly": ("setup.py",)}, "nightly"),
    ],
)
def test_each_test_is_in_one_layer(
    path: str, fixtures: tuple[str, ...], marks: dict[str, tuple[str, ...]], layer: str
) -> None:
    assert layer_of(item(f"{path}::test_it", fixtures, marks)) == layer


@pytest.mark.parametrize(("layer", "players"), [("browser", 1), ("server", 2)])
@pytest.mark.parametrize("database", ["", "postgresql://localhost/test"])
def test_of_a_tests_cases_one_stays_in_every_run(
    layer: str, players: int, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the server, one per kind of database, as far as there is one."""
    monkeypatch.setenv("SPITE_TEST_DATABASE", database)
    items: list[Any] = [
        Called(f"tests/test_it.py::test_{name}[{address}-{count}]", address, count)
        for name in "abcdefgh"
        for address, count in product(("sqlite", "postgresql"), (2, 4))
    ]
    left_out = repeated(items, layer)
    kept = [each for each in items if each not in left_out]
    assert Counter(each.nodeid.partition("[")[0][-1] for each in kept) == dict.fromkeys("abcdefgh", players)
    # The remaining one differs from test to test, so nothing goes untested for long.
    assert {each.address for each in kept} == {"sqlite", *(["postgresql"] if database else [])}
    assert {each.players for each in kept} == {2, 4}
    assert repeated([item("tests/web/test_it.py::test_alone")], layer) == []


def test_a_nightly_test_runs_when_a_path_changed_that_it_names_or_its_own_file() -> None:
    one = item("tests/test_install.py::test_a_wheel", (), {"nightly": ("setup.py", "src/spite_and_malice/offline/")})
    for path in ("setup.py", "src/spite_and_malice/offline/kit.py", "tests/test_install.py"):
        assert Nightly(False, (path,)).takes(one), path
    for path in ("README.md", "tests/test_setup.py", "src/spite_and_malice/server/offline.py"):
        assert not Nightly(False, (path,)).takes(one), path
    assert Nightly(True).takes(one)


def test_each_nightly_test_has_a_turn_within_as_many_days_as_there_are_parts() -> None:
    tests = [item(f"tests/test_{number}.py::test_it", (), {"nightly": ()}) for number in range(60)]
    for apart in (TURN_SECONDS, 24 * 3600):
        turns = [turn_at(1_790_000_000 + apart * landing) for landing in range(PARTS)]
        assert sorted(turns) == list(range(PARTS))
        assert all(sum(Nightly(False, (), turn).takes(each) for turn in turns) == 1 for each in tests)
    assert {part_of(path_of(each)) for each in tests} == set(range(PARTS))


def test_of_those_that_take_hours_together_a_change_calls_for_a_part() -> None:
    called = {"nightly": ("src/spite_and_malice/web/",)}
    tests = [item(f"tests/hands/test_it.py::test_it[{n}]", (), called, {"in_turn": True}) for n in range(90)]
    changed = ("src/spite_and_malice/web/home.js",)
    turns = [[each for each in tests if Nightly(False, changed, turn).takes(each)] for turn in range(PARTS)]
    assert sorted(each.nodeid for part in turns for each in part) == sorted(each.nodeid for each in tests)
    assert max(map(len, turns)) < 25
    assert not any(Nightly(False, ("README.md",), turn).takes(each) for each in tests for turn in range(PARTS))
    assert all(Nightly(True).takes(each) for each in tests)


def slow(name: str, fixtures: tuple[str, ...] = ()) -> Any:
    return item(name, fixtures, {"nightly": ()}, {"slow": True})


def test_a_slow_test_runs_when_imports_say_that_a_change_reaches_it() -> None:
    none = Nightly(False)
    found = Reached(False, package=True, files=("tests/play/test_it.py",), in_browser=("tests/web/test_it.py",))
    for one in (
        slow("tests/play/test_it.py::test_it"),
        slow("tests/web/test_it.py::test_it", ("browser",)),
        slow("tests/web/test_other.py::test_it", ("browser", "site")),
    ):
        assert runs_by_night(one, none, found)
        assert runs_by_night(one, none, Reached(everything=True))
        assert not runs_by_night(one, none, Reached(everything=False))
    assert not runs_by_night(slow("tests/play/test_other.py::test_it"), none, found)


def test_another_nightly_test_in_a_browser_waits_for_its_paths() -> None:
    one = item("tests/web/test_it.py::test_it", ("browser",), {"nightly": ()})
    assert not runs_by_night(one, Nightly(False), Reached(False, True, (), ("tests/web/test_it.py",)))
    assert runs_by_night(one, Nightly(False, ("tests/web/test_it.py",)), Reached(everything=False))


def test_the_slowest_are_the_fewest_that_need_three_fifths_of_the_time_of_their_kind() -> None:
    case = (
        '<testcase classname="tests.{}" name="{}" time="{}"><properties>'
        '<property name="layer" value="{}"/></properties></testcase>'
    )
    report = "<testsuites><testsuite>{}</testsuite></testsuites>".format(
        "".join(
            case.format(*each)
            for each in (
                ("hands.test_all", "test_it", 8, "browser"),
                ("web.test_a", "test_it[x.y]", 9, "browser"),
                ("server.test_b", "test_it", 5, "server"),
                ("server.test_b", "test_also", 1, "server"),
                ("test_c", "test_it", 0.7, "fast"),
                ("test_c", "test_also", 0.2, "fast"),
            )
        )
    )
    assert lines(measured_in(report), {}) == [
        "5 tests/server/test_b.py::test_it",
        "0.7 tests/test_c.py::test_it",
        "9 tests/web/test_a.py::test_it[x.y]",
    ]


def test_a_nightly_test_is_named_with_its_seconds_if_it_is_dear() -> None:
    usual = {"tests/test_b.py::test_it": Measured(5.4, "server"), "tests/test_b.py::test_also": Measured(1.0, "server")}
    nightly = {
        "tests/test_a.py::test_it[a b]": Measured(20.0, "browser"),
        "tests/test_c.py::test_it": Measured(19.9, "fast"),
    }
    assert lines(usual, nightly) == ["20 tests/test_a.py::test_it[a b]", "5 tests/test_b.py::test_it"]


@pytest.mark.parametrize(
    ("name", "fixtures", "seconds", "layer"),
    [
        ("tests/play/test_it.py::test_it", (), 4.9, "slower"),
        ("tests/play/test_it.py::test_it", (), 5.0, "nightly"),
        ("tests/web/test_it.py::test_it", ("browser",), 1.0, "nightly"),
    ],
)
def test_the_slowest_without_a_browser_wait_for_a_run_of_all_layers_and_the_others_for_a_change(
    name: str, fixtures: tuple[str, ...], seconds: float, layer: str, costs: dict[str, float]
) -> None:
    costs[name] = seconds
    marked: list[str] = []

    class Marked(Item):
        """A test that keeps its markers' names."""

        user_properties: Any = []  # noqa: RUF012 - shared, and not looked at

        def add_marker(self, marker: Any) -> None:
            marked.append(getattr(marker, "name", marker))

    one: Any = Marked(name, fixtures)
    mark([one])
    assert marked[-1] == layer


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The seconds of tests, as in the file of the slowest."""
    told: dict[str, float] = {}
    monkeypatch.setattr(selection, "slowest", lambda: told)
    return told


def many(count: int, *paths: str, folder: str = "rules") -> list[Any]:
    return [item(f"tests/{folder}/test_{n}.py::test_it", (), {"nightly": paths}) for n in range(count)]


def test_a_change_that_calls_for_what_fits_the_budget_gets_all(costs: dict[str, float]) -> None:
    tests = many(20)
    costs.update((each.nodeid, BUDGET_SECONDS / 20) for each in tests)
    assert set(Nightly(False, (), 0, "a").within_budget(tests)) == set(tests)


def test_a_change_that_calls_for_more_gets_others_with_each_commit(costs: dict[str, float]) -> None:
    tests = many(100)
    costs.update((each.nodeid, BUDGET_SECONDS / 20) for each in tests)
    runs = [{each.nodeid for each in Nightly(False, (), 0, str(n)).within_budget(tests)} for n in range(40)]
    assert {len(run) for run in runs} == {20}
    assert set().union(*runs) == {each.nodeid for each in tests}
    assert runs[0] == {each.nodeid for each in Nightly(False, (), 0, "0").within_budget(tests)}
    assert len(Nightly(True).within_budget(tests)) == len(Nightly(False).within_budget(tests)) == 100


def test_half_of_the_budget_is_for_what_the_change_touches(costs: dict[str, float]) -> None:
    crowd, others = many(400, "setup.py"), many(400, folder="players")
    touched = crowd[:8]
    costs.update((each.nodeid, BUDGET_SECONDS / 20) for each in (*crowd, *others))
    for commit in "abcdef":
        run = set(Nightly(False, ("setup.py",), 0, commit).within_budget([*others, *touched]))
        assert run >= set(touched)
        assert len(run) == 20
    # Half of the affected tests are left to the others, if there are many.
    drawn = Nightly(False, ("setup.py",), 0, "a").within_budget([*crowd, *others])
    assert len([each for each in drawn if each in others]) > 2


def test_one_file_gets_no_more_than_one_process_runs_in_time(costs: dict[str, float]) -> None:
    dear = [item(f"tests/hands/test_it.py::test_it[{n}]", (), {"nightly": ()}) for n in range(9)]
    costs.update((each.nodeid, FILE_SECONDS / 2) for each in dear)
    assert len(Nightly(False, (), 0, "a").within_budget([*dear, *many(9)])) == 11
    costs[dear[0].nodeid] = FILE_SECONDS + 1
    assert Nightly(False, (), 0, "a").within_budget(dear[:1]) == []


def test_a_test_that_was_not_measured_takes_what_others_of_its_layer_do(costs: dict[str, float]) -> None:
    one, other = item("tests/web/test_it.py::test_a", ("browser",)), item("tests/web/test_it.py::test_b", ("browser",))
    costs[one.nodeid] = 7
    assert [selection.seconds_of(each) for each in (one, other)] == [7, selection.OTHER_SECONDS["browser"]]


def test_what_the_budget_leaves_out_is_said() -> None:
    assert "12 nightly tests" in selection.left_out_in_words(12, 3600.0)
    assert "60 minutes" in selection.left_out_in_words(12, 3600.0)


def test_each_of_the_slowest_is_there() -> None:
    listed = [line.partition(" ")[2] for line in selection.SLOWEST.read_text("utf-8").splitlines()]
    assert len(listed) > 50
    for name in listed:
        path, _, test = name.partition("::")
        there = f"def {test.partition('[')[0]}(" in (selection.ROOT / path).read_text("utf-8")
        assert there, f"{name} is gone: rename it in tests/slowest.txt, or take out its line"


def git(folder: Path, *words: str, at: int = 0) -> None:
    who = {f"GIT_{role}_{what}": "a@b.test" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    dates = {f"GIT_{role}_DATE": f"{1_790_000_000 + at} +0000" for role in ("AUTHOR", "COMMITTER")}
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env=who | dates)


def commit(folder: Path, name: str, at: int) -> None:
    (folder / name).write_text(name)
    git(folder, "add", name)
    git(folder, "commit", "-m", name, at=at)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with an old commit and two that belong together."""
    monkeypatch.setattr(selection, "ROOT", tmp_path)
    monkeypatch.delenv("GITHUB_BASE_REF", raising=False)
    git(tmp_path, "init", "-b", "main")
    for name, hours in (("old", 0), ("one", 100), ("two", 101)):
        commit(tmp_path, name, hours * 3600)
    return tmp_path


def test_on_the_main_branch_the_newest_commits_are_the_change(repository: Path) -> None:
    assert list(changed_paths()) == ["one", "two"]
    assert selection.committed_at() == 1_790_000_000 + 101 * 3600


def test_on_a_branch_all_that_it_adds_is_the_change(repository: Path) -> None:
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert list(changed_paths()) == ["one", "two"]
    commit(repository, "three", 300 * 3600)
    commit(repository, "four", 400 * 3600)
    assert list(changed_paths()) == ["four", "three"]


def test_without_git_nothing_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert list(changed_paths()) == []
    assert selection.committed_at() == 0


def test_every_path_that_calls_for_a_nightly_test_is_there() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=selection.ROOT, capture_output=True, text=True).stdout.splitlines()
    if not files:
        pytest.skip("no git here")
    written = [path for path in files if path.startswith("tests/") and path.endswith(".py")]
    texts = [(selection.ROOT / path).read_text("utf-8") for path in written]
    named = set().union(*(_paths_of_marks(ast.parse(text)) for text in texts if "nightly" in text))
    assert len(named) > 30
    assert [path for path in sorted(named) if not any(file.startswith(path) for file in files)] == []


def _paths_of_marks(tree: ast.Module) -> set[str]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    marks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "nightly"]
    texts = (
        part.value for mark in marks for word in mark.args for part in ast.walk(word) if isinstance(part, ast.Constant)
    )
    return {text for text in texts if isinstance(text, str)}
