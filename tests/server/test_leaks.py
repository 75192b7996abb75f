"""No bytes sent to a seat or a spectator contain a card that it may not see.

The visible part is computed here from the whole position, by listing it, and not with the engine's views.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from spite_and_malice.engine import UNSHUFFLED, Position
from spite_and_malice.rules import preset_rules
from spite_and_malice.server.games.spite import serializers as shown
from spite_and_malice.server.games.spite.restore import restore
from spite_and_malice.server.games.spite.serializers import Viewer
from spite_and_malice.server.games.spite.table import SeatAction, Table, fair_deal
from spite_and_malice.server.protocol.outgoing import Refused, Snapshot, encode
from spite_and_malice.server.store import GameRow, SealRow, SeatRow, StoredTable, TableRow
from spite_and_malice.server.tables.presence import Presence

from .conftest import Browser, RunningServer, Visit
from .play import finish, is_event, to_my_turn

GAMES = [
    ("standard", 2),
    ("round", 4),
    ("partners", 4),
    ("loading", 2),
    ("massachusetts", 2),
    ("book-redeal", 2),
    ("misery", 3),
    ("covered-wilds", 3),
    ("starturn", 3),
    ("skip-bo-partners", 4),
    ("flinch", 6),
    ("quick", 2),
]

SNAPSHOT = {
    "type",
    "version",
    "game",
    "ply",
    "table",
    "people",
    "chat",
    "view",
    "log",
    "played",
    "undo",
    "standing",
    "seconds",
}
TABLE = {
    "id",
    "name",
    "preset",
    "rules",
    "rules_words",
    "terms",
    "differences",
    "seats",
    "match",
    "you",
    "commitment",
    "contributions",
    "secret",
    "next_commitment",
}
PEOPLE = {"type", "state", "you", "host", "watching", "seats", "clocks", "settings", "next_commitment"} | {
    "deals_in",
    "out",
    "kicked",
    "may_resign",
    "now",
}
EVENT = {
    "type",
    "version",
    "game",
    "ply",
    "seat",
    "action",
    "move",
    "id",
    "view",
    "undo",
    "clocks",
    "stand_in",
    "match",
    "standing",
    "seconds",
    "secret",
    "next_commitment",
    "worlds",
    "pause",
}
REFUSED = {"type", "id", "code", "message", "version", "ply", "view", "undo"}


def may_see(position: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """Return what a viewer may see of a position: its whole view except the legal moves."""
    return {
        "seat": viewer,
        "centre": position["centre"],
        "stock": len(position["stock"]),
        "aside": position["aside"],
        "players": [
            {
                "hand": sorted(player["hand"]) if seat == viewer else len(player["hand"]),
                "payoff": [{"count": len(pile), "top": pile[-1] if pile else None} for pile in player["payoff"]],
                "side": player["side"],
            }
            for seat, player in enumerate(position["players"])
        ],
        **{name: position[name] for name in ("turn", "stage", "cover", "passes", "moved", "result")},
    }


def without_order(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without rules and legal moves, its hand sorted: a hand has no order."""
    kept = copy.deepcopy({name: value for name, value in view.items() if name not in ("rules", "legal", "goes_on")})
    for player in kept["players"]:
        if isinstance(player["hand"], list):
            player["hand"].sort()
    return kept


def check(text: bytes | str, position: dict[str, Any], viewer: int | None) -> None:
    """Fail if a message has a field that no message should have, or a view that shows more than the viewer may see."""
    message = json.loads(text)
    if message["type"] in ("hint", "reach"):
        check_moves([message["move"]] if message["type"] == "hint" else message["line"] or [], position, viewer)
        return
    if message["type"] not in ("snapshot", "event", "refused"):
        assert message["type"] in ("people", "said", "accepted", "pong")
        assert "view" not in message
        return
    fields = {"snapshot": SNAPSHOT, "event": EVENT, "refused": REFUSED}[message["type"]]
    assert set(message) == fields
    if message["type"] == "snapshot":
        check_played(message["log"], message["played"], position)
    if "table" in message:
        assert set(message["table"]) == TABLE
        assert set(message["people"]) == PEOPLE
    if message["view"] is None:
        return
    assert without_order(message["view"]) == may_see(position, viewer)
    check_moves(message["view"]["legal"], position, viewer)
    assert set(message["view"]["goes_on"]) <= set(message["view"]["legal"])


