"""Rounds of an evening without a server: their draw, what is read again, and what is called off."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.clock import BEGAN_AT
from spite_and_malice.server.features.evenings import rounds
from spite_and_malice.server.store import Conflict, Store, StoredEvening
from spite_and_malice.server.tables.registry import Rooms

from .test_feature_bounds import ADA, BEN, CLEO, EVENING, MINUTE, evening, guest, table

NOW = BEGAN_AT + 100 * 86_400_000


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Both clocks of the rounds, to be set."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(rounds, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(rounds, "now_ms", lambda: NOW)
    return clock


class Evenings:
    """The stored evenings, which are one, and what was done to it."""

    def __init__(self, at: StoredEvening) -> None:
        self.at: StoredEvening | None = at
        self.done: list[Any] = []
        self.drawn: list[bool | Exception] = []
        self.operators = SimpleNamespace(switches=SimpleNamespace(is_read_only=False))

    @property
    def store(self) -> Store:
        return cast("Store", SimpleNamespace(evenings=self, operators=self.operators))

    async def get(self, evening_id: str) -> StoredEvening | None:
        self.done.append(("get", evening_id))
        return self.at

    async def changed_at(self, _evening_id: str) -> int | None:
        return None if self.at is None else self.at.evening.changed_at

    async def unopened(self, before: int) -> list[StoredEvening]:
        self.done.append(("unopened", before))
        return [] if self.at is None else [self.at]

    async def end(self, evening_id: str, by: str) -> None:
        self.done.append(("end", evening_id, by))
        raise Conflict("another process was faster")

    async def draw(self, evening_id: str, number: int, ready: list[int], _drawn: Any) -> bool:
        self.done.append(("draw", number, ready))
        outcome = self.drawn.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def wake(self, table_id: str) -> None:
        self.done.append(("wake", table_id))


def ready(number: int) -> StoredEvening:
    people = [guest(each, person, NOW, "ready") for each, person in enumerate((ADA, BEN, CLEO), 1)][:number]
    return evening(*people, round=4, rules=preset_rules("quick", 2).to_json(), preset="quick")


def test_tables_of_a_round_are_numbered_and_begin_a_minute_later() -> None:
    at = ready(3)
    at = replace(at, guests=(*at.guests, guest(4, "d" * 64, NOW, "ready"), guest(5, "e" * 64, NOW)))
    drawn = rounds.drawn_round(at)
    assert drawn.resting == ()
    origins = [each.table.origin for each in drawn.tables]
    assert [(each and each.subject, each and each.id, each and each.starts_at) for each in origins] == [
        ("evening", "e", NOW + MINUTE)
    ] * 2
    assert sorted(one or 0 for each in drawn.tables for one in each.guests) == [1, 2, 3, 4]
    people = {each.number: each.person for each in at.guests}
    for each in drawn.tables:
        assert [seat.person for seat in each.table.seats] == [people[one or 0] for one in each.guests]
        assert each.table.settings["away_seconds"] == 90
        assert (each.table.settings["help"], each.table.settings["start"]) == (False, "full")
    numbers = [(each.part, each.board) for each in origins if each is not None]
    assert numbers == [(5, 1), (5, 2)]


def test_who_is_left_over_rests_or_plays_a_computer_player() -> None:
    assert len(rounds.drawn_round(ready(3)).resting) == 1
    with_computer = ready(3)
    filled = rounds.drawn_round(replace(with_computer, evening=replace(with_computer.evening, computer="beginner")))
    assert filled.resting == ()
    [lonely] = [each for each in filled.tables if None in each.guests]
    assert [seat.player for seat in lonely.table.seats if seat.kind == "computer"] == ["beginner"]


def test_who_sat_out_or_played_computer_players_has_rested() -> None:
    at = ready(3)
    tables = (
        *(table(1, NOW, 1, 2), table(0, NOW, 3)),
        *(table(1, NOW, 3, None, of_round=2), table(2, NOW, 1, 2, of_round=2)),
        # A table of rules for another number of players.
        table(1, NOW, 1, 2, 3, of_round=3),
    )
    history = rounds.history_of(replace(at, tables=tables))
    assert history.met == {frozenset((1, 2)): 2}
    assert history.rested == {3: 2}


async def test_a_round_is_drawn_again_where_something_changed_and_not_where_another_was_faster() -> None:
    for outcomes, is_drawn in (
        ([True], True),
        ([False, True], True),
        ([False] * 5, False),
        ([Conflict("faster")], False),
    ):
        kept = Evenings(ready(2))
        kept.drawn = list(outcomes)
        at = ready(2)
        assert await rounds.draw_round(kept.store, cast("Rooms", kept), at) is is_drawn
        assert [each[0] for each in kept.done].count("draw") == len(outcomes)
        assert [each[0] for each in kept.done].count("wake") == is_drawn
        assert ("draw", 4, [1, 2]) in kept.done
    # There are too few, or the round has begun meanwhile.
    kept = Evenings(ready(1))
    assert not await rounds.draw_round(kept.store, cast("Rooms", kept), ready(1))
    assert kept.done == []
    later = ready(2)
    kept.at = replace(later, evening=replace(later.evening, round=5))
    kept.drawn = [False, True]
    assert not await rounds.draw_round(kept.store, cast("Rooms", kept), ready(2))
    assert kept.drawn == [True]


async def test_an_evening_is_read_again_after_half_a_second_or_a_change(
    monkeypatch: pytest.MonkeyPatch, clock: SimpleNamespace
) -> None:
    kept = Evenings(evening())
    advanced: list[str] = []

    async def advance(_store: Store, _rooms: Rooms, evening_id: str) -> StoredEvening | None:
        advanced.append(evening_id)
        return kept.at

    monkeypatch.setattr(rounds, "advance", advance)
    looks = rounds.Looks(kept.store, cast("Rooms", kept))
    at = kept.at
    for _ in range(2):
        assert await looks.look("e") is at
        clock.now += 0.4
    assert advanced == ["e"]
    clock.now += 0.1
    await looks.look("e")
    assert len(advanced) == 2
    kept.at = replace(evening(), evening=replace(EVENING, changed_at=7))
    assert await looks.look("e") is kept.at
    assert len(advanced) == 3
    # What is not there is asked for each time, and nothing old is kept.
    kept.at = None
    clock.now += 1
    assert await looks.look("e") is None
    assert looks._seen == {}


@pytest.mark.parametrize("is_read_only", [False, True])
async def test_evenings_to_which_nobody_came_are_looked_for_every_minute_unless_nothing_may_change(
    monkeypatch: pytest.MonkeyPatch, is_read_only: bool
) -> None:
    deserted = evening(starts_at=NOW - 60 * MINUTE, round=0)
    kept = Evenings(deserted)
    kept.operators.switches.is_read_only = is_read_only
    pauses: list[float] = []

    async def once(_what: str, seconds: float, do: Any) -> None:
        pauses.append(seconds)
        await do()

    monkeypatch.setattr(rounds, "regularly", once)
    await rounds.call_off_loop(kept.store)
    assert pauses == [60]
    expected = [("unopened", NOW - 60 * MINUTE), ("end", "e", ""), ("get", "e")]
    assert kept.done == ([] if is_read_only else expected)
    kept.done.clear()
    kept.at = evening(starts_at=NOW - 60 * MINUTE + 1, round=0)
    await rounds.call_off_deserted(kept.store, NOW)
    assert kept.done == expected[:1]


def test_who_has_no_page_open_at_their_table_is_away_as_far_as_that_is_known() -> None:
    people = [guest(number, person, NOW) for number, person in enumerate((ADA, BEN, CLEO), 1)]
    seen = {("t1", ADA): False, ("t1", BEN): None, ("t2", CLEO): True}
    rooms = cast("Rooms", SimpleNamespace(is_seen_at=lambda table_id, person: seen[table_id, person]))
    at = evening(*people, tables=(table(1, None, 1, 2), table(2, None, 3, None), table(3, NOW, 1, 2)))
    assert rounds.with_presence(rooms, at).away == {1}
