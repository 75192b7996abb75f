"""No byte that a patience page receives before the end depends on a face-down card."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from spite_and_malice.patience import PRESETS, Hint, Move, Position, Rules, View, deal_number, preset_rules
from spite_and_malice.patience.knowledge import Known, Seen, known_of
from spite_and_malice.play.patience.played import Deal
from spite_and_malice.server.games.patience import serializers as shown
from spite_and_malice.server.games.patience.dealer import PatienceWorkers
from spite_and_malice.server.games.patience.results import day_line, day_results
from spite_and_malice.server.games.patience.table import PatienceTable, new_table
from spite_and_malice.server.protocol.patience import PatienceEvent, PatienceSnapshot, encode
from spite_and_malice.server.store import PlayedDeal
from spite_and_malice.server.tables.game import Refusal

from .conftest import Browser, RunningServer, Visit
from .test_patience import begin, sit, table_id_of

DRAW = Move.parse("draw")


def other_world(position: Position, seen: Seen, seed: int) -> Position:
    """Return a position that looks the same to the player, with the cards never seen in other places."""
    data = position.to_json()
    known = known_of(position, seen)
    piles = (*data["tableau"], *data.get("reserve", []))
    hidden = [data["stock"], *(pile["down"] for pile in piles)]
    places = list(zip(hidden, [known.stock, *known.tableau, *known.reserve], strict=True))
    unseen = [card for cards, told in places for card, is_known in zip(cards, told, strict=True) if is_known is None]
    random.Random(seed).shuffle(unseen)
    for cards, told in places:
        cards[:] = [is_known or unseen.pop() for is_known in told]
    return Position.from_json(data)


def everything(table: PatienceTable, ply: int) -> bytes:
    """Return the bytes of everything that a page receives about the current table."""
    refusal = Refusal("stale", "The table has moved on.")
    view, state = shown.view_of(table), shown.state_of(table, 2000)
    about = {"version": table.version, "game": 1, "ply": ply, "view": view, "state": state, "end": None}
    moves = [str(move) for move in table.played.game.moves]
    return b"\n".join(
        (
            encode(PatienceSnapshot(table=shown.table_info(table), moves=moves, **about)),  # type: ignore[arg-type]
            encode(PatienceEvent(id="m", action="draw", moves=("draw",), turned=(), **about)),  # type: ignore[arg-type]
            encode(shown.refused(table, "m", refusal, 2000)),
        )
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_worlds_that_look_alike_give_the_same_bytes(preset: str) -> None:
    rules = preset_rules(preset)
    compared = 0
    for number in range(12 if rules.is_klondike else 2):
        chance = random.Random(number)
        table = new_table("a" * 64, "Ada", rules, Deal(number, "winnable", "hard"))
        for ply in range(1, 80 if rules.is_klondike else 30):
            legal = table.played.game.legal_moves
            if not legal:
                break
            table.act(str(chance.choice(legal)), 1000, None)
            said = everything(table, ply)
            other = new_table("a" * 64, "Ada", rules, Deal(number + 1, "winnable", "easy"))
            played = other.played
            # The same history, except for the cards that nobody has seen.
            played.game.position = other_world(table.played.game.position, table.played._seen, ply)
            played.game._played = list(table.played.game._played)
            played.game._before = list(table.played.game._before)
            played.ply, played._elapsed, played._since = ply, table.played._elapsed, table.played._since
            other.row, other.game = table.row, table.game
            # The commitment to the number is made from a random secret, so it reveals as little.
            commitment = re.compile(rb'"commitment":"[0-9a-f]{64}"')
            played._seen = table.played._seen
            assert played.known == table.played.known
            assert commitment.sub(b"", said) == commitment.sub(b"", everything(other, ply))
            compared += 1
    assert compared > (500 if rules.is_klondike else 2)


def test_nothing_names_a_hidden_card() -> None:
    for number in range(20):
        table = new_table("a" * 64, "Ada", Rules(), Deal(number, "any"))
        for move in ("draw", "draw"):
            table.act(move, 0, None)
        data = table.played.game.position.to_json()
        hidden = {card for pile in data["tableau"] for card in pile["down"]} | set(data["stock"])
        told = set(re.findall(rb'"(\w{2})"', everything(table, 2)))
        assert not told & {card.encode() for card in hidden}


async def test_the_number_is_told_only_to_who_chose_it_and_at_the_end(browser: Browser) -> None:
    table = await begin(browser, deal="any")
    await table.play("draw")
    deal = table.page.snapshot and table.page.snapshot["table"]["deal"]
    assert deal is not None
    assert (deal["number"], deal["secret"]) == (None, None)
    listed = (await browser.http.get("/api/tables")).text + (await browser.http.get("/games")).text
    over = await table.ask("give_up")
    number = over["end"]["number"]
    assert str(number) not in "".join(table.page.texts[:-1]) + listed
    assert deal_number(Rules(), number).view().to_json()["tableau"] == table.told["view"]["tableau"]
    again = await table.ask("again")
    assert (again["table"]["deal"]["choice"], again["table"]["deal"]["number"]) == ("same", None)


async def test_how_hard_a_deal_is_is_told_only_to_who_asked(browser: Browser) -> None:
    asked = await begin(browser, deal="winnable", level="medium")
    assert asked.told["table"]["deal"]["level"] in ("medium", None)
    unasked = await begin(browser, deal="winnable")
    assert unasked.told["table"]["deal"]["level"] is None


async def test_a_hint_is_thought_out_by_the_view_alone(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    async def hint(_self: PatienceWorkers, view: View, known: Known, _owner: str) -> Hint:
        asked.append({"view": view.to_json(), "known": known.to_json()})
        return Hint(DRAW, 0.5, (DRAW, DRAW))

    monkeypatch.setattr(PatienceWorkers, "hint", hint)
    table = await begin(browser)
    first = table.told["view"]
    await table.play("draw")
    top = table.told["view"]["waste"]
    await table.ask("undo")
    await table.ask("hint")
    assert table.told["view"] == first
    unknown = [[None] * count for count in range(7)]
    # The card turned up and taken back is all that the player knows beyond what they see.
    assert asked == [{"view": first, "known": {"stock": [*top, *[None] * 23], "tableau": unknown}}]
    # The hint went up to the next card, so nothing is computed before that card is seen.
    for _move in range(2):
        answer = await table.page.get()
        assert (answer["move"], answer["winnable"], len(asked)) == ("draw", 0.5, 1)
        await table.play("draw")
        await table.ask("hint")
    assert len(asked) == 2


async def test_whose_game_it_is_not_learns_nothing_of_it(server: RunningServer, browser: Browser, visit: Visit) -> None:
    table = await begin(browser)
    table_id = table_id_of(table)
    stranger = visit(server.address)
    page = await stranger.open(table_id)
    for message in (
        {"type": "hello"},
        {"type": "move", "id": "a", "game": 1, "ply": 0, "move": "draw"},
        {"type": "solve", "id": "b", "game": 1, "ply": 0},
    ):
        await page.send(**message)
    answer = await page.get()
    assert set(answer) <= {"type", "id", "code", "message", "version", "ply", "view", "undo"}
    assert answer["view"] is None
    assert (await sit(browser, table_id)).told["ply"] == 0
    assert (await stranger.http.get(f"/api/tables/{table_id}/games/1/replay")).status_code == 409


def test_a_days_lines_name_nobodys_token() -> None:
    result = {"reason": "won", "moves": 1, "time": 2, "passes": 1, "undos": 0, "hints": 0, "answers": 0}
    game = PlayedDeal("t", 1, "f" * 64, "Ada", "klondike-1", {"number": 3, "day": "2026-11-20"}, result, 0, 1)
    (ranked,) = day_results(("2026-11-20", "klondike-1"), [game], {game.person})
    line = day_line(ranked, "other")
    assert "f" * 64 not in json.dumps([str(line)])
    assert line.you is False
