"""What a game by correspondence tells each of its people, over thousands of histories made up without a server.

In a history people move, let their time run out, come back, get more time, leave; computer players move; games end and
the next are dealt. After each step everybody's sentence is checked.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from spite_and_malice.server.games.spite.correspondence import (
    CALLS,
    MORE_MS,
    STATES,
    THEN,
    Standing,
    deadline_of,
    is_out_of_time,
    situation,
)
from spite_and_malice.server.protocol.situation import Situation
from spite_and_malice.server.store import ClocksRow, SeatRow, TableRow
from spite_and_malice.texts import _, in_language
from tests.examples import examples

DAY = 86_400_000
NAMES = ("Ada", "Ben", "Cleo")


class History:
    """A correspondence table in memory, advanced step by step as the room advances a stored one."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        people = chance.choice((2, 2, 3))
        seats = [SeatRow("person", name, None, name.lower()) for name in NAMES[:people]]
        if people == 2 and chance.random() < 0.3:
            seats.append(SeatRow("computer", "Club player", "club"))
        self.row = TableRow("t", "ada", "Table", "standard", {"players": len(seats)}, tuple(seats), {})
        self.now = 1_000_000_000
        self.state = "gathering"
        self.turn: int | None = None
        self.clocks: ClocksRow | None = None

    @property
    def deadline(self) -> int | None:
        return deadline_of(self.row, self.turn, self.clocks)

    def read(self, seat: int | None) -> Situation:
        return situation(self.row, Standing(self.state, self.turn, self.deadline), seat)

    def seat(self, number: int, **changes: object) -> None:
        seats = list(self.row.seats)
        seats[number] = replace(seats[number], **changes)  # type: ignore[arg-type]
        self.row = replace(self.row, seats=tuple(seats))

    def count_anew(self, number: int, milliseconds: int) -> None:
        assert self.clocks is not None
        left = self.clocks.left
        self.clocks = ClocksRow((*left[:number], milliseconds, *left[number + 1 :]), self.now)

    def deal(self) -> None:
        self.state, self.turn = "running", 0
        self.clocks = ClocksRow((DAY,) * len(self.row.seats), self.now)

    def move(self) -> None:
        assert self.turn is not None
        self.count_anew(self.turn, DAY)
        self.turn = (self.turn + 1) % len(self.row.seats)

    def step(self) -> None:
        """Make a random possible event happen."""
        chance = self.chance
        self.now += chance.choice((1, 60_000, DAY // 3))
        if self.state in ("gathering", "game_over"):
            if chance.random() < 0.3:
                self.deal()
            return
        if self.turn is None:
            return
        if self.deadline is not None and self.now >= self.deadline:
            self.seat(self.turn, stand_in="clock", stand_in_since=self.now)
            return
        what, number = chance.random(), chance.randrange(len(self.row.seats))
        at = self.row.seats[number]
        if what < 0.03:
            self.state, self.turn = chance.choice(("game_over", "match_over")), None
        elif what < 0.1 and at.kind == "person" and at.stand_in is None:
            self.seat(number, stand_in="left", stand_in_since=self.now)
        elif what < 0.3 and at.stand_in is not None:
            self.seat(number, stand_in=None, stand_in_since=None)
            if number == self.turn:
                self.count_anew(number, DAY)
        elif what < 0.45 and is_out_of_time(at):
            self.seat(number, stand_in=None, stand_in_since=None)
            self.count_anew(number, MORE_MS)
        elif what < 0.85:
            self.move()


def check(history: History, number: int | None) -> str:
    """Check the sentence for a person now; return their state."""
    found, turn = history.read(number), history.turn
    assert found.state in STATES
    assert found.words
    assert found.then
    assert "{" not in found.sentence
    assert found.then.endswith(":") == (found.at is not None)
    own = None if number is None else history.row.seats[number]
    # Players at the table are led there, and spectators have nothing to do.
    assert ("table" in found.acts) == (number is not None)
    is_awaited = turn is not None and turn == number and own is not None and own.stand_in is None
    assert is_awaited == (found.state in CALLS)
    if is_awaited:
        assert found.at == history.deadline is not None
    if found.state == "theirs":
        assert turn is not None
        mover = history.row.seats[turn]
        assert mover.name in found.words
        # A time is set where somebody may let it run out, and nowhere else.
        assert (found.at is None) == (mover.kind == "computer" or mover.stand_in is not None)
        assert found.at == history.deadline
    assert (found.state in ("gathers", "between", "over")) == (turn is None)
    plays = turn is not None and own is not None and own.stand_in is None
    gone = [each for at, each in enumerate(history.row.seats) if at != number and is_out_of_time(each)]
    assert ("more_time" in found.acts) == (plays and bool(gone))
    # With more than two players, others would lose by it too.
    assert ("claim" in found.acts) == (plays and bool(gone) and len(history.row.seats) == 2)
    assert ("back" in found.acts) == (turn is not None and own is not None and own.stand_in is not None)
    if plays:
        assert all(each.name in found.words for each in gone)
    return found.state


def test_whoever_is_awaited_reads_it_and_nobody_waits_for_what_cannot_come() -> None:
    states: Counter[str] = Counter()
    for number in range(examples(4000).max_examples):
        history = History(random.Random(number))
        for _step in range(60):
            history.step()
            for seat in (None, *(at for at, each in enumerate(history.row.seats) if each.kind == "person")):
                states[check(history, seat)] += 1
            if history.state == "match_over":
                break
    assert set(states) == set(STATES)


def test_every_state_has_its_sentence_in_german() -> None:
    # German is kept complete; the others follow.
    with in_language("de"):
        assert [text for text in {*STATES.values(), *THEN.values()} if _(text) == text] == []
