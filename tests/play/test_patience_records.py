"""Records of patience: text, reading with faults, checking (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.cli import main
from spite_and_malice.patience import PRESETS, Rules
from spite_and_malice.play import InvalidRecord, read_records
from spite_and_malice.play.patience import Deal, NotNow, PatienceAction, parse, read, record_patience, verify, write
from spite_and_malice.play.record_forms import tell_patience
from tests.examples import examples, some
from tools.record_files import FOLDER, PATIENCE_FOLDER, played_patience

FILE = str(PATIENCE_FOLDER / "klondike-1.txt")
TEXT = Path(FILE).read_text(encoding="utf-8")


def spite(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin)


WHAT_WRITES = ("src/spite_and_malice/play/", "src/spite_and_malice/patience/")


def line_of(text: str, beginning: str) -> int:
    """Return the number of the first line with this beginning."""
    return next(number for number, line in enumerate(text.split("\n"), start=1) if line.startswith(beginning))


@pytest.mark.parametrize("preset_id", some(PRESETS, *WHAT_WRITES, of=3))
def test_the_golden_record_of_every_preset_is_written_again_byte_for_byte_and_is_right(preset_id: str) -> None:
    text = (PATIENCE_FOLDER / f"{preset_id}.txt").read_text(encoding="utf-8")
    record = played_patience(preset_id)
    assert write(record) == text
    assert parse(text) == record
    assert verify(text.encode()) == ()


def test_a_record_says_how_it_went() -> None:
    result = parse(TEXT).result
    assert (result.reason, result.undos, result.hints, result.answers) == ("won", 2, 1, 1)
    # The clock begins with the first move and stands still in the pause.
    assert result.time == (len(parse(TEXT).actions) - 2) * 1500


def test_times_that_are_not_known_give_no_time() -> None:
    actions = [PatienceAction("draw"), PatienceAction("undo"), PatienceAction("redo:3"), PatienceAction("rescue:0")]
    record = record_patience(Rules(passes=2, empty="any", worry_back=False), Deal(5, "number"), actions)
    assert (record.result.reason, record.result.moves, record.result.time) == ("unfinished", 1, None)
    assert [[str(fact) for fact in action.facts] for action in record.actions] == [
        [f"turned: {record.facts[-1].value.split()[0]}"],
        ["back: draw"],
        ["made: draw"],
        ["back: -"],
    ]
    assert parse(write(record)) == record
    assert verify(write(record)) == ()
    assert repr(record) == "<Record of patience, deal 5: 4 actions, unfinished>"
    assert record.to_json()["patience record"] == 1


def test_a_record_is_told_with_its_deal_and_eight_actions_a_line() -> None:
    record = parse(TEXT)
    told = list(tell_patience(record))
    first = told.index(f"Deal number {record.deal.number}.")
    assert told[first + 1 : first + len(record.facts)] == [str(fact) for fact in record.facts[1:]]
    actions = told[first + len(record.facts) + 1 :]
    assert [line.split()[0] for line in actions[:3]] == ["1", "9", "17"]
    assert actions[0].split()[1] == record.actions[0].text
    seconds = (record.result.time or 0) // 1000
    assert any(f"Time: {seconds // 60}:{seconds % 60:02}." in line for line in actions)
    assert f"Undos: {record.result.undos}. Hints: {record.result.hints}." in "\n".join(told)
    assert "The game is won." in told


def test_an_action_that_cannot_be_makes_no_record() -> None:
    with pytest.raises(NotNow):
        record_patience(Rules(), Deal(5, "number"), [PatienceAction("undo")])


def change_line(beginning: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"(?m)^{re.escape(beginning)}.*$", new, text, count=1)


def drop(beginning: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"(?m)^{re.escape(beginning)}.*\n", "", text, count=1)


# The change to the record, the beginning of the line where it must be found, and words of the sentence.
TAMPERED: dict[str, tuple[Callable[[str], str], str, str]] = {
    "the number": (change_line("number", "number: 11"), "commitment", "not the SHA-256"),
    "the commitment": (change_line("commitment", "commitment: " + "ab" * 32), "commitment", "not the SHA-256"),
    "no secret": (change_line("secret", "secret: -"), "secret", "stand together"),
    "a number that is none": (change_line("number", "number: 9007199254740992"), "number", "no whole number from 0"),
    "a choice": (change_line("choice", "choice: best"), "choice", "none of winnable"),
    "a level": (change_line("level", "level: mean"), "level", "none of easy"),
    "a day": (change_line("day", "day: 2026-02-30"), "day", "no day such as"),
    "a rule": (change_line("draw: ", "draw: 2"), "[rules]", "draw"),
    "a pile": (change_line("T2: ", "T2: As Ah"), "T2: ", "By the fair deal"),
    "a pile left out": (drop("T3: "), "T4: ", "'T3' is due"),
    "a card turned up": (change_line("  up T", "  up T1: Ks"), "  up T1", "Here 'up"),
    "a fact that is none": (change_line("  up T", "  down T1: Ks"), "  down", "says nothing"),
    "a fact left out": (drop("  turned"), "1. ", "'turned' is missing"),
    "a move": (change_line("9. ", "9. T105-F -"), "9. ", "no move"),
    "a move that cannot be": (change_line("9. ", "9. Fs-T4 -"), "9. ", "Nothing from here on could be checked"),
    "an undo of nothing": (change_line("1. ", "1. undo -"), "1. ", "no move to take back"),
    "a hint of several moves": (change_line("4. ", "4. hint:2 -"), "4. ", "no move"),
    "the number of an action": (change_line("5. ", "6. pause -"), "6. ", "Action 5 is due here, not 6"),
    "a line that is no action": (change_line("4. ", "4. hint"), "4. ", "no action such as"),
    "the reason": (change_line("reason", "reason: given_up"), "reason", "this is won"),
    "a reason that is none": (change_line("reason", "reason: stuck"), "reason", "none of won"),
    "the moves": (change_line("moves", "moves: 3"), "moves", "this is"),
    "the time": (change_line("time", "time: -"), "time", "this is"),
    "more moves than there can be": (change_line("moves", f"moves: {10**12 + 1}"), "moves", "from 0 to"),
    "a day in another form": (change_line("day", "day: 20260131"), "day", "no day such as"),
    "a field left out": (drop("hints"), "[result]", "lacks the line 'hints'"),
    "a section left out": (drop("[cards]"), "", "[cards] is missing"),
    "another version": (change_line("patience record", "patience record 2"), "patience", "reads version 1"),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_found_with_its_line(what: str) -> None:
    tamper, beginning, words = TAMPERED[what]
    text = tamper(TEXT)
    assert text != TEXT
    found = [fault for fault in verify(text) if words in fault.message]
    assert found, verify(text)
    if beginning:
        assert found[0].line == line_of(text, beginning)


@examples(60)
@given(st.data())
def test_whatever_is_done_to_a_record_reading_and_checking_only_report(data: st.DataObject) -> None:
    text = TEXT
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 1, 2, 5, 40]))
        text = text[:start] + data.draw(st.text(max_size=6) | st.sampled_from(text.split())) + text[start + length :]
    faults = verify(text)
    record = read(text).record
    if record is None:
        with pytest.raises(InvalidRecord) as refused:
            parse(text)
        assert refused.value.faults == faults
    else:
        assert parse(write(record)) == record


def test_records_of_both_games_are_checked_shown_and_converted_by_the_same_commands() -> None:
    other = str(FOLDER / "flinch.txt")
    done = spite("verify", FILE, other)
    assert done.exit_code == 0, done.output
    count = len(parse(TEXT).actions)
    assert done.output.startswith(
        f"{FILE}: right in all {count} actions, in the deal and in the result\n{other}: right"
    )
    wrong = spite("verify", "-", stdin=change_line("moves", "moves: 3")(TEXT))
    assert wrong.exit_code == 1
    assert wrong.output.startswith(f"-:{line_of(TEXT, 'moves')}: ")
    shown = spite("record", "show", FILE).output
    assert "Deal number 10." in shown
    assert "The game is won." in shown
    assert "undo (draw)" in shown
    assert spite("record", "convert", "-", stdin=TEXT.replace("\n", "\r\n\n")).output == TEXT
    assert json.loads(spite("record", "convert", "--to", "json", FILE).output) == parse(TEXT).to_json()
    assert "Patience has no seats" in spite("record", "convert", "--seat", "0", FILE).stderr
    faulty = spite("record", "show", "-", stdin="patience record 1\n[game]\n")
    assert faulty.exit_code == 1
    assert "-:2: The section [rules] is missing." in faulty.stderr


def test_in_a_folder_of_records_those_of_patience_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "patience.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "spite.txt").write_text((FOLDER / "flinch.txt").read_text(encoding="utf-8"), encoding="utf-8")
    assert [record.preset for record in read_records(tmp_path)] == ["flinch"]
    with pytest.raises(InvalidRecord):
        list(read_records(tmp_path / "patience.txt"))
