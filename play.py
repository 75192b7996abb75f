#!/usr/bin/env python3
"""Set up and start Spite and Malice. Needs nothing but Python 3.11 or newer and pip (or uv).

    python3 play.py              start the table and open it in the browser
    python3 play.py test         check style, format and types, and run the tests
    python3 play.py test --fast  without those that need a browser or a server
    python3 play.py test --changed   those that what you changed reaches, and no others
    python3 play.py test --all   with those that take too long for every run
    python3 play.py test --coverage   measure which lines and branches the tests reach
    python3 play.py test ARGS    other words go to pytest: files of tests, -k NAME, -n 0 (in one process), ...
    python3 play.py check        check style, format and types alone
    python3 play.py docs         build the site of the documents in build/docs
    python3 play.py COMMAND ...  any other words go to the command `spite`; --help lists them

The first start makes the folder .venv beside this file and installs what requirements.lock names, each file
checked against its hash. A stamp in .venv remembers what was installed, so later starts begin at once, and an
interrupted set-up starts over.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

# This file must parse on older versions too, to say that they are too old.
OLDEST_PYTHON = (3, 11)

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "set-up.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# Even when started from a virtual environment, including our own, build on the Python beneath it.
BASE_PYTHON = getattr(sys, "_base_executable", None) or sys.executable

# The inputs of the installed project besides the Python files, which are used in place: its metadata, and the compiled
# folders.
PROJECT = ("pyproject.toml", "setup.py", "src/spite_and_malice/compiled.py", "src/spite_and_malice/*/core/*.py")

COVERAGE = "--coverage"

NETWORK_SIGNS = (
    "connection refused",
    "connecttimeout",
    "dns error",
    "error sending request",
    "from versions: none",  # pip, when its tries to reach the index have failed
    "name or service not known",
    "name resolution",
    "network is unreachable",
    "newconnectionerror",
    "proxyerror",
    "readtimeout",
)


class SetupFailed(Exception):
    """The environment cannot be made; the message says why and what to do about it."""


def main() -> None:
    """Run the command given on the command line."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(too_old(sys.version_info[:2]))
    arguments = sys.argv[1:]
    word = arguments[0] if arguments else ""
    try:
        set_up(testing=word in ("test", "check"), documents=word == "docs")
        if word == "test":
            sys.exit(run_checks(arguments[1:]))
        if word == "check":
            sys.exit(run_checks(None))
        if word == "docs":
            sys.exit(build_documents())
        run_spite(arguments)
    except SetupFailed as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def too_old(version: "tuple[int, ...]") -> str:
    """Return the sentence for a Python of that version."""
    return "Spite and Malice needs Python {}.{} or newer, and this is Python {}.{}.".format(*OLDEST_PYTHON, *version)


def set_up(testing: bool = False, documents: bool = False) -> None:
    """Install what the locks require into .venv, with tests and documents if requested; raises SetupFailed."""
    wanted = {
        "python": sys.version,
        "root": str(ROOT),
        "dependencies": digest("requirements.lock"),
        "project": digest(*PROJECT),
    }
    if testing:
        wanted["tests"] = digest("requirements-test.lock")
    if documents:
        wanted["documents"] = digest("requirements-docs.lock")
    done = read_stamp()
    if all(done.get(part) == value for part, value in wanted.items()):
        return
    # While anything is being installed there is no stamp: leftovers of an interruption are never trusted.
    STAMP.unlink(missing_ok=True)
    if any(done.get(part) != wanted[part] for part in ("python", "root", "dependencies")):
        done = {}
        say("Setting up: this happens once and takes about a minute, on a busy machine several.")
        say("Making the environment in .venv.")
        make_venv()
        install("the libraries", "--require-hashes", "-r", "requirements.lock")
    if done.get("project") != wanted["project"]:
        # setuptools comes from the lock, so nothing outside it is fetched.
        install("the game and compiling its engine", "--no-deps", "--no-build-isolation", "-e", ".")
        if not core_is_compiled():
            say(
                "The engine could not be compiled, so the computer players think more slowly. To change that, install"
                " a C compiler (on Debian and Ubuntu: gcc and python3-dev), remove .venv and run play.py again."
            )
    if testing and done.get("tests") != wanted["tests"]:
        install("the test libraries", "--require-hashes", "-r", "requirements-test.lock")
    if documents and done.get("documents") != wanted["documents"]:
        install("what builds the documents", "--require-hashes", "-r", "requirements-docs.lock")
    write_stamp({**done, **wanted})


