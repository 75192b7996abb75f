"""Rated games: who may play them, their restrictions, and their rating changes, applied exactly once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from spite_and_malice.rules import preset_rules
from spite_and_malice.server.clock import DAY_MS
from spite_and_malice.server.games.spite.seats import arrange, stand_in
from spite_and_malice.server.games.spite.setup import rated_end
from spite_and_malice.server.games.spite.table import Table, new_table
from spite_and_malice.server.protocol.incoming import Back
from spite_and_malice.server.protocol.settings import Settings
from spite_and_malice.server.rating import RatedEnd, Skill, after_game, anchor, weight
from spite_and_malice.server.store import (
    Conflict,
    GameRow,
    MoveRow,
    NewMove,
    SealRow,
    SeatRow,
    Store,
    StoreError,
    Summary,
    TableRow,
)
from spite_and_malice.server.store.accounts import Agent, Identity
from spite_and_malice.server.store.database import schema
from spite_and_malice.server.store.games import ratings
from spite_and_malice.server.store.records import STAND_IN

from .conftest import Browser, RunningServer, Serve, Visit
from .people import OPEN, PERSON, Company, begin
from .play import choose, finish
from .services import behind

RATED: dict[str, Any] = {"preset": "quick", "settings": {"rated": True}}
HUGO = {"kind": "computer", "player": "club"}
ADA, BEN, CLEO = "a" * 64, "b" * 64, "c" * 64
OVER = Summary(1, None, (5, 0), True)
WON = {"reason": "payoff", "winners": [0], "scores": [5, 0]}
FIRST_WINS = RatedEnd("classic", ((0,), (1,)), (1, 2))


async def with_accounts(store: Store, *people: str) -> None:
    for person in people:
        await store.accounts.open(person, f"{person[:60]}made", Agent())


async def dealt(store: Store, name: str, *people: str, computer: str | None = None) -> None:
    """Write a table whose first game is dealt to some people, and perhaps a computer player."""
    seats = [SeatRow("person", person[0], person=person) for person in people]
    if computer is not None:
        seats.append(SeatRow("computer", computer, player=computer))
    table = TableRow(name, people[0], "Standard", "standard", {"players": len(seats)}, tuple(seats))
    game = GameRow(1, 1, 0, bytes(32), ("",) * len(seats), seats=tuple(seats))
    await store.tables.add(table, SealRow(2, bytes(32)), Summary(1, 0, (0, 0), False), game)


async def end(store: Store, name: str, rated: RatedEnd = FIRST_WINS) -> None:
    await store.tables.add_move(NewMove(name, 1, MoveRow(1, 0, "P-C1"), OVER, WON, rated=rated))


async def mu(store: Store, person: str) -> float:
    (rating,) = await store.ratings.of([person])
    return rating.skill.mu


async def prove(store: Store, *people: str, family: str = "classic") -> None:
    """Make the ratings of some people proven, as if they had played for days."""

    def work(connection: sa.Connection) -> None:
        for person in people:
            of_person = (schema.ratings.c.person == person) & (schema.ratings.c.family == family)
            if connection.execute(sa.update(schema.ratings).where(of_person).values(proven=True)).rowcount == 0:
                row = {"person": person, "family": family, "mu": 25.0, "sigma": 25 / 3, "games": 1, "proven": True}
                connection.execute(sa.insert(schema.ratings).values(**row))

    await store.accounts._write(work)


async def test_of_two_processes_that_end_a_game_at_once_one_rates_it(address: str, store: Store) -> None:
    await with_accounts(store, ADA, BEN)
    await dealt(store, "t1", ADA, BEN)
    other = Store(address)
    ends = await asyncio.gather(end(store, "t1"), end(other, "t1"), return_exceptions=True)
    other.close()
    assert [type(each) for each in ends if each is not None] == [Conflict]
    (ada,), (ben,) = await store.ratings.of([ADA]), await store.ratings.of([BEN])
    assert (ada.games, ben.games, ada.family) == (1, 1, "classic")
    assert ada.skill.mu > 25 > ben.skill.mu
    assert len(await store.ratings.course(ADA, "classic")) == 1


async def test_games_of_the_same_people_that_end_at_two_processes_all_count(address: str, store: Store) -> None:
    await with_accounts(store, ADA, BEN)
    other = Store(address)
    for number in range(8):
        await dealt(store, f"t{number}", *((ADA, BEN) if number % 2 else (BEN, ADA)))
    await asyncio.gather(*(end(store if number % 2 else other, f"t{number}") for number in range(8)))
    other.close()
    (ada,), course = await store.ratings.of([ADA]), await store.ratings.course(ADA, "classic")
    assert (ada.games, len(course)) == (8, 8)
    assert course[-1].skill == ada.skill


async def test_a_rating_that_cannot_be_written_leaves_the_game_unfinished(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_accounts(store, ADA, BEN)
    await dealt(store, "t1", ADA, BEN)
    write = ratings._write

    def fail(connection: sa.Connection, person: str, *values: Any) -> None:
        if person == BEN:
            raise StoreError("no")
        write(connection, person, *values)

    with monkeypatch.context() as patch:
        patch.setattr(ratings, "_write", fail)
        with pytest.raises(StoreError):
            await end(store, "t1")
    stored = await store.tables.get("t1")
    assert stored is not None
    assert (stored.moves, stored.games[0].result, await store.ratings.of([ADA, BEN])) == ((), None, [])
    await end(store, "t1")
    assert [rating.games for rating in await store.ratings.of([ADA, BEN])] == [1, 1]


async def test_the_same_two_count_less_and_less_within_a_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await with_accounts(store, ADA, BEN, CLEO)
    await prove(store, ADA, BEN, CLEO)
    now, gains, before = 1_900_000_000_000, [], 25.0
    monkeypatch.setattr("spite_and_malice.server.store.games.statements.now_ms", lambda: now)
    for number in range(4):
        await dealt(store, f"t{number}", ADA, BEN)
        await end(store, f"t{number}")
        gains.append(await mu(store, ADA) - before)
        before += gains[-1]
    assert gains[3] < gains[0] / 7
    await dealt(store, "other", ADA, CLEO)
    await end(store, "other")
    assert await mu(store, ADA) - before > 3 * gains[3]
    before = await mu(store, ADA)
    now += DAY_MS + 1
    await dealt(store, "later", ADA, BEN)
    await end(store, "later")
    assert await mu(store, ADA) - before > 3 * gains[3]


async def test_a_computer_player_measures_and_is_not_measured(store: Store) -> None:
    await with_accounts(store, ADA, BEN)
    await dealt(store, "t1", ADA, computer="beginner")
    await dealt(store, "t2", BEN, computer="master")
    for name in ("t1", "t2"):
        await end(store, name, RatedEnd("goal", ((0,), (1,)), (1, 2)))
    assert await mu(store, BEN) > await mu(store, ADA) > 25
    with store._database.readers.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(schema.ratings)).scalar_one() == 2


async def test_a_stranger_among_accounts_gets_no_rating(store: Store) -> None:
    await with_accounts(store, ADA)
    await dealt(store, "t1", ADA, BEN)
    await end(store, "t1")
    assert [rating.person for rating in await store.ratings.of([ADA, BEN])] == [ADA]


async def test_what_a_game_made_of_ratings_is_told_by_seat_with_the_place_on_the_board(store: Store) -> None:
    await with_accounts(store, ADA, BEN, CLEO)
    for person in (ADA, BEN):
        await store.accounts.change(person, name=person[0], name_key=person[0])
    for number, pair in enumerate([(CLEO, ADA), (ADA, BEN), (BEN, ADA)]):
        await dealt(store, f"t{number}", *pair)
        await end(store, f"t{number}")
    await prove(store, ADA, BEN)
    of_ben, of_ada = await store.ratings.of_game("t2", 1)
    assert (of_ben.seat, of_ben.games, of_ben.place, of_ada.seat, of_ada.games) == (0, 2, 2, 1, 3)
    before = (await store.ratings.of_game("t1", 1))[1]
    assert of_ben.before == before.after
    assert of_ben.after == (await store.ratings.of([BEN]))[0].skill
    # Nobody is on a board without a name or a proven rating.
    of_cleo = (await store.ratings.of_game("t0", 1))[0]
    assert (of_cleo.place, of_cleo.before) == (None, Skill())
    assert await store.ratings.of_game("t0", 2) == []


async def test_of_two_accounts_made_one_the_rating_of_more_games_stays(store: Store) -> None:
    await with_accounts(store, ADA, BEN, CLEO)
    for number, pair in enumerate([(ADA, CLEO), (BEN, CLEO), (CLEO, BEN)]):
        await dealt(store, f"t{number}", *pair)
        await end(store, f"t{number}")
    of_ben, of_cleo = await mu(store, BEN), await mu(store, CLEO)
    here = Identity(f"{BEN[:60]}made", BEN, True)
    await store.accounts.sign_in(ADA, here, "d" * 64, Agent(), join=True)
    assert [(each.games, each.skill.mu) for each in await store.ratings.of([ADA, BEN])] == [(2, of_ben)]
    assert len(await store.ratings.course(ADA, "classic")) == 2
    assert await mu(store, CLEO) == of_cleo


async def test_who_is_erased_leaves_and_the_others_keep_their_numbers(store: Store) -> None:
    await with_accounts(store, ADA, BEN)
    await dealt(store, "t1", ADA, BEN)
    await end(store, "t1")
    of_ben = await mu(store, BEN)
    await store.accounts.change(ADA, name="Ada", name_key="ada")
    await prove(store, ADA)
    taken = await store.people.export(ADA)
    assert taken["ratings"][0]["course"][0]["table"] == "t1"
    assert [row.name for row in await store.ratings.board("classic")] == ["Ada"]
    await store.people.erase(ADA)
    assert (await store.ratings.board("classic"), await mu(store, BEN)) == ([], of_ben)
    assert not [*await store.ratings.of([ADA]), *await store.ratings.course(ADA, "classic")]


async def play_days(store: Store, person: str, computers: list[str], wins: bool, clock: list[int], name: str) -> None:
    """Have somebody play a computer player each day, one after the other."""
    for number, computer in enumerate(computers):
        clock[0] += DAY_MS
        await dealt(store, f"{name}{number}", person, computer=computer)
        await end(store, f"{name}{number}", RatedEnd("classic", ((0,), (1,)), (1, 2) if wins else (2, 1)))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time at which moves are stored, in UTC milliseconds."""
    now = [1_900_000_000_000]
    monkeypatch.setattr("spite_and_malice.server.store.games.statements.now_ms", lambda: now[0])
    return now


