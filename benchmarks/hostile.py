"""Ten thousand messages that no honest page sends, while games go on: ``.venv/bin/python -m benchmarks.hostile``.

Malformed, stale, duplicated, reordered and foreign ones, over websockets and HTTP: each must be answered, none may make
the server fail, and no game may be held up.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import uvloop

from benchmarks.people import Pair, Server, new_table, sit_down
from benchmarks.wire import Wire

MESSAGES: Final = 10_000
PAIRS: Final = 10
PAGES: Final = 8
"""The number of hostile pages open together."""
_A_PAGE: Final = 80
"""Messages on one connection, each with a ping after it: more at once would be cut as a flood."""
_OVER_HTTP: Final = 0.05
_WAIT: Final = 30.0
_TYPES: Final = (
    "hello", "move", "undo", "next", "ping", "sit", "stand", "seat", "kick", "configure", "start", "contribute",
    "leave", "back", "take", "say", "hint", "reach", "undo_turn", "snapshot", "event", "",
)  # fmt: skip
_FIELDS: Final = (
    "id", "game", "ply", "move", "version", "seat", "name", "kind", "player", "preset", "rules", "settings", "target",
    "contribution", "text", "phrase", "extra",
)  # fmt: skip
_VALUES: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 1, 7, 2**53, 2**70, 1.5, "", "x", "é" * 50, "open", "greedy", "H7h-C1", "P-C1", "undo",
    "standard", "0" * 64, [], {}, [[[]]], {"payoff": -1}, {"a": 1},
)  # fmt: skip
_PATHS: Final = (
    "tables",
    "rules",
    "play",
    "tables/x/games/1/record",
    "tables/open",
    "nothing",
    "%00",
    "tables/x/games/-1/check",
)


@dataclass
class Hostile:
    """The results of the messages; `unanswered`, `failed` and `held_up` should be 0."""

    messages: int = 0
    unanswered: int = 0
    failed: int = 0
    """Responses that report a server error, and broken connections."""
    held_up: int = 0
    """Other people's games that stalled."""
    answers: Counter[str] = field(default_factory=Counter)


def attack(messages: int = MESSAGES, seed: int = 1) -> Hostile:
    """Send a number of messages that no honest page sends."""
    return uvloop.run(_attack(messages, seed))


async def _attack(messages: int, seed: int) -> Hostile:
    found = Hostile()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite3")
        try:
            pairs = [Pair(0.1) for _ in range(PAIRS)]
            await sit_down(pairs, [server.host])
            await asyncio.gather(*(pair.start() for pair in pairs))
            await asyncio.gather(
                *(_pages(server.host, pairs, Random(f"{seed} {page}"), found, messages) for page in range(PAGES))
            )
            for pair in pairs:
                pair.forget()
            try:
                async with asyncio.timeout(_WAIT):
                    while not all(pair.moves for pair in pairs):
                        await asyncio.sleep(0.05)
            except TimeoutError:
                found.held_up = sum(not pair.moves for pair in pairs)
            for pair in pairs:
                pair.close()
        finally:
            server.stop()
    return found


async def _pages(host: str, pairs: list[Pair], random: Random, found: Hostile, messages: int) -> None:
    while found.messages < messages:
        token = secrets.token_urlsafe(32)
        own = await asyncio.to_thread(
            new_table, host, token, [{"kind": "person"}, {"kind": "computer", "player": "greedy"}]
        )
        page = _Page(host, random.choice([own, random.choice(pairs).path]), token, random)
        await page.open()
        for _ in range(_A_PAGE):
            if random.random() < _OVER_HTTP:
                status = await asyncio.to_thread(_request, host, random)
                found.answers[f"HTTP {status}"] += 1
                found.failed += status >= 500
            else:
                code = await page.ask(page.message())
                found.answers[code or "none"] += 1
                found.unanswered += code is None
            found.messages += 1
            if page.is_closed:
                break
        found.failed += page.close_code not in (None, 4001, 4003, 4004)
        page.close()


