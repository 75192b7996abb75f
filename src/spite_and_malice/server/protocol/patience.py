"""The messages that a page at a patience table sends and receives, as closed types (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from spite_and_malice.patience.autoplay import Autoplay

from .incoming import Hello, Hint, Move, OfGame, OfPly, Ping, Request
from .outgoing import Accepted, Called, Pong, SettingsChanged, closer

DealChoice = Annotated[str, Meta(min_length=1, max_length=64)]
"""``winnable``, ``any``, a number, ``microsoft-11982``, or a table and the number of its game: ``f3…a.2``."""

LevelChoice = Annotated[str, Meta(max_length=16)]


class Play(Move, tag="move"):
    """Play; ``autoplay`` selects the cards that then move to their foundations automatically."""

    autoplay: Autoplay | UnsetType = UNSET


class TakeBack(OfPly, tag="undo"):
    """Undo the last moves, each with its automatic moves, or all of them if there are fewer."""

    count: Annotated[int, Meta(ge=1, le=2**31)] = 1


class MakeAgain(OfPly, tag="redo"):
    """Redo the moves that were last undone."""

    count: Annotated[int, Meta(ge=1, le=2**31)] = 1


class Finish(OfPly, tag="finish"):
    """Play to the end automatically once all cards are face up."""


class Solve(OfPly, tag="solve"):
    """Ask whether the game can still be won."""


class Rescue(OfPly, tag="rescue"):
    """Go back to the latest position from which the game can still be won."""


class Pause(OfPly, tag="pause"):
    """Stop the clock."""


class Resume(OfPly, tag="resume"):
    """Restart the clock."""


class Look(Request, tag="look"):
    """Report whether the page is visible: the clock stops while no page is."""

    shown: bool


class GiveUp(OfPly, tag="give_up"):
    """End the game without a win."""


class Again(OfGame, tag="again"):
    """Deal the cards of game ``game`` again, as the next game."""


class NextDeal(OfGame, tag="next"):
    """Deal other cards as the game after ``game``; omitted fields are taken from that game."""

    deal: DealChoice | UnsetType = UNSET
    level: LevelChoice | UnsetType | None = UNSET


Action = Play | TakeBack | MakeAgain | Finish | Pause | Resume | GiveUp
"""Messages that are stored unchanged."""

Question = Hint | Solve | Rescue
"""Messages that need computation."""

PatienceMessage = Hello | Ping | Action | Question | Again | NextDeal | Look


PatienceViewJson = Annotated[dict[str, Any], closer("View")]


class DealInfo(Struct):
    """How a game was dealt; until the end ``number`` is sent only to the person who chose it, and ``secret`` to nobody.

    ``numbers`` names the numbering scheme.
    """

    choice: Annotated[str, closer('"winnable" | "any" | "number" | "same" | "day"')]
    level: str | None
    day: str | None
    number: int | None
    numbers: Annotated[str, closer('"own" | "microsoft"')]
    commitment: str
    secret: str | None


class PatienceTableInfo(Struct):
    """The data that stays constant from move to move."""

    id: str
    kind: Annotated[str, closer('"patience"')]
    name: str
    preset: str | None
    rules: Annotated[dict[str, Any], closer('View["rules"]')]
    rules_words: list[str]
    deal: DealInfo
    share: str


class PatienceState(Struct):
    """The counters so far, and the possible actions besides moves; ``elapsed`` is in milliseconds.

    ``counts_on`` is the time in milliseconds for which the clock keeps running without an action: long breaks do not
    count. ``verdict`` is the known state of the position: won (it can be), lost, unknown, or None. ``points`` lists the
    points by each applicable scoring.
    """

    moves: int
    undos: int
    hints: int
    answers: int
    passes: int
    elapsed: int
    counts_on: int
    running: bool
    paused: Annotated[str, closer('"pause" | "away"')] | None
    can_undo: bool
    can_redo: bool
    can_finish: bool
    turned: int
    verdict: Annotated[str, closer('"won" | "lost" | "unknown"')] | None
    points: dict[str, int]


class Rank(Struct):
    """The rank among the ``players`` ranked with the deal of a day; a ``newcomer`` has none."""

    rank: int | None
    players: int
    newcomer: bool


class PatienceEnd(Struct):
    """How a game ended, compared with the player's other games; ``time`` is in milliseconds.

    ``totals`` are the combined points of all these games, by each scoring that carries points over.
    """

    result: Annotated[str, closer('"won" | "given_up"')]
    moves: int
    time: int
    passes: int
    undos: int
    hints: int
    answers: int
    number: int | None
    secret: str | None
    replay: str | None
    records: Annotated[dict[str, bool], closer("{moves: boolean, time: boolean, passes: boolean}")]
    played: int
    won: int
    streak: int
    totals: dict[str, int]
    rank: Rank | None


class PatienceSnapshot(Struct, tag="snapshot"):
    """The complete state."""

    version: int
    game: int
    ply: int
    table: PatienceTableInfo
    view: PatienceViewJson
    state: PatienceState
    end: PatienceEnd | None
    moves: list[str]


class PatienceEvent(Struct, tag="event"):
    """One action and the state after it; ``turned`` lists the cards turned up as it finished the game."""

    version: int
    game: int
    ply: int
    id: str | None
    action: str
    moves: tuple[str, ...]
    turned: tuple[str, ...]
    view: PatienceViewJson
    state: PatienceState
    end: PatienceEnd | None


class PatienceHint(Struct, tag="hint"):
    """An advised move, the reason, and the share of examined worlds in which it wins the game, 0 only of a lost one.

    There is no move if the game is lost, or if the advice begins by undoing `back` moves.
    """

    id: str
    game: int
    ply: int
    move: str | None
    back: int
    reason: str
    winnable: float


class Solved(Struct, tag="solved"):
    """Whether the game can still be won: yes, no or unknown."""

    id: str
    game: int
    ply: int
    answer: Annotated[str, closer('"yes" | "no" | "unknown"')]


class PatienceRefused(Struct, tag="refused"):
    """Why a message had no effect, with the current table."""

    id: str | None
    code: str
    message: str
    version: int
    game: int
    ply: int
    view: PatienceViewJson
    state: PatienceState


PatienceAnswer = (
    PatienceSnapshot
    | PatienceEvent
    | PatienceHint
    | Solved
    | PatienceRefused
    | Accepted
    | SettingsChanged
    | Called
    | Pong
)

_encoder = msgspec.json.Encoder()


def encode(message: PatienceAnswer) -> bytes:
    """Return a message encoded as the content of a websocket text frame."""
    return _encoder.encode(message)
