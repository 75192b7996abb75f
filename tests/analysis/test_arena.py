"""Players against players: fair seatings, files that can be gone on with, and programs that misbehave."""

from __future__ import annotations

import json
import operator
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from spite_and_malice.analysis.arena import ArenaError, Plan, run
from spite_and_malice.analysis.pools import Here, Pool, Processes
from spite_and_malice.analysis.standings import standings
from spite_and_malice.cli import main
from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import preset_rules

SHORT = {"payoff": 2}
QUICK = Plan(preset_rules("standard", 2, SHORT), ("greedy", "planner"), deals=2, seed=5, seconds=60.0)

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "end":
        break
    print(json.dumps({"ok": True} if asked["type"] == "new" else ANSWER), flush=True)
"""


def program(folder: Path, text: str) -> str:
    """Write a program; the name of the player that it is."""
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


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    games = run(QUICK, file)
    first = [next(games) for _ in range(2)]
    games.close()  # type: ignore[attr-defined]
    with file.open("a") as out:
        out.write('{"deal": 1, "se')
    records = list(run(QUICK, file, Processes(2)))
    assert records[:2] == first
    assert len(records) == 4
    assert len(file.read_text().splitlines()) == 1 + 4
    assert list(run(QUICK, file)) == records
    with pytest.raises(ArenaError, match="another plan"):
        list(run(replace(QUICK, seed=6), file))


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n")
    with pytest.raises(ArenaError, match="no file of games"):
        list(run(QUICK, file))
    assert file.read_text() == "Dear Ada,\n"


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
    """The planner may think a second of its own, which a sleeping program's waiting does not touch."""
    plan = replace(QUICK, clock="cpu", deals=1)
    records = list(run(plan))
    assert {record.reason for record in records} <= {"payoff", "stock"}
    assert plan.to_json() != replace(plan, clock="wall").to_json()
    with pytest.raises(ArenaError, match="no clock 'sun'; take wall or cpu"):
        replace(plan, clock="sun")


@pytest.mark.parametrize("make", [Here, lambda: Processes(2)], ids=["here", "processes"])
def test_every_piece_of_work_is_done_once_wherever_it_is_done(make: Callable[[], Pool]) -> None:
    assert sorted(make().map(abs, range(-200, 0))) == list(range(1, 201))


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: it comes with the extra cluster")
    from spite_and_malice.analysis.pools import Cluster

    games = list(run(QUICK, tmp_path / "games.jsonl", Cluster("local")))
    key = operator.attrgetter("deal", "seats")
    here = sorted(run(QUICK), key=key)
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


def test_the_deal_of_a_game_in_the_file_can_be_laid_out_as_the_docs_say() -> None:
    """docs/players.md shows how to look at a lost game."""
    import hashlib

    record = next(iter(run(QUICK)))
    secret = hashlib.sha256(f"{QUICK.seed}:{record.deal}".encode()).digest()
    game = Game.deal(QUICK.rules, record.deal % 2, FairDeal(secret, ()))
    for entry in record.log:
        seat, move = entry.split()
        game.play(move, int(seat))
    assert game.is_over
    assert game.outcome is not None
    assert game.outcome.winners == record.winners


@pytest.mark.parametrize(
    ("players", "message"),
    [(("greedy",), "two players"), (("greedy", "greedy"), "only once"), (("greedy", "nobody"), "no player 'nobody'")],
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
