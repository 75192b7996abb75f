"""Setting up with one command."""

from __future__ import annotations

import ast
import contextlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import play

LOCKS = tuple(f"requirements{of}.lock" for of in ("", "-test", "-docs", "-build", "-release", "-cluster"))
ZIZMOR = "zizmor --offline --quiet --persona pedantic .github"
SET_UP_FILES = ("play.py", *play.PROJECT, *LOCKS)
"""Patterns of file names, as in play.py."""


def copy_set_up_files(root: Path, folder: Path) -> None:
    for path in (path for pattern in SET_UP_FILES for path in root.glob(pattern)):
        copy = folder / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)


class Installer:
    """Stands in for venv and pip: records its calls and can fail in the middle."""

    def __init__(self, venv: Path) -> None:
        self.venv = venv
        self.asked: list[str] = []
        self.interrupt_at: str | None = None
        self.answers: dict[str, tuple[int, str]] = {}
        self.compiles = True

    def __call__(self, *command: str) -> subprocess.CompletedProcess[str]:
        words = " ".join(command)
        if "IS_NATIVE" in words:
            return subprocess.CompletedProcess(command, 0, f"{self.compiles}\n")
        step = "venv" if "venv --clear" in words else command[-1] if "install" in command else words.split(" -m ")[-1]
        self.asked.append(step)
        if step == self.interrupt_at:
            self.interrupt_at = None
            raise KeyboardInterrupt
        if step == "venv":
            shutil.rmtree(self.venv, ignore_errors=True)
            (self.venv / "bin").mkdir(parents=True)
            (self.venv / "bin" / "python").touch()
        code, said = self.answers.get(step, (0, ""))
        return subprocess.CompletedProcess(command, code, said)

    def since_last_asked(self) -> list[str]:
        """Return the steps since the last call, without the search for an installer."""
        steps = [step for step in self.asked if step not in ("pip --version", "ensurepip")]
        self.asked.clear()
        return steps


@pytest.fixture
def installer(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installer:
    """Run play.py on a copy of the repository's set-up files, with a stand-in for its commands."""
    copy_set_up_files(root, tmp_path)
    venv = tmp_path / ".venv"
    stand_in = Installer(venv)
    monkeypatch.setattr(play, "ROOT", tmp_path)
    monkeypatch.setattr(play, "VENV", venv)
    monkeypatch.setattr(play, "STAMP", venv / "set-up.json")
    monkeypatch.setattr(play, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(play, "capture", stand_in)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return stand_in


FRESH = ["venv", "requirements.lock", "."]
COMPILES = ["Installing the game and compiling its engine."]


def test_the_first_start_installs_and_the_second_does_nothing(installer: Installer) -> None:
    play.set_up(testing=False)
    assert installer.since_last_asked() == FRESH
    play.set_up(testing=False)
    assert installer.asked == []


@pytest.mark.parametrize("compiles", [True, False])
def test_an_engine_that_is_not_compiled_is_told_once(
    installer: Installer, capsys: pytest.CaptureFixture[str], compiles: bool
) -> None:
    installer.compiles = compiles
    play.set_up(testing=False)
    assert ("C compiler" in capsys.readouterr().err) is not compiles
    play.set_up(testing=False)
    assert capsys.readouterr().err == ""


def test_testing_adds_the_test_lock_once(installer: Installer) -> None:
    play.set_up(testing=False)
    installer.since_last_asked()
    play.set_up(testing=True)
    assert installer.since_last_asked() == ["requirements-test.lock"]
    play.set_up(testing=True)
    play.set_up(testing=False)
    assert installer.asked == []


def test_the_documents_add_their_lock_once(installer: Installer) -> None:
    play.set_up(testing=True)
    installer.since_last_asked()
    play.set_up(documents=True)
    assert installer.since_last_asked() == ["requirements-docs.lock"]
    play.set_up(documents=True)
    play.set_up(testing=True)
    assert installer.asked == []


def append(name: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        with (root / name).open("a", encoding="utf-8") as file:
            file.write("# changed\n")

    return change


@pytest.mark.parametrize(
    ("change", "steps"),
    [
        (append("requirements.lock"), [*FRESH, "requirements-test.lock"]),
        (append("pyproject.toml"), ["."]),
        (append("src/spite_and_malice/compiled.py"), ["."]),
        (append("src/spite_and_malice/engine/core/legal.py"), ["."]),
        (append("requirements-test.lock"), ["requirements-test.lock"]),
        (lambda root: (root / ".venv/bin/python").unlink(), [*FRESH, "requirements-test.lock"]),
        (lambda root: (root / ".venv/set-up.json").write_text("[]"), [*FRESH, "requirements-test.lock"]),
        (lambda root: (root / ".venv/set-up.json").write_text('{"py'), [*FRESH, "requirements-test.lock"]),
    ],
)
def test_what_changed_is_installed_again(
    installer: Installer, tmp_path: Path, change: Callable[[Path], None], steps: list[str]
) -> None:
    play.set_up(testing=True)
    installer.since_last_asked()
    change(tmp_path)
    play.set_up(testing=True)
    assert installer.since_last_asked() == steps


@pytest.mark.parametrize("step", [*FRESH, "requirements-test.lock"])
def test_an_interrupted_set_up_is_made_anew(installer: Installer, step: str) -> None:
    installer.interrupt_at = step
    with pytest.raises(KeyboardInterrupt):
        play.set_up(testing=True)
    installer.since_last_asked()
    play.set_up(testing=True)
    assert installer.since_last_asked() == [*FRESH, "requirements-test.lock"]


def test_pip_is_taken_from_python_itself_when_there_is_none_beside_it(installer: Installer) -> None:
    installer.answers["pip --version"] = (1, "No module named pip")
    play.set_up(testing=False)
    assert "ensurepip" in installer.asked


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"venv": (1, "/usr/bin/python3: No module named venv")}, "apt install python3-venv"),
        ({"venv": (1, "Permission denied")}, "Permission denied"),
        ({"pip --version": (1, ""), "ensurepip": (1, "")}, "apt install python3-pip"),
        ({"requirements.lock": (1, "Temporary failure in name resolution")}, "needs the network"),
        ({"requirements.lock": (1, "error: dns error")}, "needs the network"),
        ({"requirements.lock": (1, "No space left on device")}, "No space left on device"),
        ({".": (1, "broken")}, "Installing the game and compiling its engine failed"),
    ],
)
def test_a_failure_says_what_to_do_and_leaves_no_stamp(
    installer: Installer, answers: dict[str, tuple[int, str]], sentence: str
) -> None:
    installer.answers = answers
    with pytest.raises(play.SetupFailed, match=re.escape(sentence)):
        play.set_up(testing=False)
    installer.answers = {}
    installer.since_last_asked()
    play.set_up(testing=False)
    assert installer.since_last_asked() == FRESH


