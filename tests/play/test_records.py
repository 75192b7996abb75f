"""Records of games: text, reading with faults, checking, and a seat's view (docs/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.engine import IllegalMove
from spite_and_malice.play import (
    FairDeal,
    Game,
    InvalidRecord,
    Record,
    RecordedAction,
    RecordedSeat,
    parse,
    read,
    read_records,
    record_game,
    verify,
    write,
)
from spite_and_malice.play.fair import SeededChance
from spite_and_malice.play.record_forms import tell_game
from spite_and_malice.rules import FIELDS, PRESETS, preset_rules
from tests.examples import examples, some, times
from tests.play import independent
from tests.strategies import house_rules
from tools.record_files import FOLDER, played

SHORT = (Path(FOLDER) / "flinch.txt").read_text(encoding="utf-8")
STANDARD = (Path(FOLDER) / "standard.txt").read_text(encoding="utf-8")
FULL = Path(__file__).with_name("full_record.txt").read_text(encoding="utf-8")
"""The same record with every field of the rules."""


def golden(preset_id: str) -> str:
    return (FOLDER / f"{preset_id}.txt").read_text(encoding="utf-8")


WHAT_WRITES = ("src/spite_and_malice/play/", "src/spite_and_malice/engine/", "tests/play/records/")


def line_of(text: str, beginning: str) -> int:
    """Return the number of the first line with this beginning."""
    return next(number for number, line in enumerate(text.split("\n"), start=1) if line.startswith(beginning))


@pytest.mark.parametrize("preset_id", some(PRESETS, *WHAT_WRITES, of=3))
def test_the_golden_record_of_every_preset_is_written_again_byte_for_byte_and_is_right(preset_id: str) -> None:
    text = golden(preset_id)
    assert write(played(preset_id), brief=True) == text
    assert write(parse(text), brief=True) == text
    assert verify(text.encode()) == ()


def test_a_record_with_every_field_of_the_rules_is_the_same_record() -> None:
    assert verify(FULL) == ()
    assert parse(FULL) == parse(STANDARD)
    assert write(parse(STANDARD)) == FULL
    assert write(parse(FULL), brief=True) == STANDARD


def test_a_brief_record_says_only_what_differs_from_the_preset() -> None:
    record = parse(STANDARD)
    rules = preset_rules("standard", changes={"target": 1})
    assert "[rules]\nplayers: 2\ntarget: 1\n\n" in write(replace(record, rules=rules), brief=True)
    alone = write(replace(record, preset=None), brief=True)
    assert all(f"\n{name}: " in alone for name in FIELDS)
    assert parse(alone).rules == record.rules
    of_later = STANDARD.replace("preset: standard", "preset: of-later")
    assert "lacks the line 'target'" in " ".join(fault.message for fault in read(of_later).faults)


def test_records_of_any_rules_come_back_and_are_right() -> None:
    shuffled = over = 0
    for seed in range(times(40)):
        rng = Random(seed)
        rules = house_rules(rng)
        seats = [RecordedSeat("person", f"Seat {seat}") for seat in range(rules.players)]
        fair_deal = FairDeal(rng.randbytes(32), tuple(f"of {seat}" for seat in range(rules.players)))
        game = Game.deal(rules, 0, fair_deal)
        for _ in range(80):
            if game.is_over:
                break
            moves = [str(move) for move in game.legal_moves]
            if "pass" in moves and rng.random() < 0.6:
                moves = ["pass"]
            game.act(game.turn, "undo" if game.can_undo(game.turn) and rng.random() < 0.1 else rng.choice(moves))
        record = record_game(
            rules, seats, 0, fair_deal, [RecordedAction(action.seat, action.text) for action in game.actions]
        )
        text = write(record)
        assert parse(text) == record
        assert verify(text) == ()
        for seat in range(rules.players):
            seen = record.seen_by(seat)
            assert parse(write(seen)) == seen
        over += game.is_over
        shuffled += "shuffle" in text.partition("[actions]")[2]
    assert over > 1
    assert shuffled > 1


def test_a_record_says_all_that_a_stranger_needs_to_recompute_its_shuffles() -> None:
    checked = 0
    for preset_id in ("standard", "book", "goal-13", "skip-bo", "quick"):
        record = parse(golden(preset_id))
        assert record.secret is not None
        key = independent.key(record.secret, list(record.contributions))
        facts = [*record.facts, *(fact for action in record.actions for fact in action.facts)]
        for before, after in pairwise(facts):
            if before.label.startswith("shuffle "):
                number = int(before.label.split()[1])
                assert after.label == f"shuffled {number}"
                assert after.value.split() == independent.shuffled(before.value.split(), key, number)
                checked += 1
    assert checked > 15


def test_layout_does_not_matter_to_the_reader() -> None:
    sections = re.split(r"\n(?=\[)", SHORT.rstrip("\n"))
    moved = [sections[0], *reversed(sections[1:])]
    for other in (
        SHORT.replace("\n", "\r\n"),
        "\ufeff" + SHORT,
        SHORT.replace("\n", "  \n\n# a comment\n"),
        SHORT.rstrip("\n"),
        SHORT.replace("\n  ", "\n\t  "),
        "\n".join(moved),
    ):
        assert parse(other) == parse(SHORT)
        assert write(parse(other.encode()), brief=True) == SHORT


def change(old: str, new: str) -> Callable[[str], str]:
    def changed(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return changed


def substitute(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, new, text, count=1, flags=re.MULTILINE)


def other_seat(match: re.Match[str]) -> str:
    return f"{match[1]}{1 - int(match[2])}"


def change_line(beginning: str, new: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"(?m)^{re.escape(beginning)}.*$", new, text, count=1)


def exchange(beginning: str) -> Callable[[str], str]:
    """Swap the first two cards of a line."""
    return lambda text: re.sub(rf"(?m)^({re.escape(beginning)}\S+: )(\S+) (\S+)", r"\1\3 \2", text, count=1)


def drop(beginning: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"(?m)^{re.escape(beginning)}.*\n", "", text, count=1)


# The change to the record, the beginning of the line where it must be found, and a word of the sentence.
TAMPERED: dict[str, tuple[Callable[[str], str], str, str]] = {
    "a card of the shuffled deck": (exchange("shuffled "), "shuffled 0", "By the fair deal"),
    "a card of a pay-off pile": (exchange("pay-off "), "pay-off 0", "By the fair deal"),
    "a card of a hand": (exchange("hand "), "hand 0", "By the fair deal"),
    "a card of a hand drawn later": (exchange("  hand "), "  hand", "By the fair deal"),
    "a card turned up": (change_line("  up 0", "  up 0: Qh"), "  up 0", "By the fair deal"),
    "a stock with a card less": (substitute(r"^stock: \S+ ", "stock: "), "stock:", "cards here, not"),
    "who plays first": (substitute(r"^(first: )(\d)", other_seat), "first: 0", "of this line is"),
    "the secret": (change_line("secret", "secret: " + "ab" * 32), "secret", "not the commitment"),
    "the commitment": (change_line("commitment", "commitment: " + "ab" * 32), "secret", "not the commitment"),
    "a contribution": (change_line("contribution 1", 'contribution 1: "x"'), "contribution 0", "do not give the key"),
    "the key": (change_line("key", "key: " + "ab" * 32), "contribution 0", "do not give the key"),
    "a move": (change("\n1. ", "\n1. 1 HKs-"), "1. ", "is no action"),
    "a hand left out": (drop("hand 1"), "stock:", "'hand 1' is due"),
    "a fact made up": (change("\n2. ", "\n  up 0: 7h\n2. "), "  up 0", "does not follow"),
    "a fact left out": (drop("  up "), "", "'up"),
    "the reason": (change_line("reason", "reason: stock"), "reason", "this is payoff"),
    "the winner": (substitute(r"^(winners: )(\d)", other_seat), "winners", "this is"),
    "the scores": (change_line("scores", "scores: 7 7"), "scores", "this is"),
    "the end": (substitute(r"^reason: .*\n.*\n.*", "reason: unfinished\nwinners: -\nscores: -"), "reason", "is over"),
    "a time": (substitute(r"^(3\. .*)2026-", r"\g<1>2026-13-"), "3. ", "is no time"),
    "the number of an action": (change("\n5. ", "\n6. "), "6. ", "Action 5 is due here, not 6"),
    "a rule that cannot be": (change("players: 2\n", "players: 2\ncentre: 13\n"), "centre", "centre"),
    "a rule left out": (drop("players"), "[rules]", "lacks the line 'players'"),
    "a section left out": (drop("[deal]"), "", "[deal] is missing"),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_found_with_its_line(what: str) -> None:
    tamper, beginning, words = TAMPERED[what]
    text = tamper(STANDARD)
    assert text != STANDARD
    faults = verify(text)
    assert faults
    found = [fault for fault in faults if words in fault.message]
    assert found, faults
    if beginning:
        assert found[0].line == line_of(text, beginning)


def test_another_legal_move_or_another_order_contradicts_what_follows() -> None:
    lines = STANDARD.split("\n")
    record = parse(STANDARD)
    # Two actions in a row by different seats can never change places.
    ply = next(n for n in range(1, len(record.actions)) if record.actions[n].seat != record.actions[n - 1].seat)
    first, second = (line_of(STANDARD, f"{number}. ") - 1 for number in (ply, ply + 1))
    swapped = list(lines)
    swapped[first] = f"{ply}. " + lines[second].split(". ", 1)[1]
    swapped[second] = f"{ply + 1}. " + lines[first].split(". ", 1)[1]
    faults = verify("\n".join(swapped))
    assert faults[0].line == first + 1
    assert "turn of seat" in faults[0].message

    # A discard of a card other than the real one shows at the latest in the next hand.
    changed = 0
    for number, action in enumerate(record.actions):
        if not re.match(r"H(..)-S", action.text) or changed == 10:
            continue
        game = Game.deal(record.rules, record.dealer, FairDeal(record.secret or b"", record.contributions))
        for before in record.actions[:number]:
            game.act(before.seat, before.text)
        others = [str(move) for move in game.legal_moves if move.is_discard and str(move)[:3] != action.text[:3]]
        if not others:
            continue
        changed += 1
        line = line_of(STANDARD, f"{number + 1}. ")
        other = list(lines)
        other[line - 1] = other[line - 1].replace(action.text, others[0])
        assert verify("\n".join(other))[0].line >= line
    assert changed == 10


def test_an_illegal_move_is_told_with_the_sentence_of_the_engine() -> None:
    record = parse(STANDARD)
    text = STANDARD.replace(
        f"1. {record.actions[0].seat} {record.actions[0].text}", f"1. {record.actions[0].seat} S1-C1"
    )
    (fault,) = verify(text)
    game = Game.deal(record.rules, record.dealer, FairDeal(record.secret or b"", record.contributions))
    with pytest.raises(IllegalMove) as refused:
        game.play("S1-C1", record.actions[0].seat)
    assert fault.line == line_of(text, "1. ")
    assert fault.message.startswith(str(refused.value))


@pytest.mark.parametrize(
    ("scores", "is_read"), [("0 0", True), (f"0 {10**9}", True), (f"{10**9 + 1} 0", False), ("0 -1", False)]
)
def test_scores_are_whole_numbers_up_to_a_thousand_million(scores: str, is_read: bool) -> None:
    text = change_line("scores", f"scores: {scores}")(STANDARD)
    faults = [fault for fault in read(text).faults if "whole number from 0 to 1000000000" in fault.message]
    assert [fault.line for fault in faults] == ([] if is_read else [line_of(text, "scores")])


def test_every_fault_of_a_text_is_reported_in_order() -> None:
    text = FULL
    for tamper in (
        change("table: ", "tabel: "),
        change_line("hand: 5", "hand: many"),
        change_line("0: person", "0: somebody"),
        change_line("secret", "secret: 00f"),
        change_line("pay-off 1", "pay-off 1: 7h 1h"),
        change("\n4. ", "\n4. 9 "),
        change_line("winners", "winners: none"),
    ):
        text = tamper(text)
    reading = read(text)
    assert reading.record is None
    lines = [fault.line for fault in reading.faults]
    assert lines == sorted(lines)
    for beginning in ("[game]", "tabel", "hand: ", "0: ", "secret", "pay-off 1", "4. ", "winners"):
        assert line_of(text, beginning) in lines
    with pytest.raises(InvalidRecord) as refused:
        parse(text)
    assert refused.value.faults == reading.faults
    assert all(str(fault).startswith(f"line {fault.line}: ") for fault in reading.faults)


def test_a_missing_section_is_one_fault_and_not_one_for_each_of_its_lines() -> None:
    for section in re.findall(r"(?m)^\[(.*)\]$", SHORT):
        text = re.sub(rf"(?ms)^\[{section}\]$.*?(?=^\[|\Z)", "", SHORT)
        assert [fault.message for fault in verify(text)] == [f"The section [{section}] is missing."]


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        ("", 1, "begins with the line"),
        ("\n\nhello", 3, "begins with the line"),
        ("spite record 2\n", 1, "reads version 1"),
        (SHORT.encode().replace(b"greedy", b"gr\xffdy"), line_of(SHORT, "1: computer"), "UTF-8"),
        (SHORT.replace('"Ada"', '"\\ud800"'), line_of(SHORT, "0: person"), "surrogate"),
        (SHORT.replace('"Ada"', "[" * 100_000), line_of(SHORT, "0: person"), "no seat"),
        (FULL.replace("forced: []", "forced: " + "[" * 100_000), line_of(FULL, "forced"), "no JSON"),
        (FULL.replace("target: 50", "target: " + "9" * 10_000), line_of(FULL, "target"), "JSON"),
        (SHORT.replace("seen by: all", "seen by: 7"), line_of(SHORT, "seen by"), "no seat 7"),
        (SHORT.replace("[seats]", "[chairs]"), line_of(SHORT, "[seats]"), "no section"),
        (FULL.replace("scores: ", "scores: 1 "), line_of(FULL, "scores"), "a score for each of"),
        (re.sub("reason: .*", "reason: unfinished", FULL), line_of(FULL, "scores"), "a score for each of"),
        (re.sub("reason: .*", "reason: unfinished", FULL), line_of(FULL, "winners"), "no winners"),
        (SHORT.replace("seen by: all", "seen by: " + "x" * 40), line_of(SHORT, "seen by"), "x" * 40 + "'"),
        (SHORT.replace("seen by: all", "seen by: " + "x" * 41), line_of(SHORT, "seen by"), "x" * 39 + "…'"),
        (SHORT.replace("[rules]", "Look at that.\n[rules]"), line_of(SHORT, "[rules]"), ""),
        (re.sub(r"^(spite record 1)$", r"\1\nhello", SHORT, flags=re.MULTILINE), 2, ""),
    ],
)
def test_what_is_no_record_is_said(data: str | bytes, line: int, words: str) -> None:
    faults = verify(data)
    assert any(fault.line == line and words in fault.message for fault in faults), faults


@examples(60)
@given(st.data())
def test_whatever_is_done_to_a_record_reading_and_checking_only_report(data: st.DataObject) -> None:
    text = SHORT
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


@given(st.text() | st.binary())
def test_what_is_no_record_at_all_only_raises_the_formats_own_error(data: str | bytes) -> None:
    with pytest.raises(InvalidRecord):
        parse(data)


@given(
    st.lists(st.text(st.characters(codec="utf-8"), max_size=12), min_size=6, max_size=6),
    st.lists(st.none() | st.integers(-(10**12), 10**14), min_size=3, max_size=3),
)
def test_any_text_and_any_time_comes_back(texts: list[str], times: list[int | None]) -> None:
    rules = preset_rules("goal-13")
    fair_deal = FairDeal(b"s", (texts[0], texts[1]))
    game = Game.deal(rules, 0, fair_deal)
    seats = [RecordedSeat("person", texts[2]), RecordedSeat("computer", texts[3], "planner")]
    actions = [RecordedAction(game.turn, str(game.legal_moves[0]), times[0], texts[4])]
    record = record_game(rules, seats, 0, fair_deal, actions, table=texts[5], number=3, started=times[1])
    assert parse(write(record)) == record
    assert verify(write(record)) == ()


def test_a_takeback_stays_written_and_can_be_checked() -> None:
    rules = preset_rules("standard", changes={"payoff": 3})
    fair_deal = FairDeal(b"s", ("a", "b"))
    game = Game.deal(rules, 0, fair_deal)
    rng = Random(3)
    while not game.is_over:
        if rng.random() < 0.05 and game.can_take_back(1):
            game.take_back(1)
        else:
            plays = [move for move in game.legal_moves if not move.is_discard]
            game.play(str(rng.choice(plays or game.legal_moves)), game.turn)
    actions = [RecordedAction(action.seat, action.text) for action in game.actions]
    assert any(action.text == "takeback" for action in actions)
    seats = [RecordedSeat("person", "Ada"), RecordedSeat("computer", "Bot", "planner")]
    record = record_game(rules, seats, 0, fair_deal, actions)
    text = write(record)
    assert verify(text) == ()
    assert parse(text) == record
    assert record.outcome == game.outcome
    ply = next(number for number, action in enumerate(actions, start=1) if action.text == "takeback")
    fault = verify(text.replace(f"\n{ply}. 1 takeback", f"\n{ply}. 1 pass"))[0]
    assert fault.line == line_of(text, f"{ply}. 1 takeback")


def test_an_undone_shuffle_is_written_and_comes_again_under_its_number() -> None:
    for preset_id in PRESETS:
        text = golden(preset_id)
        numbers = re.findall(r"(?m)^  shuffled (\d+)", text)
        if len(numbers) != len(set(numbers)):
            break
    else:
        pytest.fail("no golden record takes a completed stack back")
    # The key settles a shuffle by its number alone, so the same cards give the same stock again.
    twice = next(number for number in numbers if numbers.count(number) > 1)
    before = re.findall(rf"(?m)^  shuffle {twice}: (.*)$", text)
    after = re.findall(rf"(?m)^  shuffled {twice}: (.*)$", text)
    assert (before[0] == before[1]) == (after[0] == after[1])


@pytest.mark.parametrize(
    "preset_id",
    some(["standard", "massachusetts", "book-redeal", "misery", "loading", "skip-bo", "partners"], *WHAT_WRITES, of=3),
)
def test_a_record_for_one_seat_says_what_that_seat_saw_and_no_more(preset_id: str) -> None:
    whole = parse(golden(preset_id))
    lines = set(write(whole).split("\n"))
    for viewer in range(whole.rules.players):
        seen = write(whole.seen_by(viewer))
        assert parse(seen) == whole.seen_by(viewer)
        new = [line for line in seen.split("\n") if line not in lines]
        counts = [line for line in new if re.fullmatch(r" *(hand \d|stock): \d+ cards?", line)]
        piles = [line for line in new if re.fullmatch(r"pay-off \d(\.\d)?: \d+ cards, \S+ on top", line)]
        assert sorted(set(new) - set(counts) - set(piles)) == ["key: hidden", "secret: hidden", f"seen by: {viewer}"]
        for line in piles:
            label, _, rest = line.partition(": ")
            pile = next(fact.value for fact in whole.facts if fact.label == label).split()
            assert rest == f"{len(pile)} cards, {pile[-1]} on top"
        assert not re.search(r"(?m)^ *(shuffle|shuffled|lot) ", seen)
        assert set(re.findall(r"(?m)^ *hand (\d): (?!\d+ cards?$)", seen)) == {str(viewer)}
        assert re.findall(r"(?m)^ *up .*$", seen) == re.findall(r"(?m)^ *up .*$", write(whole))
        assert re.findall(rf"(?m)^ *hand {viewer}: .*$", sort_hands(seen)) == re.findall(
            rf"(?m)^ *hand {viewer}: .*$", sort_hands(write(whole))
        )
        (fault,) = verify(seen)
        assert fault.line == line_of(seen, "secret")


def sort_hands(text: str) -> str:
    """Write the cards of every hand in order: a hand has none."""
    return re.sub(r"(?m)^( *hand \d: )(.*)$", lambda match: match[1] + " ".join(sorted(match[2].split())), text)


def test_what_a_seat_saw_does_not_depend_on_what_it_did_not_see() -> None:
    # Among many deals take two that look the same to seat 0 before the first move: their records must be the same text.
    rules = preset_rules("standard", None, {"hand": 1, "first": "dealer"})
    seats = [RecordedSeat("person", "Ada"), RecordedSeat("person", "Bea")]
    by_sight: dict[str, list[FairDeal]] = {}
    for number in range(1500):
        fair_deal = FairDeal(number.to_bytes(2), ("a", "b"))
        view = Game.deal(rules, 0, fair_deal).view(0).to_json()
        by_sight.setdefault(json.dumps(view), []).append(fair_deal)
    alike = [deals for deals in by_sight.values() if len(deals) > 1]
    assert alike
    for deals in alike:
        records = [record_game(rules, seats, 0, fair_deal, []) for fair_deal in deals]
        assert len({write(replace(record, commitment="00" * 32)) for record in records}) > 1
        assert len({write(replace(record.seen_by(0), commitment="00" * 32)) for record in records}) == 1


def test_a_redacted_record_cannot_be_redacted_again() -> None:
    with pytest.raises(ValueError, match="already"):
        parse(SHORT).seen_by(0).seen_by(1)


def test_a_record_as_json_holds_the_same() -> None:
    record = parse(STANDARD)
    data = json.loads(json.dumps(record.to_json()))
    assert data["rules"] == record.rules.to_json()
    assert [action["text"] for action in data["actions"]] == [action.text for action in record.actions]
    assert [f"{label}: {value}" for label, value in data["deal"]] == [str(fact) for fact in record.facts]
    assert data["result"]["winners"] == list(record.outcome.winners if record.outcome else ())
    assert bytes.fromhex(data["secret"]) == record.secret


def test_a_record_is_told_turn_by_turn() -> None:
    record = parse(STANDARD)
    told = "\n".join(tell_game(record))
    assert told.startswith("Spite & Malice\n")
    assert "Seat 1: Greedy (greedy)" in told
    moves = [
        word
        for line in told[told.index("deals.") :].split("\n")
        for word in line.split()
        if re.fullmatch(r"undo|pass|\+?[HPS]\S*-[CSL]\S+", word)
    ]
    assert moves == [action.text for action in record.actions]
    assert "wins: the pay-off piles are empty" in told
    assert "The game is not finished." in "\n".join(tell_game(replace(record, outcome=None)))


def test_a_record_begins_with_game_and_time_and_who_saw_it() -> None:
    record = replace(parse(STANDARD), started=1_800_000_000_000)
    assert list(tell_game(record))[:3] == ["Spite & Malice", "Started 2027-01-15T08:00:00.000Z", ""]
    of_house = list(tell_game(replace(record, started=None, preset=None)))
    assert of_house[:2] == ["House rules", ""]
    assert list(tell_game(replace(record, started=None, viewer=1)))[1] == "As seat 1 saw it"
    # Turns are numbered by their first action, under each other.
    begun = of_house.index(next(line for line in of_house if line.endswith(" deals."))) + 2
    first = [len(list(turn)) for _seat, turn in groupby(record.actions, lambda action: action.seat)][:2]
    assert [line.split()[0] for line in of_house[begun : begun + 3]] == ["1", str(1 + first[0]), str(1 + sum(first))]


@pytest.mark.parametrize(("dealer", "viewer"), [(2, None), (-1, None), (0, 2), (0, -1)])
def test_a_dealer_and_a_viewer_have_a_seat(dealer: int, viewer: int | None) -> None:
    record = parse(SHORT)
    assert record.secret is not None
    deal = FairDeal(record.secret, record.contributions)
    with pytest.raises(ValueError, match="There is no seat"):
        record_game(record.rules, record.seats, dealer, deal, [], viewer=viewer)
    last = record_game(record.rules, record.seats, 1, deal, [], viewer=1)
    assert (last.dealer, last.viewer, last.key) == (1, 1, None)


def test_a_record_is_made_of_a_dealt_game_alone() -> None:
    with pytest.raises(InvalidArgument, match="game must be"):
        Record.of("a game")  # type: ignore[arg-type]
    rules = preset_rules("standard")
    game = Game.deal(rules, 1, FairDeal(b"secret", ("", "")))
    assert [seat.name for seat in Record.of(game).seats] == ["Seat 0", "Seat 1"]
    assert [seat.name for seat in Record.of(game, ["Ada", "Ben"]).seats] == ["Ada", "Ben"]
    with pytest.raises(InvalidArgument, match="began with a position"):
        Record.of(Game(game.position, SeededChance(1)))


@pytest.mark.parametrize("on_error", ["stop", 1, None])
def test_what_to_do_about_a_fault_is_one_of_three(tmp_path: Path, on_error: Any) -> None:
    (tmp_path / "games.txt").write_text(SHORT + "\n" + SHORT.replace("[seats]", "[chairs]"), encoding="utf-8")
    with pytest.raises(InvalidArgument, match="on_error must be"):
        list(read_records(tmp_path / "games.txt", on_error=on_error))
    assert len(list(read_records(tmp_path / "games.txt", on_error="skip"))) == 1
    found: list[InvalidRecord] = []
    assert len(list(read_records(tmp_path / "games.txt", on_error=found.append))) == 1
    assert len(found) == 1
    with pytest.raises(InvalidRecord):
        list(read_records(tmp_path / "games.txt"))