def check_played(log: list[str], played: list[str], position: dict[str, Any]) -> None:
    """Fail unless every card of the log is shown where it was put, or has been covered there since."""
    for entry, card in zip(log, played, strict=True):
        source, _dash, target = entry.partition(" ")[2].partition("-")
        if source.startswith("H"):
            assert card.partition(" ")[0] == source[1:].split("+")[0]
        elif target and not card:
            raise AssertionError(f"no card is told of {entry}")
    if played and (last := log[-1].split("-")[-1])[0] == "C":
        stacks = position["centre"]
        stack = stacks[int(last[1:]) - 1] if int(last[1:]) <= len(stacks) else []
        assert not stack or played[-1] == f"{stack[-1]} {len(stack)}"


def check_moves(moves: list[str], position: dict[str, Any], viewer: int | None) -> None:
    """Fail if a move names a card from a hand other than the viewer's."""
    own = position["players"][viewer]["hand"] if viewer is not None and viewer == position["turn"] else []
    for move in moves:
        source = move.partition("-")[0]
        if source.startswith("H"):
            assert set(source[1:].split("+")) <= set(own)


def snapshot(table: Table, viewer: int | None) -> Snapshot:
    """Return the snapshot for a viewer who does not own the table."""
    people = shown.people(table, Presence(), Viewer(viewer), watching=0, left=None)
    return shown.snapshot(table, Viewer(viewer), people, [])


def shown_legal(table: Table, viewer: int) -> set[str]:
    """Return the legal moves in a snapshot."""
    view = snapshot(table, viewer).view
    assert view is not None
    return set(view["legal"])


def refused(table: Table, viewer: int | None) -> Refused:
    """Return a refusal for a viewer."""
    return shown.refused(table, Viewer(viewer), "x", "stale", "Look again.")


def with_other_hidden_cards(position: dict[str, Any], viewer: int | None, chance: random.Random) -> dict[str, Any]:
    """Return a position with the cards that the viewer cannot see redealt among their places.

    Each deck's cards stay among its own places when the pay-off piles have a deck of their own.
    """
    twin = copy.deepcopy(position)
    hands = [player["hand"] for seat, player in enumerate(twin["players"]) if seat != viewer]
    buried = [pile for player in twin["players"] for pile in player["payoff"] if len(pile) > 1]
    groups = [[*hands, twin["stock"]], buried] if twin["rules"]["payoff_deck"] else [[*hands, twin["stock"], *buried]]
    for group in groups:
        places = [(pile, at) for pile in group for at in range(len(pile) - any(pile is other for other in buried))]
        cards = [pile[at] for pile, at in places]
        chance.shuffle(cards)
        for (pile, at), card in zip(places, cards, strict=True):
            pile[at] = card
    return twin


def seats(count: int) -> list[SeatRow]:
    return [SeatRow("person", "Ada", person="a" * 64)] + [
        SeatRow("computer", f"Greedy {number}", player="greedy") for number in range(1, count)
    ]