def digest(*patterns: str) -> str:
    """Return the SHA-256 of files of this repository, one after the other."""
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def read_stamp() -> "dict[str, str]":
    """Return the installed parts; empty if the environment is missing or incomplete."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and PYTHON.exists() else {}


def write_stamp(stamp: "dict[str, str]") -> None:
    """Record the installed parts; the stamp appears whole or not at all."""
    unfinished = STAMP.with_suffix(".new")
    unfinished.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    unfinished.replace(STAMP)


def make_venv() -> None:
    """Make .venv from scratch, without a pip of its own: Debian's python3 has no ensurepip. Raises SetupFailed."""
    made = capture(BASE_PYTHON, "-m", "venv", "--clear", "--without-pip", str(VENV))
    if made.returncode == 0:
        return
    if "No module named" in made.stdout:
        raise SetupFailed(
            "This Python lacks its module venv. On Debian and Ubuntu `sudo apt install python3-venv` brings it;"
            " then run play.py again."
        )
    raise SetupFailed(f"The folder {VENV} could not be made. Python said:\n{last_lines(made.stdout)}")


def install(what: str, *requirements: str) -> None:
    """Install requirements into .venv and report it; raises SetupFailed with what to do."""
    say(f"Installing {what}.")
    done = capture(*installer(), *requirements)
    if done.returncode == 0:
        return
    said = done.stdout.lower()
    if any(sign in said for sign in NETWORK_SIGNS):
        raise SetupFailed(
            f"Installing {what} needs the network once, and the package index could not be reached."
            f" Run play.py again when it can. The installer said:\n{last_lines(done.stdout)}"
        )
    raise SetupFailed(f"Installing {what} failed. The installer said:\n{last_lines(done.stdout)}")


def installer() -> "list[str]":
    """Return the start of a command that installs into .venv; raises SetupFailed if there is none."""
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    # The person's own pip settings do not apply to .venv; --no-user overrides configuration files too.
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN"):
        os.environ.pop(name, None)
    options = ["install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-user"]
    if os.environ.get("CI"):
        # Most installed modules are never imported there; the others are compiled then.
        options.append("--no-compile")
    if capture(BASE_PYTHON, "-m", "pip", "--version").returncode == 0:
        return [BASE_PYTHON, "-m", "pip", "--python", str(PYTHON), *options]
    # Without a pip beside this Python, .venv gets one of its own, if Python carries it.
    if capture(str(PYTHON), "-m", "ensurepip").returncode == 0:
        return [str(PYTHON), "-m", "pip", *options]
    raise SetupFailed(
        "This Python has no pip. On Debian and Ubuntu `sudo apt install python3-pip` brings it; then run play.py again."
    )


def core_is_compiled() -> bool:
    """Say whether the installed engine found its compiled core."""
    look = "from spite_and_malice.engine.core import IS_NATIVE; print(IS_NATIVE)"
    return capture(str(PYTHON), "-c", look).stdout.strip() == "True"


