"""A game of patience action by action: its counters, its clock, its steps, and what the player knows."""

from __future__ import annotations

import pytest

from spite_and_malice.patience import Hint, InvalidNotation, Move, Rules, deal_number, preset_rules, solve
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.play.figures import LONGEST_MS
from spite_and_malice.play.patience import Deal, NotNow
from spite_and_malice.play.patience.played import Played

FREECELL = preset_rules("freecell")
SECOND = 1000


def dealt() -> Played:
    """A game of Klondike in which T5-F, T2-T4 and draw can be played at once."""
    return Played(Rules(), Deal(5, "number"))


def almost_won() -> Played:
    """A game that can be finished automatically."""
    played = Played(FREECELL, Deal(5, "number"))
    for move in solve(deal_number(FREECELL, 5), None).moves:
        if finishing(played.game.position):
            break
        played.act(str(move), 0)
    return played


def figures(played: Played) -> tuple[int, int, int, int]:
    result = played.result()
    return result["moves"], result["undos"], result["hints"], result["answers"]


def test_moves_undos_hints_and_answers_are_counted_each_for_itself() -> None:
    played = dealt()
    assert not played.is_begun
    found = []
    for text in ("hint", "solve", "draw", "T5-F", "undo", "redo", "hint:won", "undo:9", "rescue:1", "draw"):
        played.act(text, 0)
        found.append(figures(played))
    assert found == [
        (0, 0, 1, 0),
        (0, 0, 1, 1),
        (1, 0, 1, 1),
        (2, 0, 1, 1),
        (1, 1, 1, 1),
        (2, 1, 1, 1),
        (2, 1, 2, 1),
        (0, 3, 2, 1),
        # A rescue is an answer, even where nothing is taken back.
        (0, 3, 2, 2),
        (1, 3, 2, 2),
    ]
    assert (played.ply, played.is_begun, played.is_over) == (10, True, False)


def test_the_result_says_who_won_and_why() -> None:
    played = dealt()
    played.act("draw", 0)
    played.act("give_up", 5 * SECOND)
    assert (played.is_given_up, played.is_over) == (True, True)
    assert played.result() == {
        "reason": "given_up",
        "winners": [],
        "moves": 1,
        "time": 5 * SECOND,
        "passes": 1,
        "undos": 0,
        "hints": 0,
        "answers": 0,
    }
    with pytest.raises(NotNow) as refused:
        played.act("draw", 0)
    assert refused.value.code == "game_over"
    won = almost_won()
    won.act("finish", 0)
    assert (won.result()["reason"], won.result()["winners"]) == ("won", [0])
    assert won.home == 52


@pytest.mark.parametrize("text", ["undo", "redo", "finish"])
def test_what_cannot_be_done_now_changes_nothing(text: str) -> None:
    played = dealt()
    with pytest.raises(NotNow) as refused:
        played.act(text, 0, "m1")
    assert refused.value.code == {"finish": "cannot_finish"}.get(text, f"nothing_to_{text}")
    assert (played.ply, played.carried_out, figures(played)) == (0, {}, (0, 0, 0, 0))


@pytest.mark.parametrize("text", ["undo:x", "undo:²", "undo:1234567890", "redo:-1", "hint:maybe", "solve:draw"])
def test_what_is_no_action_is_refused(text: str) -> None:
    played = dealt()
    played.act("draw", 0)
    with pytest.raises(InvalidNotation):
        played.act(text, 0)
    assert (played.ply, figures(played)) == (1, (1, 0, 0, 0))


def test_a_message_is_remembered_with_the_actions_that_there_were_after_it() -> None:
    played = dealt()
    for text, name in (("draw", "a"), ("draw", None), ("undo", "b")):
        played.act(text, 0, name)
    assert played.carried_out == {"a": 1, "b": 3}


def test_the_clock_begins_with_the_first_move_and_stands_still_in_a_pause() -> None:
    played = dealt()
    played.act("hint", 10 * SECOND)
    assert (played.is_timed, played.since, played.elapsed(20 * SECOND)) == (False, None, 0)
    assert played.counts_on(20 * SECOND) == 0
    played.act("draw", 20 * SECOND)
    assert (played.is_timed, played.since, played.elapsed(23 * SECOND)) == (True, 20 * SECOND, 3 * SECOND)
    assert played.counts_on(23 * SECOND) == LONGEST_MS - 3 * SECOND
    # Nobody thinks longer, and a clock that was set back takes nothing away.
    assert played.elapsed(20 * SECOND + 2 * LONGEST_MS) == LONGEST_MS
    assert played.elapsed(19 * SECOND) == 0
    for pause, name in (("pause", "pause"), ("away", "away")):
        played.act(pause, 24 * SECOND)
        assert (played.paused, played.is_timed, played.elapsed(90 * SECOND)) == (name, False, 4 * SECOND)
        # Advice does not end a pause.
        played.act("hint", 90 * SECOND)
        assert (played.paused, played.is_timed) == (name, False)
        played.act("resume", 24 * SECOND)
        assert (played.paused, played.is_timed) == (None, True)
    played.act("pause", 24 * SECOND)
    played.act("draw", 60 * SECOND)
    assert (played.paused, played.elapsed(61 * SECOND)) == (None, 5 * SECOND)
    played.act("give_up", 62 * SECOND)
    assert (played.is_timed, played.elapsed(99 * SECOND), played.result()["time"]) == (False, 6 * SECOND, 6 * SECOND)


