"""A server with a given amount of data around one person, and a request to each of its routes."""

from __future__ import annotations

import datetime
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from litestar.routes import HTTPRoute

from benchmarks.capacity import begin, fill
from spite_and_malice.rules import Rules
from spite_and_malice.server.clock import now_ms
from spite_and_malice.server.features.tournaments.making import MOST_FILL
from spite_and_malice.server.http.identity import hash_token
from spite_and_malice.server.store import EntrantRow, PairingRow, Store, TournamentForm, TournamentRow
from spite_and_malice.server.store.events.tournaments import MOST, _insert

from .conftest import Browser, RunningServer, Visit, running


@dataclass(frozen=True, slots=True)
class Size:
    """The amounts of data around somebody; by default the maximum."""

    guests: int = 100
    rounds: int = 40
    members: int = 300
    friends: int = 300
    letters: int = 50
    games: int = 1500
    entrants: int = MOST


class Asked(NamedTuple):
    """A request: its method, the route's path with the names of parameters, and the address."""

    method: str
    template: str
    address: str


def put(connection: sqlite3.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    names = list(rows[0])
    marks = ", ".join("?" * len(names))
    columns = ", ".join(f'"{name}"' for name in names)
    connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", [tuple(each.values()) for each in rows])


def crowd(path: Path, person: str, size: Size) -> None:
    """Store people, rounds and friends around somebody."""
    now = now_ms()
    rules = msgspec.json.encode(Rules().to_json()).decode()
    others = [f"{number:064x}" for number in range(1, 1 + size.members)]
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
            "round": size.rounds,
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
                for number, each in enumerate([person, *others[: size.guests - 1]], 1)
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
                for round_ in range(1, size.rounds + 1)
                for board in range(1, size.guests // 2 + 1)
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
                for round_ in range(1, size.rounds + 1)
                for board in range(1, size.guests // 2 + 1)
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
            [{"person": each, "other": person, "offered_at": 1, "accepted_at": 2} for each in others[: size.friends]],
        )
        put(
            db,
            "letters",
            [
                {"id": f"l{number}", "sender": each, "recipient": person, "text": "x" * 280, "sent_at": now}
                for number, each in enumerate(others[: size.letters])
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


async def cup(store: Store, person: str, most: int) -> None:
    """Store a tournament with a number of people, in its third round, and one that has not begun."""
    form = TournamentForm("swiss", "standard", rounds=5, player="club")
    entrants = [EntrantRow(number, f"Somebody {number}", f"{number:064x}") for number in range(1, most)]
    entrants.append(EntrantRow(most, "Me", person))
    for name in ("cup", "waiting"):
        await store.tournaments.add(TournamentRow(name, person, "Cup", form, b"0" * 32))
    with store._database.engine.begin() as connection:
        _insert(connection, "waiting", entrants)
        _insert(connection, "cup", entrants)
    await store.tournaments.start("cup", [], "lot", [each.number for each in entrants])
    for number in range(1, 4):
        boards = [
            PairingRow(number, board, *pair, outcome="first", margin=3)
            for board, pair in enumerate(zip(range(1, most, 2), range(2, most + 1, 2), strict=True), 1)
        ]
        await store.tournaments.pair("cup", boards)
    await store.tournaments.finish("cup", "over")


def largest(path: str, size: Size) -> dict[str, Any]:
    """Return the largest sensible body for a route; an empty one for the others."""
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
        "/api/evenings/{evening_id}/rounds": {"round": size.rounds, "now": True},
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
"""After these there would be less to request."""


@asynccontextmanager
async def crowded(path: Path, visit: Visit, size: Size, **options: Any) -> AsyncIterator[tuple[RunningServer, Browser]]:
    """Run a server and open the browser of somebody with that amount of data."""
    await begin(path)
    async with running(path, **options) as server:
        browser = visit(server.address)
        await browser.http.get("/games")
        me = hash_token(browser.token)
        fill(path, size.games, me)
        crowd(path, me, size)
        await cup(server.store, me, size.entrants)
        yield server, browser


async def every_route(server: RunningServer, browser: Browser) -> list[Asked]:
    """Return a request to each route, with those that leave less to request at the end."""
    values = {
        "table_id": "t000000000000001",
        "number": "1",
        "day": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "evening_id": "evening",
        "club_id": "club",
        "tournament_id": "cup",
        "preset_id": "standard",
        "code": "c1",
        "kept_id": "h1",
        "letter_id": "l1",
    }

    def at(path: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "x"), path)

    asked = [
        Asked(method, route.path_format, at(route.path_format))
        for route in server.app.routes
        if isinstance(route, HTTPRoute) and "/static" not in route.path_format
        for method in sorted({*map(str, route.route_handler_map)} - {"HEAD", "OPTIONS"})
    ]
    asked += [
        Asked("POST", "/api/tournaments/{tournament_id}/join", "/api/tournaments/waiting/join"),
        Asked("POST", "/api/tournaments/{tournament_id}/start", "/api/tournaments/waiting/start"),
        Asked("GET", "/table/{table_id}", f"/table/{await browser.table()}"),
        Asked("GET", "/statistics", "/statistics?by=month"),
    ]
    return sorted(asked, key=lambda each: (each.template in LAST, each.method != "GET"))
