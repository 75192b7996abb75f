"""What a page can be sent over the websocket, as closed types (docs/protocol.md).

`python -m tools.message_types` writes the browser's types from these; `closer` says what it writes for what is open.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Raw, Struct

from .situation import Situation

BROWSER: Final = "browser"
"""Where a type's `Meta` has what the browser's modules write for it."""


def closer(text: str) -> Meta:
    """Return what says how the browser's modules write a type, more closely than its own name does."""
    return Meta(extra={BROWSER: text})


Clocks = tuple[int | None, ...]
"""Milliseconds left to each seat, None where no clock runs."""

SeatKind = Annotated[str, closer('"person" | "guest" | "computer" | "open"')]
Standing = Annotated[dict[str, Any], closer("Standing")]
"""One side at the end, by pay-off cards left."""

ViewJson = Annotated[Raw, closer('Omit<View, "rules">')]
"""What a seat sees, without the rules, which do not change."""


class SeatInfo(Struct, omit_defaults=True):
    """Who sits at a seat, for everybody to see; ``side`` numbers the sides (partners share one).

    ``head`` is the drawing that a person has chosen, ``sign`` the sign on their plate.
    """

    kind: SeatKind
    name: str
    side: int
    player: str | None = None
    head: str | None = None
    sign: str | None = None


class MatchInfo(Struct):
    """The match so far: points of each seat, the points that end it, and whether and by whom it is won.

    ``games`` has the points that each finished game brought the seats; ``stand_ins`` counts for each seat the games in
    which a stand-in played for it.
    """

    scores: tuple[int, ...]
    target: int
    over: bool
    winners: tuple[int, ...]
    games_played: int
    games: tuple[tuple[int, ...], ...]
    stand_ins: tuple[int, ...]


class TableInfo(Struct):
    """What does not change from move to move; ``you`` is the viewer's seat, null for a spectator.

    ``commitment`` and ``secret`` are in hexadecimal; ``secret`` is null until the game is over. ``rules`` are there
    only as long as no view has them. ``terms`` gives, by the words of the rules, what the version at the table calls
    its piles; it is empty for those who do not want that, and where the version has no words of its own.
    """

    id: str
    name: str
    preset: str | None
    terms: dict[str, str]
    rules: Annotated[dict[str, Any], closer("Rules")] | None
    rules_words: tuple[str, ...]
    differences: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    match: MatchInfo
    you: int | None
    commitment: str | None
    contributions: tuple[str, ...]
    secret: str | None
    next_commitment: str


class SeatPresence(Struct):
    """Who sits at a seat and whether they are there; times in UTC milliseconds.

    ``who`` stands for the person: somebody else at the seat has another one.
    """

    kind: SeatKind
    name: str
    side: int
    player: str | None
    host: bool
    here: bool
    away_since: int | None
    stand_in: Annotated[str, closer('"away" | "left" | "clock"')] | None
    free: bool
    contributed: bool
    head: str | None
    ready: bool
    who: str | None
    sign: str | None


class People(Struct, tag="people"):
    """Who is at the table, and how it is set; ``you``, ``host`` and ``out`` are about the viewer.

    ``out`` says that the host has asked them to leave, ``kicked`` how many were asked to, for the host alone.
    ``may_resign`` says that the viewer can end a game as its loser. ``deals_in`` are the milliseconds after which the
    next game is dealt, null while no countdown runs. ``now`` is what there is for the viewer before the first game,
    null once the game says it.
    """

    state: Annotated[str, closer('"gathering" | "running" | "game_over" | "match_over"')]
    you: int | None
    host: bool
    watching: int
    seats: tuple[SeatPresence, ...]
    clocks: Clocks | None
    settings: Annotated[dict[str, Any], closer("Settings")]
    next_commitment: str
    deals_in: int | None
    out: bool
    kicked: int
    may_resign: bool
    now: Situation | None


class Said(Struct, tag="said"):
    """A line of the chat: a text or the id of a phrase, ``to`` whom if to one; only the speaker learns ``id``."""

    number: int
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at: int
    id: str | None = None
    to: int | None = None


class Snapshot(Struct, tag="snapshot"):
    """Everything a viewer may see; ``version`` counts over the table's life, ``ply`` within the game."""

    version: int
    game: int
    ply: int
    table: TableInfo
    people: People
    chat: list[Said]
    view: Annotated[dict[str, Any], closer("View")] | None
    log: list[str]
    played: list[str]
    undo: bool
    standing: list[Standing] | None


class Event(Struct, tag="event"):
    """One action and the view after it (without the rules, which do not change).

    ``worlds`` are the layouts of the hidden cards in which a computer player compared its move with others, ``pause``
    for how many milliseconds it seems to think before the move is shown, null for people and where a clock runs.

    The event that ends the game carries ``match``, ``standing``, the deal's ``secret`` and the ``next_commitment``,
    null in all others.
    """

    version: int
    game: int
    ply: int
    seat: int
    action: Annotated[str, closer('"move" | "undo"')]
    move: str | None
    id: str | None
    view: ViewJson
    undo: bool
    clocks: Clocks | None
    stand_in: bool
    match: MatchInfo | None
    standing: list[Standing] | None
    secret: str | None
    next_commitment: str | None
    worlds: int
    pause: int | None


class StalemateTalk(Struct, tag="stalemate"):
    """The seat ``asks`` whether its pass may end the game after ``ply`` actions, and who has ``agreed``.

    Nobody has where the question is withdrawn, or where the seat ``broken_by`` has taken its own pass back to play on.
    """

    ply: int
    asks: int
    agreed: tuple[int, ...]
    broken_by: int | None


class Remark(Struct, tag="remark"):
    """After ``ply`` actions a computer player makes a face, and says ``text``, which may be empty.

    ``line`` is by which name the browser remembers it, empty without a text.
    """

    game: int
    ply: int
    seat: int
    mood: Annotated[str, closer('"calm" | "pleased" | "caught" | "thinking" | "beaten"')]
    text: str
    line: str


class HintAnswer(Struct, tag="hint"):
    """A good move after ``ply`` actions, the plan that it begins, move by move, and both in words with the reason."""

    id: str
    ply: int
    move: str
    line: list[str]
    reason: str


class ReachAnswer(Struct, tag="reach"):
    """The moves that bring one's pay-off card into play this turn, null if none do, and that in words."""

    id: str
    ply: int
    line: list[str] | None
    words: str


class Refused(Struct, tag="refused"):
    """Why a message had no effect, with the current state so that the page can show it."""

    id: str | None
    code: str
    message: str
    version: int | None = None
    ply: int | None = None
    view: ViewJson | None = None
    undo: bool = False


class Accepted(Struct, tag="accepted"):
    """The message has been carried out."""

    id: str
    version: int
    ply: int


class Called(Struct, tag="called"):
    """An invitation or a message waits for the person of the page."""


class SettingsChanged(Struct, tag="settings"):
    """On another device of the same person something else was chosen: ``GET /api/me/settings`` says what."""


class Pong(Struct, tag="pong"):
    """The answer to a ping."""


ServerMessage = (
    Snapshot
    | Event
    | People
    | Said
    | StalemateTalk
    | Remark
    | HintAnswer
    | ReachAnswer
    | Refused
    | Accepted
    | SettingsChanged
    | Called
    | Pong
)

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """Return a message as what a websocket's text frame holds."""
    return _encoder.encode(message)
