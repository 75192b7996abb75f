"""The next message of a table's server, for pages with the test as their server."""

from __future__ import annotations

import json
from typing import Any

from tests.web.conftest import FakeTable


def without_rules(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view in the form of an event."""
    return {name: value for name, value in view.items() if name != "rules"}


def answer(table: FakeTable, view: dict[str, Any], **more: Any) -> None:
    """Carry out the page's last move: send a server's event with this view."""
    sent = table.last("move")
    event = {
        "type": "event", "version": 2, "game": 1, "ply": sent["ply"] + 1, "seat": view["seat"], "action": "move",
        "move": sent["move"], "id": sent["id"], "view": without_rules(view), "undo": False, "match": None,
        "standing": None,
    }  # fmt: skip
    table.send(**event | more)


def discard_of_ada(table: FakeTable, view: dict[str, Any]) -> None:
    """Let the other seat end its turn, and give it to the page."""
    after = json.loads(json.dumps(view))
    after["players"][0]["hand"] = 1
    after["players"][0]["side"][0].append("9h")
    table.send(
        type="event", version=2, game=1, ply=1, seat=0, action="move", move="H9h-S1", id=None,
        view=without_rules(after), undo=False, match=None, standing=None,
    )  # fmt: skip
