"""The command ``spite``, run as a user runs it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import click
import httpx
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from spite_and_malice import __version__, patience
from spite_and_malice.analysis import simulate
from spite_and_malice.cli import group, main
from spite_and_malice.cli.games import POLICIES
from spite_and_malice.cli.options import OneOf
from spite_and_malice.engine import core
from spite_and_malice.rules import PRESETS, Rules, preset_rules
from spite_and_malice.server.configuration import data_folder
from spite_and_malice.terminal.state import state_folder
from spite_and_malice.texts import environment_language
from tests.examples import some
from tests.waiting import wait_until

STARTS = (
    "src/spite_and_malice/cli/",
    "src/spite_and_malice/server/run.py",
    "src/spite_and_malice/server/configuration.py",
)
Spite = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def spite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spite:
    """Run ``spite`` in an empty folder, within the test: a separate process takes half a second to start."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        done = CliRunner(catch_exceptions=False).invoke(main, arguments, input=stdin, prog_name="spite")
        return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def program(root: Path, tmp_path: Path) -> Spite:
    """Run ``spite`` in an empty folder, as a separate process."""

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "spite_and_malice", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONUTF8": "1"}
        return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=tmp_path, env=environment)

    return run


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """Return the sentence with which a command refused."""
    assert done.returncode == 2
    assert done.stdout == ""
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("Error: ")
    return last.removeprefix("Error: ")


def test_the_settings_that_are_in_force_are_shown_with_where_each_comes_from(
    spite: Spite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "database").write_text("postgresql://spite:hush@db.example/spite")
    for name, value in {"SPITE_PORT": "8001", "SPITE_DATABASE_FILE": "database", "SPITE_PROT": "8002"}.items():
        monkeypatch.setenv(name, value)
    done = spite("config")
    assert done.returncode == 0
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines() if line.startswith("SPITE_"))
    assert lines["SPITE_PORT"].split(maxsplit=1) == ["8001", "the environment"]
    assert lines["SPITE_HOST"].split(maxsplit=1) == ["127.0.0.1", "default"]
    assert lines["SPITE_DATABASE"].split(maxsplit=1) == [
        "postgresql://db.example/spite",
        "the file that SPITE_DATABASE_FILE names",
    ]
    assert "SPITE_PROT is no setting" in done.stdout
    assert "hush" not in done.stdout
    monkeypatch.setenv("SPITE_PORT", "http")
    assert "SPITE_PORT is a whole number" in refusal(spite("config"))
    assert "SPITE_PORT is a whole number" in refusal(spite("--no-browser"))


