"""A game of patience resulting from its actions: the cards, takebacks, hints and times.

Everything here follows from the deal and the stored actions with their times, so that a game restored from them is the
same. Times are whole milliseconds.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any, Final, Literal

from spite_and_malice.patience import Game, Hint, InvalidNotation, Move, Position, Rules
from spite_and_malice.patience.autoplay import Autoplay, automatic_move
from spite_and_malice.patience.finishing import finishing
from spite_and_malice.patience.knowledge import Known, Seen, known_of
from spite_and_malice.patience.lost import Astray, is_open
from spite_and_malice.patience.microsoft import Numbers, deal_numbered
from spite_and_malice.patience.moves import encode
from spite_and_malice.patience.progress import cards_gone
from spite_and_malice.patience.view import View
from spite_and_malice.play.figures import LONGEST_MS
from spite_and_malice.play.patience.along import Along
from spite_and_malice.texts import _

Choice = Literal["winnable", "any", "number", "same", "day"]
Level = Literal["easy", "medium", "hard"]

UNDO: Final = "undo"
REDO: Final = "redo"
RESCUE: Final = "rescue"
FINISH: Final = "finish"
HINT: Final = "hint"
SOLVE: Final = "solve"
PAUSE: Final = "pause"
AWAY: Final = "away"
RESUME: Final = "resume"
GIVE_UP: Final = "give_up"
VERDICTS: Final = ("won", "lost", "unknown")
AUTO: Final = "auto:"
"""The prefix of an automatic move, which belongs to the player's own move before it."""
TOLD: Final = (HINT, SOLVE)
"""The actions that may carry what the player learned about the position, as in ``solve:lost``."""
COUNTED: Final = (UNDO, REDO, RESCUE)
"""The actions other than moves that may carry a number of steps, as in ``undo:3``."""
SINGLE: Final = (FINISH, HINT, SOLVE, PAUSE, AWAY, RESUME, GIVE_UP)
"""The remaining actions other than moves."""