async def test_a_rating_is_proven_by_games_on_several_days_against_several_proven_opponents(
    store: Store, clock: list[int]
) -> None:
    await with_accounts(store, ADA, BEN, CLEO)
    await prove(store, BEN)
    await play_days(store, ADA, ["club"] * 5 + ["expert"] * 4, True, clock, "a")
    assert await store.ratings.proof(ADA, "classic") == ratings.Proof(9, 9, 2)
    await dealt(store, "with-cleo", ADA, CLEO)
    await end(store, "with-cleo")
    (ada,) = await store.ratings.of([ADA])
    assert (ada.games, ada.proven) == (10, False)
    await dealt(store, "with-ben", BEN, ADA)
    await end(store, "with-ben")
    assert await store.ratings.proof(ADA, "classic") == ratings.Proof(10, 9, 3)
    (ada,) = await store.ratings.of([ADA])
    assert ada.proven
    # Cleo has met nobody who was proven by then.
    assert await store.ratings.proof(CLEO, "classic") == ratings.Proof(0, 0, 0)


@pytest.mark.parametrize("leaves", [True, False])
async def test_accounts_made_to_lose_lead_neither_to_the_board_nor_past_a_computer_player(
    store: Store, clock: list[int], leaves: bool
) -> None:
    farm = [f"{number:02d}" * 32 for number in range(40)]
    await with_accounts(store, ADA, *farm)
    await store.accounts.change(ADA, name="Ada", name_key="ada")
    lost = replace(FIRST_WINS, left=(1,), played=0.05) if leaves else replace(FIRST_WINS, margin=1.0)
    for day in range(3):
        clock[0] += DAY_MS
        for number, loser in enumerate(farm):
            await dealt(store, f"f{day}-{number}", ADA, loser)
            await end(store, f"f{day}-{number}", lost)
    (ada,) = await store.ratings.of([ADA])
    assert (ada.games, ada.proven, await store.ratings.board("classic")) == (120, False, [])
    assert ada.skill.mu < anchor("classic", "master").mu
    assert ada.skill.sigma >= 6
    # A few real games that are lost on three days bring the rating down to where it belongs.
    await play_days(store, ADA, ["beginner", "casual", "club"] * 4, False, clock, "real")
    (row,) = await store.ratings.board("classic")
    assert row.skill.mu < anchor("classic", "casual").mu


