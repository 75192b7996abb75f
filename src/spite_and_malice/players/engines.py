"""Computer players for programs: a level or an external program behind one interface.

`Engine` blocks until it answers, `AsyncEngine` does not. Both take games, and see only what the seat to move sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import TracebackType

from spite_and_malice.arguments import InvalidArgument, Seed, number, of_type, seed_number
from spite_and_malice.engine import Move, View
from spite_and_malice.play import Game
from spite_and_malice.players.external import COMMAND, ExternalPlayer
from spite_and_malice.players.player import Player, chosen, to_choose
from spite_and_malice.players.roster import PLAYERS
from spite_and_malice.rules import Rules


class Engine:
    """A computer player that chooses for any seat to move. A context manager that ends the programs it started.

    `name` is the id of a level (``"club"``), or ``"cmd:"`` and the command line of a program (docs/players.md). Each
    seat of each game has its own player, which knows nothing of what the others see. The same `seed` and the same
    games give the same moves, except for players that think by the clock. A copy is a new engine with the same seed.
    """

    def __init__(self, name: str, seed: Seed = 0) -> None:
        """Raises `UnknownName` for a level that does not exist."""
        of_type(name, str, "name", 'a level such as "club", or "cmd:" and a command line')
        self.name: str = name
        self._seed = seed_number(seed)
        self._command = name.removeprefix(COMMAND) if name.startswith(COMMAND) else None
        self._info = None if self._command is not None else PLAYERS[name]
        self._game: Game | None = None
        self._players: dict[int, Player] = {}
        self._games = 0
        self._is_closed = False

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[type[Engine], tuple[str, int]]:
        return Engine, (self.name, self._seed)

    def __repr__(self) -> str:
        return f"Engine({self.name!r}, seed={self._seed})"

    def choose(self, game: Game, seconds: float = 1.0) -> Move:
        """Return a legal move for the seat to move, within about `seconds`; the game is not changed.

        A game other than the previous one is new to the players. Raises `NotYourTurn` where the game is over,
        `PlayerFailed` if a program misbehaves, and `InvalidArgument` if the engine is closed.
        """
        return self._prepared(game, seconds)()

    def close(self) -> None:
        """End the programs that were started. Closing twice does nothing."""
        self._is_closed = True
        self._end()

    def _prepared(self, game: Game, seconds: float) -> Callable[[], Move]:
        """Return a function that searches the game as it is now, unaffected by later changes."""
        if self._is_closed:
            raise InvalidArgument("this engine is closed; make another")
        of_type(game, Game, "game", "new_game deals one")
        view = to_choose(game.view(game.turn))
        is_new, self._game = game is not self._game, game
        return partial(self._think, is_new, view, list(game.log), number(seconds, "seconds"))

    def _think(self, is_new: bool, view: View, log: list[str], clock: float) -> Move:
        if is_new:
            self._end()
            self._games += 1
        player = self._players.get(view.turn)
        if player is None:
            player = self._players[view.turn] = self._begin(view.rules, view.turn)
        return chosen(player, view, log, clock)

    def _begin(self, rules: Rules, seat: int) -> Player:
        seed = self._seed + self._games * rules.players + seat
        if self._info is not None:
            return self._info.make(seed)
        assert self._command is not None
        program = ExternalPlayer(self._command)
        try:
            program.begin(rules, seat, seed)
        except BaseException:
            program.close()
            raise
        return program

    def _end(self) -> None:
        while self._players:
            _seat, player = self._players.popitem()
            if isinstance(player, ExternalPlayer):
                player.close()


class AsyncEngine:
    """An `Engine` for asyncio: ``async with AsyncEngine("club") as engine`` and ``await engine.choose(game)``.

    It thinks in a thread, one move at a time. Cancelling a wait does not stop a search: the next one begins after it.
    """

    def __init__(self, name: str, seed: Seed = 0) -> None:
        """Raises what `Engine` raises."""
        self._engine = Engine(name, seed)
        self._turn = asyncio.Lock()
        self._thinking: asyncio.Future[Move] | None = None

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __reduce__(self) -> tuple[type[AsyncEngine], tuple[str, int]]:
        return AsyncEngine, self._engine.__reduce__()[1]

    def __repr__(self) -> str:
        return f"Async{self._engine!r}"

    @property
    def name(self) -> str:
        """The name that the engine was made with."""
        return self._engine.name

    async def choose(self, game: Game, seconds: float = 1.0) -> Move:
        """Return a legal move for the seat to move in the game as it is now. Raises what `Engine.choose` raises."""
        async with self._turn:
            await self._rest()
            loop = asyncio.get_running_loop()
            self._thinking = loop.run_in_executor(None, self._engine._prepared(game, seconds))
            return await asyncio.shield(self._thinking)

    async def close(self) -> None:
        """End the programs that were started, once the last search has ended."""
        await self._rest()
        await asyncio.to_thread(self._engine.close)

    async def _rest(self) -> None:
        """Wait for a search whose caller has gone."""
        if self._thinking is not None and not self._thinking.done():
            with suppress(Exception):
                await asyncio.shield(self._thinking)
