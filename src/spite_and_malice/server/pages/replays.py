"""Finished games to watch again: what one seat saw after each action, in order (docs/protocol.md)."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec import Raw, Struct

from spite_and_malice.play import Game
from spite_and_malice.play.game import TAKEBACK, UNDO
from spite_and_malice.rules import Rules, describe, differences
from spite_and_malice.texts import _, current_terms

from ..http.language import use_terms_of
from ..protocol.outgoing import SeatInfo
from ..store import Store, StoredGame
from ..table.tables import fair_deal, shown_name
from .records import finished_game, seat_of, seen_from


class ReplayTable(Struct):
    """What is told of the table, as in a snapshot; the seats are those at the deal."""

    id: str
    name: str
    preset: str | None
    terms: dict[str, str]
    rules_words: tuple[str, ...]
    differences: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    you: int | None


class ReplayStep(Struct):
    """One action, how many moves stand after it, and the view then, as in an event.

    ``action`` is ``move``, ``undo`` or ``takeback``; ``move`` is null but for the first.
    """

    seat: int
    action: str
    move: str | None
    stands: int
    view: Raw


class ReplayAnswer(Struct):
    """A finished game as a seat saw it: the view after the deal, with the rules, and every action since."""

    game: int
    seat: int
    table: ReplayTable
    start: dict[str, Any]
    steps: list[ReplayStep]


def replay(stored: StoredGame, seat: int, you: int | None) -> ReplayAnswer:
    """Play a stored game again, as ``seat`` saw it, for somebody whose own seat is ``you``."""
    row, rules = stored.table, Rules.from_json(stored.table.rules)
    game = Game.deal(rules, stored.game.dealer, fair_deal(stored.game))
    table = ReplayTable(
        id=row.id,
        name=_(row.name),
        preset=row.preset,
        terms={term: _(word) for term, word in current_terms().items()},
        rules_words=tuple(describe(rules)),
        differences=tuple(differences(rules)),
        seats=tuple(
            SeatInfo(kind=who.kind, name=shown_name(who), side=rules.side_of(number), player=who.player, head=who.head)
            for number, who in enumerate(stored.game.seats or row.seats)
        ),
        you=you,
    )
    answer = ReplayAnswer(stored.game.number, seat, table, game.view(seat).to_json(), [])
    for move in stored.moves:
        game.act(move.seat, move.text)
        back = move.text in (UNDO, TAKEBACK)
        answer.steps.append(
            ReplayStep(
                seat=move.seat,
                action=move.text if back else "move",
                move=None if back else move.text,
                stands=len(game.log),
                view=Raw(game.views_json((seat,))[seat]),
            )
        )
    return answer


@get("/{table_id:str}/games/{number:int}/replay")
async def replay_game(
    table_id: FromPath[str],
    number: FromPath[int],
    store: NamedDependency[Store],
    owner: NamedDependency[str],
    seat: FromQuery[int | None] = None,
) -> ReplayAnswer:
    """Return a finished game as a seat saw it: by default this browser's own, for who watched the first."""
    stored = await finished_game(store, table_id, number, owner)
    use_terms_of(stored.table.preset)
    return await asyncio.to_thread(replay, stored, seen_from(stored, owner, seat), seat_of(stored, owner))


replay_routes = Router("/api/tables", route_handlers=[replay_game], cache_control=CacheControlHeader(no_cache=True))