async def test_made_accounts_that_play_each_other_prove_nothing_to_anybody(store: Store, clock: list[int]) -> None:
    farm = [f"{number:02d}" * 32 for number in range(6)]
    await with_accounts(store, ADA, *farm)
    for day in range(4):
        clock[0] += DAY_MS
        for number, pair in enumerate((one, other) for one in farm for other in farm if one < other):
            await dealt(store, f"f{day}-{number}", *pair)
            await end(store, f"f{day}-{number}")
    assert not any(rating.proven for rating in await store.ratings.of(farm))
    # With a computer player at the table, only its place is used.
    three = RatedEnd("classic", ((0,), (1,), (2,)), (2, 3, 1))
    await dealt(store, "three", ADA, farm[0], computer="club")
    await end(store, "three", three)
    assert await mu(store, ADA) < 25


def test_a_game_that_is_left_early_counts_for_who_left_and_little_for_the_others() -> None:
    even, proven = [Skill(), Skill()], [True, True]
    full = after_game(FIRST_WINS, even, [1, 1], proven)
    left = after_game(replace(FIRST_WINS, left=(1,), played=0.1), even, [1, 1], proven)
    assert left[1] == full[1]
    assert left[0].mu - 25 == pytest.approx((full[0].mu - 25) / 10)
    assert not replace(FIRST_WINS, left=(1,), played=0.1).is_proof


