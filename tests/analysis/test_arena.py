"""Players against players: fair seatings, files that can be continued, and programs that misbehave."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import json
import operator
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result

from spite_and_malice.analysis.arena import ArenaError, GameRecord, Plan, record_name, record_of, run
from spite_and_malice.analysis.arena_file import GamesFile
from spite_and_malice.analysis.arena_page import arena_page
from spite_and_malice.analysis.pools import Here, Pool, Processes
from spite_and_malice.analysis.ratings import FEWEST_DEALS, Block, elo
from spite_and_malice.analysis.standings import standings
from spite_and_malice.cli import main
from spite_and_malice.play import FairDeal, Game, read_records, verify
from spite_and_malice.rules import preset_rules
from tests.waiting import wait_until

SHORT = {"payoff": 2}
QUICK = Plan(preset_rules("standard", 2, SHORT), ("greedy", "casual"), deals=2, seed=5, seconds=60.0)

OF_CLUSTER = pytest.mark.nightly("src/spite_and_malice/analysis/pools.py", "requirements-cluster.lock")

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "end":
        break
    print(json.dumps({"ok": True} if asked["type"] == "new" else ANSWER), flush=True)
"""


def program(folder: Path, text: str) -> str:
    """Write a program; returns its name as a player."""
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("preset", "players", "seatings"),
    [("standard", 2, 2), ("round", 4, 2), ("round", 3, 6), ("partners", 4, 2), ("partners", 6, 6)],
)
def test_every_deal_is_played_from_every_seat(preset: str, players: int, seatings: int) -> None:
    rules = preset_rules(preset, players)
    found = replace(QUICK, rules=rules).seatings
    assert len(found) == len(set(found)) == seatings
    for seat in range(players):
        assert Counter(seating[seat] for seating in found) == {0: seatings // 2, 1: seatings // 2}
    for seating in found:
        partners = [(seat, rules.partner(seat)) for seat in range(players)]
        assert all(partner is None or seating[seat] == seating[partner] for seat, partner in partners)


def test_the_same_plan_gives_the_same_games_and_every_log_can_be_played_again() -> None:
    records = list(run(QUICK))
    again = list(run(QUICK))
    assert [replace(record, times={}) for record in records] == [replace(record, times={}) for record in again]
    assert [record.deal for record in records] == [0, 0, 1, 1]
    for record in records:
        assert len(record.log) > 5
        assert {entry.split()[0] for entry in record.log} <= {"0", "1"}
        assert sum(sum(counts.values()) for counts in record.times.values()) == len(record.log)


def in_file(plan: Plan, file: Path, pool: Pool | None = None, *, skip_damaged: bool = False) -> list[GameRecord]:
    with GamesFile(plan, file, skip_damaged=skip_damaged) as kept:
        return list(kept.run(pool))


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with GamesFile(QUICK, file) as kept:
        games = kept.run()
        first = [next(games) for _ in range(2)]
        games.close()
    with file.open("a") as out:
        out.write('{"deal": 1, "se')
    records = in_file(QUICK, file, Processes(2))
    assert records[:2] == first
    assert len(records) == 4
    assert len(file.read_text().splitlines()) == 1 + 4
    assert in_file(QUICK, file) == records
    assert in_file(replace(QUICK, deals=1), file) == first
    with pytest.raises(ArenaError, match="another plan"):
        in_file(replace(QUICK, seed=6), file)


@pytest.mark.parametrize("text", ["Dear Ada,\n", "Dear Ada,", "[1, 2]\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(text)
    with pytest.raises(ArenaError, match=r"no file of games|another plan"):
        in_file(QUICK, file)
    assert file.read_text() == text


def test_a_file_belongs_to_one_run_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with GamesFile(QUICK, file), pytest.raises(ArenaError, match="a run that is still going on: wait"):
        GamesFile(QUICK, file)
    assert len(in_file(QUICK, file)) == 4


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("no game", "it is no JSON"),
        ("[]", "it is no game"),
        ('{"deal": 1}', "it is no game"),
        ("deal=-1", "its 'deal' is -1"),
        ("seats=[0, 7]", r"its 'seats' is \[0, 7\]"),
        ("log=[3]", r"its 'log' is \[3\]"),
        ("winners=[5]", "its players, winners and scores do not fit the rules"),
    ],
)
def test_a_damaged_line_is_named_and_the_rest_used_on_request(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "games.jsonl"
    records = in_file(QUICK, file)
    lines = file.read_text().splitlines()
    name, _, value = line.partition("=")
    lines[3] = json.dumps({**json.loads(lines[3]), name: json.loads(value)}) if value else line
    file.write_text("\n".join(lines) + "\n")
    before = file.read_text()
    with pytest.raises(ArenaError, match=f"Line 4 is damaged: {why}.* With --skip-damaged"):
        GamesFile(QUICK, file)
    assert file.read_text() == before
    with GamesFile(QUICK, file, skip_damaged=True) as kept:
        assert len(kept.known) == 3
        assert len(kept.damaged) == 1
        key = operator.attrgetter("deal", "seats")
        again = sorted(kept.run(), key=key)
    assert [replace(record, times={}) for record in again] == [replace(record, times={}) for record in records]


def test_a_game_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    in_file(QUICK, file)
    with file.open("a") as out:
        out.write(file.read_text().splitlines()[2] + "\n")
    with pytest.raises(ArenaError, match="Line 6 has the game of line 3 once more"):
        in_file(QUICK, file)
    assert len(in_file(QUICK, file, skip_damaged=True)) == 4


def test_a_file_from_before_there_were_contributions_goes_on_as_it_began(tmp_path: Path) -> None:
    """Its games were dealt without any, so they have no records."""
    older = replace(QUICK, contributed=False)
    file = tmp_path / "games.jsonl"
    with GamesFile(older, file) as kept:
        first = next(kept.run())
    assert "contributed" not in json.loads(file.read_text().splitlines()[0])
    secret = hashlib.sha256(f"{QUICK.seed}:0".encode()).digest()
    game = Game.deal(QUICK.rules, 0, FairDeal(secret, ()))
    for entry in first.log:
        game.play(entry.split()[1], int(entry.split()[0]))
    assert game.is_over
    with GamesFile(QUICK, file) as kept:
        assert kept.plan == older
        records = list(kept.run())
    assert records == in_file(older, file)
    with pytest.raises(ArenaError, match="take another file"):
        record_of(older, records[0])


@pytest.mark.parametrize(("preset", "players"), [("standard", 2), ("partners", 4), ("starturn", 2)])
def test_every_game_has_a_record_that_is_right(preset: str, players: int, tmp_path: Path) -> None:
    plan = replace(QUICK, rules=preset_rules(preset, players, {"payoff": 2}), deals=1)
    for game in run(plan):
        record = record_of(plan, game)
        (tmp_path / record_name(game)).write_text(str(record), encoding="utf-8")
        assert verify(str(record)) == ()
        assert [f"{position.turn} {move}" for position, move in record.replay()] == list(game.log)
        assert [seat.player for seat in record.seats] == [plan.players[number] for number in game.seats]
        assert len(set(record.contributions)) == players
    assert len(list(read_records(tmp_path))) == 2


def test_a_game_that_a_program_lost_has_a_record_too(tmp_path: Path) -> None:
    plan = replace(QUICK, players=("greedy", program(tmp_path, "")), deals=1)
    for game in run(plan):
        record = record_of(plan, game)
        assert record.outcome is None
        assert {seat.player for seat in record.seats} == {"greedy", "program"}
        assert verify(str(record)) == ()


def test_a_player_plays_against_itself() -> None:
    plan = replace(QUICK, players=("casual", "casual"), deals=3)
    assert plan.names == ["casual", "casual (2)"]
    records = list(run(plan))
    assert {record.seats for record in records} == {(0, 1), (1, 0)}
    assert any(first.log != second.log for first, second in zip(records[::2], records[1::2], strict=True))
    (pair,) = standings(plan, records).pairs
    assert (pair.first, pair.second) == ("casual", "casual (2)")


def test_results_tell_seats_and_who_played_first_apart() -> None:
    records = list(run(replace(QUICK, deals=5)))
    result = standings(QUICK, records)
    for player in result.players:
        number = QUICK.players.index(player.player)
        own = [record for record in records if record.seats[int(record.log[0][0])] == number]
        assert (player.first.games, player.not_first.games) == (len(own), 10 - len(own))
        assert player.first.wins == sum(number in [record.seats[seat] for seat in record.winners] for record in own)
        assert [share.games for share in player.by_seat] == [5, 5]
        assert sum(share.wins for share in player.by_seat) == player.first.wins + player.not_first.wins
    text = result.to_text()
    assert "playing first" in text
    assert "too few deals" in text


def test_there_is_no_interval_of_too_few_deals_or_of_deals_all_alike() -> None:
    def blocks(count: int, won: float) -> list[Block]:
        return [Block(0, 1, won if k % 2 else 1.0, 2) for k in range(count)]

    assert elo(blocks(FEWEST_DEALS - 1, 2.0), 2)[0].low is None
    assert elo(blocks(FEWEST_DEALS, 1.0), 2)[0].low is None, "all of them alike"
    enough = elo(blocks(FEWEST_DEALS, 2.0), 2)[0]
    assert enough.low is not None
    assert enough.high is not None
    assert enough.low < enough.value < enough.high


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PROGRAM.replace("ANSWER", "{'move': asked['legal'][0]}"), ""),
        (PROGRAM.replace("ANSWER", "{'move': 'H9h-C9'}"), "names no legal move"),
        (PROGRAM.replace("ANSWER", "asked['legal'][0]"), "no JSON object"),
        (PROGRAM.replace("ANSWER", "sys.exit()"), "ended in the middle"),
        (PROGRAM.replace("ANSWER", "sys.stdin.read()"), "was late"),
        ("print('hello', flush=True); input()", "no JSON object"),
        ("print('{}', flush=True); input()", "did not answer"),
        ("", "ended in the middle"),
    ],
    ids=["well-behaved", "illegal", "nonsense", "dead", "late", "rude", "not ok", "gone"],
)
def test_a_program_that_misbehaves_loses_with_the_reason_and_the_arena_goes_on(
    text: str, why: str, tmp_path: Path
) -> None:
    plan = replace(QUICK, players=("greedy", program(tmp_path, text)), deals=1, seconds=0.3)
    records = list(run(plan))
    assert len(records) == 2
    result = standings(plan, records)
    if not why:
        assert {record.reason for record in records} <= {"payoff", "stock"}
        return
    for record in records:
        assert record.reason == "forfeit"
        assert why in record.why
        assert record.failed == record.seats.index(1)
        assert record.winners == (record.seats.index(0),)
    assert (result.pairs[0].wins, result.pairs[0].losses) == (2, 0)
    assert sum(result.players[1].failures.values()) == 2