class _Page:
    """A malicious page."""

    def __init__(self, host: str, path: str, token: str, random: Random) -> None:
        self._host = host
        self._random = random
        self._wire = Wire(host, f"{path}/ws", token, lambda text: self._heard.put_nowait(json.loads(text)))
        self._heard: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        """The server's messages; None when the connection is cut."""
        self._wire.closed.add_done_callback(lambda _: self._heard.put_nowait(None))
        self._state: dict[str, Any] = {"game": 1, "ply": 0, "view": None}
        self._sent: list[bytes] = []

    @property
    def is_closed(self) -> bool:
        return self._wire.closed.done()

    @property
    def close_code(self) -> int | None:
        return self._wire.close_code

    def close(self) -> None:
        self._wire.close()

    async def open(self) -> None:
        await self._wire.open(self._host)
        if self._random.random() < 0.9:
            await self.ask(b'{"type":"hello","version":null,"game":null}')
            await self.ask(_json(type="contribute", id="c", game=1, contribution=secrets.token_hex(32)))

    async def ask(self, text: bytes) -> str | None:
        """Send a message and return the answer; None if none came before the answer to the next message."""
        try:
            asked = json.loads(text)
        except (ValueError, RecursionError):
            asked = None
        message_id = asked.get("id") if isinstance(asked, dict) else None
        later = isinstance(asked, dict) and asked.get("type") in ("hint", "reach")
        self._wire.send(text)
        self._wire.send(b'{"type":"ping"}')
        self._sent.append(text)
        answer: str | None = None
        pongs = 0
        try:
            async with asyncio.timeout(_WAIT):
                while pongs == 0 or (later and answer is None):
                    heard = await self._heard.get()
                    if heard is None:
                        return answer or "closed"
                    if heard.get("view") is not None and heard["type"] in ("event", "snapshot"):
                        self._state = heard
                    if heard["type"] == "pong":
                        pongs += 1
                        if isinstance(asked, dict) and asked == {"type": "ping"} and answer is None:
                            answer, pongs = "pong", 0
                    elif heard["type"] in ("refused", "accepted", "snapshot") or (
                        message_id is not None and heard.get("id") == message_id
                    ):
                        answer = answer or heard.get("code") or heard["type"]
                    elif heard["type"] == "event" and isinstance(asked, dict) and asked.get("type") == "hello":
                        answer = answer or "event"
        except TimeoutError:
            pass
        return answer

    def message(self) -> bytes:
        """Make up a message."""
        random = self._random
        match random.randrange(6):
            case 0:
                return _broken(random)
            case 1:
                chosen = random.sample(_FIELDS, random.randrange(5))
                return _json(type=random.choice(_TYPES), **{name: random.choice(_VALUES) for name in chosen})
            case 2 if self._sent:
                return random.choice(self._sent)
            case 3:
                wrong = {"game": self._state["game"] or 0, "ply": self._state["ply"] or 0}
                name = random.choice(("game", "ply"))
                wrong[name] = max(0, wrong[name] + random.choice((-3, -1, 1, 2)))
                return _json(
                    type=random.choice(("move", "undo", "hint")),
                    id=secrets.token_hex(4),
                    **wrong,
                    **_move("H7h-C1", random),
                )
            case 4 if self._state["view"] is not None and self._state["view"]["legal"]:
                move = random.choice(self._state["view"]["legal"])
                now = {"game": self._state["game"], "ply": self._state["ply"]}
                return _json(type="move", id=secrets.token_hex(4), **now, move=move)
            case _:
                foreign: dict[str, Any] = random.choice(
                    [
                        {"type": "kick", "seat": 0},
                        {"type": "start"},
                        {"type": "sit", "seat": random.randrange(9), "name": "Eve"},
                        {"type": "take", "seat": 1, "name": "Eve"},
                        {"type": "seat", "seat": 1, "kind": "open"},
                        {"type": "configure", "preset": "book", "rules": {}, "target": 0, "settings": {}},
                        {"type": "contribute", "game": 2, "contribution": "0" * 64},
                        {"type": "say", "text": "a" * random.randrange(400)},
                        {"type": "next", "game": 1},
                        {"type": "stand"},
                    ]
                )
                return _json(id=secrets.token_hex(4), **foreign)


def _json(**message: Any) -> bytes:
    return json.dumps(message).encode()


def _move(text: str, random: Random) -> dict[str, str]:
    return {"move": text} if random.random() < 0.8 else {}


def _broken(random: Random) -> bytes:
    """Return something that is not a message at all."""
    whole = _json(type="move", id="broken", game=1, ply=0, move="H7h-C1")
    return random.choice(
        [
            b"",
            b"null",
            b"[1, 2]",
            b'"hello"',
            b"{}",
            whole[: random.randrange(len(whole))],
            whole.replace(b'"', b"'"),
            b"[" * 2000,
            b'{"type": "move", "id": "' + b"x" * 5000 + b'"}',
            bytes(random.randrange(32, 127) for _ in range(random.randrange(1, 200))),
        ]
    )


def _request(host: str, random: Random) -> int:
    """Send a request that makes no sense and return the status of the answer."""
    body = random.choice([None, _broken(random), _json(**{random.choice(_FIELDS): random.choice(_VALUES)})])
    headers = {"content-type": random.choice(("application/json", "text/plain"))}
    request = urllib.request.Request(f"http://{host}/api/{random.choice(_PATHS)}", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=_WAIT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def main() -> None:
    """Attack, check, and print; exits with code 1 if the server did not withstand it."""
    found = attack()
    sys.stdout.write(
        f"{found.messages:,} hostile messages: {found.unanswered} unanswered, {found.failed} failures of the server, "
        f"{found.held_up} of {PAIRS} games held up\n"
    )
    sys.stdout.write("".join(f"  {count:6,} {answer}\n" for answer, count in found.answers.most_common()))
    sys.exit(1 if found.unanswered or found.failed or found.held_up else 0)


if __name__ == "__main__":
    main()