def test_who_wins_by_much_gains_more_and_partners_change_alike() -> None:
    even = [Skill(), Skill()]
    proven = [True] * 4
    gains = [
        after_game(RatedEnd("classic", ((0,), (1,)), (1, 2), by), even, [1, 1], proven)[0].mu for by in (0, 0.5, 1)
    ]
    assert 25 < gains[0] < gains[1] < gains[2]
    four = after_game(RatedEnd("classic", ((0, 2), (1, 3)), (1, 2)), [Skill()] * 4, [1] * 4, proven)
    assert four[0] == four[2] != four[1] == four[3]
    assert after_game(FIRST_WINS, even, [0, 1], proven)[0] == Skill()
    assert weight([]) == 1
    assert weight([0, 2]) == (1 + 0.25) / 2


def rated_table(number: int) -> Table:
    """Return a rated table for three at which the game of that number is dealt."""
    seats = [SeatRow("person", name, person=name) for name in (ADA, BEN, CLEO)]
    table = new_table(ADA, "quick", preset_rules("quick", 3), seats, Settings(rated=True))
    return replace(table, seal=SealRow(number, bytes(range(32)))).next_game(frozenset(range(3)))


def played(number: int, leaving: dict[int, int], idle: int | None = None) -> RatedEnd | None:
    """Play the game of that number at a rated table for three to its end, and return how it ended.

    For each seat in ``leaving`` a stand-in plays from the given number of moves on; for the ``idle`` seat from the
    first.
    """
    table = rated_table(number)
    while not table.game.is_over:
        seat, ply = table.game.turn, table.ply
        is_gone = seat == idle or ply >= leaving.get(seat, 10_000)
        move = choose([str(move) for move in table.game.legal_moves])
        table.act(seat, move, None if is_gone else f"m{ply}", STAND_IN if is_gone else None)
    return rated_end(table)


def test_who_left_first_is_behind_who_left_later_and_both_behind_who_stayed() -> None:
    stayed = played(1, {})
    assert stayed is not None
    assert (stayed.family, sorted(stayed.sides), min(stayed.places)) == ("goal", [(0,), (1,), (2,)], 1)
    winner = stayed.places.index(1)
    left = played(1, {winner: 30})
    assert left is not None
    assert left.places[winner] == 3
    first, second = (winner + 1) % 3, (winner + 2) % 3
    both = played(1, {first: 30, second: 60})
    assert both is not None
    assert [both.places[seat] for seat in (winner, second, first)] == [1, 2, 3]


