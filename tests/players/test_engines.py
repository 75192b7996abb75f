"""Engines: levels and programs used the same way, synchronously and with asyncio, and their failures."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

import spite_and_malice as sm
from spite_and_malice.players.engines import AsyncEngine, Engine

BOT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(asked["type"] + "\\n")
    if asked["type"] == "end":
        break
    answer = {{"ok": True}}
    if asked["type"] == "choose":
        answer = {{"move": max(asked["legal"], key=lambda move: (move.startswith("P"), "-C" in move))}}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(name="bot")
def bots(tmp_path: Path) -> tuple[str, Path]:
    """Return the name of a program as an engine, and the file in which it logs its requests."""
    log = tmp_path / "asked.txt"
    (tmp_path / "bot.py").write_text(BOT.format(log=os.fspath(log)), encoding="utf-8")
    return f'cmd:"{sys.executable}" "{tmp_path / "bot.py"}"', log


def short(seed: int) -> sm.Game:
    return sm.new_game("standard", seed=seed, changes={"payoff": 2})


def played(engine: Engine, game: sm.Game) -> list[str]:
    while not game.is_over:
        game.play(engine.choose(game, 0.2))
    return game.log


def test_the_same_seed_and_games_give_the_same_moves() -> None:
    with Engine("beginner", seed=4) as one, Engine("beginner", seed=4) as other, Engine("beginner", seed=5) as third:
        logs = [[played(engine, short(seed)) for seed in (1, 2)] for engine in (one, other, third)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_an_engine_plays_as_the_players_that_it_makes() -> None:
    game, again = short(3), short(3)
    with Engine("club") as engine:
        log = played(engine, game)
    players = [sm.PLAYERS["club"].make(2 + seat) for seat in range(2)]
    while not again.is_over:
        again.play(players[again.turn].choose(again.view(again.turn), again.log, 0.2))
    assert log == again.log


def test_a_program_has_a_process_a_seat_and_a_start_a_game(bot: tuple[str, Path]) -> None:
    name, log = bot
    with Engine(name) as engine:
        played(engine, short(1))
        engine.choose(short(2))
    asked = log.read_text(encoding="utf-8").split()
    assert asked.count("new") == 3
    assert asked.count("end") == 3


def test_what_is_wrong_is_said_and_the_game_stays_as_it_is() -> None:
    game = short(1)
    with pytest.raises(sm.UnknownName, match="club"):
        Engine("clb")
    with Engine("cmd:there-is-no-such-program") as engine, pytest.raises(sm.PlayerFailed, match="cannot be started"):
        engine.choose(game)
    with Engine("club") as engine:
        over = short(1)
        played(engine, over)
        with pytest.raises(sm.NotYourTurn):
            engine.choose(over)
        with pytest.raises(sm.InvalidArgument, match="seconds"):
            engine.choose(game, seconds="soon")  # type: ignore[arg-type]
    with pytest.raises(sm.InvalidArgument, match="closed"):
        engine.choose(game)
    engine.close()
    assert game == short(1)
    assert game.log == []


def test_others_go_on_while_an_engine_thinks(bot: tuple[str, Path]) -> None:
    async def together() -> tuple[str, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.005)
                ticks += 1

        clock = asyncio.create_task(tick())
        async with AsyncEngine(bot[0]) as engine:
            # The program takes a moment to start.
            move = str(await engine.choose(short(1), 2.0))
        clock.cancel()
        return move, ticks

    move, ticks = asyncio.run(together())
    assert move in short(1).view(short(1).turn).legal
    assert ticks > 1


def test_a_wait_that_is_cancelled_leaves_the_engine_usable(bot: tuple[str, Path]) -> None:
    async def impatient() -> str:
        game = short(1)
        async with AsyncEngine(bot[0]) as engine:
            asked = asyncio.create_task(engine.choose(game, 2.0))
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            # The game may go on in the meantime: the search uses its earlier state.
            return str(await engine.choose(game, 2.0))

    began = time.monotonic()
    assert asyncio.run(impatient()) in short(1).view(short(1).turn).legal
    assert time.monotonic() - began < 60
    assert bot[1].read_text(encoding="utf-8").split().count("new") == 1


def test_a_closed_asynchronous_engine_says_so() -> None:
    async def late() -> None:
        engine = AsyncEngine("club")
        await engine.close()
        await engine.choose(short(1))

    with pytest.raises(sm.InvalidArgument, match="closed"):
        asyncio.run(late())