class NotNow(ValueError):
    """An action that is impossible now: a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Deal:
    """Which cards are dealt, and how they were chosen; ``level`` and ``day`` if known.

    The level of a deal reveals something about face-down cards, so only a player who asked for a level knows it
    beforehand.
    """

    number: int
    choice: Choice
    level: Level | None = None
    day: str | None = None
    is_level_asked: bool = False
    numbers: Numbers = "own"

    def to_json(self) -> dict[str, Any]:
        """Return the deal as it is stored."""
        return asdict(self)

    @property
    def is_open(self) -> bool:
        """Whether the player chose the number, and so may know it beforehand."""
        return self.choice == "number"


class Played:
    """One game: its position and its counters after each action."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self.deal = deal
        self.game: Game = Game(deal_numbered(rules, deal.number, deal.numbers))
        self.ply: int = 0
        """How many actions there have been."""
        self.undos: int = 0
        self.hints: int = 0
        self.answers: int = 0
        self.turned: tuple[str, ...] = ()
        """The stock cards that the last action turned up on its way, if it finished the game."""
        self.paused: Literal["pause", "away"] | None = None
        self.is_given_up: bool = False
        self.advised: Hint | None = None
        """The advice for the position, from a hint until the player leaves its line."""
        self._way: list[Move] | None = None
        """The moves after which a way to win was last known."""
        self._better: Move | None = None
        """The move that a hint gave after these."""
        self.is_hopeless: bool = False
        """Whether the deal is proved to be lost whatever is played."""
        self._lost: list[Move] | None = None
        self._won: list[Move] | None = None
        """The moves after which a verdict was given: the game is lost, or can be won."""
        self._told: list[Move] | None = None
        """The moves after which the last verdict was given."""
        self.carried_out: dict[str, int] = {}
        """The number of actions after which each message was carried out, by its id."""
        self._elapsed = 0
        self._since: int | None = None
        self._seen = Seen.at(self.game.view())
        self._taken = Along(frozenset[str](), _and_taken)
        """The cards that the player took back from their foundations."""
        self._sizes: list[int] = []
        """The number of moves in each step not taken back."""
        self._undone_sizes: list[int] = []
        """The same for the steps taken back, the next one last."""
        self._news = 0
        """How many of the moves not taken back had been made when the last new card was revealed."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: won or given up. A player without moves may still take one back."""
        return self.game.is_won or self.is_given_up

    @property
    def is_begun(self) -> bool:
        """Whether a move has been made, even if it was taken back."""
        return bool(self.game.moves) or self.undos > 0

    @property
    def verdict(self) -> str | None:
        """The player's knowledge of the position, from a verdict here or earlier: one of `VERDICTS`, or None."""
        if self.is_known_lost:
            return "lost"
        if self.is_known_won:
            return "won"
        return "unknown" if self.is_told else None

    @property
    def is_told(self) -> bool:
        """Whether a verdict was given for the position."""
        return self._told == list(self.game.moves)

    def _tell(self, verdict: str) -> None:
        """Remember a verdict for the position."""
        if verdict not in VERDICTS:
            raise InvalidNotation(_("{text} is no action.").format(text=repr(verdict[:40])))
        moves = self._told = list(self.game.moves)
        if verdict == "lost":
            self._lost, self.advised = moves, None
        elif verdict == "won":
            self._won = moves

    @property
    def is_known_lost(self) -> bool:
        """Whether the player knows that the game is lost: no further move wins it back."""
        return self._lost is not None and list(self.game.moves[: len(self._lost)]) == self._lost

    @property
    def is_known_won(self) -> bool:
        """Whether the player knows that the game can be won: here, or after more moves from here."""
        moves = list(self.game.moves)
        return self._won is not None and self._won[: len(moves)] == moves

    @property
    def home(self) -> int:
        """How many of the cards that have to leave for a win have left: in Klondike those on the foundations."""
        return cards_gone(self.game.position)

    @property
    def is_timed(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def since(self) -> int | None:
        """When the running clock began, with the latest action, in UTC milliseconds."""
        return self._since

    def elapsed(self, now: int) -> int:
        """Return how long the game has been played, up to a time in UTC milliseconds."""
        return self._elapsed + self._resting(now)

    def counts_on(self, now: int) -> int:
        """Return for how many milliseconds from a time on the clock still counts if nothing is done."""
        return 0 if self._since is None else LONGEST_MS - self._resting(now)

    def _resting(self, now: int) -> int:
        """How much of the time since the last action counts."""
        return 0 if self._since is None else min(max(0, now - self._since), LONGEST_MS)

    def act(self, text: str, at: int, message_id: str | None = None) -> tuple[str, ...]:
        """Carry out an action; return the moves that it made, or took back, the last one first.

        Raises `NotNow`, `IllegalMove` or `InvalidNotation` with nothing changed.
        """
        if self.is_over:
            raise NotNow("game_over", _("This game is over. Deal the next one to play on."))
        self.turned = ()
        way, better = self._way, self._better
        if self.advised is not None and self.advised.winnable > 0:
            way, better = list(self.game.moves), self.advised.move
        moves = self._carry_out(text)
        self._way, self._better = way, better
        if moves and self.advised is not None:
            self.advised = self.advised.rest if text.removeprefix(AUTO) == str(self.advised.move) else None
        self.ply += 1
        self._count_time(text, at)
        self._remember()
        if message_id is not None:
            self.carried_out[message_id] = self.ply
        return moves

    def automatic(self, autoplay: Autoplay) -> str | None:
        """Return the automatic action that follows the player's own move by their setting, or None.

        A card that they took back from its foundation stays where they put it.
        """
        if self.is_over or autoplay == "off":
            return None
        move = automatic_move(self.game.position, autoplay, self._taken.of(self.game))
        return None if move is None else f"{AUTO}{move}"

    def steps_back(self, keep: int) -> int:
        """Return how many steps to take back so that at most `keep` moves remain.

        A step is a move of the player with everything that followed it automatically.
        """
        moves, steps = len(self.game.moves), 0
        while moves > keep:
            steps += 1
            moves -= self._sizes[-steps]
        return steps

    @property
    def known(self) -> Known:
        """The player's knowledge of face-down cards: those seen before."""
        return known_of(self.game.position, self._seen)

    def way_back(self, given: Hint) -> int:
        """Return how many steps to take back where an advised line returns to an earlier position.

        Only positions since the last revealed card count, and the last one on the line if there are several; 0 if there
        is none. The stock goes round, so seeing it again is no step back.
        """
        past = self.game.past
        begun = accumulate(self._sizes, initial=0)
        seen = {
            past[at].layout.key(): len(self._sizes) - step
            for step, at in enumerate(begun)
            if self._news <= at < len(past)
        }
        layout = self.game.position.layout.clone()
        back = 0
        for move in given.line:
            layout.apply(encode(move))
            if not move.is_draw and not move.is_redeal:
                back = seen.get(layout.key(), back)
        return back

    def could_be_won(self, keep: int | None, *, is_hopeless: bool = False) -> None:
        """Remember after how many of the moves the game could surely be won; None if that was not found."""
        # What hints took for a way is none if it was looked for and not found.
        way, self._way, self.is_hopeless = self._way, None, is_hopeless
        if keep is not None:
            self._way = list(self.game.moves[: sum(self._sizes[: len(self._sizes) - self.steps_back(keep)])])
        if self._way != way:
            self._better = None

    @property
    def view_to_ask(self) -> View | None:
        """The view before the move that lost the game, if a hint there would know the way to win; else None."""
        astray = self.astray
        if astray is None or not astray.had_way or astray.better is not None or not is_open(astray.view):
            return None
        return astray.view

    def was_better(self, given: Hint) -> None:
        """Remember what a hint gives before the move that lost the game."""
        self._better = given.move

    @property
    def astray(self) -> Astray | None:
        """The move to be taken back in a lost game: the first one since a way to win was known, else the last step."""
        begun = list(accumulate(self._sizes, initial=0))
        way, at = self._way, begun[-2:][0]
        had_way = way is not None and len(way) in begun[:-1] and list(self.game.moves[: len(way)]) == way
        if way is not None and had_way:
            at = len(way)
        if at == len(self.game.moves):
            return None
        move = self.game.moves[at]
        better = self._better if had_way and self._better != move else None
        return Astray(len(self._sizes) - begun.index(at), self.game.past[at].view(), move, had_way, better)

    def result(self) -> dict[str, Any]:
        """Return the result of the game, as it is stored."""
        won = self.game.is_won
        return {
            "reason": "won" if won else "given_up",
            "winners": [0] if won else [],
            "moves": len(self.game.moves),
            "time": self._elapsed,
            "passes": self.game.view().pass_number,
            "undos": self.undos,
            "hints": self.hints,
            "answers": self.answers,
        }

    def _carry_out(self, text: str) -> tuple[str, ...]:
        name, _colon, count = text.partition(":")
        match name:
            case "undo" | "rescue":
                return self._take_back(name, _count(text, count))
            case "redo":
                return self._make_again(_count(text, count))
            case "finish":
                return self._finish()
            case "hint" | "solve":
                if count:
                    self._tell(count)
                self.hints += name == HINT
                self.answers += name == SOLVE
            case "pause" | "away":
                self.paused = "pause" if name == PAUSE else "away"
            case "resume":
                self.paused = None
            case "give_up":
                self.is_given_up = True
            case "auto":
                return self._play(count, follows=True)
            case _:
                return self._play(text)
        return ()

    def _play(self, text: str, *, follows: bool = False) -> tuple[str, ...]:
        """Make a move, as a step of its own unless it follows another one."""
        self.game.play(text)
        if follows and self._sizes:
            self._sizes[-1] += 1
        else:
            self._sizes.append(1)
        self._undone_sizes.clear()
        return (text,)

    def _take_back(self, name: str, count: int) -> tuple[str, ...]:
        count = min(count, len(self._sizes))
        if count == 0 and name == UNDO:
            raise NotNow("nothing_to_undo", _("There is no move to take back."))
        taken: list[str] = []
        for _each in range(count):
            self._undone_sizes.append(self._sizes.pop())
            taken += [str(self.game.undo()) for _move in range(self._undone_sizes[-1])]
        self.undos += count
        if name == RESCUE:
            self.answers += 1
            self._tell("won")
        return tuple(taken)

    def _make_again(self, count: int) -> tuple[str, ...]:
        count = min(count, len(self._undone_sizes))
        if count == 0:
            raise NotNow("nothing_to_redo", _("There is no move that was taken back."))
        made: list[str] = []
        for _each in range(count):
            self._sizes.append(self._undone_sizes.pop())
            made += [str(self.game.redo()) for _move in range(self._sizes[-1])]
        return tuple(made)

    def _finish(self) -> tuple[str, ...]:
        moves = finishing(self.game.position)
        if not moves:
            raise NotNow("cannot_finish", _("The game cannot be finished automatically yet."))
        turned: list[str] = []
        for move in moves:
            before = self.game.view().stock
            self.game.play(move)
            view = self.game.view()
            if move.is_draw:
                turned += view.waste[view.stock - before :]
            elif self.game.rules.aim == "clock":
                turned += view.waste
        self._sizes.append(len(moves))
        self.turned = tuple(turned)
        return tuple(map(str, moves))

    def _remember(self) -> None:
        """Record the player's view."""
        before, self._seen = self._seen, self._seen.and_at(self.game.view())
        moves = len(self.game.moves)
        self._news = moves if self._seen != before else min(self._news, moves)

    def _count_time(self, text: str, at: int) -> None:
        """Count the time since the action before; the clock begins with the first move."""
        self._elapsed = self.elapsed(at)
        if text in (PAUSE, AWAY) or self.is_over:
            self._since = None
        elif self._since is not None or self.is_begun:
            if text.partition(":")[0] not in TOLD:
                self.paused = None
            self._since = at if self.paused is None else None


def _and_taken(taken: frozenset[str], _before: Position, move: Move, after: Position) -> frozenset[str]:
    """Return the cards taken back from their foundations, with that of a move if it is such a one."""
    if not move.source.startswith("F"):
        return taken
    return taken | {after.view().tableau[int(move.target[1:]) - 1].up[-1]}


def _count(text: str, count: str) -> int:
    """Return how many moves an action stands for, 1 unless it says otherwise."""
    if not count:
        return 1
    # A longer number exceeds any game's moves.
    if not count.isascii() or not count.isdigit() or len(count) > 9:
        raise InvalidNotation(_("{text} is no action.").format(text=repr(text[:40])))
    return int(count)
