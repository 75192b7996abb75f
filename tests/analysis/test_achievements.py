"""Achievements: each found where it applies and not in near misses, with the same result from the record's lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache

import pytest

from spite_and_malice import texts
from spite_and_malice.analysis.achievements import (
    ACHIEVEMENTS,
    OF_GAMES,
    OF_LISTS,
    Chance,
    Result,
    Span,
    Step,
    Story,
    Turn,
    achieved_in,
    achieved_over,
)
from spite_and_malice.arguments import InvalidArgument
from spite_and_malice.engine import Move, Outcome, Reason
from spite_and_malice.play import FairDeal, Record, new_game
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import PRESETS, preset_rules

from .recount import Recount

TABLES = {
    "standard": (2, 12),
    "skip-bo": (2, 8),
    "quick": (4, 6),
    "loading": (2, 12),
    "partners": (4, 6),
    "flinch": (3, 6),
    "fewest": (2, 6),
    "massachusetts": (2, 6),
    "misery": (2, 4),
    "starturn": (2, 6),
    "covered-wilds": (2, 5),
    "natural-low": (2, 5),
    "book": (2, 6),
    "skip-bo-partners": (4, 3),
    "boxed": (4, 6),
    "compulsory-aces": (2, 6),
}
"""Versions with their numbers of players, and of games."""


@cache
def simulated() -> list[Record]:
    """Return the records of many games."""
    return list(records_one_by_one())


def records_one_by_one() -> Iterator[Record]:
    """Play games of several versions with quick players."""
    for preset, (players, games) in TABLES.items():
        for seed in range(games):
            game = new_game(preset, players, seed=seed)
            names = ["club", "casual", "greedy", "beginner"]
            at = [PLAYERS[names[(seat + seed) % 4]].make(seed + seat) for seat in range(players)]
            while not game.is_over and len(game.log) < 1200:
                game.play(at[game.turn].choose(game.view(game.turn), game.log, 1.0))
            yield Record.of(game)


def test_a_count_from_the_lines_of_the_record_agrees() -> None:
    seen: Counter[str] = Counter()
    for record in simulated():
        story, again = Story.of(record), Recount(record.to_json())
        for seat in range(record.rules.players):
            found = achieved_in(story, seat)
            assert set(found) == again.keys(seat), (record, seat)
            seen.update(found.keys())
            for since, at in found.values():
                assert 0 <= since < at <= len(record.actions)
    rare = {each.key for each in OF_GAMES} - set(seen)
    assert rare <= {"against_odds", "beat_octavia", "shut_out", "outlasted", "held_line", "side_door", "no_wilds"}, rare


def test_moves_that_cannot_be_are_refused() -> None:
    record = next(record for record in records_one_by_one() if record.outcome)
    assert record.secret is not None
    fair_deal = FairDeal(record.secret, record.contributions)
    log = [f"{action.seat} {action.text}" for action in record.actions]
    for wrong in (
        [*log[:-1], f"{log[-1][:2]}P-C9"],
        [*log[:-1], f"{1 - int(log[-1][0])}{log[-1][1:]}"],
        [*log, log[0]],
    ):
        with pytest.raises(InvalidArgument, match="cannot be made there"):
            Story.of_log(record.rules, record.dealer, fair_deal, wrong, [None] * record.rules.players)


def test_what_was_taken_back_counts_for_nothing() -> None:
    game = new_game("quick", seed=4)
    move = next(str(each) for each in game.legal_moves if each.plays_to_centre)
    plain = game.clone()
    plain.play(move)
    game.play(move)
    game.undo(game.turn)
    game.play(move)
    assert Story.of(Record.of(game)) == Story.of(Record.of(plain))


# --- each on its own: a game that has it, and one that almost has it ------------------------------------------------

RANKS = "A23456789TJQK"
TOKEN = re.compile(
    r"(?P<move>[^:~/*!]+)(?::(?P<height>\d+))?(?P<wild>\*)?(?P<done>!)?(?P<emptied>~)?(?:/(?P<free>\d))?"
)


def step(token: str) -> Step:
    """Read a move: ``HKs-C1:7*!~/4`` is wild as a 7, completes a stack, draws a new hand, leaves 4 side stacks free."""
    read = TOKEN.fullmatch(token)
    assert read is not None, token
    move = Move.parse(read["move"])
    height = int(read["height"] or 0)
    card = move.cards[0] if move.cards else "Ks" if read["wild"] else f"{RANKS[height - 1]}s" if height else "9s"
    return Step(
        move, card, bool(read["wild"]), height, bool(read["done"]), bool(read["emptied"]), int(read["free"] or 2)
    )


@dataclass(frozen=True)
class Told:
    """A game in brief: the seat, the hand and the moves of each turn; `left` are the pay-off cards of the sides."""

    turns: Sequence[tuple[int, str, str]]
    left: tuple[int, ...] = (20, 20)
    preset: str = "standard"
    winners: tuple[int, ...] = (0,)
    reason: str = "payoff"
    kinds: tuple[str | None, ...] = (None, "club", None, None)
    chances: tuple[Chance, ...] = ()

    def story(self) -> Story:
        """Return it as turns."""
        rules = preset_rules(self.preset, 4 if self.preset in ("round", "partners") else None)
        left, turns, number = list(self.left), [], 0
        for seat, hand, moves in self.turns:
            steps, before = tuple(map(step, moves.split())), tuple(left)
            left[rules.side_of(seat)] -= sum(each.move.plays_payoff and each.height > 0 for each in steps)
            turns.append(Turn(seat, number, tuple(hand.split()), before, tuple(left), steps))
            number += len(steps)
        outcome = Outcome(Reason(self.reason), self.winners, (0,) * rules.players)
        return Story(rules, self.kinds[: rules.players], tuple(turns), outcome)

    def finds(self) -> dict[str, Span]:
        """Return the achievements of seat 0."""
        return achieved_in(self.story(), 0, self.chances)


def cards(count: int, place: int = 1, begin: int = 1) -> str:
    """Return plays from the hand to one place, one rank after the other; the twelfth completes the stack."""
    heights = [(begin + at - 1) % 12 + 1 for at in range(count)]
    return " ".join(f"H{RANKS[height - 1]}h-C{place}:{height}{'!' * (height == 12)}" for height in heights)


PAY, REST, IDLE = "P-C1:5", (0, "", "H9h-S1"), (1, "", "H9h-S1")


def alone(moves: str) -> Told:
    """Return a game of one turn."""
    return Told([(0, "", moves)])


def both(*mine: str, hand: str = "", **more: object) -> Told:
    """Return a game of these turns of seat 0, an idle turn of the other after each but the last."""
    turns: list[tuple[int, str, str]] = []
    for moves in mine:
        turns += [(0, hand, moves), IDLE]
    return Told(turns[:-1], **more)  # type: ignore[arg-type]


ACE = [*([(0, "Ah 9s", "H9s-S1"), IDLE] * 4)]
WILD = [*([(0, "Kh 9s", "H9s-S1"), IDLE] * 7)]

EACH: dict[str, tuple[Told, Told]] = {
    "three_stacks_touched": (alone("HAh-C1:1 HAh-C2:1 HAh-C3:1"), alone("HAh-C1:1 HAh-C2:1 H2h-C2:2")),
    "ten_cards": (alone(cards(10)), both(cards(9), cards(9, 2))),
    "twenty_cards": (alone(cards(20)), both(cards(19), cards(19, 2))),
    "three_payoff": (alone("P-C1:5 P-C2:7 P-C3:1"), alone("P-C1:5 P-C2:7 P-L1 S1-C1:6")),
    "five_payoff": (alone(" ".join([PAY] * 5)), alone(" ".join([*[PAY] * 4, "+P-C1:7"]))),
    "two_hands": (alone("HAh-C1:1~ H2h-C1:2~"), both("HAh-C1:1~", "H2h-C1:2~")),
    "two_stacks": (alone("HQh-C1:12! HQs-C2:12!"), both("HQh-C1:12!", "HQs-C2:12!")),
    "three_stacks": (alone("HQh-C1:12! HQs-C2:12! S1-C3:12!"), alone("HQh-C1:12! HQs-C2:12! S1-C3:11")),
    "long_run": (alone(cards(8)), alone(f"{cards(7)} HAs-C2:1 H8h-C1:8")),
    "whole_stack": (alone(f"{cards(6)} {cards(3, 2)} {cards(6, 1, 7)}"), alone(f"{cards(11, 1, 2)} {cards(5)}")),
    "three_wilds": (alone("HKh-C1:3* HKs-C2:4* S1-C1:4*"), alone("HKh-C1:3* HKs-C2:4* HKd-S1")),
    "stepping_stone": (alone("HKh-C1:3* P-C1:4"), alone("HKh-C1:3* P-C2:4")),
    "side_door": (alone("S1-C1:2 S2-C1:3 S1-C1:4 P-C1:5"), alone("S1-C1:2 H3h-C1:3 S1-C1:4 P-C1:5")),
    "avalanche": (
        alone(" ".join(f"S1-C1:{at}" for at in range(2, 7))),
        alone("S1-C1:2 S1-C1:3 S2-C1:4 S1-C1:5 S1-C1:6"),
    ),
    "opening": (both(PAY, PAY, PAY), both(PAY, "H9h-S1", PAY, PAY)),
    "five_running": (both("H9h-S1", *[PAY] * 5), both(*[PAY] * 4, "H9h-S1", *[PAY] * 4)),
    "ace_held": (
        Told([*ACE, (0, "Ah 9s", "HAh-C1:1 P-C1:2")]),
        Told([*ACE[2:], (0, "Ah 9s", "HAh-C1:1 P-C1:2")]),
    ),
    "clean_desk": (both("H9h-S4/0", "S1-C1:2/4"), both("H9h-S4/1", "S1-C1:2/4")),
    "loaded": (both(*["P-L1 H8h-L1"] * 2, "P-L1"), both(*["P-L1 H8h-L1"] * 2)),
    "partners_cards": (
        Told([(0, "", "+P-C1:3 +P-C1:4"), (0, "", "+P-C1:2")], preset="partners"),
        Told([(0, "", "+P-C1:3 +P-C1:4"), (2, "", "P-C1:2")], preset="partners"),
    ),
    "win": (both(PAY), both(PAY, winners=(1,))),
    "shut_out": (both(PAY), Told([(1, "", PAY), (0, "", PAY)])),
    "runaway": (both(PAY, left=(1, 10)), both(PAY, left=(1, 9))),
    "whisker": (both(PAY, left=(1, 1)), both(PAY, left=(1, 2))),
    "comeback": (both("H9h-S1", left=(10, 2)), both("H9h-S1", left=(9, 2))),
    "never_behind": (both(PAY, left=(10, 10)), Told([(1, "", PAY), (0, "", PAY)], left=(10, 10))),
    "held_line": (both(*["H9h-S1"] * 5, left=(5, 1)), both(*["H9h-S1"] * 4, left=(5, 1))),
    "no_wilds": (both("HKh-S1", PAY), both("S1-C1:4*", PAY)),
    "wild_kept": (
        Told([*WILD, (0, "Kd", PAY)]),
        Told([*WILD[:6], (0, "Kd Kh", "HKd-S1*"), *WILD[8:], (0, "Kd", PAY)]),
    ),
    "in_a_hurry": (both(*[PAY] * 10, left=(10, 10)), both("H9h-S1", *[PAY] * 10, left=(10, 10))),
    "long_haul": (both(*["H9h-S1"] * 50), both(*["H9h-S1"] * 49)),
    "last_three": (both(f"{PAY} {PAY} {PAY}"), Told([(0, "", f"{PAY} {PAY} {PAY}"), IDLE])),
    "flourish": (both(f"{cards(7)} P-C1:8"), both(f"{cards(6)} P-C1:7")),
    "from_the_hand": (both("H4h-C1:4 P-C1:5"), both("H4h-C2:4 P-C1:5")),
    "crowned": (both("P-C1:5*"), both("HKh-C1:4* P-C1:5")),
    "outlasted": (both("H9h-S1", reason="stock"), both("H9h-S1", reason="stalemate")),
    "crowd": (both(PAY, preset="round", left=(9, 9, 9, 9)), both(PAY, preset="partners")),
    "side_by_side": (both(PAY, preset="partners"), both(PAY, preset="round", left=(9, 9, 9, 9))),
    "beat_octavia": (
        both(PAY, preset="partners", kinds=(None, "expert", None, "master")),
        both(PAY, preset="partners", kinds=(None, "expert", "master", None)),
    ),
    "against_odds": (
        both(PAY, PAY, chances=(Chance(1, 0.4), Chance(2, 0.05))),
        both(PAY, PAY, chances=(Chance(1, 0.4), Chance(2, 0.06))),
    ),
}


def test_each_of_a_game_is_tried() -> None:
    assert list(EACH) == [each.key for each in OF_GAMES]


@pytest.mark.parametrize("key", EACH)
def test_of_a_game(key: str) -> None:
    has, nearly = EACH[key]
    assert key in has.finds()
    assert key not in nearly.finds()


def test_where_it_happened() -> None:
    assert both("H9h-S1", "H4h-C1:4 P-C1:5 P-C2:1 P-C3:7").finds()["three_payoff"] == Span(2, 6)
    assert EACH["five_running"][0].finds()["five_running"] == Span(2, 11)
    assert EACH["ace_held"][0].finds()["ace_held"] == Span(0, 10)
    assert EACH["against_odds"][0].finds()["against_odds"] == Span(1, 3)


def test_an_unfinished_game_shows_nothing() -> None:
    assert achieved_in(replace(alone(cards(20)).story(), outcome=None), 0) == {}


# --- over several games ---------------------------------------------------------------------------------------------

DAY = date(2026, 3, 2)


def played(spec: str) -> list[Result]:
    """Parse results such as ``club+0 master-0``: the opponent, won, lost or drawn, and the day."""
    found = []
    for each in spec.split():
        opponent, won, day = re.split(r"([-+=])", each)
        result = {"+": True, "-": False, "=": None}[won]
        found.append(Result("standard", 2, opponent or None, result, DAY + timedelta(int(day))))
    return found


def versions(names: Sequence[str], days: int = 1, players: Sequence[int] = (2,)) -> list[Result]:
    """Return lost games of some versions, spread over `days` days."""
    return [
        Result(name, players[at % len(players)], None, False, DAY + timedelta(at * days // len(names)))
        for at, name in enumerate(names)
    ]


FIVE = "beginner+0 casual+1 club+2 expert+3"

LISTS: dict[str, tuple[list[Result], list[Result], int]] = {
    "revenge": (played("club-0 expert+0 club+1"), played("club-0 club=1 club+1 expert+1 club+2"), 2),
    "five_in_a_row": (played("+0 " * 5), played("+0 +0 +0 +0 =0 +0"), 4),
    "ten_in_a_row": (played("-0 " + "+0 " * 10), played("+0 " * 9 + "-0 " + "+0 " * 9), 10),
    "hundred_games": (played("-0 " * 100), played("+0 " * 99), 99),
    "seven_days": (
        played("-0 -1 -1 -2 -3 -4 -5 -6"),
        played("-0 -1 -2 -3 -4 -5 -7 -8"),
        7,
    ),
    "five_versions": (versions(list(PRESETS)[:5]), versions([*list(PRESETS)[:5]], days=2), 4),
    "all_numbers": (
        versions(["quick"] * 4, players=(2, 3, 4, 5)),
        versions(["quick"] * 8, players=(2, 3, 4, 6)),
        3,
    ),
    "all_five": (played(f"{FIVE} master-4 master+90"), played(f"{FIVE} master-4 master=5 +6"), 5),
    "all_five_in_a_week": (
        played(f"{FIVE} master+8 beginner+8 casual+8"),
        played(f"{FIVE} master+8 casual+8"),
        6,
    ),
    "every_version": (versions(list(PRESETS)), versions(list(PRESETS)[1:] * 2), len(PRESETS) - 1),
}


@pytest.mark.parametrize("key", LISTS)
def test_over_several_games(key: str) -> None:
    has, nearly, number = LISTS[key]
    assert achieved_over(has)[key] == number
    assert key not in achieved_over(nearly)


def test_each_of_several_games_is_tried() -> None:
    assert list(LISTS) == [each.key for each in OF_LISTS]


# --- texts ----------------------------------------------------------------------------------------------------------


def test_each_has_a_title_and_words_of_its_own_in_every_language() -> None:
    assert len(ACHIEVEMENTS) == len(OF_GAMES) + len(OF_LISTS) >= 40
    for language in texts.languages():
        with texts.in_language(language):
            titles = [texts._(each.title) for each in ACHIEVEMENTS.values()]
            words = [texts._(each.words) for each in ACHIEVEMENTS.values()]
        assert len(set(titles)) == len(titles)
        assert len(set(words)) == len(words)
        assert max(map(len, titles)) <= 32
        assert max(map(len, words)) <= 120
        assert all(said.endswith(".") for said in words)
        if language != texts.ENGLISH:
            # French and Portuguese say "avalanche" as well.
            assert set(titles) & {each.title for each in ACHIEVEMENTS.values()} <= {"Avalanche"}