def test_a_program_that_stays_plays_every_game_and_one_that_does_not_plays_one(tmp_path: Path) -> None:
    started = tmp_path / "started"
    text = f"open({str(started)!r}, 'a').write('x')\n" + PROGRAM.replace("ANSWER", "{'move': asked['legal'][0]}")
    plan = replace(QUICK, players=("greedy", program(tmp_path, text)), deals=2)
    assert {record.failed for record in run(plan)} == {None}
    assert started.read_text() == "x" * 4
    started.unlink()
    stays = text.replace('{"ok": True}', '{"ok": True, "stays": True}')
    plan = replace(plan, players=("greedy", program(tmp_path, stays) + " again"))
    assert {record.failed for record in run(plan)} == {None}
    assert started.read_text() == "x"


def test_a_program_that_stays_but_fails_is_started_anew(tmp_path: Path) -> None:
    started = tmp_path / "started"
    text = f"open({str(started)!r}, 'a').write('x')\n" + PROGRAM.replace("ANSWER", "{'move': 'H9h-C9'}")
    text = text.replace('{"ok": True}', '{"ok": True, "stays": True}')
    plan = replace(QUICK, players=("greedy", program(tmp_path, text)), deals=1)
    assert [record.reason for record in run(plan)] == ["forfeit", "forfeit"]
    assert started.read_text() == "xx"


