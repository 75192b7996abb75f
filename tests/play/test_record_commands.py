"""``spite record …`` and ``spite verify``, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spite_and_malice.cli import main
from spite_and_malice.play import parse, write
from tools.record_files import FOLDER

FILE = str(FOLDER / "goal-13.txt")
TEXT = Path(FILE).read_text(encoding="utf-8")


def spite(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin)


@pytest.mark.parametrize("command", [["verify"], ["record", "verify"]])
def test_a_right_record_is_said_to_be_right(command: list[str]) -> None:
    done = spite(*command, FILE)
    assert done.exit_code == 0
    assert done.output == f"{FILE}: right in all {len(parse(TEXT).actions)} actions, in the deal and in every shuffle\n"
    assert spite(*command, "-", stdin=TEXT).exit_code == 0


def test_every_fault_is_printed_with_file_and_line() -> None:
    done = spite("verify", "-", stdin=TEXT.replace("stock: ", "stock: 7h ").replace("scores: ", "scores: 1"))
    assert done.exit_code == 1
    first, second = done.output.splitlines()
    lines = TEXT.split("\n")
    stock, scores = (
        next(n for n, line in enumerate(lines, 1) if line.startswith(name)) for name in ("stock:", "scores")
    )
    assert first.startswith(f"-:{stock}: ")
    assert second.startswith(f"-:{scores}: ")


def test_a_record_is_shown_as_a_story() -> None:
    done = spite("record", "show", FILE)
    assert done.exit_code == 0
    assert "Seat 0: Ada" in done.output
    assert parse(TEXT).actions[0].text in done.output


def test_what_was_achieved_is_listed() -> None:
    done = spite("record", "achievements", FILE)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [seat.name for seat in parse(TEXT).seats]
    assert sum("Win a game." in line for line in lines) == 1
    illegal = spite("record", "achievements", "-", stdin=TEXT.replace("\n197. 0 P-C3", "\n197. 1 P-C3"))
    assert illegal.exit_code == 2
    assert illegal.output == "Error: It is the turn of seat 0, not of seat 1.\n"
    seen = spite("record", "convert", "--seat", "0", FILE).output
    refusal = spite("record", "achievements", "-", stdin=seen)
    assert refusal.exit_code == 2
    assert "only a whole record" in refusal.output
    patience = (FOLDER.parent / "patience_records" / "klondike-3.txt").read_text(encoding="utf-8")
    assert spite("record", "achievements", "-", stdin=patience).exit_code == 2


def test_many_files_are_checked_and_shown(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(TEXT.replace("scores: ", "scores: 1"), encoding="utf-8")
    other = str(FOLDER / "book.txt")
    done = spite("verify", FILE, str(wrong), "absent.txt", other)
    assert done.exit_code == 2
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [FILE, str(wrong), other]
    assert done.stderr.count("absent.txt") == 1
    assert spite("verify", FILE, str(wrong), other).exit_code == 1
    assert spite("verify", FILE, other).exit_code == 0
    shown = spite("record", "show", FILE, other)
    assert shown.exit_code == 0
    assert shown.output.startswith(f"{FILE}\n\n")
    assert f"\n\n{other}\n\n" in shown.output
    one = spite("record", "show", other).output
    assert shown.output.endswith(one)


def test_a_record_is_converted() -> None:
    assert spite("record", "convert", "-", stdin=TEXT.replace("\n", "\r\n\n")).output == write(parse(TEXT))
    assert spite("record", "convert", "--seat", "1", FILE).output == write(parse(TEXT).seen_by(1))
    assert json.loads(spite("record", "convert", "--to", "json", FILE).output) == parse(TEXT).to_json()


@pytest.mark.parametrize("command", [["show"], ["convert"]])
def test_what_is_no_record_is_told_line_by_line(command: list[str]) -> None:
    done = spite("record", *command, "-", stdin=b"spite record 1\n\xff\n")
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "-:2: This line is not in UTF-8." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verify", "absent.txt"], "absent.txt cannot be read"),
        (["record", "show", "absent.txt"], "absent.txt cannot be read"),
        (["record", "convert", "--seat", "7", FILE], "There is no seat 7"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: list[str], words: str) -> None:
    done = spite(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