@pytest.fixture(scope="module")
def vectors(vectors_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in vectors_path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def perft_vector(vectors: list[dict[str, Any]]) -> dict[str, Any]:
    return next(vector for vector in vectors if vector.get("depth", 0) >= 2)


def test_version(spite: Spite, program: Spite, monkeypatch: pytest.MonkeyPatch) -> None:
    version, *note = spite("--version").stdout.splitlines()
    assert version == f"spite, version {__version__}"
    assert bool(note) == (not core.IS_NATIVE)
    monkeypatch.setenv("SPITE_PURE", "1")
    said = program("--version").stdout
    assert "uncompiled" in said
    assert "SPITE_PURE=1 asks for it" in said


def test_help_lists_the_commands(spite: Spite) -> None:
    listed = spite("--help").stdout
    for command in ("serve", "rules", "conformance", "perft", "simulate"):
        assert f"\n  {command} " in listed


def test_options_without_a_command_are_those_of_the_server(spite: Spite) -> None:
    assert "99999 is not in the range" in refusal(spite("--port", "99999"))
    assert "--no-browser" in spite("--port", "8000", "--help").stdout


@pytest.mark.parametrize(
    ("language", "uncompiled", "busy_port"),
    some(
        [("de", "unübersetzt", "ist belegt"), ("en", "uncompiled", "is busy")],
        "src/spite_and_malice/cli/",
        "src/spite_and_malice/server/run.py",
        of=2,
    ),
)
def test_the_server_takes_the_next_free_port_and_ends_cleanly(
    root: Path, tmp_path: Path, language: str, uncompiled: str, busy_port: str
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "SPITE_PURE": "1", "LANGUAGE": language}
    with ExitStack() as stack:
        with suppress(OSError):  # Somebody else may have it, which is just as good.
            stack.enter_context(socket.create_server(("127.0.0.1", 8000)))
        command = [sys.executable, "-m", "spite_and_malice", "--no-browser", "--data", "games.sqlite3"]
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as server:
            assert server.stdout is not None
            said = [server.stdout.readline() for _ in range(3)]
            assert uncompiled in said[0]
            assert f"Port 8000 {busy_port}" in said[1]
            address = re.search(r"http://127\.0\.0\.1:\d+/", said[2])
            assert address is not None
            assert __version__ in said[2]
            assert httpx.get(f"{address.group()}api/presets").status_code == 200
            # A request without a language is answered in English, whatever the server's own language.
            assert '<html lang="en"' in httpx.get(address.group()).text
            server.send_signal(signal.SIGINT)
            assert server.wait() == 0
            assert "Traceback" not in server.stdout.read()
    assert (tmp_path / "games.sqlite3").exists()


def test_rules_lists_every_preset_in_order(spite: Spite) -> None:
    lines = spite("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*PRESETS, *patience.PRESETS]
    assert "3–8 players" in lines[list(PRESETS).index("round")]
    listed = json.loads(spite("rules", "--json").stdout)
    assert [each["id"] for each in listed] == [*PRESETS, *patience.PRESETS]
    assert listed[-1]["players"] == [1]
    assert listed[1]["players"] == [3, 4, 5, 6, 7, 8]


def test_rules_of_a_preset_in_words(spite: Spite) -> None:
    standard, loading = spite("rules", "standard").stdout, spite("rules", "loading").stdout
    assert "20 cards" in standard
    assert standard != loading


def test_rules_of_a_preset_as_fields(spite: Spite) -> None:
    fields = json.loads(spite("rules", "round", "--players", "5", "--json").stdout)
    assert fields == preset_rules("round", 5).to_json()
    assert Rules.from_json(fields) == preset_rules("round", 5)


def test_rules_of_patience(spite: Spite) -> None:
    assert "three at a time" in spite("rules", "klondike-3").stdout
    fields = json.loads(spite("rules", "klondike-1", "--set", "passes=3", "--json").stdout)
    assert fields == {"draw": 1, "passes": 3, "empty": "king", "worry_back": True}


def test_rules_with_fields_changed(spite: Spite) -> None:
    settings = ("--set", "payoff=13", "--set", "first=dealer", "--set", 'wilds=["K"]', "--set", "centre=null")
    fields = json.loads(spite("rules", "standard", *settings, "--json").stdout)
    changed = {"payoff": 13, "first": "dealer", "wilds": ["K"], "centre": None}
    assert fields == {**preset_rules("standard").to_json(), **changed}


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["bridge"], "bridge"),
        (["round", "--players", "2"], "round"),
        (["standard", "--set", "payoff=61"], "payoff"),
        (["standard", "--set", "payof=13"], "payof"),
        (["standard", "--set", "payoff"], "field=value"),
        (["standard", "--set", "payoff=13.0"], "payoff"),
        (["standard", "--set", "forced_from=['hand']"], '["hand", "payoff"]'),
        (["standard", "--set", "wilds=K"], '["K", "*"]'),
        (["standard", "--set", "forced=1"], "[1, 2]"),
        (["--set", "payoff=13"], "name one"),
        (["klondike-1", "--players", "2"], "one player"),
        (["klondike-1", "--set", "passes=0"], "passes"),
    ],
)
def test_rules_refuses_with_a_sentence(spite: Spite, arguments: list[str], names: str) -> None:
    sentence = refusal(spite("rules", *arguments))
    assert names in sentence
    assert sentence.endswith(".")


def test_rules_of_a_game_for_two_are_said_for_more_players_too(spite: Spite) -> None:
    said = spite("rules", "loading", "--players", "3").stdout
    assert "You play with three ordinary packs" in said


def test_the_rules_of_patience_say_how_a_stuck_game_goes_on(spite: Spite) -> None:
    assert "take moves back and try another way" in spite("rules", "klondike-1").stdout


