"""Help for a person at the table: a hint, and what can be reached in the turn.

Hints are thought out in the worker processes by what the person sees. They are for a person who plays against computers
alone, and for tables that allow them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from spite_and_malice.texts import _, current_language, current_terms

from ..logs import of_table
from ..protocol.clients import Client
from ..protocol.incoming import Hint, Reach
from ..protocol.outgoing import HintAnswer, ReachAnswer
from ..store import StoreError
from ..thinking.workers import HelpRequest, ThinkingFailed
from .refusals import Refusal, refusal_of, unsaved
from .rooms import Room
from .tables import Table, shown_name

_log = logging.getLogger(__name__)

SECONDS: Final = 0.8
"""The time to think about a hint."""

_PATIENCE: Final = 15.0
_BURST: Final = 4
_EVERY: Final = 1.5
"""One may ask a few times at once, and then as many seconds apart."""


class _Allowance:
    """How often somebody may still ask, and what they wait for."""

    def __init__(self) -> None:
        self._left = float(_BURST)
        self._counted_at = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None

    def take(self) -> bool:
        """Count a question; False if it comes too soon."""
        now = time.monotonic()
        self._left = min(_BURST, self._left + (now - self._counted_at) / _EVERY)
        self._counted_at = now
        if self._left < 1 or (self.thinking is not None and not self.thinking.done()):
            return False
        self._left -= 1
        return True


_KEPT: Final = 1000
_allowances: OrderedDict[str, _Allowance] = OrderedDict()
"""Of the people who asked last, by the SHA-256 of their token: to load the page again brings no more questions."""


def _allowance_of(owner: str) -> _Allowance:
    allowance = _allowances.setdefault(owner, _Allowance())
    _allowances.move_to_end(owner)
    if len(_allowances) > _KEPT:
        _allowances.popitem(last=False)
    return allowance


async def hint(room: Room, client: Client, message: Hint) -> None:
    """Answer with the move to make and the reason, or refuse; the answer comes when it is thought out."""

    def tell(table: Table, answer: dict[str, Any]) -> HintAnswer:
        if answer["move"] not in table.game.view(client.seat).legal:
            raise ThinkingFailed("the move of a hint is not legal")
        return HintAnswer(message.id, table.ply, answer["move"], answer["reason"])

    _think(room, client, message, "hint", tell)


async def reach(room: Room, client: Client, message: Reach) -> None:
    """Answer with what can be reached in the turn, or refuse; the answer comes when it is thought out."""

    def tell(table: Table, answer: dict[str, Any]) -> ReachAnswer:
        return ReachAnswer(message.id, table.ply, answer["line"], answer["words"])

    _think(room, client, message, "reach", tell)


def _think(
    room: Room,
    client: Client,
    message: Hint | Reach,
    task: str,
    tell: Callable[[Table, dict[str, Any]], HintAnswer | ReachAnswer],
) -> None:
    """Refuse, or start to think and answer by `tell`; the page's other messages do not wait for it."""
    table = room.table
    if (refusal := refusal_of(table, client.seat, message)) is not None:
        room.refuse(client, message.id, refusal)
        return
    assert client.owner is not None
    allowance = _allowance_of(client.owner)
    if not allowance.take():
        room.refuse(client, message.id, Refusal("slow_down", _("One question at a time: ask again in a moment.")))
    else:
        request = HelpRequest(
            task,
            table.game.view(client.seat).to_json(),
            list(table.game.log),
            SECONDS,
            secrets.randbits(32),
            [shown_name(who) for who in table.row.seats],
            current_language(),
            dict(current_terms()),
        )
        answer = _answer(room, client, message, room.computers.advise(request, _PATIENCE, client.owner), tell)
        allowance.thinking = asyncio.create_task(answer, name=f"{task} for {table.row.id}")


async def _answer(
    room: Room,
    client: Client,
    message: Hint | Reach,
    thought: Awaitable[dict[str, Any]],
    tell: Callable[[Table, dict[str, Any]], HintAnswer | ReachAnswer],
) -> None:
    """Answer in the room's turn, when no action is carried out and not stored yet."""
    outcome: dict[str, Any] | ThinkingFailed
    try:
        outcome = await thought
    except ThinkingFailed as failure:
        outcome = failure
    try:
        await room.do(partial(_tell, room, client, message, outcome, tell))
    except StoreError:
        # The room is given up: the page is sent away and asks again.
        return


async def _tell(
    room: Room,
    client: Client,
    message: Hint | Reach,
    outcome: dict[str, Any] | ThinkingFailed,
    tell: Callable[[Table, dict[str, Any]], HintAnswer | ReachAnswer],
) -> None:
    try:
        if isinstance(outcome, ThinkingFailed):
            raise outcome
        if (refusal := refusal_of(room.table, client.seat, message)) is not None:
            room.refuse(client, message.id, refusal)
            return
        assert client.seat is not None
        answer = tell(room.table, outcome)
        await room.count_hint(client.seat)
        client.send(answer)
    except StoreError as error:
        room.refuse(client, message.id, unsaved(error))
    except ThinkingFailed as failure:
        _log.warning("ply %d: no help: %s", message.ply, failure, extra=of_table(room.table.row.id))
        room.refuse(client, message.id, Refusal("no_answer", _("No hint came to mind just now. Ask again.")))