def test_a_further_game_counts_only_if_everybody_has_played_in_it() -> None:
    for number in (1, 2):
        assert played(number, {}) is not None
        assert played(number, {}, idle=1) is None
        # A player who has made one move has begun.
        assert played(number, {1: 30}) is not None


def test_a_game_in_which_nobody_moved_is_void() -> None:
    assert played(1, dict.fromkeys(range(3), 0)) is None


@pytest.mark.parametrize("returns", [False, True])
def test_who_left_first_has_lost_to_who_left_later_in_their_own_turn(returns: bool) -> None:
    table = rated_table(1)
    while table.ply < 12:
        table.act(table.game.turn, choose([str(move) for move in table.game.legal_moves]), f"m{table.ply}")
    second = table.game.turn
    first = (second + 1) % 3
    # The first leaves in the turn of the second, who leaves then: the stand-in of the second moves first.
    for moment, seat in enumerate((first, second)):
        row = stand_in(table, seat, "left")
        seats = [replace(at, stand_in_since=moment) if number == seat else at for number, at in enumerate(row.seats)]
        table = table.arranged(replace(row, seats=tuple(seats)))
    while not table.game.is_over:
        seat = table.game.turn
        is_gone = table.row.seats[seat].stand_in is not None
        move = choose([str(move) for move in table.game.legal_moves])
        table.act(seat, move, None if is_gone else f"m{table.ply}", STAND_IN if is_gone else None)
        if returns and seat == second and not table.game.is_over:
            back = arrange(table, table.row.seats[second].person, Back("b"))
            table, returns = table.arranged(back), False
    end = rated_end(table)
    assert end is not None
    assert (end.places[first], end.places[second]) == (3, 2)


async def keep(browser: Browser) -> str:
    """Make an account and return its person."""
    await browser.http.get("/api/me")
    person: str = (await browser.http.post("/api/me", json={})).json()["person"]
    return person


async def sit(visit: Visit, company: Company, kept: bool) -> dict[str, Any]:
    """Have somebody, with an account or without, ask for the second seat, and return the answer."""
    browser = visit(company.browsers[0].address)
    if kept:
        await keep(browser)
    page = await browser.open(company.table_id)
    await page.greet()
    answer = await page.ask("sit", seat=1, name="Ben")
    if answer["type"] == "accepted":
        company.browsers.append(browser)
        company.pages.append(page)
    return answer


async def hosted(server: RunningServer, visit: Visit) -> Company:
    """Set a rated table up for two; the host has an account and sits."""
    host = visit(server.address)
    await keep(host)
    company = Company(await host.table([PERSON, OPEN], **RATED))
    company.browsers.append(host)
    company.pages.append(await host.open(company.table_id))
    await company.pages[0].greet()
    return company


async def rating_of(server: RunningServer, browser: Browser) -> tuple[int, float]:
    person = (await browser.http.get("/api/me")).json()["person"]
    (found,) = await server.store.ratings.of([person])
    return found.games, found.skill.mu


async def test_people_with_accounts_play_a_rated_game(server: RunningServer, visit: Visit) -> None:
    company = await hosted(server, visit)
    assert (await sit(visit, company, kept=False))["code"] == "no_account"
    assert (await sit(visit, company, kept=True))["type"] == "accepted"
    await company.start()
    for kind in ("hint", "reach", "undo_turn"):
        answer = await company.pages[company.turn].ask(kind, game=1, ply=company.states[0]["ply"])
        assert (answer["type"], answer["code"]) == ("refused", "no_help")
    await company.finish()
    winners = company.states[0]["view"]["result"]["winners"]
    found = [await rating_of(server, browser) for browser in company.browsers]
    assert [games for games, _mu in found] == [1, 1]
    assert [mu > 25 for _games, mu in found] == [seat in winners for seat in range(2)]
    http = company.browsers[0].http
    sitting = (await http.get(f"/api/tables/{company.table_id}/ratings")).json()
    changes = (await http.get(f"/api/tables/{company.table_id}/games/1/ratings")).json()["changes"]
    assert [change["before"] for change in changes] == [1500, 1500]
    assert [change["after"] for change in changes] == [rating["rating"] for rating in sitting]
    assert [change["after"] > 1500 for change in changes] == [seat in winners for seat in range(2)]
    assert [change["place"] for change in changes] == [None, None]


