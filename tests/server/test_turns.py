"""One action after another at a table, in tasks and in callbacks."""

from __future__ import annotations

import asyncio

import pytest

from spite_and_malice.server.store import StoreError
from spite_and_malice.server.table.turns import Action, Turns


class Table:
    """Turns at a table that keep what was done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.rests = 0
        self.gate = asyncio.Event()
        self.turns = Turns("t1", self._rest)

    def _rest(self) -> None:
        assert not self.turns.is_busy
        self.rests += 1

    def act(self, name: str) -> Action:
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


async def test_what_is_begun_in_callbacks_keeps_the_others_waiting_until_it_ends() -> None:
    table = Table()
    table.gate.set()
    assert table.turns.begin()
    assert not table.turns.begin()
    waiting = table.ask("a")
    await settle()
    assert table.done == []
    table.turns.end()
    assert not table.turns.begin(), "the table belongs to whoever waited"
    await waiting
    assert table.done == ["a begins", "a ends"]
    assert table.turns.begin()


async def test_what_a_callback_leaves_to_a_task_comes_before_those_who_wait() -> None:
    table = Table()
    table.gate.set()
    table.turns.begin()
    waiting = table.ask("late")
    await settle()
    table.turns.end_with(table.act("rest"))
    await waiting
    assert table.done == ["rest begins", "rest ends", "late begins", "late ends"]


async def test_a_task_that_fails_after_a_callback_gives_the_table_on() -> None:
    table = Table()

    async def fail() -> None:
        raise RuntimeError

    table.turns.begin()
    table.turns.end_with(fail)
    await settle()
    assert table.turns.begin()


@pytest.mark.parametrize("given", [False, True])
async def test_who_is_cancelled_while_he_waits_keeps_nobody_from_the_table(given: bool) -> None:
    table = Table()
    table.gate.set()
    table.turns.begin()
    first, second = table.ask("first"), table.ask("second")
    await settle()
    if given:
        # The table is his in the same moment in which he is cancelled.
        table.turns.end()
    first.cancel()
    if not given:
        table.turns.end()
    await second
    assert first.cancelled()
    assert table.done == ["second begins", "second ends"]
    assert (table.turns.is_busy, table.turns.is_closed) == (False, False)


async def test_who_is_cancelled_in_the_middle_closes_the_table() -> None:
    table = Table()
    first, second = table.ask("first"), table.ask("second")
    await settle()
    first.cancel()
    with pytest.raises(StoreError):
        await second
    assert table.done == ["first begins"]
    assert not table.turns.begin()
