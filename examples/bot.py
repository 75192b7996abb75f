"""A program that plays Spite and Malice over the protocol of docs/protocol.md, with nothing but a websocket library.

    python examples/bot.py http://127.0.0.1:8000                     a game against a computer player
    python examples/bot.py http://127.0.0.1:8000/table/kX3vJ0bqTn2y  take an open seat at a table

It plays one game and says how it ended. Put a better `choose` in, and it is a better player; or name a policy that you
trained (docs/research.md): ``--policy my_module:make_policy``, which takes this package with its extra `research`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import secrets
import sys
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
Chooser = Callable[[Message], str]


def choose(view: Message) -> str:
    """Return one of the legal moves: the pay-off card first, then other plays to the centre, then the rest."""
    legal: list[str] = view["legal"]
    return min(legal, key=lambda move: (not move.startswith("P"), "-C" not in move, move))


def chooser_of(policy: str) -> Chooser:
    """Return a function that chooses moves by a policy named as ``MODULE:NAME``."""
    from spite_and_malice import Rules, View
    from spite_and_malice.interop.encoder import Encoder
    from spite_and_malice.interop.opponents import PolicyPlayer, policy_maker

    try:
        make = policy_maker(policy)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    made: dict[str, PolicyPlayer] = {}

    def choose_by_policy(view: Message) -> str:
        rules = json.dumps(view["rules"])
        if rules not in made:
            made[rules] = PolicyPlayer(make(Encoder(Rules.from_json(view["rules"]))))
        return str(made[rules].choose(View.from_json(view), [], 0.0))

    return choose_by_policy


class Bot:
    """A player with a token of its own, at one table; `choose` gets every view with its rules."""

    def __init__(self, address: str, name: str, choose: Chooser = choose) -> None:
        self.name = name
        self._choose = choose
        self._server = urlsplit(address)
        # The token identifies the bot: with the same one it gets its seat back.
        self._headers = {"authorization": f"Bearer {secrets.token_urlsafe(32)}"}

    def new_table(self) -> str:
        """Set up a table against a computer player and return its path."""
        seats = [{"kind": "person", "name": self.name}, {"kind": "computer", "player": "greedy"}]
        request = urllib.request.Request(
            f"{self._server.scheme}://{self._server.netloc}/api/tables",
            data=json.dumps({"preset": "standard", "seats": seats}).encode(),
            headers={**self._headers, "content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as response:
            return str(json.load(response)["url"])

    def play(self, path: str) -> Message:
        """Play one game at the table and return its result: the reason, the winners and the scores."""
        scheme = "wss" if self._server.scheme == "https" else "ws"
        with connect(f"{scheme}://{self._server.netloc}{path}/ws", additional_headers=self._headers) as socket:
            with contextlib.suppress(ConnectionClosed):
                # An unavailable table says so unasked, perhaps before this: then that is read next.
                say(socket, type="hello")
            asked: tuple[int, int] | None = None
            contributed = 0
            rules: Message = {}
            while True:
                message: Message = json.loads(socket.recv())
                if message["type"] == "refused" and message["code"] == "seat_taken":
                    # Somebody was quicker: look again.
                    say(socket, type="hello")
                elif message["type"] == "refused":
                    raise SystemExit(f"The table refused: {message['message']}")
                if message["type"] not in ("snapshot", "event"):
                    continue
                view = message["view"]
                if message["type"] == "snapshot":
                    table = message["table"]
                    if table["you"] is None:
                        self._sit(socket, message["people"]["seats"])
                        continue
                    if view is None and contributed == message["game"]:
                        contributed += 1
                        say_new(socket, type="contribute", game=contributed, contribution=secrets.token_hex(32))
                if view is None:
                    continue
                rules = view.get("rules", rules)
                if view["result"] is not None:
                    return dict(view["result"])
                place = message["game"], message["ply"]
                if view["legal"] and asked != place:
                    asked = place
                    move = self._choose({**view, "rules": rules})
                    say_new(socket, type="move", game=place[0], ply=place[1], move=move)

    def _sit(self, socket: ClientConnection, seats: list[Message]) -> None:
        for number, seat in enumerate(seats):
            if seat["kind"] == "open":
                say_new(socket, type="sit", seat=number, name=self.name)
                return
        raise SystemExit("There is no open seat at this table.")


def say(socket: ClientConnection, **message: Any) -> None:
    """Send a message."""
    socket.send(json.dumps(message))


def say_new(socket: ClientConnection, **message: Any) -> None:
    """Send a message under an id that was never used before."""
    say(socket, id=secrets.token_hex(8), **message)


def main() -> None:
    """Play one game as the command line says."""
    parser = argparse.ArgumentParser(description="Play a game of Spite and Malice over its protocol.")
    parser.add_argument("address", help="of a server, or of a table with an open seat")
    parser.add_argument("--name", default="Robo")
    parser.add_argument("--policy", help="MODULE:NAME of what makes a trained policy")
    options = parser.parse_args()
    bot = Bot(options.address, options.name, chooser_of(options.policy) if options.policy else choose)
    try:
        path = urlsplit(options.address).path.rstrip("/") or bot.new_table()
        result = bot.play(path)
    except (OSError, ValueError, WebSocketException) as error:
        raise SystemExit(
            f"{options.address} could not be played at: {error}. "
            "Name a server as http://127.0.0.1:8000, or the address of a table that its page shows."
        ) from None
    sys.stdout.write(f"{path}: {result['reason']}, won by seat {', '.join(map(str, result['winners'])) or '-'}\n")


if __name__ == "__main__":
    main()
