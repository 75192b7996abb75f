"""When a running tournament is looked at, and what is done then, without a server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spite_and_malice.engine.outcome import Reason
from spite_and_malice.server.clock import BEGAN_AT
from spite_and_malice.server.cluster import News
from spite_and_malice.server.features.tournaments import director as directing
from spite_and_malice.server.features.tournaments.director import Director, seats_of, settings_of
from spite_and_malice.server.features.tournaments.looks import TournamentLooks
from spite_and_malice.server.features.tournaments.rounds import FIRST_LEFT, SECOND_LEFT, board_of, result_of
from spite_and_malice.server.store import (
    Conflict,
    EntrantRow,
    Origin,
    PairingRow,
    Store,
    Tournament,
    TournamentForm,
    TournamentRow,
)
from spite_and_malice.server.store.events.origins import EndedGame, OriginTable
from spite_and_malice.server.tables.endings import Endings
from spite_and_malice.server.tables.registry import Rooms

NOW = BEGAN_AT + 100 * 86_400_000
MINUTE = 60_000
HOST = "h" * 64
FORM = TournamentForm("swiss", "standard", rounds=3, seconds=900, increment=10, grace=120)


def cup(name: str = "t", **changes: Any) -> TournamentRow:
    return replace(TournamentRow(name, HOST, "Cup", FORM, b"0" * 32, state="running"), **changes)


def people(count: int) -> tuple[EntrantRow, ...]:
    return tuple(EntrantRow(number, f"P{number}", f"{number:064}", seed=number) for number in range(1, count + 1))


def at_table(row: PairingRow, made_at: int = NOW, **changes: Any) -> OriginTable:
    """Return the table of a pairing, at which nothing was dealt."""
    origin = Origin("tournament", "t", row.round, board_of(row), made_at=made_at)
    return replace(OriginTable("t1", origin, (), 0, False, False, frozenset(), ()), **changes)


class World:
    """The stored tournaments and the live tables, and what was done to them."""

    def __init__(self, *found: Tournament | None) -> None:
        self.found = list(found)
        self.gathered: list[TournamentRow] = []
        self.made: list[Any] = []
        self.done: list[Any] = []
        self.is_read_only = False
        self.fails = False
        switches = SimpleNamespace(switches=self)
        store = SimpleNamespace(tournaments=self, tables=self, operators=switches)
        endings = cast("Endings", SimpleNamespace(listen=lambda *_: None))
        self.director = Director(cast("Store", store), cast("Rooms", self), endings, News())

    async def get(self, _name: str) -> Tournament | None:
        return self.found.pop(0) if len(self.found) > 1 else self.found[0]

    async def gathering(self) -> list[TournamentRow]:
        return self.gathered

    async def of_origin(self, _subject: str, name: str, rounds: set[int]) -> list[Any]:
        self.done.append(("tables of", name, rounds))
        return self.made

    async def wake(self, table_id: str) -> None:
        self.done.append(("wake", table_id))

    async def renew(self, table_ids: list[str]) -> None:
        self.done.append(("renew", table_ids))

    async def start(self, name: str, joining: Any, _lot: str, seeds: Any, spare: Any) -> None:
        self.done.append(("start", name, len(joining), sorted(seeds), list(spare)))
        if self.fails:
            raise Conflict("somebody joined just now")

    def __getattr__(self, name: str) -> Any:
        async def did(*what: Any) -> bool:
            self.done.append((name, *what))
            return True

        return did


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Both clocks of the director, to be set."""
    clock = SimpleNamespace(now=100.0, takes=0.0)
    monkeypatch.setattr(directing, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(directing, "now_ms", lambda: NOW)
    return clock


@pytest.mark.parametrize(
    ("changes", "is_read_only", "pause", "done"),
    [
        ({"state": "over"}, False, None, []),
        ({"state": "gathering"}, False, None, []),
        ({}, True, 5.0, []),
        ({"paused_at": NOW}, False, 5.0, []),
    ],
)
async def test_a_tournament_that_is_not_played_now_is_left_alone(
    changes: dict[str, Any], is_read_only: bool, pause: float | None, done: list[Any]
) -> None:
    world = World(Tournament(cup(round=1, **changes), people(4), ()))
    world.is_read_only = is_read_only
    assert await world.director.advance("t") == pause
    assert world.done == done
    gone = World(None)
    assert await gone.director.advance("t") is None


async def test_a_round_that_is_over_is_followed_by_the_next_and_the_last_by_the_end() -> None:
    over = [PairingRow(1, 1, 1, 2, outcome="first", ended_at=NOW), PairingRow(1, 2, 3, 4, outcome="draw", ended_at=NOW)]
    world = World(Tournament(cup(round=1), people(4), over))
    assert await world.director.advance("t") == 0
    [(name, of, paired)] = world.done
    assert (name, of, [each.round for each in paired]) == ("pair", "t", [2, 2])
    last = World(Tournament(cup(round=1, form=TournamentForm("swiss", "standard", rounds=1)), people(4), over))
    assert await last.director.advance("t") is None
    assert last.done == [("finish", "t", "over")]


async def test_a_game_that_is_being_played_is_kept_live_and_noted_once() -> None:
    row = PairingRow(1, 1, 1, 2)
    world = World(Tournament(cup(round=1), people(2), [row]))
    world.made = [at_table(row, game=1)]
    assert await world.director.advance("t") == 5.0
    world.found = [Tournament(cup(round=1), people(2), [replace(row, table_id="t1")])]
    assert await world.director.advance("t") == 5.0
    assert world.done == [
        ("tables of", "t", {1}),
        ("wake", "t1"),
        ("note_tables", "t", [replace(row, table_id="t1")]),
        ("tables of", "t", {1}),
    ]


@pytest.mark.parametrize(("late", "is_forfeited"), [(119_999, False), (120_000, True)])
async def test_who_does_not_come_in_time_loses(late: int, is_forfeited: bool) -> None:
    row = PairingRow(1, 1, 1, 2, table_id="t1")
    world = World(Tournament(cup(round=1), people(2), [row]))
    world.made = [at_table(row, made_at=NOW - late, came=frozenset({str(people(2)[0].person)}))]
    await world.director.advance("t")
    forfeits = [each for each in world.done if each[0] == "forfeit"]
    assert [each[2].outcome for each in forfeits] == (["first_forfeit"] if is_forfeited else [])
    assert (("renew", ["t1"]) in world.done) is is_forfeited


@pytest.mark.parametrize("is_computer", [False, True])
async def test_a_table_is_loaded_for_its_programs_but_not_for_people_who_come_to_it(is_computer: bool) -> None:
    row = PairingRow(1, 1, 1, 2, table_id="t1")
    first, second = people(2)
    if is_computer:
        second = replace(second, person=None, player="club")
    world = World(Tournament(cup(round=1), (first, second), [row]))
    for game in (0, 1):
        # Once it is dealt it is live in the process to which they came, and following it here would be wasted.
        world.made = [at_table(row, game=game)]
        await world.director.advance("t")
    assert world.done.count(("wake", "t1")) == is_computer


async def test_of_two_processes_one_takes_a_tournament_on(clock: SimpleNamespace) -> None:
    world = World(Tournament(cup(round=1), people(2), [PairingRow(1, 1, 1, 2, table_id="t1")]))
    director = world.director
    for leads in (False, True):

        async def may_lead(_name: str, leads: bool = leads) -> bool:
            return leads

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(director._news, "may_lead", may_lead)
            await director._look("t")
        assert director._due["t"] == clock.now + (5.0 if leads else 1.0)
        assert bool(world.done) is leads


async def test_all_who_ask_meanwhile_share_the_next_reading() -> None:
    going_on, read = asyncio.Event(), asyncio.Event()
    changes = 0

    class Slow:
        async def changes(self, _name: str) -> int:
            nonlocal changes
            changes += 1
            return changes

        async def get(self, _name: str) -> Tournament:
            row = cup(changes=changes)
            read.set()
            await going_on.wait()
            return Tournament(row, people(2), ())

    looks = TournamentLooks(cast("Store", SimpleNamespace(tournaments=Slow())))
    first = [asyncio.create_task(looks.look("t")) for _ in range(3)]
    await read.wait()
    # What they have just written may not be in what is read now.
    later = [asyncio.create_task(looks.look("t")) for _ in range(3)]
    await asyncio.sleep(0)
    going_on.set()
    found = await asyncio.gather(*first, *later)
    assert [each.tournament.row.changes for each in found] == [1, 1, 1, 2, 2, 2]


async def test_planned_tournaments_begin_at_their_time_and_hosts_who_are_gone_are_followed() -> None:
    world = World(Tournament(cup(state="gathering"), people(3), ()))
    world.gathered = [
        cup("now", state="gathering", starts_at=NOW),
        cup("later", state="gathering", starts_at=NOW + 1),
        cup("away", state="gathering", host_seen_at=NOW - 10 * MINUTE - 1),
        cup("here", state="gathering", host_seen_at=NOW - 10 * MINUTE),
        cup("hostless", state="gathering", host="", host_seen_at=0),
        cup("planned", state="gathering", starts_at=NOW + 1, host_seen_at=0),
    ]
    await world.director._gather()
    assert world.done == [
        ("start", "now", 0, [1, 2, 3], []),
        ("follow_host", "away", HOST, NOW - 10 * MINUTE),
    ]
    world.is_read_only = True
    await world.director._gather()
    assert len(world.done) == 2


async def test_with_too_few_a_planned_tournament_is_cancelled_and_another_process_may_be_faster() -> None:
    alone = World(Tournament(cup(state="gathering"), people(1), ()))
    await alone.director._begin("t")
    assert alone.done == [("finish", "t", "cancelled")]
    faster = World(Tournament(cup(state="gathering"), people(2), ()))
    faster.fails = True
    await faster.director._begin("t")
    assert [each[0] for each in faster.done] == ["start"]
    gone = World(None)
    await gone.director._begin("t")
    assert gone.done == []


@pytest.mark.parametrize(
    ("pause", "takes", "due", "rests_until"),
    [
        (5.0, 0.1, 5.0, 0.4),
        # What takes long is looked at less often, but not less than each second.
        (0.5, 0.2, 0.8, 0.8),
        (0.5, 3.0, 1.0, 1.0),
        (0.0, 3.0, 0.0, 1.0),
        (None, 0.1, None, None),
    ],
)
async def test_a_tournament_rests_four_times_as_long_as_a_look_took(
    pause: float | None,
    takes: float,
    due: float | None,
    rests_until: float | None,
    clock: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    director = World(None).director

    async def advance(_name: str) -> float | None:
        assert director._due["t"] == 105.0
        clock.now += takes
        return pause

    monkeypatch.setattr(director, "advance", advance)
    await director._look("t")
    ended = 100 + takes
    assert director._due.get("t") == (None if due is None else pytest.approx(ended + due))
    assert director._looked.get("t") == (None if rests_until is None else pytest.approx(ended + rests_until))


async def test_a_tournament_is_woken_soon_but_not_before_it_has_rested(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = World(None).director
    director.wake("t")
    assert director._due == {"t": 100.2}
    clock.now += 0.1
    director.wake("t")
    assert director._due == {"t": 100.2}
    director._looked["u"] = 101.0
    director.wake("u")
    assert director._due["u"] == 101.2
    assert director._heard.is_set()

    async def fail(_name: str) -> float | None:
        raise Conflict("another process was faster")

    monkeypatch.setattr(director, "advance", fail)
    await director._look("u")
    assert director._due["u"] == pytest.approx(clock.now + 0.2)


def test_a_table_of_a_tournament_has_its_clock_its_people_and_no_help() -> None:
    settings = settings_of(FORM)
    assert settings.clock is not None
    assert (settings.clock.kind, settings.clock.seconds, settings.clock.increment) == ("player", 900, 10)
    assert (settings.start, settings.chat, settings.help, settings.undo_turns) == ("full", "phrases", False, False)
    assert (settings.away_seconds, settings.grace, settings.rated) == (120, 120, False)
    assert settings_of(TournamentForm("swiss", "standard", grace=20, rated=True)).away_seconds == 60
    seats = seats_of([EntrantRow(1, "Ada", "a" * 64, head="owl"), EntrantRow(2, "Cy 2", player="club", head="fox")])
    assert [(seat.kind, seat.name, seat.person, seat.player, seat.head) for seat in seats] == [
        ("person", "Ada", "a" * 64, None, "owl"),
        ("computer", "Cy 2", None, "club", "fox"),
    ]
    assert seats_of([EntrantRow(1, "Somebody"), EntrantRow(2, "Ben", "b" * 64)])[0].person == ""


@pytest.mark.parametrize(
    ("winners", "stand_ins", "reason", "left", "outcome", "margin", "note"),
    [
        ([0], [], Reason.PAYOFF, (0, 4), "first", 4, ""),
        ([1], [], Reason.PAYOFF, (3, 0), "second", -3, ""),
        ([], [], Reason.STOCK, (3, 3), "draw", 0, ""),
        ([0, 1], [], Reason.STOCK, (3, 5), "draw", 2, ""),
        # Who has gone loses, whoever won the cards; where both have, the cards count.
        ([0], [0], Reason.PAYOFF, (0, 4), "second", 4, "first_left"),
        ([0], [1], Reason.PAYOFF, (0, 4), "first", 4, "second_left"),
        ([1], [0, 1], Reason.PAYOFF, (3, 0), "second", -3, ""),
        # A game that was given up is won as if by all cards.
        ([0], [], Reason.RESIGNATION, (7, 4), "first", 4, ""),
        ([1], [], Reason.FORFEIT, (7, 4), "second", -7, ""),
    ],
)
def test_a_game_counts_for_its_winner_unless_one_of_them_left(
    winners: list[int],
    stand_ins: list[int],
    reason: Reason,
    left: tuple[int, int],
    outcome: str,
    margin: int,
    note: str,
) -> None:
    row = PairingRow(1, 2, 1, 2)
    figures = SimpleNamespace(seats=[SimpleNamespace(left=each) for each in left])
    game = cast(
        "EndedGame",
        SimpleNamespace(winners=winners, stand_ins=stand_ins, reason=reason, figures=figures, ended_at=NOW),
    )
    found = result_of(row, at_table(row, game=1, ended=(game,)))
    assert found is not None
    assert (found.outcome, found.margin, found.ended_at, found.table_id) == (outcome, margin, NOW, "t1")
    assert found.note == {"first_left": FIRST_LEFT, "second_left": SECOND_LEFT}.get(note, "")


def test_a_table_that_was_closed_is_a_game_to_which_nobody_came() -> None:
    row = PairingRow(1, 2, 1, 2)
    assert result_of(row, at_table(row)) is None
    assert result_of(row, at_table(row, is_closed=True)) == replace(
        row, table_id="t1", outcome="no_show", note="closed"
    )
    assert board_of(replace(row, attempt=3)) == 2 * 16 + 3
