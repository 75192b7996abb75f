"""Deals found ahead of time, the deals of the days, and the results of games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from spite_and_malice.patience import PRESETS, deal_number, solve
from spite_and_malice.server.features import daily
from spite_and_malice.server.games.patience.dealer import Dealer, PatienceWorkers, fill_pool, rated_deal
from spite_and_malice.server.games.patience.results import day_results, records_of
from spite_and_malice.server.store import Conflict, PlayedDeal, ReadyDeal, Store
from spite_and_malice.server.tables.game import Refusal
from spite_and_malice.server.workers.pool import ThinkingFailed, Workers
from tools.rated_deals import DECIDABLE, letter

from .conftest import Browser, RunningServer, Visit
from .test_patience import EASY, begin, sit


class FewWorkers(PatienceWorkers):
    """PatienceWorkers that rate every deal alike and count their calls."""

    def __init__(self, level: str | None) -> None:
        super().__init__(Workers(1))
        self.level = level
        self.asked = 0

    async def rate(self, *_arguments: Any) -> str | None:
        self.asked += 1
        await asyncio.sleep(0)
        if self.asked % 7 == 0:
            raise ThinkingFailed("it took too long")
        return self.level


@pytest.fixture
def store(tmp_path: Path) -> Any:
    store = Store(tmp_path / "data.sqlite3")
    yield store
    store.close()


async def test_a_deal_that_is_ready_is_given_to_one_person(store: Store) -> None:
    for number, level in ((5, "easy"), (6, "hard"), (7, "easy")):
        await store.patience.add_deal(ReadyDeal("klondike-1", number, level))
    with pytest.raises(Conflict):
        await store.patience.add_deal(ReadyDeal("klondike-1", 5, "hard"))
    assert await store.patience.ready_deals() == {("klondike-1", "easy"): 2, ("klondike-1", "hard"): 1}
    assert await store.patience.take_deal("klondike-1", "medium") is None
    assert await store.patience.take_deal("klondike-3", None) is None
    taken = [await store.patience.take_deal("klondike-1", level) for level in ("hard", "easy", None)]
    assert [deal and deal.number for deal in taken] == [6, 5, 7]
    assert await store.patience.take_deal("klondike-1", None) is None
    with pytest.raises(Conflict):
        await store.patience.add_deal(ReadyDeal("klondike-1", 6, "hard"))


async def test_the_stock_fills_up_and_every_day_gets_its_deal(store: Store) -> None:
    patience_workers = FewWorkers("medium")
    dealer = Dealer(store, patience_workers)
    for _round in range(40):
        try:
            await fill_pool(store, patience_workers, dealer)
        except ThinkingFailed:
            continue
    assert (await store.patience.ready_deals())["klondike-3", "medium"] == 12
    patience_workers.level = None
    before = await store.patience.ready_deals()
    await fill_pool(store, patience_workers, dealer)
    assert await store.patience.ready_deals() == before


async def test_a_deal_is_looked_for_where_none_is_ready(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spite_and_malice.server.games.patience.dealer._SEARCHING_SECONDS", 0.2)
    rules = PRESETS["klondike-1"].rules
    found = await Dealer(store, FewWorkers("easy")).choose(rules, "winnable", "easy", "a" * 64)
    assert (found.choice, found.level, found.is_level_asked) == ("winnable", "easy", True)
    nearest = await Dealer(store, FewWorkers("easy")).choose(rules, "winnable", "hard", "a" * 64)
    assert (nearest.level, nearest.is_level_asked) == ("easy", False)
    with pytest.raises(Refusal) as refused:
        await Dealer(store, FewWorkers(None)).choose(rules, "winnable", None, "a" * 64)
    assert refused.value.code == "no_deal"


async def test_a_deal_that_can_be_won_can_be_won(browser: Browser, server: RunningServer) -> None:
    table = await begin(browser, deal="winnable", preset="klondike-3")
    over = await table.ask("give_up")
    number = over["end"]["number"]
    assert solve(deal_number(PRESETS["klondike-3"].rules, number), seconds=None).verdict == "won"


async def test_the_day_has_one_deal_of_each_for_everybody(
    server: RunningServer, browser: Browser, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = date(2026, 11, 20)
    monkeypatch.setattr(daily, "today", lambda: now)
    monkeypatch.setattr("spite_and_malice.server.tables.leaderboards.REGULAR_DAYS", 0)
    monkeypatch.setattr("spite_and_malice.server.games.patience.results.began_late", lambda *_arguments: False)
    day = "2026-11-20"
    # A deal that this test can win.
    assert await server.store.patience.choose_day(day, "klondike-1", EASY) == EASY
    assert await server.store.patience.choose_day(day, "klondike-1", 99) == EASY
    ben = visit(server.address)
    tables = []
    for player, name in ((browser, "Ada"), (ben, "Ben")):
        body = {"day": day, "preset": "klondike-1", "name": name}
        answers = [await player.http.post("/api/patience", json=body) for _each in range(2)]
        assert [answer.status_code for answer in answers] == [201, 200]
        assert answers[0].json() == answers[1].json()
        tables.append(await sit(player, answers[0].json()["id"]))
    ada, of_ben = tables
    assert ada.told["view"] == of_ben.told["view"]
    assert ada.told["table"]["deal"]["number"] is None
    assert ada.told["table"]["deal"]["day"] == day

    async def shown(player: Browser) -> dict[str, Any]:
        answer = (await player.http.get(f"/api/patience/days/{day}")).json()
        assert (answer["is_today"], answer["presets"]["klondike-3"]["own"]) == (True, None)
        of_preset: dict[str, Any] = answer["presets"]["klondike-1"]
        return of_preset

    assert (await shown(browser))["own"]["state"] == "running"
    for move in solve(deal_number(PRESETS["klondike-1"].rules, EASY), seconds=None).moves:
        end = (await ada.play(str(move)))["end"]
    assert end["rank"] == {"rank": 1, "players": 1, "newcomer": False}
    # Nobody's result is shown before your own game is over.
    secret = await shown(ben)
    assert (secret["lines"], secret["number"], secret["players"]) == (None, None, 1)
    replay = end["replay"].replace("/table/", "/api/tables/")
    assert (await ben.http.get(replay)).json()["error"]["code"] == "not_played"
    assert (await ben.http.get(end["replay"])).status_code == 403
    for of_day, code in ((end["replay"].split("/")[2], "not_played"), (of_ben.told["table"]["id"], "game_running")):
        copy = await ben.http.post("/api/patience", json={"deal": f"{of_day}.1"})
        assert (copy.status_code, copy.json()["error"]["code"]) == (422, code)
    await of_ben.ask("give_up")
    told = await shown(ben)
    assert [(line["name"], line["rank"], line["you"]) for line in told["lines"]] == [
        ("Ada", 1, False),
        ("Ben", None, True),
    ]
    assert told["number"] == EASY
    assert (await ben.http.get(replay)).status_code == 200
    marks = (await ben.http.get("/api/patience/days")).json()
    assert marks["days"][0].items() >= {"day": day, "klondike-1": "given_up", "klondike-3": None}.items()
    # Played again, the same deal does not count for the day.
    await ada.ask("again")
    await ada.page.get()
    assert ada.told["table"]["deal"]["day"] is None
    assert (await ada.ask("give_up"))["end"]["rank"] is None
    assert len((await shown(ben))["lines"]) == 2
    # The next day it can still be played.
    now += timedelta(days=1)
    late = await visit(server.address).http.post("/api/patience", json={"day": day})
    assert late.status_code == 201
    assert (await browser.http.get(f"/patience/day/{day}")).status_code == 200
    assert (await browser.http.get("/patience/day/2025-12-31")).status_code == 404
    # The other game has a different deal of the day.
    assert (await browser.http.post("/api/day", json={})).status_code == 201


def game(result: str | None, at: int, **more: Any) -> PlayedDeal:
    counted = {"moves": 100, "time": 60_000, "passes": 2, "undos": 0, "hints": 0, "answers": 0} | {
        name: more.pop(name) for name in list(more) if name in ("moves", "time", "passes", "undos", "hints", "points")
    }
    ended = None if result is None else {"reason": result, **counted}
    deal = more.pop("deal", {"number": 1, "choice": "day", "level": None, "day": "2026-11-20"})
    played = {"table_id": f"t{at}", "number": 1, "person": f"{at}", "name": f"P{at}", "preset": "klondike-1", **more}
    start = 1_795_132_800_000  # 2026-11-20 in UTC
    return PlayedDeal(**played, deal=deal, result=ended, started_at=start + at, ended_at=start + at)


def test_records_are_the_least_of_each_and_count_runs() -> None:
    latest_first = [
        game("given_up", 7, moves=0),
        game("won", 6, moves=90, time=50_000),
        game("won", 5, moves=80, time=70_000, hints=1),
        game("given_up", 4, moves=1),
        game("won", 3, moves=120),
        game("won", 2, moves=110, passes=1),
        game("won", 1, moves=130, undos=2),
    ]
    found = records_of("klondike-1", latest_first)
    assert (found.played, found.won, found.given_up, found.share) == (6, 5, 1, 5 / 6)
    assert (found.streak, found.longest_streak) == (2, 3)
    best = {name: line and line.table for name, line in found.best.items()}
    assert best == {"moves": "t5", "time": "t6", "passes": "t2"}
    assert found.average["moves"] == 106
    alone = records_of("klondike-1", latest_first, without_help=True)
    assert (alone.played, alone.won, alone.streak, alone.longest_streak) == (4, 3, 1, 2)
    assert found.best["passes"] is not None
    # With one pass through the stock, or no stock, that is no record.
    assert all(records_of(preset, latest_first).best["passes"] is None for preset in ("fourteen", "golf", "spider-1"))
    none = records_of("klondike-1", [])
    assert (found.published and found.published.share, records_of("canfield", []).published) == (90.48, None)
    assert (none.share, none.average["time"], none.best["moves"]) == (None, None, None)


def test_points_of_all_games_are_added_up_where_they_are_carried_on() -> None:
    latest_first = [
        game("given_up", 4, points={"standard": 15, "vegas": -47}),
        game("won", 3, points={"standard": 700, "vegas": 208}, offline=True),
        game("given_up", 2, points={"standard": 45, "vegas": -32}),
        # A game from before points were counted.
        game("won", 1),
    ]
    standard, vegas = records_of("klondike-1", latest_first).points
    assert (standard.id, standard.total, vegas.id, vegas.total) == ("standard", None, "vegas", 129)
    # A game played without a server is no best.
    assert standard.most is not None
    assert standard.most.table == "t2"
    assert records_of("klondike-1", latest_first[3:]).points == []


@pytest.mark.parametrize(
    ("deal", "kept"),
    [({"choice": "winnable", "level": "hard"}, 3), ({"choice": "same", "level": "easy"}, 3), ({"choice": "any"}, 1)],
)
def test_a_deal_that_can_be_won_and_is_started_again_breaks_no_streak(deal: dict[str, Any], kept: int) -> None:
    cards = {"number": 1, "level": None, "day": None} | deal
    latest_first = [
        game("won", 4, deal=cards),
        game("given_up", 3, deal=cards, again=True),
        game("won", 2, deal=cards),
        game("won", 1, deal=cards),
    ]
    found = records_of("klondike-1", latest_first)
    assert (found.streak, found.longest_streak) == (kept, 3 if kept == 3 else 2)
    assert (found.played, found.given_up) == (4, 1)
    # Ending with other cards is a loss like any other.
    latest_first[1] = game("given_up", 3, deal=cards)
    assert records_of("klondike-1", latest_first).streak == 1


def ranks(games: Sequence[PlayedDeal]) -> list[tuple[str, int | None]]:
    everybody = {game.person for game in games}
    return [(line.game.name, line.rank) for line in day_results(("2026-11-20", "klondike-1"), games, everybody)]


def test_a_day_is_ranked_by_moves_then_time_and_late_ones_after() -> None:
    day = 86_400_000
    games = [
        game("won", 1, moves=100, time=9),
        game("won", 2, moves=90, time=9),
        game("won", 3, moves=100, time=5),
        game("won", 4, moves=100, time=9),
        game("given_up", 5, moves=3, time=1),
        game(None, 6),
        game("won", day + 7, moves=10, time=1),
    ]
    assert ranks(games) == [("P2", 1), ("P3", 2), ("P1", 3), ("P4", 3), ("P5", None), (f"P{day + 7}", None)]


def test_who_won_without_help_comes_first_and_help_wins_no_day() -> None:
    helped = [
        game("won", 1, moves=60, hints=84),
        game("won", 2, moves=70, undos=1),
        game("won", 3, moves=200),
        game("won", 4, moves=60, hints=84),
        game("given_up", 5),
    ]
    assert ranks(helped) == [("P3", 1), ("P1", 2), ("P4", 2), ("P2", 4), ("P5", None)]
    # While nobody has won without help, the first place is free.
    assert ranks(helped[:2]) == [("P1", 2), ("P2", 3)]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_who_plays_alone_gets_a_deal_that_is_rated_beforehand(store: Store, level: str) -> None:
    patience_workers = FewWorkers(None)
    rules = PRESETS["klondike-3"].rules
    found = await Dealer(store, patience_workers, alone=True).choose(rules, "winnable", level, "a" * 64)
    assert (found.level, found.is_level_asked) == (level, True)
    assert patience_workers.asked == 0, "nobody waits for it"
    assert letter("klondike-3", found.number) == level[0]


async def test_a_search_is_stopped(store: Store) -> None:
    patience_workers = FewWorkers(None)
    dealer = Dealer(store, patience_workers)
    rules = PRESETS["klondike-1"].rules
    search = asyncio.ensure_future(dealer.choose(rules, "winnable", None, "a" * 64))
    while not patience_workers.asked:
        await asyncio.sleep(0)
    dealer.stop("b" * 64)
    for _turn in range(5):
        await asyncio.sleep(0)
    assert not search.done()
    dealer.stop("a" * 64)
    with pytest.raises(Refusal) as refused:
        await search
    assert refused.value.code == "stopped"


@pytest.mark.parametrize("preset", DECIDABLE)
def test_every_game_that_can_be_proved_has_deals_for_who_plays_alone(preset: str) -> None:
    assert rated_deal(preset, None) is not None