def test_a_verdict_holds_where_it_follows_from_what_was_said() -> None:
    played = dealt()

    def known() -> tuple[str | None, bool]:
        return played.verdict, played.is_told

    assert known() == (None, False)
    played.act("solve:unknown", 0)
    assert known() == ("unknown", True)
    for text in ("draw", "solve:won"):
        played.act(text, 0)
    assert known() == ("won", True)
    # What can be won after a move can be won before it; after another move nobody knows.
    played.act("undo", 0)
    assert known() == ("won", False)
    played.act("T5-F", 0)
    assert known() == (None, False)
    played.advised = Hint(Move.parse("draw"), 0.5, (Move.parse("draw"),))
    played.act("hint:lost", 0)
    assert known() == ("lost", True)
    advised: Hint | None = played.advised
    assert advised is None
    # No further move wins it back, but taking the last one back may.
    played.act("draw", 0)
    assert known() == ("lost", False)
    played.act("undo:2", 0)
    assert known() == ("won", False)


def test_a_rescue_says_that_the_game_can_be_won_from_there() -> None:
    played = dealt()
    for text in ("T5-F", "draw", "draw"):
        played.act(text, 0)
    assert played.act("rescue:2", 0) == ("draw", "draw")
    assert (played.verdict, figures(played)) == ("won", (1, 2, 0, 1))


def test_another_move_forgets_what_was_taken_back() -> None:
    for text in ("draw", "auto:T5-F"):
        played = dealt()
        played.act("T2-T4", 0)
        played.act("undo", 0)
        played.act(text, 0)
        with pytest.raises(NotNow):
            played.act("redo", 0)


def test_finishing_is_one_step() -> None:
    played = almost_won()
    before = len(played.game.moves)
    moves = played.act("finish", 0)
    assert len(moves) == len(played.game.moves) - before > 1
    assert (played.game.is_won, played.turned) == (True, ())
    assert played.steps_back(before) == 1


def test_automatic_moves_are_off_unless_wished_and_after_the_end() -> None:
    played = dealt()
    assert played.automatic("off") is None
    assert played.automatic("all") == "auto:T5-F"
    played.act("give_up", 0)
    assert played.automatic("all") is None


def test_an_earlier_position_on_an_advised_line_is_reached_by_taking_back() -> None:
    played = Played(Rules(), Deal(57, "number"))
    there, back = Move.parse("T5-T4"), Move.parse("T4-T5")
    for text in ("draw", str(there), str(back)):
        played.act(text, 0)
    assert played.way_back(Hint(there, 0.5, (there,))) == 1
    # The position before the card under it was seen is none to go back to.
    assert played.way_back(Hint(there, 0.5, (there, back))) == 1
    played.act("draw", 0)
    # No position from before the newest card does.
    assert played.way_back(Hint(there, 0.5, (there, back))) == 0


def test_without_a_move_nothing_is_to_be_taken_back() -> None:
    played = dealt()
    assert played.astray is None
    played.act("draw", 0)
    astray = played.astray
    assert astray is not None
    assert (astray.steps, astray.move, astray.had_way, astray.view.stock) == (1, Move.parse("draw"), False, 24)


def test_a_lost_game_went_astray_with_the_step_after_which_it_could_no_longer_be_won() -> None:
    played = dealt()
    for text in ("draw", "draw", "auto:T5-F", "draw"):
        played.act(text, 0)
    assert played.astray is not None
    played.could_be_won(None)
    assert not played.astray.had_way
    for keep, steps in ((3, 1), (2, 2), (1, 2), (0, 3)):
        played.could_be_won(keep)
        astray = played.astray
        assert (astray.steps, astray.had_way) == (steps, True)
    # What could be won after all moves went nowhere astray.
    played.could_be_won(4)
    assert played.astray is not None
    assert not played.astray.had_way


def test_the_move_of_a_hint_is_better_than_the_one_that_lost_the_game() -> None:
    played = Played(preset_rules("freecell"), Deal(5, "number"))
    better, lost, *_rest = played.game.legal_moves
    played.act(str(lost), 0)
    played.could_be_won(0)
    view = played.view_to_ask
    assert view is not None
    assert view.legal == Played(preset_rules("freecell"), Deal(5, "number")).game.view().legal
    played.was_better(Hint(better, 1.0, (better,)))
    assert played.astray is not None
    assert (played.astray.better, played.view_to_ask) == (better, None)
    # It is kept as long as the way is the same, and no move is better than itself.
    played.could_be_won(0)
    assert played.astray.better == better
    played.was_better(Hint(lost, 1.0, (lost,)))
    assert played.astray.better is None
    played.could_be_won(None, is_hopeless=True)
    assert played.is_hopeless
    assert played.view_to_ask is None
    # Where cards lie face down a hint would not know.
    hidden = dealt()
    hidden.act("draw", 0)
    hidden.could_be_won(0)
    assert hidden.view_to_ask is None


def test_a_hint_that_knew_a_way_is_where_the_game_went_astray() -> None:
    played = dealt()
    played.act("draw", 0)
    played.advised = Hint(Move.parse("draw"), 0.5, (Move.parse("draw"),))
    for text in ("T5-F", "draw", "draw"):
        played.act(text, 0)
    astray = played.astray
    assert astray is not None
    assert (astray.steps, astray.move, astray.had_way, astray.view.stock) == (3, Move.parse("T5-F"), True, 23)
    # Back where the hint was given only the last step is left, and no way was known before it.
    played.act("undo:3", 0)
    astray = played.astray
    assert astray is not None
    assert (astray.steps, astray.move, astray.had_way) == (1, Move.parse("draw"), False)


def test_what_a_hint_took_for_a_way_is_none_where_a_search_finds_none() -> None:
    played = dealt()
    played.act("draw", 0)
    played.advised = Hint(Move.parse("draw"), 0.5, (Move.parse("draw"),))
    for text in ("draw", "draw"):
        played.act(text, 0)
    assert played.astray is not None
    assert played.astray.had_way
    played.could_be_won(None)
    assert played.astray is not None
    assert not played.astray.had_way