def test_a_second_of_a_core_is_no_second_of_the_wall(tmp_path: Path) -> None:
    """The planner may think for a second of its own, which a sleeping program's wait does not affect."""
    plan = replace(QUICK, clock="cpu", deals=1)
    records = list(run(plan))
    assert {record.reason for record in records} <= {"payoff", "stock"}
    assert plan.to_json() != replace(plan, clock="wall").to_json()
    with pytest.raises(ArenaError, match="no clock 'sun'; take wall or cpu"):
        replace(plan, clock="sun")


@pytest.mark.parametrize("make", [Here, lambda: Processes(2)], ids=["here", "processes"])
def test_every_piece_of_work_is_done_once_wherever_it_is_done(make: Callable[[], Pool]) -> None:
    assert sorted(make().map(abs, range(-200, 0))) == list(range(1, 201))


@OF_CLUSTER
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(tmp_path: Path) -> None:
    """Two workers; the one that plays the first game is killed in the middle of it, and another plays it again."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: it comes with the extra cluster, and with .ci/run")
    from spite_and_malice.analysis.pools import Cluster

    killed = tmp_path / "killed"
    # Its parent is the worker: the first program to be asked for a move kills it.
    text = f"""
import json, os, signal, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "end":
        break
    if asked["type"] == "choose":
        try:
            open({str(killed)!r}, "x").write(str(os.getppid()))
            os.kill(os.getppid(), signal.SIGKILL)
        except FileExistsError:
            pass
    print(json.dumps({{"ok": True}} if asked["type"] == "new" else {{"move": asked["legal"][0]}}), flush=True)
