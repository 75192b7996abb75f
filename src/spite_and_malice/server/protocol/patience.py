"""What a page at a table of patience may say and is sent, as closed types (docs/protocol.md)."""

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
    """Play; ``autoplay`` says which cards go to their foundations after it without being asked for."""

    autoplay: Autoplay | UnsetType = UNSET


class TakeBack(OfPly, tag="undo"):
    """Take back the last moves, each with what followed it automatically, as many as there are at most."""

    count: Annotated[int, Meta(ge=1, le=2**31)] = 1


class MakeAgain(OfPly, tag="redo"):
    """Make the moves again that were taken back last."""

    count: Annotated[int, Meta(ge=1, le=2**31)] = 1


class Finish(OfPly, tag="finish"):
    """Play to the end automatically: all lies open."""


class Solve(OfPly, tag="solve"):
    """Ask whether the game can still be won."""


class Rescue(OfPly, tag="rescue"):
    """Go back to where the game can still be won."""


class Pause(OfPly, tag="pause"):
    """Stop the clock."""


class Resume(OfPly, tag="resume"):
    """Let the clock run again."""


class Look(Request, tag="look"):
    """Say whether the page is in sight: the clock stands still while none is."""

    shown: bool


class GiveUp(OfPly, tag="give_up"):
    """End the game without a win."""


class Again(OfGame, tag="again"):
    """Deal the cards of game ``game`` once more, as the next game."""


class NextDeal(OfGame, tag="next"):
    """Deal other cards as the game after ``game``; what is left out is chosen as for that one."""

    deal: DealChoice | UnsetType = UNSET
    level: LevelChoice | UnsetType | None = UNSET


Action = Play | TakeBack | MakeAgain | Finish | Pause | Resume | GiveUp
"""Messages that are stored as they come."""

Question = Hint | Solve | Rescue
"""Messages that need thought."""

PatienceMessage = Hello | Ping | Action | Question | Again | NextDeal | Look


PatienceViewJson = Annotated[dict[str, Any], closer("View")]


class DealInfo(Struct):
    """How a game was dealt; before the end ``number`` is sent only to the person who chose it, ``secret`` to nobody.

    ``numbers`` says whose number it is.
    """

    choice: Annotated[str, closer('"winnable" | "any" | "number" | "same" | "day"')]
    level: str | None
    day: str | None
    number: int | None
    numbers: Annotated[str, closer('"own" | "microsoft"')]
    commitment: str
    secret: str | None


class PatienceTableInfo(Struct):
    """What does not change from move to move."""

    id: str
    kind: Annotated[str, closer('"patience"')]
    name: str
    preset: str | None
    rules: Annotated[dict[str, Any], closer('View["rules"]')]
    rules_words: list[str]
    deal: DealInfo
    share: str


class PatienceState(Struct):
    """What has been counted so far, and what can be done besides moving; ``elapsed`` in milliseconds.

    ``counts_on`` is for how many more milliseconds the clock goes on if nothing is done: long rests do not count.
    ``verdict`` is what is known of the game as it stands: won (it can be), lost, unknown, or None. ``points`` are those
    by each scoring that the game can have.
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
    """The place among the ``players`` who are ranked with the deal of a day; a ``newcomer`` has none."""

    rank: int | None
    players: int
    newcomer: bool


class PatienceEnd(Struct):
    """How a game ended, and what it means among one's others; ``time`` in milliseconds.

    ``totals`` are the points of all these games together, by each scoring that carries them on.
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
    """Everything at once."""

    version: int
    game: int
    ply: int
    table: PatienceTableInfo
    view: PatienceViewJson
    state: PatienceState
    end: PatienceEnd | None
    moves: list[str]


class PatienceEvent(Struct, tag="event"):
    """One action and everything as it is after it; ``turned`` are the cards that came up as it finished the game."""

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
    """An advised move, why, and the share of the worlds that were looked at in which the game is won after it.

    There is no move where the game is lost, or where the way begins with that many moves to take `back`.
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
    """Why a message had no effect, with the table as it is."""

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
    """Return a message as what a websocket's text frame holds."""
    return _encoder.encode(message)