async def test_who_leaves_has_lost_whatever_the_stand_in_makes_of_it(server: RunningServer, visit: Visit) -> None:
    company = await hosted(server, visit)
    assert (await sit(visit, company, kept=True))["type"] == "accepted"
    await company.start()
    moved: set[int] = set()
    while moved != {0, 1}:
        moved.add(company.turn)
        await company.play()
    ada, ben = company.pages
    assert (await ada.ask("leave"))["type"] == "accepted"
    other = visit(server.address)
    await keep(other)
    page = await other.open(company.table_id)
    await page.greet()
    assert (await page.ask("take", seat=0, name="Cleo"))["code"] == "rated"
    assert (await ada.ask("seat", seat=0, kind="computer", player="club"))["code"] == "rated"
    await finish(ben, await ben.greet())
    (_games, of_ada), (_games, of_ben) = [await rating_of(server, browser) for browser in company.browsers]
    assert of_ben > 25 > of_ada


async def test_alone_against_a_level_a_game_is_rated_once_across_a_restart(serve: Serve, visit: Visit) -> None:
    async with serve() as server:
        browser = visit(server.address)
        await keep(browser)
        table_id = await browser.table([PERSON, HUGO], **RATED)
        page = await browser.open(table_id)
        state = await page.hello()
        settings = page.snapshot["people"]["settings"] if page.snapshot else {}
        assert (settings["rated"], settings["help"], settings["away_seconds"]) == (True, False, 180)
        assert (await browser.http.post(f"/api/tables/{table_id}/give-up", json={})).status_code == 200
        refused = await browser.http.request("DELETE", f"/api/tables/{table_id}", json={})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "rated_running")
        await finish(page, state)
        before = await rating_of(server, browser)
    async with serve() as server:
        again = visit(server.address)
        again.http.cookies = browser.http.cookies
        await (await again.open(table_id)).hello()
        assert await rating_of(server, again) == before
        assert before[0] == 1


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"rules": {"payoff": 3}}, 422, "not_ratable"),
        ({"preset": None}, 422, "not_ratable"),
        ({"seats": [PERSON, {"kind": "computer", "player": "greedy"}]}, 422, "not_ratable"),
        ({"target": 50}, 201, None),
    ],
)
async def test_only_a_version_as_it_is_and_levels_are_rated(
    server: RunningServer, browser: Browser, changes: dict[str, Any], status: int, code: str | None
) -> None:
    await keep(browser)
    body = {"seats": [PERSON, HUGO], **RATED} | changes
    answer = await browser.http.post("/api/tables", json={k: v for k, v in body.items() if v is not None})
    assert (answer.status_code, answer.json().get("error", {}).get("code")) == (status, code)


async def test_levels_that_nobody_has_measured_play_no_rated_games(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(browser)
    monkeypatch.setattr("spite_and_malice.server.games.spite.setup.families", dict)
    answer = await browser.http.post("/api/tables", json={"seats": [PERSON, HUGO], **RATED})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "not_ratable")
    await browser.table([PERSON, OPEN], **RATED)


async def test_without_an_account_no_table_is_rated(browser: Browser) -> None:
    answer = await browser.http.post("/api/tables", json={"seats": [PERSON, HUGO], **RATED})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_account")


async def test_a_table_becomes_rated_only_while_all_who_sit_have_an_account(
    server: RunningServer, visit: Visit
) -> None:
    host = visit(server.address)
    await keep(host)
    company = Company(await host.table([PERSON, OPEN], preset="quick"))
    company.browsers.append(host)
    company.pages.append(await host.open(company.table_id))
    await company.pages[0].greet()
    assert (await sit(visit, company, kept=False))["type"] == "accepted"
    answer = await company.pages[0].ask("configure", settings={"rated": True})
    assert answer["code"] == "no_account"
    assert (await company.pages[1].ask("stand"))["type"] == "accepted"
    assert (await company.pages[0].ask("configure", settings={"rated": True}))["type"] == "accepted"
    answer = await company.pages[0].ask("configure", rules={"payoff": 4})
    assert answer["code"] == "not_ratable"


