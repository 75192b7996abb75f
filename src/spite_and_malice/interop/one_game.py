"""One game at a time, dealt by seed: the base of the environments for a single game."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final, Self

import numpy as np

from spite_and_malice.arguments import InvalidArgument, Seed, seed_word, shown, whole
from spite_and_malice.engine import View
from spite_and_malice.engine.core import (
    Core,
    apply,
    codes,
    core_rules,
    dealt_by_seed,
    legal_moves,
    seed_of_game,
    watch_recycled,
)
from spite_and_malice.engine.moves import move_texts
from spite_and_malice.engine.position_json import restore, save
from spite_and_malice.engine.view import view_of
from spite_and_malice.interop.arrays import Mask, Row
from spite_and_malice.interop.chance_game import OVER, Setting, returns_of
from spite_and_malice.interop.encoder import Encoder

__all__ = ["OneGame"]


class Clonable:
    """Clones and copies share no mutable state: each continues independently, with the same cards to come."""

    def clone(self) -> Self:
        """An environment equal to this one."""
        return deepcopy(self)

    def __copy__(self) -> Self:
        return self.clone()


class OneGame:
    """A game by the rules of `setting`, played by the numbers of moves; `log` has the moves as players get them.

    A seed deals the same game as in `BatchEnv`, move for move, and the same next one.
    """

    def __init__(self, setting: Setting, seed: Seed = 0) -> None:
        self.setting: Final = setting
        self.encoder: Final = Encoder(setting.rules)
        self._encoding: Final = setting.kinds.encoding
        self.seed: int = 0
        self.core: Core
        self.log: list[str] = []
        self.reset(seed)

    def clone(self) -> OneGame:
        """An independent game equal to this one, with the same cards to come."""
        other: OneGame = object.__new__(OneGame)
        vars(other).update(vars(self))
        other.core, other.log = self.core.clone(), self.log[:]
        return other

    def __copy__(self) -> OneGame:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> OneGame:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {"setting": self.setting, "seed": self.seed, "log": self.log} | {
            "core": save(self.setting.rules, self.core)
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["setting"])  # type: ignore[misc]
        self.core, self.seed, self.log = restore(self.setting.rules, state["core"]), state["seed"], state["log"]

    def __repr__(self) -> str:
        turn = "over" if self.turn == OVER else f"seat {self.turn} to move"
        return f"<OneGame of seed {self.seed}: {len(self.log)} moves, {turn}>"

    def reset(self, seed: Seed | None = None) -> None:
        """Deal a game, without a seed the one that follows."""
        self.seed = seed_of_game(self.seed, codes.NEXT_GAME) if seed is None else seed_word(seed)
        self.core = dealt_by_seed(core_rules(self.setting.rules), self.setting.dealer, self.seed)
        watch_recycled(self.core, [], [])
        self.log = []

    @property
    def turn(self) -> int:
        """The seat to move, or `OVER`."""
        over = self.core.stage == codes.OVER or len(self.log) >= self.setting.max_moves
        return OVER if over else int(self.core.turn)

    @property
    def is_cut_short(self) -> bool:
        """Whether the game stopped undecided, after the most moves that the setting allows."""
        return bool(self.core.stage != codes.OVER) and len(self.log) >= self.setting.max_moves

    @property
    def may_end_by_pass(self) -> bool:
        """Whether a pass of the seat to move would complete a stalemate (RULES.md section 5)."""
        core, rules = self.core, self.setting.rules
        passed = core.stage == codes.PLAY and not core.moved and core.passes + 1 >= rules.players
        return bool(passed and rules.pass_)

    def returns(self) -> list[float]:
        """Each seat's points (RULES.md section 6) less the mean of the others': they add up to zero."""
        return returns_of(self.core)

    def play(self, action: int) -> None:
        """Make a move. Raises ValueError, with nothing changed, for one that is not legal."""
        if self.turn == OVER:
            raise InvalidArgument("the game is over: reset deals the next one")
        try:
            code = self._encoding.move_of(self.core, whole(action, "action", 0, self.encoder.actions - 1))
        except ValueError:
            said = f"{shown(action)} is the number of no legal move; take one that the mask shows"
            raise InvalidArgument(said) from None
        self.log.append(f"{self.core.turn} {move_texts([code], self.setting.rules.payoff_piles)[0]}")
        apply(self.core, code)

    def observe(self, seat: int) -> Row:
        """A seat's view as numbers (`Encoder`)."""
        row: Row = np.empty(self.encoder.size, np.float32)
        self._encoding.write_view(self.core, seat, row)
        return row

    def mask(self, seat: int) -> Mask:
        """1 for each legal move of a seat, else 0; all 0 when it is not its turn."""
        row: Mask = np.zeros(self.encoder.actions, np.int8)
        if self.turn == seat:
            self._encoding.write_mask(self.core, row)
        return row

    @property
    def legal(self) -> list[int]:
        """The legal moves as the core's integers, in the order of a view."""
        moves = legal_moves(self.core)
        named = zip(move_texts(moves, self.setting.rules.payoff_piles), moves, strict=True)
        return [move for _name, move in sorted(named)]

    def number_of(self, move: int) -> int:
        """The number of one of `legal`."""
        return int(self._encoding.number_of(self.core, move))

    def view(self, seat: int) -> View:
        """A seat's view, in the form that computer players get."""
        return view_of(self.setting.rules, self.core, seat)
