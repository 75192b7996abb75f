"""An evening at a table of this program: from the first line to the last, whatever is typed."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from spite_and_malice.analysis.hint import hint
from spite_and_malice.play import parse, verify
from spite_and_malice.rules import PRESETS, preset_rules
from spite_and_malice.terminal import alone
from spite_and_malice.terminal.alone import Alone
from spite_and_malice.terminal.messages import what_differs
from spite_and_malice.texts import in_language

from .playing import WAY_BACK, table, typed

SHORT = {"payoff": 2, "target": 1}
KEPT = f"Your game is kept. To go on with it:\n  {WAY_BACK}\n"


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"))


def actions(folder: Path) -> list[str]:
    """Return the actions in the one game of a folder."""
    (path,) = kept(folder)
    return [action.text for action in parse(path.read_bytes()).actions]


def test_a_whole_game_is_played_told_kept_and_looked_at(tmp_path: Path) -> None:
    rules = preset_rules("standard", None, SHORT)
    said = typed(table(tmp_path, rules), *["1"] * 60, "moves", "score", "review", "next", "quit")
    assert re.search(r"\n(You win|Rosa wins|Nobody wins)\. ", said)
    assert "This is a single game, without points." in said
    assert re.search(r"\d+ choices; ", said)
    assert "The cards are dealt." in said
    assert [verify(path.read_bytes()) for path in kept(tmp_path)] == [(), ()]
    first, second = (parse(path.read_bytes()) for path in kept(tmp_path))
    assert first.outcome is not None
    assert second.outcome is None
    assert first.preset == "standard"
    assert [seat.name for seat in first.seats] == ["Ada", "Rosa"]


def test_a_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    assert Alone.going_on(tmp_path) is None
    before = typed(table(tmp_path), "1", "")
    done = actions(tmp_path)
    there = Alone.going_on(tmp_path)
    assert there is not None
    after = typed(there)
    assert actions(tmp_path) == done
    assert before.endswith(KEPT)
    # The table as last shown.
    assert after.removesuffix(KEPT).rpartition("\nCentre")[2] == before.removesuffix(KEPT).rpartition("\nCentre")[2]
    (path,) = kept(tmp_path)
    path.write_text("no record")
    assert Alone.going_on(tmp_path) is None


def test_a_match_goes_on_with_its_points(tmp_path: Path) -> None:
    rules = preset_rules("standard", None, {"payoff": 1, "target": 500})
    said = typed(table(tmp_path, rules, player="beginner"), *["1"] * 40, "next", "score")
    points = re.findall(r"Game 2 · You \d+, \w+ \d+ · to 500", said)[-1]
    there = Alone.going_on(tmp_path)
    assert there is not None
    assert points in typed(there, "score")


NONSENSE = (
    *("0", "99", "-1", "c1", "h7h", "P-C9", "undo", "stand", "sit", "leave", "start", "chat", "chat hello", "xyz", "²"),
    *("record /no/such/folder/record", "\x1b[A", "x" * 5000, "review", "next", "???", "12345678901234567890"),
)


def test_nonsense_gets_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    there = table(tmp_path)
    done = actions(tmp_path)
    said = typed(there, *NONSENSE)
    answers = re.split(r"^> .*\n(?:  .*\n)*", said, flags=re.MULTILINE)[1:]
    # At the end of the input the question is repeated once.
    assert len(answers) == len(NONSENSE) + 1
    assert all(answer.strip().endswith((".", "”.", KEPT.strip())) for answer in answers)
    assert actions(tmp_path) == done
    assert "Traceback" not in said


def test_the_table_says_why_a_move_is_not_legal(tmp_path: Path) -> None:
    said = typed(table(tmp_path), "hqd-c1")
    assert re.search(r"> hqd-c1\n(?!Centre).*\.", said)
    assert actions(tmp_path) == []


def test_a_game_is_resigned_by_saying_so_twice(tmp_path: Path) -> None:
    at = table(tmp_path, secret=lambda: b"a table 0")
    said = typed(at, "resign", "1", "resign", "resign", "resign", width=300)
    asked = "You would lose this game, and it counts. Type “resign” once more to give it up."
    # Remarks before another move are not part of it.
    assert said.count(asked) == 2
    assert said.count("You gave up.") == 1
    assert "The game is over; nothing is left to give up." in said
    record = parse(at.record(1, whole=True))
    assert record.outcome is not None
    assert (record.outcome.reason, record.actions[-1].text) == ("resignation", "resign")
    assert Alone.going_on(tmp_path) is None


@pytest.mark.parametrize(("language", "word"), [("en", "yes"), ("en", "Y"), ("de", "ja"), ("de", "yes"), ("es", "si")])
def test_a_game_is_resigned_by_yes_as_well(tmp_path: Path, language: str, word: str) -> None:
    at = table(tmp_path, secret=lambda: b"a table 0")
    with in_language(language):
        # It answers a question, and nothing else.
        typed(at, word, "resign", "no", word, "resign", word, width=300)
    record = parse(at.record(1, whole=True))
    assert record.outcome is not None
    assert [action.text for action in record.actions].count("resign") == 1


def test_a_no_gives_nothing_up(tmp_path: Path) -> None:
    said = typed(table(tmp_path), "resign", "no", "yes", "n", width=300)
    assert "You gave up." not in said
    assert said.count("is neither a command nor a move") == 1


def test_a_move_and_a_whole_turn_can_be_taken_back(tmp_path: Path) -> None:
    said = typed(table(tmp_path, secret=lambda: b"a table 0"), "1", "undo", "1", "undo turn")
    assert "You take the last move back." in said
    assert actions(tmp_path) == ["HAd-C1", "undo", "HAd-C1", "takeback"]


def test_a_refused_undo_names_undo_turn_where_that_works(tmp_path: Path) -> None:
    said = typed(table(tmp_path, secret=lambda: b"a table 0"), "undo", "1", "1", "undo", "undo turn", "undo", width=300)
    names = "There is no move to take back: .*\n“undo turn” takes your whole turn back\\."
    before, refused, taken_back = re.split("^> undo$", said, flags=re.MULTILINE)[1:]
    assert [bool(re.search(names, part)) for part in (before, refused, taken_back)] == [False, True, False]
    assert actions(tmp_path) == ["HAd-C1", "P-C1", "takeback"]


def test_a_move_typed_off_turn_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Alone, "_let_computers_play", lambda self: None)
    there = table(tmp_path, secret=lambda: b"a table 0")
    off_turn = ("1", "99", "5c-s1", "10s c1", "pass", "moves", "xyz")
    said = typed(there, "had-c1", "h4d-s1", *off_turn, width=300, at_any_time=True)
    assert said.count("It is not your turn. Rosa's turn.\n") == 5
    assert "“xyz” is neither" in said
    assert actions(tmp_path) == ["HAd-C1", "H4d-S1"]


@pytest.mark.parametrize("preset", ["partners", "loading", "skip-bo-partners", "boxed", "unlimited", "flinch"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_forty_columns_are_enough_in_both_languages(tmp_path: Path, preset: str, language: str) -> None:
    with in_language(language):
        rules = preset_rules(preset, None, {"target": 1})
        said = typed(table(tmp_path, rules), "1", "moves", "1", "help", "rules", "who", width=39, encoding="ascii")
    assert said.isascii()
    assert max(map(len, said.splitlines())) <= 39


def test_a_game_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    there = table(tmp_path / "games")
    for path in kept(tmp_path / "games"):
        path.unlink()
    (tmp_path / "games").rmdir()
    (tmp_path / "games").write_text("in the way")
    assert "The game could not be kept in " in typed(there, "1", width=300)


def test_help_in_a_game_against_computers_is_of_use_there(tmp_path: Path) -> None:
    shown = typed(table(tmp_path), "help", "quit")
    words = {line.split()[0] for line in shown.splitlines() if " – " in line}
    assert {"table", "hint", "undo", "quit"} <= words
    assert not words & {"chat", "start", "stand", "sit", "leave"}


@pytest.mark.parametrize("preset", PRESETS)
def test_one_game_instead_of_a_match_makes_no_other_rules(preset: str) -> None:
    rules = preset_rules(preset, None, {"target": 1})
    said = " ".join(what_differs(rules)).casefold()
    assert "match" not in said
    assert (said == "") == (preset == "standard")


def test_the_record_can_be_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "record"
    said = typed(table(tmp_path / "games"), f"record {file}", width=300)
    assert f"The record is in {file}." in said
    assert parse(file.read_bytes()).viewer == 0


def test_no_record_is_written_over_a_file_that_exists(tmp_path: Path) -> None:
    file, link = tmp_path / "diary", tmp_path / "link"
    file.write_text("Dear diary")
    link.symlink_to(tmp_path / "nowhere")
    said = typed(table(tmp_path / "games"), f"record {file}", f"record {link}", f"record {tmp_path}", width=300)
    for path in (file, link, tmp_path):
        assert f"{path} exists already: name another file." in said
    assert file.read_text() == "Dear diary"
    assert not (tmp_path / "nowhere").exists()


def test_the_session_of_the_documentation_is_true(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may need longer to check as many deals.
    monkeypatch.setattr(alone, "hint", partial(hint, seconds=5.0))
    text = (root / "docs" / "terminal.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n\$ spite play --plain --against casual --name Ada\n(.*?)```", text, re.DOTALL)
    inputs = re.findall(r"^> (.*)$", block, re.MULTILINE)
    assert len(inputs) >= 4
    assert typed(table(tmp_path, secret=lambda: b"a table 3"), *inputs) == block


def test_a_hint_after_the_move_of_a_plan_goes_on_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "hint", partial(hint, seconds=5.0))
    said = typed(table(tmp_path, secret=lambda: b"plan 11"), "hint", "Ah c1", "hint", "undo", "hint", "quit")
    assert said.count("Play A♥ and 2♣ on an empty stack: next turn you draw 2 cards more.") == 2
    assert said.count("Now play 2♣ on A♥: next turn you draw 1 card more.") == 1