def test_conformance_passes_vectors(spite: Spite, vectors: list[dict[str, Any]], tmp_path: Path) -> None:
    """Every vector passes in `tests/engine/test_conformance.py`."""
    (tmp_path / "some.jsonl").write_text("\n".join(map(json.dumps, vectors[::10])), encoding="utf-8")
    done = spite("conformance", "some.jsonl")
    assert done.stdout == f"{len(vectors[::10])} passed, 0 failed\n"
    assert done.returncode == 0


def test_conformance_prints_what_failed(spite: Spite, vectors: list[dict[str, Any]], tmp_path: Path) -> None:
    right, wrong = vectors[0], {**vectors[1], "legal": ["pass"]}
    (tmp_path / "right.jsonl").write_text(json.dumps(right), encoding="utf-8")
    (tmp_path / "wrong.jsonl").write_text(f"{json.dumps(wrong)}\nnonsense\n", encoding="utf-8")
    done = spite("conformance", "right.jsonl", "wrong.jsonl")
    *failures, last = done.stdout.splitlines()
    assert failures[0].startswith(f"{wrong['id']}: ")
    assert "['pass']" in failures[0]
    assert failures[-1].startswith("wrong.jsonl:2: ")
    assert last == "1 passed, 2 failed"
    assert done.returncode == 1


def test_conformance_needs_a_file_that_exists(spite: Spite) -> None:
    assert "absent.jsonl" in refusal(spite("conformance", "absent.jsonl"))


def test_perft_counts(spite: Spite, perft_vector: dict[str, Any], tmp_path: Path) -> None:
    position = json.dumps(perft_vector["position"])
    (tmp_path / "position.json").write_text(position, encoding="utf-8")
    depth = str(perft_vector["depth"])
    assert spite("perft", "position.json", "--depth", depth).stdout == f"{perft_vector['perft']}\n"
    assert spite("perft", "-", "--depth", depth, stdin=position).stdout == f"{perft_vector['perft']}\n"
    assert spite("perft", "-", "--depth", "0", stdin=position).stdout == "1\n"


def test_perft_divides(spite: Spite, perft_vector: dict[str, Any]) -> None:
    depth = str(perft_vector["depth"])
    done = spite("perft", "-", "--depth", depth, "--divide", stdin=json.dumps(perft_vector["position"]))
    *lines, total = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert sum(int(line.split()[1]) for line in lines) == int(total) == perft_vector["perft"]


@pytest.mark.parametrize(
    ("text", "names"), [("[", "Standard input holds no JSON"), ("{}", "rules"), ("[" * 100_000, "Standard input")]
)
def test_perft_refuses_what_is_no_position(spite: Spite, text: str, names: str) -> None:
    said = refusal(spite("perft", "-", "--depth", "1", stdin=text))
    assert names in said
    assert "A file holds one position" in said


