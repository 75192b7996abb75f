"""What a live game tells each of its people while others are away, over thousands of histories made up in memory.

In a history people close their page and come back, are away for too long, let their time run out, are waited for once
more, leave. After each step everybody's sentence is checked.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from spite_and_malice.server.games.spite import absence
from spite_and_malice.server.games.spite.absence import STATES, THEN, may_claim, situation
from spite_and_malice.server.games.spite.setup import build_rules
from spite_and_malice.server.games.spite.table import Table, new_table
from spite_and_malice.server.protocol.settings import ClockSettings, Settings
from spite_and_malice.server.store import Origin, SeatRow
from spite_and_malice.texts import _, in_language
from tests.examples import examples

NAMES = ("Ada", "Ben", "Cleo")
LIMIT_MS = 20_000


class Running(Table):
    """A table with a running game: its cards do not matter here."""

    @property
    def turn(self) -> int | None:
        return 0

    @property
    def state(self) -> str:
        return "running"


class History:
    """A live table in memory, advanced step by step as the room advances a stored one."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        people = chance.choice((2, 2, 3))
        seats = [SeatRow("person", name, None, name.lower()) for name in NAMES[:people]]
        clock = chance.choice((None, ClockSettings("move", 30), ClockSettings("player", 300)))
        made = new_table("ada", "quick", build_rules("quick", people, {}), seats, Settings(clock=clock))
        self.table = Running(**{name: getattr(made, name) for name in made.__dataclass_fields__})
        origin = chance.choice((None, None, Origin("evening", "e", 1, 1)))
        self.table.row = replace(self.table.row, origin=origin)
        self.here = set(range(people))
        self.until: dict[int, int] = {}
        self.now = 1_000_000_000

    def seat(self, number: int, stand_in: str | None) -> None:
        seats = list(self.table.row.seats)
        seats[number] = replace(seats[number], stand_in=stand_in)
        self.table.row = replace(self.table.row, seats=tuple(seats))

    def step(self) -> None:
        """Make a random possible event happen."""
        chance, number = self.chance, self.chance.randrange(len(self.table.row.seats))
        self.now += chance.choice((1_000, 5_000, LIMIT_MS))
        own = self.table.row.seats[number].stand_in
        for late in [each for each, at in self.until.items() if at <= self.now]:
            del self.until[late]
            self.seat(late, "away")
        match chance.randrange(6):
            case 0:
                self.here.discard(number)
            case 1:
                self.here.add(number)
                self.until.pop(number, None)
                if own is not None and self.table.may_return(number):
                    self.seat(number, None)
            case 2 if self.table.settings.clock is not None and own is None:
                self.until.pop(number, None)
                self.seat(number, "clock")
            case 3 if own in ("away", "clock") and absence.may_wait(self.table, number):
                self.seat(number, None)
            case 4 if chance.random() < 0.1:
                self.until.pop(number, None)
                self.seat(number, "left")
            case _:
                pass
        for each, seat in enumerate(self.table.row.seats):
            if each not in self.here and seat.stand_in is None and self.here:
                self.until.setdefault(each, self.now + LIMIT_MS)


def check(history: History, seat: int | None) -> str:
    """Check the sentence for a person now; return their state, empty for nothing."""
    table, here = history.table, history.here
    found = situation(table, seat, here, history.until)
    others = [each for each in range(len(table.row.seats)) if each != seat]
    claimed = [each for each in others if seat is not None and may_claim(table, seat, each, here)]
    plays = seat is None or table.row.seats[seat].stand_in is None
    if found is None:
        assert not plays or not any(each in history.until for each in others)
        return ""
    assert plays
    assert found.state in STATES
    assert "{" not in found.sentence
    assert found.then.endswith(":") == (found.at is not None)
    # A win is claimed at a table for two of nobody else's, from somebody whose stand-in plays, and who cannot play on.
    assert ("claim" in found.acts) == bool(claimed)
    for each in claimed:
        assert len(table.row.seats) == 2
        assert table.row.origin is None
        assert table.row.seats[each].stand_in in ("away", "clock")
        assert each not in here or not table.may_return(each)
    if found.state == "away":
        # The next to be replaced is named, with the time, which is still to come.
        at, first = min((history.until[each], each) for each in others if each in history.until)
        assert found.at == at > history.now
        assert table.row.seats[first].name in found.words
        assert found.acts == ()
        assert ("claim" in found.then) == (seat is not None and len(table.row.seats) == 2 and not table.row.origin)
    else:
        gone = [each for each in others if absence.is_gone(table, each, here)]
        assert all(table.row.seats[each].name in found.words for each in gone)
        assert ("more_time" in found.acts) == (seat is not None and absence.may_wait(table, gone[0]))
    return found.state


def test_who_waits_reads_for_whom_and_until_when_and_claims_nothing_from_those_who_play() -> None:
    states: Counter[str] = Counter()
    for number in range(examples(3000).max_examples):
        history = History(random.Random(number))
        for _step in range(40):
            history.step()
            for seat in (None, *range(len(history.table.row.seats))):
                states[check(history, seat)] += 1
    assert set(states) == {"", *STATES}


def test_every_state_has_its_sentence_in_german() -> None:
    with in_language("de"):
        assert [text for text in {*STATES.values(), *THEN.values()} if _(text) == text] == []
