"""Help for a person at the table: a hint, or what the turn can reach.

Hints are computed in the worker processes from what the person sees. They are available to a person who plays only
against computers, and at tables that allow them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from spite_and_malice.analysis.hint import rest_of
from spite_and_malice.texts import _, current_language, current_terms

from ...logs import of_table
from ...protocol.clients import Client
from ...protocol.incoming import Hint, Reach
from ...protocol.outgoing import HintAnswer, ReachAnswer
from ...rate_limiter import RateLimiter
from ...store import StoreError
from ...supervision import do_once
from ...tables.game import Refusal, unsaved
from ...workers.pool import HelpRequest, ThinkingFailed
from .moves import refusal_of
from .room import Room
from .table import Table, shown_name

_log = logging.getLogger(__name__)

SECONDS: Final = 0.8
"""The time to think about a hint."""
_SEED: Final = 0
"""The seed, the same for everybody: a review of the game then agrees with the hints."""

_ANSWER_SECONDS: Final = 15.0
_QUESTIONS: Final = 6
_QUESTIONS_SECONDS: Final = 8
"""The most questions of one person, and per how many seconds."""


@dataclass
class _Thought:
    """A question's computation, and whether the help has been counted: asking again returns the same one."""

    about: tuple[object, ...]
    log: tuple[str, ...]
    answer: asyncio.Task[dict[str, Any]]
    is_counted: bool = False

    @property
    def has_failed(self) -> bool:
        """Whether the computation failed, so that the question may be asked again."""
        return self.answer.done() and (self.answer.cancelled() or self.answer.exception() is not None)

    def rest(self, game: tuple[object, ...], seat: int, log: Sequence[str]) -> list[str]:
        """Return the rest of the recommended line, if a seat of the same game has followed it so far."""
        made = len(self.log)
        if not self.answer.done() or self.has_failed or self.about[: len(game)] != game or log[:made] != list(self.log):
            return []
        return rest_of(self.answer.result()["line"], seat, log[made:])

    def heard(self, game: tuple[object, ...]) -> dict[str, Any]:
        """Return what the hints of the same game have said up to this one."""
        is_known = self.answer.done() and not self.has_failed and self.about[: len(game)] == game
        return dict(self.answer.result().get("heard", {})) if is_known else {}


class _Allowance:
    """A person's remaining allowance of questions, and their last question of each kind of help."""

    def __init__(self) -> None:
        self._limit = RateLimiter(_QUESTIONS, _QUESTIONS_SECONDS)
        self._last: dict[str, _Thought] = {}

    def thought_of(self, task: str, about: tuple[object, ...]) -> _Thought | None:
        """Return the computation for the same question, if that was the last one of its kind."""
        last = self._last.get(task)
        return None if last is None or last.about != about or last.has_failed else last

    def may_ask(self) -> bool:
        """Count a question; return False if it comes too soon."""
        return all(last.answer.done() for last in self._last.values()) and self._limit.allows()

    def begun(self, game: tuple[object, ...], seat: int, log: Sequence[str]) -> list[str]:
        """Return the rest of the last hint's line."""
        last = self._last.get("hint")
        return [] if last is None else last.rest(game, seat, log)

    def heard(self, game: tuple[object, ...]) -> dict[str, Any]:
        """Return what the hints of a game have said."""
        last = self._last.get("hint")
        return {} if last is None else last.heard(game)

    def wonder(
        self,
        task: str,
        about: tuple[object, ...],
        log: Sequence[str],
        answer: Coroutine[Any, Any, dict[str, Any]],
    ) -> _Thought:
        """Start computing the answer to a question, and remember it."""
        self._last[task] = _Thought(about, tuple(log), asyncio.create_task(answer, name="help"))
        return self._last[task]


_KEPT: Final = 1000
_allowances: OrderedDict[str, _Allowance] = OrderedDict()
"""The people who asked last, by the SHA-256 of their token: reloading the page gives no more questions."""


def _allowance_of(person: str) -> _Allowance:
    allowance = _allowances.setdefault(person, _Allowance())
    _allowances.move_to_end(person)
    if len(_allowances) > _KEPT:
        _allowances.popitem(last=False)
    return allowance


async def hint(room: Room, client: Client, message: Hint) -> None:
    """Answer with the move to make, the plan and the reason, or refuse; the answer comes once it is computed."""

    def tell(table: Table, answer: dict[str, Any]) -> HintAnswer:
        if answer["move"] not in table.game.view(client.seat).legal:
            raise ThinkingFailed("the move of a hint is not legal")
        return HintAnswer(message.id, table.ply, answer["move"], answer["line"], answer["reason"])

    _think(room, client, message, "hint", tell)


async def reach(room: Room, client: Client, message: Reach) -> None:
    """Answer with what the turn can reach, or refuse; the answer comes once it is computed."""

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
    """Refuse, or start to compute the answer and send it with `tell`; the page's other messages do not wait for it."""
    table = room.table
    if (refusal := refusal_of(table, client.seat, message)) is not None:
        room.refuse(client, message.id, refusal)
        return
    assert client.person is not None
    allowance = _allowance_of(client.person)
    assert client.seat is not None
    game = (table.row.id, table.number, client.seat, current_language())
    about = (*game, table.ply)
    thought = allowance.thought_of(task, about)
    if thought is None:
        if not allowance.may_ask():
            room.refuse(client, message.id, Refusal("slow_down", _("One question at a time: ask again in a moment.")))
            return
        request = HelpRequest(
            task,
            table.game.view(client.seat).to_json(),
            list(table.game.log),
            SECONDS,
            _SEED,
            [shown_name(who) for who in table.row.seats],
            current_language(),
            dict(current_terms()),
            allowance.begun(game, client.seat, table.game.log) if task == "hint" else [],
            allowance.heard(game) if task == "hint" else {},
        )
        advice = room.computers.advise(request, _ANSWER_SECONDS, client.person)
        thought = allowance.wonder(task, about, table.game.log, advice)
    answering = _answer(room, client, message, thought, tell)
    do_once("help", answering, table.row.id)


async def _answer(
    room: Room,
    client: Client,
    message: Hint | Reach,
    thought: _Thought,
    tell: Callable[[Table, dict[str, Any]], HintAnswer | ReachAnswer],
) -> None:
    """Answer in the room's turn, when no action has been carried out but not yet stored."""
    # A page that stops waiting must not take the answer away from another page.
    await asyncio.wait([thought.answer])
    try:
        await room.do(partial(_tell, room, client, message, thought, tell))
    except StoreError:
        # The room is being closed: the page is sent away and asks again.
        return


async def _tell(
    room: Room,
    client: Client,
    message: Hint | Reach,
    thought: _Thought,
    tell: Callable[[Table, dict[str, Any]], HintAnswer | ReachAnswer],
) -> None:
    try:
        outcome = thought.answer.result()
        if (refusal := refusal_of(room.table, client.seat, message)) is not None:
            room.refuse(client, message.id, refusal)
            return
        assert client.seat is not None
        answer = tell(room.table, outcome)
        if not thought.is_counted:
            await room.count_hint(client.seat)
            thought.is_counted = True
        client.send(answer)
    except StoreError as error:
        room.refuse(client, message.id, unsaved(error))
    except ThinkingFailed as failure:
        _log.warning("ply %d: no help: %s", message.ply, failure, extra=of_table(room.table.row.id))
        room.refuse(client, message.id, Refusal("no_answer", _("No hint was found in time. Ask again.")))
