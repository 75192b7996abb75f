"""One action after another at a table."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from spite_and_malice.server.store import StoreError
from spite_and_malice.server.tables.action_queue import Action, ActionQueue


class Table:
    """Turns at a table that record what was done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.rests = 0
        self.gate = asyncio.Event()
        self.turns = ActionQueue("t1", self._rest)

    def _rest(self) -> None:
        assert not self.turns.is_busy
        self.rests += 1

    def act(self, name: str) -> Action[None]:
        """Return an action that notes its begin, waits for the gate, and notes its end."""

        async def action() -> None:
            self.done.append(f"{name} begins")
            await self.gate.wait()
            self.done.append(f"{name} ends")

        return action

    def ask(self, name: str) -> asyncio.Task[None]:
        """Ask for a turn in a task."""
        return asyncio.create_task(self.turns.take(self.act(name)))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_actions_are_carried_out_one_by_one_in_the_order_of_asking() -> None:
    table = Table()
    tasks = [table.ask(name) for name in "abc"]
    await settle()
    assert table.done == ["a begins"]
    table.gate.set()
    await asyncio.gather(*tasks)
    assert table.done == [f"{name} {what}" for name in "abc" for what in ("begins", "ends")]
    assert (table.rests, table.turns.is_busy) == (1, False)


async def test_an_action_that_fails_gives_the_table_on() -> None:
    table = Table()
    table.gate.set()

    async def fail() -> None:
        raise RuntimeError

    failing = asyncio.create_task(table.turns.take(fail))
    await table.ask("next")
    assert table.done == ["next begins", "next ends"]
    with pytest.raises(RuntimeError):
        await failing


@pytest.mark.parametrize("given", [False, True])
async def test_who_is_cancelled_while_they_wait_keeps_nobody_from_the_table(given: bool) -> None:
    table = Table()

    async def hold() -> None:
        await table.turns.take(table.act("holding"))
        # At this moment the table passes to the next.
        first.cancel()

    holding = asyncio.create_task(hold())
    await settle()
    first, second = table.ask("first"), table.ask("second")
    await settle()
    if not given:
        first.cancel()
    table.gate.set()
    await second
    await holding
    assert first.cancelled()
    assert table.done == ["holding begins", "holding ends", "second begins", "second ends"]
    assert (table.turns.is_busy, table.turns.is_closed) == (False, False)


async def test_who_is_cancelled_in_the_middle_closes_the_table() -> None:
    table = Table()
    first, second = table.ask("first"), table.ask("second")
    await settle()
    first.cancel()
    with pytest.raises(StoreError):
        await second
    assert table.done == ["first begins"]
    assert table.turns.is_closed


async def test_an_action_gives_its_result_to_whoever_asked_for_it() -> None:
    table = Table()

    async def count(number: int) -> int:
        await table.gate.wait()
        return number

    asked = [asyncio.create_task(table.turns.take(partial(count, number))) for number in range(3)]
    table.gate.set()
    assert await asyncio.gather(*asked) == [0, 1, 2]


async def test_a_table_that_is_stopped_ends_what_has_begun_and_begins_nothing_more() -> None:
    table = Table()
    first, second = table.ask("first"), table.ask("second")
    await settle()
    table.turns.stop()
    await settle()
    assert first.done()
    for asked in (first, second):
        with pytest.raises(StoreError, match="loaded again"):
            await asked
    assert table.done == ["first begins"]
    with pytest.raises(StoreError):
        await table.ask("third")
    assert (table.turns.is_busy, table.turns.is_closed) == (False, True)


async def test_a_table_that_is_closed_lets_what_has_begun_come_to_its_end() -> None:
    table = Table()
    first, second = table.ask("first"), table.ask("second")
    await settle()
    table.turns.close()
    table.gate.set()
    await first
    with pytest.raises(StoreError):
        await second
    assert table.done == ["first begins", "first ends"]