async def test_a_game_that_is_not_rated_changes_nothing(server: RunningServer, visit: Visit) -> None:
    company = await begin(server, visit, preset="quick")
    await company.finish()
    for path in ("ratings", "games/1/ratings"):
        answer = await company.browsers[0].http.get(f"/api/tables/{company.table_id}/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_rated")
    people = [(await browser.http.get("/api/me")).json()["person"] for browser in company.browsers]
    assert await server.store.ratings.of(people) == []


async def test_the_board_has_accounts_with_a_name_and_a_proven_rating_and_the_levels_among_them(
    server: RunningServer, visit: Visit
) -> None:
    named, nameless, stranger = visit(server.address), visit(server.address), visit(server.address)
    people = [await keep(named), await keep(nameless)]
    assert (await named.http.put("/api/me", json={"name": "Ada of the board"})).status_code == 200
    for number in range(10):
        await dealt(server.store, f"board{number}", *people)
        await end(server.store, f"board{number}")
    await prove(server.store, *people)
    found = (await named.http.get("/api/ratings?family=classic")).json()
    assert [(line["name"], line["rank"], line["you"]) for line in found["board"] if line["player"] is None] == [
        ("Ada of the board", 1, True)
    ]
    ratings = [line["rating"] for line in found["board"]]
    assert ratings == sorted(ratings, reverse=True)
    assert (found["own"]["games"], len(found["course"])) == (10, 10)
    assert found["course"][-1]["rating"] == found["own"]["rating"]
    for browser, said in (
        (named, f"About {found['own']['rating']}"),
        (nameless, "Give your account a name"),
        (stranger, "Ratings are for people with an account"),
    ):
        assert said in (await browser.http.get("/ratings")).text
    assert "You have played no rated game" in (await named.http.get("/ratings?family=book")).text
    assert (await named.http.get("/ratings?family=none")).status_code == 400


async def rate(server: RunningServer, browser: Browser, mu: float) -> None:
    """Give somebody with an account a rating in the family of the tests' tables."""
    person = (await browser.http.get("/api/me")).json()["person"]
    with behind(f"sqlite:///{server.store.name}") as connection:
        row = {"person": person, "family": "goal", "mu": mu, "sigma": 2.0, "games": 20}
        connection.execute(sa.insert(schema.ratings).values(**row))


async def test_near_ratings_are_paired_first_and_those_further_away_after_waiting(
    server: RunningServer, visit: Visit
) -> None:
    wanted = {"preset": "quick", "players": 2, "rated": True}
    far, near, own, stranger = (visit(server.address) for _ in range(4))
    for browser, strength in ((far, 40.0), (near, 27.0), (own, 25.0)):
        await keep(browser)
        await rate(server, browser, strength)
    refused = await stranger.http.post("/api/play", json=wanted)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_account")
    opened = [(await browser.http.post("/api/play", json=wanted)).json()["id"] for browser in (far, near)]
    assert opened[0] != opened[1]
    listed = {table["id"]: table for table in (await stranger.http.get("/api/tables/open")).json()}
    assert listed[opened[0]]["ratings"] == [{"rating": 2100, "give_or_take": 80}, None]
    assert (await own.http.post("/api/play", json=wanted)).json()["id"] == opened[1]
    # Nobody remains for a distant rating until they have waited.
    last = visit(server.address)
    await keep(last)
    table_id = (await last.http.post("/api/play", json=wanted)).json()["id"]
    assert table_id not in opened
    again = {"table": table_id}
    assert (await last.http.post("/api/play/again", json=again)).json()["id"] == table_id
    with behind(f"sqlite:///{server.store.name}") as connection:
        begun = sa.update(schema.tables).where(schema.tables.c.id == opened[0])
        connection.execute(begun.values(created_at=schema.tables.c.created_at - 200_000))
    found = (await last.http.post("/api/play/again", json=again)).json()
    assert found["id"] == opened[0]
    seats = (await server.store.tables.listed(opened[0])).table.seats  # type: ignore[union-attr]
    assert [seat.kind for seat in seats] == ["person", "person"]
    assert await server.store.tables.listed(table_id) is None
    assert (await last.http.post("/api/play/again", json=again)).status_code == 404