def test_each_step_is_said_on_standard_error(installer: Installer, capsys: pytest.CaptureFixture[str]) -> None:
    steps = [
        "Making the environment in .venv.",
        "Installing the libraries.",
        *COMPILES,
        "Installing the test libraries.",
    ]
    for testing, said in ((False, steps[:3]), (True, steps[3:]), (True, [])):
        play.set_up(testing)
        told = capsys.readouterr()
        assert told.out == ""
        assert [line for line in told.err.splitlines() if not line.startswith("Setting up")] == said


def test_what_is_told_comes_before_it_is_done(installer: Installer, capsys: pytest.CaptureFixture[str]) -> None:
    installer.interrupt_at = "."
    with pytest.raises(KeyboardInterrupt):
        play.set_up(testing=False)
    assert capsys.readouterr().err.splitlines()[-1:] == COMPILES


def test_where_a_person_wants_packages_is_not_asked(installer: Installer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN"):
        monkeypatch.setenv(name, "1")
    assert "--no-user" in play.installer()
    assert not os.environ.keys() & {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN"}


@pytest.mark.nightly("play.py")
@pytest.mark.parametrize("user", [None, "environment", "file"])
def test_without_the_network_a_real_set_up_says_so(root: Path, tmp_path: Path, user: str | None) -> None:
    """Not requested with ``--user`` either, which pip refuses in a virtual environment."""
    copy_set_up_files(root, tmp_path)
    unset = {"PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"}
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    nowhere = "http://127.0.0.1:9/simple"
    environment |= {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_CACHE_DIR": "1",
        "PIP_RETRIES": "0",
        "PIP_INDEX_URL": nowhere,
    }
    if user is not None:
        # Without uv, which has no such setting.
        environment["PATH"] = str(tmp_path)
    if user == "environment":
        environment["PIP_USER"] = "1"
    elif user == "file":
        (tmp_path / "pip.conf").write_text("[global]\nuser = true\n", encoding="utf-8")
        environment["PIP_CONFIG_FILE"] = str(tmp_path / "pip.conf")
    environment |= {"UV_NO_CONFIG": "1", "UV_NO_CACHE": "1", "UV_HTTP_RETRIES": "0", "UV_INDEX_URL": nowhere}
    done = subprocess.run(
        [sys.executable, "play.py", "--version"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "needs the network once, and the package index could not be reached" in done.stderr
    assert not (tmp_path / ".venv" / "set-up.json").exists()


def test_an_old_python_can_read_play_and_is_told_what_is_needed(root: Path) -> None:
    ast.parse((root / "play.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    assert play.too_old((3, 9)) == "Spite and Malice needs Python 3.11 or newer, and this is Python 3.9."


def test_play_needs_only_the_standard_library(root: Path) -> None:
    tree = ast.parse((root / "play.py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address_and_hashes_everything(root: Path, lock: str) -> None:
    text = (root / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert " @ " not in text
    for entry in re.split(r"\n(?=\S)", text.strip()):
        assert re.match(r"[a-z0-9-]+==[^ ]+ .*?\\\n    --hash=sha256:", entry), entry.splitlines()[0]


@pytest.mark.parametrize(("lock", "group"), [*zip(LOCKS, ("build", "test", "docs", "build", "release"), strict=False)])
def test_the_locks_answer_pyproject(root: Path, lock: str, group: str) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["dependency-groups"][group])
    if lock == "requirements.lock":
        server = project["project"]["optional-dependencies"]["server"]
        wanted += project["project"]["dependencies"] + server + project["build-system"]["requires"]
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", (root / lock).read_text(encoding="utf-8"), re.MULTILINE))
    for requirement in map(Requirement, wanted):
        assert pinned[requirement.name] in requirement.specifier


def test_the_locks_agree(root: Path) -> None:
    pins = [
        dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", (root / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in LOCKS
    ]
    # The libraries of the first three go into one environment, and wheels are built with the same tools as here.
    for one, other in itertools.combinations(pins[:4], 2):
        assert {name: one[name] for name in one.keys() & other.keys()} == {
            name: version for name, version in other.items() if name in one
        }


PARALLEL = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]


@pytest.mark.parametrize(
    "words", ["", "tests/rules", "tests/engine -k discard --no-header", "-x --maxfail=3 -p no:randomly"]
)
def test_tests_run_in_parallel_whatever_is_chosen(words: str) -> None:
    assert play.in_parallel(words.split()) == [*PARALLEL, *words.split()]


@pytest.mark.parametrize(
    "words", ["-n 0 tests", "tests -n0", "tests -x -nauto", "--numprocesses=3", "tests --numprocesses 3", "-p no:xdist"]
)
def test_how_many_processes_run_tests_can_be_said(words: str) -> None:
    assert play.in_parallel(words.split()) == words.split()


@pytest.mark.parametrize(
    ("words", "of_pytest"),
    [
        ("-x", "-x"),
        ("--fast -x", "-m fast -x"),
        ("--all", "--nightly all"),
        ("--coverage tests/rules -k discard", "tests/rules -k discard"),
    ],
)
def test_layers_and_coverage_can_be_asked_for(words: str, of_pytest: str) -> None:
    assert play.in_words_of_pytest(words.split()) == of_pytest.split()


@pytest.mark.parametrize(
    ("words", "count"), [([], 8), (["tests/web"], 8), (["--all"], 8), (["--fast"], 4), (["--fast", "-k", "deck"], 4)]
)
def test_tests_that_wait_for_nothing_get_a_process_for_each_processor(
    monkeypatch: pytest.MonkeyPatch, words: list[str], count: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert play.processes_for(words) == count


def test_coverage_is_of_all_processes_and_reported_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def run_module(*words: str, **options: Any) -> subprocess.Popen[str]:
        made.append(" ".join(words))
        return subprocess.Popen([sys.executable, "-c", ""], **options)

    monkeypatch.setattr(play, "run_module", run_module)
    monkeypatch.setattr(play, "run_program", run_module)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "2")
    monkeypatch.setattr(play, "tests_are_compiled", lambda: True)
    assert play.run_checks(["--coverage", "-n0"]) == 0
    measured = ["coverage erase", "coverage run --module pytest -n0", "coverage combine --quiet", "coverage report"]
    assert [words for words in made if words.startswith("coverage")] == measured


@pytest.mark.parametrize("compiled", [True, False])
def test_in_a_new_checkout_one_process_compiles_the_tests_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiled: bool
) -> None:
    made: list[str] = []

    def run_module(*words: str, **options: Any) -> subprocess.Popen[str]:
        made.append(" ".join(words))
        return subprocess.Popen([sys.executable, "-c", ""], **options)

    if compiled:
        (tmp_path / "tests" / "__pycache__").mkdir(parents=True)
        (tmp_path / "tests" / "__pycache__" / "conftest.cpython-311-pytest-9.0.pyc").touch()
    monkeypatch.setattr(play, "ROOT", tmp_path)
    monkeypatch.setattr(play, "run_module", run_module)
    monkeypatch.setattr(play, "run_program", run_module)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "2")
    assert play.run_checks(["--fast", "-n0"]) == 0
    runs = ["pytest -m fast -n0"] if compiled else ["pytest --collect-only -qq -m fast -n0", "pytest -m fast -n0"]
    assert [words for words in made if words.startswith("pytest")] == runs


@pytest.mark.parametrize("testing", [True, False])
@pytest.mark.parametrize(
    "failing", [None, "ruff check", "ruff format --check", ZIZMOR, "mypy", "pytest -n0 tests/rules"]
)
def test_any_check_that_fails_fails_all_and_the_others_are_made(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], failing: str | None, testing: bool
) -> None:
    """With pytest or, for `play.py check`, without."""
    made: list[str] = []

    def run_module(*words: str, **options: Any) -> subprocess.Popen[str]:
        made.append(" ".join(words))
        program = f"import sys; print('of', {made[-1]!r}); sys.exit({made[-1] == failing})"
        return subprocess.Popen([sys.executable, "-ISc", program], **options)

    monkeypatch.setattr(play, "run_module", run_module)
    monkeypatch.setattr(play, "run_program", run_module)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "2")
    monkeypatch.setattr(play, "tests_are_compiled", lambda: True)
    expected = ["mypy", *(["pytest -n0 tests/rules"] if testing else []), "ruff check", "ruff format --check", ZIZMOR]
    assert play.run_checks(["-n0", "tests/rules"] if testing else None) == (failing in expected)
    assert sorted(made) == expected
    said = capfd.readouterr()
    assert "of mypy" in said.out
    assert said.err == (f"failed: {'zizmor' if failing == ZIZMOR else failing}\n" if failing in expected else "")


@pytest.mark.parametrize(
    ("words", "installs", "does"),
    [
        (["test", "-x"], {"testing": True, "documents": False}, "run_checks ['-x']"),
        (["check"], {"testing": True, "documents": False}, "run_checks None"),
        (["docs"], {"testing": False, "documents": True}, "build_documents"),
        (["rules", "test"], {"testing": False, "documents": False}, "run_spite ['rules', 'test']"),
        ([], {"testing": False, "documents": False}, "run_spite []"),
    ],
)
def test_each_word_installs_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, words: list[str], installs: dict[str, bool], does: str
) -> None:
    done: list[Any] = []
    monkeypatch.setattr(play, "set_up", lambda **asked: done.append(asked))
    for name in ("run_checks", "build_documents", "run_spite"):
        monkeypatch.setattr(play, name, lambda *given, name=name: done.append(" ".join([name, *map(str, given)])))
    monkeypatch.setattr(sys, "argv", ["play.py", *words])
    with contextlib.suppress(SystemExit):
        play.main()
    assert done == [installs, does]


def test_the_documents_are_built_with_every_warning_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []

    def run_module(*words: str, **_options: Any) -> subprocess.Popen[str]:
        made.append(" ".join(words))
        return subprocess.Popen([sys.executable, "-c", f"raise SystemExit({len(made) - 1})"], text=True)

    monkeypatch.setattr(play, "run_module", run_module)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    assert play.build_documents() == 0
    assert "build/docs" in capsys.readouterr().err
    assert play.build_documents() == 1
    assert capsys.readouterr().err == ""
    assert all("mkdocs build" in words and "--strict" in words for words in made)


@pytest.mark.parametrize(
    ("in_ci", "codes", "failed"),
    [(True, [0], 0), (True, [1, 0], 0), (True, [1, 1], 1), (False, [1], 1), (True, [2, 5], 1)],
)
def test_what_fails_in_ci_is_tried_again_alone(
    monkeypatch: pytest.MonkeyPatch, in_ci: bool, codes: list[int], failed: int
) -> None:
    """A test that fails both times, or a run that cannot start, fails it."""
    monkeypatch.setenv("CI", "1") if in_ci else monkeypatch.delenv("CI", raising=False)
    runs: list[tuple[str, ...]] = []

    class Done:
        def __init__(self, code: int) -> None:
            self.returncode = code

        def wait(self) -> int:
            return self.returncode

        def communicate(self) -> tuple[str, None]:
            return "", None

    def run_module(*words: str, **_options: Any) -> Done:
        if words[0] != "pytest":
            return Done(0)
        runs.append(words)
        return Done(codes[len(runs) - 1])

    monkeypatch.setattr(play, "run_module", run_module)
    monkeypatch.setattr(play, "run_program", run_module)
    monkeypatch.setattr(play, "tests_are_compiled", lambda: True)
    assert play.run_checks(["--fast"]) == failed
    assert len(runs) == len(codes)
    assert all("--last-failed" in again and "fast" in again for again in runs[1:])
