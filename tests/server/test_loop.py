"""Nothing keeps the event loop from everybody else: every route, with as much as it allows to be there."""

from __future__ import annotations

import asyncio
import datetime
import re
import sqlite3
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.routes import HTTPRoute

import benchmarks.capacity
from benchmarks.capacity import begin, fill
from spite_and_malice.players import PLAYERS
from spite_and_malice.rules import Rules
from spite_and_malice.server import people
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.tournaments.beginning import computers_for
from spite_and_malice.server.features.tournaments.making import MOST_FILL
from spite_and_malice.server.http.identity import hash_token
from spite_and_malice.server.store import EntrantRow, Store, Tournament, TournamentForm, TournamentRow
from spite_and_malice.server.store.events.tournaments import MOST

from .conftest import Visit, running

LONGEST = 0.05
"""Seconds of the processor that one callback may take: what others do on this machine counts for nothing."""

GUESTS, ROUNDS, MEMBERS, FRIENDS, LETTERS, GAMES = 100, 40, 300, 300, 50, 300


@dataclass
class Found:
    """What callbacks of event loops took of the processor: the longest, and those that took too long."""

    longest: float = 0.0
    slow: dict[str, float] = field(default_factory=dict)


@contextmanager
def watched() -> Iterator[Found]:
    """Note how long each callback of event loops keeps the processor in this thread."""
    found = Found()
    run = Handle._run

    def timed(handle: Handle) -> None:
        began = time.thread_time()
        run(handle)
        took = time.thread_time() - began
        found.longest = max(found.longest, took)
        if took > LONGEST:
            found.slow[repr(handle)] = took

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Handle, "_run", timed)
        yield found


