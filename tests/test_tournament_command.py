"""`spite tournament`: computer players in a Swiss tournament, without a server."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("networkx", reason="NetworkX is not installed")

from spite_and_malice.cli import main
from spite_and_malice.play import verify
from tests.play import independent_standings as independent


def tournament(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *arguments], env={"LANGUAGE": "en"})


def test_a_tournament_prints_standings_and_writes_records(tmp_path: Path) -> None:
    done = tournament("2", "beginner*3", "greedy", "--set", "payoff=2", "--records", str(tmp_path / "games"))
    assert done.exit_code == 0, done.output
    lines = done.stdout.strip().splitlines()
    assert lines[0].split()[:3] == ["rank", "name", "points"]
    assert sum("beginner" in line for line in lines) == 3
    records = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in records] == [f"round-{r}-board-{b}.txt" for r in (1, 2) for b in (1, 2)]
    assert all(verify(path.read_text(encoding="utf-8")) == () for path in records)


def test_its_games_as_csv_are_those_of_a_swiss_tournament_and_the_same_again() -> None:
    arguments = ("3", "beginner*7", "--set", "payoff=1", "--csv", "--seed", "5")
    first, second = tournament(*arguments), tournament(*arguments)
    assert first.stdout == second.stdout
    rows = csv.DictReader(StringIO(first.stdout))
    kept = [
        independent.Line(
            int(row["round"]), int(row["board"]), int(row["first"]), int(row["second"] or 0) or None, row["outcome"]
        )
        for row in rows
    ]
    independent.check_swiss(kept)
    assert len(kept) == 12


def test_with_a_shared_deal_all_games_of_a_round_have_the_same_commitment(tmp_path: Path) -> None:
    done = tournament("1", "beginner*4", "--shared", "--set", "payoff=1", "--records", str(tmp_path))
    assert done.exit_code == 0, done.output
    promises = {
        line for path in tmp_path.iterdir() for line in path.read_text().splitlines() if line.startswith("commitment")
    }
    assert len(promises) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("3", "club"), "at least two players"),
        (("3", "club*2"), "no round 2 is possible"),
        (("3", "deep-blue*4"), "is no computer player"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = tournament(*arguments, "--set", "payoff=1")
    assert done.exit_code != 0
    assert said in done.output