def random_game(preset: str, players: int, chance: random.Random, plies: int) -> Iterator[tuple[Table, int, str]]:
    """Play eagerly at random and yield the table after each action."""
    rules = preset_rules(preset, players, {"payoff": 4}).to_json()
    row = TableRow("t", "a" * 64, preset, preset, rules, tuple(seats(players)))
    game = GameRow(1, 1, dealer=0, secret=chance.randbytes(32), contributions=("",) * players)
    table = restore(StoredTable(row, SealRow(2, chance.randbytes(32)), (game,), moves=(), earlier_moves=0))
    while not table.game.is_over and table.ply < plies:
        seat = table.game.turn
        if table.game.can_undo(seat) and chance.random() < 0.1:
            text = "undo"
        else:
            legal = [str(move) for move in table.game.legal_moves]
            to_centre = [text for text in legal if "-C" in text]
            text = chance.choice(to_centre if to_centre and chance.random() < 0.8 else legal)
        table.act(seat, text, f"id{table.ply}")
        yield table, seat, text


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_every_message_shows_what_its_viewer_may_see_and_no_more(preset: str, players: int) -> None:
    chance = random.Random(f"{preset} {players}")
    plies = 0
    for table, seat, text in random_game(preset, players, chance, plies=60):
        plies += 1
        position = table.game.position.to_json()
        for viewer in (None, *range(players)):
            event = shown.event_texts(table, [viewer], SeatAction(seat, text, "mine"))[viewer]
            check(event, position, viewer)
            assert json.loads(event)["id"] == ("mine" if viewer == seat else None)
            check(encode(snapshot(table, viewer)), position, viewer)
            check(encode(refused(table, viewer)), position, viewer)
            for message in (event.decode(), encode(snapshot(table, viewer)).decode()):
                assert (table.newest.row.secret.hex() in message) == table.game.is_over
                assert table.seal.secret.hex() not in message
                assert "a" * 64 not in message
    assert plies > 10


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_hidden_cards_make_no_difference_to_a_single_byte(preset: str, players: int) -> None:
    chance = random.Random(f"{preset} {players}")
    for table, seat, text in random_game(preset, players, chance, plies=40):
        real = table.game.position
        for viewer in (None, *range(players)):
            if viewer == table.game.turn:
                # The cards that the seat sees also determine its moves.
                assert shown_legal(table, viewer) or table.game.is_over
            before = (
                shown.event_texts(table, [viewer], SeatAction(seat, text, None))[viewer],
                encode(snapshot(table, viewer)),
            )
            twin = with_other_hidden_cards(real.to_json(), viewer, chance)
            table.game.position = Position.from_json(twin)
            after = (
                shown.event_texts(table, [viewer], SeatAction(seat, text, None))[viewer],
                encode(snapshot(table, viewer)),
            )
            table.game.position = real
            assert before == after


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_a_refusal_tells_nothing_of_hidden_cards(preset: str, players: int) -> None:
    chance = random.Random(f"{preset} {players}")
    tried = 0
    for table, _, _ in random_game(preset, players, chance, plies=15):
        real, viewer = table.game.position.to_json(), table.game.turn
        here, there = (Position.from_json(each) for each in (real, with_other_hidden_cards(real, viewer, chance)))
        cards = chance.sample(sorted({card for player in real["players"] for card in player["hand"]}), 2)
        legal = shown_legal(table, viewer)
        for source in (f"H{cards[0]}", "P", "S1", "+S1", "+P"):
            for target in ("C1", "C9", "S1", "L0", "L1"):
                if (text := f"{source}-{target}") not in legal:
                    assert refusal(here, text) == refusal(there, text)
                    tried += 1
    assert tried > 100


def refusal(position: Position, text: str) -> str:
    """Return the answer to an illegal move of the seat to move."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - its words are what is compared
        position.play(text, UNSHUFFLED)
    return str(refused.value)


@pytest.mark.nightly("src/spite_and_malice/server/games/spite/")
async def test_every_frame_of_whole_games_on_the_wire(server: RunningServer, browser: Browser, visit: Visit) -> None:
    for preset, count in (("standard", 2), ("massachusetts", 2), ("skip-bo", 3)):
        who = [{"kind": "person", "name": "Ada"}, *({"kind": "computer", "player": "greedy"} for _ in range(count - 1))]
        table_id = await browser.table(who, preset=preset, rules={"payoff": 6})
        page = await browser.open(table_id)
        state = await to_my_turn(page, await page.hello())
        watcher = await visit(server.address).open(table_id)
        await watcher.hello()
        await page.move(state, "no move at all")
        await watcher.send(type="undo", id="u", game=1, ply=0)
        await finish(page, state)
        await watcher.get_until(lambda message: is_event(message) and message["view"]["result"] is not None)

        stored = await server.store.tables.get(table_id)
        assert stored is not None
        positions = positions_by_ply(restore(stored))
        for viewer, texts in ((0, page.texts), (None, watcher.texts)):
            assert len(texts) > 4
            for text in texts:
                message = json.loads(text)
                over = (message.get("view") or {}).get("result") is not None
                check(text, positions[message.get("ply") or 0], viewer)
                assert (stored.games[0].secret.hex() in text) == over


def positions_by_ply(table: Table) -> list[dict[str, Any]]:
    """Return the position after each number of actions of a table's game."""
    replay = type(table.game).deal(table.rules, table.newest.row.dealer, fair_deal(table.newest.row))
    positions = [replay.position.to_json()]
    for action in table.game.actions:
        replay.act(action.seat, action.text)
        positions.append(replay.position.to_json())
    return positions


def test_the_checks_would_find_a_leak() -> None:
    table, seat, text = next(random_game("standard", 2, random.Random(1), plies=1))
    position = table.game.position.to_json()
    own = shown.event_texts(table, [0], SeatAction(seat, text, None))[0]
    with pytest.raises(AssertionError):
        check(own, position, 1)
    with pytest.raises(AssertionError):
        check(own.decode().replace('"undo"', f'"stock_cards":{json.dumps(position["stock"])},"undo"'), position, 0)
    assert with_other_hidden_cards(position, 0, random.Random(1)) != position
