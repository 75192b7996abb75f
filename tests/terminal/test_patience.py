"""Patience in plain lines: moves, hints, undo, the end, and the stored records."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from spite_and_malice.cli import main
from spite_and_malice.cli.common import CommandFailed
from spite_and_malice.cli.options import named_patience
from spite_and_malice.patience import (
    PRESETS,
    Game,
    Hint,
    Position,
    Rules,
    Solution,
    deal_number,
    preset_rules,
    solve,
    winnable_deals,
)
from spite_and_malice.play.patience.played import NotNow
from spite_and_malice.play.patience.record_text import parse
from spite_and_malice.play.patience.record_text import verify as verify_text
from spite_and_malice.terminal.commands import command_of
from spite_and_malice.terminal.console import Keyboard, Output
from spite_and_malice.terminal.patience.game import KeptGame, finished_games
from spite_and_malice.terminal.patience.replay import PatienceReplay
from spite_and_malice.terminal.patience.session import COMMANDS, Patience
from spite_and_malice.terminal.patience.table import move_list, move_of, table_lines
from spite_and_malice.terminal.words import card_short
from spite_and_malice.texts import in_language

FREECELL = preset_rules("freecell")


def typed(folder: Path, *lines: str, rules: Rules = FREECELL, number: int = 5) -> str:
    """Type lines in the last game of a folder, or in a deal of that number; return the output."""
    out = io.StringIO()
    game = KeptGame.going_on(folder, rules) or KeptGame.begin(folder, rules, number)
    keyboard = Keyboard(io.StringIO("".join(f"{line}\n" for line in lines)), is_terminal=False)
    output = Output(out, "utf-8", 79)
    Patience(game, lambda: KeptGame.begin(folder, rules, number + 1), keyboard, output, way_back="spite play x").run()
    return out.getvalue()


def test_a_game_is_played_by_notation_to_its_win_and_kept(tmp_path: Path) -> None:
    way = [str(move) for move in solve(deal_number(FREECELL, 5), None).moves]
    said = typed(tmp_path, *way, "score", f"record {tmp_path / 'copy'}", "next", "quit")
    assert f"You win: {len(way)} moves" in said
    assert "1 of 1 game was won." in said
    assert "Deal 6." in said
    (path,) = tmp_path.glob("*.txt")
    record = parse(path.read_bytes())
    assert (record.result.reason, record.preset, record.deal.number) == ("won", "freecell", 5)
    assert [action.text for action in record.actions] == way
    assert verify_text(path.read_bytes()) == ()
    assert (tmp_path / "copy").read_bytes() == path.read_bytes()


def test_moves_are_taken_back_made_again_and_refused_with_a_sentence(tmp_path: Path) -> None:
    said = typed(
        tmp_path, "T1-C", "undo", "redo", "undo 1", "undo", "redo 2", "redo", "t1-t2", "99", "no idea", "undo x"
    )
    assert "Taken back: T1-C" in said
    assert "Played: T1-C" in said
    assert "There is no move to take back." in said
    assert "There is no move that was taken back." in said
    assert "T1-T2 is not legal." in said
    assert "There is no move of this number" in said
    assert "is neither a command nor a move" in said


def test_a_game_goes_on_where_it_was_left_but_only_under_its_own_rules(tmp_path: Path) -> None:
    assert "spite play x" in typed(tmp_path, "T1-C")
    assert KeptGame.going_on(tmp_path, preset_rules("bakers-game")) is None
    again = typed(tmp_path, number=17)
    assert "Cells: C1 5♠" in again
    assert "Deal 5." in again


def test_the_next_deal_gives_a_game_up_that_is_begun(tmp_path: Path) -> None:
    said = typed(tmp_path, "record", "T1-C", "next", "score")
    assert "This game is not over yet." in said
    assert "0 of 1 game was won." in said
    (path,) = tmp_path.glob("*.txt")
    assert parse(path.read_bytes()).result.reason == "given_up"


def test_points_are_shown_and_vegas_goes_on_from_game_to_game(tmp_path: Path) -> None:
    rules = preset_rules("klondike-3")
    said = typed(tmp_path, "T5-F", "score", "next", "score", "draw", "score", rules=rules)
    assert "All games together: Vegas scoring: −99 points." in said
    assert "Standard scoring: 15 points." in said
    assert said.count("All games together: Vegas scoring: −47 points.") == 2


def test_a_lost_game_goes_back_to_where_it_can_be_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = KeptGame.begin(tmp_path, FREECELL, 5)
    good = []
    for column in range(1, 5):
        good.append(game.played.game.position.to_json())
        game.act(f"T{column}-C")

    def verdict(position: Position, _seconds: float) -> Solution:
        # From the third move on it is lost.
        return Solution("won" if position.to_json() in good[:3] else "lost", (), 0)

    monkeypatch.setattr("spite_and_malice.terminal.patience.game.solve", verdict)
    monkeypatch.setattr(
        "spite_and_malice.terminal.patience.game.hint", lambda *_args, **_more: Hint(None, 0.0, (), is_lost=True)
    )
    said = typed(tmp_path, "hint", "rescue", "rescue", "best")
    assert "take 2 moves back, to before" in said
    assert "“rescue” goes back to where it can be won." in said
    assert "2 moves back." in said
    assert "From here it can still be won." in said
    assert "You have won no game by these rules yet." in said
    monkeypatch.setattr("spite_and_malice.terminal.patience.game.solve", lambda *_: Solution("unknown", (), 0))
    assert "No place was found" in typed(tmp_path, "rescue")


def test_microsofts_numbers_deal_the_cards_that_they_deal_there(tmp_path: Path) -> None:
    game = KeptGame.begin(tmp_path, FREECELL, 1, numbers="microsoft")
    assert table_lines(game.played.game.view())["T1"] == "T1: J♦ K♦ 2♠ 4♣ 3♠ 6♦ 6♠"
    game.act(str(game.played.game.legal_moves[0]))
    assert "Deal 1 of Microsoft's FreeCell." in typed(tmp_path, "quit")


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["klondike-1", "--number", "5"], "Only FreeCell and its kin"),
        (["freecell", "--number", "5", "--deal", "5"], "--number is for FreeCell"),
        (["standard", "--number", "5"], "--number is for FreeCell"),
        (["freecell", "--number", "0"], "not in the range"),
    ],
)
def test_numbers_that_microsoft_does_not_have_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], refusal: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    result = CliRunner().invoke(main, ["play", *words])
    assert result.exit_code == 2
    assert refusal in result.output


@pytest.mark.nightly("src/spite_and_malice/terminal/")
def test_the_best_games_and_points_are_said(tmp_path: Path) -> None:
    rules = preset_rules("klondike-1")
    number, way = next(iter(winnable_deals(rules, 1, 1.0)))
    said = typed(tmp_path, *map(str, way.moves), "best", rules=rules, number=number)
    assert f"Fewest moves: {len(way.moves)}" in said
    assert re.search(r"Shortest time: \d+:\d\d\n", said)
    assert "Most points: Standard scoring: " in said
    assert "1 game won in a row." in said


def test_a_hint_and_an_answer_are_given_and_counted(tmp_path: Path) -> None:
    said = typed(tmp_path, "hint", "1", "solve", "score")
    assert ": " in said.partition("Thinking…")[2].splitlines()[1]
    assert "It can be won in" in said
    assert "1 hint, 1 answer." in said


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_by_number(preset: str, tmp_path: Path) -> None:
    said = typed(tmp_path, "", *["1"] * 5, "undo", "rules", "help", rules=preset_rules(preset))
    assert "T1" in said
    assert "neither" not in said
    assert "Taken back: " in said


def test_no_line_tells_what_lies_face_down() -> None:
    rules = preset_rules("spider-4")
    game = Game(deal_number(rules, 1))
    lines = " ".join(table_lines(game.view()).values())
    shown = sum(lines.count(suit) for suit in "♠♥♦♣")
    assert shown == sum(len(pile.up) for pile in game.view().tableau)


def test_of_foundations_that_take_ranks_of_the_one_before_every_card_is_told() -> None:
    position = deal_number(preset_rules("osmosis"), 3)
    while not (sent := [str(move) for move in position.legal_moves if str(move).endswith("-F1")]):
        position.play("draw")
    position.play(sent[0])
    first, *_others = position.view().homes
    assert len(first) == 2
    assert table_lines(position.view())["F1"] == f"F1: {' '.join(map(card_short, first))}"
    assert table_lines(position.view())["F2"] == "F2: empty"


@pytest.mark.parametrize(
    ("text", "meant"),
    [("t10-t2", "T10-T2"), ("T10T2", "T10-T2"), ("1", "T10-T2"), ("t4-t5", "T4:3-T5"), ("DEAL", "deal")],
)
def test_moves_are_read_as_people_write_them(text: str, meant: str) -> None:
    assert move_of(text, ["T10-T2", "T4:3-T5", "deal"]) == meant


@pytest.mark.parametrize(
    ("text", "meant"), [("fs-t4", "Fs-T4"), ("w+w-x", "W+W-X"), ("Draw", "draw"), ("9", None), ("tea", None)]
)
def test_what_is_no_legal_move_is_read_as_notation(text: str, meant: str | None) -> None:
    assert move_of(text, ["T1-T2"]) == meant


def test_moves_are_numbered_by_their_places() -> None:
    moves = move_list(deal_number(preset_rules("spider-1"), 5).view())
    assert moves.index("T2-T1") < moves.index("T10-T1") < moves.index("deal")


def test_the_commands_have_german_words() -> None:
    with in_language("de"):
        assert command_of("tipp", COMMANDS) == ("hint", "")
        assert len({command_of(command, COMMANDS) for command in COMMANDS}) == len(COMMANDS)


def looked_at(folder: Path, *lines: str) -> tuple[PatienceReplay, str]:
    """Type lines at the replay of the last finished game of a folder; return it and the output."""
    out = io.StringIO()
    keyboard = Keyboard(io.StringIO("".join(f"{line}\n" for line in lines)), is_terminal=False)
    replay = PatienceReplay(next(finished_games(folder, FREECELL)), keyboard, Output(out, "utf-8", 79))
    replay.run()
    return replay, out.getvalue()


def test_a_finished_game_is_looked_at_move_by_move(tmp_path: Path) -> None:
    way = [str(move) for move in solve(deal_number(FREECELL, 5), None).moves]
    typed(tmp_path, way[0], "undo", "redo", "hint", *way[1:], "quit")
    replay, said = looked_at(tmp_path, "back", "", "", "next", "2", "last", "last", "first", "nonsense", "help", "quit")
    # A hint is no step: the cards lie as before.
    assert replay.count == len(way) + 2
    assert f"Move 1 of {len(way) + 2}: {way[0]}" in said
    assert f"Move 2 of {len(way) + 2}: Taken back: {way[0]}" in said
    assert f"Move 3 of {len(way) + 2}: Played: {way[0]}" in said
    assert f"The game was won. {len(way)} moves, " in said
    assert said.count("This is the deal.") == 1
    assert said.count("This is the end of the game.") == 1
    assert "“nonsense” is no command" in said
    assert "last – to the end" in said
    assert said.endswith("Goodbye!\n")


def test_the_moves_of_the_end_are_looked_at_one_by_one(tmp_path: Path) -> None:
    game = KeptGame.begin(tmp_path, FREECELL, 5)
    for move in solve(deal_number(FREECELL, 5), None).moves:
        try:
            last = game.act("finish")
            break
        except NotNow:
            game.act(str(move))
    replay, said = looked_at(tmp_path, "last")
    assert len(last) > 1
    assert replay.count == len(game.played.game.moves)
    assert [step[0] for step in replay._steps[-len(last) :]] == list(last)
    assert f"Move {replay.count} of {replay.count}: {last[-1]}" in said


def test_the_command_shows_the_last_game_or_that_of_a_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    run = CliRunner().invoke
    assert "No such game of yours is over yet." in run(main, ["play", "freecell", "--replay"]).output
    for deal in ("5", "6"):
        run(main, ["play", "freecell", "--deal", deal], input="T1-C\nnext\nquit\n")
    shown = run(main, ["play", "freecell", "--replay"], input="last\n").output
    assert "Move 1 of 1: T1-C" in shown
    assert "The game was given up. 1 move" in shown
    first, second = (run(main, ["play", "freecell", "--deal", deal, "--replay"]).output for deal in ("5", "6"))
    assert first != second
    assert "No such game" in run(main, ["play", "freecell", "--deal", "7", "--replay"]).output
    assert "--replay is for patience" in run(main, ["play", "skip-bo", "--replay"]).output


def test_safe_cards_go_home_on_their_own_if_that_is_wanted(tmp_path: Path) -> None:
    way = [str(move) for move in solve(deal_number(FREECELL, 5), None).moves]
    said = typed(tmp_path, "autoplay", "autoplay perhaps", "autoplay safe", *way, number=5)
    assert "No card goes to its foundation on its own." in said
    assert "“autoplay off”, “autoplay safe” or “autoplay all”" in said
    assert "cards that are of no more use go to their foundations" in said
    assert re.search(r"Played: \S+  \S+-F", said)
    (path,) = tmp_path.glob("*.txt")
    assert "auto:" in path.read_text()
    assert verify_text(path.read_bytes()) == ()
    record = parse(path.read_bytes())
    replay = PatienceReplay(record, Keyboard(io.StringIO(), is_terminal=False), Output(io.StringIO(), "utf-8", 79))
    replay.at = next(ply for ply, action in enumerate(record.actions, 1) if action.text.startswith("auto:"))
    assert replay.words.endswith("-F")
    assert ":" not in replay.words


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("demon", ["canfield", "canfield-strict"]),
        ("klondyke", ["klondike-1", "klondike-3"]),
        ("spider 4", ["spider-4"]),
        ("napoleon", ["forty-thieves"]),
        ("Skorpion", ["scorpion"]),
        ("standard", ["standard"]),
        ("standrd", ["standrd"]),
        ("xyzzy", ["xyzzy"]),
    ],
)
def test_a_game_is_named_as_people_name_it(name: str, meant: list[str]) -> None:
    try:
        found = [named_patience(name)]
    except CommandFailed as said:
        found = str(said.message).split(": ")[1].rstrip("?").split(", ")
    assert set(meant) <= set(found)