def test_perft_names_a_command_that_writes_a_position(spite: Spite, tmp_path: Path) -> None:
    said = refusal(spite("perft", "absent.json", "--depth", "1"))
    assert "absent.json" in said
    _python, _option, script, _to, file = shlex.split(said.partition("this command writes it: ")[2])
    written = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    (tmp_path / file).write_text(written, encoding="utf-8")
    assert int(spite("perft", file, "--depth", "1").stdout) > 0


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / float(os.sysconf("SC_CLK_TCK"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how long a process has been computing")
def test_ctrl_c_ends_a_count_inside_the_core(root: Path, tmp_path: Path, perft_vector: dict[str, Any]) -> None:
    (tmp_path / "position.json").write_text(json.dumps(perft_vector["position"]), encoding="utf-8")
    command = [sys.executable, "-m", "spite_and_malice", "perft", "position.json", "--depth", "99"]
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as counting:
        try:
            # Loading it takes less of a processor's time than this.
            wait_until(lambda: counting.poll() is not None or processor_seconds(counting.pid) >= 2)
            assert counting.poll() is None
            counting.send_signal(signal.SIGINT)
            _, said = counting.communicate(timeout=60)
        finally:
            counting.kill()
    assert counting.returncode != 0
    assert "Traceback" not in said


SIMULATION_KEYS = {
    *("games", "moves", "seconds", "moves_per_second", "mean_moves", "mean_turns"),
    *("ended", "began", "won", "began_and_won"),
}


@pytest.mark.parametrize(
    "policy",
    [
        # Twice as long as all others; below the command, every run is tied to its seed.
        pytest.param(each, marks=pytest.mark.nightly("src/spite_and_malice/cli/")) if each == "master" else each
        for each in POLICIES
    ],
)
def test_simulate_gives_the_same_games_for_a_seed(spite: Spite, policy: str) -> None:
    options = ("--preset", "goal-13", "--players", "2", "--set", "payoff=1", "--games", "2", "--policy", policy)
    first, second, other = (json.loads(spite("simulate", *options, "--seed", n, "--json").stdout) for n in "778")
    assert first.keys() == SIMULATION_KEYS
    assert first["games"] == sum(first["ended"].values()) == 2
    assert first["mean_moves"] == first["moves"] / 2
    for figures in (first, second, other):
        del figures["seconds"], figures["moves_per_second"]
    assert first == second
    assert first != other


def test_simulate_counts_who_began_and_who_won_by_seat(spite: Spite) -> None:
    options = ("--preset", "goal-13", "--players", "3", "--games", "30")  # here the dealer begins
    figures = json.loads(spite("simulate", *options, "--set", "payoff=2", "--json").stdout)
    assert figures["began"] == [10, 10, 10]
    assert sum(figures["won"]) == figures["ended"]["payoff"]
    assert all(
        both <= min(one) for both, *one in zip(figures["began_and_won"], figures["began"], figures["won"], strict=True)
    )
    assert (
        "began             seat 0: 1, seat 1: 1, seat 2: 1\n" in spite("simulate", *options[:4], "--games", "3").stdout
    )


def test_simulate_in_words(spite: Spite) -> None:
    lines = spite("simulate", "--games", "3", "--set", "payoff=2").stdout.splitlines()
    assert lines[0].split() == ["games", "3"]
    assert "moves per second" in {line[:16] for line in lines}


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--policy", "clever"], "clever"),
        (["--preset", "bridge"], "bridge"),
        (["--players", "9"], "standard"),
        (["--games", "0"], "--games"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_simulate_refuses_with_a_sentence(spite: Spite, arguments: list[str], names: str) -> None:
    assert names in refusal(spite("simulate", *arguments))


@pytest.mark.parametrize("command", [["play", "--against"], ["arena", "club"]])
def test_a_player_that_there_is_not_is_answered_with_what_may_be_meant(spite: Spite, command: list[str]) -> None:
    assert "There is no player 'casul'. Did you mean 'casual'?" in refusal(spite(*command, "casul"))
    assert "There is no player 'zzz'; take beginner, casual," in refusal(spite(*command, "zzz"))


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("simulate --policy clbu", "Did you mean 'club'?"),
        ("record convert - --to jsno", "Did you mean 'json'?"),
        ("arena club club --clock cup", "Did you mean 'cpu'?"),
        ("completion bsh", "Did you mean 'bash'?"),
        ("serve --log-format txt", "Did you mean 'text'?"),
        ("admin tables list --state runing", "Did you mean 'running'?"),
        ("rules klondke", 'Did you mean "klondike-'),
        ("rules stnadard", 'Did you mean "standard"?'),
        ("simulate --preset stnadard", 'Did you mean "standard"?'),
        ("simulate --set payof=3", 'Did you mean "payoff"?'),
        ("simulte", "Did you mean 'simulate'?"),
    ],
)
def test_a_word_that_there_is_not_is_answered_with_what_may_be_meant(spite: Spite, arguments: str, meant: str) -> None:
    assert meant in refusal(spite(*arguments.split()))


def test_every_choice_of_a_word_says_what_may_be_meant() -> None:
    def commands(group: click.Group) -> Iterator[click.Command]:
        for command in group.commands.values():
            yield command
            if isinstance(command, click.Group):
                yield from commands(command)

    choices = [
        each.type for command in commands(main) for each in command.params if isinstance(each.type, click.Choice)
    ]
    assert len(choices) > 5
    assert {type(choice) for choice in choices} == {OneOf}


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1"])
def test_seconds_are_a_number(spite: Spite, seconds: str) -> None:
    assert "--seconds" in refusal(spite("arena", "greedy", "greedy", "--seconds", seconds))


def test_what_is_no_number_is_no_position_and_no_rule(spite: Spite) -> None:
    assert "NaN is no number" in refusal(spite("perft", "-", "--depth", "1", stdin='{"turn": NaN}'))
    assert "payoff" in refusal(spite("rules", "standard", "--set", "payoff=NaN"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to write to")
@pytest.mark.parametrize("arguments", some([["rules"], ["--help"], ["--version"], ["perft", "--help"]], *STARTS, of=2))
def test_a_full_disk_ends_in_a_sentence(root: Path, arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "spite_and_malice", *arguments]
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "Error: The output could not be written: there is no space left.\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("arguments", some([["rules"], ["--help"], ["simulate", "--games", "5"]], *STARTS, of=2))
def test_a_closed_pipe_ends_in_a_sentence(root: Path, arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "spite_and_malice", *arguments]
    done = subprocess.run(command, env=environment, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert done.returncode == 2
    assert done.stderr == "Error: The output was cut short: nobody reads it any more.\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such streams")
@pytest.mark.parametrize(
    "arguments", some([["rules"], ["--help"], ["--version"], ["simulate", "--games", "5"]], *STARTS, of=4)
)
def test_a_closed_output_ends_in_a_sentence(root: Path, arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "spite_and_malice", *arguments]
    done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "Error: The output could not be written: standard output is closed.\n"


@pytest.mark.nightly(*STARTS)
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such streams")
def test_a_server_starts_with_every_stream_closed(root: Path, tmp_path: Path) -> None:
    games = tmp_path / "games: of ours.sqlite3"
    script = f"""
import os, sys
from spite_and_malice.cli import main
from spite_and_malice.server import run
def started(options):
    print("nobody reads this")
    opened = os.open({str(games)!r}, os.O_RDWR | os.O_CREAT)
    os._exit(0 if opened > 2 and options["data"] == {str(games)!r} else 1)
run.serve = started
main(["serve", "--data", {str(games)!r}])
"""
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    command = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", script]
    assert subprocess.run(command, env=environment).returncode == 0


NOBODY = """
import os, pwd, sys
def unknown(uid):
    raise KeyError(uid)
os.environ.pop("HOME", None)
pwd.getpwuid = unknown
from spite_and_malice.cli import main
"""


def as_nobody(root: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user whom the system does not know, without a home."""
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        environment.pop(name, None)
    command = [sys.executable, "-c", f"{NOBODY}main({[*arguments]!r}, prog_name='spite')"]
    return subprocess.run(
        command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows knows every user")
@pytest.mark.parametrize(
    "arguments",
    some(
        [["play"], ["serve"], ["config"], ["link"], ["offline", "build"], ["admin", "tables", "list"]],
        "src/spite_and_malice/cli/",
        of=3,
    ),
)
def test_without_a_home_there_is_a_sentence(root: Path, tmp_path: Path, arguments: list[str]) -> None:
    done = as_nobody(root, tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"(Error: )?There is no home folder to keep .*\n", done.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly(*STARTS)
@pytest.mark.skipif(os.name == "nt", reason="Windows knows every user")
def test_without_a_home_the_games_that_are_named_are_served(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPITE_DATA", str(tmp_path / "a:b.sqlite3"))
    done = as_nobody(root, tmp_path, "config")
    assert done.returncode == 0
    assert f"Games are kept in {tmp_path / 'a:b.sqlite3'}." in done.stdout


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, True),
        ({"SPITE_CONTACT": "at the club"}, True),
        ({"SPITE_URL": "http://cards.example"}, True),
        ({"SPITE_CONTACT": "ops@example.org"}, False),
        ({"SPITE_URL": "https://cards.example"}, False),
        ({"SPITE_PUSH": "off"}, False),
    ],
)
def test_an_operator_is_told_that_apple_takes_no_notices(
    spite: Spite, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], expected: bool
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert ("Apple's devices get no notifications" in spite("config").stdout) is expected


def test_a_service_of_kubernetes_is_no_setting(spite: Spite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPITE_DATA", str(tmp_path / "games.sqlite3"))
    monkeypatch.setenv("SPITE_PORT", "tcp://10.0.0.7:8000")
    monkeypatch.setenv("SPITE_SERVICE_HOST", "10.0.0.7")
    monkeypatch.setenv("SPITE_PORT_8000_TCP_ADDR", "10.0.0.7")
    monkeypatch.setenv("SPITE_PROT", "8001")
    done = spite("config")
    assert done.returncode == 0
    said = done.stdout.splitlines()[-2:]
    assert said[0] == (
        "SPITE_PORT is tcp://10.0.0.7:8000, as Kubernetes sets it for a service called “spite”: it is passed over."
    )
    assert said[1] == "SPITE_PROT is no setting: it may be misspelt."
    monkeypatch.setenv("SPITE_PORT", "eight")
    assert "SPITE_PORT is a whole number" in refusal(spite("config"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such arguments")
@pytest.mark.parametrize("command", [["play"], ["join", "http://127.0.0.1:1/table/x"]])
def test_a_name_that_is_no_text_is_refused(root: Path, tmp_path: Path, command: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "XDG_CONFIG_HOME": str(tmp_path)}
    words: list[str | bytes] = [sys.executable, "-m", "spite_and_malice", *command, "--name", b"a\xff"]
    done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: This name is not written in UTF-8")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have no such variables")
@pytest.mark.parametrize("named", [None, "", " ", "somewhere"])
def test_a_folder_of_the_environment_that_is_none_counts_as_unset(
    spite: Spite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str | None
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CONFIG", "STATE", "DATA", "CACHE"):
        if named is None:
            monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
        else:
            monkeypatch.setenv(f"XDG_{name}_HOME", named)
    spite("play", "klondike-1", "--deal", "5", stdin="1\nquit\n")
    assert [path.parent for path in tmp_path.rglob("*.txt")] == [tmp_path / ".config/spite-and-malice/games/patience"]
    assert state_folder() == tmp_path / ".local/state/spite-and-malice"
    assert data_folder() == tmp_path / ".local/share/spite-and-malice"


@pytest.mark.parametrize("variable", ["LANGUAGE", "LC_ALL", "LANG"])
def test_the_command_uses_the_language_of_the_environment(
    spite: Spite, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "de_DE.UTF-8")
    assert spite("rules", "standard").stdout.startswith("Zwei ")


def test_all_that_the_command_says_is_in_the_language(spite: Spite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de_DE.UTF-8")
    assert "Königen" in spite("rules").stdout.splitlines()[0] or "Könige" in spite("rules").stdout.splitlines()[0]
    assert "\nBefehle:\n" in spite("--help").stdout
    assert "Ob der Browser geöffnet wird." in spite("serve", "--help").stdout
    assert spite("verify", "absent").stderr.startswith("Fehler: absent kann nicht gelesen werden")
    assert spite("simulate", "--games", "2").stdout.startswith("Spiele ")
    fields = json.loads(spite("rules", "standard", "--json").stdout)
    assert fields == preset_rules("standard").to_json()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("simulate --games x", "Kein gültiger Wert für '--games': 'x' ist keine ganze Zahl."),
        ("simulate --games 0", "Kein gültiger Wert für '--games': 0 liegt nicht in den Grenzen x>=1."),
        ("simulate --gmes 3", "Die Option '--gmes' gibt es nicht. Ist '--games' gemeint?"),
        ("simulate --policy x", "Kein gültiger Wert für '--policy': 'x' ist keines von 'eager', 'uniform', "),
        ("unheard", "Den Befehl 'unheard' gibt es nicht."),
        ("perft", "Es fehlt das Argument 'FILE|-'."),
        ("simulate 3 4", "Einige Argumente sind zu viel (3 4)"),
        ("arena greedy", "Eine Arena braucht zwei Spieler oder mehr; nenne sie nacheinander, oder einen zweimal."),
    ],
)
def test_refusals_are_in_the_language_of_the_environment(
    spite: Spite, monkeypatch: pytest.MonkeyPatch, arguments: str, sentence: str
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    done = spite(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    said = done.stderr.splitlines()
    assert said[-1].startswith(f"Fehler: {sentence}")
    assert said[0].startswith(("Aufruf: ", "Fehler: "))


def test_an_arena_is_told_in_the_language_of_the_environment(spite: Spite, monkeypatch: pytest.MonkeyPatch) -> None:
    players = ("greedy", "beginner")
    english = spite("arena", *players, "--games", "2", "--seconds", "0").stdout.splitlines()
    monkeypatch.setenv("LANGUAGE", "de")
    german = spite("arena", *players, "--games", "2", "--seconds", "0").stdout.splitlines()
    assert re.fullmatch(r"player +Elo +95 % interval +median s/move +99 % +moves", english[0])
    assert re.fullmatch(r"Spieler +Elo +95-%-Intervall +Median s/Zug +99 % +Züge", german[0])
    assert len({len(line) for line in german[:3]}) == 1
    assert any("of the decided games" in line for line in english)
    assert re.search(r"gewonnen von entschiedenen +beginnt +beginnt nicht +Platz 0", "\n".join(german))
    assert any("der entschiedenen Spiele" in line for line in german)


@pytest.mark.parametrize("value", ["C", "C.UTF-8", "POSIX", "en_GB.UTF-8", "tlh", "", "xx:de"])
def test_a_language_that_there_is_not_is_english(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("LANGUAGE", value)
    monkeypatch.setenv("LC_ALL", "C")
    assert environment_language() == ("de" if "de" in value else "en")


def completions(line: str) -> list[str]:
    """A shell's completions for the last word of a line."""
    *words, incomplete = line.split(" ")[1:]
    return [
        item.value for item in ShellComplete(main, {}, "spite", "_SPITE_COMPLETE").get_completions(words, incomplete)
    ]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("spite ", {"serve", "rules", "arena", "completion"}),
        ("spite --po", {"--port"}),
        ("spite --ver", {"--version"}),
        ("spite --port 8000 --no-b", {"--no-browser"}),
        ("spite rules goal-", {"goal-13", "goal-26", "goal-jokers"}),
        ("spite play spider", {"spider-1", "spider-2", "spider-4"}),
        ("spite play klondike-1 --set worry", {"worry_back="}),
        ("spite simulate --preset fl", {"flinch"}),
        ("spite simulate --policy ma", {"master"}),
        ("spite simulate --set pairs", {"pairs="}),
        ("spite arena master pl", {"planner"}),
        ("spite arena cm", {"cmd:"}),
        ("spite record ", {"show", "verify", "convert"}),
    ],
)
def test_a_shell_completes(line: str, offered: set[str]) -> None:
    assert offered <= set(completions(line))


@pytest.mark.parametrize("line", ["spite verify a", "spite record show a", "spite record convert a", "spite perft a"])
def test_a_shell_completes_files(line: str) -> None:
    *words, incomplete = line.split(" ")[1:]
    shell = ShellComplete(main, {}, "spite", "_SPITE_COMPLETE")
    assert [item.type for item in shell.get_completions(words, incomplete)] == ["file"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_needs_is_printed(spite: Spite, shell: str) -> None:
    done = spite("completion", shell)
    assert done.returncode == 0
    assert "_SPITE_COMPLETE" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
@pytest.mark.parametrize(
    "arguments", some([["simulate", "--games", "5"], ["perft", "position.json", "--depth", "2"]], *STARTS, of=2)
)
def test_how_far_it_is_is_shown_on_a_terminal_only(
    root: Path, tmp_path: Path, perft_vector: dict[str, Any], arguments: list[str]
) -> None:
    (tmp_path / "position.json").write_text(json.dumps(perft_vector["position"]), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "TERM": "xterm"}
    command = [sys.executable, "-m", "spite_and_malice", *arguments]
    controller, terminal = os.openpty()
    subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=terminal, check=True)
    os.close(terminal)
    assert b"100%" in os.read(controller, 10_000)
    os.close(controller)
    assert subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True).stderr == b""


def test_every_policy_of_the_simulation_can_be_chosen() -> None:
    assert POLICIES == simulate.POLICIES


@pytest.mark.parametrize(
    "arguments",
    some([["--help"], ["play", "--help"], ["--version"], ["rules"], ["rules", "book"]], "src/spite_and_malice/", of=2),
)
def test_light_commands_do_not_load_the_server(root: Path, arguments: list[str]) -> None:
    # With the version comes whether the engine is compiled, so the engine is loaded.
    heavy = {"litestar", "sqlalchemy", "uvicorn", "msgspec", "numpy", "prompt_toolkit", "websockets"}
    heavy |= set() if arguments == ["--version"] else {"cython"}
    script = f"""
import sys
from spite_and_malice.cli import main
main({arguments!r}, standalone_mode=False)
loaded = {heavy!r} & sys.modules.keys()
sys.exit(f"loaded {{sorted(loaded)}}" if loaded else 0)
"""
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0


def test_the_screen_shows_before_the_server_and_the_engine_are_loaded(root: Path) -> None:
    script = """
import sys
import spite_and_malice.cli.play, spite_and_malice.terminal.screen.app
print({"litestar", "sqlalchemy", "uvicorn", "cython", "spite_and_malice.server", "jinja2"} & sys.modules.keys())
"""
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_position_of_patience_is_solved(spite: Spite) -> None:
    position = patience.deal_number(patience.preset_rules("freecell"), 3)
    done = spite("patience", "solve", "--json", "-", stdin=json.dumps(position.to_json()))
    solution = json.loads(done.stdout)
    for move in solution["moves"]:
        position.play(move)
    assert position.is_won
    assert (done.returncode, solution["verdict"]) == (0, "won")
    told = spite("patience", "solve", "-", stdin=json.dumps(position.to_json() | {"result": None}))
    assert "result" in refusal(told)
    assert "JSON" in refusal(spite("patience", "solve", "-", stdin="no"))


def test_patience_is_played_kept_and_gone_on_with(
    spite: Spite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    first = spite("play", "klondike-1", "--set", "passes=3", "--deal", "5", stdin="1\nquit\n")
    assert first.stdout.endswith("  spite play klondike-1 --set passes=3\n")
    again = spite("play", "klondike-1", "--set", "passes=3", stdin="undo\n")
    assert "Taken back: " in again.stdout
    dealt = spite("play", "freecell", stdin="record\n")
    assert "This deal can be won." in dealt.stdout
    assert "spite play klondike-1" in refusal(spite("play", "book", "--deal", "5"))
    assert "not for patience" in refusal(spite("play", "freecell", "--against", "club"))
    assert "Did you mean" in refusal(spite("play", "freecel"))


def test_games_of_patience_are_listed_by_families_and_found(spite: Spite) -> None:
    lines = spite("patience", "games").stdout.splitlines()
    assert lines[0] == "Klondike and its kin"
    assert {line.split()[0] for line in lines if "min ·" in line} == set(patience.PRESETS)
    assert spite("patience", "games", "frecell").stdout.startswith("freecell ")
    assert "nearest" in spite("patience", "games", "spider", "xyzzy").stdout
    assert "Nothing found" in spite("patience", "games", "xyzzy").stderr


def test_deals_of_patience_that_can_be_won_are_listed(spite: Spite) -> None:
    done = spite("patience", "deals", "freecell", "--winnable", "2", "--microsoft", "--first", "11982")
    assert done.stdout.split() == ["11983", "11984"]
    assert "Did you mean" in refusal(spite("patience", "deals", "freecel"))
    assert "numbered" in refusal(spite("patience", "deals", "freecell", "--microsoft", "--first", "1000001"))


def test_a_command_imports_no_other_and_all_are_listed() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from spite_and_malice.cli import main; "
        "assert CliRunner().invoke(main, ['play', 'no-such-preset']).exit_code; "
        "print(*(name for name in sys.modules if name.startswith('spite_and_malice.cli.')))"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "spite_and_malice.cli.play" in found
    assert not {f"spite_and_malice.cli.{name}" for name in ("admin", "games", "kept", "records", "tournament")} & {
        *found
    }
    modules = {path.stem for path in Path(group.__file__).parent.glob("[a-z]*.py")}
    shared = {"common", "group", "options", "place"}
    assert {command.callback.__module__.split(".")[2] for command in main.commands.values() if command.callback} == (
        modules - shared | {"admin", "group"}
    )