def put(connection: sqlite3.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    names = list(rows[0])
    marks = ", ".join("?" * len(names))
    columns = ", ".join(f'"{name}"' for name in names)
    connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", [tuple(each.values()) for each in rows])


def crowd(path: Path, person: str) -> None:
    """Store as many people, rounds and friends around somebody as may be."""
    now = now_ms()
    rules = msgspec.json.encode(Rules().to_json()).decode()
    others = [f"{number:064x}" for number in range(1, 1 + MEMBERS)]
    with closing(sqlite3.connect(path)) as db, db:
        put(
            db,
            "clubs",
            [
                {
                    "id": "club",
                    "name": "Club",
                    "keeper": person,
                    "preset": "standard",
                    "rules": rules,
                    "rules_name": "",
                    "season": 1,
                    "season_since": 0,
                    "founded_at": 1,
                }
            ],
        )
        put(
            db,
            "club_members",
            [
                {"club_id": "club", "person": each, "name": f"Member {number}", "joined_at": 1}
                for number, each in enumerate([person, *others[1:]])
            ],
        )
        evening = {
            "name": "Evening",
            "club_id": "club",
            "host": person,
            "preset": "standard",
            "rules": rules,
            "round": ROUNDS,
            "created_at": now,
            "changed_at": now,
        }
        put(db, "evenings", [evening | {"id": "evening"}])
        put(
            db,
            "evening_guests",
            [
                {
                    "evening_id": "evening",
                    "number": number,
                    "person": each,
                    "name": f"Guest {number}",
                    "state": "waiting",
                    "joined_at": now,
                    "seen_at": now,
                }
                for number, each in enumerate([person, *others[: GUESTS - 1]], 1)
            ],
        )
        put(
            db,
            "evening_tables",
            [
                {
                    "evening_id": "evening",
                    "round": round_,
                    "number": board,
                    "table_id": f"e{round_}-{board}",
                    "ended_at": now,
                }
                for round_ in range(1, ROUNDS + 1)
                for board in range(1, GUESTS // 2 + 1)
            ],
        )
        put(
            db,
            "evening_seats",
            [
                {
                    "evening_id": "evening",
                    "round": round_,
                    "number": board,
                    "seat": seat,
                    "guest": 2 * board - 1 + seat,
                    "points": 3,
                    "won": seat == 0,
                }
                for round_ in range(1, ROUNDS + 1)
                for board in range(1, GUESTS // 2 + 1)
                for seat in (0, 1)
            ],
        )
        put(db, "evenings", [evening | {"id": f"e{number}", "is_over": True} for number in range(150)])
        put(
            db,
            "profiles",
            [
                {"person": each, "name": f"Friend {number}", "code": f"c{number}", "presence": "all", "seen_at": now}
                for number, each in enumerate([person, *others])
            ],
        )
        put(
            db,
            "friendships",
            [{"person": each, "other": person, "offered_at": 1, "accepted_at": 2} for each in others[:FRIENDS]],
        )
        put(
            db,
            "letters",
            [
                {"id": f"l{number}", "sender": each, "recipient": person, "text": "x" * 280, "sent_at": now}
                for number, each in enumerate(others[:LETTERS])
            ],
        )
        put(
            db,
            "house_rules",
            [
                {
                    "owner": person,
                    "id": f"h{number}",
                    "name": f"Ours {number}",
                    "preset": "standard",
                    "rules": '{"payoff": 12}',
                    "changed_at": number,
                }
                for number in range(40)
            ],
        )


async def cup(store: Store, person: str) -> None:
    """Store a tournament of as many as may take part, in its third round, and one that has not begun."""
    form = TournamentForm("swiss", "standard", rounds=5, player="club")
    entrants = [EntrantRow(number, f"Somebody {number}", f"{number:064x}") for number in range(1, MOST)]
    entrants.append(EntrantRow(MOST, "Me", person))
    for name in ("cup", "waiting"):
        await store.tournaments.add(TournamentRow(name, person, "Cup", form, b"0" * 32))
    with store._database.engine.begin() as connection:
        from spite_and_malice.server.store.events.tournaments import _insert

        _insert(connection, "waiting", entrants)
        _insert(connection, "cup", entrants)
    await store.tournaments.start("cup", [], "lot", [each.number for each in entrants])
    from spite_and_malice.server.store import PairingRow

    for number in range(1, 4):
        boards = [
            PairingRow(number, board, *pair, outcome="first", margin=3)
            for board, pair in enumerate(zip(range(1, MOST, 2), range(2, MOST + 1, 2), strict=True), 1)
        ]
        await store.tournaments.pair("cup", boards)
    await store.tournaments.finish("cup", "over")


def largest(path: str) -> dict[str, Any]:
    """Return the largest body that makes sense for a route; an empty one for the others."""
    long, rules = "x" * 40, Rules().to_json()
    bodies: dict[str, dict[str, Any]] = {
        "/api/tables": {
            "preset": "round",
            "seats": [{"kind": "computer", "player": "club"}] * 5 + [{"kind": "person", "name": long}],
        },
        "/api/rules": {"rules": rules},
        "/api/patience": {"preset": "klondike"},
        "/api/patience/rules": {"rules": {}},
        "/api/house-rules": {"name": long, "preset": "standard", "rules": {"payoff": 12}},
        "/api/evenings": {"name": long, "rules": {"preset": "standard", "players": 2}},
        "/api/evenings/{evening_id}": {"name": long},
        "/api/evenings/{evening_id}/me": {"name": long},
        "/api/evenings/{evening_id}/me/state": {"state": "ready"},
        "/api/evenings/{evening_id}/rounds": {"round": ROUNDS, "now": True},
        "/api/clubs": {"name": long},
        "/api/clubs/{club_id}/me": {"name": long},
        "/api/tournaments": {"name": long, "system": "swiss", "preset": "standard", "fill": MOST_FILL},
        "/api/tournaments/{tournament_id}/join": {"name": long},
        "/api/people/me": {"name": long},
        "/api/people/{who}/message": {"text": "x" * 280},
        "/api/me/settings": {"settings": {f"s{number}": "x" * 700 for number in range(20)}, "revision": 0},
        "/api/me": {"name": long},
        "/api/imported": {"record": "x" * 60_000},
        "/api/brought": {"record": "x" * 60_000},
        "/language": {},
    }
    return bodies.get(path, {})


LAST = ("/api/me", "/api/me/sign-out", "/api/tournaments/{tournament_id}/cancel", "/api/evenings/{evening_id}/end")
"""After these there would be less to ask for."""


@pytest.mark.nightly("src/spite_and_malice/server")
async def test_no_route_keeps_the_loop_from_others(
    tmp_path: Path, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "data.sqlite3"
    await begin(path)
    monkeypatch.setattr(benchmarks.capacity, "_SHARE", 5)
    async with running(path) as server:
        browser = visit(server.address)
        await browser.http.get("/games")
        me = hash_token(browser.token)
        fill(path, 5 * GAMES, me)
        crowd(path, me)
        await cup(server.store, me)
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        table = await browser.table()
        game = {"table_id": "t000000000000001", "number": "1"}
        values = {
            **game,
            "day": day,
            "evening_id": "evening",
            "club_id": "club",
            "tournament_id": "cup",
            "preset_id": "standard",
            "code": "c1",
            "kept_id": "h1",
            "letter_id": "l1",
        }

        def at(path: str, **more: str) -> str:
            return re.sub(r"\{(\w+)\}", lambda found: (values | more).get(found[1], "x"), path)

        asked: list[tuple[str, str, str]] = []
        for route in server.app.routes:
            if isinstance(route, HTTPRoute) and "/static" not in route.path_format:
                for method in sorted({*map(str, route.route_handler_map)} - {"HEAD", "OPTIONS"}):
                    asked.append((method, route.path_format, at(route.path_format)))
        asked += [
            ("POST", "/api/tournaments/{tournament_id}/join", "/api/tournaments/waiting/join"),
            ("POST", "/api/tournaments/{tournament_id}/start", "/api/tournaments/waiting/start"),
            ("GET", "/table/{table_id}", f"/table/{table}"),
            ("GET", "/statistics", "/statistics?by=month"),
        ]
        asked.sort(key=lambda each: (each[1] in LAST, each[0] != "GET"))
        browser.http.timeout = 300
        slow: dict[str, dict[str, float]] = {}
        longest, statuses = 0.0, {}
        for method, template, address in asked:
            body = None if method == "GET" else largest(template)
            # What is compiled or read once for the whole process is not there a second time.
            for _try in range(2 if method == "GET" else 1):
                with watched() as found:
                    response = await browser.http.request(method, address, json=body)
                    await asyncio.sleep(0)
                if not found.slow:
                    break
            statuses[f"{method} {address}"] = response.status_code
            longest = max(longest, found.longest)
            if found.slow:
                slow[f"{method} {address}"] = found.slow
        assert not slow, f"longest: {longest:.3f} s"
        assert max(statuses.values()) < 500, statuses


@pytest.mark.parametrize("player", list(PLAYERS))
def test_each_computer_player_of_a_tournament_costs_the_same(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def alike(name: str) -> str:
        looked.append(name)
        return name

    monkeypatch.setattr(people, "alike", alike)

    def cost(number: int) -> int:
        form = TournamentForm("swiss", "standard", rounds=1, fill=number, player=player)
        looked.clear()
        found = computers_for(Tournament(TournamentRow("t", "h", "Cup", form, b""), (), ()))
        assert len({each.name for each in found}) == number
        return len(looked)

    assert cost(2000) - cost(1900) == cost(200) - cost(100)