"""
    plan = replace(QUICK, players=("greedy", program(tmp_path, text)))
    games = in_file(plan, tmp_path / "games.jsonl", Cluster("local", workers=2))
    assert not ray.is_initialized()
    with pytest.raises(ProcessLookupError):
        os.kill(int(killed.read_text()), 0)
    key = operator.attrgetter("deal", "seats")
    here = sorted(run(plan), key=key)
    assert {game.failed for game in here} == {None}
    assert [replace(game, times={}) for game in sorted(games, key=key)] == [replace(game, times={}) for game in here]


def test_a_program_that_does_not_exist_loses() -> None:
    records = list(run(replace(QUICK, players=("greedy", "cmd:/no/such/program"), deals=1)))
    assert all("cannot be started" in record.why for record in records)


def test_the_example_in_the_docs_plays(root: Path, tmp_path: Path) -> None:
    text = (root / "docs" / "players.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(examples[0].strip().splitlines()) <= 10
    plan = replace(QUICK, players=("greedy", program(tmp_path, examples[0])), deals=1)
    assert all(record.reason in ("payoff", "stock") for record in run(plan))


def test_a_lost_game_can_be_looked_at_as_the_docs_say(root: Path, tmp_path: Path) -> None:
    """The last example of docs/players.md reads the file that the command above it wrote."""
    text = (root / "docs" / "players.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[-1]
    for game in run(QUICK):
        (tmp_path / record_name(game)).write_text(str(record_of(QUICK, game)), encoding="utf-8")
    shown: list[object] = []
    exec(example, {"folder": str(tmp_path), "print": lambda *values: shown.append(values)})
    assert shown


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("greedy",), "two players"),
        (("greedy", "nobody"), "no player 'nobody'; take"),
        (("greedy", "plannner"), r"no player 'plannner'\. Did you mean 'planner'\? Take .*cmd:PROGRAM"),
        (("greedy", "bob=plannner"), "Did you mean 'planner'"),
        (("greedy", "bob=cmd: "), "no player 'cmd: '"),
        (("greedy", " =planner"), "' ' is no name for a player"),
        (("greedy", "b\nb=planner"), r"'b\\nb' is no name for a player"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(players: tuple[str, ...], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        replace(QUICK, players=players)


def test_the_command_prints_tables_and_json(tmp_path: Path) -> None:
    command = ["arena", "greedy", "planner", "--set", "payoff=2", "--games", "3", "--seed", "5", "--processes", "1"]
    file = ["--file", str(tmp_path / "games.jsonl")]
    shown = CliRunner().invoke(main, [*command, *file])
    assert shown.exit_code == 0, shown.output
    assert "greedy – planner" in shown.output
    figures = json.loads(CliRunner().invoke(main, [*command, *file, "--json"]).stdout)
    assert figures["pairs"][0]["games"] == 4, "whole deals"
    assert {player["player"] for player in figures["players"]} == {"greedy", "planner"}
    refused = CliRunner().invoke(main, [*command, *file, "--seconds", "2"])
    assert refused.exit_code == 2
    assert "another plan" in refused.output


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signal")
@pytest.mark.parametrize("kind", ["master", "program", pytest.param("cluster", marks=OF_CLUSTER)])
def test_ctrl_c_ends_it_at_once_and_keeps_what_was_played(kind: str, tmp_path: Path) -> None:
    """As from a terminal: to every process of the group."""
    if kind == "cluster":
        pytest.importorskip("ray", reason="Ray is not installed: it comes with the extra cluster, and with .ci/run")
    thinks = PROGRAM.replace("ANSWER", "think()").replace("import json, sys", "import json, os, sys, time")
    pids = tmp_path / "pids"
    think = f"def think():\n    open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n    time.sleep(1000)\n"
    thinks = thinks.replace("for line in", f"{think}for line in")
    player = program(tmp_path, thinks) if kind == "program" else "master"
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "spite_and_malice", "arena", player, "greedy", "--file", str(file)]
    command += ["--processes", "2", "--seconds", "500" if kind == "program" else "0.05", "--games", "200"]
    command += ["--set", "payoff=2"]
    command += ["--cluster", "local"] if kind == "cluster" else []
    run = subprocess.Popen(
        command,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    try:
        # Both programs think, or a game is in the file, below its head, and the next ones are played.
        grows = pids if kind == "program" else file
        wait_until(lambda: grows.exists() and grows.read_text().count("\n") >= 2, seconds=60)
        os.killpg(run.pid, signal.SIGINT)
        said, errors = run.communicate(timeout=20)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 130
    assert "Traceback" not in errors
    games = len(file.read_text().splitlines()) - 1
    assert f"Stopped after {games} of 200 games, which are in {file}; the same command goes on." in errors
    assert "median s/move" in said
    for pid in pids.read_text().split() if pids.exists() else ():
        assert ended(int(pid))


def heed_ctrl_c() -> None:
    """A process that a shell starts in the background, and its children, would not receive it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ended(pid: int) -> bool:
    """Whether a process ends within a few seconds."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if "(python" in Path(f"/proc/{pid}/stat").read_text() and " Z " in Path(f"/proc/{pid}/stat").read_text():
            return True
        time.sleep(0.05)
    return False


def test_the_command_writes_records_a_page_and_rows(tmp_path: Path) -> None:
    folder, page = tmp_path / "some records", tmp_path / "pages" / "arena.html"
    page.parent.mkdir()
    command = ["arena", "greedy", "casual", "--set", "payoff=2", "--games", "4", "--seed", "5", "--processes", "1"]
    rows = CliRunner().invoke(main, [*command, "--csv", "--records", str(folder), "--html", str(page)])
    assert rows.exit_code == 0, rows.output
    table = list(csv.DictReader(io.StringIO(rows.stdout)))
    assert len(table) == 4
    assert {table[0]["seat 0"], table[0]["seat 1"]} == {"greedy", "casual"}
    written = sorted(folder.iterdir())
    assert len(written) == 4
    checked = CliRunner().invoke(main, ["verify", *map(str, written)])
    assert checked.exit_code == 0, checked.output
    text = page.read_text(encoding="utf-8")
    links = [unquote(link) for link in re.findall(r'href="([^"]+)"', text)]
    assert sorted((page.parent / link).resolve() for link in links) == [path.resolve() for path in written]
    assert "http" not in text.replace("http-equiv", "")
    assert text.count("<svg") >= 4
    both = CliRunner().invoke(main, [*command, "--csv", "--json"])
    assert both.exit_code == 2
    assert "not both" in both.output


def test_an_arena_writes_over_nothing_but_what_goes_on(tmp_path: Path) -> None:
    folder, page, file = tmp_path / "records", tmp_path / "arena.html", tmp_path / "games.jsonl"

    def arena(*options: object, players: tuple[str, ...] = ("beginner", "casual")) -> Result:
        command = ["arena", *players, "--set", "payoff=1", "--processes", "1", *map(str, options)]
        return CliRunner().invoke(main, command)

    page.write_text("Dear diary")
    refused = arena("--games", 2, "--file", file, "--html", page)
    assert (refused.exit_code, page.read_text()) == (2, "Dear diary")
    assert "arena.html exists already: name another file." in refused.output
    page.unlink()
    goes_on = ("--file", file, "--html", page, "--records", folder)
    assert arena("--games", 2, *goes_on).exit_code == 0
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    broken_off = folder / min(first)
    broken_off.write_bytes(first[broken_off.name][:100])
    before = page.read_bytes()
    assert arena("--games", 4, *goes_on).exit_code == 0
    now = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(now) == 4
    assert now.items() >= first.items()
    assert page.read_bytes() != before
    before = page.read_bytes()
    assert "another file" in arena("--games", 2, "--html", page).output
    assert "another file" in arena("--file", tmp_path / "others.jsonl", "--html", page, "--seed", 2).output
    assert "another folder" in arena("--games", 2, "--records", folder).output
    broken_off.write_text("Dear diary")
    assert "another folder" in arena("--games", 4, *goes_on).output
    assert broken_off.read_text() == "Dear diary"
    assert page.read_bytes() == before


def test_a_player_can_be_given_a_name(tmp_path: Path) -> None:
    bot = program(tmp_path, PROGRAM.replace("ANSWER", '{"move": asked["legal"][0]}'))
    plan = replace(QUICK, players=("greedy", f"bob={bot} --set a=b", f"bob={bot}", "greedy=casual"), deals=1)
    assert plan.names == ["greedy", "bob", "bob (2)", "greedy (2)"]
    assert [plan.player(number) for number in range(4)] == ["greedy", f"{bot} --set a=b", bot, "casual"]
    assert replace(plan, players=("a (2)=casual", "a=casual", "a=club")).names == ["a (2)", "a", "a (3)"]
    plan = replace(plan, players=plan.players[:3])
    games = list(run(plan))
    assert not [game.why for game in games if game.why]
    record = record_of(plan, games[0])
    assert [(seat.name, seat.player) for seat in record.seats] == [("greedy", "greedy"), ("bob", "program")]
    assert {result.player for result in standings(plan, games).players} == set(plan.names)


def test_long_names_leave_the_figures_of_a_table_in_sight() -> None:
    long = [f"cmd:.venv/bin/python -m bots.{'very_' * 60}long --way {way}" for way in ("wide", "tall")]
    plan = replace(QUICK, players=("greedy", *long))
    games = [GameRecord(0, seats, "payoff", (0,), (5, 0), (), {}) for seats in ((0, 1), (1, 2))]
    lines = standings(plan, games).to_text().splitlines()
    figures = [line for line in lines if " won, " not in line]
    assert max(map(len, figures)) < 120
    for way in ("wide", "tall"):
        assert sum(f"--way {way} " in line for line in figures) == 2


def test_a_page_shows_no_names_as_html() -> None:
    plan = replace(QUICK, players=("greedy", "cmd:<script>alert(1)</script>"))
    games = [GameRecord(0, (0, 1), "forfeit", (0,), (0, 0), (), {}, 1, "It said <b>.")]
    text = arena_page(plan, games, standings(plan, games))
    assert "<script" not in text
    assert "<b>" not in text
    assert "href" not in text