def capture(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in the repository and capture its output, errors included."""
    return subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def last_lines(text: str, count: int = 12) -> str:
    """Return the end of a program's output, indented."""
    return "\n".join("    " + line for line in text.strip().splitlines()[-count:])


def say(sentence: str) -> None:
    """Tell the person; on standard error, so that the output of `spite` stays clean."""
    print(sentence, file=sys.stderr, flush=True)


def run_spite(arguments: "list[str]") -> None:
    """Become the command `spite`."""
    command = [str(PYTHON), "-P", "-m", "spite_and_malice", *arguments]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def run_checks(arguments: "list[str] | None") -> int:
    """Run the linter, the type checker and pytest with ``arguments`` (None: without pytest); return the exit code."""
    os.environ.setdefault("PYTEST_XDIST_AUTO_NUM_WORKERS", str(processes_for(arguments or [])))
    # Hundreds of processes read the same modules: without compiled files each would compile all of them.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    failed = [check for check in ("ruff check", "ruff format --check") if run_module(*check.split()).wait() != 0]
    # Checks the workflows for security, offline.
    if run_program("zizmor", "--offline", "--quiet", "--persona", "pedantic", ".github").wait() != 0:
        failed.append("zizmor")
    # In parallel with the tests, which do not need all processors at the beginning; its output comes after theirs.
    types = run_module("mypy", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if arguments is not None:
        if not tests_are_compiled():
            # One process does it: otherwise each test process would compile everything.
            words = ("--collect-only", "-qq", *in_words_of_pytest(arguments))
            run_module("pytest", *words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).wait()
        pytest = ["pytest", *in_parallel(in_words_of_pytest(arguments))]
        if COVERAGE in arguments:
            run_module("coverage", "erase").wait()
            pytest = ["coverage", "run", "--module", *pytest]
        if run_module(*pytest).wait() != 0 and not passes_alone(arguments):
            failed.append(" ".join(pytest))
        if COVERAGE in arguments:
            run_module("coverage", "combine", "--quiet").wait()
            run_module("coverage", "report").wait()
    print(types.communicate()[0], end="", flush=True)
    if types.returncode != 0:
        failed.append("mypy")
    for name in failed:
        say(f"failed: {name}")
    return 1 if failed else 0


def processes_for(arguments: "list[str]") -> int:
    """Return how many processes run the tests; tests/conftest.py orders the files."""
    processors = os.cpu_count() or 1
    # Tests with a browser or a server wait half of their time. The fast ones do not, and each process imports all.
    return processors if "--fast" in arguments else 2 * processors


def tests_are_compiled() -> bool:
    """Say whether tests have ever run in this checkout."""
    return any(ROOT.glob("tests/__pycache__/*-pytest-*.pyc"))


def passes_alone(arguments: "list[str]") -> bool:
    """In CI, try the tests that failed once more, one after another and by name, and say whether all of them pass."""
    if "CI" not in os.environ or COVERAGE in arguments:
        return False
    say("What failed beside other tests is tried again alone. What passes now depends on its neighbours: mend it.")
    again = ["-n", "0", "--verbose", "--exitfirst", "--last-failed", "--last-failed-no-failures", "none"]
    return run_module("pytest", *in_words_of_pytest(arguments), *again).wait() == 0


def in_words_of_pytest(arguments: "list[str]") -> "list[str]":
    """Return the words after `test` as arguments of pytest; tests/selection.py defines the layers."""
    words = {"--fast": ["-m", "fast"], "--all": ["--nightly", "all"], COVERAGE: []}
    return [word for argument in arguments for word in words.get(argument, [argument])]


def build_documents() -> int:
    """Build the site of the documents, every warning a fault; return the exit code."""
    # Material prints this at each build; docs/dependencies.md says it once.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    code = run_module("mkdocs", "build", "--strict", "--quiet").wait()
    if code == 0:
        say("The documents are in build/docs: open index.html there, or start the table and go to /docs.")
    return code


def in_parallel(arguments: "list[str]") -> "list[str]":
    """Return the arguments of pytest with those of a parallel run before them, unless they say how many processes."""
    if re.search(r"(^| )(-n|--numprocesses\b|-p ?no:xdist)", " ".join(arguments)):
        return arguments
    return ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", *arguments]


def run_module(*words: str, **options: Any) -> "subprocess.Popen[str]":
    """Start a module of .venv in the repository, with options of Popen."""
    return subprocess.Popen([str(PYTHON), "-m", *words], cwd=ROOT, **options)


def run_program(name: str, *words: str) -> "subprocess.Popen[str]":
    """Start a program of .venv that is not a module."""
    return subprocess.Popen([str(PYTHON.with_name(name)), *words], cwd=ROOT, text=True)


if __name__ == "__main__":
    main()
