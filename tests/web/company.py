"""A server's messages about a table with several people, for pages with the test as their server (docs/protocol.md)."""

from __future__ import annotations

import time
from typing import Any, Final

from msgspec import to_builtins

from spite_and_malice.play import FairDeal, Game
from spite_and_malice.rules import Rules, describe, differences
from spite_and_malice.server.games.spite.situation import situation
from spite_and_malice.server.games.spite.table import new_table
from spite_and_malice.server.protocol.settings import Settings
from spite_and_malice.server.store import SeatRow

PROMISE: Final = "3f9a" * 16

SETTINGS: Final = {
    "start": "host", "listed": False, "clock": None, "away_seconds": 180, "chat": "all", "spectators": True, "delay": 0,
    "help": False, "undo_turns": False,
}  # fmt: skip


def now() -> int:
    """Return the time in UTC milliseconds."""
    return int(time.time() * 1000)


def person(name: str, side: int, **more: Any) -> dict[str, Any]:
    """Return a seat with a person who is here."""
    return {**_seat("person", name, side), "here": True, **more}


def computer(side: int, **more: Any) -> dict[str, Any]:
    """Return a seat with a computer player."""
    return {**_seat("computer", "Club player", side), "player": "club", **more}


def free_seat(side: int) -> dict[str, Any]:
    """Return a seat on which nobody sits."""
    return _seat("open", "", side)


def _seat(kind: str, name: str, side: int) -> dict[str, Any]:
    return {
        "kind": kind, "name": name, "side": side, "player": None, "host": False, "here": False, "away_since": None,
        "stand_in": None, "free": False, "contributed": True, "head": None, "sign": None,
        "ready": False, "who": name if kind == "person" else None,
    }  # fmt: skip


def people(seats: list[dict[str, Any]], you: int | None, state: str = "running", **more: Any) -> dict[str, Any]:
    """Return the people present; the host sits at the first seat."""
    seats = [{**seat, "host": number == 0 and seat["kind"] == "person"} for number, seat in enumerate(seats)]
    at = _now(seats, you, SETTINGS | more.get("settings", {})) if state == "gathering" else None
    return {
        "state": state, "you": you, "host": you == 0, "watching": 0, "seats": seats, "clocks": None,
        "settings": SETTINGS, "next_commitment": PROMISE, "deals_in": None, "out": False,
        "kicked": 0, "now": at, **more,
    }  # fmt: skip


def _now(seats: list[dict[str, Any]], you: int | None, settings: dict[str, Any]) -> dict[str, Any] | None:
    """Return the server's message for a person before the first game."""
    rows = [
        SeatRow(seat["kind"], seat["name"], seat["player"], f"p{number}" if seat["kind"] == "person" else None)
        for number, seat in enumerate(seats)
    ]
    rules = Rules(players=len(seats))
    table = new_table("p0", None, rules, rows, Settings.from_json(settings))
    given = {f"p{number}": "a" for number, seat in enumerate(seats) if seat.get("contributed")}
    table.seal.contributions.update(given)
    here = [number for number, seat in enumerate(seats) if seat.get("here")]
    found: dict[str, Any] | None = to_builtins(situation(table, you, here, {}, host=you == 0, out=False))
    return found


def after_a_turn() -> dict[str, Any]:
    """Return the snapshot fields for when a computer player has answered and seat 1 may take its turn back."""
    seats = [{**person("Ada", 0), "kind": "computer", "player": "club"}, person("Bertrand", 1)]
    there = people(seats, 1, settings=SETTINGS | {"undo_turns": True})
    return {"version": 2, "people": there, "log": ["1 H9c-S1", "0 H7h-S1"], "ply": 2}


def gathering(rules: Rules, there: dict[str, Any], name: str = "Spite and Malice") -> dict[str, Any]:
    """Return the snapshot of a table before its first game."""
    return _snapshot(rules, there, name) | {"version": 0, "game": 0, "view": None}


def running(rules: Rules, there: dict[str, Any], name: str = "Spite and Malice") -> dict[str, Any]:
    """Return the snapshot of a game that was just dealt."""
    game = Game.deal(rules, 0, FairDeal(b"company!" * 4, ("a",)))
    answer = _snapshot(rules, there, name) | {"version": 1, "game": 1, "view": game.view(there["you"]).to_json()}
    answer["table"] |= {"commitment": "ab" * 32, "rules": None}
    return answer


def _snapshot(rules: Rules, there: dict[str, Any], name: str) -> dict[str, Any]:
    scores = [0] * rules.players
    match = {
        "scores": scores,
        "target": 50,
        "over": False,
        "winners": [],
        "games_played": 0,
        "games": [],
        "stand_ins": scores,
    }
    table = {
        "id": "t", "name": name, "preset": None, "rules": rules.to_json(), "rules_words": describe(rules),
        "differences": differences(rules),
        "seats": [{key: seat[key] for key in ("kind", "name", "side", "player", "head")} for seat in there["seats"]],
        "match": match, "you": there["you"], "commitment": None, "contributions": [], "secret": None,
        "next_commitment": PROMISE,
    }  # fmt: skip
    return {
        "type": "snapshot", "ply": 0, "table": table, "people": there, "chat": [], "log": [], "played": [],
        "undo": False, "standing": None,
    }  # fmt: skip


def said(number: int, seat: int | None, name: str, text: str, message_id: str | None = None) -> dict[str, Any]:
    """Return a line of the chat."""
    return {
        "type": "said", "number": number, "seat": seat, "name": name, "text": text, "phrase": None, "at": now(),
        "id": message_id,
    }  # fmt: skip
